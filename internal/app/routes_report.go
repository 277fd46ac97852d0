package app

// reportRoutes are the calls of reports, exports and statements.
func (a *App) reportRoutes() {
	s := a.HTTP
	get(s, "/api/admin/report", treasurer, "Read the report of a day or period", a.Reports.Get, patient)
	get(s, "/api/admin/report/list", treasurer, "List the items that add up to one figure of a report, newest first", a.Reports.List, patient)
	rawGet(s, "/api/admin/report/export/{file}", treasurer,
		"Export payments, orders, refunds, receipts or days of a period as .csv or .xlsx (?from=&to=)", a.Reports.Export, patient, dear)
	get(s, "/api/admin/report/member", treasurer,
		"Search members who have yearly statements, with the years", a.Reports.FindMembers, patient)
	get(s, "/api/admin/report/year", treasurer, "List the years that have statements", a.Reports.StatementYears, patient)
	rawGet(s, "/api/admin/report/statement/{id}/{file}", treasurer,
		"Download a member's yearly statement: 2026.pdf (?language=en, zh or both)", a.Reports.Statement, patient, dear)
	rawGet(s, "/api/admin/report/statements/{file}", treasurer,
		"Download all members' statements of a year: 2026.zip", a.Reports.Statements, patient, dear)
	get(s, "/api/admin/month", treasurer, "List the months of the accounts, closed and open", a.Journal.List)
	post(s, "/api/admin/month/{month}/close", treasurer, "Close a month and store its journal", a.Journal.Close, upTo(kB), once, patient)
	post(s, "/api/admin/month/{month}/reopen", treasurer, "Open the latest closed month again, as a second person", a.Journal.Reopen, upTo(8*kB), once)
	rawGet(s, "/api/admin/journal/{file}", treasurer,
		"Download the journal of a month or day: 2026-09.csv, or 2026-09.xero for Xero (CSV, or a ZIP above 300 lines)", a.Journal.File, patient, dear)
	get(s, "/api/admin/account-code", treasurer, "List the account codes of the journal", a.Journal.Codes)
	put(s, "/api/admin/account-code", treasurer, "Store account codes of the journal", a.Journal.SaveCodes)
	rawGet(s, "/api/member/statement/{file}", users,
		"Download one's own yearly statement: 2026.pdf (?language=en, zh or both)", a.Reports.OwnStatement, patient, dear)
}
