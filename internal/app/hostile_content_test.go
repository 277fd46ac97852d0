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

// hostileHTML are texts that would act if a page showed them as they were written (I01), or end the data of a page (I03).
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

// acts is what of a document would run or leave the site's rules; "" when nothing does.
func acts(t *testing.T, document string) string {
	t.Helper()
	return actsIn(t, document, false)
}

// actsIn is acts of a page, or of a letter, whose frame has styles of its own.
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
			// The data of a page may say what was written; it must be data, whole.
			if kind != "application/json" && kind != "application/ld+json" || !json.Valid([]byte(n.FirstChild.Data)) {
				return "<script>" + n.FirstChild.Data
			}
		}
	}
	return ""
}

// TestI01I03HostileHTMLFromTheOfficeIsInert writes hostile HTML into each kind of record that has a text, looks at it through a
// link, and publishes it: neither the draft nor the page has anything that acts.
func TestI01I03HostileHTMLFromTheOfficeIsInert(t *testing.T) {
	t.Parallel()
	noticed := 0
	for _, hostile := range hostileHTML[:len(hostileHTML)-1] { // the last one is deeper than the parser goes
		if acts(t, hostile) != "" {
			noticed++
		}
	}
	if noticed < 9 { // one turns hostile only when it is written again
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
			// All of them at once, and in what is only text.
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
			// The data of the page says the title as it was written.
			if data := string(a.Guest().Get(r.page + "/_payload.json").Want(200).Body); !json.Valid([]byte(data)) || strings.Contains(data, "<script") {
				t.Errorf("the data of %s ends early: %s", r.page, data)
			}
		}
	})
}

// TestI01HostileBannersAndTextsAreInert: what is only text is shown as text, and an address that acts is refused.
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

// TestI02I09VisitorMessagesStayPlainText: a visitor's letter reaches the office and its answer the visitor, sign for sign;
// nothing of it is markup, a formula of a template, or a second header.
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

// says tells whether a value of JSON has a text somewhere, sign for sign.
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

// TestI09RareCharactersSurviveTheOffice: characters beyond the first plane, joined emoji and combining marks are on the page
// as they were typed, in the form that they were typed in; a limit counts characters, not bytes.
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

// TestI10InvisibleAndBidiCharactersAreRemovedOrRefused: what turns a line around or cannot be seen is taken out of a text, and said; half a
// character, and a zero, are refused; a sentence that has one is refused at its field.
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
