package offering

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"time"

	"shanmen/internal/clock"
	"shanmen/internal/content"
	"shanmen/internal/db"
	"shanmen/internal/db/query"
	"shanmen/internal/fault"
	"shanmen/internal/id"
	"shanmen/internal/locale"
	"shanmen/internal/markup"
	"shanmen/internal/money"
)

// New is an offering to be added, with its options in their order.
type New struct {
	Key, CategoryID       string
	Position              int64
	Title, Summary, HTML  locale.Text
	Art, FormKey          string // FormKey "" asks nothing
	EnquiryOnly, Featured bool
	OpensAt, ClosesAt     time.Time // zero: always, never
	Options               []NewOption
}

// NewOption is an option to be added. Either Price or Min is set, in cents.
type NewOption struct {
	Key                string
	Title, Description locale.Text
	Price, Min, Max    *money.Cents
	NameCapacity       *int64
	Remaining          *int64   // nil: unlimited
	Terms              []string // none: once
}

// PutCategory writes a part of the catalogue by its key, and returns its id.
func PutCategory(ctx context.Context, tx *db.Tx, key string, position int64, title locale.Text) (string, error) {
	categoryID, err := tx.OfferingChangeCategory(ctx, query.OfferingChangeCategoryParams{Position: position, TitleEn: title.EN, TitleZh: title.ZH, Key: key})
	if errors.Is(err, db.ErrNoRows) {
		categoryID = id.New()
		err = tx.OfferingAddCategory(ctx, query.OfferingAddCategoryParams{ID: categoryID, Key: key, Position: position, TitleEn: title.EN, TitleZh: title.ZH})
	}
	if err != nil {
		return "", fmt.Errorf("category %s: %w", key, err)
	}
	return categoryID, content.Changed(ctx, tx, content.TagCatalogue)
}

// DropCategory takes a part of the catalogue away. "category-in-use": an offering stands in it, published or not.
func DropCategory(ctx context.Context, tx *db.Tx, key string) error {
	gone, err := tx.OfferingDropCategory(ctx, key)
	if err != nil {
		return fmt.Errorf("category %s: %w", key, err)
	}
	if gone == 0 {
		return fault.Invalid("category-in-use")
	}
	return content.Changed(ctx, tx, content.TagCatalogue)
}

// Add publishes an offering with its options and returns its id. HTML is sanitised on the way in.
func Add(ctx context.Context, tx *db.Tx, n New) (string, error) {
	o := query.OfferingAddParams{
		ID: id.New(), Key: n.Key, CategoryID: n.CategoryID, Position: n.Position,
		TitleEn: n.Title.EN, TitleZh: n.Title.ZH, SummaryEn: n.Summary.EN, SummaryZh: n.Summary.ZH,
		HtmlEn: markup.Clean(n.HTML.EN), HtmlZh: markup.Clean(n.HTML.ZH), Art: n.Art, FormKey: n.FormKey,
		EnquiryOnly: n.EnquiryOnly, OpensAt: clock.MillisOf(n.OpensAt), ClosesAt: clock.MillisOf(n.ClosesAt),
		Published: true, Featured: n.Featured,
	}
	if err := tx.OfferingAdd(ctx, o); err != nil {
		return "", fmt.Errorf("add offering %s: %w", n.Key, err)
	}
	for i, p := range n.Options {
		if (p.Price == nil) == (p.Min == nil) {
			return "", fmt.Errorf("option %s of offering %s: it has a price or a minimum", p.Key, n.Key)
		}
		terms := p.Terms
		if len(terms) == 0 {
			terms = []string{Once}
		}
		raw, err := json.Marshal(terms)
		if err != nil {
			return "", err
		}
		err = tx.OfferingAddOption(ctx, query.OfferingAddOptionParams{
			ID: id.New(), OfferingID: o.ID, Key: p.Key, Position: int64(i), TitleEn: p.Title.EN, TitleZh: p.Title.ZH,
			DescriptionEn: p.Description.EN, DescriptionZh: p.Description.ZH, Price: p.Price, MinAmount: p.Min, MaxAmount: p.Max,
			NameCapacity: p.NameCapacity, Remaining: p.Remaining, Terms: string(raw), Active: true,
		})
		if err != nil {
			return "", fmt.Errorf("add option %s of offering %s: %w", p.Key, n.Key, err)
		}
	}
	return o.ID, content.Changed(ctx, tx, content.TagCatalogue, tag(n.Key))
}
