package offering

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"time"

	"shanmen/internal/base/clock"
	"shanmen/internal/base/fault"
	"shanmen/internal/base/locale"
	"shanmen/internal/base/markup"
	"shanmen/internal/base/money"
	"shanmen/internal/base/uses"
	"shanmen/internal/offer/content"
	"shanmen/internal/offer/form"
	"shanmen/internal/platform/db"
	"shanmen/internal/platform/db/query"
	"shanmen/internal/platform/httpd"
	"shanmen/internal/platform/picture"
)

// Detail is one offering with everything its page shows.
type Detail struct {
	ID           string           `json:"id"`
	Key          string           `json:"key"`
	Category     Category         `json:"category"`
	Title        string           `json:"title"`
	ChineseTitle string           `json:"chineseTitle"`
	Summary      string           `json:"summary"`
	HTML         string           `json:"html" doc:"Sanitised"`
	Art          string           `json:"art"`
	Photo        *picture.Photo   `json:"photo,omitempty" doc:"Photograph shown instead of the drawn picture"`
	State        State            `json:"state" enum:"open,soon,closed,sold-out"`
	EnquiryOnly  bool             `json:"enquiryOnly,omitempty"`
	OpensAt      *time.Time       `json:"opensAt,omitempty"`
	ClosesAt     *time.Time       `json:"closesAt,omitempty"`
	Options      []Option         `json:"options"`
	Form         *form.Definition `json:"form" null:"true" doc:"null: the offering has no form"`
	OnWall       bool             `json:"onWall,omitempty" doc:"Donors who agree are listed on the merit wall"`
	TaiSui       *content.TaiSui  `json:"taiSui,omitempty" doc:"Present if the form asks living people for their birth date"`
}

// Option is an option of an offering.
type Option struct {
	ID           string        `json:"id"`
	Key          string        `json:"key"`
	Title        string        `json:"title"`
	ChineseTitle string        `json:"chineseTitle"`
	Description  string        `json:"description"`
	Price        *money.Cents  `json:"price,omitempty" doc:"Cents; absent if the donor chooses the amount"`
	Min          *money.Cents  `json:"min,omitempty" doc:"Minimum in cents, if the donor chooses the amount"`
	Max          *money.Cents  `json:"max,omitempty" doc:"Maximum in cents, if the donor chooses the amount"`
	Suggestions  []money.Cents `json:"suggestions,omitempty" doc:"Suggested amounts in cents, if the donor chooses the amount"`
	NameCapacity *int64        `json:"nameCapacity,omitempty"`
	PerOrder     *int64        `json:"perOrder,omitempty" doc:"Maximum quantity per item; absent: the general maximum"`
	Remaining    *int64        `json:"remaining,omitempty" doc:"Absent: unlimited"`
	Terms        []string      `json:"terms" enum:"once,monthly,yearly"`
	ChoosesPlace bool          `json:"choosesPlace,omitempty" doc:"The devotee may choose the position: /api/place"`
}

// chosenByDevotee is the value of an option whose positions the devotee chooses (position.ByDevotee).
const chosenByDevotee = "devotee"

// Detail reads a published offering by its key, as sold in a channel (OnSite, AtCounter); fault.NotFound if there is
// none or nothing is sold there.
func (s *Service) Detail(ctx context.Context, l locale.Locale, key, channel string) (*Detail, error) {
	uses.Note(ctx, content.TagOf("offering", key))
	r, now := s.DB.Read(), s.Clock.Now()
	o, err := find(ctx, r, key)
	if err != nil {
		return nil, db.NotFound(fmt.Errorf("offering %s: %w", key, err))
	}
	options := slices.DeleteFunc(o.options, func(p query.OfferingOption) bool { return !SoldAt(p.Channels, channel) })
	if len(options) == 0 && !o.EnquiryOnly {
		return nil, fault.NotFound()
	}
	text, err := picture.HTML(ctx, r, l, locale.Text{EN: o.HtmlEn, ZH: o.HtmlZh}.In(l))
	if err != nil {
		return nil, err
	}
	photo, err := picture.Find(ctx, r, l, o.Picture)
	if err != nil {
		return nil, err
	}
	d := &Detail{
		ID: o.ID, Key: o.Key, Art: o.Art, ChineseTitle: o.TitleZh, EnquiryOnly: o.EnquiryOnly,
		Category: Category{o.category.Key, locale.Text{EN: o.category.TitleEn, ZH: o.category.TitleZh}.In(l)},
		Title:    locale.Text{EN: o.TitleEn, ZH: o.TitleZh}.In(l),
		Summary:  locale.Text{EN: o.SummaryEn, ZH: o.SummaryZh}.In(l),
		HTML:     text, Photo: photo,
		State: stateOf(now, o.Offering, options), OpensAt: o.OpensAt.Moment(), ClosesAt: o.ClosesAt.Moment(),
		Options: []Option{},
	}
	for _, p := range options {
		uses.Note(ctx, placesTag(p.ID))
		d.Options = append(d.Options, Option{
			ID: p.ID, Key: p.Key, ChineseTitle: p.TitleZh,
			Title:       locale.Text{EN: p.TitleEn, ZH: p.TitleZh}.In(l),
			Description: locale.Text{EN: p.DescriptionEn, ZH: p.DescriptionZh}.In(l),
			Price:       priceAt(now, p, o.later), Min: p.MinAmount, Max: p.MaxAmount, Suggestions: suggestionsOf(p.Suggestions),
			NameCapacity: p.NameCapacity, PerOrder: p.PerOrder, Remaining: p.Remaining, Terms: termsOf(p.Terms),
			ChoosesPlace: p.PositionBy == chosenByDevotee,
		})
	}
	_, err = r.WallOfKey(ctx, query.WallOfKeyParams{Key: key, Now: clock.MillisOf(now)})
	if d.OnWall = err == nil; err != nil && !errors.Is(err, db.ErrNoRows) {
		return nil, fmt.Errorf("wall of an offering: %w", err)
	}
	if o.FormKey != "" {
		f, err := form.Latest(ctx, r, o.FormKey)
		if err != nil {
			return nil, fmt.Errorf("offering %s: %w", key, asDefect(err, o.FormKey))
		}
		d.Form = &f
		if f.AsksBirths() {
			if d.TaiSui, err = content.TaiSuiOn(ctx, r, now); err != nil {
				return nil, err
			}
		}
	}
	uses.Until(ctx, changesAt(now, o.Offering, o.later))
	return d, nil
}

// asDefect turns a missing form into a defect: a 404 would look like a wrong address.
func asDefect(err error, formKey string) error {
	if errors.Is(err, fault.NotFound()) {
		return errors.New("there is no form " + formKey)
	}
	return err
}

// GetIn is the input of GET /api/offering/{key}.
type GetIn struct {
	Key    string `path:"key" maxLength:"100"`
	Locale string `query:"locale" doc:"en or zh"`
}

// Get answers GET /api/offering/{key}.
func (s *Service) Get(ctx context.Context, in *GetIn) (*Detail, error) {
	d, err := s.Detail(ctx, httpd.LocaleOf(ctx), in.Key, OnSite)
	return d, err
}

// CounterList answers with the catalogue of the counter.
func (s *Service) CounterList(ctx context.Context, in *ListIn) (*ListOut, error) {
	return s.list(ctx, in, AtCounter)
}

// CounterGet answers with an offering as the counter sells it.
func (s *Service) CounterGet(ctx context.Context, in *GetIn) (*Detail, error) {
	d, err := s.Detail(ctx, httpd.LocaleOf(ctx), in.Key, AtCounter)
	return d, err
}

func suggestionsOf(raw string) (out []money.Cents) {
	_ = json.Unmarshal([]byte(raw), &out) // invalid or empty: no suggestions
	return out
}

// BlessingServiceKeyPage builds the page of one offering.
func (s *Service) BlessingServiceKeyPage(ctx context.Context, r httpd.PageRequest) (httpd.PageData, error) {
	d, err := s.Detail(ctx, r.Locale, r.Params["key"], OnSite)
	if err != nil {
		return httpd.PageData{}, err
	}
	return httpd.PageData{Data: d, Title: d.Title, Description: markup.Excerpt(d.Summary, 155)}, nil
}
