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

// Service reads the event calendar.
type Service struct {
	DB       *db.DB
	Clock    clock.Clock
	Messages *locale.Messages
	Base     *url.URL // base of absolute addresses in calendars and feeds
	// Offerings reads the offerings of events.
	Offerings *offering.Service
	// Kept returns a cached text by key, and builds it when the content it read has changed.
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
	Past     = "past" // it has ended
)

// Card is an event in lists. Lunar is its lunar date or solar term: 十月十五, or 冬至.
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
	// Cancelled dates stay listed, struck through.
	Cancelled bool   `json:"cancelled,omitempty"`
	Note      string `json:"note,omitempty" doc:"Why this date is moved or cancelled"`
}

// Upcoming returns the next n events, ongoing ones first.
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

// changesAt is when the clock next changes the state of a card; zero: never.
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

// New is the content of an event to save. A language without translation is empty.
type New struct {
	Key, Kind                   string // an empty kind means Chanting
	Title, Summary, Place, HTML locale.Text
	StartsAt, EndsAt            time.Time // for a single date; otherwise Rule is set
	Rule                        rule.Rule
	Offering                    string // key of the event's offering, or ""
	Picture                     string // id of a picture of the library; "": none
	Hidden                      bool
}

// Add publishes a new event with sanitised text, and returns its id.
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

// Save publishes an event under its key, replacing an existing one.
func Save(ctx context.Context, tx *db.Tx, n New, now time.Time) error {
	e, err := tx.EventOfKey(ctx, n.Key)
	if errors.Is(err, db.ErrNoRows) {
		_, err = Add(ctx, tx, n, now)
		return err
	}
	if err != nil {
		return fmt.Errorf("event %s: %w", n.Key, err)
	}
	// Dates first: bookings refer to the offering published until now.
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

// Lock locks an event against removal until the transaction ends, and returns whether it is published.
func Lock(ctx context.Context, tx *db.Tx, key string) (bool, error) {
	n, err := tx.EventLockKey(ctx, key)
	if err != nil {
		return false, fmt.Errorf("event %s: %w", key, err)
	}
	return n > 0, nil
}

// Publish shows an event or hides it from all lists, feeds and pages; fault.NotFound for an unknown key.
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

// Drop deletes a removed event with its dates, unless it is published again.
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

// Rename changes an event's key, the last part of its address; calendars identify its dates by UID. The caller creates
// the redirect.
func Rename(ctx context.Context, tx *db.Tx, was, key string) error {
	if err := tx.EventKey(ctx, query.EventKeyParams{Key: key, Was: was}); err != nil {
		return fmt.Errorf("rename event %s: %w", was, err)
	}
	return content.Changed(ctx, tx, content.TagEvents, content.TagOf("event", was), content.TagOf("event", key))
}

// OfferingRenamed updates events whose offering got a new key.
func OfferingRenamed(ctx context.Context, tx *db.Tx, was, key string) error {
	events, err := tx.EventOfferings(ctx, query.EventOfferingsParams{Offering: key, Was: was})
	if err != nil {
		return fmt.Errorf("events of offering %s: %w", was, err)
	}
	if len(events) == 0 {
		return nil
	}
	for i, e := range events {
		events[i] = content.TagOf("event", e) // event lists do not show offerings
	}
	return content.Changed(ctx, tx, events...)
}
