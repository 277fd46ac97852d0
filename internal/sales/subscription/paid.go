package subscription

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"time"

	"shanmen/internal/base/clock"
	"shanmen/internal/base/fault"
	"shanmen/internal/base/id"
	"shanmen/internal/base/lunar"
	"shanmen/internal/offer/form"
	"shanmen/internal/offer/offering"
	"shanmen/internal/offer/position"
	"shanmen/internal/people/account"
	"shanmen/internal/platform/db"
	"shanmen/internal/platform/db/query"
	"shanmen/internal/sales/invoice"
	"shanmen/internal/sales/subscription/term"
)

// Paid runs in the transaction in which an invoice becomes paid. A renewal extends its subscription; any other monthly
// or yearly item becomes a subscription of the invoice's account. If that account is erased, the subscription is created
// as cancelled, because nobody could renew it; without an account none is created. A renewal that was replaced by another, or whose account is erased, is
// refused: "renewal-replaced".
func (s *Service) Paid(ctx context.Context, tx *db.Tx, invoiceID string) error {
	v, err := invoice.Load(ctx, tx.Queries, invoiceID)
	if err != nil {
		return err
	}
	if v.UserID == nil {
		return nil
	}
	u, err := tx.Account(ctx, *v.UserID)
	if err != nil {
		return fmt.Errorf("account of an invoice: %w", err)
	}
	renewal := v.Origin == invoice.FromRenewal
	erased := u.User.Status == "closed"
	if erased && renewal {
		return fault.Invalid("renewal-replaced")
	}
	for _, it := range v.Items {
		if it.Term != offering.Monthly && it.Term != offering.Yearly {
			continue
		}
		t, err := tx.SubscriptionTermOfItem(ctx, it.ID)
		if errors.Is(err, db.ErrNoRows) && !renewal {
			if erased { // its names are with the order
				it.Form, it.CancelledBy = "", invoice.BySystem
			}
			err = s.begin(ctx, tx, *v.UserID, it, query.SubscriptionTerm{})
		} else if errors.Is(err, db.ErrNoRows) {
			return fault.Invalid("renewal-replaced")
		} else if err == nil {
			err = s.goOn(ctx, tx, t, *v.UserID, it)
		}
		if err != nil {
			return fmt.Errorf("subscription of a paid item: %w", err)
		}
	}
	return tx.SubscriptionTicketsSpend(ctx, query.SubscriptionTicketsSpendParams{UsedAt: clock.MillisOf(s.Clock.Now()), Subject: invoiceID})
}

// begin creates a subscription whose first term starts today; it is cancelled if it.CancelledBy is set. renewed is the term that the item was to renew, if its subscription has ended; zero for an order.
func (s *Service) begin(ctx context.Context, tx *db.Tx, userID string, it query.InvoiceItem, renewed query.SubscriptionTerm) error {
	now := clock.MillisOf(s.Clock.Now())
	first := lunar.DayOf(s.Clock.Now())
	_, ends := term.Span(first, it.Term, 1)
	row := query.SubscriptionAddParams{
		ID: id.New(), UserID: userID, ItemID: it.ID, Status: Active, OfferingID: it.OfferingID, OptionID: it.OptionID,
		Term: it.Term, Quantity: it.Quantity, UnitPrice: it.UnitPrice, FormKey: it.FormKey, FormVersion: it.FormVersion, Form: it.Form,
		Limited: it.Limited, StartsAt: clock.MillisOf(first.Time(0, 0)), Period: 1, EndsAt: clock.MillisOf(ends.Time(0, 0)),
		RenewedID: renewed.SubscriptionID, RenewedPeriod: renewed.Period, CreatedAt: now, UpdatedAt: now,
	}
	if err := tx.SubscriptionAdd(ctx, row); err != nil {
		return err
	}
	if it.CancelledBy != "" {
		err := tx.SubscriptionEnd(ctx, query.SubscriptionEndParams{Status: Cancelled, EndedBy: it.CancelledBy, EndedAt: now, ID: row.ID})
		if err != nil {
			return err
		}
	}
	return tx.SubscriptionTermAdd(ctx, query.SubscriptionTermAddParams{
		SubscriptionID: row.ID, Period: 1, InvoiceID: it.InvoiceID, ItemID: it.ID, Form: it.Form,
		StartsAt: row.StartsAt, EndsAt: row.EndsAt, PaidAt: now,
	})
}

// goOn records a paid term. A subscription cancelled meanwhile stays cancelled, but the paid term counts. If the
// subscription has ended and its stock was returned, the item starts a new one, if there is stock ("no-place-left").
func (s *Service) goOn(ctx context.Context, tx *db.Tx, t query.SubscriptionTerm, userID string, it query.InvoiceItem) error {
	sub, err := lock(ctx, tx, t.SubscriptionID)
	if err != nil {
		return err
	}
	now := clock.MillisOf(s.Clock.Now())
	if sub.Status != Active && t.Period > 1 && sub.EndsAt <= now {
		if it.Limited, err = s.placeOfEnded(ctx, tx, sub, it); err != nil {
			return err
		}
		if err := tx.SubscriptionTermRemove(ctx, query.SubscriptionTermRemoveParams{SubscriptionID: sub.ID, Period: t.Period}); err != nil {
			return err
		}
		return s.begin(ctx, tx, userID, it, t)
	}
	err = tx.SubscriptionTermPaid(ctx, query.SubscriptionTermPaidParams{PaidAt: now, SubscriptionID: sub.ID, Period: t.Period})
	if err != nil {
		return err
	}
	return tx.SubscriptionPaid(ctx, query.SubscriptionPaidParams{
		Period: t.Period, EndsAt: t.EndsAt, UnitPrice: it.UnitPrice, UpdatedAt: now, ID: sub.ID,
	})
}

// placeOfEnded gives an item the position of an ended subscription: its own if not yet released, else the same one if
// free, or the nearest ("no-place-left").
func (s *Service) placeOfEnded(ctx context.Context, tx *db.Tx, sub query.Subscription, it query.InvoiceItem) (limited bool, err error) {
	n, err := tx.SubscriptionRelease(ctx, query.SubscriptionReleaseParams{ID: sub.ID, EndsAt: clock.MillisOf(s.Clock.Now())})
	if err != nil {
		return false, err
	}
	if n > 0 && it.OptionID == sub.OptionID && it.Quantity == sub.Quantity {
		return true, position.HandOn(ctx, tx, sub.ItemID, it)
	}
	if n > 0 {
		if err := position.Release(ctx, tx, s.Clock.Now(), sub.ItemID, sub.OptionID, sub.Quantity, position.WhyOver); err != nil {
			return false, err
		}
	}
	limited, ok, err := position.Retake(ctx, tx, s.Clock.Now(), sub.ItemID, it)
	if err == nil && !ok {
		err = fault.Invalid("no-place-left")
	}
	return limited, err
}

// Unpaid runs in the transaction in which an invoice stops being paid. After an undo, the subscription it created is
// removed, and the order has its stock again; or it loses the term. If the stock was returned after the term, the undo is
// refused: "undo-term-over". After a refund, the subscription is cancelled with the term; it returns its own
// stock.
func (s *Service) Unpaid(ctx context.Context, tx *db.Tx, invoiceID string) error {
	v, err := invoice.Load(ctx, tx.Queries, invoiceID)
	if err != nil {
		return err
	}
	for _, it := range v.Items {
		t, err := tx.SubscriptionTermOfItem(ctx, it.ID)
		if errors.Is(err, db.ErrNoRows) {
			continue
		}
		if err == nil {
			err = s.takeBack(ctx, tx, t, it, v.Status == invoice.Refunded)
		}
		if err != nil {
			return fmt.Errorf("subscription of an item that is unpaid again: %w", err)
		}
	}
	if v.Status == invoice.Refunded {
		return nil
	}
	return tx.SubscriptionTicketsRevive(ctx, invoiceID)
}

func (s *Service) takeBack(ctx context.Context, tx *db.Tx, t query.SubscriptionTerm, it query.InvoiceItem, refunded bool) error {
	sub, err := lock(ctx, tx, t.SubscriptionID)
	if err != nil || t.PaidAt == 0 {
		return err
	}
	if !refunded && t.Period < sub.Period { // a later term is paid and depends on this one
		return fault.Invalid("undo-overtaken")
	}
	if refunded || t.Period == sub.Period {
		if err := s.dropFollowing(ctx, tx, sub, refunded); err != nil {
			return err
		}
	}
	if t.Period == 1 && !refunded {
		if it.Limited && !sub.Limited {
			return fault.Invalid("undo-term-over")
		}
		return s.revertStart(ctx, tx, sub, t)
	}
	remind := clock.Millis(0)
	if !refunded {
		set, err := readSettings(ctx, tx.Queries)
		if err != nil {
			return err
		}
		remind = term.NextReminder(dayAt(t.StartsAt), set.reminders, s.Clock.Now())
	}
	err = tx.SubscriptionTermPaid(ctx, query.SubscriptionTermPaidParams{RemindAt: remind, SubscriptionID: sub.ID, Period: t.Period})
	if err != nil {
		return err
	}
	if t.Period == sub.Period { // otherwise a later term is paid and stays
		sub.Period, sub.EndsAt = t.Period-1, t.StartsAt
	}
	err = tx.SubscriptionPaid(ctx, query.SubscriptionPaidParams{
		Period: max(sub.Period, 1), EndsAt: sub.EndsAt, UnitPrice: sub.UnitPrice, UpdatedAt: clock.MillisOf(s.Clock.Now()), ID: sub.ID,
	})
	if err != nil || !refunded || sub.Status != Active {
		return err
	}
	return s.end(ctx, tx, &sub, Cancelled, invoice.ByOffice)
}

// revertStart removes a subscription whose first payment was undone; the item remembers who cancelled it. If a late
// renewal had started it, its stock is returned, and the renewal is again the next term of the ended subscription.
func (s *Service) revertStart(ctx context.Context, tx *db.Tx, sub query.Subscription, t query.SubscriptionTerm) error {
	if err := tx.SubscriptionRemove(ctx, sub.ID); err != nil {
		return err
	}
	if err := tx.SubscriptionUsesLeft(ctx, sub.ID); err != nil {
		return err
	}
	if sub.Status == Cancelled {
		item := query.SubscriptionItemCancelledParams{CancelledBy: sub.EndedBy, InvoiceID: t.InvoiceID, ID: t.ItemID}
		if err := tx.SubscriptionItemCancelled(ctx, item); err != nil {
			return err
		}
	}
	if sub.RenewedID == "" {
		if !sub.Limited {
			return nil
		}
		return tx.InvoiceItemHasPlace(ctx, query.InvoiceItemHasPlaceParams{InvoiceID: t.InvoiceID, ID: t.ItemID})
	}
	if sub.Limited {
		if err := position.Release(ctx, tx, s.Clock.Now(), sub.ItemID, sub.OptionID, sub.Quantity, position.WhyReturned); err != nil {
			return err
		}
	}
	old, err := lock(ctx, tx, sub.RenewedID)
	if err != nil {
		return err
	}
	starts, ends := term.Span(dayAt(old.StartsAt), old.Term, sub.RenewedPeriod)
	return tx.SubscriptionTermAdd(ctx, query.SubscriptionTermAddParams{
		SubscriptionID: old.ID, Period: sub.RenewedPeriod, InvoiceID: t.InvoiceID, ItemID: t.ItemID, Form: t.Form,
		StartsAt: clock.MillisOf(starts.Time(0, 0)), EndsAt: clock.MillisOf(ends.Time(0, 0)),
	})
}

// dropFollowing cancels the open invoice of the term after the one no longer paid. If money for it is on its way, the
// earlier term cannot be undone: "undo-overtaken".
func (s *Service) dropFollowing(ctx context.Context, tx *db.Tx, sub query.Subscription, refunded bool) error {
	n, err := findNext(ctx, tx.Queries, sub)
	if err != nil {
		return err
	}
	if n.inOffice() && !refunded {
		return fault.Invalid("undo-overtaken")
	}
	return s.dropRenewal(ctx, tx, sub, invoice.Cancelled, invoice.ByOffice, "")
}

// Renewal is what a ticket opens: one invoice, and its term.
type Renewal struct {
	InvoiceID, UserID string
	StartsAt, EndsAt  time.Time // of the term
	Names             []string  // the beneficiaries
	Sheet             *form.Sheet
	Status            int64 // of the subscription
}

// statusOfReplaced is the status of the subscription for which a replaced invoice was made, from its origin. One that was
// removed, because its first payment was undone, counts as cancelled.
func statusOfReplaced(ctx context.Context, r db.Reader, invoiceID string) (int64, error) {
	v, err := r.Invoice(ctx, invoiceID)
	if err != nil {
		return 0, fmt.Errorf("invoice of a ticket: %w", err)
	}
	subscriptionID, _, _ := strings.Cut(v.OriginID, ":")
	sub, err := r.Subscription(ctx, subscriptionID)
	if errors.Is(err, db.ErrNoRows) {
		return Cancelled, nil
	}
	if err != nil {
		return 0, fmt.Errorf("subscription of a ticket: %w", err)
	}
	return sub.Status, nil
}

// Renewal resolves a ticket. A ticket ends when its invoice is paid: "ticket-invalid".
func (s *Service) Renewal(ctx context.Context, token string) (Renewal, error) {
	r := s.DB.Read()
	t, err := s.Accounts.LiveTicket(ctx, r, account.TicketRenewal, token)
	if err != nil {
		return Renewal{}, err
	}
	out := Renewal{InvoiceID: t.Subject, UserID: t.UserID}
	paid, err := r.SubscriptionTermOfInvoice(ctx, t.Subject)
	if errors.Is(err, db.ErrNoRows) { // another invoice has replaced it
		out.Status, err = statusOfReplaced(ctx, r, t.Subject)
		return out, err
	}
	if err != nil {
		return Renewal{}, fmt.Errorf("term of a ticket: %w", err)
	}
	out.StartsAt, out.EndsAt = paid.StartsAt.Time(), paid.EndsAt.Time()
	sub, err := r.Subscription(ctx, paid.SubscriptionID)
	if err != nil {
		return Renewal{}, fmt.Errorf("subscription of a ticket: %w", err)
	}
	out.Status = sub.Status
	rd := &reader{s: s, r: r, forms: map[string]form.Definition{}}
	if out.Names, err = rd.names(ctx, sub, paid.Form); err != nil {
		return Renewal{}, err
	}
	out.Sheet, err = form.NewReader(r).Sheet(ctx, sub.FormKey, sub.FormVersion, paid.Form)
	return out, err
}
