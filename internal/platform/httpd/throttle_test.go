package httpd_test

import (
	"context"
	"testing"
	"time"

	"shanmen/internal/base/clock"
	"shanmen/internal/platform/db"
	"shanmen/internal/platform/db/query"
	"shanmen/internal/platform/httpd"
	"shanmen/internal/testkit/template"
)

// A window begins with a key's first hit: the full quarter of the clock does not give a second allowance.
func TestARateLimitWindowStartsWithTheFirstHit(t *testing.T) {
	t.Parallel()
	for _, engine := range []string{"sqlite", "postgres"} {
		t.Run(engine, func(t *testing.T) {
			t.Parallel()
			d, err := db.Open(t.Context(), template.Tables.URL(t, engine, t.TempDir()))
			if err != nil {
				t.Fatal(err)
			}
			defer d.Close()
			const window = 15 * time.Minute
			first := time.Date(2026, 11, 21, 4, 14, 30, 0, time.UTC) // half a minute before the quarter hour
			write := func(fn func(ctx context.Context, tx *db.Tx) error) {
				t.Helper()
				if err := d.Write(t.Context(), fn); err != nil {
					t.Fatal(err)
				}
			}
			hit := func(at time.Time) (wait int) {
				t.Helper()
				write(func(ctx context.Context, tx *db.Tx) (err error) {
					wait, err = httpd.CountHit(ctx, tx, at, "k", 3, window)
					return err
				})
				return wait
			}
			takeBack := func(at time.Time) {
				t.Helper()
				write(httpd.Counted{Keys: []string{"k"}, At: at}.TakeBack)
			}
			for range 3 {
				if wait := hit(first); wait != 0 {
					t.Fatalf("within the limit: wait %d", wait)
				}
			}
			if wait := hit(first.Add(time.Minute)); wait != 14*60 {
				t.Errorf("beyond the limit, in the clock's next quarter: wait %d", wait)
			}
			if wait := hit(first.Add(window)); wait != 0 {
				t.Errorf("when the window is over: wait %d", wait)
			}
			// Hits counted in an expired window do not reduce the next one.
			takeBack(first)
			now, err := d.Read().ThrottleNow(t.Context(), query.ThrottleNowParams{Key: "k", Now: clock.MillisOf(first.Add(window))})
			if n := now.Hits; n != 1 || err != nil {
				t.Errorf("%d hits, %v", n, err)
			}
			// A window whose hits were all withdrawn is discarded: the next begins with the next hit.
			takeBack(first.Add(window))
			later := first.Add(window + 10*time.Minute)
			for range 3 {
				hit(later)
			}
			if wait := hit(later); wait != int(window/time.Second) {
				t.Errorf("after everything was taken back: wait %d", wait)
			}
		})
	}
}
