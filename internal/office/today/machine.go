package today

import (
	"context"
	"errors"
	"slices"
	"time"

	"shanmen/internal/base/clock"
	"shanmen/internal/base/lunar"
	"shanmen/internal/base/money"
	"shanmen/internal/platform/db"
	"shanmen/internal/platform/db/query"
	"shanmen/internal/platform/httpd"
	"shanmen/internal/sales/invoice"
)

// MachinePart is the state of one part of the machine.
type MachinePart struct {
	What    string     `json:"what" enum:"backup,check,proxy,files,disk,outbox,mail,texts,clock,replicas,version"`
	State   string     `json:"state" enum:"good,old,never,off,outside,away,slow,failing,paused,held,files,low,unknown,silent,differ,behind,damaged,untried,ahead,newer" doc:"For disk: \"files\" if the database is stored elsewhere"`
	Bad     bool       `json:"bad" doc:"Action is needed"`
	At      *time.Time `json:"at,omitempty" doc:"Time of the newest backup or of the last full verification, end of a pause, present time of the machine, or due time of the oldest job"`
	Count   int64      `json:"count" doc:"Number of due jobs, jobs given up (failing), replicas, outdated replicas (behind), damaged backup files, or backups of a newer program"`
	Version string     `json:"version,omitempty" doc:"For different replicas: all program versions"`
	Content int64      `json:"content,omitempty" doc:"For replicas: content version that they show"`
	Free    int64      `json:"free,omitempty" doc:"For disk: free bytes; for check: bytes that were free"`
	Size    int64      `json:"size,omitempty" doc:"For disk: total bytes; for the newest backup: its size in bytes, if known"`
	Needed  int64      `json:"needed,omitempty" doc:"For disk, and for a trial restore in check: bytes that should be free"`
}

// Yesterday is the treasurer's summary of yesterday, and the next invoice and receipt numbers.
type Yesterday struct {
	Came        money.Cents `json:"came" doc:"Cents received"`
	Orders      int64       `json:"orders"`
	Cash        money.Cents `json:"cash" doc:"Cents of these received in cash"`
	Back        money.Cents `json:"back" doc:"Refunded cents"`
	Refunds     int64       `json:"refunds"`
	NextInvoice string      `json:"nextInvoice"`
	NextReceipt string      `json:"nextReceipt"`
	// Receipts is set once there is one this year.
	Receipts *Numbers `json:"receipts,omitempty" doc:"This year's official receipts"`
	// Before is set if there was money on that day or earlier.
	Before *Takings `json:"before,omitempty" doc:"The same date a year earlier"`
	Year   *Years   `json:"year,omitempty" doc:"This year compared with the last; empty in the first year"`
}

// Numbers says whether a number series of this year is complete.
type Numbers struct {
	Given   int64 `json:"given" doc:"Number of receipt numbers used"`
	Missing int64 `json:"missing" doc:"Number of these without a receipt; should be 0"`
}

// Takings are the takings of a day.
type Takings struct {
	Day    string      `json:"day" doc:"2025-11-24"`
	Came   money.Cents `json:"came" doc:"Cents"`
	Orders int64       `json:"orders"`
}

// Years are the takings from 1 January to yesterday, and to the same date last year.
type Years struct {
	This  money.Cents `json:"this" doc:"Cents"`
	Last  money.Cents `json:"last" doc:"Cents"`
	Since string      `json:"since,omitempty" doc:"2025-03-03, when the first money of last year came in, where it is the first of all"`
}

func (s *Service) todayMachine(ctx context.Context, _ db.Reader, out *Today) (err error) {
	out.Machine, err = s.Machine(ctx)
	return err
}

// todayYesterday is for the treasurer.
func (s *Service) todayYesterday(ctx context.Context, r db.Reader, out *Today) error {
	day := lunar.DayOf(out.Now)
	since, before := clock.MillisOf(day.Add(-1).Time(0, 0)), clock.MillisOf(day.Time(0, 0))
	in, err := r.TodayTakings(ctx, query.TodayTakingsParams{Since: since, Before: before})
	if err != nil {
		return err
	}
	back, err := r.TodayBack(ctx, query.TodayBackParams{Since: since, Before: before})
	if err != nil {
		return err
	}
	y := &Yesterday{Came: money.Cents(in.Came), Orders: in.Orders, Cash: money.Cents(in.Cash), Back: money.Cents(back.Sum), Refunds: back.Count}
	if y.NextInvoice, err = invoice.Upcoming(ctx, r, invoice.SeriesInvoice, out.Now); err != nil {
		return err
	}
	if y.NextReceipt, err = invoice.Upcoming(ctx, r, invoice.SeriesReceipt, out.Now); err != nil {
		return err
	}
	issued, missing, err := s.receipts.Count(ctx, r, out.Now)
	if err != nil {
		return err
	}
	if issued > 0 {
		y.Receipts = &Numbers{issued, missing}
	}
	out.Yesterday = y
	return besideLastYear(ctx, r, day.Add(-1), y)
}

// todayShift reminds the counter to open a shift, and shows expected cash.
func todayShift(ctx context.Context, r db.Reader, out *Today) error {
	v := httpd.VisitorOf(ctx)
	if slices.Contains(v.Roles, "counter") { // others supervise shifts and have none of their own
		_, err := r.ShiftCurrent(ctx, v.UserID)
		if errors.Is(err, db.ErrNoRows) {
			out.wait("shift", 1, 0, 0)
		} else if err != nil {
			return err
		}
	}
	cash, err := r.TodayCash(ctx)
	out.wait("cash", cash.Count, cash.Since, money.Cents(cash.Sum))
	return err
}

// comesTomorrow returns whether tomorrow is the first or fifteenth of a lunar month.
func comesTomorrow(day lunar.Day) string {
	switch l, ok := lunar.FromSolar(day.Add(1)); {
	case ok && l.Day == 1:
		return "first"
	case ok && l.Day == 15:
		return "fifteenth"
	}
	return ""
}
