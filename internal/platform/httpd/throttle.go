package httpd

import (
	"context"
	"net/netip"
	"time"

	"shanmen/internal/base/clock"
	"shanmen/internal/platform/db"
	"shanmen/internal/platform/db/query"
)

// CountHit counts one hit of key and returns the seconds to wait if the limit is exceeded, else 0. A window starts with
// its key's first hit, not at a full hour, so that waiting for the hour gains nothing. Counters are in the database, so
// they apply to every replica. Count in a separate transaction: a refusal must not roll the count back.
func CountHit(ctx context.Context, tx *db.Tx, now time.Time, key string, limit int64, window time.Duration) (wait int, err error) {
	row, err := tx.CountThrottle(ctx, query.CountThrottleParams{Key: key, WindowStart: clock.MillisOf(now), EndsAt: clock.MillisOf(now.Add(window))})
	if err != nil || row.Hits <= limit {
		return 0, err
	}
	return int((time.Duration(row.EndsAt-clock.MillisOf(now))*time.Millisecond + time.Second - 1) / time.Second), nil
}

// widestNetwork is the maximum number of networks for which an address counts.
const widestNetwork = 3

// Networks lists what limits count a visitor by: the address, and for IPv6 the surrounding networks of 64, 56 and 48
// bits. A household has all addresses of the first, and often many networks of the last.
func Networks(ip string) []string {
	a, err := netip.ParseAddr(ip)
	if err != nil {
		return []string{ip}
	}
	if a.Is4() { // netip accepts one spelling only
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

// NetworkKeys are the counters for the visitor's networks. Each wider one has twice the limit of the one before.
func NetworkKeys(ctx context.Context, what string) []string {
	keys := Networks(ClientIP(ctx))
	for i := range keys {
		keys[i] = what + " " + keys[i]
	}
	return keys
}

// CountNetwork is CountHit for the visitor's networks, with limit for the narrowest. It counts all of them, and returns
// the longest wait.
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

// Counted records a call's hits, so that they can be reverted.
type Counted struct {
	Keys []string
	At   time.Time // time of the count
}

// TakeBack reverts the hits.
func (c Counted) TakeBack(ctx context.Context, tx *db.Tx) error {
	for _, key := range c.Keys {
		if err := tx.UncountThrottle(ctx, query.UncountThrottleParams{Key: key, CountedAt: c.At.UnixMilli()}); err != nil {
			return err
		}
	}
	return nil
}
