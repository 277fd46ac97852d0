package invoice

import (
	"context"
	"errors"
	"fmt"
	"sync/atomic"
	"time"

	"shanmen/internal/base/clock"
	"shanmen/internal/offer/content"
	"shanmen/internal/platform/db"
	"shanmen/internal/platform/db/query"
)

// ReceiptNumbers counts the official receipts of a year. A large temple has 100,000, and receipts are never deleted, so
// numbers that were complete are not counted again on the same day. The zero value is ready.
type ReceiptNumbers struct {
	last atomic.Pointer[completeNumbers]
}

// completeNumbers is how far the numbers of a series were complete on a day in Singapore.
type completeNumbers struct {
	day, series string
	upTo        int64
}

// Count returns how many numbers were issued this year, and how many of them have no receipt. Numbers are unique and never
// reused, so none is missing if there are as many receipts as numbers.
func (c *ReceiptNumbers) Count(ctx context.Context, r db.Reader, at time.Time) (issued, missing int64, err error) {
	at = at.In(clock.Singapore)
	prefix, err := content.Prefix(ctx, r, SeriesReceipt)
	if err != nil {
		return 0, 0, err
	}
	now := completeNumbers{day: at.Format(time.DateOnly), series: fmt.Sprintf("%s-%04d-", prefix, at.Year())}
	if was := c.last.Load(); was != nil && was.day == now.day && was.series == now.series {
		now.upTo = was.upTo
	}
	for {
		row, err := r.ReceiptNumbers(ctx, query.ReceiptNumbersParams{
			Series: prefix, Year: int64(at.Year()), After: numberOf(prefix, at.Year(), now.upTo), Start: now.series,
		})
		if errors.Is(err, db.ErrNoRows) {
			return 0, 0, nil
		}
		if err != nil {
			return 0, 0, fmt.Errorf("numbers of receipts: %w", err)
		}
		missing = row.Last - now.upTo - row.Papers
		switch {
		case missing == 0:
			now.upTo = row.Last
			c.last.Store(&now)
			return row.Last, 0, nil
		case now.upTo == 0:
			return row.Last, missing, nil
		}
		now.upTo = 0 // count all of them
	}
}
