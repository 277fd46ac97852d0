package office

import (
	"context"
	"math"
	"time"

	"shanmen/internal/clock"
	"shanmen/internal/db/query"
	"shanmen/internal/keyset"
	"shanmen/internal/payment"
)

// Figure is how many there are, and their sum.
type Figure struct {
	Count int64 `json:"count"`
	Sum   int64 `json:"sum" doc:"Cents"`
	More  bool  `json:"more" doc:"There are more than were counted"`
}

// Figures are what stands above the list of payments.
type Figures struct {
	Waiting       Figure             `json:"waiting"`
	ApprovedToday Figure             `json:"approvedToday" doc:"Sum of what was received"`
	RejectedToday Figure             `json:"rejectedToday"`
	Approved      Figure             `json:"approved"`
	Rejected      Figure             `json:"rejected"`
	Statements    []StatementFigures `json:"statements" doc:"One for each account of the temple's, that runs furthest first"`
}

// PaymentFigures adds up what waits, what was decided today and in all, and the statement's credits.
func (s *Service) PaymentFigures(ctx context.Context, _ *struct{}) (*Figures, error) {
	r := s.DB.Read()
	n, err := r.DeskWaitingCount(ctx, query.DeskWaitingCountParams{Before: math.MaxInt64})
	if err != nil {
		return nil, err
	}
	out := &Figures{Waiting: figure(n.Count, n.Amount)}
	y, m, d := s.Clock.Now().In(clock.Singapore).Date()
	midnight := clock.MillisOf(time.Date(y, m, d, 0, 0, 0, 0, clock.Singapore))
	for status, to := range map[string][2]*Figure{
		payment.Approved: {&out.ApprovedToday, &out.Approved},
		payment.Rejected: {&out.RejectedToday, &out.Rejected},
	} {
		today, err := r.DeskDecidedSince(ctx, query.DeskDecidedSinceParams{Status: status, Since: midnight})
		if err != nil {
			return nil, err
		}
		*to[0] = Figure{Count: today.Count, Sum: today.Amount}
		ever, err := r.DeskDecidedCount(ctx, query.DeskDecidedCountParams{Status: status, Before: math.MaxInt64})
		if err != nil {
			return nil, err
		}
		*to[1] = figure(ever.Count, ever.Amount)
	}
	out.Statements, err = statementFigures(ctx, r)
	return out, err
}

func figure(counted, sum int64) Figure {
	total, more := keyset.Total(counted)
	return Figure{Count: total, Sum: sum, More: more}
}
