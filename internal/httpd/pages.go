package httpd

import (
	"context"
	"net/http"
	"net/url"
	"slices"
	"strings"
	"time"

	"shanmen/internal/locale"
)

// PageSpec is one row of the page table. Paths have :name parameters and no /zh: every page exists
// in both languages.
type PageSpec struct {
	ID         string
	Path       string
	Guards     []string // checked in this order
	Crumbs     []string // message keys of the way to the page; the page's own title comes last
	Layout     string   // "default", "about-us" or "bare"
	Namespaces []string // of the messages that the page needs
	Query      []string // the query parameters that the page reads; others are ignored
	Tab        string   // which tab of the phone's bar is lit
	// Personal pages carry heading and skeleton in their HTML, the same for everybody; the
	// visitor's data comes from _payload.json alone.
	Personal bool
	Cart     bool // the cart page: no floating cart button
	KeepTop  bool // navigation does not scroll to the top
	// Secret: the link's query opens a door by itself. Neither page nor payload tells other sites, or
	// the requests that follow, where the visitor came from.
	Secret bool
	// TitleKey is the message of a personal page's title.
	TitleKey string
}

// PageRequest is what a page's handler gets.
type PageRequest struct {
	Locale  locale.Locale
	Path    string // without /zh
	Params  map[string]string
	Query   url.Values
	Visitor Visitor // zero for pages that are not personal
}

// Crumb is one step of the breadcrumb. The last has no address.
type Crumb struct {
	Label string `json:"label"`
	Href  string `json:"href,omitempty"`
}

// Redirect sends the visitor elsewhere. An external target leaves the site fully.
type Redirect struct {
	Target   string `json:"target"`
	External bool   `json:"external"`
	Status   int    `json:"status"`
}

// PageData is a page's answer: what its component shows.
type PageData struct {
	Data        any
	Title       string
	Description string
	Crumbs      []Crumb   // instead of the table's, when a page knows better
	Redirect    *Redirect // instead of everything else
	Until       time.Time // when the data changes by itself, such as an opening or midnight
}

// PageFunc makes a page's data. fault.NotFound makes it the 404 page.
type PageFunc func(ctx context.Context, r PageRequest) (PageData, error)

// Guard says where a visitor who may not see the page goes ("" lets them in). Targets are plain
// paths with the locale's prefix already.
type Guard func(ctx context.Context, r PageRequest) (target string, err error)

// Meta is what stands in the head.
type Meta struct {
	Title       string `json:"title"`
	Description string `json:"description"`
}

// Document is all that the renderer needs for a page. Data is nil for a skeleton.
type Document struct {
	Status  int
	ID      string
	Locale  locale.Locale
	Path    string // without /zh
	Params  map[string]string
	Data    any
	Meta    Meta
	Crumbs  []Crumb
	Spec    PageSpec
	Payload string    // where a personal page's data comes from, for a preload
	Until   time.Time // when the page changes by itself; zero: never
}

// Renderer writes a document, from its cache when it can. build is called without anything of
// the visitor; when it fails nothing is written and its error comes back.
type Renderer interface {
	Serve(w http.ResponseWriter, r *http.Request, key string, build func(context.Context) (Document, error)) error
}

type page struct {
	spec     PageSpec
	segments []string
	fn       PageFunc
}

type pageTable struct{ list []*page }

// Page registers a page.
func (s *Server) Page(spec PageSpec, fn PageFunc) {
	p := &page{spec: spec, segments: strings.Split(strings.Trim(spec.Path, "/"), "/"), fn: fn}
	for _, g := range spec.Guards {
		if s.cfg.Guards[g] == nil {
			panic("httpd: page " + spec.ID + " names an unknown guard " + g)
		}
	}
	s.pages.list = append(s.pages.list, p)
}

// Pages lists the page table.
func (s *Server) Pages() []PageSpec {
	var out []PageSpec
	for _, p := range s.pages.list {
		out = append(out, p.spec)
	}
	return out
}

func (t *pageTable) find(path string) (*page, map[string]string) {
	got := strings.Split(strings.TrimPrefix(path, "/"), "/") // an empty segment finds nothing
	for _, p := range t.list {
		if params, ok := match(p.segments, got); ok && p.spec.ID != "not-found" && p.spec.ID != "error" {
			return p, params
		}
	}
	return nil, nil
}

func match(want, got []string) (map[string]string, bool) {
	if len(want) != len(got) {
		return nil, false
	}
	params := map[string]string{}
	for i, w := range want {
		if name, ok := strings.CutPrefix(w, ":"); ok && got[i] != "" {
			params[name] = got[i]
		} else if w != got[i] {
			return nil, false
		}
	}
	return params, true
}

func (t *pageTable) byID(id string) *page {
	i := slices.IndexFunc(t.list, func(p *page) bool { return p.spec.ID == id })
	if i < 0 {
		return nil
	}
	return t.list[i]
}
