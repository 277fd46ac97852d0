package editing

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"strconv"
	"strings"
	"time"

	"shanmen/internal/base/clock"
	"shanmen/internal/base/fault"
	"shanmen/internal/base/lunar"
	"shanmen/internal/base/money"
	"shanmen/internal/offer/content"
	"shanmen/internal/offer/event"
	"shanmen/internal/offer/form"
	"shanmen/internal/offer/offering"
	"shanmen/internal/platform/db"
	"shanmen/internal/platform/db/query"
)

const (
	// mostPrice is the maximum price, S$100,000 in cents; above it is a typing mistake.
	mostPrice = 10_000_000
	// mostOptions is the maximum number of options of an offering.
	mostOptions = 20
	// mostNames is the maximum name capacity of an option.
	mostNames = 200
	// mostOfItem is the maximum quantity of a cart item (cart.MaxQuantity).
	mostOfItem = 99
)

// offeringKind is an offering with its options: option.family.title.en.
const optionsField = "options"

// KindOffering is what the temple offers.
const KindOffering = "offering"

// offeringBase stands before the key of an offering in its address.
const offeringBase = "/blessing-service/"

// offeringKind is an offering with its options: option.family.title.en.
var offeringKind = &Kind{
	Name: KindOffering, Rank: 6, Both: true, Keyed: true, Base: offeringBase, Parted: optionsField, priced: true, ends: true,
	Fields: []Field{
		{Name: "title", Each: true, Type: FieldLine, Most: longestTitle, Required: true},
		{Name: "summary", Each: true, Type: FieldLine, Most: longestSummary, Required: true},
		{Name: "html", Each: true, Type: FieldHTML, Most: longestHTML},
		{Name: "keywords", Each: true, Type: FieldLine, Most: longestSummary},
		{Name: "category", Type: FieldLine, Most: longestPartKey, Required: true},
		{Name: "art", Type: FieldChoice, Choices: content.Arts, Required: true},
		{Name: "picture", Type: FieldPicture, Most: longestPictureID},
		{Name: "form", Type: FieldForm, Most: longestPartKey},
		{Name: "enquiry", Type: FieldYes},
		{Name: "featured", Type: FieldYes},
		{Name: "opens", Type: FieldDay},
		{Name: "closes", Type: FieldDay},
		{Name: optionsField, Type: FieldKeys, Most: mostOptions},
	},
	Parts: []Field{
		{Name: "title", Each: true, Type: FieldLine, Most: longestTitle, Required: true},
		{Name: "text", Each: true, Type: FieldLine, Most: longestSummary},
		{Name: "price", Type: FieldCents, Most: mostPrice},
		{Name: "least", Type: FieldCents, Most: mostPrice},
		{Name: "most", Type: FieldCents, Most: mostPrice},
		{Name: "suggestions", Type: FieldAmounts, Most: mostPrice},
		{Name: "later", Type: FieldLaterPrices},
		{Name: "names", Type: FieldNumber, Most: mostNames},
		{Name: "each", Type: FieldNumber, Most: mostOfItem},
		{Name: "places", Type: FieldNumber, Most: offering.MostPlaces},
		{Name: "terms", Type: FieldChoices, Choices: []string{offering.Once, offering.Monthly, offering.Yearly}, Required: true},
		{Name: "channels", Type: FieldChoices, Choices: offering.Channels, Required: true},
	},
	live: offerings, show: showOffering, draft: draftOffering, limits: offeringLimits, warns: offeringWarnings, concerns: offeringConcerns,
	lock: offering.Lock, rename: renameOffering, copied: copyOffering, begins: onlyCategory,
}

func init() { register(offeringKind) }

// offerings reads the published offerings. The keys of options are those of their rows.
func offerings(ctx context.Context, r db.Reader) ([]Live, error) {
	rows, err := r.OfferingsAll(ctx)
	if err != nil {
		return nil, fmt.Errorf("offerings: %w", err)
	}
	options, err := r.OfferingOptionsAll(ctx)
	if err != nil {
		return nil, fmt.Errorf("options: %w", err)
	}
	later, err := r.OfferingPrices(ctx)
	if err != nil {
		return nil, fmt.Errorf("prices: %w", err)
	}
	var out []Live
	for _, o := range rows {
		f := Fields{
			"category": o.CategoryKey, "art": o.Art, "picture": o.Picture, "form": o.FormKey, "enquiry": yesIf(o.EnquiryOnly), "featured": yesIf(o.Featured),
			"opens": dayOf(o.OpensAt, 0), "closes": dayOf(o.ClosesAt, -1),
			"title.en": o.TitleEn, "title.zh": o.TitleZh, "summary.en": o.SummaryEn, "summary.zh": o.SummaryZh,
			"html.en": o.HtmlEn, "html.zh": o.HtmlZh, "keywords.en": o.KeywordsEn, "keywords.zh": o.KeywordsZh,
		}
		var keys []string
		for _, p := range options {
			if p.OfferingID == o.ID {
				keys = append(keys, p.Key)
				f.putOption(p, later)
			}
		}
		f[optionsField] = strings.Join(keys, " ")
		out = append(out, Live{Key: o.Key, Position: o.Position, Fields: f, Hidden: !o.Published})
	}
	return out, nil
}

// SeedOffering creates a published offering for the demonstration.
func SeedOffering(ctx context.Context, tx *db.Tx, n offering.New, now time.Time) error {
	if err := offering.Put(ctx, tx, n); err != nil {
		return err
	}
	all, err := offerings(ctx, tx.Queries)
	if err != nil {
		return err
	}
	for _, l := range all {
		if l.Key == n.Key {
			return Seed(ctx, tx, KindOffering, l, now)
		}
	}
	return nil
}

func (f Fields) putOption(p query.OfferingOption, later []query.OptionPrice) {
	at := partName + "." + p.Key + "."
	var terms, channels []string
	_ = errors.Join(json.Unmarshal([]byte(p.Terms), &terms), json.Unmarshal([]byte(p.Channels), &channels))
	var suggestions []int64
	_ = json.Unmarshal([]byte(p.Suggestions), &suggestions)
	amounts := make([]string, len(suggestions))
	for i, n := range suggestions {
		amounts[i] = strconv.FormatInt(n, 10)
	}
	var prices []offering.LaterPrice
	for _, l := range later {
		if l.OptionID == p.ID {
			prices = append(prices, offering.LaterPrice{From: l.FromAt.Time(), Price: l.Price})
		}
	}
	f[at+"title.en"], f[at+"title.zh"], f[at+"text.en"], f[at+"text.zh"] = p.TitleEn, p.TitleZh, p.DescriptionEn, p.DescriptionZh
	f[at+"price"], f[at+"least"], f[at+"most"] = digits(p.Price), digits(p.MinAmount), digits(p.MaxAmount)
	f[at+"names"], f[at+"each"], f[at+"places"] = digits(p.NameCapacity), digits(p.PerOrder), digits(p.Remaining)
	f[at+"suggestions"], f[at+"later"] = strings.Join(amounts, " "), laterText(prices)
	f[at+"terms"], f[at+"channels"] = strings.Join(terms, " "), strings.Join(channels, " ")
}

func yesIf(b bool) string {
	if b {
		return ticked
	}
	return ""
}

func digits[T ~int64](n *T) string {
	if n == nil || *n == 0 {
		return ""
	}
	return strconv.FormatInt(int64(*n), 10)
}

// dayOf is the date of a time; add shifts it, because an end is the midnight after the last day.
func dayOf(at clock.Millis, add int) string {
	if at == 0 {
		return ""
	}
	t := at.Time()
	if d := lunar.DayOf(t); add == 0 || d.Time(0, 0).Equal(t) {
		return d.Add(add).String()
	}
	return lunar.DayOf(t).String()
}

// offeringOf converts fields to the catalogue's offering. Fields were checked when saved; missing ones are empty.
func offeringOf(key string, position int64, f Fields, now time.Time) offering.New {
	n := offering.New{
		Key: key, Category: f["category"], Position: position, Title: textOf(f, "title"), Summary: textOf(f, "summary"), HTML: textOf(f, "html"),
		Keywords: textOf(f, "keywords"), Art: f["art"], Picture: f["picture"], FormKey: f["form"], EnquiryOnly: f["enquiry"] != "", Featured: f["featured"] != "",
	}
	n.OpensAt, n.ClosesAt, _ = bookingTimes(f, now)
	for _, key := range strings.Fields(f[optionsField]) {
		at := partName + "." + key + "."
		o := offering.NewOption{
			Key: key, Title: textOf(f, at+"title"), Description: textOf(f, at+"text"), NameCapacity: amount[int64](f[at+"names"]),
			PerOrder: amount[int64](f[at+"each"]), Remaining: amount[int64](f[at+"places"]),
			Terms: strings.Fields(f[at+"terms"]), Channels: strings.Fields(f[at+"channels"]),
		}
		if o.Price = amount[money.Cents](f[at+"price"]); o.Price != nil {
			o.Later, _ = laterPrices(f[at+"later"])
		} else {
			o.Min, o.Max = amount[money.Cents](f[at+"least"]), amount[money.Cents](f[at+"most"])
			for _, w := range strings.Fields(f[at+"suggestions"]) {
				o.Suggestions = append(o.Suggestions, *amount[money.Cents](w))
			}
		}
		n.Options = append(n.Options, o)
	}
	return n
}

func amount[T ~int64](text string) *T {
	n, ok := whole(text)
	if !ok {
		return nil
	}
	v := T(n)
	return &v
}

func showOffering(ctx context.Context, tx *db.Tx, s Shown) error {
	if _, _, unknown := bookingTimes(s.Fields, s.Now); unknown != "" && !s.Hidden {
		return fmt.Errorf("season of offering %s: %s %q has no day", s.Key, unknown, s.Fields[unknown])
	}
	n := offeringOf(s.Key, s.Position, s.Fields, s.Now)
	n.Hidden = s.Hidden
	return offering.Put(ctx, tx, n)
}

// offeringWarnings asks whether it is intended that an offering asks for no name: a lamp without one is read for
// nobody.
func offeringWarnings(ctx context.Context, tx *db.Tx, _ string, f Fields, _ time.Time) ([]Finding, error) {
	if key := f["form"]; key != "" {
		d, err := form.Latest(ctx, tx.Queries, key)
		var gone *fault.Error
		if errors.As(err, &gone) || err == nil && form.AsksName(d) {
			return nil, nil // reported as missing already
		}
		if err != nil {
			return nil, err
		}
	} else if f["enquiry"] != "" {
		return nil, nil // reported as missing already
	}
	return []Finding{{Field: "form", Code: "asks-for-no-name"}}, nil
}

// offeringLimits lists what an offering lacks to be sold.
func offeringLimits(ctx context.Context, tx *db.Tx, _ string, f Fields, now time.Time) (out []Finding, err error) {
	say := func(field, code string) { out = append(out, Finding{Field: field, Code: code}) }
	if key := f["category"]; key != "" {
		switch _, err := tx.CategoryByKey(ctx, key); {
		case errors.Is(err, db.ErrNoRows):
			say("category", "unknown-category")
		case err != nil:
			return nil, fmt.Errorf("category: %w", err)
		}
	}
	if key := f["form"]; key != "" {
		there, err := lockForm(ctx, tx, key)
		if err != nil {
			return nil, err
		}
		if !there {
			say("form", "form-gone")
		}
	} else if f["enquiry"] != "" {
		say("form", "enquiry-without-form")
	}
	keys := strings.Fields(f[optionsField])
	if len(keys) == 0 && f["enquiry"] == "" {
		say(optionsField, "offering-without-options")
	}
	for _, key := range keys {
		at := partName + "." + key + "."
		price, least, most := amount[money.Cents](f[at+"price"]), amount[money.Cents](f[at+"least"]), amount[money.Cents](f[at+"most"])
		switch {
		case price == nil && least == nil:
			say(at+"price", "option-without-price")
		case price != nil && least != nil:
			say(at+"price", "option-two-prices")
		case least != nil && most != nil && *most < *least:
			say(at+"most", "most-below-least")
		}
		for _, w := range strings.Fields(f[at+"suggestions"]) {
			if n := amount[money.Cents](w); least != nil && (*n < *least || most != nil && *n > *most) {
				say(at+"suggestions", "suggestion-outside")
				break
			}
		}
	}
	return append(out, seasonLimits(f, now)...), nil
}

func draftOffering(ctx context.Context, s Shown) context.Context {
	return offering.WithDraft(ctx, offeringOf(s.Key, s.Position, s.Fields, s.Now))
}

func offeringConcerns(ctx context.Context, tx *db.Tx, w *work, changed []string) ([]string, error) {
	out, err := catalogueConcerns(ctx, tx, w, changed)
	if err != nil {
		return nil, err
	}
	events, err := eventsOf(ctx, tx, w.record.Key)
	return append(out, events...), err
}

func renameOffering(ctx context.Context, tx *db.Tx, was, key string) error {
	return errors.Join(offering.Rename(ctx, tx, was, key), event.OfferingRenamed(ctx, tx, was, key))
}

// onlyCategory is the category where there is one alone.
func onlyCategory(ctx context.Context, tx *db.Tx) (Fields, error) {
	all, err := categories(ctx, tx.Queries)
	if err != nil || len(all) != 1 {
		return nil, err
	}
	return Fields{"category": all[0].Key}, nil
}
