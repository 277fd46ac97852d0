// Package event is the temple's calendar: chanting, festivals, talks.
package event

import (
	"context"
	"fmt"
	"time"

	"shanmen/internal/clock"
	"shanmen/internal/db"
	"shanmen/internal/db/query"
	"shanmen/internal/id"
	"shanmen/internal/locale"
	"shanmen/internal/lunar"
)

// Service reads the calendar.
type Service struct {
	DB    *db.DB
	Clock clock.Clock
}

// Card is an event in lists. Lunar is what the almanac writes beside the day: 十月十五, or 冬至.
type Card struct {
	Key      string    `json:"key"`
	Title    string    `json:"title"`
	Summary  string    `json:"summary"`
	StartsAt time.Time `json:"startsAt"`
	Lunar    string    `json:"lunar"`
	Place    string    `json:"place"`
}

// Upcoming returns the next n events, those under way first. until is when the first of them
// ends and the list changes; zero when there is none.
func (s *Service) Upcoming(ctx context.Context, l locale.Locale, n int) (cards []Card, until time.Time, err error) {
	rows, err := s.DB.Read().EventsUpcoming(ctx, query.EventsUpcomingParams{EndsAt: clock.Millis(s.Clock.Now()), Limit: int32(n)})
	if err != nil {
		return nil, time.Time{}, fmt.Errorf("upcoming events: %w", err)
	}
	cards = []Card{}
	for _, e := range rows {
		starts, ends := clock.FromMillis(e.StartsAt), clock.FromMillis(e.EndsAt)
		if until.IsZero() || ends.Before(until) {
			until = ends
		}
		cards = append(cards, Card{
			Key: e.Key, StartsAt: starts, Lunar: lunar.Label(lunar.DayOf(starts)),
			Title:   locale.Text{EN: e.TitleEn, ZH: e.TitleZh}.In(l),
			Summary: locale.Text{EN: e.SummaryEn, ZH: e.SummaryZh}.In(l),
			Place:   locale.Text{EN: e.PlaceEn, ZH: e.PlaceZh}.In(l),
		})
	}
	return cards, until, nil
}

// New is an event to be added.
type New struct {
	Key                   string
	Title, Summary, Place locale.Text
	StartsAt, EndsAt      time.Time
}

// Add publishes an event and returns its id.
func Add(ctx context.Context, tx *db.Tx, n New) (string, error) {
	p := query.EventAddParams{
		ID: id.New(), Key: n.Key, TitleEn: n.Title.EN, TitleZh: n.Title.ZH, SummaryEn: n.Summary.EN, SummaryZh: n.Summary.ZH,
		PlaceEn: n.Place.EN, PlaceZh: n.Place.ZH, StartsAt: clock.Millis(n.StartsAt), EndsAt: clock.Millis(n.EndsAt), Published: 1,
	}
	if err := tx.EventAdd(ctx, p); err != nil {
		return "", fmt.Errorf("add event %s: %w", n.Key, err)
	}
	return p.ID, tx.ContentBump(ctx)
}
