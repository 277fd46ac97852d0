package editing_test

import (
	"net/http"
	"slices"
	"strings"
	"testing"
	"time"

	"shanmen/internal/base/clock"
	"shanmen/internal/offer/editing"
	"shanmen/internal/testkit"
)

func look(t *testing.T, c *testkit.Client, id string) editing.Opened {
	t.Helper()
	var o editing.Opened
	c.Get("/api/admin/record/" + id).Want(200).JSON(&o)
	return o
}

func patch(c *testkit.Client, id string, fields map[string]editing.Typed) *testkit.Response {
	return c.Do(http.MethodPatch, "/api/admin/record/"+id, map[string]any{"fields": fields})
}

// Visitors see nothing of a draft; of a published record they see the published languages.
func TestVisitorsSeeADraftOnlyOncePublished(t *testing.T) {
	t.Parallel()
	testkit.Each(t, func(t *testing.T, a *testkit.App) {
		editor, id := a.Staff(t, "editor"), a.Record(t, "page", "history")
		shows := func(path, text string) bool {
			return strings.Contains(string(a.Guest().Get(path).Want(200).Body), text)
		}
		var s editing.Saved
		editor.Type(id, map[string]string{
			"html.en": `<p onclick="x()">A <b>hut</b> by the river.</p><script>x()</script>`, "html.zh": "<p>河边茅舍𠮷。</p>", "title.en": "Our beginnings",
		}).Want(200).JSON(&s)
		if s.Values["html.en"] != "<p>A <b>hut</b> by the river.</p>" || len(s.Removed) != 1 || !slices.Equal(s.Removed[0].What, []string{"scripts"}) || s.Record.EN.State != "changed" || s.Record.ZH.State != "changed" {
			t.Errorf("%+v", s)
		}
		if shows("/about-us/history", "by the river") || shows("/zh/about-us/history", "茅舍") {
			t.Error("visitors see a draft")
		}
		var p editing.Published
		editor.Publish(id, "en").Want(200).JSON(&p)
		if !shows("/about-us/history", "by the river") || shows("/zh/about-us/history", "茅舍") || p.Record.EN.State != "live" || p.Record.ZH.State != "changed" {
			t.Errorf("the English alone: %+v", p)
		}
		if r := editor.Publish(id, "en"); r.Code() != "nothing-to-publish" {
			t.Errorf("%d %s", r.Status, r.Body)
		}
		editor.Publish(id, "zh").Want(200).JSON(&p)
		if !shows("/zh/about-us/history", "河边茅舍𠮷") || p.Record.ZH.State != "live" {
			t.Errorf("the Chinese: %+v", p)
		}
		a.Clock.Advance(editing.TakeBackFor)
		editor.Post("/api/admin/record/"+id+"/take-back", map[string]any{"version": p.Version}).Want(200)
		if shows("/zh/about-us/history", "茅舍") || !shows("/about-us/history", "by the river") {
			t.Error("only the Chinese was to be taken back")
		}
		if o := look(t, editor, id); o.Fields["html.zh"] != "<p>河边茅舍𠮷。</p>" || o.Record.ZH.State != "changed" {
			t.Errorf("what was taken back stays in the draft: %+v", o)
		}
		editor.Publish(id, "zh").Want(200).JSON(&p)
		a.Clock.Advance(editing.TakeBackFor + time.Millisecond)
		if r := editor.Post("/api/admin/record/"+id+"/take-back", map[string]any{"version": p.Version}); r.Code() != "too-late-to-take-back" {
			t.Errorf("%d %s", r.Status, r.Body)
		}
		if err := a.TryExec(t, "UPDATE versions SET fields = '{}'"); err == nil {
			t.Error("the database lets a version be changed")
		}
	})
}

// Two people write into one field: the later one is refused, the other's text stays the draft, and the refused text is
// a version. English and Chinese do not conflict.
func TestConcurrentEditsLoseNothing(t *testing.T) {
	t.Parallel()
	testkit.Each(t, func(t *testing.T, a *testkit.App) {
		one, two, id := a.Staff(t, "editor"), a.Staff(t, "admin"), a.Record(t, "page", "abbot")
		base := look(t, one, id).Revs
		patch(one, id, map[string]editing.Typed{"html.en": {Value: "<p>One</p>", Base: base["html.en"].Rev}}).Want(200)
		var s editing.Saved
		two.Header.Set("Idempotency-Key", "two-0001-two-0001")
		send := func() {
			s = editing.Saved{}
			patch(two, id, map[string]editing.Typed{
				"html.en": {Value: "<p>Two</p>", Base: base["html.en"].Rev}, "html.zh": {Value: "<p>二</p>", Base: base["html.zh"].Rev},
			}).Want(200).JSON(&s)
		}
		send()
		if len(s.Conflicts) != 1 || s.Conflicts[0].Theirs != "<p>One</p>" || s.Conflicts[0].By.Name != "Editor" || s.Revs["html.zh"].Rev == 0 {
			t.Fatalf("%+v", s)
		}
		first := s.Conflicts[0]
		send() // the response was lost: the same request again
		two.Header.Del("Idempotency-Key")
		if len(s.Conflicts) != 1 || s.Conflicts[0] != first {
			t.Errorf("sent again: %+v", s.Conflicts)
		}
		if n := a.Count(t, "SELECT count(*) FROM versions WHERE record_id = $1 AND why = 'set-aside'", id); n != 2 {
			t.Errorf("%d set aside", n)
		}
		var v editing.VersionState
		two.Get("/api/admin/record/" + id + "/version/3").Want(200).JSON(&v)
		o := look(t, one, id)
		if v.Fields["html.en"] != "<p>Two</p>" || v.Why != "set-aside" || o.Fields["html.en"] != "<p>One</p>" || o.Fields["html.zh"] != "<p>二</p>" {
			t.Errorf("%+v\n%+v", v, o.Fields)
		}
		patch(two, id, map[string]editing.Typed{"html.en": {Value: "<p>One and two</p>", Base: first.Rev}}).Want(200).JSON(&s)
		if len(s.Conflicts) != 0 || look(t, one, id).Fields["html.en"] != "<p>One and two</p>" {
			t.Errorf("%+v", s)
		}
	})
}

// A save whose response was lost is sent again after a colleague has overwritten it: it is answered with its own
// revision. With the colleague's, the next save would overwrite their text without a conflict.
func TestARepeatedSaveHasItsOwnRevision(t *testing.T) {
	t.Parallel()
	testkit.Each(t, func(t *testing.T, a *testkit.App) {
		one, two, id := a.Staff(t, "editor"), a.Staff(t, "admin"), a.Record(t, "page", "abbot")
		send := func(c *testkit.Client, text string, base int64) (s editing.Saved) {
			patch(c, id, map[string]editing.Typed{"html.en": {Value: text, Base: base}}).Want(200).JSON(&s)
			return s
		}
		base := look(t, one, id).Revs["html.en"].Rev
		one.Header.Set("Idempotency-Key", "one-0001-one-0001")
		first := send(one, "<p>One</p>", base)
		send(two, "<p>Two</p>", first.Revs["html.en"].Rev)
		again := send(one, "<p>One</p>", base)
		one.Header.Del("Idempotency-Key")
		if again.Revs["html.en"] != first.Revs["html.en"] || len(again.Conflicts) != 0 {
			t.Errorf("%+v, sent again %+v", first.Revs, again)
		}
		s := send(one, "<p>One and more</p>", again.Revs["html.en"].Rev)
		if len(s.Conflicts) != 1 || s.Conflicts[0].Theirs != "<p>Two</p>" || look(t, two, id).Fields["html.en"] != "<p>Two</p>" {
			t.Errorf("%+v", s)
		}

		// Version 0.2.0 remembered no revisions.
		one.Header.Set("Idempotency-Key", "one-0002-one-0002")
		first = send(one, "<p>One again</p>", s.Conflicts[0].Rev)
		a.Exec(t, `UPDATE idempotency_keys SET response = '{"fields":["html.en"],"removed":[]}' WHERE key = 'one-0002-one-0002'`)
		if again := send(one, "<p>One again</p>", s.Conflicts[0].Rev); again.Revs["html.en"] != first.Revs["html.en"] {
			t.Errorf("%+v, sent again after an upgrade %+v", first.Revs, again)
		}
	})
}

// A text that is stored as no text was never written: it has no revision, and the next save is based on none.
func TestAnEmptyTextHasNoRevision(t *testing.T) {
	t.Parallel()
	testkit.One(t, func(t *testing.T, a *testkit.App) {
		editor := a.Staff(t, "editor")
		var added editing.Added
		editor.Post("/api/admin/record", map[string]any{"kind": "page", "key": "hands", "fields": map[string]string{"title.en": "Hands"}}).Want(200).JSON(&added)
		for i, text := range []string{"<p></p><ul><li><p></p></li></ul>", "<p>人手</p>"} {
			var s editing.Saved
			patch(editor, added.Record.ID, map[string]editing.Typed{"html.zh": {Value: text}}).Want(200).JSON(&s)
			if _, written := s.Revs["html.zh"]; written != (i == 1) || len(s.Conflicts) != 0 {
				t.Errorf("%s: %+v", text, s)
			}
		}
	})
}

// Each limit at and above its value; an error is reported at its field and nothing is saved.
func TestEachFieldHasItsLimit(t *testing.T) {
	t.Parallel()
	testkit.One(t, func(t *testing.T, a *testkit.App) {
		editor, page, banner, place := a.Staff(t, "editor"), a.Record(t, "page", "abbot"), "", a.Record(t, "place", "temple")
		var l editing.List
		editor.Get("/api/admin/record?kind=banner").Want(200).JSON(&l)
		banner = l.Items[0].ID
		for _, c := range []struct {
			id, field, value, code string
		}{
			{page, "title.zh", strings.Repeat("莲", 200), ""},
			{page, "title.zh", strings.Repeat("莲", 201), "too-long"},
			{page, "html.en", "<p>" + strings.Repeat("x", 60_000-7) + "</p>", ""},
			{page, "html.en", "<p>" + strings.Repeat("x", 60_001-7) + "</p>", "too-long"},
			{page, "html.en", strings.Repeat(`<img src="/media/a">`, 40), ""},
			{page, "html.en", strings.Repeat(`<img src="/media/a">`, 41), "too-many-pictures"},
			{page, "html.fr", "x", "unknown-field"},
			{banner, "text.en", strings.Repeat("x", 300), ""},
			{banner, "text.en", strings.Repeat("x", 301), "too-long"},
			{banner, "type", "103", "not-a-choice"},
			{banner, "art", "dragon", "not-a-choice"},
			{banner, "href", "//x.sg", "bad-address"},
			{banner, "href", "javascript:x()", "bad-address"},
			{banner, "href", "https://", "bad-address"},
			{banner, "href", "https://x.sg/" + strings.Repeat("x", 500-13), ""},
			{banner, "href", "https://x.sg/" + strings.Repeat("x", 501-13), "too-long"},
			{place, "opening", `[{"on":"every","opens":"07:00","closes":"24:00","name":{"en":"","zh":""}}]`, "bad-opening-line"},
			{place, "opening", `[{"on":"weekday","days":[8],"opens":"07:00","closes":"17:00","name":{"en":"","zh":""}}]`, "bad-opening-line"},
			{place, "opening", `{}`, "invalid-value"},
			{place, "opening", `[{"on":"date","date":"2027-01-11","closed":true,"name":{"en":"Cleaning of the halls","zh":"大扫除"}}]`, ""},
		} {
			before := look(t, editor, c.id).Rev
			r := editor.Type(c.id, map[string]string{c.field: c.value})
			if got := r.FieldCodes()[c.field]; got != c.code || (c.code == "") != (r.Status == 200) {
				t.Errorf("%s of %d characters: %d %q, want %q: %.200s", c.field, len(c.value), r.Status, got, c.code, r.Body)
			}
			if c.code != "" && look(t, editor, c.id).Rev != before {
				t.Errorf("%s: a wrong value was saved", c.field)
			}
		}
		var s editing.Saved
		editor.Type(page, map[string]string{"title.en": "Our\u202e abbot\n and\tall "}).Want(200).JSON(&s)
		if s.Values["title.en"] != "Our abbot  and all" || !slices.Equal(s.Removed[0].What, []string{"bidi"}) {
			t.Errorf("%+v", s)
		}
		for text, want := range map[string]string{
			"<p>a &#8238;b&#x200B;</p>":                                           "<p>a b</p>",
			"<p>z" + strings.Repeat("\u0301", 20) + "</p>":                        "<p>z" + strings.Repeat("\u0301", 8) + "</p>",
			`<p><a href="HTTP://Temple.example/zh/event?a=1&amp;b=2#c">a</a></p>`: `<p><a href="/zh/event?a=1&amp;b=2#c">a</a></p>`,
			`<p><a href="https://temple.example">a</a></p>`:                       `<p><a href="/">a</a></p>`,
		} {
			editor.Type(page, map[string]string{"html.en": text}).Want(200).JSON(&s)
			if s.Values["html.en"] != want {
				t.Errorf("%q is kept as %q", text, s.Values["html.en"])
			}
			if hidden := !strings.Contains(text, "href"); hidden != (len(s.Removed) == 1) {
				t.Errorf("%q: said to be taken out: %+v", text, s.Removed)
			}
		}
		for _, other := range []string{"https://temple.example.evil.sg/a", "https://temple.example:8443/a", "https://u@temple.example/a", "http://temple.example//evil.sg/a"} {
			text := `<p><a href="` + other + `">a</a></p>`
			if editor.Type(page, map[string]string{"html.en": text}).Want(200).JSON(&s); look(t, editor, page).Fields["html.en"] != text {
				t.Errorf("%s became %q", other, s.Values["html.en"])
			}
		}
		editor.Type(banner, map[string]string{"href": "https://temple.example/event"}).Want(200).JSON(&s)
		if s.Values["href"] != "/event" {
			t.Errorf("%+v", s.Values)
		}
	})
}

// What publishing refuses is reported at its field, and the check before publishing says the same.
func TestPublishingErrorsAreReportedAtTheirFields(t *testing.T) {
	t.Parallel()
	testkit.One(t, func(t *testing.T, a *testkit.App) {
		editor := a.Staff(t, "editor")
		var added editing.Added
		editor.Post("/api/admin/record", map[string]any{"kind": "page", "key": "open-day", "fields": map[string]string{"title.en": "Open day"}}).Want(200).JSON(&added)
		id := added.Record.ID
		editor.Type(id, map[string]string{
			"html.en": `<h2>a</h2><h4>b</h4><img src="/media/a"><a href="/about-us/nowhere">a</a><a href="/zh/event">b</a><a href="/blessing-service/light-lamp?utm_source=x">c</a><a href="/nothing/there">d</a>`,
		}).Want(200)
		var c editing.Checked
		editor.Get("/api/admin/record/" + id + "/check?languages=en,zh").Want(200).JSON(&c)
		codes := func(found []editing.Finding) (out []string) {
			for _, f := range found {
				out = append(out, f.Field+" "+f.Code)
				if f.Message == "" || strings.HasPrefix(f.Message, "fault.") {
					t.Errorf("%s has no sentence", f.Code)
				}
			}
			return out
		}
		want := []string{"title.zh required", "html.en picture-gone", "html.en link-leads-nowhere", "html.en link-leads-nowhere", "html.zh required"}
		if got := codes(c.Blocks); !slices.Equal(got, want) {
			t.Errorf("blocks %q", got)
		}
		if got := codes(c.Warnings); !slices.Equal(got, []string{"html.en link-tracks", "html.en heading-skipped"}) {
			t.Errorf("warnings %q", got)
		}
		if r := editor.Publish(id, "en"); r.Code() != "not-publishable" || r.FieldCodes()["html.en"] == "" || r.FieldCodes()["title.zh"] != "" {
			t.Errorf("%d %s", r.Status, r.Body)
		}
		if r := a.Guest().Get("/about-us/open-day"); r.Status != 404 {
			t.Errorf("a page that is not published: %d", r.Status)
		}
		editor.Type(id, map[string]string{"html.en": "<p>Come.</p>"}).Want(200)
		if r := editor.Post("/api/admin/record/"+id+"/publish", map[string]any{"languages": []string{"en"}, "rev": c.Rev}); r.Code() != "draft-changed" {
			t.Errorf("a draft that nobody looked at: %d %s", r.Status, r.Body)
		}
		editor.Publish(id, "en").Want(200)
		if r := a.Guest().Get("/zh/about-us/open-day").Want(200); !strings.Contains(string(r.Body), "Come.") {
			t.Error("readers of Chinese see the English meanwhile")
		}
		for key, code := range map[string]string{"open-day": "key-taken", "privacy-policy": "key-taken", "Ä": "key-shape", "": "required"} {
			if r := editor.Post("/api/admin/record", map[string]any{"kind": "page", "key": key}); r.FieldCodes()["key"] != code {
				t.Errorf("%q: %d %s", key, r.Status, r.Body)
			}
		}
	})
}

// A record that published content links to cannot be removed; others can, and are restored unchanged.
func TestARecordIsRemovedAndRestored(t *testing.T) {
	t.Parallel()
	testkit.Each(t, func(t *testing.T, a *testkit.App) {
		editor, id := a.Staff(t, "editor"), a.Record(t, "page", "abbot")
		act := func(what string) *testkit.Response {
			return editor.Post("/api/admin/record/"+id+"/"+what, map[string]any{})
		}
		history := a.Record(t, "page", "history")
		editor.Type(history, map[string]string{"html.en": `<p><a href="/about-us/abbot">abbot</a></p>`}).Want(200)
		editor.Publish(history, "en").Want(200)
		if r := act("take-away"); r.Code() != "still-named" || r.FieldCodes()["record:"+history] != "named-by" {
			t.Errorf("%d %s", r.Status, r.Body)
		}
		editor.Type(history, map[string]string{"html.en": `<p>No link</p>`}).Want(200)
		editor.Publish(history, "en").Want(200)
		act("take-away").Want(200)
		if r := a.Guest().Get("/about-us/abbot"); r.Status != 404 {
			t.Errorf("%d", r.Status)
		}
		if r := editor.Publish(id, "en"); r.Code() != "taken-away" {
			t.Errorf("%d %s", r.Status, r.Body)
		}
		act("bring-back").Want(200)
		a.Guest().Get("/about-us/abbot").Want(200)
		for _, fixed := range []string{a.Record(t, "policy", "privacy-policy"), a.Record(t, "place", "temple")} {
			if r := editor.Post("/api/admin/record/"+fixed+"/take-away", map[string]any{}); r.Code() != "record-fixed" {
				t.Errorf("%d %s", r.Status, r.Body)
			}
		}
		if r := editor.Post("/api/admin/record/"+a.Record(t, "category", "lamp")+"/take-away", map[string]any{}); r.Code() != "category-in-use" {
			t.Errorf("%d %s", r.Status, r.Body)
		}
	})
}

// An older version is restored into the draft, whole or in one language; the draft before it stays in the history.
func TestAnOlderVersionIsRestoredIntoTheDraft(t *testing.T) {
	t.Parallel()
	testkit.Each(t, func(t *testing.T, a *testkit.App) {
		editor, id := a.Staff(t, "editor"), a.Record(t, "page", "abbot")
		first := look(t, editor, id).Fields
		editor.Type(id, map[string]string{"html.en": "<p>New</p>", "html.zh": "<p>新</p>"}).Want(200)
		editor.Post("/api/admin/record/"+id+"/restore", map[string]any{"version": 1, "languages": []string{"en"}}).Want(200)
		if o := look(t, editor, id); o.Fields["html.en"] != first["html.en"] || o.Fields["html.zh"] != "<p>新</p>" {
			t.Errorf("%q", o.Fields)
		}
		var h editing.History
		editor.Get("/api/admin/record/" + id + "/version").Want(200).JSON(&h)
		if len(h.Items) != 2 || h.Items[0].Why != "restore" || h.Items[0].Source != 1 || h.Items[0].By.Name != "Editor" || !slices.Equal(h.Items[1].OnSite, []string{"en", "zh"}) {
			t.Errorf("%+v", h)
		}
		var v editing.VersionState
		editor.Get("/api/admin/record/" + id + "/version/2").Want(200).JSON(&v)
		if v.Fields["html.en"] != "<p>New</p>" {
			t.Errorf("%q", v.Fields)
		}
	})
}

// Chinese that was written for another version of the English is marked outdated, paragraph by paragraph.
func TestOutdatedTranslationsAreFoundByParagraph(t *testing.T) {
	t.Parallel()
	testkit.Each(t, func(t *testing.T, a *testkit.App) {
		editor, id := a.Staff(t, "editor"), a.Record(t, "page", "abbot")
		write := func(en, zh string) []editing.Debt {
			fields := map[string]string{}
			if en != "" {
				fields["html.en"] = en
			}
			if zh != "" {
				fields["html.zh"] = zh
			}
			var s editing.Saved
			editor.Type(id, fields).Want(200).JSON(&s)
			if int(s.Record.Older) != len(s.Debt) {
				t.Errorf("%d in the list, %v", s.Record.Older, s.Debt)
			}
			return s.Debt
		}
		if d := look(t, editor, id).Debt; len(d) != 0 {
			t.Errorf("what was handed over is fine: %v", d)
		}
		write("<h2>A</h2><p>one</p><h2>B</h2><p>two</p>", "")
		if d := write("", "<h2>甲</h2><p>一</p><h2>乙</h2><p>二</p>"); len(d) != 0 {
			t.Errorf("%v", d)
		}
		if d := write("<h2>A</h2><p>one</p><h2>B</h2><p>two and more</p>", ""); !slices.Equal(d, []editing.Debt{{Field: "html", English: 3, Chinese: 3}}) {
			t.Errorf("%v", d)
		}
		if d := write("<h2>A</h2><p>one</p><p>new</p><h2>B</h2><p>two</p>", ""); !slices.Equal(d, []editing.Debt{{Field: "html", English: 2, Chinese: -1}}) {
			t.Errorf("%v", d)
		}
		if d := write("", "<h2>甲</h2><p>一</p><p>新</p><h2>乙</h2><p>二</p>"); len(d) != 0 {
			t.Errorf("%v", d)
		}
		write("<h2>A</h2><p>One</p><p>new</p><h2>B</h2><p>two</p>", "")
		var s editing.Saved
		editor.Post("/api/admin/record/"+id+"/fine", map[string]any{}).Want(200).JSON(&s)
		if len(s.Debt) != 0 || s.Record.Older != 0 {
			t.Errorf("%v", s.Debt)
		}
	})
}

// A new order of the menu takes effect at once.
func TestMovingAPageChangesTheMenuOrder(t *testing.T) {
	t.Parallel()
	testkit.Each(t, func(t *testing.T, a *testkit.App) {
		editor := a.Staff(t, "editor")
		menu := func() (keys []string) {
			var titles []struct{ Key string }
			a.Guest().Get("/api/about-us/title").Want(200).JSON(&titles)
			for _, x := range titles {
				keys = append(keys, x.Key)
			}
			return keys
		}
		before := menu()
		var l editing.List
		editor.Post("/api/admin/record/"+a.Record(t, "page", before[3])+"/move", map[string]any{"after": a.Record(t, "page", before[0])}).Want(200).JSON(&l)
		want := []string{before[0], before[3], before[1], before[2], before[4]}
		if got := menu(); !slices.Equal(got, want) || l.Items[1].Key != before[3] {
			t.Errorf("%q, want %q", got, want)
		}
		editor.Post("/api/admin/record/"+a.Record(t, "page", before[4])+"/move", map[string]any{"after": ""}).Want(200)
		if got := menu(); got[0] != before[4] {
			t.Errorf("%q", got)
		}
	})
}

// Content of an older program becomes records at the start, once, and visitors see no difference.
func TestContentOfAnOlderVersionBecomesRecords(t *testing.T) {
	t.Parallel()
	testkit.Each(t, func(t *testing.T, a *testkit.App) {
		before := string(a.Guest().Get("/zh/about-us/history").Want(200).Body)
		known := a.Count(t, "SELECT count(*) FROM records")
		for _, table := range []string{"refs", "versions", "drafts", "records"} {
			a.Exec(t, "DELETE FROM "+table)
		}
		a.Exec(t, "UPDATE content_pages SET html_zh = '', title_zh = '' WHERE key = 'volunteering'")
		a.Exec(t, "DELETE FROM content_pages WHERE key = 'privacy-policy'")
		for range 2 {
			if err := editing.HandOver(t.Context(), a.DB, a.Clock); err != nil {
				t.Fatal(err)
			}
		}
		if n := a.Count(t, "SELECT count(*) FROM records"); n != known {
			t.Errorf("%d records, there were %d", n, known)
		}
		editor := a.Staff(t, "editor")
		o := look(t, editor, a.Record(t, "page", "history"))
		if o.Record.EN.State != "live" || o.Record.ZH.State != "live" || o.Live["title.zh"] != "本寺历史" || o.Record.Older != 0 {
			t.Errorf("%+v", o.Record)
		}
		if r := look(t, editor, a.Record(t, "page", "volunteering")).Record; r.EN.State != "live" || r.ZH.State != "missing" || r.ZH.OnSite {
			t.Errorf("%+v", r)
		}
		if r := look(t, editor, a.Record(t, "policy", "privacy-policy")).Record; r.EN.State != "draft" || r.EN.OnSite {
			t.Errorf("%+v", r)
		}
		if after := string(a.Guest().Get("/zh/about-us/history").Want(200).Body); after != before {
			t.Error("visitors see a difference")
		}
	})
}

// Above 200 versions, the oldest that were never published are deleted; published ones are kept.
func TestOldUnpublishedVersionsAreDeleted(t *testing.T) {
	t.Parallel()
	testkit.Each(t, func(t *testing.T, a *testkit.App) {
		editor, id := a.Staff(t, "editor"), a.Record(t, "page", "abbot")
		for n := 2; n <= 200; n++ {
			a.Exec(t, `INSERT INTO versions (record_id, number, fields, matches, why, languages, user_id, at) VALUES ($1, $2, '{}', '{}', 'set-aside', '', 'x', 0)`, id, n)
		}
		restore := func() {
			editor.Post("/api/admin/record/"+id+"/restore", map[string]any{"version": 1, "languages": []string{"en"}}).Want(200)
		}
		there := func() int64 { return a.Count(t, "SELECT count(*) FROM versions WHERE record_id = $1", id) }
		if restore(); there() != 201 {
			t.Errorf("%d: the first was on the site, and 200 are kept", there())
		}
		if restore(); there() != 201 || a.Count(t, "SELECT count(*) FROM versions WHERE record_id = $1 AND number <= 2", id) != 1 {
			t.Errorf("%d: the second goes, the first stays", there())
		}
		var h editing.History
		editor.Get("/api/admin/record/" + id + "/version").Want(200).JSON(&h)
		if len(h.Items) != 50 || h.Next != h.Items[49].Number {
			t.Errorf("%d, next %d", len(h.Items), h.Next)
		}
	})
}

// Within the 30 seconds for undoing a publication, a page that the former version links to may have been removed. The
// former version then stays unpublished, and the reason is given.
func TestUndoingAPublishingCreatesNoBrokenLink(t *testing.T) {
	t.Parallel()
	testkit.Each(t, func(t *testing.T, a *testkit.App) {
		editor, id, visiting := a.Staff(t, "editor"), a.Record(t, "page", "abbot"), a.Record(t, "page", "visiting")
		editor.Type(id, map[string]string{"html.en": `<p><a href="/about-us/visiting">Come</a></p>`}).Want(200)
		editor.Publish(id, "en").Want(200)
		editor.Type(id, map[string]string{"html.en": "<p>We are closed.</p>"}).Want(200)
		var out editing.Published
		editor.Publish(id, "en").Want(200).JSON(&out)
		editor.Post("/api/admin/record/"+visiting+"/take-away", map[string]any{}).Want(200)
		back := func() *testkit.Response {
			return editor.Post("/api/admin/record/"+id+"/take-back", map[string]any{"version": out.Version})
		}
		if r := back(); r.Code() != "not-publishable" || r.FieldCodes()["html.en"] != "link-leads-nowhere" {
			t.Errorf("%d %s", r.Status, r.Body)
		}
		if page := string(a.Guest().Get("/about-us/abbot").Want(200).Body); !strings.Contains(page, "We are closed.") {
			t.Error("a page with a link that leads nowhere is on the site")
		}
		editor.Post("/api/admin/record/"+visiting+"/bring-back", map[string]any{}).Want(200)
		back().Want(200)
	})
}

// A page that was just published for the first time stays while other published content links to it.
func TestUndoIsRefusedWhileAnotherPageLinksHere(t *testing.T) {
	t.Parallel()
	testkit.Each(t, func(t *testing.T, a *testkit.App) {
		editor, id := a.Staff(t, "editor"), a.Record(t, "page", "abbot")
		var added editing.Added
		editor.Post("/api/admin/record", map[string]any{"kind": "page", "key": "kitchen", "fields": map[string]string{"title.en": "Kitchen"}}).Want(200).JSON(&added)
		page := added.Record.ID
		editor.Type(page, map[string]string{"html.en": "<p>Soup</p>"}).Want(200)
		var out editing.Published
		editor.Publish(page, "en").Want(200).JSON(&out)
		link := func(html string) {
			editor.Type(id, map[string]string{"html.en": html}).Want(200)
			editor.Publish(id, "en").Want(200)
		}
		link(`<p><a href="/about-us/kitchen">Soup</a></p>`)
		back := func() *testkit.Response {
			return editor.Post("/api/admin/record/"+page+"/take-back", map[string]any{"version": out.Version})
		}
		if r := back(); r.Code() != "still-named" {
			t.Errorf("%d %s", r.Status, r.Body)
		}
		a.Guest().Get("/about-us/kitchen").Want(200)
		link("<p>No soup</p>")
		back().Want(200)
		a.Guest().Get("/about-us/kitchen").Want(404)
	})
}

// A banner is on the home page during its period only: the cached page expires with it.
func TestABannerIsShownOnlyOnItsDates(t *testing.T) {
	t.Parallel()
	testkit.Each(t, func(t *testing.T, a *testkit.App) {
		editor := a.Staff(t, "editor")
		var made editing.Added
		editor.Post("/api/admin/record", map[string]any{"kind": "banner", "fields": map[string]string{
			"title.en": "Lantern week", "title.zh": "灯会周", "type": "102", "art": "lamp", "opens": "2026-11-25", "closes": "2026-11-26",
		}}).Want(200).JSON(&made)
		id := made.Record.ID
		editor.Publish(id, "en", "zh").Want(200)
		shown := func() bool {
			return strings.Contains(string(a.Guest().Get("/zh").Want(200).Body), "灯会周")
		}
		day := func(d, hour int) time.Time { return time.Date(2026, 11, d, hour, 0, 0, 0, clock.Singapore) }
		for _, c := range []struct {
			at   time.Time
			want bool
		}{{day(24, 23), false}, {day(25, 0), true}, {day(26, 23), true}, {day(27, 0), false}} {
			a.Clock.Set(c.at)
			if got := shown(); got != c.want {
				t.Errorf("%v: shown %v", c.at, got)
			}
		}
		if r := a.Staff(t, "editor").Type(id, map[string]string{"opens": "2027-01-09", "closes": "2027-01-08"}); r.Status != 200 {
			t.Fatalf("%d %s", r.Status, r.Body)
		}
		if r := a.Staff(t, "editor").Publish(id, "en", "zh"); r.Status != 400 || !strings.Contains(string(r.Body), "closes-before-opens") {
			t.Errorf("%d %s", r.Status, r.Body)
		}
	})
}
