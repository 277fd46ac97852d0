package app_test

import (
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// docs/spec.md says of every statement of the specification where it lives and which test shows it.
// A file that moved or a test that was renamed fails here, so that the page stays true.
func TestSpecificationNamesWhatExists(t *testing.T) {
	const root = "../../"
	page, err := os.ReadFile(root + "docs/spec.md")
	if err != nil {
		t.Fatal(err)
	}
	quoted := regexp.MustCompile("`([^`]+)`")
	statements := 0
	for i, line := range strings.Split(string(page), "\n") {
		cells := strings.Split(strings.Trim(line, "|"), " | ")
		if !strings.HasPrefix(line, "| ") || len(cells) != 3 || strings.HasPrefix(cells[0], " Statement") || strings.HasPrefix(cells[0], " ---") {
			continue
		}
		statements++
		where, tests := cells[1], cells[2]
		if strings.TrimSpace(tests) == "members issue" {
			continue
		}
		for _, m := range quoted.FindAllStringSubmatch(where, -1) {
			if _, err := os.Stat(root + m[1]); err != nil {
				t.Errorf("line %d: %s is not there", i+1, m[1])
			}
		}
		if !quoted.MatchString(where) {
			t.Errorf("line %d names no file: %s", i+1, cells[0])
		}
		namesTests(t, root, i+1, tests)
	}
	if statements < 100 {
		t.Errorf("%d statements were read: the page has lost its form", statements)
	}
}

var namedTest = regexp.MustCompile("`([^`]+)` \"([^\"]+)\"")

// namesTests fails unless a cell of a line names tests, `file` "name", all of which are there.
func namesTests(t *testing.T, root string, line int, cell string) {
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
		if source, err := os.ReadFile(root + m[1]); err != nil || !strings.Contains(string(source), name) {
			t.Errorf("line %d: %s has no test %q", line, m[1], m[2])
		}
	}
}

// Files that the documents name must be there: a page that points at nothing is believed by the next reader.
func TestDocumentsNameFilesThatExist(t *testing.T) {
	t.Parallel()
	const root = "../../"
	pages, err := filepath.Glob(root + "docs/*.md")
	if err != nil {
		t.Fatal(err)
	}
	decisions, err := filepath.Glob(root + "docs/adr/*.md")
	if err != nil {
		t.Fatal(err)
	}
	pages = append(append(pages, decisions...), root+"README.md", root+"CONTRIBUTING.md")
	file := regexp.MustCompile("`([a-z0-9_.-]+(?:/[a-zA-Z0-9_.-]+)+\\.(?:go|sql|ts|tsx|js|mjs|sh|md|css))`")
	found := 0
	for _, page := range pages {
		text, err := os.ReadFile(page)
		if err != nil {
			t.Fatal(err)
		}
		for _, m := range file.FindAllStringSubmatch(string(text), -1) {
			found++
			there := slices.ContainsFunc([]string{"", "internal/", "web/src/", "web/"}, func(in string) bool {
				_, err := os.Stat(root + in + m[1])
				return err == nil
			})
			if !there {
				t.Errorf("%s names %s, which is not there", strings.TrimPrefix(page, root), m[1])
			}
		}
	}
	if found < 50 {
		t.Errorf("%d files were looked for: the documents have lost their form", found)
	}
}
