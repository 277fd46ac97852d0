package app

import (
	"context"
	"strings"
	"time"
)

// editingRoutes are the calls that edit and publish records.
func (a *App) editingRoutes() {
	s, e := a.HTTP, a.Editing
	get(s, "/api/admin/record", editor, "List records of a kind in display order, with the state of each language", e.Records)
	get(s, "/api/admin/written", editor, "Search the text of all drafts, in both languages", e.Written)
	post(s, "/api/admin/record", editor, "Create a record, visible only in the office", e.Add, upTo(512*kB))
	post(s, "/api/admin/record/{id}/copy", editor, "Create a record from a copy of an offering's or form's draft", e.Copy, upTo(4*kB))
	post(s, "/api/admin/record/{id}/questions", editor, "Copy the fields of another form's draft into this form's draft", e.TakeQuestions, upTo(kB))
	get(s, "/api/admin/record/{id}", editor, "Read a record: its draft and its published version", e.Open)
	patch(s, "/api/admin/record/{id}", editor, "Save fields of the draft; each field is checked against the value that was read", e.Save, upTo(1024*kB))
	get(s, "/api/admin/record/{id}/check", editor, "Preview what publishing would change, with warnings", e.Check)
	post(s, "/api/admin/record/{id}/publish", editor, "Publish the draft", e.Publish, upTo(kB))
	post(s, "/api/admin/record/{id}/take-back", editor, "Undo publishing within 30 seconds", e.TakeBack, upTo(kB))
	post(s, "/api/admin/record/{id}/take-away", editor, "Take a record off the site; it can be restored for 90 days", e.TakeAway, upTo(kB))
	post(s, "/api/admin/record/{id}/address", editor, "Change a record's address and redirect the former one", e.Address, upTo(kB))
	post(s, "/api/admin/record/{id}/bring-back", editor, "Restore a record that was taken off the site", e.BringBack, upTo(kB))
	post(s, "/api/admin/record/{id}/fine", editor, "Confirm that the Chinese text still matches the English", e.Fine, upTo(kB))
	post(s, "/api/admin/record/{id}/move", editor, "Move a record in the display order; visitors see it at once", e.Move, upTo(kB))
	get(s, "/api/admin/record/{id}/version", editor, "List the versions of a record, newest first", e.History)
	get(s, "/api/admin/record/{id}/version/{number}", editor, "Read one version of a record with its texts", e.Version)
	get(s, "/api/admin/offering/{key}/wall", editor, "Read until when an offering is on the merit wall", a.Wall.Setting)
	put(s, "/api/admin/offering/{key}/wall", editor, "Show an offering on the merit wall until a date, or hide it", a.Wall.Set, upTo(kB))
	get(s, "/api/admin/price", priceReaders, "List offerings with current prices and scheduled price changes", e.Prices)
	get(s, "/api/admin/price/{id}", priceReaders, "List the price history of an offering, newest first", e.PricesOf)
	post(s, "/api/admin/record/{id}/restore", editor, "Load an older version into the draft", e.Restore, upTo(kB))
	post(s, "/api/admin/record/{id}/schedule", editor, "Schedule when the draft is published", e.Schedule, upTo(kB))
	post(s, "/api/admin/record/{id}/schedule/{schedule}/withdraw", editor, "Cancel scheduled publishing", e.Withdraw, upTo(kB))
	post(s, "/api/admin/record/{id}/presence", editor, "Report one's cursor position and read who else edits the record", e.Presence, upTo(kB))
	get(s, "/api/admin/record/{id}/ask", editor, "List colleagues who can be asked to write a language", e.Writers)
	post(s, "/api/admin/record/{id}/ask", editor, "Ask a colleague to write a language that is not published", e.Ask, upTo(kB))
	post(s, "/api/admin/record/{id}/ask/withdraw", editor, "Withdraw the request to write a language", e.AskWithdraw, upTo(kB))
	post(s, "/api/admin/practice", editor, "Open one's own practice page, which only its owner sees", e.BeginPractice, upTo(kB))
	post(s, "/api/admin/practice/end", editor, "Delete one's own practice page", e.EndPractice, upTo(kB))
	get(s, "/api/admin/record/{id}/opening", editor, "Preview a draft's opening hours as visitors and search engines see them", a.Site.Reads)
	get(s, "/api/admin/record/{id}/look", editor, "List the links that show the draft to anyone who has them", e.Looks)
	post(s, "/api/admin/record/{id}/look", editor, "Create a preview link to the draft, valid for 7 days", e.AddLook, upTo(kB))
	post(s, "/api/admin/record/{id}/look/{look}/end", editor, "Revoke a preview link", e.EndLook, upTo(kB))
}

// libraryRoutes are the calls about the site's pictures.
func (a *App) libraryRoutes() {
	s, l := a.HTTP, a.Library
	get(s, "/api/admin/picture", editor, "List the pictures of the site", l.List)
	rawPost(s, "/api/admin/picture", editor, "Upload a picture, or replace one (?replaces=)", l.Upload, upTo(12<<20), multipart)
	get(s, "/api/admin/picture/{id}", editor, "Read a picture: its description, and the pages that use it", l.Open)
	patch(s, "/api/admin/picture/{id}", editor, "Change a picture's description and the area that must not be cropped", l.Describe, upTo(8*kB))
	post(s, "/api/admin/picture/{id}/delete", editor, "Delete an unused picture; it can be restored for a day", l.Delete, upTo(kB))
	post(s, "/api/admin/picture/{id}/bring-back", editor, "Restore a deleted picture", l.BringBack, upTo(kB))
	rawGet(s, "/api/admin/picture/{id}/file", editor, "Download the stored picture", l.Download)
}

// runSchedules publishes scheduled drafts that are due, from startup on. While the clock waits for confirmation it
// retries after a minute.
func (a *App) runSchedules() func(context.Context) error {
	var held time.Time
	return func(ctx context.Context) error {
		if time.Since(held) < time.Minute {
			return nil
		}
		due, err := a.Editing.Due(ctx)
		if err != nil || !due {
			return err
		}
		if believed, err := a.acceptClock(ctx); err != nil || !believed {
			held = time.Now()
			return err
		}
		return a.Editing.GoOut(ctx)
	}
}

// isPage returns whether a plain path is a page of the program.
func (a *App) isPage(path string) bool {
	p, ok := a.HTTP.Match(path)
	return ok && !strings.HasPrefix(path, "/admin") && p.Path != ""
}
