package report_test

import (
	"database/sql"
	"fmt"
	"strings"
	"testing"

	_ "github.com/jackc/pgx/v5/stdlib"
	_ "modernc.org/sqlite"

	"shanmen/internal/testkit"
)

// bulk writes rows directly into the database, many per statement.
type bulk struct {
	t    testing.TB
	tx   *sql.Tx
	most int // values in one statement
}

// insert runs fn in a transaction on its own connection.
func insert(t testing.TB, a *testkit.App, fn func(b bulk)) {
	t.Helper()
	conn, most := a.DB.SQL(), 20_000
	if a.DB.Engine() == "sqlite" { // the pool of readers refuses to write
		most = 400 // SQLite searches all parameter names for each one
		var err error
		if conn, err = sql.Open("sqlite", "file:"+a.Config.DataDir+"/shanmen.db?_pragma=busy_timeout(10000)&_pragma=synchronous(OFF)"); err != nil {
			t.Fatal(err)
		}
		defer conn.Close()
	}
	tx, err := conn.BeginTx(t.Context(), nil)
	if err != nil {
		t.Fatal(err)
	}
	fn(bulk{t, tx, most})
	if err := tx.Commit(); err != nil {
		t.Fatal(err)
	}
	if a.DB.Engine() == "postgres" { // without statistics it scans whole tables; a real server collects them by itself
		if _, err := conn.ExecContext(t.Context(), "ANALYZE"); err != nil {
			t.Fatal(err)
		}
	}
}

func (b bulk) rows(table, columns string, rows [][]any) {
	b.t.Helper()
	width := strings.Count(columns, ",") + 1
	for len(rows) > 0 {
		n := min(len(rows), b.most/width)
		var text strings.Builder
		var args []any
		fmt.Fprintf(&text, "INSERT INTO %s (%s) VALUES ", table, columns)
		for i, r := range rows[:n] {
			if len(r) != width {
				b.t.Fatalf("%s: %d values for %d columns", table, len(r), width)
			}
			if i > 0 {
				text.WriteByte(',')
			}
			text.WriteByte('(')
			for k := range r {
				if k > 0 {
					text.WriteByte(',')
				}
				fmt.Fprintf(&text, "$%d", i*width+k+1)
			}
			text.WriteByte(')')
			args = append(args, r...)
		}
		if _, err := b.tx.ExecContext(b.t.Context(), text.String(), args...); err != nil {
			b.t.Fatalf("%s: %v", table, err)
		}
		rows = rows[n:]
	}
}

// The columns of the tables that the tests fill.
const (
	invoiceCols = "id, number, origin, origin_id, user_id, status, locale, sub_total, paid, payment_reference, payer_name, payer_chinese, created_at, updated_at"
	itemCols    = "id, invoice_id, position, offering_id, option_id, title_en, title_zh, option_title_en, option_title_zh, quantity, unit_price, amount, form_key, fund"
	paymentCols = "id, invoice_id, method, status, amount, received, decided_by, decided_at, created_at, excess, excess_as, unseen"
	refundCols  = "id, invoice_id, extent, method, amount, reason, note, actor_id, at"
	receiptCols = "id, number, invoice_id, payment_id, issued_at, issued_by, voided_at, void_reason"
	eventCols   = "id, invoice_id, at, status, by_whom"
)

// temple collects rows, to be written at once.
type temple struct{ invoices, items, payments, refunds, receipts, events [][]any }

func (m *temple) insert(t testing.TB, a *testkit.App) {
	t.Helper()
	insert(t, a, func(b bulk) {
		b.rows("invoices", invoiceCols, m.invoices)
		b.rows("invoice_items", itemCols, m.items)
		b.rows("payments", paymentCols, m.payments)
		b.rows("refunds", refundCols, m.refunds)
		b.rows("official_receipts", receiptCols, m.receipts)
		b.rows("invoice_events", eventCols, m.events)
	})
}
