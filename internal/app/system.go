package app

import (
	"context"
	"encoding/json"
	"net/http"
	"sync"
	"time"

	"shanmen/internal/fault"
	"shanmen/internal/httpd"
	"shanmen/internal/locale"
	"shanmen/internal/picture"
	"shanmen/internal/site"
)

// Addresses beside pages and API: health, the messages.

func (a *App) systemRoutes() {
	s := a.HTTP
	s.Handle("GET /healthz", http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		_, _ = w.Write([]byte("ok\n"))
	}))
	s.Handle("GET /readyz", http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if a.draining.Load() || a.databaseInPlace(r.Context()) != nil || a.storing(r.Context()) != nil {
			h := w.Header()
			h.Set("Retry-After", "5")
			h.Set("Content-Type", "application/json; charset=utf-8")
			h.Set("Cache-Control", "no-store")
			w.WriteHeader(http.StatusServiceUnavailable)
			_ = json.NewEncoder(w).Encode(httpd.Refusal{Code: "not-ready", Title: httpd.Title(r.Context(), "not-ready", nil), RetryAfter: 5})
			return
		}
		_, _ = w.Write([]byte("ready\n"))
		if a.proxyUnknown() {
			_, _ = w.Write([]byte("warning: X-Forwarded-For comes from a proxy that TRUSTED_PROXIES does not name\n"))
		}
	}))
	httpd.Raw(s, httpd.Call{Method: "GET", Path: "/_i18n/{locale}/messages.json", Access: httpd.Open}, func(w http.ResponseWriter, r *http.Request) error {
		l, ok := locale.Parse(r.PathValue("locale"))
		if !ok {
			return fault.NotFound()
		}
		httpd.WriteJSON(w, "no-cache", a.Messages.All(l)) // the office may edit them: never from a cache unasked
		return nil
	})
	contract := sync.OnceValues(func() ([]byte, error) { return json.Marshal(s.OpenAPI()) }) // it never changes while the program runs
	httpd.Raw(s, httpd.Call{Method: "GET", Path: "/api/openapi.json", Access: httpd.Open}, func(w http.ResponseWriter, _ *http.Request) error {
		b, err := contract()
		if err == nil {
			httpd.WriteBytes(w, "public, max-age=300", b)
		}
		return err
	})
	a.doctorRoute()
	a.foundRoutes()
	if a.SSR != nil {
		for _, path := range a.SSR.PublicFiles() {
			s.Handle("GET "+path, http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) { a.SSR.ServePublic(w, r) }))
		}
		s.Handle("GET /admin", http.HandlerFunc(a.serveOffice))
		s.Handle("GET /admin/", http.HandlerFunc(a.serveOffice))
	}
	if a.Config.Demo {
		a.demoRoutes()
	}
	a.testClockRoute()
}

// storing tells whether pictures can be kept. Whoever is sent here could not show a transfer without.
func (a *App) storing(asked context.Context) error {
	ctx, cancel := context.WithTimeout(asked, readyWithin)
	defer cancel()
	err := a.Files.Check(ctx)
	if err != nil && !httpd.Gone(asked) {
		a.Log.Warn("not ready: pictures cannot be kept", "error", err)
	}
	return err
}

// readyWithin is how long the database may take to answer /readyz: whoever asks has a time limit too.
const readyWithin = time.Second

// serveOffice serves the office's own entry for every address under /admin. It holds no data: what
// the visitor may see is decided by the calls that it makes.
func (a *App) serveOffice(w http.ResponseWriter, r *http.Request) {
	w.Header().Set("Content-Security-Policy", a.SSR.CSP())
	w.Header().Set("X-Robots-Tag", "noindex")
	if !a.SSR.ServeFile(w, r, "admin.html") {
		http.NotFound(w, r)
	}
}

// foundRoutes are the addresses that machines ask for: what there is to find, how it looks, which build runs.
func (a *App) foundRoutes() {
	handle := func(path string, serve http.HandlerFunc) { a.HTTP.Handle("GET "+path, serve) }
	handle("/robots.txt", a.Site.Robots)
	handle("/sitemap.xml", a.Site.Sitemap)
	handle(site.PicturePrefix+"/{file...}", a.Site.Picture)
	handle(picture.Prefix+"{id}", a.Library.Serve)
	handle(picture.Prefix+"{id}/{file}", a.Library.Serve)
	for _, l := range locale.All {
		handle(site.ManifestPath(l), a.Site.Manifest)
		handle(site.OfflinePath(l), a.Site.Offline)
	}
	handle(site.WorkerPath, a.Site.Worker)
	handle("/builds/latest.json", a.Site.LatestBuild)
	handle("/builds/meta/{file}", a.Site.BuildMeta)
}
