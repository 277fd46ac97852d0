package app_test

import (
	"strings"
	"testing"

	"shanmen/internal/testkit"
)

// Office pages are not cached by browsers: each opening requests the page again, with a check of who is logged in.
func TestOfficePagesAreNotCachedByBrowsers(t *testing.T) {
	t.Parallel()
	testkit.One(t, func(t *testing.T, a *testkit.App) {
		for name, c := range map[string]*testkit.Client{"guest": a.Guest(), "treasurer": a.Staff(t, "treasurer")} {
			for _, path := range []string{"/admin", "/admin/", "/admin/payments", "/admin/orders/x", "/admin/no-such-page"} {
				if r := c.Get(path); r.Header.Get("Cache-Control") != "private, no-store" {
					t.Errorf("%s, %s: %d, %q", name, path, r.Status, r.Header.Get("Cache-Control"))
				}
			}
		}
	})
}

// A browser that translates a page replaces its text nodes, which breaks React's updates. The office has both languages
// and forbids translation; the public site allows it for readers of a third language.
func TestOnlyOfficePagesOptOutOfBrowserTranslation(t *testing.T) {
	t.Parallel()
	testkit.One(t, func(t *testing.T, a *testkit.App) {
		for path, want := range map[string]bool{"/admin": true, "/admin/accounts": true, "/": false, "/zh": false, "/contact-us": false, "/member/login": false} {
			page := string(a.Guest().Get(path).Body)
			root, _, _ := strings.Cut(page, "<head>")
			if strings.Contains(root, `translate="no"`) != want || strings.Contains(page, `<meta name="google" content="notranslate"`) != want {
				t.Errorf("%s: is kept from translation: %v, want %v", path, !want, want)
			}
		}
	})
}
