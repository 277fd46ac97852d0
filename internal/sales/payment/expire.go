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

// ExpireInvoices expires overdue unpaid invoices and returns their stock, except those under verification or with
// booked money. Each has its own transaction: replicas may run it at once, and a failing one does not stop others.
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

// Expire expires one of them, unless it was paid or extended since it was listed.
func (s *Service) Expire(ctx context.Context, tx *db.Tx, invoiceID string) error {
	v, err := invoice.Lock(ctx, tx, invoiceID)
	if err != nil {
		return err
	}
	now := clock.MillisOf(s.Clock.Now())
	if v.ExpiresAt == 0 || v.ExpiresAt > now || v.Paid > 0 {
		return nil // paid, partly paid or extended since it was listed
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

// VoidPending voids the pending payment of an ended invoice, if any.
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

// giveBack returns the stock of an invoice.
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

// limitedItems are the items of an invoice with limited stock, in the common lock order.
func limitedItems(ctx context.Context, tx *db.Tx, invoiceID string) ([]query.InvoiceItem, error) {
	items, err := tx.InvoiceItems(ctx, invoiceID)
	if err != nil {
		return nil, err
	}
	items = slices.DeleteFunc(items, func(it query.InvoiceItem) bool { return !it.Limited })
	slices.SortFunc(items, func(a, b query.InvoiceItem) int { return strings.Compare(a.OptionID, b.OptionID) })
	return items, nil
}
