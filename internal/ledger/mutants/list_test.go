package main

import (
	"strings"
	"testing"

	"shanmen/internal/testkit/source"
)

// Checks in a second that the code replaced by each mutant exists; `make mutants` takes ten minutes.
func TestEveryMutantMatchesItsSourceFile(t *testing.T) {
	t.Parallel()
	if len(mutants) < 34 {
		t.Errorf("%d mutants are found", len(mutants))
	}
	for _, m := range mutants {
		if n := strings.Count(string(source.Read(t, m.file)), m.old); n != 1 {
			t.Errorf("%q stands %d times in %s", m.old, n, m.file)
		}
	}
}
