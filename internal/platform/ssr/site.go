package ssr

import (
	"context"
	"io/fs"
	"log/slog"
	"net/http"
	"sync"
	"sync/atomic"
	"time"

	"shanmen/internal/base/clock"
)

const (
	staleGrace   = 5 * time.Second // how long an old page may be shown while the new one renders
	buildTimeout = 5 * time.Second // data and render together
	// A page that did not render is tried again after retryFailed and never shown longer than
	// retryFailed + failedGrace, 5 seconds together.
	retryFailed = 2 * time.Second
	failedGrace = 3 * time.Second
)

// Options are what a Site needs from the program. The zero value of a field takes its default.
type Options struct {
	Clock clock.Clock  // for Page.Until; the machine's by default
	Log   *slog.Logger // slog.Default
	// Fresh turns off showing an old page while the new one renders: the visitor waits. Nothing is rendered ahead.
	Fresh bool
	// Keep reports whether a build's error comes from trouble around it, such as a database that
	// does not answer: then an old page is better than none. nil keeps nothing.
	Keep func(error) bool
}

// Page is what a build returns.
type Page struct {
	Status int // 0 is 200
	Document
	// Until is when the page changes by itself, such as midnight or an opening; zero is never.
	Until time.Time
	// Plain is the page without its design: what it says, and ways on. It stands where the page could
	// not be rendered, for robots, and for people until the browser has rendered it. nil: nothing.
	Plain func() string
}

func (p *Page) plain() string {
	if p.Plain == nil {
		return ""
	}
	return p.Plain()
}

// Build makes the page of a key. It must use nothing of the request that asked first: its result
// goes to everybody. The context has a deadline of 5 seconds and no values.
type Build func(ctx context.Context) (Page, error)

// Site renders pages and keeps them until their content changes.
type Site struct {
	shell   *shell
	engine  *Engine
	cache   *pageCache
	packer  *compressor
	files   *files
	options Options
	// begin gives a build its time; no build outlasts cancel.
	begin   func() (context.Context, context.CancelFunc)
	cancel  context.CancelFunc
	ended   <-chan struct{} // by cancel
	running sync.WaitGroup

	mu      sync.Mutex
	flights map[string]*flight

	changes atomic.Uint64 // how many there were; a build is as new as the number when it began
	ahead   ahead

	renders, failures atomic.Uint64
}

// Bundle is the web build, read and compiled. It never changes: many sites may share one.
type Bundle struct {
	dist    fs.FS
	shell   *shell
	program *Program
}

// ReadBundle reads the web build. Without one the error is ErrNoBuild.
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

// NewSite is a site of the pages of a web build.
func NewSite(b *Bundle, o Options) (*Site, error) {
	packer := newCompressor()
	if o.Clock == nil {
		o.Clock = clock.Real{}
	}
	if o.Log == nil {
		o.Log = slog.Default()
	}
	s := &Site{
		shell: b.shell, engine: NewEngine(b.program), cache: newPageCache(maxEntries, maxBytes), packer: packer,
		files: newFiles(b.dist, packer), options: o, flights: map[string]*flight{},
	}
	ctx, cancel := context.WithCancel(context.Background())
	s.begin = func() (context.Context, context.CancelFunc) { return context.WithTimeout(ctx, buildTimeout) }
	s.cancel, s.ended = cancel, ctx.Done()
	return s, nil
}

// Close stops what runs in the background. Call it after the HTTP server has stopped, once.
func (s *Site) Close() {
	s.cancel()
	s.running.Wait()
	s.engine.Close()
	s.packer.close()
}

// CSP is the Content-Security-Policy for every page of this build.
func (s *Site) CSP() string { return s.shell.csp }

// BuildID changes with every web build: 16 hexadecimal digits.
func (s *Site) BuildID() string { return s.shell.buildID }

// BuildTime is when the web build is of, by its commit. It is part of what the id is made from.
func (s *Site) BuildTime() time.Time { return s.shell.built }

// Stats counts since the start, except what there is now: Pages and Bytes of the cache, and the engines, of which so many
// render or are warm.
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

// Serve answers a GET or HEAD with the page of the key, which must tell apart everything that
// changes the page: the path and the locale, and for a fixed page such as 404 only its name and
// the locale. When build fails nothing is written and its error is returned; it is not kept.
func (s *Site) Serve(w http.ResponseWriter, r *http.Request, key string, build Build) error {
	return s.serve(w, r, key, func(ctx context.Context, e *entry) error { return s.render(ctx, e, build) })
}

// ServeOnce answers with a page that is one visitor's: it is built for this request alone, and nothing of it is kept.
func (s *Site) ServeOnce(w http.ResponseWriter, r *http.Request, build Build) error {
	e, err := s.make("", 0, func(ctx context.Context, e *entry) error { return s.render(ctx, e, build) })
	if err != nil {
		return err
	}
	e.write(w, r, e.status, e.contentType, private)
	return nil
}

// Data is an answer without HTML, such as the data of a page.
type Data struct {
	JSON  []byte
	Until time.Time // when it changes by itself; zero is never
	// Private keeps browsers and proxies from storing it, for an address whose answer depends on more than the address.
	Private bool
}

// ServeData is Serve for JSON that is the same for everybody. It is kept beside the pages, within the same limits, and
// under keys that no page has.
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

// Text gives a text that is the same for everybody and no page, such as a feed. It is kept as ServeData's are.
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
	return e.identity.body, nil
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
	want(s.packer.pages, e.variants)
	e.write(w, r, e.status, e.contentType, e.cacheControl)
	return nil
}
