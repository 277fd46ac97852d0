package cart

import (
	"context"
	"errors"
	"fmt"
	"time"

	"shanmen/internal/base/clock"
	"shanmen/internal/platform/db"
	"shanmen/internal/platform/db/query"
	"shanmen/internal/platform/httpd"
)

// receivedFor is how long an empty cart shows the order it became.
const receivedFor = 24 * time.Hour

// RequireCart admits visitors with a non-empty cart, and redirects others to the cart page.
func (s *Service) RequireCart(ctx context.Context, r httpd.PageRequest) (httpd.GuardRedirect, error) {
	_, there, err := s.Count(ctx, s.DB.Read(), r.Visitor)
	if there || err != nil {
		return httpd.GuardRedirect{}, err
	}
	return httpd.GuardRedirect{Route: "cart"}, nil
}

// CartPage shows the View; without a cart an empty one, with the order that this session has just placed, for somebody
// who comes back to pay.
func (s *Service) CartPage(ctx context.Context, r httpd.PageRequest) (httpd.PageData, error) {
	v, err := s.find(ctx, r.Visitor)
	if err == nil && len(v.Items) == 0 {
		if v.Received, err = s.received(ctx, r.Visitor); err == nil {
			v.Kept, err = s.kept(ctx, r.Visitor)
		}
	}
	return httpd.PageData{Data: v}, err
}

// CheckoutPage also shows the View, behind require-cart.
func (s *Service) CheckoutPage(ctx context.Context, r httpd.PageRequest) (httpd.PageData, error) {
	v, err := s.find(ctx, r.Visitor)
	return httpd.PageData{Data: v}, err
}

// received is the order that the visitor's session placed within a day, or nil.
func (s *Service) received(ctx context.Context, v httpd.Visitor) (*Received, error) {
	if !v.LoggedIn() {
		return nil, nil
	}
	row, err := s.DB.Read().CartReceived(ctx, query.CartReceivedParams{
		SessionID: v.SessionID, Since: clock.MillisOf(s.Clock.Now().Add(-receivedFor)), UserID: &v.UserID,
	})
	if errors.Is(err, db.ErrNoRows) {
		return nil, nil
	}
	if err != nil {
		return nil, fmt.Errorf("order of the last cart: %w", err)
	}
	return &Received{row.ID, row.Number}, nil
}

// kept is a transfer whose cart has ended and whose picture the office has not reviewed yet, or nil.
func (s *Service) kept(ctx context.Context, v httpd.Visitor) (*KeptTransfer, error) {
	if !v.LoggedIn() {
		return nil, nil
	}
	row, err := s.DB.Read().CartKept(ctx, &v.UserID)
	if errors.Is(err, db.ErrNoRows) {
		return nil, nil
	}
	if err != nil {
		return nil, fmt.Errorf("transfer of an earlier cart: %w", err)
	}
	return &KeptTransfer{row.Reference, row.CreatedAt.Time()}, nil
}
