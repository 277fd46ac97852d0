package payment

import (
	"context"
	"fmt"

	"shanmen/internal/db"
	"shanmen/internal/db/query"
)

// What became of an excess. "" is undecided: it is kept in the list of late money.
const (
	ExcessDonated  = "donation"
	ExcessRefunded = "refund"
)

// Held is what the temple has of the money that came in for an order, in cents.
type Held struct {
	Order   int64 // counts for the order, and can be refunded
	Excess  int64 // came in above what was due, and nobody has decided yet
	Donated int64 // came in above what was due, and is kept as a donation
}

// HeldFor adds up what came in for an order and what went back.
func HeldFor(ctx context.Context, r db.Reader, invoiceID string) (h Held, err error) {
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
		if b.Extent != RefundExcess {
			h.Order -= b.Amount
		}
	}
	return h, nil
}

// bookExcess notes what a payment brought above what was due.
func bookExcess(ctx context.Context, tx *db.Tx, paymentID string, cents int64) error {
	if cents == 0 {
		return nil
	}
	return tx.PaymentExcess(ctx, query.PaymentExcessParams{Excess: cents, ID: paymentID})
}
