package app

// printRoutes are the calls of the print room.
func (a *App) printRoutes() {
	s := a.HTTP
	get(s, "/api/admin/layout", ritual, "List the print layouts of tablets, labels and petitions", a.Print.Layouts)
	post(s, "/api/admin/layout", ritual, "Create a print layout", a.Print.AddLayout, upTo(32*kB))
	put(s, "/api/admin/layout/{key}", ritual, "Change a layout by adding a new version", a.Print.SaveLayout, upTo(32*kB))
	get(s, "/api/admin/layout/{key}/version", ritual, "List the versions of a layout, newest first", a.Print.LayoutHistory)
	post(s, "/api/admin/layout/look", ritual, "Preview a layout as a picture, saved or not", a.Print.LookAtLayout, upTo(32*kB), papers)
	rawGet(s, "/api/admin/layout/{key}/sample.pdf", ritual, "Download a sample page of a layout for a test print (?script=hans or hant)", a.Print.Sample, dear, papers)
	rawGet(s, "/api/admin/layout/{key}/grid.pdf", ritual, "Download a layout's test grid, to align with preprinted paper", a.Print.Grid, dear, papers)

	get(s, "/api/admin/ceremony/{id}/paper", placesReaders, "Count what a ceremony has to print, by kind of paper", a.Print.Papers)
	get(s, "/api/admin/run", ritual, "List print runs, newest first", a.Print.Runs)
	post(s, "/api/admin/run", ritual, "Create a print run of checked and paid entries; a job draws its PDF", a.Print.MakeRun, upTo(16*kB), once)
	post(s, "/api/admin/run/look", ritual, "Preview what a print run would contain, with its first sheet as a picture", a.Print.LookAtRun, upTo(16*kB), papers)
	rawPost(s, "/api/admin/run/proof", ritual, "Download the first sheet of a run before the run is created", a.Print.Proof, upTo(16*kB), papers)
	get(s, "/api/admin/run/{id}", ritual, "Read a print run with its progress and the outcome of its pieces", a.Print.Run)
	get(s, "/api/admin/run/{id}/piece", ritual, "List the pieces of a print run in sheet order", a.Print.Pieces)
	rawGet(s, "/api/admin/run/{id}/file.pdf", ritual, "Download a print run's PDF, kept for 14 days", a.Print.File)
	rawGet(s, "/api/admin/run/{id}/sheet/{sheet}", ritual, "Download one sheet of a print run as a picture", a.Print.Sheet, dear, papers)
	post(s, "/api/admin/run/{id}/cancel", ritual, "Cancel a print run: none of its pieces count as printed", a.Print.Cancel, upTo(kB))
	post(s, "/api/admin/run/{id}/again", ritual, "Draw a run's PDF again after failure or expiry; pieces keep their numbers", a.Print.Again, upTo(kB))
	post(s, "/api/admin/run/{id}/accept", ritual, "Record which sheets of a run printed well and which are spoiled", a.Print.Accept, upTo(4*kB))
	post(s, "/api/admin/run/{id}/reprint", ritual, "Print pieces of a run again", a.Print.Reprint, upTo(4*kB), once)
	rawPost(s, "/api/admin/ceremony/{id}/export", ritual, "Export a ceremony's list with all form answers as CSV or XLSX; needs the password", a.Print.Export, upTo(4*kB), secret, patient)
}
