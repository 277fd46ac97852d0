package position

import (
	"context"
	"errors"
	"fmt"
	"time"

	"shanmen/internal/base/clock"
	"shanmen/internal/base/id"
	"shanmen/internal/offer/offering"
	"shanmen/internal/platform/db"
	"shanmen/internal/platform/db/query"
)

// The results for the position text of an imported lamp.
const (
	SpotGiven   = "given"
	SpotTaken   = "taken"   // the position is used or out of service
	SpotOther   = "other"   // the position is sold as something else, or not at all
	SpotUnknown = "unknown" // no hall has such a position
)

// Earlier is an imported lamp.
type Earlier struct {
	ID             string // id in imported_lamps
	OptionID       string
	SubscriptionID string // the subscription that continues it; "" if nobody is known who could renew
	From, Until    clock.Millis
}

// earlierItem replaces the order item id that such a lamp does not have: that of its subscription, otherwise its own.
func earlierItem(lampID, subscriptionID string) string {
	if subscriptionID != "" {
		return "import:" + subscriptionID
	}
	return "lamp:" + lampID
}

// PutEarlier assigns a position to an imported lamp, under the lock of its option, and returns the result. Callers sort
// their lamps by option.
func PutEarlier(ctx context.Context, tx *db.Tx, now time.Time, l Earlier, s Spot) (code, why string, err error) {
	if _, _, err := offering.LockStock(ctx, tx, l.OptionID); err != nil {
		return "", "", err
	}
	p, err := tx.PositionAtTower(ctx, query.PositionAtTowerParams{TowerID: s.TowerID, RowNo: s.Row, UnitNo: s.Unit})
	if errors.Is(err, db.ErrNoRows) {
		return "", SpotUnknown, nil
	}
	if err != nil {
		return "", "", fmt.Errorf("position of a lamp: %w", err)
	}
	if p.OptionID == nil || *p.OptionID != l.OptionID {
		return p.Code, SpotOther, nil
	}
	there, err := tx.PositionUsesOfImported(ctx, l.ID)
	if err != nil {
		return "", "", fmt.Errorf("positions of a lamp: %w", err)
	}
	if there > 0 { // it has a position already: a concurrent call was first
		return p.Code, SpotTaken, nil
	}
	u := query.PositionUseAddParams{
		ID: id.New(), PositionID: p.ID, State: Taken, ItemID: earlierItem(l.ID, l.SubscriptionID), Copy: 1, SubscriptionID: l.SubscriptionID,
		FromAt: l.From, UntilAt: l.Until, Labelled: true, CreatedAt: clock.MillisOf(now), ImportedID: l.ID, // its label is already attached
	}
	if l.Until <= clock.MillisOf(now) {
		u.State = Kept
	}
	_, err = tx.PositionTake(ctx, query.PositionTakeParams{UseID: u.ID, ID: p.ID, OptionID: p.OptionID})
	if errors.Is(err, db.ErrNoRows) {
		return p.Code, SpotTaken, nil
	}
	if err != nil {
		return "", "", fmt.Errorf("take a position: %w", err)
	}
	if err := tx.PositionUseAdd(ctx, u); err != nil {
		return "", "", fmt.Errorf("use of a position: %w", err)
	}
	if l.SubscriptionID != "" {
		if err := tx.SubscriptionHasPlace(ctx, l.SubscriptionID); err != nil {
			return "", "", fmt.Errorf("subscription of a lamp: %w", err)
		}
	}
	return p.Code, SpotGiven, restock(ctx, tx, l.OptionID)
}

// EarlierGoesOn links an imported lamp to a subscription, so that its position is renewed with it.
func EarlierGoesOn(ctx context.Context, tx *db.Tx, lampID, subscriptionID string) error {
	n, err := tx.PositionImportedGoesOn(ctx, query.PositionImportedGoesOnParams{SubscriptionID: subscriptionID, ItemID: earlierItem(lampID, subscriptionID), ImportedID: lampID})
	if err != nil || n == 0 {
		return err
	}
	return tx.SubscriptionHasPlace(ctx, subscriptionID)
}

// DropEarlier frees the position of a lamp whose import is undone. Its label was there before and stays.
func DropEarlier(ctx context.Context, tx *db.Tx, now time.Time, lampID, optionID string) error {
	if _, _, err := offering.LockStock(ctx, tx, optionID); err != nil {
		return err
	}
	uses, err := tx.PositionLiveOfImported(ctx, lampID)
	if err != nil {
		return fmt.Errorf("positions of a lamp: %w", err)
	}
	for _, u := range uses {
		p, err := tx.Position(ctx, u.PositionID)
		if err != nil {
			return fmt.Errorf("position: %w", err)
		}
		if _, err := end(ctx, tx, now, u, p, WhyReturned); err != nil {
			return err
		}
	}
	if len(uses) == 0 {
		return nil
	}
	return restock(ctx, tx, optionID)
}
