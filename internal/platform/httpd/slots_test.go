package httpd_test

import (
	"context"
	"errors"
	"io"
	"math/rand/v2"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"testing"
	"testing/iotest"
	"time"

	"shanmen/internal/base/clock"
	"shanmen/internal/platform/admission"
	"shanmen/internal/platform/httpd"
)

// Whatever becomes of requests (answered, refused, failed, panicking, aborted, left by their visitors before or during
// any step), no slot and no turn stays taken.
func TestNoRequestKeepsASlot(t *testing.T) {
	t.Parallel()
	all := admission.New(clock.Real{}, 1<<20)
	e := newEdgeAlone(t, func(c *httpd.Config) {
		c.Admission, c.Pages, c.FloodPerMinute = all, plain{}, 0
		lookUp := c.Visitor
		c.Visitor = func(ctx context.Context, token string) (httpd.Visitor, error) {
			switch token {
			case "panics":
				panic("the look-up of a visitor")
			case "waits":
				<-ctx.Done()
				return httpd.Visitor{}, ctx.Err()
			}
			return lookUp(ctx, token)
		}
		c.Guards = map[string]httpd.Guard{
			"fails": func(context.Context, httpd.PageRequest) (httpd.GuardRedirect, error) {
				return httpd.GuardRedirect{}, errors.New("guard")
			},
			"panics": func(context.Context, httpd.PageRequest) (httpd.GuardRedirect, error) { panic("guard") },
			"opens": func(context.Context, httpd.PageRequest) (httpd.GuardRedirect, error) {
				return httpd.GuardRedirect{}, nil
			},
		}
	})
	data := func(context.Context, httpd.PageRequest) (httpd.PageData, error) {
		return httpd.PageData{Title: "x"}, nil
	}
	paths := []string{"/none", "/api/list/x", "/api/panic", "/api/defect", "/api/user", "/api/takes-a-minute", "/api/file", "/api/aborts"}
	for _, guard := range []string{"fails", "panics", "opens"} {
		e.Page(httpd.PageSpec{ID: guard, Path: "/" + guard, Guards: []string{guard}, Personal: true}, data)
		paths = append(paths, "/"+guard, "/"+guard+"/_payload.json")
	}
	e.Page(httpd.PageSpec{ID: "not-found"}, data)
	e.Page(httpd.PageSpec{ID: "error"}, data)
	posts := []string{"/api/echo", "/api/large", "/api/user/echo", "/api/upload", "/api/user/upload", "/api/slow-upload", "/api/takes-a-minute"}
	for _, class := range admission.Classes {
		call := httpd.Call{Method: "POST", Path: "/api/class/" + class.String(), Access: httpd.Open, Class: class}
		httpd.API(e.Server, call, func(ctx context.Context, _ *echoIn) (*echoOut, error) {
			leave, err := all.Gate(class).Enter(ctx, admission.WorkOf(ctx)) // as the hashing within a login
			if err != nil {
				return nil, err
			}
			defer leave()
			if rand.IntN(3) == 0 {
				panic("the work")
			}
			return &echoOut{}, nil
		})
		posts = append(posts, call.Path)
	}
	httpd.Raw(e.Server, httpd.Call{Method: "GET", Path: "/api/file", Access: httpd.Open, Patient: true}, func(w http.ResponseWriter, _ *http.Request) error {
		_, err := io.WriteString(w, "file")
		return err
	})
	httpd.Raw(e.Server, httpd.Call{Method: "GET", Path: "/api/aborts", Access: httpd.Open, Class: admission.Papers}, func(http.ResponseWriter, *http.Request) error {
		panic(http.ErrAbortHandler)
	})
	e.HandleRead("GET /picture", preview(all, func() {
		if rand.IntN(3) == 0 {
			panic("the drawing")
		}
	}))
	paths = append(paths, "/picture")
	h := e.Handler()
	tokens := []string{"", "member", "counter", "broken", "panics", "waits"}
	ask := func(r *rand.Rand) {
		ctx, hangUp := context.WithCancel(t.Context())
		time.AfterFunc(time.Duration(r.IntN(3_000))*time.Microsecond, hangUp)
		req := httptest.NewRequestWithContext(ctx, "GET", paths[r.IntN(len(paths))], nil)
		if r.IntN(2) == 0 {
			body := io.Reader(strings.NewReader(`{"name":"x","free":"` + strings.Repeat("y", r.IntN(6_000)) + `"}`))
			if r.IntN(4) == 0 {
				body = iotest.TimeoutReader(iotest.OneByteReader(body))
			}
			req = httptest.NewRequestWithContext(ctx, "POST", posts[r.IntN(len(posts))], body)
			req.Header.Set("Content-Type", "application/json")
		}
		if token := tokens[r.IntN(len(tokens))]; token != "" {
			req.AddCookie(&http.Cookie{Name: "shanmen", Value: token})
		}
		defer func() {
			if p := recover(); p != nil && p != http.ErrAbortHandler {
				t.Errorf("%s: %v", req.URL.Path, p)
			}
		}()
		h.ServeHTTP(httptest.NewRecorder(), req)
	}
	var crowd sync.WaitGroup
	for one := range uint64(24) {
		crowd.Go(func() {
			r := rand.New(rand.NewPCG(one, 39))
			for range 60 {
				ask(r)
			}
		})
	}
	crowd.Wait()
	for _, class := range admission.Classes {
		if s := all.Gate(class).Stats(); s.Running+s.Waiting+s.Coming != 0 {
			t.Errorf("%s keeps %+v", class, s)
		} else if s.Entered == 0 {
			t.Errorf("nothing entered %s", class)
		}
	}
}

// A picture or the sitemap waits as a page does: it is refused while too much else reads, and a preview while too much
// is drawn, each with a time to come again.
func TestAFullClassRefusesWhatIsNoPage(t *testing.T) {
	t.Parallel()
	for _, full := range []admission.Class{admission.Reading, admission.Papers} {
		all := admission.New(clock.Real{}, 1<<20)
		e := newEdgeAlone(t, func(c *httpd.Config) { c.Admission = all })
		e.HandleRead("GET /picture", preview(all, func() {}))
		ask := func() *httptest.ResponseRecorder {
			w := httptest.NewRecorder()
			e.Handler().ServeHTTP(w, httptest.NewRequestWithContext(t.Context(), "GET", "/picture", nil))
			return w
		}
		for range all.Gate(full).Limit().Running {
			leave, err := all.Gate(full).Enter(t.Context(), admission.Work{Owner: "others"})
			if err != nil {
				t.Fatal(err)
			}
			defer leave()
		}
		if w := ask(); w.Code != http.StatusServiceUnavailable || w.Header().Get("Retry-After") == "" || w.Header().Get("Cache-Control") != "no-store" {
			t.Errorf("%s is full: %d %v", full, w.Code, w.Header())
		}
	}
}

// preview serves a picture that is drawn in a slot of Papers.
func preview(all *admission.Control, draw func()) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		httpd.GiveBack(r.Context())
		leave, err := all.Gate(admission.Papers).Enter(r.Context(), admission.WorkOf(r.Context()))
		if err != nil {
			httpd.Failed(w, r, err)
			return
		}
		defer leave()
		draw()
	})
}
