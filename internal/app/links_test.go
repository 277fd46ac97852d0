package app

import (
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// A link of the documents to a file of the repository leads to one.
func TestLinksOfTheDocumentsLeadToFiles(t *testing.T) {
	t.Parallel()
	link := regexp.MustCompile(`\]\(([^)#\s]+)[)#]`)
	seen := 0
	for _, pattern := range []string{"*.md", "docs/*.md", "docs/*/*.md", "bench/*.md"} {
		files, err := filepath.Glob("../../" + pattern)
		if err != nil {
			t.Fatal(err)
		}
		for _, file := range files {
			b, err := os.ReadFile(file)
			if err != nil {
				t.Fatal(err)
			}
			for _, m := range link.FindAllStringSubmatch(string(b), -1) {
				if strings.Contains(m[1], ":") { // an address
					continue
				}
				seen++
				if _, err := os.Stat(filepath.Join(filepath.Dir(file), m[1])); err != nil {
					t.Errorf("%s leads to %s, which does not exist", file, m[1])
				}
			}
		}
	}
	if seen < 50 {
		t.Errorf("only %d links were found: the test reads the wrong files", seen)
	}
}
