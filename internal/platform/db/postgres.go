package db

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"math/rand/v2"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/stdlib"

	"shanmen/internal/platform/db/query"
)

// writeTimeout limits a PostgreSQL transaction including lock waits. It is below the browser's 60 s, so that the
// visitor gets an answer.
const writeTimeout = 20 * time.Second

// outage is how long a call waits for an unreachable server, so that visitors do not notice a restart or failover.
const outage = 5 * time.Second

// The connection limits of one replica. Reads have their own pool, so that writes waiting for a row do not block pages.
const (
	readConnections  = 12
	writeConnections = 12
)

type pgDB struct {
	pool    *sql.DB // for writes
	readers *sql.DB
	id      atomic.Pointer[string] // id of the opened database; nil: not known yet
	wait    time.Duration          // outage; shorter in tests
	longest time.Duration          // readTimeout; shorter in tests
	reads   *query.Queries
	seen    func(string, ...any) // test hook for each statement; nil: none
	mu      sync.RWMutex         // read-locked by every running write
	closed  bool
}

func openPostgres(ctx context.Context, url string) (engine, error) {
	settings, err := pgx.ParseConfig(url)
	if err != nil {
		return nil, err
	}
	p := &pgDB{wait: outage, longest: readTimeout}
	p.pool, p.readers = p.connections(settings, writeConnections), p.connections(settings, readConnections)
	if err := migrate(ctx, p.pool, dialectPostgres); err != nil {
		return nil, errors.Join(err, p.close())
	}
	p.reads = query.New(rewriting{waiting{p.readers, p}})
	return p, nil
}

func (p *pgDB) connections(settings *pgx.ConnConfig, most int) *sql.DB {
	pool := stdlib.OpenDB(*settings, stdlib.OptionAfterConnect(p.recognise))
	pool.SetMaxOpenConns(most)
	pool.SetMaxIdleConns(most)
	pool.SetConnMaxLifetime(30 * time.Minute)
	return pool
}

// recognise refuses a connection to a database other than the opened one. A database cannot be replaced under an open
// connection, so checking new ones suffices.
func (p *pgDB) recognise(ctx context.Context, conn *pgx.Conn) error {
	want := p.id.Load()
	if want == nil {
		return nil
	}
	var got string
	err := conn.QueryRow(ctx, `SELECT id FROM database_identity`).Scan(&got)
	switch {
	case isNoTable(err), errors.Is(err, pgx.ErrNoRows), err == nil && got != *want:
		return fmt.Errorf("%w: another one answers at DATABASE_URL", ErrReplaced)
	}
	return err
}

func (p *pgDB) expect(id string)                 { p.id.Store(&id) }
func (p *pgDB) checkpoint(context.Context) error { return nil }

func (p *pgDB) read() Reader                   { return p.reads }
func (p *pgDB) raw() *sql.DB                   { return p.pool }
func (p *pgDB) ping(ctx context.Context) error { return p.readers.PingContext(ctx) }

func (p *pgDB) close() error {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.closed = true
	return errors.Join(p.readers.Close(), p.pool.Close())
}

func (p *pgDB) write(ctx context.Context, fn func(context.Context, *Tx) error) error {
	p.mu.RLock()
	defer p.mu.RUnlock()
	if p.closed {
		return errClosed
	}
	end := time.Now().Add(waits(ctx, p.wait))
	for try := 0; ; {
		err := p.once(ctx, fn)
		answered(ctx, err)
		if unreachable(err) && rest(ctx, end) {
			continue
		}
		if try++; try == 7 || !isRetryable(err) {
			return err
		}
		pause := time.Duration(1<<try) * 4 * time.Millisecond
		time.Sleep(pause + rand.N(pause)) // random, to separate it from the transaction it collided with
	}
}

func (p *pgDB) once(ctx context.Context, fn func(context.Context, *Tx) error) error {
	if err := ctx.Err(); err != nil {
		return err
	}
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), waits(ctx, writeTimeout))
	defer cancel()
	sqlTx, err := p.pool.BeginTx(ctx, nil)
	if err != nil {
		return fmt.Errorf("begin: %w", err)
	}
	var statements query.DBTX = rewriting{sqlTx}
	if p.seen != nil {
		statements = watching{statements, p.seen}
	}
	tx := &Tx{Queries: query.New(statements)}
	if err := withoutPanic(ctx, tx, fn); err != nil {
		_ = sqlTx.Rollback()
		return err
	}
	if err := sqlTx.Commit(); err != nil {
		return commitError{err}
	}
	tx.committed()
	return nil
}

// commitError is a failed commit; Unsure says whether it may have happened.
type commitError struct{ error }

func (e commitError) Error() string { return "commit: " + e.error.Error() }
func (e commitError) Unwrap() error { return e.error }

// rest pauses before another try to reach the server; false when the time is up or the visitor has disconnected.
func rest(ctx context.Context, end time.Time) bool {
	pause := 100*time.Millisecond + rand.N(100*time.Millisecond)
	if time.Now().Add(pause).After(end) {
		return false
	}
	select {
	case <-time.After(pause):
		return true
	case <-ctx.Done():
		return false
	}
}

// waiting retries a read while the server is unreachable, which is safe outside a transaction, within the read timeout.
type waiting struct {
	query.DBTX
	p *pgDB
}

func (w waiting) QueryContext(ctx context.Context, q string, args ...any) (rows *sql.Rows, err error) {
	ctx = bounded(ctx, w.p.longest)
	for end := time.Now().Add(w.p.wait); ; {
		if rows, err = w.DBTX.QueryContext(ctx, q, args...); !unreachable(err) || !rest(ctx, end) {
			answered(ctx, err)
			return rows, err
		}
	}
}

func (w waiting) QueryRowContext(ctx context.Context, q string, args ...any) (row *sql.Row) {
	ctx = bounded(ctx, w.p.longest)
	for end := time.Now().Add(w.p.wait); ; {
		if row = w.DBTX.QueryRowContext(ctx, q, args...); !unreachable(row.Err()) || !rest(ctx, end) {
			answered(ctx, row.Err())
			return row
		}
	}
}

// rewriting inserts PostgreSQL's clauses at markers in a query, and converts flags to numbers: PostgreSQL does not
// accept a boolean for a BIGINT, SQLite does.
type rewriting struct{ query.DBTX }

func numbers(args []any) []any {
	for i, arg := range args {
		if flag, ok := arg.(bool); ok {
			args[i] = int64(0)
			if flag {
				args[i] = int64(1)
			}
		}
	}
	return args
}

// markers are what the marks in SQL mean to PostgreSQL.
var markers = strings.NewReplacer(skipLocked, "FOR UPDATE SKIP LOCKED", shareLock, "FOR SHARE")

func (r rewriting) text(q string) string {
	return markers.Replace(q)
}

func (r rewriting) ExecContext(ctx context.Context, q string, args ...any) (sql.Result, error) {
	return r.DBTX.ExecContext(ctx, r.text(q), numbers(args)...)
}

func (r rewriting) QueryContext(ctx context.Context, q string, args ...any) (*sql.Rows, error) {
	return r.DBTX.QueryContext(ctx, r.text(q), numbers(args)...)
}

func (r rewriting) QueryRowContext(ctx context.Context, q string, args ...any) *sql.Row {
	return r.DBTX.QueryRowContext(ctx, r.text(q), numbers(args)...)
}
