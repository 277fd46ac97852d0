package app_test

import (
	"os"
	"regexp"
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
	named := regexp.MustCompile("`([^`]+)` \"([^\"]+)\"")
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
		if !quoted.MatchString(where) || !named.MatchString(tests) {
			t.Errorf("line %d names no file or no test: %s", i+1, cells[0])
		}
		for _, m := range named.FindAllStringSubmatch(tests, -1) {
			source, err := os.ReadFile(root + m[1])
			if err != nil || !strings.Contains(string(source), m[2]) {
				t.Errorf("line %d: %s has no test %q", i+1, m[1], m[2])
			}
		}
	}
	if statements < 100 {
		t.Errorf("%d statements were read: the page has lost its form", statements)
	}
}
