package media

import (
	"context"
	"slices"
	"sync"
	"time"

	"shanmen/internal/base/fault"
)

const (
	maxInHand      = 256 // uploads being received, waiting or decoded
	maxInHandOfOne = 6   // per member: one upload has five pictures
	maxWaiting     = 40  // files waiting for a decoder
	maxWait        = 25 * time.Second
	busySeconds    = 20 // seconds until a refused member may retry
)

// turns schedules decoding. Members take turns, however many files each has; slow pictures always leave a process for
// quick ones; and when too many wait, the next one is refused at once.
type turns struct {
	mu        sync.Mutex
	total     int64 // memory limit of all processes together
	memory    int64 // free part of it
	processes int   // processes that may start
	slow      int   // of these, for slow pictures
	inHand    int
	of        map[string]int
	waiting   int
	lines     []*line // queues of members, in the order of their turns
}

// line is one member's queue.
type line struct {
	owner string
	files []*place
}

type place struct {
	weight weight
	begin  chan bool // false: refused, to make room for a member without files in the queue
}

func newTurns(memory int64, processes int) *turns {
	return &turns{total: memory, memory: memory, processes: processes, slow: max(1, processes/2), of: map[string]int{}}
}

func busy() error { return fault.TooMany("pictures-busy", busySeconds) }

// enter counts an upload until leave is called.
func (t *turns) enter(owner string) (leave func(), err error) {
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.inHand >= maxInHand || t.of[owner] >= maxInHandOfOne || t.full(owner) {
		return nil, busy()
	}
	t.inHand++
	t.of[owner]++
	return func() {
		t.mu.Lock()
		defer t.mu.Unlock()
		t.inHand--
		if t.of[owner]--; t.of[owner] == 0 {
			delete(t.of, owner)
		}
	}, nil
}

// full reports whether another file of owner would be refused.
func (t *turns) full(owner string) bool {
	if t.waiting < maxWaiting {
		return false
	}
	mine, longest := t.line(owner), t.longest()
	return mine != nil && len(mine.files)+1 >= len(longest.files) || mine == nil && len(longest.files) < 2
}

// wait returns when the file may be decoded; call done afterwards.
func (t *turns) wait(ctx context.Context, owner string, w weight) (done func(), err error) {
	if w.memory > t.total {
		return nil, tooLarge()
	}
	me := &place{weight: w, begin: make(chan bool, 1)}
	if err := t.join(owner, me); err != nil {
		return nil, err
	}
	patience := time.NewTimer(maxWait)
	defer patience.Stop()
	select {
	case may := <-me.begin:
		if !may {
			return nil, busy()
		}
		return func() { t.end(w) }, nil
	case <-ctx.Done():
		err = ctx.Err()
	case <-patience.C:
		err = busy()
	}
	t.forget(owner, me)
	if len(me.begin) > 0 && <-me.begin { // its turn came in the meantime
		t.end(w)
	}
	return nil, err
}

func (t *turns) join(owner string, me *place) error {
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.full(owner) {
		return busy()
	}
	if t.waiting >= maxWaiting { // the member with most waiting files loses the last of them
		longest := t.longest()
		last := longest.files[len(longest.files)-1]
		t.remove(longest, last)
		last.begin <- false
	}
	mine := t.line(owner)
	if mine == nil {
		mine = &line{owner: owner}
		t.lines = append(t.lines, mine)
	}
	mine.files = append(mine.files, me)
	t.waiting++
	t.start()
	return nil
}

// start starts every file that can start. If a file only lacks memory, later ones wait for it: otherwise small files
// could starve a large one.
func (t *turns) start() {
	for i := 0; i < len(t.lines) && t.processes > 0; {
		l := t.lines[i]
		next := l.files[0]
		if next.weight.slow && t.slow == 0 {
			i++
			continue
		}
		if next.weight.memory > t.memory {
			return
		}
		t.processes--
		t.memory -= next.weight.memory
		if next.weight.slow {
			t.slow--
		}
		t.remove(l, next)
		if at := slices.Index(t.lines, l); at >= 0 { // to the end of the queue: other members come first now
			t.lines = append(slices.Delete(t.lines, at, at+1), l)
		}
		next.begin <- true
		i = 0
	}
}

func (t *turns) end(w weight) {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.processes++
	t.memory += w.memory
	if w.slow {
		t.slow++
	}
	t.start()
}

// forget removes a file from its queue.
func (t *turns) forget(owner string, me *place) {
	t.mu.Lock()
	defer t.mu.Unlock()
	if l := t.line(owner); l != nil {
		t.remove(l, me)
	}
	t.start() // it may have blocked those behind it
}

func (t *turns) remove(l *line, gone *place) {
	at := slices.Index(l.files, gone)
	if at < 0 {
		return
	}
	l.files = slices.Delete(l.files, at, at+1)
	t.waiting--
	if len(l.files) == 0 {
		t.lines = slices.DeleteFunc(t.lines, func(other *line) bool { return other == l })
	}
}

func (t *turns) line(owner string) *line {
	for _, l := range t.lines {
		if l.owner == owner {
			return l
		}
	}
	return nil
}

func (t *turns) longest() *line {
	return slices.MaxFunc(t.lines, func(a, b *line) int { return len(a.files) - len(b.files) })
}
