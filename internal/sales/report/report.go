// Package report computes the treasurer's figures: takings of a day or period, money still to come, exports for
// spreadsheets, and each member's yearly statement.
//
// One SQL statement reads every section of the takings (takings.go), so all figures are of one moment; the tables must
// agree before they are shown as agreeing. Each figure opens the list that it is the sum of (list.go). A payment counts
// on the day of its decision, a refund on its own day, in Singapore. Money fills the items of an order one after
// another and goes back from the last, so nothing is divided or rounded: the views payment_levels, refund_levels and
// item_levels. Exports read a thousand rows at a time (rows.go).
package report

import (
	"cmp"
	"log/slog"
	"time"

	"shanmen/internal/base/clock"
	"shanmen/internal/base/fault"
	"shanmen/internal/base/locale"
	"shanmen/internal/base/lunar"
	"shanmen/internal/platform/db"
	"shanmen/internal/platform/document"
)

// Service answers the calls about reports.
type Service struct {
	DB       *db.DB
	Clock    clock.Clock
	Messages *locale.Messages
	Printer  *document.Printer
	Log      *slog.Logger
}

// longest is the maximum number of days of a report.
const longest = 3700

// Period is a run of whole days in Singapore, both ends included; the default is today.
type Period struct {
	From string `query:"from" doc:"The first day in Singapore, 2026-11-21; today when left out"`
	To   string `query:"to" doc:"The last day; the first when left out"`
}

// span is a Period in milliseconds, [since, before), and in days since 1 January 1970.
type span struct {
	since, before clock.Millis
	first, last   int64
	year          clock.Millis // start of the first day's year
}

const dayMillis = 24 * 60 * 60 * 1000

// span fills in defaults, and refuses an invalid period at its field.
func (p *Period) span(now time.Time) (span, error) {
	p.From = cmp.Or(p.From, now.In(clock.Singapore).Format(time.DateOnly))
	p.To = cmp.Or(p.To, p.From)
	from, bad := time.ParseInLocation(time.DateOnly, p.From, clock.Singapore)
	to, worse := time.ParseInLocation(time.DateOnly, p.To, clock.Singapore)
	field, code := "", "report-range"
	switch {
	case bad != nil:
		field, code = "from", lunar.WhyNoDay(p.From)
	case from.Year() < 2000 || from.Year() > 2200:
		field = "from"
	case worse != nil:
		field, code = "to", lunar.WhyNoDay(p.To)
	case to.Before(from):
		field, code = "to", "rule-until"
	case to.Sub(from) > longest*24*time.Hour:
		field = "to"
	}
	if field != "" {
		return span{}, fault.At(field, code)
	}
	s := span{since: clock.MillisOf(from), before: clock.MillisOf(to.AddDate(0, 0, 1))}
	s.first, s.last = dayOf(int64(s.since)), dayOf(int64(s.before-1))
	s.year = clock.MillisOf(time.Date(from.Year(), 1, 1, 0, 0, 0, 0, clock.Singapore))
	return s, nil
}

// yearSpan is a year in Singapore, or fault.NotFound.
func yearSpan(year int) (span, error) {
	if year < 2000 || year > 2200 {
		return span{}, fault.NotFound()
	}
	first := time.Date(year, 1, 1, 0, 0, 0, 0, clock.Singapore)
	return span{since: clock.MillisOf(first), before: clock.MillisOf(first.AddDate(1, 0, 0)), year: clock.MillisOf(first)}, nil
}

// dayOf numbers days in Singapore since 1 January 1970.
func dayOf(ms int64) int64 { return (ms + 8*60*60*1000) / dayMillis }

// dayName formats a day: 2026-11-21.
func dayName(day int64) string { return time.UnixMilli(day * dayMillis).UTC().Format(time.DateOnly) }
