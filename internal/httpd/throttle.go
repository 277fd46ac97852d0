package httpd

import (
	"context"
	"time"

	"shanmen/internal/db"
	"shanmen/internal/db/query"
)

// CountHit counts one hit of key in the current window and returns how many seconds to wait when
// the limit is passed, else 0. Counters live in the database, so they hold on every replica. Count
// in a transaction of its own: a refusal must not take the count back.
func CountHit(ctx context.Context, tx *db.Tx, now time.Time, key string, limit int64, window time.Duration) (wait int, err error) {
	start := now.Truncate(window)
	end := start.Add(window)
	hits, err := tx.CountThrottle(ctx, query.CountThrottleParams{Key: key, WindowStart: start.UnixMilli(), EndsAt: end.UnixMilli()})
	if err != nil || hits <= limit {
		return 0, err
	}
	return int((end.Sub(now) + time.Second - 1) / time.Second), nil
}
