package offering

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"time"

	"shanmen/internal/base/locale"
	"shanmen/internal/base/money"
	"shanmen/internal/base/uses"
	"shanmen/internal/offer/content"
	"shanmen/internal/offer/offering/search"
	"shanmen/internal/platform/db"
	"shanmen/internal/platform/db/query"
	"shanmen/internal/platform/httpd"
	"shanmen/internal/platform/picture"
)

// Card is an offering in lists.
type Card struct {
	ID           string         `json:"id"`
	Key          string         `json:"key"`
	Category     string         `json:"category" doc:"The key of its category"`
	Title        string         `json:"title"`
	ChineseTitle string         `json:"chineseTitle" doc:"The same in both languages"`
	Summary      string         `json:"summary"`
	Art          string         `json:"art" doc:"Name of the drawn picture: lamp, peace, tablet, incense"`
	FromPrice    money.Cents    `json:"fromPrice" doc:"Lowest price or minimum, in cents; 0 if not for sale"`
	State        State          `json:"state" enum:"open,soon,closed,sold-out"`
	Photo        *picture.Photo `json:"photo,omitempty" doc:"Photograph shown instead of the drawn picture"`
}

// Indexed is a card with what a search looks at, which is three times as long.
type Indexed struct {
	Card
	search.Index
}

// Category is a part of the catalogue.
type Category struct {
	Key   string `json:"key"`
	Title string `json:"title"`
}

// Filter selects from the catalogue. The zero Filter selects everything.
type Filter struct {
	Category string // key
	Search   string // words in either language, or pinyin
	Featured bool   // only offerings for the home page
	Channel  string // where it is sold; "": OnSite
}

// Catalogue is the data of a list page.
type Catalogue struct {
	Categories []Category
	Cards      []Indexed
}

// Shown are the cards as pages show them.
func (c Catalogue) Shown() []Card {
	out := make([]Card, len(c.Cards))
	for i, one := range c.Cards {
		out[i] = one.Card
	}
	return out
}

// Catalogue reads the published offerings in order. There are tens of offerings, so all are read, with four queries.
func (s *Service) Catalogue(ctx context.Context, l locale.Locale, f Filter) (Catalogue, error) {
	return catalogue(ctx, s.DB.Read(), s.Clock.Now(), l, f)
}

func catalogue(ctx context.Context, r db.Reader, now time.Time, l locale.Locale, f Filter) (Catalogue, error) {
	out := Catalogue{Categories: []Category{}, Cards: []Indexed{}}
	uses.Note(ctx, content.TagCatalogue)
	categories, err := r.OfferingCategories(ctx)
	if err != nil {
		return out, fmt.Errorf("catalogue: %w", err)
	}
	offerings, err := r.OfferingsPublished(ctx)
	if err != nil {
		return out, fmt.Errorf("catalogue: %w", err)
	}
	rows, err := r.OfferingOptionsActive(ctx)
	if err != nil {
		return out, fmt.Errorf("catalogue: %w", err)
	}
	prices, err := r.OfferingPrices(ctx)
	if err != nil {
		return out, fmt.Errorf("catalogue: %w", err)
	}
	options, of := map[string][]query.OfferingOption{}, map[string]string{}
	for _, o := range rows {
		if SoldAt(o.Channels, cmp.Or(f.Channel, OnSite)) {
			options[o.OfferingID] = append(options[o.OfferingID], o)
			of[o.ID] = o.OfferingID
		}
	}
	later := map[string][]query.OptionPrice{}
	for _, p := range prices {
		later[of[p.OptionID]] = append(later[of[p.OptionID]], p)
	}
	byID := map[string]query.Category{}
	if d := content.DraftIn(ctx).Category; d != nil {
		categories = withDraft(categories, *d)
	}
	for _, c := range categories {
		byID[c.ID] = c
		out.Categories = append(out.Categories, Category{c.Key, locale.Text{EN: c.TitleEn, ZH: c.TitleZh}.In(l)})
	}
	words := search.Words(f.Search)
	for _, o := range offerings {
		if !o.EnquiryOnly && len(options[o.ID]) == 0 { // no option is sold in this channel
			continue
		}
		uses.Until(ctx, changesAt(now, o, later[o.ID]))
		if c := card(o, byID[o.CategoryID], options[o.ID], later[o.ID], now, l); f.takes(o, c) && c.Finds(words) {
			if c.Photo, err = picture.Find(ctx, r, l, o.Picture); err != nil {
				return out, err
			}
			out.Cards = append(out.Cards, c)
		}
	}
	return out, nil
}

// withDraft inserts a previewed category into those of the site, in its position.
func withDraft(all []query.Category, d content.DraftCategory) []query.Category {
	row := query.Category{Key: d.Key, Position: d.Position, TitleEn: d.Title.EN, TitleZh: d.Title.ZH}
	if at := slices.IndexFunc(all, func(c query.Category) bool { return c.Key == d.Key }); at >= 0 {
		row.ID = all[at].ID
		all[at] = row
		return all
	}
	at := slices.IndexFunc(all, func(c query.Category) bool { return c.Position > d.Position })
	if at < 0 {
		at = len(all)
	}
	return slices.Insert(all, at, row)
}

func (f Filter) takes(o query.Offering, c Indexed) bool {
	return (f.Category == "" || f.Category == c.Category) && (!f.Featured || o.Featured)
}

func card(o query.Offering, category query.Category, options []query.OfferingOption, later []query.OptionPrice, now time.Time, l locale.Locale) Indexed {
	return Indexed{Card: Card{
		ID: o.ID, Key: o.Key, Category: category.Key, ChineseTitle: o.TitleZh, Art: o.Art,
		Title:   locale.Text{EN: o.TitleEn, ZH: o.TitleZh}.In(l),
		Summary: locale.Text{EN: o.SummaryEn, ZH: o.SummaryZh}.In(l),
		State:   stateOf(now, o, options), FromPrice: fromPrice(now, options, later),
	}, Index: search.Of(o, category, options)}
}

func stateOf(now time.Time, o query.Offering, options []query.OfferingOption) State {
	st := StateAt(now, o.OpensAt, o.ClosesAt)
	if st == Open && soldOut(options) {
		return SoldOut
	}
	return st
}

func fromPrice(now time.Time, options []query.OfferingOption, later []query.OptionPrice) money.Cents {
	var low money.Cents
	for _, o := range options {
		p := priceAt(now, o, later)
		if p == nil {
			p = o.MinAmount
		}
		if p != nil && (low == 0 || *p < low) {
			low = *p
		}
	}
	return low
}

// ListIn is the query of GET /api/offering.
type ListIn struct {
	Category string `query:"category" maxLength:"60" doc:"A category's key"`
	Q        string `query:"q" maxLength:"100" doc:"Words in either language, or pinyin: guangming, gmd"`
	Page     int    `query:"page" minimum:"1" maximum:"10000" default:"1"`
	PageSize int    `query:"pageSize" minimum:"1" maximum:"100" default:"20"`
	Locale   string `query:"locale" doc:"en or zh"`
}

// ListOut is a page of cards.
type ListOut struct {
	Items      []Indexed  `json:"items"`
	Page       int        `json:"page"`
	PageSize   int        `json:"pageSize"`
	Total      int        `json:"total"`
	Categories []Category `json:"categories" doc:"All categories in display order, independent of the filter"`
}

// List answers GET /api/offering.
func (s *Service) List(ctx context.Context, in *ListIn) (*ListOut, error) {
	return s.list(ctx, in, OnSite)
}

func (s *Service) list(ctx context.Context, in *ListIn, channel string) (*ListOut, error) {
	c, err := s.Catalogue(ctx, httpd.LocaleOf(ctx), Filter{Category: in.Category, Search: in.Q, Channel: channel})
	if err != nil {
		return nil, err
	}
	out := &ListOut{Items: []Indexed{}, Page: in.Page, PageSize: in.PageSize, Total: len(c.Cards), Categories: c.Categories}
	if from := (in.Page - 1) * in.PageSize; from < len(c.Cards) {
		out.Items = c.Cards[from:min(from+in.PageSize, len(c.Cards))]
	}
	return out, nil
}

// ListPage is the data of /blessing-service.
type ListPage struct {
	Categories []Category `json:"categories"`
	Offerings  []Card     `json:"offerings"`
}

// BlessingServicePage builds the list page.
func (s *Service) BlessingServicePage(ctx context.Context, r httpd.PageRequest) (httpd.PageData, error) {
	c, err := s.Catalogue(ctx, r.Locale, Filter{})
	if err != nil {
		return httpd.PageData{}, err
	}
	return httpd.PageData{Data: ListPage{c.Categories, c.Shown()}}, nil
}

// IndexOut is what the search of the catalogue's page looks at.
type IndexOut struct {
	Items []IndexItem `json:"items"`
}

// IndexItem is the search text of an offering.
type IndexItem struct {
	Key string `json:"key"`
	search.Index
}

// SearchIndex answers GET /api/offering-index. The page asks for it when somebody begins to search.
func (s *Service) SearchIndex(ctx context.Context, _ *struct{}) (*IndexOut, error) {
	c, err := s.Catalogue(ctx, httpd.LocaleOf(ctx), Filter{})
	if err != nil {
		return nil, err
	}
	out := &IndexOut{Items: make([]IndexItem, len(c.Cards))}
	for i, one := range c.Cards {
		out.Items[i] = IndexItem{one.Key, one.Index}
	}
	return out, nil
}

// Pictures lists the library pictures of the published offerings, by offering key.
func (s *Service) Pictures(ctx context.Context) (map[string]string, error) {
	rows, err := s.DB.Read().OfferingsPublished(ctx)
	if err != nil {
		return nil, fmt.Errorf("pictures of offerings: %w", err)
	}
	out := map[string]string{}
	for _, o := range rows {
		out[o.Key] = o.Picture
	}
	return out, nil
}
