package ssr

import (
	"bytes"
	"compress/gzip"
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/andybalholm/brotli"

	"shanmen/internal/base/clock"
	"shanmen/internal/testkit/together"
)

func TestARenderedPageIsServedAndCached(t *testing.T) {
	t.Parallel()
	s := newTestSite(t, Options{})
	w := ask(t, s, "en /", show(t, "Peace lamp"))
	if w.Code != http.StatusOK || !strings.Contains(w.Body.String(), `<div id="root"><h1>Peace lamp</h1></div>`) {
		t.Errorf("status %d, body %s", w.Code, w.Body)
	}
	want := map[string]string{
		"Content-Type": "text/html; charset=utf-8", "Cache-Control": "public, max-age=0, must-revalidate",
		"Vary": "Accept-Encoding", "Content-Length": fmt.Sprint(w.Body.Len()), "Content-Encoding": "",
	}
	for name, value := range want {
		if got := w.Header().Get(name); got != value {
			t.Errorf("%s: %q, want %q", name, got, value)
		}
	}
	again := ask(t, s, "en /", func(context.Context) (Page, error) { return Page{}, errors.New("built twice") })
	if !bytes.Equal(again.Body.Bytes(), w.Body.Bytes()) || s.Stats().Renders != 1 {
		t.Errorf("the second answer differs, or was rendered: %+v", s.Stats())
	}
	head, err := tryAsk(s, http.MethodHead, "en /", nil)
	if err != nil || head.Body.Len() != 0 || head.Header().Get("Content-Length") != fmt.Sprint(w.Body.Len()) || head.Header().Get("Etag") != w.Header().Get("Etag") {
		t.Errorf("HEAD: %v, %d bytes, %v", err, head.Body.Len(), head.Header())
	}
	other := ask(t, s, "zh /", show(t, "平安灯"))
	if !strings.Contains(other.Body.String(), "平安灯") {
		t.Error("another key got the first one's page")
	}
}

func TestAPageIsServedWithItsStatus(t *testing.T) {
	t.Parallel()
	s := newTestSite(t, Options{})
	p := pageOf(t, map[string]any{"text": "Not here"})
	p.Status = http.StatusNotFound
	build := func(context.Context) (Page, error) { return p, nil }
	for range 2 {
		w := ask(t, s, "en not-found", build)
		if w.Code != http.StatusNotFound {
			t.Errorf("status %d, want 404", w.Code)
		}
		w = ask(t, s, "en not-found", build, "If-None-Match", w.Header().Get("Etag"))
		if w.Code != http.StatusNotFound || w.Body.Len() == 0 {
			t.Errorf("status %d with a known tag, want 404 with a body", w.Code)
		}
	}
	if s.Stats().Renders != 1 {
		t.Errorf("%d renders, want 1", s.Stats().Renders)
	}
}

func TestPagesAreServedCompressed(t *testing.T) {
	t.Parallel()
	s := newTestSite(t, Options{})
	build := show(t, strings.Repeat("The lamp burns for a year. ", 200))
	first := ask(t, s, "k", build, "Accept-Encoding", "gzip") // a second request may find the page packed already
	plain := ask(t, s, "k", build).Body.String()
	if first.Header().Get("Content-Encoding") != "gzip" {
		t.Error("the first visitor does not get gzip")
	}
	waitPacked(t, s, "k")
	unpack := map[string]func(io.Reader) (io.Reader, error){
		"":     func(r io.Reader) (io.Reader, error) { return r, nil },
		"gzip": func(r io.Reader) (io.Reader, error) { return gzip.NewReader(r) },
		"br":   func(r io.Reader) (io.Reader, error) { return brotli.NewReader(r), nil },
	}
	tags := map[string]string{}
	for accept, want := range map[string]string{
		"": "", "identity": "", "deflate": "", "gzip, deflate, br, zstd": "br", "gzip, deflate, zstd": "gzip",
		"gzip, deflate": "gzip", "GZIP": "gzip", "br;q=0, gzip": "gzip", "br; q=0.000, zstd;q=0, gzip;q=0": "", "*": "br",
		"*;q=0": "", "br;q=0, *": "gzip", "gzip;q=1.0, br;q=0.5": "gzip", "br;q=0.001": "br", "br;q=nonsense": "", "br;x=1": "", "brotli": "",
		"br;q=0.5,zstd;q=0.9": "br", "zstd": "", ",,br,": "br",
	} {
		w := ask(t, s, "k", build, "Accept-Encoding", accept)
		got := w.Header().Get("Content-Encoding")
		if got != want {
			t.Errorf("Accept-Encoding %q: %q, want %q", accept, got, want)
			continue
		}
		if w.Header().Get("Content-Length") != fmt.Sprint(w.Body.Len()) || want != "" && w.Body.Len() >= len(plain) {
			t.Errorf("%q: %d bytes, Content-Length %s", want, w.Body.Len(), w.Header().Get("Content-Length"))
		}
		r, err := unpack[want](w.Body)
		if err != nil {
			t.Fatal(err)
		}
		if b, err := io.ReadAll(r); err != nil || string(b) != plain {
			t.Errorf("%q does not unpack to the page: %v", want, err)
		}
		tags[want] = w.Header().Get("Etag")
	}
	seen := map[string]bool{first.Header().Get("Etag"): true}
	for coding, tag := range tags {
		if seen[tag] || tag == "" || strings.HasPrefix(tag, "W/") {
			t.Errorf("the tag %s of %q is weak, or stands for two codings", tag, coding)
		}
		seen[tag] = true
	}
	for _, tc := range []struct {
		accept, match string
		status        int
	}{
		{"br", tags["br"], 304}, {"br", "W/" + tags["br"], 304}, {"br", `"x", ` + tags["br"] + ` ,"y"`, 304}, {"br", "*", 304},
		{"br", tags["gzip"], 200}, {"gzip", tags["br"], 200}, {"", tags[""], 304}, {"br", `"x"`, 200}, {"br", strings.Trim(tags["br"], `"`), 200},
	} {
		w := ask(t, s, "k", build, "Accept-Encoding", tc.accept, "If-None-Match", tc.match)
		if w.Code != tc.status || tc.status == 304 && (w.Body.Len() != 0 || w.Header().Get("Etag") == "" || w.Header().Get("Vary") == "" || w.Header().Get("Content-Length") != "") {
			t.Errorf("%q with %s: %d %v", tc.accept, tc.match, w.Code, w.Header())
		}
	}
}

// waitPacked waits until the smaller compressed forms of a page are ready.
func waitPacked(t testing.TB, s *Site, key string) {
	t.Helper()
	waitCompressed(t, func() *variants { return s.cache.get(key).variants })
}

func waitCompressed(t testing.TB, form func() *variants) {
	t.Helper()
	for until := time.Now().Add(20 * time.Second); time.Now().Before(until); time.Sleep(time.Millisecond) {
		v := form()
		if z := v.gzip.Load(); v.brotli.Load() != nil && z != nil && strings.HasSuffix(z.etag, `-g"`) {
			return
		}
	}
	t.Fatal("the page was not packed")
}

func TestConcurrentCacheMissesBuildOnce(t *testing.T) {
	t.Parallel()
	s := newTestSite(t, Options{})
	var builds atomic.Int32
	page := show(t, "once")
	together.AtOnce(50, func(int) {
		w, err := tryAsk(s, http.MethodGet, "k", func(ctx context.Context) (Page, error) {
			builds.Add(1)
			time.Sleep(20 * time.Millisecond)
			return page(ctx)
		})
		if err != nil || !strings.Contains(w.Body.String(), "<h1>once</h1>") {
			t.Errorf("%v: %s", err, w.Body)
		}
	})
	if builds.Load() != 1 || s.Stats().Renders != 1 {
		t.Errorf("%d builds, %d renders, want 1", builds.Load(), s.Stats().Renders)
	}
}

func TestAStalePageIsServedWhileItRebuilds(t *testing.T) {
	t.Parallel()
	s := newTestSite(t, Options{})
	ask(t, s, "k", show(t, "old"))
	s.Bump()
	finish, building := make(chan struct{}), make(chan struct{})
	var builds atomic.Int32
	slow := func(ctx context.Context) (Page, error) {
		if builds.Add(1) == 1 {
			close(building)
		}
		<-finish
		return show(t, "new")(ctx)
	}
	for range 20 {
		if w := ask(t, s, "k", slow); !strings.Contains(w.Body.String(), "<h1>old</h1>") {
			t.Fatalf("while it renders: %s", w.Body)
		}
	}
	<-building
	close(finish)
	s.running.Wait()
	if w := ask(t, s, "k", show(t, "newer")); !strings.Contains(w.Body.String(), "<h1>new</h1>") || builds.Load() != 1 {
		t.Errorf("afterwards, with %d builds: %s", builds.Load(), w.Body)
	}
	t.Run("NotWhenTheChangeIsLongAgo", func(t *testing.T) {
		s.Bump()
		s.cache.get("k").staleSince.Store(time.Now().Add(-staleGrace).UnixNano())
		if w := ask(t, s, "k", show(t, "newest")); !strings.Contains(w.Body.String(), "<h1>newest</h1>") {
			t.Errorf("got %s", w.Body)
		}
	})
	t.Run("NotLongerBecauseItChangesAgain", func(t *testing.T) {
		s.Bump()
		since := time.Now().Add(-staleGrace).UnixNano()
		s.cache.get("k").staleSince.Store(since)
		for range 100 {
			s.Bump()
		}
		if w := ask(t, s, "k", show(t, "last")); !strings.Contains(w.Body.String(), "<h1>last</h1>") {
			t.Errorf("got %s", w.Body)
		}
	})
	t.Run("NotWhenPagesAreReplaced", func(t *testing.T) {
		s.Bump()
		s.Replace()
		if w := ask(t, s, "k", show(t, "replaced")); !strings.Contains(w.Body.String(), "<h1>replaced</h1>") {
			t.Errorf("got %s", w.Body)
		}
		s.Bump() // and the next change is an ordinary one
		if w := ask(t, s, "k", show(t, "next")); !strings.Contains(w.Body.String(), "<h1>replaced</h1>") {
			t.Errorf("after an ordinary change: %s", w.Body)
		}
		s.running.Wait()
	})
	t.Run("NeverWhenPagesMustBeFresh", func(t *testing.T) {
		s := newTestSite(t, Options{Fresh: true})
		ask(t, s, "k", show(t, "old"))
		s.Bump()
		if w := ask(t, s, "k", show(t, "new")); !strings.Contains(w.Body.String(), "<h1>new</h1>") {
			t.Errorf("got %s", w.Body)
		}
	})
}

func TestAMissDuringAnOutdatedBuildGetsANewBuild(t *testing.T) {
	t.Parallel()
	s := newTestSite(t, Options{Fresh: true})
	building, finish := make(chan struct{}), make(chan struct{})
	var first sync.WaitGroup
	first.Go(func() {
		_, err := tryAsk(s, http.MethodGet, "k", func(ctx context.Context) (Page, error) {
			close(building)
			<-finish
			return show(t, "old")(ctx)
		})
		if err != nil {
			t.Error(err)
		}
	})
	<-building
	s.Bump()
	time.AfterFunc(20*time.Millisecond, func() { close(finish) })
	if w := ask(t, s, "k", show(t, "new")); !strings.Contains(w.Body.String(), "<h1>new</h1>") {
		t.Errorf("got %s", w.Body)
	}
	first.Wait()
}

func TestAPageExpiresAtItsTime(t *testing.T) {
	t.Parallel()
	c := clock.NewFake(time.Date(2026, 11, 21, 15, 59, 0, 0, time.UTC))
	s := newTestSite(t, Options{Clock: c})
	until := func(text string) Build {
		p := pageOf(t, map[string]any{"text": text})
		p.Until = time.Date(2026, 11, 21, 16, 0, 0, 0, time.UTC)
		return func(context.Context) (Page, error) { return p, nil }
	}
	ask(t, s, "k", until("today"))
	c.Advance(59 * time.Second)
	if w := ask(t, s, "k", show(t, "tomorrow")); !strings.Contains(w.Body.String(), "today") {
		t.Errorf("before midnight: %s", w.Body)
	}
	c.Advance(time.Hour)
	if w := ask(t, s, "k", show(t, "tomorrow")); !strings.Contains(w.Body.String(), "tomorrow") {
		t.Errorf("after midnight: %s", w.Body)
	}
}

func TestAFailedRenderIsServedForTheBrowserToRender(t *testing.T) {
	t.Parallel()
	s := newTestSite(t, Options{})
	s.engine.timeout = 100 * time.Millisecond
	for _, do := range []string{"throw", "loop"} {
		p := pageOf(t, map[string]any{"do": do, "text": "still <here>"})
		w := ask(t, s, do, func(context.Context) (Page, error) { return p, nil })
		if w.Code != http.StatusOK || w.Header().Get("Cache-Control") != "no-store" {
			t.Errorf("%s: %d %s", do, w.Code, w.Header().Get("Cache-Control"))
		}
		for _, part := range []string{`<div id="root" data-render="client"></div>`, `"text":"still \u003chere`, `src="/assets/entry-A1.js"`, "<title>Lamps</title>"} {
			if !strings.Contains(w.Body.String(), part) {
				t.Errorf("%s: no %s in %s", do, part, w.Body)
			}
		}
	}
	if s.Stats().Failures != 2 {
		t.Errorf("%d failures counted, want 2", s.Stats().Failures)
	}
	t.Run("IsRetried", func(t *testing.T) {
		if w := ask(t, s, "throw", show(t, "well")); !strings.Contains(w.Body.String(), "data-render") {
			t.Error("tried again at once")
		}
		s.cache.get("throw").retry = time.Now().Add(-failedGrace)
		if w := ask(t, s, "throw", show(t, "well")); !strings.Contains(w.Body.String(), "<h1>well</h1>") {
			t.Errorf("got %s", w.Body)
		}
	})
}

func TestAFailedBuildServesTheOldPageOrAnError(t *testing.T) {
	t.Parallel()
	gone, down := errors.New("gone"), errors.New("database down")
	s := newTestSite(t, Options{Fresh: true, Keep: func(err error) bool { return errors.Is(err, down) }})
	failing := func(err error) Build { return func(context.Context) (Page, error) { return Page{}, err } }
	w, err := tryAsk(s, http.MethodGet, "k", failing(down))
	if !errors.Is(err, down) || w.Body.Len() != 0 || len(w.Header()) != 0 {
		t.Errorf("without an old page: %v, %v", err, w.Header())
	}
	ask(t, s, "k", show(t, "old"))
	s.Bump()
	if w := ask(t, s, "k", failing(down)); !strings.Contains(w.Body.String(), "<h1>old</h1>") {
		t.Errorf("with an old page: %s", w.Body)
	}
	if _, err := tryAsk(s, http.MethodGet, "k", failing(gone)); !errors.Is(err, gone) {
		t.Errorf("error %v, want gone", err)
	}
	if s.Stats().Pages != 0 {
		t.Error("the page that is gone is still kept")
	}
	t.Run("Panics", func(t *testing.T) {
		_, err := tryAsk(s, http.MethodGet, "k", func(context.Context) (Page, error) { panic("in the build") })
		if err == nil || !strings.Contains(err.Error(), "in the build") {
			t.Errorf("error %v", err)
		}
		ask(t, s, "k", show(t, "well"))
	})
}

func TestCachedBuildsSeeNoRequestData(t *testing.T) {
	t.Parallel()
	s := newTestSite(t, Options{})
	type secret struct{}
	ctx, cancel := context.WithCancel(context.WithValue(t.Context(), secret{}, "of one visitor"))
	r := httptest.NewRequestWithContext(ctx, http.MethodGet, "/", nil)
	err := s.Serve(httptest.NewRecorder(), r, "k", func(ctx context.Context) (Page, error) {
		if ctx.Value(secret{}) != nil {
			t.Error("a value of the request reached the build")
		}
		if _, ok := ctx.Deadline(); !ok {
			t.Error("the build has no deadline")
		}
		cancel() // the first visitor disconnects; the others want the page
		<-r.Context().Done()
		if ctx.Err() != nil {
			t.Error("the build ends with the request")
		}
		return show(t, "for all")(ctx)
	})
	if err != nil && !errors.Is(err, context.Canceled) {
		t.Error(err)
	}
	if w := ask(t, s, "k", nil); !strings.Contains(w.Body.String(), "for all") {
		t.Errorf("got %s", w.Body)
	}
}

func TestThePageCacheIsBounded(t *testing.T) {
	t.Parallel()
	add := func(c *pageCache, key string, size int) {
		c.put(&entry{variants: &variants{size: size}, key: key})
	}
	t.Run("ByNumberOfEntries", func(t *testing.T) {
		c := newPageCache(100, maxBytes)
		add(c, "home", 10)
		for i := range 100_000 {
			add(c, fmt.Sprint("made up ", i), 10)
			if c.get("home") == nil {
				t.Fatalf("the page that is asked for went after %d others", i)
			}
		}
		held := 0
		c.byKey.Range(func(any, any) bool { held++; return true })
		if n, _ := c.size(); n != 100 || held != 100 || len(c.place) != 100 {
			t.Errorf("%d, %d and %d entries, want 100", n, held, len(c.place))
		}
	})
	t.Run("ByPagesThatDoNotExist", func(t *testing.T) {
		s := newTestSite(t, Options{})
		gone := errors.New("gone")
		for i := range 2000 {
			if _, err := tryAsk(s, http.MethodGet, fmt.Sprint("/made-up/", i), func(context.Context) (Page, error) { return Page{}, gone }); !errors.Is(err, gone) {
				t.Fatal(err)
			}
		}
		if s.Stats().Pages != 0 || len(s.flights) != 0 {
			t.Errorf("%d pages and %d builds are remembered", s.Stats().Pages, len(s.flights))
		}
	})
	t.Run("ByBytes", func(t *testing.T) {
		c := newPageCache(100, 10_000)
		for i := range 50 {
			add(c, fmt.Sprint(i), 1000)
		}
		add(c, "larger than all", 20_000)
		if n, bytes := c.size(); n != 1 || c.get("larger than all") == nil {
			t.Errorf("%d entries, %d bytes", n, bytes)
		}
		c.drop("larger than all")
		if n, bytes := c.size(); n != 0 || bytes != 0 {
			t.Errorf("%d entries, %d bytes after the last one went", n, bytes)
		}
	})
	t.Run("ReplacingAnEntryDoesNotGrowIt", func(t *testing.T) {
		c := newPageCache(10, maxBytes)
		for range 1000 {
			add(c, "same", 100)
		}
		if n, bytes := c.size(); n != 1 || bytes != 1124 {
			t.Errorf("%d entries, %d bytes", n, bytes)
		}
	})
}
