package ssr

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"runtime/debug"
	"time"

	"shanmen/internal/base/uses"
	"shanmen/internal/platform/admission"
)

var errUnfinished = errors.New("ssr: the build ended without a page")

// fill builds an entry's content.
type fill func(context.Context, *entry) error

// flight is one build shared by several requests.
type flight struct {
	done    chan struct{}
	entry   *entry
	err     error
	changes []change // changes during the build
}

func (s *Site) fresh(e *entry) bool {
	if e.staleSince.Load() != 0 {
		return false
	}
	if e.failed {
		return time.Now().Before(e.retry)
	}
	return e.until.IsZero() || s.options.Clock.Now().Before(e.until)
}

// showable returns whether a stale entry may be served while it is rebuilt. A page not requested since its content
// changed long ago may not: its visitor would read old news.
func (s *Site) showable(e *entry) bool {
	if e == nil || s.options.Fresh || e.replaced.Load() {
		return false
	}
	if e.failed {
		return time.Since(e.retry) < failedGrace
	}
	if since := e.staleSince.Load(); since != 0 && time.Now().UnixNano()-since >= int64(staleGrace) {
		return false
	}
	return e.until.IsZero() || s.options.Clock.Now().Sub(e.until) < staleGrace
}

// obtain returns an entry that is as recent as the request, or a stale one that may still be served.
func (s *Site) obtain(ctx context.Context, key string, old *entry, fill fill) (*entry, error) {
	asked := s.changes.Load()
	for {
		f := s.fly(key, fill)
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
		if f.entry.begun >= asked || f.entry.staleSince.Load() == 0 {
			return f.entry, nil
		}
		old = f.entry // started before its content changed
	}
}

func (s *Site) keeps(err error) bool { return s.options.Keep != nil && s.options.Keep(err) }

// fly joins the running build of the key, or starts one.
func (s *Site) fly(key string, fill fill) *flight {
	s.mu.Lock()
	defer s.mu.Unlock()
	if f := s.flights[key]; f != nil {
		return f
	}
	f := &flight{done: make(chan struct{})}
	if e := s.cache.get(key); e != nil && s.fresh(e) { // finished since the caller looked
		f.entry = e
		close(f.done)
		return f
	}
	s.flights[key] = f
	begun := s.changes.Load()
	s.running.Go(func() {
		f.err = errUnfinished
		defer func() { s.land(key, f) }()
		f.entry, f.err = s.make(key, begun, fill)
	})
	return f
}

// land caches the result of a build and applies the changes made meanwhile, so that none is missed between its reads
// and now.
func (s *Site) land(key string, f *flight) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if f.err == nil {
		for _, c := range f.changes {
			if c.concerns(f.entry) {
				f.entry.invalidate(c)
			}
		}
		s.cache.put(f.entry)
	} else if !s.keeps(f.err) {
		s.cache.drop(key)
	}
	delete(s.flights, key)
	close(f.done)
}

// make builds an entry and records its cache tags.
func (s *Site) make(key string, begun uint64, fill fill) (e *entry, err error) {
	defer func() {
		if v := recover(); v != nil {
			err = fmt.Errorf("ssr: build of %s: panic: %v\n%s", key, v, debug.Stack())
		}
	}()
	ctx, cancel := s.begin()
	defer cancel()
	if s.options.Gate != nil { // pages take turns with the reads of visitors
		leave, err := s.options.Gate.Enter(ctx, admission.Work{Owner: "page " + key})
		if err != nil {
			return nil, err
		}
		defer leave()
	}
	ctx, noted := uses.Collect(ctx)
	e = &entry{key: key, begun: begun, fill: fill}
	if err := fill(ctx, e); err != nil {
		return nil, err
	}
	e.uses = noted.Tags()
	if at := noted.Until(); !at.IsZero() && (e.until.IsZero() || at.Before(e.until)) {
		e.until = at
	}
	return e, nil
}

// render renders a page into an entry. If it fails, the result is a shell that the browser fills from the payload.
func (s *Site) render(ctx context.Context, e *entry, build Build) error {
	p, err := build(ctx)
	if err != nil {
		return err
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
	e.status, e.until, e.contentType, e.cacheControl = p.Status, p.Until, htmlType, revalidate
	if err != nil {
		s.failures.Add(1)
		s.options.Log.Error("page not rendered, the browser renders it", "page", e.key, "error", err)
		e.failed, e.retry, e.cacheControl = true, time.Now().Add(retryFailed), noStore
	}
	e.variants = newVariants(s.shell.html(&p.Document, body, err == nil), true)
	return nil
}
