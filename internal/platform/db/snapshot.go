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

// Contents describes a copy of a database.
type Contents struct {
	ID               string
	Schema           int64 // the number of its last migration
	Orders, Accounts int64
	Files            []string // storage keys of the files that its rows name, without duplicates
}

// Snapshot copies the SQLite database at url, as of one moment, into a new file, without blocking readers and writers,
// even in another process.
func Snapshot(ctx context.Context, url, to string) error {
	path, lite := strings.CutPrefix(url, sqliteScheme)
	if !lite {
		return errors.New("only the built-in database is copied by us")
	}
	f, err := os.OpenFile(to, os.O_CREATE|os.O_EXCL|os.O_RDWR, 0o600) // private before it has content
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

// Inspect checks a copy of an SQLite database completely.
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
	if err != nil && !isNoTable(err) && !errors.Is(err, ErrNoRows) { // it may be from an older version
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
	if isNoTable(err) { // from a version without print runs
		rows, err = pool.QueryContext(ctx, library+` ORDER BY 1`)
	}
	if isNoTable(err) { // from a version without a library
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

// Schema is the number of this program's last migration.
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
