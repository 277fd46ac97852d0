package httpd_test

import (
	"net/http"
	"net/http/httptest"
	"sync"
	"testing"

	"shanmen/internal/platform/httpd"
)

// A client that requests hundreds of responses and reads none uses limited memory; others are served.
func TestConcurrentCallsAreLimitedPerAddress(t *testing.T) {
	t.Parallel()
	e := newEdgeAlone(t, func(c *httpd.Config) { c.FloodPerMinute = 10_000 })
	began, end := make(chan struct{}), make(chan struct{})
	e.Handle("GET /slow", http.HandlerFunc(func(http.ResponseWriter, *http.Request) { // a file, which no class bounds
		began <- struct{}{}
		<-end
	}))
	h := e.Handler()
	ask := func(path, from string) int {
		w, r := httptest.NewRecorder(), httptest.NewRequest(http.MethodGet, path, nil)
		r.RemoteAddr = "127.0.0.1:1"
		r.Header.Set("X-Forwarded-For", from)
		h.ServeHTTP(w, r)
		return w.Code
	}
	var all sync.WaitGroup
	for range 400 {
		all.Go(func() {
			if status := ask("/slow", "203.0.113.9"); status != 200 {
				t.Errorf("status %d", status)
			}
		})
		<-began
	}
	if status := ask("/api/list/x", "203.0.113.9"); status != 429 {
		t.Errorf("one more: %d", status)
	}
	if status := ask("/api/list/x", "203.0.113.10"); status != 200 {
		t.Errorf("somebody else: %d", status)
	}
	close(end)
	all.Wait()
	if status := ask("/api/list/x", "203.0.113.9"); status != 200 {
		t.Errorf("afterwards: %d", status)
	}
}

// Requests that are rendered anew each time count towards a per-minute limit, also outside the API.
func TestFeedsAndPicturesCountTowardsTheCallLimit(t *testing.T) {
	t.Parallel()
	for _, path := range []string{"/og/en.png", "/event/feed.atom", "/zh/event/feed.atom", "/sitemap.xml"} {
		e := newEdgeAlone(t, func(c *httpd.Config) { c.FloodPerMinute = 5 })
		h := e.Handler()
		for i := range 6 {
			w, r := httptest.NewRecorder(), httptest.NewRequest(http.MethodGet, path, nil)
			h.ServeHTTP(w, r)
			if (w.Code == 429) != (i == 5) {
				t.Errorf("%s, call %d: %d", path, i+1, w.Code)
			}
		}
	}
}
