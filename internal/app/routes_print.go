package app

// printRoutes are the calls of the print room.
func (a *App) printRoutes() {
	s := a.HTTP
	get(s, "/api/admin/layout", ritual, "Layouts of tablets, labels and petitions, as they stand", a.Print.Layouts)
	post(s, "/api/admin/layout", ritual, "Make a layout", a.Print.AddLayout, upTo(32*kB))
	put(s, "/api/admin/layout/{key}", ritual, "Change a layout: a new version, the old ones stay", a.Print.SaveLayout, upTo(32*kB))
	get(s, "/api/admin/layout/{key}/version", ritual, "The versions of a layout, newest first", a.Print.LayoutHistory)
	post(s, "/api/admin/layout/look", ritual, "A page of a layout as a picture, saved or not", a.Print.LookAtLayout, upTo(32*kB))
	rawGet(s, "/api/admin/layout/{key}/sample.pdf", ritual, "A page of a layout, to try on paper (?script=hans|hant)", a.Print.Sample, dear)
	rawGet(s, "/api/admin/layout/{key}/grid.pdf", ritual, "The test grid of a layout, to lay on preprinted paper", a.Print.Grid, dear)

	get(s, "/api/admin/ceremony/{id}/paper", placesReaders, "What a ceremony has to print, by kind of paper", a.Print.Papers)
	get(s, "/api/admin/run", ritual, "What was printed, the newest first", a.Print.Runs)
	post(s, "/api/admin/run", ritual, "Make a run of what is checked and paid, which a job draws", a.Print.MakeRun, upTo(16*kB), once)
	post(s, "/api/admin/run/look", ritual, "What a run would print, with its first sheet as a picture", a.Print.LookAtRun, upTo(16*kB))
	rawPost(s, "/api/admin/run/proof", ritual, "The first sheet of a run that is not made yet, to try on paper", a.Print.Proof, upTo(16*kB))
	get(s, "/api/admin/run/{id}", ritual, "A run with how far it is and what became of its pieces", a.Print.Run)
	get(s, "/api/admin/run/{id}/piece", ritual, "The pieces of a run in the order of its sheets", a.Print.Pieces)
	rawGet(s, "/api/admin/run/{id}/file.pdf", ritual, "A run's file, for 14 days", a.Print.File)
	rawGet(s, "/api/admin/run/{id}/sheet/{sheet}", ritual, "A sheet of a run's file as a picture", a.Print.Sheet, dear)
	post(s, "/api/admin/run/{id}/cancel", ritual, "Cancel a run: nothing of it counts as printed", a.Print.Cancel, upTo(kB))
	post(s, "/api/admin/run/{id}/again", ritual, "Draw a run anew that failed or whose file is gone; its pieces keep their numbers", a.Print.Again, upTo(kB))
	post(s, "/api/admin/run/{id}/accept", ritual, "Say that a run's sheets came out well, but for those that are spoiled", a.Print.Accept, upTo(4*kB))
	post(s, "/api/admin/run/{id}/reprint", ritual, "Print pieces of a run again", a.Print.Reprint, upTo(4*kB), once)
	rawPost(s, "/api/admin/ceremony/{id}/export", ritual, "A list with all that its forms say, as CSV or XLSX; asks for the password again", a.Print.Export, upTo(4*kB), secret, patient)
}
