package editing

import (
	"context"
	"errors"
	"fmt"
	"strconv"
	"strings"
	"time"

	"shanmen/internal/base/fault"
	"shanmen/internal/base/locale"
	"shanmen/internal/offer/content"
	"shanmen/internal/offer/offering"
	"shanmen/internal/platform/db"
	"shanmen/internal/platform/db/query"
	"shanmen/internal/platform/httpd"
)

// Maximum lengths, in characters.
const (
	longestTitle   = 200
	longestSummary = 300
	longestHTML    = 60_000
	longestPath    = 500
	longestOpening = 20_000

	longestPictureID = 64
)

// Maximum number of published banners of each type.
var mostBanners = map[string]int{"101": 8, "102": 12}

// PlaceKey is the key of the single place record.
const PlaceKey = "temple"

var pageFields = []Field{
	{Name: "title", Each: true, Type: line, Most: longestTitle, Required: true},
	{Name: "html", Each: true, Type: markUp, Most: longestHTML, Required: true},
}

// kinds lists all kinds, in the order in which HandOver creates their records.
var kinds = []*Kind{
	{
		Name: KindPage, Fields: pageFields, Keyed: true, Base: "/about-us/",
		live: pagesOf(content.KindAboutUs), show: showPage(content.KindAboutUs),
	},
	{
		Name: KindPolicy, Fields: pageFields, Fixed: true,
		live: pagesOf(content.KindPolicy), show: showPage(content.KindPolicy), warns: policyWarnings,
	},
	{
		Name: KindQuestion, Fields: pageFields, Base: "/misc/faq#",
		live: pagesOf(content.KindFAQ), show: showPage(content.KindFAQ),
	},
	{
		Name: KindBanner, Both: true,
		Fields: []Field{
			{Name: "title", Each: true, Type: line, Most: longestTitle, Required: true},
			{Name: "text", Each: true, Type: line, Most: longestSummary},
			{Name: "type", Type: choice, Choices: []string{"101", "102"}, Required: true},
			{Name: "href", Type: path, Most: longestPath},
			{Name: "art", Type: choice, Choices: content.Arts, Required: true},
			{Name: "picture", Type: photo, Most: longestPictureID},
			{Name: "opens", Type: day},
			{Name: "closes", Type: day},
			{Name: "ends", Type: yes}, // end with the banner's target
		},
		live: banners, show: showBanner, limits: bannerLimits,
	},
	{
		Name: KindCategory, Both: true, Keyed: true,
		Fields: []Field{{Name: "title", Each: true, Type: line, Most: longestTitle, Required: true}},
		live:   categories, show: showCategory,
	},
	offeringKind,
	{
		Name: KindPlace, Both: true, Fixed: true,
		Fields: []Field{
			{Name: "name", Each: true, Type: line, Most: longestTitle, Required: true},
			{Name: "address", Each: true, Type: line, Most: longestSummary},
			{Name: "directions", Each: true, Type: line, Most: longestSummary},
			{Name: "hours", Each: true, Type: line, Most: longestSummary},
			{Name: "phone", Type: phone, Most: 30},
			{Name: "whatsapp", Type: whatsapp, Most: 30},
			{Name: "email", Type: mailbox, Most: 100},
			{Name: "opening", Type: opening, Most: longestOpening},
		},
		live: place, show: showPlace, warns: placeWarnings,
	},
	{
		Name: KindForm, Both: true,
		Fields: []Field{{Name: "title", Each: true, Type: line, Most: longestTitle, Required: true}},
		live:   liveForms, show: showForm, limits: formBlocks, open: formField, used: formUsed, copied: copyForm,
	},
	eventKind,
	messageKind,
	practiceKind,
}

func kindOf(name string) (*Kind, error) {
	for _, k := range kinds {
		if k.Name == name {
			return k, nil
		}
	}
	return nil, fault.NotFound()
}

func textOf(f Fields, name string) locale.Text {
	return locale.Text{EN: f[name+"."+English], ZH: f[name+"."+Chinese]}
}

// Put sets a field in both languages.
func (f Fields) Put(name string, t locale.Text) {
	f[name+"."+English], f[name+"."+Chinese] = t.EN, t.ZH
}

func pagesOf(kind string) func(context.Context, db.Reader) ([]Live, error) {
	return func(ctx context.Context, r db.Reader) ([]Live, error) {
		rows, err := r.ContentPagesAll(ctx)
		if err != nil {
			return nil, fmt.Errorf("pages: %w", err)
		}
		var out []Live
		for _, p := range rows {
			if p.Kind != kind {
				continue
			}
			f := Fields{}
			f.Put("title", locale.Text{EN: p.TitleEn, ZH: p.TitleZh})
			f.Put("html", locale.Text{EN: p.HtmlEn, ZH: p.HtmlZh})
			out = append(out, Live{Key: p.Key, Position: p.Position, Fields: f, Hidden: !p.Published})
		}
		return out, nil
	}
}

func showPage(kind string) func(context.Context, *db.Tx, Shown) error {
	return func(ctx context.Context, tx *db.Tx, s Shown) error {
		return content.Save(ctx, tx, content.NewPage{
			Key: s.Key, Kind: kind, Position: s.Position, Title: textOf(s.Fields, "title"), HTML: textOf(s.Fields, "html"), Hidden: s.Hidden,
		}, s.Now)
	}
}

func banners(ctx context.Context, r db.Reader) ([]Live, error) {
	rows, err := r.ContentBannersAll(ctx)
	if err != nil {
		return nil, fmt.Errorf("banners: %w", err)
	}
	var out []Live
	for _, b := range rows {
		f := Fields{"type": strconv.FormatInt(b.Type, 10), "href": b.Href, "art": b.Art, "picture": b.Picture, "opens": dayOf(b.OpensAt, 0), "closes": dayOf(b.ClosesAt, -1), "ends": yesIf(b.EndsWith != "")}
		f.Put("title", locale.Text{EN: b.TitleEn, ZH: b.TitleZh})
		f.Put("text", locale.Text{EN: b.TextEn, ZH: b.TextZh})
		out = append(out, Live{Key: b.ID, Position: b.Position, Fields: f, Hidden: !b.Published})
	}
	return out, nil
}

func showBanner(ctx context.Context, tx *db.Tx, s Shown) error {
	kind, err := strconv.ParseInt(s.Fields["type"], 10, 64)
	if err != nil {
		return fmt.Errorf("banner %s: type %q", s.Key, s.Fields["type"])
	}
	opens, closes, unknown := bookingTimes(s.Fields, s.Now)
	if unknown != "" && !s.Hidden {
		return fmt.Errorf("season of banner %s: %s %q has no day", s.Key, unknown, s.Fields[unknown])
	}
	with, err := endsWith(ctx, tx, s.Fields)
	if err != nil {
		return err
	}
	return content.PutBanner(ctx, tx, content.NewBanner{
		OpensAt: opens, ClosesAt: closes, EndsWith: with,
		ID: s.Key, Type: kind, Position: s.Position, Title: textOf(s.Fields, "title"), Text: textOf(s.Fields, "text"),
		Href: s.Fields["href"], Art: s.Fields["art"], Picture: s.Fields["picture"], Hidden: s.Hidden,
	})
}

// endsWith is the record id of the offering or event with which a banner ends, or "": the key may change.
func endsWith(ctx context.Context, tx *db.Tx, f Fields) (string, error) {
	if f["ends"] == "" {
		return "", nil
	}
	address, err := followed(ctx, tx, f["href"])
	if err != nil {
		return "", err
	}
	kind, key, _ := strings.Cut(targetOf(address), ":")
	if kind != KindOffering && kind != KindEvent {
		return "", nil
	}
	record, err := tx.RecordByKey(ctx, query.RecordByKeyParams{Kind: kind, Key: key})
	if errors.Is(err, db.ErrNoRows) {
		return "", nil
	}
	if err != nil {
		return "", fmt.Errorf("record of %s: %w", address, err)
	}
	return record.ID, nil
}

// bannerLimits counts published banners that have not ended.
func bannerLimits(ctx context.Context, tx *db.Tx, key string, f Fields, now time.Time) ([]Finding, error) {
	if found := seasonLimits(f, now); len(found) > 0 {
		return found, nil
	}
	with, err := endsWith(ctx, tx, f)
	if err != nil {
		return nil, err
	}
	if f["ends"] != "" && with == "" {
		return []Finding{{Field: "ends", Code: "ends-with-nothing"}}, nil
	}
	if err := content.Hold(ctx, tx); err != nil {
		return nil, err
	}
	rows, err := tx.ContentBanners(ctx)
	if err != nil {
		return nil, fmt.Errorf("banners: %w", err)
	}
	others := 0
	for _, b := range rows {
		if strconv.FormatInt(b.Type, 10) == f["type"] && b.ID != key && (b.ClosesAt == 0 || now.Before(b.ClosesAt.Time())) {
			others++
		}
	}
	if most := mostBanners[f["type"]]; most > 0 && others >= most {
		return []Finding{{Field: "type", Code: "banners-full", Params: map[string]any{"max": most}}}, nil
	}
	return nil, nil
}

func categories(ctx context.Context, r db.Reader) ([]Live, error) {
	rows, err := r.OfferingCategories(ctx)
	if err != nil {
		return nil, fmt.Errorf("categories: %w", err)
	}
	var out []Live
	for _, c := range rows {
		f := Fields{}
		f.Put("title", locale.Text{EN: c.TitleEn, ZH: c.TitleZh})
		out = append(out, Live{Key: c.Key, Position: c.Position, Fields: f})
	}
	return out, nil
}

func showCategory(ctx context.Context, tx *db.Tx, s Shown) error {
	if s.Hidden {
		return offering.DropCategory(ctx, tx, s.Key)
	}
	_, err := offering.PutCategory(ctx, tx, s.Key, s.Position, textOf(s.Fields, "title"))
	return err
}

func place(ctx context.Context, r db.Reader) ([]Live, error) {
	p, err := content.Site(ctx, r)
	if err != nil {
		return nil, err
	}
	f := Fields{"phone": p.Phone, "whatsapp": p.WhatsApp, "email": p.Email, "opening": content.OpeningText(p.Opening)}
	f.Put("name", p.Name)
	f.Put("address", p.Address)
	f.Put("directions", p.Directions)
	f.Put("hours", p.Hours)
	return []Live{{Key: PlaceKey, Fields: f}}, nil
}

func showPlace(ctx context.Context, tx *db.Tx, s Shown) error {
	return content.SavePlace(ctx, tx, placeOf(s.Fields))
}

// placeWarnings lists times that contradict the opening hours: in the text about them, and in pages with the former
// times.
func placeWarnings(ctx context.Context, tx *db.Tx, _ string, f Fields, _ time.Time) (out []Finding, err error) {
	is := placeOf(f)
	for _, l := range locale.All {
		if stray := is.StrayTimes(l); len(stray) > 0 {
			out = append(out, Finding{Field: "hours." + string(l), Code: "hours-differ", Params: map[string]any{"times": strings.Join(stray, " · ")}})
		}
	}
	was, err := content.Site(ctx, tx.Queries)
	if err != nil {
		return nil, err
	}
	pages, err := tx.ContentPagesAll(ctx)
	if err != nil {
		return nil, fmt.Errorf("pages that tell the hours: %w", err)
	}
	for _, p := range pages {
		former := append(content.FormerTimes(p.HtmlEn, was, is), content.FormerTimes(p.HtmlZh, was, is)...)
		if p.Published && len(former) > 0 {
			out = append(out, Finding{Field: "opening", Code: "hours-on-page", Params: map[string]any{
				"title": locale.Text{EN: p.TitleEn, ZH: p.TitleZh}.In(httpd.LocaleOf(ctx)), "times": strings.Join(former, " · "),
			}})
		}
	}
	return out, nil
}

func placeOf(f Fields) content.Facts {
	lines, _ := content.ParseOpening(f["opening"]) // checked when saved
	return content.Facts{
		Opening: lines,
		Name:    textOf(f, "name"), Address: textOf(f, "address"), Directions: textOf(f, "directions"), Hours: textOf(f, "hours"),
		Phone: f["phone"], WhatsApp: f["whatsapp"], Email: f["email"],
	}
}
