package app

// reportRoutes are the calls of figures, exports and statements.
func (a *App) reportRoutes() {
	s := a.HTTP
	get(s, "/api/admin/report", treasurer, "A day or a time in figures", a.Reports.Get, patient)
	get(s, "/api/admin/report/list", treasurer, "What a figure is the sum of, newest first", a.Reports.List, patient)
	rawGet(s, "/api/admin/report/export/{file}", treasurer,
		"payments, orders, refunds, receipts or days of a time as .csv or .xlsx (?from=&to=)", a.Reports.Export, patient, dear)
	get(s, "/api/admin/report/member", treasurer,
		"Find members, with the years of their statements", a.Reports.FindMembers, patient)
	get(s, "/api/admin/report/year", treasurer, "The years that have statements", a.Reports.StatementYears, patient)
	rawGet(s, "/api/admin/report/statement/{id}/{file}", treasurer,
		"A member's statement of a year: 2026.pdf (?language=en|zh|both)", a.Reports.Statement, patient, dear)
	rawGet(s, "/api/admin/report/statements/{file}", treasurer,
		"The statements of a year of all members: 2026.zip", a.Reports.Statements, patient, dear)
	rawGet(s, "/api/member/statement/{file}", users,
		"One's own statement of a year: 2026.pdf (?language=en|zh|both)", a.Reports.OwnStatement, patient, dear)
}
