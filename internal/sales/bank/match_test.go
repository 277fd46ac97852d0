package bank_test

import (
	"slices"
	"strings"
	"testing"
	"time"

	"shanmen/internal/base/clock"
	"shanmen/internal/base/money"
	"shanmen/internal/sales/bank"
)

var noon = time.Date(2026, 11, 21, 4, 0, 0, 0, time.UTC)

// order awaits S$88 from Tan Bee Leng, unless changed.
func order(reference string, change ...func(*bank.Target)) bank.Target {
	t := bank.Target{
		ID: "invoice " + reference, Number: "INV-2026-000123", Reference: reference, Amount: 88_00, Payer: "Tan Bee Leng", PayerChinese: "陈美玲",
		CreatedAt: clock.MillisOf(noon.Add(-time.Hour)), UserID: "tan",
	}
	for _, c := range change {
		c(&t)
	}
	return t
}

func numbered(n string) func(*bank.Target)         { return func(t *bank.Target) { t.Number = n } }
func waiting(cents money.Cents) func(*bank.Target) { return func(t *bank.Target) { t.Amount = cents } }
func of(name, chinese string) func(*bank.Target) {
	return func(t *bank.Target) { t.Payer, t.PayerChinese, t.UserID = name, chinese, name+chinese }
}
func told(at time.Time) func(*bank.Target) {
	return func(t *bank.Target) { t.TransactionAt = at.UnixMilli() }
}
func is(k bank.Kind, status string) func(*bank.Target) {
	return func(t *bank.Target) { t.Kind, t.Status = k, status }
}

// came is a line of S$88 with this description.
func came(text string, change ...func(*bank.Credit)) bank.Credit {
	l := bank.Credit{Booked: noon, HasTime: true, Amount: 88_00, Description: text}
	for _, c := range change {
		c(&l)
	}
	return l
}

func amount(cents money.Cents) func(*bank.Credit) { return func(l *bank.Credit) { l.Amount = cents } }
func from(payer string) func(*bank.Credit)        { return func(l *bank.Credit) { l.Payer = payer } }
func onDay(at time.Time) func(*bank.Credit) {
	return func(l *bank.Credit) { l.Booked, l.HasTime = at, false }
}
func at(when time.Time) func(*bank.Credit) { return func(l *bank.Credit) { l.Booked = when } }

// said is a match result in short: class, reasons, references.
func said(v bank.Verdict, targets []bank.Target) string {
	out := []string{v.Class}
	out = append(out, v.Why...)
	for _, p := range v.Parts {
		out = append(out, targets[p.Target].Reference)
	}
	if v.Late >= 0 {
		out = append(out, "late", targets[v.Late].Reference)
	}
	return strings.Join(out, " ")
}

const (
	one = "TM26K7Q4X9"
	two = "B8S5Z2G6WN"
)

// However a reference is misspelt, the order is found: certain when only look-alikes, case and spaces differ; likely
// when one character is wrong, missing, additional, or swapped.
func TestReferencesAreFoundInAnySpelling(t *testing.T) {
	t.Parallel()
	targets := []bank.Target{order(one), order(two, numbered("INV-2026-000124"), of("Lim Ah Kow", "林亚九"))}
	for text, want := range map[string]string{
		one:                                 "certain reference amount " + one,
		"tm26k7q4x9":                        "certain reference amount " + one,
		"TM26 K7Q4 X9":                      "certain reference amount " + one,
		"TM26-K7Q4-X9":                      "certain reference amount " + one,
		"ＴＭ２６Ｋ７Ｑ４Ｘ９":                        "certain reference amount " + one,
		"TMZ6K704X9":                        "certain reference amount " + one,
		"TM2GK7O4X9":                        "certain reference amount " + one,
		"BBSSZZGGWN":                        "certain reference amount " + two,
		"8852266wn lamp":                    "likely typo amount " + two,
		"lamp for 8852WN":                   "none",
		"8B5S226Gwn":                        "certain reference amount " + two,
		"PayNow lamp for mum TM26K7Q4X9 tq": "certain reference amount " + one,
		"OTHR-TM26K7Q4X9-PAYNOW":            "certain reference amount " + one,
		"莲花 TM26K7Q4X9 谢谢":                  "certain reference amount " + one,
		"INV-2026-000123":                   "certain reference amount " + one,
		"inv 2026 123":                      "certain reference amount " + one,
		"lNV2O26-OOO123":                    "certain reference amount " + one,
		"INV-2026-0124":                     "certain reference amount " + two,
		"2026-000124":                       "likely typo amount " + two,
		"TM26K7W4X9":                        "likely typo amount " + one,
		"TM26K7Q4X":                         "likely typo amount " + one,
		"M26K7Q4X9":                         "likely typo amount " + one,
		"TM26KK7Q4X9":                       "likely typo amount " + one,
		"TM267KQ4X9":                        "likely typo amount " + one,
		"TM26K7Q49X":                        "likely typo amount " + one,
		"TM2K67Q4X9":                        "likely typo amount " + one,
	} {
		got := said(bank.Match([]bank.Credit{came(text, from("ONG KIM SENG"))}, targets)[0], targets)
		if got != want {
			t.Errorf("%q: %s, want %s", text, got, want)
		}
	}
}

// A matching reference is not enough: the amount must match too.
func TestMatchCertaintyIsClassified(t *testing.T) {
	t.Parallel()
	ten := noon.Add(-10 * time.Minute)
	for name, c := range map[string]struct {
		lines   []bank.Credit
		targets []bank.Target
		want    []string
	}{
		"the reference, with less than due": {
			[]bank.Credit{came(one, amount(80_00))}, []bank.Target{order(one)}, []string{"likely reference under " + one}},
		"the reference, with more than due": {
			[]bank.Credit{came(one, amount(100_00))}, []bank.Target{order(one)}, []string{"likely reference over " + one}},
		"the reference twice": {
			[]bank.Credit{came(one), came(one, at(noon.Add(time.Minute)))}, []bank.Target{order(one)},
			[]string{"certain reference amount " + one, "likely reference amount twice " + one}},
		"two references and their sum": {
			[]bank.Credit{came(one+" & "+two, amount(138_00))}, []bank.Target{order(one), order(two, waiting(50_00))},
			[]string{"certain reference sum " + one + " " + two}},
		"two references and another sum": {
			[]bank.Credit{came(one+" "+two, amount(140_00))}, []bank.Target{order(one), order(two, waiting(50_00))},
			[]string{"several reference " + one + " " + two}},
		"two references and the amount of one": {
			[]bank.Credit{came(one+" "+two, amount(50_00))}, []bank.Target{order(one), order(two, waiting(50_00))},
			[]string{"likely reference amount " + two}},
		"amount, payer and time": {
			[]bank.Credit{came("PayNow transfer", from("TAN BEE LENG"))}, []bank.Target{order(one, told(ten))},
			[]string{"certain amount payer time " + one}},
		"only the day is known, over a weekend": {
			[]bank.Credit{came("", from("TAN BEE LENG"), onDay(noon.AddDate(0, 0, 2)))}, []bank.Target{order(one, told(ten))},
			[]string{"certain amount payer time " + one}},
		"amount and payer, the time unknown": {
			[]bank.Credit{came("", from("TAN BEE LENG"))}, []bank.Target{order(one)}, []string{"likely amount payer " + one}},
		"amount and payer, hours away": {
			[]bank.Credit{came("", from("TAN BEE LENG"))}, []bank.Target{order(one, told(noon.Add(-5*time.Hour)))}, []string{"likely amount payer " + one}},
		"two orders of the payer, two candidates": {
			[]bank.Credit{came("", from("TAN BEE LENG"))}, []bank.Target{order(one, told(ten)), order(two, told(ten))},
			[]string{"several amount payer time " + one + " " + two}},
		"two lines for one order": {
			[]bank.Credit{came("", from("TAN BEE LENG")), came("", from("TAN BEE LENG"), at(noon.Add(time.Minute)))}, []bank.Target{order(one, told(ten))},
			[]string{"likely amount payer time " + one, "likely amount payer time " + one}},
		"another line names the order": {
			[]bank.Credit{came("", from("TAN BEE LENG")), came(one)}, []bank.Target{order(one, told(ten))},
			[]string{"none", "certain reference amount " + one}},
		"Mandarin for dialect": {
			[]bank.Credit{came("", from("CHEN MEILING"))}, []bank.Target{order(one, told(ten))}, []string{"likely amount payer time alike " + one}},
		"the same Chinese characters": {
			[]bank.Credit{came("", from("陈美玲"))}, []bank.Target{order(one, told(ten))}, []string{"certain amount payer time " + one}},
		"a name with a title, in another order": {
			[]bank.Credit{came("", from("MDM BEE LENG TAN"))}, []bank.Target{order(one, told(ten))}, []string{"certain amount payer time " + one}},
		"another surname with the same sound": {
			[]bank.Credit{came("", from("CHAN BEE LENG"))}, []bank.Target{order(one, told(ten))}, []string{"likely amount payer time alike " + one}},
		"a third surname with the same sound": {
			[]bank.Credit{came("", from("TANG BEE LENG"))}, []bank.Target{order(one, told(ten))}, []string{"likely amount payer time alike " + one}},
		"Lam for Lim": {
			[]bank.Credit{came("", from("LAM AH KOW"))}, []bank.Target{order(one, of("Lim Ah Kow", ""), told(ten))}, []string{"likely amount payer time alike " + one}},
		"one word less": {
			[]bank.Credit{came("", from("TAN BEE"))}, []bank.Target{order(one, told(ten))}, []string{"likely amount payer time alike " + one}},
		"another initial": {
			[]bank.Credit{came("", from("TAN BEE LENG C"))}, []bank.Target{order(one, told(ten))}, []string{"likely amount payer time alike " + one}},
		"two members with the same name": {
			[]bank.Credit{came("", from("TAN BEE LENG"))},
			[]bank.Target{order(one, told(ten)), order(two, waiting(50_00), func(t *bank.Target) { t.UserID = "another tan" })},
			[]string{"likely amount payer time namesake " + one}},
		"two orders of one member": {
			[]bank.Credit{came("", from("TAN BEE LENG"))}, []bank.Target{order(one, told(ten)), order(two, waiting(50_00))},
			[]string{"certain amount payer time " + one}},
		"the bank returns the transfer": {
			[]bank.Credit{came(one, func(l *bank.Credit) { l.Returned = true }), came(one, at(noon.Add(time.Hour)))}, []bank.Target{order(one)},
			[]string{"likely reference amount returned " + one, "certain reference amount " + one}},
		"the bank returns the sum of two orders": {
			[]bank.Credit{came(one+" "+two, amount(138_00), func(l *bank.Credit) { l.Returned = true })}, []bank.Target{order(one), order(two, waiting(50_00))},
			[]string{"likely reference sum returned " + one + " " + two}},
		"it could not be settled": {
			[]bank.Credit{came(one, func(l *bank.Credit) { l.Failed = true })}, []bank.Target{order(one)}, []string{"likely reference amount failed " + one}},
		"characters": {
			[]bank.Credit{came("", from("陳美玲"))}, []bank.Target{order(one, told(ten))}, []string{"likely amount payer time alike " + one}},
		"cut off, with a title": {
			[]bank.Credit{came("", from("MDM TAN BEE LEN"))}, []bank.Target{order(one, told(ten))}, []string{"likely amount payer time alike " + one}},
		"a joint account": {
			[]bank.Credit{came("", from("LIM AH KOW OR TAN BEE LENG"))}, []bank.Target{order(one, told(ten))}, []string{"likely amount payer time alike " + one}},
		"the surname alone": {
			[]bank.Credit{came("", from("TAN AH SENG"))}, []bank.Target{order(one, told(ten))}, []string{"likely amount time " + one}},
		"two words of three": {
			[]bank.Credit{came("", from("TAN BEE CHOO"))}, []bank.Target{order(one, told(ten))}, []string{"likely amount payer " + one}},
		"somebody else": {
			[]bank.Credit{came("", from("SITI AMINAH"))}, []bank.Target{order(one, told(ten))}, []string{"none"}},
		"the amount alone, one order": {
			[]bank.Credit{came("")}, []bank.Target{order(one)}, []string{"likely amount " + one}},
		"the amount alone, two orders": {
			[]bank.Credit{came("")}, []bank.Target{order(one), order(two, of("Ong Kim Seng", ""))}, []string{"several amount " + one + " " + two}},
		"a transfer before the order was created": {
			[]bank.Credit{came("", from("TAN BEE LENG"), at(noon.AddDate(0, 0, -9)))}, []bank.Target{order(one, told(ten))}, []string{"none"}},
		"the sum of two orders of one payer": {
			[]bank.Credit{came("lamps", from("TAN BEE LENG"), amount(138_00))}, []bank.Target{order(one), order(two, waiting(50_00)), order("ABCDEFGHJK", waiting(7_00))},
			[]string{"likely payer sum " + one + " " + two}},
		"a sum that two pairs of orders have": {
			[]bank.Credit{came("", from("TAN BEE LENG"), amount(138_00))}, []bank.Target{order(one), order(two, waiting(50_00)), order("ABCDEFGHJK", waiting(50_00))},
			[]string{"none"}},
		"the sum of orders of two people": {
			[]bank.Credit{came("", from("TAN BEE LENG"), amount(138_00))}, []bank.Target{order(one), order(two, waiting(50_00), func(t *bank.Target) { t.UserID = "another Tan" })},
			[]string{"none"}},
		"an expired order": {
			[]bank.Credit{came(one)}, []bank.Target{order(one, is(bank.Ended, "expired"))}, []string{"none ended late " + one}},
		"a cart": {
			[]bank.Credit{came("tm26 k7q4x9")}, []bank.Target{order(one, is(bank.Cart, ""))}, []string{"none ended late " + one}},
		"approved before the statement came": {
			[]bank.Credit{came(one)}, []bank.Target{order(one, is(bank.Approved, "")), order(one, is(bank.Ended, "paid"))}, []string{"certain reference amount " + one}},
		"approved with another amount": {
			[]bank.Credit{came(one, amount(80_00))}, []bank.Target{order(one, is(bank.Approved, "")), order(one, is(bank.Ended, "paid"))}, []string{"none ended late " + one}},
		"the rest after a part payment": {
			[]bank.Credit{came(one, amount(30_00))}, []bank.Target{order(one, is(bank.Approved, ""), waiting(58_00)), order(one, waiting(30_00))}, []string{"certain reference amount " + one}},
		"a match that was undone": {
			[]bank.Credit{came(one, func(l *bank.Credit) { l.Undone = true })}, []bank.Target{order(one)}, []string{"likely reference amount undone " + one}},
	} {
		t.Run(name, func(t *testing.T) {
			var got []string
			for _, v := range bank.Match(c.lines, c.targets) {
				got = append(got, said(v, c.targets))
			}
			if !slices.Equal(got, c.want) {
				t.Errorf("\n got %q\nwant %q", got, c.want)
			}
		})
	}
}
