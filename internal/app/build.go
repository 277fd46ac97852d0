package app

import (
	"net/http"
	"runtime/debug"
	"time"

	"shanmen/internal/locale"
)

// The build that runs, for pages that outlive it in a browser.

type buildInfo struct {
	ID        string `json:"id"`
	Timestamp int64  `json:"timestamp"` // Unix milliseconds of the build's commit, else of the program's start
}

// buildMeta tells what a build has. It never changes for its id: the page table is part of what the
// id is made from.
type buildMeta struct {
	buildInfo
	// Prerendered are the paths that have a {path}/_payload.json, of both languages, with :name for
	// what differs: "/zh/about-us/:key".
	Prerendered []string `json:"prerendered"`
}

func (a *App) buildID() string {
	if a.Site == nil {
		return "none"
	}
	return a.Site.BuildID()
}

func (a *App) buildInfo() buildInfo {
	at := a.started
	if info, ok := debug.ReadBuildInfo(); ok {
		for _, s := range info.Settings {
			if t, err := time.Parse(time.RFC3339, s.Value); s.Key == "vcs.time" && err == nil {
				at = t
			}
		}
	}
	return buildInfo{a.buildID(), at.UnixMilli()}
}

func (a *App) buildRoutes() {
	a.HTTP.Handle("GET /builds/latest.json", http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		writeJSON(w, "no-cache", a.buildInfo())
	}))
	a.HTTP.Handle("GET /builds/meta/{file}", http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.PathValue("file") != a.buildID()+".json" {
			http.NotFound(w, r)
			return
		}
		writeJSON(w, "public, max-age=31536000, immutable", buildMeta{a.buildInfo(), a.payloadPaths()})
	}))
}

func (a *App) payloadPaths() []string {
	paths := []string{}
	for _, l := range locale.All {
		for _, p := range a.HTTP.Pages() {
			if p.Path != "" {
				paths = append(paths, l.Path(p.Path))
			}
		}
	}
	return paths
}
