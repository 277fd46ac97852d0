package cart

import (
	"context"
	"fmt"
	"time"

	"shanmen/internal/base/fault"
	"shanmen/internal/offer/offering"
	"shanmen/internal/platform/db"
	"shanmen/internal/platform/db/query"
)

// Quoted is an item outside a cart, with current data.
type Quoted struct {
	Line                 // as in a cart; the price is 0 if unknown
	Key    string        // of the offering; "": the option does not exist
	Reason string        // why it is unavailable, as in Again; "": it is available
	Wrong  []fault.Field // its errors, with paths within the item: form.people[0].name
}

// Quote prices items that the counter sells without a cart, by a cart's rules: stock is counted for all of them
// together. Error paths are relative to the item.
func Quote(ctx context.Context, r db.Reader, items []ItemIn, now time.Time) ([]Quoted, error) {
	if len(items) > MaxItems {
		return nil, fault.Invalid("cart-full").With("max", MaxItems)
	}
	p, out := newPutting(r, now, offering.AtCounter), make([]Quoted, 0, len(items))
	for i, in := range items {
		p.wrong = nil
		c, err := p.check(ctx, "", in, nil)
		if err != nil {
			return nil, err
		}
		q := Quoted{Key: c.OfferingKey, Wrong: p.wrong, Line: c.line(fmt.Sprint(i))}
		if len(p.wrong) > 0 {
			q.Reason, q.State = reasonOf(p.wrong), StateUnavailable
		}
		out = append(out, q)
	}
	return out, nil
}

func (c checked) line(itemID string) Line {
	l := Line{
		Title: c.Title, OptionTitle: c.OptionTitle, Price: c.price, State: StateOK, Limited: c.Remaining != nil,
		CartLinesRow: query.CartLinesRow{
			ID: itemID, OfferingID: c.OfferingID, OptionID: c.OptionID, Quantity: c.quantity, UnitPrice: c.price, AmountGiven: c.given,
			Term: c.term, FormKey: c.FormKey, FormVersion: c.version, Form: c.form, Remaining: c.Remaining, Wishes: c.wishes,
		},
	}
	if l.Price == 0 && c.Facts.Price != nil {
		l.Price, l.UnitPrice = *c.Facts.Price, *c.Facts.Price
	}
	return l
}
