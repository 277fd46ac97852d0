package testkit_test

import (
	"testing"

	"shanmen/internal/testkit"
)

// BenchmarkStart is what each test pays before its first line: a copied database, and the program on it.
func BenchmarkStart(b *testing.B) {
	for _, engine := range []string{"sqlite", "postgres"} {
		b.Run(engine, func(b *testing.B) {
			for b.Loop() {
				testkit.New(b, engine)
			}
		})
	}
}
