package bankfile_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"shanmen/internal/sales/bankfile"
)

// told is a file's content: its lines as say writes them, then its rows that were not read.
func told(f bankfile.File) []string {
	out := say(f.Lines)
	for _, u := range f.Unread {
		out = append(out, fmt.Sprintf("%d %s", u.Row, u.Why))
	}
	return out
}

// readAsGuessed reads a file, and one of an unknown bank with guessed columns; of the values in a status column only
// final ones mean that money has moved.
func readAsGuessed(t *testing.T, data string, final ...string) bankfile.File {
	t.Helper()
	f, err := bankfile.Read("", []byte(data), nil)
	if isFault(err, "statement-no-header") {
		l := f.Guess
		if l.Status >= 0 {
			for _, word := range f.Unknown[l.Status] {
				if slices.Contains(final, word) {
					l.Final = append(l.Final, word)
				} else {
					l.NotFinal = append(l.NotFinal, word)
				}
			}
		}
		f, err = bankfile.Read("", []byte(data), &l)
	}
	if err != nil {
		t.Fatal(err)
	}
	return f
}

// Typical files, each of which was once misread.
func TestFilesThatWereOnceMisreadAreReadRight(t *testing.T) {
	for name, want := range map[string][]string{
		"dbs-business-refindesc.csv":       {"8 2026-11-28 GR 8800 /", "9 2026-11-28 GR 8800 /"},
		"dbs-business-9col.csv":            {"8 2026-11-28 ICT 8800 /", "9 status"},
		"mapper-status-brothers.csv":       {"4 2026-11-28  8800 /", "2 status", "3 status"},
		"dbs-new-commas-settled.csv":       {"5 2026-11-28 ICT 8800 TAN AH KOW, ALVIN/TM26K7Q4X9", "6 2026-11-27 ITR -1200 /", "7 2026-11-26 ICT -50000 ONG/GIFT, FOR 2", "8 2026-11-25 ICT 1000 OK/TM26K7Q4XB"},
		"dbs2025-debit-becomes-credit.csv": {"6 2026-11-27 ICT 100 TAN/OK", "5 shifted"},
		"html-colspan-balance.xls":         {"3 2026-11-28  2000 /TM26K7Q4XA"},
		"ocbc-blank-then-cont.csv":         {"7 2026-12-03  8800 /TM26K7Q4XA", "10 2026-12-04  1800 /TM26K7Q4XB"},
		"bank-utf8-bad-byte.csv":           {"5 2026-11-28 ICT 8800 陈美玲/TM26K7Q4X9", "6 2026-11-27 ICT 100 TAN/"},
	} {
		t.Run(name, func(t *testing.T) {
			f, err := read(t, name, nil)
			if isFault(err, "statement-no-header") {
				f, err = read(t, name, &f.Guess)
			}
			if diff := cmp.Diff(want, told(f)); diff != "" || err != nil {
				t.Error(diff, err)
			}
		})
	}
	f, err := read(t, "dbs-business-refindesc.csv", nil)
	if err != nil || !strings.Contains(f.Lines[0].Description, "TM26K7Q4X9") || !strings.Contains(f.Lines[1].Description, "TM26K7Q4XA") {
		t.Errorf("%+v, %v", f.Lines, err)
	}
}

// layouts are headers of several banks with a status column; row writes one of their rows.
var layouts = []struct {
	name, header string
	row          func(status, debit, credit, text string) string
}{
	{"DBS 2025", "Transaction Date,Transaction Code,Description,Transaction Ref1,Transaction Ref2,Transaction Ref3,Status,Debit Amount,Credit Amount", func(status, debit, credit, text string) string {
		return "28 Nov 2026,ICT,Incoming,Ref 1," + text + ",OTHR X," + status + "," + debit + "," + credit
	}},
	{"DBS 2026", "Transaction Date,Value Date,Statement Code,Description,Supplementary Code,Supplementary Code Description,Client Reference,Additional Reference,Status,Currency,Debit Amount,Credit Amount", func(status, debit, credit, text string) string {
		return "28 Nov 2026,28 Nov 2026,GR,Incoming,IBG,Payments," + text + ",," + status + ",SGD," + debit + "," + credit
	}},
	{"DBS, status last", "Transaction Date,Value Date,Statement Code,Description,Debit Amount,Credit Amount,Client Reference,Additional Reference,Status", func(status, debit, credit, text string) string {
		return "28 Nov 2026,,ICT,PAYNOW," + debit + "," + credit + "," + text + ",x," + status
	}},
	{"unknown", "Date,Narrative,Money In,Money Out,Status", func(status, debit, credit, text string) string {
		return "28/11/2026," + text + "," + credit + "," + debit + "," + status
	}},
	{"unknown, one amount", "Date,Details,Amount,Transaction Status", func(status, debit, credit, text string) string {
		if debit != "" {
			debit = "-" + debit
		} else if !strings.Contains(credit, ",") {
			credit = "+" + credit
		}
		return "28/11/2026," + text + "," + debit + credit + "," + status
	}},
	{"simplified", "交易日期,摘要,存入,支出,交易状态", func(status, debit, credit, text string) string {
		return "2026-11-28," + text + "," + credit + "," + debit + "," + status
	}},
	{"traditional", "交易日期,摘要,存入金額,支出金額,狀態", func(status, debit, credit, text string) string {
		return "2026-11-28," + text + "," + credit + "," + debit + "," + status
	}},
	{"a column without a name for it", "Date,Narrative,Money In,Money Out,Stage", func(status, debit, credit, text string) string {
		return "28/11/2026," + text + "," + credit + "," + debit + "," + status
	}},
}

// A transfer that is not completed is not a line, in every layout; an unknown status is questioned.
func TestPendingTransactionsAreNotRead(t *testing.T) {
	for _, l := range layouts {
		for status, counts := range map[string]bool{
			"Settled": true, "COMPLETED": true, "posted": true, "Successful": true, "成功": true, "已入賬": true, "已完成": true,
			"Pending": false, "Rejected": false, "PROCESSING": false, "Failed": false, "Cancelled": false, "On Hold": false, "处理中": false, "失敗": false, "已退回": false, "": false,
		} {
			data := l.header + "\n" + l.row("Completed", "", "1.00", "first") + "\n" + l.row(status, "", "88.00", "PAYNOW TM26K7Q4X9") + "\n"
			f := readAsGuessed(t, data)
			if n := len(f.Lines); n != 1+map[bool]int{true: 1}[counts] || n+len(f.Unread) != 2 {
				t.Errorf("%s, %q: %v", l.name, status, told(f))
			}
		}
	}
	for _, l := range layouts[:7] { // in a column without a status heading, an unknown word is plain text
		data := l.header + "\n" + l.row("Completed", "", "1.00", "first") + "\n" + l.row("Gutgeschrieben", "", "88.00", "TM26K7Q4X9") + "\n"
		f, err := bankfile.Read("", []byte(data), nil)
		if !isFault(err, "statement-no-header") || f.Guess.Status < 0 || !slices.Equal(f.Unknown[f.Guess.Status], []string{"gutgeschrieben"}) {
			t.Errorf("%s: %+v, %v", l.name, f.Guess, err)
			continue
		}
		old := f.Guess
		for _, status := range []int{f.Guess.Status, -1} { // also with a saved layout from before the status column was known
			old.Status = status
			if _, err := bankfile.Read("", []byte(data), &old); !isFault(err, "statement-status") {
				t.Errorf("%s: a word that is not explained is passed over: %v", l.name, err)
			}
		}
		if n, m := len(readAsGuessed(t, data).Lines), len(readAsGuessed(t, data, "gutgeschrieben").Lines); n != 1 || m != 2 {
			t.Errorf("%s: %d lines, and %d with the word explained", l.name, n, m)
		}
	}
}

// However unquoted commas shift a row, it is read as it was meant, or not at all.
func TestShiftedRowsGiveNoAmount(t *testing.T) {
	headers := append(slices.Clone(layouts), []struct {
		name, header string
		row          func(status, debit, credit, text string) string
	}{
		{"DBS old", "Transaction Date,Reference,Debit Amount,Credit Amount,Transaction Ref1,Transaction Ref2,Transaction Ref3", func(_, debit, credit, text string) string {
			return "28 Nov 2026,ICT," + debit + "," + credit + ",Incoming," + text + ",OTHR X,"
		}},
		{"POSB without status", "Transaction Date,Transaction Code,Description,Transaction Ref1,Transaction Ref2,Transaction Ref3,Debit Amount,Credit Amount", func(_, debit, credit, text string) string {
			return "28 Nov 2026,ITR,Funds Transfer,Ref 77," + text + ",," + debit + "," + credit
		}},
		{"OCBC", "Transaction date,Value date,Description,Withdrawals (SGD),Deposits (SGD)", func(_, debit, credit, text string) string {
			return "28/11/2026,28/11/2026," + text + "," + debit + "," + credit
		}},
		{"UOB", "Transaction Date,Transaction Time,Transaction Description,Withdrawal,Deposit,Available Balance", func(_, debit, credit, text string) string {
			return "28 Nov 2026,10:15:00," + text + "," + debit + "," + credit + ",4888.00"
		}},
		{"balance at the end", "Date,Description,Debit,Credit,Balance", func(_, debit, credit, text string) string {
			return "28/11/2026," + text + "," + debit + "," + credit + ",12.00"
		}},
	}...)
	texts := []string{
		"TO: LIM, BEE HOON", "TO: LIM,BEE HOON", "GIFT, FOR 2", "lamp, 88, and 12.00", "a, b, c, d, e", "Blk 12, 34.00", "TO: A,B,,", ",,", "Tan, ", "1,088.00", "12.00,", "x,12.00,,", "28 Nov 2026, 5.00",
		"Settled, thanks", "a,Settled,,12.00", "Pending,,500.00", "a,b,c,d,e,f,g,h,i,j,k,l,m,n", strings.Repeat("a,", 50),
	}
	for _, l := range headers {
		for _, text := range texts {
			for _, amounts := range [][3]string{{"12.00", "", "-1200"}, {"", "88.00", "8800"}, {"1,088.00", "", "-108800"}, {"", "1,088.00", "108800"}, {"", "2,001,088.00", "200108800"}} {
				for _, end := range []string{"", ","} {
					for _, others := range []string{"", l.row("Settled", "5.00", "", "before") + "\n", strings.TrimRight(l.row("Settled", "5.00", "", "before"), ",") + "\n"} {
						data := l.header + "\n" + others + l.row("Settled", amounts[0], amounts[1], text) + end + "\n"
						f, err := bankfile.Read("", []byte(data), nil)
						if isFault(err, "statement-no-header") {
							g := f.Guess
							if g.Status >= 0 {
								g.NotFinal = f.Unknown[g.Status]
							}
							if f, err = bankfile.Read("", []byte(data), &g); err != nil {
								continue // it asks
							}
						}
						row := strings.Count(others, "\n") + 2
						for _, line := range f.Lines {
							if line.Row == row && fmt.Sprint(int64(line.Amount)) != amounts[2] {
								t.Errorf("%s: %d cents of\n%s", l.name, line.Amount, data)
							}
						}
						if text == "TO: LIM, BEE HOON" && amounts[2] == "-1200" && end == "" && !slices.ContainsFunc(f.Lines, func(l bankfile.Line) bool { return l.Row == row }) && !strings.HasPrefix(l.name, "POSB") {
							t.Errorf("%s: it can be told what was meant: %v\n%s", l.name, told(f), data)
						}
						if !slices.ContainsFunc(f.Lines, func(l bankfile.Line) bool { return l.Row == row }) && !slices.ContainsFunc(f.Unread, func(u bankfile.Unread) bool { return u.Row == row && u.Text != "" }) && err == nil {
							t.Errorf("%s: nothing is said of\n%s", l.name, data)
						}
					}
				}
			}
		}
	}
}

// For other banks' files: which columns contain a transfer's status, which do not, and columns without heading.
func TestColumnsOfOtherBanksAreGuessed(t *testing.T) {
	const narrative = "Date,Narrative,Money In,Money Out,"
	const dbs = "Transaction Date,Value Date,Statement Code,Description,Supplementary Code,Supplementary Code Description,Client Reference,Additional Reference,Status,Currency,Debit Amount,Credit Amount\n"
	for name, c := range map[string]struct {
		data string
		want []string
	}{
		"a status column with an unknown heading, and a separator at the end of lines": {narrative + "Stage\n28/11/2026,a,1.00,,Completed,\n28/11/2026,b,88.00,,Pending,\n", []string{"2 2026-11-28  100 /", "3 status"}},
		"a heading with another word before status":                                    {narrative + "Approval Status\n28/11/2026,a,1.00,,Completed\n28/11/2026,b,88.00,,Refused\n", []string{"2 2026-11-28  100 /", "3 status"}},
		"a status with a word in brackets":                                             {narrative + "Status\n28/11/2026,a,1.00,,Completed\n28/11/2026,b,88.00,,Completed (returned)\n", []string{"2 2026-11-28  100 /", "3 status"}},
		"two status columns":                                                           {narrative + "Status,Payment Status\n28/11/2026,a,1.00,,Completed,Completed\n28/11/2026,b,88.00,,Completed,Pending\n", []string{"2 2026-11-28  100 /", "3 status"}},
		"the account's status":                                                         {narrative + "Account status\n28/11/2026,a,1.00,,ACTIVE\n", []string{"2 2026-11-28  100 /"}},
		"a payer's text that is a status word":                                         {dbs + "28 Nov 2026,,GR,a,b,c,Paid,,,SGD,,1.00\n28 Nov 2026,,GR,a,b,c,,,,SGD,,2.00\n28 Nov 2026,,GR,a,b,c,,,,SGD,,3.00\n", []string{"2 2026-11-28 GR 100 /", "3 2026-11-28 GR 200 /", "4 2026-11-28 GR 300 /"}},
		"a balance without a heading":                                                  {"Date,Description,Debit,Credit,\n28/11/2026,FEE,5.00,,100.00\n", []string{"2 shifted"}},
		"a comma within an unquoted text":                                              {"Date,Description,Debit,Credit\n28/11/2026,\"TAN, AH KOW\",5.00,\n28/11/2026,LIM, BEE HOON,5.00,\n", []string{"2 2026-11-28  -500 /", "3 2026-11-28  -500 /"}},
	} {
		t.Run(name, func(t *testing.T) {
			if diff := cmp.Diff(c.want, told(readAsGuessed(t, c.data))); diff != "" {
				t.Error(diff)
			}
		})
	}
}
