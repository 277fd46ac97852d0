package ssr

import (
	"cmp"
	"slices"
	"sync"
	"time"
)

// change is an invalidation.
type change struct {
	at   time.Time
	all  bool
	tags []string
	hide bool // invalidated entries must not be served stale
	data bool // affects data only, no pages
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

// invalidate marks the entry stale since the first change after its build started: further changes do not prolong its
// grace.
func (e *entry) invalidate(c change) {
	if c.hide {
		e.replaced.Store(true)
	}
	e.staleSince.CompareAndSwap(0, c.at.UnixNano())
}

// Changed invalidates what used one of the tags. What was requested recently is rebuilt at once, and the stale one is
// served for up to 5 seconds meanwhile.
func (s *Site) Changed(tags ...string) {
	old := s.happened(change{tags: tags})
	if !s.options.Fresh {
		s.buildAhead(old)
	}
}

// Reworded is Changed for what must never be stale, such as messages: requests wait for the new page. A personal page's
// data is always current, and its messages must match.
func (s *Site) Reworded(tags ...string) { s.happened(change{tags: tags, hide: true}) }

// DataChanged is Changed for what pages may show up to half a minute late, such as stock, because a render costs a
// hundred times as much as reading the data.
func (s *Site) DataChanged(tags ...string) { s.happened(change{tags: tags, data: true}) }

// Bump invalidates everything: it is rebuilt at its next request. For up to 5 seconds stale pages are served meanwhile.
func (s *Site) Bump() { s.happened(change{all: true}) }

// Replace is Bump without stale pages: requests wait.
func (s *Site) Replace() { s.happened(change{all: true, hide: true}) }

// happened invalidates the affected entries and returns the change. Running builds apply it when they finish. All
// entries are scanned: at most two thousand, which takes less time than one build.
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
	// lately: pages requested within this time are rebuilt in advance.
	lately = 10 * time.Minute
	// builders is how many pages are rebuilt in advance at once, besides pages that somebody waits for.
	builders = 2
)

// ahead is the queue of entries to rebuild in advance.
type ahead struct {
	mu      sync.Mutex
	waiting []*entry
	at      int // number of running builds
}

// buildAhead rebuilds recently requested pages, most recent first.
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

// buildWaiting rebuilds queued pages until the queue is empty.
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
		if s.cache.get(e.key) == e { // otherwise it is rebuilt already, or evicted
			<-s.fly(e.key, e.fill).done
		}
	}
}
