package app

// ceremonyRoutes are the calls of ceremonies and their lists.
func (a *App) ceremonyRoutes() {
	s := a.HTTP
	get(s, "/api/admin/ceremony", placesReaders, "List ceremonies: upcoming ones soonest first, past ones latest first", a.Ceremonies.List)
	post(s, "/api/admin/ceremony", ritual, "Create a ceremony, which collects the paid items of chosen offerings", a.Ceremonies.Make, upTo(32*kB), once)
	get(s, "/api/admin/ceremony/refund", placesReaders, "List entries that came too late and still have to be refunded", a.Ceremonies.ToRefund)
	get(s, "/api/admin/ceremony/find", placesReaders, "Search all ceremony lists for a name, latest ceremony first", a.Ceremonies.Find)
	get(s, "/api/admin/ceremony/source", ritual, "List the offerings that a ceremony can collect", a.Ceremonies.CanGather)
	get(s, "/api/admin/ceremony/{id}", placesReaders, "Read a ceremony with the progress of its list", a.Ceremonies.Get)
	put(s, "/api/admin/ceremony/{id}", ritual, "Change a ceremony; its offerings can change until the list is closed", a.Ceremonies.Change, upTo(32*kB))
	post(s, "/api/admin/ceremony/{id}/close", ritual, "Close a ceremony's list of names", a.Ceremonies.Close, upTo(kB))
	post(s, "/api/admin/ceremony/{id}/reopen", ritual, "Reopen a closed list, as long as no entry is marked as offered", a.Ceremonies.Reopen, upTo(kB))
	post(s, "/api/admin/ceremony/{id}/sitting", ritual, "Move entries to another sitting", a.Ceremonies.SetSitting, upTo(16*kB))
	post(s, "/api/admin/ceremony/{id}/done", ritual,
		"Mark a sitting or chosen entries as offered; families are notified 30 minutes later", a.Ceremonies.MarkDone, upTo(16*kB), once)
	post(s, "/api/admin/ceremony/{id}/done-look", ritual, "Preview marking as offered, with the notice that families will get", a.Ceremonies.LookAtDone, upTo(16*kB))
	post(s, "/api/admin/ceremony/{id}/done/{mark}/take-back", ritual, "Undo a done mark before families are notified", a.Ceremonies.TakeDoneBack, upTo(kB))
	get(s, "/api/admin/ceremony/{id}/entry", placesReaders, "List the entries of a ceremony, by state or by search", a.Ceremonies.Entries)
	get(s, "/api/admin/ceremony/{id}/reading", ritual, "Read a ceremony's reading list: names in the order they are read aloud, and sittings", a.Ceremonies.Reading)

	get(s, "/api/admin/tai-sui", ritual, "List the zodiac signs that meet Tai Sui this year and the next two", a.Content.TaiSuiTables)
	put(s, "/api/admin/tai-sui/{year}", ritual, "Change the zodiac signs that meet Tai Sui in a year", a.Content.ChangeTaiSui, upTo(4*kB))

	rawPost(s, "/api/admin/ceremony/photo", ritual, "Upload a photo of the altar", a.Library.UploadPhoto, upTo(12<<20), multipart)

	get(s, "/api/admin/entry/{id}", placesReaders, "Read a ceremony entry with its print text and change history", a.Ceremonies.Entry)
	post(s, "/api/admin/entry/{id}/look", placesReaders, "Preview an entry's print, with warnings, from saved or unsaved text", a.Ceremonies.LookAtEntry, upTo(32*kB), papers)
	post(s, "/api/admin/entry/{id}/check", ritual, "Mark an entry's print text as correct, or remove that mark", a.Ceremonies.Check, upTo(kB))
	post(s, "/api/admin/entry/{id}/correct", ritual, "Correct an entry's print text; the old text is kept", a.Ceremonies.Correct, upTo(32*kB))
	post(s, "/api/admin/entry/{id}/ask", ritual, "Record that the family was asked about an entry", a.Ceremonies.Ask, upTo(kB))
	post(s, "/api/admin/entry/{id}/withdraw", ritual, "Withdraw an entry from its list, or put it back", a.Ceremonies.Withdraw, upTo(kB))
	post(s, "/api/admin/entry/{id}/taken-out", ritual, "Record that the printed paper of a withdrawn entry was removed", a.Ceremonies.TakeOut, upTo(kB))
	post(s, "/api/admin/entry/{id}/late", ritual, "Decide what happens to an entry ordered after closing; the devotee is notified", a.Ceremonies.DecideLate, upTo(kB))
}
