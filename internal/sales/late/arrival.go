package late

import (
	"context"
	"fmt"

	"shanmen/internal/base/fault"
	"shanmen/internal/base/id"
	"shanmen/internal/base/locale"
	"shanmen/internal/base/money"
	"shanmen/internal/platform/db"
	"shanmen/internal/platform/db/query"
	"shanmen/internal/sales/invoice"
	"shanmen/internal/sales/payment"
)

// Reopen settles an expired or cancelled order with late money, if there is stock ("no-place-left"). Less than due is
// refused ("less-than-due"); an excess waits for a decision.
func (s *Service) Reopen(ctx context.Context, tx *db.Tx, invoiceID string, a payment.Arrival) error {
	v, err := invoice.Lock(ctx, tx, invoiceID)
	switch {
	case err != nil:
		return err
	case v.Status != invoice.Expired && v.Status != invoice.Cancelled:
		return fault.Invalid("illegal-transition")
	case a.Received < v.SubTotal-v.Paid:
		return fault.At("received", "less-than-due")
	}
	if err := noOtherLine(ctx, tx, v, a); err != nil {
		return err
	}
	return s.Payments.Reopen(ctx, tx, v, a)
}

// noOtherLine refuses to reopen an order by hand while a bank line for it waits as late money with another amount,
// because that would be decided a second time.
func noOtherLine(ctx context.Context, tx *db.Tx, v query.Invoice, a payment.Arrival) error {
	if a.LineID != "" {
		return nil
	}
	late, err := tx.LateLinesOf(ctx, query.LateLinesOfParams{InvoiceID: v.ID, OriginID: v.OriginID})
	if err != nil {
		return fmt.Errorf("late lines: %w", err)
	}
	for _, l := range late {
		if l.Amount == a.Received {
			return nil
		}
	}
	if len(late) > 0 {
		return fault.Invalid("late-line-waits").With("amount", money.Format(late[0].Amount))
	}
	return nil
}

// gift is a transfer without an order that the temple keeps as a donation.
type gift struct {
	payment.Arrival
	Key    string // origin id of its order, unique to the transfer
	Owner  string // the account, "" without one
	Locale locale.Locale
	Payer  invoice.Payer
}

// donate creates a settled order with one donation from a transfer: it has a number, a receipt and a notice like every
// order, and counts as takings.
func (s *Service) donate(ctx context.Context, tx *db.Tx, g gift) (invoiceID string, err error) {
	made, err := invoice.Create(ctx, tx, invoice.New{
		Origin: invoice.FromLate, OriginID: g.Key, UserID: g.Owner, Locale: g.Locale, Reference: id.Reference(), Payer: g.Payer,
		Status: invoice.AwaitingPayment, By: invoice.ByOffice, ActorID: g.ActorID, At: s.Clock.Now(),
		Items: []invoice.NewItem{{
			Title:    s.Messages.Both("refund.gift"),
			Quantity: 1, UnitPrice: g.Received,
		}},
	})
	if err != nil {
		return "", err
	}
	return made.ID, s.Payments.BookArrival(ctx, tx, made.ID, g.Arrival)
}

// DonateLine keeps a bank credit as a donation from the payer named by the bank. Money counted before, or declared by
// its payer, must be decided as late money: "late-counted", "late-declared".
func (s *Service) DonateLine(ctx context.Context, tx *db.Tx, l query.BankLine, actorID string) error {
	if _, used, err := UsedBy(ctx, tx.Queries, l); err != nil {
		return err
	} else if used {
		return fault.Invalid("late-counted")
	}
	if l.Late != "" {
		return fault.Invalid("late-declared")
	}
	g := gift{
		Key: l.ID, Locale: locale.EN, Payer: invoice.Payer{Name: l.Payer},
		Arrival: payment.Arrival{Received: l.Amount, At: l.BookedAt.Time(), LineID: l.ID, ActorID: actorID},
	}
	invoiceID, err := s.donate(ctx, tx, g)
	if err != nil {
		return err
	}
	return s.closeLine(ctx, tx, l, Donated, invoiceID, actorID)
}
