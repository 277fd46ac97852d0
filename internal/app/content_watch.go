package app

import (
	"context"
	"errors"
	"slices"
	"strconv"
	"sync"
	"sync/atomic"
	"time"

	"shanmen/internal/base/uses"
	"shanmen/internal/offer/content"
	"shanmen/internal/offer/offering"
	"shanmen/internal/platform/db"
)

// contentEvery is how often a replica looks whether another one changed content.
const contentEvery = 250 * time.Millisecond

// contentWatch remembers which version of the content this replica shows.
type contentWatch struct {
	a      *App
	looked bool
	seen   int64
	words  uint64       // the edition of the messages
	shown  atomic.Int64 // seen, for who asks from elsewhere

	mu      sync.Mutex
	applied map[int64]bool // changes of this replica that its pages know of already
}

// hear lets the pages learn of this replica's own changes before whoever made them gets an answer.
func (w *contentWatch) hear() {
	w.a.DB.Hear(content.ChangedTopic, func(what any) { w.tell(what.(content.Change)) })
	w.a.DB.Hear(offering.PlacesTopic, func(what any) { w.a.SSR.DataChanged(what.(string)) })
}

// tell outdates what a change of this replica concerns. New words wait for the look that reads them first: a page that
// is built between would have the old ones for good.
func (w *contentWatch) tell(c content.Change) {
	if len(c.Tags) == 0 || slices.ContainsFunc(c.Tags, uses.AreWords) {
		return
	}
	w.mu.Lock()
	if w.applied == nil || len(w.applied) > 1000 { // nobody looks: another look costs a build more, and no mistake
		w.applied = map[int64]bool{}
	}
	w.applied[c.Version] = true
	w.mu.Unlock()
	w.a.SSR.Changed(c.Tags...)
}

// look, four times a second and after every change of this replica, catches up with the content: it reads redirects and wording again, and outdates the pages concerned. What could
// not be read is tried again at the next look. The first look is before the first page is built.
func (w *contentWatch) look(ctx context.Context) error {
	raw, err := w.a.DB.Read().Setting(ctx, content.VersionSetting)
	if err != nil && !errors.Is(err, db.ErrNoRows) {
		return err
	}
	version, _ := strconv.ParseInt(raw, 10, 64) // a fresh database has none until the first edit
	if w.looked && version == w.seen {
		return nil
	}
	var changes []content.Change
	complete := false
	if w.looked {
		if changes, complete, err = content.ChangesAfter(ctx, w.a.DB.Read(), w.seen, version); err != nil {
			return err
		}
	}
	if err := errors.Join(w.a.Redirects.Renew(ctx), w.a.Wording.Renew(ctx)); err != nil {
		return err
	}
	words := w.a.Messages.Edition()
	switch {
	case complete:
		w.outdate(changes)
	case words != w.words:
		w.a.SSR.Replace()
	default:
		w.a.SSR.Bump()
	}
	w.seen, w.words, w.looked = version, words, true
	w.shown.Store(version)
	w.forget(version)
	return nil
}

// outdate tells the pages of changes that they have not been told of.
func (w *contentWatch) outdate(changes []content.Change) {
	var tags, words []string
	for _, c := range changes {
		w.mu.Lock()
		applied := w.applied[c.Version]
		w.mu.Unlock()
		if applied {
			continue
		}
		for _, t := range c.Tags {
			if uses.AreWords(t) {
				words = append(words, t)
			} else {
				tags = append(tags, t)
			}
		}
	}
	if len(words) > 0 {
		w.a.SSR.Reworded(words...)
	}
	if len(tags) > 0 {
		w.a.SSR.Changed(tags...)
	}
}

func (w *contentWatch) forget(until int64) {
	w.mu.Lock()
	defer w.mu.Unlock()
	for v := range w.applied {
		if v <= until {
			delete(w.applied, v)
		}
	}
}
