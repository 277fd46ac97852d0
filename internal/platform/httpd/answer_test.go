package httpd_test

import (
	"bytes"
	"context"
	"encoding/json"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"net/url"
	"slices"
	"strings"
	"testing"

	"shanmen/internal/base/clock"
	"shanmen/internal/base/fault"
	"shanmen/internal/base/locale"
	"shanmen/internal/platform/httpd"
)

// Each request has one line in the log: route, result and duration, without any visitor data.
func TestEachRequestIsLoggedInOneLineWithoutPersonalData(t *testing.T) {
	t.Parallel()
	messages, err := locale.Load()
	if err != nil {
		t.Fatal(err)
	}
	var said bytes.Buffer
	var answers []httpd.Answer
	var limits []string
	s := httpd.New(httpd.Config{
		BaseURL: &url.URL{Scheme: "http", Host: "temple.example"}, Clock: clock.Real{}, Messages: messages,
		Log:      slog.New(slog.NewJSONHandler(&said, &slog.HandlerOptions{Level: slog.LevelDebug})),
		Visitor:  func(context.Context, string) (httpd.Visitor, error) { return httpd.Visitor{}, nil },
		Answered: func(a httpd.Answer) { answers = append(answers, a) },
		Limited:  func(code string) { limits = append(limits, code) },
		Pages:    plain{},
	})
	door := func(context.Context, httpd.PageRequest) (httpd.PageData, error) {
		return httpd.PageData{Title: "x"}, nil
	}
	s.Page(httpd.PageSpec{ID: "door", Path: "/door/:key"}, door)
	s.Page(httpd.PageSpec{ID: "not-found"}, door)
	httpd.Raw(s, httpd.Call{Method: "GET", Path: "/api/order/{id}", Access: httpd.Open}, func(w http.ResponseWriter, r *http.Request) error {
		switch r.PathValue("id") {
		case "paper":
			http.ServeContent(w, r, "paper.pdf", clock.Real{}.Now(), strings.NewReader("0123456789"))
		case "late":
			return fault.TooMany("too-many-tries", 3)
		case "panic":
			panic("a name")
		default:
			_, _ = w.Write([]byte("tan"))
		}
		return nil
	})
	s.HandleQuietly("assets", "GET /a.css", http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) { w.WriteHeader(http.StatusNotModified) }))
	h := s.Handler()
	for _, x := range []struct {
		method, path, wantMethod, route string
		status, bytes                   float64
		level                           string
	}{
		{"GET", "/api/order/tan-ah-kow?mobile=91234567", "GET", "GET /api/order/{id}", 200, 3, "INFO"},
		{"GET", "/api/order/paper", "GET", "GET /api/order/{id}", 200, 10, "INFO"},
		{"GET", "/api/order/late", "GET", "GET /api/order/{id}", 400, -1, "INFO"},
		{"GET", "/api/order/panic", "GET", "GET /api/order/{id}", 500, -1, "INFO"},
		{"GET", "/api/tan-ah-kow", "GET", "none", 404, -1, "INFO"},
		{"TAN91234567", "/api/order/1", "other", "none", 404, -1, "INFO"},
		{"GET", "/a.css", "GET", "assets", 304, 0, "DEBUG"},
		{"GET", "/zh/door/tan-ah-kow", "GET", "door___zh", 200, -1, "DEBUG"},
		{"GET", "/tan-ah-kow", "GET", "none", 404, -1, "INFO"},
	} {
		said.Reset()
		r := httptest.NewRequestWithContext(t.Context(), x.method, x.path, nil)
		r.RemoteAddr, r.Header = "203.0.113.9:1", http.Header{"User-Agent": {"tan-agent"}, "Cookie": {"shanmen=tan-cookie"}}
		w := httptest.NewRecorder()
		h.ServeHTTP(w, r)
		var lines []map[string]any
		for line := range strings.Lines(said.String()) {
			var got map[string]any
			if err := json.Unmarshal([]byte(line), &got); err != nil {
				t.Fatal(err)
			}
			if got["msg"] == "request" {
				lines = append(lines, got)
				for _, personal := range []string{"tan", "91234567", "203.0.113.9"} {
					if strings.Contains(strings.ToLower(line), personal) {
						t.Errorf("%s %s: %s", x.method, x.path, line)
					}
				}
			}
		}
		if len(lines) != 1 {
			t.Fatalf("%s %s has %d lines", x.method, x.path, len(lines))
		}
		got := lines[0]
		if x.bytes < 0 {
			x.bytes = float64(w.Body.Len())
		}
		if got["method"] != x.wantMethod || got["route"] != x.route || got["status"] != x.status || got["bytes"] != x.bytes || got["level"] != x.level {
			t.Errorf("%s %s: %v", x.method, x.path, got)
		}
		if got["request"] != w.Header().Get("X-Request-Id") || got["ms"] == nil {
			t.Errorf("%s %s: %v", x.method, x.path, got)
		}
	}
	if len(answers) != 9 || answers[0].Route != "GET /api/order/{id}" || answers[3].Status != 500 || answers[4].Route != "" {
		t.Errorf("%+v", answers)
	}
	if !slices.Equal(limits, []string{"too-many-tries"}) {
		t.Errorf("limits: %v", limits)
	}
}
