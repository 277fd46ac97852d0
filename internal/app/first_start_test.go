package app_test

import (
	"testing"
	"time"

	"shanmen/internal/testkit"
)

// A first start creates tables, a temple and accounts. Killed at any moment, it is completed by the next start: a
// partial demonstration is never taken for a real temple.
func TestAKilledFirstStartIsCompletedByTheNext(t *testing.T) {
	if testkit.InProcess() {
		return
	}
	const moments = 12
	for _, engine := range []string{"sqlite", "postgres"} {
		t.Run(engine, func(t *testing.T) {
			began := time.Now()
			p := testkit.Begin(t, testkit.EmptyPlace(t, engine))
			if _, open := p.Open(); !open {
				t.Fatal("it does not start at all")
			}
			whole := time.Since(began)
			p.Kill()
			for i := range moments {
				place := testkit.EmptyPlace(t, engine)
				p := testkit.Begin(t, place)
				<-time.After(whole * time.Duration(i+1) / (moments + 1))
				p.Kill()
				a := testkit.At(t, place) // fails when it does not start
				if n := a.Count(t, "SELECT count(*) FROM settings WHERE key = 'demo'"); n != 1 {
					t.Errorf("killed at moment %d: %d marks of a demonstration", i, n)
				}
				if n := a.Count(t, "SELECT count(*) FROM users"); n != 6 {
					t.Errorf("killed at moment %d: %d accounts", i, n)
				}
				a.Staff(t, "treasurer")
			}
		})
	}
}
