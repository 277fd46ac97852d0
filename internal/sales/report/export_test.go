package report_test

import (
	"bytes"
	"encoding/csv"
	"fmt"
	"math/big"
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/xuri/excelize/v2"

	"shanmen/internal/base/clock"
	"shanmen/internal/sales/report"
	"shanmen/internal/testkit"
)

// noon is a moment of the day to which the test clock is set.
var noon = testkit.Start.UnixMilli()

// trap is a person whose names a spreadsheet could misinterpret.
type trap struct{ name, chinese, inCSV string }

var traps = []trap{
	{`=HYPERLINK("http://evil.example","Win")`, "陈𠮷䶮", `'=HYPERLINK("http://evil.example","Win")`},
	{"+65 9123 4567", "林𠀋", "'+65 9123 4567"}, {"-2+3", "㐂", "'-2+3"}, {"@SUM(A1:A9)", "王", "'@SUM(A1:A9)"},
	{"\t=1+1", "", "'\t'=1+1"}, {"\r=1+1", "", "'\r'=1+1"}, {"Tan;=1+1", "", "Tan;'=1+1"}, {"Tan\n=1+1\nLim", "", "Tan\n'=1+1\nLim"},
	{"Tan \"Ah\" Kow, Lim; Co", "", "Tan \"Ah\" Kow, Lim; Co"}, {"two\nlines", "👨‍👩‍👧", "two\nlines"}, {"<script>&amp;", "", "<script>&amp;"},
}

// sell writes a paid order of one line for each name, of 33.33.
func sell(t testing.TB, a *testkit.App, names []trap) {
	t.Helper()
	var m temple
	for i, n := range names {
		id := fmt.Sprintf("order-%02d", i)
		m.invoices = append(m.invoices, []any{id, fmt.Sprintf("INV-2026-%06d", i+1), "cart", id, nil, "paid", "en", int64(3333), int64(3333), "R" + id, n.name, n.chinese, noon, noon})
		m.items = append(m.items, []any{"item-" + id, id, int64(1), "lamp", "one", n.name, n.chinese, "", "", int64(1), int64(3333), int64(3333), "", ""})
		m.payments = append(m.payments, []any{"pay-" + id, id, int64(2001), "approved", int64(3333), int64(3333), "nobody", noon, noon, int64(0), "", int64(1)})
		m.refunds = append(m.refunds, []any{"back-" + id, id, "part", int64(1), int64(10), "other", n.name, "nobody", noon})
		m.receipts = append(m.receipts, []any{"receipt-" + id, fmt.Sprintf("OR-2026-%06d", i+1), id, "pay-" + id, noon, "nobody", int64(0), ""})
	}
	m.insert(t, a)
}

const today = "?from=2026-11-21&to=2026-11-21"

func csvOf(t testing.TB, r *testkit.Response) [][]string {
	t.Helper()
	text, ok := strings.CutPrefix(string(r.Body), "\ufeff")
	if !ok || r.Header.Get("Content-Type") != "text/csv; charset=utf-8" {
		t.Errorf("no mark of UTF-8, or %v", r.Header)
	}
	rows, err := csv.NewReader(strings.NewReader(text)).ReadAll()
	if err != nil {
		t.Fatal(err)
	}
	return rows
}

func xlsxOf(t testing.TB, r *testkit.Response) (*excelize.File, [][]string) {
	t.Helper()
	f, err := excelize.OpenReader(bytes.NewReader(r.Body))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = f.Close() })
	rows, err := f.GetRows(f.GetSheetName(0), excelize.Options{RawCellValue: true})
	if err != nil {
		t.Fatal(err)
	}
	return f, rows
}

// column finds a column by the beginning of its name.
func column(t testing.TB, rows [][]string, name string) int {
	t.Helper()
	for i, title := range rows[0] {
		if strings.HasPrefix(title, name) {
			return i
		}
	}
	t.Fatalf("no column %q in %q", name, rows[0])
	return 0
}

// I05 of docs/reliability.md: exported names are unchanged, and no cell becomes a formula.
func TestExportsKeepNamesAndNeverBecomeFormulas(t *testing.T) {
	testkit.One(t, func(t *testing.T, a *testkit.App) {
		sell(t, a, traps)
		desk := a.Staff(t, "treasurer")
		for _, table := range []string{"payments", "orders", "receipts", "refunds"} {
			path := "/api/admin/report/export/" + table
			plain := csvOf(t, desk.Get(path+".csv"+today).Want(200))
			file, typed := xlsxOf(t, desk.Get(path+".xlsx"+today).Want(200))
			if len(plain) != len(traps)+1 || len(typed) != len(traps)+1 {
				t.Fatalf("%s: %d and %d rows", table, len(plain), len(typed))
			}
			name, chinese := column(t, plain, "Payer 付款人"), column(t, plain, "Payer’s Chinese name 付款人中文名")
			for i, want := range traps {
				if got := plain[i+1]; got[name] != want.inCSV || got[chinese] != want.chinese {
					t.Errorf("%s.csv: %q %q, want %q %q", table, got[name], got[chinese], want.inCSV, want.chinese)
				}
				got := append(typed[i+1], make([]string, len(plain[0]))...)
				if got[name] != want.name || got[chinese] != want.chinese {
					t.Errorf("%s.xlsx: %q %q, want %q %q", table, got[name], got[chinese], want.name, want.chinese)
				}
			}
			sheet := file.GetSheetName(0)
			for row := range typed {
				for col := range plain[0] {
					cell, _ := excelize.CoordinatesToCellName(col+1, row+1)
					if formula, err := file.GetCellFormula(sheet, cell); err != nil || formula != "" {
						t.Errorf("%s.xlsx %s is the formula %q, %v", table, cell, formula, err)
					}
				}
			}
		}
		for _, r := range csvOf(t, desk.Get("/api/admin/report/export/refunds.csv"+today).Want(200))[1:] {
			if strings.HasPrefix(r[9], "=") {
				t.Errorf("a note is a formula: %q", r[9])
			}
		}
		// 4 tables in 2 formats, and the refunds once more: all are in the audit log.
		if n := a.Count(t, "SELECT count(*) FROM audit_entries WHERE action = 'export.accounts' AND actor_id = (SELECT user_id FROM user_roles WHERE role = 'treasurer')"); n != 9 {
			t.Errorf("%d exports in the audit trail", n)
		}
	})
}

func TestExportsAreCompleteForTheirPeriod(t *testing.T) {
	testkit.Each(t, func(t *testing.T, a *testkit.App) {
		const n = 2500 // more than one chunk of the queries
		var m temple
		midnight := time.Date(2026, 11, 21, 0, 0, 0, 0, clock.Singapore).UnixMilli()
		for i := range n + 2 {
			id, at := fmt.Sprintf("order-%05d", i), midnight+int64(i/7) // many at one moment
			switch i {
			case n:
				at = midnight - 1
			case n + 1:
				at = midnight + 24*3600_000
			}
			m.invoices = append(m.invoices, []any{id, "INV-" + id, "cart", id, nil, "paid", "en", int64(9999), int64(9999), "R" + id, "Tan", "", at, at})
			for k := range 3 {
				m.items = append(m.items, []any{fmt.Sprint(id, "-", k), id, int64(k + 1), "lamp", "one", "Lamp", "灯", "", "", int64(1), int64(3333), int64(3333), "", ""})
			}
			m.payments = append(m.payments, []any{"pay-" + id, id, int64(1), "approved", int64(9999), int64(9999), "nobody", at, at, int64(0), "", int64(0)})
		}
		m.insert(t, a)
		desk := a.Staff(t, "treasurer")
		for table, lines := range map[string]int{"payments": n, "orders": 3 * n, "days": 1, "refunds": 0, "receipts": 0} {
			for _, rows := range [][][]string{
				csvOf(t, desk.Get("/api/admin/report/export/"+table+".csv"+today).Want(200)),
				second(xlsxOf(t, desk.Get("/api/admin/report/export/"+table+".xlsx"+today).Want(200))),
			} {
				if len(rows) != lines+1 {
					t.Errorf("%s: %d rows, want %d", table, len(rows)-1, lines)
				}
				if name := map[string]string{"payments": "Received (SGD)", "orders": "Order total", "days": "Received (SGD)"}[table]; name != "" {
					if sum := sumOf(t, rows, column(t, rows, name)); sum != "249975.00" { // 2,500 times 99.99
						t.Errorf("%s: %s adds up to %s", table, name, sum)
					}
				}
			}
		}
		rows := csvOf(t, desk.Get("/api/admin/report/export/payments.csv?from=2026-11-20&to=2026-11-20").Want(200))
		if len(rows) != 2 || rows[1][0] != "2026-11-20 23:59:59" {
			t.Errorf("the millisecond before midnight: %q", rows)
		}
	})
}

func second[A, B any](_ A, b B) B { return b }

// sumOf adds decimals without rounding.
func sumOf(t testing.TB, rows [][]string, at int) string {
	t.Helper()
	sum := new(big.Rat)
	for _, r := range rows[1:] {
		if at >= len(r) || r[at] == "" {
			continue
		}
		n, ok := new(big.Rat).SetString(r[at])
		if !ok {
			t.Fatalf("%q is no decimal", r[at])
		}
		sum.Add(sum, n)
	}
	return sum.FloatString(2)
}

// M22: 3 × 33.33, and ten thousand of it, exact to the cent everywhere.
func TestAmountsAgreeInAllReportsAndExports(t *testing.T) {
	testkit.Each(t, func(t *testing.T, a *testkit.App) {
		member, counter, desk := a.Member(t), a.Staff(t, "counter"), a.Staff(t, "treasurer")
		option := a.Option(t, "lamp-oil", "bottle")
		insert(t, a, func(b bulk) {
			if _, err := b.tx.ExecContext(b.t.Context(), "UPDATE offering_options SET price = 3333 WHERE id = $1", option); err != nil {
				t.Fatal(err)
			}
		})
		paid := member.BuyFor(9999, a.Item(t, "lamp-oil", "bottle", "quantity", 3))
		if paid.SubTotal != 9999 {
			t.Errorf("the page shows %d cents", paid.SubTotal)
		}
		counter.TakeCash(paid.ID, 9999).Want(200)
		for _, paper := range []string{"/api/invoice/" + paid.ID + "/invoice.pdf", "/api/invoice/" + paid.ID + "/receipt.pdf", "/api/member/statement/2026.pdf"} {
			if text := testkit.PDFText(t, member.Get(paper).Want(200).Body); !strings.Contains(text, "S$99.99") {
				t.Errorf("%s does not say 99.99: %s", paper, text)
			}
		}

		var m temple
		const n = 9_999
		for i := range n {
			id := fmt.Sprintf("order-%05d", i)
			m.invoices = append(m.invoices, []any{id, "INV-" + id, "cart", id, nil, "paid", "en", int64(9999), int64(9999), "R" + id, "Tan", "", noon, noon})
			m.items = append(m.items, []any{id, id, int64(1), "lamp", "one", "Lamp", "灯", "", "", int64(3), int64(3333), int64(9999), "", ""})
			m.payments = append(m.payments, []any{"pay-" + id, id, int64(1), "approved", int64(9999), int64(9999), "nobody", noon, noon, int64(0), "", int64(0)})
		}
		m.insert(t, a)
		var got report.Report
		desk.Get("/api/admin/report").Want(200).JSON(&got)
		if got.Taken.Amount != 99_990_000 || got.Taken.Count != n+1 || !got.Ties || len(got.Points) != 1 || got.Points[0].Taken != 99_990_000 {
			t.Errorf("the report: %+v, ties: %t", got.Taken, got.Ties)
		}
		for _, format := range []string{"csv", "xlsx"} {
			for table, name := range map[string]string{"payments": "Received (SGD)", "orders": "Amount (SGD)", "days": "Net (SGD)"} {
				r := desk.Get("/api/admin/report/export/" + table + "." + format + today).Want(200)
				var rows [][]string
				if format == "csv" {
					rows = csvOf(t, r)
				} else {
					_, rows = xlsxOf(t, r)
				}
				if sum := sumOf(t, rows, column(t, rows, name)); sum != "999900.00" {
					t.Errorf("%s.%s adds up to %s", table, format, sum)
				}
			}
		}
	})
}

func TestInvalidReportRequestsAreRefused(t *testing.T) {
	testkit.One(t, func(t *testing.T, a *testkit.App) {
		desk := a.Staff(t, "treasurer")
		for path, wrong := range map[string][2]string{
			"?from=2026-02-30": {"from", "bad-date"}, "?from=yesterday": {"from", "day-unreadable"}, "?from=1999-12-31": {"from", "report-range"},
			"?from=2026-11-21&to=2026-11-20": {"to", "rule-until"}, "?from=2026-11-21&to=x": {"to", "day-unreadable"},
			"?from=2001-01-01&to=2026-01-01": {"to", "report-range"},
		} {
			for _, call := range []string{"/api/admin/report", "/api/admin/report/export/payments.csv"} {
				if codes := desk.Get(call + path).Want(400).FieldCodes(); codes[wrong[0]] != wrong[1] {
					t.Errorf("ErrPeriod: %s%s: %v", call, path, codes)
				}
			}
		}
		for _, path := range []string{"export/payments.pdf", "export/payments", "export/users.csv", "statements/2026.zip", "statements/x.zip", "statement/nobody/2026.pdf", "statement/nobody/26.pdf"} {
			desk.Get("/api/admin/report/" + path).Want(http.StatusNotFound)
		}
		counter := a.Staff(t, "counter")
		for _, path := range []string{"", "/export/payments.csv", "/member?q=tan", "/year", "/statement/x/2026.pdf", "/statements/2026.zip"} {
			counter.Get("/api/admin/report" + path).Want(http.StatusForbidden)
		}
		if n := a.Count(t, "SELECT count(*) FROM audit_entries WHERE action = 'export.accounts'"); n != 0 {
			t.Errorf("%d refused exports are in the trail", n)
		}
	})
}
