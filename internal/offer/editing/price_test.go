package editing_test

import (
	"maps"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/wneessen/go-mail"

	"shanmen/internal/offer/editing"
	"shanmen/internal/testkit"
)

// aboutPrices are the mails to somebody whose subject is the prices of Soup, by their bodies.
func aboutPrices(t *testing.T, a *testkit.App, to string) (out []string) {
	t.Helper()
	for _, m := range a.Mails(t) {
		subject := m.GetGenHeader(mail.HeaderSubject)[0]
		if (strings.Contains(subject, "Soup") || strings.Contains(subject, "汤")) && strings.Contains(m.GetToString()[0], to) {
			text := ""
			for _, p := range m.GetParts() {
				body, err := p.GetContent()
				if err != nil {
					t.Fatal(err)
				}
				text += string(body)
			}
			out = append(out, subject+"\n"+text)
		}
	}
	return out
}

func revOf(c *testkit.Client, id string) int64 {
	var o editing.Opened
	c.Get("/api/admin/record/" + id).Want(200).JSON(&o)
	return o.Rev
}

func history(t *testing.T, c *testkit.Client, id string) editing.PriceHistory {
	t.Helper()
	var out editing.PriceHistory
	c.Get("/api/admin/price/" + id).Want(200).JSON(&out)
	return out
}

// Every treasurer gets one message for each publication that changes a price, and for undoing one; the history shows
// the same, also to people who may not edit.
func TestTreasurersAreMailedAboutPriceChanges(t *testing.T) {
	t.Parallel()
	testkit.Each(t, func(t *testing.T, a *testkit.App) {
		editor, treasurer := a.Staff(t, "editor"), a.Staff(t, "treasurer")
		id := newOffering(t, a, editor, soup())
		var out editing.Published
		editor.Publish(id, "en", "zh").Want(200)
		if got := aboutPrices(t, a, "treasurer@"); len(got) != 0 {
			t.Errorf("first prices are no change: %q", got)
		}
		a.Clock.Advance(5 * time.Minute)
		editor.Type(id, map[string]string{"summary.en": "Another bowl."}).Want(200)
		editor.Publish(id, "en", "zh").Want(200)
		if got := aboutPrices(t, a, "treasurer@"); len(got) != 0 {
			t.Errorf("no price changed: %q", got)
		}
		a.Clock.Advance(5 * time.Minute)
		editor.Type(id, map[string]string{"option.bowl.price": "1100"}).Want(200)
		editor.Type(id, map[string]string{"option.bowl.later": "2027-01-01 1300"}).Want(200)
		editor.Publish(id, "en", "zh").Want(200).JSON(&out)
		got := aboutPrices(t, a, "treasurer@")
		if len(got) != 1 || !strings.Contains(got[0], "S$10.00 → S$11.00, at once") || !strings.Contains(got[0], "S$12.00 → S$13.00, from ") || !strings.Contains(got[0], "/admin/prices/"+id) {
			t.Fatalf("%q", got)
		}
		if got := aboutPrices(t, a, "editor@"); len(got) != 0 {
			t.Errorf("who is no treasurer: %q", got)
		}
		a.Clock.Advance(20 * time.Second)
		editor.Post("/api/admin/record/"+id+"/take-back", map[string]any{"version": out.Version}).Want(200)
		got = aboutPrices(t, a, "treasurer@")
		if len(got) != 2 || !strings.Contains(got[1]+got[0], "S$11.00 → S$10.00, at once") {
			t.Fatalf("%q", got)
		}

		for _, who := range []*testkit.Client{treasurer, editor, a.Staff(t, "admin")} {
			h := history(t, who, id)
			var whys []string
			for _, turn := range h.Items {
				whys = append(whys, turn.Why)
				if turn.By.Name == "" || turn.At.IsZero() {
					t.Errorf("%+v", turn)
				}
			}
			if strings.Join(whys, " ") != "take-back publish publish" || *h.Items[0].Changes[0].Before != 1100 || *h.Items[0].Changes[0].After != 1000 || *h.Items[1].Changes[1].After != 1300 {
				t.Fatalf("%+v", h.Items)
			}
			if o := h.Offering.Options; len(o) != 2 || o[0].Price != 1000 || len(o[0].Later) != 1 || o[0].Later[0].Price != 1200 || !o[1].Open {
				t.Errorf("%+v", h.Offering)
			}
		}
		var list editing.PriceList
		treasurer.Get("/api/admin/price").Want(200).JSON(&list)
		found := false
		for _, o := range list.Items {
			found = found || o.ID == id && o.OnSite && o.Options[0].Price == 1000
		}
		if !found {
			t.Errorf("%+v", list)
		}
		a.Staff(t, "counter").Get("/api/admin/price/" + id).Want(403)
		treasurer.Get("/api/admin/price/nothing").Want(404)
		treasurer.Get("/api/admin/record/" + id).Want(403)
	})
}

// A scheduled price change is announced once, when it is published.
func TestTreasurersAreMailedOnceAboutAScheduledPrice(t *testing.T) {
	t.Parallel()
	testkit.Each(t, func(t *testing.T, a *testkit.App) {
		editor := a.Staff(t, "editor")
		a.Staff(t, "treasurer")
		id := newOffering(t, a, editor, soup())
		editor.Publish(id, "en", "zh").Want(200)
		a.Clock.Advance(5 * time.Minute)
		editor.Type(id, map[string]string{"option.bowl.price": "1100"}).Want(200)
		at := a.Clock.Now().Add(5 * time.Minute)
		editor.Post("/api/admin/record/"+id+"/schedule", map[string]any{"languages": []string{"en", "zh"}, "rev": revOf(editor, id), "at": at}).Want(200)
		if got := aboutPrices(t, a, "treasurer@"); len(got) != 0 {
			t.Errorf("before it goes out: %q", got)
		}
		a.Clock.Advance(5 * time.Minute)
		if err := a.Editing.GoOut(t.Context()); err != nil {
			t.Fatal(err)
		}
		if got := aboutPrices(t, a, "treasurer@"); len(got) != 1 || !strings.Contains(got[0], "S$10.00 → S$11.00") {
			t.Errorf("%q", got)
		}
		if h := history(t, editor, id); h.Items[0].Why != "schedule" || len(h.Items) != 2 {
			t.Errorf("%+v", h.Items)
		}
	})
}

// A long history is split into pages without gaps or repetitions.
func TestPriceHistoryIsPaged(t *testing.T) {
	t.Parallel()
	testkit.Each(t, func(t *testing.T, a *testkit.App) {
		editor := a.Staff(t, "editor")
		id := newOffering(t, a, editor, soup())
		editor.Publish(id, "en", "zh").Want(200)
		for i := range 22 {
			a.Clock.Advance(time.Minute)
			editor.Type(id, map[string]string{"option.any.least": []string{"600", "700"}[i%2]}).Want(200)
			editor.Publish(id, "en", "zh").Want(200)
		}
		seen := map[int64]int{}
		first := history(t, editor, id)
		var rest editing.PriceHistory
		editor.Get("/api/admin/price/" + id + "?before=" + strconv.FormatInt(first.Next, 10)).Want(200).JSON(&rest)
		for _, turn := range append(first.Items, rest.Items...) {
			seen[turn.Version]++
		}
		if len(seen) != 23 || rest.Next != 0 {
			t.Errorf("%d publishings, then %d", len(seen), rest.Next)
		}
		for n := range maps.Values(seen) {
			if n != 1 {
				t.Errorf("%v", seen)
			}
		}
	})
}
