package site

import (
	"net/http"

	"shanmen/internal/base/locale"
	"shanmen/internal/platform/httpd"
)

// The build that runs, for pages that outlive it in a browser.

type buildInfo struct {
	ID        string `json:"id"`
	Timestamp int64  `json:"timestamp"` // Unix milliseconds of the build's commit
}

// buildMeta tells what a build has. It never changes for its id: the page table and the time are part of what the
// id is made from.
type buildMeta struct {
	buildInfo
	// Prerendered are the paths that have a {path}/_payload.json, of both languages, with :name for
	// what differs: "/zh/about-us/:key".
	Prerendered []string `json:"prerendered"`
}

func (s *Service) buildID() string {
	if s.SSR == nil {
		return "none"
	}
	return s.SSR.BuildID()
}

func (s *Service) buildInfo() buildInfo {
	if s.SSR == nil {
		return buildInfo{ID: s.buildID()}
	}
	return buildInfo{s.buildID(), s.SSR.BuildTime().UnixMilli()}
}

// LatestBuild serves /builds/latest.json: which build runs.
func (s *Service) LatestBuild(w http.ResponseWriter, _ *http.Request) {
	httpd.WriteJSON(w, "no-cache", s.buildInfo())
}

// BuildMeta serves /builds/meta/{file}: what the running build has.
func (s *Service) BuildMeta(w http.ResponseWriter, r *http.Request) {
	if r.PathValue("file") != s.buildID()+".json" {
		http.NotFound(w, r)
		return
	}
	httpd.WriteJSON(w, "public, max-age=31536000, immutable", buildMeta{s.buildInfo(), s.payloadPaths()})
}

func (s *Service) payloadPaths() []string {
	paths := []string{}
	for _, l := range locale.All {
		for _, p := range s.HTTP.Pages() {
			if p.Path != "" {
				paths = append(paths, l.Path(p.Path))
			}
		}
	}
	return paths
}
