package offering

import (
	"context"
	"encoding/json"
	"fmt"
	"time"

	"shanmen/internal/clock"
	"shanmen/internal/content"
	"shanmen/internal/db"
	"shanmen/internal/db/query"
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

// AddCategory adds a part of the catalogue and returns its id.
func AddCategory(ctx context.Context, tx *db.Tx, key string, position int64, title locale.Text) (string, error) {
	p := query.OfferingAddCategoryParams{ID: id.New(), Key: key, Position: position, TitleEn: title.EN, TitleZh: title.ZH}
	if err := tx.OfferingAddCategory(ctx, p); err != nil {
		return "", fmt.Errorf("add category %s: %w", key, err)
	}
	return p.ID, content.Changed(ctx, tx, content.TagCatalogue)
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
