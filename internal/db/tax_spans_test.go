package db_test

import (
	"database/sql"
	"os"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"shanmen/internal/db/query"
)

// raw is a connection that no program has opened.
func raw(t *testing.T, engine, url string) *sql.DB {
	t.Helper()
	driver, dsn := "pgx", url
	if engine == "sqlite" {
		driver, dsn = "sqlite", "file:"+strings.TrimPrefix(url, "sqlite:")
	}
	d, err := sql.Open(driver, dsn)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = d.Close() })
	return d
}

// step runs one direction of a migration by hand.
func step(t *testing.T, d *sql.DB, name string, up bool) {
	t.Helper()
	file, err := os.ReadFile("migrations/" + name)
	if err != nil {
		t.Fatal(err)
	}
	text, down, ok := strings.Cut(string(file), "-- +goose Down")
	if !ok {
		t.Fatalf("%s has no way down", name)
	}
	if !up {
		text = down
	}
	for statement := range strings.SplitSeq(text, ";\n") {
		if strings.TrimSpace(statement) == "" {
			continue
		}
		if _, err := d.ExecContext(t.Context(), statement); err != nil {
			t.Fatalf("%s: %v", statement, err)
		}
	}
}

// Before, the settings kept the last registration alone; the trail knows of those before it.
func TestRegistrationsOfAnOlderProgramAreKept(t *testing.T) {
	t.Parallel()
	for _, engine := range []string{"sqlite", "postgres"} {
		t.Run(engine, func(t *testing.T) {
			t.Parallel()
			url := address(t, engine)
			if err := open(t, url).Close(); err != nil {
				t.Fatal(err)
			}
			d := raw(t, engine, url)
			const name = "00014_tax_spans_and_held_carts.sql"
			step(t, d, name, false)
			for key, value := range map[string]string{
				"gst": "on", "gst-number": "M90312345B", "gst-since": "7000", "gst-until": "", "ipc": "off", "ipc-since": "2000", "ipc-until": "5000",
			} {
				if _, err := d.ExecContext(t.Context(), `INSERT INTO settings (key, value) VALUES ($1, $2)`, key, value); err != nil {
					t.Fatal(err)
				}
			}
			for i, e := range [][3]any{
				{1000, "setting:gst", "on"}, {1000, "setting:gst-number", "200312345A"}, {3000, "setting:gst", "off"},
				{7000, "setting:gst", "on"}, {7000, "setting:gst-number", "M90312345B"}, {6000, "setting:temple-phone", "on"},
			} {
				_, err := d.ExecContext(t.Context(), `INSERT INTO audit_entries (id, at, actor_id, action, subject, before, after) VALUES ($1, $2, '', 'setting.change', $3, '', $4)`,
					string(rune('a'+i)), e[0], e[1], `{"value":"`+e[2].(string)+`"}`)
				if err != nil {
					t.Fatal(err)
				}
			}
			step(t, d, name, true)
			rows, err := query.New(d).TaxSpans(t.Context())
			if err != nil {
				t.Fatal(err)
			}
			type span struct {
				key          string
				since, until int64
				number       string
			}
			var got []span
			for _, r := range rows {
				got = append(got, span{r.Key, r.Since, r.Until, r.Number})
			}
			want := []span{{"gst", 1000, 3000, "200312345A"}, {"gst", 7000, 0, "M90312345B"}, {"ipc", 2000, 5000, ""}}
			if diff := cmp.Diff(want, got, cmp.AllowUnexported(span{})); diff != "" {
				t.Error(diff)
			}
			step(t, d, name, false)
			var since string
			if err := d.QueryRowContext(t.Context(), `SELECT value FROM settings WHERE key = 'gst-since'`).Scan(&since); err != nil || since != "7000" {
				t.Errorf("on the way back: since %q, %v", since, err)
			}
		})
	}
}
