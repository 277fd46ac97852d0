//go:build e2e

package app

import (
	"context"
	"encoding/json"
	"net"
	"net/http"
	"net/netip"
	"os"
	"sync/atomic"
	"time"

	"shanmen/internal/clock"
	"shanmen/internal/db"
	"shanmen/internal/httpd"
)

// testClock is the machine's clock, moved ahead by browser tests that cannot wait.
type testClock struct{ ahead atomic.Int64 }

// programClock begins where CLOCK_AT says (RFC 3339): what depends on the day of the seed is then the same every day.
func programClock() clock.Clock {
	c := &testClock{}
	if at, err := time.Parse(time.RFC3339, os.Getenv("CLOCK_AT")); err == nil {
		c.ahead.Store(int64(time.Until(at)))
	}
	return c
}

// Now implements clock.Clock.
func (c *testClock) Now() time.Time { return time.Now().UTC().Add(time.Duration(c.ahead.Load())) }

type clockMove struct {
	Advance string    `json:"advance"` // as time.ParseDuration reads: "31s"
	Set     time.Time `json:"set"`
	Work    bool      `json:"work"` // does at once what the time between would have brought
}

// target is the moment that a move leads to.
func (c *testClock) target(m clockMove) (time.Time, error) {
	if !m.Set.IsZero() {
		return m.Set, nil
	}
	d, err := time.ParseDuration(m.Advance)
	return c.Now().Add(d), err
}

// moveClock notes the moment before the clock stands there, so that housekeeping never meets a jump that nobody confirmed.
func (a *App) moveClock(ctx context.Context, c *testClock, m clockMove) error {
	to, err := c.target(m)
	if err != nil {
		return err
	}
	if err := a.DB.Write(ctx, func(ctx context.Context, tx *db.Tx) error { return noteClock(ctx, tx, to) }); err != nil {
		return err
	}
	c.ahead.Store(int64(time.Until(to)))
	return nil
}

// testClockRoute lets this machine alone move the clock: {"advance": "31s"} or {"set": "2026-11-28T04:00:00Z"},
// and with "work" do the jobs that otherwise come within a minute.
func (a *App) testClockRoute() {
	c, ok := a.Clock.(*testClock)
	if !ok {
		return
	}
	a.HTTP.Handle("POST /test/clock", http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if !fromThisMachine(r) {
			http.NotFound(w, r)
			return
		}
		var m clockMove
		err := json.NewDecoder(http.MaxBytesReader(w, r.Body, 1<<10)).Decode(&m)
		if err == nil {
			err = a.moveClock(r.Context(), c, m)
		}
		if err != nil {
			http.Error(w, err.Error(), http.StatusBadRequest)
			return
		}
		if m.Work {
			err = a.Sweep(r.Context())
		}
		if err != nil {
			http.Error(w, err.Error(), http.StatusInternalServerError)
			return
		}
		httpd.WriteJSON(w, "no-store", map[string]time.Time{"now": c.Now()})
	}))
}

func fromThisMachine(r *http.Request) bool {
	host, _, err := net.SplitHostPort(r.RemoteAddr)
	if err != nil {
		return false
	}
	addr, err := netip.ParseAddr(host)
	return err == nil && addr.IsLoopback()
}

// livedIn tells whether a new demonstration is lived in: for the test that asks for it.
func livedIn() bool { return os.Getenv("DEMO_LIVED_IN") != "" }
