package httpd

import (
	"context"
	"net/http"
	"sync"

	"shanmen/internal/base/fault"
)

// Calls that write, and expensive reads, queue per visitor before they take a database connection: those of one visitor
// would wait there for the same row and block others. Database locks guarantee correctness on every replica; turns only
// keep the queue outside the database.
const (
	callsOfAVisitor  = 1
	callsOfAnAddress = 8   // of guests behind one network address; twice and four times as many for wider IPv6 networks
	waitingCalls     = 100 // more come from a program

	// Expensive reads, such as documents, exports and orders of 300 names, and personal page data: they take no lock,
	// but milliseconds of a core each, and fifty at once would leave none to others.
	readsOfAVisitor  = 2
	readsOfAnAddress = 4
)

// turns are the queues of calls by sender. Empty queues are deleted.
type turns struct {
	mu     sync.Mutex
	queues map[string]*queue
}

type queue struct {
	slots chan struct{}
	in    int // running and waiting calls
}

// take waits for a turn of a key, after calling waits, and returns the function to release it.
func (t *turns) take(ctx context.Context, key string, atOnce int, waits func()) (leave func(), err error) {
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
	leave = func() { <-q.slots; gone() }
	select {
	case q.slots <- struct{}{}:
		return leave, nil
	default:
		waits()
	}
	select {
	case q.slots <- struct{}{}:
		return leave, nil
	case <-ctx.Done():
		gone()
		return nil, context.Cause(ctx)
	}
}

// awaitTurn waits until the visitor's call may begin. Other reads and uploads need no turn: an upload takes as long as
// its connection.
func (s *Server) awaitTurn(r *http.Request, x *exchange, c Call) error {
	switch read := r.Method == http.MethodGet || r.Method == http.MethodHead; {
	case c.Multipart, read && !c.Dear:
		return nil
	case read && c.Patient: // an export may take minutes, so documents do not wait for it
		return s.queue(r.Context(), x, "export ", readsOfAVisitor, readsOfAnAddress)
	case read:
		return s.queue(r.Context(), x, "read ", readsOfAVisitor, readsOfAnAddress)
	}
	return s.queue(r.Context(), x, "", callsOfAVisitor, callsOfAnAddress)
}

// queue waits for a turn among the visitor's calls of one kind; for a guest also among those of the network. The
// visitor's own queue comes first, so that many calls of one guest wait for each other and take no more of the
// network's turns than may run.
func (s *Server) queue(ctx context.Context, x *exchange, kind string, ofAVisitor, ofAnAddress int) error {
	take := func(key string, atOnce int) error {
		leave, err := s.turns.take(ctx, kind+key, atOnce, x.giveBack)
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
	for i, network := range Networks(x.ip) { // always narrowest first, to avoid deadlocks
		if err := take("address "+network, ofAnAddress<<i); err != nil {
			return err
		}
	}
	return nil
}

// end releases what the call holds before its response is written, so that a client that does not read it blocks
// nobody.
func (x *exchange) end() {
	x.endDecoding()
	x.giveBack()
	for _, leave := range x.leave {
		leave()
	}
	x.leave = nil
}
