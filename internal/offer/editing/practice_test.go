package editing_test

import (
	"testing"
	"time"

	"shanmen/internal/offer/editing"
	"shanmen/internal/office/today"
	"shanmen/internal/testkit"
)

// A practice page is edited like any page, by its owner only; it can never be published, and can be deleted.
func TestAPracticePageIsPrivateAndNeverPublished(t *testing.T) {
	t.Parallel()
	testkit.One(t, func(t *testing.T, a *testkit.App) {
		editor, admin := a.Staff(t, "editor"), a.Staff(t, "admin")
		first := func() *editing.Practice {
			var o today.Today
			editor.Get("/api/admin/today").Want(200).JSON(&o)
			for _, w := range o.Waiting {
				if w.What == "drafts" {
					t.Errorf("the practice page is counted as debt: %+v", w)
				}
			}
			return o.FirstDay
		}
		if p := first(); p == nil || p.Record != "" {
			t.Fatalf("the first day: %+v", p)
		}
		var p, again editing.Practice
		editor.Post("/api/admin/practice", nil).Want(200).JSON(&p)
		editor.Post("/api/admin/practice", nil).Want(200).JSON(&again)
		if p.Record == "" || again != p {
			t.Fatalf("opened twice: %+v, %+v", p, again)
		}
		at := "/api/admin/record/" + p.Record
		editor.Type(p.Record, map[string]string{"title.en": "Trying", "html.zh": "<p>试一试</p>"}).Want(200)
		if p := first(); p == nil || p.Record == "" {
			t.Errorf("it is not offered any more: %+v", p)
		}
		var open editing.Opened
		editor.Get(at).Want(200).JSON(&open)
		if open.Fields["title.en"] != "Trying" || open.Fields["html.en"] == "" {
			t.Errorf("the draft: %+v", open.Fields)
		}

		var checked editing.Checked
		editor.Get(at + "/check?languages=en,zh").Want(200).JSON(&checked)
		if len(checked.Addresses) != 0 || len(checked.Blocks) == 0 || checked.Blocks[0].Code != "practice-page" {
			t.Errorf("the check names pages, or lets it out: %+v", checked)
		}
		for _, languages := range [][]string{{"en"}, {"zh"}, {"en", "zh"}} {
			if r := editor.Publish(p.Record, languages...); r.Status != 400 {
				t.Errorf("published in %v: %d", languages, r.Status)
			}
			if r := editor.Post(at+"/schedule", map[string]any{"languages": languages, "rev": open.Rev, "at": a.Clock.Now().Add(time.Hour)}); r.Status != 400 {
				t.Errorf("scheduled in %v: %d", languages, r.Status)
			}
		}
		for act, body := range map[string]any{
			"take-away": nil, "look": nil, "address": map[string]any{"key": "tried"}, "move": map[string]any{"after": ""},
			"ask": map[string]any{"who": a.UserID(t, "admin"), "language": "zh"}, "take-back": map[string]any{"version": 1},
		} {
			if r := editor.Post(at+"/"+act, body); r.Status < 400 || r.Status > 422 {
				t.Errorf("%s: %d", act, r.Status)
			}
		}
		if n := a.Count(t, "SELECT count(*) FROM content_pages WHERE title_en = 'Trying' OR key LIKE 'practice%'"); n != 0 {
			t.Errorf("%d rows of what visitors see", n)
		}

		for _, path := range []string{"", "/version", "/check?languages=en", "/ask", "/look"} {
			if r := admin.Get(at + path); r.Status != 404 {
				t.Errorf("another sees %q: %d", path, r.Status)
			}
		}
		typed := map[string]any{"fields": map[string]any{"title.en": map[string]any{"value": "Mine", "base": 0}}}
		admin.Do("PATCH", at, typed).Want(404)
		if r := editor.Get("/api/admin/record?kind=practice"); r.Status != 400 {
			t.Errorf("the list of practice pages: %d", r.Status)
		}
		var other editing.Practice
		admin.Post("/api/admin/practice", nil).Want(200).JSON(&other)
		if other.Record == p.Record {
			t.Error("two people have one practice page")
		}
		a.Staff(t, "counter").Post("/api/admin/practice", nil).Want(403)

		for range 2 { // twice is once
			editor.Post("/api/admin/practice/end", nil).Want(200)
		}
		if p := first(); p != nil {
			t.Errorf("thrown away, and back: %+v", p)
		}
		editor.Get(at).Want(404)
		editor.Do("PATCH", at, typed).Want(404)
		editor.Post(at+"/bring-back", nil).Want(404)
		if r := editor.Post("/api/admin/practice", nil).Want(400); r.Code() != "practice-over" {
			t.Errorf("opened anew: %s", r.Code())
		}
		if n := a.Count(t, "SELECT count(*) FROM drafts WHERE record_id = '"+p.Record+"' AND fields <> '{}'"); n != 0 {
			t.Error("what was written is kept")
		}
	})
}
