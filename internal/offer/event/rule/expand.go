package rule

import (
	"slices"
	"time"

	"shanmen/internal/base/lunar"
)

// occurrence is a day of the rule. numbers select sessions: the lunar days it is or replaces, the weekday, the day of
// the row.
type occurrence struct {
	day     lunar.Day
	numbers []int
}

// Dates lists the rule's dates from a (included) to b (excluded), in order, with exceptions applied. Its cost depends
// only on the days between a and b. The rule must have been checked.
func (r Rule) Dates(a, b lunar.Day) []Date {
	exceptions := map[lunar.Day]Exception{}
	for _, e := range r.Exceptions {
		if day, ok := lunar.ParseDay(e.Day); ok {
			exceptions[day] = e
		}
	}
	var out []Date
	for _, o := range r.days(a, b) {
		if d := r.date(o, exceptions[o.day]); len(d.Held) > 0 {
			out = append(out, d)
		}
	}
	return out
}

// date builds the date of a day; nothing if all sessions are on other days.
func (r Rule) date(o occurrence, e Exception) Date {
	d := Date{Day: o.day, Exception: e.Act, Note: e.Note}
	on := o.day
	if to, ok := lunar.ParseDay(e.To); ok {
		on = to
	}
	for _, s := range r.Sessions {
		if s.Only != nil && !slices.ContainsFunc(o.numbers, func(n int) bool { return slices.Contains(s.Only, n) }) {
			continue
		}
		d.Held = append(d.Held, s.held(on))
	}
	slices.SortStableFunc(d.Held, func(a, b Held) int { return a.Starts.Compare(b.Starts) })
	if minute, ok := minuteOf(e.Begins); ok && len(d.Held) > 0 {
		first := &d.Held[0]
		long := first.Ends.Sub(first.Starts)
		first.Starts = on.Time(minute/60, minute%60)
		first.Ends = first.Starts.Add(long)
		slices.SortStableFunc(d.Held, func(a, b Held) int { return a.Starts.Compare(b.Starts) })
	}
	return d
}

func (s Session) held(on lunar.Day) Held {
	begins, _ := minuteOf(s.Begins)
	ends, _ := minuteOf(s.Ends)
	if ends < begins {
		ends += 24 * 60
	}
	starts := on.Time(begins/60, begins%60)
	return Held{Key: s.Key, Title: s.Title, Place: s.Place, Starts: starts, Ends: starts.Add(time.Duration(ends-begins) * time.Minute)}
}

// days lists the days of the rule from a (included) to b (excluded).
func (r Rule) days(a, b lunar.Day) []occurrence {
	a, b = later(a, lunar.Day{Year: lunar.FirstYear, Month: 1, Day: 1}), earlier(b, lunar.Day{Year: lunar.LastYear, Month: 12, Day: 31})
	if r.Kind == Row {
		return r.rows(a, b)
	}
	if r.Kind != Dates {
		a, b = r.span(a, b)
	}
	return r.starts(a, b)
}

// span limits a and b to the rule's From and Until.
func (r Rule) span(a, b lunar.Day) (lunar.Day, lunar.Day) {
	if from, ok := lunar.ParseDay(r.From); ok {
		a = later(a, from)
	}
	if until, ok := lunar.ParseDay(r.Until); ok {
		b = earlier(b, until.Add(1))
	}
	return a, b
}

// rows lists days of rows, including rows that started before a. From and Until limit when a row may start; rows are
// never cut.
func (r Rule) rows(a, b lunar.Day) (out []occurrence) {
	from, to := a.Add(1-r.Length), b
	if r.Start != StartDay {
		from, to = r.span(from, to)
	}
	seen := map[lunar.Day]bool{}
	for _, first := range r.starts(from, to) {
		for i := range r.Length {
			day := first.day.Add(i)
			if day.Until(a) <= 0 && day.Until(b) > 0 && !seen[day] {
				seen[day] = true
				out = append(out, occurrence{day, []int{i + 1}})
			}
		}
	}
	return out
}

// starts lists the days that the rule defines directly; for a row, the first days.
func (r Rule) starts(a, b lunar.Day) (out []occurrence) {
	switch {
	case r.Kind == Dates, r.Kind == Row && r.Start == StartDay:
		for _, text := range r.Days {
			if day, ok := lunar.ParseDay(text); ok && day.Until(a) <= 0 && day.Until(b) > 0 {
				out = append(out, occurrence{day: day})
			}
		}
		slices.SortFunc(out, func(x, y occurrence) int { return y.day.Until(x.day) })
	case r.Kind == SolarTerm, r.Kind == Row && r.Start == StartTerm:
		for year := a.Year - 1; year <= b.Year+1; year++ {
			term, ok := lunar.TermDay(year, r.Term)
			if day := term.Add(r.Offset); ok && day.Until(a) <= 0 && day.Until(b) > 0 {
				out = append(out, occurrence{day: day})
			}
		}
	case r.Kind == Regular:
		return r.regular(a, b)
	default:
		return r.lunar(a, b)
	}
	return out
}

// regular iterates over the solar calendar.
func (r Rule) regular(a, b lunar.Day) (out []occurrence) {
	from, ok := lunar.ParseDay(r.From)
	if !ok {
		return nil
	}
	interval := max(r.Interval, 1)
	monday := from.Add(1 - from.Weekday())
	for day := a; day.Until(b) > 0; day = day.Add(1) {
		weekday := day.Weekday()
		switch {
		case r.Every == Week:
			if monday.Until(day)/7%interval == 0 && slices.Contains(r.Weekdays, weekday) {
				out = append(out, occurrence{day, []int{weekday}})
			}
		case ((day.Year-from.Year)*12+day.Month-from.Month)%interval != 0:
		case len(r.MonthDays) > 0:
			if n := r.stands(day); len(n) > 0 {
				out = append(out, occurrence{day, n})
			}
		case slices.Contains(r.Weekdays, weekday):
			last := day.Add(7).Month != day.Month
			if slices.Contains(r.Nth, (day.Day-1)/7+1) || last && slices.Contains(r.Nth, -1) {
				out = append(out, occurrence{day, []int{weekday}})
			}
		}
	}
	return out
}

// lunar iterates over the lunar calendar.
func (r Rule) lunar(a, b lunar.Day) (out []occurrence) {
	leap := r.Leap
	if leap == "" && r.Kind == LunarMonthly {
		leap = LeapAlso
	}
	for day := a; day.Until(b) > 0; day = day.Add(1) {
		l, ok := lunar.FromSolar(day)
		if !ok || l.Leap && leap != LeapAlso || r.Kind != LunarMonthly && l.Month != r.LunarMonth {
			continue
		}
		var kept []int
		for _, n := range r.LunarDays {
			if n == l.Day || r.Short == ShortLast && l.Keeps(n) {
				kept = append(kept, n)
			}
		}
		if len(kept) > 0 {
			out = append(out, occurrence{day, kept})
		}
	}
	return out
}

// stands lists the days of the month for which a date counts: its own, and for the last day those that the month lacks.
func (r Rule) stands(day lunar.Day) (days []int) {
	last := day.Add(1).Day == 1
	for _, n := range r.MonthDays {
		if n == day.Day || last && n > day.Day && r.Short == ShortLast {
			days = append(days, n)
		}
	}
	return days
}

func later(a, b lunar.Day) lunar.Day {
	if a.Until(b) > 0 {
		return b
	}
	return a
}

func earlier(a, b lunar.Day) lunar.Day {
	if a.Until(b) < 0 {
		return b
	}
	return a
}
