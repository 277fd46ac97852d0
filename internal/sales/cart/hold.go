package cart

import (
	"context"
	"errors"
	"fmt"
	"time"

	"shanmen/internal/base/clock"
	"shanmen/internal/offer/position"
	"shanmen/internal/platform/db"
	"shanmen/internal/platform/db/query"
)

// Hold reserves prices and stock of a cart from its QR code on. Any change of the cart ends it, so a hold covers
// exactly the items of its cart.
type Hold struct {
	query.Hold
	Items []query.HoldItem // ordered by option, then item
}

// Live returns whether the hold has not expired.
func (h *Hold) Live(now time.Time) bool { return h != nil && clock.MillisOf(now) < h.ExpiresAt }

// QRLive returns whether the hold's QR code can still be scanned.
func (h *Hold) QRLive(now time.Time) bool { return h.Live(now) && clock.MillisOf(now) < h.QrExpiresAt }

// id is "" without a hold.
func (h *Hold) id() string {
	if h == nil {
		return ""
	}
	return h.ID
}

// FindHold reads the hold of a cart, nil without one.
func FindHold(ctx context.Context, r db.Reader, cartID string) (*Hold, error) {
	row, err := r.HoldOfCart(ctx, cartID)
	if errors.Is(err, db.ErrNoRows) {
		return nil, nil
	}
	if err != nil {
		return nil, fmt.Errorf("hold: %w", err)
	}
	items, err := r.HoldItems(ctx, row.ID)
	if err != nil {
		return nil, fmt.Errorf("hold: %w", err)
	}
	return &Hold{row, items}, nil
}

// EndHold ends the hold of a locked cart and returns its stock. It returns whether there was one.
func EndHold(ctx context.Context, tx *db.Tx, cartID string, now time.Time) (bool, error) {
	h, err := FindHold(ctx, tx.Queries, cartID)
	if h == nil || err != nil {
		return false, err
	}
	for _, it := range h.Items { // in option order, the common lock order
		if it.Limited {
			if err := position.ReleaseHeld(ctx, tx, now, it); err != nil {
				return false, err
			}
		}
	}
	return true, ForgetHold(ctx, tx, h)
}

// ForgetHold deletes a hold of a locked cart whose stock an invoice has taken over.
func ForgetHold(ctx context.Context, tx *db.Tx, h *Hold) error {
	if err := tx.HoldItemsRemove(ctx, h.ID); err != nil {
		return err
	}
	return tx.HoldRemove(ctx, h.ID)
}

// ReleaseHolds ends every expired hold. Replicas may run it at once: each hold is checked again under its cart's lock.
func (s *Service) ReleaseHolds(ctx context.Context) error {
	now := s.Clock.Now()
	carts, err := s.DB.Read().HoldsExpired(ctx, clock.MillisOf(now))
	if err != nil {
		return fmt.Errorf("expired holds: %w", err)
	}
	var failed error
	for _, cartID := range carts {
		err := s.DB.Write(ctx, func(ctx context.Context, tx *db.Tx) error {
			if _, err := tx.CartLock(ctx, cartID); err != nil {
				return err
			}
			h, err := FindHold(ctx, tx.Queries, cartID)
			if h == nil || h.Live(now) || err != nil {
				return err
			}
			_, err = EndHold(ctx, tx, cartID, now)
			return err
		})
		if err != nil {
			failed = errors.Join(failed, fmt.Errorf("release hold: %w", err))
		}
	}
	return failed
}
