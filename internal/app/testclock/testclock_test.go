package testclock

import (
	"context"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"
)

func TestTheTestClockMovesOnRequest(t *testing.T) {
	t.Parallel()
	c := New("")
	ahead := func(at time.Time) time.Duration { return time.Until(at).Round(time.Second) }
	var noted time.Time
	worked := 0
	h := c.Route(func(_ context.Context, to time.Time) error {
		if noted = to; ahead(c.Now()) == ahead(to) {
			t.Errorf("the clock moved to %v before that was noted", to)
		}
		return nil
	}, func(context.Context) error { worked++; return nil })
	post := func(from, body string) int {
		r := httptest.NewRequest(http.MethodPost, "/test/clock", strings.NewReader(body))
		r.RemoteAddr = from
		w := httptest.NewRecorder()
		h.ServeHTTP(w, r)
		return w.Code
	}
	for _, tt := range []struct {
		name, from, body string
		status           int
		ahead            time.Duration
		worked           int
	}{
		{"ErrFromAnotherMachine", "203.0.113.7:4000", `{"advance":"1h"}`, 404, 0, 0},
		{"ErrNoDuration", "127.0.0.1:4000", `{"advance":"soon"}`, 400, 0, 0},
		{"ErrNoJSON", "127.0.0.1:4000", `31s`, 400, 0, 0},
		{"OKAdvance", "127.0.0.1:4000", `{"advance":"31s"}`, 200, 31 * time.Second, 0},
		{"OKAdvanceOnceMore", "[::1]:4000", `{"advance":"1h","work":true}`, 200, time.Hour + 31*time.Second, 1},
		{"OKSet", "127.0.0.1:4000", `{"set":"` + time.Now().Add(48*time.Hour).UTC().Format(time.RFC3339Nano) + `"}`, 200, 48 * time.Hour, 1},
	} {
		if got := post(tt.from, tt.body); got != tt.status || ahead(c.Now()) != tt.ahead || worked != tt.worked {
			t.Errorf("%s: status %d, clock ahead by %v, worked %d times", tt.name, got, ahead(c.Now()), worked)
		}
		if tt.ahead != 0 && ahead(noted) != tt.ahead {
			t.Errorf("%s: noted %v", tt.name, noted)
		}
	}
}

func TestNewClockStartsAtAGivenTime(t *testing.T) {
	t.Parallel()
	at := time.Date(2030, 2, 3, 1, 0, 0, 0, time.UTC)
	if got := New(at.Format(time.RFC3339)).Now(); got.Sub(at).Abs() > time.Minute {
		t.Errorf("New began at %v, want %v", got, at)
	}
}
