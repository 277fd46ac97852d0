package httpd_test

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"net/http/httptest"
	"testing"

	"shanmen/internal/base/fault"
	"shanmen/internal/platform/httpd"
)

// waits is a renderer whose pages take longer than visitors wait.
type waits struct{ plain }

func (waits) Serve(_ http.ResponseWriter, r *http.Request, key string, _ func(context.Context) (httpd.Document, error)) error {
	<-r.Context().Done()
	return fmt.Errorf("ssr: wait for %s: %w", key, context.Cause(r.Context()))
}

// A visitor who disconnects is not an error of the program: nothing is logged, and no server error is counted.
func TestADroppedConnectionIsNotLoggedAsAnError(t *testing.T) {
	t.Parallel()
	counted := map[int]int{}
	e := newEdgeAlone(t, func(c *httpd.Config) {
		c.Answered = func(a httpd.Answer) { counted[a.Status]++ }
		c.Pages = waits{}
		c.Guards = map[string]httpd.Guard{"reads": func(ctx context.Context, _ httpd.PageRequest) (httpd.GuardRedirect, error) {
			<-ctx.Done()
			return httpd.GuardRedirect{}, errors.New("interrupted")
		}}
	})
	data := func(context.Context, httpd.PageRequest) (httpd.PageData, error) {
		return httpd.PageData{Title: "x"}, nil
	}
	for _, p := range []httpd.PageSpec{{ID: "fine", Path: "/fine"}, {ID: "guarded", Path: "/guarded", Guards: []string{"reads"}}, {ID: "not-found"}, {ID: "error"}} {
		e.Page(p, data)
	}
	type none struct{}
	for path, failed := range map[string]error{
		"/api/store":    &fault.Error{Kind: fault.KindUnavailable, Code: "away", Cause: errors.New("the store was not asked to the end")},
		"/api/database": errors.New("canceling statement due to user request"),
	} {
		httpd.API(e.Server, httpd.Call{Method: "GET", Path: path, Access: httpd.Open}, func(ctx context.Context, _ *none) (*echoOut, error) {
			<-ctx.Done()
			return nil, failed
		})
	}
	h := e.Handler()
	for _, path := range []string{"/fine", "/none", "/guarded", "/api/store", "/api/database", "/api/takes-a-minute"} {
		ctx, hangUp := context.WithCancel(t.Context())
		answer := httptest.NewRecorder()
		hangUp()
		h.ServeHTTP(answer, httptest.NewRequestWithContext(ctx, "GET", path, nil))
		if answer.Code == http.StatusInternalServerError {
			t.Errorf("%s: %d %s", path, answer.Code, answer.Body)
		}
	}
	if said := e.log.String(); said != "" {
		t.Errorf("logged: %s", said)
	}
	if counted[499] != 5 || counted[503] != 1 { // storage failed before the visitor disconnected
		t.Errorf("counted: %v", counted)
	}
}

// A failure while the visitor waits is still an error.
func TestAnInternalCancellationIsLoggedAsAnError(t *testing.T) {
	t.Parallel()
	e := newEdgeAlone(t, nil)
	type none struct{}
	httpd.API(e.Server, httpd.Call{Method: "GET", Path: "/api/own", Access: httpd.Open}, func(context.Context, *none) (*echoOut, error) {
		return nil, context.Canceled
	})
	answer := httptest.NewRecorder()
	e.Handler().ServeHTTP(answer, httptest.NewRequestWithContext(t.Context(), "GET", "/api/own", nil))
	if answer.Code != http.StatusInternalServerError || e.log.Len() == 0 {
		t.Errorf("%d, logged %q", answer.Code, e.log)
	}
}
