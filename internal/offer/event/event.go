// Package event is the temple's calendar: chanting, festivals, talks.
package event

import (
	"context"
	"errors"
	"fmt"
	"net/url"
	"time"

	"shanmen/internal/base/clock"
	"shanmen/internal/base/fault"
	"shanmen/internal/base/id"
	"shanmen/internal/base/locale"
	"shanmen/internal/base/lunar"
	"shanmen/internal/base/markup"
	"shanmen/internal/base/uses"
	"shanmen/internal/offer/content"
	"shanmen/internal/offer/event/rule"
	"shanmen/internal/offer/offering"
	"shanmen/internal/platform/db"
	"shanmen/internal/platform/db/query"
)

// Service reads the calendar.
type Service struct {
	DB       *db.DB
	Clock    clock.Clock
	Messages *locale.Messages
	Base     *url.URL // of the site: calendars and feeds carry whole addresses
	// Offerings has what can be offered on an event's day.
	Offerings *offering.Service
	// Kept gives the text of a key from beside the pages, where it stays until what it reads changes.
	Kept func(ctx context.Context, key string, build func(context.Context) ([]byte, error)) ([]byte, error)
}

// The kinds of events.
const (
	Chanting = "chanting"
	Festival = "festival"
	Memorial = "memorial" // prayers for the departed
	Talk     = "talk"     // talks and classes
)

// Kinds are all kinds of events.
var Kinds = []string{Chanting, Festival, Memorial, Talk}

// The states of an event.
const (
	Upcoming = "upcoming"
	Now      = "now"
	Past     = "past" // the moment of its end is past
)

// Card is an event in lists. Lunar is what the almanac writes beside the day: 十月十五, or 冬至.
type Card struct {
	Key      string    `json:"key"`
	Kind     string    `json:"kind" enum:"chanting,festival,memorial,talk"`
	Title    string    `json:"title"`
	Summary  string    `json:"summary"`
	StartsAt time.Time `json:"startsAt"`
	EndsAt   time.Time `json:"endsAt"`
	Lunar    string    `json:"lunar" doc:"The day in the lunar calendar, or the solar term that begins on it; in Chinese"`
	Place    string    `json:"place"`
	State    string    `json:"state" enum:"upcoming,now,past"`
	// Cancelled dates stay where they were, struck through.
	Cancelled bool   `json:"cancelled,omitempty"`
	Note      string `json:"note,omitempty" doc:"Why this date is moved or cancelled"`
}

// Upcoming returns the next n events, those under way first.
func (s *Service) Upcoming(ctx context.Context, l locale.Locale, n int) ([]Card, error) {
	uses.Note(ctx, content.TagEvents)
	now := s.Clock.Now()
	rows, err := s.DB.Read().EventsUpcoming(ctx, query.EventsUpcomingParams{EndsAt: clock.MillisOf(now), Limit: int32(n)})
	if err != nil {
		return nil, fmt.Errorf("upcoming events: %w", err)
	}
	cards := []Card{}
	for _, row := range rows {
		cards = append(cards, cardOf(dated(row), l, now))
	}
	uses.Until(ctx, changesAt(now, cards))
	return cards, nil
}

func cardOf(d dated, l locale.Locale, now time.Time) Card {
	e := d.Event
	c := Card{
		Key: e.Key, Kind: e.Kind, StartsAt: d.EventDate.StartsAt.Time(), EndsAt: d.EventDate.EndsAt.Time(), State: Upcoming,
		Cancelled: d.EventDate.Cancelled, Note: locale.Text{EN: d.EventDate.NoteEn, ZH: d.EventDate.NoteZh}.In(l),
		Title:   locale.Text{EN: e.TitleEn, ZH: e.TitleZh}.In(l),
		Summary: locale.Text{EN: e.SummaryEn, ZH: e.SummaryZh}.In(l),
		Place:   d.held()[0].Place.In(l),
	}
	c.Lunar = lunar.Label(lunar.DayOf(c.StartsAt))
	switch {
	case !c.EndsAt.After(now):
		c.State = Past
	case !c.StartsAt.After(now):
		c.State = Now
	}
	return c
}

// changesAt is when the clock alone changes the state of one of the cards; zero when it never does.
func changesAt(now time.Time, cards []Card) (first time.Time) {
	for _, c := range cards {
		for _, t := range []time.Time{c.StartsAt, c.EndsAt} {
			if t.After(now) && (first.IsZero() || t.Before(first)) {
				first = t
			}
		}
	}
	return first
}

// New is an event to be added. A language without a translation stays empty.
type New struct {
	Key, Kind                   string // an empty kind is Chanting
	Title, Summary, Place, HTML locale.Text
	StartsAt, EndsAt            time.Time // of an event on one day; others have a rule
	Rule                        rule.Rule
	Offering                    string // key of an offering that belongs to the day, or ""
	Picture                     string // id of a picture of the library; "": none
	Hidden                      bool
}

// Add publishes an event, its text sanitised, and returns its id.
func Add(ctx context.Context, tx *db.Tx, n New, now time.Time) (string, error) {
	if n.Kind == "" {
		n.Kind = Chanting
	}
	p := query.EventAddParams{
		ID: id.New(), Key: n.Key, Kind: n.Kind, TitleEn: n.Title.EN, TitleZh: n.Title.ZH, SummaryEn: n.Summary.EN, SummaryZh: n.Summary.ZH,
		HtmlEn: markup.Clean(n.HTML.EN), HtmlZh: markup.Clean(n.HTML.ZH), PlaceEn: n.Place.EN, PlaceZh: n.Place.ZH,
		Offering: n.Offering, Published: !n.Hidden, UpdatedAt: clock.MillisOf(now), Picture: n.Picture,
	}
	if err := tx.EventAdd(ctx, p); err != nil {
		return "", fmt.Errorf("add event %s: %w", n.Key, err)
	}
	if n.Rule.Kind == "" {
		n.Rule = rule.Once(n.StartsAt, n.EndsAt)
	}
	return p.ID, SetRules(ctx, tx, p.ID, n.Rule, now)
}

// Save shows an event as it is given: the one that has its key, or a new one.
func Save(ctx context.Context, tx *db.Tx, n New, now time.Time) error {
	e, err := tx.EventOfKey(ctx, n.Key)
	if errors.Is(err, db.ErrNoRows) {
		_, err = Add(ctx, tx, n, now)
		return err
	}
	if err != nil {
		return fmt.Errorf("event %s: %w", n.Key, err)
	}
	// Dates first: what is booked was ordered of the offering that visitors saw until now.
	if err := SetRules(ctx, tx, e.ID, n.Rule, now); err != nil {
		return err
	}
	err = tx.EventPut(ctx, query.EventPutParams{
		Kind: n.Kind, TitleEn: n.Title.EN, TitleZh: n.Title.ZH, SummaryEn: n.Summary.EN, SummaryZh: n.Summary.ZH, HtmlEn: markup.Clean(n.HTML.EN),
		HtmlZh: markup.Clean(n.HTML.ZH), PlaceEn: n.Place.EN, PlaceZh: n.Place.ZH, Offering: n.Offering, Published: !n.Hidden, UpdatedAt: clock.MillisOf(now), Picture: n.Picture, ID: e.ID,
	})
	if err != nil {
		return fmt.Errorf("event %s: %w", n.Key, err)
	}
	return content.Changed(ctx, tx, content.TagEvents, content.TagOf("event", n.Key))
}

// Lock keeps a published event from being taken away until the transaction ends, and tells whether there is one.
func Lock(ctx context.Context, tx *db.Tx, key string) (bool, error) {
	n, err := tx.EventLockKey(ctx, key)
	if err != nil {
		return false, fmt.Errorf("event %s: %w", key, err)
	}
	return n > 0, nil
}

// Publish shows an event everywhere, or takes it out of every list, feed and page; fault.NotFound
// when there is none of the key.
func Publish(ctx context.Context, tx *db.Tx, key string, published bool, now time.Time) error {
	n, err := tx.EventPublish(ctx, query.EventPublishParams{Key: key, Published: published, UpdatedAt: clock.MillisOf(now)})
	if err != nil {
		return fmt.Errorf("publish event %s: %w", key, err)
	}
	if n == 0 {
		return fault.NotFound()
	}
	return content.Changed(ctx, tx, content.TagEvents, content.TagOf("event", key))
}

// Drop ends an event that was taken away for good, with its dates. One that visitors see, also since a moment ago, stays.
func Drop(ctx context.Context, tx *db.Tx, key string) error {
	e, err := tx.EventOfKey(ctx, key)
	if err == nil {
		e, err = tx.EventLock(ctx, e.ID)
	}
	if errors.Is(err, db.ErrNoRows) || err == nil && e.Published {
		return nil
	}
	if err != nil {
		return fmt.Errorf("event %s: %w", key, err)
	}
	for _, drop := range []func(context.Context, string) error{tx.EventDropDates, tx.EventDropRule, tx.EventDrop} {
		if err := drop(ctx, e.ID); err != nil {
			return fmt.Errorf("drop event %s: %w", key, err)
		}
	}
	return nil
}

// Rename gives an event another key, the last part of its address; calendars know its dates by other names. Links to the
// former address are the caller's to lead on.
func Rename(ctx context.Context, tx *db.Tx, was, key string) error {
	if err := tx.EventKey(ctx, query.EventKeyParams{Key: key, Was: was}); err != nil {
		return fmt.Errorf("rename event %s: %w", was, err)
	}
	return content.Changed(ctx, tx, content.TagEvents, content.TagOf("event", was), content.TagOf("event", key))
}

// OfferingRenamed lets events offer on their day what has another key now.
func OfferingRenamed(ctx context.Context, tx *db.Tx, was, key string) error {
	events, err := tx.EventOfferings(ctx, query.EventOfferingsParams{Offering: key, Was: was})
	if err != nil {
		return fmt.Errorf("events of offering %s: %w", was, err)
	}
	if len(events) == 0 {
		return nil
	}
	for i, e := range events {
		events[i] = content.TagOf("event", e) // lists of events do not show what can be offered
	}
	return content.Changed(ctx, tx, events...)
}
