package bankfile_test

import (
	"bytes"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"shanmen/internal/sales/bankfile"
)

// uob is a month of UOB's account, with everything that makes its files hard to read.
func uob() [][]any {
	return [][]any{
		{"United Overseas Bank Limited"},
		{shared("Account Number:"), shared("1234567890"), shared("SGD")},
		{shared("Account Type:"), "Current Account"},
		{shared("Statement Period:"), shared("01 May 2026 To 31 May 2026")},
		{},
		{shared("Transaction Date"), shared("Transaction Description"), shared("Withdrawal"), "Deposit", shared("Available Balance")},
		{shared("30 May 2026"), shared("Interest Credit"), 0.0, sum, 55598.32},
		{serial(5, 29), shared("PAYNOW-FAST\r\nOTHR TM26K7Q4X9 陈美玲"), nil, 24000.0, 55629.32},
		{serial(5, 28) + 0.5, "Inward Credit-FAST\rOTHR TM26K7Q4XA TAN & 林𠮷", given("0"), given("1,108.50")},
		{serial(5, 18), shared(strings.Repeat("A long memo of a hundred names. ", 40)), 4.5},
		{nil, shared("Total"), 4.5, 100.0},
	}
}

var uobLines = []string{
	"7 2026-05-30  30 /", "8 2026-05-29  2400000 陈美玲/TM26K7Q4X9", "9 2026-05-28  110850 TAN & 林𠮷/TM26K7Q4XA", "10 2026-05-18  -450 /",
}

func TestSpreadsheetStatementsAreReadRight(t *testing.T) {
	for name, data := range map[string][]byte{
		"XLS":                   writeXLS(t, uob(), 8224, false),
		"XLSContinued":          writeXLS(t, uob(), 37, false),
		"XLSSmall":              writeXLS(t, uob()[:8], 8224, true),
		"XLSX":                  writeXLSX(t, uob()),
		"XLSXNamedAsXLS":        writeXLSX(t, uob()),
		"XLSManySectors":        writeXLS(t, append(uob(), make([][]any, 3000)...), 37, false),
		"XLSCutInItsLastSector": writeXLS(t, uob(), 8224, false),
	} {
		t.Run(name, func(t *testing.T) {
			if name == "XLSCutInItsLastSector" {
				data = data[:len(data)-100]
			}
			f, err := bankfile.Read("ACC_TXN_History_01062026.xls", data, nil)
			if err != nil {
				t.Fatal(err)
			}
			want, skipped := uobLines, 0
			if name == "XLSSmall" {
				want = uobLines[:2]
			}
			if diff := cmp.Diff(want, say(f.Lines)); diff != "" || len(f.Unread) != skipped || f.Account != "1234567890" || period(f) != "2026-05-01 00:00 to 2026-06-01 00:00" {
				t.Errorf("%s\n%q, %d skipped, %s", diff, f.Account, len(f.Unread), period(f))
			}
		})
	}
}

func TestSpreadsheetTimesAreInSingaporeTime(t *testing.T) {
	f, err := bankfile.Read("", writeXLSX(t, uob()), nil)
	if err != nil || !f.Lines[2].HasTime || f.Lines[2].Booked.Format("15:04 MST") != "04:00 UTC" || f.Lines[1].HasTime {
		t.Errorf("%+v, %v", f.Lines, err)
	}
}

func TestAllXLSNumberFormatsAreRead(t *testing.T) {
	rows := [][]any{
		{"Transaction Date", "Transaction Description", "Withdrawal", "Deposit", "Available Balance"},
		{serial(5, 1), "one cell", rk(1050)},
		{serial(5, 2), "a run of cells", []rk{0, 123456789, -5}},
		{given("3 May 2026"), "a formula's text", nil, rk(7)},
	}
	f, err := bankfile.Read("", writeXLS(t, rows, 8224, false), nil)
	want := []string{"2 2026-05-01  -1050 /", "3 2026-05-02  123456789 /", "4 2026-05-03  7 /"}
	if diff := cmp.Diff(want, say(f.Lines)); diff != "" || err != nil {
		t.Error(diff, err)
	}
}

func TestAnHTMLTableNamedXLSIsRead(t *testing.T) {
	page := `<html><body><table><tr><th>Transaction Date</th><th>Transaction Description</th><th>Withdrawal</th><th>Deposit</th></tr>` +
		`<tr><td>30 May 2026<td>PAYNOW-FAST<br>OTHR TM26K7Q4X9 TAN &amp; SON<td>0</td><td>28.00</td></tr></table></body></html>`
	f, err := bankfile.Read("statement.xls", []byte(page), nil)
	if diff := cmp.Diff([]string{"2 2026-05-30  2800 TAN & SON/TM26K7Q4X9"}, say(f.Lines)); diff != "" || err != nil {
		t.Error(diff, err)
	}
}

func TestFilesThatAreNoStatementAreRefused(t *testing.T) {
	header := "Transaction Date,Transaction Description,Withdrawal,Deposit\n"
	long := writeXLSX(t, [][]any{{"a"}})
	locked := compoundFile(append([]byte{9, 8, 8, 0, 0, 6, 5, 0, 0, 0, 0, 0, 0x2F, 0, 6, 0}, make([]byte, 40)...), false)
	blown := zipped(t, map[string]string{"xl/worksheets/sheet1.xml": "<worksheet><sheetData><row>" + `<c t="str"><v>` + strings.Repeat("x", 33<<20) + "</row>"})
	for name, c := range map[string]struct {
		data []byte
		code string
	}{
		"Nothing":          {nil, "statement-unreadable"},
		"APicture":         {[]byte("\x89PNG\r\n\x1a\n\x00\x00\x00\x0dIHDR\x00"), "statement-unreadable"},
		"APDF":             {[]byte("%PDF-1.7\n1 0 obj"), "statement-unreadable"},
		"ABrokenWorkbook":  {long[:len(long)/2], "statement-unreadable"},
		"ABrokenXLS":       {writeXLS(t, uob(), 8224, false)[:700], "statement-unreadable"},
		"WithAPassword":    {locked, "statement-unreadable"},
		"AZipBomb":         {blown, "statement-too-large"},
		"TooManyBytes":     {make([]byte, bankfile.MaxBytes+1), "statement-too-large"},
		"TooManyRows":      {[]byte(header + strings.Repeat("a\n", bankfile.MaxRows)), "statement-too-large"},
		"TooManyBlankRows": {bytes.Repeat([]byte("\n"), bankfile.MaxRows+2), "statement-too-large"},
		"APlainText":       {[]byte("Dear treasurer,\nplease find the list attached.\n"), "statement-no-header"},
		"OnlyPending":      {[]byte(header + "Total,,1.00,\nBalance,,2.00,\n"), "statement-no-header"},
	} {
		t.Run(name, func(t *testing.T) {
			if _, err := bankfile.Read("x.csv", c.data, nil); !isFault(err, c.code) {
				t.Errorf("%v", err)
			}
		})
	}
}

func TestAStatementWithoutTransactionsIsAccepted(t *testing.T) {
	f, err := bankfile.Read("", []byte("Statement Period:,01 May 2026 To 31 May 2026\nTransaction Date,Transaction Description,Withdrawal,Deposit\n"), nil)
	if err != nil || len(f.Lines) != 0 || period(f) != "2026-05-01 00:00 to 2026-06-01 00:00" {
		t.Errorf("%+v, %v", f, err)
	}
}
