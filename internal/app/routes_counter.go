package app

// counterRoutes are the calls of those who stand at the counter.
func (a *App) counterRoutes() {
	s := a.HTTP
	// Members and their invoices.
	get(s, "/api/admin/member", counterOnly, "Find members by mobile, name or e-mail address", a.Office.Members.Find)
	get(s, "/api/admin/member/list", counterOnly, "Members by when they joined, or by what ends in a month", a.Office.Members.List)
	rawPost(s, "/api/admin/member-export", admin,
		"Members of the list as a table, once the password is given again", a.Office.Members.Export, upTo(4*kB), secret, patient)
	get(s, "/api/admin/member/{id}", counterOnly, "A member with the family book, what runs, and notes", a.Office.Members.Member)
	post(s, "/api/admin/member/{id}/note", counterOnly, "Note something about a member", a.Members.AddNote, upTo(8*kB), once)
	post(s, "/api/admin/member/{id}/note/{note}/remove", counterOnly, "Remove a note about a member", a.Members.RemoveNote, upTo(kB))
	put(s, "/api/admin/member/{id}/reading", counterOnly, "Say how a member's Chinese name is read", a.Office.Members.SetReading, upTo(kB))
	post(s, "/api/admin/member/{id}/ticket", counterOnly,
		"A link for another e-mail address, for a member at the counter", a.Office.Members.GiveTicket, upTo(kB))
	get(s, "/api/admin/invoice", counter, "Find invoices by number, reference, name or mobile", a.Office.Counter.FindInvoices)
	post(s, "/api/admin/invoice/{id}/cash", counter, "Take cash at the counter", a.Office.Counter.TakeCash, once)
	get(s, "/api/admin/invoice/{id}/unpaid", counter, "What the person of an order has not paid, to be paid together", a.Office.Counter.UnpaidOrders)
	post(s, "/api/admin/invoice/cash", counter, "Take cash for several orders of one person at once", a.Office.Counter.TakeCashTogether, upTo(4*kB), once)
	post(s, "/api/admin/cash/{id}/undo", counter,
		"Take back cash that one booked by mistake, within 30 seconds", a.Office.Counter.UndoCash, upTo(kB))
	get(s, "/api/admin/invoice/{id}/paper", counter, "What stands on an order's official receipt", a.Office.Counter.Paper)
	get(s, "/api/admin/invoice/{id}/wall", counter, "What of an order stands on the merit wall", a.Wall.Of)
	get(s, "/api/admin/invoice/{id}/names", counter, "Whom the items of an order are for, and whether that can be corrected", a.Corrections.Of)
	put(s, "/api/admin/invoice/{id}/names", counter, "Correct whom an item is for, for the family, until it is offered", a.Corrections.CorrectFor, upTo(64*kB))
	put(s, "/api/admin/invoice/{id}/wall", counter, "Put the names of an item on the merit wall, or take them off, on request", a.Wall.ChooseFor, upTo(kB))
	post(s, "/api/admin/invoice/{id}/receipt-mail", counter,
		"Send the official receipt to an address", a.Office.Counter.MailReceipt, upTo(kB))

	// Walk-ins.
	post(s, "/api/admin/walk-in", counter,
		"Make an order for who stands at the counter", a.Office.Counter.SellWalkIn, upTo(64*kB), once)
	get(s, "/api/admin/walk-in", counter,
		"Today's orders of the counter that wait for their transfer, newest first", a.Office.Counter.WaitingWalkIns)
	post(s, "/api/admin/walk-in/price", counter, "What items of a walk-in cost today", a.Office.Counter.PriceWalkIn, upTo(64*kB))
	get(s, "/api/admin/walk-in/earlier", counter,
		"What is known of a devotee's mobile number, and the last orders", a.Office.Counter.EarlierWalkIns)
	get(s, "/api/admin/walk-in/tile", counter, "What the counter sells most, each taken with a press", a.Office.Counter.ExpressTiles)
	get(s, "/api/admin/walk-in/person", counter, "Members whose name is being typed, with part of their number", a.Office.Counter.ExpressPeople)
	get(s, "/api/admin/catalogue", counter, "The catalogue of what the counter sells", a.Offerings.CounterList)
	get(s, "/api/admin/catalogue/{key}", counter, "An offering as the counter sells it", a.Offerings.CounterGet)
	get(s, "/api/admin/walk-in/{id}", counter, "An order of the counter, with its PayNow code", a.Office.Counter.WalkIn)
	rawGet(s, "/api/admin/walk-in/{id}/pay-now.png", counter, "The PayNow code as a picture", a.Office.Counter.WalkInCode)
	rawPost(s, "/api/admin/walk-in/{id}/picture", counter,
		"A photograph of the devotee's phone that shows the transfer", a.Office.Counter.WalkInPicture, upTo(52<<20), multipart)

	// Shifts.
	get(s, "/api/admin/shift/current", counter, "One's own open shift", a.Till.Mine)
	get(s, "/api/admin/shift", counter, "Shifts, newest first: one's own, or everybody's for the treasurer", a.Till.List)
	get(s, "/api/admin/shift/{id}", counter, "A shift with its report", a.Till.Report)
	post(s, "/api/admin/shift", counter, "Open one's own shift", a.Till.Start, upTo(4*kB), once)
	post(s, "/api/admin/shift/{id}/float", counter, "Correct with how much an open box began", a.Till.CorrectFloat, upTo(kB), once)
	post(s, "/api/admin/shift/{id}/close", counter, "Count the box and close the shift", a.Till.Close, upTo(8*kB), once)
	post(s, "/api/admin/shift/{id}/look", treasurer, "Say that the difference of a shift was looked at", a.Till.Look, upTo(kB), once)
}
