package demo

import (
	"context"
	"fmt"
	"time"

	"shanmen/internal/base/locale"
	"shanmen/internal/base/lunar"
	"shanmen/internal/offer/editing"
	"shanmen/internal/offer/event/rule"
	"shanmen/internal/offer/offering"
	"shanmen/internal/platform/db"
)

type category struct {
	Key   string
	Title locale.Text
}

type newOffering struct {
	Key, Category, Art, Form string
	Title, Summary           locale.Text
	Featured, EnquiryOnly    bool
	Opens, Closes            *when
	Options                  []offering.NewOption
}

func seedOfferings(ctx context.Context, tx *db.Tx, now time.Time) error {
	categories, err := read[[]category]("categories.json")
	if err != nil {
		return err
	}
	for i, c := range categories {
		fields := editing.Fields{}
		fields.Put("title", c.Title)
		if err := editing.Seed(ctx, tx, editing.KindCategory, editing.Live{Key: c.Key, Position: int64(i), Fields: fields}, now); err != nil {
			return err
		}
	}
	list, err := read[[]newOffering]("offerings.json")
	if err != nil {
		return err
	}
	keywords, err := read[map[string]locale.Text]("keywords.json")
	if err != nil {
		return err
	}
	for i, o := range list {
		html, err := readHTML("offering", o.Key)
		if err != nil {
			return err
		}
		n := offering.New{
			Key: o.Key, Category: o.Category, Position: int64(i), Title: o.Title, Summary: o.Summary, HTML: html,
			Keywords: keywords[o.Key], Art: o.Art, FormKey: o.Form, Featured: o.Featured, EnquiryOnly: o.EnquiryOnly, Options: o.Options,
		}
		if n.OpensAt, n.ClosesAt, err = o.booking(lunar.DayOf(now)); err != nil {
			return fmt.Errorf("offering %s: %w", o.Key, err)
		}
		if err := editing.SeedOffering(ctx, tx, n, now); err != nil {
			return err
		}
	}
	return nil
}

// booking is the period in which an offering can be booked, from midnight to midnight.
func (o newOffering) booking(today lunar.Day) (opens, closes time.Time, err error) {
	start := today
	if o.Closes != nil {
		day, err := o.Closes.on(today)
		if err != nil {
			return opens, closes, err
		}
		closes, start = day.Time(0, 0), day
	}
	if o.Opens != nil {
		if !o.Opens.BeforeClosing {
			start = today
		}
		day, err := o.Opens.on(start)
		if err != nil {
			return opens, closes, err
		}
		opens = day.Time(0, 0)
	}
	return opens, closes, nil
}

type newEvent struct {
	Key                   string
	Rule                  rule.Rule // starts on the day of the seed
	SinceLastYear         bool      // started a year ago, so that some dates are past
	Kind, Offering        string
	Title, Summary, Place locale.Text
	HTML                  locale.Text
}

func seedEvents(ctx context.Context, tx *db.Tx, now time.Time) error {
	list, err := read[[]newEvent]("events.json")
	if err != nil {
		return err
	}
	for i, e := range list {
		from := lunar.DayOf(now)
		if e.SinceLastYear {
			from = from.Add(-365)
		}
		e.Rule.From = from.String()
		fields := editing.Fields{"kind": e.Kind, "offering": e.Offering, "rule": e.Rule.JSON()}
		fields.Put("title", e.Title)
		fields.Put("summary", e.Summary)
		fields.Put("place", e.Place)
		fields.Put("html", e.HTML)
		if err := editing.Seed(ctx, tx, editing.KindEvent, editing.Live{Key: e.Key, Position: int64(i), Fields: fields}, now); err != nil {
			return err
		}
	}
	return nil
}
