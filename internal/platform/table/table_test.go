package table

import (
	"bytes"
	"encoding/csv"
	"fmt"
	"io"
	"strings"
	"testing"
	"time"

	"github.com/xuri/excelize/v2"

	"shanmen/internal/base/locale"
	"shanmen/internal/base/money"
)

var columns = []Column{
	{locale.Text{EN: "Name", ZH: "姓名"}, Words}, {locale.Text{EN: "Amount", ZH: "金额"}, Money},
	{locale.Text{EN: "Number", ZH: "数目"}, Count}, {locale.Text{EN: "At", ZH: "时间"}, Moment}, {locale.Text{EN: "Day", ZH: "日期"}, Day},
}

// moment is already in the new year in Singapore.
var moment = time.Date(2026, 12, 31, 16, 0, 1, 0, time.UTC)

// traps are names that a spreadsheet, or a CSV reader, would misinterpret. The second of a pair is the text in the CSV;
// "" means the name itself.
var traps = [][2]string{
	{`=HYPERLINK("http://evil.example","Win")`, `'=HYPERLINK("http://evil.example","Win")`},
	{"+65 9123 4567", "'+65 9123 4567"}, {"-1+1|cmd", "'-1+1|cmd"}, {"@SUM(A1)", "'@SUM(A1)"},
	{"\t=1+1", "'\t'=1+1"}, {"\r=1+1", "'\r'=1+1"}, {"\n=1", "'\n'=1"}, {"  =1+1", "  '=1+1"}, {"\u00a0@x", "\u00a0'@x"}, {"\u200b=1", "\u200b'=1"},
	{"＝1+1", "'＝1+1"}, {"＋1", "'＋1"}, {"－1", "'－1"}, {"＠x", "'＠x"}, {`"=1"`, `"'=1"`},
	{"Tan;=1+1;Lim", "Tan;'=1+1;Lim"}, {"Tan\n=1+1", "Tan\n'=1+1"}, {"Tan\r\n@x", "Tan\r\n'@x"}, {"Tan\t-2", "Tan\t'-2"},
	{`Tan "Ah Kow", Lim; Co`, ""}, {"two\nlines", ""}, {"two\r\nlines", ""}, {" spaces ", ""}, {"", ""}, {"陈𠮷𠀋䶮", ""}, {"👨‍👩‍👧 一家", ""}, {"A=B, C-D", ""}, {"a@b.sg", ""},
	{"_x0041_ is not A", ""}, {"<b>&amp;</b>", ""}, {"e\u0301", ""}, {"'quoted'", ""},
}

func write(t *testing.T, f Format) []byte {
	t.Helper()
	var b bytes.Buffer
	w, err := New(f, &b, "Payments", columns)
	if err != nil {
		t.Fatal(err)
	}
	for _, trap := range traps {
		if err := w.Row(trap[0], money.Cents(-3333), int64(7), moment, moment); err != nil {
			t.Fatal(err)
		}
	}
	if err := w.Row(nil, nil, nil, time.Time{}, nil); err != nil {
		t.Fatal(err)
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

func TestCSVExportKeepsNamesAndPreventsFormulas(t *testing.T) {
	t.Parallel()
	raw := write(t, CSV)
	text, ok := strings.CutPrefix(string(raw), "\ufeff")
	if !ok {
		t.Fatal("without its mark, Excel does not take it for UTF-8")
	}
	// A CSV reader converts "\r\n" within quotes to "\n"; the file itself has both.
	rows, err := csv.NewReader(strings.NewReader(text)).ReadAll()
	if err != nil {
		t.Fatal(err)
	}
	if got := strings.Join(rows[0], "|"); got != "Name 姓名|Amount 金额|Number 数目|At 时间|Day 日期" {
		t.Errorf("columns: %s", got)
	}
	for i, trap := range traps {
		want := trap[1]
		if want == "" {
			want = trap[0]
		}
		got := rows[i+1]
		if got[0] != strings.ReplaceAll(want, "\r\n", "\n") {
			t.Errorf("%q is %q, want %q", trap[0], got[0], want)
		}
		if rest := strings.Join(got[1:], "|"); rest != "-33.33|7|2027-01-01 00:00:01|2027-01-01" {
			t.Errorf("%q: %s", trap[0], rest)
		}
	}
	if got := strings.Join(rows[len(rows)-1], ""); got != "" {
		t.Errorf("an empty row holds %q", got)
	}
}

// excelize, an independent library, reads the file.
func TestXLSXExportKeepsNamesAndPreventsFormulas(t *testing.T) {
	t.Parallel()
	f := open(t, write(t, XLSX))
	rows, err := f.GetRows("Payments", excelize.Options{RawCellValue: true})
	if err != nil {
		t.Fatal(err)
	}
	if got := strings.Join(rows[0], "|"); got != "Name 姓名|Amount 金额|Number 数目|At 时间|Day 日期" {
		t.Errorf("columns: %s", got)
	}
	for i, trap := range traps {
		at := fmt.Sprint("A", i+2)
		if rows[i+1][0] != trap[0] {
			t.Errorf("%q is %q", trap[0], rows[i+1][0])
		}
		kind, err := f.GetCellType("Payments", at)
		if err != nil {
			t.Fatal(err)
		}
		if formula, err := f.GetCellFormula("Payments", at); err != nil || formula != "" || trap[0] != "" && kind != excelize.CellTypeInlineString {
			t.Errorf("%q: kind %d, formula %q, %v", trap[0], kind, formula, err)
		}
		if rest := strings.Join(rows[i+1][1:], "|"); rest != "-33.33|7|46388.00001157408|46388" {
			t.Errorf("%q: %s", trap[0], rest)
		}
	}
	for cell, want := range map[string]string{"B2": "-33.33", "C2": "7", "D2": "2027-01-01 00:00:01", "E2": "2027-01-01"} {
		if got, err := f.GetCellValue("Payments", cell); err != nil || got != want {
			t.Errorf("%s is shown as %q, want %q, %v", cell, got, want, err)
		}
	}
}

func open(t *testing.T, file []byte) *excelize.File {
	t.Helper()
	f, err := excelize.OpenReader(bytes.NewReader(file))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = f.Close() })
	return f
}

func TestALongTableContinuesOnFurtherSheets(t *testing.T) {
	t.Parallel()
	var b bytes.Buffer
	w, err := newXLSX(&b, "Days", columns[:1])
	if err != nil {
		t.Fatal(err)
	}
	w.most = 4
	for i := range 7 {
		if err := w.Row(fmt.Sprint("row ", i)); err != nil {
			t.Fatal(err)
		}
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	f := open(t, b.Bytes())
	var all []string
	for _, sheet := range f.GetSheetList() {
		rows, err := f.GetRows(sheet)
		if err != nil {
			t.Fatal(err)
		}
		for _, r := range rows {
			all = append(all, sheet+":"+r[0])
		}
	}
	want := "Days:Name 姓名 Days:row 0 Days:row 1 Days:row 2 Days 2:Name 姓名 Days 2:row 3 Days 2:row 4 Days 2:row 5 Days 3:Name 姓名 Days 3:row 6"
	if got := strings.Join(all, " "); got != want {
		t.Errorf("got  %s\nwant %s", got, want)
	}
}

// The output grows with the rows: the writer does not collect them until the end.
func TestTableRowsAreStreamed(t *testing.T) {
	t.Parallel()
	out := &counting{}
	w, err := New(CSV, out, "Payments", columns)
	if err != nil {
		t.Fatal(err)
	}
	most := 0
	for i := range 100_000 {
		before := out.n
		if err := w.Row(fmt.Sprintf("%x", i*2654435761), money.Cents(i), int64(i), moment, moment); err != nil {
			t.Fatal(err)
		}
		if i%1000 == 0 && i > 20_000 && out.n == 0 {
			t.Fatalf("nothing has left after %d rows", i)
		}
		most = max(most, out.n-before)
	}
	if most > 300<<10 {
		t.Errorf("%d bytes left at once", most)
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
}

type counting struct{ n int }

func (c *counting) Write(b []byte) (int, error) { c.n += len(b); return len(b), nil }

func TestInvalidTableRequestsAreRefused(t *testing.T) {
	t.Parallel()
	if _, err := New("ods", io.Discard, "x", columns); err == nil {
		t.Error("ErrFormat: an unknown format was begun")
	}
	for _, f := range []Format{CSV, XLSX} {
		for i, cell := range []any{1.5, "88.00", "7", "today", int64(3)} {
			w, err := New(f, io.Discard, "x", columns)
			if err != nil {
				t.Fatal(err)
			}
			cells := make([]any, len(columns))
			cells[i] = cell
			if err := w.Row(cells...); err == nil {
				t.Errorf("ErrCell: %s: column %d holds %v", f, i, cell)
			}
		}
	}
}
