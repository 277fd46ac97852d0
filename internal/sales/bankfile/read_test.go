package bankfile_test

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"shanmen/internal/base/fault"
	"shanmen/internal/sales/bankfile"
)

var sgt = time.FixedZone("SGT", 8*3600)

func read(t *testing.T, name string, layout *bankfile.Layout) (bankfile.File, error) {
	t.Helper()
	data, err := os.ReadFile(filepath.Join("testdata", name))
	if err != nil {
		t.Fatal(err)
	}
	return bankfile.Read(name, data, layout)
}

// say writes a line as: row day code cents payer/reference, and a currency other than Singapore's.
func say(lines []bankfile.Line) (out []string) {
	for _, l := range lines {
		one := fmt.Sprintf("%d %s %s %d %s/%s", l.Row, l.Booked.In(sgt).Format("2006-01-02"), l.Code, l.Amount, l.Payer, l.Reference)
		if l.Currency != bankfile.Singapore {
			one += " " + l.Currency
		}
		out = append(out, one)
	}
	return out
}

func period(f bankfile.File) string {
	return f.From.In(sgt).Format("2006-01-02 15:04") + " to " + f.Through.In(sgt).Format("2006-01-02 15:04")
}

func TestStatementsOfTheKnownBanksAreRead(t *testing.T) {
	for name, want := range map[string]struct {
		bank, account, period string
		skipped               int
		lines                 []string
	}{
		"dbs-old.csv": {"DBS", "DBS Current Account 072-900123-4", "2026-07-24 00:00 to 2026-07-26 00:00", 0, []string{
			"9 2026-07-25 ICT 10800 TAN BEE LENG/TM26K7Q4X9",
			"10 2026-07-25 ICT 128850 LIM AH KOW/",
			"11 2026-07-24 ICT -5000 /lotus, candles",
			"12 2026-07-24 ITR 3000 /",
			"13 2026-07-24 ICT 2800 NG SOO IM/lamp, tm26 abc2",
		}},
		"dbs-2025.csv": {"DBS", "DBS Current Account 072-900123-4", "2026-11-20 00:00 to 2026-11-21 18:40", 1, []string{
			"8 2026-11-21 ICT 8880 CHUA WEN LI/TM26K7Q4X9",
			"10 2026-11-20 SCH -500 /",
			"11 2026-11-20 ICT 1000 LEE MEI/temple lamp 26",
		}},
		"dbs-2026.csv": {"DBS", "Temple Account 999-99999-9", "2026-09-26 00:00 to 2026-10-02 00:00", 0, []string{
			"10 2026-09-27 ADV 5000 GOH KIM/TM26K7Q4X9",
			"11 2026-09-27 ADV 1650 GOH KIM/",
			"12 2026-09-26 POS -100 /",
		}},
		"ocbc.csv": {"OCBC", "Business Growth Account 501-123456-001", "2026-05-13 00:00 to 2026-05-19 00:00", 0, []string{
			"7 2026-05-18  110800 TAN BEE LENG/TM26K7Q4X9",
			"10 2026-05-17  62 /",
			"11 2026-05-13  -37950 /",
		}},
		"ocbc-compact.csv": {"OCBC", "360 Account 111-111111-001", "2026-05-02 00:00 to 2026-05-19 00:00", 0, []string{
			"4 2026-05-18  2800 /TM26 K7Q4 X9",
			"5 2026-05-02  -200000 /",
		}},
		"uob.csv": {"UOB", "1234567890", "2026-05-01 00:00 to 2026-06-01 00:00", 0, []string{
			"6 2026-05-30  200 /",
			"7 2026-05-29  2400000 TAN BEE LENG/TM26K7Q4X9",
			"8 2026-05-28  10010 LIM TEMPLE SUPPLIES/",
			"9 2026-05-18  -450 /",
			"10 2026-05-18  -450 /",
		}},
		"quote-unclosed.csv": {"DBS", "", "2026-07-25 00:00 to 2026-07-26 00:00", 0, []string{
			"2 2026-07-25 ICT 100 A/X1",
			"3 2026-07-25 ICT 200 B/X2",
			`4 2026-07-25 ICT 300 "Ah" C/X3`,
		}},
	} {
		t.Run(name, func(t *testing.T) {
			f, err := read(t, name, nil)
			if err != nil {
				t.Fatal(err)
			}
			if f.Bank != want.bank || f.Account != want.account || period(f) != want.period || len(f.Unread) != want.skipped {
				t.Errorf("%s, %q, %s, %d skipped", f.Bank, f.Account, period(f), len(f.Unread))
			}
			if diff := cmp.Diff(want.lines, say(f.Lines)); diff != "" {
				t.Error(diff)
			}
			for _, l := range f.Lines {
				if l.Raw == "" || strings.Contains(l.Description, "\n") || l.HasTime || l.Booked.Location() != time.UTC {
					t.Errorf("line %+v", l)
				}
			}
		})
	}
}

func TestGuessedColumnsOfAnotherBankAreRead(t *testing.T) {
	for name, want := range map[string]struct {
		header string
		guess  bankfile.Layout
		lines  []string
	}{
		"unknown-gb18030.csv": {
			"交易日期|摘要|对方户名|存入|支出",
			bankfile.Layout{HeaderRow: 2, Date: 0, Description: []int{1}, Credit: 3, Debit: 4, Amount: -1, Payer: 2, Reference: -1, Indicator: -1, Status: -1},
			[]string{"4 2026-11-02  10800 陈美玲/", "5 2026-11-03  2800 林𠮷/"},
		},
		"unknown-semicolon-1252.csv": {
			"date|details|payer|amount",
			bankfile.Layout{HeaderRow: 1, Date: 0, Description: []int{1}, Credit: -1, Debit: -1, Amount: 3, Payer: 2, Reference: -1, Indicator: -1, Status: -1},
			[]string{"3 2026-11-21  123450 José Tan/", "4 2026-11-22  -300 /"},
		},
	} {
		t.Run(name, func(t *testing.T) {
			f, err := read(t, name, nil)
			if !isFault(err, "statement-no-header") {
				t.Fatal(err)
			}
			if diff := cmp.Diff(want.guess, f.Guess); diff != "" || bankfile.Key(f.Header) != want.header || len(f.Sample) != 2 || f.Lines != nil {
				t.Errorf("%s\n%q, %d rows of sample", diff, bankfile.Key(f.Header), len(f.Sample))
			}
			f, err = read(t, name, &f.Guess)
			if err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(want.lines, say(f.Lines)); diff != "" || bankfile.Key(f.Header) != want.header {
				t.Errorf("%s%q", diff, f.Header)
			}
		})
	}
}

func isFault(err error, code string) bool {
	return err != nil && fault.Invalid(code).Is(err)
}

// Lines of OCBC as in its files: the payer and the written reference are found.
func TestOCBCPayersAreRead(t *testing.T) {
	header := "Transaction date,Value date,Description,Withdrawals (SGD),Deposits (SGD)\n"
	for description, want := range map[string]string{
		`"FAST PAYMENT"` + ",,28.00\n,,via PayNow-UEN\n,,TAN BEE LENG\n,,OTHR - TM26K7Q4X9": "TAN BEE LENG/TM26K7Q4X9",
		"FAST PAYMENT via PayNow-UEN / TAN BEE LENG / OTHR - TM26K7Q4X9,,28.00":             "TAN BEE LENG/TM26K7Q4X9",
		"FAST PAYMENT via PayNow-UEN / TAN BEE LENG,,28.00":                                 "TAN BEE LENG/",
		"\"FAST PAYMENT\nvia PayNow-UEN\nOTHR - TM26K7Q4X9\",,28.00":                        "/TM26K7Q4X9",
		"PAYMENT/TRANSFER OTHR S$ TAN BEE LENG via PayNow: TM26K7Q4X9,,28.00":               "TAN BEE LENG/TM26K7Q4X9",
		"\"PAYMENT/TRANSFER\nOTHR S$\nTAN BEE LENG\nvia PayNow:\nTM26K7Q4X9\",,28.00":       "TAN BEE LENG/TM26K7Q4X9",
		"OTHR S$ TAN BEE LENG PayNow: lamp for mum,,28.00":                                  "TAN BEE LENG/lamp for mum",
		"PAYMENT/TRANSFER OTHR S$ TAN BEE LENG via PayNow: NA,,28.00":                       "TAN BEE LENG/",
		"PAYMENT/TRANSFER via PayNow-DBSS from TAN BEE LENG,,28.00":                         "TAN BEE LENG/",
		"PAYMENT/TRANSFER via PayNow-TRBU from TAN BEE LENG OTHR TM26K7Q4X9,,28.00":         "TAN BEE LENG/TM26K7Q4X9",
		"FAST PAYMENT via PayNow-UEN to AXS PTE. LTD. OTHR - 251129591611147661,28.00,":     "/251129591611147661",
	} {
		f, err := bankfile.Read("", []byte(header+"18/05/2026,18/05/2026,"+description+"\n"), nil)
		if err != nil || len(f.Lines) != 1 || f.Lines[0].Payer+"/"+f.Lines[0].Reference != want {
			t.Errorf("%q: want %s, %+v, %v", description, want, f.Lines, err)
		}
	}
}

// A column with the direction of money must be used, and a layout that ignores it is refused: money that went out would
// count as money received.
func TestADirectionColumnIsRead(t *testing.T) {
	text := "Date,What,Sum,DR/CR\n21/11/2026,TM26K7Q4X9 from Tan,108.00,CR\n21/11/2026,to a shop,50.00,DR\n22/11/2026,to another,-5.00,D\n22/11/2026,taken back,-7.00,CR\n22/11/2026,unclear,9.00,CR\n"
	f, err := bankfile.Read("", []byte(text), nil)
	if !isFault(err, "statement-no-header") || f.Guess.Amount != 2 || f.Guess.Indicator != 3 {
		t.Fatalf("%+v, %v", f.Guess, err)
	}
	blind := f.Guess
	blind.Indicator = -1
	if _, err := bankfile.Read("", []byte(text), &blind); !isFault(err, "statement-indicator") {
		t.Errorf("read without the column: %v", err)
	}
	file, err := bankfile.Read("", []byte(strings.Replace(text, "9.00,CR", "9.00,?", 1)), &f.Guess)
	want := []string{"2 2026-11-21  10800 /", "3 2026-11-21  -5000 /", "4 2026-11-22  -500 /", "5 2026-11-22  -700 /"}
	if diff := cmp.Diff(want, say(file.Lines)); diff != "" || err != nil || len(file.Unread) != 1 {
		t.Error(diff, err, len(file.Unread))
	}
	if !file.Lines[3].Reversal || file.Lines[1].Reversal {
		t.Error("a credit below 0 takes one back, a debit does not")
	}
	wrong := f.Guess
	wrong.Credit, wrong.Amount = 2, -1
	if _, err := bankfile.Read("", []byte(text), &wrong); !isFault(err, "statement-no-header") {
		t.Errorf("an indicator beside two columns of money: %v", err)
	}
	for word, in := range map[string]bool{"C": true, "Cr.": true, "Credit": true, "贷": true, "收入": true, "debit": false, "借": false, "(D)": false} {
		file, err := bankfile.Read("", []byte("Date,What,Sum,DR/CR\n21/11/2026,x,108.00,"+word+"\n"), &f.Guess)
		if err != nil || len(file.Lines) != 1 || (file.Lines[0].Amount > 0) != in {
			t.Errorf("%s: %+v, %v", word, file.Lines, err)
		}
	}
}

// Each line has its currency, wherever the file states it.
func TestTheCurrencyOfALineIsRead(t *testing.T) {
	plain := "Transaction Date,Transaction Description,Withdrawal,Deposit\n30 May 2026,x,,30.00\n"
	for text, want := range map[string]string{
		plain: "SGD",
		"United Overseas Bank Limited\nAccount Number:,1234567890,USD\n" + plain: "USD",
		"United Overseas Bank Limited\nAccount Number:,1234567890,SGD\n" + plain: "SGD",
		"Account Currency:,US Dollar USD\n" + plain:                              "USD",
		"Currency,S$\n" + plain: "SGD",
		"Account details for:,Global Savings Account (USD) 501-1\n" + plain:                                                      "USD",
		"Transaction Date,Transaction Description,Withdrawal (USD),Deposit (USD)\n30 May 2026,x,,30.00\n":                        "USD",
		"Transaction Date,Transaction Description,Withdrawal,Deposit\n30 May 2026,x,,USD 30.00\n":                                "USD",
		"Transaction Date,Transaction Description,Withdrawal,Deposit\n30 May 2026,x,,S$ 30.00\n":                                 "SGD",
		"Transaction Date,Transaction Description,Currency,Withdrawal,Deposit\n30 May 2026,x,MYR,,30.00\n":                       "MYR",
		"Transaction Date,Transaction Description,Ccy,Withdrawal,Deposit\n30 May 2026,x,SGD,,30.00\n":                            "SGD",
		"Account Number:,1234567890,USD\nTransaction Date,Transaction Description,Ccy,Withdrawal,Deposit\n30 May 2026,x,SGD,,30": "SGD",
	} {
		f, err := bankfile.Read("", []byte(text), nil)
		if err != nil || len(f.Lines) != 1 || f.Lines[0].Currency != want || f.Lines[0].Amount != 30_00 {
			t.Errorf("%q: want %s, %+v, %v", text, want, f.Lines, err)
		}
	}
}
