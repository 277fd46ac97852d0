package db

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"math/rand/v2"
	"strings"
	"sync"
	"time"

	_ "github.com/jackc/pgx/v5/stdlib" // the "pgx" driver
	"github.com/pressly/goose/v3"

	"shanmen/internal/db/query"
)

// writeTimeout bounds a transaction on PostgreSQL, waits for locks included. It is below the
// browser's 60 s, so that the visitor hears of it.
const writeTimeout = 20 * time.Second

type pgDB struct {
	pool   *sql.DB
	reads  *query.Queries
	mu     sync.RWMutex // held for reading by every write in hand
	closed bool
}

func openPostgres(ctx context.Context, url string) (engine, error) {
	pool, err := sql.Open("pgx", url)
	if err != nil {
		return nil, err
	}
	pool.SetMaxOpenConns(20)
	pool.SetMaxIdleConns(20)
	pool.SetConnMaxLifetime(30 * time.Minute)
	if err := migrate(ctx, pool, goose.DialectPostgres); err != nil {
		return nil, errors.Join(err, pool.Close())
	}
	return &pgDB{pool: pool, reads: query.New(rewriting{pool})}, nil
}

func (p *pgDB) read() Reader                   { return p.reads }
func (p *pgDB) raw() *sql.DB                   { return p.pool }
func (p *pgDB) ping(ctx context.Context) error { return p.pool.PingContext(ctx) }

func (p *pgDB) close() error {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.closed = true
	return p.pool.Close()
}

func (p *pgDB) write(ctx context.Context, fn func(context.Context, *Tx) error) error {
	p.mu.RLock()
	defer p.mu.RUnlock()
	if p.closed {
		return errClosed
	}
	for try := 0; ; try++ {
		err := p.once(ctx, fn)
		if try == 6 || !isRetryable(err) {
			return err
		}
		pause := time.Duration(1<<try) * 4 * time.Millisecond
		time.Sleep(pause + rand.N(pause)) // apart from the neighbour that it met
	}
}

func (p *pgDB) once(ctx context.Context, fn func(context.Context, *Tx) error) error {
	if err := ctx.Err(); err != nil {
		return err
	}
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), writeTimeout)
	defer cancel()
	sqlTx, err := p.pool.BeginTx(ctx, nil)
	if err != nil {
		return fmt.Errorf("begin: %w", err)
	}
	tx := &Tx{Queries: query.New(rewriting{sqlTx})}
	if err := guarded(ctx, tx, fn); err != nil {
		_ = sqlTx.Rollback()
		return err
	}
	if err := sqlTx.Commit(); err != nil {
		return fmt.Errorf("commit: %w", err)
	}
	tx.committed()
	return nil
}

// rewriting puts PostgreSQL's words where a query marks that they belong.
type rewriting struct{ query.DBTX }

func (r rewriting) text(q string) string {
	return strings.Replace(q, skipLocked, "FOR UPDATE SKIP LOCKED", 1)
}

func (r rewriting) ExecContext(ctx context.Context, q string, args ...any) (sql.Result, error) {
	return r.DBTX.ExecContext(ctx, r.text(q), args...)
}

func (r rewriting) QueryContext(ctx context.Context, q string, args ...any) (*sql.Rows, error) {
	return r.DBTX.QueryContext(ctx, r.text(q), args...)
}

func (r rewriting) QueryRowContext(ctx context.Context, q string, args ...any) *sql.Row {
	return r.DBTX.QueryRowContext(ctx, r.text(q), args...)
}
