package httpd

import (
	"context"
	"net/http"
	"net/url"
	"slices"
	"strings"

	"shanmen/internal/base/locale"
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
	// Unlisted pages name people: everybody may read them, and no search engine shall keep what they say.
	Unlisted bool
	KeepTop  bool // navigation does not scroll to the top
	// Secret are the query parameters that open a door by themselves. No request that follows tells
	// where it came from, and the browser takes them out of the address bar.
	Secret []string
	// TitleKey is the message of a personal page's title.
	TitleKey string
}

// fixedPath is the page's path up to its first parameter: what a document may say of its address that is the
// same for every key. It is a page too, so that the other language leads somewhere before the browser's code
// is there.
func (s PageSpec) fixedPath() string {
	fixed, _, _ := strings.Cut(s.Path, "/:")
	return fixed
}

// AnyKey tells whether one document stands for all keys that the page's path may hold.
func (s PageSpec) AnyKey() bool { return s.Personal && s.fixedPath() != s.Path }

// PageRequest is what a page's handler gets.
type PageRequest struct {
	Locale  locale.Locale
	Path    string // without /zh
	Params  map[string]string
	Query   url.Values // what the page declares
	Sent    string     // the whole query as it came, for the way back
	Visitor Visitor    // zero for pages that are not personal
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

// PageData is a page's answer: what its component shows. When it changes by the clock alone, such as at an opening, its
// maker says so with uses.Until.
type PageData struct {
	Data        any
	Title       string
	MetaTitle   string    // for the head, where Title alone would not tell the page from others
	Description string    // for the head; "" is the message meta.<id>, which may hold {title}
	Crumbs      []Crumb   // instead of the table's, when a page knows better
	Redirect    *Redirect // instead of everything else
}

// PageFunc makes a page's data. fault.NotFound makes it the 404 page.
type PageFunc func(ctx context.Context, r PageRequest) (PageData, error)

// Way is where a guard sends a visitor: a route of the table that has no parameters, in the language
// of the page that was asked for. The zero Way lets them in.
type Way struct {
	Route string // its id
	Query url.Values
}

// Guard says where a visitor who may not see the page goes.
type Guard func(ctx context.Context, r PageRequest) (Way, error)

// Meta is what stands in the head.
type Meta struct {
	Title       string `json:"title"`
	Description string `json:"description"`
}

// Document is all that the renderer needs for a page. Data is nil for a skeleton.
type Document struct {
	Status int
	ID     string
	Locale locale.Locale
	Path   string // without /zh
	Params map[string]string
	Data   any
	Meta   Meta
	Crumbs []Crumb
	Spec   PageSpec
	// Plain asks for the ways on alone, as a robot gets them in place of the error page.
	Plain bool
}

// Renderer writes a document, from its cache when it can. build is called without anything of
// the visitor; when it fails nothing is written and its error comes back.
type Renderer interface {
	Serve(w http.ResponseWriter, r *http.Request, key string, build func(context.Context) (Document, error)) error
	// ServeOnce writes a document that is one visitor's, and keeps nothing of it. lay is what it is built under.
	ServeOnce(w http.ResponseWriter, r *http.Request, lay func(context.Context) context.Context, build func(context.Context) (Document, error)) error
	// ServeData does the same as Serve for JSON.
	ServeData(w http.ResponseWriter, r *http.Request, key string, build func(context.Context) (Data, error)) error
}

// Data is an answer without HTML that is the same for everybody.
type Data struct {
	JSON []byte
	// Private: no browser and no proxy stores it, since more than the address decides what is answered.
	Private bool
}

type page struct {
	spec     PageSpec
	segments []string
	fn       PageFunc
}

type pageTable struct {
	list   []*page
	routes []Route
	named  map[string]Route
}

// Page registers a page, and its route in every language.
func (s *Server) Page(spec PageSpec, fn PageFunc) {
	p := &page{spec: spec, segments: strings.Split(strings.Trim(spec.Path, "/"), "/"), fn: fn}
	for _, g := range spec.Guards {
		if s.cfg.Guards[g] == nil {
			panic("httpd: page " + spec.ID + " names an unknown guard " + g)
		}
	}
	s.pages.list = append(s.pages.list, p)
	s.pages.name(spec)
}

// Pages lists the page table.
func (s *Server) Pages() []PageSpec {
	var out []PageSpec
	for _, p := range s.pages.list {
		out = append(out, p.spec)
	}
	return out
}

// Match finds the page of a plain path, without /zh.
func (s *Server) Match(path string) (PageSpec, bool) {
	if p, _ := s.pages.find(path); p != nil {
		return p.spec, true
	}
	return PageSpec{}, false
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
