// Package position knows where lamps and tablets stand, and whose is which: halls, towers, positions, and their uses. What
// is sold by positions has as many left as positions of its option are free and usable; every sale and every return of
// stock passes here, so that the two numbers move together.
//
// A lamp without a place is the result of a query (placeless.go), not a state. placing_plan.go previews who would get
// which place; placing.go assigns exactly these pairs under the locks of orders, lamps of lists, subscriptions and the
// option, in this order, and leaves out places that were sold in the meantime. A whole assignment can be undone, except
// for lamps that have a label or have moved. A kiosk (kiosk.go) is a browser with a token in place of a session, and is
// answered with places only.
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

// The states of a use.
const (
	Held     = "held"     // by a QR code
	Booked   = "booked"   // by an order that waits for its money
	Taken    = "taken"    // paid
	Kept     = "kept"     // its term is over, its days of grace are not
	Clearing = "clearing" // over, and its label hangs there still
	Ended    = "ended"
)

// Who chooses a position of an option.
const (
	ByTemple  = "temple"  // the next free one
	ByDevotee = "devotee" // a place that was wished for, if it is free
)

// Why a use has ended.
const (
	WhyExpired  = "expired" // its code, or its order
	WhyReturned = "returned"
	WhyOver     = "over"
	WhyMoved    = "moved"
)

// Service is the office's and the devotee's view of positions, and what happens to them by itself.
type Service struct {
	DB    *db.DB
	Clock clock.Clock
}

// Claim is what somebody buys of an option.
type Claim struct {
	OptionID string
	Quantity int64
	Wishes   []string // ids of positions, one a copy; fewer or none: the temple chooses the rest
}

// Got is what a claim was given. Its uses belong to nobody until Keep or Book names who has them.
type Got struct {
	Limited bool     // the option counts: giving back is due one day
	Uses    []string // of positions, a copy each; nil where the option has none
}

// Take takes what is claimed from stock, and the positions with it. ok is false when too few are left or a wished one is
// not free: then nothing was taken. Callers sort their claims by option, as of offering.Take.
func Take(ctx context.Context, tx *db.Tx, now time.Time, c Claim) (g Got, ok bool, err error) {
	s, ok, err := offering.Take(ctx, tx, c.OptionID, c.Quantity)
	g.Limited = s.Limited
	if !ok || err != nil || !s.Positions {
		return g, ok, err
	}
	g.Uses, err = occupy(ctx, tx, now, c)
	if errors.Is(err, errNotFree) {
		return g, false, offering.GiveBack(ctx, tx, c.OptionID, c.Quantity)
	}
	return g, err == nil, err
}

// errNotFree: a position that was wished for is not free, or none is.
var errNotFree = errors.New("position: not free")

// occupy gives a claim its positions, under the lock of its option. Several stand side by side where a row allows.
func occupy(ctx context.Context, tx *db.Tx, now time.Time, c Claim) (uses []string, err error) {
	wanted := c.Wishes
	if len(wanted) == 0 && c.Quantity > 1 {
		if wanted, err = sideBySide(ctx, tx, c.OptionID, c.Quantity); err != nil {
			return nil, err
		}
	}
	for n := range c.Quantity {
		use := query.PositionUseAddParams{ID: id.New(), State: Held, Copy: n + 1, CreatedAt: clock.MillisOf(now)}
		var p query.Position
		if n < int64(len(wanted)) {
			p, err = tx.PositionTake(ctx, query.PositionTakeParams{UseID: use.ID, ID: wanted[n], OptionID: &c.OptionID})
		} else {
			p, err = tx.PositionTakeNext(ctx, query.PositionTakeNextParams{UseID: use.ID, OptionID: &c.OptionID})
		}
		if errors.Is(err, db.ErrNoRows) {
			return nil, errors.Join(errNotFree, drop(ctx, tx, uses))
		}
		if err != nil {
			return nil, fmt.Errorf("take a position: %w", err)
		}
		use.PositionID = p.ID
		if err := tx.PositionUseAdd(ctx, use); err != nil {
			return nil, fmt.Errorf("use of a position: %w", err)
		}
		uses = append(uses, use.ID)
	}
	return uses, nil
}

// sideBySide finds free positions next to each other in one row; nil where no row has so many.
func sideBySide(ctx context.Context, tx *db.Tx, optionID string, many int64) ([]string, error) {
	first, err := tx.PositionRun(ctx, query.PositionRunParams{OptionID: &optionID, Many: many})
	if errors.Is(err, db.ErrNoRows) {
		return nil, nil
	}
	if err != nil {
		return nil, fmt.Errorf("positions side by side: %w", err)
	}
	return tx.PositionBeside(ctx, query.PositionBesideParams{TowerID: first.TowerID, RowNo: first.RowNo, UnitNo: first.UnitNo, Many: many})
}

// PutBack undoes Take within its transaction.
func PutBack(ctx context.Context, tx *db.Tx, optionID string, n int64, g Got) error {
	if err := drop(ctx, tx, g.Uses); err != nil {
		return err
	}
	return offering.GiveBack(ctx, tx, optionID, n)
}

func drop(ctx context.Context, tx *db.Tx, uses []string) error {
	for _, useID := range uses {
		u, err := tx.PositionUse(ctx, useID)
		if err != nil {
			return fmt.Errorf("use of a position: %w", err)
		}
		if err := tx.PositionUseDrop(ctx, useID); err != nil {
			return err
		}
		if _, err := tx.PositionFree(ctx, query.PositionFreeParams{ID: u.PositionID, UseID: useID}); err != nil {
			return err
		}
	}
	return nil
}

// Keep names the hold, and the item of its cart, that the uses are kept for.
func Keep(ctx context.Context, tx *db.Tx, uses []string, holdID, cartItemID string) error {
	for _, useID := range uses {
		if err := tx.PositionUseHold(ctx, query.PositionUseHoldParams{HoldID: holdID, CartItemID: cartItemID, ID: useID}); err != nil {
			return fmt.Errorf("hold a position: %w", err)
		}
	}
	return nil
}

// OfHold are the uses that a hold keeps, by the item of its cart.
func OfHold(ctx context.Context, r db.Reader, holdID string) (map[string][]string, error) {
	uses, err := r.PositionUsesOfHold(ctx, holdID)
	if err != nil {
		return nil, fmt.Errorf("positions of a hold: %w", err)
	}
	out := map[string][]string{}
	for _, u := range uses {
		out[u.CartItemID] = append(out[u.CartItemID], u.ID)
	}
	return out, nil
}

// Book gives the uses to an item of an order.
func Book(ctx context.Context, tx *db.Tx, uses []string, invoiceID, itemID string) error {
	for _, useID := range uses {
		if err := tx.PositionUseBook(ctx, query.PositionUseBookParams{InvoiceID: invoiceID, ItemID: itemID, ID: useID}); err != nil {
			return fmt.Errorf("book a position: %w", err)
		}
	}
	return nil
}
