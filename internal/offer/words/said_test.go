package words_test

import (
	"net/url"
	"strings"
	"testing"

	"shanmen/internal/offer/words"
	"shanmen/internal/testkit"
)

func said(t *testing.T, c *testkit.Client, path, l, text string) []words.SaidWord {
	t.Helper()
	var out words.SaidWords
	c.Get("/api/admin/word/said?" + url.Values{"path": {path}, "language": {l}, "text": {text}}.Encode()).Want(200).JSON(&out)
	return out.Items
}

// A text on a page leads to its message: in both languages, with the values filled in, as visitors read it.
func TestAVisibleTextIsTracedToItsMessage(t *testing.T) {
	t.Parallel()
	testkit.One(t, func(t *testing.T, a *testkit.App) {
		editor := a.Staff(t, "editor")
		has := func(found []words.SaidWord, key string) bool {
			for _, one := range found {
				if one.Key == key {
					return true
				}
			}
			return false
		}
		parts := a.HTTP.PageWords("/")
		for _, l := range []string{"en", "zh"} {
			for _, part := range parts {
				for _, s := range listed(t, editor, "limit=200&part="+part).Items {
					own, filled := s.Sides[l].Live, s.Sides[l].Live
					for i, name := range s.Names {
						own, filled = strings.ReplaceAll(own, name, ""), strings.ReplaceAll(filled, name, []string{"7", "Tan 陈", "$1.00"}[i%3])
					}
					if strings.TrimSpace(own) == "" {
						continue // it consists of variables only, and would match any text
					}
					if found := said(t, editor, "/", l, filled); !has(found, s.Key) {
						t.Errorf("%s %s: %q leads to %v", s.Key, l, filled, found)
					}
				}
			}
		}
		for l, lines := range map[string][]string{"en": {"Light a lamp.", "Keep a name in prayer."}, "zh": {"点一盏灯，", "祈一份平安"}} {
			for _, line := range lines {
				if found := said(t, editor, "/", l, line); !has(found, "home.hero-title") {
					t.Errorf("a line of a heading, %q: %v", line, found)
				}
			}
		}
		for _, piece := range []string{"Light", "Keep a name", "a name in prayer.", "prayer.", "."} {
			if has(said(t, editor, "/", "en", piece), "home.hero-title") {
				t.Errorf("%q is no line of the heading", piece)
			}
		}
		if found := said(t, editor, "/", "en", "What nobody has written in this program"); len(found) != 0 {
			t.Errorf("%v", found)
		}
		if found := said(t, editor, "/nowhere/at/all", "en", "Cart"); len(found) != 0 {
			t.Errorf("a page that is not there: %v", found)
		}
		write(editor, "common.cart", "en", "Basket of gifts", 0).Want(200)
		if has(said(t, editor, "/", "en", "Basket of gifts"), "common.cart") {
			t.Error("visitors do not read a draft")
		}
		publish(editor, words.LookedWord{Key: "common.cart", Locale: "en", Rev: 1}).Want(200)
		if !has(said(t, editor, "/", "en", "Basket of gifts"), "common.cart") {
			t.Error("our own words are not found")
		}
	})
}

// Paging through the list reaches every message exactly once.
func TestPagingTheTextListReachesEveryText(t *testing.T) {
	t.Parallel()
	testkit.One(t, func(t *testing.T, a *testkit.App) {
		editor := a.Staff(t, "editor")
		seen := map[string]bool{}
		for after := ""; ; {
			l := listed(t, editor, "limit=200&after="+url.QueryEscape(after))
			for _, s := range l.Items {
				if seen[s.Key] {
					t.Fatalf("%s twice", s.Key)
				}
				seen[s.Key] = true
			}
			if after = l.Next; after == "" {
				if len(seen) != l.Every || l.Every < 1000 {
					t.Errorf("%d of %d", len(seen), l.Every)
				}
				return
			}
		}
	})
}

// The office shows the public page in a frame; nobody else may, and the page is not cached.
func TestTheOfficePreviewsThePageOfAText(t *testing.T) {
	t.Parallel()
	testkit.One(t, func(t *testing.T, a *testkit.App) {
		for _, path := range []string{"/", "/zh/contact-us"} {
			r := a.Staff(t, "editor").Get(path + "?point=1").Want(200)
			if r.Header.Get("Cache-Control") != "private, no-store" || r.Header.Get("X-Robots-Tag") != "noindex" || r.Header.Get("X-Frame-Options") != "SAMEORIGIN" ||
				!strings.Contains(r.Header.Get("Content-Security-Policy"), "frame-ancestors 'self'") {
				t.Errorf("%s: %v", path, r.Header)
			}
			for _, other := range []*testkit.Client{a.Guest(), a.Member(t), a.Staff(t, "counter")} {
				if r := other.Get(path + "?point=1"); r.Status != 404 || r.Header.Get("X-Frame-Options") != "DENY" {
					t.Errorf("%s: %d %v", path, r.Status, r.Header)
				}
			}
			if r := a.Guest().Get(path).Want(200); r.Header.Get("X-Frame-Options") != "DENY" {
				t.Errorf("%s: %v", path, r.Header)
			}
		}
	})
}
