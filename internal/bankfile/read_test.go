package bankfile_test

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"shanmen/internal/bankfile"
	"shanmen/internal/fault"
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

// say writes a line as: row day code cents payer/reference.
func say(lines []bankfile.Line) (out []string) {
	for _, l := range lines {
		out = append(out, fmt.Sprintf("%d %s %s %d %s/%s", l.Row, l.Booked.In(sgt).Format("2006-01-02"), l.Code, l.Amount, l.Payer, l.Reference))
	}
	return out
}

func period(f bankfile.File) string {
	return f.From.In(sgt).Format("2006-01-02 15:04") + " to " + f.Through.In(sgt).Format("2006-01-02 15:04")
}

func TestStatementsOfTheKnownBanks(t *testing.T) {
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
		"ocbc.csv": {"OCBC", "Business Growth Account 501-123456-001", "2026-05-13 00:00 to 2026-05-19 00:00", 1, []string{
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
			if f.Bank != want.bank || f.Account != want.account || period(f) != want.period || f.Skipped != want.skipped {
				t.Errorf("%s, %q, %s, %d skipped", f.Bank, f.Account, period(f), f.Skipped)
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

func TestAnotherBanksColumnsAreGuessedAndThenRead(t *testing.T) {
	for name, want := range map[string]struct {
		header string
		guess  bankfile.Layout
		lines  []string
	}{
		"unknown-gb18030.csv": {
			"交易日期|摘要|对方户名|存入|支出",
			bankfile.Layout{HeaderRow: 2, Date: 0, Description: []int{1}, Credit: 3, Debit: 4, Amount: -1, Payer: 2, Reference: -1},
			[]string{"4 2026-11-02  10800 陈美玲/", "5 2026-11-03  2800 林𠮷/"},
		},
		"unknown-semicolon-1252.csv": {
			"date|details|payer|amount",
			bankfile.Layout{HeaderRow: 1, Date: 0, Description: []int{1}, Credit: -1, Debit: -1, Amount: 3, Payer: 2, Reference: -1},
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
