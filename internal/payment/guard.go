//go:build !unguarded

package payment

import (
	"context"

	"shanmen/internal/db"
	"shanmen/internal/db/query"
	"shanmen/internal/invoice"
)

// The guards against races for an invoice, and for a decision about a payment. Built with the tag "unguarded" the program lacks it, and the
// tests named TestRace… must fail: see unguarded.go.

// early is what the unguarded program reads before its transaction. The real one reads nothing.
type early struct{}

func (s *Service) lookEarly(context.Context, string) (early, error) { return early{}, nil }

// lookAt locks the invoice before anything is decided by what it says.
func (s *Service) lookAt(ctx context.Context, tx *db.Tx, _ early, invoiceID string) (query.Invoice, error) {
	return invoice.Lock(ctx, tx, invoiceID)
}

// lookBefore and lookAtPayment are the same for who decides about a payment.
func (s *Service) lookBefore(ctx context.Context, _ string) (context.Context, error) { return ctx, nil }

func (s *Service) lookAtPayment(ctx context.Context, tx *db.Tx, paymentID string) (query.Payment, query.Invoice, error) {
	return lockWithInvoice(ctx, tx, paymentID)
}

// end moves the invoice from where it was seen, or refuses.
func (s *Service) end(ctx context.Context, tx *db.Tx, v query.Invoice, to, by, actorID string) error {
	return invoice.Move(ctx, tx, s.Clock, v.ID, []string{v.Status}, to, by, actorID)
}

// earlyMoney is what the unguarded program reads of an order's money before its transaction.
type earlyMoney struct{}

func (s *Service) lookAtMoneyEarly(context.Context, string) (earlyMoney, error) {
	return earlyMoney{}, nil
}

// lookAtMoney locks the invoice before it adds up what has come in and gone back: two refunds cannot both
// find the same money.
func (s *Service) lookAtMoney(ctx context.Context, tx *db.Tx, _ earlyMoney, invoiceID string) (query.Invoice, Held, error) {
	v, err := invoice.Lock(ctx, tx, invoiceID)
	if err != nil {
		return v, Held{}, err
	}
	h, err := HeldFor(ctx, tx.Queries, v.ID)
	return v, h, err
}
