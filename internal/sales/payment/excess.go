package payment

import (
	"context"
	"fmt"

	"shanmen/internal/base/clock"
	"shanmen/internal/base/fault"
	"shanmen/internal/base/money"
	"shanmen/internal/platform/db"
	"shanmen/internal/platform/db/query"
	"shanmen/internal/sales/invoice"
	"shanmen/internal/sales/month"
)

// The results of an overpayment. "" is undecided: it is listed as late money.
const (
	ExcessDonated  = "donation"
	ExcessRefunded = "refund"
)

// Held is the money received for an order, in cents.
type Held struct {
	Order   money.Cents // for the order; can be refunded
	Excess  money.Cents // overpaid and undecided
	Donated money.Cents // overpaid and kept as a donation
}

// BalanceOf sums an order's payments and refunds.
func BalanceOf(ctx context.Context, r db.Reader, invoiceID string) (h Held, err error) {
	payments, err := r.InvoicePayments(ctx, invoiceID)
	if err != nil {
		return h, fmt.Errorf("payments: %w", err)
	}
	refunds, err := r.RefundsOfInvoice(ctx, &invoiceID)
	if err != nil {
		return h, fmt.Errorf("refunds: %w", err)
	}
	for _, p := range payments {
		if p.Status != Approved {
			continue
		}
		h.Order += deref(p.Received) - p.Excess
		switch p.ExcessAs {
		case "":
			h.Excess += p.Excess
		case ExcessDonated:
			h.Donated += p.Excess
		}
	}
	for _, b := range refunds {
		if b.Extent == RefundWhole || b.Extent == RefundPart {
			h.Order -= b.Amount
		}
	}
	return h, nil
}

// bookExcess records the overpaid part of a payment.
func bookExcess(ctx context.Context, tx *db.Tx, paymentID string, cents money.Cents) error {
	if cents == 0 {
		return nil
	}
	return tx.PaymentExcess(ctx, query.PaymentExcessParams{Excess: cents, ID: paymentID})
}

// decideExcess stores what an order's undecided excess becomes.
func (s *Service) decideExcess(ctx context.Context, tx *db.Tx, invoiceID, as, actorID string) error {
	if err := month.Decided(ctx, tx, invoiceID, as, clock.MillisOf(s.Clock.Now()), actorID); err != nil {
		return err
	}
	if _, err := tx.PaymentExcessDecide(ctx, query.PaymentExcessDecideParams{ExcessAs: as, InvoiceID: invoiceID}); err != nil {
		return fmt.Errorf("excess: %w", err)
	}
	return nil
}

// DonateExcess keeps an order's undecided excess as a donation, and thanks the payer. A decided one is refused:
// "excess-decided".
func (s *Service) DonateExcess(ctx context.Context, tx *db.Tx, invoiceID, actorID string) error {
	v, err := invoice.Lock(ctx, tx, invoiceID)
	if err != nil {
		return err
	}
	h, err := BalanceOf(ctx, tx.Queries, v.ID)
	if err != nil {
		return err
	}
	if h.Excess == 0 {
		return fault.Invalid("excess-decided")
	}
	if err := s.decideExcess(ctx, tx, v.ID, ExcessDonated, actorID); err != nil {
		return err
	}
	err = s.queueLetter(ctx, tx, v, "excess-donated", "excess-donated:"+v.ID, s.Clock.Now(), nil, map[string]string{
		"number": v.Number, "amount": money.Format(h.Excess), "link": "/member/profile/invoices/" + v.ID,
	})
	if err != nil {
		return err
	}
	return auditOrder(ctx, tx, "invoice.excess-donated", v, map[string]any{"amount": h.Excess})
}
