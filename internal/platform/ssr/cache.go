package ssr

import (
	"sync"
	"sync/atomic"
	"time"
)

// Limits of the cache, so that made-up addresses cannot fill the memory. maxBytes is the default of Options.CacheBytes.
const (
	maxEntries = 2000
	maxBytes   = 16 << 20
	overhead   = 1024 // of an entry without its codings
)

// entry is a cached page or its data. After put only its compressed codings and the atomics change.
type entry struct {
	*variants
	key          string
	begun        uint64   // Site.changes when its build started
	uses         []string // the cache tags that its build used, sorted
	fill         fill     // builds its replacement
	status       int
	until        time.Time
	contentType  []string
	cacheControl []string
	data         bool // without HTML
	failed       bool // a shell without content
	retry        time.Time
	lighten      sync.Once
	light        *variants    // the page without its styles; nil before its first request
	grown        int          // estimated bytes of light; guarded by the cache's lock
	used         atomic.Bool  // requested since the clock hand last passed
	last         atomic.Int64 // last request, Unix seconds
	staleSince   atomic.Int64 // since when its content is outdated, Unix nanoseconds; 0: current
	replaced     atomic.Bool  // must not be served stale
}

// asked records a request. Further requests within a second write nothing.
func (e *entry) asked() {
	if now := time.Now().Unix(); e.last.Load() != now {
		e.last.Store(now)
	}
}

// cost estimates the entry's size: Brotli's form is smaller than the first one. The caller holds the cache's lock.
func (e *entry) cost() int { return e.size + e.grown + overhead }

// pageCache is a map with the CLOCK eviction policy: a hit takes no lock, and entries not requested since the last
// round are evicted first.
type pageCache struct {
	byKey      sync.Map // string → *entry
	mu         sync.Mutex
	ring       []*entry
	place      map[string]int // index of each key in ring
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
	c.shrink(e)
}

// grow adds the size of an entry's second form.
func (c *pageCache) grow(e *entry, bytes int) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if i, ok := c.place[e.key]; !ok || c.ring[i] != e { // evicted or replaced meanwhile
		return
	}
	e.grown += bytes
	c.bytes += bytes
	c.shrink(e)
}

// shrink evicts entries other than keep until the cache is within its limits. The caller holds the lock.
func (c *pageCache) shrink(keep *entry) {
	for len(c.ring) > c.max || c.bytes > c.limit && len(c.ring) > 1 {
		c.evict(keep)
	}
}

// evict removes one entry other than keep.
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

// remove moves the last entry into the gap. The caller holds the lock.
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
