package editing_test

import (
	"net/url"
	"strings"
	"testing"

	"shanmen/internal/offer/editing"
	"shanmen/internal/offer/words"
	"shanmen/internal/testkit"
)

// Content search finds the office's own texts in every kind of record: drafts too, without markup, never removed
// records.
func TestDraftTextsAreSearchable(t *testing.T) {
	t.Parallel()
	testkit.Each(t, func(t *testing.T, a *testkit.App) {
		editor := a.Staff(t, "editor")
		found := func(q string) (out editing.WrittenList) {
			editor.Get("/api/admin/written?q=" + url.QueryEscape(q)).Want(200).JSON(&out)
			return out
		}
		made := func(kind, key string, fields map[string]string) string {
			var out editing.Added
			editor.Post("/api/admin/record", map[string]any{"kind": kind, "key": key, "fields": fields}).Want(200).JSON(&out)
			return out.Record.ID
		}
		page := made("page", "quiet-hours", map[string]string{
			"title.en": "Quiet hours", "html.en": "<p>Your place is</p><p>saved <b>zealously</b> &amp; well.</p>", "html.zh": "<p>位子替您留得妥妥帖帖。</p>",
		})
		if out := found("is saved ZEALOUSLY & well"); out.Total != 1 || len(out.Items) != 1 || out.Items[0].Record.ID != page ||
			out.Items[0].Field != "html.en" || out.Items[0].Excerpt != (words.Excerpt{Before: "Your place ", Found: "is saved zealously & well", After: "."}) {
			t.Errorf("%+v", out)
		}
		if out := found("妥妥帖帖"); out.Total != 1 || out.Items[0].Field != "html.zh" {
			t.Errorf("in Chinese: %+v", out)
		}
		for _, q := range []string{"<b>", "&amp;", "no such words at all"} {
			if out := found(q); out.Total != 0 || out.Items == nil {
				t.Errorf("%q: %+v", q, out)
			}
		}
		lamp := a.Record(t, "offering", "light-lamp")
		editor.Type(lamp, map[string]string{"option.family.text.en": "Zealously kept"}).Want(200)
		editor.Type(a.Record(t, "form", "lamp"), map[string]string{"ask.wish.label.en": "What is zealously kept?"}).Want(200)
		fields := map[string]bool{}
		for _, one := range found("zealously").Items {
			fields[one.Record.Kind+" "+one.Field] = true
		}
		for _, want := range []string{"page html.en", "offering option.family.text.en", "form ask.wish.label.en"} {
			if !fields[want] {
				t.Errorf("%s is missing of %v", want, fields)
			}
		}
		editor.Post("/api/admin/record/"+page+"/take-away", map[string]any{}).Want(200)
		if out := found("妥妥帖帖"); out.Total != 0 {
			t.Errorf("taken away: %+v", out)
		}
		called := made("question", "", map[string]string{"title.en": "What is zealously done?"})
		if out := found("zealously"); out.Items[0].Record.ID != called {
			t.Errorf("a record of that name does not come first: %+v", out.Items[0])
		}
		for i := range 25 {
			made("question", "", map[string]string{"title.en": "Umpteenth question " + strings.Repeat("i", i+1)})
		}
		if out := found("umpteenth"); out.Total != 25 || len(out.Items) != 20 {
			t.Errorf("%d of %d", len(out.Items), out.Total)
		}
		a.Staff(t, "counter").Get("/api/admin/written?q=lamp").Want(403)
		a.Guest().Get("/api/admin/written?q=lamp").Want(401)
		editor.Get("/api/admin/written?q=").Want(400)
	})
}

// The history says how many versions there are, and since when.
func TestTheVersionHistoryIsCounted(t *testing.T) {
	t.Parallel()
	testkit.Each(t, func(t *testing.T, a *testkit.App) {
		editor := a.Staff(t, "editor")
		id := a.Record(t, "page", "history")
		history := func() (out editing.History) {
			editor.Get("/api/admin/record/" + id + "/version").Want(200).JSON(&out)
			return out
		}
		before := history()
		for _, title := range []string{"Our history, told", "Our history, told again"} {
			editor.Type(id, map[string]string{"title.en": title}).Want(200)
			editor.Publish(id, "en").Want(200)
		}
		after := history()
		if oldest := after.Items[len(after.Items)-1]; after.Total != before.Total+2 || int(after.Total) != len(after.Items) || after.Since == nil || !after.Since.Equal(oldest.At) {
			t.Errorf("%d of %d since %v", len(after.Items), after.Total, after.Since)
		}
		var made editing.Added
		editor.Post("/api/admin/record", map[string]any{"kind": "page", "key": "never-published"}).Want(200).JSON(&made)
		id = made.Record.ID
		if none := history(); none.Total != 0 || none.Since != nil {
			t.Errorf("of a new page: %+v", none)
		}
	})
}
