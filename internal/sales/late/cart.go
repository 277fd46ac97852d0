package late

import (
	"context"
	"fmt"

	"shanmen/internal/base/money"
	"shanmen/internal/platform/db"
	"shanmen/internal/sales/cart"
)

// cartOf reads a cart with late money, with its items compared with the current catalogue. fault.NotFound if it was
// deleted.
func (s *Service) cartOf(ctx context.Context, r db.Reader, cartID string) (cart.Cart, []cart.Line, error) {
	c, err := r.CheckoutCart(ctx, cartID)
	if err != nil {
		return c, nil, db.NotFound(fmt.Errorf("cart: %w", err))
	}
	hold, err := cart.FindHold(ctx, r, c.ID)
	if err != nil {
		return c, nil, err
	}
	lines, err := cart.Lines(ctx, r, c.ID, hold, s.Clock.Now())
	return c, lines, err
}

// ThenPrice is a line's unit price when its QR code was shown, in cents.
func ThenPrice(l cart.Line) money.Cents {
	if l.PriceBefore != nil {
		return *l.PriceBefore
	}
	return l.UnitPrice
}
