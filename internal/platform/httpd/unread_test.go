package httpd_test

import (
	"net/http"
	"net/http/httptest"
	"runtime"
	"strings"
	"testing"
	"time"
)

// unread is a response that nobody reads: writing it blocks until it is aborted.
type unread struct {
	*httptest.ResponseRecorder
	begun, over chan struct{}
}

func (u unread) Write(p []byte) (int, error) {
	u.begun <- struct{}{}
	<-u.over
	return len(p), nil
}

// Unread responses used to occupy the decoding slots for larger bodies, or the queue of a network address, for two
// minutes.
func TestAnUnreadAnswerBlocksNobody(t *testing.T) {
	t.Parallel()
	const guestsAtOnce = 8
	for name, c := range map[string]struct {
		body  string
		calls int
	}{
		"ErrNotJSON": {strings.Repeat("[", 5<<10), runtime.GOMAXPROCS(0)},
		"ErrFields":  {`{"name":1,"free":{"a":"` + strings.Repeat("a", 5<<10) + `"}}`, runtime.GOMAXPROCS(0)},
		"Done":       {`{"name":"x"}`, guestsAtOnce},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			e := newEdgeAlone(t, nil)
			h := e.Handler()
			post := func(w http.ResponseWriter, body string) {
				r := httptest.NewRequestWithContext(t.Context(), "POST", "/api/large", strings.NewReader(body))
				r.Header.Set("Content-Type", "application/json")
				h.ServeHTTP(w, r)
			}
			u := unread{httptest.NewRecorder(), make(chan struct{}), make(chan struct{})}
			for range c.calls {
				go post(unread{httptest.NewRecorder(), u.begun, u.over}, c.body)
			}
			for range c.calls {
				<-u.begun
			}
			answer, done := httptest.NewRecorder(), make(chan struct{})
			go func() {
				defer close(done)
				post(answer, `{"name":"x","free":{"a":"`+strings.Repeat("a", 5<<10)+`"}}`)
			}()
			select {
			case <-done:
				if answer.Code != http.StatusOK {
					t.Errorf("status %d: %s", answer.Code, answer.Body)
				}
			case <-time.After(10 * time.Second):
				t.Error("another visitor's call waits for answers that nobody reads")
			}
			close(u.over)
			<-done
		})
	}
}
