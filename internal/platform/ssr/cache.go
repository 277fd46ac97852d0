package ssr

import (
	"sync"
	"sync/atomic"
	"time"
)

// The cache holds at most this, so that made-up addresses cannot fill the memory.
const (
	maxEntries = 2000
	maxBytes   = 96 << 20
)

// entry is a finished page, or the data of one. After put only its compressed codings change, and what the atomics say.
type entry struct {
	*variants
	key          string
	begun        uint64   // Site.changes when its build began
	uses         []string // the tags that its build used, sorted
	fill         fill     // builds its successor
	status       int
	until        time.Time
	contentType  []string
	cacheControl []string
	data         bool // without HTML
	failed       bool // the shell without content
	retry        time.Time
	used         atomic.Bool  // asked for since the hand of the clock went by
	last         atomic.Int64 // when it was asked for last, Unix seconds
	staleSince   atomic.Int64 // since when what it shows is old, Unix nanoseconds; 0: it is not
	replaced     atomic.Bool  // it may not be shown old
}

// asked notes that somebody asks now. Most who ask within one second write nothing.
func (e *entry) asked() {
	if now := time.Now().Unix(); e.last.Load() != now {
		e.last.Store(now)
	}
}

// cost is about what the entry holds: the codings together are smaller than the text.
func (e *entry) cost() int { return 2*len(e.identity.body) + 512 }

// pageCache is a map with the CLOCK policy: a hit takes no lock, and what was not asked for since
// the last round goes first.
type pageCache struct {
	byKey      sync.Map // string → *entry
	mu         sync.Mutex
	ring       []*entry
	place      map[string]int // of each key in ring
	hand       int
	bytes      int
	max, limit int // entries, bytes
}

func newPageCache(entries, bytes int) *pageCache {
	return &pageCache{place: map[string]int{}, max: entries, limit: bytes}
}

func (c *pageCache) get(key string) *entry {
	v, ok := c.byKey.Load(key)
	if !ok {
		return nil
	}
	e := v.(*entry)
	if !e.used.Load() {
		e.used.Store(true)
	}
	return e
}

// put adds the entry or replaces the one of its key.
func (c *pageCache) put(e *entry) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if i, ok := c.place[e.key]; ok {
		c.bytes += e.cost() - c.ring[i].cost()
		e.used.Store(c.ring[i].used.Load())
		e.last.Store(c.ring[i].last.Load())
		c.ring[i] = e
	} else {
		c.place[e.key] = len(c.ring)
		c.ring = append(c.ring, e)
		c.bytes += e.cost()
	}
	c.byKey.Store(e.key, e)
	for len(c.ring) > c.max || c.bytes > c.limit && len(c.ring) > 1 {
		c.evict(e)
	}
}

// evict removes one entry that is not keep.
func (c *pageCache) evict(keep *entry) {
	for {
		if c.hand >= len(c.ring) {
			c.hand = 0
		}
		if e := c.ring[c.hand]; e != keep && !e.used.Swap(false) {
			c.remove(c.hand)
			return
		}
		c.hand++
	}
}

func (c *pageCache) drop(key string) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if i, ok := c.place[key]; ok {
		c.remove(i)
	}
}

// remove fills the gap with the last entry. The caller holds the lock.
func (c *pageCache) remove(i int) {
	e, last := c.ring[i], len(c.ring)-1
	c.byKey.Delete(e.key)
	delete(c.place, e.key)
	c.bytes -= e.cost()
	if i != last {
		c.ring[i] = c.ring[last]
		c.place[c.ring[i].key] = i
	}
	c.ring[last] = nil
	c.ring = c.ring[:last]
}

// each calls fn with every entry. fn must not use the cache.
func (c *pageCache) each(fn func(*entry)) {
	c.mu.Lock()
	defer c.mu.Unlock()
	for _, e := range c.ring {
		fn(e)
	}
}

func (c *pageCache) size() (entries, bytes int) {
	c.mu.Lock()
	defer c.mu.Unlock()
	return len(c.ring), c.bytes
}
