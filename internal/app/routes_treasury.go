package app

// treasuryRoutes are the calls that decide about money.
func (a *App) treasuryRoutes() {
	s := a.HTTP
	// Payments with a receipt picture.
	get(s, "/api/admin/payment", treasurer, "List PayNow payments that have a receipt picture", a.Office.Desk.Queue)
	get(s, "/api/admin/payment/{id}", treasurer, "Read a payment with pictures, items and similar transfers", a.Office.Desk.Payment)
	post(s, "/api/admin/payment/{id}/approve", treasurer, "Approve a payment", a.Office.Desk.Approve)
	post(s, "/api/admin/payment/{id}/reject", treasurer, "Reject a payment", a.Office.Desk.Reject)
	post(s, "/api/admin/payment/{id}/undo", treasurer, "Undo one's own decision about a payment within 30 seconds", a.Office.Desk.Undo)
	post(s, "/api/admin/payment/approve-confirmed", treasurer,
		"Approve all payments that the bank confirms without a warning", a.Office.Desk.ApproveConfirmed, upTo(kB))
	get(s, "/api/admin/payment/figures", treasurer,
		"Read count and sum of payments waiting, decided, and seen in bank statements", a.Office.Desk.Figures)
	post(s, "/api/admin/payment/{id}/claim", treasurer, "Show colleagues for two minutes that one has a payment open", a.Office.Desk.Claim, upTo(kB))
	post(s, "/api/admin/payment/{id}/release", treasurer, "Stop showing colleagues that one has a payment open", a.Office.Desk.Release, upTo(kB))
	rawGet(s, "/api/admin/receipt-image/{image}", treasurer, "Download a member's receipt image", a.Office.Desk.ReceiptImage)

	// Orders and refunds.
	post(s, "/api/admin/subscription/{id}/cancel", counter,
		"End a member's subscription when its paid term ends", a.Subscriptions.CancelByOffice, upTo(kB))
	get(s, "/api/admin/order", counter, "List orders, newest first, or search them", a.Office.Orders.List)
	get(s, "/api/admin/order/offering", counter, "List the offerings by which orders can be filtered", a.Office.Orders.Offerings)
	get(s, "/api/admin/order/count", counter, "Count the orders of each list under the same filters", a.Office.Orders.Count)
	rawGet(s, "/api/admin/order/export", treasurer,
		"Export a list of orders (?format=csv or xlsx, same filters and order as the list)", a.Office.Orders.Export, patient, dear)
	get(s, "/api/admin/order/{id}", counter, "Read all details of one order", a.Office.Orders.Order, dear)
	post(s, "/api/admin/invoice/{id}/refund", counter,
		"Refund an order in whole or in part", a.Office.Orders.Refund, upTo(8*kB), once)
	post(s, "/api/admin/invoice/{id}/cancel", counter,
		"Cancel an order that is not settled", a.Office.Orders.Cancel, upTo(8*kB), once)
	post(s, "/api/admin/invoice/{id}/reopen", treasurer,
		"Settle an expired or cancelled order with late money", a.Office.Orders.Reopen, upTo(kB), once)
	post(s, "/api/admin/invoice/{id}/mail", counter, "Send the invoice or its receipt to the payer again", a.Office.Orders.MailPaper, upTo(kB))

	// Refunds that need a second person, and refunds by transfer.
	get(s, "/api/admin/refund-approval", counter, "List refunds above the limit that wait for approval or payout", a.Office.Orders.RefundApprovals)
	post(s, "/api/admin/refund-approval", counter, "Ask a second person to approve a refund", a.Office.Orders.AskSecond, upTo(8*kB), once)
	post(s, "/api/admin/refund-approval/{id}/decide", treasurer, "Approve or refuse a refund that a colleague asked for", a.Office.Orders.DecideSecond, upTo(kB), once)
	post(s, "/api/admin/refund-approval/{id}/withdraw", counter, "Withdraw one's own request to approve a refund", a.Office.Orders.WithdrawSecond, upTo(kB), once)
	get(s, "/api/admin/refund-transfer", treasurer, "List refunds by transfer, to do or done", a.Office.Orders.RefundTransfers)
	post(s, "/api/admin/refund-transfer/{id}/done", treasurer, "Record that a refund was transferred", a.Office.Orders.TransferDone, upTo(kB), once)
	post(s, "/api/admin/refund-transfer/{id}/provider", treasurer, "Let the payment provider give a refund back, or look again whether it did", a.Office.Orders.RefundAtProvider, upTo(kB), once)
	rawPost(s, "/api/admin/refund-transfer/{id}/proof", treasurer, "Upload pictures that prove a refund's transfer", a.Office.Orders.RefundProof, upTo(52<<20), multipart)
	post(s, "/api/admin/refund-transfer/{id}/proof/{image}/remove", treasurer, "Remove a picture from the proof of a refund's transfer", a.Office.Orders.RemoveRefundProof, upTo(kB), once)

	// Late money.
	get(s, "/api/admin/late", treasurer, "List late money that needs a decision, oldest first", a.Late.List)
	get(s, "/api/admin/late/{kind}/{id}", treasurer, "Read one item of late money with the possible decisions", a.Late.One)
	post(s, "/api/admin/late/{kind}/{id}", treasurer,
		"Decide an item of late money: gift, refund, order or counted", a.Late.Decide, upTo(8*kB), once)
}
