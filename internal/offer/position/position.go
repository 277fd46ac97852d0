// Package position knows where lamps and tablets are, and whose: halls, towers, positions, and their uses. An option
// sold by positions has as much stock as it has free and usable positions; every sale and return of stock goes through
// this package, so that the two numbers change together.
//
// A lamp without a position is the result of a query (placeless.go), not a state. placing_plan.go previews who would
// get which position; placing.go assigns exactly these pairs under the locks of orders, imported lamps, subscriptions
// and the option, in this order, and leaves out positions that were sold in the meantime. A whole assignment can be
// undone, except for lamps that have a label or have moved. A kiosk (kiosk.go) is a browser with a token instead of a
// session, and gets positions only.
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
	Held     = "held"     // held by a QR code
	Booked   = "booked"   // booked by an unpaid order
	Taken    = "taken"    // paid
	Kept     = "kept"     // the term has ended, the days of grace have not
	Clearing = "clearing" // ended, but its label is still attached
	Ended    = "ended"
)

// Who chooses the position of an option.
const (
	ByTemple  = "temple"  // the next free one
	ByDevotee = "devotee" // the chosen one, if it is free
)

// Why a use has ended.
const (
	WhyExpired  = "expired" // its QR code or order expired
	WhyReturned = "returned"
	WhyOver     = "over"
	WhyMoved    = "moved"
)

// Service has the calls about positions, and their automatic changes.
type Service struct {
	DB    *db.DB
	Clock clock.Clock
}

// Claim is a request for n of an option.
type Claim struct {
	OptionID string
	Quantity int64
	Wishes   []string // ids of chosen positions, at most one per copy; the temple chooses the rest
}

// Got is what a Claim received. Its uses have no owner until Keep or Book names it.
type Got struct {
	Limited bool     // the option is limited: it must be given back later
	Uses    []string // one per copy; nil if the option has no positions
}

// Take takes what is claimed from stock, with positions. ok is false if too few remain or a chosen position is not
// free; then nothing was taken. Callers sort their claims by option, as for offering.Take.
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

// errNotFree: a chosen position is not free, or none is.
var errNotFree = errors.New("position: not free")

// occupy assigns positions to a claim under the lock of its option, adjacent ones if a row has room.
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

// sideBySide finds adjacent free positions in one row; nil if no row has enough.
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

// Keep sets the hold and cart item that own the uses.
func Keep(ctx context.Context, tx *db.Tx, uses []string, holdID, cartItemID string) error {
	for _, useID := range uses {
		if err := tx.PositionUseHold(ctx, query.PositionUseHoldParams{HoldID: holdID, CartItemID: cartItemID, ID: useID}); err != nil {
			return fmt.Errorf("hold a position: %w", err)
		}
	}
	return nil
}

// OfHold lists the uses of a hold, by cart item.
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

// Book sets the order item that owns the uses.
func Book(ctx context.Context, tx *db.Tx, uses []string, invoiceID, itemID string) error {
	for _, useID := range uses {
		if err := tx.PositionUseBook(ctx, query.PositionUseBookParams{InvoiceID: invoiceID, ItemID: itemID, ID: useID}); err != nil {
			return fmt.Errorf("book a position: %w", err)
		}
	}
	return nil
}
