package app

import "shanmen/internal/sales/payrequest"

// orderRoutes are the calls of carts, payments, invoices and subscriptions.
func (a *App) orderRoutes() {
	s := a.HTTP
	// The cart.
	get(s, "/api/cart/checkout", everybody, "Read the cart", a.Carts.Checkout, payments)
	post(s, "/api/cart", everybody, "Add or change cart items", a.Carts.Post, upTo(64*kB))
	put(s, "/api/cart/remove/{id}", everybody, "Remove an item from the cart", a.Carts.Remove)
	post(s, "/api/cart/cancel", everybody, "Discard the cart", a.Carts.Cancel)
	put(s, "/api/cart/method", everybody, "Save the chosen payment method", a.Carts.ChooseMethod)

	// Paying.
	post(s, "/api/payment/pay-now/qr", members, "Create the PayNow QR code and hold prices and stock", a.Checkout.ShowQR)
	rawGet(s, "/api/payment/pay-now/qr/{image}", members, "Download the PayNow QR code as a picture", a.Checkout.QRImage, payments)
	post(s, "/api/payment/pay-now/code", members, "Create the payment provider's code for one's own unpaid order, or read the one that is shown", a.PayRequests.Code, upTo(kB))
	get(s, "/api/payment/pay-now/code/{id}", members, "Read whether the code of one's own order was paid", a.PayRequests.State, payments)
	rawGet(s, "/api/payment/pay-now/code/{image}/image", members, "Download the payment provider's code as a picture", a.PayRequests.Image, payments)
	rawPost(s, payrequest.WebhookPath, everybody, "Receive a webhook of the payment provider", a.PayRequests.Webhook, verbatim)
	post(s, "/api/payment/new/pay-now", members, "Place an order paid by PayNow", a.Checkout.PayNow)
	post(s, "/api/payment/new/cash", members, "Place an order to pay in cash at the counter", a.Checkout.Cash)
	rawPost(s, "/api/upload/receipt", members, "Upload receipt images", a.Payments.Upload, upTo(52<<20), multipart)
	rawGet(s, "/api/upload/receipt/{image}", users, "Download one's own receipt image", a.Payments.ReceiptImage, payments)

	// Invoices.
	get(s, "/api/invoice", users, "Read one's own invoice", a.Invoices.Get, dear, payments)
	get(s, "/api/invoice/list/member", users, "List one's own invoices", a.Invoices.List)
	rawGet(s, "/api/invoice/{id}/code.png", users, "Download the payment reference as a QR code for the counter's scanner", a.Invoices.Code, dear)
	rawGet(s, "/api/invoice/{id}/receipt.pdf", users,
		"Download the official receipt as PDF (?language=en, zh or both)", a.Payments.OfficialReceiptPDF, dear, papers)
	rawGet(s, "/api/invoice/{id}/invoice.pdf", users, "Download the invoice as PDF (?language=en, zh or both)", a.Payments.InvoicePDF, dear, papers)
	post(s, "/api/invoice/{id}/cancel", users, "Cancel one's own unpaid invoice", a.Payments.Cancel, upTo(kB))
	post(s, "/api/invoice/{id}/order-again", users,
		"Copy an invoice's items into the cart at today's prices", a.Invoices.OrderAgain, upTo(kB))
	get(s, "/api/invoice/{id}/wall", users, "Read which names of one's own order are on the merit wall", a.Wall.Own)
	put(s, "/api/invoice/{id}/wall", users, "Show or hide an item's names on the merit wall", a.Wall.Choose, upTo(kB))
	get(s, "/api/invoice/{id}/names", users, "List the beneficiaries of one's own order, and whether they can be corrected", a.Corrections.Own)
	put(s, "/api/invoice/{id}/names", users, "Correct an item's beneficiary, until the first ceremony list with it is closed", a.Corrections.Correct, upTo(64*kB))
	post(s, "/api/invoice/person", users, "Find one's own orders that name a person by an old name and can still be corrected", a.Corrections.FindPerson, upTo(8*kB))
	put(s, "/api/invoice/person", users, "Replace a person's old name in chosen items of one's own orders", a.Corrections.RenamePerson, upTo(32*kB))

	// Subscriptions.
	get(s, "/api/subscription", members, "List one's own subscriptions", a.Subscriptions.List)
	get(s, "/api/subscription/{id}", members, "Read one's own subscription", a.Subscriptions.Get)
	get(s, "/api/subscription/history/{id}", members, "List the terms of a subscription, in order", a.Subscriptions.History)
	post(s, "/api/subscription/{id}/cancel", members, "End one's own subscription when its paid term ends", a.Subscriptions.Cancel, upTo(kB))
	post(s, "/api/subscription/{id}/renew", members,
		"Read the invoice of the next term; it is created if there is none", a.Subscriptions.Renew, upTo(kB))
	put(s, "/api/subscription/{id}/form", members, "Change the beneficiaries of the next term", a.Subscriptions.PutForm, upTo(64*kB))

	// Renewals, with the ticket of their link.
	post(s, "/api/renewal/pay-now", everybody,
		"Pay a renewal by PayNow, with the ticket of its link", a.Checkout.RenewalPayNow, upTo(8*kB))
	post(s, "/api/renewal/cash", everybody,
		"Choose cash for a renewal, with the ticket of its link", a.Checkout.RenewalCash, upTo(kB))
	rawPost(s, "/api/renewal/upload", everybody,
		"Upload receipt images for a renewal, with its link's ticket in X-Renewal-Ticket", a.Checkout.RenewalUpload, upTo(52<<20), multipart)
}
