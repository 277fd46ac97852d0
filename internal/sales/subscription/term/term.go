// Package term calculates when the terms of a subscription start and end, and when to send reminders.
package term

import (
	"slices"
	"strconv"
	"strings"
	"time"

	"shanmen/internal/base/clock"
	"shanmen/internal/base/lunar"
	"shanmen/internal/offer/offering"
)

// Reminders are sent during the day in Singapore, not at night.
const (
	firstHour = 9
	lastHour  = 21
)

// Span is the first day of a period and the first day after it, counted from the subscription's first day: one that
// started on 31 January has terms that end on 28 February and on 31 March.
func Span(first lunar.Day, of string, period int64) (starts, ends lunar.Day) {
	n := int(period)
	if of == offering.Yearly {
		return AddMonths(first, 12*(n-1)), AddMonths(first, 12*n)
	}
	return AddMonths(first, n-1), AddMonths(first, n)
}

// Ends is the day after the last one of a term that starts on a day; for once the day itself.
func Ends(first lunar.Day, of string) lunar.Day {
	if of != offering.Monthly && of != offering.Yearly {
		return first
	}
	_, ends := Span(first, of, 1)
	return ends
}

// AddMonths is the same day n months later, or the last day of a shorter month.
func AddMonths(d lunar.Day, n int) lunar.Day {
	month := d.Year*12 + d.Month - 1 + n
	out := lunar.Day{Year: month / 12, Month: month%12 + 1, Day: d.Day}
	for !out.Valid() {
		out.Day--
	}
	return out
}

// LastMoment is the end of the last day of grace after a term, until which a renewal can be paid.
func LastMoment(ends lunar.Day, grace int) time.Time {
	return ends.Add(grace+1).Time(0, 0).Add(-time.Millisecond)
}

func reminderAt(ends lunar.Day, before int) time.Time { return ends.Add(-before).Time(firstHour, 0) }

// NextReminder is the time of the first reminder after t in milliseconds, 0 if none is left.
func NextReminder(ends lunar.Day, reminders []int, t time.Time) clock.Millis {
	for _, before := range reminders {
		if at := reminderAt(ends, before); at.After(t) {
			return clock.MillisOf(at)
		}
	}
	return 0
}

// Reached is the latest reminder due at t; ok is false before the first.
func Reached(ends lunar.Day, reminders []int, t time.Time) (before int, ok bool) {
	for _, n := range reminders {
		if !reminderAt(ends, n).After(t) {
			before, ok = n, true
		}
	}
	return before, ok
}

// Awake returns whether reminders may be sent at t.
func Awake(t time.Time) bool {
	h := t.In(clock.Singapore).Hour()
	return h >= firstHour && h < lastHour
}

// Days parses a list such as "30,15,7,0", ignoring invalid parts.
func Days(list string) []int {
	var out []int
	for part := range strings.SplitSeq(list, ",") {
		if n, err := strconv.Atoi(strings.TrimSpace(part)); err == nil && n >= 0 && n <= 365 && !slices.Contains(out, n) {
			out = append(out, n)
		}
	}
	slices.Sort(out)
	slices.Reverse(out)
	return out
}
