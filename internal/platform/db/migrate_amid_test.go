package db_test

import (
	"database/sql"
	"errors"
	"strings"
	"testing"

	"shanmen/internal/platform/db"
)

// A database whose migration failed still has the old schema, whichever step failed: the older program starts with it,
// and the newer one once the problem is fixed.
func TestAFailedMigrationLeavesTheOldDatabase(t *testing.T) {
	t.Parallel()
	const first = 105 // of 0.1.0
	for _, engine := range []string{"sqlite", "postgres"} {
		t.Run(engine, func(t *testing.T) {
			t.Parallel()
			url := address(t, engine)
			driver, dsn := "pgx", url
			if engine == "sqlite" {
				driver, dsn = "sqlite", "file:"+strings.TrimPrefix(url, "sqlite:")+"?_pragma=foreign_keys(1)&_pragma=journal_mode(WAL)&_txlock=immediate"
			}
			pool, err := sql.Open(driver, dsn)
			if err != nil {
				t.Fatal(err)
			}
			pool.SetMaxOpenConns(1)
			t.Cleanup(func() { _ = pool.Close() })
			if err := db.MigrateTo(t.Context(), pool, engine, first); err != nil {
				t.Fatal(err)
			}
			if _, err := pool.ExecContext(t.Context(), `INSERT INTO settings (key, value) VALUES ('kept', 'as it was')`); err != nil {
				t.Fatal(err)
			}
			tables := func() (out string) {
				t.Helper()
				text := `SELECT group_concat(name, ' ') FROM (SELECT name FROM sqlite_schema ORDER BY name)`
				if engine == "postgres" {
					text = `SELECT string_agg(relname || relkind::text, ' ' ORDER BY relname, relkind) FROM pg_class WHERE relnamespace = 'public'::regnamespace`
				}
				if err := pool.QueryRowContext(t.Context(), text).Scan(&out); err != nil {
					t.Fatal(err)
				}
				return out
			}
			before, tried := tables(), 0
			for i, n := range db.StepNumbers() {
				if n <= first || i%4 != 0 { // each of them is the same transaction
					continue
				}
				tried++
				err := db.MigrateBroken(t.Context(), pool, engine, n)
				if !errors.Is(err, db.ErrStep) || !strings.Contains(err.Error(), "the older program starts") {
					t.Fatalf("step %d: %v", n, err)
				}
				if tables() != before {
					t.Fatalf("step %d left its traces", n)
				}
				if err := db.MigrateTo(t.Context(), pool, engine, first); err != nil {
					t.Fatalf("after step %d the older program does not start: %v", n, err)
				}
			}
			if tried < 12 {
				t.Errorf("only %d steps", tried)
			}
			if err := db.Migrate(t.Context(), pool, engine); err != nil {
				t.Fatal(err)
			}
			var kept string
			if err := pool.QueryRowContext(t.Context(), `SELECT value FROM settings WHERE key = 'kept'`).Scan(&kept); err != nil || kept != "as it was" {
				t.Errorf("%q %v", kept, err)
			}
		})
	}
}
