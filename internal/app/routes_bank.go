package app

// bankRoutes are the calls of bank statements.
func (a *App) bankRoutes() {
	s := a.HTTP
	// Statements.
	get(s, "/api/admin/bank/statement", treasurer, "Bank statements, newest first", a.Bank.Statements)
	rawPost(s, "/api/admin/bank/statement", treasurer, "Upload a bank statement", a.Bank.Upload, upTo(6<<20), multipart)
	get(s, "/api/admin/bank/statement/{id}", treasurer, "A statement with its counts", a.Bank.Statement)
	put(s, "/api/admin/bank/statement/{id}/layout", treasurer,
		"Name the columns of a bank that is not known", a.Bank.SetLayout, upTo(4*kB))
	get(s, "/api/admin/bank/statement/{id}/line", treasurer, "Lines of a statement, by how sure we are of them", a.Bank.Lines)
	post(s, "/api/admin/bank/statement/{id}/approve", treasurer,
		"Settle all certain lines, after a look at count and sum", a.Bank.Approve, upTo(kB), once)
	post(s, "/api/admin/bank/statement/{id}/undo", treasurer, "Take an import back", a.Bank.Undo, upTo(kB), once)
	post(s, "/api/admin/bank/statement/{id}/resume", treasurer,
		"Take the work on a statement up again whose job has failed", a.Bank.Resume, upTo(kB))
	post(s, "/api/admin/bank/statement/{id}/look", treasurer,
		"Say that the rows of a statement that were not read were looked at", a.Bank.Look, upTo(kB), once)

	// Lines.
	post(s, "/api/admin/bank/compare", treasurer,
		"Compare the lines that wait with the orders of now", a.Bank.Compare, upTo(kB))
	get(s, "/api/admin/bank/line/{id}/candidate", treasurer, "Orders that a line may be the money of", a.Bank.Search)
	post(s, "/api/admin/bank/line/{id}/match", treasurer,
		"Say which orders a line is the money of", a.Bank.MatchLine, upTo(4*kB), once)
	post(s, "/api/admin/bank/line/{id}/ignore", treasurer,
		"Say why a line needs no order", a.Bank.IgnoreLine, upTo(2*kB), once)
	post(s, "/api/admin/bank/line/{id}/pair", treasurer,
		"Say that money which went out returns a transfer", a.Bank.PairLine, upTo(kB), once)
	get(s, "/api/admin/bank/rule", treasurer, "Rules for standing lines", a.Bank.Rules)
	post(s, "/api/admin/bank/rule/{id}/end", treasurer, "End a rule", a.Bank.EndRule, upTo(kB), once)
	post(s, "/api/admin/bank/line/{id}/undo", treasurer,
		"Take back what was decided about a line", a.Bank.UndoLine, upTo(kB), once)
}
