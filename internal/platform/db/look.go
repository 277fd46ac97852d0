package db

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
)

// Found describes the database at an address before Open changes anything.
type Found struct {
	// Empty: no database, or one without accounts and settings.
	Empty bool
	// ID is the database's id, "" if an older version created it.
	ID string
	// Schema is the number of its last migration, 0 without one.
	Schema int64
	// At is its address for messages, without a password.
	At string
}

// Look examines the database at an address and creates nothing. A damaged or read-only file is an error with its path.
// A file readable by others is made private, because it contains secrets.
func Look(ctx context.Context, url string) (Found, error) {
	path, lite := strings.CutPrefix(url, sqliteScheme)
	if !lite {
		return lookPostgres(ctx, url)
	}
	found := Found{At: absolute(path)}
	info, err := os.Stat(path)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		found.Empty = true
		return found, nil
	case err != nil:
		return found, fmt.Errorf("the database %s cannot be reached: %w", found.At, err)
	case !info.Mode().IsRegular():
		return found, fmt.Errorf("the database %s is no file", found.At)
	case info.Mode().Perm()&0o200 == 0: // root could write it, but somebody made it read-only deliberately
		return found, fmt.Errorf("the database %s is read-only: make it writable by the user that runs Shanmen", found.At)
	case info.Size() == 0: // an interrupted first start
		found.Empty = true
		return found, nil
	}
	if err := closeToOthers(path); err != nil {
		return found, fmt.Errorf("the database %s: %w", found.At, err)
	}
	pool, err := sql.Open("sqlite", "file:"+path+"?mode=rw&_pragma=busy_timeout(10000)")
	if err != nil {
		return found, err
	}
	pool.SetMaxOpenConns(1)
	defer func() { _ = pool.Close() }()
	if err := soundFile(ctx, pool, found.At); err != nil {
		return found, err
	}
	return described(ctx, pool, found)
}

func lookPostgres(ctx context.Context, url string) (Found, error) {
	pool, err := sql.Open("pgx", url)
	if err != nil {
		return Found{}, err
	}
	defer func() { _ = pool.Close() }()
	found := Found{At: "DATABASE_URL"}
	var name string
	if err := pool.QueryRowContext(ctx, `SELECT current_database()`).Scan(&name); err != nil {
		return found, err
	}
	found.At = "PostgreSQL's " + name
	return described(ctx, pool, found)
}

// soundFile: SQLite's check finds no error, and the file is writable.
func soundFile(ctx context.Context, pool *sql.DB, path string) error {
	var said string
	err := pool.QueryRowContext(ctx, `PRAGMA quick_check(1)`).Scan(&said)
	switch {
	case isDamage(err), err == nil && said != "ok":
		if err != nil {
			said = err.Error()
		}
		said = strings.Join(strings.Fields(said), " ")
		return fmt.Errorf(`the database %s is damaged (%s): move it away and take a backup with "shanmen restore"`, path, said)
	case err == nil:
		var conn *sql.Conn
		if conn, err = pool.Conn(ctx); err != nil {
			break
		}
		defer func() { _ = conn.Close() }()
		if _, err = conn.ExecContext(ctx, `BEGIN IMMEDIATE`); err == nil {
			_, err = conn.ExecContext(ctx, `ROLLBACK`)
		}
	}
	if isReadOnly(err) {
		return fmt.Errorf("the database %s is read-only: make it and its folder writable by the user that runs Shanmen", path)
	}
	if err != nil {
		return fmt.Errorf("the database %s cannot be used: %w", path, err)
	}
	return nil
}

// described reads the properties of a database created by any version.
func described(ctx context.Context, pool *sql.DB, found Found) (Found, error) {
	var used int
	err := pool.QueryRowContext(ctx, `SELECT CASE WHEN EXISTS (SELECT 1 FROM users) OR EXISTS (SELECT 1 FROM settings) THEN 1 ELSE 0 END`).Scan(&used)
	if isNoTable(err) { // none yet, or an interrupted first start
		found.Empty = true
		return found, nil
	}
	if err != nil {
		return found, err
	}
	if err := pool.QueryRowContext(ctx, `SELECT COALESCE(max(version_id), 0) FROM goose_db_version WHERE is_applied`).Scan(&found.Schema); err != nil {
		return found, err
	}
	err = pool.QueryRowContext(ctx, `SELECT id FROM database_identity`).Scan(&found.ID)
	if errors.Is(err, sql.ErrNoRows) || isNoTable(err) {
		err = nil
	}
	found.Empty = used == 0 && found.ID == ""
	return found, err
}

// files are the files that SQLite has next to an open database.
func files(path string) []string { return []string{path, path + "-wal", path + "-shm"} }

// closeToOthers makes a database private to its owner: it contains secrets, and older versions left it readable.
func closeToOthers(path string) error {
	for _, f := range files(path) {
		info, err := os.Stat(f)
		if errors.Is(err, fs.ErrNotExist) || err == nil && info.Mode().Perm()&0o077 == 0 {
			continue
		}
		if err == nil {
			err = os.Chmod(f, 0o600)
		}
		if err != nil {
			return err
		}
	}
	return nil
}

func absolute(path string) string {
	if p, err := filepath.Abs(path); err == nil {
		return p
	}
	return path
}
