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

// Anybody can ask for millions of addresses that are not there. Memory and rows stay bounded, and those asked for most
// survive: of n that are made up, one that was asked for more than n/watched times on that day.
const (
	watched     = 1000 // addresses without a page that a replica watches on one day
	dayKeeps    = 200  // of these, those that the rows keep of one day
	countedPath = 300  // bytes; longer addresses are not counted
	// countedFor is how far back the office sees; the rule of retention has the same days.
	countedFor = 30 * 24 * time.Hour
)

// counts are what was asked for on one day and is not in the rows yet. No word of who asked.
type counts struct {
	mu      sync.Mutex
	day     clock.Millis
	missing map[string]*tally
	least   tallies // by times, the least first
	moved   map[string]int64
}

// tally counts one address. Its place may have been another address's before, whose times it took over: over is how
// many of times may not be its own ("space saving", Metwally and others, 2005).
type tally struct {
	path        string
	times, over int64
	kept        int64 // how many of its own times are in the rows
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

// dayOf is the first moment of a day in Singapore.
func dayOf(t time.Time) clock.Millis {
	y, m, d := t.In(clock.Singapore).Date()
	return clock.MillisOf(time.Date(y, m, d, 0, 0, 0, 0, clock.Singapore))
}

// Count notes that a path (without /zh) was asked for that leads elsewhere, or where nothing is. It writes to memory
// alone. Addresses with an @ are left out: somebody's own may stand in them.
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
	if moved { // as many as the office has entries
		c.moved[path]++
		return
	}
	c.miss(path)
}

// begin forgets the day before: what was counted in its last minute, before KeepCounts came by, is lost.
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

// counted is what one address gained since the rows were last written.
type counted struct {
	path  string
	own   int64 // of the whole day
	times int64
}

// news are the counts that the rows lack: of addresses without a page those asked for most.
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
	slices.SortFunc(moved, func(a, b counted) int { return strings.Compare(a.path, b.path) }) // replicas lock rows in one order
	return c.day, missing[:min(len(missing), dayKeeps)], moved
}

// written notes what the rows have now. An address that the day's rows have dropped comes with all its times next.
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

// KeepCounts writes what was counted to the rows, in one transaction; without news it writes nothing.
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
