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

// steepFall is the factor of a price decrease that needs confirmation: a misplaced decimal point, or 12 for 120.
const steepFall = 10

// doubts lists prices that look like typing mistakes on the day when they are published. They may be intended, so the
// editor has to confirm them.
func (w *work) doubts(ctx context.Context, before, after Fields, at time.Time) []Finding {
	if !w.kind.priced {
		return []Finding{}
	}
	return priceDoubts(ctx, before, after, lunar.DayOf(at).String())
}

// meant refuses to publish unconfirmed doubtful prices.
func (w *work) meant(ctx context.Context, before, after Fields, at time.Time, confirmed bool) error {
	doubts := w.doubts(ctx, before, after, at)
	if confirmed || len(doubts) == 0 {
		return nil
	}
	return fault.Invalid("prices-to-confirm", refusedFields(doubts)...)
}

// priceDoubts lists later prices with a past date, and prices that fall by nine tenths compared with the published or
// the preceding price: at most one of each kind per option. Published prices were confirmed before, or came into effect
// by schedule.
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

// step is a scheduled price that replaces another.
type step struct {
	day      string
	from, to money.Cents
}

// steps lists the future prices of an option, each with the preceding price.
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
