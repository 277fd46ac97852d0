package demo_test

import (
	"context"
	"encoding/json"
	"regexp"
	"strings"
	"testing"
	"time"

	"shanmen/internal/app/demo"
	"shanmen/internal/base/clock"
	"shanmen/internal/base/locale"
	"shanmen/internal/base/lunar"
	"shanmen/internal/base/money"
	"shanmen/internal/base/paynow"
	"shanmen/internal/offer/content"
	"shanmen/internal/offer/event"
	"shanmen/internal/offer/form"
	"shanmen/internal/offer/offering"
	"shanmen/internal/offer/position"
	"shanmen/internal/platform/db"
)

var ctx = context.Background()

func seeded(t *testing.T, now time.Time) (*db.DB, *clock.Fake) {
	t.Helper()
	d, err := db.Open(ctx, "sqlite:"+t.TempDir()+"/demo.db")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = d.Close() })
	clk := clock.NewFake(now)
	if err := d.Write(ctx, func(ctx context.Context, tx *db.Tx) error { return demo.Seed(ctx, tx, now) }); err != nil {
		t.Fatal(err)
	}
	return d, clk
}

func demoDay() time.Time { return time.Date(2026, 11, 21, 4, 0, 0, 0, time.UTC) }

func TestCatalogueHasEveryKindInBothLanguages(t *testing.T) {
	d, clk := seeded(t, demoDay())
	s := &offering.Service{DB: d, Clock: clk}
	states := map[offering.State]int{}
	terms := map[string]bool{}
	var fixed, open, limited, formless, enquiries int
	for _, l := range locale.All {
		c, err := s.Catalogue(ctx, l, offering.Filter{})
		if err != nil {
			t.Fatal(err)
		}
		if len(c.Cards) < 8 || len(c.Categories) < 4 {
			t.Fatalf("%d offerings in %d categories", len(c.Cards), len(c.Categories))
		}
		for _, card := range c.Cards {
			states[card.State]++
			o, err := s.Detail(ctx, l, card.Key, offering.OnSite)
			if err != nil {
				t.Fatal(err)
			}
			if o.EnquiryOnly {
				enquiries++
			}
			if o.Title == "" || o.Summary == "" || o.HTML == "" || (card.FromPrice <= 0 || len(o.Options) == 0) != o.EnquiryOnly {
				t.Errorf("%s in %s lacks something", card.Key, l)
			}
			for _, p := range o.Options {
				if p.Title == "" || p.Description == "" {
					t.Errorf("option %s of %s in %s lacks something", p.Key, card.Key, l)
				}
				for _, term := range p.Terms {
					terms[term] = true
				}
				if p.Price != nil {
					fixed++
				} else {
					open++
				}
				if p.Remaining != nil {
					limited++
				}
				checkCapacity(t, card.Key, o.Form, p.NameCapacity)
			}
			if o.Form == nil {
				formless++
			}
			checkLanguage(t, card.Key, l, o.HTML)
		}
	}
	for _, want := range []offering.State{offering.Open, offering.Soon, offering.Closed, offering.SoldOut} {
		if states[want] == 0 {
			t.Errorf("no offering is %s", want)
		}
	}
	if fixed == 0 || open == 0 || limited == 0 || formless == 0 || enquiries == 0 || len(terms) != 3 {
		t.Errorf("kinds missing: fixed %d, open %d, limited %d, without form %d, by enquiry %d, terms %v", fixed, open, limited, formless, enquiries, terms)
	}
}

func checkCapacity(t *testing.T, key string, f *form.Definition, capacity *int64) {
	t.Helper()
	if f == nil {
		if capacity != nil {
			t.Errorf("%s counts names and asks for none", key)
		}
		return
	}
	for _, field := range f.Fields {
		if field.Type == form.People {
			if capacity != nil && field.Min != nil && int64(*field.Min) > *capacity {
				t.Errorf("%s asks for more names than it takes", key)
			}
			return
		}
	}
}

var han = regexp.MustCompile(`\p{Han}`)

func checkLanguage(t *testing.T, key string, l locale.Locale, html string) {
	t.Helper()
	if han.MatchString(html) != (l == locale.ZH) {
		t.Errorf("%s in %s is in the other language", key, l)
	}
	if strings.Contains(html, `href="/zh/`) != (l == locale.ZH && strings.Contains(html, `href="/`)) {
		t.Errorf("%s in %s links to the other language", key, l)
	}
	if strings.Contains(html, "style=") || strings.Contains(html, "<h1") {
		t.Errorf("%s has a style or an h1", key)
	}
}

func TestDemonstrationLampsHaveTheirPricesAndNameCapacities(t *testing.T) {
	d, clk := seeded(t, demoDay())
	for option, want := range map[string]struct {
		price money.Cents
		names int
	}{"one": {3800, 1}, "family": {8800, 6}, "grand": {18800, 10}} {
		id, err := offering.FindOption(ctx, d.Read(), "light-lamp", option)
		if err != nil {
			t.Fatal(err)
		}
		f, err := offering.Price(ctx, d.Read(), clk.Now(), id)
		if err != nil || *f.Price != want.price || *f.NameCapacity != want.names || f.State != offering.Open {
			t.Errorf("%s: %+v %v", option, f, err)
		}
		if (option == "grand") != (f.Remaining != nil) || f.Remaining != nil && *f.Remaining != 248 {
			t.Errorf("%s: remaining %v", option, f.Remaining)
		}
	}
	// The grand lamp has as many left as the main hall has free positions that can be used.
	grand, err := offering.FindOption(ctx, d.Read(), "light-lamp", "grand")
	if err != nil {
		t.Fatal(err)
	}
	free, err := d.Read().PositionsFreeOf(ctx, &grand)
	if err != nil || free != 248 {
		t.Errorf("%d places are free: %v", free, err)
	}
	if by, err := d.Read().PositionByOf(ctx, grand); err != nil || by != position.ByDevotee {
		t.Errorf("%q chooses the place: %v", by, err)
	}
}

func TestFamilyFormAcceptsTwoNamesWithRareCharacters(t *testing.T) {
	d, clk := seeded(t, demoDay())
	f, err := form.Latest(ctx, d.Read(), "lamp")
	if err != nil {
		t.Fatal(err)
	}
	six := 6
	values := json.RawMessage(`{"people":[{"chineseName":"陈𠮷䶮","relation":"母亲"},{"name":"Lim Kok Hua"}],"wish":"平安"}`)
	if wrong := form.Validate(f, values, form.Options{NameCapacity: &six, Now: clk.Now()}); len(wrong) > 0 {
		t.Errorf("refused: %v", wrong)
	}
}

func TestDemonstrationContentIsInBothLanguages(t *testing.T) {
	d, clk := seeded(t, demoDay())
	for _, key := range []string{"history", "abbot", "visiting", "getting-here", "volunteering", "privacy-policy", "service-policy", "term-and-condition", "faq", "faq-paynow"} {
		for _, l := range locale.All {
			p, err := content.Find(ctx, d.Read(), l, key)
			if err != nil {
				t.Fatalf("%s: %v", key, err)
			}
			if p.Title == "" || p.OtherLanguage || !p.UpdatedAt.Equal(clk.Now()) {
				t.Errorf("%s in %s: %+v", key, l, p)
			}
			checkLanguage(t, key, l, p.HTML)
		}
	}
	kinds := map[int64]int{}
	banners, err := content.Banners(ctx, d.Read(), locale.ZH, time.Now())
	if err != nil {
		t.Fatal(err)
	}
	for _, b := range banners {
		kinds[b.Type]++
		if !strings.HasPrefix(b.Href, "/zh/") {
			t.Errorf("banner %s leads to %s", b.Title, b.Href)
		}
	}
	// The kind numbers of the API: 101 is a card, 102 a service.
	if len(kinds) != 2 || kinds[101] == 0 || kinds[102] == 0 || content.BannerCard != 101 || content.BannerService != 102 {
		t.Errorf("banners: %v", kinds)
	}
}

func TestDemonstrationSiteAcceptsPayNow(t *testing.T) {
	d, _ := seeded(t, demoDay())
	s, err := content.Site(ctx, d.Read())
	if err != nil {
		t.Fatal(err)
	}
	if uen, err := paynow.CleanUEN(s.UEN); err != nil || uen != s.UEN || len(s.PayeeName) > 25 || s.Hold != time.Hour || s.Expiry != 7*24*time.Hour {
		t.Errorf("site: %+v %v", s, err)
	}
	if s.Name.EN != "Qing Lian Temple" || s.Name.ZH != "清莲寺" {
		t.Errorf("the name is %+v", s.Name)
	}
	if got := s.HoursOn(lunar.Day{Year: 2026, Month: 11, Day: 21}); got != "07:00 – 17:30" {
		t.Errorf("hours of an ordinary day: %s", got)
	}
	if got := s.HoursOn(lunar.Day{Year: 2026, Month: 11, Day: 23}); got != "07:00 – 20:00" {
		t.Errorf("hours of a full moon: %s", got)
	}
}

func TestFestivalsFollowTheLunarYear(t *testing.T) {
	d, clk := seeded(t, demoDay())
	s := &event.Service{DB: d, Clock: clk}
	cards, err := s.Upcoming(ctx, locale.EN, 60)
	if err != nil {
		t.Fatal(err)
	}
	got := map[string]string{}
	for _, c := range cards {
		if got[c.Key] == "" {
			got[c.Key] = lunar.DayOf(c.StartsAt).String() + " " + c.Lunar
		}
	}
	for key, want := range map[string]string{
		"full-moon-chanting": "2026-11-23 十月十五", "winter-solstice": "2026-12-22 冬至", "amitabha": "2026-12-25 十一月十七",
		"laba": "2027-01-15 十二月初八", "lunar-new-year": "2027-02-06 正月初一", "lantern-night": "2027-02-20 正月十五",
		"qingming": "2027-04-05 清明", "vesak": "2027-05-20 四月十五", "ullambana": "2027-08-16 七月十五",
	} {
		if got[key] != want {
			t.Errorf("%s is on %s, want %s", key, got[key], want)
		}
	}
	if len(cards) < 6 || cards[0].Key != "full-moon-chanting" || cards[0].Place != "Main Hall" {
		t.Errorf("first of %d: %+v", len(cards), cards[0])
	}
}

// TestDemonstrationCanBeSeededOnAnyDayOfTheYear also checks that the dates are plausible: nothing closes before it
// opens.
func TestDemonstrationCanBeSeededOnAnyDayOfTheYear(t *testing.T) {
	for month := time.January; month <= time.December; month++ {
		d, clk := seeded(t, time.Date(2027, month, 20, 4, 0, 0, 0, time.UTC))
		s := &offering.Service{DB: d, Clock: clk}
		for _, key := range []string{"qingming", "winter-solstice", "ullambana"} {
			o, err := s.Detail(ctx, locale.EN, key, offering.OnSite)
			if err != nil {
				t.Fatal(err)
			}
			if o.OpensAt != nil && !o.OpensAt.Before(*o.ClosesAt) {
				t.Errorf("%s: %s opens %v and closes %v", month, key, o.OpensAt, o.ClosesAt)
			}
		}
		if month == time.March {
			if o, _ := s.Detail(ctx, locale.EN, "qingming", offering.OnSite); o.State != offering.Open {
				t.Errorf("in March Qing Ming is %s", o.State)
			}
		}
	}
}
