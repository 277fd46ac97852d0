// Package redirect sends old addresses where the office says: within the site, or elsewhere.
package redirect

import (
	"context"
	"fmt"
	"log/slog"
	"net/http"
	"net/url"
	"sync/atomic"
	"time"

	"shanmen/internal/clock"
	"shanmen/internal/content"
	"shanmen/internal/db"
	"shanmen/internal/db/query"
	"shanmen/internal/fault"
	"shanmen/internal/httpd"
)

// Service keeps the office's list, and a copy in memory that pages ask.
type Service struct {
	DB    *db.DB
	Clock clock.Clock
	Log   *slog.Logger
	// Base is the site's own address: a target there is a path.
	Base *url.URL
	// Reserved tells of paths that no entry may take from the site; nil: of none.
	Reserved func(path string) bool

	ways atomic.Pointer[map[string]httpd.Redirect]
}

// Find tells where a path (without /zh, decoded, no slash at its end) leads. It reads memory alone.
func (s *Service) Find(path string) (httpd.Redirect, bool) {
	ways := s.ways.Load()
	if ways == nil {
		return httpd.Redirect{}, false
	}
	to, ok := (*ways)[path]
	return to, ok
}

// Renew reads the list into memory. Every replica does so at its start, and when the content's version
// has moved.
func (s *Service) Renew(ctx context.Context) error {
	rows, err := s.DB.Read().Redirects(ctx)
	if err != nil {
		return fmt.Errorf("redirects: %w", err)
	}
	list := make([]Entry, 0, len(rows))
	for _, r := range rows {
		list = append(list, Entry{r.Path, r.Target, int(r.Status), r.Active})
	}
	ways, unfit := s.resolve(list)
	for _, path := range unfit {
		s.Log.Warn("a redirect is not used: it is unsafe, or leads back to itself", "path", path)
	}
	s.ways.Store(&ways)
	return nil
}

// Save writes an entry, or changes the one of its path. Besides what tidy refuses, fault
// "invalid-fields" with redirect-loop when the list would lead back to where it started.
func (s *Service) Save(ctx context.Context, e Entry) error {
	err := s.DB.Write(ctx, func(ctx context.Context, tx *db.Tx) error { return s.Put(ctx, tx, e, s.Clock.Now()) })
	if err != nil {
		return err
	}
	return s.Renew(ctx)
}

// Put is Save within a transaction of the caller's. Memory learns of it when the content's version is
// next looked at.
func (s *Service) Put(ctx context.Context, tx *db.Tx, e Entry, now time.Time) error {
	e, err := s.tidy(e)
	if err != nil {
		return err
	}
	// From here to the commit nobody else can write the list: two who save at once cannot close a circle.
	if err := content.Changed(ctx, tx, content.TagRedirects); err != nil {
		return err
	}
	rows, err := tx.Redirects(ctx)
	if err != nil {
		return fmt.Errorf("redirects: %w", err)
	}
	list := []Entry{e}
	for _, r := range rows {
		if r.Path != e.Path {
			list = append(list, Entry{r.Path, r.Target, int(r.Status), r.Active})
		}
	}
	if ways, _ := s.resolve(list); e.Active {
		if _, ok := ways[e.Path]; !ok {
			return fault.InvalidFields([]fault.Field{{Path: "target", Code: "redirect-loop"}})
		}
	}
	err = tx.PutRedirect(ctx, query.PutRedirectParams{
		Path: e.Path, Target: e.Target, Status: int64(e.Status), Active: e.Active, Now: clock.MillisOf(now),
	})
	if err != nil {
		return fmt.Errorf("redirect: %w", err)
	}
	return nil
}

// resolve follows every entry to its last target, so that a visitor is redirected once. It leaves out invalid entries
// and those in a loop, and returns their paths.
func (s *Service) resolve(list []Entry) (ways map[string]httpd.Redirect, unfit []string) {
	fit := map[string]Entry{}
	for _, e := range list {
		if !e.Active {
			continue
		}
		if tidy, err := s.tidy(e); err != nil || tidy != e {
			unfit = append(unfit, e.Path)
			continue
		}
		fit[e.Path] = e
	}
	ways = map[string]httpd.Redirect{}
	for path, e := range fit {
		if end, ok := follow(fit, e); ok {
			ways[path] = httpd.Redirect{Target: end.Target, External: end.External(), Status: end.Status}
		} else {
			unfit = append(unfit, path)
		}
	}
	return ways, unfit
}

// follow walks from entry to entry. The way is for good only if every step is; a query goes on until a
// step has its own.
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
