package event

import (
	"context"
	"errors"
	"fmt"
	"math"
	"slices"
	"time"

	"shanmen/internal/base/clock"
	"shanmen/internal/base/fault"
	"shanmen/internal/base/locale"
	"shanmen/internal/base/lunar"
	"shanmen/internal/base/uses"
	"shanmen/internal/offer/content"
	"shanmen/internal/offer/offering"
	"shanmen/internal/platform/db"
	"shanmen/internal/platform/db/query"
	"shanmen/internal/platform/httpd"
	"shanmen/internal/platform/picture"
)

// most limits the lists of pages, which show the earliest. mostInFeed limits the feed: enough for thirteen daily events
// over the whole period for which dates are stored.
const (
	most       = 500
	mostInFeed = 10_000
)

// Detail is one event with all that its page needs.
type Detail struct {
	Card
	LunarDate LunarDate `json:"lunarDate"`
	HTML      string    `json:"html" doc:"Sanitised; may be empty"`

	Photo *picture.Photo `json:"photo,omitempty"`

	OtherLanguage bool      `json:"otherLanguage,omitempty" doc:"The text is not translated and is in the other language"`
	Offering      *Offering `json:"offering,omitempty" doc:"Offerings available on the day"`
	Sessions      []Part    `json:"sessions,omitempty" doc:"Sessions of the day, if there are several"`
	Dates         []OnDay   `json:"dates" doc:"Upcoming dates, earliest first"`
	More          int       `json:"more,omitempty" doc:"Number of further dates"`
}

// Part is a session of an event's date.
type Part struct {
	Title    string    `json:"title" doc:"Title; empty: the event's title"`
	Place    string    `json:"place"`
	StartsAt time.Time `json:"startsAt"`
	EndsAt   time.Time `json:"endsAt"`
}

// OnDay is one of an event's dates.
type OnDay struct {
	StartsAt  time.Time `json:"startsAt"`
	EndsAt    time.Time `json:"endsAt"`
	Lunar     string    `json:"lunar"`
	Cancelled bool      `json:"cancelled,omitempty"`
	Note      string    `json:"note,omitempty"`
}

// LunarDate is the lunar date on which an event starts.
type LunarDate struct {
	Chinese string `json:"chinese" doc:"丙午年十月十五"`
	Month   int    `json:"month"`
	Day     int    `json:"day"`
	Leap    bool   `json:"leap,omitempty" doc:"Leap month: the second of two months with the same number"`
	Term    string `json:"term,omitempty" doc:"The solar term that begins on the day, where the almanac names the day by it: 冬至"`
}

// Offering is the offering that belongs to an event.
type Offering struct {
	Key     string `json:"key"`
	Title   string `json:"title"`
	Summary string `json:"summary"`
	Art     string `json:"art"`

	Photo *picture.Photo `json:"photo,omitempty" doc:"Photograph shown instead of the drawn picture"`

	State string `json:"state" enum:"open,soon,closed,sold-out"`
}

// ListIn is the query of GET /api/event.
type ListIn struct {
	From   string `query:"from" format:"date" doc:"First day in Singapore; today when absent"`
	To     string `query:"to" format:"date" doc:"Last day in Singapore; open when absent"`
	Q      string `query:"q" maxLength:"100" doc:"Words of title, summary or place, in either language"`
	Locale string `query:"locale" doc:"en or zh"`
}

// ListOut lists events of a period, earliest first.
type ListOut struct {
	Items []Card `json:"items"`
}

// List answers GET /api/event with the events that overlap the requested days.
func (s *Service) List(ctx context.Context, in *ListIn) (*ListOut, error) {
	now := s.Clock.Now()
	span := query.EventsBetweenParams{Since: clock.MillisOf(lunar.DayOf(now).Time(0, 0)), Before: math.MaxInt64, Most: most}
	if in.From != "" {
		span.Since = clock.MillisOf(midnight(in.From))
	}
	if in.To != "" {
		span.Before = clock.MillisOf(midnight(in.To).Add(24 * time.Hour))
	}
	uses.Note(ctx, content.TagEvents)
	rows, err := s.DB.Read().EventsBetween(ctx, span)
	if err != nil {
		return nil, fmt.Errorf("events: %w", err)
	}
	l, out := httpd.LocaleOf(ctx), &ListOut{Items: []Card{}}
	for _, e := range rows {
		if matches(e.Event, in.Q) {
			out.Items = append(out.Items, cardOf(dated(e), l, now))
		}
	}
	uses.Until(ctx, changesAt(now, out.Items))
	return out, nil
}

// midnight is the start of a day in checked format.
func midnight(day string) time.Time {
	t, _ := time.ParseInLocation(time.DateOnly, day, clock.Singapore)
	return t
}

// GetIn is the input of GET /api/event/{key}.
type GetIn struct {
	Key    string `path:"key" maxLength:"100"`
	Locale string `query:"locale" doc:"en or zh"`
}

// Get answers GET /api/event/{key}.
func (s *Service) Get(ctx context.Context, in *GetIn) (*Detail, error) {
	return s.Detail(ctx, httpd.LocaleOf(ctx), in.Key)
}

// shownDates is how many upcoming dates an event's page lists.
const shownDates = 12

// Detail reads a published event with its next date that is not cancelled, or returns fault.NotFound.
func (s *Service) Detail(ctx context.Context, l locale.Locale, key string) (*Detail, error) {
	now := s.Clock.Now()
	e, dates, err := s.find(ctx, key, now)
	if err != nil {
		return nil, err
	}
	next := dates[max(slices.IndexFunc(dates, func(d dated) bool { return !d.EventDate.Cancelled }), 0)]
	d := &Detail{Card: cardOf(next, l, now), Dates: []OnDay{}, More: max(len(dates)-shownDates, 0)}
	cards := []Card{d.Card}
	for _, one := range dates[:min(len(dates), shownDates)] {
		c := cardOf(one, l, now)
		cards = append(cards, c)
		if c.State != Past {
			d.Dates = append(d.Dates, OnDay{StartsAt: c.StartsAt, EndsAt: c.EndsAt, Lunar: c.Lunar, Cancelled: c.Cancelled, Note: c.Note})
		}
	}
	if held := next.held(); len(held) > 1 {
		for _, h := range held {
			d.Sessions = append(d.Sessions, Part{Title: h.Title.In(l), Place: h.Place.In(l), StartsAt: h.Starts, EndsAt: h.Ends})
		}
	}
	uses.Until(ctx, changesAt(now, cards))
	html := locale.Text{EN: e.HtmlEn, ZH: e.HtmlZh}
	if d.HTML, err = picture.HTML(ctx, s.DB.Read(), l, html.In(l)); err != nil {
		return nil, err
	}
	if d.Photo, err = picture.Find(ctx, s.DB.Read(), l, e.Picture); err != nil {
		return nil, err
	}
	d.OtherLanguage = d.HTML != "" && (l == locale.EN && html.EN == "" || l == locale.ZH && html.ZH == "")
	day := lunar.DayOf(d.StartsAt)
	if date, ok := lunar.FromSolar(day); ok {
		d.LunarDate = LunarDate{
			Chinese: date.ChineseYear() + "年" + date.ChineseDay(), Month: date.Month, Day: date.Day, Leap: date.Leap,
		}
		if d.Lunar != date.ChineseDay() {
			d.LunarDate.Term = d.Lunar
		}
	}
	if e.Offering != "" {
		if d.Offering, err = s.offeringOfDay(ctx, l, e.Offering); err != nil {
			return nil, err
		}
	}
	return d, nil
}

// offeringOfDay is an event's offering as its page shows it; nil if the catalogue does not have it.
func (s *Service) offeringOfDay(ctx context.Context, l locale.Locale, key string) (*Offering, error) {
	o, err := s.Offerings.Detail(ctx, l, key, offering.OnSite)
	if errors.Is(err, fault.NotFound()) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	return &Offering{Key: o.Key, Title: o.Title, Summary: o.Summary, Art: o.Art, Photo: o.Photo, State: string(o.State)}, nil
}

// find reads a published event with its upcoming dates, or its last date if there are none.
func (s *Service) find(ctx context.Context, key string, now time.Time) (query.Event, []dated, error) {
	uses.Note(ctx, content.TagOf("event", key))
	if d := content.DraftIn(ctx).Event; d != nil && d.Key == key {
		return s.drafted(ctx, *d, now)
	}
	e, err := s.DB.Read().EventByKey(ctx, key)
	if err != nil {
		return e, nil, db.NotFound(fmt.Errorf("event %s: %w", key, err))
	}
	rows, err := s.DB.Read().EventDates(ctx, query.EventDatesParams{EventID: e.ID, Since: clock.MillisOf(now), Most: most})
	if err == nil && len(rows) == 0 {
		var last query.EventDate
		last, err = s.DB.Read().EventDateLast(ctx, e.ID)
		rows = append(rows, last)
	}
	if err != nil {
		return e, nil, db.NotFound(fmt.Errorf("dates of %s: %w", key, err))
	}
	var dates []dated
	for _, row := range rows {
		dates = append(dates, dated{e, row})
	}
	return e, dates, nil
}

// Calendar is the data of /event: upcoming dates, earliest first, and those of the past year, latest first.
type Calendar struct {
	Events []Card `json:"events"`
	Past   []Card `json:"past"`
	// Later: recurring events have dates beyond the months shown completely.
	Later bool `json:"later,omitempty" doc:"There are later dates, listed on the events' own pages"`
}

// EventPage builds the calendar page.
func (s *Service) EventPage(ctx context.Context, r httpd.PageRequest) (httpd.PageData, error) {
	now := s.Clock.Now()
	coming, err := s.Upcoming(ctx, r.Locale, most)
	if err != nil {
		return httpd.PageData{}, err
	}
	past, err := s.DB.Read().EventsPast(ctx, query.EventsPastParams{Now: clock.MillisOf(now), Since: clock.MillisOf(now.AddDate(-1, 0, 0)), Most: most})
	if err != nil {
		return httpd.PageData{}, fmt.Errorf("past events: %w", err)
	}
	over := []Card{}
	for _, row := range past {
		over = append(over, cardOf(dated(row), r.Locale, now))
	}
	shown := soon(coming, now.AddDate(0, wholeMonths, 0))
	return httpd.PageData{Data: Calendar{shown, over, len(shown) < len(coming)}}, nil
}

// wholeMonths is how far ahead the calendar page shows every date.
const wholeMonths = 3

// soon removes what the event's page shows anyway; after the end of the list, an event shown before.
func soon(cards []Card, end time.Time) []Card {
	shown, out := map[string]bool{}, []Card{}
	for _, c := range cards {
		if shown[c.Key] && c.StartsAt.After(end) {
			continue
		}
		shown[c.Key] = true
		out = append(out, c)
	}
	return out
}

// EventKeyPage builds the page of one event.
func (s *Service) EventKeyPage(ctx context.Context, r httpd.PageRequest) (httpd.PageData, error) {
	d, err := s.Detail(ctx, r.Locale, r.Params["key"])
	if err != nil {
		return httpd.PageData{}, err
	}
	page := httpd.PageData{Data: d, Title: d.Title}
	page.MetaTitle, page.Description = s.head(r.Locale, d.Card)
	return page, nil
}

// Addresses lists the keys of all published events with their last change.
func (s *Service) Addresses(ctx context.Context) ([]Address, error) {
	rows, err := s.DB.Read().EventAddresses(ctx)
	if err != nil {
		return nil, fmt.Errorf("addresses of events: %w", err)
	}
	var out []Address
	for _, r := range rows {
		out = append(out, Address{r.Key, r.UpdatedAt.Time(), r.Picture})
	}
	return out, nil
}

// Address is an event's path.
type Address struct {
	Key       string
	UpdatedAt time.Time
	Picture   string // of the library; "": none
}
