package counter

import (
	"context"
	"fmt"
	"math"
	"time"

	"shanmen/internal/base/clock"
	"shanmen/internal/base/keyset"
	"shanmen/internal/base/money"
	"shanmen/internal/platform/db/query"
)

// WalkInRow is a counter order that waits for its transfer.
type WalkInRow struct {
	ID           string      `json:"id" doc:"Invoice id"`
	Number       string      `json:"number"`
	Reference    string      `json:"paymentReference"`
	Payer        string      `json:"payer"`
	PayerChinese string      `json:"payerChinese"`
	Mobile       string      `json:"mobile"`
	Due          money.Cents `json:"due" doc:"Cents"`
	CreatedAt    time.Time   `json:"createdAt"`
}

// WalkInRows is a page of them, newest first.
type WalkInRows struct {
	Items []WalkInRow `json:"items"`
	Next  string      `json:"next,omitempty" doc:"Cursor of the next page: send it as after"`
	Total int64       `json:"total" doc:"Exact up to 10,000"`
	More  bool        `json:"more" doc:"True if there are more results than total"`
}

type walkInsIn struct{ keyset.Ask }

// WaitingWalkIns lists today's counter orders (Singapore time) without a screenshot or a bank line yet.
func (s *Service) WaitingWalkIns(ctx context.Context, in *walkInsIn) (*WalkInRows, error) {
	after, err := keyset.Parse(in.After)
	if err != nil {
		return nil, err
	}
	if in.After == "" {
		after.At = math.MaxInt64
	}
	r, now := s.DB.Read(), s.Clock.Now().In(clock.Singapore)
	today := clock.MillisOf(time.Date(now.Year(), now.Month(), now.Day(), 0, 0, 0, 0, clock.Singapore))
	out := &WalkInRows{Items: []WalkInRow{}}
	if in.Total() {
		counted, err := r.WalkInsWaitingCount(ctx, today)
		if err != nil {
			return nil, fmt.Errorf("waiting walk-ins: %w", err)
		}
		out.Total, out.More = keyset.Total(counted)
	}
	if !in.Rows() {
		return out, nil
	}
	rows, err := r.WalkInsWaiting(ctx, query.WalkInsWaitingParams{Since: today, Before: after.At, BeforeID: after.ID, Most: in.Limit + 1})
	if err != nil {
		return nil, fmt.Errorf("waiting walk-ins: %w", err)
	}
	for i, v := range rows {
		if int64(i) == in.Limit {
			last := rows[i-1]
			out.Next = keyset.Key{At: last.CreatedAt, ID: last.ID}.String()
			break
		}
		out.Items = append(out.Items, WalkInRow{
			ID: v.ID, Number: v.Number, Reference: v.PaymentReference, Payer: v.PayerName, PayerChinese: v.PayerChinese, Mobile: v.PayerMobile,
			Due: max(0, v.SubTotal-v.Paid), CreatedAt: v.CreatedAt.Time(),
		})
	}
	return out, nil
}
