package ledger_test

import (
	"database/sql"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"shanmen/internal/platform/db"
	"shanmen/internal/testkit"
)

// A newer program is started on the saved database of each released version and killed at several moments of its first
// start: it leaves the old database or the new one, never a mixture. Then two replicas on PostgreSQL, or one program on
// SQLite, open it; with SQLite the copy from before the upgrade is there, and the older program could start with it.
func TestAnUpgradeIsAtomic(t *testing.T) {
	if testkit.InProcess() {
		return
	}
	t.Parallel()
	eachKept(t, func(t *testing.T, _, engine, archive string) {
		place, _ := unpack(t, engine, archive)
		old, orders := look(t, place)
		moments := 5
		if old == db.Schema() { // this program does not change the tables
			moments = 0
		}
		for i := range moments {
			p := testkit.StartProgram(t, place, "serve")
			p.Says("to be brought up to date")
			<-time.After(time.Duration(i) * 40 * time.Millisecond)
			p.Kill()
			schema, left := look(t, place)
			if schema != old && schema != db.Schema() || left != orders {
				t.Fatalf("killed at moment %d: schema %d of %d to %d, %d orders of %d", i, schema, old, db.Schema(), left, orders)
			}
			if schema != old { // too late: begin again
				place, _ = unpack(t, engine, archive)
			}
		}
		replicas := []*testkit.Program{testkit.StartProgram(t, place, "serve")}
		if engine == "postgres" {
			replicas = append(replicas, testkit.StartProgram(t, place, "serve"))
		}
		told := 0
		for _, p := range replicas {
			p.Ready()
			told += strings.Count(p.Log(), "the database is up to date")
		}
		if schema, left := look(t, place); schema != db.Schema() || left != orders || (told > 0) != (moments > 0) {
			t.Errorf("schema %d, %d orders of %d, told %d times", schema, left, orders, told)
		}
		for _, p := range replicas {
			p.Signal(syscall.SIGINT)
			if code := p.Ended(); code != 0 {
				t.Errorf("exit code %d", code)
			}
		}
		if engine == "sqlite" && moments > 0 {
			back(t, place, old, orders)
		}
	})
}

// back goes back to the old version as docs/upgrade.md describes.
func back(t *testing.T, place testkit.Place, schema, orders int64) {
	t.Helper()
	copies, err := filepath.Glob(filepath.Join(place.Dir, "backup", "before-upgrade-*"))
	if err != nil || len(copies) != 1 {
		t.Fatalf("%v %v", copies, err)
	}
	info, err := os.Stat(copies[0])
	if err != nil || info.Mode().Perm() != 0o600 {
		t.Errorf("others may read the copy: %v %v", info, err)
	}
	file := filepath.Join(place.Dir, "shanmen.db")
	if err := os.Rename(file, file+".newer"); err != nil {
		t.Fatal(err)
	}
	if err := os.Rename(copies[0], file); err != nil {
		t.Fatal(err)
	}
	if got, left := look(t, place); got != schema || left != orders {
		t.Errorf("the copy has schema %d and %d orders, not %d and %d", got, left, schema, orders)
	}
	p := testkit.StartProgram(t, place, "serve")
	p.Ready()
}

// look reads, without the program, the schema number and the number of orders of a database.
func look(t *testing.T, place testkit.Place) (schema, orders int64) {
	t.Helper()
	driver, dsn := "pgx", place.URL
	if place.URL == "" {
		driver, dsn = "sqlite", "file:"+filepath.Join(place.Dir, "shanmen.db")+"?_pragma=busy_timeout(10000)"
	}
	pool, err := sql.Open(driver, dsn)
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = pool.Close() }()
	err = pool.QueryRowContext(t.Context(), `SELECT (SELECT max(version_id) FROM goose_db_version WHERE is_applied), (SELECT count(*) FROM invoices)`).Scan(&schema, &orders)
	if err != nil {
		t.Fatal(err)
	}
	return schema, orders
}
