package bankfile_test

import (
	"fmt"
	"strings"
	"testing"

	"golang.org/x/text/encoding/simplifiedchinese"
	"golang.org/x/text/encoding/unicode"

	"shanmen/internal/sales/bankfile"
)

func one(t *testing.T, text string, l *bankfile.Layout) string {
	t.Helper()
	f, err := bankfile.Read("x.csv", []byte(text), l)
	if err != nil {
		return err.Error()
	}
	if len(f.Lines) != 1 {
		return fmt.Sprintf("%d lines, %d skipped", len(f.Lines), len(f.Unread))
	}
	return f.Lines[0].Booked.In(sgt).Format("2006-01-02 15:04 ") + fmt.Sprint(f.Lines[0].Amount)
}

var plain = bankfile.Layout{HeaderRow: 0, Date: 0, Description: []int{1}, Amount: 2, Credit: -1, Debit: -1, Payer: -1, Reference: -1, Indicator: -1, Status: -1}

func TestAmountsAreParsedInAllSpellings(t *testing.T) {
	for in, want := range map[string]string{
		"108": "10800", "108.5": "10850", "1,234.50": "123450", "1,234,567.00": "123456700", " S$ 1,234.50 ": "123450", "SGD 12.00": "1200",
		"(12.00)": "-1200", "12.00-": "-1200", "-12.00": "-1200", "−12.00": "-1200", "+12": "1200", "12.00 CR": "1200", "12.00DR": "-1200", "12.00 Dr": "-1200",
		"1.234,50": "123450", "1.234.567,5": "123456750", "0,30": "30", ".5": "50", "12.3000": "1230", "0.30000000000000004": "30", "28.999999999999996": "2900",
		"1 234.50": "123450", "$(12.00)": "-1200", "99999999999.99": "9999999999999",
		"12.345": "", "1,23,4": "", "12x": "", "abc": "", "0.00": "", "-": "", "": "", "1e5": "", "999999999999.00": "", "--5.00": "-500", "-5.00 DR": "-500", "(-5.00)": "-500", "12.300": "", "1.000": "", "1.000 CR": "", "1.2.3": "",
	} {
		if want == "" {
			want = "0 lines, 1 skipped"
		} else {
			want = "2026-11-21 00:00 " + want
		}
		if got := one(t, "d,x,a\n2026-11-21,x,\""+in+"\"\n", &plain); got != want {
			t.Errorf("%q: %s, not %s", in, got, want)
		}
	}
}

func TestDatesAreParsedInEveryFormat(t *testing.T) {
	for in, want := range map[string]string{
		"21 Nov 2026": "00:00", "21-Nov-2026": "00:00", "21 NOV 2026": "00:00", "21/11/2026": "00:00", "21/11/26": "00:00", "2026-11-21": "00:00", "20261121": "00:00",
		"21.11.2026": "00:00", "21 November 2026": "00:00", "Sat, 21 Nov 2026": "00:00", "2026年11月21日": "00:00", "2026/11/21": "00:00", "21-Nov-26": "00:00",
		"21/11/2026 18:40": "18:40", "21/11/2026 6:40:30 PM": "18:40", "2026-11-21T18:40:00": "18:40", "2026-11-21 00:00:00.0": "00:00", "21 Nov 2026 18:40:07": "18:40",
		"31/02/2026": "", "21 Brumaire 2026": "", "": "", "21/11/1926": "",
	} {
		if want == "" {
			want = "0 lines, 1 skipped"
		} else {
			want = "2026-11-21 " + want + " 100"
		}
		if got := one(t, "d,x,a\n\""+in+"\",x,1\n", &plain); got != want {
			t.Errorf("%q: %s, not %s", in, got, want)
		}
	}
}

func TestMonthFirstDatesAreDetected(t *testing.T) {
	text := "Date,Details,Amount\n11/05/2026,x,-1\n11/21/2026,x,1\n"
	f, _ := bankfile.Read("", []byte(text), nil)
	if f.Guess.DateFormat != "mm/dd/yyyy" {
		t.Fatalf("%+v", f.Guess)
	}
	f, err := bankfile.Read("", []byte(text), &f.Guess)
	if err != nil || len(f.Lines) != 2 || f.Lines[0].Booked.In(sgt).Format("2 Jan") != "5 Nov" {
		t.Errorf("%+v, %v", f.Lines, err)
	}
}

func TestColumnsWithoutAHeaderAreGuessedByTheirValues(t *testing.T) {
	f, err := bankfile.Read("", []byte("2026-11-21,TM26K7Q4X9 from Tan,108.00\n2026-11-22,cash,-5.00\n"), nil)
	if !isFault(err, "statement-no-header") || f.Guess.HeaderRow != -1 || f.Guess.Amount != 2 || f.Guess.Date != 0 {
		t.Fatalf("%+v, %v", f.Guess, err)
	}
	if f, err = bankfile.Read("", []byte("2026-11-21,TM26K7Q4X9 from Tan,108.00\n2026-11-22,cash,-5.00\n"), &f.Guess); err != nil || len(f.Lines) != 2 {
		t.Errorf("%+v, %v", f, err)
	}
}

func TestAStatementIsReadInEveryEncoding(t *testing.T) {
	text := "Transaction Date,Transaction Description,Withdrawal,Deposit\n21 Nov 2026,\"PAYNOW-FAST\nOTHR TM26K7Q4X9 陈美玲 合家平安 福\",0,108.00\n"
	encoded := map[string]func(string) (string, error){
		"GB18030":    simplifiedchinese.GB18030.NewEncoder().String,
		"UTF16":      unicode.UTF16(unicode.LittleEndian, unicode.UseBOM).NewEncoder().String,
		"UTF16BE":    unicode.UTF16(unicode.BigEndian, unicode.UseBOM).NewEncoder().String,
		"UTF16Plain": unicode.UTF16(unicode.LittleEndian, unicode.IgnoreBOM).NewEncoder().String,
		"UTF8BOM":    func(s string) (string, error) { return "\ufeff" + s, nil },
		"CRLF":       func(s string) (string, error) { return strings.ReplaceAll(s, "\n", "\r\n"), nil },
		"Tabs":       func(s string) (string, error) { return strings.ReplaceAll(s, ",", "\t"), nil },
		"Semicolons": func(s string) (string, error) { return strings.ReplaceAll(s, ",", ";"), nil },
		"Trailing":   func(s string) (string, error) { return strings.ReplaceAll(s, "Deposit\n", "Deposit,,\n\n"), nil },
		"ForExcel":   func(s string) (string, error) { return strings.ReplaceAll(s, ",108.00", `,"=""108.00"""`), nil },
	}
	for name, encode := range encoded {
		t.Run(name, func(t *testing.T) {
			data, err := encode(text)
			if err != nil {
				t.Fatal(err)
			}
			f, err := bankfile.Read("x.csv", []byte(data), nil)
			if err != nil || len(f.Lines) != 1 || f.Lines[0].Payer != "陈美玲 合家平安 福" || f.Lines[0].Amount != 10800 {
				t.Errorf("%+v, %v", f.Lines, err)
			}
		})
	}
}

func TestAHeaderIsFoundInTheFirstThirtyLines(t *testing.T) {
	text := "21 Nov 2026,x,0,1.00\n"
	for above, ok := range map[int]bool{0: true, 29: true, 30: false} {
		_, err := bankfile.Read("", []byte(strings.Repeat("note\n", above)+"Transaction Date,Transaction Description,Withdrawal,Deposit\n"+text), nil)
		if (err == nil) != ok {
			t.Errorf("below %d lines: %v", above, err)
		}
	}
}

func TestALayoutWithoutAmountOrDateIsRefused(t *testing.T) {
	for name, spoil := range map[string]func(*bankfile.Layout){
		"NoDate":    func(l *bankfile.Layout) { l.Date = -1 },
		"NoMoney":   func(l *bankfile.Layout) { l.Amount = -1 },
		"Both":      func(l *bankfile.Layout) { l.Credit = 1 },
		"FarColumn": func(l *bankfile.Layout) { l.Description = []int{1 << 40} },
		"FarRow":    func(l *bankfile.Layout) { l.HeaderRow = 1 << 40 },
	} {
		l := plain
		spoil(&l)
		if got := one(t, "d,x,a\n2026-11-21,x,1\n", &l); got != "statement-no-header" {
			t.Errorf("%s: %s", name, got)
		}
	}
}
