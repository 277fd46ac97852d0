package office

import (
	"cmp"
	"context"
	"fmt"
	"math"
	"slices"
	"time"

	"shanmen/internal/clock"
	"shanmen/internal/db"
	"shanmen/internal/db/query"
	"shanmen/internal/invoice"
	"shanmen/internal/keyset"
	"shanmen/internal/lookup"
)

// OrderRow is an order in the office's list.
type OrderRow struct {
	ID           string    `json:"id"`
	Number       string    `json:"number"`
	Reference    string    `json:"paymentReference"`
	Status       string    `json:"status" enum:"awaiting-payment,under-verification,paid,rejected,expired,cancelled,refunded"`
	Payer        string    `json:"payer"`
	PayerChinese string    `json:"payerChinese"`
	Mobile       string    `json:"mobile"`
	SubTotal     int64     `json:"subTotal" doc:"Cents"`
	Due          int64     `json:"due" doc:"Cents; 0 where nothing is asked for any more"`
	CreatedAt    time.Time `json:"createdAt"`
}

// OrderRows is a page of orders, the newest first.
type OrderRows struct {
	Items []OrderRow `json:"items"`
	Next  string     `json:"next,omitempty" doc:"What after carries for the next page"`
	Total int64      `json:"total" doc:"Exact up to 10,000"`
	More  bool       `json:"more" doc:"There are more than total"`
}

type ordersIn struct {
	Show  string `query:"show" default:"all" enum:"all,waiting,outstanding,paid,expired,cancelled,refunded" doc:"waiting: for the office; outstanding: for the payer's money. A search looks through all"`
	Q     string `query:"q" maxLength:"100"`
	After string `query:"after" maxLength:"200"`
	Limit int    `query:"limit" default:"25" minimum:"1" maximum:"100"`
}

// shows says which statuses a choice of the list stands for.
var shows = map[string][]string{
	"waiting":     {invoice.UnderVerification},
	"outstanding": {invoice.AwaitingPayment, invoice.Rejected},
	"paid":        {invoice.Paid},
	"expired":     {invoice.Expired},
	"cancelled":   {invoice.Cancelled},
	"refunded":    {invoice.Refunded},
}

// Orders lists all orders of a choice, or those that a search finds by number, reference, mobile or name.
func (s *Service) Orders(ctx context.Context, in *ordersIn) (*OrderRows, error) {
	after, err := keyset.Parse(in.After)
	if err != nil {
		return nil, err
	}
	if in.After == "" {
		after.At = math.MaxInt64
	}
	r, out := s.DB.Read(), &OrderRows{Items: []OrderRow{}}
	var rows []query.Invoice
	if in.Q == "" {
		rows, err = ordersOf(ctx, r, in.Show, after, in.Limit+1, out)
	} else {
		rows, err = ordersFound(ctx, r, in.Q, after, in.Limit+1, out)
	}
	if err != nil {
		return nil, fmt.Errorf("orders: %w", err)
	}
	for i, v := range rows {
		if i == in.Limit {
			out.Next = keyset.Key{At: rows[i-1].CreatedAt, ID: rows[i-1].ID}.String()
			break
		}
		out.Items = append(out.Items, orderRow(v))
	}
	return out, nil
}

func orderRow(v query.Invoice) OrderRow {
	row := OrderRow{
		ID: v.ID, Number: v.Number, Reference: v.PaymentReference, Status: v.Status, Payer: v.PayerName, PayerChinese: v.PayerChinese,
		Mobile: v.PayerMobile, SubTotal: v.SubTotal, CreatedAt: clock.FromMillis(v.CreatedAt),
	}
	if slices.Contains([]string{invoice.AwaitingPayment, invoice.UnderVerification, invoice.Rejected}, v.Status) {
		row.Due = max(0, v.SubTotal-v.Paid)
	}
	return row
}

func newestFirst(a, b query.Invoice) int {
	return cmp.Or(cmp.Compare(b.CreatedAt, a.CreatedAt), cmp.Compare(b.ID, a.ID))
}

// ordersOf reads up to most orders after a key. Each status is an index of its own: what comes of several
// is put together here.
func ordersOf(ctx context.Context, r db.Reader, show string, after keyset.Key, most int, out *OrderRows) (rows []query.Invoice, err error) {
	statuses, some := shows[show]
	if !some {
		counted, err := r.OrdersAllCount(ctx)
		if err != nil {
			return nil, err
		}
		out.Total, out.More = keyset.Total(counted)
		return r.OrdersAllAfter(ctx, query.OrdersAllAfterParams{AfterAt: after.At, AfterID: after.ID, Most: int64(most)})
	}
	var sum int64
	for _, status := range statuses {
		counted, err := r.OrdersCount(ctx, status)
		if err != nil {
			return nil, err
		}
		sum += counted
		part, err := r.OrdersAfter(ctx, query.OrdersAfterParams{Status: status, AfterAt: after.At, AfterID: after.ID, Most: int64(most)})
		if err != nil {
			return nil, err
		}
		rows = append(rows, part...)
	}
	out.Total, out.More = keyset.Total(sum)
	slices.SortFunc(rows, newestFirst)
	return rows[:min(len(rows), most)], nil
}

func ordersFound(ctx context.Context, r db.Reader, q string, after keyset.Key, most int, out *OrderRows) (rows []query.Invoice, err error) {
	hits, more, err := lookup.Find(ctx, r, lookup.Invoice, q)
	if err != nil {
		return nil, err
	}
	out.Total, out.More = int64(len(hits)), more
	slices.SortFunc(hits, func(a, b lookup.Hit) int { return cmp.Or(cmp.Compare(b.At, a.At), cmp.Compare(b.ID, a.ID)) })
	for _, h := range hits {
		if h.At > after.At || h.At == after.At && h.ID >= after.ID {
			continue
		}
		v, err := r.Invoice(ctx, h.ID)
		if err != nil {
			return nil, err
		}
		if rows = append(rows, v); len(rows) == most {
			break
		}
	}
	return rows, nil
}
