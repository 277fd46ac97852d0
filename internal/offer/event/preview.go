package event

import (
	"time"

	"shanmen/internal/base/locale"
	"shanmen/internal/base/lunar"
	"shanmen/internal/offer/event/rule"
)

// Preview is the list of dates that a rule gives, saved or not.
type Preview struct {
	Next    []PreviewDate `json:"next" doc:"The next 12 dates, or all generated ones, including those left out by exceptions"`
	More    int           `json:"more" doc:"Number of further dates"`
	Until   string        `json:"until" doc:"Last day for which dates are generated: 24 months ahead, or the 500th date"`
	Leap    *LeapMonth    `json:"leap,omitempty" doc:"The next leap month, for lunar rules"`
	Clashes []Clash       `json:"clashes"`
}

// PreviewDate is a date of a rule.
type PreviewDate struct {
	Day       string      `json:"day" doc:"Day before exceptions"`
	Lunar     string      `json:"lunar" doc:"In Chinese"`
	Exception string      `json:"exception,omitempty" enum:"left-out,moved,cancelled"`
	StartsAt  time.Time   `json:"startsAt"`
	EndsAt    time.Time   `json:"endsAt"`
	Sessions  int         `json:"sessions"`
	Note      locale.Text `json:"note"`
}

// LeapMonth is a leap month and its effect on a rule.
type LeapMonth struct {
	Name  string `json:"name" doc:"闰五月"`
	From  string `json:"from"`
	To    string `json:"to"`
	Dates int    `json:"dates" doc:"Number of the rule's dates in this leap month"`
}

// PreviewOf expands a checked rule and returns the next dates, or all. dates are all dates that would be stored.
func PreviewOf(r rule.Rule, now time.Time, all bool) (p Preview, dates []rule.Date) {
	p = Preview{Next: []PreviewDate{}, Clashes: []Clash{}}
	from, to := Window(now, rule.MostMoved+1)
	written := 0
	for _, d := range r.Dates(from, to) {
		if !d.Ends().After(now) {
			continue
		}
		if d.Exception != rule.LeftOut {
			if written++; written > rule.MostDays {
				break
			}
		}
		dates = append(dates, d)
		p.Until = d.Day.String()
		if len(p.Next) == shownDates && !all {
			p.More++
			continue
		}
		p.Next = append(p.Next, PreviewDate{
			Day: d.Day.String(), Lunar: lunar.Label(d.Day), Exception: d.Exception, StartsAt: d.Starts(), EndsAt: d.Ends(), Sessions: len(d.Held), Note: d.Note,
		})
	}
	if r.Kind == rule.LunarMonthly || r.Kind == rule.LunarYearly || r.Kind == rule.Row && r.Start == rule.StartLunar {
		p.Leap = nextLeap(r, lunar.DayOf(now))
	}
	return p, dates
}

// nextLeap searches four years ahead: every three years have a leap month.
func nextLeap(r rule.Rule, today lunar.Day) *LeapMonth {
	for year := today.Year - 1; year <= today.Year+4; year++ {
		first, ok := lunar.ToSolar(lunar.Date{Year: year, Month: lunar.LeapMonth(year), Day: 1, Leap: true})
		if !ok {
			continue
		}
		last := first.Add(28)
		if l, ok := lunar.FromSolar(last.Add(1)); ok && l.Day == 30 {
			last = last.Add(1)
		}
		if last.Until(today) > 0 {
			continue
		}
		name := []rune(lunar.Date{Year: year, Month: lunar.LeapMonth(year), Day: 1, Leap: true}.ChineseDay())
		return &LeapMonth{Name: string(name[:len(name)-2]), From: first.String(), To: last.String(), Dates: len(r.Dates(first, last.Add(1)))}
	}
	return nil
}
