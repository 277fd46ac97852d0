package httpd

import (
	"context"
	"net/http"
	"sync"

	"shanmen/internal/base/fault"
)

// Calls that change something, and reads that are dear, wait for each other before they take a connection of the database: those of one
// visitor would only wait there for the same row, and keep everybody else out meanwhile. Locks of the database hold
// what is right, on every replica; turns only keep the queue outside.
const (
	callsOfAVisitor  = 1
	callsOfAnAddress = 8   // of guests behind one network address; twice and four times as many of the wider networks of IPv6
	waitingCalls     = 100 // more are a machine's

	// Dear reads, such as papers, exports and orders of 300 names, and the data of personal pages: they take no lock, but each takes
	// milliseconds of a core, and fifty at once would leave none to others.
	readsOfAVisitor  = 2
	readsOfAnAddress = 4
)

// turns are the queues of calls, by who sends them. A queue that is empty is forgotten.
type turns struct {
	mu     sync.Mutex
	queues map[string]*queue
}

type queue struct {
	slots chan struct{}
	in    int // who has a slot, and who waits for one
}

// take waits for a turn of a key and returns how it is given back.
func (t *turns) take(ctx context.Context, key string, atOnce int) (leave func(), err error) {
	t.mu.Lock()
	if t.queues == nil {
		t.queues = map[string]*queue{}
	}
	q := t.queues[key]
	if q == nil {
		q = &queue{slots: make(chan struct{}, atOnce)}
		t.queues[key] = q
	}
	if q.in >= atOnce+waitingCalls {
		t.mu.Unlock()
		return nil, fault.TooMany("flood", 1)
	}
	q.in++
	t.mu.Unlock()
	gone := func() {
		t.mu.Lock()
		defer t.mu.Unlock()
		if q.in--; q.in == 0 {
			delete(t.queues, key)
		}
	}
	select {
	case q.slots <- struct{}{}:
		return func() { <-q.slots; gone() }, nil
	case <-ctx.Done():
		gone()
		return nil, context.Cause(ctx)
	}
}

// awaitTurn waits until the visitor's call may begin. Other reads and uploads have no turns: an upload takes as long as its
// line.
func (s *Server) awaitTurn(r *http.Request, x *exchange, c Call) error {
	switch read := r.Method == http.MethodGet || r.Method == http.MethodHead; {
	case c.Multipart, read && !c.Dear:
		return nil
	case read && c.Patient: // an export may take minutes: it keeps no paper waiting
		return s.queue(r.Context(), x, "export ", readsOfAVisitor, readsOfAnAddress)
	case read:
		return s.queue(r.Context(), x, "read ", readsOfAVisitor, readsOfAnAddress)
	}
	return s.queue(r.Context(), x, "", callsOfAVisitor, callsOfAnAddress)
}

// queue waits for a turn among calls of one kind of the same visitor, of a guest among those of the network too. One's own
// comes first: who sends many at once waits for oneself, and takes no more of the network's turns than may run.
func (s *Server) queue(ctx context.Context, x *exchange, kind string, ofAVisitor, ofAnAddress int) error {
	take := func(key string, atOnce int) error {
		leave, err := s.turns.take(ctx, kind+key, atOnce)
		if err == nil {
			x.leave = append(x.leave, leave)
		}
		return err
	}
	if x.visitor.UserID != "" {
		return take("user "+x.visitor.UserID, ofAVisitor)
	}
	if x.visitor.SessionID != "" {
		if err := take("session "+x.visitor.SessionID, ofAVisitor); err != nil {
			return err
		}
	}
	for i, network := range Networks(x.ip) { // always from the narrowest on: nobody waits in a circle
		if err := take("address "+network, ofAnAddress<<i); err != nil {
			return err
		}
	}
	return nil
}

// end gives back what the call had taken, before its answer is written: whoever does not read it keeps nobody waiting.
func (x *exchange) end() {
	x.endDecoding()
	for _, leave := range x.leave {
		leave()
	}
	x.leave = nil
}
