// Package db opens the database and gives the program two verbs, Read and Write, that behave the same on SQLite (one
// process, built in) and PostgreSQL (many replicas).
//
// A callback of Write may run twice on PostgreSQL and shares a commit on SQLite, so it may only touch the database. A
// commit whose answer was lost is Unsure. A read ends after five seconds, those of reports, exports and jobs after two
// minutes. plan_test.go asks both engines for the plan of every generated statement: none scans a growing table. All
// migrations of an upgrade are one transaction (migrate.go). On SQLite every commit checks that the file still exists
// (open_files.go); every new connection to PostgreSQL checks that the database is the same.
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

// ErrNoRows is the error of a :one query without a row.
var ErrNoRows = sql.ErrNoRows

// NotFound converts ErrNoRows to fault.NotFound; other errors stay.
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

// Now is the time of the database's clock (DB.WithClock).
func (t *Tx) Now() time.Time { return t.clock.Now() }

// AfterCommit runs fn after the transaction is durably committed, and only then. It is for waking workers and clearing
// caches, not for effects that must not be lost.
func (t *Tx) AfterCommit(fn func()) { t.after = append(t.after, fn) }

// DB is an open, migrated database.
type DB struct {
	engine
	name      string
	id        string
	listeners *listeners
	clock     clock.Clock
}

// engine is what differs between the two databases.
type engine interface {
	read() Reader
	write(ctx context.Context, fn func(context.Context, *Tx) error) error
	ping(ctx context.Context) error
	expect(id string)
	checkpoint(ctx context.Context) error
	raw() *sql.DB
	stats() Stats
	watch(seen func(string, ...any))
	close() error
}

// Open connects to a postgres:// URL or an SQLite file ("sqlite:" and its path), and migrates it.
func Open(ctx context.Context, url string) (*DB, error) { return OpenAs(ctx, url, id.New()) }

// OpenAs is Open with the id for a database that has none.
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

// WithClock returns the database with a clock for its transactions (Tx.Now).
func (d *DB) WithClock(c clock.Clock) *DB {
	with := *d
	with.clock = c
	return &with
}

// ID identifies this database permanently; a copy has the same id.
func (d *DB) ID() string { return d.id }

// Read returns the queries for plain reads.
func (d *DB) Read() Reader { return d.read() }

// Write runs fn in one transaction and returns after the commit is durable. fn may be retried after a serialization
// failure, so it may only touch the database. Its context does not end with the request, because an interrupted SQLite
// statement would roll back other callbacks in the same commit. A Write inside fn is refused, because SQLite's only
// writer would wait for itself.
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

// CommitWith wraps a refusal so that its Write still commits, because the refusal stores something; Write then returns it.
func CommitWith(refusal error) error { return committed{refusal} }

// committed is a refusal whose transaction commits.
type committed struct{ error }

// LongRead allows the reads of a context more time than those of a page, for reports, exports and jobs.
func LongRead(ctx context.Context) context.Context { return context.WithValue(ctx, longRead{}, true) }

// longRead is the context key of LongRead.
type longRead struct{}

// Timeouts of one read, so that a hanging server does not block its visitors.
const (
	readTimeout    = 5 * time.Second
	patientTimeout = 2 * time.Minute
	briefTimeout   = 1500 * time.Millisecond
)

// Brief limits how long the reads and writes of a context wait for the database to what a page's visitor waits, leaving
// half a second of two to answer. After one timeout, later ones fail at once.
func Brief(ctx context.Context) context.Context {
	return context.WithValue(ctx, brief{}, &atomic.Bool{})
}

// brief is the context key of Brief. Its value records whether a read timed out.
type brief struct{}

// waits is how long a statement may wait in the context, at most the given time.
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

// answered records whether the database answered.
func answered(ctx context.Context, err error) {
	if left, is := ctx.Value(brief{}).(*atomic.Bool); is && Unavailable(err) {
		left.Store(true)
	}
}

// bounded adds a timeout to a read. Its rows are read under the same context, so it cannot be cancelled before.
func bounded(ctx context.Context, most time.Duration) context.Context {
	if ctx.Value(longRead{}) != nil {
		most = patientTimeout
	}
	ctx, cancel := context.WithTimeout(ctx, waits(ctx, most))
	context.AfterFunc(ctx, cancel)
	return ctx
}

// inWrite is the context key of a Write callback.
type inWrite struct{}

// Ping checks that the database answers and is the one that was opened (ErrReplaced).
func (d *DB) Ping(ctx context.Context) error { return d.ping(ctx) }

// Engine is "sqlite" or "postgres", for logs and tests only.
func (d *DB) Engine() string { return d.name }

// SQL returns the raw pool (of readers on SQLite) for tests and health checks.
func (d *DB) SQL() *sql.DB { return d.raw() }

// Checkpoint moves SQLite's WAL into the database file and truncates it, unless a long read runs. Other engines do this
// themselves.
func (d *DB) Checkpoint(ctx context.Context) error { return d.checkpoint(ctx) }

// Close waits for running writes. Later writes are refused; a second Close does nothing.
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

// withoutPanic converts a callback's panic to an error, so that one request cannot stop the shared writer.
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

// Bit converts a flag to 1 or 0 for SQL.
func Bit(b bool) int64 {
	if b {
		return 1
	}
	return 0
}
