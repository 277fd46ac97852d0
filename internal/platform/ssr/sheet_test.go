package ssr

import (
	"context"
	"fmt"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"shanmen/internal/testkit/together"
)

const (
	hasStyles = "i18n_redirected=zh; styles=entry-C3.css; x=1"
	whole     = "public, max-age=0, must-revalidate"
	light     = "private, max-age=0, must-revalidate"
)

// The first page of a browser contains the style sheet; pages after it link the file.
func TestAPageLinksTheStylesThatTheBrowserHas(t *testing.T) {
	t.Parallel()
	s := newTestSite(t, Options{})
	build := show(t, strings.Repeat("Peace lamp ", 50))
	for _, tc := range []struct {
		name, cookie, control string
	}{
		{"WithoutCookies", "", whole},
		{"WithTheFile", hasStyles, light},
		{"AloneInItsHeader", "styles=entry-C3.css", light},
		{"OfAnOlderBuild", "styles=entry-B2.css", whole},
		{"OfTheStartOfAName", "styles=entry-C3.cs", whole},
		{"OfALongerName", "styles=entry-C3.css2", whole},
		{"OfAnotherCookie", "old-styles=entry-C3.css", whole},
	} {
		t.Run(tc.name, func(t *testing.T) {
			w := ask(t, s, "en /", build, "Cookie", tc.cookie)
			n := parse(t, w.Body.Bytes())
			var links, inline int
			for _, l := range find(n, "link", "rel", "stylesheet", "id", "styles") {
				if attr(l, "href") == "/assets/entry-C3.css" && l.Parent.Data == "head" {
					links++
				}
			}
			for _, e := range find(n, "style", "data-file", "entry-C3.css") {
				inline += len(text(e))
			}
			if (links == 1) != (tc.control == light) || (inline > 0) != (tc.control == whole) {
				t.Errorf("%d links, %d bytes of styles:\n%s", links, inline, w.Body)
			}
			if got := w.Header().Get("Cache-Control"); got != tc.control {
				t.Errorf("Cache-Control %q, want %q", got, tc.control)
			}
			if got := find(n, "div", "id", "root"); len(got) != 1 || !strings.HasPrefix(text(got[0].FirstChild), "Peace lamp") {
				t.Errorf("the page's content is missing:\n%s", w.Body)
			}
			for _, e := range find(n, "script") { // the policy must list the script before the link too
				if attr(e, "src") == "" && attr(e, "type") == "" && !strings.Contains(s.CSP(), sourceHash(text(e))) {
					t.Errorf("the policy forbids %q", text(e))
				}
			}
		})
	}
	if n := s.Stats().Renders; n != 1 {
		t.Errorf("%d renders", n)
	}
	t.Run("InTwoHeaders", func(t *testing.T) {
		w := ask(t, s, "en /", build, "Cookie", "a=b", "Cookie", "styles=entry-C3.css")
		if w.Header().Get("Cache-Control") != light {
			t.Errorf("%v", w.Header())
		}
	})
}

// The styles that only one page has stay in it.
func TestAPageKeepsItsOwnStyles(t *testing.T) {
	t.Parallel()
	s := newTestSite(t, Options{})
	p := pageOf(t, map[string]any{"text": "x"})
	p.RouteID = "home"
	w := ask(t, s, "en /", func(context.Context) (Page, error) { return p, nil }, "Cookie", hasStyles)
	if styles := find(parse(t, w.Body.Bytes()), "style"); len(styles) != 1 || text(styles[0]) != "form{margin:0}" {
		t.Errorf("%s", w.Body)
	}
}

// A browser is never told that one form of a page is current when it holds the other without a right to it, and each
// form is compressed and validated like any page.
func TestBothFormsOfAPageAreValidated(t *testing.T) {
	t.Parallel()
	s := newTestSite(t, Options{})
	build := show(t, strings.Repeat("The lamp burns for a year. ", 200))
	for _, accept := range []string{"", "gzip", "br"} {
		ask(t, s, "k", build)
		ask(t, s, "k", build, "Cookie", hasStyles)
		waitPacked(t, s, "k")
		waitCompressed(t, func() *variants { return s.cache.get("k").light })
		full, linked := ask(t, s, "k", build, "Accept-Encoding", accept), ask(t, s, "k", build, "Accept-Encoding", accept, "Cookie", hasStyles)
		fullTag, linkedTag := full.Header().Get("Etag"), linked.Header().Get("Etag")
		if fullTag == linkedTag || linked.Header().Get("Content-Encoding") != accept || linked.Header().Get("Content-Length") != fmt.Sprint(linked.Body.Len()) {
			t.Fatalf("%q: tags %s and %s, %v", accept, fullTag, linkedTag, linked.Header())
		}
		for _, tc := range []struct {
			name, cookie, match, control, tag string
			status                            int
		}{
			{"FirstAgain", "", fullTag, whole, fullTag, 304},
			{"LaterAgain", hasStyles, linkedTag, light, linkedTag, 304},
			// it holds the whole page, which is as good: nothing is sent, and a shared cache may keep it
			{"LaterWithTheWholePage", hasStyles, fullTag, whole, fullTag, 304},
			{"FirstWithALinkedPage", "", linkedTag, whole, fullTag, 200},
			{"AfterADeploy", "styles=entry-B2.css", linkedTag, whole, fullTag, 200},
			{"LaterWithAnOldPage", hasStyles, `"x"`, light, linkedTag, 200},
		} {
			w := ask(t, s, "k", build, "Accept-Encoding", accept, "Cookie", tc.cookie, "If-None-Match", tc.match)
			h := w.Header()
			if w.Code != tc.status || h.Get("Cache-Control") != tc.control || h.Get("Etag") != tc.tag || (tc.status == 304) != (w.Body.Len() == 0) {
				t.Errorf("%q, %s: %d %v", accept, tc.name, w.Code, h)
			}
		}
	}
}

// A page that could not be rendered is kept by nobody, in either form; an unknown page is answered whatever is held.
func TestOtherPagesLinkTheirStylesToo(t *testing.T) {
	t.Parallel()
	s := newTestSite(t, Options{})
	failed := func(context.Context) (Page, error) { return pageOf(t, map[string]any{"do": "throw"}), nil }
	if w := ask(t, s, "failed", failed, "Cookie", hasStyles); w.Header().Get("Cache-Control") != "no-store" || !strings.Contains(w.Body.String(), `id="styles"`) {
		t.Errorf("%v %s", w.Header(), w.Body)
	}
	p := pageOf(t, map[string]any{"text": "Not here"})
	p.Status = http.StatusNotFound
	missing := func(context.Context) (Page, error) { return p, nil }
	tag := ask(t, s, "missing", missing).Header().Get("Etag")
	if w := ask(t, s, "missing", missing, "Cookie", hasStyles, "If-None-Match", tag); w.Code != http.StatusNotFound || !strings.Contains(w.Body.String(), `id="styles"`) {
		t.Errorf("%d %s", w.Code, w.Body)
	}
	data := func(context.Context) (Data, error) { return Data{JSON: []byte(`{}`)}, nil }
	r := httptest.NewRequest(http.MethodGet, "/", nil)
	r.Header.Set("Cookie", hasStyles)
	w := httptest.NewRecorder()
	if err := s.ServeData(w, r, "data", data); err != nil || w.Header().Get("Cache-Control") != whole || w.Body.String() != `{}` {
		t.Errorf("%v %v", err, w.Header())
	}
}

// The cache counts the second form, once, and only of pages that it holds.
func TestTheCacheCountsBothForms(t *testing.T) {
	t.Parallel()
	s := newTestSite(t, Options{})
	build := show(t, strings.Repeat("Peace lamp ", 50))
	ask(t, s, "k", build)
	_, before := s.cache.size()
	e := s.cache.get("k")
	together.AtOnce(8, func(int) { s.light(e) })
	if _, after := s.cache.size(); e.light.size == 0 || after != before+e.light.size {
		t.Errorf("%d bytes, then %d with a form of %d", before, after, e.light.size)
	}
	s.Replace()
	ask(t, s, "k", build)
	s.cache.grow(e, 1000) // of a page that has been replaced meanwhile
	if _, bytes := s.cache.size(); bytes != before {
		t.Errorf("%d bytes after a rebuild, want %d", bytes, before)
	}
	s.cache.drop("k")
	if n, bytes := s.cache.size(); n != 0 || bytes != 0 {
		t.Errorf("%d pages, %d bytes", n, bytes)
	}
	t.Run("AndMakesRoom", func(t *testing.T) {
		c := newPageCache(10, 4*(1000+overhead))
		for i := range 4 {
			c.put(&entry{key: fmt.Sprint(i), variants: &variants{size: 1000}})
		}
		c.grow(c.get("3"), 1500)
		if n, bytes := c.size(); n != 3 || bytes > 4*(1000+overhead) || c.get("3") == nil {
			t.Errorf("%d entries, %d bytes", n, bytes)
		}
	})
}
