package bankfile

import (
	"slices"
	"strconv"
	"strings"
	"time"

	textnorm "golang.org/x/text/unicode/norm"

	"shanmen/internal/base/lazyregexp"
	"shanmen/internal/base/money"
)

// singapore is a fixed zone without daylight saving time, used by banks there.
var singapore = time.FixedZone("SGT", 8*3600)

// Date formats of banks, day before month. Go accepts one or two digits for one.
var days = []string{
	"2 Jan 2006", "2-Jan-2006", "2/Jan/2006", "2 Jan 06", "2-Jan-06", "2 January 2006", "2/1/2006", "2-1-2006", "2.1.2006", "2/1/06",
	"2006-1-2", "2006/1/2", "20060102", "Jan 2, 2006", "January 2, 2006", "2006年1月2日", "02Jan2006", "2 Jan, 2006",
}

var clocks = []string{"", " 15:04", " 15:04:05", " 15:04:05.0", " 3:04 PM", " 3:04:05 PM", " 3:04PM"}

var (
	isoMark  = lazyregexp.New(`^(\d{4}-\d\d-\d\d)T(\d\d:\d\d)`)
	weekday  = lazyregexp.New(`(?i)^(mon|tue|wed|thu|fri|sat|sun)[a-z]*,? `)
	midnight = lazyregexp.New(` 00:00(:00(\.0+)?)?$`)
)

// longestDay is the maximum length of a date in bytes, including spaces.
const longestDay = 120

// when parses a date or a time. Midnight counts as a date, because programs write it if there was no time.
func when(s, format string) (at time.Time, hasTime, ok bool) {
	if len(s) > longestDay {
		return time.Time{}, false, false
	}
	s = narrow(strings.Join(strings.Fields(s), " "))
	if len(s) < 6 || len(s) > 40 || !strings.ContainsAny(s, "0123456789") {
		return time.Time{}, false, false
	}
	for _, zoned := range []string{time.RFC3339, "2006-01-02T15:04:05Z0700"} {
		if len(s) < len("2006-01-02T15:04:05Z") || s[10] != 'T' {
			break
		}
		if t, err := time.Parse(zoned, s); err == nil {
			s = t.In(singapore).Format("2006-01-02 15:04:05")
			break
		}
	}
	s = isoMark.ReplaceAllString(s, "$1 $2")
	s = weekday.ReplaceAllString(s, "")
	s = midnight.ReplaceAllString(s, "")
	s = strings.Replace(s, "Sept ", "Sep ", 1)
	known := shapes
	if format != "" {
		known = byShape([]string{goLayout(format)})
	}
	for _, m := range known[shape(s)] {
		t, err := time.ParseInLocation(m.layout, s, singapore)
		if err != nil {
			t, err = time.ParseInLocation(m.layout, strings.ToUpper(s), singapore)
		}
		if err == nil && t.Year() >= 1990 && t.Year() < 2100 {
			return t.UTC(), m.hasTime, true
		}
	}
	return time.Time{}, false, false
}

// narrow converts full-width digits and punctuation of a short text.
func narrow(s string) string {
	if len(s) > longestAmount || strings.IndexFunc(s, func(r rune) bool { return r > 0xFF00 && r < 0xFF5F }) < 0 {
		return s
	}
	return textnorm.NFKC.String(s)
}

// moment is one date or date-time format.
type moment struct {
	layout  string
	hasTime bool
}

// shapes groups date formats by shape: a year's file has ten thousand cells to try, and the shape rules out most
// formats at once.
var shapes = byShape(days)

func byShape(days []string) map[string][]moment {
	out := map[string][]moment{}
	for _, day := range days {
		for _, clock := range clocks {
			m := moment{day + clock, clock != ""}
			out[shape(m.layout)] = append(out[shape(m.layout)], m)
			if strings.HasSuffix(clock, ":05") { // Go accepts fractions of a second after it
				out[shape(m.layout)+".0"] = append(out[shape(m.layout)+".0"], m)
			}
		}
	}
	return out
}

// shape has one 0 per number and one A per word.
func shape(s string) string {
	var out []byte
	for i := range len(s) {
		c := s[i]
		switch {
		case c >= '0' && c <= '9':
			c = '0'
		case c >= 'a' && c <= 'z', c >= 'A' && c <= 'Z':
			c = 'A'
		}
		if n := len(out); c != '0' && c != 'A' || n == 0 || out[n-1] != c {
			out = append(out, c)
		}
	}
	return string(out)
}

func goLayout(format string) string {
	return strings.NewReplacer("yyyy", "2006", "yy", "06", "mmm", "Jan", "mm", "1", "m", "1", "dd", "2", "d", "2").Replace(strings.ToLower(format))
}

// longestAmount is the maximum length of an amount in bytes; signs around it are removed one by one.
const longestAmount = 64

// plainAmount removes Singapore's currency and normalises minus signs.
var plainAmount = strings.NewReplacer("SGD", "", "S$", "", "$", "", "\u2212", "-", "\u2013", "-", "\u2014", "-", "'", "")

// cents parses an amount: 1,234.50, S$ 1 234.50, (12.00), 12.00-, 12.00 CR, 12.00DR, 1.234,50. Not ok for anything
// else; blank: the cell is empty or a dash.
func cents(s string) (amount money.Cents, blank, ok bool) {
	if len(s) > longestAmount {
		return 0, false, false
	}
	s = strings.ToUpper(strings.Join(strings.Fields(s), ""))
	s = plainAmount.Replace(s)
	if s == "" || s == "-" || s == "--" || s == "NIL" {
		return 0, true, true
	}
	sign := int64(1)
	for again := true; again; {
		again = false
		for _, m := range []struct {
			before, after string
			sign          int64
		}{{"(", ")", -1}, {"-", "", -1}, {"+", "", 1}, {"", "-", -1}, {"", "+", 1}, {"", "CR", 1}, {"", "DR", -1}} {
			if len(s) > len(m.before)+len(m.after) && strings.HasPrefix(s, m.before) && strings.HasSuffix(s, m.after) {
				s, sign = s[len(m.before):len(s)-len(m.after)], min(sign, m.sign) // two debit signs are no credit
				again = len(s) > 1
				break
			}
		}
	}
	whole, part := s, ""
	if i := strings.LastIndexAny(s, ".,"); i >= 0 {
		if s[i] == '.' && strings.Count(s, ".") == 1 || s[i] == ',' && strings.Count(s, ",") == 1 && len(s)-i-1 <= 2 {
			whole, part = s[:i], s[i+1:]
		}
	}
	thousands := strings.FieldsFunc(whole, func(r rune) bool { return r == ',' || r == '.' })
	for i, group := range thousands {
		if i > 0 && len(group) != 3 {
			return 0, false, false
		}
	}
	whole = strings.Join(thousands, "")
	if whole == "" {
		whole = "0"
	}
	up := int64(0)
	if len(part) == 3 && whole != "0" { // 1.000 may be a thousand
		return 0, false, false
	}
	if len(part) > 2 {
		rest := part[2:]
		if strings.Trim(rest, "0") != "" { // a spreadsheet's 0.30000000000000004
			if len(part) < 6 {
				return 0, false, false
			}
			if rest[0] >= '5' {
				up = 1
			}
		}
		if strings.Trim(rest, "0123456789") != "" {
			return 0, false, false
		}
		part = part[:2]
	}
	part += strings.Repeat("0", 2-len(part))
	if strings.Trim(whole+part, "0123456789") != "" || len(whole) > 11 || !strings.ContainsAny(s, "0123456789") {
		return 0, false, false
	}
	n, err := strconv.ParseInt(whole+part, 10, 64)
	return money.Cents(sign * (n + up)), false, err == nil
}

var (
	withPoint = lazyregexp.New(`\.\d\d?\D*$|\d,\d{3}(?:\D|$)`)
	// cutOff matches the rest of an amount split at a thousands comma: 088.00 of 1,088.00.
	cutOff    = lazyregexp.New(`^[-+(]*0(?:\d|\d\d(?:\.\d+)?)[^\d.]*$`)
	withComma = lazyregexp.New(`^[^.,]*,\d\d?[^\d.,]*$`)
)

// pointed returns whether a file's amounts have decimal points or thousands commas: then 1,08 is ambiguous.
func pointed(rows [][]string, l Layout) bool {
	return slices.ContainsFunc(rows[min(max(l.HeaderRow+1, 0), len(rows)):], func(row []string) bool {
		return slices.ContainsFunc(row, func(cell string) bool {
			return len(cell) <= longestAmount && withPoint.MatchString(narrow(cell)) && isMoney(cell)
		})
	})
}

// money parses an amount cell.
func (c columns) money(cell string) (amount money.Cents, empty, ok bool) {
	_, number := currencyIn(cell)
	zero := strings.HasPrefix(strings.TrimLeft(number, "-+($S "), "0")
	if zero && cutOff.MatchString(figuresOf(cell)) || c.pointed && strings.Contains(number, ",") && withComma.MatchString(figuresOf(cell)) {
		return 0, false, false
	}
	return cents(number)
}
