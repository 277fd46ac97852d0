package report

import (
	"cmp"
	"context"
	"fmt"
	"math"
	"slices"
	"time"

	"shanmen/internal/base/clock"
	"shanmen/internal/base/keyset"
	"shanmen/internal/base/money"
	"shanmen/internal/platform/db"
	"shanmen/internal/platform/db/query"
	"shanmen/internal/platform/httpd"
)

// FigureRow is a payment, refund, receipt or ended order behind a figure.
type FigureRow struct {
	ID           string      `json:"id"`
	At           time.Time   `json:"at"`
	InvoiceID    string      `json:"invoiceId,omitempty" doc:"Absent: money without an order"`
	Number       string      `json:"number,omitempty" doc:"Order number"`
	Payer        string      `json:"payer"`
	PayerChinese string      `json:"payerChinese"`
	Method       string      `json:"method,omitempty" enum:"cash,paynow"`
	Amount       money.Cents `json:"amount" doc:"Cents; for a receipt or order its total"`
	Excess       money.Cents `json:"excess,omitempty" doc:"Part of the amount that is an overpayment"`
	Unseen       bool        `json:"unseen,omitempty"`
	Reason       string      `json:"reason,omitempty" doc:"Reason of a refund; \"adjusted\" for money of a closed month that was undone"`
	OfMonth      string      `json:"ofMonth,omitempty" doc:"Closed month that the money belongs to, 2026-09"`
	Receipt      string      `json:"receipt,omitempty" doc:"Number of an official receipt"`
	VoidedAt     *time.Time  `json:"voidedAt,omitempty"`
	Clerk        string      `json:"clerk,omitempty" doc:"Name of the person who approved, took or refunded the money"`
}

// FigureRows is a page of the items behind a figure.
type FigureRows struct {
	Items []FigureRow `json:"items"`
	Next  string      `json:"next,omitempty" doc:"Cursor of the next page, to be sent as after; absent at the end"`
}

type listIn struct {
	Period
	keyset.Ask
	Of       string `query:"of" required:"true" enum:"payments,refunds,transfers-back,excess-back,receipts,voided,expired,cancelled"`
	Method   string `query:"method" enum:"cash,paynow"`
	Clerk    string `query:"clerk" maxLength:"40" doc:"User id of the person who approved, took or refunded"`
	Offering string `query:"offering" maxLength:"40" doc:"Offering id, or \"gone\" for offerings no longer in the catalogue; orders with further offerings are listed with their full amount"`
	Fund     string `query:"fund" maxLength:"41" doc:"Key of the fund of the offering's gifts"`
	Category string `query:"category" maxLength:"40" doc:"Id"`
	Reason   string `query:"reason" maxLength:"40" doc:"Reason of a refund"`
	Above    string `query:"above" enum:"held,donation,refund" doc:"Overpayments, by what was decided about them"`
	Unseen   bool   `query:"unseen" doc:"Only payments that are on no statement"`
}

// listing reads a page of one kind of list: rows after a key, and each row's key.
type listing struct {
	*listIn
	s     *Service
	r     db.Reader
	span  span
	after keyset.Key
	names map[string]string
}

// List lists the items that add up to a figure.
func (s *Service) List(ctx context.Context, in *listIn) (*FigureRows, error) {
	t, err := in.span(s.Clock.Now())
	if err != nil {
		return nil, err
	}
	after, err := keyset.Parse(in.After)
	if err != nil {
		return nil, err
	}
	if in.After == "" {
		after.At = math.MaxInt64
	}
	l := &listing{listIn: in, s: s, r: s.DB.Read(), span: t, after: after, names: map[string]string{}}
	read := map[string]func(context.Context, *listing) ([]FigureRow, error){
		"payments": paymentsOf, "refunds": refundsOf, "transfers-back": refundsOf, "excess-back": refundsOf,
		"receipts": receiptsOf, "voided": voidedOf, "expired": endedOf, "cancelled": endedOf,
	}[in.Of]
	rows, err := read(ctx, l)
	if err != nil {
		return nil, fmt.Errorf("list of %s: %w", in.Of, err)
	}
	out := &FigureRows{Items: rows}
	if int64(len(rows)) > in.Limit {
		out.Items = rows[:in.Limit]
		last := rows[in.Limit-1]
		out.Next = keyset.Key{At: clock.MillisOf(last.At), ID: last.ID}.String()
	}
	return out, nil
}

// method is 0 for any.
func (l *listing) method() int64 {
	return int64(map[string]money.Method{"cash": money.Cash, "paynow": money.PayNow}[l.Method])
}

// most asks for one row more than is shown, to know whether there are more.
func (l *listing) most() int64 { return l.Limit + 1 }

func (l *listing) clerk(ctx context.Context, userID string) (string, error) {
	name, known := l.names[userID]
	if known || userID == "" {
		return name, nil
	}
	name, err := person(ctx, l.r, httpd.LocaleOf(ctx), userID)
	l.names[userID] = name
	return name, err
}

func paymentsOf(ctx context.Context, l *listing) ([]FigureRow, error) {
	var unseen int64
	if l.Unseen {
		unseen = 1
	}
	rows, err := l.r.ReportPaymentList(ctx, query.ReportPaymentListParams{
		Since: l.span.since, Before: l.span.before, AfterAt: int64(l.after.At), AfterID: l.after.ID, Method: l.method(), Clerk: l.Clerk,
		OnlyUnseen: unseen, Above: l.Above, OfferingID: l.Offering, Fund: l.Fund, CategoryID: l.Category, Most: l.most(),
	})
	out := []FigureRow{}
	for _, v := range rows {
		clerk, err := l.clerk(ctx, v.DecidedBy)
		if err != nil {
			return nil, err
		}
		out = append(out, FigureRow{
			ID: v.ID, At: v.DecidedAt.Time(), InvoiceID: v.InvoiceID, Number: v.Number, Payer: v.PayerName, PayerChinese: v.PayerChinese,
			Method: methodKey(v.Method), Amount: money.Cents(v.Received), Excess: v.Excess, Unseen: v.Unseen, Clerk: clerk, OfMonth: v.OfMonth,
		})
	}
	if err != nil || l.Unseen {
		return out, err
	}
	undone, err := l.r.ReportUndonePayments(ctx, query.ReportUndonePaymentsParams{
		Since: l.span.since, Before: l.span.before, AfterAt: int64(l.after.At), AfterID: l.after.ID, Method: l.method(), Clerk: l.Clerk,
		Above: l.Above, OfferingID: l.Offering, Fund: l.Fund, CategoryID: l.Category, Most: l.most(),
	})
	for _, v := range undone {
		clerk, err := l.clerk(ctx, v.BookedBy)
		if err != nil {
			return nil, err
		}
		out = append(out, FigureRow{
			ID: v.ID, At: v.BookedAt.Time(), InvoiceID: v.InvoiceID, Number: v.Number, Payer: v.PayerName, PayerChinese: v.PayerChinese,
			Method: methodKey(v.Method), Amount: v.Amount, Excess: v.Excess, Clerk: clerk,
		})
	}
	if err != nil || l.Above == "" || l.Above == "held" {
		return l.newest(out), err
	}
	decided, err := l.r.ReportDecidedLater(ctx, query.ReportDecidedLaterParams{
		Since: l.span.since, Before: l.span.before, Above: l.Above, AfterAt: int64(l.after.At), AfterID: l.after.ID, Most: l.most(),
	})
	for _, v := range decided {
		clerk, err := l.clerk(ctx, v.ActorID)
		if err != nil {
			return nil, err
		}
		out = append(out, FigureRow{
			ID: v.ID, At: v.At.Time(), InvoiceID: v.InvoiceID, Number: v.Number, Payer: v.PayerName, PayerChinese: v.PayerChinese,
			Method: methodKey(v.Method), Amount: v.Amount, Excess: v.Amount, OfMonth: v.OfMonth, Clerk: clerk,
		})
	}
	return l.newest(out), err
}

// newest sorts rows of two reads as one list.
func (l *listing) newest(rows []FigureRow) []FigureRow {
	slices.SortFunc(rows, func(a, b FigureRow) int { return cmp.Or(b.At.Compare(a.At), cmp.Compare(b.ID, a.ID)) })
	return rows[:min(int64(len(rows)), l.most())]
}

func refundsOf(ctx context.Context, l *listing) ([]FigureRow, error) {
	extent := map[string]string{"refunds": "takings", "transfers-back": "transfer", "excess-back": "excess"}[l.Of]
	rows, err := l.r.ReportRefundList(ctx, query.ReportRefundListParams{
		Since: l.span.since, Before: l.span.before, AfterAt: int64(l.after.At), AfterID: l.after.ID, Extent: extent, Method: l.method(), Clerk: l.Clerk,
		Reason: l.Reason, OfferingID: l.Offering, Fund: l.Fund, CategoryID: l.Category, Most: l.most(),
	})
	out := []FigureRow{}
	for _, v := range rows {
		clerk, err := l.clerk(ctx, v.ActorID)
		if err != nil {
			return nil, err
		}
		row := FigureRow{
			ID: v.ID, At: v.At.Time(), Number: v.Number, Payer: v.PayerName, PayerChinese: v.PayerChinese,
			Method: methodKey(v.Method), Amount: v.Amount, Reason: v.Reason, Clerk: clerk, OfMonth: v.OfMonth,
		}
		if v.InvoiceID != nil {
			row.InvoiceID = *v.InvoiceID
		}
		out = append(out, row)
	}
	if err != nil || l.Of != "refunds" || l.Reason != "" && l.Reason != adjusted {
		return out, err
	}
	undone, err := l.r.ReportUndone(ctx, query.ReportUndoneParams{
		Since: l.span.since, Before: l.span.before, AfterAt: int64(l.after.At), AfterID: l.after.ID, Method: l.method(), Clerk: l.Clerk,
		OfferingID: l.Offering, Fund: l.Fund, CategoryID: l.Category, Most: l.most(),
	})
	for _, v := range undone {
		clerk, err := l.clerk(ctx, v.ActorID)
		if err != nil {
			return nil, err
		}
		out = append(out, FigureRow{
			ID: v.ID, At: v.At.Time(), InvoiceID: v.InvoiceID, Number: v.Number, Payer: v.PayerName, PayerChinese: v.PayerChinese,
			Method: methodKey(v.Method), Amount: v.Amount, Reason: adjusted, OfMonth: v.OfMonth, Clerk: clerk,
		})
	}
	return l.newest(out), err
}

// adjusted is the reason in lists of money of a closed month that was undone later.
const adjusted = "adjusted"

func receiptsOf(ctx context.Context, l *listing) ([]FigureRow, error) {
	rows, err := l.r.ReportReceiptList(ctx, query.ReportReceiptListParams{
		Since: l.span.since, Before: l.span.before, AfterAt: int64(l.after.At), AfterID: l.after.ID, Most: l.most(),
	})
	if err != nil {
		return nil, err
	}
	out := []FigureRow{}
	for _, v := range rows {
		row, err := l.receipt(ctx, v, v.IssuedAt)
		if err != nil {
			return nil, err
		}
		out = append(out, row)
	}
	return out, nil
}

func voidedOf(ctx context.Context, l *listing) ([]FigureRow, error) {
	rows, err := l.r.ReportVoidedList(ctx, query.ReportVoidedListParams{
		Since: l.span.since, Before: l.span.before, AfterAt: int64(l.after.At), AfterID: l.after.ID, Most: l.most(),
	})
	if err != nil {
		return nil, err
	}
	out := []FigureRow{}
	for _, v := range rows {
		row, err := l.receipt(ctx, query.ReportReceiptListRow(v), v.VoidedAt)
		if err != nil {
			return nil, err
		}
		out = append(out, row)
	}
	return out, nil
}

// receipt is the row of an official receipt, with the time its list is sorted by.
func (l *listing) receipt(ctx context.Context, v query.ReportReceiptListRow, at clock.Millis) (FigureRow, error) {
	clerk, err := l.clerk(ctx, v.IssuedBy)
	return FigureRow{
		ID: v.ID, At: at.Time(), InvoiceID: v.InvoiceID, Number: v.Number, Payer: v.PayerName, PayerChinese: v.PayerChinese,
		Amount: v.SubTotal, Receipt: v.Receipt, VoidedAt: v.VoidedAt.Moment(), Clerk: clerk,
	}, err
}

func endedOf(ctx context.Context, l *listing) ([]FigureRow, error) {
	rows, err := l.r.ReportEndedList(ctx, query.ReportEndedListParams{
		Status: l.Of, Since: l.span.since, Before: l.span.before, AfterAt: int64(l.after.At), AfterID: l.after.ID, Most: l.most(),
	})
	out := []FigureRow{}
	for _, v := range rows {
		clerk, err := l.clerk(ctx, v.ActorID)
		if err != nil {
			return nil, err
		}
		out = append(out, FigureRow{
			ID: v.ID, At: v.At.Time(), InvoiceID: v.InvoiceID, Number: v.Number, Payer: v.PayerName, PayerChinese: v.PayerChinese, Amount: v.SubTotal, Clerk: clerk,
		})
	}
	return out, err
}
