package editing_test

import (
	"fmt"
	"maps"
	"math/rand/v2"
	"strings"
	"testing"
	"time"

	"shanmen/internal/base/clock"
	"shanmen/internal/offer/editing"
	"shanmen/internal/offer/offering"
	"shanmen/internal/testkit"
)

// soup is a complete offering.
func soup() map[string]string {
	return map[string]string{
		"title.en": "Soup", "title.zh": "汤", "summary.en": "A bowl of soup.", "summary.zh": "一碗汤。", "keywords.en": "broth, donation", "keywords.zh": "罗宋，午斋汤",
		"category": "meal", "art": "flowers", "options": "bowl any",
		"option.bowl.title.en": "A bowl", "option.bowl.title.zh": "一碗", "option.bowl.price": "1000", "option.bowl.later": "2027-01-01 1200",
		"option.bowl.terms": "once", "option.bowl.channels": "site counter", "option.bowl.each": "3", "option.bowl.places": "5",
		"option.any.title.en": "Any amount", "option.any.title.zh": "随喜", "option.any.least": "500", "option.any.most": "10000",
		"option.any.suggestions": "1000 2000", "option.any.terms": "once", "option.any.channels": "site counter",
	}
}

// categoryOf is a category of the demonstration.
func categoryOf(t *testing.T, a *testkit.App) string {
	t.Helper()
	key := a.Text(t, "SELECT key FROM categories ORDER BY position LIMIT 1")
	return key
}

func newOffering(t *testing.T, a *testkit.App, editor *testkit.Client, fields map[string]string) string {
	t.Helper()
	var made editing.Added
	fields["category"] = categoryOf(t, a)
	editor.Post("/api/admin/record", map[string]any{"kind": "offering", "key": "soup", "fields": fields}).Want(200).JSON(&made)
	return made.Record.ID
}

func TestAnOfferingIsCreatedSoldAndRepriced(t *testing.T) {
	testkit.Each(t, func(t *testing.T, a *testkit.App) {
		editor := a.Staff(t, "editor")
		id := newOffering(t, a, editor, soup())
		a.Guest().Get("/api/offering/soup").Want(404)
		editor.Publish(id, "en", "zh").Want(200)

		var d offering.Detail
		a.Guest().Get("/api/offering/soup").Want(200).JSON(&d)
		if len(d.Options) != 2 || *d.Options[0].Price != 1000 || *d.Options[0].Remaining != 5 || *d.Options[0].PerOrder != 3 || len(d.Options[1].Suggestions) != 2 {
			t.Fatalf("%+v", d.Options)
		}
		for _, word := range []string{"broth", "罗宋", "luosong"} {
			var found offering.ListOut
			if a.Guest().Get("/api/offering?q=" + word).Want(200).JSON(&found); len(found.Items) != 1 || found.Items[0].Key != "soup" {
				t.Errorf("%s finds %+v", word, found.Items)
			}
		}
		c := a.Member(t)
		item := a.Item(t, "soup", "bowl", "quantity", 4)
		if r := c.Fill(item).Want(400); r.FieldCodes()["items[0].quantity"] != "most-per-order" {
			t.Errorf("more than one order has: %s", r.Body)
		}
		c.Fill(a.Item(t, "soup", "bowl", "quantity", 2)).Want(200)

		// An announced price applies from its midnight on, in carts too.
		a.Clock.Set(time.Date(2026, 12, 31, 15, 59, 59, 0, time.UTC))
		price := func() int64 {
			t.Helper()
			var d offering.Detail
			a.Guest().Get("/api/offering/soup").Want(200).JSON(&d)
			return int64(*d.Options[0].Price)
		}
		if got := price(); got != 1000 {
			t.Errorf("a second before: %d", got)
		}
		a.Clock.Advance(time.Second)
		if got := price(); got != 1200 {
			t.Errorf("from its midnight on: %d", got)
		}
		if f, err := offering.Price(t.Context(), a.DB.Read(), a.Clock.Now(), a.Option(t, "soup", "bowl")); err != nil || *f.Price != 1200 {
			t.Errorf("%+v, %v", f, err)
		}
	})
}

func TestMissingPartsOfAnOfferingAreReported(t *testing.T) {
	testkit.One(t, func(t *testing.T, a *testkit.App) {
		editor := a.Staff(t, "editor")
		id := newOffering(t, a, editor, soup())
		for field, wrong := range map[string]struct{ value, at, code string }{
			"title.zh":            {"", "title.zh", "required"},
			"options":             {"", "options", "offering-without-options"},
			"category":            {"none", "category", "unknown-category"},
			"form":                {"none", "form", "form-gone"},
			"option.bowl.price":   {"", "option.bowl.price", "option-without-price"},
			"option.any.price":    {"100", "option.any.price", "option-two-prices"},
			"option.any.most":     {"400", "option.any.most", "most-below-least"},
			"option.any.least":    {"5000", "option.any.suggestions", "suggestion-outside"},
			"option.bowl.terms":   {"", "option.bowl.terms", "required"},
			"option.any.title.en": {"", "option.any.title.en", "required"},
		} {
			var o editing.Opened
			editor.Get("/api/admin/record/" + id).Want(200).JSON(&o)
			was := o.Fields[field]
			editor.Type(id, map[string]string{field: wrong.value}).Want(200)
			var c editing.Checked
			editor.Get("/api/admin/record/" + id + "/check?languages=en,zh").Want(200).JSON(&c)
			said := map[string]string{}
			for _, b := range c.Blocks {
				said[b.Field] = b.Code
			}
			if said[wrong.at] != wrong.code {
				t.Errorf("%s = %q: %v", field, wrong.value, said)
			}
			if r := editor.Publish(id, "en", "zh"); r.Status != 400 || r.FieldCodes()[wrong.at] != wrong.code {
				t.Errorf("%s = %q is published: %d %s", field, wrong.value, r.Status, r.Body)
			}
			editor.Type(id, map[string]string{field: was}).Want(200)
		}
		for field, value := range map[string]string{
			"option.bowl.price": "12.50", "option.bowl.later": "2027-01-01", "option.any.suggestions": "1 2 3 4 5 6 7", "opens": "2026-02-30", "closes": "冬至 +3",
			"options": strings.Repeat("o ", 3), "option.bowl.terms": "weekly", "enquiry": "no", "option.bowl.names": "201", "option.bowl.each": "0",
		} {
			if r := editor.Type(id, map[string]string{field: value}); r.Status != 400 || r.FieldCodes()[field] == "" && r.FieldCodes()["fields."+field] == "" {
				t.Errorf("%s = %q is kept: %d %s", field, value, r.Status, r.Body)
			}
		}
	})
}

// When an option is removed, its bookings stay; publishing does not change the remaining stock.
func TestPublishingDoesNotChangeStock(t *testing.T) {
	testkit.Each(t, func(t *testing.T, a *testkit.App) {
		editor := a.Staff(t, "editor")
		id := newOffering(t, a, editor, soup())
		editor.Publish(id, "en", "zh").Want(200)
		bowl := a.Option(t, "soup", "bowl")
		a.Exec(t, "UPDATE offering_options SET remaining = 2, active = 0 WHERE id = $1", bowl)
		editor.Type(id, map[string]string{"option.bowl.places": "50", "option.bowl.price": "900"}).Want(200)
		editor.Publish(id, "en", "zh").Want(200)
		if n := a.Count(t, "SELECT remaining FROM offering_options WHERE id = $1 AND active = 0 AND price = 900", bowl); n != 2 {
			t.Errorf("%d left", n)
		}
		editor.Type(id, map[string]string{"options": "any"}).Want(200)
		editor.Publish(id, "en", "zh").Want(200)
		if f, err := offering.Price(t.Context(), a.DB.Read(), a.Clock.Now(), bowl); err != nil || f.State != offering.Withdrawn {
			t.Errorf("%+v, %v", f, err)
		}
		editor.Type(id, map[string]string{"options": "any bowl"}).Want(200)
		editor.Publish(id, "en", "zh").Want(200)
		if got := a.Option(t, "soup", "bowl"); got != bowl {
			t.Errorf("the option came back as another: %s, %s", got, bowl)
		}
	})
}

// An option sold only at the counter is in no list of the site and in no visitor's cart.
func TestCounterOnlyOptionsAreHiddenFromVisitors(t *testing.T) {
	testkit.Each(t, func(t *testing.T, a *testkit.App) {
		editor, counter := a.Staff(t, "editor"), a.Staff(t, "counter")
		fields := soup()
		fields["option.bowl.channels"], fields["option.any.channels"] = "counter", "site"
		id := newOffering(t, a, editor, fields)
		editor.Publish(id, "en", "zh").Want(200)
		keys := func(c *testkit.Client, path string) (out []string) {
			var d offering.Detail
			c.Get(path).Want(200).JSON(&d)
			for _, o := range d.Options {
				out = append(out, o.Key)
			}
			return out
		}
		if got := fmt.Sprint(keys(a.Guest(), "/api/offering/soup"), keys(counter, "/api/admin/catalogue/soup")); got != "[any] [bowl]" {
			t.Error(got)
		}
		if r := a.Member(t).Fill(a.Item(t, "soup", "bowl")).Want(400); r.FieldCodes()["items[0].optionId"] != "item-withdrawn" {
			t.Errorf("%s", r.Body)
		}
		price := func(option string) string {
			r := counter.Post("/api/admin/walk-in/price", map[string]any{"items": []any{a.Item(t, "soup", option, "amount", 500)}}).Want(200)
			return string(r.Body)
		}
		if !strings.Contains(price("any"), "withdrawn") || strings.Contains(price("bowl"), "withdrawn") {
			t.Errorf("%s, %s", price("any"), price("bowl"))
		}
	})
}

// Booking periods relative to the lunar calendar open and close on the calendar's days.
func TestBookingOpensAndClosesByTheLunarCalendar(t *testing.T) {
	testkit.Each(t, func(t *testing.T, a *testkit.App) {
		editor := a.Staff(t, "editor")
		fields := soup()
		fields["opens"], fields["closes"] = "10-1 0", "冬至 -6" // 9 November and 16 December 2026
		id := newOffering(t, a, editor, fields)
		editor.Publish(id, "en", "zh").Want(200)
		day := func(column string) string {
			ms := a.Count(t, "SELECT "+column+" FROM offerings WHERE key = 'soup'")
			return clock.Millis(ms).Time().In(clock.Singapore).Format("2006-01-02 15:04")
		}
		if got := day("opens_at") + ", " + day("closes_at"); got != "2026-11-09 00:00, 2026-12-17 00:00" {
			t.Error(got)
		}
	})
}

// Whatever is saved and published, the catalogue equals the draft, and saving it again returns the same data.
func TestRandomOfferingsAppearInTheCatalogueAsWritten(t *testing.T) {
	testkit.Each(t, func(t *testing.T, a *testkit.App) {
		editor := a.Staff(t, "editor")
		id := newOffering(t, a, editor, soup())
		rng := rand.New(rand.NewPCG(1, 2))
		keys := []string{"bowl", "any", "pot", "cup"}
		for round := range 25 {
			fields := soup()
			delete(fields, "category")
			rng.Shuffle(len(keys), func(i, j int) { keys[i], keys[j] = keys[j], keys[i] })
			chosen := keys[:1+rng.IntN(len(keys))]
			fields["options"] = strings.Join(chosen, " ")
			for _, key := range chosen {
				at := "option." + key + "."
				fields[at+"title.en"], fields[at+"title.zh"] = "The "+key, "选项"+key
				fields[at+"terms"], fields[at+"channels"] = "once yearly", "site counter"
				fields[at+"price"], fields[at+"later"], fields[at+"least"], fields[at+"most"], fields[at+"suggestions"] = fmt.Sprint(100+rng.IntN(9999)), "", "", "", ""
				if rng.IntN(2) == 0 {
					fields[at+"price"], fields[at+"least"] = "", fmt.Sprint(100+rng.IntN(999))
				}
			}
			editor.Type(id, fields).Want(200)
			body := map[string]any{"languages": []string{"en", "zh"}, "rev": revOf(editor, id), "confirmed": true}
			editor.Post("/api/admin/record/"+id+"/publish", body).Want(200)
			var d offering.Detail
			a.Guest().Get("/api/offering/soup").Want(200).JSON(&d)
			if len(d.Options) != len(chosen) {
				t.Fatalf("round %d: %d options of %v", round, len(d.Options), chosen)
			}
			for i, o := range d.Options {
				at := "option." + chosen[i] + "."
				amount := o.Price
				if amount == nil {
					amount = o.Min
				}
				if want := fields[at+"price"] + fields[at+"least"]; o.Key != chosen[i] || fmt.Sprint(int64(*amount)) != want || (o.Price == nil) != (fields[at+"price"] == "") {
					t.Fatalf("round %d: %+v, want %v of %v", round, o, want, maps.Clone(fields))
				}
			}
		}
	})
}
