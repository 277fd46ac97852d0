package httpd

import (
	"net/http/httptest"
	"net/url"
	"strings"
	"testing"
)

// A frame on another site gets only cookies allowed across sites, and only over https.
func TestTheLanguageCookieIsSetInsideAFrame(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ base, site, dest, want string }{
		{"http://temple.example", "none", "document", "Path=/; Max-Age=31536000; SameSite=Lax"},
		{"https://temple.example", "none", "document", "Path=/; Max-Age=31536000; Secure; SameSite=Lax"},
		{"https://temple.example", "cross-site", "document", "Path=/; Max-Age=31536000; Secure; SameSite=Lax"},
		{"https://temple.example", "same-site", "iframe", "Path=/; Max-Age=31536000; Secure; SameSite=Lax"},
		{"https://temple.example", "cross-site", "iframe", "Path=/; Max-Age=31536000; Secure; SameSite=None"},
		{"http://temple.example", "cross-site", "iframe", "Path=/; Max-Age=31536000; SameSite=Lax"},
	} {
		base, err := url.Parse(c.base)
		if err != nil {
			t.Fatal(err)
		}
		s := &Server{secure: base.Scheme == "https"}
		r := httptest.NewRequest("GET", c.base+"/", nil)
		r.Header.Set("Accept-Language", "zh-SG")
		r.Header.Set("Sec-Fetch-Site", c.site)
		r.Header.Set("Sec-Fetch-Dest", c.dest)
		w := httptest.NewRecorder()
		if !s.redirectHome(w, r) || w.Code != 302 || w.Header().Get("Location") != "/zh" {
			t.Fatalf("%+v: %d %v", c, w.Code, w.Header())
		}
		if got := w.Header().Get("Set-Cookie"); got != "i18n_redirected=zh; "+c.want {
			t.Errorf("%+v: %q", c, got)
		} else if strings.Contains(got, "HttpOnly") {
			t.Errorf("%+v: scripts cannot read it", c)
		}
	}
}

// A reader of Chinese who blocks cookies is redirected to the Chinese page, and can reach the English one by its link.
func TestTheEnglishHomePageIsReachableWithoutCookies(t *testing.T) {
	t.Parallel()
	s := &Server{}
	for _, c := range []struct {
		name, site, referer, cookie string
		chinese                     bool
	}{
		{"typed", "none", "", "", true},
		{"typed, without fetch metadata", "", "", "", true},
		{"from another site", "cross-site", "https://search.example/", "", true},
		{"from another site, without fetch metadata", "", "https://search.example/", "", true},
		{"from an app of the temple's domain", "same-site", "https://app.temple.example/", "", true},
		{"the link of a page of ours", "same-origin", "https://temple.example/zh", "", false},
		{"the link of a page of ours, without fetch metadata", "", "https://temple.example/zh/about-us/history", "", false},
		{"loaded once more, as some browsers say it", "none", "https://temple.example/zh", "", false},
		{"from a page of the same name elsewhere", "cross-site", "https://temple.example.search.example/", "", true},
		{"without a script the cookie cannot change", "same-origin", "https://temple.example/zh", "zh", false},
		{"the cookie alone", "none", "", "zh", true},
		{"no address", "", "::", "", true},
	} {
		for _, languages := range []string{"zh-HK", "zh-HK,zh;q=0.9,en;q=0.8", "zh-TW", "zh-SG", "zh"} {
			r := httptest.NewRequest("GET", "https://temple.example/", nil)
			r.Header.Set("Accept-Language", languages)
			for name, value := range map[string]string{"Sec-Fetch-Site": c.site, "Referer": c.referer} {
				if value != "" {
					r.Header.Set(name, value)
				}
			}
			if c.cookie != "" {
				r.Header.Set("Cookie", "i18n_redirected="+c.cookie)
			}
			w := httptest.NewRecorder()
			if got := s.redirectHome(w, r); got != c.chinese {
				t.Errorf("%s, %s: sent to the Chinese page: %v", c.name, languages, got)
			}
			if c.chinese && w.Header().Get("Vary") != "Cookie, Accept-Language, Sec-Fetch-Site, Referer" {
				t.Errorf("a browser keeps one answer for another: %q", w.Header().Get("Vary"))
			}
		}
	}
}
