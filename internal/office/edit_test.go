package office_test

import (
	"fmt"
	"strings"
	"testing"

	"shanmen/internal/content"
	"shanmen/internal/office"
	"shanmen/internal/testkit"
)

func contentVersion(t *testing.T, a *testkit.App) string {
	t.Helper()
	v, err := a.DB.Read().Setting(t.Context(), content.VersionSetting)
	if err != nil {
		t.Fatal(err)
	}
	return v
}

// Pages and carts show an edit at once: the version that every replica watches has moved.
func TestPricesPlacesAndBookingAreEdited(t *testing.T) {
	t.Parallel()
	testkit.Each(t, func(t *testing.T, a *testkit.App) {
		editor, c := a.Staff(t, "editor"), a.Member(t)
		item := a.Item(t, "lamp-oil", "bottle")
		path := fmt.Sprintf("/api/admin/offering/%s", item["offeringId"])
		option := fmt.Sprintf("%s/option/%s", path, item["optionId"])
		c.Fill(item).Want(200)
		before := contentVersion(t, a)
		var o office.OptionState
		editor.Put(option, map[string]any{"price": 1200, "remaining": 3}).Want(200).JSON(&o)
		if *o.Price != 1200 || *o.Remaining != 3 || !o.Active || contentVersion(t, a) == before {
			t.Errorf("%+v, version %s", o, contentVersion(t, a))
		}
		if r := c.Get("/api/cart/checkout").Want(200); !strings.Contains(string(r.Body), "1200") {
			t.Errorf("the cart says %s", r.Body)
		}
		if r := a.Guest().Get("/api/offering/lamp-oil").Want(200); !strings.Contains(string(r.Body), `"price":1200`) {
			t.Errorf("the catalogue says %s", r.Body)
		}
		editor.Put(option, map[string]any{"unlimited": true, "active": false}).Want(200).JSON(&o)
		if o.Remaining != nil || o.Active || *o.Price != 1200 {
			t.Errorf("%+v", o)
		}
		editor.Put(option, map[string]any{"active": true}).Want(200)
		for what, wrong := range map[string]struct {
			path, field, code string
			body              map[string]any
		}{
			"no price":           {option, "price", "invalid-value", map[string]any{"price": 0}},
			"a slip":             {option, "price", "invalid-value", map[string]any{"price": 100_000_000}},
			"fewer than none":    {option, "remaining", "invalid-value", map[string]any{"remaining": -1}},
			"both":               {option, "remaining", "invalid-value", map[string]any{"remaining": 1, "unlimited": true}},
			"an end and no end":  {path, "closesAt", "invalid-value", map[string]any{"closesAt": "2027-01-01T00:00:00Z", "endless": true}},
			"an unknown setting": {path, "key", "unknown-field", map[string]any{"key": "other"}},
		} {
			if r := editor.Put(wrong.path, wrong.body); r.FieldCodes()[wrong.field] != wrong.code {
				t.Errorf("%s: %d %s", what, r.Status, r.Body)
			}
		}
		other := a.Item(t, "light-lamp", "one")
		editor.Put(fmt.Sprintf("%s/option/%s", path, other["optionId"]), map[string]any{"price": 1}).Want(404) // another offering's
		editor.Put("/api/admin/offering/none", map[string]any{"published": false}).Want(404)

		var s office.OfferingState
		editor.Put(path, map[string]any{"closesAt": "2026-11-20T00:00:00Z"}).Want(200).JSON(&s)
		if r := a.Guest().Get("/api/offering/lamp-oil").Want(200); s.ClosesAt == nil || !strings.Contains(string(r.Body), `"state":"closed"`) {
			t.Errorf("closed: %s", r.Body)
		}
		editor.Put(path, map[string]any{"endless": true, "published": false}).Want(200)
		a.Guest().Get("/api/offering/lamp-oil").Want(404)
		editor.Put(path, map[string]any{"published": true}).Want(200).JSON(&s)
		if a.Guest().Get("/api/offering/lamp-oil").Want(200); s.ClosesAt != nil || !s.Published {
			t.Errorf("%+v", s)
		}
		if n := a.Count(t, "SELECT count(*) FROM audit_entries WHERE action IN ('offering.option', 'offering.edit')"); n != 6 {
			t.Errorf("%d entries", n)
		}
	})
}

func TestAPageIsEdited(t *testing.T) {
	t.Parallel()
	testkit.Each(t, func(t *testing.T, a *testkit.App) {
		editor, before := a.Staff(t, "editor"), contentVersion(t, a)
		body := map[string]any{
			"title": map[string]string{"en": "Our beginnings", "zh": "本寺缘起"},
			"html":  map[string]string{"en": `<p onclick="x()">A <b>hut</b> by the river.</p><script>x()</script>`, "zh": "<p>河边茅舍𠮷。</p>"},
		}
		var s office.ContentState
		editor.Put("/api/admin/content/history", body).Want(200).JSON(&s)
		if strings.Contains(s.HTML.EN, "script") || strings.Contains(s.HTML.EN, "onclick") || s.HTML.ZH != "<p>河边茅舍𠮷。</p>" || contentVersion(t, a) == before {
			t.Errorf("%+v", s)
		}
		for path, want := range map[string]string{"/about-us/history": "by the river", "/zh/about-us/history": "河边茅舍𠮷"} {
			if r := a.Guest().Get(path).Want(200); !strings.Contains(string(r.Body), want) {
				t.Errorf("%s lacks %q", path, want)
			}
		}
		// A page that nobody may see yet is edited, and nobody sees it.
		a.Exec(t, "UPDATE content_pages SET published = 0 WHERE key = 'abbot'")
		editor.Put("/api/admin/content/abbot", body).Want(200)
		if r := a.Guest().Get("/about-us/abbot"); r.Status != 404 {
			t.Errorf("a page that is not published: %d", r.Status)
		}
		if n := a.Count(t, "SELECT count(*) FROM content_pages WHERE key = 'abbot' AND published = 0 AND title_zh = '本寺缘起'"); n != 1 {
			t.Error("an edit has published it")
		}
		body["title"] = map[string]string{"en": " ", "zh": ""}
		if r := editor.Put("/api/admin/content/history", body); r.FieldCodes()["title"] != "required" {
			t.Errorf("%d %s", r.Status, r.Body)
		}
		editor.Put("/api/admin/content/nowhere", map[string]any{"title": map[string]string{"en": "x", "zh": "x"}, "html": map[string]string{"en": "", "zh": ""}}).Want(404)
	})
}
