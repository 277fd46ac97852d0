package httpd

import "net/http"

// privateWriter marks responses about one visitor as private and not to be indexed: guarded pages, redirects of guards,
// and the cart. Their skeletons are the same for everybody and cached by the renderer, but the Back button after
// logging out, or a shared proxy, must not show one. Only the cart may be indexed, because it refuses nobody.
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

// Unwrap gives http.ResponseController access to the connection.
func (w *privateWriter) Unwrap() http.ResponseWriter { return w.ResponseWriter }
