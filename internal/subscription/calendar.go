package subscription

import (
	"time"

	"shanmen/internal/clock"
	"shanmen/internal/lunar"
	"shanmen/internal/offering"
)

const (
	termMonthly = offering.Monthly
	termYearly  = offering.Yearly
)

// Reminders go out by day, in Singapore: nobody's phone rings at midnight for a lamp.
const (
	firstHour = 9
	lastHour  = 21
)

func dayOf(t time.Time) lunar.Day { return lunar.DayOf(t) }

// spanOf is the first day of a period and the first after it, counted from the subscription's own first
// day: who began on 31 January has terms that end on 28 February and on 31 March.
func spanOf(first lunar.Day, term string, period int64) (starts, ends lunar.Day) {
	n := int(period)
	if term == termYearly {
		return addMonths(first, 12*(n-1)), addMonths(first, 12*n)
	}
	return addMonths(first, n-1), addMonths(first, n)
}

// addMonths is the same day n months later, or the last of that month when it has none such.
// TermEnds is the day after the last one of a term that begins on a day; of once the day itself.
func TermEnds(first lunar.Day, term string) lunar.Day {
	if term != termMonthly && term != termYearly {
		return first
	}
	_, ends := spanOf(first, term, 1)
	return ends
}

func addMonths(d lunar.Day, n int) lunar.Day {
	month := d.Year*12 + d.Month - 1 + n
	out := lunar.Day{Year: month / 12, Month: month%12 + 1, Day: d.Day}
	for !out.Valid() {
		out.Day--
	}
	return out
}

// lastMoment is the end of the last day of grace after a term: a renewal can be paid until then.
func lastMoment(ends lunar.Day, grace int) time.Time {
	return ends.Add(grace+1).Time(0, 0).Add(-time.Millisecond)
}

func reminderAt(ends lunar.Day, before int) time.Time { return ends.Add(-before).Time(firstHour, 0) }

// nextReminder is when the first reminder after t is due, 0 when none is left. In milliseconds.
func nextReminder(ends lunar.Day, reminders []int, t time.Time) clock.Millis {
	for _, before := range reminders {
		if at := reminderAt(ends, before); at.After(t) {
			return clock.MillisOf(at)
		}
	}
	return 0
}

// reached is the latest reminder that is due at t; ok is false before the first.
func reached(ends lunar.Day, reminders []int, t time.Time) (before int, ok bool) {
	for _, n := range reminders {
		if !reminderAt(ends, n).After(t) {
			before, ok = n, true
		}
	}
	return before, ok
}

// awake tells whether reminders may go out at t.
func awake(t time.Time) bool {
	h := t.In(clock.Singapore).Hour()
	return h >= firstHour && h < lastHour
}

func dayAt(at clock.Millis) lunar.Day { return dayOf(at.Time()) }
