package event

import (
	"context"
	"fmt"
	"slices"
	"time"

	"shanmen/internal/base/fault"
	"shanmen/internal/offer/content"
	"shanmen/internal/offer/event/rule"
	"shanmen/internal/platform/db"
	"shanmen/internal/platform/db/query"
)

// drafted is an event's draft with the dates of its rule. With an incomplete rule it has the published dates, or
// fault.NotFound.
func (s *Service) drafted(ctx context.Context, d content.DraftEvent, now time.Time) (query.Event, []dated, error) {
	e := query.Event{
		ID: d.Key, Key: d.Key, Kind: d.Kind, TitleEn: d.Title.EN, TitleZh: d.Title.ZH, SummaryEn: d.Summary.EN, SummaryZh: d.Summary.ZH,
		PlaceEn: d.Place.EN, PlaceZh: d.Place.ZH, HtmlEn: d.HTML.EN, HtmlZh: d.HTML.ZH, Offering: d.Offering, Picture: d.Picture, Published: true,
	}
	r, err := rule.Parse([]byte(d.Rule))
	if err != nil {
		there, err := s.DB.Read().EventOfKey(ctx, d.Key)
		if err != nil {
			return e, nil, db.NotFound(fmt.Errorf("event %s: %w", d.Key, err))
		}
		if r, _, err = Rule(ctx, s.DB.Read(), there.ID); err != nil {
			return e, nil, err
		}
	}
	from, to := Window(now, daysBack)
	var coming []dated
	var last []dated
	for _, one := range r.Dates(from, to) {
		if one.Exception == rule.LeftOut {
			continue
		}
		row := dated{e, dateOf(rowOf(e.ID, one, now))}
		if one.Ends().After(now) {
			coming = append(coming, row)
		} else {
			last = []dated{row}
		}
	}
	if len(coming) == 0 {
		coming = last
	}
	if len(coming) == 0 {
		return e, nil, fault.NotFound()
	}
	slices.SortStableFunc(coming, func(a, b dated) int { return a.EventDate.StartsAt.Time().Compare(b.EventDate.StartsAt.Time()) })
	return e, coming[:min(len(coming), rule.MostDays)], nil
}
