package ssr

import (
	"cmp"
	"context"
	"io/fs"
	"log/slog"
	"net/http"
	"sync"
	"sync/atomic"
	"time"

	"shanmen/internal/base/clock"
	"shanmen/internal/platform/admission"
)

const (
	staleGrace   = 5 * time.Second // how long a stale page may be served while it is rebuilt
	buildTimeout = 5 * time.Second // data and render together
	// A page whose render failed is retried after retryFailed and served in plain form no longer than retryFailed +
	// failedGrace, 5 seconds together.
	retryFailed = 2 * time.Second
	failedGrace = 3 * time.Second
)

// Options configure a Site. Zero fields have defaults.
type Options struct {
	Clock clock.Clock  // for Page.Until; default: the machine's clock
	Log   *slog.Logger // default: slog.Default
	// Fresh disables serving stale pages during a rebuild: the visitor waits. Nothing is rebuilt in advance.
	Fresh bool
	// Keep returns whether a build error is temporary, such as an unavailable database: then a stale page is better
	// than none. nil: never.
	Keep func(error) bool
	// Gate admits builds; nil: all at once.
	Gate *admission.Gate
	// CacheBytes limits the memory of the page cache; default: 16 MB.
	CacheBytes int
}

// Page is the result of a build.
type Page struct {
	Status int // 0 is 200
	Document
	// Until is when the page changes by time, such as at midnight or an opening; zero: never.
	Until time.Time
	// Plain is a simple version of the page: its text and links. It is served when rendering failed, to robots, and to
	// people until the browser has rendered the page. nil: nothing.
	Plain func() string
}

func (p *Page) plain() string {
	if p.Plain == nil {
		return ""
	}
	return p.Plain()
}

// Build builds the page of a key. It must not use the request that triggered it, because its result is served to
// everybody. The context has a deadline of 5 seconds and no values.
type Build func(ctx context.Context) (Page, error)

// Site renders pages and caches them until their content changes.
type Site struct {
	shell   *shell
	engine  *Engine
	cache   *pageCache
	packer  *compressor
	files   *files
	options Options
	// begin returns a build's context with its deadline; cancel ends all of them.
	begin   func() (context.Context, context.CancelFunc)
	cancel  context.CancelFunc
	ended   <-chan struct{} // closed by cancel
	running sync.WaitGroup

	mu      sync.Mutex
	flights map[string]*flight

	changes atomic.Uint64 // number of changes so far; a build is as recent as this number at its start
	ahead   ahead

	renders, failures atomic.Uint64
}

// Bundle is the web build, loaded and compiled. It is immutable, so several sites may share it.
type Bundle struct {
	dist    fs.FS
	shell   *shell
	program *Program
}

// ReadBundle loads the web build, or returns ErrNoBuild.
func ReadBundle(dist fs.FS) (*Bundle, error) {
	script, err := fs.ReadFile(dist, scriptFile)
	if err != nil {
		return nil, ErrNoBuild
	}
	sh, err := newShell(dist, script)
	if err != nil {
		return nil, err
	}
	program, err := Compile(script)
	if err != nil {
		return nil, err
	}
	return &Bundle{dist, sh, program}, nil
}

// NewSite creates a site for a web build.
func NewSite(b *Bundle, o Options) (*Site, error) {
	packer := newCompressor()
	if o.Clock == nil {
		o.Clock = clock.Real{}
	}
	if o.Log == nil {
		o.Log = slog.Default()
	}
	s := &Site{
		shell: b.shell, engine: NewEngine(b.program), cache: newPageCache(maxEntries, cmp.Or(o.CacheBytes, maxBytes)), packer: packer,
		files: newFiles(b.dist), options: o, flights: map[string]*flight{},
	}
	ctx, cancel := context.WithCancel(context.Background())
	s.begin = func() (context.Context, context.CancelFunc) { return context.WithTimeout(ctx, buildTimeout) }
	s.cancel, s.ended = cancel, ctx.Done()
	return s, nil
}

// Close stops background work. Call it once, after the HTTP server has stopped.
func (s *Site) Close() {
	s.cancel()
	s.running.Wait()
	s.engine.Close()
	s.packer.close()
}

// CSP is the Content-Security-Policy for every page of this build.
func (s *Site) CSP() string { return s.shell.csp }

// OfficeCSP is the Content-Security-Policy of the office's entry.
func (s *Site) OfficeCSP() string { return s.shell.office }

// BuildID changes with every web build: 16 hexadecimal digits.
func (s *Site) BuildID() string { return s.shell.buildID }

// BuildTime is the commit time of the web build. It is part of the id's input.
func (s *Site) BuildTime() time.Time { return s.shell.built }

// Stats are counters since the start, except current values: Pages and Bytes of the cache, and the number of engines,
// rendering or idle.
type Stats struct {
	Pages, Bytes      int
	Rendering, Warm   int
	Renders, Failures uint64
}

// Stats returns the counters.
func (s *Site) Stats() Stats {
	pages, bytes := s.cache.size()
	return Stats{Pages: pages, Bytes: bytes, Rendering: len(s.engine.slots), Warm: len(s.engine.idle), Renders: s.renders.Load(), Failures: s.failures.Load()}
}

var (
	htmlType   = []string{"text/html; charset=utf-8"}
	jsonType   = []string{"application/json; charset=utf-8"}
	revalidate = []string{"public, max-age=0, must-revalidate"}
	noStore    = []string{"no-store"}
	private    = []string{"private, no-store"}
)

// Serve answers a GET or HEAD with the page of the key, which must contain everything that changes the page: path and
// locale, or for a fixed page such as 404 its name and the locale. If build fails nothing is written and its error is
// returned; errors are not cached.
func (s *Site) Serve(w http.ResponseWriter, r *http.Request, key string, build Build) error {
	return s.serve(w, r, key, func(ctx context.Context, e *entry) error { return s.render(ctx, e, build) })
}

// ServeOnce answers with a page for one visitor: it is built for this request and not cached.
func (s *Site) ServeOnce(w http.ResponseWriter, r *http.Request, build Build) error {
	e, err := s.make("", 0, func(ctx context.Context, e *entry) error { return s.render(ctx, e, build) })
	if err != nil {
		return err
	}
	e.write(w, r, e.status, e.contentType, private)
	return nil
}

// Data is a response without HTML, such as page data.
type Data struct {
	JSON  []byte
	Until time.Time // when it changes by time; zero: never
	// Private prevents browsers and proxies from storing it, because the response depends on more than the address.
	Private bool
}

// ServeData is Serve for JSON that is equal for everybody. It is cached with the pages, within the same limits, under
// separate keys.
func (s *Site) ServeData(w http.ResponseWriter, r *http.Request, key string, build func(context.Context) (Data, error)) error {
	return s.serve(w, r, key, func(ctx context.Context, e *entry) error {
		d, err := build(ctx)
		if err != nil {
			return err
		}
		e.status, e.data, e.until, e.contentType, e.cacheControl = http.StatusOK, true, d.Until, jsonType, revalidate
		if d.Private {
			e.cacheControl = private
		}
		e.variants = newVariants(d.JSON, true)
		return nil
	})
}

// Text returns a text that is equal for everybody, such as a feed, cached like ServeData's.
func (s *Site) Text(ctx context.Context, key string, build func(context.Context) ([]byte, error)) ([]byte, error) {
	e := s.cache.get(key)
	if e == nil || !s.fresh(e) {
		var err error
		e, err = s.obtain(ctx, key, e, func(ctx context.Context, e *entry) error {
			text, err := build(ctx)
			e.status, e.data, e.variants = http.StatusOK, true, newVariants(text, false)
			return err
		})
		if err != nil {
			return nil, err
		}
	}
	e.asked()
	return e.text(), nil
}

func (s *Site) serve(w http.ResponseWriter, r *http.Request, key string, fill fill) error {
	e := s.cache.get(key)
	if e == nil || !s.fresh(e) {
		var err error
		if e, err = s.obtain(r.Context(), key, e, fill); err != nil {
			return err
		}
	}
	e.asked()
	s.serveForm(w, r, e)
	return nil
}
