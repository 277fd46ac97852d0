package editing_test

import (
	"net/http"
	"strings"
	"testing"

	"shanmen/internal/offer/editing"
	"shanmen/internal/offer/redirect"
	"shanmen/internal/testkit"
	"shanmen/internal/testkit/together"
)

func readdress(c *testkit.Client, id, key string) *testkit.Response {
	return c.Post("/api/admin/record/"+id+"/address", map[string]any{"key": key})
}

// A page whose address changed is found at its former address too, by visitors and by links in other content.
func TestAChangedAddressRedirects(t *testing.T) {
	t.Parallel()
	testkit.Each(t, func(t *testing.T, a *testkit.App) {
		editor := a.Staff(t, "editor")
		abbot, history := a.Record(t, "page", "abbot"), a.Record(t, "page", "history")
		link := `<p>See <a href="/about-us/abbot">the abbot</a></p>`
		editor.Type(history, map[string]string{"html.en": link, "html.zh": `<p><a href="/zh/about-us/abbot">住持</a></p>`}).Want(200)
		editor.Publish(history, "en", "zh").Want(200)

		for key, code := range map[string]string{"": "required", "The Abbot!": "key-shape", "history": "key-taken", "privacy-policy": "key-taken"} {
			if r := readdress(editor, abbot, key); r.Status != 400 || r.FieldCodes()["key"] != code {
				t.Errorf("%q: %d %s, want %s", key, r.Status, r.Body, code)
			}
		}
		var out editing.Added
		readdress(editor, abbot, " Our-Abbot ").Want(200).JSON(&out)
		if out.Record.Address != "/about-us/our-abbot" {
			t.Errorf("its address is %s", out.Record.Address)
		}
		readdress(editor, abbot, "our-abbot").Want(200) // twice is once
		for from, to := range map[string]string{"/about-us/abbot": "/about-us/our-abbot", "/zh/about-us/abbot": "/zh/about-us/our-abbot"} {
			r := a.Guest().Get(from).Want(http.StatusMovedPermanently)
			if got := r.Header.Get("Location"); got != to {
				t.Errorf("%s leads to %s", from, got)
			}
			a.Guest().Get(to).Want(200)
		}
		if body := string(a.Guest().Get("/about-us/history").Want(200).Body); !strings.Contains(body, `href="/about-us/our-abbot"`) {
			t.Error("the menu does not lead to the new address")
		}
		// An earlier version may be published again, and keeps the page's address.
		editor.Type(history, map[string]string{"html.en": link + "<p>More</p>"}).Want(200)
		editor.Publish(history, "en").Want(200)
		if r := editor.Post("/api/admin/record/"+abbot+"/take-away", map[string]any{}); r.Code() != "still-named" {
			t.Errorf("taken away with %d %s", r.Status, r.Body)
		}
		editor.Type(abbot, map[string]string{"title.en": "The abbot of today"}).Want(200)
		editor.Publish(abbot, "en").Want(200)

		readdress(editor, abbot, "abbot").Want(200) // and back
		a.Guest().Get("/about-us/abbot").Want(200)
		a.Guest().Get("/about-us/our-abbot").Want(http.StatusMovedPermanently)
		if n := a.Count(t, "SELECT count(*) FROM redirects WHERE path LIKE '/about-us/%'"); n != 1 {
			t.Errorf("%d old addresses, want one", n)
		}
		if n := a.Count(t, "SELECT count(*) FROM refs WHERE target = 'page:our-abbot'"); n != 0 {
			t.Errorf("%d references to the address that is over", n)
		}

		// A draft that nobody has seen leaves no redirect.
		id := newEvent(t, editor, "evening", eventFields(nil))
		readdress(editor, id, "evening-chanting").Want(200)
		if n := a.Count(t, "SELECT count(*) FROM redirects WHERE path = '/event/evening'"); n != 0 {
			t.Error("an old address of what was never on the site")
		}
		for _, fixed := range []string{a.Record(t, "policy", "privacy-policy"), a.Record(t, "place", "temple")} {
			if r := readdress(editor, fixed, "other"); r.Code() != "record-fixed" {
				t.Errorf("%d %s", r.Status, r.Body)
			}
		}
	})
}

// An offering whose address changes remains in carts and on its events' pages, also in drafts that name it by its
// former key.
func TestAnOfferingKeepsItsCartsAndEventsWhenItsAddressChanges(t *testing.T) {
	t.Parallel()
	testkit.Each(t, func(t *testing.T, a *testkit.App) {
		editor, buyer := a.Staff(t, "editor"), a.Member(t)
		offering := a.Record(t, "offering", "incense")
		id := newEvent(t, editor, "evening", eventFields(map[string]string{"offering": "incense"}))
		editor.Publish(id, "en", "zh").Want(200)
		buyer.Fill(a.Item(t, "lamp-oil", "bottle")).Want(200)
		oil := a.Record(t, "offering", "lamp-oil")
		readdress(editor, offering, "morning-incense").Want(200)
		readdress(editor, oil, "oil").Want(200)
		offers := func() string {
			var d struct{ Offering *struct{ Key string } }
			a.Guest().Get("/api/event/evening").Want(200).JSON(&d)
			if d.Offering == nil {
				return ""
			}
			return d.Offering.Key
		}
		if got := offers(); got != "morning-incense" {
			t.Errorf("the event offers %q", got)
		}
		editor.Type(id, map[string]string{"title.en": "Evening chanting, again"}).Want(200)
		editor.Publish(id, "en", "zh").Want(200)
		if got := offers(); got != "morning-incense" {
			t.Errorf("published again the event offers %q", got)
		}
		var v struct {
			Items []struct{ OfferingKey, State string }
		}
		buyer.Get("/api/cart/checkout").Want(200).JSON(&v)
		if len(v.Items) != 1 || v.Items[0].OfferingKey != "oil" || v.Items[0].State == "unavailable" {
			t.Errorf("the cart: %+v", v.Items)
		}
		a.Guest().Get("/blessing-service/incense").Want(http.StatusMovedPermanently)
		a.Guest().Get("/blessing-service/morning-incense").Want(200)
	})
}

// Two pages are given one address at the same moment: one of them gets it.
func TestTwoPagesCannotTakeTheSameAddress(t *testing.T) {
	t.Parallel()
	testkit.Each(t, func(t *testing.T, a *testkit.App) {
		desks := []*testkit.Client{a.Staff(t, "editor"), a.Staff(t, "admin")}
		pages := []string{a.Record(t, "page", "abbot"), a.Record(t, "page", "history")}
		for round, key := range []string{"first", "second", "third"} {
			codes := make([]string, 2)
			together.AtOnce(2, func(i int) { codes[i] = readdress(desks[i], pages[i], key).FieldCodes()["key"] })
			if (codes[0] == "key-taken") == (codes[1] == "key-taken") {
				t.Errorf("round %d: %q", round, codes)
			}
			a.Guest().Get("/about-us/" + key).Want(200)
		}
	})
}

// A page published at the address of a redirect replaces the redirect.
func TestAPublishedPageReplacesARedirectAtItsAddress(t *testing.T) {
	t.Parallel()
	testkit.Each(t, func(t *testing.T, a *testkit.App) {
		editor := a.Staff(t, "editor")
		readdress(editor, a.Record(t, "page", "abbot"), "our-abbot").Want(200)
		for _, e := range []redirect.Entry{{Path: "/about-us/elsewhere", Target: "https://elsewhere.example/"}, {Path: "/about-us/event", Target: "/event"}} {
			e.Status, e.Active = http.StatusFound, true
			if err := a.Redirects.Save(t.Context(), e); err != nil {
				t.Fatal(err)
			}
		}
		for _, key := range []string{"abbot", "elsewhere", "event"} {
			var made editing.Added
			editor.Post("/api/admin/record", map[string]any{"kind": "page", "key": key, "fields": map[string]string{
				"title.en": "New", "title.zh": "新", "html.en": "<p>New words</p>", "html.zh": "<p>新</p>",
			}}).Want(200).JSON(&made)
			var c editing.Checked
			editor.Get("/api/admin/record/" + made.Record.ID + "/check?languages=en,zh").Want(200).JSON(&c)
			if len(c.Warnings) != 1 || c.Warnings[0].Code != "address-leads-away" || !strings.Contains(c.Warnings[0].Message, "/about-us/"+key) {
				t.Errorf("%s: warned of %+v", key, c.Warnings)
			}
			editor.Publish(made.Record.ID, "en", "zh").Want(200)
			if err := a.Redirects.Renew(t.Context()); err != nil { // as each replica does when the content has changed
				t.Fatal(err)
			}
			if r := a.Guest().Get("/about-us/" + key).Want(200); !strings.Contains(string(r.Body), "New words") {
				t.Errorf("%s shows something else", key)
			}
			// The office decides by itself to close a page for a while, and editing its words does not change that.
			if err := a.Redirects.Save(t.Context(), redirect.Entry{Path: "/about-us/" + key, Target: "/event", Status: http.StatusFound, Active: true}); err != nil {
				t.Fatal(err)
			}
			editor.Type(made.Record.ID, map[string]string{"html.en": "<p>Newer</p>"}).Want(200)
			editor.Publish(made.Record.ID, "en").Want(200)
			a.Guest().Get("/about-us/" + key).Want(http.StatusFound)
		}
	})
}
