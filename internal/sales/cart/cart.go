// Package cart stores what a guest or a member is about to pay for. There is one open cart for each guest's session and
// one for each user. A cart reserves nothing until checkout copies it into an invoice or its QR code holds it. line.go
// prices the items at today's prices and adds them up (Lines, Total).
package cart

import (
	"context"
	"errors"
	"fmt"
	"time"

	"shanmen/internal/base/clock"
	"shanmen/internal/base/id"
	"shanmen/internal/base/money"
	"shanmen/internal/people/account"
	"shanmen/internal/platform/db"
	"shanmen/internal/platform/db/query"
	"shanmen/internal/platform/httpd"
)

// The limits of a cart.
const (
	Lifetime    = 30 * 24 * time.Hour // since its last change or its last QR code
	MaxItems    = 50
	MaxQuantity = 99
	MaxForms    = 128 << 10 // bytes of all its forms together: fifty families need less
	// MaxAmount is the default maximum of an open amount in cents: PayNow allows no more in one transfer.
	MaxAmount money.Cents = 200_000_00
)

// How a cart ended.
const (
	statusOpen      = "open"
	statusPaid      = "paid"
	statusMerged    = "merged"
	statusCancelled = "cancelled"
	statusExpired   = "expired"
)

// Service is the cart's calls and pages.
type Service struct {
	DB       *db.DB
	Clock    clock.Clock
	Accounts *account.Service // creates a session for a guest's first item
}

// Owner is a user, or a guest's session. The zero Owner has no cart.
type Owner struct{ UserID, SessionID string }

// OwnerOf returns the cart owner of a visitor.
func OwnerOf(v httpd.Visitor) Owner {
	if v.LoggedIn() {
		return Owner{UserID: v.UserID}
	}
	return Owner{SessionID: v.SessionID}
}

// Cart is the cart's row, without items.
type Cart = query.Cart

// Find reads the owner's open cart. ok is false without one, or after its 30 days.
func Find(ctx context.Context, r db.Reader, o Owner, now time.Time) (c Cart, ok bool, err error) {
	switch {
	case o.UserID != "":
		c, err = r.CartOfUser(ctx, &o.UserID)
	case o.SessionID != "":
		c, err = r.CartOfSession(ctx, &o.SessionID)
	default:
		return Cart{}, false, nil
	}
	return found(c, now, err)
}

// Lock is Find with a lock until the transaction ends. Items, hold and method are changed only under this lock.
func Lock(ctx context.Context, tx *db.Tx, o Owner, now time.Time) (c Cart, ok bool, err error) {
	switch {
	case o.UserID != "":
		c, err = tx.CartLockOfUser(ctx, &o.UserID)
	case o.SessionID != "":
		c, err = tx.CartLockOfSession(ctx, &o.SessionID)
	default:
		return Cart{}, false, nil
	}
	return found(c, now, err)
}

func found(c Cart, now time.Time, err error) (Cart, bool, error) {
	if errors.Is(err, db.ErrNoRows) {
		return Cart{}, false, nil
	}
	if err != nil {
		return Cart{}, false, fmt.Errorf("cart: %w", err)
	}
	return c, now.Before(expiry(c)), nil
}

func expiry(c Cart) time.Time { return c.UpdatedAt.Time().Add(Lifetime) }

// lockOrOpen locks the owner's cart, or opens one with a new payment reference. Two concurrent first items get the same
// cart.
func lockOrOpen(ctx context.Context, tx *db.Tx, o Owner, now time.Time) (Cart, error) {
	for {
		c, ok, err := Lock(ctx, tx, o, now)
		if ok || err != nil {
			return c, err
		}
		if c.ID != "" { // expired
			if err := end(ctx, tx, c, statusExpired, now); err != nil {
				return Cart{}, err
			}
		}
		row := query.CartAddParams{ID: id.New(), PaymentReference: id.Reference(), CreatedAt: clock.MillisOf(now)}
		if o.UserID != "" {
			row.UserID = &o.UserID
		} else {
			row.SessionID = &o.SessionID
		}
		// Not inserted: the reference exists, or another tab was first. Both are handled here.
		if _, err := tx.CartAdd(ctx, row); err != nil {
			return Cart{}, fmt.Errorf("open cart: %w", err)
		}
	}
}

// end closes a locked cart. If its QR code was shown or pictures were sent, its reference stays searchable. Other carts
// are deleted, so that abandoned carts leave no rows.
func end(ctx context.Context, tx *db.Tx, c Cart, status string, now time.Time) error {
	if _, err := EndHold(ctx, tx, c.ID, now); err != nil {
		return err
	}
	if gone, err := tx.CartForget(ctx, c.ID); gone > 0 || err != nil {
		return err
	}
	return tx.CartEnd(ctx, query.CartEndParams{Status: status, UpdatedAt: clock.MillisOf(now), ID: c.ID})
}

// MarkPaid ends a locked cart that became an invoice. Its hold must have been consumed before.
func MarkPaid(ctx context.Context, tx *db.Tx, cartID string, now time.Time) error {
	return tx.CartEnd(ctx, query.CartEndParams{Status: statusPaid, UpdatedAt: clock.MillisOf(now), ID: cartID})
}

// changed ends hold and QR code of a locked cart that no longer matches them: held stock returns, picture and reference
// stay.
func changed(ctx context.Context, tx *db.Tx, c Cart, now time.Time) error {
	if _, err := EndHold(ctx, tx, c.ID, now); err != nil {
		return err
	}
	return tx.CartTouch(ctx, query.CartTouchParams{UpdatedAt: clock.MillisOf(now), ID: c.ID})
}

// Count is the number of items in the visitor's cart, for the session call. An empty cart counts as absent.
func (s *Service) Count(ctx context.Context, r db.Reader, v httpd.Visitor) (count int64, there bool, err error) {
	c, ok, err := Find(ctx, r, OwnerOf(v), s.Clock.Now())
	if !ok || err != nil {
		return 0, false, err
	}
	count, err = r.CartCount(ctx, c.ID)
	return count, count > 0, err
}

// ExpireOld ends carts older than 30 days, except those with a hold that ReleaseHolds has yet to free.
func (s *Service) ExpireOld(ctx context.Context) error {
	return s.DB.Write(ctx, func(ctx context.Context, tx *db.Tx) error {
		before := clock.MillisOf(s.Clock.Now().Add(-Lifetime))
		if err := tx.CartForgetOld(ctx, before); err != nil {
			return err
		}
		_, err := tx.CartExpireOld(ctx, before)
		return err
	})
}
