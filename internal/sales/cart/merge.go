package cart

import (
	"context"
	"fmt"

	"shanmen/internal/base/clock"
	"shanmen/internal/platform/db"
	"shanmen/internal/platform/db/query"
)

// Merge merges a guest's cart when its session logs in, in the login's transaction. A cart that the user saved earlier
// keeps its reference and gets the guest's items; without one the guest's cart becomes the user's. The guest's session
// has no open cart afterwards, so a second login merges nothing twice.
func (s *Service) Merge(ctx context.Context, tx *db.Tx, oldSessionID, userID string) error {
	now := s.Clock.Now()
	guest, ok, err := Lock(ctx, tx, Owner{SessionID: oldSessionID}, now)
	if !ok || err != nil {
		return err
	}
	n, err := tx.CartCount(ctx, guest.ID)
	if n == 0 || err != nil {
		return err
	}
	saved, ok, err := Lock(ctx, tx, Owner{UserID: userID}, now)
	if err != nil {
		return err
	}
	if !ok {
		if saved.ID != "" { // expired
			if err := end(ctx, tx, saved, statusExpired, now); err != nil {
				return err
			}
		}
		return tx.CartGiveToUser(ctx, query.CartGiveToUserParams{UserID: &userID, UpdatedAt: clock.MillisOf(now), ID: guest.ID})
	}
	if _, err := tx.CartItemsMove(ctx, query.CartItemsMoveParams{ToCart: saved.ID, FromCart: guest.ID}); err != nil {
		return fmt.Errorf("merge carts: %w", err)
	}
	if err := changed(ctx, tx, saved, now); err != nil {
		return err
	}
	return tx.CartEnd(ctx, query.CartEndParams{Status: statusMerged, UpdatedAt: clock.MillisOf(now), ID: guest.ID})
}
