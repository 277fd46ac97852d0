package cart

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"shanmen/internal/base/fault"
	"shanmen/internal/base/money"
	"shanmen/internal/offer/form"
	"shanmen/internal/offer/offering"
	"shanmen/internal/platform/db"
)

// ReasonFull is why an item of an earlier order is not added again, besides the reasons of cart items: the cart is
// full.
const ReasonFull = "cart-full"

// Again is the result of adding one earlier item again.
type Again struct {
	Reason      string      // why it was left out; "": it was added
	Price       money.Cents // cents for one, current; of an added item
	OfferingKey string      // "" if the option is gone
}

// Refill adds items of an earlier order to the owner's cart at current prices, each independently. If none can be
// added, the caller rolls back.
func Refill(ctx context.Context, tx *db.Tx, o Owner, items []ItemIn, now time.Time) ([]Again, error) {
	c, err := lockOrOpen(ctx, tx, o, now)
	if err != nil {
		return nil, err
	}
	if err := changed(ctx, tx, c, now); err != nil {
		return nil, err
	}
	p := newPutting(tx.Queries, now, offering.OnSite)
	rows, err := linesOf(ctx, tx, c.ID, now)
	if err != nil {
		return nil, fmt.Errorf("cart items: %w", err)
	}
	for _, row := range rows {
		p.places[row.OptionID] += row.Quantity
		p.bytes += len(row.Form)
	}
	count, out := len(rows), make([]Again, 0, len(items))
	for _, in := range items {
		got, err := p.again(ctx, tx, c.ID, in, count)
		if err != nil {
			return nil, err
		}
		if got.Reason == "" {
			count++
		}
		out = append(out, got)
	}
	return out, nil
}

func (p *putting) again(ctx context.Context, tx *db.Tx, cartID string, in ItemIn, count int) (got Again, err error) {
	opt, err := offering.Price(ctx, p.r, p.now, in.OptionID)
	if errors.Is(err, fault.NotFound()) {
		return Again{Reason: ReasonWithdrawn}, nil
	}
	if err != nil {
		return got, err
	}
	got.OfferingKey = opt.OfferingKey
	if count >= MaxItems || p.bytes+len(in.Form) > MaxForms {
		got.Reason = ReasonFull
		return got, nil
	}
	if in.Form, err = p.formAgain(ctx, opt, in.Form); err != nil {
		return got, err
	}
	f, places := facts{price: opt.Price, min: opt.Min, max: opt.Max}, p.places[in.OptionID]
	p.wrong = nil
	if err := p.item(ctx, tx, "", cartID, in, nil); err != nil {
		return got, err
	}
	if len(p.wrong) > 0 {
		p.places[in.OptionID] = places
		got.Reason = reasonOf(p.wrong)
		return got, nil
	}
	got.Price, _ = f.priceFor(in.Amount)
	return got, nil
}

// formAgain is an earlier entry without past dates.
func (p *putting) formAgain(ctx context.Context, opt offering.Facts, values json.RawMessage) (json.RawMessage, error) {
	if opt.FormKey == "" || len(values) == 0 {
		return values, nil
	}
	def, err := form.Latest(ctx, p.r, opt.FormKey)
	if err != nil {
		return nil, fmt.Errorf("form of an offering: %w", err)
	}
	return form.WithoutPast(def, values, p.now), nil
}

// reasonOf selects one reason from an item's errors: unavailability before what the visitor could correct.
func reasonOf(wrong []fault.Field) string {
	closed := []string{ReasonWithdrawn, ReasonNotOpen, ReasonClosed, ReasonSoldOut}
	for _, w := range wrong {
		if reason := strings.TrimPrefix(w.Code, "item-"); slices.Contains(closed, reason) {
			return reason
		}
	}
	switch path := wrong[0].Path; {
	case path == "optionId":
		return ReasonWithdrawn
	case path == "term":
		return ReasonTerm
	case path == "amount":
		return ReasonAmount
	case path == "quantity":
		return ReasonQuantity
	}
	return ReasonForm
}
