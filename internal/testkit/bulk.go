package testkit

import (
	"context"
	"database/sql"
	"fmt"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/stdlib"
)

// bulk inserts many rows directly, without indexes, which are rebuilt at the end.
type bulk struct {
	t       testing.TB
	conn    *sql.Conn
	pg      bool
	indexes []string // their CREATE statements
	tables  map[string]*rows
}

// rows are waiting to be inserted.
type rows struct {
	columns []string
	values  [][]any
}

func (a *App) bulk(t testing.TB) *bulk {
	t.Helper()
	pool := a.DB.SQL()
	if a.DB.Engine() == "sqlite" { // whose test pool is read-only
		var err error
		if pool, err = sql.Open("sqlite", "file:"+filepath.Join(a.Config.DataDir, "shanmen.db")+"?_pragma=busy_timeout(10000)&_pragma=synchronous(OFF)&_pragma=cache_size(-200000)"); err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { _ = pool.Close() })
	}
	conn, err := pool.Conn(context.Background())
	if err != nil {
		t.Fatal(err)
	}
	return &bulk{t: t, conn: conn, pg: a.DB.Engine() == "postgres", tables: map[string]*rows{}}
}

// drop drops indexes that no constraint needs, and starts the transaction.
func (b *bulk) drop(tables ...string) {
	b.t.Helper()
	list := "SELECT name, sql FROM sqlite_master WHERE type = 'index' AND sql IS NOT NULL AND tbl_name = $1"
	if b.pg {
		list = "SELECT indexname, indexdef FROM pg_indexes WHERE schemaname = current_schema() AND tablename = $1 AND indexname NOT LIKE '%\\_pkey' AND indexname NOT LIKE '%\\_key'"
	}
	for _, table := range tables {
		found, err := b.conn.QueryContext(context.Background(), list, table)
		if err != nil {
			b.t.Fatal(err)
		}
		var names []string
		for found.Next() {
			var name, again string
			if err := found.Scan(&name, &again); err != nil {
				b.t.Fatal(err)
			}
			names, b.indexes = append(names, name), append(b.indexes, again)
		}
		if err := found.Err(); err != nil {
			b.t.Fatal(err)
		}
		for _, name := range names {
			b.exec("DROP INDEX " + name)
		}
	}
	if b.pg {
		b.exec("SET session_replication_role = replica") // tables are not filled in the order of their references
	} else {
		b.exec("BEGIN IMMEDIATE")
	}
}

func (b *bulk) exec(statement string, args ...any) {
	b.t.Helper()
	if _, err := b.conn.ExecContext(context.Background(), statement, args...); err != nil {
		b.t.Fatalf("%.80s: %v", statement, err)
	}
}

// add adds a row with the columns "a, b, c"; one table always has the same columns.
func (b *bulk) add(table, columns string, values ...any) {
	b.t.Helper()
	r := b.tables[table]
	if r == nil {
		r = &rows{columns: strings.Split(columns, ", ")}
		b.tables[table] = r
	}
	r.values = append(r.values, values)
	if b.pg && len(r.values) == 20_000 || !b.pg && len(r.values)*len(r.columns) >= 2000 {
		b.flush(table, r)
	}
}

func (b *bulk) flush(table string, r *rows) {
	b.t.Helper()
	if len(r.values) == 0 {
		return
	}
	if b.pg {
		err := b.conn.Raw(func(c any) error {
			_, err := c.(*stdlib.Conn).Conn().CopyFrom(context.Background(), pgx.Identifier{table}, r.columns, pgx.CopyFromRows(r.values))
			return err
		})
		if err != nil {
			b.t.Fatalf("%s: %v", table, err)
		}
	} else {
		one := "(?" + strings.Repeat(", ?", len(r.columns)-1) + ")"
		b.exec(fmt.Sprintf("INSERT INTO %s (%s) VALUES %s%s", table, strings.Join(r.columns, ", "), one, strings.Repeat(", "+one, len(r.values)-1)), slices.Concat(r.values...)...)
	}
	r.values = r.values[:0]
}

// write inserts the waiting rows.
func (b *bulk) write() {
	b.t.Helper()
	for table, r := range b.tables {
		b.flush(table, r)
	}
}

// repeated is the expression for columns other than ids when a block of rows is repeated.
var repeated = map[string]string{
	"invoices.number":            "substr(r.number, 1, 9) || n.five || substr(r.number, length(r.number) - 3)",
	"invoices.payment_reference": "substr(r.payment_reference, 1, 2) || substr(n.five, 2) || substr(r.payment_reference, 7)",
	"official_receipts.number":   "substr(r.number, 1, 8) || n.five || substr(r.number, length(r.number) - 3)",
	"invoices.status":            "CASE WHEN r.paid = 0 AND r.status <> 'expired' THEN 'paid' ELSE r.status END", // few are open at a time
	"invoices.paid":              "CASE WHEN r.paid = 0 AND r.status <> 'expired' THEN r.sub_total ELSE r.paid END",
	"payments.status":            "'approved'",
	"search_terms.kind":          "replace(r.kind, 'crowd-list-00000', 'crowd-list-' || n.five)",
}

// repeat inserts the rows of block 0 again: their ids contain block 1, 2 …
func (b *bulk) repeat(table, where string, times int) {
	b.t.Helper()
	if times < 1 {
		return
	}
	names := "SELECT name FROM pragma_table_info($1) ORDER BY cid"
	blocks := fmt.Sprintf("WITH RECURSIVE c (k) AS (SELECT 1 UNION ALL SELECT k + 1 FROM c WHERE k < %d), n AS MATERIALIZED (SELECT k, printf('%%05d', k) AS five FROM c)", times)
	if b.pg {
		names = "SELECT column_name FROM information_schema.columns WHERE table_schema = current_schema() AND table_name = $1 ORDER BY ordinal_position"
		blocks = fmt.Sprintf("WITH n AS MATERIALIZED (SELECT k, lpad(k::text, 5, '0') AS five FROM generate_series(1, %d) AS k)", times)
	}
	found, err := b.conn.QueryContext(context.Background(), names, table)
	if err != nil {
		b.t.Fatal(err)
	}
	var columns, values []string
	for found.Next() {
		var c string
		if err := found.Scan(&c); err != nil {
			b.t.Fatal(err)
		}
		v := repeated[table+"."+c]
		switch {
		case v != "":
		case c == "id" || c == "subject" || strings.HasSuffix(c, "_id"):
			v = "r." + c
			for _, kind := range []string{"crowd-", "crowd-list-", "crowd-entry-"} {
				v = fmt.Sprintf("replace(%s, '%s00000', '%s' || n.five)", v, kind, kind)
			}
		default:
			v = "r." + c
		}
		columns, values = append(columns, c), append(values, v)
	}
	if err := found.Err(); err != nil {
		b.t.Fatal(err)
	}
	b.exec(fmt.Sprintf("%s, r AS MATERIALIZED (SELECT * FROM %s WHERE %s) INSERT INTO %s (%s) SELECT %s FROM n CROSS JOIN r WHERE true",
		blocks, table, where, table, strings.Join(columns, ", "), strings.Join(values, ", ")))
}

// done inserts the waiting rows and rebuilds the indexes.
func (b *bulk) done() {
	b.t.Helper()
	b.write()
	if !b.pg {
		b.exec("COMMIT")
	}
	for _, again := range b.indexes {
		b.exec(again)
	}
	if b.pg {
		b.exec("RESET session_replication_role")
		b.exec("VACUUM ANALYZE")
	} else {
		b.exec("PRAGMA wal_checkpoint(TRUNCATE)")
	}
	_ = b.conn.Close()
}
