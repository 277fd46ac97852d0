package db_test

import (
	"bytes"
	"context"
	"database/sql"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"shanmen/internal/platform/db"
	"shanmen/internal/testkit/pg"
	"shanmen/internal/testkit/template"
)

func size(t *testing.T, path string) int64 {
	t.Helper()
	info, err := os.Stat(path)
	if errors.Is(err, os.ErrNotExist) {
		return 0
	}
	if err != nil {
		t.Fatal(err)
	}
	return info.Size()
}

func write(t *testing.T, d *db.DB, key, value string) error {
	t.Helper()
	return d.Write(t.Context(), func(ctx context.Context, tx *db.Tx) error { return put(ctx, tx, key, value) })
}

// A copy of shanmen.db made after a stop is complete.
func TestTheSQLiteFileIsCompleteAfterACleanStop(t *testing.T) {
	t.Parallel()
	path := filepath.Join(t.TempDir(), "shanmen.db")
	d := open(t, template.Tables.URL(t, "sqlite", filepath.Dir(path)))
	if err := write(t, d, "kept", "yes"); err != nil {
		t.Fatal(err)
	}
	if err := d.Close(); err != nil {
		t.Fatal(err)
	}
	if n := size(t, path+"-wal"); n != 0 {
		t.Errorf("%d bytes stayed in the log", n)
	}
	b, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	alone := filepath.Join(t.TempDir(), "copy.db")
	if err := os.WriteFile(alone, b, 0o600); err != nil {
		t.Fatal(err)
	}
	raw, err := sql.Open("sqlite", "file:"+alone)
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = raw.Close() }()
	var got string
	if err := raw.QueryRowContext(t.Context(), `SELECT value FROM settings WHERE key = 'kept'`).Scan(&got); err != nil || got != "yes" {
		t.Errorf("%q %v", got, err)
	}
}

// A reader prevents the write-ahead log from being reset, and it grows; once the reader is done it shrinks again.
func TestTheWALShrinksAfterALongReader(t *testing.T) {
	t.Parallel()
	path := filepath.Join(t.TempDir(), "shanmen.db")
	d := open(t, template.Tables.URL(t, "sqlite", filepath.Dir(path)))
	grow := func(word string) {
		t.Helper()
		reader, err := d.SQL().BeginTx(t.Context(), &sql.TxOptions{ReadOnly: true})
		if err != nil {
			t.Fatal(err)
		}
		var n int
		if err := reader.QueryRowContext(t.Context(), `SELECT count(*) FROM settings`).Scan(&n); err != nil {
			t.Fatal(err)
		}
		for i := range 24 {
			if err := write(t, d, fmt.Sprint("big ", i), strings.Repeat(word, 1<<20/len(word))); err != nil {
				t.Fatal(err)
			}
		}
		if n := size(t, path+"-wal"); n < 20<<20 {
			t.Fatalf("the log has only %d bytes", n)
		}
		if err := reader.Rollback(); err != nil {
			t.Fatal(err)
		}
	}
	grow("灯")
	for i := range 3 { // one write checkpoints the log, the next starts it again
		if err := write(t, d, "small", fmt.Sprint(i)); err != nil {
			t.Fatal(err)
		}
	}
	if n := size(t, path+"-wal"); n > 17<<20 {
		t.Errorf("%d bytes stay though nobody reads", n)
	}
	grow("lamp")
	if err := d.Checkpoint(t.Context()); err != nil || size(t, path+"-wal") != 0 {
		t.Errorf("after the checkpoint: %d bytes, %v", size(t, path+"-wal"), err)
	}
}

// The database contains secrets of second factors: other users of the machine may not read it, nor one created by an
// older version.
func TestTheDatabaseFileIsPrivate(t *testing.T) {
	t.Parallel()
	path := filepath.Join(t.TempDir(), "shanmen.db")
	modes := func(when string) {
		t.Helper()
		for _, f := range []string{path, path + "-wal", path + "-shm"} {
			info, err := os.Stat(f)
			if err != nil {
				t.Fatal(err)
			}
			if info.Mode().Perm() != 0o600 {
				t.Errorf("%s: %s is %v", when, filepath.Base(f), info.Mode())
			}
		}
	}
	d := open(t, "sqlite:"+path)
	modes("new")
	for _, f := range []string{path, path + "-wal", path + "-shm"} {
		if err := os.Chmod(f, 0o644); err != nil {
			t.Fatal(err)
		}
	}
	if _, err := db.Look(t.Context(), "sqlite:"+path); err != nil { // left by an older program that was killed
		t.Fatal(err)
	}
	modes("of before")
	if err := d.Close(); err != nil {
		t.Fatal(err)
	}
}

func TestAnUnusableDatabaseIsReportedWithItsPath(t *testing.T) {
	t.Parallel()
	made := func(t *testing.T) string {
		path := filepath.Join(t.TempDir(), "shanmen.db")
		d := open(t, template.Tables.URL(t, "sqlite", filepath.Dir(path)))
		for i := range 300 {
			if err := write(t, d, fmt.Sprint("key ", i), strings.Repeat("x", 500)); err != nil {
				t.Fatal(err)
			}
		}
		if err := d.Close(); err != nil {
			t.Fatal(err)
		}
		return path
	}
	overwrite := func(t *testing.T, path string, from, to int64) {
		t.Helper()
		f, err := os.OpenFile(path, os.O_RDWR, 0)
		if err != nil {
			t.Fatal(err)
		}
		_, err = f.WriteAt(bytes.Repeat([]byte{0xa5}, int(to-from)), from)
		if err := errors.Join(err, f.Close()); err != nil {
			t.Fatal(err)
		}
	}
	for name, c := range map[string]struct {
		spoil func(t *testing.T, path string)
		wants string
	}{
		"ErrHead": {func(t *testing.T, path string) { overwrite(t, path, 0, 100) }, "is damaged"},
		"ErrMiddle": {func(t *testing.T, path string) {
			overwrite(t, path, size(t, path)/2, size(t, path)/2+(64<<10))
		}, "is damaged"},
		"ErrCutOff": {func(t *testing.T, path string) {
			if err := os.Truncate(path, size(t, path)/2/4096*4096); err != nil {
				t.Fatal(err)
			}
		}, "is damaged"},
		"ErrReadOnly": {func(t *testing.T, path string) {
			if err := os.Chmod(path, 0o400); err != nil {
				t.Fatal(err)
			}
		}, "is read-only"},
		"ErrFolder": {func(t *testing.T, path string) {
			if err := errors.Join(os.Remove(path), os.Mkdir(path, 0o700)); err != nil {
				t.Fatal(err)
			}
		}, "is no file"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			path := made(t)
			c.spoil(t, path)
			_, err := db.Look(t.Context(), "sqlite:"+path)
			if err == nil || !strings.Contains(err.Error(), c.wants) || !strings.Contains(err.Error(), path) || strings.Contains(err.Error(), "\n") {
				t.Errorf("got %v", err)
			}
		})
	}
	if _, err := db.Look(t.Context(), "sqlite:"+made(t)); err != nil {
		t.Errorf("a sound one: %v", err)
	}
}

// SQLite would continue with a deleted file: what is acknowledged then would be lost.
func TestNoWriteSucceedsAfterTheDatabaseFileIsRemoved(t *testing.T) {
	t.Parallel()
	for name, take := range map[string]func(path string) error{
		"deleted":        os.Remove,
		"folder deleted": func(path string) error { return os.RemoveAll(filepath.Dir(path)) },
		"log deleted":    func(path string) error { return os.Remove(path + "-wal") },
		"replaced by another": func(path string) error {
			return errors.Join(os.Rename(path, path+".old"), os.WriteFile(path, nil, 0o600))
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			path := filepath.Join(t.TempDir(), "data", "shanmen.db")
			if err := os.Mkdir(filepath.Dir(path), 0o700); err != nil {
				t.Fatal(err)
			}
			d := open(t, template.Tables.URL(t, "sqlite", filepath.Dir(path)))
			if err := errors.Join(write(t, d, "before", "x"), d.Ping(t.Context())); err != nil {
				t.Fatal(err)
			}
			amid := d.Write(t.Context(), func(ctx context.Context, tx *db.Tx) error {
				return errors.Join(put(ctx, tx, "amid", "x"), take(path))
			})
			for what, err := range map[string]error{"the write under way": amid, "a later one": write(t, d, "after", "x"), "Ping": d.Ping(t.Context())} {
				if !errors.Is(err, db.ErrReplaced) || !db.Unavailable(err) {
					t.Errorf("%s: %v", what, err)
				}
			}
			if setting(t, d, "amid")+setting(t, d, "after") != "" {
				t.Error("something was written")
			}
		})
	}
}

// A folder moved away and back is the same.
func TestWritesContinueWhenTheDatabaseFileIsBack(t *testing.T) {
	t.Parallel()
	path := filepath.Join(t.TempDir(), "shanmen.db")
	d := open(t, template.Tables.URL(t, "sqlite", filepath.Dir(path)))
	if err := os.Rename(path, path+".away"); err != nil {
		t.Fatal(err)
	}
	if err := write(t, d, "away", "x"); !db.Unavailable(err) {
		t.Errorf("away: %v", err)
	}
	if err := os.Rename(path+".away", path); err != nil {
		t.Fatal(err)
	}
	if err := errors.Join(write(t, d, "back", "x"), d.Ping(t.Context())); err != nil {
		t.Errorf("back: %v", err)
	}
}

// The file now at that path may belong to another temple, with its own write-ahead log of the same name.
func TestClosingLeavesAnotherDatabasesWALAlone(t *testing.T) {
	t.Parallel()
	path := filepath.Join(t.TempDir(), "shanmen.db")
	d := open(t, template.Tables.URL(t, "sqlite", filepath.Dir(path)))
	for _, f := range []string{path, path + "-wal", path + "-shm"} {
		if err := os.Rename(f, f+".old"); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(f, []byte("theirs"), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	if err := d.Close(); err != nil {
		t.Fatal(err)
	}
	for _, f := range []string{path, path + "-wal"} {
		if b, err := os.ReadFile(f); err != nil || string(b) != "theirs" {
			t.Errorf("%s: %q %v", filepath.Base(f), b, err)
		}
	}
}

// A server on which the database was created again, or another server with the same name.
func TestAnotherDatabaseAtTheSameAddressIsNotWritten(t *testing.T) {
	t.Parallel()
	url := pg.URL(t)
	d := open(t, url)
	name := url[strings.LastIndex(url, "/")+1 : strings.LastIndex(url, "?")]
	maintenance, err := sql.Open("pgx", strings.Replace(url, "/"+name+"?", "/postgres?", 1))
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = maintenance.Close() }()
	anew := func() {
		t.Helper()
		for _, s := range []string{`DROP DATABASE ` + name + ` WITH (FORCE)`, `CREATE DATABASE ` + name} {
			if _, err := maintenance.ExecContext(t.Context(), s); err != nil {
				t.Fatal(err)
			}
		}
	}
	refused := func(what string) {
		t.Helper()
		_, read := d.Read().Setting(t.Context(), "any")
		for which, err := range map[string]error{"write": write(t, d, "lost", "x"), "read": read, "Ping": d.Ping(t.Context())} {
			if !errors.Is(err, db.ErrReplaced) || !db.Unavailable(err) {
				t.Errorf("%s, %s: %v", what, which, err)
			}
		}
	}
	anew()
	refused("empty")
	other := open(t, url)
	if other.ID() == d.ID() || other.ID() == "" {
		t.Errorf("two databases, ids %q and %q", d.ID(), other.ID())
	}
	refused("another temple's")
	if setting(t, other, "lost") != "" {
		t.Error("written into another database")
	}
}

func TestADatabaseKeepsItsID(t *testing.T) {
	t.Parallel()
	for _, engine := range []string{"sqlite", "postgres"} {
		t.Run(engine, func(t *testing.T) {
			t.Parallel()
			url := address(t, engine)
			if f, err := db.Look(t.Context(), url); err != nil || !f.Empty || f.ID != "" {
				t.Errorf("before: %+v %v", f, err)
			}
			d := open(t, url)
			if f, err := db.Look(t.Context(), url); err != nil || f.Empty || f.ID != d.ID() || d.ID() == "" {
				t.Errorf("open: %+v %v", f, err)
			}
			again, err := db.OpenAs(t.Context(), url, "another")
			if err != nil {
				t.Fatal(err)
			}
			defer func() { _ = again.Close() }()
			if again.ID() != d.ID() {
				t.Errorf("%q became %q", d.ID(), again.ID())
			}
		})
	}
}
