package httpd

import (
	"fmt"
	"html"
	"math/rand/v2"
	"net/http"
	"strconv"

	"shanmen/internal/base/locale"
)

// writeBusy answers a document that its class had no room for: a small page in both languages, which the browser opens
// again by itself. It needs neither the renderer nor the database.
func (s *Server) writeBusy(w http.ResponseWriter, r *http.Request, err error) {
	exchangeOf(r.Context()).busy = true
	first, _ := locale.SplitPath(r.URL.Path)
	h := w.Header()
	status := failedStatus(w, err)
	after, _ := strconv.Atoi(h.Get("Retry-After"))
	h.Set("Refresh", strconv.Itoa(after+rand.IntN(after+3))) // at random, so that not all come back at once
	h.Set("Content-Type", "text/html; charset=utf-8")
	h.Set("Content-Security-Policy", strictCSP)
	h.Set("Cache-Control", "no-store")
	h.Del("Etag")
	w.WriteHeader(status)
	if r.Method == http.MethodHead {
		return
	}
	_, _ = fmt.Fprintf(w, `<!doctype html><html lang="%s"><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>%s</title>`,
		first.Tag(), html.EscapeString(s.cfg.Messages.T(first, "fault.busy-title", nil)))
	for _, l := range []locale.Locale{first, other(first)} {
		_, _ = fmt.Fprintf(w, `<section lang="%s"><h1>%s</h1><p>%s</p></section>`,
			l.Tag(), html.EscapeString(s.cfg.Messages.T(l, "fault.busy-title", nil)), html.EscapeString(s.cfg.Messages.T(l, "fault.busy-page", nil)))
	}
}

func other(l locale.Locale) locale.Locale {
	if l == locale.EN {
		return locale.ZH
	}
	return locale.EN
}
