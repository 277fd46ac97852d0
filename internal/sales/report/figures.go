package report

import (
	"context"
	"errors"
	"fmt"
	"strconv"
	"time"

	"shanmen/internal/base/clock"
	"shanmen/internal/base/money"
	"shanmen/internal/platform/db"
	"shanmen/internal/platform/db/query"
)

// Waiting is the outstanding amount now.
type Waiting struct {
	Status string      `json:"status" enum:"awaiting-payment,under-verification,rejected"`
	Count  int64       `json:"count"`
	Amount money.Cents `json:"amount" doc:"Amount due in cents"`
	Oldest time.Time   `json:"oldest" doc:"When the oldest waiting order was placed"`
}

// Receipts are the receipt numbers issued in a period.
type Receipts struct {
	First   string `json:"first"`
	Last    string `json:"last"`
	Count   int64  `json:"count"`
	Missing int64  `json:"missing" doc:"Number of missing receipt numbers between first and last: always 0"`
	Voided  int64  `json:"voided" doc:"Number of these that are void now"`
}

// Reason is a refund reason with its sum.
type Reason struct {
	Reason string `json:"reason"`
	Sum
}

// Report is the report of a day or period.
type Report struct {
	From string `json:"from"`
	To   string `json:"to"`
	Takings
	Orders         Sum        `json:"orders" doc:"Orders placed in the period"`
	Expired        Sum        `json:"expired" doc:"Orders that expired unpaid in the period and were not reopened"`
	Cancelled      Sum        `json:"cancelled"`
	BackReasons    []Reason   `json:"backReasons"`
	Receipts       []Receipts `json:"receipts" doc:"Receipts issued in the period"`
	ReceiptsVoided int64      `json:"receiptsVoided" doc:"Receipts voided in the period, whenever issued"`
	Outstanding    []Waiting  `json:"outstanding" doc:"Outstanding at present"`
	HeldNow        Sum        `json:"heldNow" doc:"Undecided overpayments of any time"`
	MadeAt         time.Time  `json:"madeAt"`
}

// Get computes the report of a period.
func (s *Service) Get(ctx context.Context, in *Period) (*Report, error) {
	t, err := in.span(s.Clock.Now())
	if err != nil {
		return nil, err
	}
	r := s.DB.Read()
	takings, err := s.gather(ctx, r, t)
	if err != nil {
		return nil, err
	}
	out := &Report{From: in.From, To: in.To, Takings: *takings, MadeAt: s.Clock.Now()}
	for _, part := range []func(context.Context, db.Reader, span, *Report) error{orders, backReasons, receipts, outstanding} {
		if err := part(ctx, r, t, out); err != nil {
			return nil, fmt.Errorf("report: %w", err)
		}
	}
	return out, nil
}

func orders(ctx context.Context, r db.Reader, t span, out *Report) error {
	made, err := r.ReportOrders(ctx, query.ReportOrdersParams{Since: t.since, Before: t.before})
	if err != nil {
		return err
	}
	out.Orders = Sum{made.N, money.Cents(made.Amount)}
	ended, err := r.ReportEnded(ctx, query.ReportEndedParams{Since: t.since, Before: t.before})
	for _, e := range ended {
		switch e.Status {
		case "expired":
			out.Expired = Sum{e.N, money.Cents(e.Amount)}
		case "cancelled":
			out.Cancelled = Sum{e.N, money.Cents(e.Amount)}
		}
	}
	return err
}

func backReasons(ctx context.Context, r db.Reader, t span, out *Report) error {
	rows, err := r.ReportRefundReasons(ctx, query.ReportRefundReasonsParams{Since: t.since, Before: t.before})
	out.BackReasons = []Reason{}
	for _, x := range rows {
		out.BackReasons = append(out.BackReasons, Reason{x.Reason, Sum{x.N, money.Cents(x.Amount)}})
	}
	return err
}

func receipts(ctx context.Context, r db.Reader, t span, out *Report) error {
	rows, err := r.ReportReceipts(ctx, query.ReportReceiptsParams{Since: t.since, Before: t.before})
	if err != nil {
		return err
	}
	out.Receipts = []Receipts{}
	for _, x := range rows {
		have, err := r.ReportReceiptsBetween(ctx, query.ReportReceiptsBetweenParams{First: x.First, Last: x.Last})
		if err != nil {
			return err
		}
		first, bad := strconv.ParseInt(x.First[len(x.Series):], 10, 64)
		last, worse := strconv.ParseInt(x.Last[len(x.Series):], 10, 64)
		if err := errors.Join(bad, worse); err != nil {
			return fmt.Errorf("receipt number: %w", err)
		}
		out.Receipts = append(out.Receipts, Receipts{First: x.First, Last: x.Last, Count: x.N, Missing: last - first + 1 - have, Voided: x.VoidedSince})
	}
	out.ReceiptsVoided, err = r.ReportReceiptsVoided(ctx, query.ReportReceiptsVoidedParams{Since: t.since, Before: t.before})
	return err
}

func outstanding(ctx context.Context, r db.Reader, _ span, out *Report) error {
	rows, err := r.ReportOutstanding(ctx)
	if err != nil {
		return err
	}
	out.Outstanding = []Waiting{}
	for _, status := range []string{"awaiting-payment", "under-verification", "rejected"} {
		for _, x := range rows {
			if x.Status == status {
				out.Outstanding = append(out.Outstanding, Waiting{x.Status, x.N, money.Cents(x.Amount), clock.Millis(x.Oldest).Time()})
			}
		}
	}
	held, err := r.ReportHeld(ctx)
	out.HeldNow = Sum{held.N, money.Cents(held.Amount)}
	return err
}
