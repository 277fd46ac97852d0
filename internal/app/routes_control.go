package app

// controlRoutes are the calls that look after the office itself.
func (a *App) controlRoutes() {
	s := a.HTTP
	// Accounts of the office.
	get(s, "/api/admin/staff", admin, "Accounts of the office", a.StaffAccounts.List)
	post(s, "/api/admin/staff/{id}/reset-factor", admin,
		"Take a colleague's second factor away", a.StaffAccounts.ResetColleague, upTo(kB))
	post(s, "/api/auth/invitation", everybody,
		"Who a ticket invites into the office, and, with a password, the account's first login", a.Accounts.Accept, upTo(8*kB), secret)
	post(s, "/api/admin/staff", admin,
		"Make an account of the office and invite its owner", a.StaffAccounts.Add, upTo(8*kB))
	put(s, "/api/admin/staff/{id}/roles", admin, "Change what an account may do in the office", a.StaffAccounts.SetRoles, upTo(kB))
	post(s, "/api/admin/staff/{id}/invite", admin, "Invite again who has no password yet", a.StaffAccounts.Invite, upTo(kB))
	post(s, "/api/admin/staff/{id}/remind", admin,
		"Remind a colleague who cannot work yet of the invitation, or of the second step", a.StaffAccounts.Remind, upTo(kB))
	post(s, "/api/admin/staff/{id}/disable", admin,
		"End an account's sessions, and let nobody log in", a.StaffAccounts.Disable, upTo(kB))
	post(s, "/api/admin/staff/{id}/enable", admin, "Give a disabled account back", a.StaffAccounts.Enable, upTo(kB))

	// The audit trail.
	get(s, "/api/admin/audit", admin, "What was done, newest first", a.Office.Trail.List)
	rawGet(s, "/api/admin/audit/export", admin,
		"What was done, as a table (?format=csv|xlsx, filters as of the list)", a.Office.Trail.Export, patient, dear)

	// Lists that the temple kept before.
	get(s, "/api/admin/import", admin, "Imported lists, newest first", a.Imports.List)
	rawPost(s, "/api/admin/import", admin, "Bring a list in (?kind=members|lamps|orders)", a.Imports.Upload, upTo(11<<20), multipart)
	rawGet(s, "/api/admin/import-sample", admin, "A sheet with the columns of a kind of list (?kind=members|lamps|orders)", a.Imports.Sample, patient)
	get(s, "/api/admin/import/{id}", admin, "An import with its columns and counts", a.Imports.Get)
	put(s, "/api/admin/import/{id}/columns", admin, "Name the columns, and look through the rows", a.Imports.SetColumns, upTo(4*kB))
	get(s, "/api/admin/import/{id}/row", admin, "Rows of an import, by what becomes of them", a.Imports.Rows)
	post(s, "/api/admin/import/{id}/row/{row}/answer", admin, "Say what becomes of a problem of a row", a.Imports.Answer, upTo(8*kB))
	rawGet(s, "/api/admin/import/{id}/mend.xlsx", admin, "The rows that wait, as a sheet to mend", a.Imports.Mend, patient, dear)
	post(s, "/api/admin/import/{id}/start", admin, "Import the ready rows", a.Imports.Start, upTo(kB), once)
	post(s, "/api/admin/import/{id}/cancel", admin, "Stop importing after the batch in hand", a.Imports.Cancel, upTo(kB), once)
	post(s, "/api/admin/import/{id}/resume", admin, "Take the work up again whose job has failed", a.Imports.Resume, upTo(kB), once)
	post(s, "/api/admin/import/{id}/give-up", admin, "Erase an import of which nothing was made", a.Imports.GiveUp, upTo(kB), once)
	post(s, "/api/admin/import/{id}/undo", admin, "Take an import back", a.Imports.Undo, upTo(kB), once)

	// Settings and wording.
	get(s, "/api/admin/setting", admin, "How numbers, papers, payments and renewals are set", a.Office.Settings.List)
	put(s, "/api/admin/setting", admin, "Change settings, on every replica at once", a.Office.Settings.Change, upTo(16*kB))
	get(s, "/api/admin/wording", treasurer,
		"The sentences that the office words itself: reasons of a rejection, and what it writes in WhatsApp", a.Office.Settings.Wordings)
	put(s, "/api/admin/wording", treasurer,
		"Word sentences anew, on every replica at once", a.Office.Settings.ChangeWordings, upTo(16*kB))

	get(s, "/api/admin/word", editor, "The program's sentences in both languages, as visitors read them and as they are drafted", a.Words.List)
	put(s, "/api/admin/word", editor, "Keep the draft of a sentence", a.Words.Save, upTo(32*kB))
	get(s, "/api/admin/word/said", editor, "The sentences that a text of a page may be", a.Words.Said)
	get(s, "/api/admin/word/place", editor, "Where sentences are used, and the pages on which they can be seen", a.Words.Places)
	get(s, "/api/admin/word/history", editor, "What became of a sentence, newest first", a.Words.History)
	post(s, "/api/admin/word/keep", editor, "Keep ours over a sentence of the program that an update has changed", a.Words.Keep, upTo(32*kB))
	post(s, "/api/admin/word/publish", editor, "Show drafts of sentences to visitors, all of them or none", a.Words.Publish, upTo(256*kB))
	post(s, "/api/admin/word/take-back", editor, "Take published sentences back, within 30 seconds", a.Words.TakeBack, upTo(kB))

	// What the public pages show, and what was written to the office.
	get(s, "/api/admin/form-entry", editorOrCounter, "What was sent to the office, newest first", a.Forms.Inbox)
	get(s, "/api/admin/form-entry/{id}", editorOrCounter, "A message to the office, with all that was written about it", a.Office.Inbox.Entry)
	post(s, "/api/admin/form-entry/{id}/answer", editorOrCounter,
		"Answer a message in its writer's language, by letter or text, after 30 seconds", a.Office.Inbox.Answer, upTo(64*kB))
	post(s, "/api/admin/form-entry/{id}/answer/{message}/take-back", editorOrCounter,
		"Take back one's own answer, within 30 seconds", a.Office.Inbox.TakeAnswerBack, upTo(kB))
	post(s, "/api/admin/form-entry/{id}/answer/{message}/again", editorOrCounter,
		"Try the letter of an answer again at once", a.Office.Inbox.SendAnswerAgain, upTo(kB))
	post(s, "/api/admin/form-entry/{id}/note", editorOrCounter,
		"Write something about a message for the office alone", a.Office.Inbox.AddNote, upTo(64*kB))
	put(s, "/api/admin/form-entry/{id}/state", editorOrCounter, "Say where a message stands", a.Office.Inbox.SetState, upTo(kB))
	put(s, "/api/admin/form-entry/{id}/assignee", editorOrCounter, "Say who looks after a message", a.Office.Inbox.Assign, upTo(kB))
	post(s, "/api/admin/form-entry/{id}/claim", editorOrCounter,
		"Mark a message as open at one's own desk for two minutes", a.Office.Inbox.Claim, upTo(kB))
	post(s, "/api/admin/form-entry/{id}/release", editorOrCounter, "End one's own claim of a message", a.Office.Inbox.Release, upTo(kB))
	rawPost(s, "/api/admin/form-entry-export", editor,
		"Messages of a state as a table, once the password is given again", a.Office.Inbox.Export, upTo(4*kB), secret, patient)
	get(s, "/api/admin/today", staffers, "What waits for one's roles, and what happens by itself", a.Office.Today.Today)
	get(s, "/api/admin/waiting", staffers, "How much waits in the areas of one's menu", a.Office.Today.MenuCounts)
	put(s, "/api/admin/greeting", staffers, "Say how one is greeted", a.Accounts.SetCalled, upTo(kB))
	get(s, "/api/admin/offering/{key}", editor, "Who has the options of an offering, and how many are left", a.Offerings.Use)
	put(s, "/api/admin/offering/{id}/option/{optionId}", editor,
		"Change price, number or showing of an option", a.Offerings.EditOption, upTo(kB))

	post(s, "/api/admin/chat", staffers, "Note that a link to somebody's telephone is opened", a.Office.Contact.Note, upTo(kB))

	// Old addresses.
	get(s, "/api/admin/old-address", editor, "Old addresses that lead elsewhere, by address", a.Redirects.List)
	get(s, "/api/admin/old-address/missing", editor,
		"Paths that answered 404 in the last 30 days, most requested first", a.Redirects.Missing)
	get(s, "/api/admin/old-address/try", editor, "Where an address leads, step by step", a.Redirects.Try)
	get(s, "/api/admin/old-address/place", editor, "The pages that an address can be sent to", a.Redirects.Choose)
	put(s, "/api/admin/old-address", editor, "Send an address elsewhere, or change one that is", a.Redirects.Send)
	post(s, "/api/admin/old-address/take-away", editor, "Take an old address away", a.Redirects.TakeAway)
	post(s, "/api/admin/old-address/import", editor,
		"Send many addresses elsewhere at once, all of them or none", a.Redirects.Import, upTo(512*kB))

	// Events, their rules and dates.
	get(s, "/api/admin/event", editor, "When each event is next", a.Events.Lines)
	post(s, "/api/admin/event/preview", editor, "The dates of a rule that is not saved, and what they clash with", a.Events.PreviewRule, upTo(128*kB))

	// Letters that could not be sent, and the clock.
	get(s, "/api/admin/letter", treasurer, "Mails and texts that could not be sent, newest first", a.Office.Letters.List)
	post(s, "/api/admin/letter/{id}/again", treasurer, "Try one of them again at once", a.Office.Letters.SendAgain, upTo(kB))
	get(s, "/api/admin/clock", treasurer, "Whether the clock has jumped and waits for a confirmation", a.lookAtClock)
	post(s, "/api/admin/clock", treasurer, "Confirm the clock as it stands", a.confirmClock, upTo(kB))
}
