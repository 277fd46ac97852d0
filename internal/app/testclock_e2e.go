//go:build e2e

package app

import (
	"context"
	"os"
	"time"

	"shanmen/internal/app/testclock"
	"shanmen/internal/base/clock"
	"shanmen/internal/platform/db"
)

func programClock() clock.Clock { return testclock.New(os.Getenv("CLOCK_AT")) }

func (a *App) testClockRoute() {
	c, ok := a.Clock.(*testclock.Clock)
	if !ok {
		return
	}
	a.HTTP.Handle("POST /test/clock", c.Route(func(ctx context.Context, to time.Time) error {
		return a.DB.Write(ctx, func(ctx context.Context, tx *db.Tx) error { return noteClock(ctx, tx, to) })
	}, a.Sweep))
}

// livedIn returns whether a new demonstration gets a history: only for the test that asks for one.
func livedIn() bool { return os.Getenv("DEMO_LIVED_IN") != "" }
