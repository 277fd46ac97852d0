package offering_test

import (
	"context"
	"errors"
	"testing"
	"time"

	"shanmen/internal/base/clock"
	"shanmen/internal/base/fault"
	"shanmen/internal/base/locale"
	"shanmen/internal/base/uses"
	"shanmen/internal/offer/offering"
	"shanmen/internal/platform/db"
	"shanmen/internal/platform/httpd"
	"shanmen/internal/testkit"
)

func TestCatalogueSearchFindsBothLanguagesLiterally(t *testing.T) {
	eachEngine(t, func(t *testing.T, d *db.DB, clk *clock.Fake) {
		s := &offering.Service{DB: d, Clock: clk}
		find := func(f offering.Filter) []string {
			t.Helper()
			c, err := s.Catalogue(context.Background(), locale.EN, f)
			if err != nil {
				t.Fatal(err)
			}
			var keys []string
			for _, card := range c.Cards {
				keys = append(keys, card.Key)
			}
			return keys
		}
		for _, c := range []struct {
			name   string
			filter offering.Filter
			first  string
			count  int
		}{
			{"English, whatever the case", offering.Filter{Search: "BLESSING lamp"}, "light-lamp", 1},
			{"Chinese in an English page", offering.Filter{Search: "安太岁"}, "tai-sui", 1},
			{"a category", offering.Filter{Category: "memorial"}, "memorial", 6},
			{"category and words", offering.Filter{Category: "lamp", Search: "智慧"}, "wisdom-lamp", 1},
			{"pinyin", offering.Filter{Search: "guang ming deng"}, "light-lamp", 1},
			{"first letters of pinyin in a category", offering.Filter{Category: "lamp", Search: "gmd"}, "light-lamp", 1},
			{"featured", offering.Filter{Featured: true}, "light-lamp", 4},
			{"a wildcard is a letter", offering.Filter{Search: "%"}, "", 0},
			{"an underscore is a letter", offering.Filter{Search: "_"}, "", 0},
			{"an unknown category", offering.Filter{Category: "x"}, "", 0},
		} {
			got := find(c.filter)
			if len(got) != c.count || c.count > 0 && got[0] != c.first {
				t.Errorf("%s: %v", c.name, got)
			}
		}
	})
}

func TestCatalogueListIsPaged(t *testing.T) {
	eachEngine(t, func(t *testing.T, d *db.DB, clk *clock.Fake) {
		s := &offering.Service{DB: d, Clock: clk}
		first, err := s.List(context.Background(), &offering.ListIn{Page: 1, PageSize: 5})
		if err != nil {
			t.Fatal(err)
		}
		third, _ := s.List(context.Background(), &offering.ListIn{Page: 3, PageSize: 5})
		beyond, _ := s.List(context.Background(), &offering.ListIn{Page: 9, PageSize: 5})
		if len(first.Items) != 5 || first.Total != 15 || len(third.Items) != 5 || beyond.Items == nil || len(beyond.Items) != 0 {
			t.Errorf("pages of %d, %d, %d of %d", len(first.Items), len(third.Items), len(beyond.Items), first.Total)
		}
	})
}

func TestTheCatalogueHasItsPages(t *testing.T) {
	eachEngine(t, func(t *testing.T, d *db.DB, clk *clock.Fake) {
		ctx, noted := uses.Collect(context.Background())
		s := &offering.Service{DB: d, Clock: clk}
		page, err := s.BlessingServicePage(ctx, httpd.PageRequest{Locale: locale.ZH})
		if err != nil {
			t.Fatal(err)
		}
		list := page.Data.(offering.ListPage)
		card := list.Offerings[0]
		if card.Title != "光明灯" || card.FromPrice != 3800 || card.Category != "lamp" || list.Categories[0].Title != "供灯" {
			t.Errorf("first card: %+v", card)
		}
		// Booking for winter solstice closes at midnight before 16 December in Singapore, and not earlier.
		if want := time.Date(2026, 12, 15, 16, 0, 0, 0, time.UTC); !noted.Until().Equal(want) {
			t.Errorf("until %v, want %v", noted.Until(), want)
		}
		at := func(key string) *offering.Detail {
			t.Helper()
			p, err := s.BlessingServiceKeyPage(ctx, httpd.PageRequest{Locale: locale.EN, Params: map[string]string{"key": key}})
			if err != nil {
				t.Fatal(err)
			}
			return p.Data.(*offering.Detail)
		}
		if got := at("light-lamp"); got.State != offering.Open || got.ChineseTitle != "光明灯" || len(got.Options) != 3 || got.Form.Key != "lamp" || got.Category.Key != "lamp" {
			t.Errorf("light-lamp: %+v", got)
		}
		if got := at("lamp-oil"); got.Form != nil {
			t.Errorf("lamp-oil asks %+v", got.Form)
		}
		for key, want := range map[string]offering.State{"qingming": offering.Soon, "ullambana": offering.Closed, "pillar-lamp": offering.SoldOut, "winter-solstice": offering.Open} {
			if got := at(key).State; got != want {
				t.Errorf("%s is %s, want %s", key, got, want)
			}
		}
		clk.Set(time.Date(2026, 12, 15, 16, 0, 0, 0, time.UTC))
		if got := at("winter-solstice").State; got != offering.Closed {
			t.Errorf("winter solstice after its last day: %s", got)
		}
		clk.Set(time.Date(2027, 2, 5, 16, 0, 0, 0, time.UTC))
		if got := at("qingming").State; got != offering.Open {
			t.Errorf("qingming from new year: %s", got)
		}
		_, err = s.BlessingServiceKeyPage(ctx, httpd.PageRequest{Locale: locale.EN, Params: map[string]string{"key": "no-such"}})
		if !errors.Is(err, fault.NotFound()) {
			t.Errorf("no such offering: %v", err)
		}
		err = d.Write(ctx, func(ctx context.Context, tx *db.Tx) error { return testkit.ShowOffering(ctx, tx, card.ID, false) })
		if err != nil {
			t.Fatal(err)
		}
		if _, err = s.Get(ctx, &offering.GetIn{Key: "light-lamp"}); !errors.Is(err, fault.NotFound()) {
			t.Errorf("taken out: %v", err)
		}
	})
}
