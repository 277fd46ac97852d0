package offering

import (
	"context"
	"errors"
	"fmt"

	"shanmen/internal/base/fault"
	"shanmen/internal/platform/db"
	"shanmen/internal/platform/db/query"
)

// Stock is the result of taking from an option's stock.
type Stock struct {
	Limited   bool // the option is limited: it must be given back later
	Positions bool // the option is sold by positions: package position knows which
}

// Take takes n from an option's stock. ok is false if fewer than n remain; then nothing was taken. A caller that takes
// several sorts them by option id, to avoid deadlocks. For orders, call position.Take, which calls this.
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

// LockStock locks an option's stock until the transaction ends, and returns who chooses its positions ("temple",
// "devotee"; "": it has none) and how many months a single payment lasts (0: without end).
func LockStock(ctx context.Context, tx *db.Tx, optionID string) (positionBy string, lastsMonths int64, err error) {
	row, err := tx.OfferingLockStock(ctx, optionID)
	if errors.Is(err, db.ErrNoRows) {
		err = fault.NotFound()
	}
	return row.PositionBy, row.LastsMonths, err
}

// SellByPositions sets the stock of a locked option to the number of its free positions.
func SellByPositions(ctx context.Context, tx *db.Tx, optionID, positionBy string, lastsMonths, free int64) error {
	err := tx.OfferingByPositions(ctx, query.OfferingByPositionsParams{PositionBy: positionBy, LastsMonths: lastsMonths, Free: free, ID: optionID})
	if err != nil {
		return fmt.Errorf("positions of option %s: %w", optionID, err)
	}
	return optionChanged(ctx, tx, optionID)
}

// GiveBack returns n to an option's stock; an unlimited option ignores it. For orders, call position.Release, which
// calls this for positions that are free again.
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

// stockMoved invalidates cached pages when an option sells out or becomes available again. Other sales do not: pages
// live for seconds anyway, and every sale would wait for a row that all sales write. The other replicas are notified
// without a row, and reload the stock data.
func stockMoved(ctx context.Context, tx *db.Tx, optionID string, before, after int64) error {
	if (before == 0) == (after == 0) {
		tx.Emit(PlacesTopic, placesTag(optionID))
		return nil
	}
	return optionChanged(ctx, tx, optionID)
}
