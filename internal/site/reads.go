package site

import (
	"context"

	"shanmen/internal/base/locale"
	"shanmen/internal/base/lunar"
	"shanmen/internal/offer/content"
	"shanmen/internal/platform/httpd"
)

// Reading previews a draft's opening hours: above every page, on the contact page, and for search engines.
type Reading struct {
	Days     []ReadDay     `json:"days" doc:"Today and the following seven days"`
	Header   locale.Text   `json:"header" doc:"Hours shown in every page's header today; empty if there are none"`
	Contact  locale.Text   `json:"contact" doc:"Opening hours on the contact page"`
	Stray    []string      `json:"stray" doc:"Times in the text that differ from the opening hours"`
	LunarDay *lunarDay     `json:"lunarDay,omitempty" doc:"Next lunar first or fifteenth on which the temple is open, for the contact page"`
	Weekly   []SearchHours `json:"weekly" doc:"Weekly hours, as search engines read them"`
	Special  []SearchHours `json:"special" doc:"Special hours of single days in the next 60, as search engines read them"`
}

// ReadDay is a day with its hours.
type ReadDay struct {
	Date   string      `json:"date" doc:"ISO, in Singapore"`
	Lunar  string      `json:"lunar" doc:"十月十五"`
	Hours  string      `json:"hours" doc:"07:00 – 17:30; empty: closed, or unknown"`
	Closed bool        `json:"closed"`
	Name   locale.Text `json:"name" doc:"Name of the row that applies"`
}

// SearchHours are hours in search engine format. Closed is 00:00 to 00:00.
type SearchHours struct {
	Days   []string `json:"days,omitempty" enum:"Monday,Tuesday,Wednesday,Thursday,Friday,Saturday,Sunday"`
	Date   string   `json:"date,omitempty"`
	Opens  string   `json:"opens"`
	Closes string   `json:"closes"`
}

type readsIn struct {
	ID string `path:"id" maxLength:"64"`
}

// daysRead is how many days Reading shows.
const daysRead = 8

// Reads answers GET /api/admin/record/{id}/opening.
func (s *Service) Reads(ctx context.Context, in *readsIn) (*Reading, error) {
	under, err := s.Draft(ctx, httpd.VisitorOf(ctx), in.ID, "")
	if err != nil {
		return nil, err
	}
	facts, err := content.Site(under(ctx), s.DB.Read())
	if err != nil {
		return nil, err
	}
	today := lunar.DayOf(s.Clock.Now())
	out := &Reading{Stray: []string{}, Days: make([]ReadDay, daysRead), Contact: facts.Hours, LunarDay: s.nextLunarDay(facts), Weekly: searchHours(regularHours(facts, today)), Special: searchHours(specialHours(facts, today))}
	for i := range out.Days {
		day := today.Add(i)
		l, said := facts.OpeningOn(day)
		out.Days[i] = ReadDay{Date: day.String(), Hours: facts.HoursOn(day), Closed: said && l.Closed, Name: l.Name}
		if date, ok := lunar.FromSolar(day); ok {
			out.Days[i].Lunar = date.ChineseDay()
		}
	}
	for _, l := range locale.All {
		out.Stray = append(out.Stray, facts.StrayTimes(l)...)
	}
	out.Header = locale.Text{EN: s.header(locale.EN, facts, today), ZH: s.header(locale.ZH, facts, today)}
	return out, nil
}

// header is the text about a day's hours above every page.
func (s *Service) header(l locale.Locale, facts content.Facts, day lunar.Day) string {
	hours := facts.HoursOn(day)
	switch {
	case hours != "":
		return s.Messages.T(l, "common.open-today", nil) + " " + hours
	case len(facts.Opening) > 0:
		return s.Messages.T(l, "common.closed-today", nil)
	}
	return ""
}

// searchHours parses the JSON-LD.
func searchHours(said []thing) []SearchHours {
	out := make([]SearchHours, len(said))
	for i, one := range said {
		out[i].Days, _ = one["dayOfWeek"].([]string)
		out[i].Date, _ = one["validFrom"].(string)
		out[i].Opens, _ = one["opens"].(string)
		out[i].Closes, _ = one["closes"].(string)
	}
	return out
}
