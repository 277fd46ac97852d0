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
	More  bool  `json:"more" doc:"There are more than were counted"`
}

// Figures are the numbers above the list of payments.
type Figures struct {
	Waiting       Figure             `json:"waiting"`
	ApprovedToday Figure             `json:"approvedToday" doc:"Sum of what was received"`
	RejectedToday Figure             `json:"rejectedToday"`
	Approved      Figure             `json:"approved"`
	Rejected      Figure             `json:"rejected"`
	Confirmed     Figure             `json:"confirmed" doc:"Those that wait, that the bank certainly has, and that nothing speaks against"`
	WithoutOrder  WithoutOrder       `json:"withoutOrder"`
	Undecided     Figure             `json:"undecided" doc:"Credits of the statements that nobody has decided about, those without an order among them"`
	FilesWait     int64              `json:"filesWait" doc:"Files of a bank that are not read, or not yet"`
	RowsUnread    int64              `json:"rowsUnread" doc:"Rows of the statements that were not read, and that nobody has looked at"`
	NotInBank     Figure             `json:"notInBank" doc:"Approved unseen, though the statements should tell of them by now"`
	Through       *time.Time         `json:"through,omitempty" doc:"Until when the statements run; absent without one"`
	Statements    []StatementFigures `json:"statements" doc:"One for each account of the temple's, that runs furthest first"`
}

// WithoutOrder is incoming money without an order.
type WithoutOrder struct {
	Figure
	StatementID string `json:"statementId,omitempty" doc:"Of the last statement with such a line"`
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
