package editing_test

import (
	"context"
	"encoding/json"
	"net/http"
	"strings"
	"testing"
	"time"

	"shanmen/internal/base/locale"
	"shanmen/internal/offer/editing"
	"shanmen/internal/offer/event"
	"shanmen/internal/offer/event/rule"
	"shanmen/internal/platform/db"
	"shanmen/internal/testkit"
)

// fortnight is a rule for 初一 and 十五 with two sessions.
func fortnight(change func(*rule.Rule)) string {
	r := rule.Rule{
		Kind: rule.LunarMonthly, LunarDays: []int{1, 15}, Leap: rule.LeapAlso, From: "2026-11-21",
		Sessions: []rule.Session{
			{Begins: "09:30", Ends: "11:30"},
			{Key: "light", Title: locale.Text{EN: "Passing the light", ZH: "传灯"}, Begins: "19:30", Ends: "20:15", Only: []int{15}},
		},
	}
	if change != nil {
		change(&r)
	}
	return r.JSON()
}

func eventFields(more map[string]string) map[string]string {
	f := map[string]string{
		"title.en": "Evening chanting", "title.zh": "晚课", "summary.en": "With the community.", "summary.zh": "与大众同修。",
		"place.en": "Pagoda", "place.zh": "宝塔", "html.en": "<p>All <script>x</script>welcome</p>", "kind": "chanting", "rule": fortnight(nil),
	}
	for name, text := range more {
		f[name] = text
	}
	return f
}

func newEvent(t *testing.T, c *testkit.Client, key string, fields map[string]string) string {
	t.Helper()
	var made editing.Added
	c.Post("/api/admin/record", map[string]any{"kind": "event", "key": key, "fields": fields}).Want(200).JSON(&made)
	return made.Record.ID
}

func TestAnEventIsARecord(t *testing.T) {
	testkit.Each(t, func(t *testing.T, a *testkit.App) {
		editor := a.Staff(t, "editor")
		id := newEvent(t, editor, "evening", eventFields(nil))
		a.Guest().Get("/event/evening").Want(http.StatusNotFound)
		// Only the office sees the draft on its real page.
		if r := editor.Get("/zh/event/evening?draft=" + id).Want(200); !strings.Contains(string(r.Body), "晚课") || !strings.Contains(string(r.Body), "传灯") {
			t.Error("the draft is not on its page")
		}
		a.Guest().Get("/event/evening?draft=" + id).Want(http.StatusNotFound)

		editor.Publish(id, "en", "zh").Want(200)
		page := string(a.Guest().Get("/event/evening").Want(200).Body)
		if !strings.Contains(page, "Evening chanting") || !strings.Contains(page, "Passing the light") || strings.Contains(page, "<script>x") {
			t.Error("the page is not as it was written")
		}
		uids := a.Count(t, "SELECT count(*) FROM event_dates d JOIN events e ON e.id = d.event_id WHERE e.key = 'evening'")
		if uids != 50 {
			t.Errorf("%d dates, want 50", uids)
		}

		// A date is cancelled: once published, visitors see it struck through, and its UID stays.
		cancelled := fortnight(func(r *rule.Rule) {
			r.Exceptions = []rule.Exception{{Day: "2026-12-09", Act: rule.Cancelled, Note: locale.Text{EN: "The hall is painted.", ZH: "大殿油漆。"}}}
		})
		editor.Type(id, map[string]string{"rule": cancelled}).Want(200)
		if n := a.Count(t, "SELECT count(*) FROM event_dates WHERE cancelled = 1"); n != 0 {
			t.Errorf("%d dates are cancelled by a draft", n)
		}
		editor.Publish(id, "en", "zh").Want(200)
		if n := a.Count(t, "SELECT count(*) FROM event_dates d JOIN events e ON e.id = d.event_id WHERE e.key = 'evening' AND d.cancelled = 1 AND d.uid = e.id || '-2026-12-09'"); n != 1 {
			t.Error("the date is not cancelled")
		}
		if page := string(a.Guest().Get("/event/evening").Want(200).Body); !strings.Contains(page, "The hall is painted.") {
			t.Error("the page does not say why")
		}

		var back editing.Published
		editor.Type(id, map[string]string{"title.en": "Late chanting"}).Want(200)
		editor.Publish(id, "en", "zh").Want(200).JSON(&back)
		editor.Post("/api/admin/record/"+id+"/take-back", map[string]any{"version": back.Version}).Want(200)
		if page := string(a.Guest().Get("/event/evening").Want(200).Body); strings.Contains(page, "Late chanting") {
			t.Error("it was not taken back")
		}

		editor.Post("/api/admin/record/"+id+"/take-away", map[string]any{}).Want(200)
		a.Guest().Get("/event/evening").Want(http.StatusNotFound)
		editor.Post("/api/admin/record/"+id+"/bring-back", map[string]any{}).Want(200)
		a.Guest().Get("/event/evening").Want(200)
		if n := a.Count(t, "SELECT count(*) FROM event_dates d JOIN events e ON e.id = d.event_id WHERE e.key = 'evening'"); n != uids {
			t.Errorf("%d dates after it was brought back, want %d", n, uids)
		}
	})
}

func TestIncompleteEventsCannotBePublished(t *testing.T) {
	testkit.Each(t, func(t *testing.T, a *testkit.App) {
		editor := a.Staff(t, "editor")
		id := newEvent(t, editor, "evening", map[string]string{"title.en": "Evening chanting"})
		blocks := func() map[string]string {
			var c editing.Checked
			editor.Get("/api/admin/record/" + id + "/check?languages=en,zh").Want(200).JSON(&c)
			out := map[string]string{}
			for _, b := range c.Blocks {
				out[b.Field] = b.Code
				if b.Message == "" || strings.Contains(b.Message, "fault.") {
					t.Errorf("%s has no sentence: %q", b.Code, b.Message)
				}
			}
			return out
		}
		got := blocks()
		for _, field := range []string{"title.zh", "place.en", "place.zh", "kind", "rule"} {
			if got[field] != "required" {
				t.Errorf("%s: %q", field, got[field])
			}
		}
		if r := editor.Publish(id, "en"); r.Code() != "not-publishable" {
			t.Errorf("published: %d %s", r.Status, r.Code())
		}
		for _, c := range []struct{ rule, field, code string }{
			{fortnight(func(r *rule.Rule) { r.LunarDays = []int{30} }), "rule.short", "required"},
			{fortnight(func(r *rule.Rule) { r.Until = "2026-11-22" }), "rule", "rule-without-dates"},
			{`{"kind":"lunar-monthly"}`, "rule.lunarDays", "required"},
			{fortnight(func(r *rule.Rule) { r.Sessions[1].Title.ZH = "" }), "rule.sessions[1].title.zh", "required"},
			{fortnight(func(r *rule.Rule) {
				r.Exceptions = []rule.Exception{{Day: "2026-11-23", Act: rule.Moved, To: "2026-11-02"}}
			}), "rule.exceptions[0].to", "not-ahead"},
		} {
			editor.Type(id, map[string]string{"rule": c.rule}).Want(200) // a draft may be incomplete
			if got := blocks(); got[c.field] != c.code {
				t.Errorf("%s: %v, want %s at %s", c.rule, got, c.code, c.field)
			}
		}
		for _, text := range []string{"x", `{"kind":"dates"} {}`, `{"knd":"dates"}`, `{"kind":"` + strings.Repeat("x", rule.LongestJSON) + `"}`} {
			if r := editor.Type(id, map[string]string{"rule": text}); r.FieldCodes()["rule"] != "rule-unreadable" {
				t.Errorf("%.30s: %d %v", text, r.Status, r.FieldCodes())
			}
		}
		editor.Type(id, map[string]string{"offering": "nothing"}).Want(200)
		if got := blocks(); got["offering"] != "link-leads-nowhere" {
			t.Errorf("an offering that is not there: %v", got)
		}
		// Bidirectional control characters are removed, wherever they are.
		words := fortnight(func(r *rule.Rule) { r.Sessions[1].Title.EN = "Pass\u202eing" })
		var s editing.Saved
		editor.Type(id, map[string]string{"rule": words}).Want(200).JSON(&s)
		if len(s.Removed) != 1 || strings.Contains(s.Values["rule"], "\u202e") || strings.Contains(s.Values["rule"], `\u202e`) {
			t.Errorf("marks stay: %+v", s)
		}
		// A hall that is already in use at that time is a warning.
		editor.Type(id, eventFields(map[string]string{"place.en": "Main Hall", "place.zh": "大殿", "offering": ""})).Want(200)
		var c editing.Checked
		editor.Get("/api/admin/record/" + id + "/check?languages=en,zh").Want(200).JSON(&c)
		if len(c.Blocks) != 0 || len(c.Warnings) == 0 || c.Warnings[0].Code != "place-taken" || !strings.Contains(c.Warnings[0].Message, "2026") {
			t.Errorf("a clash: %+v, %+v", c.Blocks, c.Warnings)
		}
		editor.Publish(id, "en", "zh").Want(200)
		if r := editor.Post("/api/admin/record", map[string]any{"kind": "event", "key": "vesak"}); r.FieldCodes()["key"] != "key-taken" {
			t.Errorf("an address that is taken: %v", r.FieldCodes())
		}
	})
}

// A date with orders stays, cancelled, also when the offering leaves the event in the same publication.
func TestABookedDateIsKeptAsCancelledWhenTheEventDropsIt(t *testing.T) {
	testkit.Each(t, func(t *testing.T, a *testkit.App) {
		editor := a.Staff(t, "editor")
		id := newEvent(t, editor, "evening", eventFields(map[string]string{"offering": "incense"}))
		editor.Publish(id, "en", "zh").Want(200)
		a.Exec(t, `INSERT INTO invoices (id, number, origin, origin_id, status, locale, sub_total, payment_reference, payer_name, created_at, updated_at)
			VALUES ('order', 'INV-1', 'walk-in', 'desk', 'paid', 'en', 100, 'REF', 'Lim', $1, $1)`, a.Clock.Now().UnixMilli())
		a.Exec(t, `INSERT INTO invoice_items (id, invoice_id, position, offering_id, option_id, title_en, title_zh, option_title_en, option_title_zh, quantity, unit_price, amount)
			SELECT 'booked', 'order', 0, id, 'none', '', '', '', '', 1, 100, 100 FROM offerings WHERE key = 'incense'`)
		editor.Type(id, map[string]string{"offering": "", "rule": fortnight(func(r *rule.Rule) { r.LunarDays, r.Sessions[1].Only = []int{2}, nil })}).Want(200)
		editor.Publish(id, "en", "zh").Want(200)
		if n := a.Count(t, "SELECT count(*) FROM event_dates d JOIN events e ON e.id = d.event_id WHERE e.key = 'evening' AND d.cancelled = 1"); n != 1 {
			t.Errorf("%d cancelled dates, want the booked one", n)
		}
	})
}

// An event that an older program stored as dates only becomes a record whose rule gives the same dates with the same
// UIDs.
func TestEventsOfAnOlderVersionBecomeRecords(t *testing.T) {
	testkit.Each(t, func(t *testing.T, a *testkit.App) {
		now := a.Clock.Now()
		a.Write(t, func(ctx context.Context, tx *db.Tx) error {
			_, err := event.Add(ctx, tx, event.New{
				Key: "old", Kind: event.Talk, Title: locale.Text{EN: "A talk", ZH: "讲座"}, Place: locale.Text{EN: "Library", ZH: "藏经阁"},
				StartsAt: now.Add(72 * time.Hour), EndsAt: now.Add(74 * time.Hour),
			}, now)
			return err
		})
		a.Exec(t, "DELETE FROM event_rules WHERE event_id = (SELECT id FROM events WHERE key = 'old')")
		a.Exec(t, "UPDATE event_dates SET uid = 'of-a-phone' WHERE event_id = (SELECT id FROM events WHERE key = 'old')")
		for range 2 {
			if err := editing.HandOver(t.Context(), a.DB, a.Clock); err != nil {
				t.Fatal(err)
			}
		}
		id := a.Record(t, "event", "old")
		editor := a.Staff(t, "editor")
		o := look(t, editor, id)
		var r rule.Rule
		if err := json.Unmarshal([]byte(o.Fields["rule"]), &r); err != nil || r.Kind != rule.Dates || len(r.Days) != 1 || !o.Record.EN.OnSite || o.Record.ZH.State != editing.StateLive {
			t.Fatalf("handed over: %+v, %v", o, err)
		}
		editor.Type(id, map[string]string{"title.en": "A long talk"}).Want(200)
		editor.Publish(id, "en", "zh").Want(200)
		if n := a.Count(t, "SELECT count(*) FROM event_dates WHERE uid = 'of-a-phone'"); n != 1 {
			t.Error("the date has another UID")
		}
	})
}
