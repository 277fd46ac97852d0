// Package clock is the only source of time. Rules about expiry, numbering and reports can then be
// tested by moving it.
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

// Fake stands still until it is moved. It is safe for concurrent use.
type Fake struct {
	mu sync.Mutex
	at time.Time
}

// NewFake returns a clock that stands at t.
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

// Set puts the clock at t.
func (f *Fake) Set(t time.Time) {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.at = t.UTC()
}

// Singapore is UTC+8 all year and has had no daylight saving since 1982, so no zone data is needed.
var Singapore = time.FixedZone("SGT", 8*60*60)

// Millis is how moments are stored: Unix milliseconds in UTC. Of one that may not have come yet it is 0.
type Millis int64

// MillisOf is a moment as it is stored; 0 of the zero time.
func MillisOf(t time.Time) Millis {
	if t.IsZero() {
		return 0
	}
	return Millis(t.UnixMilli())
}

// Time is the moment, in UTC.
func (m Millis) Time() time.Time { return time.UnixMilli(int64(m)).UTC() }

// Moment is the Time, nil of a moment that has not come.
func (m Millis) Moment() *time.Time {
	if m == 0 {
		return nil
	}
	t := m.Time()
	return &t
}

// Add is the moment that is d later.
func (m Millis) Add(d time.Duration) Millis { return m + Millis(d.Milliseconds()) }

// MomentOf is the Moment of one that may be unknown: nil.
func MomentOf(m *Millis) *time.Time {
	if m == nil {
		return nil
	}
	return m.Moment()
}
