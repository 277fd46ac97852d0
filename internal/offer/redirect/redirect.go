// Package redirect manages the office's redirects of old addresses, to this site or another one.
//
// Redirects are looked up before everything else of a page, in memory; each replica reloads them when the content
// version changes. An address matches in any case, with a final slash and under /zh. Unsafe targets and loops are
// refused on saving and ignored on reading. Writers lock the content version, so two concurrent edits cannot create a
// loop; when an intermediate address is deleted, its target is inlined. Paths that answer 404 are counted in memory and
// written once a minute (count.go), without anything about the visitor.
package redirect

import (
	"context"
	"fmt"
	"log/slog"
	"net/http"
	"net/url"
	"slices"
	"sync/atomic"
	"time"

	"shanmen/internal/base/clock"
	"shanmen/internal/base/fault"
	"shanmen/internal/base/locale"
	"shanmen/internal/offer/content"
	"shanmen/internal/offer/redirect/address"
	"shanmen/internal/platform/db"
	"shanmen/internal/platform/db/query"
	"shanmen/internal/platform/httpd"
)

// Service has the office's list, and a copy in memory for pages.
type Service struct {
	DB    *db.DB
	Clock clock.Clock
	Log   *slog.Logger
	// Base is the site's own address; a target there is stored as a path.
	Base *url.URL
	// Reserved returns whether a path must not be redirected; nil: none.
	Reserved func(path string) bool

	// Places lists the site's pages with titles, to choose a target.
	Places func(ctx context.Context, l locale.Locale) ([]Place, error)
	// Page returns whether a path, without /zh, is a page that visitors see.
	Page func(ctx context.Context, path string) (bool, error)

	ways   atomic.Pointer[ways]
	counts counts
}

// ways are the active redirects with their final targets, and the stored entries.
type ways struct {
	to  map[string]httpd.Redirect
	fit map[string]Entry
}

// Place is a page of the site that can be a target.
type Place struct {
	Path  string `json:"path"`
	Title string `json:"title"`
}

// Find looks up the redirect of a path (without /zh, decoded, no final slash), in memory only.
func (s *Service) Find(path string) (httpd.Redirect, bool) {
	w := s.ways.Load()
	if w == nil {
		return httpd.Redirect{}, false
	}
	to, ok := w.to[address.Same(path)]
	return to, ok
}

// Renew loads the list into memory. Every replica does so at startup and when the content version has changed.
func (s *Service) Renew(ctx context.Context) error {
	rows, err := s.DB.Read().Redirects(ctx)
	if err != nil {
		return fmt.Errorf("redirects: %w", err)
	}
	w, unfit := s.resolve(entries(rows))
	for _, path := range unfit {
		s.Log.Warn("a redirect is not used: it is unsafe, or leads back to itself", "path", path)
	}
	s.ways.Store(&w)
	return nil
}

// Save creates the redirect of a path, or changes it. Refusals besides those of tidy: fault "invalid-fields" with
// redirect-loop if it would create a loop.
func (s *Service) Save(ctx context.Context, e Entry) error {
	err := s.DB.Write(ctx, func(ctx context.Context, tx *db.Tx) error { return s.Put(ctx, tx, e, s.Clock.Now()) })
	if err != nil {
		return err
	}
	return s.Renew(ctx)
}

// Put is Save within the caller's transaction. Memory is updated at the next poll of the content version.
func (s *Service) Put(ctx context.Context, tx *db.Tx, e Entry, now time.Time) error {
	e, err := s.tidy(e)
	if err != nil {
		return err
	}
	// From here to the commit no one else can write the list, so two concurrent saves cannot create a loop.
	if err := content.Changed(ctx, tx, content.TagRedirects); err != nil {
		return err
	}
	rows, err := tx.Redirects(ctx)
	if err != nil {
		return fmt.Errorf("redirects: %w", err)
	}
	return s.write(ctx, tx, entries(rows), e, now)
}

// write stores a normalised entry unless it creates a loop.
func (s *Service) write(ctx context.Context, tx *db.Tx, list []Entry, e Entry, now time.Time) error {
	if e.Active && !s.ends(list, e) {
		return fault.At("target", "redirect-loop")
	}
	err := tx.PutRedirect(ctx, query.PutRedirectParams{
		Path: e.Path, Target: e.Target, Status: int64(e.Status), Active: e.Active, Why: e.Why, Now: clock.MillisOf(now),
	})
	if err != nil {
		return fmt.Errorf("redirect: %w", err)
	}
	return nil
}

func entryOf(r query.Redirect) Entry {
	return Entry{Path: r.Path, Target: r.Target, Status: int(r.Status), Active: r.Active, Why: r.Why}
}

func entries(rows []query.Redirect) []Entry {
	out := make([]Entry, 0, len(rows))
	for _, r := range rows {
		out = append(out, entryOf(r))
	}
	return out
}

func without(list []Entry, path string) []Entry {
	return slices.DeleteFunc(slices.Clone(list), func(e Entry) bool { return e.Path == path })
}

// resolve follows every entry to its last target, so that a visitor is redirected once. It leaves out invalid entries
// and those in a loop, and returns their paths.
func (s *Service) resolve(list []Entry) (w ways, unfit []string) {
	w = ways{to: map[string]httpd.Redirect{}, fit: map[string]Entry{}}
	for _, e := range list {
		if !e.Active {
			continue
		}
		stored := e.Path
		e.Path = address.Same(e.Path) // an older version stored capitals
		if tidy, err := s.tidy(e); err != nil || tidy != e {
			unfit = append(unfit, stored)
			continue
		}
		if _, there := w.fit[e.Path]; !there || stored == e.Path {
			w.fit[e.Path] = e
		}
	}
	for path, e := range w.fit {
		if end, ok := follow(w.fit, e); ok {
			w.to[path] = httpd.Redirect{Target: end.Target, External: end.External(), Status: end.Status}
		} else {
			unfit = append(unfit, path)
		}
	}
	return w, unfit
}

// ends returns whether an entry reaches an end with the others of the list. It only follows the entry's own path,
// because an import checks each line while others wait.
func (s *Service) ends(list []Entry, e Entry) bool {
	at := make(map[string]Entry, len(list))
	for _, o := range list {
		path := address.Same(o.Path)
		if _, there := at[path]; o.Active && (!there || path == o.Path) {
			o.Path = path
			at[path] = o
		}
	}
	way := map[string]Entry{e.Path: e}
	for next, more := at[e.leads()]; more; next, more = at[next.leads()] {
		if tidy, err := s.tidy(next); err != nil || tidy != next {
			break
		}
		if _, been := way[next.Path]; been {
			break
		}
		way[next.Path] = next
	}
	_, ok := follow(way, e)
	return ok
}

// follow follows redirects. The result is permanent only if every step is; the query is passed on until a step has its
// own.
func follow(fit map[string]Entry, e Entry) (end Entry, ok bool) {
	seen := map[string]bool{e.Path: true}
	for end = e; ; {
		at := end.leads()
		if seen[at] {
			return Entry{}, false
		}
		next, more := fit[at]
		if !more {
			return end, true
		}
		seen[at] = true
		if end.Status == http.StatusFound {
			next.Status = http.StatusFound
		}
		next.Target = withQuery(next, end)
		end = next
	}
}

func withQuery(next, before Entry) string {
	to, err := url.Parse(next.Target)
	from, err2 := url.Parse(before.Target)
	if err != nil || err2 != nil || next.External() || to.RawQuery != "" {
		return next.Target
	}
	to.RawQuery = from.RawQuery
	return to.String()
}
