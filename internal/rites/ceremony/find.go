package ceremony

import (
	"context"
	"fmt"
	"math"
	"time"

	"shanmen/internal/base/keyset"
	"shanmen/internal/base/locale"
	"shanmen/internal/platform/db/query"
	"shanmen/internal/platform/lookup"
)

// FoundOnList is the search result on one list: where it is held, and the names.
type FoundOnList struct {
	ID       string            `json:"id"`
	Title    locale.Text       `json:"title"`
	StartsAt time.Time         `json:"startsAt"`
	Lunar    string            `json:"lunar" doc:"Lunar date of its first session"`
	Sittings []CeremonySitting `json:"sittings"`
	Entries  []EntryRow        `json:"entries" doc:"The six newest entries"`
	More     bool              `json:"more" doc:"The list has further matches; search within it"`
}

// FoundOnLists is a page of lists with results, latest ceremony first.
type FoundOnLists struct {
	Items []FoundOnList `json:"items"`
	Next  string        `json:"next,omitempty" doc:"Cursor for older lists that were not searched yet"`
}

type findOnListsIn struct {
	Q     string `query:"q" minLength:"1" maxLength:"100"`
	After string `query:"after" maxLength:"200"`
}

const (
	listsLookedAt = 30 // lists searched per call: each takes some index lookups
	foundPerList  = 6
)

// Find searches a name, payer or order on all ceremony lists, latest first, including withdrawn entries with their
// reason.
func (s *Service) Find(ctx context.Context, in *findOnListsIn) (*FoundOnLists, error) {
	key, err := keyset.Parse(in.After)
	if err != nil {
		return nil, err
	}
	if in.After == "" {
		key.At = math.MaxInt64
	}
	r := s.DB.Read()
	lists, err := r.CeremoniesBehind(ctx, query.CeremoniesBehindParams{At: int64(key.At), ID: key.ID, Most: listsLookedAt + 1})
	if err != nil {
		return nil, fmt.Errorf("ceremonies: %w", err)
	}
	out := &FoundOnLists{Items: []FoundOnList{}}
	if len(lists) > listsLookedAt {
		lists = lists[:listsLookedAt]
		last := lists[len(lists)-1]
		out.Next = keyset.Key{At: last.StartsAt, ID: last.ID}.String()
	}
	for _, c := range lists {
		found, ok, err := lookup.For(ctx, r, foundIn(c.ID), in.Q)
		if err != nil {
			return nil, err
		}
		if !ok {
			continue
		}
		hits, err := found.Newest(ctx, r, keyset.Key{}, foundPerList+1)
		if err != nil {
			return nil, err
		}
		if len(hits) == 0 {
			continue
		}
		one := FoundOnList{ID: c.ID, Title: locale.Text{EN: c.TitleEn, ZH: c.TitleZh}, StartsAt: c.StartsAt.Time(), Lunar: chineseDay(c.StartsAt), More: len(hits) > foundPerList}
		if one.Sittings, err = sittingsOf(ctx, r, c.ID); err != nil {
			return nil, err
		}
		var rows []query.CeremonyEntry
		for _, h := range hits[:min(len(hits), foundPerList)] {
			e, err := r.ListEntry(ctx, h.ID)
			if err != nil {
				return nil, fmt.Errorf("entry: %w", err)
			}
			rows = append(rows, e)
		}
		if one.Entries, err = s.rows(ctx, r, rows); err != nil {
			return nil, err
		}
		out.Items = append(out.Items, one)
	}
	return out, nil
}
