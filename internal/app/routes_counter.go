package app

// counterRoutes are the calls of the counter.
func (a *App) counterRoutes() {
	s := a.HTTP
	// Members and their invoices.
	get(s, "/api/admin/member", counterOnly, "Search members by mobile, name or e-mail address", a.Office.Members.Find)
	get(s, "/api/admin/member/list", counterOnly, "List members by the date they joined, or by the month in which a subscription ends", a.Office.Members.List)
	rawPost(s, "/api/admin/member-export", admin,
		"Export the member list as a table; needs the password", a.Office.Members.Export, upTo(4*kB), secret, patient)
	get(s, "/api/admin/member/{id}", counterOnly, "Read a member with family book, subscriptions and notes", a.Office.Members.Member)
	post(s, "/api/admin/member/{id}/note", counterOnly, "Add a note about a member", a.Members.AddNote, upTo(8*kB), once)
	post(s, "/api/admin/member/{id}/note/{note}/remove", counterOnly, "Remove a note about a member", a.Members.RemoveNote, upTo(kB))
	put(s, "/api/admin/member/{id}/reading", counterOnly, "Set the pronunciation of a member's Chinese name", a.Office.Members.SetReading, upTo(kB))
	post(s, "/api/admin/member/{id}/ticket", counterOnly,
		"Create a link with which a member at the counter sets another e-mail address", a.Office.Members.GiveTicket, upTo(kB))
	get(s, "/api/admin/invoice", counter, "Search invoices by number, reference, name or mobile", a.Office.Counter.FindInvoices)
	post(s, "/api/admin/invoice/{id}/cash", counter, "Take cash for an order at the counter", a.Office.Counter.TakeCash, once)
	get(s, "/api/admin/invoice/{id}/unpaid", counter, "List the unpaid orders of the same person, to be paid together", a.Office.Counter.UnpaidOrders)
	post(s, "/api/admin/invoice/cash", counter, "Take one cash payment for several orders of the same person", a.Office.Counter.TakeCashTogether, upTo(4*kB), once)
	post(s, "/api/admin/cash/{id}/undo", counter,
		"Undo one's own cash payment within 30 seconds", a.Office.Counter.UndoCash, upTo(kB))
	get(s, "/api/admin/invoice/{id}/paper", counter, "Read what an order's official receipt says", a.Office.Counter.Paper)
	get(s, "/api/admin/invoice/{id}/wall", counter, "Read which names of an order are on the merit wall", a.Wall.Of)
	get(s, "/api/admin/invoice/{id}/names", counter, "List the beneficiaries of an order's items, and whether they can be corrected", a.Corrections.Of)
	put(s, "/api/admin/invoice/{id}/names", counter, "Correct an item's beneficiary for the family, until it is offered", a.Corrections.CorrectFor, upTo(64*kB))
	put(s, "/api/admin/invoice/{id}/wall", counter, "Show or hide an item's names on the merit wall, at the giver's request", a.Wall.ChooseFor, upTo(kB))
	post(s, "/api/admin/invoice/{id}/receipt-mail", counter,
		"Send the official receipt to an e-mail address", a.Office.Counter.MailReceipt, upTo(kB))

	// Walk-ins.
	post(s, "/api/admin/walk-in", counter,
		"Create an order for a devotee at the counter", a.Office.Counter.SellWalkIn, upTo(64*kB), once)
	get(s, "/api/admin/walk-in", counter,
		"List today's counter orders that wait for a transfer, newest first", a.Office.Counter.WaitingWalkIns)
	post(s, "/api/admin/walk-in/price", counter, "Calculate today's prices of walk-in items", a.Office.Counter.PriceWalkIn, upTo(64*kB))
	get(s, "/api/admin/walk-in/earlier", counter,
		"Find a devotee's details and last orders by mobile number", a.Office.Counter.EarlierWalkIns)
	get(s, "/api/admin/walk-in/tile", counter, "List the most sold options, for one-press tiles at the counter", a.Office.Counter.ExpressTiles)
	get(s, "/api/admin/walk-in/person", counter, "Suggest members while a name is typed, with part of their mobile number", a.Office.Counter.ExpressPeople)
	get(s, "/api/admin/catalogue", counter, "List the offerings that the counter sells", a.Offerings.CounterList)
	get(s, "/api/admin/catalogue/{key}", counter, "Read an offering as the counter sells it", a.Offerings.CounterGet)
	get(s, "/api/admin/walk-in/{id}", counter, "Read a counter order with its PayNow code", a.Office.Counter.WalkIn)
	rawGet(s, "/api/admin/walk-in/{id}/pay-now.png", counter, "Download the PayNow code as a picture", a.Office.Counter.WalkInCode)
	rawPost(s, "/api/admin/walk-in/{id}/picture", counter,
		"Upload a photo of the devotee's phone that shows the transfer", a.Office.Counter.WalkInPicture, upTo(52<<20), multipart)

	// Shifts.
	get(s, "/api/admin/shift/current", counter, "Read one's own open shift", a.Till.Mine)
	get(s, "/api/admin/shift", counter, "List shifts, newest first: one's own, or all for the treasurer", a.Till.List)
	get(s, "/api/admin/shift/{id}", counter, "Read a shift with its report", a.Till.Report)
	post(s, "/api/admin/shift", counter, "Open one's own cash shift", a.Till.Start, upTo(4*kB), once)
	post(s, "/api/admin/shift/{id}/float", counter, "Correct the opening float of an open shift", a.Till.CorrectFloat, upTo(kB), once)
	post(s, "/api/admin/shift/{id}/close", counter, "Close a shift with the counted cash", a.Till.Close, upTo(8*kB), once)
	post(s, "/api/admin/shift/{id}/look", treasurer, "Confirm that the cash difference of a shift was reviewed", a.Till.Look, upTo(kB), once)
}
