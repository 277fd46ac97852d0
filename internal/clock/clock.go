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

// Millis is how times are stored: Unix milliseconds in UTC.
func Millis(t time.Time) int64 { return t.UnixMilli() }

// FromMillis is the inverse of Millis.
func FromMillis(ms int64) time.Time { return time.UnixMilli(ms).UTC() }

// Moment is FromMillis for a moment that is 0 before it has come: nil then.
func Moment(ms int64) *time.Time {
	if ms == 0 {
		return nil
	}
	t := FromMillis(ms)
	return &t
}

// MomentOf is FromMillis for a moment that may be unknown: nil.
func MomentOf(ms *int64) *time.Time {
	if ms == nil {
		return nil
	}
	return Moment(*ms)
}
