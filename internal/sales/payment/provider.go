package payment

import (
	"context"
	"errors"
	"fmt"

	"shanmen/internal/base/clock"
	"shanmen/internal/platform/db"
	"shanmen/internal/platform/db/query"
)

// BookFromProvider books money that a payment provider has confirmed on an order that waits for it. A screenshot that the
// order has sent shows this money, as with a bank line. It is not undone, so its notice is sent at once.
func (s *Service) BookFromProvider(ctx context.Context, tx *db.Tx, invoiceID string, c query.ProviderPayment) error {
	did, err := s.BookFromBank(ctx, tx, Arrived{InvoiceID: invoiceID, Amount: c.Amount, At: c.PaidAt.Time(), Provider: true})
	if err != nil {
		return err
	}
	return tx.ProviderPaymentBooked(ctx, query.ProviderPaymentBookedParams{BookedAs: did.PaymentID, ID: c.ID})
}

// SeenByProvider ties money that a payment provider has confirmed to an approved transfer of exactly its amount that
// nothing else confirms: its screenshot was approved before the provider said so. An approval from before the code was
// made is of other money, such as the first half of an order.
func (s *Service) SeenByProvider(ctx context.Context, tx *db.Tx, invoiceID string, c query.ProviderPayment, codeMade clock.Millis) (bool, error) {
	p, err := tx.BankPaymentOfInvoice(ctx, query.BankPaymentOfInvoiceParams{InvoiceID: invoiceID, Received: &c.Amount, DecidedAt: codeMade})
	if errors.Is(err, db.ErrNoRows) {
		return false, nil
	}
	if err != nil {
		return false, fmt.Errorf("approved transfer: %w", err)
	}
	return true, tieToProvider(ctx, tx, p.ID, c.ID)
}

func tieToProvider(ctx context.Context, tx *db.Tx, paymentID, providerPaymentID string) error {
	if err := tx.ProviderPaymentBooked(ctx, query.ProviderPaymentBookedParams{BookedAs: paymentID, ID: providerPaymentID}); err != nil {
		return fmt.Errorf("payment of the provider: %w", err)
	}
	return tx.PaymentUnseen(ctx, query.PaymentUnseenParams{ID: paymentID})
}

// confirmedElsewhere returns whether a payment provider has confirmed a payment.
func confirmedElsewhere(ctx context.Context, r db.Reader, paymentID string) (bool, error) {
	_, err := r.ProviderPaymentOfPayment(ctx, paymentID)
	if errors.Is(err, db.ErrNoRows) {
		return false, nil
	}
	return err == nil, err
}
