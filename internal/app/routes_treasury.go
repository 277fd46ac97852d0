package app

// treasuryRoutes are the calls that decide about money.
func (a *App) treasuryRoutes() {
	s := a.HTTP
	// Payments with a picture.
	get(s, "/api/admin/payment", treasurer, "PayNow payments with a picture, by key", a.Office.Desk.Queue)
	get(s, "/api/admin/payment/{id}", treasurer, "One payment with pictures, items and look-alikes", a.Office.Desk.Payment)
	post(s, "/api/admin/payment/{id}/approve", treasurer, "Approve a payment", a.Office.Desk.Approve)
	post(s, "/api/admin/payment/{id}/reject", treasurer, "Reject a payment", a.Office.Desk.Reject)
	post(s, "/api/admin/payment/{id}/undo", treasurer, "Take back one's decision within 30 seconds", a.Office.Desk.Undo)
	post(s, "/api/admin/payment/approve-confirmed", treasurer,
		"Approve the payments that the bank confirms and nothing speaks against", a.Office.Desk.ApproveConfirmed, upTo(kB))
	get(s, "/api/admin/payment/figures", treasurer,
		"Count and sum of what waits, was decided, and came in by the bank statement", a.Office.Desk.Figures)
	post(s, "/api/admin/payment/{id}/claim", treasurer, "Have a payment open at one's own desk", a.Office.Desk.Claim, upTo(kB))
	post(s, "/api/admin/payment/{id}/release", treasurer, "Have it open no longer", a.Office.Desk.Release, upTo(kB))
	rawGet(s, "/api/admin/receipt-image/{image}", treasurer, "A member's receipt picture", a.Office.Desk.ReceiptImage)

	// Orders and refunds.
	post(s, "/api/admin/subscription/{id}/cancel", counter,
		"Let a member's subscription end with what is paid", a.Subscriptions.CancelByOffice, upTo(kB))
	get(s, "/api/admin/order", counter, "All orders, newest first, or those that a search finds", a.Office.Orders.List)
	get(s, "/api/admin/order/offering", counter, "Offerings by which orders are narrowed", a.Office.Orders.Offerings)
	get(s, "/api/admin/order/count", counter, "How many orders each list has, narrowed as they are", a.Office.Orders.Count)
	rawGet(s, "/api/admin/order/export", treasurer,
		"A list of orders as a table (?format=csv|xlsx, narrowed and sorted as the list)", a.Office.Orders.Export, patient, dear)
	get(s, "/api/admin/order/{id}", counter, "Everything about one order", a.Office.Orders.Order, dear)
	post(s, "/api/admin/invoice/{id}/refund", counter,
		"Give money of an order back, whole or in part", a.Office.Orders.Refund, upTo(8*kB), once)
	post(s, "/api/admin/invoice/{id}/cancel", counter,
		"End an order that nobody has settled", a.Office.Orders.Cancel, upTo(8*kB), once)
	post(s, "/api/admin/invoice/{id}/reopen", treasurer,
		"Settle an expired or cancelled order with money that came late", a.Office.Orders.Reopen, upTo(kB), once)
	post(s, "/api/admin/invoice/{id}/mail", counter, "Send the invoice or its receipt again", a.Office.Orders.MailPaper, upTo(kB))

	// Refunds by two people, and by transfer.
	get(s, "/api/admin/refund-approval", counter, "Refunds above the limit that wait for a second person, or for being made", a.Office.Orders.RefundApprovals)
	post(s, "/api/admin/refund-approval", counter, "Ask a second person to approve a refund", a.Office.Orders.AskSecond, upTo(8*kB), once)
	post(s, "/api/admin/refund-approval/{id}/decide", treasurer, "Approve or refuse a refund that another asked for", a.Office.Orders.DecideSecond, upTo(kB), once)
	post(s, "/api/admin/refund-approval/{id}/withdraw", counter, "Take back what one asked for", a.Office.Orders.WithdrawSecond, upTo(kB), once)
	get(s, "/api/admin/refund-transfer", treasurer, "Refunds by transfer: to do, or done", a.Office.Orders.RefundTransfers)
	post(s, "/api/admin/refund-transfer/{id}/done", treasurer, "Note that a refund was transferred", a.Office.Orders.TransferDone, upTo(kB), once)
	rawPost(s, "/api/admin/refund-transfer/{id}/proof", treasurer, "Pictures of the transfer that gave money back", a.Office.Orders.RefundProof, upTo(52<<20), multipart)
	post(s, "/api/admin/refund-transfer/{id}/proof/{image}/remove", treasurer, "Take such a picture away", a.Office.Orders.RemoveRefundProof, upTo(kB), once)

	// Money that came late.
	get(s, "/api/admin/late", treasurer, "Money that waits for a decision, oldest first", a.Late.List)
	get(s, "/api/admin/late/{kind}/{id}", treasurer, "One transfer, bank line or excess with what can be done", a.Late.One)
	post(s, "/api/admin/late/{kind}/{id}", treasurer,
		"Decide what becomes of late money", a.Late.Decide, upTo(8*kB), once)
}
