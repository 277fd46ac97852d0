package app_test

import (
	"encoding/json"
	"net/url"
	"strings"
	"testing"
	"time"

	"golang.org/x/net/html"

	"shanmen/internal/offer/editing"
	"shanmen/internal/office/inbox"
	"shanmen/internal/testkit"
)

// hostileHTML are texts that would run as code if a page showed them unescaped (I01), or break out of a page's JSON
// data (I03).
var hostileHTML = []string{
	`<p style="position:fixed" onclick="trap()">a</p><script>trap()</script>`,
	`<img src=x onerror=trap()><img src="data:image/svg+xml,<svg onload=trap()>">`,
	`<a href="javascript:trap()">a</a><a href="JaVaScRiPt&#58;trap()">b</a><a href=" &#1;javascript:trap()">c</a><a href="data:text/html,<script>trap()</script>">d</a>`,
	`<svg><g onload="trap()"></g><a xlink:href="javascript:trap()"><text>x</text></a></svg>`,
	`<math><mtext><table><mglyph><style><!--</style><img title="--&gt;&lt;img src=1 onerror=trap()&gt;">`,
	`<noscript><p title="</noscript><img src=x onerror=trap()>"></noscript>`,
	`<form action="javascript:trap()"><button formaction="javascript:trap()">a</button></form><iframe srcdoc="<script>trap()</script>"></iframe>`,
	`<p>a<b>b<i>c<table><tr><td onmouseover=trap()>d`,
	`<p></script><script>trap()</script><!--<script>trap()]]>` + "\u2028\u2029</p>",
	`<a href="https://elsewhere.example" target="_blank">a</a>`,
	strings.Repeat("<div>", 2000) + `<img src=x onerror=trap()>`,
}

// acts returns the part of a document that would run as code or break the site's content policy; "" when there is none.
func acts(t *testing.T, document string) string {
	t.Helper()
	return actsIn(t, document, false)
}

// actsIn is acts for a page, or for a mail, whose layout has styles of its own.
func actsIn(t *testing.T, document string, letter bool) string {
	t.Helper()
	root, err := html.Parse(strings.NewReader(document))
	if err != nil {
		t.Fatal(err)
	}
	for n := range root.Descendants() {
		if n.Type != html.ElementNode {
			continue
		}
		target, rel := "", ""
		for _, at := range n.Attr {
			value := strings.ToLower(strings.Map(func(r rune) rune {
				if r <= ' ' {
					return -1
				}
				return r
			}, at.Val))
			switch key := strings.ToLower(at.Key); {
			case strings.HasPrefix(key, "on"), key == "style" && !letter, key == "srcdoc",
				key != "content" && (strings.HasPrefix(value, "javascript:") || strings.HasPrefix(value, "data:text")):
				return "<" + n.Data + " " + at.Key + "=" + at.Val + ">"
			case key == "target":
				target = value
			case key == "rel":
				rel = value
			}
		}
		if target == "_blank" && !strings.Contains(rel, "noopener") {
			return "a link that hands over its window"
		}
		if n.Data == "script" && n.FirstChild != nil && strings.Contains(n.FirstChild.Data, "trap(") {
			kind := ""
			for _, at := range n.Attr {
				if at.Key == "type" {
					kind = at.Val
				}
			}
			// A page's JSON data may contain the text as typed, but must be valid data.
			if kind != "application/json" && kind != "application/ld+json" || !json.Valid([]byte(n.FirstChild.Data)) {
				return "<script>" + n.FirstChild.Data
			}
		}
	}
	return ""
}

// TestI01I03HostileHTMLFromTheOfficeIsInert writes hostile HTML into each kind of record that has a text, opens it by a
// preview link, and publishes it: neither draft nor page contains anything that runs.
func TestI01I03HostileHTMLFromTheOfficeIsInert(t *testing.T) {
	t.Parallel()
	noticed := 0
	for _, hostile := range hostileHTML[:len(hostileHTML)-1] { // the last one is nested deeper than the parser goes
		if acts(t, hostile) != "" {
			noticed++
		}
	}
	if noticed < 9 { // one becomes hostile only when it is serialised again
		t.Fatalf("the test notices %d of them", noticed)
	}
	testkit.One(t, func(t *testing.T, a *testkit.App) {
		editor := a.Staff(t, "editor")
		for _, r := range []struct{ kind, key, page string }{
			{"page", "history", "/about-us/history"}, {"policy", "privacy-policy", "/misc/privacy-policy"},
			{"question", "faq-cash", "/misc/faq"}, {"offering", "light-lamp", "/blessing-service/light-lamp"},
			{"event", "lantern-night", "/event/lantern-night"},
		} {
			id := a.Record(t, r.kind, r.key)
			for _, hostile := range hostileHTML {
				var s editing.Saved
				editor.Type(id, map[string]string{"html.en": hostile, "html.zh": "<p>莲</p>" + hostile}).Want(200).JSON(&s)
				for _, kept := range s.Values {
					if why := acts(t, kept); why != "" || strings.Contains(kept, "trap()>") {
						t.Errorf("%s keeps %q of %q: %s", r.kind, kept, hostile, why)
					}
				}
			}
			// All of them together, and in plain-text fields.
			all := "<p>The hall 殿</p>" + strings.Join(hostileHTML, "")
			editor.Type(id, map[string]string{"html.en": all, "html.zh": all, "title.en": `Hall</script><script>trap()</script><!--`, "title.zh": `殿"><img src=x onerror=trap()>`}).Want(200)
			var k editing.Look
			editor.Post("/api/admin/record/"+id+"/look", map[string]any{}).Want(200).JSON(&k)
			seen, err := url.Parse(k.URL)
			if err != nil {
				t.Fatal(err)
			}
			editor.Publish(id, "en", "zh").Want(200)
			for _, at := range []string{seen.RequestURI(), r.page, "/zh" + r.page} {
				body := string(a.Guest().Get(at).Want(200).Body)
				if why := acts(t, body); why != "" {
					t.Errorf("%s: %s", at, why)
				}
				if !strings.Contains(body, "The hall 殿") {
					t.Errorf("%s lacks what was written", at)
				}
			}
			// The page's data has the title as it was typed.
			if data := string(a.Guest().Get(r.page + "/_payload.json").Want(200).Body); !json.Valid([]byte(data)) || strings.Contains(data, "<script") {
				t.Errorf("the data of %s ends early: %s", r.page, data)
			}
		}
	})
}

// TestI01HostileBannersAndTextsAreInert: plain-text fields are shown as text, and an address that runs code is refused.
func TestI01HostileBannersAndTextsAreInert(t *testing.T) {
	t.Parallel()
	testkit.One(t, func(t *testing.T, a *testkit.App) {
		editor := a.Staff(t, "editor")
		var b editing.Added
		const title = `<img src=x onerror=trap()>`
		editor.Post("/api/admin/record", map[string]any{"kind": "banner", "fields": map[string]string{
			"title.en": title, "title.zh": `</script><script>trap()</script>`, "type": "101", "art": "lamp",
		}}).Want(200).JSON(&b)
		for _, href := range []string{"javascript:trap()", " javascript:trap()", "data:text/html,<script>trap()</script>", "//elsewhere.example", `/\elsewhere.example`, "http://elsewhere.example"} {
			if r := editor.Type(b.Record.ID, map[string]string{"href": href}); r.Status == 200 && editor.Publish(b.Record.ID, "en", "zh").Status == 200 {
				t.Errorf("a banner leads to %q", href)
			}
			editor.Type(b.Record.ID, map[string]string{"href": ""}).Want(200)
		}
		editor.Publish(b.Record.ID, "en", "zh").Want(200)
		for _, at := range []string{"/", "/zh"} {
			body := string(a.Guest().Get(at).Want(200).Body)
			if why := acts(t, body); why != "" || !strings.Contains(body, "trap()") {
				t.Errorf("%s: %q, or the banner is not there", at, why)
			}
		}
		for _, text := range []string{title, "</script><script>trap()</script>", "<b>Cart</b>"} {
			r := editor.Put("/api/admin/word", map[string]any{"key": "common.cart", "locale": "en", "text": text, "base": 0})
			if r.FieldCodes()["text"] != "message-markup" {
				t.Errorf("%q: %d %s", text, r.Status, r.Body)
			}
		}
	})
}

// TestI02I09VisitorMessagesStayPlainText: a visitor's message reaches the office and the answer reaches the visitor,
// character by character; no part is treated as markup, as a template expression, or as a second header.
func TestI02I09VisitorMessagesStayPlainText(t *testing.T) {
	t.Parallel()
	testkit.Each(t, func(t *testing.T, a *testkit.App) {
		editor := a.Staff(t, "editor")
		for _, said := range []string{
			`<img src=x onerror=trap()>`, `{{7*7}} ${7*7} <%= 7*7 %>`, `</script><script>trap()</script>`,
			"𠮷𠀋㐂 👨‍👩‍👧 e\u0301 \u00e9", strings.Repeat("𠮷", 60),
		} {
			var got struct{ ID string }
			before := len(a.Mails(t))
			a.Guest().Post("/api/form/awaiting", map[string]any{"form": "contact", "values": map[string]any{
				"name": "Lin Guohua", "email": "guohua.lin@mail.example", "topic": "tablet", "message": "Says: " + said, "consent": true,
			}}).Want(200).JSON(&got)
			r := editor.Get("/api/admin/form-entry/" + got.ID).Want(200)
			var kept inbox.EntryDetail
			r.JSON(&kept)
			var raw any
			r.JSON(&raw)
			if !says(raw, "Says: "+said) || r.Header.Get("X-Content-Type-Options") != "nosniff" {
				t.Errorf("%q reaches the office as %.600s", said, r.Body)
			}
			editor.Post("/api/admin/form-entry/"+got.ID+"/answer", map[string]any{"seen": kept.Rev, "body": "Answer: " + said, "done": true}).Want(200)
			a.Clock.Advance(time.Minute)
			mails := a.Mails(t)[before:]
			if len(mails) == 0 {
				t.Fatal("no letter left")
			}
			found := false
			for _, m := range mails {
				for _, part := range m.GetParts() {
					body, err := part.GetContent()
					if err != nil {
						t.Fatal(err)
					}
					if strings.Contains(string(part.GetContentType()), "html") {
						if why := actsIn(t, string(body), true); why != "" || strings.Contains(string(body), "<img src=x") {
							t.Errorf("a letter: %s", why)
						}
					} else if strings.Contains(string(body), "Answer: "+said) {
						found = true
					}
				}
			}
			if !found {
				t.Errorf("no letter says %q as it was written", said)
			}
		}
	})
}

// says reports whether a JSON value contains a text, character by character.
func says(v any, text string) bool {
	switch v := v.(type) {
	case string:
		return v == text
	case []any:
		for _, item := range v {
			if says(item, text) {
				return true
			}
		}
	case map[string]any:
		for _, item := range v {
			if says(item, text) {
				return true
			}
		}
	}
	return false
}

// TestI09RareCharactersSurviveTheOffice: characters outside the basic plane, joined emoji and combining marks appear on
// the page exactly as typed; a limit counts characters, not bytes.
func TestI09RareCharactersSurviveTheOffice(t *testing.T) {
	t.Parallel()
	const rare = "𠮷𠀋㐂䶮 👨‍👩‍👧 e\u0301 \u00e9 葛\U000e0100"
	testkit.Each(t, func(t *testing.T, a *testkit.App) {
		editor, id := a.Staff(t, "editor"), a.Record(t, "page", "history")
		var s editing.Saved
		editor.Type(id, map[string]string{"title.en": rare, "title.zh": rare, "html.zh": "<p>" + rare + "</p>"}).Want(200).JSON(&s)
		if s.Values["title.en"] != "" && s.Values["title.en"] != rare {
			t.Errorf("saved as %q", s.Values["title.en"])
		}
		editor.Publish(id, "en", "zh").Want(200)
		for _, at := range []string{"/about-us/history", "/zh/about-us/history"} {
			if body := string(a.Guest().Get(at).Want(200).Body); !strings.Contains(body, rare) {
				t.Errorf("%s lacks %q", at, rare)
			}
		}
		editor.Type(id, map[string]string{"title.zh": strings.Repeat("𠮷", 200)}).Want(200)
		if r := editor.Type(id, map[string]string{"title.zh": strings.Repeat("𠮷", 201)}); r.FieldCodes()["title.zh"] != "too-long" {
			t.Errorf("201 characters: %d %s", r.Status, r.Body)
		}
		editor.Put("/api/admin/word", map[string]any{"key": "common.cart", "locale": "zh", "text": rare, "base": 0}).Want(200)
		editor.Post("/api/admin/word/publish", map[string]any{"items": []any{map[string]any{"key": "common.cart", "locale": "zh", "rev": 1}}}).Want(200)
		if body := a.Guest().Get("/_i18n/zh/messages.json").Want(200); !strings.Contains(string(body.Body), rare) {
			t.Error("a sentence lost its signs")
		}
	})
}

// Characters that reverse a line's direction or are invisible are removed, and the editor gets a notice; half a
// surrogate pair and NUL are refused, and so is a visitor's message with one, at its field.
func TestI10InvisibleAndBidiCharactersAreRemovedOrRefused(t *testing.T) {
	t.Parallel()
	testkit.Each(t, func(t *testing.T, a *testkit.App) {
		editor, id := a.Staff(t, "editor"), a.Record(t, "page", "history")
		for _, sign := range []string{"\u202e", "\u2066", "\u200b", "\u200f", "\ufeff", "\u2028", "\u0007"} {
			var s editing.Saved
			editor.Type(id, map[string]string{"title.en": "Our " + sign + "hall", "html.en": "<p>Our " + sign + "hall</p>"}).Want(200).JSON(&s)
			var o editing.Opened
			editor.Get("/api/admin/record/" + id).Want(200).JSON(&o)
			if len(s.Removed) != 2 || strings.Contains(o.Fields["title.en"]+o.Fields["html.en"], sign) || o.Fields["title.en"] != "Our hall" {
				t.Errorf("%q: %+v, %q", sign, s.Removed, o.Fields["title.en"])
			}
			r := editor.Put("/api/admin/word", map[string]any{"key": "common.cart", "locale": "en", "text": "Our " + sign + "cart", "base": 0})
			if r.FieldCodes()["text"] != "control-character" {
				t.Errorf("a sentence with %q: %d %s", sign, r.Status, r.Body)
			}
			r = a.Guest().Post("/api/form/awaiting", map[string]any{"form": "contact", "values": map[string]any{
				"name": "Tan" + sign + "Ah Kow", "email": "tan@mail.example", "topic": "tablet", "message": "Hello", "consent": true,
			}})
			if r.Status != 400 {
				t.Errorf("a name with %q reaches the office: %d", sign, r.Status)
			}
		}
		for _, half := range []string{`\ud800`, `\udc00`, `\u0000`, "\xff"} {
			r := editor.Do("PATCH", "/api/admin/record/"+id, `{"fields":{"title.en":{"value":"Our `+half+`hall","base":1}}}`)
			if r.Status != 400 {
				t.Errorf("%q: %d %s", half, r.Status, r.Body)
			}
		}
	})
}
