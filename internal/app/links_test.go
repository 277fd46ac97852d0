package app

import (
	"os"
	"path"
	"regexp"
	"strings"
	"testing"

	"shanmen/internal/testkit/source"
)

// A link in the documents to a file of the repository points to an existing file.
func TestLinksInDocumentsLeadToFiles(t *testing.T) {
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

// The introductory documents take half an hour to read.
func TestTheIntroductoryDocumentsAreShort(t *testing.T) {
	t.Parallel()
	words := 0
	for _, file := range []string{"README.md", "CONTRIBUTING.md", "docs/architecture.md", "docs/glossary.md"} {
		words += len(strings.Fields(string(source.Read(t, file))))
	}
	if words > 6000 {
		t.Errorf("%d words: details belong in the package comment, or on a page of their own", words)
	}
}
