package testkit

import (
	"context"
	"encoding/json"
	"errors"
	"slices"
	"time"

	"shanmen/internal/base/clock"
	"shanmen/internal/base/fault"
	"shanmen/internal/base/locale"
	"shanmen/internal/base/money"
	"shanmen/internal/offer/offering"
	"shanmen/internal/platform/db"
)

// SetPrice publishes another price (cents) of an option.
func SetPrice(ctx context.Context, tx *db.Tx, optionID string, cents money.Cents) error {
	key, err := tx.OfferingOptionByID(ctx, optionID)
	if err != nil {
		return db.NotFound(err)
	}
	return change(ctx, tx, key.OfferingID, func(n *offering.New) {
		i := slices.IndexFunc(n.Options, func(o offering.NewOption) bool { return o.Key == key.Key })
		n.Options[i].Price, n.Options[i].Later = &cents, nil
	})
}

// TurnPrice publishes a price (cents) of an option that starts at a time.
func TurnPrice(ctx context.Context, tx *db.Tx, optionID string, from time.Time, cents money.Cents) error {
	key, err := tx.OfferingOptionByID(ctx, optionID)
	if err != nil {
		return db.NotFound(err)
	}
	return change(ctx, tx, key.OfferingID, func(n *offering.New) {
		i := slices.IndexFunc(n.Options, func(o offering.NewOption) bool { return o.Key == key.Key })
		n.Options[i].Later = append(n.Options[i].Later, offering.LaterPrice{From: from, Price: cents})
	})
}

// ShowOffering publishes an offering, or hides it.
func ShowOffering(ctx context.Context, tx *db.Tx, offeringID string, shown bool) error {
	return change(ctx, tx, offeringID, func(n *offering.New) { n.Hidden = !shown })
}

// CloseOffering publishes another closing time; the zero time is none.
func CloseOffering(ctx context.Context, tx *db.Tx, offeringID string, at time.Time) error {
	return change(ctx, tx, offeringID, func(n *offering.New) { n.ClosesAt = at })
}

// change publishes an offering with a change.
func change(ctx context.Context, tx *db.Tx, offeringID string, what func(*offering.New)) error {
	o, err := tx.OfferingByID(ctx, offeringID)
	if err != nil {
		return db.NotFound(err)
	}
	c, err := tx.OfferingCategory(ctx, o.CategoryID)
	if err != nil {
		return err
	}
	rows, err := tx.OfferingOptionsAll(ctx)
	if err != nil {
		return err
	}
	later, err := tx.OfferingPricesOf(ctx, offeringID)
	if err != nil {
		return err
	}
	n := offering.New{
		Key: o.Key, Category: c.Key, Position: o.Position, Title: locale.Text{EN: o.TitleEn, ZH: o.TitleZh}, Summary: locale.Text{EN: o.SummaryEn, ZH: o.SummaryZh},
		HTML: locale.Text{EN: o.HtmlEn, ZH: o.HtmlZh}, Keywords: locale.Text{EN: o.KeywordsEn, ZH: o.KeywordsZh}, Art: o.Art, FormKey: o.FormKey,
		EnquiryOnly: o.EnquiryOnly, Featured: o.Featured, Hidden: !o.Published, OpensAt: moment(o.OpensAt), ClosesAt: moment(o.ClosesAt),
	}
	for _, p := range rows {
		if p.OfferingID != offeringID {
			continue
		}
		one := offering.NewOption{
			Key: p.Key, Title: locale.Text{EN: p.TitleEn, ZH: p.TitleZh}, Description: locale.Text{EN: p.DescriptionEn, ZH: p.DescriptionZh},
			Price: p.Price, Min: p.MinAmount, Max: p.MaxAmount, NameCapacity: p.NameCapacity, PerOrder: p.PerOrder,
		}
		if err := errors.Join(json.Unmarshal([]byte(p.Terms), &one.Terms), json.Unmarshal([]byte(p.Channels), &one.Channels),
			json.Unmarshal([]byte(p.Suggestions), &one.Suggestions)); err != nil {
			return err
		}
		for _, l := range later {
			if l.OptionID == p.ID {
				one.Later = append(one.Later, offering.LaterPrice{From: l.FromAt.Time(), Price: l.Price})
			}
		}
		n.Options = append(n.Options, one)
	}
	if what(&n); len(n.Options) == 0 && !n.EnquiryOnly {
		return fault.NotFound()
	}
	return offering.Put(ctx, tx, n)
}

func moment(at clock.Millis) time.Time {
	if at == 0 {
		return time.Time{}
	}
	return at.Time()
}
