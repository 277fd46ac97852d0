// Package testclock is the clock of the build for browser tests (tag e2e), which cannot wait for holds, codes and
// invoices to expire. Releases do not contain it.
package testclock

import (
	"context"
	"encoding/json"
	"net"
	"net/http"
	"net/netip"
	"sync/atomic"
	"time"

	"shanmen/internal/platform/httpd"
)

// Clock is the machine's clock, moved ahead by tests.
type Clock struct{ ahead atomic.Int64 }

// New makes a clock that starts at a given time (RFC 3339), so that results which depend on the seed's date are the
// same every day. Without a time it starts now.
func New(at string) *Clock {
	c := &Clock{}
	if at, err := time.Parse(time.RFC3339, at); err == nil {
		c.set(at)
	}
	return c
}

// Now implements clock.Clock.
func (c *Clock) Now() time.Time { return time.Now().UTC().Add(time.Duration(c.ahead.Load())) }

func (c *Clock) set(at time.Time) { c.ahead.Store(int64(time.Until(at))) }

type move struct {
	Advance string    `json:"advance"` // as time.ParseDuration reads: "31s"
	Set     time.Time `json:"set"`
	Work    bool      `json:"work"` // runs at once the jobs that would have run in between
}

// target is the time to which the request moves the clock.
func (c *Clock) target(m move) (time.Time, error) {
	if !m.Set.IsZero() {
		return m.Set, nil
	}
	d, err := time.ParseDuration(m.Advance)
	return c.Now().Add(d), err
}

// Route lets clients on this machine move the clock: {"advance": "31s"} or {"set": "2026-11-28T04:00:00Z"}, and with
// "work" run the jobs that otherwise run within a minute. note is called with the new time before the clock changes, so
// that no job sees an unconfirmed jump.
func (c *Clock) Route(note func(context.Context, time.Time) error, work func(context.Context) error) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if !fromThisMachine(r) {
			http.NotFound(w, r)
			return
		}
		var m move
		if err := json.NewDecoder(http.MaxBytesReader(w, r.Body, 1<<10)).Decode(&m); err != nil {
			http.Error(w, err.Error(), http.StatusBadRequest)
			return
		}
		to, err := c.target(m)
		if err != nil {
			http.Error(w, err.Error(), http.StatusBadRequest)
			return
		}
		if err = note(r.Context(), to); err == nil {
			c.set(to)
			if m.Work {
				err = work(r.Context())
			}
		}
		if err != nil {
			http.Error(w, err.Error(), http.StatusInternalServerError)
			return
		}
		httpd.WriteJSON(w, "no-store", map[string]time.Time{"now": c.Now()})
	})
}

func fromThisMachine(r *http.Request) bool {
	host, _, err := net.SplitHostPort(r.RemoteAddr)
	if err != nil {
		return false
	}
	addr, err := netip.ParseAddr(host)
	return err == nil && addr.IsLoopback()
}
