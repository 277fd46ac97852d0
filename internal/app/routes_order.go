package app

// orderRoutes are the calls of carts, payments, invoices and subscriptions.
func (a *App) orderRoutes() {
	s := a.HTTP
	// The cart.
	get(s, "/api/cart/checkout", everybody, "The cart", a.Carts.Checkout)
	post(s, "/api/cart", everybody, "Add or change items", a.Carts.Post, upTo(64*kB))
	put(s, "/api/cart/remove/{id}", everybody, "Remove an item", a.Carts.Remove)
	post(s, "/api/cart/cancel", everybody, "Give the cart up", a.Carts.Cancel)
	put(s, "/api/cart/method", everybody, "Remember how the visitor wants to pay", a.Carts.ChooseMethod)

	// Paying.
	post(s, "/api/payment/pay-now/qr", members, "The QR code, and a hold on prices and places", a.Checkout.ShowQR)
	rawGet(s, "/api/payment/pay-now/qr/{image}", members, "The QR code as a picture", a.Checkout.QRImage)
	post(s, "/api/payment/new/pay-now", members, "Pay by PayNow", a.Checkout.PayNow)
	post(s, "/api/payment/new/cash", members, "Pay in cash at the counter", a.Checkout.Cash)
	rawPost(s, "/api/upload/receipt", members, "Send receipt pictures", a.Payments.Upload, upTo(52<<20), multipart)
	rawGet(s, "/api/upload/receipt/{image}", users, "A receipt picture of one's own", a.Payments.ReceiptImage)

	// Invoices.
	get(s, "/api/invoice", users, "An invoice of one's own", a.Invoices.Get, dear)
	get(s, "/api/invoice/list/member", users, "One's own invoices", a.Invoices.List)
	rawGet(s, "/api/invoice/{id}/code.png", users, "The reference as a QR code, for the counter's scanner", a.Invoices.Code, dear)
	rawGet(s, "/api/invoice/{id}/receipt.pdf", users,
		"The official receipt as PDF (?language=en|zh|both)", a.Payments.OfficialReceiptPDF, dear)
	rawGet(s, "/api/invoice/{id}/invoice.pdf", users, "The invoice as PDF (?language=en|zh|both)", a.Payments.InvoicePDF, dear)
	post(s, "/api/invoice/{id}/cancel", users, "Give up an invoice of one's own that is unpaid", a.Payments.Cancel, upTo(kB))
	post(s, "/api/invoice/{id}/order-again", users,
		"Put its items into the cart again, at today's prices", a.Invoices.OrderAgain, upTo(kB))
	get(s, "/api/invoice/{id}/wall", users, "What of an order of one's own stands on the merit wall", a.Wall.Own)
	put(s, "/api/invoice/{id}/wall", users, "Put the names of an item on the merit wall, or take them off", a.Wall.Choose, upTo(kB))
	get(s, "/api/invoice/{id}/names", users, "Whom the items of an order of one's own are for, and whether that can be corrected", a.Corrections.Own)
	put(s, "/api/invoice/{id}/names", users, "Correct whom an item is for, until the first list with it is closed", a.Corrections.Correct, upTo(64*kB))
	post(s, "/api/invoice/person", users, "In which of one's own orders a person stands under an old name that can still be corrected", a.Corrections.FindPerson, upTo(8*kB))
	put(s, "/api/invoice/person", users, "Write a person's new name into chosen items of one's own orders", a.Corrections.RenamePerson, upTo(32*kB))

	// Subscriptions.
	get(s, "/api/subscription", members, "One's own subscriptions", a.Subscriptions.List)
	get(s, "/api/subscription/{id}", members, "A subscription of one's own", a.Subscriptions.Get)
	get(s, "/api/subscription/history/{id}", members, "Its terms, in order", a.Subscriptions.History)
	post(s, "/api/subscription/{id}/cancel", members, "Let it end with what is paid", a.Subscriptions.Cancel, upTo(kB))
	post(s, "/api/subscription/{id}/renew", members,
		"The next term's invoice, made when there is none", a.Subscriptions.Renew, upTo(kB))
	put(s, "/api/subscription/{id}/form", members, "Change whom the next term is for", a.Subscriptions.PutForm, upTo(64*kB))

	// Renewals, by their link's ticket.
	post(s, "/api/renewal/pay-now", everybody,
		"Pay a renewal by PayNow, with its link's ticket", a.Checkout.RenewalPayNow, upTo(8*kB))
	post(s, "/api/renewal/cash", everybody,
		"Pay a renewal in cash at the counter, with its link's ticket", a.Checkout.RenewalCash, upTo(kB))
	rawPost(s, "/api/renewal/upload", everybody,
		"Send receipt pictures of a renewal, with its link's ticket in X-Renewal-Ticket", a.Checkout.RenewalUpload, upTo(52<<20), multipart)
}
