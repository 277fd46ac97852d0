package office

import (
	"context"
	"errors"
	"math"
	"time"

	"shanmen/internal/clock"
	"shanmen/internal/db"
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

// StatementFigures compares what came in, by the bank statement that runs furthest, with what was
// approved of the transfers of the same time.
type StatementFigures struct {
	From       time.Time `json:"from"`
	Through    time.Time `json:"through"`
	Credits    Figure    `json:"credits"`
	Approved   Figure    `json:"approved" doc:"By the time of the transfer, as its payer says"`
	Difference int64     `json:"difference" doc:"Cents that came in above what was approved; below 0 the other way"`
}

// Figures are what stands above the list of payments.
type Figures struct {
	Waiting       Figure            `json:"waiting"`
	ApprovedToday Figure            `json:"approvedToday" doc:"Sum of what was received"`
	RejectedToday Figure            `json:"rejectedToday"`
	Approved      Figure            `json:"approved"`
	Rejected      Figure            `json:"rejected"`
	Statement     *StatementFigures `json:"statement,omitempty"`
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
	midnight := time.Date(y, m, d, 0, 0, 0, 0, clock.Singapore).UnixMilli()
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
	out.Statement, err = statementFigures(ctx, r)
	return out, err
}

func statementFigures(ctx context.Context, r db.Reader) (*StatementFigures, error) {
	st, err := r.DeskStatement(ctx)
	if errors.Is(err, db.ErrNoRows) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	credits, err := r.DeskCredits(ctx, st.ID)
	if err != nil {
		return nil, err
	}
	approved, err := r.DeskTransferred(ctx, query.DeskTransferredParams{Since: st.FromAt, Through: st.ThroughAt})
	if err != nil {
		return nil, err
	}
	return &StatementFigures{
		From: clock.FromMillis(st.FromAt), Through: clock.FromMillis(st.ThroughAt),
		Credits: Figure{Count: credits.Count, Sum: credits.Amount}, Approved: Figure{Count: approved.Count, Sum: approved.Amount},
		Difference: credits.Amount - approved.Amount,
	}, nil
}

func figure(counted, sum int64) Figure {
	total, more := keyset.Total(counted)
	return Figure{Count: total, Sum: sum, More: more}
}
