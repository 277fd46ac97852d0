//go:build unguarded

package payment

import (
	"context"
	"os"
	"time"

	"shanmen/internal/db"
	"shanmen/internal/db/query"
	"shanmen/internal/id"
	"shanmen/internal/invoice"
)

// This file is the program without its guard, for proving that the tests named TestRace… would notice.
// With SHANMEN_UNGUARD=invoice a cancellation reads the invoice without locking its row, decides, and
// writes what it decided without looking again. With SHANMEN_UNGUARD=decision so does who approves or
// rejects a payment.
//
// On PostgreSQL the read happens inside the transaction. SQLite has one writer and nothing to interleave
// there, so the invoice is read before the write callback. Between look and write lies a moment in which
// others get on: without it the gap is too narrow to be met in every run.

const moment = 15 * time.Millisecond

func missing() bool { return os.Getenv("SHANMEN_UNGUARD") == "invoice" }

func undecided() bool { return os.Getenv("SHANMEN_UNGUARD") == "decision" }

// earlyMoney: with SHANMEN_UNGUARD=refund a refund adds up an order's money without locking its row.
type earlyMoney struct {
	there   bool // SQLite
	invoice query.Invoice
	held    Held
}

func (s *Service) lookAtMoneyEarly(ctx context.Context, invoiceID string) (e earlyMoney, err error) {
	if os.Getenv("SHANMEN_UNGUARD") != "refund" || s.DB.Engine() != "sqlite" {
		return e, nil
	}
	e.there = true
	if e.invoice, err = s.DB.Read().Invoice(ctx, invoiceID); err == nil {
		e.held, err = HeldFor(ctx, s.DB.Read(), invoiceID)
	}
	time.Sleep(moment)
	return e, err
}

func (s *Service) lookAtMoney(ctx context.Context, tx *db.Tx, e earlyMoney, invoiceID string) (v query.Invoice, h Held, err error) {
	if e.there {
		return e.invoice, e.held, nil
	}
	if os.Getenv("SHANMEN_UNGUARD") == "refund" {
		v, err = tx.Invoice(ctx, invoiceID)
	} else {
		v, err = invoice.Lock(ctx, tx, invoiceID)
	}
	if err == nil {
		h, err = HeldFor(ctx, tx.Queries, invoiceID)
	}
	if os.Getenv("SHANMEN_UNGUARD") == "refund" {
		time.Sleep(moment)
	}
	return v, h, err
}

type early struct {
	there   bool // SQLite
	invoice query.Invoice
}

func (s *Service) lookEarly(ctx context.Context, invoiceID string) (early, error) {
	if !missing() || s.DB.Engine() != "sqlite" {
		return early{}, nil
	}
	v, err := s.DB.Read().Invoice(ctx, invoiceID)
	time.Sleep(moment)
	return early{true, v}, err
}

func (s *Service) lookAt(ctx context.Context, tx *db.Tx, e early, invoiceID string) (query.Invoice, error) {
	switch {
	case !missing():
		return invoice.Lock(ctx, tx, invoiceID)
	case e.there:
		return e.invoice, nil
	}
	v, err := tx.Invoice(ctx, invoiceID)
	time.Sleep(moment)
	return v, err
}

func (s *Service) end(ctx context.Context, tx *db.Tx, v query.Invoice, to, by, actorID string) error {
	if !missing() && !undecided() {
		return invoice.Move(ctx, tx, s.Clock, v.ID, []string{v.Status}, to, by, actorID)
	}
	now := s.Clock.Now().UnixMilli()
	if err := tx.InvoiceMove(ctx, query.InvoiceMoveParams{Status: to, UpdatedAt: now, ID: v.ID}); err != nil {
		return err
	}
	return tx.InvoiceEventAdd(ctx, query.InvoiceEventAddParams{ID: id.New(), InvoiceID: v.ID, At: now, Status: to, ByWhom: by, ActorID: actorID})
}

// seen is what SQLite's reviewer read before the transaction.
type seen struct {
	payment query.Payment
	invoice query.Invoice
}

type seenKey struct{}

func (s *Service) lookBefore(ctx context.Context, paymentID string) (context.Context, error) {
	if !undecided() || s.DB.Engine() != "sqlite" {
		return ctx, nil
	}
	p, v, err := readWithInvoice(ctx, s.DB.Read(), paymentID)
	return context.WithValue(ctx, seenKey{}, seen{p, v}), err
}

func (s *Service) lookAtPayment(ctx context.Context, tx *db.Tx, paymentID string) (query.Payment, query.Invoice, error) {
	if !undecided() {
		return lockWithInvoice(ctx, tx, paymentID)
	}
	if was, ok := ctx.Value(seenKey{}).(seen); ok {
		return was.payment, was.invoice, nil
	}
	return readWithInvoice(ctx, tx.Queries, paymentID)
}

func readWithInvoice(ctx context.Context, r db.Reader, paymentID string) (query.Payment, query.Invoice, error) {
	p, err := r.Payment(ctx, paymentID)
	if err != nil {
		return query.Payment{}, query.Invoice{}, err
	}
	v, err := r.Invoice(ctx, p.InvoiceID)
	time.Sleep(moment)
	return p, v, err
}
