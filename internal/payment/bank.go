package payment

import (
	"context"
	"errors"
	"fmt"
	"time"

	"shanmen/internal/db"
	"shanmen/internal/fault"
	"shanmen/internal/invoice"
	"shanmen/internal/money"
)

// Arrived is money that a bank's statement shows.
type Arrived struct {
	InvoiceID string
	Amount    money.Cents
	At        time.Time // when the bank booked it
	ActorID   string
}

// Settled is what became of it.
type Settled struct {
	PaymentID string
	Was       string // the invoice's status before
	Made      bool   // there was no transfer to decide on: the payment is new
}

// BookFromBank books money that a statement shows on an invoice that waits for it, whether its payer sent
// a picture or not. Letters wait for UndoWindow. Refusals: "already-paid", and "illegal-transition" of an
// order that has ended.
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
	if err := s.decide(ctx, tx, p, Approved, &m.Amount, "", "", m.ActorID); err != nil {
		return Settled{}, err
	}
	if err := s.bookPayment(ctx, tx, p, v, m.Amount, invoice.ByBank, m.ActorID, s.Clock.Now().Add(UndoWindow)); err != nil {
		return Settled{}, err
	}
	return out, s.audit(ctx, tx, m.ActorID, "payment.bank", p, map[string]any{"status": Approved, "received": m.Amount})
}
