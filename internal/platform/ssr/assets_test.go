package ssr

import (
	"net/http"
	"net/http/httptest"
	"net/url"
	"strings"
	"testing"
	"time"
)

func TestPublicAssetsAreServed(t *testing.T) {
	t.Parallel()
	s := newTestSite(t, Options{})
	get := func(path string, headers ...string) (*httptest.ResponseRecorder, bool) {
		r := &http.Request{Method: http.MethodGet, Header: http.Header{}, URL: mustURL(t, path)}
		for i := 0; i < len(headers); i += 2 {
			r.Header.Set(headers[i], headers[i+1])
		}
		w := httptest.NewRecorder()
		return w, s.ServePublic(w, r)
	}
	for path, want := range map[string][2]string{
		"/assets/entry-A1.js":               {"text/javascript; charset=utf-8", "public, max-age=31536000, immutable"},
		"/assets/entry-C3.css":              {"text/css; charset=utf-8", "public, max-age=31536000, immutable"},
		"/assets/source-serif-600-I9.woff2": {"font/woff2", "public, max-age=31536000, immutable"},
		"/art/lamp.svg":                     {"image/svg+xml; charset=utf-8", "public, max-age=3600"},
		"/licenses/OFL.txt":                 {"text/plain; charset=utf-8", "public, max-age=3600"},
		"/favicon.svg":                      {"image/svg+xml; charset=utf-8", "public, max-age=3600"},
	} {
		w, ok := get(path)
		if !ok || w.Code != http.StatusOK || w.Header().Get("Content-Type") != want[0] || w.Header().Get("Cache-Control") != want[1] {
			t.Errorf("%s: %v %d %v", path, ok, w.Code, w.Header())
		}
		if w, _ := get(path, "If-None-Match", w.Header().Get("Etag")); w.Code != http.StatusNotModified {
			t.Errorf("%s with its tag: %d", path, w.Code)
		}
	}
	for _, path := range []string{
		"/", "/assets", "/assets/", "/art/", "/assets/entry-A1.js.map", "/.vite/manifest.json", "/.keep", "/ssr.js", "/admin.html",
		"/assets/../ssr.js", "/assets/%2e%2e/ssr.js", "//assets/entry-A1.js", "/assets/./entry-A1.js", "/assets/no-such.js", `/assets\entry-A1.js`, "/ASSETS/entry-A1.js",
	} {
		if w, ok := get(path); ok || w.Body.Len() > 0 {
			t.Errorf("%s is served", path)
		}
	}
	t.Run("Packed", func(t *testing.T) {
		for until := time.Now().Add(20 * time.Second); time.Now().Before(until); time.Sleep(time.Millisecond) {
			w, _ := get("/assets/entry-A1.js", "Accept-Encoding", "gzip, br")
			if w.Header().Get("Content-Encoding") == "br" {
				return
			}
			if w.Header().Get("Content-Encoding") != "gzip" {
				t.Fatal("the first visitor does not get gzip")
			}
		}
		t.Error("never packed by brotli")
	})
	t.Run("ByName", func(t *testing.T) {
		w := httptest.NewRecorder()
		if !s.ServeFile(w, httptest.NewRequest(http.MethodGet, "/admin/orders", nil), "admin.html") ||
			w.Header().Get("Cache-Control") != "private, no-store" || !strings.HasPrefix(w.Body.String(), "<!doctype") {
			t.Errorf("%v %s", w.Header(), w.Body)
		}
		if s.ServeFile(w, httptest.NewRequest(http.MethodGet, "/", nil), "ssr.js") {
			t.Error("the server bundle is served")
		}
	})
	if files := strings.Join(s.PublicFiles(), " "); strings.Contains(files, ".html") || !strings.HasPrefix(files, "/art/lamp.svg /assets/entry-A1.js ") {
		t.Errorf("files %s", files)
	}
}

func mustURL(t testing.TB, s string) *url.URL {
	t.Helper()
	u, err := url.Parse(s)
	if err != nil {
		t.Fatal(err)
	}
	return u
}
