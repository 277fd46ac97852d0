package editing

import (
	"context"
	"fmt"
	"strings"
	"time"

	"shanmen/internal/platform/db"
)

// copyOffering takes what an offering sells, as it would be sold today: a price that has begun is the price, what is
// still to come comes along, a day that is over does not. Whether an option is counted follows what visitors can buy now;
// the number is the one it began with.
func copyOffering(ctx context.Context, tx *db.Tx, key string, f Fields, now time.Time) (copied, error) {
	keys := &newKeys{begins: "o-", given: map[string]string{}}
	there := map[string]bool{}
	for _, option := range strings.Fields(f[optionsField]) {
		there[option] = true
	}
	named := func(name string) (string, bool) {
		rest, ok := strings.CutPrefix(name, partName+".")
		if !ok {
			return name, true
		}
		option, attribute, _ := strings.Cut(rest, ".")
		return partName + "." + keys.of(option) + "." + attribute, there[option]
	}
	out := copied{Fields{}, named}
	for name, text := range f {
		if to, ok := named(name); ok {
			out.fields[to] = text
		}
	}
	today := dayText(now)
	for _, name := range []string{"opens", "closes"} {
		if d, ok := bookingDay(f[name]); ok && !d.counted() && d.on.String() < today {
			delete(out.fields, name)
		}
	}
	left, err := placesLeft(ctx, tx, key)
	if err != nil {
		return copied{}, err
	}
	var order []string
	for _, option := range strings.Fields(f[optionsField]) {
		to := keys.of(option)
		order = append(order, to)
		out.fields.priceOf(partName+"."+to+".", f, option, today)
		if n, sold := left[option]; sold {
			at := partName + "." + to + ".places"
			switch {
			case n == nil:
				delete(out.fields, at)
			case out.fields[at] == "":
				out.fields[at] = digits(n)
			}
		}
	}
	out.fields[optionsField] = strings.Join(order, " ")
	return out, nil
}

// priceOf puts the price that an option has on a day, and those that are to come after it.
func (f Fields) priceOf(at string, from Fields, option, today string) {
	later, wrong := laterPrices(f[at+"later"])
	if f[at+"price"] == "" || wrong != "" {
		return
	}
	coming := later[:0:0]
	for _, l := range later {
		if dayText(l.From) > today {
			coming = append(coming, l)
		}
	}
	if is := priceOn(from, option, today); is != nil {
		f[at+"price"] = digits(&is.cents)
	}
	if f[at+"later"] = laterText(coming); f[at+"later"] == "" {
		delete(f, at+"later")
	}
}

// placesLeft are the options that visitors know, by their keys, with how many are left of each; nil: without limit.
func placesLeft(ctx context.Context, tx *db.Tx, key string) (map[string]*int64, error) {
	out := map[string]*int64{}
	all, err := tx.OfferingsAll(ctx)
	if err != nil {
		return nil, fmt.Errorf("offering: %w", err)
	}
	for _, o := range all {
		if o.Key != key {
			continue
		}
		rows, err := tx.OfferingListedOptions(ctx, o.ID)
		if err != nil {
			return nil, fmt.Errorf("options: %w", err)
		}
		for _, row := range rows {
			out[row.Key] = row.Remaining
		}
	}
	return out, nil
}
