package httpd

import (
	"net/http/httptest"
	"reflect"
	"strings"
	"testing"

	"shanmen/internal/base/fault"
)

func TestAMissingBodyIsReportedAsSuch(t *testing.T) {
	t.Parallel()
	type in struct {
		ID   string `path:"id" minLength:"2"`
		Page int    `query:"page" minimum:"1"`
		Body struct {
			Note string `json:"note"`
		}
	}
	described := inputOf(Call{Method: "PUT", Path: "/api/thing/{id}"}, reflect.TypeFor[in](), newRegistry())
	for name, tc := range map[string]struct{ id, query, body, fields string }{
		"OK":                  {"ab", "?page=2", `{"note":"x"}`, ""},
		"ErrNoBody":           {"ab", "?page=2", "", "invalid-request"},
		"ErrNotJSON":          {"ab", "?page=2", "{", "invalid-request"},
		"ErrPathAndQuery":     {"a", "?page=x", `{"note":"x"}`, "id page"},
		"ErrQueryWithoutBody": {"ab", "?page=0", "", "page"},
		"ErrBody":             {"ab", "", `{"other":1}`, "note other"},
	} {
		t.Run(name, func(t *testing.T) {
			r := httptest.NewRequest("PUT", "/api/thing/x"+tc.query, strings.NewReader(tc.body))
			r.SetPathValue("id", tc.id)
			var got in
			f, _ := fault.Of(described.fill(r, reflect.ValueOf(&got)))
			said := ""
			if f != nil {
				said = f.Code
				var fields []string
				for _, field := range f.Fields {
					fields = append(fields, field.Path)
				}
				if len(fields) > 0 {
					said = strings.Join(fields, " ")
				}
			}
			if said != tc.fields {
				t.Errorf("got %q, want %q", said, tc.fields)
			}
			if tc.fields == "" && (got.ID != "ab" || got.Page != 2 || got.Body.Note != "x") {
				t.Errorf("got %+v", got)
			}
		})
	}
}
