package imports

import (
	"regexp"
	"strconv"
	"strings"
	"time"
	"unicode"

	"golang.org/x/text/unicode/norm"

	"shanmen/internal/base/lunar"
	"shanmen/internal/base/money"
	"shanmen/internal/people/account"
)

// layouts are days as lists write them, the day before the month.
var layouts = []string{
	"2006-1-2", "2006/1/2", "2006.1.2", "2/1/2006", "2-1-2006", "2.1.2006", "2 Jan 2006", "2 January 2006", "2-Jan-2006", "Jan 2, 2006",
	"January 2, 2006", "2006年1月2日", "20060102",
}

// ofTwo are those whose year has two digits.
var ofTwo = []string{"2-Jan-06", "2 Jan 06", "2/1/06", "2-1-06", "2.1.06"}

// fold writes digits, letters and signs of a Chinese keyboard as any other has them.
func fold(text string) string { return norm.NFKC.String(text) }

var (
	clockTail = regexp.MustCompile(`[ T]\d{1,2}:\d\d(:\d\d(\.\d+)?)?$`)
	lunarDay  = regexp.MustCompile(`^(?:农历)?(闰?)(正|元|[一二三四五六七八九十]+|冬|腊)月(初?[一二三四五六七八九十廿卅]+)日?$`)
	year4     = regexp.MustCompile(`(?:^|\D)((?:19|20)\d\d)(?:年|\D|$)`)
	digitsIn  = regexp.MustCompile(`\d`)
	amountIs  = regexp.MustCompile(`^(?:S?\$|SGD|新币|新元)?\s*(\d{1,3}(?:,\d{3}){1,2}|\d{1,7})(?:\.(\d{0,2})0*)?\s*(?:元整?|块|新元|SGD)?$`)
)

// dayProblem is why a text is no day; "" where it is one.
type dayProblem struct {
	code string
	last int       // of the lunar month that has no such day
	next lunar.Day // the day that is proposed
}

// readDay reads a day of the calendar, or a day of the lunar year such as 正月十五 2025. of is the year that the other
// rows of the column have, 0 where they have none: a lunar day may leave its year out. A year of two digits is one of this
// century as far as the day until; what would be later is asked about.
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

// inCentury reads a day whose year has two digits, as one of a century.
func inCentury(layout, text string, century int) (d lunar.Day, ok bool) {
	t, err := time.Parse(layout, text)
	if err != nil {
		return d, false
	}
	d = lunar.Day{Year: century + t.Year()%100, Month: int(t.Month()), Day: t.Day()}
	return d, d.Valid()
}

// partOfBirth is what is kept of somebody's birth where the list has no whole date: a year, or a lunar day without one.
var partOfBirth = regexp.MustCompile(`^(?:(?:19|20)\d\d年?|(?:农历)?闰?(?:正|元|[一二三四五六七八九十]+|冬|腊)月初?[一二三四五六七八九十廿卅]+日?)$`)

// readBirth reads when somebody was born: a day that is not to come, or part of one. Nobody is born in the future, so that
// of two centuries it may be the earlier one alone; where it may be both, it is asked.
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

// dayOrder is what a day in numbers begins with.
type dayOrder int

const (
	noOrder     dayOrder = iota // it is no such day
	dayFirst                    // 25/3/1958
	monthFirst                  // 3/25/1958
	eitherFirst                 // 3/9/1958
)

// What the days of a column say together of those that may be read in two orders.
const (
	orderMixed = 1 // some have their month first: the others are asked about
	orderMonth = 2 // the month stands first in all of them
	orderLost  = 3 // a spreadsheet took 9/3 for 3 September, and left 25/3, which it could not read, a text: its days are asked about
)

// enoughMonths is how many days with their month first are no slip.
const enoughMonths = 3

var dayInNumbers = regexp.MustCompile(`^(\d{1,2})([/.-])(\d{1,2})([/.-]\d{2}(?:\d{2})?)$`)

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

// turned is a day in numbers with its first two changed round.
func turned(text string) string {
	return dayInNumbers.ReplaceAllString(strings.TrimSpace(clockTail.ReplaceAllString(fold(text), "")), "$3$2$1$4")
}

// dayOfCell is how a workbook's day is written: what Excel makes of a place such as 1-3.
var dayOfCell = regexp.MustCompile(`^\d{4}-\d\d-\d\d(?: \d\d:\d\d:\d\d)?$`)

// fewLost is how many texts and how many days a column has, at least, of which a spreadsheet took some for others.
const fewLost = 2

var dayOfSheet = regexp.MustCompile(`^(\d{4})-(\d\d)-(\d\d)(?: \d\d:\d\d:\d\d)?$`)

// swapped is a day that a spreadsheet has written, with month and day changed round. Not ok where it can have no other meaning.
func swapped(text string) (day string, ok bool) {
	m := dayOfSheet.FindStringSubmatch(strings.TrimSpace(text))
	if m == nil || m[3] > "12" {
		return "", false
	}
	return m[1] + "-" + m[3] + "-" + m[2], true
}

// dayFields are the fields that hold days.
var dayFields = map[string]bool{"from": true, "until": true, "day": true, "birth": true}

var bareNumber = regexp.MustCompile(`^(\d{5})(?:\.\d+)?$`)

// dayOfNumber reads the number by which Excel keeps a day, such as 45678: of 1927 to 2065, so that a house number is none.
// The days of some workbooks are counted from 1904.
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

// yearOf is the year that a text names, 0 for none.
func yearOf(text string) int {
	if m := year4.FindStringSubmatch(text); m != nil {
		n, _ := strconv.Atoi(m[1])
		return n
	}
	return 0
}

var chineseDigits = map[rune]int{'一': 1, '二': 2, '三': 3, '四': 4, '五': 5, '六': 6, '七': 7, '八': 8, '九': 9}

// chineseNumber reads 正, 冬, 腊, 五, 十二, 廿三, 三十; 0 for anything else.
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

// readAmount reads 88, 88.00, S$1,088.00, 88元 as cents, also as a Chinese keyboard writes them: ８８．００, 88。8. The pages
// read what is typed by the same rule (testdata/amounts.json).
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

// numberRead is what was read of a telephone number: that of a mobile phone, or of another one.
type numberRead struct {
	mobile, phone string // E.164
	missing       int    // how many digits one of Singapore's lacks; -1 where it is no number at all
}

// ofNumber is a telephone number that a program has written as a number with a fraction.
var ofNumber = regexp.MustCompile(`^(\d{7,})\.(\d+)$`)

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

// failed tells whether a value is what a spreadsheet shows where a formula failed, or the formula of a cell for which the
// file has no value.
func failed(text string) bool {
	return failedIs.MatchString(strings.ToUpper(text)) || strings.HasPrefix(text, "=")
}

// failedIs are #REF!, #NAME? and their like, in whatever language Excel writes them, and what it saves of a number that its
// column was too narrow for.
var failedIs = regexp.MustCompile(`^#(?:\p{L}[\p{L}\d/_.]*[!?]|DIV/0!|N/A|NV|GETTING_DATA|#+)$`)

// lost tells whether a character of a text was lost before it came: what programs write in place of one that they have no
// code for.
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
