package db_test

import (
	"context"
	"testing"

	"shanmen/internal/platform/db"
)

// The gain of shared commits: compare ns/op of the two.
func BenchmarkGroupCommit(b *testing.B) {
	write := func(b *testing.B, d *db.DB) {
		if _, err := db.WriteValue(context.Background(), d, increment); err != nil {
			b.Error(err)
		}
	}
	for _, engine := range []string{"sqlite", "postgres"} {
		b.Run(engine+"/alone", func(b *testing.B) {
			d := open(b, address(b, engine))
			for b.Loop() {
				write(b, d)
			}
		})
		b.Run(engine+"/64 together", func(b *testing.B) {
			d := open(b, address(b, engine))
			b.SetParallelism(32)
			b.RunParallel(func(p *testing.PB) {
				for p.Next() {
					write(b, d)
				}
			})
		})
	}
}
