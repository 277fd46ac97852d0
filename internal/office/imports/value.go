package imports

import (
	"strconv"
	"strings"
	"time"
	"unicode"

	"golang.org/x/text/unicode/norm"

	"shanmen/internal/base/lazyregexp"
	"shanmen/internal/base/lunar"
	"shanmen/internal/base/money"
	"shanmen/internal/people/account"
)

// layouts are the date formats of lists, day before month.
var layouts = []string{
	"2006-1-2", "2006/1/2", "2006.1.2", "2/1/2006", "2-1-2006", "2.1.2006", "2 Jan 2006", "2 January 2006", "2-Jan-2006", "Jan 2, 2006",
	"January 2, 2006", "2006年1月2日", "20060102",
}

// ofTwo are those with a two-digit year.
var ofTwo = []string{"2-Jan-06", "2 Jan 06", "2/1/06", "2-1-06", "2.1.06"}

// fold converts full-width digits, letters and signs.
func fold(text string) string { return norm.NFKC.String(text) }

var (
	clockTail = lazyregexp.New(`[ T]\d{1,2}:\d\d(:\d\d(\.\d+)?)?$`)
	lunarDay  = lazyregexp.New(`^(?:农历)?(闰?)(正|元|[一二三四五六七八九十]+|冬|腊)月(初?[一二三四五六七八九十廿卅]+)日?$`)
	year4     = lazyregexp.New(`(?:^|\D)((?:19|20)\d\d)(?:年|\D|$)`)
	digitsIn  = lazyregexp.New(`\d`)
	amountIs  = lazyregexp.New(`^(?:S?\$|SGD|新币|新元)?\s*(\d{1,3}(?:,\d{3}){1,2}|\d{1,7})(?:\.(\d{0,2})0*)?\s*(?:元整?|块|新元|SGD)?$`)
)

// dayProblem is why a text is no date; "" if it is one.
type dayProblem struct {
	code string
	last int       // of the lunar month that has no such day
	next lunar.Day // the suggested date
}

// readDay parses a solar date, or a lunar one such as 正月十五 2025. of is the usual year of the column, 0 if there is
// none, for lunar dates without a year. A two-digit year is in this century up to the day until; a later one is asked
// about.
func readDay(text string, of int, until lunar.Day) (d lunar.Day, p dayProblem) {
	s := strings.Join(strings.Fields(clockTail.ReplaceAllString(fold(text), "")), " ")
	for _, layout := range layouts {
		if t, err := time.Parse(layout, s); err == nil && t.Year() >= 1900 && t.Year() < 2100 {
			return lunar.Day{Year: t.Year(), Month: int(t.Month()), Day: t.Day()}, p
		}
	}
	for _, layout := range ofTwo {
		if d, ok := inCentury(layout, s, 2000); ok {
			if d.Until(until) >= 0 {
				return d, p
			}
			before, _ := inCentury(layout, s, 1900)
			return d, dayProblem{code: "which-year", next: before}
		}
	}
	s = simplified.Replace(s)
	year, rest := of, s
	if m := year4.FindStringSubmatchIndex(s); m != nil {
		year, _ = strconv.Atoi(s[m[2]:m[3]])
		rest = strings.Trim(s[:m[2]]+s[m[3]:], " 年,，")
	}
	m := lunarDay.FindStringSubmatch(rest)
	if m == nil || year == 0 {
		return d, dayProblem{code: "bad-day"}
	}
	date := lunar.Date{Year: year, Month: chineseNumber(m[2]), Day: chineseNumber(strings.TrimPrefix(m[3], "初")), Leap: m[1] != ""}
	if date.Month < 1 || date.Month > 12 || date.Day < 1 {
		return d, dayProblem{code: "bad-day"}
	}
	if d, ok := lunar.ToSolar(date); ok {
		return d, p
	}
	for last := 30; last >= 29; last-- { // a lunar month has 29 or 30 days
		end := date
		end.Day = last
		if d, ok := lunar.ToSolar(end); ok && date.Day > last {
			return d, dayProblem{"no-such-day", last, d}
		}
	}
	return d, dayProblem{code: "bad-day"}
}

// inCentury completes a two-digit year with a century.
func inCentury(layout, text string, century int) (d lunar.Day, ok bool) {
	t, err := time.Parse(layout, text)
	if err != nil {
		return d, false
	}
	d = lunar.Day{Year: century + t.Year()%100, Month: int(t.Month()), Day: t.Day()}
	return d, d.Valid()
}

// partOfBirth is what is stored of an incomplete birth date: a year, or a lunar day without one.
var partOfBirth = lazyregexp.New(`^(?:(?:19|20)\d\d年?|(?:农历)?闰?(?:正|元|[一二三四五六七八九十]+|冬|腊)月初?[一二三四五六七八九十廿卅]+日?)$`)

// readBirth parses a birth date or a part of one. It cannot be in the future, so a two-digit year may be unambiguous;
// otherwise it is asked about.
func readBirth(text string, today lunar.Day) (d lunar.Day, p dayProblem) {
	d, p = readDay(text, 0, today)
	switch {
	case p.code == "which-year":
		return p.next, dayProblem{}
	case p.code == "bad-day" && partOfBirth.MatchString(simplified.Replace(strings.Join(strings.Fields(fold(text)), ""))):
		return lunar.Day{}, dayProblem{}
	case p.code != "":
		return d, p
	case d.Until(today) < 0:
		return d, dayProblem{code: "day-ahead"}
	}
	for _, layout := range ofTwo {
		if before, ok := inCentury(layout, strings.Join(strings.Fields(fold(text)), " "), 1900); ok {
			if before.YearsUntil(today) > 100 {
				before = d
			}
			return d, dayProblem{code: "which-year", next: before}
		}
	}
	return d, p
}

// dayOrder is the order of day and month in a numeric date.
type dayOrder int

const (
	noOrder     dayOrder = iota // no such date
	dayFirst                    // 25/3/1958
	monthFirst                  // 3/25/1958
	eitherFirst                 // 3/9/1958
)

// The order of ambiguous dates in a column, derived from all its dates.
const (
	orderMixed = 1 // some have the month first: ambiguous ones are asked about
	orderMonth = 2 // all have the month first
	orderLost  = 3 // a spreadsheet misread 9/3 as 3 September and left 25/3 as text: its dates are asked about
)

// enoughMonths is how many month-first dates are no accident.
const enoughMonths = 3

var dayInNumbers = lazyregexp.New(`^(\d{1,2})([/.-])(\d{1,2})([/.-]\d{2}(?:\d{2})?)$`)

func orderOf(text string) dayOrder {
	m := dayInNumbers.FindStringSubmatch(strings.TrimSpace(clockTail.ReplaceAllString(fold(text), "")))
	if m == nil {
		return noOrder
	}
	first, _ := strconv.Atoi(m[1])
	second, _ := strconv.Atoi(m[3])
	switch {
	case first == second || first < 1 || second < 1 || first > 31 || second > 31:
		return noOrder
	case first > 12 && second <= 12:
		return dayFirst
	case first <= 12 && second > 12:
		return monthFirst
	case first <= 12:
		return eitherFirst
	}
	return noOrder
}

// turned swaps the first two numbers of a date.
func turned(text string) string {
	return dayInNumbers.ReplaceAllString(strings.TrimSpace(clockTail.ReplaceAllString(fold(text), "")), "$3$2$1$4")
}

// dayOfCell is how a workbook formats a date: Excel turns a place such as 1-3 into one.
var dayOfCell = lazyregexp.New(`^\d{4}-\d\d-\d\d(?: \d\d:\d\d:\d\d)?$`)

// fewLost is the minimum number of texts, and of dates, for a column to count as misread by a spreadsheet.
const fewLost = 2

var dayOfSheet = lazyregexp.New(`^(\d{4})-(\d\d)-(\d\d)(?: \d\d:\d\d:\d\d)?$`)

// swapped is a spreadsheet's date with month and day swapped. Not ok if that is no date.
func swapped(text string) (day string, ok bool) {
	m := dayOfSheet.FindStringSubmatch(strings.TrimSpace(text))
	if m == nil || m[3] > "12" {
		return "", false
	}
	return m[1] + "-" + m[3] + "-" + m[2], true
}

// dayFields are the date fields.
var dayFields = map[string]bool{"from": true, "until": true, "day": true, "birth": true}

var bareNumber = lazyregexp.New(`^(\d{5})(?:\.\d+)?$`)

// dayOfNumber converts an Excel date number such as 45678, from 1927 to 2065 only, so that a house number is not one.
// Some workbooks count from 1904.
func dayOfNumber(text string, since04 bool) (d lunar.Day, ok bool) {
	m := bareNumber.FindStringSubmatch(strings.TrimSpace(fold(text)))
	if m == nil {
		return d, false
	}
	n, _ := strconv.Atoi(m[1])
	if since04 {
		n += 1462
	}
	if n < 10_000 || n >= 60_500 {
		return d, false
	}
	t := time.Date(1899, 12, 30, 0, 0, 0, 0, time.UTC).AddDate(0, 0, n)
	return lunar.Day{Year: t.Year(), Month: int(t.Month()), Day: t.Day()}, true
}

// yearOf is the year in a text, 0 for none.
func yearOf(text string) int {
	if m := year4.FindStringSubmatch(text); m != nil {
		n, _ := strconv.Atoi(m[1])
		return n
	}
	return 0
}

var chineseDigits = map[rune]int{'一': 1, '二': 2, '三': 3, '四': 4, '五': 5, '六': 6, '七': 7, '八': 8, '九': 9}

// chineseNumber parses 正, 冬, 腊, 五, 十二, 廿三, 三十; 0 for anything else.
func chineseNumber(s string) int {
	switch s {
	case "正", "元":
		return 1
	case "冬":
		return 11
	case "腊":
		return 12
	}
	tens, ones, said := 0, 0, false
	for _, r := range s {
		switch {
		case r == '十' && !said:
			tens = max(ones, 1)
			ones, said = 0, true
		case r == '廿' && !said:
			tens, said = 2, true
		case r == '卅' && !said:
			tens, said = 3, true
		case chineseDigits[r] > 0 && ones == 0:
			ones = chineseDigits[r]
		default:
			return 0
		}
	}
	return tens*10 + ones
}

// readAmount parses 88, 88.00, S$1,088.00, 88元 to cents, also in full width: ８８．００, 88。8. Pages parse typed amounts by
// the same rule (testdata/amounts.json).
func readAmount(text string) (money.Cents, bool) {
	m := amountIs.FindStringSubmatch(strings.TrimSpace(strings.ReplaceAll(strings.ToUpper(fold(text)), "。", ".")))
	if m == nil {
		return 0, false
	}
	whole, err := strconv.ParseInt(strings.ReplaceAll(m[1], ",", ""), 10, 64)
	if err != nil {
		return 0, false
	}
	part, _ := strconv.ParseInt((m[2] + "00")[:2], 10, 64)
	return money.Cents(whole*100 + part), true
}

// numberRead is a parsed telephone number: a mobile or another one.
type numberRead struct {
	mobile, phone string // E.164
	missing       int    // how many digits are missing of a Singapore number; -1 if it is no number
}

// ofNumber matches a telephone number that a program wrote as a decimal number.
var ofNumber = lazyregexp.New(`^(\d{7,})\.(\d+)$`)

func readNumber(text string) (n numberRead) {
	if m := ofNumber.FindStringSubmatch(strings.TrimSpace(fold(text))); m != nil {
		if strings.Trim(m[2], "0") != "" {
			return numberRead{missing: -1}
		}
		text = m[1]
	}
	if m, ok := account.ParseMobile(text); ok {
		return numberRead{mobile: m.E164}
	}
	if phone, ok := account.ParsePhone(text); ok {
		return numberRead{phone: phone}
	}
	text = fold(text)
	digits := len(digitsIn.FindAllString(text, -1))
	if other := strings.IndexFunc(text, unicode.IsLetter) >= 0; !other && digits >= 5 && digits < 8 && !strings.HasPrefix(strings.TrimSpace(text), "+") {
		return numberRead{missing: 8 - digits}
	}
	return numberRead{missing: -1}
}

// failed returns whether a value is a spreadsheet's error text, or a formula without a saved value.
func failed(text string) bool {
	return failedIs.MatchString(strings.ToUpper(text)) || strings.HasPrefix(text, "=")
}

// failedIs matches #REF!, #NAME? and so on in Excel's languages, and the ##### of a number in too narrow a column.
var failedIs = lazyregexp.New(`^#(?:\p{L}[\p{L}\d/_.]*[!?]|DIV/0!|N/A|NV|GETTING_DATA|#+)$`)

// lost returns whether a text contains a replacement character, which programs write for characters they cannot encode.
func lost(text string) bool {
	if strings.ContainsAny(text, "\uFFFD□") {
		return true
	}
	runes := []rune(text)
	for i, r := range runes { // 林?华
		if r == '?' && (i > 0 && unicode.Is(unicode.Han, runes[i-1]) || i+1 < len(runes) && unicode.Is(unicode.Han, runes[i+1])) {
			return true
		}
	}
	return false
}
