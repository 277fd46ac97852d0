package term

import (
	"testing"
	"time"

	"shanmen/internal/base/clock"
	"shanmen/internal/base/lunar"
	"shanmen/internal/offer/offering"
)

func TestTermsEndOnTheDayOfTheMonthTheyBegan(t *testing.T) {
	day := func(y, m, d int) lunar.Day { return lunar.Day{Year: y, Month: m, Day: d} }
	for _, c := range []struct {
		name         string
		first        lunar.Day
		term         string
		period       int64
		starts, ends lunar.Day
	}{
		{"a year", day(2026, 11, 21), offering.Yearly, 1, day(2026, 11, 21), day(2027, 11, 21)},
		{"the third year", day(2026, 11, 21), offering.Yearly, 3, day(2028, 11, 21), day(2029, 11, 21)},
		{"a leap day's year", day(2028, 2, 29), offering.Yearly, 1, day(2028, 2, 29), day(2029, 2, 28)},
		{"the next", day(2028, 2, 29), offering.Yearly, 2, day(2029, 2, 28), day(2030, 2, 28)},
		{"up to the next leap day", day(2028, 2, 29), offering.Yearly, 4, day(2031, 2, 28), day(2032, 2, 29)},
		{"over a leap day", day(2027, 3, 1), offering.Yearly, 1, day(2027, 3, 1), day(2028, 3, 1)},
		{"a month", day(2026, 11, 21), offering.Monthly, 1, day(2026, 11, 21), day(2026, 12, 21)},
		{"over the year's end", day(2026, 12, 15), offering.Monthly, 1, day(2026, 12, 15), day(2027, 1, 15)},
		{"the last day of January", day(2027, 1, 31), offering.Monthly, 1, day(2027, 1, 31), day(2027, 2, 28)},
		{"is the last of March again", day(2027, 1, 31), offering.Monthly, 2, day(2027, 2, 28), day(2027, 3, 31)},
		{"and of April", day(2027, 1, 31), offering.Monthly, 3, day(2027, 3, 31), day(2027, 4, 30)},
		{"in a leap year", day(2028, 1, 30), offering.Monthly, 1, day(2028, 1, 30), day(2028, 2, 29)},
		{"twelve months", day(2027, 1, 31), offering.Monthly, 12, day(2027, 12, 31), day(2028, 1, 31)},
		{"the thirteenth", day(2027, 1, 31), offering.Monthly, 13, day(2028, 1, 31), day(2028, 2, 29)},
	} {
		if starts, ends := Span(c.first, c.term, c.period); starts != c.starts || ends != c.ends {
			t.Errorf("%s: %s to %s, want %s to %s", c.name, starts, ends, c.starts, c.ends)
		}
	}
}

func TestTermsFollowWithoutAGap(t *testing.T) {
	for _, term := range []string{offering.Monthly, offering.Yearly} {
		for d := (lunar.Day{Year: 2027, Month: 1, Day: 1}); d.Year < 2029; d = d.Add(1) {
			_, last := Span(d, term, 1)
			for period := int64(2); period <= 14; period++ {
				starts, ends := Span(d, term, period)
				if starts != last || starts.Until(ends) < 28 {
					t.Fatalf("%s from %s: period %d is %s to %s, the one before ended on %s", term, d, period, starts, ends, last)
				}
				last = ends
			}
		}
	}
}

func TestRemindersUseSingaporeDays(t *testing.T) {
	ends := lunar.Day{Year: 2027, Month: 11, Day: 21}
	all := []int{30, 15, 7, 0}
	at := func(day, hour int) time.Time {
		return lunar.Day{Year: 2027, Month: 10, Day: 21}.Add(day).Time(hour, 0)
	}
	for _, c := range []struct {
		name    string
		now     time.Time
		reached int // -1: none
		next    time.Time
	}{
		{"before the first", at(1, 8), -1, at(1, 9)}, // 22 October, 30 days before
		{"at the first", at(1, 9), 30, at(16, 9)},
		{"at the second", at(16, 9), 15, at(24, 9)},
		{"between", at(20, 0), 15, at(24, 9)},
		{"before nine on the last day", at(31, 8), 7, at(31, 9)},
		{"on the last day", at(31, 9), 0, time.Time{}},
		{"after it", at(40, 9), 0, time.Time{}},
	} {
		before, ok := Reached(ends, all, c.now)
		if !ok {
			before = -1
		}
		next := clock.Millis(0)
		if !c.next.IsZero() {
			next = clock.MillisOf(c.next)
		}
		if got := NextReminder(ends, all, c.now); before != c.reached || got != next {
			t.Errorf("%s: reached %d, next %v", c.name, before, got.Time().UTC())
		}
	}
	if Awake(at(0, 8)) || !Awake(at(0, 9)) || !Awake(at(0, 20)) || Awake(at(0, 21)) {
		t.Error("the hours of reminders")
	}
	if got := LastMoment(ends, 14); got != (lunar.Day{Year: 2027, Month: 12, Day: 6}).Time(0, 0).Add(-time.Millisecond) {
		t.Errorf("the last moment is %v", got)
	}
}

func TestReminderDaysAreParsed(t *testing.T) {
	for list, want := range map[string][]int{
		"30,15,7,0": {30, 15, 7, 0}, " 7, 30 ,7": {30, 7}, "": nil, "soon,-1,1000,3": {3},
	} {
		got := Days(list)
		if len(got) != len(want) {
			t.Errorf("%q: %v", list, got)
			continue
		}
		for i := range want {
			if got[i] != want[i] {
				t.Errorf("%q: %v", list, got)
			}
		}
	}
}
