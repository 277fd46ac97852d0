package ssr

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"log/slog"
	"net/http"
	"runtime/debug"
	"sync"
	"sync/atomic"
	"time"

	"shanmen/internal/clock"
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
	// Fresh turns off showing an old page while the new one renders: the visitor waits.
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
	running sync.WaitGroup

	mu      sync.Mutex
	flights map[string]*flight

	version atomic.Uint64
	bumps   [64]atomic.Int64 // when the last versions began, Unix nanoseconds, by version modulo 64; 0 is long ago

	renders, failures atomic.Uint64
}

var errUnfinished = errors.New("ssr: the build ended without a page")

// flight is one build that several requests wait for.
type flight struct {
	done  chan struct{}
	entry *entry
	err   error
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
	packer, err := newCompressor()
	if err != nil {
		return nil, err
	}
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
	s.cancel = cancel
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

// Bump says that some content changed: every page is built again when it is next asked for. For
// up to 5 seconds the old one is still shown while that happens.
func (s *Site) Bump() {
	s.mu.Lock()
	defer s.mu.Unlock()
	next := s.version.Load() + 1
	s.bumps[next%uint64(len(s.bumps))].Store(time.Now().UnixNano())
	s.version.Store(next)
}

// Replace is Bump for what no page may show old, such as the words of all pages: whoever asks waits for the
// new one. The payload of a personal page is always new, and its words must fit.
func (s *Site) Replace() {
	s.mu.Lock()
	defer s.mu.Unlock()
	for i := range s.bumps {
		s.bumps[i].Store(0)
	}
	s.version.Add(1)
}

// Stats counts since the start, except Pages and Bytes, which are what the cache holds now.
type Stats struct {
	Pages, Bytes      int
	Renders, Failures uint64
}

// Stats returns the counters.
func (s *Site) Stats() Stats {
	pages, bytes := s.cache.size()
	return Stats{Pages: pages, Bytes: bytes, Renders: s.renders.Load(), Failures: s.failures.Load()}
}

var (
	htmlType   = []string{"text/html; charset=utf-8"}
	revalidate = []string{"public, max-age=0, must-revalidate"}
	noStore    = []string{"no-store"}
)

// Serve answers a GET or HEAD with the page of the key, which must tell apart everything that
// changes the page: the path and the locale, and for a fixed page such as 404 only its name and
// the locale. When build fails nothing is written and its error is returned; it is not kept.
func (s *Site) Serve(w http.ResponseWriter, r *http.Request, key string, build Build) error {
	e := s.cache.get(key)
	if e == nil || !s.fresh(e) {
		var err error
		if e, err = s.obtain(r.Context(), key, e, build); err != nil {
			return err
		}
	}
	want(s.packer.pages, e.variants)
	e.write(w, r, e.status, htmlType, e.cacheControl)
	return nil
}

func (s *Site) fresh(e *entry) bool {
	if e.version != s.version.Load() {
		return false
	}
	if e.failed {
		return time.Now().Before(e.retry)
	}
	return e.until.IsZero() || s.options.Clock.Now().Before(e.until)
}

// showable reports whether an outdated entry may be shown while its successor is made. A page
// that nobody asked for since its content changed long ago may not: its visitor would read old news.
func (s *Site) showable(e *entry) bool {
	if e == nil || s.options.Fresh {
		return false
	}
	if e.failed {
		return time.Since(e.retry) < failedGrace
	}
	if now := s.version.Load(); e.version != now {
		if now-e.version > uint64(len(s.bumps)) {
			return false
		}
		since := s.bumps[(e.version+1)%uint64(len(s.bumps))].Load()
		if time.Now().UnixNano()-since >= int64(staleGrace) {
			return false
		}
	}
	return e.until.IsZero() || s.options.Clock.Now().Sub(e.until) < staleGrace
}

// obtain returns an entry that is as new as the request, or an outdated one that may be shown.
func (s *Site) obtain(ctx context.Context, key string, old *entry, build Build) (*entry, error) {
	asked := s.version.Load()
	for {
		f := s.fly(key, build)
		if s.showable(old) {
			return old, nil
		}
		select {
		case <-f.done:
		case <-ctx.Done():
			return nil, fmt.Errorf("ssr: wait for %s: %w", key, context.Cause(ctx))
		}
		if f.err != nil {
			if old != nil && !old.failed && s.keeps(f.err) {
				s.options.Log.Error("page not built, the old one is shown", "page", key, "error", f.err)
				return old, nil
			}
			return nil, f.err
		}
		if f.entry.version >= asked {
			return f.entry, nil
		}
		old = f.entry // begun before the content changed
	}
}

func (s *Site) keeps(err error) bool { return s.options.Keep != nil && s.options.Keep(err) }

// fly joins the build of the key that runs, or starts one.
func (s *Site) fly(key string, build Build) *flight {
	s.mu.Lock()
	defer s.mu.Unlock()
	if f := s.flights[key]; f != nil {
		return f
	}
	f := &flight{done: make(chan struct{})}
	if e := s.cache.get(key); e != nil && s.fresh(e) { // landed since the caller looked
		f.entry = e
		close(f.done)
		return f
	}
	s.flights[key] = f
	s.running.Go(func() {
		defer func() {
			s.mu.Lock()
			delete(s.flights, key)
			s.mu.Unlock()
			close(f.done)
		}()
		f.err = errUnfinished
		f.entry, f.err = s.make(key, s.version.Load(), build)
		if f.err == nil {
			s.cache.put(f.entry)
		} else if !s.keeps(f.err) {
			s.cache.drop(key)
		}
	})
	return f
}

// make builds and renders. A render that fails still gives a page: the shell, which the browser
// fills from the payload.
func (s *Site) make(key string, version uint64, build Build) (e *entry, err error) {
	defer func() {
		if v := recover(); v != nil {
			err = fmt.Errorf("ssr: build of %s: panic: %v\n%s", key, v, debug.Stack())
		}
	}()
	ctx, cancel := s.begin()
	defer cancel()
	p, err := build(ctx)
	if err != nil {
		return nil, err
	}
	if p.Status == 0 {
		p.Status = http.StatusOK
	}
	s.renders.Add(1)
	var body string
	if p.Scriptless {
		body = p.plain()
	} else if body, err = s.engine.Render(ctx, p.PayloadJSON); err != nil {
		body = p.plain()
	}
	e = &entry{key: key, version: version, status: p.Status, until: p.Until, cacheControl: revalidate}
	if err != nil {
		s.failures.Add(1)
		s.options.Log.Error("page not rendered, the browser renders it", "page", key, "error", err)
		e.failed, e.retry, e.cacheControl = true, time.Now().Add(retryFailed), noStore
	}
	e.variants = newVariants(s.shell.html(&p.Document, body, err == nil), true)
	return e, nil
}
