package db_test

import (
	"database/sql"
	"slices"
	"strings"
	"testing"

	"shanmen/internal/platform/db"
)

func TestDatabasesOfOtherProgramsAreRefused(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		change string
		says   []string
	}{
		"newer":        {`INSERT INTO goose_db_version (version_id, is_applied) VALUES (90001, $1)`, []string{"newer Shanmen", "90001", "start the newer program"}},
		"before 0.1.0": {`UPDATE goose_db_version SET version_id = 28, is_applied = $1 WHERE version_id >= 100`, []string{"before 0.1.0", "28", "DATA_DIR"}},
	} {
		for _, engine := range []string{"sqlite", "postgres"} {
			t.Run(name+" "+engine, func(t *testing.T) {
				t.Parallel()
				url := address(t, engine)
				if err := open(t, url).Close(); err != nil {
					t.Fatal(err)
				}
				driver, dsn := "pgx", url
				if engine == "sqlite" {
					driver, dsn = "sqlite", "file:"+strings.TrimPrefix(url, "sqlite:")
				}
				raw, err := sql.Open(driver, dsn)
				if err != nil {
					t.Fatal(err)
				}
				if _, err = raw.ExecContext(t.Context(), c.change, true); err != nil {
					t.Fatal(err)
				}
				if err := raw.Close(); err != nil {
					t.Fatal(err)
				}
				d, err := db.Open(t.Context(), url)
				if err == nil {
					_ = d.Close()
					t.Fatal("it was opened")
				}
				for _, want := range c.says {
					if !strings.Contains(err.Error(), want) {
						t.Errorf("%q does not say %q", err, want)
					}
				}
			})
		}
	}
}

// One SQL text creates the tables of both engines: this compares them when a migration needs two texts.
func TestBothEnginesHaveTheSameTables(t *testing.T) {
	t.Parallel()
	rows := func(d *db.DB, text string) []string {
		t.Helper()
		r, err := d.SQL().QueryContext(t.Context(), text)
		if err != nil {
			t.Fatal(err)
		}
		defer r.Close()
		var out []string
		for r.Next() {
			var s string
			if err := r.Scan(&s); err != nil {
				t.Fatal(err)
			}
			out = append(out, s)
		}
		if err := r.Err(); err != nil {
			t.Fatal(err)
		}
		slices.Sort(out)
		return out
	}
	lite, pg := open(t, address(t, "sqlite")), open(t, address(t, "postgres"))
	compare := func(what string, a, b []string) {
		t.Helper()
		if len(a) < 20 {
			t.Errorf("%s: only %d found", what, len(a))
		}
		for _, x := range a {
			if !slices.Contains(b, x) {
				t.Errorf("%s: only SQLite has %s", what, x)
			}
		}
		for _, x := range b {
			if !slices.Contains(a, x) {
				t.Errorf("%s: only PostgreSQL has %s", what, x)
			}
		}
	}
	compare("columns",
		rows(lite, `SELECT m.name || '.' || c.name || ' ' || lower(c.type) || CASE WHEN c."notnull" = 1 OR c.pk > 0 THEN ' not null' ELSE '' END
			FROM sqlite_schema m JOIN pragma_table_info(m.name) c
			WHERE m.type = 'table' AND m.name NOT LIKE 'goose%' AND m.name NOT LIKE 'sqlite%'`),
		rows(pg, `SELECT table_name || '.' || column_name || ' ' || data_type || CASE WHEN is_nullable = 'NO' THEN ' not null' ELSE '' END
			FROM information_schema.columns WHERE table_schema = 'public' AND table_name NOT IN (SELECT viewname FROM pg_views) AND table_name NOT LIKE 'goose%'`))
	compare("indexes",
		rows(lite, `SELECT tbl_name || '.' || name || CASE WHEN sql LIKE 'CREATE UNIQUE%' THEN ' unique' ELSE '' END
			FROM sqlite_schema WHERE type = 'index' AND sql IS NOT NULL`),
		rows(pg, `SELECT tablename || '.' || indexname || CASE WHEN indexdef LIKE 'CREATE UNIQUE%' THEN ' unique' ELSE '' END
			FROM pg_indexes WHERE schemaname = 'public' AND tablename NOT LIKE 'goose%'
			AND indexname NOT IN (SELECT conname FROM pg_constraint)`))
}
