package app

import (
	"shanmen/internal/platform/admission"
	"shanmen/internal/platform/httpd"
)

// orderPages are the pages of the cart and of paying.
func (a *App) orderPages() {
	s := a.HTTP
	s.Page(personalPage(httpd.PageSpec{
		ID: "cart", Path: "/cart", Tab: "cart", Cart: true, Class: admission.Payments, GuestData: true, TitleKey: "common.cart",
		Crumbs: []string{home}, Namespaces: []string{"cart", "form", "fault"},
	}), a.Carts.CartPage)
	s.Page(personalPage(httpd.PageSpec{
		ID: "cart-checkout", Path: "/cart/checkout", Class: admission.Payments, TitleKey: "meta.title-checkout",
		Crumbs: []string{home, "common.cart"}, Guards: []string{"require-cart", "require-member"},
		Namespaces: []string{"checkout", "cart", "invoice", "fault"},
	}), a.Carts.CheckoutPage)
	s.Page(personalPage(httpd.PageSpec{
		ID: "transaction-status", Path: "/transaction/status", Class: admission.Payments, Tab: "member", TitleKey: "meta.title-transaction-status",
		Crumbs: []string{home}, Guards: []string{"require-auth", "require-invoice"}, Query: []string{"id"},
		Namespaces: []string{"invoice", "form", "checkout", "payment", "wall", "fault"},
		Omits:      notOfAnOrder,
	}), a.Invoices.StatusPage)
}

// notOfAnOrder are the messages of the merit wall's own page and of logging in, which an order's page never shows.
var notOfAnOrder = []string{"fault.otp-", "fault.password-", "fault.wrong-", "wall.more", "wall.names", "wall.none", "wall.take-off", "wall.text", "wall.to-offering", "wall.unnamed", "wall.until"}
