package db

import (
	"context"
	"database/sql"
	"database/sql/driver"
	"errors"
	"io"
	"net"
	"strconv"
	"strings"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"
	"modernc.org/sqlite"
	sqlite3 "modernc.org/sqlite/lib"
)

// This is the only file that asks which engine runs.

// skipLocked marks, in a query's text, where PostgreSQL lets workers of other replicas skip the
// rows that one holds. SQLite has one writer and needs nothing there.
const skipLocked = "/*skip locked*/"

const sqliteScheme = "sqlite:"

func openEngine(ctx context.Context, url string) (engine, string, error) {
	if path, ok := strings.CutPrefix(url, sqliteScheme); ok {
		e, err := openSQLite(ctx, path)
		return e, "sqlite", err
	}
	if err := CheckURL(url); err != nil {
		return nil, "", err
	}
	e, err := openPostgres(ctx, url)
	return e, "postgres", err
}

// CheckURL tells whether DATABASE_URL can be the address of a PostgreSQL, without calling it. The error repeats nothing of
// it: what cannot be read may be the password.
func CheckURL(url string) error {
	if !strings.HasPrefix(url, "postgres://") && !strings.HasPrefix(url, "postgresql://") {
		return errors.New("DATABASE_URL is not like postgres://user:password@host:5432/database (leave it out for the built-in database)")
	}
	if _, err := pgx.ParseConfig(url); err != nil {
		return errors.New("DATABASE_URL cannot be read: write it like postgres://user:password@host:5432/database, and in the password / as %2F, # as %23, @ as %40")
	}
	return nil
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

// isNoTable: the statement names a table that is not there.
func isNoTable(err error) bool {
	var pg *pgconn.PgError
	if errors.As(err, &pg) {
		return pg.Code == "42P01"
	}
	var lite *sqlite.Error
	return errors.As(err, &lite) && lite.Code() == sqlite3.SQLITE_ERROR && strings.Contains(lite.Error(), "no such table")
}

// isDamage: SQLite cannot make sense of the file.
func isDamage(err error) bool {
	var lite *sqlite.Error
	return errors.As(err, &lite) && (lite.Code()&0xff == sqlite3.SQLITE_CORRUPT || lite.Code()&0xff == sqlite3.SQLITE_NOTADB)
}

func isReadOnly(err error) bool {
	var lite *sqlite.Error
	return errors.As(err, &lite) && lite.Code()&0xff == sqlite3.SQLITE_READONLY
}

// isRetryable: serialization failure and deadlock. The whole transaction may run again.
func isRetryable(err error) bool {
	var pg *pgconn.PgError
	return errors.As(err, &pg) && (pg.Code == "40001" || pg.Code == "40P01")
}

// Unsure reports whether err is a commit of unknown result: the connection broke, or the time ran out, before the
// database answered. What was written may stand.
func Unsure(err error) bool {
	var unsure commitError
	if !errors.As(err, &unsure) {
		return false
	}
	var pg *pgconn.PgError
	if errors.As(err, &pg) { // the server answered: but for a broken connection it has rolled back
		return strings.HasPrefix(pg.Code, "08") || strings.HasPrefix(pg.Code, "57P")
	}
	var lite *sqlite.Error
	if errors.As(err, &lite) {
		return lite.Code()&0xff == sqlite3.SQLITE_IOERR
	}
	return true
}

// Unavailable tells whether err means that the database cannot be reached or does not get to answering,
// rather than that it refused what was asked. Nothing was changed, and the same call may succeed a little
// later. It is false where Unsure is true.
func Unavailable(err error) bool {
	if Unsure(err) {
		return false
	}
	if err == nil || unreachable(err) || errors.Is(err, errClosed) || errors.Is(err, ErrReplaced) || errors.Is(err, context.DeadlineExceeded) {
		return err != nil
	}
	text := err.Error() // these two have no name to compare with
	return strings.Contains(text, "sql: database is closed") || strings.Contains(text, "sql: statement is closed")
}

// unreachable: the connection could not be made or broke, so that what was under way is not committed. A
// commit that broke is not among them, see Unsure.
func unreachable(err error) bool {
	if err == nil || Unsure(err) || errors.Is(err, context.DeadlineExceeded) || errors.Is(err, context.Canceled) {
		return false
	}
	var pg *pgconn.PgError
	if errors.As(err, &pg) {
		switch pg.Code {
		case "57P01", "57P02", "57P03", "53300": // shutting down, crashed, starting up, no connection left
			return true
		}
		return strings.HasPrefix(pg.Code, "08") // connection exceptions
	}
	var lite *sqlite.Error
	if errors.As(err, &lite) {
		switch lite.Code() & 0xff {
		case sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED, sqlite3.SQLITE_IOERR, sqlite3.SQLITE_CANTOPEN, sqlite3.SQLITE_FULL:
			return true
		}
		return false
	}
	var connect *pgconn.ConnectError
	var network net.Error
	return errors.As(err, &connect) || errors.As(err, &network) || pgconn.SafeToRetry(err) ||
		errors.Is(err, driver.ErrBadConn) || errors.Is(err, sql.ErrConnDone) || errors.Is(err, io.ErrUnexpectedEOF) || errors.Is(err, io.EOF)
}

// The numbers of the migrations that are written in Go: see fixed.
const (
	trailMigration    = 105
	versionsMigration = 211
	fundsMigration    = 481
)

// sqlDialect is the engine that migrations are written for.
type sqlDialect string

const (
	dialectSQLite   sqlDialect = "sqlite"
	dialectPostgres sqlDialect = "postgres"
)

// beforeMigrations make the list of the migrations that were done, as the library made it that kept it up to 0.2.0.
// On PostgreSQL the first one waits until no other replica migrates.
func (e sqlDialect) beforeMigrations() []string {
	if e == dialectSQLite {
		return []string{`CREATE TABLE IF NOT EXISTS goose_db_version (id INTEGER PRIMARY KEY AUTOINCREMENT,
			version_id INTEGER NOT NULL, is_applied INTEGER NOT NULL, tstamp TIMESTAMP DEFAULT (datetime('now')))`}
	}
	return []string{
		`SELECT pg_advisory_xact_lock(` + strconv.FormatInt(migrationLock, 10) + `)`,
		`CREATE TABLE IF NOT EXISTS goose_db_version (id INTEGER PRIMARY KEY GENERATED BY DEFAULT AS IDENTITY,
			version_id BIGINT NOT NULL, is_applied BOOLEAN NOT NULL, tstamp TIMESTAMP NOT NULL DEFAULT now())`,
	}
}

// inGo are the migrations that the two engines have no common words for.
func inGo(e sqlDialect) []migration {
	return append(fixed(e), migration{fundsMigration, func(ctx context.Context, tx *sql.Tx) error {
		answer := `form ->> '$.fund'`
		if e == dialectPostgres {
			answer = `CAST(form AS json) ->> 'fund'`
		}
		return fillFunds(ctx, tx, answer)
	}})
}

// fixed are the migrations that let the database refuse every change of some rows. They are no part of the
// migrations' common text, for the two engines have no common word for a trigger that refuses. Deleting
// stays possible, for the rules of docs/retention.md alone.
func fixed(e sqlDialect) []migration {
	return []migration{
		fix(e, trailMigration, "audit_entries", "entries of the audit trail cannot be changed"),
		fix(e, versionsMigration, "versions", "versions cannot be changed"),
	}
}

func fix(e sqlDialect, number int64, table, refusal string) migration {
	up := []string{`CREATE TRIGGER ` + table + `_fixed BEFORE UPDATE ON ` + table + `
		BEGIN SELECT RAISE(ABORT, '` + refusal + `'); END`}
	if e == dialectPostgres {
		up = []string{
			`CREATE FUNCTION ` + table + `_fixed() RETURNS trigger LANGUAGE plpgsql AS
				$$ BEGIN RAISE EXCEPTION '` + refusal + `'; END $$`,
			`CREATE TRIGGER ` + table + `_fixed BEFORE UPDATE ON ` + table + ` FOR EACH ROW EXECUTE FUNCTION ` + table + `_fixed()`,
		}
	}
	return migration{number, func(ctx context.Context, tx *sql.Tx) error {
		for _, s := range up {
			if _, err := tx.ExecContext(ctx, s); err != nil {
				return err
			}
		}
		return nil
	}}
}
