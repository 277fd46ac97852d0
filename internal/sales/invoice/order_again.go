package invoice

import (
	"context"
	"encoding/json"
	"errors"
	"slices"

	"shanmen/internal/base/id"
	"shanmen/internal/base/locale"
	"shanmen/internal/base/money"
	"shanmen/internal/offer/form"
	"shanmen/internal/offer/offering"
	"shanmen/internal/platform/db"
	"shanmen/internal/platform/db/query"
	"shanmen/internal/platform/httpd"
	"shanmen/internal/sales/cart"
)

// AgainIn identifies an invoice of the caller.
type AgainIn struct {
	ID string `path:"id" maxLength:"64"`
}

// Again is the result for each item of an earlier order.
type Again struct {
	Added int64       `json:"added" doc:"Number of items added to the cart"`
	Items []AgainItem `json:"items"`
}

// AgainItem is one item of the earlier order, with its former titles.
type AgainItem struct {
	ID          string      `json:"id"`
	Title       string      `json:"title"`
	OptionTitle string      `json:"optionTitle"`
	OfferingKey string      `json:"offeringKey,omitempty" doc:"Offering page with alternatives; absent if it no longer exists"`
	Result      string      `json:"result" enum:"added,changed,left-out" doc:"changed: added to the cart at another price"`
	Reason      string      `json:"reason,omitempty" enum:"withdrawn,not-open,closed,sold-out,term,quantity,amount,form,cart-full" doc:"Why the item was left out"`
	PriceBefore money.Cents `json:"priceBefore" doc:"Cents per unit"`
	Price       money.Cents `json:"price,omitempty" doc:"Cents per unit, today; for an item in the cart"`
}

// The results for an item.
const (
	againAdded   = "added"
	againChanged = "changed"
	againLeftOut = "left-out"
)

// OrderAgain copies the items of an own invoice into the member's cart, with the same names and today's prices, and
// reports the result per item. The invoice does not change, nor does the cart if nothing is available.
func (s *Service) OrderAgain(ctx context.Context, in *AgainIn) (*Again, error) {
	userID := httpd.VisitorOf(ctx).UserID
	found, err := Own(ctx, s.DB.Read(), userID, in.ID)
	if err != nil {
		return nil, err
	}
	v, err := Load(ctx, s.DB.Read(), found)
	if err != nil {
		return nil, err
	}
	wanted := make([]cart.ItemIn, 0, len(v.Items))
	for _, it := range v.Items {
		wanted = append(wanted, itemAgain(it))
	}
	l, out := httpd.LocaleOf(ctx), (*Again)(nil)
	done, err := httpd.WriteOnce(ctx, s.DB, func(ctx context.Context, tx *db.Tx) (*Again, error) {
		got, err := cart.Refill(ctx, tx, cart.Owner{UserID: userID}, wanted, s.Clock.Now())
		if err != nil {
			return nil, err
		}
		out = againAnswer(v.Items, got, l)
		if out.Added == 0 {
			err = errNothing
		}
		return out, err
	})
	if errors.Is(err, errNothing) {
		return out, nil
	}
	return done, err
}

// errNothing rolls back a cart without added items.
var errNothing = errors.New("nothing of it can be had again")

func itemAgain(it query.InvoiceItem) cart.ItemIn {
	term := it.Term
	if term == "" {
		term = offering.Once
	}
	in := cart.ItemIn{
		ID: id.New(), OfferingID: it.OfferingID, OptionID: it.OptionID, Quantity: it.Quantity,
		Amount: &it.UnitPrice, Term: &term, // used only for open amounts
	}
	if it.Form != "" {
		in.Form = form.Unlisted(json.RawMessage(it.Form))
	}
	return in
}

func againAnswer(items []query.InvoiceItem, got []cart.Again, l locale.Locale) *Again {
	out := &Again{Items: make([]AgainItem, 0, len(items))}
	for i, it := range items {
		a := AgainItem{
			ID: it.ID, Title: locale.Text{EN: it.TitleEn, ZH: it.TitleZh}.In(l), OptionTitle: locale.Text{EN: it.OptionTitleEn, ZH: it.OptionTitleZh}.In(l),
			OfferingKey: got[i].OfferingKey, Result: againAdded, Reason: got[i].Reason, PriceBefore: it.UnitPrice, Price: got[i].Price,
		}
		switch {
		case a.Reason != "":
			a.Result = againLeftOut
		case a.Price != a.PriceBefore:
			a.Result = againChanged
		}
		if a.Reason == cart.ReasonWithdrawn {
			a.OfferingKey = ""
		}
		if a.Reason == "" {
			out.Added++
		}
		out.Items = append(out.Items, a)
	}
	// Items that need attention come first.
	slices.SortStableFunc(out.Items, func(a, b AgainItem) int { return rankOf(a) - rankOf(b) })
	return out
}

func rankOf(a AgainItem) int {
	return slices.Index([]string{againLeftOut, againChanged, againAdded}, a.Result)
}
