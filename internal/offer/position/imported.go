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

// What became of the words by which a list says where a lamp stands.
const (
	SpotGiven   = "given"
	SpotTaken   = "taken"   // somebody has that position, or it is out of use
	SpotOther   = "other"   // it is sold for something else, or for nothing yet
	SpotUnknown = "unknown" // no hall has such a place
)

// Earlier is a lamp from before this site.
type Earlier struct {
	ID             string // of imported_lamps
	OptionID       string
	SubscriptionID string // that it goes on with; "" where nobody is known who could renew
	From, Until    clock.Millis
}

// earlierItem is what stands for the item of an order that such a lamp does not have: that of its subscription, else its own.
func earlierItem(lampID, subscriptionID string) string {
	if subscriptionID != "" {
		return "import:" + subscriptionID
	}
	return "lamp:" + lampID
}

// PutEarlier gives a lamp from before this site the position at a spot, under the lock of its option, and says what became of
// it. Callers sort their lamps by option.
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
	if there > 0 { // it stands somewhere: the second of two that give it a place
		return p.Code, SpotTaken, nil
	}
	u := query.PositionUseAddParams{
		ID: id.New(), PositionID: p.ID, State: Taken, ItemID: earlierItem(l.ID, l.SubscriptionID), Copy: 1, SubscriptionID: l.SubscriptionID,
		FromAt: l.From, UntilAt: l.Until, Labelled: true, CreatedAt: clock.MillisOf(now), ImportedID: l.ID, // its label has hung there for long
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

// EarlierGoesOn says that a lamp from before this site goes on with a subscription: its position is renewed with it.
func EarlierGoesOn(ctx context.Context, tx *db.Tx, lampID, subscriptionID string) error {
	n, err := tx.PositionImportedGoesOn(ctx, query.PositionImportedGoesOnParams{SubscriptionID: subscriptionID, ItemID: earlierItem(lampID, subscriptionID), ImportedID: lampID})
	if err != nil || n == 0 {
		return err
	}
	return tx.SubscriptionHasPlace(ctx, subscriptionID)
}

// DropEarlier gives the position of a lamp back whose import is taken back. Its label was none of ours to take down.
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
