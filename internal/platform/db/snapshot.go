package db

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"strconv"
	"strings"
)

// Contents is what a copy of a database holds.
type Contents struct {
	ID               string
	Schema           int64 // the number of its last migration
	Orders, Accounts int64
	Files            []string // keys of the stored files that its rows name, each once
}

// Snapshot copies the SQLite database at url, as it is at one moment, into a new file. Whoever reads and writes
// meanwhile is not kept waiting, also in another process.
func Snapshot(ctx context.Context, url, to string) error {
	path, lite := strings.CutPrefix(url, sqliteScheme)
	if !lite {
		return errors.New("only the built-in database is copied by us")
	}
	f, err := os.OpenFile(to, os.O_CREATE|os.O_EXCL|os.O_RDWR, 0o600) // closed to others before anything is in it
	if err != nil {
		return err
	}
	defer func() { _ = f.Close() }()
	pool, err := sql.Open("sqlite", "file:"+path+"?mode=rw&_pragma=busy_timeout(10000)&_pragma=temp_store(memory)")
	if err != nil {
		return err
	}
	defer func() { _ = pool.Close() }()
	if _, err := pool.ExecContext(ctx, `VACUUM INTO ?`, to); err != nil {
		return fmt.Errorf("copy the database: %w", err)
	}
	return f.Sync()
}

// Inspect reads a copy of an SQLite database from end to end, and fails where anything in it is wrong.
func Inspect(ctx context.Context, file string) (c Contents, err error) {
	pool, err := sql.Open("sqlite", "file:"+file+"?mode=ro&immutable=1")
	if err != nil {
		return c, err
	}
	pool.SetMaxOpenConns(1)
	defer func() { _ = pool.Close() }()
	var said string
	if err := pool.QueryRowContext(ctx, `PRAGMA integrity_check(1)`).Scan(&said); err != nil {
		return c, fmt.Errorf("the copy of the database is damaged: %w", err)
	}
	if said != "ok" {
		return c, fmt.Errorf("the copy of the database is damaged: %s", said)
	}
	err = pool.QueryRowContext(ctx, `SELECT id FROM database_identity`).Scan(&c.ID)
	if err != nil && !isNoTable(err) && !errors.Is(err, ErrNoRows) { // it may be of an older program
		return c, err
	}
	err = pool.QueryRowContext(ctx, `SELECT (SELECT max(version_id) FROM goose_db_version WHERE is_applied),
		(SELECT count(*) FROM invoices), (SELECT count(*) FROM users)`).Scan(&c.Schema, &c.Orders, &c.Accounts)
	if err != nil {
		return c, fmt.Errorf("the copy of the database is not a temple's: %w", err)
	}
	const named = `SELECT storage_key FROM upload_images UNION SELECT file_key FROM bank_statements WHERE file_key <> ''`
	const library = named + ` UNION SELECT storage_key FROM picture_files`
	rows, err := pool.QueryContext(ctx, library+` UNION SELECT storage_key FROM print_runs WHERE storage_key <> '' ORDER BY 1`)
	if isNoTable(err) { // of a program that had no print runs
		rows, err = pool.QueryContext(ctx, library+` ORDER BY 1`)
	}
	if isNoTable(err) { // and of one that had no library
		rows, err = pool.QueryContext(ctx, named+` ORDER BY 1`)
	}
	if err != nil {
		return c, err
	}
	defer func() { _ = rows.Close() }()
	for rows.Next() {
		var key string
		if err := rows.Scan(&key); err != nil {
			return c, err
		}
		c.Files = append(c.Files, key)
	}
	return c, rows.Err()
}

// Schema is the number of the last migration that this program knows.
func Schema() int64 {
	last := int64(versionsMigration)
	names, _ := fs.Glob(migrations, "migrations/*.sql")
	for _, name := range names {
		number, _, _ := strings.Cut(strings.TrimPrefix(name, "migrations/"), "_")
		n, _ := strconv.ParseInt(number, 10, 64)
		last = max(last, n)
	}
	return last
}
