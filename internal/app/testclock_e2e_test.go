//go:build e2e

package app

import (
	"log/slog"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"
)

func TestClockMoves(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	cfg, err := LoadConfig(func(name string) string {
		if name == "DATA_DIR" {
			return dir
		}
		return ""
	}, false)
	if err != nil {
		t.Fatal(err)
	}
	a, err := New(t.Context(), cfg, Options{Clock: programClock(), Log: slog.New(slog.DiscardHandler)})
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = a.Close() }()
	h := a.HTTP.Handler()
	post := func(from, body string) int {
		r := httptest.NewRequest(http.MethodPost, "/test/clock", strings.NewReader(body))
		r.RemoteAddr = from
		w := httptest.NewRecorder()
		h.ServeHTTP(w, r)
		return w.Code
	}
	ahead := func() time.Duration { return a.Clock.Now().Sub(time.Now()).Round(time.Second) }
	for _, c := range []struct {
		name, from, body string
		status           int
		ahead            time.Duration
	}{
		{"ErrFromAnotherMachine", "203.0.113.7:4000", `{"advance":"1h"}`, 404, 0},
		{"ErrNoDuration", "127.0.0.1:4000", `{"advance":"soon"}`, 400, 0},
		{"ErrNoJSON", "127.0.0.1:4000", `31s`, 400, 0},
		{"OKAdvance", "127.0.0.1:4000", `{"advance":"31s"}`, 200, 31 * time.Second},
		{"OKAdvanceOnceMore", "[::1]:4000", `{"advance":"1h"}`, 200, time.Hour + 31*time.Second},
		{"OKSet", "127.0.0.1:4000", `{"set":"` + time.Now().Add(48*time.Hour).UTC().Format(time.RFC3339Nano) + `"}`, 200, 48 * time.Hour},
	} {
		if got := post(c.from, c.body); got != c.status || ahead() != c.ahead {
			t.Errorf("%s: status %d, clock ahead by %v", c.name, got, ahead())
		}
		if believed, err := a.believeClock(t.Context()); !believed || err != nil {
			t.Errorf("%s: the program holds everything back after a jump that a test made: %v", c.name, err)
		}
	}
}
