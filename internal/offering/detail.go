package offering

import (
	"context"
	"errors"
	"fmt"
	"time"

	"shanmen/internal/db"
	"shanmen/internal/fault"
	"shanmen/internal/form"
	"shanmen/internal/httpd"
	"shanmen/internal/locale"
	"shanmen/internal/markup"
	"shanmen/internal/money"
	"shanmen/internal/uses"
)

// Detail is one offering with all that its page needs.
type Detail struct {
	ID           string           `json:"id"`
	Key          string           `json:"key"`
	Category     Category         `json:"category"`
	Title        string           `json:"title"`
	ChineseTitle string           `json:"chineseTitle"`
	Summary      string           `json:"summary"`
	HTML         string           `json:"html" doc:"Sanitised"`
	Art          string           `json:"art"`
	State        State            `json:"state" enum:"open,soon,closed,sold-out"`
	EnquiryOnly  bool             `json:"enquiryOnly,omitempty"`
	OpensAt      *time.Time       `json:"opensAt,omitempty"`
	ClosesAt     *time.Time       `json:"closesAt,omitempty"`
	Options      []Option         `json:"options"`
	Form         *form.Definition `json:"form" null:"true" doc:"null: the offering asks nothing"`
}

// Option is a choice of an offering.
type Option struct {
	ID           string       `json:"id"`
	Key          string       `json:"key"`
	Title        string       `json:"title"`
	ChineseTitle string       `json:"chineseTitle"`
	Description  string       `json:"description"`
	Price        *money.Cents `json:"price,omitempty" doc:"Cents; absent for an open amount"`
	Min          *money.Cents `json:"min,omitempty" doc:"Cents, of an open amount"`
	Max          *money.Cents `json:"max,omitempty" doc:"Cents, of an open amount"`
	NameCapacity *int64       `json:"nameCapacity,omitempty"`
	Remaining    *int64       `json:"remaining,omitempty" doc:"Absent: unlimited"`
	Terms        []string     `json:"terms" enum:"once,monthly,yearly"`
}

// Detail reads a published offering by its key; fault.NotFound when there is none.
func (s *Service) Detail(ctx context.Context, l locale.Locale, key string) (*Detail, time.Time, error) {
	uses.Note(ctx, tag(key))
	r, now := s.DB.Read(), s.Clock.Now()
	o, err := r.OfferingByKey(ctx, key)
	if errors.Is(err, db.ErrNoRows) {
		return nil, time.Time{}, fault.NotFound()
	}
	if err != nil {
		return nil, time.Time{}, fmt.Errorf("offering %s: %w", key, err)
	}
	c, err := r.OfferingCategory(ctx, o.CategoryID)
	if err != nil {
		return nil, time.Time{}, fmt.Errorf("category of offering %s: %w", key, err)
	}
	options, err := r.OfferingOptionsOf(ctx, o.ID)
	if err != nil {
		return nil, time.Time{}, fmt.Errorf("options of offering %s: %w", key, err)
	}
	d := &Detail{
		ID: o.ID, Key: o.Key, Art: o.Art, ChineseTitle: o.TitleZh, EnquiryOnly: o.EnquiryOnly,
		Category: Category{c.Key, locale.Text{EN: c.TitleEn, ZH: c.TitleZh}.In(l)},
		Title:    locale.Text{EN: o.TitleEn, ZH: o.TitleZh}.In(l),
		Summary:  locale.Text{EN: o.SummaryEn, ZH: o.SummaryZh}.In(l),
		HTML:     markup.Clean(locale.Text{EN: o.HtmlEn, ZH: o.HtmlZh}.In(l)),
		State:    stateOf(now, o, options), OpensAt: o.OpensAt.Moment(), ClosesAt: o.ClosesAt.Moment(),
		Options: []Option{},
	}
	for _, p := range options {
		uses.Note(ctx, placesTag(p.ID))
		d.Options = append(d.Options, Option{
			ID: p.ID, Key: p.Key, ChineseTitle: p.TitleZh,
			Title:       locale.Text{EN: p.TitleEn, ZH: p.TitleZh}.In(l),
			Description: locale.Text{EN: p.DescriptionEn, ZH: p.DescriptionZh}.In(l),
			Price:       p.Price, Min: p.MinAmount, Max: p.MaxAmount, NameCapacity: p.NameCapacity, Remaining: p.Remaining,
			Terms: termsOf(p.Terms),
		})
	}
	if o.FormKey != "" {
		f, err := form.Latest(ctx, r, o.FormKey)
		if err != nil {
			return nil, time.Time{}, fmt.Errorf("offering %s: %w", key, asDefect(err, o.FormKey))
		}
		d.Form = &f
	}
	until := changesAt(now, o)
	uses.Until(ctx, until)
	return d, until, nil
}

// asDefect makes a missing form a defect of ours: answered as not found, it would look like a wrong address.
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
	d, _, err := s.Detail(ctx, httpd.LocaleOf(ctx), in.Key)
	return d, err
}

// BlessingServiceKeyPage makes the page of one offering.
func (s *Service) BlessingServiceKeyPage(ctx context.Context, r httpd.PageRequest) (httpd.PageData, error) {
	d, until, err := s.Detail(ctx, r.Locale, r.Params["key"])
	if err != nil {
		return httpd.PageData{}, err
	}
	return httpd.PageData{Data: d, Title: d.Title, Description: markup.Excerpt(d.Summary, 155), Until: until}, nil
}
