package app

// controlRoutes are the calls that administer the office.
func (a *App) controlRoutes() {
	s := a.HTTP
	// Staff accounts.
	get(s, "/api/admin/staff", admin, "List staff accounts", a.StaffAccounts.List)
	post(s, "/api/admin/staff/{id}/reset-factor", admin,
		"Remove a colleague's second factor", a.StaffAccounts.ResetColleague, upTo(kB))
	post(s, "/api/auth/invitation", everybody,
		"Read whom an invitation is for, or accept it with a password and log in", a.Accounts.Accept, upTo(8*kB), secret, logins)
	post(s, "/api/admin/staff", admin,
		"Create a staff account and invite its owner", a.StaffAccounts.Add, upTo(8*kB))
	put(s, "/api/admin/staff/{id}/roles", admin, "Change the roles of a staff account", a.StaffAccounts.SetRoles, upTo(kB))
	post(s, "/api/admin/staff/{id}/invite", admin, "Invite a colleague again who has no password yet", a.StaffAccounts.Invite, upTo(kB))
	post(s, "/api/admin/staff/{id}/remind", admin,
		"Remind a colleague of the invitation, or to set up a second factor", a.StaffAccounts.Remind, upTo(kB))
	post(s, "/api/admin/staff/{id}/disable", admin,
		"Disable a staff account and end its sessions", a.StaffAccounts.Disable, upTo(kB))
	post(s, "/api/admin/staff/{id}/enable", admin, "Enable a disabled staff account", a.StaffAccounts.Enable, upTo(kB))

	// The audit trail.
	get(s, "/api/admin/audit", admin, "List the audit trail, newest first", a.Office.Trail.List)
	rawGet(s, "/api/admin/audit/export", admin,
		"Export the audit trail (?format=csv or xlsx, same filters as the list)", a.Office.Trail.Export, patient, dear)

	// Imports of earlier lists.
	get(s, "/api/admin/import", admin, "List imports, newest first", a.Imports.List)
	rawPost(s, "/api/admin/import", admin, "Upload a list to import (?kind=members, lamps or orders)", a.Imports.Upload, upTo(11<<20), multipart, payments)
	rawGet(s, "/api/admin/import-sample", admin, "Download a sample sheet for an import (?kind=members, lamps or orders)", a.Imports.Sample, patient)
	get(s, "/api/admin/import/{id}", admin, "Read an import with its columns and counts", a.Imports.Get)
	put(s, "/api/admin/import/{id}/columns", admin, "Assign the columns of an import and check all rows", a.Imports.SetColumns, upTo(4*kB))
	get(s, "/api/admin/import/{id}/row", admin, "List the rows of an import by result", a.Imports.Rows)
	post(s, "/api/admin/import/{id}/row/{row}/answer", admin, "Answer the question about a row with a problem", a.Imports.Answer, upTo(8*kB))
	rawGet(s, "/api/admin/import/{id}/mend.xlsx", admin, "Download the rows with problems as a sheet to correct", a.Imports.Mend, patient, dear)
	post(s, "/api/admin/import/{id}/start", admin, "Import the rows that are ready", a.Imports.Start, upTo(kB), once)
	post(s, "/api/admin/import/{id}/cancel", admin, "Cancel a running import after the current batch", a.Imports.Cancel, upTo(kB), once)
	post(s, "/api/admin/import/{id}/resume", admin, "Restart an import whose job failed", a.Imports.Resume, upTo(kB), once)
	post(s, "/api/admin/import/{id}/give-up", admin, "Delete an import from which no row was imported", a.Imports.GiveUp, upTo(kB), once)
	post(s, "/api/admin/import/{id}/undo", admin, "Undo an import", a.Imports.Undo, upTo(kB), once)

	// Settings and wording.
	get(s, "/api/admin/setting", admin, "Read the settings: numbering, papers, payments, renewals", a.Office.Settings.List)
	put(s, "/api/admin/setting", admin, "Change settings; they take effect on every replica", a.Office.Settings.Change, upTo(16*kB))
	get(s, "/api/admin/wording", treasurer,
		"List the office's own texts: rejection reasons and WhatsApp messages", a.Office.Settings.Wordings)
	put(s, "/api/admin/wording", treasurer,
		"Change the office's own texts; they take effect on every replica", a.Office.Settings.ChangeWordings, upTo(16*kB))

	get(s, "/api/admin/word", editor, "List the program's texts in both languages, published and draft", a.Words.List)
	put(s, "/api/admin/word", editor, "Save the draft of a text", a.Words.Save, upTo(32*kB))
	get(s, "/api/admin/word/said", editor, "Find the texts that match a sentence seen on a page", a.Words.Said)
	get(s, "/api/admin/word/place", editor, "List where texts are used, and the pages that show them", a.Words.Places)
	get(s, "/api/admin/word/history", editor, "List the history of a text, newest first", a.Words.History)
	post(s, "/api/admin/word/keep", editor, "Keep the temple's wording after an update changed the built-in text", a.Words.Keep, upTo(32*kB))
	post(s, "/api/admin/word/publish", editor, "Publish drafts of texts, all or none", a.Words.Publish, upTo(256*kB))
	post(s, "/api/admin/word/take-back", editor, "Undo the publishing of texts within 30 seconds", a.Words.TakeBack, upTo(kB))

	// Messages to the office, and kiosks.
	get(s, "/api/admin/form-entry", editorOrCounter, "List messages to the office, newest first", a.Forms.Inbox)
	get(s, "/api/admin/form-entry/{id}", editorOrCounter, "Read a message to the office with its answers and notes", a.Office.Inbox.Entry)
	post(s, "/api/admin/form-entry/{id}/answer", editorOrCounter,
		"Answer a message by e-mail or SMS in its writer's language; sent after 30 seconds", a.Office.Inbox.Answer, upTo(64*kB))
	post(s, "/api/admin/form-entry/{id}/answer/{message}/take-back", editorOrCounter,
		"Withdraw one's own answer within 30 seconds", a.Office.Inbox.TakeAnswerBack, upTo(kB))
	post(s, "/api/admin/form-entry/{id}/answer/{message}/again", editorOrCounter,
		"Retry the e-mail or SMS of an answer now", a.Office.Inbox.SendAnswerAgain, upTo(kB))
	post(s, "/api/admin/form-entry/{id}/note", editorOrCounter,
		"Add an internal note to a message", a.Office.Inbox.AddNote, upTo(64*kB))
	put(s, "/api/admin/form-entry/{id}/state", editorOrCounter, "Set the state of a message: open, waiting, done or spam", a.Office.Inbox.SetState, upTo(kB))
	put(s, "/api/admin/form-entry/{id}/assignee", editorOrCounter, "Assign a message to a colleague", a.Office.Inbox.Assign, upTo(kB))
	post(s, "/api/admin/form-entry/{id}/claim", editorOrCounter,
		"Show colleagues for two minutes that one has a message open", a.Office.Inbox.Claim, upTo(kB))
	post(s, "/api/admin/form-entry/{id}/release", editorOrCounter, "Stop showing colleagues that one has a message open", a.Office.Inbox.Release, upTo(kB))
	rawPost(s, "/api/admin/form-entry-export", editor,
		"Export the messages in a given state as a table; needs the password", a.Office.Inbox.Export, upTo(4*kB), secret, patient)
	get(s, "/api/admin/today", staffers, "Read the office's first page: open work for one's roles, and automatic events", a.Office.Today.Today)
	get(s, "/api/admin/waiting", staffers, "Count the open work for each menu entry one can see", a.Office.Today.MenuCounts)
	put(s, "/api/admin/greeting", staffers, "Set the name by which the office greets one", a.Accounts.SetCalled, upTo(kB))
	get(s, "/api/admin/offering/{key}", editor, "Read an offering's options, who bought them and how many are left", a.Offerings.Use)
	put(s, "/api/admin/offering/{id}/option/{optionId}", editor,
		"Change the price, stock or visibility of an option", a.Offerings.EditOption, upTo(kB))

	post(s, "/api/admin/chat", staffers, "Record in the audit trail that a call or WhatsApp link was opened", a.Office.Contact.Note, upTo(kB))

	// Redirects of old addresses.
	get(s, "/api/admin/old-address", editor, "List redirects of old addresses, sorted by address", a.Redirects.List)
	get(s, "/api/admin/old-address/missing", editor,
		"Paths that answered 404 in the last 30 days, most requested first", a.Redirects.Missing)
	get(s, "/api/admin/old-address/try", editor, "Follow the redirects of an address step by step", a.Redirects.Try)
	get(s, "/api/admin/old-address/place", editor, "List the pages that a redirect can lead to", a.Redirects.Choose)
	put(s, "/api/admin/old-address", editor, "Create or change a redirect", a.Redirects.Send)
	post(s, "/api/admin/old-address/take-away", editor, "Delete a redirect", a.Redirects.TakeAway)
	post(s, "/api/admin/old-address/import", editor,
		"Import many redirects at once, all or none", a.Redirects.Import, upTo(512*kB))

	// Events, their rules and dates.
	get(s, "/api/admin/event", editor, "List events with their next date", a.Events.Lines)
	post(s, "/api/admin/event/preview", editor, "Preview the dates of an unsaved recurrence rule and their conflicts", a.Events.PreviewRule, upTo(128*kB))

	// Undelivered letters, and the clock.
	get(s, "/api/admin/letter", treasurer, "List e-mails and SMS that could not be sent, newest first", a.Office.Letters.List)
	post(s, "/api/admin/letter/{id}/again", treasurer, "Retry a failed e-mail or SMS now", a.Office.Letters.SendAgain, upTo(kB))
	get(s, "/api/admin/clock", treasurer, "Read whether the server's clock has jumped and waits for confirmation", a.checkClock)
	post(s, "/api/admin/clock", treasurer, "Confirm that the server's clock is right", a.confirmClock, upTo(kB))
}
