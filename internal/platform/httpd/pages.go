package httpd

import (
	"context"
	"net/http"
	"net/url"
	"slices"
	"strings"

	"shanmen/internal/base/locale"
	"shanmen/internal/platform/admission"
)

// PageSpec is one row of the page table. Paths have :name parameters and no /zh: every page exists in both languages.
type PageSpec struct {
	ID         string
	Path       string
	Guards     []string // checked in this order
	Crumbs     []string // message keys of the breadcrumbs; the page's own title follows
	Layout     string   // "default", "about-us" or "bare"
	Namespaces []string // message namespaces that the page needs
	Omits      []string // starts of message keys in them that it never shows
	Borrows    []string // message keys of other namespaces that it shows
	Query      []string // the query parameters that the page uses; others are ignored
	Tab        string   // the active tab of the mobile tab bar
	// Personal pages have heading and skeleton in their HTML, the same for everybody; the visitor's data comes only
	// from _payload.json.
	Personal bool
	Cart     bool // no floating cart button
	// GuestData: everybody without a session gets the same data, so their HTML has it.
	GuestData bool
	// Unlisted pages contain names: everybody may read them, but search engines must not index them.
	Unlisted bool
	KeepTop  bool // navigating there does not scroll to the top
	// Class of the page's data; Unset: Reading.
	Class admission.Class
	// Secret are query parameters that grant access. Later requests send no Referer, and the browser removes them from
	// the address bar.
	Secret []string
	// TitleKey is the message key of a personal page's title.
	TitleKey string
}

// fixedPath is the page's path up to its first parameter: the address in a document shared by all keys. It is a page
// too, so that the language link works before scripts are loaded.
func (s PageSpec) fixedPath() string {
	fixed, _, _ := strings.Cut(s.Path, "/:")
	return fixed
}

// AnyKey returns whether one document serves all keys in the page's path.
func (s PageSpec) AnyKey() bool { return s.Personal && s.fixedPath() != s.Path }

// Waits returns whether the HTML has only heading and skeleton, until the visitor's data and the page's code are there.
func (s PageSpec) Waits() bool {
	return s.GuestData || slices.ContainsFunc(s.Guards, func(g string) bool { return strings.HasPrefix(g, "require-") })
}

// Borrowed returns the namespaces of which the page shows only a part.
func (s PageSpec) Borrowed() (out []string) {
	for _, key := range s.Borrows {
		namespace, _, _ := strings.Cut(key, ".")
		out = append(out, namespace)
	}
	slices.Sort(out)
	return slices.Compact(out)
}

// Shows returns whether the page may show a message of its namespaces, or of those that it borrows from.
func (s PageSpec) Shows(key string) bool {
	namespace, _, _ := strings.Cut(key, ".")
	if slices.Contains(s.Namespaces, namespace) {
		return !slices.ContainsFunc(s.Omits, func(start string) bool { return strings.HasPrefix(key, start) })
	}
	return slices.Contains(s.Borrows, key)
}

// PageRequest is the input of a page's handler.
type PageRequest struct {
	Locale  locale.Locale
	Path    string // without /zh
	Params  map[string]string
	Query   url.Values // only declared parameters
	Sent    string     // the whole query, for the redirect back after login
	Visitor Visitor    // zero for pages that are not personal
}

// Crumb is one breadcrumb. The last has no address.
type Crumb struct {
	Label string `json:"label"`
	Href  string `json:"href,omitempty"`
}

// Redirect redirects the visitor. An external target leaves the site completely.
type Redirect struct {
	Target   string `json:"target"`
	External bool   `json:"external"`
	Status   int    `json:"status"`
}

// PageData is a handler's result: what the page's component shows. If it changes by time, such as at an opening, the
// handler calls uses.Until.
type PageData struct {
	Data        any
	Title       string
	MetaTitle   string    // for the head, if Title alone is ambiguous
	Description string    // for the head; "" means the message meta.<id>, which may contain {title}
	Crumbs      []Crumb   // replace those of the page table
	Redirect    *Redirect // replaces everything else
}

// PageFunc builds a page's data. fault.NotFound gives the 404 page.
type PageFunc func(ctx context.Context, r PageRequest) (PageData, error)

// GuardRedirect is a guard's redirect: a route without parameters, in the language of the requested page. The zero GuardRedirect admits the
// visitor.
type GuardRedirect struct {
	Route string // route id
	Query url.Values
}

// Guard returns where a visitor who may not see the page is redirected.
type Guard func(ctx context.Context, r PageRequest) (GuardRedirect, error)

// Meta is the content of a page's head.
type Meta struct {
	Title       string `json:"title"`
	Description string `json:"description"`
}

// Document is everything the renderer needs. Data is nil for a skeleton.
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
	// Plain requests only links to other pages, as a robot gets in place of the error page.
	Plain bool
}

// Renderer writes a document, from its cache if possible. build is called without visitor data; if it fails nothing is
// written and its error is returned.
type Renderer interface {
	Serve(w http.ResponseWriter, r *http.Request, key string, build func(context.Context) (Document, error)) error
	// ServeOnce writes a document for one visitor and does not cache it. lay prepares the context in which it is built.
	ServeOnce(w http.ResponseWriter, r *http.Request, lay func(context.Context) context.Context, build func(context.Context) (Document, error)) error
	// ServeData is Serve for JSON.
	ServeData(w http.ResponseWriter, r *http.Request, key string, build func(context.Context) (Data, error)) error
}

// Data is a response without HTML that is equal for everybody.
type Data struct {
	JSON []byte
	// Private: not stored by browsers and proxies, because the response depends on more than the address.
	Private bool
}

type page struct {
	spec     PageSpec
	names    map[locale.Locale]string // RouteName in each language
	segments []string
	fn       PageFunc
}

type pageTable struct {
	list   []*page
	routes []Route
	named  map[string]Route
}

// Page registers a page, with a route in every language.
func (s *Server) Page(spec PageSpec, fn PageFunc) {
	p := &page{spec: spec, segments: strings.Split(strings.Trim(spec.Path, "/"), "/"), fn: fn, names: map[locale.Locale]string{}}
	for _, l := range locale.All {
		p.names[l] = RouteName(spec.ID, l)
	}
	for _, g := range spec.Guards {
		if s.cfg.Guards[g] == nil {
			panic("httpd: page " + spec.ID + " names an unknown guard " + g)
		}
	}
	s.pages.list = append(s.pages.list, p)
	s.pages.name(spec)
}

// Pages returns the page table.
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
	got := strings.Split(strings.TrimPrefix(path, "/"), "/") // empty segments match nothing
	for _, p := range t.list {
		if params, ok := match(p.segments, got); ok && p.spec.ID != "not-found" && p.spec.ID != "error" {
			return p, params
		}
	}
	return nil, nil
}

// match returns the parameters in a path, nil without any.
func match(want, got []string) (params map[string]string, ok bool) {
	if len(want) != len(got) {
		return nil, false
	}
	for i, w := range want {
		if w != got[i] && (got[i] == "" || !strings.HasPrefix(w, ":")) {
			return nil, false
		}
	}
	for i, w := range want {
		if name, ok := strings.CutPrefix(w, ":"); ok {
			if params == nil {
				params = map[string]string{}
			}
			params[name] = got[i]
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
