package officekit

import (
	"strings"
	"testing"

	"shanmen/internal/office/inbox"
	"shanmen/internal/testkit"
)

// WriteMessage sends a message to the office in a language and returns its id.
func WriteMessage(t *testing.T, a *testkit.App, locale string, more ...any) string {
	t.Helper()
	values := map[string]any{"name": "林国华", "email": "guohua.lin@mail.example", "topic": "tablet", "message": "请问永久莲位还有位置吗？", "consent": true}
	for i := 0; i+1 < len(more); i += 2 {
		values[more[i].(string)] = more[i+1]
		if more[i+1] == nil {
			delete(values, more[i].(string))
		}
	}
	guest := a.Guest()
	guest.Locale = locale
	var got struct{ ID string }
	guest.Post("/api/form/awaiting", map[string]any{"form": "contact", "values": values}).Want(200).JSON(&got)
	return got.ID
}

// EntryPath is the address of a message, or of an action on it.
func EntryPath(id string, more ...string) string {
	return "/api/admin/form-entry/" + strings.Join(append([]string{id}, more...), "/")
}

// EntryOf is a message as the office reads it.
func EntryOf(t *testing.T, c *testkit.Client, id string) inbox.EntryDetail {
	t.Helper()
	var out inbox.EntryDetail
	c.Get(EntryPath(id)).Want(200).JSON(&out)
	return out
}
