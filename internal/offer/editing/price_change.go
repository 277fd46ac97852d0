package editing

import (
	"slices"
	"strings"
	"time"

	"shanmen/internal/base/locale"
	"shanmen/internal/base/lunar"
	"shanmen/internal/base/money"
)

// PriceChange is the change of one option's price by a publishing. For an open amount it is the minimum.
type PriceChange struct {
	Option     string       `json:"option" doc:"Option key"`
	Title      locale.Text  `json:"title"`
	Before     *money.Cents `json:"before,omitempty" doc:"Absent: the option is new"`
	OpenBefore bool         `json:"openBefore,omitempty" doc:"The donor chose the amount, with before as the minimum"`
	After      *money.Cents `json:"after,omitempty" doc:"Absent: the option is no longer offered"`
	OpenAfter  bool         `json:"openAfter,omitempty" doc:"The donor chooses the amount, with after as the minimum"`
	From       string       `json:"from,omitempty" doc:"Day from which the price applies; absent: at once"`
}

// optionPrice is the price, or the minimum amount, of an option on a day.
type optionPrice struct {
	cents money.Cents
	open  bool
}

// priceChanges compares the prices of two states of an offering, today and on each later day on which one of them
// changes, in the order of options. Each change has the old and the new price of its day. The editor computes the same
// before publishing (price-changes.ts); testdata/price-changes.json tests both.
func priceChanges(before, after Fields, today string) []PriceChange {
	out := []PriceChange{}
	offered := strings.Fields(after[optionsField])
	keys := slices.Clone(offered)
	for _, key := range strings.Fields(before[optionsField]) {
		if !slices.Contains(keys, key) {
			keys = append(keys, key)
		}
	}
	for _, key := range keys {
		gone := !slices.Contains(offered, key)
		says := after
		if gone {
			says = before
		}
		days := []string{today}
		if !gone {
			days = append(days, laterDays(today, key, before, after)...)
		}
		var last *optionPrice
		for i, day := range days {
			was, is := priceOn(before, key, day), priceOn(after, key, day)
			if was == nil && i > 0 {
				was = last // a new option: compare each later price with the one before it
			}
			last = is
			if was == nil && is == nil || was != nil && is != nil && *was == *is {
				continue
			}
			c := PriceChange{Option: key, Title: textOf(says, partName+"."+key+".title")}
			if was != nil {
				c.Before, c.OpenBefore = &was.cents, was.open
			}
			if is != nil {
				c.After, c.OpenAfter = &is.cents, is.open
			}
			if i > 0 {
				c.From = day
			}
			out = append(out, c)
		}
	}
	return out
}

// priceOn is the price of an option on a day (2027-01-01); nil: not offered.
func priceOn(f Fields, key, day string) *optionPrice {
	if !slices.Contains(strings.Fields(f[optionsField]), key) {
		return nil
	}
	at := partName + "." + key + "."
	price := amount[money.Cents](f[at+"price"])
	if price == nil {
		if least := amount[money.Cents](f[at+"least"]); least != nil {
			return &optionPrice{*least, true}
		}
		return nil
	}
	later, _ := laterPrices(f[at+"later"])
	for _, l := range later {
		if dayText(l.From) <= day {
			price = &l.Price
		}
	}
	return &optionPrice{*price, false}
}

// laterDays lists the days after today on which an option's price changes in either state, earliest first.
func laterDays(today, key string, states ...Fields) []string {
	var out []string
	for _, f := range states {
		later, _ := laterPrices(f[partName+"."+key+".later"])
		for _, l := range later {
			if d := dayText(l.From); d > today {
				out = append(out, d)
			}
		}
	}
	slices.Sort(out)
	return slices.Compact(out)
}

func dayText(t time.Time) string { return lunar.DayOf(t).String() }
