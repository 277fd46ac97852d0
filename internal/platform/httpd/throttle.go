package httpd

import (
	"context"
	"net/netip"
	"time"

	"shanmen/internal/base/clock"
	"shanmen/internal/platform/db"
	"shanmen/internal/platform/db/query"
)

// CountHit counts one hit of key and returns how many seconds to wait when the limit is passed, else 0.
// A window begins with the first hit of its key, not with the clock's: nobody gains a second allowance by
// waiting for the full hour. Counters live in the database, so they hold on every replica. Count in a
// transaction of its own: a refusal must not take the count back.
func CountHit(ctx context.Context, tx *db.Tx, now time.Time, key string, limit int64, window time.Duration) (wait int, err error) {
	row, err := tx.CountThrottle(ctx, query.CountThrottleParams{Key: key, WindowStart: clock.MillisOf(now), EndsAt: clock.MillisOf(now.Add(window))})
	if err != nil || row.Hits <= limit {
		return 0, err
	}
	return int((time.Duration(row.EndsAt-clock.MillisOf(now))*time.Millisecond + time.Second - 1) / time.Second), nil
}

// widestNetwork is how many networks an address is counted by at most.
const widestNetwork = 3

// Networks are what limits count a visitor by: the address, and of IPv6 the networks of 64, 56 and 48 bits around
// it. One household has all addresses of the first, and often many networks of the last.
func Networks(ip string) []string {
	a, err := netip.ParseAddr(ip)
	if err != nil {
		return []string{ip}
	}
	if a = a.Unmap().WithZone(""); a.Is4() {
		return []string{a.String()}
	}
	var out []string
	for _, bits := range []int{64, 56, 48} {
		p, _ := a.Prefix(bits)
		out = append(out, p.String())
	}
	return out
}

// NetworkKeys are the counters of something for the visitor's networks. Each wider one may do twice as much as the
// one before.
func NetworkKeys(ctx context.Context, what string) []string {
	keys := Networks(ClientIP(ctx))
	for i := range keys {
		keys[i] = what + " " + keys[i]
	}
	return keys
}

// CountNetwork is CountHit for the visitor's networks, limit being that of the narrowest. It counts all of them,
// and returns the longest wait.
func CountNetwork(ctx context.Context, tx *db.Tx, now time.Time, what string, limit int64, window time.Duration) (wait int, err error) {
	for i, key := range NetworkKeys(ctx, what) {
		over, err := CountHit(ctx, tx, now, key, limit<<i, window)
		if err != nil {
			return 0, err
		}
		wait = max(wait, over)
	}
	return wait, nil
}

// Counted is what a call has counted under some keys, so that it can be taken back.
type Counted struct {
	Keys []string
	At   time.Time // when it was counted
}

// TakeBack takes it back, as if it had never been counted.
func (c Counted) TakeBack(ctx context.Context, tx *db.Tx) error {
	for _, key := range c.Keys {
		if err := tx.UncountThrottle(ctx, query.UncountThrottleParams{Key: key, CountedAt: c.At.UnixMilli()}); err != nil {
			return err
		}
	}
	return nil
}
