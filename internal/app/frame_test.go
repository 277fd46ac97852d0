package app_test

import (
	"net/http"
	"strings"
	"testing"

	"shanmen/internal/testkit"
)

// framable reports whether a browser would show a response in a frame on our own pages.
func framable(h http.Header) bool {
	return h.Get("X-Frame-Options") == "SAMEORIGIN" && strings.Contains(h.Get("Content-Security-Policy"), "frame-ancestors 'self'")
}

// neverFramed reports whether a browser would refuse to show a response in any frame.
func neverFramed(h http.Header) bool {
	return h.Get("X-Frame-Options") == "DENY" && strings.Contains(h.Get("Content-Security-Policy"), "frame-ancestors 'none'")
}

// No response may be framed, in either language, by anybody, except public pages and those for logging in or the cart
// when somebody of the office asks for them with ?point or ?draft.
func TestOnlyTheOfficeCanShowAPageInAFrame(t *testing.T) {
	t.Parallel()
	testkit.One(t, func(t *testing.T, a *testkit.App) {
		guest, member, counter, editor := a.Guest(), a.Member(t), a.Staff(t, "counter"), a.Staff(t, "editor")
		draft := a.Record(t, "page", "history")
		looked, framed := 0, 0
		for _, p := range a.HTTP.Pages() {
			if p.Path == "" {
				continue
			}
			path := strings.NewReplacer("/about-us/:key", "/about-us/history", ":key", "light-lamp", ":id", "none").Replace(p.Path)
			for _, prefix := range []string{"", "/zh"} {
				full := prefix + strings.TrimSuffix(path, "/")
				if full == "" {
					full = "/"
				}
				for name, c := range map[string]*testkit.Client{"guest": guest, "member": member, "counter": counter, "editor": editor} {
					for _, query := range []string{"", "?point=1", "?draft=" + draft, "?look=none", "?point=1&look=none"} {
						r := c.Get(full + query)
						looked++
						may := name == "editor" && (query == "?point=1" && a.HTTP.Pointable(p) || strings.HasPrefix(query, "?draft") && p.Indexable())
						switch {
						case !may && !neverFramed(r.Header):
							t.Errorf("%s%s, %s: %v", full, query, name, r.Header)
						case may && r.Status == 200:
							framed++
							if !framable(r.Header) || r.Header.Get("Cache-Control") != "private, no-store" || r.Header.Get("X-Robots-Tag") != "noindex" || r.Header.Get("Etag") != "" {
								t.Errorf("%s%s: %v", full, query, r.Header)
							}
						case may && r.Status != 404 && r.Status != 302 && r.Status != 301 && r.Status != 308:
							t.Errorf("%s%s: %d", full, query, r.Status)
						}
					}
				}
			}
		}
		if looked < 1000 || framed < 40 {
			t.Errorf("%d looked at, %d framed", looked, framed)
		}
		for _, path := range []string{"/admin", "/admin/pages", "/sitemap.xml", "/robots.txt", "/api/session", "/nowhere"} {
			for _, query := range []string{"", "?point=1", "?draft=" + draft} {
				if r := editor.Get(path + query); framable(r.Header) {
					t.Errorf("%s%s: %v", path, query, r.Header)
				}
			}
		}
	})
}

// The office sees the login pages as visitors do, although its users are logged in.
func TestTheOfficeCanPreviewTheLoginPages(t *testing.T) {
	t.Parallel()
	testkit.One(t, func(t *testing.T, a *testkit.App) {
		editor := a.Staff(t, "editor")
		for _, path := range []string{"/member/login", "/zh/member/registration", "/cart"} {
			editor.Get(path + "?point=1").Want(200)
			var v struct{ Redirect *struct{ Target string } }
			editor.Get(path + "/_payload.json?point=1").Want(200).JSON(&v)
			if v.Redirect != nil {
				t.Errorf("%s leads to %s", path, v.Redirect.Target)
			}
			if path == "/cart" {
				continue
			}
			if r := editor.Get(path); r.Status != 302 {
				t.Errorf("%s without pointing: %d", path, r.Status)
			}
			for _, other := range []*testkit.Client{a.Guest(), a.Member(t)} {
				if r := other.Get(path + "?point=1"); r.Status != 404 {
					t.Errorf("%s: %d", path, r.Status)
				}
			}
		}
		if r := editor.Get("/cart/checkout?point=1"); r.Status != 302 {
			t.Errorf("a page with a condition: %d", r.Status)
		}
	})
}
