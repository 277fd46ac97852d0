package httpd

import (
	"net/http/httptest"
	"net/url"
	"strings"
	"testing"
)

// A frame of another site keeps only what may cross sites, and that only over https.
func TestTheLanguageIsRememberedInsideAFrameToo(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ base, site, dest, want string }{
		{"http://temple.example", "none", "document", "Path=/; Max-Age=31536000; SameSite=Lax"},
		{"https://temple.example", "none", "document", "Path=/; Max-Age=31536000; Secure; SameSite=Lax"},
		{"https://temple.example", "cross-site", "document", "Path=/; Max-Age=31536000; Secure; SameSite=Lax"},
		{"https://temple.example", "same-origin", "iframe", "Path=/; Max-Age=31536000; Secure; SameSite=Lax"},
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
