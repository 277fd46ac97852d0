package app

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"sync"
	"time"

	"shanmen"
	"shanmen/internal/base/fault"
	"shanmen/internal/base/locale"
	"shanmen/internal/base/uses"
	"shanmen/internal/offer/words"
	"shanmen/internal/platform/db"
	"shanmen/internal/platform/httpd"
	"shanmen/internal/platform/picture"
	"shanmen/internal/platform/ssr"
	"shanmen/internal/site"
)

// Routes besides pages and API: health and messages.

func (a *App) systemRoutes() {
	s := a.HTTP
	s.HandleQuietly("GET /healthz", "GET /healthz", http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		_, _ = fmt.Fprintf(w, "ok\nshanmen %s\n", shanmen.Version())
	}))
	s.HandleQuietly("GET /readyz", "GET /readyz", http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if why := a.notReady(r.Context()); len(why) > 0 {
			h := w.Header()
			h.Set("Retry-After", "5")
			h.Set("Content-Type", "application/json; charset=utf-8")
			h.Set("Cache-Control", "no-store")
			w.WriteHeader(http.StatusServiceUnavailable)
			_ = json.NewEncoder(w).Encode(unready{httpd.Refusal{Code: "not-ready", Title: httpd.Title(r.Context(), "not-ready", nil), RetryAfter: 5}, why})
			return
		}
		_, _ = w.Write([]byte("ready\n"))
		if _, words := a.proxyFault(); words != "" {
			_, _ = w.Write([]byte("warning: " + words + "\n"))
		}
	}))
	httpd.Raw(s, httpd.Call{Method: "GET", Path: "/_i18n/{locale}/messages.json", Access: httpd.Open}, func(w http.ResponseWriter, r *http.Request) error {
		l, ok := locale.Parse(r.PathValue("locale"))
		if !ok {
			return fault.NotFound()
		}
		httpd.WriteJSON(w, "no-cache", a.Messages.All(l)) // editable by the office, so browsers must revalidate it
		return nil
	})
	contract := sync.OnceValues(func() ([]byte, error) { return json.Marshal(s.OpenAPI()) }) // constant while the program runs
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
			s.HandleQuietly("assets", "GET "+path, http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) { a.SSR.ServePublic(w, r) }))
		}
		httpd.Raw(s, httpd.Call{Method: "GET", Path: "/_i18n/{locale}/office.json", Access: httpd.Open}, a.officeMessages)
		s.Handle("GET /admin", http.HandlerFunc(a.serveOffice))
		s.Handle("GET /admin/", http.HandlerFunc(a.serveOffice))
	}
	if a.Config.Demo {
		a.demoRoutes()
	}
	a.testClockRoute()
}

// unready is the answer of /readyz that says why.
type unready struct {
	httpd.Refusal
	Reasons []string `json:"reasons"`
}

// Reasons why the program is not ready.
const (
	reasonStopping  = "stopping"
	reasonDatabase  = "database-away"
	reasonReplaced  = "database-replaced"
	reasonFolder    = "folder-replaced"
	reasonElsewhere = "files-elsewhere"
	reasonStorage   = "storage-away"
)

var reasons = []string{reasonStopping, reasonDatabase, reasonReplaced, reasonFolder, reasonElsewhere, reasonStorage}

// notReady lists the reasons why the program is not ready; empty when it is ready.
func (a *App) notReady(ctx context.Context) (why []string) {
	if a.draining.Load() {
		why = append(why, reasonStopping)
	}
	stored := make(chan error, 1)
	go func() { stored <- a.storing(ctx) }()
	switch err := a.databaseInPlace(ctx); {
	case err == nil:
	case errors.Is(err, db.ErrReplaced):
		why = append(why, reasonReplaced)
	case errors.Is(err, errFolder):
		why = append(why, reasonFolder)
	case errors.Is(err, errFilesElsewhere):
		why = append(why, reasonElsewhere)
	default:
		why = append(why, reasonDatabase)
	}
	if <-stored != nil {
		why = append(why, reasonStorage)
	}
	return why
}

// storing returns whether pictures can be stored. Without storage visitors could not upload a transfer's screenshot.
func (a *App) storing(asked context.Context) error {
	ctx, cancel := context.WithTimeout(asked, readyWithin)
	defer cancel()
	err := a.Files.Check(ctx)
	if err != nil && !httpd.Gone(asked) {
		a.Log.Warn("not ready: pictures cannot be kept", "error", err)
	}
	return err
}

// readyWithin is the timeout of the database check of /readyz: its callers have timeouts too.
const readyWithin = time.Second

// officeMessages serves the messages that the office's code uses, which the office needs before its first render. It is
// cached in compressed form beside the pages until a text changes.
func (a *App) officeMessages(w http.ResponseWriter, r *http.Request) error {
	l, ok := locale.Parse(r.PathValue("locale"))
	if !ok {
		return fault.NotFound()
	}
	return a.SSR.ServeData(w, r, "office "+string(l), func(ctx context.Context) (ssr.Data, error) {
		own := words.OfOffice(a.Messages, l)
		for key := range own {
			uses.Note(ctx, uses.Words(key))
		}
		b, err := json.Marshal(own)
		return ssr.Data{JSON: b}, err
	})
}

// serveOffice serves the office's HTML for every address under /admin. It contains no data: the calls decide what the
// visitor may see.
func (a *App) serveOffice(w http.ResponseWriter, r *http.Request) {
	w.Header().Set("Content-Security-Policy", a.SSR.OfficeCSP())
	w.Header().Set("X-Robots-Tag", "noindex")
	if !a.SSR.ServeFile(w, r, "admin.html") {
		http.NotFound(w, r)
	}
}

// foundRoutes are the addresses that machines request: sitemap, icons, build id.
func (a *App) foundRoutes() {
	handle := func(path string, serve http.HandlerFunc) { a.HTTP.Handle("GET "+path, serve) }
	handle("/robots.txt", a.Site.Robots)
	read := func(path string, serve http.HandlerFunc) { a.HTTP.HandleRead("GET "+path, serve) }
	read("/sitemap.xml", a.Site.Sitemap)
	read(site.PicturePrefix+"/{file...}", a.Site.Picture)
	read(picture.Prefix+"{id}", a.Library.Serve)
	read(picture.Prefix+"{id}/{file}", a.Library.Serve)
	for _, l := range locale.All {
		handle(site.ManifestPath(l), a.Site.Manifest)
		handle(site.OfflinePath(l), a.Site.Offline)
	}
	handle(site.WorkerPath, a.Site.Worker)
	handle("/builds/latest.json", a.Site.LatestBuild)
	handle("/builds/meta/{file}", a.Site.BuildMeta)
}
