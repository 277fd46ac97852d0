package httpd

import (
	"net/http"
	"net/url"
	"testing"
)

// A path for which ServeMux has a pattern is never taken for a page's.
func TestOwnPathsAreFound(t *testing.T) {
	t.Parallel()
	s := New(Config{BaseURL: &url.URL{Scheme: "http", Host: "temple.example"}})
	for _, pattern := range []string{"GET /api/cart", "POST /api/invoice/{id}", "GET /favicon.svg", "GET /admin", "GET /admin/", "GET /demo/outbox/{mail}/{file}", "GET /art/{file...}", "/door/"} {
		s.Handle(pattern, http.NotFoundHandler())
	}
	for path, own := range map[string]bool{
		"/api/cart": true, "/api/none": true, "/favicon.svg": true, "/admin": true, "/admin/x/y": true, "/demo/outbox/1/a.pdf": true, "/art/a/b.svg": true, "/door": true, "/door/1": true,
		"/": false, "/zh": false, "/zh/about-us/history": false, "/favicon": false, "/zh/admin": false,
	} {
		if got := s.own.has(path); got != own {
			t.Errorf("%s: %v", path, got)
		}
		if _, pattern := s.mux.Handler(&http.Request{Method: http.MethodGet, URL: &url.URL{Path: path}, Host: "temple.example"}); pattern != "" && !own {
			t.Errorf("%s has the pattern %s", path, pattern)
		}
	}
}
