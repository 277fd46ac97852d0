package site

import (
	"context"
	"time"

	"shanmen/internal/base/locale"
	"shanmen/internal/base/lunar"
	"shanmen/internal/base/uses"
	"shanmen/internal/offer/content"
	"shanmen/internal/offer/event"
	"shanmen/internal/offer/offering"
	"shanmen/internal/platform/httpd"
)

// homeEvents is how many upcoming dates the home page shows.
const homeEvents = 3

// HomeData is what the home page shows.
type HomeData struct {
	Banners    []content.Banner `json:"banners"`
	Offerings  []offering.Card  `json:"offerings"`
	Events     []event.Card     `json:"events"`
	Today      today            `json:"today"`
	Hours      string           `json:"hours"`
	Directions string           `json:"directions"`
}

// today is the date in both calendars, and the next day of chanting.
type today struct {
	Date          string       `json:"date"` // ISO, in Singapore
	LunarMonthDay string       `json:"lunarMonthDay"`
	Next          nextChanting `json:"next"`
}

type nextChanting struct {
	Label string `json:"label"`
	Days  int    `json:"days"` // 0: today
}

// HomePage builds the home page.
func (s *Service) HomePage(ctx context.Context, r httpd.PageRequest) (httpd.PageData, error) {
	uses.Note(ctx, uses.Words("lunar")) // of today
	reader := s.DB.Read()
	site, err := content.Site(ctx, reader)
	if err != nil {
		return httpd.PageData{}, err
	}
	banners, err := content.Banners(ctx, reader, r.Locale, s.Clock.Now())
	if err != nil {
		return httpd.PageData{}, err
	}
	featured, err := s.Offerings.Catalogue(ctx, r.Locale, offering.Filter{Featured: true})
	if err != nil {
		return httpd.PageData{}, err
	}
	events, err := s.Events.Upcoming(ctx, r.Locale, homeEvents)
	if err != nil {
		return httpd.PageData{}, err
	}
	return httpd.PageData{
		Data: HomeData{
			Banners: banners, Offerings: featured.Shown(), Events: events, Today: s.today(r.Locale, s.Clock.Now()),
			Hours: site.Hours.In(r.Locale), Directions: site.Directions.In(r.Locale),
		},
		Title:       site.Name.In(r.Locale),
		MetaTitle:   s.Messages.T(r.Locale, "meta.home-title", map[string]any{"temple": site.Name.In(r.Locale)}),
		Description: s.Messages.T(r.Locale, "home.description", nil),
	}, nil
}

func (s *Service) today(l locale.Locale, now time.Time) today {
	day := lunar.DayOf(now)
	date, _ := lunar.FromSolar(day)
	out := today{Date: day.String(), LunarMonthDay: date.ChineseDay()}
	if o, on, ok := lunar.NextObservance(day); ok {
		key := "lunar.first-day"
		if o == lunar.FullMoon {
			key = "lunar.full-moon"
		}
		out.Next = nextChanting{s.Messages.T(l, key, nil), day.Until(on)}
	}
	return out
}
