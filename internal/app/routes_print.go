package app

// printRoutes are the calls of the print room.
func (a *App) printRoutes() {
	s := a.HTTP
	get(s, "/api/admin/layout", ritual, "Layouts of tablets, labels and petitions, as they stand", a.Print.Layouts)
	post(s, "/api/admin/layout", ritual, "Make a layout", a.Print.AddLayout, upTo(32*kB))
	put(s, "/api/admin/layout/{key}", ritual, "Change a layout: a new version, the old ones stay", a.Print.SaveLayout, upTo(32*kB))
	get(s, "/api/admin/layout/{key}/version", ritual, "The versions of a layout, newest first", a.Print.LayoutHistory)
	post(s, "/api/admin/layout/look", ritual, "A page of a layout as a picture, saved or not", a.Print.LookAtLayout, upTo(32*kB))
	rawGet(s, "/api/admin/layout/{key}/sample.pdf", ritual, "A page of a layout, to try on paper (?script=hans|hant)", a.Print.Sample)
	rawGet(s, "/api/admin/layout/{key}/grid.pdf", ritual, "The test grid of a layout, to lay on preprinted paper", a.Print.Grid)
}
