package ssr

import (
	"encoding/json"
	"errors"
	"net/url"
	"reflect"
	"regexp"
	"strings"
	"testing"
	"testing/fstest"

	"golang.org/x/net/html"

	"shanmen/internal/base/locale"
)

// parse parses a document as a browser does.
func parse(t *testing.T, doc []byte) *html.Node {
	t.Helper()
	n, err := html.Parse(strings.NewReader(string(doc)))
	if err != nil {
		t.Fatal(err)
	}
	return n
}

// find lists the elements with a name and all of the attributes, given in pairs.
func find(n *html.Node, name string, attrs ...string) (out []*html.Node) {
	for c := range n.Descendants() {
		if c.Type != html.ElementNode || c.Data != name {
			continue
		}
		ok := true
		for i := 0; i < len(attrs); i += 2 {
			ok = ok && attr(c, attrs[i]) == attrs[i+1]
		}
		if ok {
			out = append(out, c)
		}
	}
	return out
}

func attr(n *html.Node, name string) string {
	for _, a := range n.Attr {
		if a.Key == name {
			return a.Val
		}
	}
	return ""
}

func text(n *html.Node) string {
	if n.FirstChild == nil {
		return ""
	}
	return n.FirstChild.Data
}

func testShell(t *testing.T) *shell {
	t.Helper()
	s, err := newShell(testDist(), []byte(testScript))
	if err != nil {
		t.Fatal(err)
	}
	return s
}

func TestTheHTMLDocumentEscapesItsData(t *testing.T) {
	t.Parallel()
	base, _ := url.Parse("https://temple.example")
	canonical, alternates := Links(base, locale.ZH, "/about us/历史")
	nasty := `"><script>x</script>'&amp;`
	doc := testShell(t).html(&Document{
		Locale: locale.ZH, Title: nasty, Description: nasty, Canonical: canonical, Alternates: alternates,
		PayloadJSON: []byte(`{}`), RouteID: "home",
	}, `<link rel="preload" as="image" href="/art/a&gt;b.svg"/><main>堂</main>`, true)
	n := parse(t, doc)
	root := find(n, "html")[0]
	if attr(root, "lang") != "zh-Hans" || !strings.HasPrefix(string(doc), "<!doctype html>") {
		t.Errorf("lang %q", attr(root, "lang"))
	}
	if got := find(n, "title"); len(got) != 1 || text(got[0]) != nasty {
		t.Errorf("title %v", got)
	}
	if got := find(n, "meta", "name", "description"); len(got) != 1 || attr(got[0], "content") != nasty {
		t.Errorf("description %v", got)
	}
	var links []string
	for _, l := range find(n, "link", "rel", "alternate") {
		links = append(links, attr(l, "hreflang")+" "+attr(l, "href"))
	}
	en, zh := "https://temple.example/about%20us/%E5%8E%86%E5%8F%B2", "https://temple.example/zh/about%20us/%E5%8E%86%E5%8F%B2"
	if want := []string{"x-default " + en, "en " + en, "zh-Hans " + zh}; !reflect.DeepEqual(links, want) {
		t.Errorf("alternates %q", links)
	}
	if got := find(n, "link", "rel", "canonical", "href", zh); len(got) != 1 {
		t.Error("no canonical address")
	}
	if got := find(n, "link", "as", "image", "href", "/art/a>b.svg"); len(got) != 1 || got[0].Parent.Data != "head" {
		t.Error("the image hint is not in the head")
	}
	if got := find(n, "div", "id", "root"); len(got) != 1 || got[0].FirstChild.Data != "main" || attr(got[0], "data-render") != "" {
		t.Error("the root does not start with the page")
	}
	if got := find(n, "meta", "name", "theme-color", "content", "#35120d"); len(got) != 1 {
		t.Error("no theme colour")
	}
	if len(find(n, "script")) != 3 { // text size, entry, payload
		t.Error("a script came in by the title or description")
	}
}

func TestDocumentLoadsWhatThePageNeeds(t *testing.T) {
	t.Parallel()
	s := testShell(t)
	for _, tc := range []struct {
		route           string
		l               locale.Locale
		preload, styles []string
	}{
		{"home", locale.EN, []string{"/assets/react-B2.js", "/assets/home-F6.js", "/assets/form-D4.js"}, []string{"body{color:red}\n", "form{margin:0}"}},
		{"no-such-chunk", locale.ZH, []string{"/assets/react-B2.js"}, []string{"body{color:red}\n"}},
	} {
		n := parse(t, s.html(&Document{Locale: tc.l, RouteID: tc.route, PayloadJSON: []byte(`{}`)}, "", true))
		var preload, styles, fonts []string
		for _, l := range find(n, "link", "rel", "modulepreload", "fetchpriority", "low") {
			preload = append(preload, attr(l, "href"))
		}
		for _, l := range find(n, "style") {
			styles = append(styles, text(l))
		}
		for _, l := range find(n, "link", "as", "font") {
			fonts = append(fonts, attr(l, "href"))
		}
		if !reflect.DeepEqual(preload, tc.preload) || !reflect.DeepEqual(styles, tc.styles) {
			t.Errorf("%s: %q %q", tc.route, preload, styles)
		}
		want := map[locale.Locale][]string{locale.EN: {"/assets/source-serif-600-I9.woff2"}}[tc.l]
		if !reflect.DeepEqual(fonts, want) {
			t.Errorf("%s: fonts %q", tc.route, fonts)
		}
		if len(find(n, "script", "type", "module", "src", "/assets/entry-A1.js")) != 1 {
			t.Errorf("%s: no entry", tc.route)
		}
		for _, e := range append(find(n, "style"), find(n, "script")...) { // the policy must list every inline style and script
			if attr(e, "src") == "" && attr(e, "type") == "" && !strings.Contains(s.csp, sourceHash(text(e))) {
				t.Errorf("%s: the policy forbids %q", tc.route, text(e))
			}
		}
	}
}

// Secrets in a link are removed from the address before the browser starts any further request.
func TestSecretsAreRemovedFromTheURLFirst(t *testing.T) {
	t.Parallel()
	s := testShell(t)
	page := string(s.html(&Document{Locale: locale.EN, RouteID: "home", Secret: []string{"ticket", "key"}, PayloadJSON: []byte(`{}`)}, "", true))
	hidden := strings.Index(page, `<script data-secret="ticket key">`+secretScript+`</script>`)
	if hidden < 0 || !strings.Contains(s.csp, sourceHash(secretScript)) {
		t.Fatalf("at %d, policy %s", hidden, s.csp)
	}
	for _, asks := range []string{"<style", `rel="preload"`, "modulepreload", `type="module"`} {
		if at := strings.Index(page, asks); at >= 0 && at < hidden {
			t.Errorf("%s stands before it", asks)
		}
	}
	if page := s.html(&Document{Locale: locale.EN, RouteID: "home", PayloadJSON: []byte(`{}`)}, "", true); strings.Contains(string(page), "secrets") {
		t.Error("a page without secrets has it too")
	}
}

func TestTheContentSecurityPolicyOfPages(t *testing.T) {
	t.Parallel()
	hash := `'sha256-[A-Za-z0-9+/]{43}='`
	want := regexp.MustCompile(`^default-src 'self'; script-src 'self' ` + hash + ` ` + hash + ` ` + hash + `; style-src 'self' ` + hash + ` ` + hash +
		`; img-src 'self' data: blob:; connect-src 'self'; font-src 'self'; object-src 'none'; base-uri 'none'; frame-ancestors 'none'; form-action 'self'$`)
	if got := testShell(t).csp; !want.MatchString(got) {
		t.Errorf("policy %s", got)
	}
}

func TestThePayloadIsEscapedInHTML(t *testing.T) {
	t.Parallel()
	s := testShell(t)
	for _, tc := range []string{
		`</script><script>alert(1)</script>`, `<!--<script`, `<!-- <script> -->`, "a\u2028b\u2029c", `]]>`, `&lt;&amp;`, "陈𠮷𠀋䶮", `\u003c`, `\`, "\"'", "\u2027\u202a", "",
	} {
		raw, err := json.Marshal(map[string]string{"v": tc})
		if err != nil {
			t.Fatal(err)
		}
		var b strings.Builder // as in hand-written JSON, with only the escapes that JSON needs
		enc := json.NewEncoder(&b)
		enc.SetEscapeHTML(false)
		if err := enc.Encode(map[string]string{"v": tc}); err != nil {
			t.Fatal(err)
		}
		plain := strings.NewReplacer(`\u2028`, "\u2028", `\u2029`, "\u2029").Replace(b.String())
		for _, in := range []string{string(raw), plain} {
			n := parse(t, s.html(&Document{Locale: locale.EN, PayloadJSON: []byte(in)}, "", true))
			scripts := find(n, "script", "id", "payload", "type", "application/json")
			if len(scripts) != 1 || len(find(n, "script")) != 3 {
				t.Fatalf("%q broke out of its script", tc)
			}
			var got map[string]string
			if err := json.Unmarshal([]byte(text(scripts[0])), &got); err != nil || got["v"] != tc {
				t.Errorf("%q came back as %q, %v", tc, got["v"], err)
			}
			if strings.ContainsAny(text(scripts[0]), "<\u2028\u2029") {
				t.Errorf("%q stands in the page as it is: %s", tc, text(scripts[0]))
			}
		}
	}
	t.Run("ALoneSurrogateStaysEscaped", func(t *testing.T) {
		in := `{"v":"\ud800x\udfb7"}`
		n := parse(t, s.html(&Document{Locale: locale.EN, PayloadJSON: []byte(in)}, "", true))
		if got := text(find(n, "script", "id", "payload")[0]); got != in {
			t.Errorf("got %s", got)
		}
	})
}

func TestTheHomePageLinksToItsOtherLanguage(t *testing.T) {
	t.Parallel()
	base, _ := url.Parse("https://temple.example/")
	canonical, alternates := Links(base, locale.EN, "/")
	if canonical != "https://temple.example/" || alternates[2].Href != "https://temple.example/zh" {
		t.Errorf("%s %v", canonical, alternates)
	}
}

func TestASiteNeedsTheWebBuild(t *testing.T) {
	t.Parallel()
	for _, name := range []string{".vite/manifest.json", ".vite/build.json", "ssr.js"} {
		d := testDist()
		delete(d, name)
		if _, err := ReadBundle(d); !errors.Is(err, ErrNoBuild) {
			t.Errorf("without %s: %v", name, err)
		}
	}
	d := testDist()
	d[".vite/manifest.json"] = &fstest.MapFile{Data: []byte(strings.Replace(testManifest, `["assets/entry-C3.css"]`, `[]`, 1))}
	if _, err := ReadBundle(d); err == nil {
		t.Error("a build without a common style sheet was taken")
	}
	d = testDist()
	d["assets/entry-C3.css"] = &fstest.MapFile{Data: []byte(`a{content:"</STYLE>"}`)}
	if _, err := ReadBundle(d); err == nil {
		t.Error("a style sheet that ends its element was taken")
	}
}

func TestTheBuildIDChangesWithTheBuild(t *testing.T) {
	t.Parallel()
	a := testShell(t).buildID
	b, err := newShell(testDist(), []byte(testScript+" "))
	if err != nil {
		t.Fatal(err)
	}
	if len(a) != 16 || a == b.buildID || a != testShell(t).buildID {
		t.Errorf("%s and %s", a, b.buildID)
	}
	later := testDist()
	later[".vite/build.json"] = &fstest.MapFile{Data: []byte(`{"timestamp":1764000000001}`)}
	c, err := newShell(later, []byte(testScript))
	if err != nil || c.buildID == a || c.built.UnixMilli() != 1764000000001 {
		t.Errorf("what is served for ever under the id of another day: %s, %v", c.buildID, err)
	}
}

// On a slow connection the page is displayed first: no script is referenced in a way that a browser fetches at once.
func TestScriptsLoadAfterTheFirstPaint(t *testing.T) {
	t.Parallel()
	s := testShell(t)
	html := string(s.html(&Document{Locale: "en", RouteID: "home", PayloadJSON: []byte("{}")}, "<main></main>", true))
	before, code, ok := strings.Cut(html, `<template id="code">`)
	if !ok || strings.Contains(before, "modulepreload") || strings.Contains(before, `type="module"`) {
		t.Errorf("code is asked for before the page is drawn:\n%s", html)
	}
	waits := string(s.html(&Document{Locale: "en", RouteID: "home", PayloadJSON: []byte("{}"), Waits: true}, "<main></main>", true))
	head, _, _ := strings.Cut(waits, "</head>")
	for _, file := range []string{"/assets/entry-A1.js", "/assets/react-B2.js", "/assets/home-F6.js"} {
		if !strings.Contains(head, `<link rel="modulepreload" fetchpriority="low" href="`+file+`">`) {
			t.Errorf("a page that shows little without its code does not ask for %s at once:\n%s", file, waits)
		}
	}
	if strings.Contains(head, `type="module"`) {
		t.Errorf("code runs before the page is drawn:\n%s", waits)
	}
	if !strings.Contains(code, `<script type="module"`) || !strings.Contains(before, codeScript) {
		t.Errorf("nothing asks for the code:\n%s", html)
	}
}
