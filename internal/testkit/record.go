package testkit

import (
	"net/http"
	"testing"

	"shanmen/internal/offer/editing"
)

// Record is the id of a record of the site.
func (a *App) Record(t testing.TB, kind, key string) (id string) {
	t.Helper()
	err := a.DB.SQL().QueryRowContext(t.Context(), "SELECT id FROM records WHERE kind = $1 AND key = $2", kind, key).Scan(&id)
	if err != nil {
		t.Fatalf("%s %s: %v", kind, key, err)
	}
	return id
}

// Type saves fields of a draft with their current revisions.
func (c *Client) Type(id string, fields map[string]string) *Response {
	c.t.Helper()
	var o editing.Opened
	c.Get("/api/admin/record/" + id).Want(200).JSON(&o)
	typed := map[string]editing.Typed{}
	for name, text := range fields {
		typed[name] = editing.Typed{Value: text, Base: o.Revs[name].Rev}
	}
	return c.Do(http.MethodPatch, "/api/admin/record/"+id, map[string]any{"fields": typed})
}

// Publish publishes the draft in some languages.
func (c *Client) Publish(id string, languages ...string) *Response {
	c.t.Helper()
	var o editing.Opened
	c.Get("/api/admin/record/" + id).Want(200).JSON(&o)
	return c.Post("/api/admin/record/"+id+"/publish", map[string]any{"languages": languages, "rev": o.Rev})
}
