package app

// ceremonyRoutes are the calls of ceremonies and their lists.
func (a *App) ceremonyRoutes() {
	s := a.HTTP
	get(s, "/api/admin/ceremony", placesReaders, "Ceremonies: of now the next one first, of others the latest", a.Ceremonies.List)
	post(s, "/api/admin/ceremony", ritual, "Make a ceremony, which gathers what was paid for it", a.Ceremonies.Make, upTo(32*kB), once)
	get(s, "/api/admin/ceremony/refund", placesReaders, "What came too late and cannot be done, until its money has gone back", a.Ceremonies.ToRefund)
	get(s, "/api/admin/ceremony/find", placesReaders, "A name on the lists of all ceremonies, the latest first: on which it is, at which sitting, and how far", a.Ceremonies.Find)
	get(s, "/api/admin/ceremony/source", ritual, "The offerings that a list can gather", a.Ceremonies.CanGather)
	get(s, "/api/admin/ceremony/{id}", placesReaders, "A ceremony with how its list stands", a.Ceremonies.Get)
	put(s, "/api/admin/ceremony/{id}", ritual, "Change a ceremony; what it gathers until it is closed", a.Ceremonies.Change, upTo(32*kB))
	post(s, "/api/admin/ceremony/{id}/close", ritual, "Close a list", a.Ceremonies.Close, upTo(kB))
	post(s, "/api/admin/ceremony/{id}/reopen", ritual, "Open a closed list again, until the first of it is done", a.Ceremonies.Reopen, upTo(kB))
	post(s, "/api/admin/ceremony/{id}/sitting", ritual, "Move entries to a sitting", a.Ceremonies.SetSitting, upTo(16*kB))
	post(s, "/api/admin/ceremony/{id}/done", ritual,
		"Mark a sitting, or chosen entries, as offered; the families are told half an hour later", a.Ceremonies.MarkDone, upTo(16*kB), once)
	post(s, "/api/admin/ceremony/{id}/done-look", ritual, "What marking as offered would do, with the letter that the families are sent", a.Ceremonies.LookAtDone, upTo(16*kB))
	post(s, "/api/admin/ceremony/{id}/done/{mark}/take-back", ritual, "Take a mark back before the families are told", a.Ceremonies.TakeDoneBack, upTo(kB))
	get(s, "/api/admin/ceremony/{id}/entry", placesReaders, "Entries of a list, by state or by a search", a.Ceremonies.Entries)
	get(s, "/api/admin/ceremony/{id}/reading", ritual, "The names of a ceremony as they are read out, with its sittings", a.Ceremonies.Reading)

	get(s, "/api/admin/tai-sui", ritual, "Which signs meet Tai Sui this year and in the next two", a.Content.TaiSuiTables)
	put(s, "/api/admin/tai-sui/{year}", ritual, "Change which signs meet Tai Sui in a year", a.Content.ChangeTaiSui, upTo(4*kB))

	rawPost(s, "/api/admin/ceremony/photo", ritual, "Put in a photo of the altar", a.Library.UploadPhoto, upTo(12<<20), multipart)

	get(s, "/api/admin/entry/{id}", placesReaders, "An entry with all that was written and changed", a.Ceremonies.Entry)
	post(s, "/api/admin/entry/{id}/look", placesReaders, "An entry as it will be printed, saved or not, and what somebody should look at", a.Ceremonies.LookAtEntry, upTo(32*kB))
	post(s, "/api/admin/entry/{id}/check", ritual, "Say that an entry is right as it is, or take that back", a.Ceremonies.Check, upTo(kB))
	post(s, "/api/admin/entry/{id}/correct", ritual, "Change what will be printed, and keep what it was", a.Ceremonies.Correct, upTo(32*kB))
	post(s, "/api/admin/entry/{id}/ask", ritual, "Note that the family was asked", a.Ceremonies.Ask, upTo(kB))
	post(s, "/api/admin/entry/{id}/withdraw", ritual, "Take an entry off its list, or put it back", a.Ceremonies.Withdraw, upTo(kB))
	post(s, "/api/admin/entry/{id}/taken-out", ritual, "Note that the paper of a withdrawn entry was pulled", a.Ceremonies.TakeOut, upTo(kB))
	post(s, "/api/admin/entry/{id}/late", ritual, "Decide about what was ordered after closing; the devotee is told", a.Ceremonies.DecideLate, upTo(kB))
}
