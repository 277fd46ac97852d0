package httpd

import "net/http"

// privateWriter marks answers that are one visitor's as private and not to be listed: guarded pages, the redirects of
// guards, and the cart. Their skeletons are the same for everybody and cached by the renderer. But whoever presses Back
// after signing out, or shares a proxy, must not see one as if it were theirs. The cart alone may be listed, because
// nobody is turned away there.
type privateWriter struct {
	http.ResponseWriter
	listed bool
	marked bool
}

func (w *privateWriter) mark() {
	if w.marked {
		return
	}
	w.marked = true
	h := w.Header()
	h.Set("Cache-Control", "private, no-store")
	if !w.listed {
		h.Set("X-Robots-Tag", "noindex")
	}
	h.Del("Etag")
}

// WriteHeader implements http.ResponseWriter.
func (w *privateWriter) WriteHeader(status int) {
	w.mark()
	w.ResponseWriter.WriteHeader(status)
}

// Write implements http.ResponseWriter.
func (w *privateWriter) Write(b []byte) (int, error) {
	w.mark()
	return w.ResponseWriter.Write(b)
}

// Unwrap lets http.ResponseController through.
func (w *privateWriter) Unwrap() http.ResponseWriter { return w.ResponseWriter }
