package payment

import (
	"context"
	"errors"
	"fmt"
	"time"

	"shanmen/internal/base/clock"
	"shanmen/internal/base/fault"
	"shanmen/internal/base/money"
	"shanmen/internal/platform/db"
	"shanmen/internal/platform/db/query"
	"shanmen/internal/sales/invoice"
)

// Arrived is money shown in a bank statement, or confirmed by a payment provider.
type Arrived struct {
	InvoiceID string
	Amount    money.Cents
	At        time.Time // when the bank booked it
	ActorID   string
	Waive     money.Cents // the shortfall to waive, if it is exactly this
	Reason    string      // reason for waiving, free text
	Provider  bool        // confirmed by a payment provider
}

// Settled is the result.
type Settled struct {
	PaymentID string
	Was       string // the invoice's status before
	Made      bool   // the payment is new, because there was none to decide
}

// BookFromBank books money from a statement on an unpaid invoice, with or without a picture. Notices wait for
// UndoWindow. Refusals: "already-paid", and "illegal-transition" for an ended order.
func (s *Service) BookFromBank(ctx context.Context, tx *db.Tx, m Arrived) (Settled, error) {
	v, err := invoice.Lock(ctx, tx, m.InvoiceID)
	if err != nil {
		return Settled{}, err
	}
	switch v.Status {
	case invoice.AwaitingPayment, invoice.UnderVerification, invoice.Rejected:
	case invoice.Paid, invoice.Refunded:
		return Settled{}, fault.Invalid("already-paid")
	default:
		return Settled{}, fault.Invalid("illegal-transition")
	}
	out := Settled{Was: v.Status}
	p, err := tx.PaymentPending(ctx, v.ID)
	if err != nil && !errors.Is(err, db.ErrNoRows) {
		return Settled{}, fmt.Errorf("pending payment: %w", err)
	}
	if err != nil || p.Method != money.PayNow {
		out.Made = true
		p, err = Open(ctx, tx, s.Clock, New{
			InvoiceID: v.ID, Method: money.PayNow, Amount: v.SubTotal - v.Paid, DeclaredAmount: &m.Amount, TransactionAt: m.At,
		})
		if err != nil {
			return Settled{}, err
		}
	}
	out.PaymentID = p.ID
	arrived := clock.MillisOf(m.At)
	p.TransactionAt = &arrived // the bank knows better than the payer
	if err := s.decide(ctx, tx, p, Approved, &m.Amount, "", "", m.ActorID); err != nil {
		return Settled{}, err
	}
	if m.Waive > 0 && m.Waive != v.SubTotal-v.Paid-m.Amount {
		return Settled{}, fault.Invalid("waive-differs")
	}
	b := booking{received: m.Amount, waive: m.Waive, by: invoice.ByBank, actorID: m.ActorID, mailAt: s.Clock.Now().Add(UndoWindow)}
	if m.Provider { // nobody decided, so nobody undoes it
		b.by, b.mailAt = invoice.ByProvider, s.Clock.Now()
	}
	if err := s.bookPayment(ctx, tx, p, v, b); err != nil {
		return Settled{}, err
	}
	after := map[string]any{"status": Approved, "received": m.Amount}
	if m.Waive > 0 {
		after["waived"] = m.Waive
		if err := tx.PaymentDespite(ctx, query.PaymentDespiteParams{Despite: m.Reason, ID: p.ID}); err != nil {
			return Settled{}, fmt.Errorf("reason of a waived rest: %w", err)
		}
	}
	if m.Provider { // its own entry says more
		return out, nil
	}
	return out, auditPayment(ctx, tx, "payment.bank", p, after)
}
