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
		Omits:      notOfAnOrder, Borrows: ofAnOrder,
	}), a.Invoices.StatusPage)
}

// ofAnOrder are an order's places and the slip with its names.
var ofAnOrder = []string{"cart.place", "offering.slip", "offering.slip-memorial", "offering.slip-more_one", "offering.slip-more_other"}

// notOfAnOrder are the messages that only the merit wall's own page, the list of orders, the checkout before the order
// and logging in show.
var notOfAnOrder = []string{
	"checkout.cash-1", "checkout.cash-2", "checkout.cash-3", "checkout.cash-pay", "checkout.choose-method", "checkout.confirm-order", "checkout.contact-", "checkout.details-title", "checkout.later", "checkout.open-today",
	"checkout.order-title", "checkout.pay-title", "checkout.qr-late-text", "checkout.qr-show", "checkout.qr-text", "checkout.text", "checkout.title", "checkout.to-cart",
	"checkout.unavailable", "checkout.unclaimed",
	"invoice.and-more", "invoice.badge-", "invoice.filter-", "invoice.found", "invoice.newer", "invoice.none", "invoice.older", "invoice.others-title", "invoice.page",
	"invoice.past", "invoice.receipt-open", "invoice.row-due", "invoice.show-all", "invoice.statement", "invoice.to-pay-",
	"fault.otp-", "fault.password-", "fault.wrong-", "wall.more", "wall.names", "wall.none", "wall.take-off", "wall.text", "wall.to-offering", "wall.unnamed", "wall.until",
}
