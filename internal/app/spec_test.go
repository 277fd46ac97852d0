package app_test

import (
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"shanmen/internal/testkit/source"
)

// docs/spec.md names for every statement of the specification where it is implemented and which test covers it. A moved
// file or renamed test fails here, so that the document stays true.
func TestSpecificationNamesExistingFilesAndTests(t *testing.T) {
	page := source.Read(t, "docs/spec.md")
	quoted := regexp.MustCompile("`([^`]+)`")
	statements := 0
	for i, line := range strings.Split(string(page), "\n") {
		cells := strings.Split(strings.Trim(line, "|"), " | ")
		if !strings.HasPrefix(line, "| ") || len(cells) != 3 || strings.HasPrefix(cells[0], " Statement") || strings.HasPrefix(cells[0], " ---") {
			continue
		}
		statements++
		where, tests := cells[1], cells[2]
		for _, m := range quoted.FindAllStringSubmatch(where, -1) {
			if _, err := os.Stat(source.Path(t, m[1])); err != nil {
				t.Errorf("line %d: %s is not there", i+1, m[1])
			}
		}
		if !quoted.MatchString(where) {
			t.Errorf("line %d names no file: %s", i+1, cells[0])
		}
		namesTests(t, i+1, tests)
	}
	if statements < 129 {
		t.Errorf("%d statements were read: the page has lost its form", statements)
	}
}

var namedTest = regexp.MustCompile("`([^`]+)` \"([^\"]+)\"")

// namesTests fails unless a table cell names tests, `file` "name", all of which exist.
func namesTests(t *testing.T, line int, cell string) {
	t.Helper()
	found := namedTest.FindAllStringSubmatch(cell, -1)
	if len(found) == 0 {
		t.Errorf("line %d names no test", line)
	}
	for _, m := range found {
		name := m[2]
		if strings.HasSuffix(m[1], ".go") {
			name = "func " + name + "("
		}
		if text, err := os.ReadFile(source.Path(t, m[1])); err != nil || !strings.Contains(string(text), name) {
			t.Errorf("line %d: %s has no test %q", line, m[1], m[2])
		}
	}
}

// Files that the documents name must exist.
func TestDocumentsNameExistingFiles(t *testing.T) {
	t.Parallel()
	file := regexp.MustCompile("`([a-z0-9_.-]+(?:/[a-zA-Z0-9_.-]+)+\\.(?:go|sql|ts|tsx|js|mjs|sh|md|css))`")
	found := 0
	for _, page := range source.Documents(t) {
		if page == "CHANGELOG.md" { // it names files of old versions that may be gone
			continue
		}
		for _, m := range file.FindAllStringSubmatch(string(source.Read(t, page)), -1) {
			found++
			there := slices.ContainsFunc([]string{"", "internal/", "web/src/", "web/"}, func(in string) bool {
				_, err := os.Stat(source.Path(t, in+m[1]))
				return err == nil
			})
			if !there {
				t.Errorf("%s names %s, which is not there", page, m[1])
			}
		}
	}
	if found < 763 {
		t.Errorf("%d files were looked for: the documents have lost their form", found)
	}
}

// A file of the package that a package comment names exists.
func TestPackageCommentsNameExistingFiles(t *testing.T) {
	t.Parallel()
	file := regexp.MustCompile(`\b[a-z0-9_]+\.go\b`)
	found := 0
	for _, name := range source.Program(t) {
		comment, _, _ := strings.Cut(string(source.Read(t, name)), "\npackage ")
		if !strings.HasPrefix(comment, "// Package ") {
			continue
		}
		for _, other := range file.FindAllString(comment, -1) {
			found++
			if _, err := os.Stat(source.Path(t, filepath.Join(filepath.Dir(name), other))); err != nil {
				t.Errorf("the package comment in %s names %s, which is not there", name, other)
			}
		}
	}
	if found < 86 {
		t.Errorf("%d files were looked for: the package comments have lost their form", found)
	}
}
