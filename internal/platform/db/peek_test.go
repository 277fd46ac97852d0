package db_test

import (
	"bytes"
	"context"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"shanmen/internal/platform/db"
	"shanmen/internal/testkit/pg"
)

// Peeking at a database identifies it, also while a program has it open, and changes nothing.
func TestPeekIsReadOnly(t *testing.T) {
	t.Parallel()
	for _, engine := range []string{"sqlite", "postgres"} {
		t.Run(engine, func(t *testing.T) {
			t.Parallel()
			url, file := "", ""
			if engine == "postgres" {
				url = pg.URL(t)
			} else {
				file = filepath.Join(t.TempDir(), "shanmen.db")
				url = "sqlite:" + file
			}
			before, err := db.PeekAt(t.Context(), url)
			if err != nil || before.Schema != 0 || before.ID != "" {
				t.Fatalf("nothing is there: %+v %v", before, err)
			}
			if err := before.Close(); err != nil {
				t.Fatal(err)
			}
			if _, err := os.Stat(file); file != "" && err == nil {
				t.Error("the look made a database")
			}
			d, err := db.Open(t.Context(), url)
			if err != nil {
				t.Fatal(err)
			}
			peek := func() {
				t.Helper()
				p, err := db.PeekAt(t.Context(), url)
				if err != nil || p.Schema != db.Schema() || p.ID != d.ID() || (p.Server >= 150000) != (engine == "postgres") || p.Time.IsZero() == (engine == "postgres") {
					t.Fatalf("%+v %v", p, err)
				}
				if _, err := p.Read().Settings(t.Context()); err != nil {
					t.Error(err)
				}
				if err := p.Close(); err != nil {
					t.Error(err)
				}
			}
			peek()
			if err := d.Write(t.Context(), func(ctx context.Context, tx *db.Tx) error { return nil }); err != nil {
				t.Error(err)
			}
			if err := d.Close(); err != nil {
				t.Fatal(err)
			}
			was, _ := os.ReadFile(filepath.Clean(file))
			peek()
			if is, _ := os.ReadFile(filepath.Clean(file)); !bytes.Equal(was, is) {
				t.Error("the look changed the file")
			}
		})
	}
}

func TestPeekReportsUnreadableDatabases(t *testing.T) {
	t.Parallel()
	file := filepath.Join(t.TempDir(), "shanmen.db")
	if err := os.WriteFile(file, bytes.Repeat([]byte("no database "), 1000), 0o600); err != nil {
		t.Fatal(err)
	}
	there := pg.URL(t)
	for url, want := range map[string]string{
		"sqlite:" + file: "is damaged",
		"postgres://shanmen:topsecret@127.0.0.1:1/shanmen":    "PostgreSQL does not answer at 127.0.0.1:1",
		strings.Replace(there, "?", "_that_is_not_there?", 1): "PostgreSQL refuses: ",
		"mysql://shanmen:topsecret@host/x":                    "DATABASE_URL is not like postgres://",
	} {
		_, err := db.PeekAt(t.Context(), url)
		if err == nil || !strings.Contains(err.Error(), want) || strings.Contains(err.Error(), "topsecret") {
			t.Errorf("%s: %v", url, err)
		}
	}
}
