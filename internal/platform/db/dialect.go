package db

import (
	"context"
	"database/sql"
	"database/sql/driver"
	"errors"
	"io"
	"net"
	"slices"
	"strconv"
	"strings"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"
	"modernc.org/sqlite"
	sqlite3 "modernc.org/sqlite/lib"
)

// Only this file distinguishes the engines.

// skipLocked is a marker in SQL: there PostgreSQL lets workers of other replicas skip locked rows. SQLite has one
// writer and needs nothing.
const skipLocked = "/*skip locked*/"

// shareLock is a marker in SQL: there PostgreSQL locks the rows that are read against changes, until the transaction
// ends, and lets others share them. SQLite has one writer and needs nothing.
const shareLock = "/*share*/"

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

// CheckURL returns whether DATABASE_URL can be a PostgreSQL address, without connecting. The error quotes nothing of
// it, because an unreadable part may be the password.
func CheckURL(url string) error {
	if !strings.HasPrefix(url, "postgres://") && !strings.HasPrefix(url, "postgresql://") {
		return errors.New("DATABASE_URL is not like postgres://user:password@host:5432/database (leave it out for the built-in database)")
	}
	if _, err := pgx.ParseConfig(url); err != nil {
		return errors.New("DATABASE_URL cannot be read: write it like postgres://user:password@host:5432/database, and in the password / as %2F, # as %23, @ as %40")
	}
	return nil
}

// IsUnique returns whether err is a violated UNIQUE constraint, on either engine.
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

// isNoTable: the statement names a table that does not exist.
func isNoTable(err error) bool {
	var pg *pgconn.PgError
	if errors.As(err, &pg) {
		return pg.Code == "42P01"
	}
	var lite *sqlite.Error
	return errors.As(err, &lite) && lite.Code() == sqlite3.SQLITE_ERROR && strings.Contains(lite.Error(), "no such table")
}

// isDamage: SQLite finds the file malformed.
func isDamage(err error) bool {
	var lite *sqlite.Error
	return errors.As(err, &lite) && (lite.Code()&0xff == sqlite3.SQLITE_CORRUPT || lite.Code()&0xff == sqlite3.SQLITE_NOTADB)
}

func isReadOnly(err error) bool {
	var lite *sqlite.Error
	return errors.As(err, &lite) && lite.Code()&0xff == sqlite3.SQLITE_READONLY
}

// isRetryable: serialization failure or deadlock; the whole transaction may be retried.
func isRetryable(err error) bool {
	var pg *pgconn.PgError
	return errors.As(err, &pg) && (pg.Code == "40001" || pg.Code == "40P01")
}

// Unsure returns whether err is a commit with an unknown result: the connection broke or timed out before the database
// answered. The data may be written.
func Unsure(err error) bool {
	var unsure commitError
	if !errors.As(err, &unsure) {
		return false
	}
	var pg *pgconn.PgError
	if errors.As(err, &pg) { // the server answered: it has rolled back, unless the connection broke
		return strings.HasPrefix(pg.Code, "08") || strings.HasPrefix(pg.Code, "57P")
	}
	var lite *sqlite.Error
	if errors.As(err, &lite) {
		return lite.Code()&0xff == sqlite3.SQLITE_IOERR
	}
	return true
}

// Unavailable returns whether err means that the database cannot be reached or does not answer, rather than refusing
// the statement. Nothing was changed, and a retry may succeed. False where Unsure is true.
func Unavailable(err error) bool {
	if Unsure(err) {
		return false
	}
	if err == nil || unreachable(err) || errors.Is(err, errClosed) || errors.Is(err, ErrReplaced) || errors.Is(err, context.DeadlineExceeded) {
		return err != nil
	}
	text := err.Error() // these two errors have no exported value
	return strings.Contains(text, "sql: database is closed") || strings.Contains(text, "sql: statement is closed")
}

// unreachable: the connection failed or broke, so the transaction is not committed. A commit that broke is excluded,
// see Unsure.
func unreachable(err error) bool {
	if err == nil || Unsure(err) || errors.Is(err, context.DeadlineExceeded) || errors.Is(err, context.Canceled) {
		return false
	}
	var pg *pgconn.PgError
	if errors.As(err, &pg) {
		switch pg.Code {
		case "57P01", "57P02", "57P03", "53300": // shutting down, crashed, starting up, too many connections
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

// The numbers of the migrations written in Go: see fixed.
const (
	trailMigration    = 105
	versionsMigration = 211
	fundsMigration    = 481
	keptMigration     = 577
	marksMigration    = 596
)

// sqlDialect is the engine for which migrations are written.
type sqlDialect string

const (
	dialectSQLite   sqlDialect = "sqlite"
	dialectPostgres sqlDialect = "postgres"
)

// beforeMigrations creates the table of applied migrations, as the library did that was used up to 0.2.0. On PostgreSQL
// its first statement waits until no other replica migrates.
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

// inGo are the migrations that need different SQL on the two engines.
func inGo(e sqlDialect) []migration {
	return append(fixed(e), kept(e), marks(e), migration{fundsMigration, func(ctx context.Context, tx *sql.Tx) error {
		answer := `form ->> '$.fund'`
		if e == dialectPostgres {
			answer = `CAST(form AS json) ->> 'fund'`
		}
		return fillFunds(ctx, tx, answer)
	}})
}

// fixed are the migrations that make the database refuse changes of some rows. They are not in the common SQL because
// triggers differ between the engines. Deleting stays possible, for the rules of docs/retention.md only.
func fixed(e sqlDialect) []migration {
	return []migration{
		fix(e, trailMigration, "audit_entries", "entries of the audit trail cannot be changed"),
		fix(e, versionsMigration, "versions", "versions cannot be changed"),
	}
}

// kept is the migration that makes the database keep what payments and items determine: an order's methods, whether it has
// names, and the takings of each day. The program does not, because an older one that runs beside it would leave them
// wrong. A payment is only voided under the lock of its order.
func kept(e sqlDialect) migration {
	const bit = `CASE NEW.method WHEN 1 THEN 1 ELSE 2 END`
	added := `UPDATE invoices SET methods = methods | ` + bit + ` WHERE id = NEW.invoice_id AND methods & ` + bit + ` = 0`
	changed := `UPDATE invoices SET methods = (SELECT COALESCE(sum(DISTINCT CASE p.method WHEN 1 THEN 1 ELSE 2 END), 0)
		FROM payments p WHERE p.invoice_id = NEW.invoice_id AND p.status <> 'voided') WHERE id = NEW.invoice_id`
	back := `UPDATE invoices SET names_gone = 0 WHERE id = NEW.invoice_id AND names_gone = 1`
	const came = `INSERT INTO takings_days (day, amount, back) SELECT (NEW.decided_at + 28800000) / 86400000, COALESCE(NEW.received, 0), 0 WHERE NEW.status = 'approved'`
	const gone = `INSERT INTO takings_days (day, amount, back) SELECT (OLD.decided_at + 28800000) / 86400000, -COALESCE(OLD.received, 0), 0 WHERE OLD.status = 'approved'`
	return migration{keptMigration, runAll(
		trigger(e, "payments_takings_added", `AFTER INSERT ON payments`, `NEW.status = 'approved'`, came),
		trigger(e, "payments_takings_changed", `AFTER UPDATE OF status, received, decided_at ON payments`, `(OLD.status = 'approved' OR NEW.status = 'approved')
				AND (OLD.status <> NEW.status OR OLD.decided_at <> NEW.decided_at OR COALESCE(OLD.received, 0) <> COALESCE(NEW.received, 0))`, gone+`; `+came),
		trigger(e, "refunds_takings_added", `AFTER INSERT ON refunds`, `NEW.extent <> 'transfer'`,
			`INSERT INTO takings_days (day, amount, back) VALUES ((NEW.at + 28800000) / 86400000, 0, NEW.amount)`),
		trigger(e, "payments_method_added", `AFTER INSERT ON payments`, `NEW.status <> 'voided'`, added),
		trigger(e, "payments_method_changed", `AFTER UPDATE OF status ON payments`, `(NEW.status = 'voided') <> (OLD.status = 'voided')`, changed),
		trigger(e, "invoice_items_named", `AFTER UPDATE OF form ON invoice_items`, `NEW.form <> '' AND OLD.form = ''`, back),
	)}
}

// marks is the migration that makes the database keep what long lists ask of each row: whether a user is a member, and how
// many copies of an item have a position. Each change adds or subtracts, so that two at once are both counted.
func marks(e sqlDialect) migration {
	placed := func(row string) string {
		return `(` + row + `.item_id <> '' AND (` + row + `.ended_at = 0 AND ` + row + `.state <> 'clearing' OR ` + row + `.ended_why = 'over'))`
	}
	count := func(row, by string) string {
		return `UPDATE invoice_items SET placed = placed ` + by + ` WHERE invoice_id = ` + row + `.invoice_id AND id = ` + row + `.item_id AND ` + placed(row)
	}
	return migration{marksMigration, runAll(
		trigger(e, "members_added", `AFTER INSERT ON members`, `NEW.user_id <> ''`, `UPDATE users SET member = 1 WHERE id = NEW.user_id`),
		trigger(e, "members_gone", `AFTER DELETE ON members`, `OLD.user_id <> ''`, `UPDATE users SET member = 0 WHERE id = OLD.user_id`),
		trigger(e, "position_uses_added", `AFTER INSERT ON position_uses`, placed("NEW"), count("NEW", "+ 1")),
		trigger(e, "position_uses_changed", `AFTER UPDATE OF item_id, state, ended_at, ended_why ON position_uses`,
			placed("OLD")+` <> `+placed("NEW")+` OR OLD.item_id <> NEW.item_id`, count("OLD", "- 1")+`; `+count("NEW", "+ 1")),
		trigger(e, "position_uses_gone", `AFTER DELETE ON position_uses`, placed("OLD"), count("OLD", "- 1")),
	)}
}

// trigger returns the statements that create a trigger for each row.
func trigger(e sqlDialect, name, on, when, do string) []string {
	if e == dialectSQLite {
		return []string{`CREATE TRIGGER ` + name + ` ` + on + ` WHEN ` + when + ` BEGIN ` + do + `; END`}
	}
	return []string{
		`CREATE FUNCTION ` + name + `() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN ` + do + `; RETURN NULL; END $$`,
		`CREATE TRIGGER ` + name + ` ` + on + ` FOR EACH ROW WHEN (` + when + `) EXECUTE FUNCTION ` + name + `()`,
	}
}

// runAll runs statements one after the other.
func runAll(statements ...[]string) func(context.Context, *sql.Tx) error {
	return func(ctx context.Context, tx *sql.Tx) error {
		for _, s := range slices.Concat(statements...) {
			if _, err := tx.ExecContext(ctx, s); err != nil {
				return err
			}
		}
		return nil
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
	return migration{number, runAll(up)}
}
