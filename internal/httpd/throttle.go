package httpd

import (
	"context"
	"time"

	"shanmen/internal/db"
	"shanmen/internal/db/query"
)

// CountHit counts one hit of key and returns how many seconds to wait when the limit is passed, else 0.
// A window begins with the first hit of its key, not with the clock's: nobody gains a second allowance by
// waiting for the full hour. Counters live in the database, so they hold on every replica. Count in a
// transaction of its own: a refusal must not take the count back.
func CountHit(ctx context.Context, tx *db.Tx, now time.Time, key string, limit int64, window time.Duration) (wait int, err error) {
	row, err := tx.CountThrottle(ctx, query.CountThrottleParams{Key: key, WindowStart: now.UnixMilli(), EndsAt: now.Add(window).UnixMilli()})
	if err != nil || row.Hits <= limit {
		return 0, err
	}
	return int((time.Duration(row.EndsAt-now.UnixMilli())*time.Millisecond + time.Second - 1) / time.Second), nil
}

// UncountHit takes back what CountHit counted at a time.
func UncountHit(ctx context.Context, tx *db.Tx, countedAt time.Time, key string) error {
	return tx.UncountThrottle(ctx, query.UncountThrottleParams{Key: key, CountedAt: countedAt.UnixMilli()})
}
