package ceremony

import (
	"context"
	"fmt"
	"time"

	"shanmen/internal/base/clock"
	"shanmen/internal/base/locale"
	"shanmen/internal/base/lunar"
	"shanmen/internal/platform/db/query"
)

// ReadingName is one entry as it is read aloud before the altar.
type ReadingName struct {
	ID      string    `json:"id"`
	No      int64     `json:"no"`
	Kind    string    `json:"kind" enum:"departed,ancestors,creditors,infant,living,lamp,petition"`
	Text    EntryText `json:"text"`
	Sitting int64     `json:"sitting"`
	Place   string    `json:"place,omitempty"`
	Checked bool      `json:"checked" doc:"Its newest text was checked by a person"`
}

// ReadingList is everything a reader needs, so that nothing has to be loaded in the hall.
type ReadingList struct {
	ID       string            `json:"id"`
	Title    locale.Text       `json:"title"`
	StartsAt time.Time         `json:"startsAt"`
	Lunar    string            `json:"lunar" doc:"Lunar date of its first session: 十月十五"`
	Sittings []CeremonySitting `json:"sittings"`
	Items    []ReadingName     `json:"items"`
	Next     int64             `json:"next,omitempty" doc:"Number after which the next page begins; 0: this was the last page"`
}

type readingIn struct {
	ID    string `path:"id" maxLength:"64"`
	After int64  `query:"after" minimum:"0" doc:"Cursor: next from the previous page"`
	Limit int64  `query:"limit" default:"500" minimum:"1" maximum:"500"`
}

// Reading lists the names of a ceremony in order of their numbers, for all sittings. Withdrawn entries and those
// waiting for a decision are not read.
func (s *Service) Reading(ctx context.Context, in *readingIn) (*ReadingList, error) {
	r := s.DB.Read()
	c, err := find(ctx, r, in.ID)
	if err != nil {
		return nil, err
	}
	out := &ReadingList{ID: c.ID, Title: locale.Text{EN: c.TitleEn, ZH: c.TitleZh}, StartsAt: c.StartsAt.Time(), Lunar: chineseDay(c.StartsAt), Sittings: []CeremonySitting{}, Items: []ReadingName{}}
	if out.Sittings, err = sittingsOf(ctx, r, c.ID); err != nil {
		return nil, err
	}
	rows, err := r.ListEntriesAll(ctx, query.ListEntriesAllParams{CeremonyID: c.ID, After: in.After, Most: in.Limit + 1})
	if err != nil {
		return nil, fmt.Errorf("names to read: %w", err)
	}
	if int64(len(rows)) > in.Limit {
		rows = rows[:in.Limit]
		out.Next = rows[len(rows)-1].No
	}
	places, err := placesOf(ctx, r, rows)
	if err != nil {
		return nil, err
	}
	for _, e := range rows {
		one := ReadingName{ID: e.ID, No: e.No, Kind: e.Kind, Sitting: e.Sitting, Place: places[e.ID], Checked: e.CheckedRevision == e.Revision}
		if one.Text, err = fromJSON[EntryText](e.Text); err != nil {
			return nil, err
		}
		out.Items = append(out.Items, one)
	}
	return out, nil
}

// chineseDay is the Chinese lunar day of a time: 十月十五; "" outside the calendar.
func chineseDay(at clock.Millis) string {
	if moon, ok := lunar.FromSolar(lunar.DayOf(at.Time())); ok {
		return moon.ChineseDay()
	}
	return ""
}
