package cart

import (
	"context"

	"shanmen/internal/httpd"
)

// RequireCart lets in who has a cart with items, and sends others to the cart page.
func (s *Service) RequireCart(ctx context.Context, r httpd.PageRequest) (string, error) {
	_, there, err := s.Count(ctx, s.DB.Read(), r.Visitor)
	if there || err != nil {
		return "", err
	}
	return r.Locale.Path("/cart"), nil
}

// CartPage shows the View; an empty one for who has no cart.
func (s *Service) CartPage(ctx context.Context, r httpd.PageRequest) (httpd.PageData, error) {
	v, err := s.find(ctx, r.Visitor)
	return httpd.PageData{Data: v}, err
}

// CheckoutPage shows the View too, behind require-cart.
func (s *Service) CheckoutPage(ctx context.Context, r httpd.PageRequest) (httpd.PageData, error) {
	return s.CartPage(ctx, r)
}
