package editing

import (
	"context"
	"slices"
	"strings"
	"time"

	"shanmen/internal/base/fault"
	"shanmen/internal/base/locale"
	"shanmen/internal/base/lunar"
	"shanmen/internal/base/money"
	"shanmen/internal/offer/offering"
	"shanmen/internal/platform/httpd"
)

// steepFall is how many times lower a price has to be to be asked about: a place of the comma, or 12 for 120.
const steepFall = 10

// doubts are prices of an offering that look like a slip of the finger on the day on which they go out. They may be meant,
// so somebody confirms them.
func (w *work) doubts(ctx context.Context, before, after Fields, at time.Time) []Finding {
	if !w.kind.priced {
		return []Finding{}
	}
	return priceDoubts(ctx, before, after, lunar.DayOf(at).String())
}

// meant refuses to let doubtful prices go out that nobody has confirmed.
func (w *work) meant(ctx context.Context, before, after Fields, at time.Time, confirmed bool) error {
	doubts := w.doubts(ctx, before, after, at)
	if confirmed || len(doubts) == 0 {
		return nil
	}
	return fault.Invalid("prices-to-confirm", refusedFields(doubts)...)
}

// priceDoubts are later prices whose day is past already, and prices that fall by nine tenths, of what the site has or of
// the price before them: one of each kind for an option. What is on the site already was confirmed, or has come by itself.
func priceDoubts(ctx context.Context, before, after Fields, today string) []Finding {
	out := []Finding{}
	for _, key := range strings.Fields(after[optionsField]) {
		at := partName + "." + key + "."
		if amount[money.Cents](after[at+"price"]) == nil {
			continue
		}
		known, _ := laterPrices(before[at+"later"])
		later, _ := laterPrices(after[at+"later"])
		for _, l := range later {
			if dayText(l.From) < today && !slices.ContainsFunc(known, func(k offering.LaterPrice) bool { return k.From.Equal(l.From) && k.Price == l.Price }) {
				out = append(out, Finding{Field: at + "later", Code: "later-price-past", Params: map[string]any{"price": money.Format(l.Price), "day": locale.Date(httpd.LocaleOf(ctx), l.From)}})
				break
			}
		}
	}
	fell := map[string]bool{}
	for _, c := range priceChanges(before, after, today) {
		if fell[c.Option] || c.Before == nil || c.After == nil || *c.After*steepFall > *c.Before {
			continue
		}
		fell[c.Option] = true
		field := partName + "." + c.Option + ".price"
		switch {
		case c.From != "":
			field = partName + "." + c.Option + ".later"
		case c.OpenAfter:
			field = partName + "." + c.Option + ".least"
		}
		out = append(out, Finding{Field: field, Code: "price-falls", Params: map[string]any{"before": money.Format(*c.Before), "after": money.Format(*c.After)}})
	}
	for _, key := range strings.Fields(after[optionsField]) {
		known := steps(before, key, today)
		for _, s := range steps(after, key, today) {
			if fell[key] || s.to*steepFall > s.from || slices.Contains(known, s) {
				continue
			}
			fell[key] = true
			out = append(out, Finding{
				Field: partName + "." + key + ".later", Code: "price-falls", Params: map[string]any{"before": money.Format(s.from), "after": money.Format(s.to)},
			})
		}
	}
	return out
}

// step is a price that takes the place of another by itself.
type step struct {
	day      string
	from, to money.Cents
}

// steps are the later prices of an option that are still to come, each with the price before it.
func steps(f Fields, key, today string) (out []step) {
	was := priceOn(f, key, today)
	for _, day := range laterDays(today, key, f) {
		is := priceOn(f, key, day)
		if was != nil && is != nil {
			out = append(out, step{day, was.cents, is.cents})
		}
		was = is
	}
	return out
}
