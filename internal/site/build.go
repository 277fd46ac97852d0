package site

import (
	"net/http"

	"shanmen/internal/base/locale"
	"shanmen/internal/platform/httpd"
)

// The running build, for pages that stay open in browsers across upgrades.

type buildInfo struct {
	ID        string `json:"id"`
	Timestamp int64  `json:"timestamp"` // commit time of the build, Unix milliseconds
}

// buildMeta describes a build. It is constant per build id, which is derived from the page table and the time.
type buildMeta struct {
	buildInfo
	// Prerendered are the paths that have {path}/_payload.json, in both languages, with :name for parameters:
	// "/zh/about-us/:key".
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

// LatestBuild serves /builds/latest.json: the running build.
func (s *Service) LatestBuild(w http.ResponseWriter, _ *http.Request) {
	httpd.WriteJSON(w, "no-cache", s.buildInfo())
}

// BuildMeta serves /builds/meta/{file}: the running build's description.
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
