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

// contentEvery is how often a replica polls the content version.
const contentEvery = 250 * time.Millisecond

// contentWatch stores which content version this replica shows.
type contentWatch struct {
	a      *App
	polled bool
	seen   int64
	words  uint64       // the edition number of the messages
	shown  atomic.Int64 // the version shown, for readers in other goroutines

	mu      sync.Mutex
	applied map[int64]bool // versions of this replica that were invalidated already
}

// subscribe invalidates the pages affected by this replica's own changes before the request that made them is answered.
func (w *contentWatch) subscribe() {
	w.a.DB.On(content.ChangedTopic, func(what any) { w.invalidateOwn(what.(content.Change)) })
	w.a.DB.On(offering.PlacesTopic, func(what any) { w.a.SSR.DataChanged(what.(string)) })
}

// invalidateOwn invalidates the pages affected by a change of this replica. Changed messages wait for the poll that
// loads them first: a page built in between would keep the old texts.
func (w *contentWatch) invalidateOwn(c content.Change) {
	if len(c.Tags) == 0 || slices.ContainsFunc(c.Tags, uses.AreWords) {
		return
	}
	w.mu.Lock()
	if w.applied == nil || len(w.applied) > 1000 { // nothing polls; forgetting costs one extra build
		w.applied = map[int64]bool{}
	}
	w.applied[c.Version] = true
	w.mu.Unlock()
	w.a.SSR.Changed(c.Tags...)
}

// poll runs four times a second and after every change of this replica. When the content version has changed it reloads
// redirects and messages and invalidates the affected pages. A failed read is retried at the next poll. The first poll
// runs before the first page is built.
func (w *contentWatch) poll(ctx context.Context) error {
	raw, err := w.a.DB.Read().Setting(ctx, content.VersionSetting)
	if err != nil && !errors.Is(err, db.ErrNoRows) {
		return err
	}
	version, _ := strconv.ParseInt(raw, 10, 64) // a fresh database has no version until the first edit
	if w.polled && version == w.seen {
		return nil
	}
	var changes []content.Change
	complete := false
	if w.polled {
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
		w.invalidate(changes)
	case words != w.words:
		w.a.SSR.Replace()
	default:
		w.a.SSR.Bump()
	}
	w.seen, w.words, w.polled = version, words, true
	w.shown.Store(version)
	w.forget(version)
	return nil
}

// invalidate invalidates the pages affected by changes that were not applied yet.
func (w *contentWatch) invalidate(changes []content.Change) {
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
