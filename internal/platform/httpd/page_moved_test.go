package httpd_test

import (
	"context"
	"log/slog"
	"net/http/httptest"
	"net/url"
	"strings"
	"testing"

	"shanmen/internal/platform/httpd"
)

// pagesOf is the HTTP layer with one page behind one guard.
func pagesOf(t *testing.T, spec httpd.PageSpec, guard httpd.Guard, change func(*httpd.Config)) *edge {
	t.Helper()
	e := newEdge(t, func(c *httpd.Config) {
		c.Pages = plain{}
		c.Guards = map[string]httpd.Guard{"guard": guard}
		if change != nil {
			change(c)
		}
	})
	data := func(context.Context, httpd.PageRequest) (httpd.PageData, error) {
		return httpd.PageData{Title: "x"}, nil
	}
	e.Page(httpd.PageSpec{ID: "door", Path: "/door"}, data)
	e.Page(httpd.PageSpec{ID: "room", Path: "/door/:key"}, data)
	spec.Guards = []string{"guard"}
	e.Page(spec, data)
	e.Page(httpd.PageSpec{ID: "not-found"}, data)
	e.Page(httpd.PageSpec{ID: "error"}, data)
	return e
}

func TestAGuardRedirectsOnlyToKnownRoutes(t *testing.T) {
	t.Parallel()
	var way httpd.GuardRedirect
	e := pagesOf(t, httpd.PageSpec{ID: "inside", Path: "/inside"}, func(context.Context, httpd.PageRequest) (httpd.GuardRedirect, error) { return way, nil }, nil)
	for _, tt := range []struct {
		way    httpd.GuardRedirect
		status int
		to     string
	}{
		{httpd.GuardRedirect{}, 200, ""},
		{httpd.GuardRedirect{Route: "door"}, 302, "/zh/door"},
		{httpd.GuardRedirect{Route: "door", Query: url.Values{"back": {"/a?b=c&d"}}}, 302, "/zh/door?back=%2Fa%3Fb%3Dc%26d"},
		// A guard with an empty redirect target denies access.
		{httpd.GuardRedirect{Route: "window"}, 500, ""},
		{httpd.GuardRedirect{Route: "/door"}, 500, ""},
		{httpd.GuardRedirect{Route: "room"}, 500, ""},
		{httpd.GuardRedirect{Route: "not-found"}, 500, ""},
	} {
		way = tt.way
		if r := e.ask("GET", "/zh/inside", ""); r.status != tt.status || r.header.Get("Location") != tt.to {
			t.Errorf("%+v: %d to %q", tt.way, r.status, r.header.Get("Location"))
		}
	}
}

func TestDuplicatePageNamesAreRefused(t *testing.T) {
	t.Parallel()
	e := newEdge(t, nil)
	e.Page(httpd.PageSpec{ID: "same", Path: "/a"}, nil)
	defer func() {
		if recover() == nil {
			t.Error("two pages have one name")
		}
	}()
	e.Page(httpd.PageSpec{ID: "same", Path: "/b"}, nil)
}

// Secrets in a link appear in no log and in no Referer header.
func TestRedirectsKeepSecretQueryParameters(t *testing.T) {
	t.Parallel()
	var log strings.Builder
	in := true
	e := pagesOf(t, httpd.PageSpec{ID: "inside", Path: "/inside", Query: []string{"ticket"}, Secret: []string{"ticket"}, Personal: true},
		func(_ context.Context, r httpd.PageRequest) (httpd.GuardRedirect, error) {
			if in && r.Query.Get("ticket") == "open-sesame" {
				return httpd.GuardRedirect{}, nil
			}
			return httpd.GuardRedirect{Route: "door"}, nil
		},
		func(c *httpd.Config) {
			c.Log = slog.New(slog.NewTextHandler(&log, &slog.HandlerOptions{Level: slog.LevelDebug}))
		})
	for _, in = range []bool{true, false} {
		for _, path := range []string{"/inside", "/zh/inside", "/inside/", "/inside/_payload.json"} {
			w := httptest.NewRecorder()
			e.Handler().ServeHTTP(w, httptest.NewRequestWithContext(t.Context(), "GET", path+"?ticket=open-sesame", nil))
			if got := w.Header().Get("Referrer-Policy"); got != "no-referrer" && path != "/inside/" {
				t.Errorf("%s, in: %v: Referrer-Policy %q", path, in, got)
			}
			if strings.Contains(w.Body.String(), "open-sesame") && path != "/inside/" || w.Header().Get("Link") != "" {
				t.Errorf("%s, in: %v: %v %s", path, in, w.Header(), w.Body)
			}
		}
	}
	if strings.Contains(log.String(), "open-sesame") || !strings.Contains(log.String(), "route=inside___zh") {
		t.Errorf("the log:\n%s", log.String())
	}
}
