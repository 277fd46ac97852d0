package editing_test

import (
	"strings"
	"testing"

	"shanmen/internal/offer/editing"
	"shanmen/internal/testkit"
)

// A draft is previewed on its real page: by the office, and by anybody with a preview link until it expires. The
// preview is not cached.
func TestADraftIsPreviewedOnItsRealPage(t *testing.T) {
	t.Parallel()
	testkit.One(t, func(t *testing.T, a *testkit.App) {
		editor := a.Staff(t, "editor")
		shows := func(c *testkit.Client, url, text string) *testkit.Response {
			t.Helper()
			r := c.Get(url).Want(200)
			if !strings.Contains(string(r.Body), text) {
				t.Errorf("%s lacks %q", url, text)
			}
			if r.Header.Get("Cache-Control") != "private, no-store" || r.Header.Get("X-Robots-Tag") != "noindex" || r.Header.Get("Etag") != "" || r.Header.Get("Referrer-Policy") != "no-referrer" || !strings.Contains(string(r.Body), `content="noindex"`) {
				t.Errorf("%s: %v", url, r.Header)
			}
			return r
		}
		var added editing.Added
		editor.Post("/api/admin/record", map[string]any{"kind": "page", "key": "open-day", "fields": map[string]string{"title.en": "Open day", "html.en": "<p>Come and see.</p>"}}).Want(200).JSON(&added)
		id := added.Record.ID
		for _, record := range []struct {
			kind, key, field, text, url string
		}{
			{"page", "open-day", "html.en", "<p>Come and see the hall.</p>", "/about-us/open-day"},
			{"page", "history", "html.zh", "<p>河边茅舍𠮷。</p>", "/zh/about-us/history"},
			{"page", "history", "title.en", "Beginnings", "/about-us/abbot"},
			{"policy", "faq", "title.en", "Questions of many", "/misc/faq"},
			{"question", "faq-cash", "title.en", "May one pay in cash?", "/misc/faq"},
			{"category", "lamp", "title.en", "Lamps and lights", "/blessing-service"},
			{"place", "temple", "phone", "6111 2222", "/contact-us"},
		} {
			which := a.Record(t, record.kind, record.key)
			editor.Type(which, map[string]string{record.field: record.text}).Want(200)
			r := shows(editor, record.url+"?draft="+which, record.text)
			if r.Header.Get("X-Frame-Options") != "SAMEORIGIN" || !strings.Contains(r.Header.Get("Content-Security-Policy"), "frame-ancestors 'self'") {
				t.Errorf("the office cannot frame it: %v", r.Header)
			}
			if seen := a.Guest().Get(record.url); strings.Contains(string(seen.Body), record.text) {
				t.Errorf("visitors see the draft of %s", record.url)
			}
			for _, other := range []*testkit.Client{a.Guest(), a.Member(t), a.Staff(t, "counter")} {
				if r := other.Get(record.url + "?draft=" + which); r.Status != 404 || strings.Contains(string(r.Body), record.text) {
					t.Errorf("%s: %d", record.url, r.Status)
				}
			}
		}
		var l editing.List
		editor.Get("/api/admin/record?kind=banner").Want(200).JSON(&l)
		editor.Type(l.Items[0].ID, map[string]string{"title.en": "Light many lamps"}).Want(200)
		shows(editor, "/?draft="+l.Items[0].ID, "Light many lamps")

		var k editing.Look
		editor.Post("/api/admin/record/"+id+"/look", map[string]any{}).Want(200).JSON(&k)
		url := strings.TrimPrefix(k.URL, "http://temple.example")
		if _, token, _ := strings.Cut(url, "?look="); len(token) != 43 || a.Count(t, "SELECT count(*) FROM looks WHERE token_hash LIKE '%' || $1 || '%'", token) != 0 {
			t.Errorf("%s", k.URL)
		}
		if r := shows(a.Guest(), url, "see the hall"); r.Header.Get("X-Frame-Options") != "DENY" {
			t.Errorf("%v", r.Header)
		}
		if r := a.Guest().Get(strings.Replace(url, "open-day", "history", 1)).Want(200); strings.Contains(string(r.Body), "河边茅舍") {
			t.Error("a link shows the draft of another record")
		}
		a.Exec(t, "DELETE FROM user_roles WHERE user_id = (SELECT id FROM users WHERE email = 'editor@temple.example')")
		if r := a.Guest().Get(url); r.Status != 404 {
			t.Errorf("whoever made it may not see it any more: %d", r.Status)
		}
		a.Exec(t, "INSERT INTO user_roles (user_id, role) SELECT id, 'editor' FROM users WHERE email = 'editor@temple.example'")
		a.Clock.Advance(editing.LookFor - 1)
		shows(a.Guest(), url, "see the hall")
		a.Clock.Advance(1)
		if r := a.Guest().Get(url); r.Status != 404 {
			t.Errorf("after its end: %d", r.Status)
		}
		editor = a.Staff(t, "editor")
		editor.Post("/api/admin/record/"+id+"/look", map[string]any{}).Want(200).JSON(&k)
		var all editing.Looks
		editor.Get("/api/admin/record/" + id + "/look").Want(200).JSON(&all)
		if len(all.Items) != 1 || all.Items[0].URL != "" || all.Items[0].By.Name != "Editor" {
			t.Errorf("%+v", all)
		}
		editor.Post("/api/admin/record/"+id+"/look/"+k.ID+"/end", map[string]any{}).Want(200).JSON(&all)
		if r := a.Guest().Get(strings.TrimPrefix(k.URL, "http://temple.example")); r.Status != 404 || len(all.Items) != 0 {
			t.Errorf("a link that was ended: %d", r.Status)
		}
	})
}

// The token of a preview link is not stored, neither beside its hash nor in the stored response for idempotency.
// Repeating the call after a lost response gives a link that works; the link that nobody saw does not work.
func TestAPreviewLinkTokenIsNotStored(t *testing.T) {
	t.Parallel()
	testkit.Each(t, func(t *testing.T, a *testkit.App) {
		editor := a.Staff(t, "editor")
		id := a.Record(t, "page", "history")
		editor.Type(id, map[string]string{"title.en": "A draft of our history"}).Want(200)
		editor.Header.Set("Idempotency-Key", "5f2b8e0c-9d1e-4a43-b6a8-3f1f7f1c2a11")
		var links [2]editing.Look
		for i := range links {
			editor.Post("/api/admin/record/"+id+"/look", map[string]any{}).Want(200).JSON(&links[i])
			_, token, _ := strings.Cut(links[i].URL, "?look=")
			if len(token) != 43 || a.Count(t, "SELECT count(*) FROM idempotency_keys WHERE response LIKE '%' || $1 || '%'", token) != 0 ||
				a.Count(t, "SELECT count(*) FROM idempotency_keys WHERE response LIKE '%look=%'") != 0 {
				t.Errorf("%d: %s is stored", i, links[i].URL)
			}
		}
		if links[0].ID != links[1].ID || links[1].By.Name == "" || a.Count(t, "SELECT count(*) FROM looks") != 1 {
			t.Errorf("sent twice: %+v", links)
		}
		open := func(l editing.Look) int {
			return a.Guest().Get(strings.TrimPrefix(l.URL, "http://temple.example")).Status
		}
		if first, second := open(links[0]), open(links[1]); first != 404 || second != 200 {
			t.Errorf("the first answers %d, the second %d", first, second)
		}
		editor.Header.Del("Idempotency-Key")
		editor.Post("/api/admin/record/"+id+"/look/"+links[0].ID+"/end", map[string]any{}).Want(200)
		editor.Header.Set("Idempotency-Key", "5f2b8e0c-9d1e-4a43-b6a8-3f1f7f1c2a11")
		if r := editor.Post("/api/admin/record/"+id+"/look", map[string]any{}); r.Status != 404 {
			t.Errorf("after its end: %d %s", r.Status, r.Body)
		}
	})
}
