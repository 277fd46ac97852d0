package app_test

import (
	"bytes"
	"encoding/json"
	"strings"
	"testing"

	"shanmen/internal/app"
	"shanmen/internal/testkit/source"
)

// Each call of the API contract belongs to one described tag, and says whether it needs a login.
func TestEveryCallHasOneTagAndDeclaresItsLogin(t *testing.T) {
	t.Parallel()
	var printed bytes.Buffer
	if err := app.Run(t.Context(), []string{"openapi"}, nil, nil, &printed); err != nil {
		t.Fatal(err)
	}
	var api struct {
		Tags  []struct{ Name, Description string }
		Paths map[string]map[string]struct {
			Tags     []string
			Security []map[string][]string
		}
		Components struct {
			SecuritySchemes map[string]struct{ Type, In, Name string }
		}
	}
	if err := json.Unmarshal(printed.Bytes(), &api); err != nil {
		t.Fatal(err)
	}
	if scheme := api.Components.SecuritySchemes["session"]; scheme.Type != "apiKey" || scheme.In != "cookie" || scheme.Name != "shanmen" {
		t.Errorf("the contract describes the session as %+v", scheme)
	}
	calls := map[string]int{}
	for _, area := range api.Tags {
		if area.Description == "" {
			t.Errorf("the area %q is not described", area.Name)
		}
		calls[area.Name] = 0
	}
	list := source.Read(t, "testdata/rights.txt")
	rights := map[string]string{}
	for line := range strings.Lines(string(list)) {
		if f := strings.Fields(line); len(f) >= 3 {
			rights[f[0]+" "+f[1]] = f[2]
		}
	}
	for path, methods := range api.Paths {
		for method, op := range methods {
			name := strings.ToUpper(method) + " " + path
			if len(op.Tags) != 1 {
				t.Errorf("%s stands in the areas %q, want one", name, op.Tags)
				continue
			}
			if _, described := calls[op.Tags[0]]; !described {
				t.Errorf("%s stands in the area %q, which is not described", name, op.Tags[0])
			}
			calls[op.Tags[0]]++
			if login := len(op.Security) > 0; login != (rights[name] != "open") {
				t.Errorf("%s has the right %q; the contract says that it asks for a login: %v", name, rights[name], login)
			}
		}
	}
	for name, n := range calls {
		if n == 0 {
			t.Errorf("the area %q has no call", name)
		}
	}
}
