package offering

import (
	"context"
	"errors"
	"fmt"

	"shanmen/internal/base/fault"
	"shanmen/internal/platform/db"
	"shanmen/internal/platform/db/query"
)

// Stock is what taking from an option has told.
type Stock struct {
	Limited   bool // the option counts at all: giving back is due one day
	Positions bool // what was taken are positions: package position says which
}

// Take takes n of an option from what remains. ok is false when fewer than n remain: nothing was taken.
// A caller that takes several sorts them by option id, so that two callers never wait for each
// other. What is sold calls position.Take, which calls this.
func Take(ctx context.Context, tx *db.Tx, optionID string, n int64) (s Stock, ok bool, err error) {
	left, err := tx.OfferingTakeStock(ctx, query.OfferingTakeStockParams{ID: optionID, Quantity: n})
	if err == nil {
		return Stock{Limited: true, Positions: left.PositionBy != ""}, true, stockMoved(ctx, tx, optionID, left.Remaining+n, left.Remaining)
	}
	if !errors.Is(err, db.ErrNoRows) {
		return Stock{}, false, fmt.Errorf("take stock of option %s: %w", optionID, err)
	}
	remaining, err := tx.OfferingStock(ctx, optionID)
	if errors.Is(err, db.ErrNoRows) {
		return Stock{Limited: true}, false, nil
	}
	if err != nil {
		return Stock{}, false, fmt.Errorf("read stock of option %s: %w", optionID, err)
	}
	return Stock{Limited: remaining != nil}, remaining == nil, nil
}

// LockStock keeps what remains of an option as it is until the transaction ends, and tells who chooses its positions
// ("temple", "devotee"; "": it has none) and how many months lasts what is paid once (0: without end).
func LockStock(ctx context.Context, tx *db.Tx, optionID string) (positionBy string, lastsMonths int64, err error) {
	row, err := tx.OfferingLockStock(ctx, optionID)
	if errors.Is(err, db.ErrNoRows) {
		err = fault.NotFound()
	}
	return row.PositionBy, row.LastsMonths, err
}

// SellByPositions makes the positions of a locked option what remains of it: free is their number.
func SellByPositions(ctx context.Context, tx *db.Tx, optionID, positionBy string, lastsMonths, free int64) error {
	err := tx.OfferingByPositions(ctx, query.OfferingByPositionsParams{PositionBy: positionBy, LastsMonths: lastsMonths, Free: free, ID: optionID})
	if err != nil {
		return fmt.Errorf("positions of option %s: %w", optionID, err)
	}
	return optionChanged(ctx, tx, optionID)
}

// GiveBack returns n of an option. An option that is no longer limited needs nothing back. What was sold calls
// position.Release, which calls this for what is free again.
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
		tx.Emit(PlacesTopic, placesTag(optionID))
		return nil
	}
	return optionChanged(ctx, tx, optionID)
}
