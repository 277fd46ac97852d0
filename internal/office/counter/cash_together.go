package counter

import (
	"context"
	"fmt"
	"slices"
	"time"

	"shanmen/internal/base/fault"
	"shanmen/internal/base/money"
	"shanmen/internal/platform/db"
	"shanmen/internal/platform/db/query"
	"shanmen/internal/platform/httpd"
	"shanmen/internal/sales/invoice"
	"shanmen/internal/sales/payment"
)

// mostTogether is how many orders one person can pay at once.
const mostTogether = 20

// UnpaidOrders are orders of one person that can be paid together.
type UnpaidOrders struct {
	Items []InvoiceRow `json:"items" doc:"The oldest first, 20 at most; with the order that was asked about"`
}

// UnpaidOrders lists the unpaid orders of an order's person: of the same account or, without one, of the same mobile
// number.
func (s *Service) UnpaidOrders(ctx context.Context, in *httpd.ByID) (*UnpaidOrders, error) {
	r := s.DB.Read()
	v, err := r.Invoice(ctx, in.ID)
	if err != nil {
		return nil, db.NotFound(err)
	}
	var rows []query.Invoice
	if v.UserID != nil {
		rows, err = r.UnpaidOfUser(ctx, v.UserID)
	} else {
		rows, err = r.UnpaidOfNumber(ctx, v.PayerMobile)
	}
	if err != nil {
		return nil, fmt.Errorf("unpaid orders: %w", err)
	}
	out := &UnpaidOrders{Items: []InvoiceRow{}}
	for _, row := range rows {
		out.Items = append(out.Items, rowOf(row))
	}
	return out, nil
}

type cashTogetherIn struct {
	Body struct {
		IDs            []string    `json:"ids" minItems:"2" maxItems:"20"`
		Total          money.Cents `json:"total" minimum:"1" doc:"Total due for all orders as shown, in cents"`
		AmountReceived money.Cents `json:"amountReceived" minimum:"1" maximum:"10000000" doc:"Cents handed over by the devotee, at least the total"`
	}
}

// CashTogether is the result of paying several orders at once.
type CashTogether struct {
	Invoices   []*invoice.View `json:"invoices" doc:"In the order of the request"`
	PaymentIDs []string        `json:"paymentIds" doc:"Payment id of each order; each can be undone until undoUntil"`
	Given      money.Cents     `json:"given" doc:"Cents handed over"`
	Change     money.Cents     `json:"change" doc:"Cents"`
	UndoUntil  time.Time       `json:"undoUntil"`
}

type bookedTogether struct {
	PaymentIDs []string
	Change     money.Cents
	At         time.Time
}

// TakeCashTogether settles several orders of one person with cash, all or none. Each gets its own payment and receipt.
// Refusals: "not-one-person", "invoice-not-payable", "amount-not-due", "less-than-due", "shift-not-open".
func (s *Service) TakeCashTogether(ctx context.Context, in *cashTogetherIn) (*CashTogether, error) {
	b, actor := in.Body, httpd.VisitorOf(ctx).UserID
	ids := slices.Clone(b.IDs)
	slices.Sort(ids) // the common lock order of several orders
	if ids = slices.Compact(ids); len(ids) != len(b.IDs) || len(ids) < 2 || len(ids) > mostTogether {
		return nil, fault.At("ids", "invalid-value")
	}
	if b.AmountReceived < b.Total {
		return nil, fault.At("amountReceived", "less-than-due")
	}
	done, err := httpd.WriteOnce(ctx, s.DB, func(ctx context.Context, tx *db.Tx) (*bookedTogether, error) {
		total, err := dueOfOnePerson(ctx, tx, ids)
		switch {
		case err != nil:
			return nil, err
		case total != b.Total:
			return nil, fault.Invalid("amount-not-due")
		}
		for _, id := range ids {
			v, err := tx.Invoice(ctx, id)
			if err != nil {
				return nil, err
			}
			if _, err := s.Payments.TakeCash(ctx, tx, id, actor, v.SubTotal-v.Paid); err != nil {
				return nil, err
			}
		}
		out := &bookedTogether{Change: b.AmountReceived - total, At: s.Clock.Now()}
		for _, id := range b.IDs {
			p, err := tx.PaymentLastDecided(ctx, id)
			if err != nil {
				return nil, err
			}
			out.PaymentIDs = append(out.PaymentIDs, p.ID)
		}
		return out, nil
	})
	if err != nil {
		return nil, err
	}
	out := &CashTogether{PaymentIDs: done.PaymentIDs, Given: b.AmountReceived, Change: done.Change, UndoUntil: done.At.Add(payment.UndoWindow)}
	for _, id := range b.IDs {
		view, err := invoice.ViewOf(ctx, s.DB.Read(), id, httpd.LocaleOf(ctx))
		if err != nil {
			return nil, err
		}
		out.Invoices = append(out.Invoices, view)
	}
	return out, nil
}

// dueOfOnePerson locks the orders and sums what is due. They must be of one account or, without one, of one mobile
// number.
func dueOfOnePerson(ctx context.Context, tx *db.Tx, ids []string) (total money.Cents, err error) {
	var first query.Invoice
	for i, id := range ids {
		v, err := invoice.Lock(ctx, tx, id)
		if err != nil {
			return 0, err
		}
		if i == 0 {
			first = v
		}
		due := v.SubTotal - v.Paid
		switch {
		case !samePerson(first, v):
			return 0, fault.Invalid("not-one-person")
		case v.Status != invoice.AwaitingPayment && v.Status != invoice.Rejected, due <= 0:
			return 0, fault.Invalid("invoice-not-payable")
		}
		total += due
	}
	return total, nil
}

func samePerson(a, b query.Invoice) bool {
	if a.UserID != nil && b.UserID != nil {
		return *a.UserID == *b.UserID
	}
	return a.UserID == nil && b.UserID == nil && a.PayerMobile != "" && a.PayerMobile == b.PayerMobile
}
