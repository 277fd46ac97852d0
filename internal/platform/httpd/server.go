// Package httpd turns requests into calls of features, and their answers and refusals into HTTP. It knows no word of a
// temple.
//
// Routes have names with a language, cart-checkout___zh: guards, payloads, links, metrics and the log use them. A guard
// returns a route, never an address. A call marked tagged answers with an ETag of its content, or 304. Errors keep
// their fault's code; 503 means that something needed is unavailable, and its cause is logged, never shown.
package httpd

import (
	"context"
	"log/slog"
	"net/http"
	"net/netip"
	"net/url"
	"path"
	"reflect"
	"runtime/debug"
	"strings"
	"time"

	"github.com/danielgtaylor/huma/v2"

	"shanmen"
	"shanmen/internal/base/clock"
	"shanmen/internal/base/fault"
	"shanmen/internal/base/id"
	"shanmen/internal/base/locale"
	"shanmen/internal/platform/db"
)

const localeCookie = "i18n_redirected"

// Config is what the edge needs from the program.
type Config struct {
	BaseURL        *url.URL // the only source of absolute links
	Clock          clock.Clock
	Log            *slog.Logger
	Messages       *locale.Messages
	TrustedProxies []netip.Prefix
	// OneVisitor is told when all who come through a proxy count as one visitor, and why. nil: nobody is told. It must not
	// wait for anything.
	OneVisitor     func(why, proxy string)
	FloodPerMinute int // calls of one address before 429; 0: no limit
	// Answered is told of every request once it is over, and Limited of every refusal by a limit, with its code; nil:
	// nobody is. They must not wait for anything.
	Answered func(Answer)
	Limited  func(code string)
	// Visitor finds who owns a session token. An unknown or ended session is a zero Visitor.
	Visitor func(ctx context.Context, token string) (Visitor, error)
	// CSP is the Content-Security-Policy of pages.
	CSP string
	// Guards by name, as the page table uses them.
	Guards map[string]Guard
	// Redirects is the office's list: where a plain path (without /zh) leads. It is asked for every page
	// and must not wait for anything. Targets within the site have no /zh.
	Redirects func(path string) (Redirect, bool)
	// Asked is told of every path (without /zh) that was asked for and leads elsewhere, or where nothing is; nil:
	// nobody. It must not wait for anything.
	Asked func(path string, moved bool)
	// Draft opens drafts over public pages; nil: there are none.
	Draft Draft
	// Pages renders; nil in tests that need none.
	Pages Renderer
}

// Server collects the calls and pages of the program.
type Server struct {
	cfg    Config
	secure bool
	mux    *http.ServeMux
	quiet  map[string]string // the routes of HandleQuietly, by pattern
	calls  []Call
	pages  pageTable

	area     string // of the calls that are registered now
	areas    []*huma.Tag
	describe []func(*huma.OpenAPI) // each call

	decoding decoding
	turns    turns
	uploads  uploads
}

// New returns a server without routes.
func New(cfg Config) *Server {
	s := &Server{cfg: cfg, secure: cfg.BaseURL.Scheme == "https", mux: http.NewServeMux(), quiet: map[string]string{}, decoding: newDecoding()}
	return s
}

// huma keeps these for the whole process. Casing: "Currency" beside "currency" would be one field
// for Go and two for everybody else.
func init() {
	huma.ValidateStrictCasing = true
	huma.DefaultArrayNullable = false // our lists are [] when empty, never null
}

// schemaName tells the types of two features apart that share a name: offering.Option is
// OfferingOption, form.Option FormOption.
func schemaName(t reflect.Type, hint string) string {
	name := huma.DefaultSchemaNamer(t, hint)
	for t.Kind() == reflect.Pointer || t.Kind() == reflect.Slice {
		t = t.Elem()
	}
	feature := path.Base(t.PkgPath())
	if t.Name() == "" || feature == "." || feature == "httpd" {
		return name
	}
	return strings.ToUpper(feature[:1]) + feature[1:] + name
}

// Area begins a group of calls: those that are registered from here on stand under its name in the contract.
func (s *Server) Area(name, about string) {
	s.area = name
	s.areas = append(s.areas, &huma.Tag{Name: name, Description: about})
}

// session is the contract's name for the cookie of whoever is logged in.
const session = "session"

// OpenAPI is the contract, made from the Go types of the registered calls.
func (s *Server) OpenAPI() *huma.OpenAPI {
	c := huma.DefaultConfig("Shanmen", shanmen.Version())
	c.Tags = s.areas
	c.Components = &huma.Components{Schemas: newRegistry(), SecuritySchemes: map[string]*huma.SecurityScheme{session: {
		Type: "apiKey", In: "cookie", Name: s.cookieName(),
		Description: "The cookie that logging in sets. A call without it is of everybody; of the others each asks for a right of its own.",
	}}}
	for _, describe := range s.describe {
		describe(c.OpenAPI)
	}
	return c.OpenAPI
}

// Calls lists the registered calls with their rights.
func (s *Server) Calls() []Call { return s.calls }

// Handle serves a path outside the API and the pages: assets, health, manifests.
func (s *Server) Handle(pattern string, h http.Handler) { s.mux.Handle(pattern, h) }

// HandleQuietly is Handle for what is asked for all the time, such as assets: metrics count it as one route, and the log
// tells of it at debug.
func (s *Server) HandleQuietly(route, pattern string, h http.Handler) {
	s.quiet[pattern] = route
	s.mux.Handle(pattern, h)
}

// Answers tells whether a path is answered by something else than a page: a call, a file, what machines ask for.
func (s *Server) Answers(path string) bool {
	_, pattern := s.mux.Handler(&http.Request{Method: http.MethodGet, URL: &url.URL{Path: path}, Host: s.cfg.BaseURL.Host})
	return pattern != ""
}

// Handler is the whole edge.
func (s *Server) Handler() http.Handler {
	var h http.Handler = http.HandlerFunc(s.route)
	h = s.flooded(s.crossOrigin(h))
	return s.outermost(h)
}

func (s *Server) route(w http.ResponseWriter, r *http.Request) {
	if r.Method == http.MethodTrace || r.Method == http.MethodConnect {
		s.refuse(w, r, fault.NotFound())
		return
	}
	// ServeMux would answer 405 in plain text, and send //api/cart elsewhere; the contract says 404.
	if _, pattern := s.mux.Handler(r); pattern != "" && clean(r.URL.Path) {
		x := exchangeOf(r.Context())
		if x.route, x.quiet = s.quiet[pattern]; !x.quiet {
			x.route = pattern
		}
		s.mux.ServeHTTP(w, r)
		return
	}
	if isAPI(r.URL.Path) {
		s.refuse(w, r, fault.NotFound())
		return
	}
	s.servePage(w, r)
}

// clean tells whether a path has no empty, "." or ".." segment (a slash at its end is none).
func clean(p string) bool { return path.Clean(p) == strings.TrimSuffix(p, "/") || p == "/" }

func isAPI(p string) bool { return strings.HasPrefix(p, "/api/") || p == "/api" }

func (s *Server) crossOrigin(next http.Handler) http.Handler {
	p := http.NewCrossOriginProtection()
	if s.cfg.BaseURL != nil {
		_ = p.AddTrustedOrigin(s.cfg.BaseURL.Scheme + "://" + s.cfg.BaseURL.Host)
	}
	p.SetDenyHandler(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		s.refuse(w, r, &fault.Error{Kind: fault.KindForbidden, Code: "cross-origin"})
	}))
	return p.Handler(next)
}

// permissions lets the office's pages use the camera, for the codes on devotees' phones, and nothing else.
func permissions(path string) string {
	camera := "()"
	if path == "/admin" || strings.HasPrefix(path, "/admin/") {
		camera = "(self)"
	}
	return "camera=" + camera + ", geolocation=(), microphone=()"
}

// outermost gives every answer its headers, every request its id, and survives a panic.
func (s *Server) outermost(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		x := &exchange{w: w, r: r, server: s, locale: localeOf(r), requestID: id.New(), ip: s.clientIP(r)}
		h := w.Header()
		h.Set("X-Request-Id", x.requestID)
		h.Set("X-Content-Type-Options", "nosniff")
		h.Set("Referrer-Policy", "strict-origin-when-cross-origin")
		h.Set("X-Frame-Options", "DENY")
		h.Set("Cross-Origin-Opener-Policy", "same-origin")
		h.Set("Permissions-Policy", permissions(r.URL.Path))
		h.Set("Content-Security-Policy", strictCSP)
		if s.secure {
			h.Set("Strict-Transport-Security", "max-age=31536000; includeSubDomains")
		}
		r = r.WithContext(context.WithValue(r.Context(), exchangeKey{}, x))
		if r.Body == http.NoBody { // the server's own time is for what is still to come
			setReadDeadline(w, time.Time{})
		}
		if !isAPI(r.URL.Path) { // the visitor of a page waits for little; a call may outlast a restart of the database
			r = r.WithContext(db.Brief(r.Context()))
		}
		body := r.Body
		x.answer.ResponseWriter = w
		w = &x.answer
		defer s.answered(x, time.Now())
		defer func() {
			if p := recover(); p != nil {
				if p == http.ErrAbortHandler {
					panic(p)
				}
				s.cfg.Log.Error("panic", "request", x.requestID, "method", r.Method, "path", r.URL.Path, "panic", p, "stack", string(debug.Stack()))
				s.panicked(w, r)
			}
			if x.stopped {
				_ = http.NewResponseController(w).Flush() // now: its sender is slow
			}
			s.takeRest(w, r, body)
		}()
		next.ServeHTTP(w, r)
	})
}

// panicked answers in the form that was asked for: a page, or JSON.
func (s *Server) panicked(w http.ResponseWriter, r *http.Request) {
	read := r.Method == http.MethodGet || r.Method == http.MethodHead
	if !read || isAPI(r.URL.Path) || strings.HasSuffix(r.URL.Path, payloadName) || s.cfg.Pages == nil {
		s.refuse(w, r, nil)
		return
	}
	defer func() {
		if p := recover(); p != nil { // the renderer itself is broken
			s.refuse(w, r, nil)
		}
	}()
	w.Header().Set("Content-Security-Policy", s.cfg.CSP)
	l, _ := locale.SplitPath(r.URL.Path)
	s.serveSpecial(w, r, l, "error", http.StatusInternalServerError)
}

// strictCSP is for everything that is not a page: nothing may run in it.
const strictCSP = "default-src 'none'; frame-ancestors 'none'; base-uri 'none'"
