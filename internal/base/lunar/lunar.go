// Package lunar is the Chinese calendar as the temple uses it: days, leap months, zodiac signs, solar terms. Months
// come from 6tail's lunar-go, whose day starts at midnight UTC+8, as in Singapore.
package lunar

import (
	"sync"
	"time"

	"github.com/6tail/lunar-go/calendar"

	"shanmen/internal/base/clock"
)

// FirstYear and LastYear bound the known years: early enough for births of ancestors, late enough for bookings.
const (
	FirstYear = 1850
	LastYear  = 2100
)

// Date is a day of the lunar calendar. Leap marks the second of two months with the same number.
type Date struct {
	Year, Month, Day int
	Leap             bool
}

// Day is a day of the solar calendar in Singapore.
type Day struct{ Year, Month, Day int }

// DayOf is the day in Singapore at t.
func DayOf(t time.Time) Day {
	y, m, d := t.In(clock.Singapore).Date()
	return Day{y, int(m), d}
}

// Valid tells whether the day exists: 30 February does not.
func (d Day) Valid() bool {
	t := d.noon()
	return t.Year() == d.Year && int(t.Month()) == d.Month && t.Day() == d.Day
}

// Time is hour:minute on that day in Singapore.
func (d Day) Time(hour, minute int) time.Time {
	return time.Date(d.Year, time.Month(d.Month), d.Day, hour, minute, 0, 0, clock.Singapore).UTC()
}

// Add returns the day n days later.
func (d Day) Add(n int) Day {
	t := d.noon().AddDate(0, 0, n)
	return Day{t.Year(), int(t.Month()), t.Day()}
}

// Until counts the days from d to o; negative if o is earlier.
func (d Day) Until(o Day) int { return o.number() - d.number() }

// String is the ISO form, 2026-11-21.
func (d Day) String() string { return d.noon().Format(time.DateOnly) }

func (d Day) noon() time.Time {
	return time.Date(d.Year, time.Month(d.Month), d.Day, 12, 0, 0, 0, time.UTC)
}

// number numbers the days consecutively, to compare months of both calendars.
func (d Day) number() int {
	return int(time.Date(d.Year, time.Month(d.Month), d.Day, 0, 0, 0, 0, time.UTC).Unix() / 86400)
}

// month is one lunar month: first is the number of its first day.
type month struct {
	number, first, days int
	leap                bool
}

var years sync.Map // lunar year to []month; at most one entry per known year

// monthsOf returns the twelve or thirteen months of a lunar year, or none outside the known years.
func monthsOf(year int) (out []month) {
	if year < FirstYear-1 || year > LastYear {
		return nil
	}
	if v, ok := years.Load(year); ok {
		return v.([]month)
	}
	defer func() {
		if recover() != nil { // the library panics on what it cannot compute
			out = nil
		}
	}()
	for e := calendar.NewLunarYear(year).GetMonthsInYear().Front(); e != nil; e = e.Next() {
		m := e.Value.(*calendar.LunarMonth)
		first := calendar.NewSolarFromJulianDay(m.GetFirstJulianDay())
		n := m.GetMonth()
		out = append(out, month{
			number: max(n, -n), leap: n < 0, days: m.GetDayCount(),
			first: Day{first.GetYear(), first.GetMonth(), first.GetDay()}.number(),
		})
	}
	years.Store(year, out)
	return out
}

// FromSolar converts a day. ok is false if the day does not exist or is outside the known years.
func FromSolar(d Day) (l Date, ok bool) {
	if !d.Valid() || d.Year < FirstYear || d.Year > LastYear {
		return Date{}, false
	}
	n := d.number()
	for _, year := range []int{d.Year, d.Year - 1} {
		for _, m := range monthsOf(year) {
			if n >= m.first && n < m.first+m.days {
				return Date{year, m.number, n - m.first + 1, m.leap}, true
			}
		}
	}
	return Date{}, false
}

// ToSolar converts a lunar date. ok is false if the year has no such leap month, the month no such day, or the year is
// unknown.
func ToSolar(l Date) (d Day, ok bool) {
	if l.Year < FirstYear {
		return Day{}, false
	}
	for _, m := range monthsOf(l.Year) {
		if m.number == l.Month && m.leap == l.Leap && l.Day >= 1 && l.Day <= m.days {
			t := time.Unix(int64(m.first+l.Day-1)*86400, 0).UTC()
			return Day{t.Year(), int(t.Month()), t.Day()}, true
		}
	}
	return Day{}, false
}

// LeapMonth is the number of the year's leap month, 0 when it has none.
func LeapMonth(year int) int {
	for _, m := range monthsOf(year) {
		if m.leap {
			return m.number
		}
	}
	return 0
}

// Kept is the date on which a yearly or monthly day is observed: in a month of 29 days the 30th is observed on the
// 29th.
func (l Date) Kept() Date {
	for _, m := range monthsOf(l.Year) {
		if m.number == l.Month && m.leap == l.Leap {
			l.Day = min(l.Day, m.days)
		}
	}
	return l
}

// Keeps returns whether a monthly day is observed on the date: its own day, and the 30th on the last day of a month of
// 29.
func (l Date) Keeps(day int) bool {
	kept := l
	kept.Day = day
	return kept.Kept() == l
}
