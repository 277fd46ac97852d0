package offering

import (
	"context"
	"errors"
	"fmt"

	"shanmen/internal/db"
	"shanmen/internal/db/query"
)

// Take takes n of an option from what remains. limited tells whether the option counts at all, and
// so whether giving back is due one day. ok is false when fewer than n remain: nothing was taken.
// A caller that takes several sorts them by option id, so that two callers never wait for each
// other.
func Take(ctx context.Context, tx *db.Tx, optionID string, n int64) (limited, ok bool, err error) {
	left, err := tx.OfferingTakeStock(ctx, query.OfferingTakeStockParams{ID: optionID, Quantity: n})
	if err == nil {
		return true, true, stockMoved(ctx, tx, optionID, left+n, left)
	}
	if !errors.Is(err, db.ErrNoRows) {
		return false, false, fmt.Errorf("take stock of option %s: %w", optionID, err)
	}
	remaining, err := tx.OfferingStock(ctx, optionID)
	if errors.Is(err, db.ErrNoRows) {
		return true, false, nil
	}
	if err != nil {
		return false, false, fmt.Errorf("read stock of option %s: %w", optionID, err)
	}
	return remaining != nil, remaining == nil, nil
}

// GiveBack returns n of an option. An option that is no longer limited needs nothing back.
func GiveBack(ctx context.Context, tx *db.Tx, optionID string, n int64) error {
	left, err := tx.OfferingGiveStock(ctx, query.OfferingGiveStockParams{ID: optionID, Quantity: n})
	if errors.Is(err, db.ErrNoRows) {
		return nil
	}
	if err != nil {
		return fmt.Errorf("give back stock of option %s: %w", optionID, err)
	}
	return stockMoved(ctx, tx, optionID, left-n, left)
}

// stockMoved invalidates the cached pages when something sold out or came back. Other sales leave them: pages live for
// seconds anyway, and every sale would wait for a row that all sales write.
// Of the others this replica hears, without a row, and reads the data anew that says how many are left.
func stockMoved(ctx context.Context, tx *db.Tx, optionID string, before, after int64) error {
	if (before == 0) == (after == 0) {
		tx.Tell(PlacesTopic, placesTag(optionID))
		return nil
	}
	return optionChanged(ctx, tx, optionID)
}
