package httpd

import "net/http"

// privateWriter marks what is one visitor's: guarded pages and the cart, and where a guard sends.
// Their skeletons are the same for everybody and the renderer keeps them, but whoever presses Back
// after signing out, or shares a proxy, shall not be shown one as if it were theirs; and no search
// engine lists them, but for the cart, where nobody is turned away.
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
