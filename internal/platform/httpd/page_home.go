package httpd

import (
	"net/http"
	"net/url"
	"strings"

	"shanmen/internal/base/locale"
)

// homeVary lists what the response at "/" depends on (redirectHome).
const homeVary = "Cookie, Accept-Language, Sec-Fetch-Site, Referer"

// homeWriter marks the English page at "/" as private: readers of Chinese are redirected there, so a shared cache must
// not store it. The renderer knows nothing of languages.
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

// Unwrap gives http.ResponseController access to the connection.
func (w *homeWriter) Unwrap() http.ResponseWriter { return w.ResponseWriter }

// redirectHome redirects a visitor of "/" who reads Chinese to /zh. Only here, so that deep links never change
// language; and "/" is never cached for several visitors. A visitor coming from one of our pages has chosen "/": if
// cookies are blocked nothing else remembers that, and the English page would be unreachable.
func (s *Server) redirectHome(w http.ResponseWriter, r *http.Request) bool {
	if cookieLocale(r) != locale.ZH || fromOurPage(r) {
		return false
	}
	w.Header().Set("Vary", homeVary)
	w.Header().Set("Cache-Control", "private, no-store")
	c := &http.Cookie{Name: localeCookie, Value: string(locale.ZH), Path: "/", MaxAge: 365 * 24 * 60 * 60, SameSite: http.SameSiteLaxMode, Secure: s.secure}
	if s.secure && framedElsewhere(r) {
		c.SameSite = http.SameSiteNoneMode // otherwise a browser drops it inside a frame
	}
	http.SetCookie(w, c)
	to := url.URL{Path: "/zh", RawQuery: r.URL.RawQuery}
	http.Redirect(w, r, to.String(), http.StatusFound)
	return true
}

// fromOurPage returns whether a link of this site was followed. Browsers say so only over https; otherwise the Referer
// does, also when the page is reloaded.
func fromOurPage(r *http.Request) bool {
	if r.Header.Get("Sec-Fetch-Site") == "same-origin" {
		return true
	}
	from, err := url.Parse(r.Referer())
	return err == nil && from.Host != "" && strings.EqualFold(from.Host, r.Host)
}

// framedElsewhere returns whether the page is requested inside another site's frame, by fetch metadata. Our pages
// refuse to be framed there, but the web view of a temple's own app sends the same.
func framedElsewhere(r *http.Request) bool {
	return r.Header.Get("Sec-Fetch-Site") == "cross-site" && strings.HasSuffix(r.Header.Get("Sec-Fetch-Dest"), "frame")
}
