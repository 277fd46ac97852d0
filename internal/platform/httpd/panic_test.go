package httpd_test

import (
	"context"
	"errors"
	"net/http"
	"strings"
	"testing"

	"shanmen/internal/platform/httpd"
)

// plain renders only a page's name.
type plain struct{ broken bool }

func (p plain) Serve(w http.ResponseWriter, r *http.Request, _ string, build func(context.Context) (httpd.Document, error)) error {
	if p.broken {
		panic("secret-of-the-renderer")
	}
	d, err := build(r.Context())
	if err != nil {
		return err
	}
	w.Header().Set("Content-Type", "text/html; charset=utf-8")
	w.WriteHeader(d.Status)
	_, err = w.Write([]byte("<h1>" + d.ID + " " + string(d.Locale) + "</h1>"))
	return err
}

func (p plain) ServeOnce(w http.ResponseWriter, r *http.Request, lay func(context.Context) context.Context, build func(context.Context) (httpd.Document, error)) error {
	return p.Serve(w, r, "", func(ctx context.Context) (httpd.Document, error) { return build(lay(ctx)) })
}

func (p plain) ServeData(w http.ResponseWriter, r *http.Request, _ string, build func(context.Context) (httpd.Data, error)) error {
	if p.broken {
		panic("secret-of-the-renderer")
	}
	d, err := build(r.Context())
	if err != nil {
		return err
	}
	_, err = w.Write(d.JSON)
	return err
}

func newPages(t *testing.T, renderer httpd.Renderer) *edge {
	t.Helper()
	e := newEdge(t, func(c *httpd.Config) {
		c.Pages = renderer
		c.Guards = map[string]httpd.Guard{
			"fails": func(context.Context, httpd.PageRequest) (httpd.GuardRedirect, error) {
				return httpd.GuardRedirect{}, errors.New("secret-of-the-guard")
			},
			"panics": func(context.Context, httpd.PageRequest) (httpd.GuardRedirect, error) { panic("secret-of-the-guard") },
		}
	})
	data := func(context.Context, httpd.PageRequest) (httpd.PageData, error) {
		return httpd.PageData{Title: "x"}, nil
	}
	e.Page(httpd.PageSpec{ID: "fine", Path: "/fine"}, data)
	e.Page(httpd.PageSpec{ID: "guard-fails", Path: "/guard-fails", Guards: []string{"fails"}}, data)
	e.Page(httpd.PageSpec{ID: "guard-panics", Path: "/guard-panics", Guards: []string{"panics"}}, data)
	e.Page(httpd.PageSpec{ID: "data-fails", Path: "/data-fails"}, func(context.Context, httpd.PageRequest) (httpd.PageData, error) {
		return httpd.PageData{}, errors.New("secret-of-the-data")
	})
	e.Page(httpd.PageSpec{ID: "data-panics", Path: "/data-panics"}, func(context.Context, httpd.PageRequest) (httpd.PageData, error) {
		panic("secret-of-the-data")
	})
	e.Page(httpd.PageSpec{ID: "not-found"}, data)
	e.Page(httpd.PageSpec{ID: "error"}, data)
	return e
}

func TestAPanickingPageShowsTheErrorPage(t *testing.T) {
	t.Parallel()
	e := newPages(t, plain{})
	if r := e.ask("GET", "/zh/fine", ""); r.status != 200 || r.body != "<h1>fine zh</h1>" {
		t.Fatalf("%d %s", r.status, r.body)
	}
	for _, name := range []string{"guard-fails", "guard-panics", "data-fails", "data-panics"} {
		for prefix, want := range map[string]string{"": "<h1>error en</h1>", "/zh": "<h1>error zh</h1>"} {
			r := e.ask("GET", prefix+"/"+name, "", "Accept-Language", "en")
			if r.status != 500 || r.body != want || r.header.Get("Content-Security-Policy") != "default-src 'self'" || r.header.Get("X-Request-Id") == "" {
				t.Errorf("%s%s: %d %v %s", prefix, name, r.status, r.header, r.body)
			}
			r = e.ask("GET", prefix+"/"+name+"/_payload.json", "")
			r.wants(t, name+"'s payload", 500, "internal")
			if strings.Contains(r.body, "secret") {
				t.Errorf("%s tells: %s", name, r.body)
			}
		}
	}
	for _, method := range []string{"GET", "HEAD"} {
		if r := e.ask(method, "/zh/none", ""); r.status != 404 || method == "GET" && r.body != "<h1>not-found zh</h1>" {
			t.Errorf("%s of no page: %d %s", method, r.status, r.body)
		}
	}
}

func TestABrokenRendererStillGetsAnAnswer(t *testing.T) {
	t.Parallel()
	e := newPages(t, plain{broken: true})
	r := e.ask("GET", "/fine", "")
	r.wants(t, "a page", 500, "internal")
	if strings.Contains(r.body, "secret") {
		t.Errorf("it tells: %s", r.body)
	}
	if r := e.ask("POST", "/api/echo", `{"name":"x"}`); r.status != 200 {
		t.Errorf("the API went with it: %d", r.status)
	}
}
