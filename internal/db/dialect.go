package db

import (
	"context"
	"errors"
	"strings"

	"github.com/jackc/pgx/v5/pgconn"
	"modernc.org/sqlite"
	sqlite3 "modernc.org/sqlite/lib"
)

// This is the only file that asks which engine runs.

// skipLocked marks, in a query's text, where PostgreSQL lets workers of other replicas skip the
// rows that one holds. SQLite has one writer and needs nothing there.
const skipLocked = "/*skip locked*/"

func openEngine(ctx context.Context, url string) (engine, string, error) {
	if path, ok := strings.CutPrefix(url, "sqlite:"); ok {
		e, err := openSQLite(ctx, path)
		return e, "sqlite", err
	}
	if strings.HasPrefix(url, "postgres://") || strings.HasPrefix(url, "postgresql://") {
		e, err := openPostgres(ctx, url)
		return e, "postgres", err
	}
	return nil, "", errors.New(`DATABASE_URL must start with postgres:// (leave it out for the built-in database)`)
}

// IsUnique tells whether err is a broken UNIQUE constraint on either engine.
func IsUnique(err error) bool {
	var pg *pgconn.PgError
	if errors.As(err, &pg) {
		return pg.Code == "23505"
	}
	var lite *sqlite.Error
	if errors.As(err, &lite) {
		return lite.Code() == sqlite3.SQLITE_CONSTRAINT_UNIQUE || lite.Code() == sqlite3.SQLITE_CONSTRAINT_PRIMARYKEY
	}
	return false
}

// isRetryable: serialization failure and deadlock. The whole transaction may run again.
func isRetryable(err error) bool {
	var pg *pgconn.PgError
	return errors.As(err, &pg) && (pg.Code == "40001" || pg.Code == "40P01")
}
