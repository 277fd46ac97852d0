package position

import (
	"context"
	"errors"
	"fmt"
	"math"
	"time"

	"shanmen/internal/base/clock"
	"shanmen/internal/base/fault"
	"shanmen/internal/base/keyset"
	"shanmen/internal/offer/offering"
	"shanmen/internal/platform/db"
	"shanmen/internal/platform/db/query"
)

// Paid runs in the transaction in which an order becomes paid, after its subscriptions: booked positions become taken
// until the term ends. For a renewal, the subscription's positions are extended.
func (s *Service) Paid(ctx context.Context, tx *db.Tx, invoiceID string) error {
	return settle(ctx, tx, s.Clock.Now(), invoiceID, true)
}

// Unpaid runs in the transaction in which an order stops being paid. Its positions stay booked; a renewal's positions
// stay taken as long as the subscription still lasts. Once the time of a lamp is over and its position may be sold
// again, only a refund is possible: "undo-term-over".
func (s *Service) Unpaid(ctx context.Context, tx *db.Tx, invoiceID string) error {
	if err := settle(ctx, tx, s.Clock.Now(), invoiceID, false); err != nil {
		return err
	}
	// After that no position of the order is released by Work.
	n, err := tx.PositionUsesOverOfUnpaid(ctx, invoiceID)
	if err != nil {
		return fmt.Errorf("positions whose time is over: %w", err)
	}
	if n > 0 {
		return fault.Invalid("undo-term-over")
	}
	return nil
}

func settle(ctx context.Context, tx *db.Tx, now time.Time, invoiceID string, paid bool) error {
	items, err := tx.InvoiceItems(ctx, invoiceID)
	if err != nil {
		return fmt.Errorf("items of an order: %w", err)
	}
	for _, it := range items {
		itemID := it.ID
		sub, err := tx.PositionSubscriptionOfItem(ctx, it.ID)
		if err != nil && !errors.Is(err, db.ErrNoRows) {
			return fmt.Errorf("subscription of an item: %w", err)
		}
		if sub.ID != "" {
			itemID = sub.ItemID
		}
		if err := settleUses(ctx, tx, now, itemID, it, sub, paid); err != nil {
			return err
		}
	}
	return nil
}

// mostMoves is how often the office may move an item's lamps while it is being paid.
const mostMoves = 5

// settleUses updates the uses of an item. If the office moves one at the same time, its replacement is updated.
func settleUses(ctx context.Context, tx *db.Tx, now time.Time, itemID string, it query.InvoiceItem, sub query.Subscription, paid bool) error {
	for range mostMoves {
		uses, err := tx.PositionUsesOfItem(ctx, itemID)
		if err != nil {
			return fmt.Errorf("positions of an item: %w", err)
		}
		moved := false
		for _, u := range uses {
			next, err := nextState(ctx, tx, now, u, it, sub, paid)
			if err != nil {
				return err
			}
			n, err := tx.PositionUseTaken(ctx, next)
			if err != nil {
				return fmt.Errorf("position of a paid item: %w", err)
			}
			moved = moved || n == 0
		}
		if !moved {
			return nil
		}
	}
	return errors.New("positions of a paid item: moved again and again")
}

// nextState is the state of a use after its item becomes paid or unpaid.
func nextState(ctx context.Context, tx *db.Tx, now time.Time, u query.PositionUse, it query.InvoiceItem, sub query.Subscription, paid bool) (query.PositionUseTakenParams, error) {
	next := query.PositionUseTakenParams{ID: u.ID, State: Taken, SubscriptionID: sub.ID, FromAt: u.FromAt}
	if next.FromAt == 0 {
		next.FromAt = clock.MillisOf(now)
	}
	switch {
	case sub.ID != "":
		next.UntilAt = sub.EndsAt
	case !paid:
		next.State, next.FromAt = Booked, 0
	default:
		o, err := tx.OfferingOptionByID(ctx, it.OptionID)
		if err != nil {
			return next, fmt.Errorf("option of a position: %w", err)
		}
		if o.LastsMonths > 0 {
			next.UntilAt = clock.MillisOf(now.AddDate(0, int(o.LastsMonths), 0))
		}
	}
	return next, nil
}

// Work is one round of automatic changes: after the end of a term, positions of subscriptions are kept for the days of
// grace and others are released. Each use has its own transaction.
func (s *Service) Work(ctx context.Context) error {
	now := s.Clock.Now()
	var failed error
	for after := (keyset.Key{At: math.MinInt64}); ; {
		due, err := s.DB.Read().PositionUsesOver(ctx, query.PositionUsesOverParams{Now: clock.MillisOf(now), AfterAt: int64(after.At), AfterID: after.ID})
		if err != nil {
			return errors.Join(failed, fmt.Errorf("positions whose time is over: %w", err))
		}
		for _, u := range due {
			after = keyset.Key{At: u.UntilAt, ID: u.ID}
			err := s.DB.Write(ctx, func(ctx context.Context, tx *db.Tx) error { return over(ctx, tx, now, u.ID) })
			if err != nil {
				failed = errors.Join(failed, fmt.Errorf("position %s: %w", u.PositionID, err))
			}
		}
		if len(due) < 200 || ctx.Err() != nil {
			return failed
		}
	}
}

func over(ctx context.Context, tx *db.Tx, now time.Time, useID string) error {
	u, err := tx.PositionUse(ctx, useID)
	if err != nil {
		return err
	}
	p, err := tx.Position(ctx, u.PositionID)
	if err != nil {
		return err
	}
	if p.OptionID == nil {
		return fmt.Errorf("position %s has no option", p.Code)
	}
	if _, _, err := offering.LockStock(ctx, tx, *p.OptionID); err != nil {
		return err
	}
	if u, err = tx.PositionUseLock(ctx, useID); err != nil { // read again, as a concurrent payment leaves it
		return err
	}
	if u.State != Taken || u.UntilAt == 0 || u.UntilAt > clock.MillisOf(now) {
		return nil
	}
	if u.SubscriptionID == "" {
		return Release(ctx, tx, now, u.ItemID, *p.OptionID, 1, WhyOver)
	}
	_, err = tx.PositionUseTaken(ctx, query.PositionUseTakenParams{State: Kept, SubscriptionID: u.SubscriptionID, FromAt: u.FromAt, UntilAt: u.UntilAt, ID: u.ID})
	return err
}
