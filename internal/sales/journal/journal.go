// Package journal closes months, and writes the journal of a month or day: debit and credit lines by account code, whose
// sums are those of the report to the cent.
//
// Closing (close.go) has the row of month_turn alone: nobody books while the journal is made (lines.go) and stored, and
// who waited is refused or books on a later day. A closed month is downloaded from the stored lines, so it is always the
// same file; any other period is computed by the same functions (file.go). Account codes are the temple's (codes.go).
package journal

import (
	"context"
	"fmt"
	"time"

	"shanmen/internal/base/clock"
	"shanmen/internal/base/locale"
	"shanmen/internal/base/money"
	"shanmen/internal/people/account"
	"shanmen/internal/platform/db"
	"shanmen/internal/platform/db/query"
	"shanmen/internal/platform/httpd"
	"shanmen/internal/sales/month"
	"shanmen/internal/sales/report"
)

// Service answers the calls about months and their journals.
type Service struct {
	DB       *db.DB
	Clock    clock.Clock
	Messages *locale.Messages
	Reports  *report.Service
}

// The states of a month.
const (
	Running = "running" // it has not ended
	Open    = "open"    // it has ended and is not closed
	Closed  = "closed"
)

// Closing is one closing of a month.
type Closing struct {
	ClosedAt   time.Time   `json:"closedAt"`
	ClosedBy   string      `json:"closedBy" doc:"Name"`
	Taken      money.Cents `json:"taken" doc:"Cents received, as reported when it was closed"`
	Back       money.Cents `json:"back" doc:"Cents refunded"`
	Lines      int64       `json:"lines" doc:"Lines of its journal"`
	SHA256     string      `json:"sha256" doc:"Of its journal as the general CSV file"`
	ReopenedAt *time.Time  `json:"reopenedAt,omitempty"`
	ReopenedBy string      `json:"reopenedBy,omitempty" doc:"Name"`
	Reason     string      `json:"reason,omitempty" doc:"Why it was opened again"`
}

// Month is a month of the accounts.
type Month struct {
	Month    string    `json:"month" doc:"2026-09"`
	State    string    `json:"state" enum:"running,open,closed"`
	Closings []Closing `json:"closings" doc:"Latest first; the first one counts if the month is closed"`
}

// Waits are things from before the end of a month that somebody should look at before it is closed. They refuse nothing.
type Waits struct {
	Receipts int64 `json:"receipts" doc:"Transfers to review"`
	Lines    int64 `json:"lines" doc:"Bank lines that are not decided"`
	Shifts   int64 `json:"shifts" doc:"Open shifts"`
	Refunds  int64 `json:"refunds" doc:"Refunds to transfer"`
	Excess   int64 `json:"excess" doc:"Overpayments to decide"`
}

// Next is the only month that can be closed now.
type Next struct {
	Month string `json:"month"`
	Waits Waits  `json:"waits"`
}

// Months are all months since money was booked first, latest first.
type Months struct {
	Items  []Month `json:"items"`
	Next   *Next   `json:"next,omitempty" doc:"Absent when every month that has ended is closed"`
	Reopen string  `json:"reopen,omitempty" doc:"The only month that can be opened again: the latest closed one"`
	Mine   bool    `json:"mine" doc:"The caller has closed it, so another person must open it"`
}

// List lists the months.
func (s *Service) List(ctx context.Context, _ *struct{}) (*Months, error) {
	r := s.DB.Read()
	out := &Months{Items: []Month{}}
	first, closed, err := bounds(ctx, r)
	if err != nil || first == 0 {
		return out, err
	}
	rows, err := r.MonthClosings(ctx)
	if err != nil {
		return nil, fmt.Errorf("closings: %w", err)
	}
	of := map[string][]query.ClosedMonth{}
	for _, c := range rows {
		of[c.Month] = append(of[c.Month], c)
	}
	names := map[string]string{}
	from, _ := month.Start(month.Of(first))
	now := s.Clock.Now()
	for at := from; !at.After(now); at = at.AddDate(0, 1, 0) {
		m := Month{Month: at.Format(month.Layout), State: Open, Closings: []Closing{}}
		switch ended := at.AddDate(0, 1, 0); {
		case clock.MillisOf(at) < closed:
			m.State = Closed
		case ended.After(now):
			m.State = Running
		case out.Next == nil:
			out.Next = &Next{Month: m.Month}
			if out.Next.Waits, err = waits(ctx, r, clock.MillisOf(ended)); err != nil {
				return nil, err
			}
		}
		for _, c := range of[m.Month] {
			one, err := closing(ctx, r, names, c)
			if err != nil {
				return nil, err
			}
			m.Closings = append(m.Closings, one)
			if m.State == Closed && c.ReopenedAt == 0 {
				out.Reopen, out.Mine = m.Month, c.ClosedBy == httpd.VisitorOf(ctx).UserID
			}
		}
		out.Items = append([]Month{m}, out.Items...)
	}
	return out, nil
}

// bounds are when money was booked first (0: never), and until when the accounts are closed (0: not at all).
func bounds(ctx context.Context, r db.Reader) (first, closed clock.Millis, err error) {
	at, err := r.MonthsFirstMoney(ctx)
	if err == nil {
		closed, err = r.MonthsClosedUntil(ctx)
	}
	if err != nil {
		return 0, 0, fmt.Errorf("months: %w", err)
	}
	return clock.Millis(at), closed, nil
}

func closing(ctx context.Context, r db.Reader, names map[string]string, c query.ClosedMonth) (Closing, error) {
	for _, id := range []string{c.ClosedBy, c.ReopenedBy} {
		if _, known := names[id]; known || id == "" {
			continue
		}
		name, err := account.NameOf(ctx, r, id)
		if err != nil {
			return Closing{}, err
		}
		names[id] = name
	}
	return Closing{
		ClosedAt: c.ClosedAt.Time(), ClosedBy: names[c.ClosedBy], Taken: c.Taken, Back: c.Back, Lines: c.Lines, SHA256: c.Sha256,
		ReopenedAt: c.ReopenedAt.Moment(), ReopenedBy: names[c.ReopenedBy], Reason: c.Reason,
	}, nil
}

// waits counts what was there before a moment and waits still.
func waits(ctx context.Context, r db.Reader, before clock.Millis) (Waits, error) {
	w, err := r.MonthWaits(ctx, before)
	if err != nil {
		return Waits{}, fmt.Errorf("what waits: %w", err)
	}
	return Waits{w.Receipts, w.Lines, w.Shifts, w.Refunds, w.Excess}, nil
}
