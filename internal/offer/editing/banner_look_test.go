package editing_test

import (
	"testing"
	"time"

	"shanmen/internal/base/clock"
	"shanmen/internal/offer/editing"
	"shanmen/internal/testkit"
)

// The list of banners shows cards before services, each with its icon and its period, as its draft has it.
func TestTheBannerListShowsDraftsWithTheirDates(t *testing.T) {
	t.Parallel()
	testkit.Each(t, func(t *testing.T, a *testkit.App) {
		editor := a.Staff(t, "editor")
		list := func() (out editing.List) {
			t.Helper()
			editor.Get("/api/admin/record?kind=banner").Want(200).JSON(&out)
			return out
		}
		items := list().Items
		if len(items) < 4 {
			t.Fatalf("%d banners", len(items))
		}
		last, services := int64(101), 0
		for _, one := range items {
			if one.Banner == nil || one.Banner.Type < last || one.Banner.Art == "" || one.Banner.From != nil || one.Banner.Until != nil || one.Banner.With {
				t.Fatalf("%+v %+v", one, one.Banner)
			}
			if last = one.Banner.Type; last == 102 {
				services++
			}
		}
		if services == 0 || services == len(items) {
			t.Fatalf("%d services of %d", services, len(items))
		}
		first := items[0]
		from := a.Clock.Now().AddDate(0, 0, 54).Format(time.DateOnly)
		until := a.Clock.Now().AddDate(0, 0, 90).Format(time.DateOnly)
		editor.Type(first.ID, map[string]string{"opens": from, "closes": until, "art": "bell"}).Want(200)
		b := list().Items[0].Banner
		if b.Art != "bell" || b.From == nil || b.Until == nil || b.From.In(clock.Singapore).Format("2006-01-02 15:04") != from+" 00:00" ||
			b.Until.In(clock.Singapore).Add(-time.Millisecond).Format("2006-01-02 15:04") != until+" 23:59" {
			t.Errorf("%+v", b)
		}
		// A card becomes a service: it is listed with the services, before it is published.
		editor.Type(first.ID, map[string]string{"type": "102"}).Want(200)
		if got := list().Items; got[0].ID == first.ID || got[0].Banner.Type != 101 {
			t.Errorf("%+v", got[0])
		}
		var pages editing.List
		editor.Get("/api/admin/record?kind=page").Want(200).JSON(&pages)
		if pages.Items[0].Banner != nil {
			t.Errorf("a page: %+v", pages.Items[0].Banner)
		}
	})
}
