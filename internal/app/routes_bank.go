package app

// bankRoutes are the calls of bank statements.
func (a *App) bankRoutes() {
	s := a.HTTP
	// Bank statements.
	get(s, "/api/admin/bank/statement", treasurer, "List bank statements, newest first", a.Bank.Statements)
	rawPost(s, "/api/admin/bank/statement", treasurer, "Upload a bank statement", a.Bank.Upload, upTo(6<<20), multipart, payments)
	get(s, "/api/admin/bank/statement/{id}", treasurer, "Read a bank statement with its line counts", a.Bank.Statement)
	put(s, "/api/admin/bank/statement/{id}/layout", treasurer,
		"Name the columns of a statement whose format is unknown", a.Bank.SetLayout, upTo(4*kB))
	get(s, "/api/admin/bank/statement/{id}/line", treasurer, "List the lines of a statement by match certainty", a.Bank.Lines)
	post(s, "/api/admin/bank/statement/{id}/approve", treasurer,
		"Settle all certain lines; the request repeats their count and sum", a.Bank.Approve, upTo(kB), once)
	post(s, "/api/admin/bank/statement/{id}/undo", treasurer, "Undo the import of a bank statement", a.Bank.Undo, upTo(kB), once)
	post(s, "/api/admin/bank/statement/{id}/resume", treasurer,
		"Restart processing of a statement after its job failed", a.Bank.Resume, upTo(kB))
	post(s, "/api/admin/bank/statement/{id}/look", treasurer,
		"Confirm that the unread rows of a statement were reviewed", a.Bank.Look, upTo(kB), once)

	// Bank lines.
	post(s, "/api/admin/bank/compare", treasurer,
		"Match unsettled bank lines against the current orders again", a.Bank.Compare, upTo(kB))
	get(s, "/api/admin/bank/line/{id}/candidate", treasurer, "List orders that a bank line may pay for", a.Bank.Search)
	post(s, "/api/admin/bank/line/{id}/match", treasurer,
		"Match a bank line to the orders it pays", a.Bank.MatchLine, upTo(4*kB), once)
	post(s, "/api/admin/bank/line/{id}/ignore", treasurer,
		"Mark a bank line as not for an order, with a reason", a.Bank.IgnoreLine, upTo(2*kB), once)
	post(s, "/api/admin/bank/line/{id}/pair", treasurer,
		"Pair an outgoing bank line with the transfer it returns", a.Bank.PairLine, upTo(kB), once)
	get(s, "/api/admin/bank/rule", treasurer, "List the rules that classify recurring bank lines", a.Bank.Rules)
	post(s, "/api/admin/bank/rule/{id}/end", treasurer, "End a bank rule", a.Bank.EndRule, upTo(kB), once)
	post(s, "/api/admin/bank/line/{id}/undo", treasurer,
		"Undo the decision about a bank line", a.Bank.UndoLine, upTo(kB), once)
}
