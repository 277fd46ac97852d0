// Package httpd turns requests into calls of features, and their answers and refusals into HTTP. It knows nothing about
// temples.
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
	"shanmen/internal/platform/admission"
)

const localeCookie = "i18n_redirected"

// Config is what package httpd needs from the program.
type Config struct {
	BaseURL        *url.URL // the only base of absolute links
	Clock          clock.Clock
	Log            *slog.Logger
	Messages       *locale.Messages
	TrustedProxies []netip.Prefix
	// OneVisitor is called when all visitors of a proxy share one address, with the reason; nil: ignored. It must not
	// block.
	OneVisitor     func(why, proxy string)
	FloodPerMinute int // calls per address before 429; 0: no limit
	// Answered is called after every request, and Limited for every refusal by a limit, with its code; nil: ignored.
	// They must not block.
	Answered func(Answer)
	Limited  func(code string)
	// Visitor finds the owner of a session token. An unknown or ended session is the zero Visitor.
	Visitor func(ctx context.Context, token string) (Visitor, error)
	// CSP is the Content-Security-Policy of pages.
	CSP string
	// Guards by their names in the page table.
	Guards map[string]Guard
	// Redirects returns the redirect of a plain path (without /zh). It is called for every page and must not block.
	// Internal targets have no /zh.
	Redirects func(path string) (Redirect, bool)
	// Asked is called for every requested path (without /zh) that is redirected or does not exist; nil: ignored. It
	// must not block.
	Asked func(path string, moved bool)
	// Draft opens previews of public pages; nil: none.
	Draft Draft
	// Admission has the gates of all classes; nil: new ones, without pictures.
	Admission *admission.Control
	// Pages renders; nil in tests without pages.
	Pages Renderer
}

// Server registers the calls and pages of the program.
type Server struct {
	cfg     Config
	secure  bool
	pageCSP []string // the header of pages
	mux     *http.ServeMux
	own     ownPaths
	quiet   map[string]string // routes of HandleQuietly, by pattern
	calls   []Call
	pages   pageTable

	area     string // OpenAPI tag of the calls being registered
	areas    []*huma.Tag
	describe []func(*huma.OpenAPI) // one function per call

	decoding decoding
	turns    turns
	uploads  uploads
}

// New returns a server without routes.
func New(cfg Config) *Server {
	if cfg.Admission == nil {
		cfg.Admission = admission.New(cfg.Clock, 0)
	}
	s := &Server{cfg: cfg, secure: cfg.BaseURL.Scheme == "https", pageCSP: []string{cfg.CSP}, mux: http.NewServeMux(), quiet: map[string]string{}, decoding: newDecoding()}
	return s
}

// These are huma's global settings. Casing: "Currency" next to "currency" would be one field for Go and two for others.
func init() {
	huma.ValidateStrictCasing = true
	huma.DefaultArrayNullable = false // our empty lists are [], never null
}

// schemaName distinguishes equally named types of two features: offering.Option is OfferingOption, form.Option
// FormOption.
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

// Area starts a group of calls: those registered from here on have its OpenAPI tag.
func (s *Server) Area(name, about string) {
	s.area = name
	s.areas = append(s.areas, &huma.Tag{Name: name, Description: about})
}

// session is the name of the session cookie's security scheme in the OpenAPI.
const session = "session"

// OpenAPI generates the API description from the Go types of registered calls.
func (s *Server) OpenAPI() *huma.OpenAPI {
	c := huma.DefaultConfig("Shanmen", shanmen.Version())
	c.Tags = s.areas
	c.Components = &huma.Components{Schemas: newRegistry(), SecuritySchemes: map[string]*huma.SecurityScheme{session: {
		Type: "apiKey", In: "cookie", Name: s.cookieName(),
		Description: "Session cookie, set by logging in. Calls without it are public; all others need a specific right.",
	}}}
	for _, describe := range s.describe {
		describe(c.OpenAPI)
	}
	return c.OpenAPI
}

// Calls lists the registered calls with their rights.
func (s *Server) Calls() []Call { return s.calls }

// Handle registers a path outside API and pages: assets, health, manifests.
func (s *Server) Handle(pattern string, h http.Handler) {
	s.own.add(pattern)
	s.mux.Handle(pattern, h)
}

// HandleRead is Handle for what is read from the database at each request, such as a picture or the sitemap. It has a slot
// of Reading until its response begins, or GiveBack.
func (s *Server) HandleRead(pattern string, h http.Handler) {
	s.Handle(pattern, http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		x := exchangeOf(r.Context())
		defer x.giveBack()
		if err := s.enter(r.Context(), x, admission.Reading); err != nil {
			Failed(w, r, err)
			return
		}
		h.ServeHTTP(w, r.WithContext(admission.For(r.Context(), x.ip, s.cfg.Clock.Now())))
	}))
}

// HandleQuietly is Handle for frequent requests such as assets: one route in metrics, and logged at debug level.
func (s *Server) HandleQuietly(route, pattern string, h http.Handler) {
	s.quiet[pattern] = route
	s.Handle(pattern, h)
}

// Answers returns whether a path is served by something other than a page: a call, a file, a machine endpoint.
func (s *Server) Answers(path string) bool {
	_, pattern := s.mux.Handler(&http.Request{Method: http.MethodGet, URL: &url.URL{Path: path}, Host: s.cfg.BaseURL.Host})
	return pattern != ""
}

// Handler is the complete HTTP handler.
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
	if s.own.has(r.URL.Path) {
		// ServeMux would answer 405 in plain text, and redirect //api/cart; the API answers 404.
		if _, pattern := s.mux.Handler(r); pattern != "" && clean(r.URL.Path) {
			x := exchangeOf(r.Context())
			if x.route, x.quiet = s.quiet[pattern]; !x.quiet {
				x.route = pattern
			}
			x.locale = localeOf(r)
			s.mux.ServeHTTP(w, x.mayTakeLong(r))
			return
		}
	}
	if isAPI(r.URL.Path) {
		s.refuse(w, r, fault.NotFound())
		return
	}
	s.servePage(w, r)
}

// clean returns whether a path has no empty, "." or ".." segment (a final slash is allowed).
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

// permissions lets only the office's pages use the camera, to scan codes on devotees' phones.
func permissions(path string) []string {
	if path == "/admin" || strings.HasPrefix(path, "/admin/") {
		return withCamera
	}
	return withoutCamera
}

// The values of headers that many responses have. They are shared, and must not be changed.
var (
	withCamera    = []string{"camera=(self), geolocation=(), microphone=()"}
	withoutCamera = []string{"camera=(), geolocation=(), microphone=()"}
	noSniff       = []string{"nosniff"}
	shortReferrer = []string{"strict-origin-when-cross-origin"}
	noFrame       = []string{"DENY"}
	sameOrigin    = []string{"same-origin"}
	onlyHTTPS     = []string{"max-age=31536000; includeSubDomains"}
	strictPolicy  = []string{strictCSP}
)

// outermost adds headers to every response and an id to every request, and recovers from panics.
func (s *Server) outermost(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		x := &exchange{w: w, r: r, server: s, requestID: id.New(), ip: s.clientIP(r)}
		h := w.Header()
		h["X-Request-Id"] = []string{x.requestID}
		h["X-Content-Type-Options"] = noSniff
		h["Referrer-Policy"] = shortReferrer
		h["X-Frame-Options"] = noFrame
		h["Cross-Origin-Opener-Policy"] = sameOrigin
		h["Permissions-Policy"] = permissions(r.URL.Path)
		h["Content-Security-Policy"] = strictPolicy
		if s.secure {
			h["Strict-Transport-Security"] = onlyHTTPS
		}
		r = r.WithContext(context.WithValue(r.Context(), exchangeKey{}, x))
		body := r.Body
		x.answer.ResponseWriter, x.answer.x = w, x
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
				_ = http.NewResponseController(w).Flush() // send it now, because the client is slow
			}
			s.takeRest(w, r, body)
		}()
		next.ServeHTTP(w, r)
	})
}

// panicked answers after a panic: with a page, or JSON.
func (s *Server) panicked(w http.ResponseWriter, r *http.Request) {
	read := r.Method == http.MethodGet || r.Method == http.MethodHead
	if !read || isAPI(r.URL.Path) || strings.HasSuffix(r.URL.Path, payloadName) || s.cfg.Pages == nil {
		s.refuse(w, r, nil)
		return
	}
	defer func() {
		if p := recover(); p != nil { // the renderer itself failed
			s.refuse(w, r, nil)
		}
	}()
	w.Header().Set("Content-Security-Policy", s.cfg.CSP)
	l, _ := locale.SplitPath(r.URL.Path)
	s.serveSpecial(w, r, l, "error", http.StatusInternalServerError)
}

// strictCSP is for everything that is not a page: no script may run.
const strictCSP = "default-src 'none'; frame-ancestors 'none'; base-uri 'none'"
