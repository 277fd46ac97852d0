package app

import (
	"context"
	"strings"
	"time"
)

// editingRoutes are the calls that write what visitors will see.
func (a *App) editingRoutes() {
	s, e := a.HTTP, a.Editing
	get(s, "/api/admin/record", editor, "Records of a kind in their order, with the state of each language", e.Records)
	get(s, "/api/admin/written", editor, "Where the drafts of the office say something, in either language", e.Written)
	post(s, "/api/admin/record", editor, "Make a record that nobody but the office sees", e.Add, upTo(512*kB))
	post(s, "/api/admin/record/{id}/copy", editor, "Make a record of what the draft of an offering or a form says", e.Copy, upTo(4*kB))
	post(s, "/api/admin/record/{id}/questions", editor, "Let the draft of a form ask what another form's draft asks", e.TakeQuestions, upTo(kB))
	get(s, "/api/admin/record/{id}", editor, "A record: its draft, and what is on the site", e.Open)
	patch(s, "/api/admin/record/{id}", editor, "Write fields of the draft, each over what was seen of it", e.Save, upTo(1024*kB))
	get(s, "/api/admin/record/{id}/check", editor, "What publishing would change, and what speaks against it", e.Check)
	post(s, "/api/admin/record/{id}/publish", editor, "Show the draft to visitors", e.Publish, upTo(kB))
	post(s, "/api/admin/record/{id}/take-back", editor, "Show what was there before, within half a minute", e.TakeBack, upTo(kB))
	post(s, "/api/admin/record/{id}/take-away", editor, "Take a record off the site; it is kept for 90 days", e.TakeAway, upTo(kB))
	post(s, "/api/admin/record/{id}/address", editor, "Give a record another address; the former one leads there", e.Address, upTo(kB))
	post(s, "/api/admin/record/{id}/bring-back", editor, "Put a record back that was taken away", e.BringBack, upTo(kB))
	post(s, "/api/admin/record/{id}/fine", editor, "Say that the Chinese says what the English says", e.Fine, upTo(kB))
	post(s, "/api/admin/record/{id}/move", editor, "Give a record another place, for visitors at once", e.Move, upTo(kB))
	get(s, "/api/admin/record/{id}/version", editor, "Versions of a record, newest first", e.History)
	get(s, "/api/admin/record/{id}/version/{number}", editor, "A version with its texts", e.Version)
	get(s, "/api/admin/offering/{key}/wall", editor, "Until when an offering is on the merit wall", a.Wall.Setting)
	put(s, "/api/admin/offering/{key}/wall", editor, "Put an offering on the merit wall until a day, or take it off", a.Wall.Set, upTo(kB))
	get(s, "/api/admin/price", priceReaders, "Offerings with what they cost, and from when they cost something else", e.Prices)
	get(s, "/api/admin/price/{id}", priceReaders, "What became of the prices of an offering, newest first", e.PricesOf)
	post(s, "/api/admin/record/{id}/restore", editor, "Bring an older version into the draft", e.Restore, upTo(kB))
	post(s, "/api/admin/record/{id}/schedule", editor, "Let the draft go on the site at a time", e.Schedule, upTo(kB))
	post(s, "/api/admin/record/{id}/schedule/{schedule}/withdraw", editor, "Keep a schedule from going out", e.Withdraw, upTo(kB))
	post(s, "/api/admin/record/{id}/presence", editor, "Say where the cursor is, and see who else is there", e.Presence, upTo(kB))
	get(s, "/api/admin/record/{id}/ask", editor, "Who can be asked to write a language", e.Writers)
	post(s, "/api/admin/record/{id}/ask", editor, "Ask a colleague to write a language that is not on the site", e.Ask, upTo(kB))
	post(s, "/api/admin/record/{id}/ask/withdraw", editor, "Ask nobody any more", e.AskWithdraw, upTo(kB))
	post(s, "/api/admin/practice", editor, "One's own practice page, which nobody else sees", e.BeginPractice, upTo(kB))
	post(s, "/api/admin/practice/end", editor, "Throw one's practice page away", e.EndPractice, upTo(kB))
	get(s, "/api/admin/record/{id}/opening", editor, "How the hours of a draft will read: to visitors, and to search engines", a.Site.Reads)
	get(s, "/api/admin/record/{id}/look", editor, "Links that show the draft to whoever holds them", e.Looks)
	post(s, "/api/admin/record/{id}/look", editor, "Make a link to the draft, for 7 days", e.AddLook, upTo(kB))
	post(s, "/api/admin/record/{id}/look/{look}/end", editor, "End a link to the draft", e.EndLook, upTo(kB))
}

// libraryRoutes are the calls of the pictures of the site.
func (a *App) libraryRoutes() {
	s, l := a.HTTP, a.Library
	get(s, "/api/admin/picture", editor, "The pictures of the site", l.List)
	rawPost(s, "/api/admin/picture", editor, "Put in a picture, or replace one (?replaces=)", l.Upload, upTo(12<<20), multipart)
	get(s, "/api/admin/picture/{id}", editor, "A picture: what it shows, and where it is", l.Open)
	patch(s, "/api/admin/picture/{id}", editor, "Say what a picture shows, and what of it must not be cut", l.Describe, upTo(8*kB))
	post(s, "/api/admin/picture/{id}/delete", editor, "Delete a picture that nothing names; it can come back for a day", l.Delete, upTo(kB))
	post(s, "/api/admin/picture/{id}/bring-back", editor, "Put a picture back that was deleted", l.BringBack, upTo(kB))
	rawGet(s, "/api/admin/picture/{id}/file", editor, "The picture as it is kept, to be saved", l.Download)
}

// runSchedules publishes what is due, at the start too. A clock that is not believed is checked again after a minute.
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
		if believed, err := a.believeClock(ctx); err != nil || !believed {
			held = time.Now()
			return err
		}
		return a.Editing.GoOut(ctx)
	}
}

// isPage tells whether the program has a page for everybody at a plain path.
func (a *App) isPage(path string) bool {
	p, ok := a.HTTP.Match(path)
	return ok && !strings.HasPrefix(path, "/admin") && p.Path != ""
}
