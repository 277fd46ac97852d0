// Package counter is the work of a clerk with a person at the counter: take cash, enter a walk-in, quick sale.
//
// A walk-in is one transaction of package checkout. The quick sale only prepares it: it returns the ten options that
// sold most in 30 days, with what each form asks, and finds members by name; the browser sends the same request as the
// full form (decision 38). Cash can be undone within 30 seconds. The browser keeps its idempotency key until an answer
// is definite.
package counter

import (
	"context"
	"time"

	"shanmen/internal/base/clock"
	"shanmen/internal/base/locale"
	"shanmen/internal/base/money"
	"shanmen/internal/offer/family"
	"shanmen/internal/offer/offering"
	"shanmen/internal/office/trail"
	"shanmen/internal/platform/db"
	"shanmen/internal/platform/db/query"
	"shanmen/internal/platform/httpd"
	"shanmen/internal/platform/lookup"
	"shanmen/internal/sales/checkout"
	"shanmen/internal/sales/invoice"
	"shanmen/internal/sales/payment"
)

// Service answers the counter's calls.
type Service struct {
	DB        *db.DB
	Clock     clock.Clock
	Payments  *payment.Service
	Checkout  *checkout.Service
	Offerings *offering.Service
	Family    *family.Service
	Messages  *locale.Messages
	Trail     *trail.Service
}

// InvoiceRow is an invoice found by the counter.
type InvoiceRow struct {
	ID           string        `json:"id"`
	Number       string        `json:"number"`
	Reference    string        `json:"paymentReference"`
	Status       string        `json:"status"`
	Payer        string        `json:"payer"`
	PayerChinese string        `json:"payerChinese"`
	Mobile       string        `json:"mobile"`
	SubTotal     money.Cents   `json:"subTotal"`
	Due          money.Cents   `json:"due"`
	CreatedAt    string        `json:"createdAt"`
	Invoice      *invoice.View `json:"invoice,omitempty" doc:"The complete invoice, when only one was found"`
}

// InvoiceRows is a page of orders, newest first.
type InvoiceRows struct {
	Items []InvoiceRow `json:"items"`
	Next  string       `json:"next,omitempty" doc:"Cursor of the next page"`
	Total int64        `json:"total" doc:"At most 10,000"`
	More  bool         `json:"more" doc:"True if there are more results than total. Of very common words, only exact matches are returned."`
}

// FindInvoices searches by number, reference, mobile, or name in either script or pinyin; one Chinese character is
// enough.
func (s *Service) FindInvoices(ctx context.Context, in *lookup.Asked) (*InvoiceRows, error) {
	r := s.DB.Read()
	found, err := in.Find(ctx, r, lookup.Invoice)
	if err != nil {
		return nil, err
	}
	out := &InvoiceRows{Items: []InvoiceRow{}, Next: found.Next, Total: found.Total, More: found.More}
	for _, h := range found.Hits {
		v, err := r.Invoice(ctx, h.ID)
		if err != nil {
			return nil, err
		}
		out.Items = append(out.Items, rowOf(v))
	}
	if len(out.Items) == 1 && in.After == "" && out.Next == "" {
		out.Items[0].Invoice, err = invoice.ViewOf(ctx, r, out.Items[0].ID, httpd.LocaleOf(ctx))
	}
	return out, err
}

func rowOf(v query.Invoice) InvoiceRow {
	return InvoiceRow{
		ID: v.ID, Number: v.Number, Reference: v.PaymentReference, Status: v.Status, Payer: v.PayerName, PayerChinese: v.PayerChinese,
		Mobile: v.PayerMobile, SubTotal: v.SubTotal, Due: invoice.DueOf(v.Status, v.SubTotal, v.Paid),
		CreatedAt: v.CreatedAt.Time().Format("2006-01-02T15:04:05Z"),
	}
}

type takeCashIn struct {
	ID   string `path:"id"`
	Body struct {
		AmountReceived money.Cents `json:"amountReceived" minimum:"1" maximum:"10000000" doc:"Cents handed over by the devotee"`
	}
}

// CashTaken is the order after taking cash, and the change for the devotee.
type CashTaken struct {
	Invoice   *invoice.View `json:"invoice"`
	Given     money.Cents   `json:"given" doc:"Cents handed over"`
	Change    money.Cents   `json:"change" doc:"Cents"`
	PaymentID string        `json:"paymentId"`
	UndoUntil time.Time     `json:"undoUntil" doc:"The person who took the cash can undo it until then"`
}

type cashBooked struct {
	Change    money.Cents
	PaymentID string
	At        time.Time
}

// TakeCash settles an invoice with cash at the counter, in the clerk's open shift.
func (s *Service) TakeCash(ctx context.Context, in *takeCashIn) (*CashTaken, error) {
	actor := httpd.VisitorOf(ctx).UserID
	booked, err := httpd.WriteOnce(ctx, s.DB, func(ctx context.Context, tx *db.Tx) (*cashBooked, error) {
		change, err := s.Payments.TakeCash(ctx, tx, in.ID, actor, in.Body.AmountReceived)
		if err != nil {
			return nil, err
		}
		p, err := tx.PaymentLastDecided(ctx, in.ID)
		return &cashBooked{Change: change, PaymentID: p.ID, At: s.Clock.Now()}, err
	})
	if err != nil {
		return nil, err
	}
	view, err := invoice.ViewOf(ctx, s.DB.Read(), in.ID, httpd.LocaleOf(ctx))
	return &CashTaken{
		Invoice: view, Given: in.Body.AmountReceived, Change: booked.Change, PaymentID: booked.PaymentID, UndoUntil: booked.At.Add(payment.UndoWindow),
	}, err
}

// CashUndone is the order after undoing its cash.
type CashUndone struct {
	Invoice *invoice.View `json:"invoice"`
}

// UndoCash undoes cash booked by mistake, within half a minute.
func (s *Service) UndoCash(ctx context.Context, in *httpd.ByID) (*CashUndone, error) {
	actor := httpd.VisitorOf(ctx).UserID
	invoiceID, err := httpd.WriteOnce(ctx, s.DB, func(ctx context.Context, tx *db.Tx) (*string, error) {
		invoiceID, err := s.Payments.UndoCash(ctx, tx, in.ID, actor)
		return &invoiceID, err
	})
	if err != nil {
		return nil, err
	}
	view, err := invoice.ViewOf(ctx, s.DB.Read(), *invoiceID, httpd.LocaleOf(ctx))
	return &CashUndone{Invoice: view}, err
}
