package httpd

import (
	"crypto/sha256"
	"encoding/base64"
	"fmt"
	"html"
	"math/rand/v2"
	"net/http"
	"strconv"

	"shanmen/internal/base/locale"
)

// busyStyle has the colours of web/src/styles/app.css.
const busyStyle = `body{margin:15vh auto;max-width:34rem;padding:0 1.25rem;background:#fbf6ec;color:#2b1d16;font:1.25rem/1.6 system-ui,sans-serif}` +
	`h1{color:#9f2a1f;font-size:1.75rem;line-height:1.3}section+section{margin-top:3rem}`

var busyPolicy = func() string {
	sum := sha256.Sum256([]byte(busyStyle))
	return strictCSP + "; style-src 'sha256-" + base64.StdEncoding.EncodeToString(sum[:]) + "'"
}()

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
	h.Set("Content-Security-Policy", busyPolicy)
	h.Set("Cache-Control", "no-store")
	h.Del("Etag")
	w.WriteHeader(status)
	if r.Method == http.MethodHead {
		return
	}
	_, _ = fmt.Fprintf(w, `<!doctype html><html lang="%s"><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>%s</title><style>%s</style>`,
		first.Tag(), html.EscapeString(s.cfg.Messages.T(first, "fault.busy-title", nil)), busyStyle)
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
