package desk

import (
	"cmp"
	"context"
	"math"
	"time"

	"shanmen/internal/base/clock"
	"shanmen/internal/base/keyset"
	"shanmen/internal/platform/db"
	"shanmen/internal/platform/db/query"
	"shanmen/internal/sales/payment"
)

// Figure is a count and a sum.
type Figure struct {
	Count int64 `json:"count"`
	Sum   int64 `json:"sum" doc:"Cents"`
	More  bool  `json:"more" doc:"The count stopped at its limit; there are more"`
}

// Figures are the numbers above the list of payments.
type Figures struct {
	Waiting       Figure             `json:"waiting"`
	ApprovedToday Figure             `json:"approvedToday" doc:"Sum of the amounts received, in cents"`
	RejectedToday Figure             `json:"rejectedToday"`
	Approved      Figure             `json:"approved"`
	Rejected      Figure             `json:"rejected"`
	Confirmed     Figure             `json:"confirmed" doc:"Pending payments confirmed by a bank statement with certainty and without conflict"`
	WithoutOrder  WithoutOrder       `json:"withoutOrder"`
	Undecided     Figure             `json:"undecided" doc:"Undecided credits on statements, including those without an order"`
	FilesWait     int64              `json:"filesWait" doc:"Bank files that failed to be read, or are not read yet"`
	RowsUnread    int64              `json:"rowsUnread" doc:"Statement rows that could not be read and that nobody has checked"`
	NotInBank     Figure             `json:"notInBank" doc:"Approved payments that should be on a statement by now, but are not"`
	Through       *time.Time         `json:"through,omitempty" doc:"End of the period covered by statements; absent without statements"`
	Statements    []StatementFigures `json:"statements" doc:"Latest statement of each bank account, the most recent first"`
}

// WithoutOrder is incoming money without an order.
type WithoutOrder struct {
	Figure
	StatementID string `json:"statementId,omitempty" doc:"Last statement with such a line"`
}

// Figures sums what waits, what was decided today and in total, and the statements' credits.
func (s *Service) Figures(ctx context.Context, _ *struct{}) (*Figures, error) {
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
	if err := bankFigures(ctx, r, out); err != nil {
		return nil, err
	}
	out.Statements, err = statementFigures(ctx, r)
	return out, err
}

func figure(counted, sum int64) Figure {
	total, more := keyset.Total(counted)
	return Figure{Count: total, Sum: sum, More: more}
}

// bankFigures adds what the bank confirms, and what explains the difference between bank and desk.
func bankFigures(ctx context.Context, r db.Reader, out *Figures) error {
	through, err := r.BankThrough(ctx)
	if err != nil {
		return err
	}
	out.Through = clock.Millis(through).Moment()
	confirmed, err := r.DeskConfirmed(ctx, int64(large))
	if err != nil {
		return err
	}
	for _, p := range confirmed {
		out.Confirmed.Count++
		out.Confirmed.Sum += int64(p.Amount)
	}
	lines, err := r.DeskWithoutOrder(ctx)
	if err != nil {
		return err
	}
	for _, l := range lines {
		out.WithoutOrder.StatementID = cmp.Or(out.WithoutOrder.StatementID, l.StatementID)
		out.WithoutOrder.Count += l.Lines
		out.WithoutOrder.Sum += l.Amount
	}
	undecided, err := r.DeskUndecided(ctx)
	if err != nil {
		return err
	}
	out.Undecided = Figure{Count: undecided.Count, Sum: undecided.Amount}
	files, err := r.DeskFilesWaiting(ctx)
	if err != nil {
		return err
	}
	out.FilesWait = int64(len(files))
	rows, err := r.DeskRowsUnread(ctx)
	if err != nil {
		return err
	}
	out.RowsUnread = rows.Count
	if through == 0 {
		return nil
	}
	missing, err := r.DeskUnseenCount(ctx, query.DeskUnseenCountParams{Before: math.MaxInt64, Told: through})
	out.NotInBank = figure(missing.Count, missing.Amount)
	return err
}
