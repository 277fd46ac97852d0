package event

import (
	"context"
	"fmt"
	"slices"
	"time"

	"shanmen/internal/base/locale"
	"shanmen/internal/offer/event/rule"
	"shanmen/internal/platform/db"
)

// Line is an event's next date for the office's list.
type Line struct {
	Key   string       `json:"key" doc:"Event key"`
	Rule  string       `json:"rule" enum:"dates,regular,lunar-monthly,lunar-yearly,term,row" doc:"Kind of its rule"`
	Next  *PreviewDate `json:"next,omitempty" doc:"Its next date; absent if there is none"`
	Dates int          `json:"dates" doc:"Number of upcoming dates"`
}

// Lines lists events by their next date, next to their records.
type Lines struct {
	Items []Line `json:"items"`
}

// Lines lists all events, those with an upcoming date first.
func (s *Service) Lines(ctx context.Context, _ *struct{}) (*Lines, error) {
	r := s.DB.Read()
	rows, err := r.EventsAll(ctx)
	if err != nil {
		return nil, fmt.Errorf("events: %w", err)
	}
	now, out := s.Clock.Now(), &Lines{Items: []Line{}}
	for _, e := range rows {
		line := Line{Key: e.Key}
		kept, _, err := Rule(ctx, r, e.ID)
		if err != nil {
			return nil, err
		}
		p, dates := PreviewOf(kept, now, false)
		line.Rule = kept.Kind
		for _, d := range dates {
			if d.Exception != rule.LeftOut {
				line.Dates++
			}
		}
		if i := slices.IndexFunc(p.Next, func(d PreviewDate) bool { return d.Exception != rule.LeftOut }); i >= 0 {
			line.Next = &p.Next[i]
		}
		out.Items = append(out.Items, line)
	}
	slices.SortStableFunc(out.Items, func(a, b Line) int {
		switch {
		case a.Next == nil && b.Next == nil:
			return 0
		case a.Next == nil:
			return 1
		case b.Next == nil:
			return -1
		}
		return a.Next.StartsAt.Compare(b.Next.StartsAt)
	})
	return out, nil
}

func previewOf(ctx context.Context, r db.Reader, key string, place locale.Text, of rule.Rule, now time.Time, all bool) (*Preview, error) {
	p, dates := PreviewOf(of, now, all)
	var err error
	p.Clashes, err = Clashes(ctx, r, key, place, dates, now)
	return &p, err
}

type previewIn struct {
	Body struct {
		Key   string      `json:"key,omitempty" doc:"Key of the rule's own event, which is excluded from conflicts"`
		Place locale.Text `json:"place" doc:"The event's place, used for sessions without one"`
		Rule  rule.Rule   `json:"rule"`
		All   bool        `json:"all,omitempty" doc:"Return every generated date"`
	}
}

// PreviewRule previews the dates of an unsaved rule.
func (s *Service) PreviewRule(ctx context.Context, in *previewIn) (*Preview, error) {
	if err := in.Body.Rule.Check("rule."); err != nil {
		return nil, err
	}
	return previewOf(ctx, s.DB.Read(), in.Body.Key, in.Body.Place, in.Body.Rule, s.Clock.Now(), in.Body.All)
}
