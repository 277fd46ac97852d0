package ssr

import (
	"cmp"
	"slices"
	"sync"
	"time"
)

// change is what invalidates entries.
type change struct {
	at   time.Time
	all  bool
	tags []string
	hide bool // what it invalidates is never shown again
	data bool // it concerns no page
}

func (c change) concerns(e *entry) bool {
	if c.data && !e.data {
		return false
	}
	if c.all {
		return true
	}
	for _, t := range c.tags {
		if _, found := slices.BinarySearch(e.uses, t); found {
			return true
		}
	}
	return false
}

// invalidate marks the entry stale since the first change after it was begun: further changes do not prolong its grace.
func (e *entry) invalidate(c change) {
	if c.hide {
		e.replaced.Store(true)
	}
	e.staleSince.CompareAndSwap(0, c.at.UnixNano())
}

// Changed says that what these tags name has changed: only what used one of them is built again. What was asked for
// lately is built at once, and the old one is shown for up to 5 seconds until it is there.
func (s *Site) Changed(tags ...string) {
	old := s.happened(change{tags: tags})
	if !s.options.Fresh {
		s.buildAhead(old)
	}
}

// Reworded is Changed for what nothing may show old, such as the words of pages: whoever asks waits for the new one.
// The data of a personal page is always new, and its words must fit.
func (s *Site) Reworded(tags ...string) { s.happened(change{tags: tags, hide: true}) }

// DataChanged is Changed for what pages may show up to half a minute old, since a render costs a hundred times as much as
// reading their data: how many places are left.
func (s *Site) DataChanged(tags ...string) { s.happened(change{tags: tags, data: true}) }

// Bump says that anything may have changed: everything is built again when it is next asked for. For
// up to 5 seconds the old one is still shown while that happens.
func (s *Site) Bump() { s.happened(change{all: true}) }

// Replace is Bump for what nothing may show old: whoever asks waits for the new one.
func (s *Site) Replace() { s.happened(change{all: true, hide: true}) }

// happened invalidates what a change concerns, and returns it. Builds that run learn of it when they land. All entries are
// looked at: there are at most two thousand, and reading their tags takes less time than one build.
func (s *Site) happened(c change) (concerned []*entry) {
	c.at = time.Now()
	s.mu.Lock()
	defer s.mu.Unlock()
	s.changes.Add(1)
	for _, f := range s.flights {
		f.changes = append(f.changes, c)
	}
	s.cache.each(func(e *entry) {
		if c.concerns(e) {
			e.invalidate(c)
			concerned = append(concerned, e)
		}
	})
	return concerned
}

const (
	// lately is how long ago a page was asked for at most that is built ahead of its next visitor.
	lately = 10 * time.Minute
	// builders is how many pages are built ahead at once. A page that somebody waits for is built beside them.
	builders = 2
)

// ahead are the entries that wait to be built before somebody asks.
type ahead struct {
	mu      sync.Mutex
	waiting []*entry
	at      int // how many build
}

// buildAhead builds the successors of what was asked for lately, the latest first.
func (s *Site) buildAhead(old []*entry) {
	since := time.Now().Add(-lately).Unix()
	old = slices.DeleteFunc(old, func(e *entry) bool { return e.last.Load() < since })
	slices.SortFunc(old, func(a, b *entry) int { return cmp.Compare(b.last.Load(), a.last.Load()) })
	s.ahead.mu.Lock()
	defer s.ahead.mu.Unlock()
	s.ahead.waiting = append(old, s.ahead.waiting...)
	s.ahead.waiting = s.ahead.waiting[:min(len(s.ahead.waiting), maxEntries)]
	for range min(builders-s.ahead.at, len(s.ahead.waiting)) {
		s.ahead.at++
		s.running.Go(s.buildWaiting)
	}
}

// buildWaiting builds what waits until nothing does.
func (s *Site) buildWaiting() {
	for {
		s.ahead.mu.Lock()
		select {
		case <-s.ended:
			s.ahead.waiting = nil
		default:
		}
		if len(s.ahead.waiting) == 0 {
			s.ahead.at--
			s.ahead.mu.Unlock()
			return
		}
		e := s.ahead.waiting[0]
		s.ahead.waiting = s.ahead.waiting[1:]
		s.ahead.mu.Unlock()
		if s.cache.get(e.key) == e { // else it is built already, or nobody keeps it
			<-s.fly(e.key, e.fill).done
		}
	}
}
