package app_test

import (
	"net/http"
	"net/http/httptest"
	"testing"
	"time"

	"shanmen/internal/testkit"
)

// allocsOfAPage is how often the program may allocate for a page from the cache, besides what net/http does: the
// request's id and its state, the key of the page, what builds it if it is not there.
const allocsOfAPage = 18

// TestACachedPageAllocatesLittle counts what the whole handler allocates. It does not run beside other tests, and what
// few things the program does in the background are less than one allocation of a request.
func TestACachedPageAllocatesLittle(t *testing.T) {
	a := testkit.New(t, "sqlite")
	r := httptest.NewRequestWithContext(t.Context(), http.MethodGet, "/zh/about-us/history", http.NoBody)
	r.RemoteAddr = "203.0.113.9:4711"
	for name, value := range map[string]string{
		"Accept-Encoding": "gzip, deflate, br, zstd", "Accept-Language": "en-SG,en;q=0.9,zh-CN;q=0.8", "Cookie": "i18n_redirected=zh",
		"User-Agent": "Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/130.0.0.0 Mobile Safari/537.36",
	} {
		r.Header.Set(name, value)
	}
	w := &unread{head: http.Header{}}
	ask := func() {
		clear(w.head)
		w.status = http.StatusOK
		a.Handler.ServeHTTP(w, r)
	}
	for end := time.Now().Add(time.Minute); w.head.Get("Content-Encoding") != "br"; ask() { // compressed well in the background
		if time.Now().After(end) {
			t.Fatalf("%d, coded as %q", w.status, w.head.Get("Content-Encoding"))
		}
	}
	if got := testing.AllocsPerRun(2000, ask); got > allocsOfAPage || w.status != http.StatusOK {
		t.Errorf("%.0f allocations, status %d", got, w.status)
	}
}

// unread is a response writer that discards the body.
type unread struct {
	head   http.Header
	status int
}

func (w *unread) Header() http.Header         { return w.head }
func (w *unread) Write(b []byte) (int, error) { return len(b), nil }
func (w *unread) WriteHeader(status int)      { w.status = status }
