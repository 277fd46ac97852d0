package testkit_test

import (
	"testing"

	"shanmen/internal/testkit"
)

// BenchmarkStart is the start-up time of each test: copying a database, and starting the program on it.
func BenchmarkStart(b *testing.B) {
	for _, engine := range []string{"sqlite", "postgres"} {
		b.Run(engine, func(b *testing.B) {
			for b.Loop() {
				testkit.New(b, engine)
			}
		})
	}
}
