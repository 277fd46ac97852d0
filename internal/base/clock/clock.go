// Package clock is the only source of time, so that tests of expiry, numbering and reports can move it.
package clock

import (
	"sync"
	"time"
)

// Clock tells the time. Now is in UTC.
type Clock interface{ Now() time.Time }

// Real is the machine's clock.
type Real struct{}

// Now implements Clock.
func (Real) Now() time.Time { return time.Now().UTC() }

// Fake is a clock that moves only when told. It is safe for concurrent use.
type Fake struct {
	mu sync.Mutex
	at time.Time
}

// NewFake returns a clock set to t.
func NewFake(t time.Time) *Fake { return &Fake{at: t.UTC()} }

// Now implements Clock.
func (f *Fake) Now() time.Time {
	f.mu.Lock()
	defer f.mu.Unlock()
	return f.at
}

// Advance moves the clock by d.
func (f *Fake) Advance(d time.Duration) {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.at = f.at.Add(d)
}

// Set sets the clock to t.
func (f *Fake) Set(t time.Time) {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.at = t.UTC()
}

// Singapore is UTC+8 all year and has had no daylight saving since 1982, so no zone data is needed.
var Singapore = time.FixedZone("SGT", 8*60*60)

// Millis is a stored time: Unix milliseconds in UTC. 0 means "not yet".
type Millis int64

// MillisOf converts a time for storage; the zero time becomes 0.
func MillisOf(t time.Time) Millis {
	if t.IsZero() {
		return 0
	}
	return Millis(t.UnixMilli())
}

// Time returns the time in UTC.
func (m Millis) Time() time.Time { return time.UnixMilli(int64(m)).UTC() }

// Moment returns the Time, or nil for 0.
func (m Millis) Moment() *time.Time {
	if m == 0 {
		return nil
	}
	t := m.Time()
	return &t
}

// Add returns the time d later.
func (m Millis) Add(d time.Duration) Millis { return m + Millis(d.Milliseconds()) }

// MomentOf converts an optional time: nil stays nil.
func MomentOf(m *Millis) *time.Time {
	if m == nil {
		return nil
	}
	return m.Moment()
}
