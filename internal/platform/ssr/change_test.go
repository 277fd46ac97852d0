package ssr

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"shanmen/internal/base/uses"
)

// using is a page that uses tags and shows the value of text at the time of rendering.
func using(t testing.TB, text *atomic.Value, builds *atomic.Int32, tags ...string) Build {
	return func(ctx context.Context) (Page, error) {
		builds.Add(1)
		uses.Note(ctx, tags...)
		return pageOf(t, map[string]any{"text": text.Load()}), nil
	}
}

func texts(text string) *atomic.Value {
	v := &atomic.Value{}
	v.Store(text)
	return v
}

func TestAChangeInvalidatesOnlyPagesThatUsedIt(t *testing.T) {
	t.Parallel()
	s := newTestSite(t, Options{Fresh: true})
	var history, lamps atomic.Int32
	text := texts("old")
	askBoth := func() (string, string) {
		a := ask(t, s, "history", using(t, text, &history, "menu", "page:history"))
		b := ask(t, s, "lamps", using(t, text, &lamps, "catalogue"))
		return a.Body.String(), b.Body.String()
	}
	askBoth()
	text.Store("new")
	s.Changed("menu", "page:abbot")
	if a, b := askBoth(); !strings.Contains(a, "<h1>new</h1>") || !strings.Contains(b, "<h1>old</h1>") {
		t.Errorf("after the menu: %s, %s", a, b)
	}
	s.Changed("page:histor", "page:history-2", "events")
	if askBoth(); history.Load() != 2 || lamps.Load() != 1 {
		t.Errorf("after other tags: %d and %d builds", history.Load(), lamps.Load())
	}
	s.Changed("catalogue")
	if _, b := askBoth(); !strings.Contains(b, "<h1>new</h1>") || history.Load() != 2 {
		t.Errorf("after the catalogue: %s, %d builds of the other", b, history.Load())
	}
}

// A change after a render has read its data and before the page is cached is not lost; an unrelated change causes no
// second render.
func TestAChangeDuringAPageBuildIsNotLost(t *testing.T) {
	t.Parallel()
	for _, tc := range []struct {
		changed, want string
		builds        int32
	}{{"menu", "new", 2}, {"events", "old", 1}} {
		s := newTestSite(t, Options{Fresh: true})
		var builds atomic.Int32
		text, reading, finish := texts("old"), make(chan struct{}), make(chan struct{})
		build := func(ctx context.Context) (Page, error) {
			p, err := using(t, text, &builds, "menu")(ctx)
			if builds.Load() == 1 {
				close(reading)
				<-finish
			}
			return p, err
		}
		var first sync.WaitGroup
		first.Go(func() { ask(t, s, "k", build) })
		<-reading
		text.Store("new")
		s.Changed(tc.changed)
		close(finish)
		first.Wait()
		if w := ask(t, s, "k", build); !strings.Contains(w.Body.String(), "<h1>"+tc.want+"</h1>") || builds.Load() != tc.builds {
			t.Errorf("%s: %s after %d builds", tc.changed, w.Body, builds.Load())
		}
	}
}

func TestInvalidatedPagesAreRebuiltInAdvance(t *testing.T) {
	t.Parallel()
	s := newTestSite(t, Options{})
	var asked, forgotten, at, most atomic.Int32
	text := texts("old")
	slow := func(n int) Build {
		return func(ctx context.Context) (Page, error) {
			now := at.Add(1)
			defer at.Add(-1)
			for m := most.Load(); now > m && !most.CompareAndSwap(m, now); m = most.Load() {
			}
			return using(t, text, &asked, "menu", fmt.Sprint("page:", n))(ctx)
		}
	}
	for n := range 10 {
		ask(t, s, fmt.Sprint(n), slow(n))
	}
	ask(t, s, "forgotten", using(t, text, &forgotten, "menu"))
	s.cache.get("forgotten").last.Store(time.Now().Add(-lately - time.Minute).Unix())
	text.Store("new")
	most.Store(0)
	s.Changed("menu")
	s.running.Wait()
	if asked.Load() != 20 || forgotten.Load() != 1 || most.Load() > builders {
		t.Errorf("%d builds, %d of the page that nobody asks for, %d at once", asked.Load(), forgotten.Load(), most.Load())
	}
	for n := range 10 {
		if w := ask(t, s, fmt.Sprint(n), nil); !strings.Contains(w.Body.String(), "<h1>new</h1>") {
			t.Errorf("%d: %s", n, w.Body)
		}
	}
	t.Run("TheStalePageIsServedMeanwhile", func(t *testing.T) {
		finish := make(chan struct{})
		var builds atomic.Int32
		build := func(ctx context.Context) (Page, error) {
			if builds.Load() > 0 {
				<-finish
			}
			return using(t, text, &builds, "slow")(ctx)
		}
		ask(t, s, "slow", build)
		text.Store("newer")
		s.Changed("slow")
		if w := ask(t, s, "slow", build); !strings.Contains(w.Body.String(), "<h1>new</h1>") {
			t.Errorf("meanwhile: %s", w.Body)
		}
		close(finish)
		s.running.Wait()
		if w := ask(t, s, "slow", nil); !strings.Contains(w.Body.String(), "<h1>newer</h1>") || builds.Load() != 2 {
			t.Errorf("afterwards: %s, %d builds", w.Body, builds.Load())
		}
	})
	t.Run("NoPageIsServedWithOutdatedTexts", func(t *testing.T) {
		var builds atomic.Int32
		ask(t, s, "words", using(t, text, &builds, "words:cart"))
		text.Store("reworded")
		s.Reworded("words:cart")
		if w := ask(t, s, "words", using(t, text, &builds, "words:cart")); !strings.Contains(w.Body.String(), "<h1>reworded</h1>") {
			t.Errorf("got %s", w.Body)
		}
	})
}

func TestPageDataIsServedAndCached(t *testing.T) {
	t.Parallel()
	s := newTestSite(t, Options{Fresh: true})
	var builds atomic.Int32
	long := `{"text":"` + strings.Repeat("The lamp burns for a year. ", 100) + `"}`
	data := func(private bool) func(context.Context) (Data, error) {
		return func(ctx context.Context) (Data, error) {
			builds.Add(1)
			uses.Note(ctx, "catalogue", "places:1")
			return Data{JSON: []byte(long), Private: private}, nil
		}
	}
	get := func(key string, private bool, headers ...string) *httptest.ResponseRecorder {
		r := httptest.NewRequest(http.MethodGet, "/", nil)
		for i := 0; i < len(headers); i += 2 {
			r.Header.Set(headers[i], headers[i+1])
		}
		w := httptest.NewRecorder()
		if err := s.ServeData(w, r, key, data(private)); err != nil {
			t.Fatal(err)
		}
		return w
	}
	w := get("public", false)
	if w.Body.String() != long || w.Header().Get("Content-Type") != "application/json; charset=utf-8" || w.Header().Get("Cache-Control") != "public, max-age=0, must-revalidate" {
		t.Errorf("%v %s", w.Header(), w.Body)
	}
	if w := get("public", false, "If-None-Match", w.Header().Get("Etag")); w.Code != http.StatusNotModified {
		t.Errorf("known: %d", w.Code)
	}
	if w := get("private", true, "Accept-Encoding", "gzip"); w.Header().Get("Cache-Control") != "private, no-store" || w.Header().Get("Content-Encoding") != "gzip" || w.Body.Len() >= len(long)/4 {
		t.Errorf("%v, %d bytes", w.Header(), w.Body.Len())
	}
	page := texts("lamps")
	var pages atomic.Int32
	ask(t, s, "page", using(t, page, &pages, "places:1"))
	before := builds.Load()
	s.DataChanged("places:1")
	get("public", false)
	if ask(t, s, "page", using(t, page, &pages, "places:1")); builds.Load() != before+1 || pages.Load() != 1 {
		t.Errorf("%d builds of data, %d of pages", builds.Load()-before, pages.Load())
	}
	gone := errors.New("gone")
	if err := s.ServeData(httptest.NewRecorder(), httptest.NewRequest(http.MethodGet, "/", nil), "none", func(context.Context) (Data, error) { return Data{}, gone }); !errors.Is(err, gone) {
		t.Errorf("error %v", err)
	}
	if got := s.Stats(); got.Pages != 3 || got.Bytes <= 3*overhead {
		t.Errorf("%+v: data counts within the limits", got)
	}
}

// The first visitor gets the fast compression; its ETag is as valid as that of the small one.
func TestAnETagStaysValidAfterARebuild(t *testing.T) {
	t.Parallel()
	s := newTestSite(t, Options{})
	build := show(t, strings.Repeat("The lamp burns for a year. ", 200))
	ask(t, s, "k", build)
	waitPacked(t, s, "k")
	tag := `"` + s.cache.get("k").tag + `-f"`
	if w := ask(t, s, "k", build, "Accept-Encoding", "br, gzip", "If-None-Match", tag); w.Code != http.StatusNotModified || !slices.Equal(w.Header()["Etag"], []string{tag}) {
		t.Errorf("%d %v", w.Code, w.Header())
	}
}
