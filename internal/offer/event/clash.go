package event

import (
	"context"
	"fmt"
	"math"
	"strings"
	"time"

	"shanmen/internal/base/clock"
	"shanmen/internal/base/locale"
	"shanmen/internal/base/lunar"
	"shanmen/internal/offer/event/rule"
	"shanmen/internal/platform/db"
	"shanmen/internal/platform/db/query"
)

// Clash is another event that uses the same place at the same time.
type Clash struct {
	Day      string      `json:"day" doc:"The conflicting date, before exceptions"`
	Key      string      `json:"key"`
	Title    locale.Text `json:"title"`
	Place    locale.Text `json:"place"`
	StartsAt time.Time   `json:"startsAt"`
	EndsAt   time.Time   `json:"endsAt"`
}

const (
	mostClashes = 20
	mostOthers  = 5000 // maximum number of other dates compared
)

// Clashes lists the first conflicts of place between dates and the other published events.
func Clashes(ctx context.Context, r db.Reader, key string, place locale.Text, dates []rule.Date, now time.Time) ([]Clash, error) {
	out := []Clash{}
	rows, err := r.EventsBetween(ctx, query.EventsBetweenParams{Since: clock.MillisOf(now), Before: math.MaxInt64, Most: mostOthers})
	if err != nil {
		return nil, fmt.Errorf("events: %w", err)
	}
	taken := map[int][]Clash{} // by the day on which it starts
	for _, row := range rows {
		d := dated(row)
		if d.Event.Key == key || d.EventDate.Cancelled {
			continue
		}
		for _, h := range d.held() {
			n := lunar.DayOf(h.Starts).Number()
			taken[n] = append(taken[n], Clash{Key: d.Event.Key, Title: locale.Text{EN: d.Event.TitleEn, ZH: d.Event.TitleZh}, Place: h.Place, StartsAt: h.Starts, EndsAt: h.Ends})
		}
	}
	for _, d := range dates {
		if d.Exception == rule.LeftOut || d.Exception == rule.Cancelled || !d.Ends().After(now) {
			continue
		}
		for _, h := range d.Held {
			if h.Place == (locale.Text{}) {
				h.Place = place
			}
			day := lunar.DayOf(h.Starts).Number()
			for n := day - 1; n <= day+1; n++ { // a session may last past midnight
				for _, other := range taken[n] {
					if !samePlace(h.Place, other.Place) || !h.Starts.Before(other.EndsAt) || !other.StartsAt.Before(h.Ends) {
						continue
					}
					other.Day = d.Day.String()
					if out = append(out, other); len(out) == mostClashes {
						return out, nil
					}
				}
			}
		}
	}
	return out, nil
}

// samePlace compares typed places in either language. Empty places never match.
func samePlace(a, b locale.Text) bool {
	same := func(x, y string) bool {
		return x != "" && strings.EqualFold(strings.TrimSpace(x), strings.TrimSpace(y))
	}
	return same(a.EN, b.EN) || same(a.ZH, b.ZH)
}
