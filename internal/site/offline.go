package site

import (
	"bytes"
	"crypto/sha256"
	_ "embed"
	"encoding/base64"
	"html/template"
	"net/http"
	"strings"

	"shanmen/internal/base/locale"
	"shanmen/internal/offer/content"
	"shanmen/internal/platform/httpd"
)

// WorkerPath is the service worker's path: at the root, because it serves paths below its own.
const WorkerPath = "/sw.js"

//go:embed offline/worker.js
var worker []byte

// Worker serves the service worker, the same for everybody.
func (s *Service) Worker(w http.ResponseWriter, _ *http.Request) {
	w.Header().Set("Content-Type", "text/javascript; charset=utf-8")
	w.Header().Set("Cache-Control", "no-cache") // browsers check for a new one at each visit
	// The worker's own CSP decides what it may request: the pages that it caches.
	w.Header().Set("Content-Security-Policy", "default-src 'none'; connect-src 'self'; frame-ancestors 'none'; base-uri 'none'")
	_, _ = w.Write(worker)
}

// OfflinePath is the path of the page that phones store for use without a connection.
func OfflinePath(l locale.Locale) string { return l.Path("/offline") }

const offlineStyle = `body{margin:0;background:#fbf6ec;color:#2b1d16;font:112.5%/1.6 -apple-system,"Segoe UI",Roboto,"PingFang SC","Microsoft YaHei",sans-serif}
main{max-width:36rem;margin:0 auto;padding:2rem 1.1rem 4rem}
header{background:#35120d;color:#f3e3c6;padding:1rem 1.1rem;font-weight:650}
h1{font-family:Georgia,"Kaiti SC",STKaiti,KaiTi,serif;line-height:1.25;font-size:1.9rem;margin:.3em 0}
h2{font-size:1.1rem;margin:0 0 .3em}
section,dl{background:#fffdf8;border-radius:20px;padding:1.1rem 1.3rem;margin:1.3rem 0;box-shadow:0 1px 2px rgb(74 27 20/.06),0 10px 28px -12px rgb(74 27 20/.22)}
dt{font-weight:650;margin-top:.6em}dt:first-child{margin-top:0}dd{margin:0;white-space:pre-line}
ul{margin:0;padding-left:1.2em}li{padding:.35em 0}
a{color:#9f2a1f;font-weight:650;text-underline-offset:4px;display:inline-block;padding:.5rem 0}
a:focus-visible{outline:3px solid #1d1007;outline-offset:3px}
.again{background:#9f2a1f;color:#fff8ea;border-radius:999px;padding:.8rem 1.6rem;text-decoration:none}`

// offlineCSP allows the page's own style by hash; no script may run.
var offlineCSP = func() string {
	sum := sha256.Sum256([]byte(offlineStyle))
	return "default-src 'none'; style-src 'sha256-" + base64.StdEncoding.EncodeToString(sum[:]) + "'; frame-ancestors 'none'; base-uri 'none'"
}()

// The worker inserts its stored orders between the two marks, or removes the part between them.
var offlinePage = template.Must(template.New("offline").Parse(`<!doctype html>
<html lang="{{.Lang}}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><meta name="robots" content="noindex"><title>{{.Title}}</title><style>` + offlineStyle + `</style></head>
<body><header>{{.Name}}</header><main><h1>{{.Title}}</h1><p>{{.Text}}</p><p><a class="again" href="">{{.Again}}</a></p>
<dl>{{if .Phone}}<dt>{{.PhoneLabel}}</dt><dd><a href="tel:{{.Dial}}">{{.Phone}}</a></dd>{{end}}{{if .Hours}}<dt>{{.HoursLabel}}</dt><dd>{{.Hours}}</dd>{{end}}{{if .Address}}<dt>{{.AddressLabel}}</dt><dd>{{.Address}}</dd>{{end}}</dl>
{{.Begin}}<section><h2>{{.OrdersTitle}}</h2><p>{{.OrdersText}}</p><ul></ul></section>{{.End}}
</main></body></html>`))

// Offline is the page that the service worker shows without a connection: the temple's contact details.
func (s *Service) Offline(w http.ResponseWriter, r *http.Request) {
	l, _ := locale.SplitPath(r.URL.Path)
	site, err := content.Site(r.Context(), s.DB.Read())
	if err != nil && httpd.Gone(r.Context()) {
		return
	}
	if err != nil {
		s.Log.Error("offline page failed", "error", err)
		httpd.Failed(w, r, err)
		return
	}
	say := func(key string) string { return s.Messages.T(l, key, nil) }
	dial := strings.Map(func(c rune) rune {
		if c == '+' || c >= '0' && c <= '9' {
			return c
		}
		return -1
	}, site.Phone)
	var b bytes.Buffer
	err = offlinePage.Execute(&b, map[string]any{
		"Lang": l.Tag(), "Name": site.Name.In(l), "Title": say("offline.title"), "Text": say("offline.text"), "Again": say("offline.again"),
		"PhoneLabel": say("home.phone"), "Phone": site.Phone, "Dial": dial, "HoursLabel": say("home.hours"), "Hours": site.Hours.In(l),
		"AddressLabel": say("common.field.address"), "Address": site.Address.In(l), "OrdersTitle": say("offline.orders-title"), "OrdersText": say("offline.orders-text"),
		"Begin": template.HTML("<!--orders-->"), "End": template.HTML("<!--/orders-->"), // constants
	})
	if err != nil {
		s.Log.Error("offline page failed", "error", err)
		httpd.Failed(w, r, err)
		return
	}
	w.Header().Set("Content-Type", "text/html; charset=utf-8")
	w.Header().Set("Content-Security-Policy", offlineCSP)
	w.Header().Set("Cache-Control", "no-cache")
	w.Header().Set("X-Robots-Tag", "noindex")
	_, _ = w.Write(b.Bytes())
}
