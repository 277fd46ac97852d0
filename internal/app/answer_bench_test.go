package app

import (
	"io"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"testing"
	"time"

	"shanmen/internal/platform/httpd"
)

// BenchmarkLineOfARequest prints how much time the log line and the histogram add to a cached page, over a keep-alive
// connection, with the log in a file. Rounds with and without them alternate.
func BenchmarkLineOfARequest(b *testing.B) {
	file, err := os.Create(filepath.Join(b.TempDir(), "log"))
	if err != nil {
		b.Fatal(err)
	}
	defer func() { _ = file.Close() }()
	var pages [2]func()
	for i, level := range []string{"info", "error"} {
		cfg, err := LoadConfig(func(name string) string { return map[string]string{"DATA_DIR": b.TempDir(), "LOG_LEVEL": level}[name] }, true)
		if err != nil {
			b.Fatal(err)
		}
		a, err := New(b.Context(), cfg, Options{Log: logger(cfg, file), LightPasswords: true})
		if err != nil {
			b.Fatal(err)
		}
		defer func() { _ = a.Close() }()
		srv := httptest.NewServer(a.Handler)
		defer srv.Close()
		pages[i] = func() {
			res, err := http.Get(srv.URL + "/about-us/history")
			if err != nil {
				b.Fatal(err)
			}
			if _, err := io.Copy(io.Discard, res.Body); err != nil || res.StatusCode != http.StatusOK {
				b.Fatal(res.Status, err)
			}
			_ = res.Body.Close()
		}
		pages[i]()
	}
	const pagesOfARound, rounds = 200, 40
	best := [2]time.Duration{time.Hour, time.Hour}
	for range rounds {
		for i, page := range pages {
			began := time.Now()
			for range pagesOfARound {
				page()
			}
			best[i] = min(best[i], time.Since(began)/pagesOfARound)
		}
	}
	t, log := newTraffic(), logger(Config{LogLevel: "info"}, file)
	answer := httpd.Answer{Route: "about-us-key___en", Status: 200, Took: time.Millisecond}
	each := func(n int, do func()) float64 {
		began := time.Now()
		for range n {
			do()
		}
		return float64(time.Since(began)) / float64(n)
	}
	b.ReportMetric(float64(best[0])/float64(best[1]), "ratio")
	b.ReportMetric(float64(best[1])/1e3, "µs-page")
	b.ReportMetric(each(100_000, func() { t.answered(answer) }), "ns-histogram")
	b.ReportMetric(each(20_000, func() {
		log.LogAttrs(b.Context(), slog.LevelInfo, "request", slog.String("request", "0193a5c2-7d10-7a3e-9d1f-2f64f6c1c2aa"), slog.String("route", answer.Route), slog.Int("status", 200))
	}), "ns-line")
	b.ReportMetric(0, "ns/op")
}
