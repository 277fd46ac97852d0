package content

import (
	"encoding/json"
	"errors"
	"fmt"
	"regexp"
	"slices"

	"shanmen/internal/base/clock"
	"shanmen/internal/base/locale"
	"shanmen/internal/base/lunar"
)

// On which days a line of the opening hours applies.
const (
	OnEveryDay  = "every"
	OnWeekdays  = "weekday"    // uses Days: 1 Monday … 7 Sunday
	OnLunarDays = "lunar-day"  // uses Days of every lunar month, including leap months
	OnLunarDate = "lunar-date" // uses Day of the lunar month Month; Day 0 is its last
	OnDate      = "date"       // uses Date
)

// OpeningLine says when the temple is open on some days. If several lines apply to a day, the last one counts.
type OpeningLine struct {
	On     string      `json:"on"`
	Days   []int       `json:"days,omitempty"`
	Month  int         `json:"month,omitempty"`
	Day    int         `json:"day,omitempty"`
	Date   string      `json:"date,omitempty"` // 2026-12-22
	Opens  string      `json:"opens,omitempty"`
	Closes string      `json:"closes,omitempty"` // earlier than Opens: after midnight
	Closed bool        `json:"closed,omitempty"`
	Name   locale.Text `json:"name"`
}

// mostLines is the maximum number of lines.
const mostLines = 60

// longestLineName is the maximum length of a line's label.
const longestLineName = 100

var lineHour = regexp.MustCompile(`^([01]\d|2[0-3]):[0-5]\d$`)

// OpeningLineError names the wrong line, from 1.
type OpeningLineError struct{ Line int }

// Error implements error.
func (e OpeningLineError) Error() string { return fmt.Sprintf("line %d of the hours is wrong", e.Line) }

// ErrTooManyLines refuses more lines than mostLines.
var ErrTooManyLines = errors.New("too many lines")

// ParseOpening parses and checks stored lines.
func ParseOpening(text string) ([]OpeningLine, error) {
	if text == "" {
		return nil, nil
	}
	var out []OpeningLine
	if err := json.Unmarshal([]byte(text), &out); err != nil {
		return nil, fmt.Errorf("opening hours: %w", err)
	}
	if len(out) == 0 {
		return nil, nil
	}
	if len(out) > mostLines {
		return nil, ErrTooManyLines
	}
	for i, l := range out {
		if !l.valid() {
			return nil, OpeningLineError{i + 1}
		}
	}
	return out, nil
}

func (l OpeningLine) valid() bool {
	inside := func(numbers []int, most int) bool {
		return len(numbers) > 0 && !slices.ContainsFunc(numbers, func(n int) bool { return n < 1 || n > most })
	}
	days := false
	switch l.On {
	case OnEveryDay:
		days = true
	case OnWeekdays:
		days = inside(l.Days, 7)
	case OnLunarDays:
		days = inside(l.Days, 30)
	case OnLunarDate:
		days = l.Month >= 1 && l.Month <= 12 && l.Day >= 0 && l.Day <= 30
	case OnDate:
		_, days = lunar.ParseDay(l.Date)
	}
	hours := l.Closed && l.Opens == "" && l.Closes == "" || !l.Closed && lineHour.MatchString(l.Opens) && lineHour.MatchString(l.Closes) && l.Opens != l.Closes
	return days && hours && len([]rune(l.Name.EN)) <= longestLineName && len([]rune(l.Name.ZH)) <= longestLineName
}

// Hours are the times of a line.
type Hours struct{ Opens, Closes string }

// Hours returns when the temple is open; none when it is closed.
func (l OpeningLine) Hours() Hours { return Hours{l.Opens, l.Closes} }

// Regular returns whether the line applies every week.
func (l OpeningLine) Regular() bool { return l.On == OnEveryDay || l.On == OnWeekdays }

// Holds returns whether the line applies to a day.
func (l OpeningLine) Holds(d lunar.Day) bool {
	switch l.On {
	case OnEveryDay:
		return true
	case OnWeekdays:
		return slices.Contains(l.Days, (int(d.Time(12, 0).In(clock.Singapore).Weekday())+6)%7+1)
	case OnDate:
		return d.String() == l.Date
	}
	date, ok := lunar.FromSolar(d)
	if !ok {
		return false
	}
	if l.On == OnLunarDays {
		return slices.ContainsFunc(l.Days, date.Keeps)
	}
	if date.Month != l.Month {
		return false
	}
	if l.Day > 0 {
		return !date.Leap && date.Keeps(l.Day)
	}
	next, ok := lunar.FromSolar(d.Add(1)) // the last day: the next day is in another month that is not the leap month of the same number
	return ok && next.Month != date.Month
}

// openingOf returns the lines from the settings. An older version stored three times of day instead.
func openingOf(v map[string]string) []OpeningLine {
	if text, written := v[settingOpening]; written {
		lines, err := ParseOpening(text)
		if err != nil { // validated when it was saved
			return nil
		}
		return lines
	}
	opens, closes, late := v[settingOpens], v[settingCloses], v[settingClosesLate]
	if opens == "" || closes == "" {
		return nil
	}
	lines := []OpeningLine{{On: OnEveryDay, Opens: opens, Closes: closes}}
	if late != "" {
		lines = append(lines, OpeningLine{On: OnLunarDays, Days: []int{int(lunar.FirstDay), int(lunar.FullMoon)}, Opens: opens, Closes: late})
	}
	return lines
}

// OpeningText formats lines for storage.
func OpeningText(lines []OpeningLine) string {
	if len(lines) == 0 {
		return "[]"
	}
	b, err := json.Marshal(lines)
	if err != nil { // texts and numbers alone: cannot fail
		return "[]"
	}
	return string(b)
}

// OpeningOn returns the line that counts on a day; false while the office has written no hours.
func (f Facts) OpeningOn(d lunar.Day) (OpeningLine, bool) {
	for i := len(f.Opening) - 1; i >= 0; i-- {
		if f.Opening[i].Holds(d) {
			return f.Opening[i], true
		}
	}
	return OpeningLine{}, false
}

// HoursOn formats the hours of a day, the same in both languages: 07:00 – 17:30. It is "" when closed and while the
// office has written no hours.
func (f Facts) HoursOn(d lunar.Day) string {
	l, said := f.OpeningOn(d)
	if !said || l.Closed {
		return ""
	}
	return l.Opens + " – " + l.Closes
}
