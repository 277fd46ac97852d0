package main

import (
	"strings"
	"testing"

	"shanmen/internal/testkit/source"
)

// A change of the text that a mutant replaces is found here in a second; `make mutants` takes ten minutes.
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
