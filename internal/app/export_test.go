package app_test

import (
	"bytes"
	"encoding/csv"
	"fmt"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"shanmen/internal/base/id"
	"shanmen/internal/testkit"
)

// meanwhile is a response writer that runs a change once, after the first rows have been sent.
type meanwhile struct {
	*httptest.ResponseRecorder
	happens func()
}

func (m *meanwhile) Write(b []byte) (int, error) {
	if m.happens != nil {
		m.happens()
		m.happens = nil
	}
	return m.ResponseRecorder.Write(b)
}

// taken requests an export as a visitor and returns the first cell of each row, with its row number.
func taken(t *testing.T, a *testkit.App, c *testkit.Client, method, path, body string, happens func()) [][]string {
	t.Helper()
	r := httptest.NewRequestWithContext(t.Context(), method, "http://temple.example"+path, strings.NewReader(body))
	r.Header.Set("Content-Type", "application/json")
	r.Header.Set("Idempotency-Key", id.New())
	for _, k := range c.Cookies() {
		r.AddCookie(k)
	}
	w := &meanwhile{httptest.NewRecorder(), happens}
	a.Handler.ServeHTTP(w, r)
	if w.Code != http.StatusOK || w.happens != nil {
		t.Fatalf("%s: %d, %d bytes: %.300s", path, w.Code, w.Body.Len(), w.Body)
	}
	rows, err := csv.NewReader(bytes.NewReader(bytes.TrimPrefix(w.Body.Bytes(), []byte("\ufeff")))).ReadAll()
	if err != nil {
		t.Fatal(err)
	}
	return rows[1:]
}

// A row that leaves a list while it is exported causes no other row to be skipped: each export pages by a key that does
// not change.
func TestAnExportLosesNoRowWhenTheListChangesMeanwhile(t *testing.T) {
	t.Parallel()
	testkit.Each(t, func(t *testing.T, a *testkit.App) {
		const most = 1200 // more than any export reads in one batch
		long := strings.Repeat("福", 100)
		member := a.Member(t)
		order := member.Buy(a.Item(t, "lamp-oil", "bottle"))
		a.TakeCash(t, order)
		guest := a.Guest()
		guest.Post("/api/form/awaiting", map[string]any{"form": "contact", "values": map[string]any{
			"name": "林国华", "email": "guohua.lin@mail.example", "topic": "tablet", "message": long, "consent": true,
		}}).Want(200)
		copies := func(table string, set map[string]string) {
			t.Helper()
			columns := columnsOf(t, a, table)
			values := make([]string, len(columns))
			for i, c := range columns {
				values[i] = "x." + c
				if v, ok := set[c]; ok {
					values[i] = v
				}
			}
			a.Exec(t, fmt.Sprintf(`WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < %d)
				INSERT INTO %s (%s) SELECT %s FROM n, (SELECT * FROM %s LIMIT 1) x`, most, table, strings.Join(columns, ", "), strings.Join(values, ", "), table))
		}
		own := func(columns ...string) map[string]string {
			set := map[string]string{}
			for _, c := range columns {
				set[c] = "x." + c + " || '-' || (100000 + i)"
			}
			return set
		}
		at := func(set map[string]string, column string) map[string]string {
			set[column] = "x." + column + " + i"
			return set
		}
		copies("form_entries", at(own("id", "reference"), "created_at"))
		copies("audit_entries", map[string]string{"id": "x.id || '-' || (100000 + i)", "at": "x.at - i", "request_id": "'request-' || i"})
		copies("invoices", at(own("id", "number", "payment_reference", "origin_id"), "created_at"))
		copies("invoice_items", own("id", "invoice_id"))
		copies("payments", at(own("id", "invoice_id"), "decided_at"))
		copies("official_receipts", at(own("id", "number", "invoice_id", "payment_id"), "issued_at"))
		span := "csv?from=2026-11-01&to=2026-11-30"
		first := func(table, key, set string) string {
			return fmt.Sprintf("UPDATE %s SET %s WHERE id IN (SELECT id FROM %s ORDER BY %s, id LIMIT 100)", table, set, table, key)
		}
		for _, x := range []struct {
			name, role, method, path, body string
			happens                        string // a change, during the export, to rows already read
		}{
			{"messages", "editor", "POST", "/api/admin/form-entry-export", `{"password":"temple-office-2026","format":"csv","state":"open"}`, first("form_entries", "created_at", "state = 'done'")},
			{"the trail", "admin", "GET", "/api/admin/audit/export?format=csv", "",
				"INSERT INTO audit_entries (id, at, actor_id, action, subject) SELECT 'new-' || id, at + 1000, actor_id, action, subject FROM audit_entries"},
			{"orders", "treasurer", "GET", "/api/admin/report/export/orders." + span, "", first("invoices", "created_at", "created_at = 0")},
			{"payments", "treasurer", "GET", "/api/admin/report/export/payments." + span, "", first("payments", "decided_at", "status = 'voided'")},
			{"receipts", "treasurer", "GET", "/api/admin/report/export/receipts." + span, "", first("official_receipts", "issued_at", "issued_at = 0")},
		} {
			t.Run(x.name, func(t *testing.T) {
				c := a.Staff(t, x.role)
				got := taken(t, a, c, x.method, x.path, x.body, func() { a.Exec(t, x.happens) })
				seen := map[string]bool{}
				for _, row := range got {
					seen[strings.Join(row, "|")] = true
				}
				if len(got) <= most || len(seen) != len(got) {
					t.Errorf("%d rows, %d different ones, want more than %d", len(got), len(seen), most)
				}
			})
		}
	})
}

// columnsOf returns the columns of a table.
func columnsOf(t *testing.T, a *testkit.App, table string) []string {
	t.Helper()
	rows, err := a.DB.SQL().QueryContext(t.Context(), "SELECT * FROM "+table+" LIMIT 0")
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = rows.Close() }()
	columns, err := rows.Columns()
	if err != nil {
		t.Fatal(err)
	}
	return columns
}
