// Package rule calculates on which days an event takes place: once, weekly, on lunar days, around a solar term. A rule
// is a plain value: JSON in, dates out, without database or clock.
package rule

import (
	"bytes"
	"encoding/json"
	"io"
	"time"

	"shanmen/internal/base/fault"
	"shanmen/internal/base/locale"
	"shanmen/internal/base/lunar"
)

// The kinds of rules.
const (
	Dates        = "dates"         // a single date, or chosen dates
	Regular      = "regular"       // weekly or monthly in the solar calendar
	LunarMonthly = "lunar-monthly" // days of every lunar month
	LunarYearly  = "lunar-yearly"  // a lunar date every year
	SolarTerm    = "term"          // around a solar term
	Row          = "row"           // consecutive days
)

// The unit of a Regular rule.
const (
	Week  = "week"
	Month = "month"
)

// What applies in a leap month.
const (
	LeapAlso  = "also"  // both months with the number count
	LeapFirst = "first" // only the first of the two counts
)

// What applies in a month that lacks a day.
const (
	ShortLast    = "last"     // the last day is used
	ShortLeftOut = "left-out" // the month is skipped
)

// What a Row starts from.
const (
	StartDay   = "day"
	StartLunar = "lunar"
	StartTerm  = "term"
)

// What an exception does to a date.
const (
	LeftOut   = "left-out"
	Moved     = "moved"
	Cancelled = "cancelled" // stays visible, struck through
)

// The limits of a rule.
const (
	MostDays       = 500
	MostSessions   = 8
	MostExceptions = 100
	MostLength     = 60 // consecutive days
	MostOffset     = 60 // days before or after a solar term
	MostMoved      = 60 // days by which a date may be moved
	MostInterval   = 12
	LongestJSON    = 128 << 10
	maxTitle       = 200 // characters
	maxNote        = 300
)

// Rule defines the days of an event and its sessions. Its kind decides which fields are allowed.
type Rule struct {
	Kind       string      `json:"kind" enum:"dates,regular,lunar-monthly,lunar-yearly,term,row"`
	Days       []string    `json:"days,omitempty" doc:"For dates: each day; for a row from a day: its first day" maxItems:"500"`
	Every      string      `json:"every,omitempty" doc:"regular: week or month"`
	Interval   int         `json:"interval,omitempty" doc:"For regular: every so many weeks or months from the first day; 0 is 1"`
	Weekdays   []int       `json:"weekdays,omitempty" doc:"regular: 1 Monday to 7 Sunday" maxItems:"7"`
	Nth        []int       `json:"nth,omitempty" doc:"regular by month: which of the month's weekdays, 1 to 5, -1 the last" maxItems:"6"`
	MonthDays  []int       `json:"monthDays,omitempty" doc:"regular by month: 1 to 31" maxItems:"31"`
	LunarMonth int         `json:"lunarMonth,omitempty" doc:"lunar-yearly, row from a lunar day"`
	LunarDays  []int       `json:"lunarDays,omitempty" doc:"Days of the lunar month, 1 to 30" maxItems:"30"`
	Leap       string      `json:"leap,omitempty" doc:"In a leap month: also, or first. Without it also for months, first for years"`
	Short      string      `json:"short,omitempty" doc:"In a month without that day: last (use its last day) or left-out"`
	Term       string      `json:"term,omitempty" doc:"A solar term: 清明"`
	Offset     int         `json:"offset,omitempty" doc:"Days after the term; negative before it"`
	Start      string      `json:"start,omitempty" doc:"For a row: it begins on a day, a lunar day or a solar term"`
	Length     int         `json:"length,omitempty" doc:"row: so many days"`
	From       string      `json:"from,omitempty" doc:"First possible day"`
	Until      string      `json:"until,omitempty" doc:"Last day; absent: unlimited"`
	Sessions   []Session   `json:"sessions" doc:"Sessions on such a day" maxItems:"8"`
	Exceptions []Exception `json:"exceptions,omitempty" maxItems:"100"`
}

// Session is one part of a day.
type Session struct {
	Key    string      `json:"key" doc:"Permanent key of the session; one session may have none" maxLength:"20"`
	Title  locale.Text `json:"title" doc:"Title; empty: the event's title"`
	Place  locale.Text `json:"place" doc:"Place; empty: the event's place"`
	Begins string      `json:"begins" doc:"19:30, in Singapore"`
	Ends   string      `json:"ends" doc:"End, at the latest the same time on the next day"`
	Only   []int       `json:"only,omitempty" doc:"Only on these days: lunar days, weekdays, days of the month or of the row, depending on the rule" maxItems:"31"`
}

// Exception changes one date.
type Exception struct {
	Day    string      `json:"day" doc:"The date before the exception"`
	Act    string      `json:"act" enum:"left-out,moved,cancelled"`
	To     string      `json:"to,omitempty" doc:"For moved: the new day"`
	Begins string      `json:"begins,omitempty" doc:"For moved: new time of the day's first session"`
	Note   locale.Text `json:"note" doc:"Reason, shown to visitors"`
}

// Date is one day of an event. Day identifies it permanently, even when it is moved.
type Date struct {
	Day       lunar.Day
	Exception string // left-out, moved, cancelled, or ""
	Note      locale.Text
	Held      []Held
}

// Held is a session on its actual day.
type Held struct {
	Key    string      `json:"key"`
	Title  locale.Text `json:"title"`
	Place  locale.Text `json:"place"`
	Starts time.Time   `json:"starts"`
	Ends   time.Time   `json:"ends"`
}

// Starts is the start of the first session.
func (d Date) Starts() time.Time { return d.Held[0].Starts }

// Ends is the end of the last session.
func (d Date) Ends() (end time.Time) {
	for _, h := range d.Held {
		if h.Ends.After(end) {
			end = h.Ends
		}
	}
	return end
}

// Once is the rule of a single event. An event of several days becomes a row of days, because a session cannot exceed a
// day. A session of exactly a day ends a minute earlier, so that start and end differ.
func Once(starts, ends time.Time) Rule {
	day := lunar.DayOf(starts)
	if clockOf(starts) == clockOf(ends) && ends.After(starts) {
		ends = ends.Add(-time.Minute)
	}
	if ends.Sub(starts) > 24*time.Hour {
		length := min(day.Until(lunar.DayOf(ends))+1, MostLength)
		return Rule{
			Kind: Row, Start: StartDay, Days: []string{day.String()}, Length: length,
			Sessions: []Session{{Begins: clockOf(starts), Ends: clockOf(ends)}},
		}
	}
	return Rule{Kind: Dates, Days: []string{day.String()}, Sessions: []Session{{Begins: clockOf(starts), Ends: clockOf(ends)}}}
}

// Parse parses and checks a rule. Unknown fields and trailing data are refused.
func Parse(text []byte) (Rule, error) {
	r, err := Read(text, nil)
	if err != nil {
		return Rule{}, err
	}
	return r, r.Check("")
}

// Read parses a rule that may be incomplete; Check reports what is missing. words, if not nil, is applied to every
// text.
func Read(text []byte, words func(string) string) (Rule, error) {
	var r Rule
	if len(text) > LongestJSON {
		return r, fault.Invalid("rule-unreadable")
	}
	dec := json.NewDecoder(bytes.NewReader(text))
	dec.DisallowUnknownFields()
	if err := dec.Decode(&r); err != nil {
		return Rule{}, &fault.Error{Kind: fault.KindInvalid, Code: "rule-unreadable", Cause: err}
	}
	if _, err := dec.Token(); err != io.EOF {
		return Rule{}, fault.Invalid("rule-unreadable")
	}
	if r.Sessions == nil {
		r.Sessions = []Session{}
	}
	if words != nil {
		for _, word := range r.words() {
			*word = words(*word)
		}
	}
	return r, nil
}

// words lists all texts of a rule.
func (r *Rule) words() []*string {
	all := []*string{&r.Kind, &r.Every, &r.Leap, &r.Short, &r.Term, &r.Start, &r.From, &r.Until}
	for i := range r.Days {
		all = append(all, &r.Days[i])
	}
	for i := range r.Sessions {
		s := &r.Sessions[i]
		all = append(all, &s.Key, &s.Title.EN, &s.Title.ZH, &s.Place.EN, &s.Place.ZH, &s.Begins, &s.Ends)
	}
	for i := range r.Exceptions {
		e := &r.Exceptions[i]
		all = append(all, &e.Day, &e.Act, &e.To, &e.Begins, &e.Note.EN, &e.Note.ZH)
	}
	return all
}

// JSON formats a rule for storage.
func (r Rule) JSON() string {
	b, err := json.Marshal(r)
	if err != nil {
		return "" // cannot fail: only texts and numbers
	}
	return string(b)
}
