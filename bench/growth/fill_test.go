package growth_test

import (
	"database/sql"
	"fmt"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"shanmen/internal/testkit"
)

// filler writes to the database beside the program, without waiting for the disk.
type filler struct {
	testing.TB
	conn    *sql.Conn
	pg      bool
	now     int64             // milliseconds
	indexes []string          // what creates them again
	named   [][]string        // the search words of each person's name, sorted
	adding  map[int]*sql.Stmt // SQLite: inserts so many words of one record
	spent   []string          // how long each stage took
	began   time.Time         // of the present stage
}

// done ends a stage.
func (f *filler) done(stage string) {
	f.spent = append(f.spent, fmt.Sprintf("%s %v", stage, time.Since(f.began).Round(time.Second)))
	f.began = time.Now()
}

// bulky are the tables with most rows: their indexes are built when they are full.
var bulky = []string{
	"users", "members", "consents", "invoices", "invoice_items", "invoice_events", "payments", "official_receipts", "uploads", "upload_images",
	"search_terms", "audit_entries", "outbox", "carts", "bank_lines", "bank_matches",
}

func open(t testing.TB, a *testkit.App) *filler {
	t.Helper()
	f := &filler{TB: t, pg: a.DB.Engine() == "postgres", now: a.Clock.Now().UnixMilli(), adding: map[int]*sql.Stmt{}, began: time.Now()}
	pool := a.DB.SQL()
	if !f.pg { // whose own pool only reads
		var err error
		pool, err = sql.Open("sqlite", "file:"+filepath.Join(a.Config.DataDir, "shanmen.db")+"?_pragma=busy_timeout(10000)&_pragma=synchronous(OFF)&_pragma=cache_size(-800000)")
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { _ = pool.Close() })
	}
	var err error
	if f.conn, err = pool.Conn(background()); err != nil {
		t.Fatal(err)
	}
	list := "SELECT name, sql FROM sqlite_master WHERE type = 'index' AND sql IS NOT NULL AND tbl_name = $1"
	if f.pg {
		f.exec("SET session_replication_role = replica") // tables are not filled in the order of their references
		f.exec("SET maintenance_work_mem = '512MB'")
		list = `SELECT indexname, indexdef FROM pg_indexes WHERE schemaname = current_schema() AND tablename = $1 AND indexname NOT LIKE '%\_pkey' AND indexname NOT LIKE '%\_key'`
	}
	for _, table := range bulky {
		for _, r := range f.rows(list, table) {
			f.exec("DROP INDEX " + r[0])
			f.indexes = append(f.indexes, r[1])
		}
	}
	if f.pg {
		f.exec("ALTER TABLE search_terms DROP CONSTRAINT search_terms_pkey")
		f.indexes = append(f.indexes, "ALTER TABLE search_terms ADD CONSTRAINT search_terms_pkey PRIMARY KEY (kind, subject, term)")
	}
	return f
}

func (f *filler) exec(statement string, args ...any) {
	f.Helper()
	if _, err := f.conn.ExecContext(background(), statement, args...); err != nil {
		f.Fatalf("%.2000s: %v", statement, err)
	}
}

// rows are the two text columns of a query.
func (f *filler) rows(query string, args ...any) (out [][2]string) {
	f.Helper()
	found, err := f.conn.QueryContext(background(), query, args...)
	if err != nil {
		f.Fatal(err)
	}
	defer func() { _ = found.Close() }()
	for found.Next() {
		var r [2]string
		if err := found.Scan(&r[0], &r[1]); err != nil {
			f.Fatal(err)
		}
		out = append(out, r)
	}
	if err := found.Err(); err != nil {
		f.Fatal(err)
	}
	return out
}

// The functions that the engines name differently.

func (f *filler) hex(n string, digits int) string {
	if f.pg {
		return fmt.Sprintf("lpad(to_hex(CAST(%s AS BIGINT)), %d, '0')", n, digits)
	}
	return fmt.Sprintf("printf('%%0%dx', %s)", digits, n)
}

func (f *filler) digits(n string, digits int) string {
	if f.pg {
		return fmt.Sprintf("lpad(CAST(%s AS TEXT), %d, '0')", n, digits)
	}
	return fmt.Sprintf("printf('%%0%dd', %s)", digits, n)
}

func (f *filler) year(at string) string {
	if f.pg {
		return "to_char(to_timestamp((" + at + ") / 1000) AT TIME ZONE 'Asia/Singapore', 'YYYY')"
	}
	return "strftime('%Y', (" + at + ") / 1000, 'unixepoch', '+8 hours')"
}

func (f *filler) count(to int) string {
	if f.pg {
		return fmt.Sprintf("SELECT CAST(i AS BIGINT) AS n FROM generate_series(1, %d) AS i", to)
	}
	return fmt.Sprintf("WITH RECURSIVE c (n) AS (VALUES (1) UNION ALL SELECT n + 1 FROM c WHERE n < %d) SELECT n FROM c", to)
}

// reference is ten characters that no two n share.
func reference(n string) string {
	const characters = "23456789ABCDEFGHJKMNPQRSTUVWXYZ"
	var parts []string
	for i, power := 0, 1; i < 6; i, power = i+1, power*31 {
		parts = append(parts, fmt.Sprintf("substr('%s', CAST((%s * 7919 / %d) %% 31 + 1 AS INTEGER), 1)", characters, n, power))
	}
	return "'ZZZZ' || " + strings.Join(parts, " || ")
}

func (f *filler) insert(into string, rows []string) {
	const most = 1000
	for from := 0; from < len(rows); from += most {
		f.exec("INSERT INTO " + into + " VALUES " + strings.Join(rows[from:min(from+most, len(rows))], ", "))
	}
}

const (
	years    = 10
	yearLong = 365 * 24 * time.Hour

	// Of twenty orders, three are paid by a transfer that a statement shows; all of them in a span of six thousand orders are
	// in one statement.
	perStatement      = 6000
	linesPerStatement = perStatement / 20 * 3
	firstOfStatement  = 14
	perShift          = 500 // orders while one cash box is open
	perPlaced         = 20  // orders of which one is a lamp with a place
)

// series makes the copies' times, names, numbers, kinds and places, of members and of orders.
func (f *filler) series(members, orders, open, people int, kinds map[string]*kind) {
	at := func(n string, of int) string {
		return fmt.Sprintf("%d + %s * %d", f.now-int64(years*yearLong/time.Millisecond), n, int64((years*yearLong-4*24*time.Hour)/time.Millisecond)/int64(of+1))
	}
	// Open orders are of the last days: older ones would have expired.
	made := fmt.Sprintf("CASE WHEN n > %d THEN %d - (%d - n) * %d ELSE %s END", orders-open, f.now-time.Hour.Milliseconds(), orders, (3*24*time.Hour).Milliseconds()/int64(open), at("n", orders))
	u := func(at string) string {
		return fmt.Sprintf("substr(%s, 1, 8) || '-' || substr(%s, 9, 4)", f.hex(at, 12), f.hex(at, 12))
	}
	// As many new members a year as orders, but for the few of the first days.
	f.exec(fmt.Sprintf(`CREATE TEMP TABLE growth_members AS SELECT c.n, c.at, %s AS u, %s AS h, %s AS ref, w.p, w.latin, w.chinese, '+6585' || %s AS mobile, 'member' AS kind
		FROM (SELECT n, %s AS at FROM (%s) i) c JOIN people w ON w.p = c.n * 7919 %% %d`,
		u("c.at"), f.hex("c.n", 12), reference("c.n"), f.digits("c.n", 6), at("n", members), f.count(members), people))
	f.exec("CREATE UNIQUE INDEX growth_members_n ON growth_members (n)")
	of, paid := "CASE", []string{}
	for name, k := range kinds {
		if k.when != "" {
			of += fmt.Sprintf(" WHEN %s THEN '%s'", k.when, name)
		}
		if slices.ContainsFunc(k.rows, func(r row) bool { return r.table == "official_receipts" }) {
			paid = append(paid, "'"+name+"'")
		}
	}
	f.exec(fmt.Sprintf(`CREATE TEMP TABLE growth_orders AS SELECT c.n, c.at, %s AS u, %s AS h, %s AS ref, %s AS g, %s AS sh, c.year, c.seq, c.year || '-' || %s AS number,
			c.receipt, 'OR-' || c.year || '-' || %s AS receipt_number, m.n AS m, m.u AS mu, m.h AS mh, m.p, m.latin, m.chinese, m.mobile, c.kind, e.place
		FROM (SELECT i.n, i.at, i.kind, %s AS year, row_number() OVER (PARTITION BY %s ORDER BY i.n) + 1000 AS seq,
				COALESCE((SELECT l.last FROM number_series l WHERE l.series = 'OR' AND CAST(l.year AS TEXT) = %s), 0)
					+ sum(CASE WHEN i.kind IN (%s) THEN 1 ELSE 0 END) OVER (PARTITION BY %s ORDER BY i.n) AS receipt
			FROM (SELECT n, %s AS at, %s END AS kind FROM (%s) k) i) c
		JOIN growth_members m ON m.n = c.n * 104729 %% %d + 1 LEFT JOIN growth_places e ON c.kind = 'placed' AND e.k = c.n / %d + 1`,
		u("c.at"), f.hex("c.n", 12), reference("(c.n + 50000000)"), f.hex(fmt.Sprintf("c.n / %d", perStatement), 12), f.hex(fmt.Sprintf("c.n / %d", perShift), 12),
		f.digits("c.seq", 6), f.digits("c.receipt", 6), f.year("i.at"), f.year("i.at"), f.year("i.at"), strings.Join(paid, ", "), f.year("i.at"), made, of, f.count(orders), members, perPlaced))
	f.exec("CREATE UNIQUE INDEX growth_orders_n ON growth_orders (kind, n)")
}

// batches calls insert with a condition for each part of a series. The copies' ids begin with their time, so a part ends
// near one page of each table and index. On SQLite each part is a transaction: in a log of gigabytes, pages are searched
// for long.
func (f *filler) batches(of int, insert func(where string)) {
	const size = 25_000
	for from := 1; from <= of; from += size {
		if !f.pg {
			f.exec("BEGIN IMMEDIATE")
		}
		insert(fmt.Sprintf("s.n BETWEEN %d AND %d", from, from+size-1))
		if !f.pg {
			f.exec("COMMIT")
		}
	}
}

// build builds the indexes. PostgreSQL's planner gets the statistics that its autovacuum would make; SQLite's has none,
// because the program makes none.
func (f *filler) build() {
	f.Helper()
	for _, index := range f.indexes {
		f.exec(index)
	}
	f.done("indexes")
	for _, table := range []string{"growth_orders", "growth_members", "growth_places", "people"} {
		f.exec("DROP TABLE " + table)
	}
	if f.pg {
		f.exec("RESET session_replication_role")
		f.exec("VACUUM ANALYZE")
	} else {
		f.exec("PRAGMA wal_checkpoint(TRUNCATE)")
	}
	f.done("clean-up")
}

func (f *filler) close() {
	f.Helper()
	for _, s := range f.adding {
		_ = s.Close()
	}
	if err := f.conn.Close(); err != nil {
		f.Fatal(err)
	}
}
