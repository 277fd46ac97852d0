package payment

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"shanmen/internal/base/clock"
	"shanmen/internal/base/fault"
	"shanmen/internal/offer/position"
	"shanmen/internal/platform/db"
	"shanmen/internal/platform/db/query"
	"shanmen/internal/sales/invoice"
)

// ExpireInvoices ends what has waited for its money past its day and gives its places back. What is
// under verification never expires, however long the office needs, nor does what has money booked. Each invoice ends in a
// transaction of its own, so replicas that do this at once only repeat a refusal, and one that fails
// keeps no other from ending.
func (s *Service) ExpireInvoices(ctx context.Context) error {
	ids, err := s.DB.Read().PaymentsExpired(ctx, clock.MillisOf(s.Clock.Now()))
	if err != nil {
		return fmt.Errorf("expired invoices: %w", err)
	}
	var failed error
	for _, id := range ids {
		err := s.DB.Write(ctx, func(ctx context.Context, tx *db.Tx) error { return s.Expire(ctx, tx, id) })
		if err != nil {
			failed = errors.Join(failed, fmt.Errorf("expire invoice %s: %w", id, err))
		}
	}
	return failed
}

// Expire ends one of them, unless it has been paid or given more time since it was listed.
func (s *Service) Expire(ctx context.Context, tx *db.Tx, invoiceID string) error {
	v, err := invoice.Lock(ctx, tx, invoiceID)
	if err != nil {
		return err
	}
	now := clock.MillisOf(s.Clock.Now())
	if v.ExpiresAt == 0 || v.ExpiresAt > now || v.Paid > 0 {
		return nil // paid, in part too, or given more time, since it was listed
	}
	err = invoice.Move(ctx, tx, s.Clock.Now(), invoice.Transition{InvoiceID: invoiceID, From: []string{invoice.AwaitingPayment, invoice.Rejected}, To: invoice.Expired, By: invoice.BySystem})
	if _, refused := fault.Of(err); refused {
		return nil
	}
	if err != nil {
		return err
	}
	if err := VoidPending(ctx, tx, invoiceID, "expired", now); err != nil {
		return err
	}
	return giveBack(ctx, tx, invoiceID, s.Clock.Now())
}

// VoidPending ends the attempt that an invoice waits for, if there is one: the invoice has ended.
func VoidPending(ctx context.Context, tx *db.Tx, invoiceID, reason string, now clock.Millis) error {
	p, err := tx.PaymentPending(ctx, invoiceID)
	if errors.Is(err, db.ErrNoRows) {
		return nil
	}
	if err != nil {
		return fmt.Errorf("pending payment: %w", err)
	}
	return tx.PaymentVoid(ctx, query.PaymentVoidParams{Reason: reason, DecidedAt: now, ID: p.ID})
}

// giveBack returns the places that an invoice held.
func giveBack(ctx context.Context, tx *db.Tx, invoiceID string, now time.Time) error {
	items, err := limitedItems(ctx, tx, invoiceID)
	if err != nil {
		return err
	}
	for _, it := range items {
		if err := position.Release(ctx, tx, now, it.ID, it.OptionID, it.Quantity, position.WhyExpired); err != nil {
			return err
		}
	}
	return nil
}

// limitedItems are the items of an invoice that hold places, in one order for all, so that two
// transactions cannot wait for each other.
func limitedItems(ctx context.Context, tx *db.Tx, invoiceID string) ([]query.InvoiceItem, error) {
	items, err := tx.InvoiceItems(ctx, invoiceID)
	if err != nil {
		return nil, err
	}
	items = slices.DeleteFunc(items, func(it query.InvoiceItem) bool { return !it.Limited })
	slices.SortFunc(items, func(a, b query.InvoiceItem) int { return strings.Compare(a.OptionID, b.OptionID) })
	return items, nil
}
