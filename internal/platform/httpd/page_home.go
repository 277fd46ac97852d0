package httpd

import (
	"net/http"
	"net/url"
	"strings"

	"shanmen/internal/base/locale"
)

// homeVary is what the answer at "/" depends on (redirectHome).
const homeVary = "Cookie, Accept-Language, Sec-Fetch-Site, Referer"

// homeWriter marks the English page at "/" as private: whoever reads Chinese gets another answer there, so a shared
// cache must not keep it. The renderer knows nothing of languages.
type homeWriter struct {
	http.ResponseWriter
	marked bool
}

func (w *homeWriter) mark() {
	if w.marked {
		return
	}
	w.marked = true
	h := w.Header()
	h.Set("Vary", homeVary+", Accept-Encoding")
	if shared := h.Get("Cache-Control"); shared != "" {
		h.Set("Cache-Control", strings.Replace(shared, "public", "private", 1))
	} else {
		h.Set("Cache-Control", "private, no-store")
	}
}

// WriteHeader implements http.ResponseWriter.
func (w *homeWriter) WriteHeader(status int) {
	w.mark()
	w.ResponseWriter.WriteHeader(status)
}

// Write implements http.ResponseWriter.
func (w *homeWriter) Write(b []byte) (int, error) {
	w.mark()
	return w.ResponseWriter.Write(b)
}

// Unwrap lets http.ResponseController through.
func (w *homeWriter) Unwrap() http.ResponseWriter { return w.ResponseWriter }

// redirectHome sends a visitor of "/" who reads Chinese to /zh. Only here, so that deep links never
// change language; and "/" is never shared between visitors. Whoever comes from a page of ours has chosen "/": where
// cookies are blocked nothing else remembers that, and the English page could not be reached.
func (s *Server) redirectHome(w http.ResponseWriter, r *http.Request) bool {
	if cookieLocale(r) != locale.ZH || fromOurPage(r) {
		return false
	}
	w.Header().Set("Vary", homeVary)
	w.Header().Set("Cache-Control", "private, no-store")
	c := &http.Cookie{Name: localeCookie, Value: string(locale.ZH), Path: "/", MaxAge: 365 * 24 * 60 * 60, SameSite: http.SameSiteLaxMode, Secure: s.secure}
	if s.secure && framedElsewhere(r) {
		c.SameSite = http.SameSiteNoneMode // else the frame's browser would drop it
	}
	http.SetCookie(w, c)
	to := url.URL{Path: "/zh", RawQuery: r.URL.RawQuery}
	http.Redirect(w, r, to.String(), http.StatusFound)
	return true
}

// fromOurPage tells whether a link of this site was followed. Browsers say so over https alone; else the page that was
// left does, also where the page is loaded once more.
func fromOurPage(r *http.Request) bool {
	if r.Header.Get("Sec-Fetch-Site") == "same-origin" {
		return true
	}
	from, err := url.Parse(r.Referer())
	return err == nil && from.Host != "" && strings.EqualFold(from.Host, r.Host)
}

// framedElsewhere tells whether the page is asked for inside a frame of another site, by what browsers
// say of their requests. Pages of ours refuse to be shown there; what an app of the temple's own
// frames in its web view is asked for in the same way.
func framedElsewhere(r *http.Request) bool {
	return r.Header.Get("Sec-Fetch-Site") == "cross-site" && strings.HasSuffix(r.Header.Get("Sec-Fetch-Dest"), "frame")
}
