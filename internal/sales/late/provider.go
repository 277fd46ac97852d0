package late

import (
	"context"
	"errors"
	"fmt"

	"shanmen/internal/base/fault"
	"shanmen/internal/base/money"
	"shanmen/internal/platform/db"
	"shanmen/internal/platform/db/query"
	"shanmen/internal/sales/payment"
)

// providerOf is what a payment provider has received for a transfer, if it is one of the provider's.
func providerOf(ctx context.Context, r db.Reader, transferID string) (c query.ProviderPaymentOfTransferRow, found bool, err error) {
	c, err = r.ProviderPaymentOfTransfer(ctx, transferID)
	if errors.Is(err, db.ErrNoRows) {
		return c, false, nil
	}
	if err != nil {
		return c, false, fmt.Errorf("payment of the provider: %w", err)
	}
	return c, true, nil
}

// confirmed decides about locked late money that a payment provider has. Its amount is what the provider says; only of
// another currency does a person say what arrived.
func (d *decision) confirmed(ctx context.Context, t query.UnclaimedTransfer, c query.ProviderPaymentOfTransferRow) error {
	if d.in.Body.As == NotArrived || d.in.Body.As == Counted {
		return notADecision()
	}
	v, err := d.tx.Invoice(ctx, c.InvoiceID)
	if err != nil {
		return db.NotFound(err)
	}
	a := payment.Arrival{Received: c.Amount, At: c.PaidAt.Time(), ActorID: d.actorID, ProviderID: c.ID}
	if c.Currency != money.Currency {
		if a.Received = d.in.Body.Received; a.Received <= 0 {
			return fault.At("received", "required")
		}
	}
	of := meant{transferID: t.ID, reference: t.Reference, order: &v}
	if t.UserID != nil {
		of.userID = *t.UserID
	}
	invoiceID, err := d.money(ctx, a, of)
	if err != nil {
		return err
	}
	return d.closeTransfer(ctx, d.tx, t, d.in.Body.As, invoiceID, d.actorID)
}

// confirmedDetail adds what a payment provider says about late money, and its order.
func (s *Service) confirmedDetail(ctx context.Context, r db.Reader, out *Detail, t query.UnclaimedTransfer, c query.ProviderPaymentOfTransferRow) error {
	at := c.PaidAt.Time()
	out.Amount, out.Arrived, out.Asked, out.Declared = c.Amount, &at, 0, nil
	out.Provider = &ProviderPayment{Name: c.Provider, PaymentID: c.PaymentID, Currency: c.Currency, Amount: c.Amount}
	if err := s.addInvoice(ctx, r, out, c.InvoiceID); err != nil {
		return err
	}
	out.For = meantFor("cart", out.Invoice.Status)
	if t.ResolvedAt > 0 {
		return nil
	}
	out.Decisions = append(out.Decisions, choices(out.Invoice.Status)...)
	return nil
}
