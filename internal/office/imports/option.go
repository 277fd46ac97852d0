package imports

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"shanmen/internal/base/locale"
	"shanmen/internal/offer/offering"
	"shanmen/internal/platform/db"
	"shanmen/internal/platform/db/query"
)

// option is an option that an imported lamp may name.
type option struct {
	id, offeringID     string
	name               string // all its names in lower case, each enclosed in line ends
	title, optionTitle locale.Text
}

// readOptions lists the options with a yearly or monthly term.
func (f *facts) readOptions(ctx context.Context, r db.Reader) error {
	all, err := r.OfferingsAll(ctx)
	if err != nil {
		return fmt.Errorf("offerings: %w", err)
	}
	options, err := r.OfferingOptionsAll(ctx)
	if err != nil {
		return fmt.Errorf("options: %w", err)
	}
	for _, p := range options {
		at := slices.IndexFunc(all, func(o query.OfferingsAllRow) bool { return o.ID == p.OfferingID })
		terms, err := fromJSON[[]string](p.Terms)
		if at < 0 || err != nil {
			continue
		}
		if !slices.Contains(terms, offering.Yearly) && !slices.Contains(terms, offering.Monthly) {
			continue
		}
		o := all[at]
		names := []string{p.Key, p.TitleEn, p.TitleZh, o.TitleEn + " " + p.TitleEn, o.TitleZh + p.TitleZh, o.TitleEn + ": " + p.TitleEn, o.TitleZh + "：" + p.TitleZh}
		f.options = append(f.options, option{
			id: p.ID, offeringID: o.ID, name: "\n" + strings.ToLower(strings.Join(names, "\n")) + "\n",
			title: locale.Text{EN: o.TitleEn, ZH: o.TitleZh}, optionTitle: locale.Text{EN: p.TitleEn, ZH: p.TitleZh},
		})
	}
	return nil
}

// optionOf lists the options that a text may mean. If there are several, the offering decides: that of the row,
// otherwise the most frequent.
func (f *facts) optionOf(offeringTitle, text string) []option {
	found := f.named(text)
	of := func(fits func(o option) bool) []option {
		if left := slices.DeleteFunc(slices.Clone(found), func(o option) bool { return !fits(o) }); len(left) > 0 {
			return left
		}
		return found
	}
	if len(found) > 1 && offeringTitle != "" {
		found = of(func(o option) bool {
			return strings.EqualFold(offeringTitle, o.title.EN) || offeringTitle == o.title.ZH
		})
	}
	if len(found) > 1 {
		found = of(func(o option) bool { return o.offeringID == f.Most })
	}
	return found
}

func (f *facts) named(text string) (out []option) {
	name := "\n" + strings.ToLower(strings.Join(strings.Fields(text), " ")) + "\n"
	for _, o := range f.options {
		if strings.Contains(o.name, name) {
			out = append(out, o)
		}
	}
	return out
}

// vote finds the single offering whose options most rows name.
func (f *facts) vote(texts []string) {
	votes := map[string]int{}
	for _, text := range texts {
		for _, o := range f.named(text) {
			votes[o.offeringID]++
		}
	}
	best := 0
	for id, n := range votes {
		if n == best {
			f.Most = ""
		}
		if n > best {
			best, f.Most = n, id
		}
	}
}

// optionNames lists names that are understood, one per option, twenty at most.
func (f *facts) optionNames(l locale.Locale) string {
	between := ": "
	if l == locale.ZH {
		between = "："
	}
	var out []string
	for _, o := range f.options[:min(len(f.options), 20)] {
		out = append(out, o.title.In(l)+between+o.optionTitle.In(l))
	}
	return strings.Join(out, " · ")
}
