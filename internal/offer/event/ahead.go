package event

import (
	"context"
	"fmt"
	"time"

	"shanmen/internal/base/clock"
	"shanmen/internal/base/locale"
	"shanmen/internal/base/lunar"
	"shanmen/internal/platform/db"
	"shanmen/internal/platform/db/query"
)

// Ahead is an upcoming or ongoing date, in both languages, for the office.
type Ahead struct {
	Key       string      `json:"key"`
	Title     locale.Text `json:"title"`
	Place     locale.Text `json:"place" doc:"Place of its first session"`
	StartsAt  time.Time   `json:"startsAt"`
	EndsAt    time.Time   `json:"endsAt"`
	Lunar     string      `json:"lunar" doc:"The day in the lunar calendar, or the solar term that begins on it; in Chinese"`
	Cancelled bool        `json:"cancelled,omitempty"`
}

// DatesAhead lists the next published dates, ongoing ones first.
func DatesAhead(ctx context.Context, r db.Reader, now time.Time, most int32) ([]Ahead, error) {
	rows, err := r.EventsUpcoming(ctx, query.EventsUpcomingParams{EndsAt: clock.MillisOf(now), Limit: most})
	if err != nil {
		return nil, fmt.Errorf("dates ahead: %w", err)
	}
	out := make([]Ahead, 0, len(rows))
	for _, row := range rows {
		e, d := row.Event, row.EventDate
		out = append(out, Ahead{
			Key: e.Key, Title: locale.Text{EN: e.TitleEn, ZH: e.TitleZh}, Place: dated(row).held()[0].Place,
			StartsAt: d.StartsAt.Time().UTC(), EndsAt: d.EndsAt.Time().UTC(), Lunar: lunar.Label(lunar.DayOf(d.StartsAt.Time())), Cancelled: d.Cancelled,
		})
	}
	return out, nil
}
