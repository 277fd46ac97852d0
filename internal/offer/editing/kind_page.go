package editing

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"shanmen/internal/base/locale"
	"shanmen/internal/offer/content"
	"shanmen/internal/platform/db"
)

// KindPage is a page about the temple.
const KindPage = "page"

// wayPage is the text that the contact page shows too.
const wayPage = "getting-here"

// pageSpace is the space of keys that pages share with policies and questions.
const pageSpace = "page"

// Pages about the temple.
var pageKind = &Kind{
	Name: KindPage, Rank: 1, Fields: pageFields, Keyed: true, Base: "/about-us/", space: pageSpace,
	live: pagesOf(content.KindAboutUs), show: showPage(content.KindAboutUs), draft: draftPage(content.KindAboutUs),
	concerns: pageConcerns, lock: content.Lock, drop: content.DropPage, rename: content.Rename,
}

func init() { register(pageKind) }

var pageFields = []Field{
	{Name: "title", Each: true, Type: FieldLine, Most: longestTitle, Required: true},
	{Name: "html", Each: true, Type: FieldHTML, Most: longestHTML, Required: true},
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

func draftPage(kind string) func(context.Context, Shown) context.Context {
	return func(ctx context.Context, s Shown) context.Context {
		return content.WithDraft(ctx, content.Draft{Page: &content.NewPage{
			Key: s.Key, Kind: kind, Position: s.Position, Title: textOf(s.Fields, "title"), HTML: textOf(s.Fields, "html"),
		}})
	}
}

// pageConcerns are the contact page, and the pages whose menu has the title.
func pageConcerns(ctx context.Context, tx *db.Tx, w *work, changed []string) (out []string, err error) {
	if w.record.Key == wayPage {
		out = append(out, "/contact-us")
	}
	titled := slices.ContainsFunc(changed, func(name string) bool { return strings.HasPrefix(name, "title.") })
	if !titled && w.everOnSite() {
		return out, nil
	}
	rows, err := tx.ContentTitles(ctx, content.KindAboutUs)
	if err != nil {
		return nil, fmt.Errorf("titles beside %s: %w", w.record.Key, err)
	}
	if len(rows) == 0 { // the menu of every page leads to it from now on
		return []string{everyPage}, nil
	}
	for _, r := range rows {
		out = append(out, "/about-us/"+r.Key)
	}
	return out, nil
}
