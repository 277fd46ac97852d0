// Package db opens the database and gives the program two verbs, Read and Write, that behave the
// same on SQLite (one process, built in) and PostgreSQL (many replicas).
//
// A callback of Write may run twice on PostgreSQL and shares a commit on SQLite, so it touches nothing but the
// database. A commit whose answer was lost is Unsure. A read ends after five seconds, those of reports, exports and
// jobs after two minutes. plan_test.go asks both engines for the plan of every generated statement: none reads a
// growing table from end to end. All migrations of an upgrade are one transaction (migrate.go). On SQLite every commit
// checks that the file still exists (open_files.go); every new connection to PostgreSQL checks that the database is the
// same.
package db

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"runtime/debug"
	"sync/atomic"
	"time"

	"shanmen/internal/base/clock"
	"shanmen/internal/base/fault"
	"shanmen/internal/base/id"
	"shanmen/internal/platform/db/query"
)

// ErrNoRows is what a :one query returns when there is nothing.
var ErrNoRows = sql.ErrNoRows

// NotFound is fault.NotFound in place of ErrNoRows; any other error stays.
func NotFound(err error) error {
	if errors.Is(err, ErrNoRows) {
		return fault.NotFound()
	}
	return err
}

// Reader reads outside a transaction: it sees committed rows only, and cannot write.
type Reader = query.Reader

// Tx is a write transaction. A function that must run inside one takes a *Tx.
type Tx struct {
	*query.Queries
	after     []func()
	listeners *listeners
	clock     clock.Clock
}

// Now is the time on the clock of the database (DB.WithClock).
func (t *Tx) Now() time.Time { return t.clock.Now() }

// AfterCommit runs fn once the transaction is safely on disk, and never otherwise. It is for
// waking workers and for clearing caches, not for effects that must not be lost.
func (t *Tx) AfterCommit(fn func()) { t.after = append(t.after, fn) }

// DB is an open, migrated database.
type DB struct {
	engine
	name      string
	id        string
	listeners *listeners
	clock     clock.Clock
}

// engine is what the two databases do differently.
type engine interface {
	read() Reader
	write(ctx context.Context, fn func(context.Context, *Tx) error) error
	ping(ctx context.Context) error
	expect(id string)
	checkpoint(ctx context.Context) error
	raw() *sql.DB
	stats() Stats
	watch(seen func(string))
	close() error
}

// Open connects to a postgres:// URL, or to an SQLite file ("sqlite:" and its path), and brings
// its tables up to date.
func Open(ctx context.Context, url string) (*DB, error) { return OpenAs(ctx, url, id.New()) }

// OpenAs is Open that gives this id to a database that has none.
func OpenAs(ctx context.Context, url, newID string) (*DB, error) {
	e, name, err := openEngine(ctx, url)
	if err != nil {
		return nil, fmt.Errorf("open database: %w", err)
	}
	d := &DB{engine: e, name: name, listeners: &listeners{}, clock: clock.Real{}}
	if d.id, err = d.identify(ctx, newID); err != nil {
		return nil, errors.Join(fmt.Errorf("open database: %w", err), d.Close())
	}
	d.expect(d.id)
	return d, nil
}

func (d *DB) identify(ctx context.Context, newID string) (string, error) {
	known, err := d.Read().DatabaseID(ctx)
	if !errors.Is(err, ErrNoRows) {
		return known, err
	}
	err = d.Write(ctx, func(ctx context.Context, tx *Tx) error { return tx.NameDatabase(ctx, newID) })
	if err != nil {
		return "", err
	}
	return d.Read().DatabaseID(ctx)
}

// WithClock is the same database, whose transactions read this clock.
func (d *DB) WithClock(c clock.Clock) *DB {
	with := *d
	with.clock = c
	return &with
}

// ID tells this database from every other, for good; a copy has the same.
func (d *DB) ID() string { return d.id }

// Read returns the queries for plain reads.
func (d *DB) Read() Reader { return d.read() }

// Write runs fn in one transaction and returns after the commit is durable. fn may run again
// after a serialization failure, so it must touch nothing but the database; its context does not
// end with the request, because an interrupted SQLite statement would roll back its neighbours.
// A Write inside fn is refused: SQLite's one writer would wait for itself.
func (d *DB) Write(ctx context.Context, fn func(context.Context, *Tx) error) error {
	if ctx.Value(inWrite{}) != nil {
		return errNested
	}
	var refused committed
	err := d.write(ctx, func(ctx context.Context, tx *Tx) error {
		tx.listeners, tx.clock = d.listeners, d.clock
		err := fn(ctx, tx)
		if refused = (committed{}); errors.As(err, &refused) {
			return nil
		}
		return err
	})
	if err == nil {
		err = refused.error
	}
	return err
}

// CommitWith makes a refusal of a Write that commits all the same, because it leaves something behind.
func CommitWith(refusal error) error { return committed{refusal} }

// committed is a refusal whose transaction commits.
type committed struct{ error }

// LongRead gives the reads of a context more time than those of a page may take, for reports, exports and jobs.
func LongRead(ctx context.Context) context.Context { return context.WithValue(ctx, longRead{}, true) }

// longRead marks the context of reads that may take long.
type longRead struct{}

// How long one read may take, so that a server that answers no more does not hold its visitors.
const (
	readTimeout    = 5 * time.Second
	patientTimeout = 2 * time.Minute
	briefTimeout   = 1500 * time.Millisecond
)

// Brief lets the reads and writes of a context wait for the database no longer than the visitor of a page does: half a
// second is left to answer within two. Once one had no answer, those that follow fail at once.
func Brief(ctx context.Context) context.Context {
	return context.WithValue(ctx, brief{}, &atomic.Bool{})
}

// brief marks the context of reads for a page. Its value: the database has left one without an answer.
type brief struct{}

// waits is how long the context lets a statement wait that may take most.
func waits(ctx context.Context, most time.Duration) time.Duration {
	if ctx.Value(longRead{}) != nil {
		return most
	}
	left, is := ctx.Value(brief{}).(*atomic.Bool)
	switch {
	case !is:
		return most
	case left.Load():
		return 0
	}
	return min(most, briefTimeout)
}

// answered notes whether the database answered.
func answered(ctx context.Context, err error) {
	if left, is := ctx.Value(brief{}).(*atomic.Bool); is && Unavailable(err) {
		left.Store(true)
	}
}

// bounded ends a read after its time. The rows of the answer are read under it too, so that nobody can cancel it before.
func bounded(ctx context.Context, most time.Duration) context.Context {
	if ctx.Value(longRead{}) != nil {
		most = patientTimeout
	}
	ctx, cancel := context.WithTimeout(ctx, waits(ctx, most))
	context.AfterFunc(ctx, cancel)
	return ctx
}

// inWrite marks the context of a callback.
type inWrite struct{}

// Ping tells whether the database answers, and is the one that was opened (ErrReplaced).
func (d *DB) Ping(ctx context.Context) error { return d.ping(ctx) }

// Engine is "sqlite" or "postgres", for logs and tests. Rules never ask.
func (d *DB) Engine() string { return d.name }

// SQL gives the raw pool (of readers on SQLite) to tests and health checks.
func (d *DB) SQL() *sql.DB { return d.raw() }

// Checkpoint brings SQLite's log into the database's file and empties it, unless somebody reads for long. Other
// engines see to that themselves.
func (d *DB) Checkpoint(ctx context.Context) error { return d.checkpoint(ctx) }

// Close waits for the writes in hand. Writes that come later are refused; a second Close does nothing.
func (d *DB) Close() error { return d.close() }

// WriteValue is Write for a callback that has a result. It is a function because a method has no type parameters.
func WriteValue[T any](ctx context.Context, d *DB, fn func(context.Context, *Tx) (T, error)) (T, error) {
	var out T
	err := d.Write(ctx, func(ctx context.Context, tx *Tx) (err error) {
		out, err = fn(ctx, tx)
		return err
	})
	return out, err
}

// withoutPanic turns a panic of a callback into an error, so that one bad request cannot take down
// the writer that all share.
func withoutPanic(ctx context.Context, tx *Tx, fn func(context.Context, *Tx) error) (err error) {
	defer func() {
		if p := recover(); p != nil {
			err = fmt.Errorf("panic in a transaction: %v\n%s", p, debug.Stack())
		}
	}()
	return fn(context.WithValue(ctx, inWrite{}, true), tx)
}

func (t *Tx) committed() {
	for _, fn := range t.after {
		fn()
	}
}

var (
	errClosed = errors.New("the database is closed")
	errNested = errors.New("a Write inside a Write: hand the *Tx on instead")
)

// Bit is a flag as a statement compares it: 1 or 0.
func Bit(b bool) int64 {
	if b {
		return 1
	}
	return 0
}
