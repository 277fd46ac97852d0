package late

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"time"

	"shanmen/internal/base/clock"
	"shanmen/internal/base/keyset"
	"shanmen/internal/base/money"
	"shanmen/internal/platform/db"
	"shanmen/internal/platform/db/query"
	"shanmen/internal/sales/invoice"
	"shanmen/internal/sales/payment"
)

// The kinds of late money.
const (
	kindTransfer = "transfer" // declared by a member; its cart became no order
	kindLine     = "line"     // a bank line whose reference waits for no money
	kindExcess   = "excess"   // an overpayment
)

// Row is an item of late money.
type Row struct {
	Kind          string      `json:"kind" enum:"transfer,line,excess"`
	ID            string      `json:"id"`
	At            time.Time   `json:"at" doc:"When it was declared, booked by the bank, or approved"`
	Amount        money.Cents `json:"amount" doc:"Cents received, or else declared"`
	Arrived       *time.Time  `json:"arrived,omitempty" doc:"Booking time at the bank; absent: on no statement"`
	For           string      `json:"for" enum:"cart,waiting,expired,cancelled,paid,refunded,order" doc:"State of what its reference belongs to; waiting: an order that waits for money; order: an overpaid order"`
	Reference     string      `json:"paymentReference"`
	Payer         string      `json:"payer" doc:"Payer's name from the account or order, or else from the statement"`
	PayerChinese  string      `json:"payerChinese"`
	InvoiceID     string      `json:"invoiceId,omitempty"`
	InvoiceNumber string      `json:"invoiceNumber,omitempty"`
}

// Rows is a page of late money, oldest first.
type Rows struct {
	Items []Row  `json:"items"`
	Next  string `json:"next,omitempty" doc:"Cursor of the next page, to be sent as after"`
	Total int64  `json:"total" doc:"Exact up to 10,000"`
	More  bool   `json:"more" doc:"True if there are more results than total"`
}

type listIn struct{ keyset.Ask }

// source is one of the three kinds of late money.
type source struct {
	count func(db.Reader, context.Context) (int64, error)
	page  func(context.Context, db.Reader, keyset.Key, int64) ([]Row, error)
}

var sources = []source{
	{db.Reader.TransfersCount, transfers}, {db.Reader.LateLinesCount, lines}, {db.Reader.ExcessCount, excesses},
}

// List lists undecided late money from all three sources.
func (s *Service) List(ctx context.Context, in *listIn) (*Rows, error) {
	after, err := keyset.Parse(in.After)
	if err != nil {
		return nil, err
	}
	r, out := s.DB.Read(), &Rows{Items: []Row{}}
	var rows []Row
	var total int64
	for _, source := range sources {
		if in.Total() {
			counted, err := source.count(r, ctx)
			if err != nil {
				return nil, fmt.Errorf("late money: %w", err)
			}
			total += counted
		}
		if in.Rows() {
			some, err := source.page(ctx, r, after, in.Limit+1)
			if err != nil {
				return nil, fmt.Errorf("late money: %w", err)
			}
			rows = append(rows, some...)
		}
	}
	out.Total, out.More = keyset.Total(total)
	slices.SortFunc(rows, func(a, b Row) int { return cmp.Or(a.At.Compare(b.At), cmp.Compare(a.ID, b.ID)) })
	for i, row := range rows {
		if int64(i) == in.Limit {
			out.Next = keyset.Key{At: clock.MillisOf(rows[i-1].At), ID: rows[i-1].ID}.String()
			break
		}
		out.Items = append(out.Items, row)
	}
	return out, nil
}

func transfers(ctx context.Context, r db.Reader, after keyset.Key, most int64) (out []Row, err error) {
	rows, err := r.TransfersAfter(ctx, query.TransfersAfterParams{AfterAt: after.At, AfterID: after.ID, Most: most})
	for _, t := range rows {
		row := Row{
			Kind: kindTransfer, ID: t.ID, At: t.CreatedAt.Time(), Amount: payment.DeclaredOr(t.DeclaredAmount, t.Amount), For: meantFor("cart", t.Status), InvoiceID: t.OrderID, InvoiceNumber: t.Number,
			Reference: t.Reference, Payer: t.Name, PayerChinese: t.ChineseName,
		}
		if t.Provider != "" {
			at := clock.Millis(t.ConfirmedAt).Time()
			row.Arrived = &at
		}
		if t.LineID != "" {
			at := clock.Millis(t.LineAt).Time()
			row.Amount, row.Arrived = money.Cents(t.LineAmount), &at
		}
		out = append(out, row)
	}
	return out, err
}

func lines(ctx context.Context, r db.Reader, after keyset.Key, most int64) (out []Row, err error) {
	rows, err := r.LateLinesAfter(ctx, query.LateLinesAfterParams{AfterAt: after.At, AfterID: after.ID, Most: most})
	for _, l := range rows {
		at := l.BookedAt.Time()
		row := Row{
			Kind: kindLine, ID: l.ID, At: at, Amount: l.Amount, Arrived: &at, For: meantFor(l.Late, l.Status), Reference: cmp.Or(l.PaymentReference, l.Reference),
			Payer: cmp.Or(l.PayerName, l.Payer), PayerChinese: l.PayerChinese, InvoiceNumber: l.Number,
		}
		row.InvoiceID = l.OrderID
		out = append(out, row)
	}
	return out, err
}

// meantFor is the intended use of late money, by its order's current state.
func meantFor(was, status string) string {
	switch status {
	case "":
		return was
	case invoice.AwaitingPayment, invoice.UnderVerification, invoice.Rejected:
		return "waiting"
	}
	return status
}

func excesses(ctx context.Context, r db.Reader, after keyset.Key, most int64) (out []Row, err error) {
	rows, err := r.ExcessAfter(ctx, query.ExcessAfterParams{AfterAt: after.At, AfterID: after.ID, Most: most})
	for _, p := range rows {
		out = append(out, Row{
			Kind: kindExcess, ID: p.ID, At: p.DecidedAt.Time(), Amount: p.Excess, For: "order", Reference: p.PaymentReference,
			Payer: p.PayerName, PayerChinese: p.PayerChinese, InvoiceID: p.InvoiceID, InvoiceNumber: p.Number,
		})
	}
	return out, err
}
