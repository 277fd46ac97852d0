package app_test

import (
	"fmt"
	"os"
	"slices"
	"strings"
	"testing"

	"shanmen/internal/platform/admission"
	"shanmen/internal/testkit"
	"shanmen/internal/testkit/source"
)

// testdata/classes.txt, at the root, lists every call and page whose class is not that of its kind: for a read Reading,
// for anything else Payments. CLASSES=write writes it, for review in the diff.
func TestEveryCallAndPageHasItsClass(t *testing.T) {
	t.Parallel()
	const file = "testdata/classes.txt"
	a := testkit.New(t, "sqlite")
	var lines []string
	for _, c := range a.HTTP.Calls() {
		class := c.ClassOf()
		if byKind := map[bool]admission.Class{true: admission.Reading, false: admission.Payments}[c.Method == "GET"]; class != byKind {
			lines = append(lines, fmt.Sprint(class, " ", c.Method, " ", c.Path))
		}
	}
	for _, p := range a.HTTP.Pages() {
		if class := p.ClassOf(); class != admission.Reading {
			lines = append(lines, fmt.Sprint(class, " page ", p.ID))
		}
	}
	slices.Sort(lines)
	text := strings.Join(lines, "\n") + "\n"
	if os.Getenv("CLASSES") == "write" {
		if err := os.WriteFile(source.Path(t, file), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	if text != string(source.Read(t, file)) {
		t.Errorf("%s has other classes: CLASSES=write writes it", file)
	}
}

// No expensive call is in a class that payments or reads share.
func TestExpensiveCallsHaveTheirOwnClass(t *testing.T) {
	t.Parallel()
	a := testkit.New(t, "sqlite")
	described := a.HTTP.OpenAPI()
	hashes := map[string]bool{}
	for path, item := range described.Paths {
		if item.Post == nil || item.Post.RequestBody == nil || item.Post.RequestBody.Content["application/json"] == nil {
			continue
		}
		s := item.Post.RequestBody.Content["application/json"].Schema
		if s.Ref != "" {
			s = described.Components.Schemas.SchemaFromRef(s.Ref)
		}
		for name := range s.Properties {
			hashes[path] = hashes[path] || strings.Contains(strings.ToLower(name), "password")
		}
	}
	if len(hashes) < 12 {
		t.Errorf("only %d calls have a body", len(hashes))
	}
	drawn := []string{"/api/admin/run/{id}/file.pdf"} // an existing file
	for _, c := range a.HTTP.Calls() {
		class := c.ClassOf()
		switch {
		case hashes[c.Path] && c.Method == "POST" && class != admission.Logins && class != admission.Exports,
			c.Patient && class != admission.Exports,
			strings.HasSuffix(c.Path, ".pdf") && class != admission.Papers && !slices.Contains(drawn, c.Path),
			strings.Contains(c.Path, "upload") && c.Multipart && class != admission.Pictures:
			t.Errorf("%s %s is of class %s", c.Method, c.Path, class)
		}
	}
}
