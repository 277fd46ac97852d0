//go:build unguarded

package checkout

import (
	"context"
	"os"
	"slices"
	"time"

	"shanmen/internal/cart"
	"shanmen/internal/db"
	"shanmen/internal/id"
	"shanmen/internal/offering"
)

// This file is the program without its guards, for proving that the tests named TestRace… would
// notice. SHANMEN_UNGUARD names the guard that is missing:
//
//	lock    the cart is read without locking its row. UNIQUE(cart_id) still allows one invoice
//	        only, but whoever comes second meets it as a defect in place of an answer.
//	unique  what is written as cart_id and reference is new each time, and the lock is off: as long
//	        as it holds, nobody gets as far as the constraint. One cart then has several invoices.
//	stock   the places that are left are read first and written back less what was taken: two buyers
//	        of the last lamp both get it.
//
// On PostgreSQL the reads happen inside the transaction. SQLite has one writer and nothing to
// interleave there, so cart and stock are read before the write callback in place of inside it.

func missing(guard string) bool { return os.Getenv("SHANMEN_UNGUARD") == guard }

type early struct {
	there bool // SQLite
	cart  cart.Cart
	open  bool
	lines []cart.Line

	quoted []cart.Quoted // a walk-in's
}

func (s *Service) readEarly(ctx context.Context, who buyer) (early, error) {
	if s.DB.Engine() != "sqlite" {
		return early{}, nil
	}
	r, now := s.DB.Read(), s.Clock.Now()
	c, ok, err := cart.Find(ctx, r, who.owner(), now)
	if err != nil {
		return early{}, err
	}
	lines, err := cart.Lines(ctx, r, c.ID, nil, now)
	return early{there: true, cart: c, open: ok, lines: lines}, err
}

func (s *Service) quoteEarly(ctx context.Context, items []cart.ItemIn) (e early, err error) {
	if s.DB.Engine() != "sqlite" || !missing("stock") {
		return early{}, nil
	}
	e.quoted, err = cart.Quote(ctx, s.DB.Read(), items, s.Clock.Now())
	for _, q := range e.quoted {
		e.lines = append(e.lines, q.Line)
	}
	return e, err
}

func quote(ctx context.Context, tx *db.Tx, e early, items []cart.ItemIn, now time.Time) ([]cart.Quoted, error) {
	if e.quoted != nil {
		return slices.Clone(e.quoted), nil
	}
	return cart.Quote(ctx, tx.Queries, items, now)
}

func lockCart(ctx context.Context, tx *db.Tx, e early, o cart.Owner, now time.Time) (cart.Cart, bool, error) {
	switch {
	case !missing("lock") && !missing("unique"):
		return cart.Lock(ctx, tx, o, now)
	case e.there:
		return e.cart, e.open, nil
	}
	return cart.Find(ctx, tx.Queries, o, now)
}

func linesOf(ctx context.Context, tx *db.Tx, e early, cartID string, hold *cart.Hold, now time.Time) ([]cart.Line, error) {
	if e.there && missing("stock") {
		return slices.Clone(e.lines), nil
	}
	return cart.Lines(ctx, tx.Queries, cartID, hold, now)
}

func takeStock(ctx context.Context, tx *db.Tx, e early, optionID string, n int64) (limited, ok bool, err error) {
	if !missing("stock") {
		return offering.Take(ctx, tx, optionID, n)
	}
	left, err := tx.OfferingStock(ctx, optionID)
	for _, l := range e.lines {
		if l.OptionID == optionID {
			left = l.Remaining
		}
	}
	switch {
	case err != nil || left == nil:
		return false, err == nil, err
	case *left < n:
		return true, false, nil
	}
	rest := *left - n
	return true, true, offering.SetRemaining(ctx, tx, optionID, &rest)
}

func invoiceKey(c cart.Cart) (cartID, reference string) {
	if missing("unique") {
		return c.ID + "/" + id.New(), id.Reference()
	}
	return c.ID, c.PaymentReference
}
