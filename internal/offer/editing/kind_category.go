package editing

import (
	"context"
	"fmt"

	"shanmen/internal/base/locale"
	"shanmen/internal/offer/content"
	"shanmen/internal/offer/offering"
	"shanmen/internal/platform/db"
)

// KindCategory is a part of the catalogue.
const KindCategory = "category"

// The parts of the catalogue.
var categoryKind = &Kind{
	Name: KindCategory, Rank: 5, Both: true, Keyed: true, seenAt: "/blessing-service",
	Fields: []Field{{Name: "title", Each: true, Type: FieldLine, Most: longestTitle, Required: true}},
	live:   categories, show: showCategory, draft: draftCategory, concerns: catalogueConcerns,
}

func init() { register(categoryKind) }

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

func draftCategory(ctx context.Context, s Shown) context.Context {
	return content.WithDraft(ctx, content.Draft{Category: &content.DraftCategory{Key: s.Key, Position: s.Position, Title: textOf(s.Fields, "title")}})
}

// catalogueConcerns are the pages that show the catalogue.
func catalogueConcerns(context.Context, *db.Tx, *work, []string) ([]string, error) {
	return []string{"/blessing-service", "/"}, nil
}
