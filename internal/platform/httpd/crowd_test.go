package httpd_test

import (
	"fmt"
	"net/http"
	"net/http/httptest"
	"runtime"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"testing/synctest"

	"shanmen/internal/platform/httpd"
)

// A visitor's calls that wait in the queue do not delay the decoding of others' bodies, however large.
func TestAWaitingCallHoldsNoDecodingSlot(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		e := newEdgeAlone(t, nil)
		end := make(chan struct{})
		httpd.Raw(e.Server, httpd.Call{Method: "POST", Path: "/api/held", Access: httpd.Member, MaxBody: 64 << 10}, func(http.ResponseWriter, *http.Request) error {
			<-end
			return nil
		})
		h := e.Handler()
		ask := func(path, cookie string) int {
			w, r := httptest.NewRecorder(), httptest.NewRequest(http.MethodPost, path, strings.NewReader(`{"name":"x"`+strings.Repeat(" ", 5<<10)+"}"))
			r.Header.Set("Content-Type", "application/json")
			r.Header.Set("Cookie", cookie)
			h.ServeHTTP(w, r)
			return w.Code
		}
		var all sync.WaitGroup
		for range runtime.GOMAXPROCS(0) + 1 { // one is being handled, the others wait
			all.Go(func() {
				if status := ask("/api/held", "shanmen=member"); status != 200 {
					t.Errorf("a call of the member: %d", status)
				}
			})
		}
		synctest.Wait()
		var other atomic.Int64
		all.Go(func() { other.Store(int64(ask("/api/large", ""))) })
		synctest.Wait()
		if got := other.Load(); got != 200 {
			t.Errorf("somebody else meanwhile: %d", got)
		}
		close(end)
		all.Wait()
	})
}

// Somebody with an IPv6 network has thousands of addresses, and each was counted separately.
func TestCallsAreLimitedPerWideNetwork(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		name, from string // by the call's number
		most       int    // multiple of the limit per address
	}{
		{"64 bits", "2001:db8:1:1::%x", 1},
		{"56 bits", "2001:db8:1:1%02x::1", 2},
		{"48 bits", "2001:db8:1:%x00::1", 4},
		{"an address of IPv4", "203.0.113.9", 1},
	} {
		at := func(i int) string {
			if strings.Contains(c.from, "%") {
				return fmt.Sprintf(c.from, i%100)
			}
			return c.from
		}
		send := func(h http.Handler, method, path, from string) int {
			w, r := httptest.NewRecorder(), httptest.NewRequest(method, path, nil)
			r.RemoteAddr = "127.0.0.1:1"
			r.Header.Set("X-Forwarded-For", from)
			h.ServeHTTP(w, r)
			return w.Code
		}
		t.Run("a minute, "+c.name, func(t *testing.T) {
			t.Parallel()
			synctest.Test(t, func(t *testing.T) { // within one minute of the clock
				const limit = 100
				h := newEdgeAlone(t, func(cfg *httpd.Config) { cfg.FloodPerMinute = limit }).Handler()
				served := 0
				for i := range 5 * limit {
					if send(h, http.MethodGet, "/api/list/x", at(i)) == 200 {
						served++
					}
				}
				if served != c.most*limit {
					t.Errorf("%d calls were served", served)
				}
				if status := send(h, http.MethodGet, "/api/list/x", "2001:db8:2::1"); status != 200 {
					t.Errorf("somebody else: %d", status)
				}
			})
		})
		for _, method := range []string{http.MethodGet, http.MethodPost} {
			t.Run("at once, "+method+", "+c.name, func(t *testing.T) {
				t.Parallel()
				synctest.Test(t, func(t *testing.T) {
					e := newEdgeAlone(t, func(cfg *httpd.Config) { cfg.FloodPerMinute = 10_000 })
					inside, end := atomic.Int64{}, make(chan struct{})
					held := func(http.ResponseWriter, *http.Request) error {
						inside.Add(1)
						<-end
						return nil
					}
					if method == http.MethodPost {
						httpd.Raw(e.Server, httpd.Call{Method: method, Path: "/api/held", Access: httpd.Open}, held)
					} else { // a file, which no class bounds
						e.Handle("GET /api/held", http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) { _ = held(w, r) }))
					}
					h, limit, calls := e.Handler(), 400, 2000
					if method == http.MethodPost { // calls that change something are queued
						limit, calls = 8, 80
					}
					var all sync.WaitGroup
					for i := range calls {
						all.Go(func() { send(h, method, "/api/held", at(i)) })
					}
					synctest.Wait()
					if got := inside.Load(); got != int64(c.most*limit) {
						t.Errorf("%d calls at once", got)
					}
					close(end)
					all.Wait()
				})
			})
		}
	}
}
