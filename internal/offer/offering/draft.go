package offering

import (
	"context"
	"errors"
	"fmt"

	"shanmen/internal/base/clock"
	"shanmen/internal/platform/db"
	"shanmen/internal/platform/db/query"
)

type draftKey struct{}

// WithDraft replaces an offering by its draft for a preview.
func WithDraft(ctx context.Context, n New) context.Context {
	return context.WithValue(ctx, draftKey{}, n)
}

// found is an offering with its category, options and later prices.
type found struct {
	query.Offering
	category query.Category
	options  []query.OfferingOption
	later    []query.OptionPrice
}

// find reads the published offering, or the draft of a preview; db.ErrNoRows without either.
func find(ctx context.Context, r db.Reader, key string) (f found, err error) {
	if n, ok := ctx.Value(draftKey{}).(New); ok && n.Key == key {
		return draft(ctx, r, n)
	}
	if f.Offering, err = r.OfferingByKey(ctx, key); err != nil {
		return f, err
	}
	if f.category, err = r.OfferingCategory(ctx, f.CategoryID); err != nil {
		return f, fmt.Errorf("category: %w", err)
	}
	if f.options, err = r.OfferingOptionsOf(ctx, f.ID); err != nil {
		return f, fmt.Errorf("options: %w", err)
	}
	if f.later, err = r.OfferingPricesOf(ctx, f.ID); err != nil {
		return f, fmt.Errorf("prices: %w", err)
	}
	return f, nil
}

// draft converts a draft to rows. Options without a price are left out, because no page could show them.
func draft(ctx context.Context, r db.Reader, n New) (f found, err error) {
	if f.category, err = r.CategoryByKey(ctx, n.Category); err != nil && !errors.Is(err, db.ErrNoRows) {
		return f, fmt.Errorf("category: %w", err)
	}
	f.Offering = query.Offering{
		ID: n.Key, Key: n.Key, TitleEn: n.Title.EN, TitleZh: n.Title.ZH, SummaryEn: n.Summary.EN, SummaryZh: n.Summary.ZH,
		HtmlEn: n.HTML.EN, HtmlZh: n.HTML.ZH, Art: n.Art, FormKey: n.FormKey, EnquiryOnly: n.EnquiryOnly,
		OpensAt: clock.MillisOf(n.OpensAt), ClosesAt: clock.MillisOf(n.ClosesAt), Published: true, Featured: n.Featured, Picture: n.Picture,
	}
	for i, o := range n.Options {
		if o.Price == nil && o.Min == nil {
			continue
		}
		f.options = append(f.options, query.OfferingOption{
			ID: o.Key, OfferingID: n.Key, Key: o.Key, Position: int64(i), TitleEn: o.Title.EN, TitleZh: o.Title.ZH,
			DescriptionEn: o.Description.EN, DescriptionZh: o.Description.ZH, Price: o.Price, MinAmount: o.Min, MaxAmount: o.Max,
			NameCapacity: o.NameCapacity, Remaining: o.Remaining, Terms: asJSON(o.Terms), Active: true, Listed: true, PerOrder: o.PerOrder,
			Suggestions: asJSON(o.Suggestions), Channels: asJSON(o.Channels),
		})
		for _, l := range o.Later {
			f.later = append(f.later, query.OptionPrice{OptionID: o.Key, FromAt: clock.MillisOf(l.From), Price: l.Price})
		}
	}
	return f, nil
}

// Lock returns whether an offering is published, and locks it against removal until the transaction ends.
func Lock(ctx context.Context, tx *db.Tx, key string) (bool, error) {
	o, err := tx.OfferingLockByKey(ctx, key)
	if errors.Is(err, db.ErrNoRows) {
		return false, nil
	}
	if err != nil {
		return false, fmt.Errorf("lock offering %s: %w", key, err)
	}
	return o.Published, nil
}
