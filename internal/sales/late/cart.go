package late

import (
	"context"
	"fmt"

	"shanmen/internal/base/money"
	"shanmen/internal/platform/db"
	"shanmen/internal/sales/cart"
)

// cartOf reads a cart that money has come for, with its items at today's facts. fault.NotFound when it
// is forgotten.
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

// ThenPrice is what one of a line cost when its transfer was asked for, in cents.
func ThenPrice(l cart.Line) money.Cents {
	if l.PriceBefore != nil {
		return *l.PriceBefore
	}
	return l.UnitPrice
}
