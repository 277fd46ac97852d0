package form

import (
	"context"
	"encoding/json"
	"fmt"
	"time"

	"shanmen/internal/base/locale"
	"shanmen/internal/platform/db"
	"shanmen/internal/platform/db/query"
)

// User is an offering that uses a form.
type User struct {
	ID        string      `json:"id"`
	Key       string      `json:"key"`
	Title     locale.Text `json:"title"`
	Published bool        `json:"published"`
}

// Users lists the offerings that use a form.
func Users(ctx context.Context, r db.Reader, key string) ([]User, error) {
	rows, err := r.FormOfferings(ctx, key)
	if err != nil {
		return nil, fmt.Errorf("offerings of form %s: %w", key, err)
	}
	out := make([]User, len(rows))
	for i, o := range rows {
		out[i] = User{o.ID, o.Key, locale.Text{EN: o.TitleEn, ZH: o.TitleZh}, o.Published}
	}
	return out, nil
}

// OptionNames is the name capacity of an option whose offering uses a form.
type OptionNames struct {
	Offering locale.Text `json:"offering"`
	Option   locale.Text `json:"option"`
	Names    int64       `json:"names" doc:"Maximum number of names in the first list of people"`
}

// Offered lists the options with a name capacity.
func Offered(ctx context.Context, r db.Reader, key string) ([]OptionNames, error) {
	rows, err := r.FormOptions(ctx, key)
	if err != nil {
		return nil, fmt.Errorf("options of form %s: %w", key, err)
	}
	out := make([]OptionNames, len(rows))
	for i, o := range rows {
		out[i] = OptionNames{locale.Text{EN: o.OfferingEn, ZH: o.OfferingZh}, locale.Text{EN: o.TitleEn, ZH: o.TitleZh}, o.Names}
	}
	return out, nil
}

// Held counts existing uses of a form. Orders, entries and subscriptions keep their version; a cart must answer again
// if the new version refuses its answers.
type Held struct {
	Carts         int64 `json:"carts"`
	CartsAsked    int64 `json:"cartsAsked" doc:"Number of carts whose answers the new version rejects"`
	Orders        int64 `json:"orders"`
	Subscriptions int64 `json:"subscriptions" doc:"Number of running subscriptions"`
	Entries       int64 `json:"entries" doc:"Number of messages and enquiries"`
}

// mostHeld is the maximum number of cart items that are examined.
const mostHeld = 5000

// HeldBy counts what a new version of a form affects.
func HeldBy(ctx context.Context, r db.Reader, d Definition, now time.Time) (Held, error) {
	n, err := r.FormHeld(ctx, d.Key)
	if err != nil {
		return Held{}, fmt.Errorf("uses of form %s: %w", d.Key, err)
	}
	out := Held{Carts: n.Carts, Orders: n.Orders, Subscriptions: n.Subscriptions, Entries: n.Entries}
	items, err := r.FormInCarts(ctx, query.FormInCartsParams{Key: d.Key, Most: mostHeld})
	if err != nil {
		return Held{}, fmt.Errorf("carts with form %s: %w", d.Key, err)
	}
	asked := ""
	for _, i := range items {
		if i.CartID == asked || Accepts(d, json.RawMessage(i.Form), i.NameCapacity, now) {
			continue
		}
		asked = i.CartID
		out.CartsAsked++
	}
	return out, nil
}

// Accepts returns whether a version accepts existing answers. capacity is the option's name capacity, NULL without one.
func Accepts(d Definition, values json.RawMessage, capacity *int64, now time.Time) bool {
	o := Options{Now: now}
	if capacity != nil {
		places := int(*capacity)
		o.NameCapacity = &places
	}
	return len(Validate(d, values, o)) == 0
}
