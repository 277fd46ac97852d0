// Package checkout turns a cart into an invoice: the QR code with its hold, the two payment methods, and the one
// transaction in which either happens.
//
// A walk-in (walkin.go) prices the items without a cart, by the cart's own rules, and then takes the cash or leaves the
// invoice to its transfer. The quick sale of the office sends the same request (decision 38). The link of a renewal
// reminder has a ticket that opens one invoice until it is paid (renewal.go).
package checkout

import (
	"context"
	"errors"
	"fmt"
	"time"

	"shanmen/internal/base/clock"
	"shanmen/internal/base/fault"
	"shanmen/internal/base/locale"
	"shanmen/internal/offer/position"
	"shanmen/internal/platform/db"
	"shanmen/internal/platform/db/query"
	"shanmen/internal/platform/httpd"
	"shanmen/internal/sales/cart"
	"shanmen/internal/sales/invoice"
	"shanmen/internal/sales/payment"
	"shanmen/internal/sales/subscription"
)

// Service has the calls of checkout.
type Service struct {
	DB            *db.DB
	Clock         clock.Clock
	Payments      *payment.Service      // receives pictures
	Subscriptions *subscription.Service // resolves a renewal's ticket
	Confirms      bool                  // a payment provider confirms PayNow
}

// buyer is who pays, with network address and language.
type buyer struct {
	userID, sessionID string
	locale            locale.Locale
}

func (b buyer) owner() cart.Owner { return cart.Owner{UserID: b.userID} }

func buyerOf(ctx context.Context) buyer {
	v := httpd.VisitorOf(ctx)
	return buyer{v.UserID, v.SessionID, httpd.LocaleOf(ctx)}
}

// basket is a locked cart with its items compared with the current catalogue.
type basket struct {
	cart.Cart
	hold  *cart.Hold
	lines []cart.Line
}

func (b basket) held(now time.Time) bool { return b.hold.Live(now) }

// lock locks the member's cart and prices it. Without items it is empty, whether or not there is a cart.
func lock(ctx context.Context, tx *db.Tx, who buyer, now time.Time) (basket, error) {
	c, ok, err := cart.Lock(ctx, tx, who.owner(), now)
	if !ok || err != nil {
		return basket{}, err
	}
	var hold *cart.Hold
	if c.QrShownTotal != nil { // otherwise none was ever shown
		if hold, err = cart.FindHold(ctx, tx.Queries, c.ID); err != nil {
			return basket{}, err
		}
	}
	lines, err := cart.Lines(ctx, tx.Queries, c.ID, hold, now)
	if err != nil || len(lines) == 0 {
		return basket{}, err
	}
	return basket{c, hold, lines}, nil
}

// takePlaces takes limited items from stock, with positions. If one is short, or a chosen position is not free,
// everything is returned and ok is false.
func takePlaces(ctx context.Context, tx *db.Tx, lines []cart.Line, now time.Time) (ok bool, err error) {
	type taken struct {
		*cart.Line
		position.Got
	}
	var done []taken
	for _, l := range byOption(lines) {
		if !l.Limited {
			continue
		}
		got, enough, err := position.Take(ctx, tx, now, position.Claim{OptionID: l.OptionID, Quantity: l.Quantity, Wishes: l.WishedFor()})
		if err != nil {
			return false, err
		}
		if !enough {
			for _, d := range done {
				if err := position.PutBack(ctx, tx, d.OptionID, d.Quantity, d.Got); err != nil {
					return false, err
				}
			}
			return false, nil
		}
		l.Uses = got.Uses
		if l.Limited = got.Limited; got.Limited { // false if the office has just lifted the limit
			done = append(done, taken{l, got})
		}
	}
	return true, nil
}

// book assigns the positions taken for lines to the items of the new order.
func book(ctx context.Context, tx *db.Tx, lines []cart.Line, items []query.InvoiceItem) error {
	for i, l := range lines {
		if err := position.Book(ctx, tx, l.Uses, items[i].InvoiceID, items[i].ID); err != nil {
			return err
		}
	}
	return nil
}

// errChanged says that the cart is not what was shown: 44062.
var errChanged = fault.CartItemChanged()

// refuse leaves a cart behind that shows what changed and can be paid as it then stands: its transaction commits.
func (b basket) refuse(ctx context.Context, tx *db.Tx) error {
	if err := cart.AcceptPrices(ctx, tx, b.lines); err != nil {
		return err
	}
	return db.CommitWith(errChanged)
}

// payer freezes the payer's data.
func payer(ctx context.Context, r db.Reader, userID string) (invoice.Payer, error) {
	u, err := r.CheckoutPayer(ctx, userID)
	if errors.Is(err, db.ErrNoRows) {
		err = fault.NotFound()
	}
	if err != nil {
		return invoice.Payer{}, fmt.Errorf("payer: %w", err)
	}
	return invoice.Payer(u), nil
}

func frozen(lines []cart.Line) []invoice.NewItem {
	out := make([]invoice.NewItem, 0, len(lines))
	for _, l := range lines {
		out = append(out, invoice.NewItem{
			OfferingID: l.OfferingID, OptionID: l.OptionID, Title: l.Title, OptionTitle: l.OptionTitle,
			Quantity: l.Quantity, UnitPrice: l.Price, Term: l.Term,
			FormKey: l.FormKey, FormVersion: l.FormVersion, Form: l.Form, Limited: l.Limited,
		})
	}
	return out
}

// remember stores in the session the invoice of the cart paid last.
func remember(ctx context.Context, tx *db.Tx, who buyer, cartID string, now time.Time) error {
	return tx.CheckoutRemember(ctx, query.CheckoutRememberParams{PaidCartID: cartID, PaidAt: clock.MillisOf(now), ID: who.sessionID})
}
