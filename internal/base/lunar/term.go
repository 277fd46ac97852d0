package lunar

import (
	"regexp"
	"sync"
)

// Terms are the 24 solar terms in the order of the solar year.
var Terms = []string{
	"小寒", "大寒", "立春", "雨水", "惊蛰", "春分", "清明", "谷雨", "立夏", "小满", "芒种", "夏至",
	"小暑", "大暑", "立秋", "处暑", "白露", "秋分", "寒露", "霜降", "立冬", "小雪", "大雪", "冬至",
}

// around is the usual day of each term in its month; the actual day is within three days of it.
var around = []int{6, 20, 4, 19, 6, 21, 5, 20, 6, 21, 6, 21, 7, 23, 8, 23, 8, 23, 8, 23, 7, 22, 7, 22}

type yearTerm struct {
	year int
	term string
}

var termDays sync.Map // yearTerm to Day; at most 24 entries per known year

// TermDay is the day of a solar year on which the term starts. ok is false for an unknown term or year.
func TermDay(year int, term string) (d Day, ok bool) {
	if v, found := termDays.Load(yearTerm{year, term}); found {
		return v.(Day), true
	}
	for i, name := range Terms {
		if name != term {
			continue
		}
		usual := Day{year, i/2 + 1, around[i]}
		for n := -3; n <= 3; n++ {
			if d := usual.Add(n); Term(d) == term {
				termDays.Store(yearTerm{year, term}, d)
				return d, true
			}
		}
	}
	return Day{}, false
}

// Weekday is 1 on Monday and 7 on Sunday.
func (d Day) Weekday() int { return (d.number()+3)%7 + 1 }

// Number is the number of days since 1 January 1970.
func (d Day) Number() int { return d.number() }

// DayOfNumber is the inverse of Number.
func DayOfNumber(n int) Day { return Day{1970, 1, 1}.Add(n) }

// WhyNoDay is the fault code of an invalid day: empty ("required"), nonexistent ("bad-date"), or not in a date format
// ("day-unreadable").
func WhyNoDay(s string) string {
	switch {
	case s == "":
		return "required"
	case isoForm.MatchString(s):
		return "bad-date"
	}
	return "day-unreadable"
}

var isoForm = regexp.MustCompile(`^\d{4}-\d\d-\d\d$`)

// ParseDay parses the ISO form, 2026-11-21. ok is false for any other form, and for a day outside the known years.
func ParseDay(s string) (d Day, ok bool) {
	if len(s) != len("2026-11-21") || s[4] != '-' || s[7] != '-' {
		return Day{}, false
	}
	for _, part := range []struct {
		text string
		to   *int
	}{{s[:4], &d.Year}, {s[5:7], &d.Month}, {s[8:], &d.Day}} {
		for _, c := range []byte(part.text) {
			if c < '0' || c > '9' {
				return Day{}, false
			}
			*part.to = *part.to*10 + int(c-'0')
		}
	}
	if !d.Valid() || d.Year < FirstYear || d.Year > LastYear {
		return Day{}, false
	}
	return d, true
}
