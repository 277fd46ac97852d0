// Package month knows which months of the accounts are closed, and keeps money out of them.
//
// Every act that dates money calls Book in its transaction with the moment that it will store: it shares the row of
// month_turn until the commit, so that no month closes between. What undoes or decides money of a closed month calls
// Undone or Decided before it: the closed month keeps the money, and an adjustment counts on the act's own day and names
// the closed month. Package journal closes and opens months. testdata/acts.txt lists every statement that dates money.
package month

import (
	"context"
	"errors"
	"fmt"
	"time"

	"shanmen/internal/base/clock"
	"shanmen/internal/base/fault"
	"shanmen/internal/base/id"
	"shanmen/internal/base/money"
	"shanmen/internal/platform/db"
	"shanmen/internal/platform/db/query"
)

// The kinds of adjustments.
const (
	KindUndone = "undone" // a payment was undone
	KindExcess = "excess" // the excess of a payment was donated or refunded
)

// Layout is the format of a month's name: 2026-09.
const Layout = "2006-01"

// Of is the name of the month in Singapore that a moment lies in.
func Of(at clock.Millis) string { return at.Time().In(clock.Singapore).Format(Layout) }

// Start is the first moment of a month, or false for a text that names none.
func Start(name string) (time.Time, bool) {
	t, err := time.ParseInLocation(Layout, name, clock.Singapore)
	return t, err == nil && t.Year() >= 2000 && t.Year() <= 2200
}

// Book refuses to book money at a moment that lies in a closed month ("month-closed"): the month was closed while the
// act waited. own is the day of the money itself, 0 if unknown, such as that of a transfer; if it lies in a
// closed month, Book returns its name, which is stored with the money.
func Book(ctx context.Context, tx *db.Tx, at, own clock.Millis) (ofMonth string, err error) {
	closed, err := tx.MonthShare(ctx)
	switch {
	case err != nil:
		return "", fmt.Errorf("closed months: %w", err)
	case at < closed:
		return "", fault.Invalid("month-closed")
	case own > 0 && own < closed:
		return Of(own), nil
	}
	return "", nil
}

// BookForOrder is Book for money that goes back for an order: its own day is that of the last payment.
func BookForOrder(ctx context.Context, tx *db.Tx, at clock.Millis, invoiceID *string) (ofMonth string, err error) {
	var own clock.Millis
	if invoiceID != nil {
		own, err = tx.MonthOfOrder(ctx, *invoiceID)
		if err != nil && !errors.Is(err, db.ErrNoRows) {
			return "", fmt.Errorf("last payment of an order: %w", err)
		}
	}
	return Book(ctx, tx, at, own)
}

// Undone is called before an approved payment is undone at a moment. Money of a closed month stays there, and is
// subtracted on this day.
func Undone(ctx context.Context, tx *db.Tx, p query.Payment, at clock.Millis, actorID string) error {
	ofMonth, err := Book(ctx, tx, at, p.DecidedAt)
	if err != nil || ofMonth == "" {
		return err
	}
	a := adjustment(p, KindUndone, ofMonth, at, actorID)
	if p.Received != nil {
		a.Amount = *p.Received
	}
	a.Excess, a.Waived = p.Excess, money.Cents(p.Waived)
	if err := tx.AdjustmentAdd(ctx, a); err != nil {
		return fmt.Errorf("adjust a closed month: %w", err)
	}
	if err := tx.AdjustmentItemsAdd(ctx, query.AdjustmentItemsAddParams{AdjustmentID: a.ID, PaymentID: p.ID}); err != nil {
		return fmt.Errorf("items of an adjustment: %w", err)
	}
	return nil
}

// Decided is called before the undecided excess of an order becomes something at a moment: as is its new excess_as. In a
// closed month it stays undecided, and moves on this day.
func Decided(ctx context.Context, tx *db.Tx, invoiceID, as string, at clock.Millis, actorID string) error {
	with, err := tx.PaymentsWithExcess(ctx, invoiceID)
	if err != nil {
		return fmt.Errorf("excess of an order: %w", err)
	}
	for _, p := range with {
		ofMonth, err := Book(ctx, tx, at, p.DecidedAt)
		if err != nil {
			return err
		}
		if ofMonth == "" {
			continue
		}
		a := adjustment(p, KindExcess, ofMonth, at, actorID)
		a.Amount, a.ExcessAs = p.Excess, as
		if err := tx.AdjustmentAdd(ctx, a); err != nil {
			return fmt.Errorf("adjust a closed month: %w", err)
		}
	}
	return nil
}

func adjustment(p query.Payment, kind, ofMonth string, at clock.Millis, actorID string) query.AdjustmentAddParams {
	return query.AdjustmentAddParams{
		ID: id.New(), Kind: kind, PaymentID: p.ID, InvoiceID: p.InvoiceID, Method: p.Method,
		BookedAt: p.DecidedAt, BookedBy: p.DecidedBy, OfMonth: ofMonth, At: at, ActorID: actorID,
	}
}
