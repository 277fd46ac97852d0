// Package admission bounds how much work of each class runs and how much waits, so that nobody waits behind somebody
// else's kind of work: passwords, pictures and PDFs cannot starve a payment, and too many readers cannot either.
//
// Cached pages and assets belong to no class: they are never queued. Package httpd holds a slot of Payments or Reading
// while a call or page uses the database, of Papers while a call draws, and of Exports until the download ends. Logins
// and Pictures take tenths of a second of a core: their slots are held only by the function that computes (password,
// media). A request has at most one slot of each class, and gives back that of Payments or Reading before it waits for
// anything else; what holds Logins, Pictures or Papers waits for no other class. So there is no cycle.
//
// In a class, owners take turns, however much each of them asks for. Work that finds the queue full or waits too long
// is refused (fault "busy": 503 with Retry-After); work whose context ends gives its place back.
package admission

import (
	"context"
	"errors"
	"runtime"
	"time"

	"shanmen/internal/base/clock"
	"shanmen/internal/base/fault"
)

// Class is a kind of work.
type Class int

// The classes.
const (
	Unset    Class = iota
	Payments       // carts, orders, payments, and what else a person sends
	Reading        // calls and pages that read the database
	Logins         // hashing of passwords
	Pictures       // decoding of uploads
	Papers         // drawing of PDFs and link previews
	Exports        // reads that may take minutes, until their download ends
)

// Classes lists the classes.
var Classes = []Class{Payments, Reading, Logins, Pictures, Papers, Exports}

// String names the class in metrics and tests.
func (c Class) String() string {
	return [...]string{"unset", "payments", "reading", "logins", "pictures", "papers", "exports"}[c]
}

// Limits of the classes. A refusal comes within half a second: at once if the queue is full or the
// estimated wait is too long, otherwise after patience.
const (
	patience       = 350 * time.Millisecond
	loginsPatience = 250 * time.Millisecond // shorter, because refusing a login writes to the database twice

	paymentsRunning = 64 // they share commits
	paymentsWaiting = 256
	readsPerCore    = 8 // each waits for the database a part of its time
	readsWaiting    = 128
	loginsWaiting   = 8
	papersWaiting   = 16
	exportsRunning  = 8 // the office's; members have half of them
	exportsWaiting  = 8

	picturesWaiting     = 16               // received files that wait for a process
	picturesComing      = 256              // uploads being received, waiting or decoded
	picturesComingOfOne = 6                // of these, of one member: one upload has five pictures
	picturesPatience    = 25 * time.Second // of a file whose sender has already waited for its transfer
)

// Control has the gate of each class.
type Control struct{ gates [Exports + 1]*Gate }

// New returns the gates of this machine. Pictures together may need pictureMemory bytes.
func New(clk clock.Clock, pictureMemory int64) *Control {
	cores := runtime.GOMAXPROCS(0)
	one := max(1, cores-1) // a core stays free for all other classes
	c := &Control{}
	c.gates[Payments] = NewGate(clk, Limit{Running: paymentsRunning, Waiting: paymentsWaiting, Patience: patience, Retry: 1})
	c.gates[Reading] = NewGate(clk, Limit{Running: readsPerCore * cores, Waiting: readsWaiting, Patience: patience, Retry: 2})
	c.gates[Logins] = NewGate(clk, Limit{Running: one, Waiting: loginsWaiting, Patience: loginsPatience, Steady: true, Retry: 3})
	c.gates[Pictures] = NewGate(clk, Limit{
		Running: max(2, cores), Memory: pictureMemory, Waiting: picturesWaiting, Patience: picturesPatience, Retry: 5,
		Coming: picturesComing, ComingOfOne: picturesComingOfOne,
	})
	c.gates[Papers] = NewGate(clk, Limit{Running: one, Waiting: papersWaiting, Patience: patience, Retry: 3})
	c.gates[Exports] = NewGate(clk, Limit{Running: exportsRunning, Waiting: exportsWaiting, Patience: patience, Retry: 10})
	return c
}

// Gate returns the gate of a class.
func (c *Control) Gate(class Class) *Gate { return c.gates[class] }

// Refused returns whether err is a refusal by a gate.
func Refused(err error) bool {
	return errors.Is(err, &fault.Error{Kind: fault.KindUnavailable, Code: "busy"})
}

type owner struct{}

// For marks a context with its visitor and the time from which patience counts. Work without a visitor is the program's own,
// such as a letter with a PDF: it takes turns too, but is never refused.
func For(ctx context.Context, visitor string, since time.Time) context.Context {
	return context.WithValue(ctx, owner{}, Work{Owner: visitor, Since: since})
}

// Unhurried makes work under ctx the program's own: a step of a long export, which would have to begin again.
func Unhurried(ctx context.Context) context.Context { return context.WithValue(ctx, owner{}, Work{}) }

type holding struct{}

// Holding marks a context in which a slot of the gate is held: under it the gate admits at once.
func Holding(ctx context.Context, g *Gate) context.Context {
	return context.WithValue(ctx, holding{}, g)
}

// WorkOf is the work of the visitor who waits under ctx.
func WorkOf(ctx context.Context) Work {
	w, _ := ctx.Value(owner{}).(Work)
	w.Own = w.Owner == ""
	return w
}
