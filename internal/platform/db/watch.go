package db

import (
	"context"
	"database/sql"

	"shanmen/internal/platform/db/query"
)

// Watch passes every statement with its arguments to seen, for tests that count them. Call it before using the database.
func (d *DB) Watch(seen func(statement string, args ...any)) { d.watch(seen) }

func (l *liteDB) watch(seen func(string, ...any)) {
	l.reads, l.writes = query.New(watching{l.reading, seen}), query.New(watching{l.writing, seen})
}

func (p *pgDB) watch(seen func(string, ...any)) {
	p.seen = seen
	p.reads = query.New(watching{rewriting{waiting{p.readers, p}}, seen})
}

// watching reports every statement before it runs.
type watching struct {
	query.DBTX
	seen func(string, ...any)
}

func (w watching) ExecContext(ctx context.Context, q string, args ...any) (sql.Result, error) {
	w.seen(q, args...)
	return w.DBTX.ExecContext(ctx, q, args...)
}

func (w watching) QueryContext(ctx context.Context, q string, args ...any) (*sql.Rows, error) {
	w.seen(q, args...)
	return w.DBTX.QueryContext(ctx, q, args...)
}

func (w watching) QueryRowContext(ctx context.Context, q string, args ...any) *sql.Row {
	w.seen(q, args...)
	return w.DBTX.QueryRowContext(ctx, q, args...)
}
