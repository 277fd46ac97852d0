package httpd

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"net/http"
	"net/url"
	"slices"
	"strings"
	"time"

	"shanmen/internal/fault"
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

const payloadName = "/_payload.json"

// servePage answers everything that is neither API nor asset.
func (s *Server) servePage(w http.ResponseWriter, r *http.Request) {
	if r.Method != http.MethodGet && r.Method != http.MethodHead {
		s.refuse(w, r, fault.NotFound())
		return
	}
	if checkText(r) != nil {
		http.Error(w, "Bad Request", http.StatusBadRequest)
		return
	}
	full := r.URL.Path
	if p, ok := strings.CutSuffix(full, payloadName); ok {
		if strings.HasSuffix(p, "/") { // "//_payload.json": one address for each payload
			s.refuse(w, r, fault.NotFound())
			return
		}
		if p == "" {
			p = "/"
		}
		s.servePayload(w, r, p)
		return
	}
	if len(full) > 1 && strings.HasSuffix(full, "/") { // one canonical address for each page
		to := url.URL{Path: "/" + strings.Trim(full, "/"), RawQuery: r.URL.RawQuery}
		http.Redirect(w, r, to.String(), http.StatusMovedPermanently)
		return
	}
	if full == "/" {
		if s.redirectHome(w, r) {
			return
		}
		home := &homeWriter{ResponseWriter: w}
		defer home.mark() // a HEAD writes nothing
		w = home
	}
	w.Header().Set("Content-Security-Policy", s.cfg.CSP)
	l, path := locale.SplitPath(full)
	x := exchangeOf(r.Context())
	x.locale = l
	p, params := s.pages.find(path)
	if p == nil {
		s.serveSpecial(w, r, l, "not-found", http.StatusNotFound)
		return
	}
	req := PageRequest{Locale: l, Path: path, Params: params, Query: declared(r.URL.Query(), p.spec.Query)}
	if to, err := s.guard(r, p, &req); err != nil {
		s.cfg.Log.Error("guard failed", "request", x.requestID, "error", err)
		s.serveSpecial(w, r, l, "error", http.StatusInternalServerError)
		return
	} else if to != "" {
		w.Header().Set("Cache-Control", "no-store")
		http.Redirect(w, r, to, http.StatusFound)
		return
	}
	if p.spec.Personal {
		// Built from the route alone: pages of one route with other parameters share it.
		err := s.cfg.Pages.Serve(w, r, string(l)+" "+p.spec.ID+" "+path, func(context.Context) (Document, error) {
			return s.skeleton(p, PageRequest{Locale: l, Path: path, Params: params}), nil
		})
		s.pageFailed(w, r, err)
		return
	}
	public := PageRequest{Locale: l, Path: path, Params: params}
	err := s.cfg.Pages.Serve(w, r, string(l)+" "+path, func(ctx context.Context) (Document, error) {
		ctx = context.WithValue(ctx, exchangeKey{}, &exchange{server: s, locale: l})
		d, err := p.fn(ctx, public)
		if err != nil {
			return Document{}, err
		}
		if d.Redirect != nil {
			return Document{}, redirected{d.Redirect}
		}
		return s.document(p, public, d), nil
	})
	s.pageFailed(w, r, err)
}

// Defect tells a real failure of a build, such as a database that does not answer, from a page that
// does not exist or is elsewhere. While it lasts the renderer keeps showing the page it has.
func Defect(err error) bool {
	var f *fault.Error
	var to redirected
	return err != nil && !errors.As(err, &f) && !errors.As(err, &to)
}

// redirected lets a build say that there is no page here, but a way on.
type redirected struct{ to *Redirect }

func (e redirected) Error() string { return "redirect to " + e.to.Target }

// pageFailed answers when a page could not be built: the 404 page, a redirect, or the error page.
func (s *Server) pageFailed(w http.ResponseWriter, r *http.Request, err error) {
	if err == nil || r.Context().Err() != nil { // shown, or the visitor has gone
		return
	}
	l, _ := locale.SplitPath(r.URL.Path)
	var to redirected
	switch {
	case errors.As(err, &to):
		w.Header().Set("Cache-Control", "no-cache")
		http.Redirect(w, r, to.to.Target, to.to.Status)
	case errors.Is(err, fault.NotFound()):
		s.serveSpecial(w, r, l, "not-found", http.StatusNotFound)
	default:
		s.cfg.Log.Error("page failed", "request", RequestID(r.Context()), "path", r.URL.Path, "error", err)
		s.serveSpecial(w, r, l, "error", http.StatusInternalServerError)
	}
}

// serveSpecial writes the 404 or the error page: one cached document for each language, whatever
// the path, so that made-up addresses cannot fill the cache.
func (s *Server) serveSpecial(w http.ResponseWriter, r *http.Request, l locale.Locale, id string, status int) {
	p := s.pages.byID(id)
	if p == nil || s.cfg.Pages == nil {
		http.Error(w, http.StatusText(status), status)
		return
	}
	err := s.cfg.Pages.Serve(w, r, string(l)+" "+id, func(context.Context) (Document, error) {
		d := s.skeleton(p, PageRequest{Locale: l, Path: "/" + id})
		d.Status = status
		return d, nil
	})
	if err != nil {
		s.cfg.Log.Error("page failed", "request", RequestID(r.Context()), "page", id, "error", err)
		http.Error(w, http.StatusText(status), status)
	}
}

func (s *Server) guard(r *http.Request, p *page, req *PageRequest) (string, error) {
	if len(p.spec.Guards) == 0 {
		return "", nil
	}
	v, err := s.visitorOf(r)
	if err != nil {
		return "", err
	}
	exchangeOf(r.Context()).visitor, req.Visitor = v, v
	for _, name := range p.spec.Guards {
		if to, err := s.cfg.Guards[name](r.Context(), *req); to != "" || err != nil {
			return to, err
		}
	}
	return "", nil
}

func declared(q url.Values, names []string) url.Values {
	out := url.Values{}
	for _, n := range names {
		if v, ok := q[n]; ok {
			out[n] = v
		}
	}
	return out
}

func (s *Server) title(l locale.Locale, spec PageSpec) string {
	key := spec.TitleKey
	if key == "" {
		key = "common." + spec.ID
	}
	return s.cfg.Messages.T(l, key, nil)
}

func (s *Server) skeleton(p *page, req PageRequest) Document {
	d := s.document(p, req, PageData{})
	if p.spec.Personal {
		d.Payload = strings.TrimSuffix(req.Locale.Path(req.Path), "/") + payloadName
	}
	return d
}

func (s *Server) document(p *page, req PageRequest, d PageData) Document {
	if d.Title == "" {
		d.Title = s.title(req.Locale, p.spec)
	}
	crumbs := d.Crumbs
	if crumbs == nil {
		crumbs = s.crumbs(req.Locale, p.spec, d.Title)
	}
	return Document{
		Status: http.StatusOK, ID: p.spec.ID, Locale: req.Locale, Path: req.Path, Params: req.Params,
		Data: d.Data, Meta: Meta{d.Title, d.Description}, Crumbs: crumbs, Spec: p.spec, Until: d.Until,
	}
}

// crumbs translates the table's way to a page. A step's address is the page whose title key it is.
func (s *Server) crumbs(l locale.Locale, spec PageSpec, title string) []Crumb {
	out := []Crumb{}
	for _, key := range spec.Crumbs {
		c := Crumb{Label: s.cfg.Messages.T(l, key, nil)}
		for _, p := range s.pages.list {
			if (p.spec.TitleKey == key || "common."+p.spec.ID == key) && !strings.Contains(p.spec.Path, ":") {
				c.Href = l.Path(p.spec.Path)
			}
		}
		out = append(out, c)
	}
	if len(out) > 0 {
		out = append(out, Crumb{Label: title})
	}
	return out
}

type payload struct {
	Route    string            `json:"route"`
	Params   map[string]string `json:"params"`
	Data     any               `json:"data"`
	Meta     *Meta             `json:"meta,omitempty"`
	Crumbs   []Crumb           `json:"crumbs,omitempty"`
	Redirect *Redirect         `json:"redirect,omitempty"`
}

// servePayload is the same handler as the page's, with a JSON writer, so that client navigation
// cannot disagree with a full load.
func (s *Server) servePayload(w http.ResponseWriter, r *http.Request, full string) {
	l, path := locale.SplitPath(full)
	x := exchangeOf(r.Context())
	x.locale = l
	p, params := s.pages.find(path)
	if p == nil {
		s.refuse(w, r, fault.NotFound())
		return
	}
	req := PageRequest{Locale: l, Path: path, Params: params, Query: declared(r.URL.Query(), p.spec.Query)}
	out := payload{Route: p.spec.ID, Params: params}
	to, err := s.guard(r, p, &req)
	if err != nil {
		s.refuse(w, r, err)
		return
	}
	if to != "" {
		out.Redirect = &Redirect{Target: to, Status: http.StatusFound}
	} else {
		if p.spec.Personal && len(p.spec.Guards) == 0 { // the cart: nobody is refused, but data is the visitor's
			v, err := s.visitorOf(r)
			if err != nil {
				s.refuse(w, r, err)
				return
			}
			x.visitor, req.Visitor = v, v
		}
		d, err := p.fn(r.Context(), req)
		if err != nil {
			s.refuse(w, r, err)
			return
		}
		if out.Redirect = d.Redirect; out.Redirect == nil {
			doc := s.document(p, req, d)
			out.Data, out.Meta, out.Crumbs = doc.Data, &doc.Meta, doc.Crumbs
		}
	}
	if out.Params == nil {
		out.Params = map[string]string{}
	}
	body, err := json.Marshal(out)
	if err != nil {
		s.refuse(w, r, err)
		return
	}
	h := w.Header()
	h.Set("Content-Type", "application/json; charset=utf-8")
	if p.spec.Personal || len(p.spec.Guards) > 0 {
		h.Set("Cache-Control", "private, no-store")
	} else {
		tag := etag(body)
		h.Set("Cache-Control", "public, max-age=0, must-revalidate")
		h.Set("Etag", tag)
		if named(r.Header.Values("If-None-Match"), tag) {
			w.WriteHeader(http.StatusNotModified)
			return
		}
	}
	_, _ = w.Write(body)
}

func etag(b []byte) string {
	sum := sha256.Sum256(b)
	return `"` + hex.EncodeToString(sum[:12]) + `"`
}

// named tells whether If-None-Match names the tag. A proxy that compresses makes a tag weak.
func named(header []string, tag string) bool {
	for _, t := range strings.Split(strings.Join(header, ","), ",") {
		if t = strings.TrimSpace(t); t == "*" || strings.TrimPrefix(t, "W/") == tag {
			return true
		}
	}
	return false
}

func (s *Server) visitorOf(r *http.Request) (Visitor, error) {
	token := s.sessionToken(r)
	if token == "" {
		return Visitor{}, nil
	}
	return s.cfg.Visitor(r.Context(), token)
}

const homeVary = "Cookie, Accept-Language"

// homeWriter marks the English page at "/" as one visitor's: whoever reads Chinese gets another
// answer there, so a cache between us may not share it. The renderer knows nothing of languages.
type homeWriter struct {
	http.ResponseWriter
	marked bool
}

func (w *homeWriter) mark() {
	if w.marked {
		return
	}
	w.marked = true
	h := w.Header()
	h.Set("Vary", homeVary+", Accept-Encoding")
	if shared := h.Get("Cache-Control"); shared != "" {
		h.Set("Cache-Control", strings.Replace(shared, "public", "private", 1))
	} else {
		h.Set("Cache-Control", "private, no-store")
	}
}

// WriteHeader implements http.ResponseWriter.
func (w *homeWriter) WriteHeader(status int) {
	w.mark()
	w.ResponseWriter.WriteHeader(status)
}

// Write implements http.ResponseWriter.
func (w *homeWriter) Write(b []byte) (int, error) {
	w.mark()
	return w.ResponseWriter.Write(b)
}

// Unwrap lets http.ResponseController through.
func (w *homeWriter) Unwrap() http.ResponseWriter { return w.ResponseWriter }

// redirectHome sends a visitor of "/" who reads Chinese to /zh. Only here, so that deep links never
// change language; and "/" is never shared between visitors.
func (s *Server) redirectHome(w http.ResponseWriter, r *http.Request) bool {
	if cookieLocale(r) != locale.ZH {
		return false
	}
	w.Header().Set("Vary", homeVary)
	w.Header().Set("Cache-Control", "private, no-store")
	c := &http.Cookie{Name: localeCookie, Value: string(locale.ZH), Path: "/", MaxAge: 365 * 24 * 60 * 60, SameSite: http.SameSiteLaxMode, Secure: s.secure}
	http.SetCookie(w, c)
	to := url.URL{Path: "/zh", RawQuery: r.URL.RawQuery}
	http.Redirect(w, r, to.String(), http.StatusFound)
	return true
}
