package ssr

import (
	"context"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"net/url"
	"slices"
	"strings"
	"testing"
	"time"

	"shanmen/internal/base/locale"
)

func mustURL(t testing.TB, s string) *url.URL {
	t.Helper()
	u, err := url.Parse(s)
	if err != nil {
		t.Fatal(err)
	}
	return u
}

// lampPage is as large as a real page: about 60 kB.
func lampPage(t testing.TB) Build {
	var b strings.Builder
	for i := range 400 {
		fmt.Fprintf(&b, `<article><h2>Lamp %d</h2><p>Burns for a year, in row %d of the hall, for one family.</p></article>`, i, i*7919%83)
	}
	p := pageOf(t, map[string]any{"do": "raw", "html": b.String()})
	p.Locale = locale.ZH
	return func(context.Context) (Page, error) { return p, nil }
}

// BenchmarkCachedPage requests a cached page over loopback with keep-alive, in alternation with a handler that only
// writes the same bytes. of-bare is the ratio of the two rates, from the medians.
func BenchmarkCachedPage(b *testing.B) {
	s, build := newTestSite(b, Options{}), lampPage(b)
	ask(b, s, "k", build)
	waitPacked(b, s, "k")
	same := s.cache.get("k").brotli.Load()
	mux := http.NewServeMux()
	mux.HandleFunc("GET /bare", func(w http.ResponseWriter, _ *http.Request) {
		h := w.Header()
		h["Content-Type"], h["Content-Length"], h["Content-Encoding"] = htmlType, same.hLength, same.hCoded
		w.Write(same.body)
	})
	mux.HandleFunc("GET /page", func(w http.ResponseWriter, r *http.Request) {
		if err := s.Serve(w, r, "k", build); err != nil {
			b.Error(err)
		}
	})
	server := httptest.NewServer(mux)
	defer server.Close()
	one := func(path string) time.Duration {
		r, err := http.NewRequest(http.MethodGet, server.URL+path, nil)
		if err != nil {
			b.Fatal(err)
		}
		r.Header.Set("Accept-Encoding", "gzip, deflate, br, zstd")
		start := time.Now()
		w, err := server.Client().Do(r)
		if err != nil {
			b.Fatal(err)
		}
		n, err := io.Copy(io.Discard, w.Body)
		took := time.Since(start)
		w.Body.Close()
		if err != nil || n != int64(len(same.body)) || w.Header.Get("Content-Encoding") != "br" {
			b.Fatalf("%s: %d bytes, %v", path, n, err)
		}
		return took
	}
	for range 50 {
		one("/bare")
		one("/page")
	}
	var bare, page []time.Duration
	for b.Loop() {
		bare = append(bare, one("/bare"))
		page = append(page, one("/page"))
	}
	median := func(d []time.Duration) float64 { slices.Sort(d); return float64(d[len(d)/2]) }
	b.ReportMetric(median(page)/1e3, "µs/page")
	b.ReportMetric(median(bare)/median(page), "of-bare")
}

// BenchmarkHit is the handler alone, without a socket.
func BenchmarkHit(b *testing.B) {
	s, build := newTestSite(b, Options{}), lampPage(b)
	ask(b, s, "k", build)
	waitPacked(b, s, "k")
	r := httptest.NewRequest(http.MethodGet, "/", nil)
	r.Header.Set("Accept-Encoding", "gzip, deflate, br, zstd")
	w := &discard{header: http.Header{}}
	b.ReportAllocs()
	for b.Loop() {
		clear(w.header)
		if err := s.Serve(w, r, "k", build); err != nil {
			b.Fatal(err)
		}
	}
}

type discard struct{ header http.Header }

func (d *discard) Header() http.Header         { return d.header }
func (d *discard) Write(p []byte) (int, error) { return len(p), nil }
func (d *discard) WriteHeader(int)             {}
