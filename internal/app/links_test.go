package app

import (
	"os"
	"path"
	"regexp"
	"strings"
	"testing"

	"shanmen/internal/testkit/source"
)

// A link of the documents to a file of the repository leads to one.
func TestLinksOfTheDocumentsLeadToFiles(t *testing.T) {
	t.Parallel()
	link := regexp.MustCompile(`\]\(([^)#\s]+)[)#]`)
	seen := 0
	for _, file := range source.Documents(t) {
		for _, m := range link.FindAllStringSubmatch(string(source.Read(t, file)), -1) {
			if strings.Contains(m[1], ":") { // an address
				continue
			}
			seen++
			if _, err := os.Stat(source.Path(t, path.Join(path.Dir(file), m[1]))); err != nil {
				t.Errorf("%s leads to %s, which does not exist", file, m[1])
			}
		}
	}
	if seen < 138 {
		t.Errorf("only %d links were found: the test reads the wrong files", seen)
	}
}
