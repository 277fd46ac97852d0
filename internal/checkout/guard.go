//go:build !unguarded

package checkout

import (
	"context"
	"time"

	"shanmen/internal/cart"
	"shanmen/internal/db"
	"shanmen/internal/offering"
)

// The three guards against races. Built with the tag "unguarded" the program lacks them, and the
// tests named TestRace… must fail: see unguarded.go.

// early is what the unguarded program reads before its transaction. The real one reads nothing.
type early struct{}

func (s *Service) readEarly(context.Context, buyer) (early, error) { return early{}, nil }

func (s *Service) quoteEarly(context.Context, []cart.ItemIn) (early, error) { return early{}, nil }

// quote prices a walk-in's items inside the transaction.
func quote(ctx context.Context, tx *db.Tx, _ early, items []cart.ItemIn, now time.Time) ([]cart.Quoted, error) {
	return cart.Quote(ctx, tx.Queries, items, now)
}

// lockCart is the first guard: payments and changes of one cart wait for its row.
func lockCart(ctx context.Context, tx *db.Tx, _ early, o cart.Owner, now time.Time) (cart.Cart, bool, error) {
	return cart.Lock(ctx, tx, o, now)
}

// linesOf reads prices and places inside the transaction.
func linesOf(ctx context.Context, tx *db.Tx, _ early, cartID string, hold *cart.Hold, now time.Time) ([]cart.Line, error) {
	return cart.Lines(ctx, tx.Queries, cartID, hold, now)
}

// takeStock is the second: a place is taken by one conditional statement.
func takeStock(ctx context.Context, tx *db.Tx, _ early, optionID string, n int64) (limited, ok bool, err error) {
	return offering.Take(ctx, tx, optionID, n)
}

// invoiceKey is the third: invoices.cart_id and invoices.payment_reference are UNIQUE, so that a
// cart cannot have two invoices whatever else goes wrong.
func invoiceKey(c cart.Cart) (cartID, reference string) { return c.ID, c.PaymentReference }
