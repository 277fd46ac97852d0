package httpd

import (
	"context"
	"net/http"
	"net/url"
	"strings"

	"shanmen/internal/base/locale"
)

// moved is the redirect of a path, nil if there is none. An internal redirect keeps the visitor's language, and the
// query unless it has its own.
func (s *Server) moved(path, query string) *Redirect {
	if s.cfg.Redirects == nil {
		return nil
	}
	l, plain := locale.SplitPath(path)
	if len(plain) > 1 {
		plain = strings.TrimSuffix(plain, "/")
	}
	found, ok := s.cfg.Redirects(plain)
	if !ok {
		return nil
	}
	to := found // only a redirect is allocated
	if !to.External {
		to.Target = within(l, to.Target, query)
	}
	return &to
}

// asked reports a requested path that is redirected or does not exist.
func (s *Server) asked(path string, moved bool) {
	if s.cfg.Asked == nil {
		return
	}
	_, plain := locale.SplitPath(path)
	s.cfg.Asked(plain, moved)
}

func within(l locale.Locale, target, query string) string {
	target, hash, _ := strings.Cut(target, "#")
	path, own, _ := strings.Cut(target, "?")
	path = l.Path(path)
	if own == "" {
		own = query
	}
	if own != "" {
		path += "?" + own
	}
	if hash != "" {
		path += "#" + hash
	}
	return path
}

// redirect answers a full page load. Caches must revalidate it, because the office may change it.
func redirect(w http.ResponseWriter, r *http.Request, to Redirect) {
	w.Header().Set("Cache-Control", "no-cache")
	http.Redirect(w, r, to.Target, to.Status)
}

// MovedIn is the input of GET /api/redirect.
type MovedIn struct {
	Path string `query:"path" required:"true" maxLength:"2000" doc:"A path of this site, with /zh and query as it stands in the address bar"`
}

// Moved is a path's redirect. Without one, Target is null and the rest absent.
type Moved struct {
	Target   *string `json:"target" nullable:"true" doc:"A path of this site in the language of the one asked for, or an address elsewhere"`
	External bool    `json:"external,omitempty" doc:"The target leaves the site"`
	Status   int     `json:"status,omitempty" enum:"301,302"`
}

// MovedTo returns the redirect of a path outside the page table.
func (s *Server) MovedTo(_ context.Context, in *MovedIn) (*Moved, error) {
	u, err := url.Parse(in.Path)
	if err != nil || !strings.HasPrefix(u.Path, "/") || u.Host != "" || u.Scheme != "" {
		return &Moved{}, nil
	}
	to := s.moved(u.Path, u.RawQuery)
	if to == nil {
		if _, path := locale.SplitPath(u.Path); !s.isPage(path) {
			s.asked(u.Path, false)
		}
		return &Moved{}, nil
	}
	s.asked(u.Path, true)
	return &Moved{Target: &to.Target, External: to.External, Status: to.Status}, nil
}

// isPage returns whether a plain path is in the page table.
func (s *Server) isPage(path string) bool {
	if len(path) > 1 {
		path = strings.TrimSuffix(path, "/")
	}
	p, _ := s.pages.find(path)
	return p != nil
}

// preload makes the browser fetch a personal page's data together with its scripts. It is a header, because the HTML is
// the same for every query; the mode is that of a plain fetch().
func preload(w http.ResponseWriter, path, query string) {
	to := (&url.URL{Path: path, RawQuery: query}).String()
	if !strings.ContainsAny(to, "<>\"\\ ") {
		w.Header().Add("Link", "<"+to+">; rel=preload; as=fetch; crossorigin=anonymous")
	}
}
