package content

import (
	"context"
	"slices"

	"shanmen/internal/base/locale"
	"shanmen/internal/platform/db/query"
)

// Draft is what an editor previews instead of the published content. Fields that are nil stay as published.
type Draft struct {
	Page     *NewPage
	Banner   *NewBanner
	Place    *Facts // the fields that SavePlace writes: name, address, hours and so on
	Category *DraftCategory
	Event    *DraftEvent
}

// DraftEvent is an unpublished version of an event.
type DraftEvent struct {
	Key, Kind, Offering         string
	Picture                     string // id of a picture of the library
	Rule                        string // JSON, possibly incomplete
	Title, Summary, Place, HTML locale.Text
}

// DraftCategory is an unpublished version of a category.
type DraftCategory struct {
	Key      string
	Position int64
	Title    locale.Text
}

type draftKey struct{}

// WithDraft returns a context under which pages show a draft.
func WithDraft(ctx context.Context, d Draft) context.Context {
	return context.WithValue(ctx, draftKey{}, d)
}

// DraftIn returns the draft of the context, if any.
func DraftIn(ctx context.Context) Draft {
	d, _ := ctx.Value(draftKey{}).(Draft)
	return d
}

// row converts the draft's page to a published row.
func (d Draft) row(now query.ContentPage) query.ContentPage {
	p := d.Page
	return query.ContentPage{
		Key: p.Key, Kind: p.Kind, Position: p.Position, TitleEn: p.Title.EN, TitleZh: p.Title.ZH, HtmlEn: p.HTML.EN, HtmlZh: p.HTML.ZH,
		Published: true, UpdatedAt: now.UpdatedAt,
	}
}

// pages inserts the draft's page into those of its kind, in its position.
func (d Draft) pages(kind string, rows []query.ContentPage) []query.ContentPage {
	if d.Page == nil || d.Page.Kind != kind {
		return rows
	}
	at := slices.IndexFunc(rows, func(r query.ContentPage) bool { return r.Key == d.Page.Key })
	if at >= 0 {
		rows[at] = d.row(rows[at])
		return rows
	}
	at = slices.IndexFunc(rows, func(r query.ContentPage) bool { return r.Position > d.Page.Position })
	if at < 0 {
		at = len(rows)
	}
	return slices.Insert(rows, at, d.row(query.ContentPage{}))
}

// place replaces the site's facts by the draft's.
func (d Draft) place(f Facts) Facts {
	if d.Place == nil {
		return f
	}
	p := d.Place
	f.Name, f.Address, f.Directions, f.Hours = p.Name, p.Address, p.Directions, p.Hours
	f.Phone, f.Email, f.WhatsApp = p.Phone, p.Email, p.WhatsApp
	f.Opening = p.Opening
	return f
}

// banners inserts the draft's banner into those of the site, in its position.
func (d Draft) banners(rows []query.Banner) []query.Banner {
	if d.Banner == nil {
		return rows
	}
	b := d.Banner
	row := query.Banner{
		ID: b.ID, Type: b.Type, Position: b.Position, TitleEn: b.Title.EN, TitleZh: b.Title.ZH, TextEn: b.Text.EN, TextZh: b.Text.ZH,
		Href: b.Href, Art: b.Art, Picture: b.Picture, Published: true,
	}
	rows = slices.DeleteFunc(rows, func(r query.Banner) bool { return r.ID == b.ID })
	at := slices.IndexFunc(rows, func(r query.Banner) bool { return r.Type > row.Type || r.Type == row.Type && r.Position > row.Position })
	if at < 0 {
		at = len(rows)
	}
	return slices.Insert(rows, at, row)
}

// titles inserts the draft's title into the about-us menu, in its position.
func (d Draft) titles(rows []query.ContentTitlesRow) []query.ContentTitlesRow {
	if d.Page == nil || d.Page.Kind != KindAboutUs {
		return rows
	}
	row := query.ContentTitlesRow{Key: d.Page.Key, TitleEn: d.Page.Title.EN, TitleZh: d.Page.Title.ZH, Position: d.Page.Position}
	if at := slices.IndexFunc(rows, func(r query.ContentTitlesRow) bool { return r.Key == row.Key }); at >= 0 {
		rows[at] = row
		return rows
	}
	at := slices.IndexFunc(rows, func(r query.ContentTitlesRow) bool { return r.Position > row.Position })
	if at < 0 {
		at = len(rows)
	}
	return slices.Insert(rows, at, row)
}
