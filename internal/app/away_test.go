package app_test

import (
	"strings"
	"sync"
	"testing"
	"time"

	"shanmen/internal/base/locale"
	"shanmen/internal/offer/event"
	"shanmen/internal/testkit"
	"shanmen/internal/testkit/pg"
)

// While PostgreSQL accepts queries but does not answer, an uncached page gives a 503 in the visitor's language after
// two seconds; so do the sitemap, a feed and a picture. The test allows twice that on a busy machine, and five seconds
// for a single read.
func TestPagesAnswer503QuicklyWhileTheDatabaseHangs(t *testing.T) {
	t.Parallel()
	const most = 4 * time.Second
	var snare *pg.Snare
	a := testkit.NewThrough(t, func(url string) string {
		s, through := pg.SnareBefore(t, url)
		snare = s
		return through
	})
	member := a.Member(t)
	none := "00000000-0000-7000-8000-000000000000"
	machines := []string{
		"/sitemap.xml", "/zh/manifest.webmanifest", "/zh/offline", "/media/" + none + "/1-800.webp", "/og/zh/event.png",
		"/api/event/calendar.ics?locale=zh", event.AtomPath(locale.ZH), "/zh/event/_payload.json", "/zh/cart/_payload.json",
	}
	var pages []string
	for _, p := range a.HTTP.Pages() {
		if p.Path != "" {
			pages = append(pages, "/zh"+strings.ReplaceAll(strings.TrimSuffix(p.Path, "/"), ":", ""))
		}
	}
	snare.Frozen.Store(true)
	running := time.NewTicker(50 * time.Millisecond) // so that queues lose their patience
	defer running.Stop()
	go func() {
		for {
			select {
			case <-running.C:
				a.Clock.Advance(50 * time.Millisecond)
			case <-t.Context().Done():
				return
			}
		}
	}()
	var wg sync.WaitGroup
	var mu sync.Mutex
	away := 0
	ask := func(path string, page bool) {
		began := time.Now()
		c := a.Guest()
		if page {
			c = member
		}
		r := c.Get(path)
		took := time.Since(began)
		mu.Lock()
		defer mu.Unlock()
		if took > most {
			t.Errorf("%s takes %v", path, took)
		}
		switch {
		case r.Status != 503:
			if r.Status >= 500 {
				t.Errorf("%s: %d", path, r.Status)
			}
			return
		case r.Header.Get("Retry-After") == "":
			t.Errorf("%s does not say when to come back", path)
		}
		away++
		if page && !strings.Contains(string(r.Body), `lang="zh`) {
			t.Errorf("%s: not in the visitor's language: %.200s", path, r.Body)
		}
	}
	for _, path := range pages {
		wg.Go(func() { ask(path, true) })
	}
	wg.Wait()
	for _, path := range machines {
		wg.Go(func() { ask(path, false) })
	}
	wg.Wait()
	if away < 20 {
		t.Errorf("only %d of %d addresses need the database", away, len(pages)+len(machines))
	}
}
