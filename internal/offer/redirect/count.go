package redirect

import (
	"cmp"
	"container/heap"
	"context"
	"fmt"
	"slices"
	"strings"
	"sync"
	"time"

	"shanmen/internal/base/clock"
	"shanmen/internal/offer/redirect/address"
	"shanmen/internal/platform/db"
	"shanmen/internal/platform/db/query"
)

// Anybody can request millions of missing addresses. Memory and rows stay bounded, and the most requested addresses are
// kept: with n made-up requests a day, every address with more than n/watched requests.
const (
	watched     = 1000 // missing addresses counted per replica and day
	dayKeeps    = 200  // of these, the addresses stored per day
	countedPath = 300  // bytes; longer addresses are not counted
	// countedFor is the period that the office sees; the retention rule uses the same days.
	countedFor = 30 * 24 * time.Hour
)

// counts are one day's requests not yet in the database. Nothing about the visitor is stored.
type counts struct {
	mu      sync.Mutex
	day     clock.Millis
	missing map[string]*tally
	least   tallies // by count, lowest first
	moved   map[string]int64
}

// tally counts one address. It may have replaced another address and continued its count: over is how many of times may
// be from that one (the "space saving" algorithm, Metwally and others, 2005).
type tally struct {
	path        string
	times, over int64
	kept        int64 // how many of its own requests are stored
	place       int
}

func (t *tally) own() int64 { return t.times - t.over }

type tallies []*tally

func (h tallies) Len() int           { return len(h) }
func (h tallies) Less(i, j int) bool { return h[i].times < h[j].times }
func (h tallies) Swap(i, j int)      { h[i], h[j] = h[j], h[i]; h[i].place, h[j].place = i, j }
func (h *tallies) Push(x any)        { *h = append(*h, x.(*tally)) }
func (h *tallies) Pop() any {
	last := (*h)[len(*h)-1]
	*h = (*h)[:len(*h)-1]
	return last
}

// dayOf is the start of a day in Singapore.
func dayOf(t time.Time) clock.Millis {
	y, m, d := t.In(clock.Singapore).Date()
	return clock.MillisOf(time.Date(y, m, d, 0, 0, 0, 0, clock.Singapore))
}

// Count counts a request for a path (without /zh) that was redirected or not found. It only writes to memory. Addresses
// with an @ are skipped, because they may contain personal data.
func (s *Service) Count(path string, moved bool) {
	path = address.Of(path)
	if len(path) > countedPath || strings.Contains(path, "@") || isSystem(path) {
		return
	}
	c, day := &s.counts, dayOf(s.Clock.Now())
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.day != day || c.missing == nil {
		c.begin(day)
	}
	if moved { // as many as there are redirects
		c.moved[path]++
		return
	}
	c.miss(path)
}

// begin starts a new day: counts of the last minute before KeepCounts are lost.
func (c *counts) begin(day clock.Millis) {
	c.day, c.missing, c.least, c.moved = day, map[string]*tally{}, nil, map[string]int64{}
}

func (c *counts) miss(path string) {
	if t := c.missing[path]; t != nil {
		t.times++
		heap.Fix(&c.least, t.place)
		return
	}
	if len(c.least) < watched {
		t := &tally{path: strings.Clone(path), times: 1, place: len(c.least)}
		c.missing[t.path] = t
		heap.Push(&c.least, t)
		return
	}
	t := c.least[0]
	delete(c.missing, t.path)
	*t = tally{path: strings.Clone(path), times: t.times + 1, over: t.times}
	c.missing[t.path] = t
	heap.Fix(&c.least, 0)
}

// counted is an address's increase since the last write.
type counted struct {
	path  string
	own   int64 // of the whole day
	times int64
}

// news lists counts not yet stored: for missing addresses, only the most requested.
func (c *counts) news() (day clock.Millis, missing, moved []counted) {
	c.mu.Lock()
	defer c.mu.Unlock()
	for _, t := range c.missing {
		if gained := t.own() - t.kept; gained > 0 {
			missing = append(missing, counted{t.path, t.own(), gained})
		}
	}
	slices.SortFunc(missing, func(a, b counted) int {
		return cmp.Or(cmp.Compare(b.own, a.own), strings.Compare(a.path, b.path))
	})
	for path, times := range c.moved {
		moved = append(moved, counted{path: path, times: times})
	}
	slices.SortFunc(moved, func(a, b counted) int { return strings.Compare(a.path, b.path) }) // replicas lock rows in the same order
	return c.day, missing[:min(len(missing), dayKeeps)], moved
}

// written records what is now stored. An address dropped from the day's rows is written with its full count next time.
func (c *counts) written(day clock.Millis, missing, moved []counted, there []string) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.day != day {
		return
	}
	for _, m := range missing {
		if t := c.missing[m.path]; t != nil {
			t.kept = m.own
		}
	}
	for _, m := range moved {
		if c.moved[m.path] -= m.times; c.moved[m.path] <= 0 {
			delete(c.moved, m.path)
		}
	}
	in := make(map[string]bool, len(there))
	for _, path := range there {
		in[path] = true
	}
	for _, t := range c.missing {
		if !in[t.path] {
			t.kept = 0
		}
	}
}

// KeepCounts stores the counts in one transaction; without new counts it writes nothing.
func (s *Service) KeepCounts(ctx context.Context) error {
	day, missing, moved := s.counts.news()
	if len(missing)+len(moved) == 0 {
		return nil
	}
	inOrder := slices.SortedFunc(slices.Values(missing), func(a, b counted) int { return strings.Compare(a.path, b.path) })
	there, err := db.WriteValue(ctx, s.DB, func(ctx context.Context, tx *db.Tx) ([]string, error) {
		for _, m := range moved {
			if err := tx.AddressAdd(ctx, query.AddressAddParams{Day: day, Moved: true, Path: m.path, Times: m.times}); err != nil {
				return nil, err
			}
		}
		for _, m := range inOrder {
			if err := tx.AddressAdd(ctx, query.AddressAddParams{Day: day, Path: m.path, Times: m.times}); err != nil {
				return nil, err
			}
		}
		if err := tx.AddressesPrune(ctx, query.AddressesPruneParams{Day: day, Most: dayKeeps}); err != nil {
			return nil, err
		}
		return tx.AddressesOf(ctx, day)
	})
	if err != nil {
		return fmt.Errorf("counted addresses: %w", err)
	}
	s.counts.written(day, missing, moved, there)
	return nil
}
