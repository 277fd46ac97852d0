package admission

import (
	"context"
	"fmt"
	"slices"
	"sync"
	"time"

	"shanmen/internal/base/clock"
	"shanmen/internal/base/fault"
)

// Limit bounds the work of a class.
type Limit struct {
	Running  int           // at once
	Memory   int64         // bytes that running work may need together; 0: not counted
	Waiting  int           // longest queue
	Patience time.Duration // longest wait since Work.Since
	Steady   bool          // all work takes about the same time, so that the wait can be estimated
	Retry    int           // seconds after which a refused visitor may come again

	Coming, ComingOfOne int // announced work, in all and of one owner
}

// Work asks for a slot.
type Work struct {
	Owner  string    // owners take turns
	Since  time.Time // when the owner began to wait; zero: now
	Own    bool      // the program's: it waits until its context ends, and is not counted in the queue
	Memory int64     // bytes
	Slow   bool      // may take at most half of the slots
}

// Gate schedules the work of a class. Owners take turns, slow work always leaves slots for quick work, and when too much
// waits, the next is refused at once.
type Gate struct {
	clock clock.Clock
	limit Limit

	mu       sync.Mutex
	memory   int64         // free part
	typical  time.Duration // moving average of how long work takes
	free     int           // slots
	slow     int           // of these, for slow work
	coming   int
	comingOf map[string]int
	waiting  int     // without the program's own work
	lines    []*line // queues of owners, in the order of their turns
	stats    Stats
}

// Stats are what a gate has done since the start. Running, Waiting and Coming are current.
type Stats struct {
	Running, Waiting int
	Coming           int // announced
	Entered          uint64
	Full, Late, Gone uint64        // refused at once, refused after waiting, and left by their visitors
	Waited           time.Duration // by all that entered
}

// line is one owner's queue.
type line struct {
	owner string
	own   bool
	queue []*place
}

type place struct {
	work  Work
	begin chan bool // false: refused, to make room for an owner with less work in the queue
}

// NewGate returns a gate without work.
func NewGate(c clock.Clock, l Limit) *Gate {
	return &Gate{clock: c, limit: l, memory: l.Memory, free: l.Running, slow: max(1, l.Running/2), comingOf: map[string]int{}}
}

// Limit returns the gate's limit.
func (g *Gate) Limit() Limit { return g.limit }

// Stats returns the gate's figures.
func (g *Gate) Stats() Stats {
	g.mu.Lock()
	defer g.mu.Unlock()
	s := g.stats
	s.Running, s.Coming = g.limit.Running-g.free, g.coming
	for _, l := range g.lines {
		s.Waiting += len(l.queue)
	}
	return s
}

func (g *Gate) busy() error { return fault.Unavailable("busy", g.limit.Retry, nil) }

// Announce counts work of owner that will ask for a slot once it has arrived, until leave is called. It is refused if
// too much has been announced, or if the queue has no place for it.
func (g *Gate) Announce(owner string) (leave func(), err error) {
	g.mu.Lock()
	defer g.mu.Unlock()
	if g.coming >= g.limit.Coming || g.comingOf[owner] >= g.limit.ComingOfOne || g.full(owner) {
		g.stats.Full++
		return nil, g.busy()
	}
	g.coming++
	g.comingOf[owner]++
	return func() {
		g.mu.Lock()
		defer g.mu.Unlock()
		g.coming--
		if g.comingOf[owner]--; g.comingOf[owner] == 0 {
			delete(g.comingOf, owner)
		}
	}, nil
}

// Check refuses what the queue would have no place for now, before its request is worth anything.
func (g *Gate) Check(owner string) error {
	g.mu.Lock()
	defer g.mu.Unlock()
	if g.free > 0 && len(g.lines) == 0 || !g.full(owner) && !g.slowerThan(g.limit.Patience) {
		return nil
	}
	g.stats.Full++
	return g.busy()
}

// slowerThan reports whether new work of a steady class would probably wait longer than a time: then it is refused at once,
// and not after its patience. A quarter is left for what varies.
func (g *Gate) slowerThan(patience time.Duration) bool {
	turns := time.Duration(len(g.lines) + 1)
	return g.limit.Steady && g.free == 0 && turns*g.typical/time.Duration(g.limit.Running) > patience*3/4
}

// full reports whether more work of owner would be refused.
func (g *Gate) full(owner string) bool {
	if g.waiting < g.limit.Waiting {
		return false
	}
	longest := g.longest()
	if longest == nil { // there is no queue at all
		return true
	}
	mine := g.line(owner, false)
	return mine != nil && len(mine.queue)+1 >= len(longest.queue) || mine == nil && len(longest.queue) < 2
}

// Enter returns when the work may begin; call leave once it has ended. The error is the fault "busy", or ctx's.
func (g *Gate) Enter(ctx context.Context, w Work) (leave func(), err error) {
	if ctx.Value(holding{}) == g {
		return func() {}, nil
	}
	began := g.clock.Now()
	if w.Since.IsZero() {
		w.Since = began
	}
	me, err := g.join(w, began)
	if err != nil {
		return nil, err
	}
	leave = func() { g.end(w, g.clock.Now().Sub(began)) }
	if me == nil { // it may begin at once
		return leave, nil
	}
	begins, err := g.wait(ctx, me)
	g.mu.Lock()
	defer g.mu.Unlock()
	if l := g.line(w.Owner, w.Own); !begins && l != nil {
		g.remove(l, me)
	}
	if len(me.begin) > 0 { // its turn came in the meantime
		begins = <-me.begin
	}
	switch {
	case err != nil:
		g.stats.Gone++
		if begins {
			g.release(w)
		}
	case begins:
		now := g.clock.Now()
		g.stats.Waited += now.Sub(began)
		began = now
		return leave, nil
	default:
		g.stats.Late++
		err = g.busy()
	}
	g.start() // it may have blocked those behind it
	return nil, err
}

// wait returns whether the work may begin now. Otherwise it has lost its place, its patience has ended, or its context.
func (g *Gate) wait(ctx context.Context, me *place) (begins bool, err error) {
	var look <-chan time.Time
	if !me.work.Own {
		each := time.NewTicker(max(g.limit.Patience-g.clock.Now().Sub(me.work.Since), time.Millisecond))
		defer each.Stop()
		look = each.C
	}
	for {
		select {
		case begins = <-me.begin:
			return begins, nil
		case <-ctx.Done():
			return false, fmt.Errorf("wait for a turn: %w", context.Cause(ctx))
		case <-look:
			if g.clock.Now().Sub(me.work.Since) >= g.limit.Patience {
				return false, nil
			}
		}
	}
}

// join returns the work's place in the queue, or nil if it has a slot already.
func (g *Gate) join(w Work, now time.Time) (*place, error) {
	g.mu.Lock()
	defer g.mu.Unlock()
	if len(g.lines) == 0 && g.fits(w) {
		g.take(w)
		return nil, nil
	}
	if !w.Own {
		if now.Sub(w.Since) >= g.limit.Patience { // refused before it takes another visitor's place
			g.stats.Late++
			return nil, g.busy()
		}
		if g.full(w.Owner) || g.slowerThan(g.limit.Patience-now.Sub(w.Since)) {
			g.stats.Full++
			return nil, g.busy()
		}
		if g.waiting >= g.limit.Waiting { // the owner with most waiting work loses the last of it
			longest := g.longest()
			last := longest.queue[len(longest.queue)-1]
			g.remove(longest, last)
			last.begin <- false
		}
		g.waiting++
	}
	me := &place{work: w, begin: make(chan bool, 1)}
	mine := g.line(w.Owner, w.Own)
	if mine == nil {
		mine = &line{owner: w.Owner, own: w.Own}
		g.lines = append(g.lines, mine)
	}
	mine.queue = append(mine.queue, me)
	g.start()
	return me, nil
}

func (g *Gate) fits(w Work) bool {
	return g.free > 0 && (!w.Slow || g.slow > 0) && w.Memory <= g.memory
}

func (g *Gate) take(w Work) {
	g.free--
	g.memory -= w.Memory
	if w.Slow {
		g.slow--
	}
	g.stats.Entered++
}

func (g *Gate) release(w Work) {
	g.free++
	g.memory += w.Memory
	if w.Slow {
		g.slow++
	}
}

// start starts all work that can start. If work only lacks memory, later work waits for it: otherwise small work could
// starve large work.
func (g *Gate) start() {
	for i := 0; i < len(g.lines) && g.free > 0; {
		l := g.lines[i]
		next := l.queue[0]
		if next.work.Slow && g.slow == 0 {
			i++
			continue
		}
		if next.work.Memory > g.memory {
			return
		}
		g.take(next.work)
		g.remove(l, next)
		if at := slices.Index(g.lines, l); at >= 0 { // to the end of the queue: other owners come first now
			g.lines = append(slices.Delete(g.lines, at, at+1), l)
		}
		next.begin <- true
		i = 0
	}
}

func (g *Gate) end(w Work, took time.Duration) {
	g.mu.Lock()
	defer g.mu.Unlock()
	g.typical += (took - g.typical) / 8
	g.release(w)
	g.start()
}

func (g *Gate) remove(l *line, gone *place) {
	at := slices.Index(l.queue, gone)
	if at < 0 {
		return
	}
	l.queue = slices.Delete(l.queue, at, at+1)
	if !l.own {
		g.waiting--
	}
	if len(l.queue) == 0 {
		g.lines = slices.DeleteFunc(g.lines, func(other *line) bool { return other == l })
	}
}

func (g *Gate) line(owner string, own bool) *line {
	for _, l := range g.lines {
		if l.owner == owner && l.own == own {
			return l
		}
	}
	return nil
}

// longest is the longest queue of a visitor, nil without one.
func (g *Gate) longest() (longest *line) {
	for _, l := range g.lines {
		if !l.own && (longest == nil || len(l.queue) > len(longest.queue)) {
			longest = l
		}
	}
	return longest
}
