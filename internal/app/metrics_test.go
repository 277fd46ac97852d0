package app

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"shanmen/internal/testkit/template"
)

// opened runs the program on the files of dir until the test ends.
func opened(t *testing.T, dir string, demo bool) *App {
	t.Helper()
	a := open(t, dir, demo)
	t.Cleanup(func() {
		if err := a.Close(); err != nil {
			t.Errorf("close: %v", err)
		}
	})
	return a
}

// withTables puts a database with its tables into an empty data directory: creating the tables takes a quarter of a
// second and is tested elsewhere.
func withTables(t *testing.T, dir string) string {
	t.Helper()
	if err := os.MkdirAll(dir, 0o700); err != nil {
		t.Fatal(err)
	}
	if _, err := os.Stat(filepath.Join(dir, "shanmen.db")); errors.Is(err, fs.ErrNotExist) {
		template.Tables.URL(t, "sqlite", dir)
	}
	return dir
}

// open is opened for a test that closes the program itself.
func open(t *testing.T, dir string, demo bool) *App {
	t.Helper()
	withTables(t, dir)
	cfg, err := LoadConfig(func(name string) string { return map[string]string{"DATA_DIR": dir}[name] }, demo)
	if err != nil {
		t.Fatal(err)
	}
	a, err := New(t.Context(), cfg, Options{Log: slog.New(slog.DiscardHandler), LightPasswords: true})
	if err != nil {
		t.Fatal(err)
	}
	return a
}

func fetch(t *testing.T, url string) (int, string) {
	t.Helper()
	res, err := http.Get(url)
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = res.Body.Close() }()
	b, err := io.ReadAll(res.Body)
	if err != nil {
		t.Fatal(err)
	}
	return res.StatusCode, string(b)
}

func TestMetricsNameRoutesAndHaveTheirOwnPort(t *testing.T) {
	t.Parallel()
	a := opened(t, filepath.Join(t.TempDir(), "data"), true)
	at, stop, err := a.serveOperator(t.Context(), "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer stop()
	public := httptest.NewServer(a.Handler)
	defer public.Close()
	for _, path := range []string{
		"/", "/zh", "/zh/_payload.json", "/blessing-service/light-lamp", "/blessing-service/none", "/api/_auth/session",
		"/api/content/output/history", "/api/made-up", "/made-up/secret-word", "/zh/api/_auth/session", "//blessing-service", "/favicon.svg", "/healthz",
	} {
		fetch(t, public.URL+path)
	}
	_, figures := fetch(t, "http://"+at.String()+"/metrics")
	for _, want := range []string{
		`_count{class="2xx",route="home___en"} 1`, `_count{class="2xx",route="home___zh"} 1`, `_count{class="2xx",route="home___zh payload"} 1`,
		`_count{class="2xx",route="blessing-service-key___en"} 1`, `_count{class="4xx",route="blessing-service-key___en"} 1`,
		`_count{class="2xx",route="GET /api/_auth/session"} 1`, `route="GET /api/content/output/{key}"} 1`, `_count{class="4xx",route="none"}`,
		`_count{class="2xx",route="assets"} 1`, `_count{class="2xx",route="GET /healthz"} 1`,
		"shanmen_database_up 1", `shanmen_outbox_waiting{kind="mail"} 0`, "shanmen_page_renders_total ", "shanmen_disk_free_bytes ", "go_goroutines ", "shanmen_ready 1",
	} {
		if !strings.Contains(figures, want) {
			t.Errorf("the figures lack %s", want)
		}
	}
	if strings.Contains(figures, "secret-word") || strings.Contains(figures, "shanmen_page_cache_pages 0") {
		t.Errorf("a made-up address is kept, or no page is counted")
	}
	for _, path := range []string{"/metrics", "/debug/pprof/", "/debug/pprof/heap", "/debug/pprof/cmdline", "/zh/debug/pprof/"} {
		if status, _ := fetch(t, public.URL+path); status != http.StatusNotFound {
			t.Errorf("the public listener serves %s: %d", path, status)
		}
	}
	if status, body := fetch(t, "http://"+at.String()+"/debug/pprof/goroutine?debug=1"); status != http.StatusOK || !strings.Contains(body, "goroutine profile") {
		t.Errorf("profiles: %d", status)
	}
}

// What visitors invent (paths, methods, codes) adds no metric series: their number depends only on the program's own
// routes, languages and states.
func TestVisitorsCannotAddSeries(t *testing.T) {
	t.Parallel()
	a := opened(t, filepath.Join(t.TempDir(), "data"), true)
	operator := a.Operator()
	ask := func(round int) {
		for i := range 60 {
			n := fmt.Sprint(round, "-", i)
			for _, path := range []string{"/made-up-" + n, "/zh/event/" + n, "/event/" + n + "/_payload.json", "/api/" + n, "/api/invoice/" + n + "/receipt.pdf", "/og/" + n + ".png", "/assets/" + n + ".js"} {
				r := httptest.NewRequestWithContext(t.Context(), "GET", path, nil)
				r.Header.Set("X-Forwarded-For", n)
				a.Handler.ServeHTTP(httptest.NewRecorder(), r)
			}
			a.Handler.ServeHTTP(httptest.NewRecorder(), httptest.NewRequestWithContext(t.Context(), fmt.Sprintf("METHOD%d%d", round, i), "/api/cart", nil))
		}
	}
	count := func() int {
		w := httptest.NewRecorder()
		operator.ServeHTTP(w, httptest.NewRequestWithContext(t.Context(), "GET", "/metrics", nil))
		return strings.Count(w.Body.String(), "\nshanmen_")
	}
	ask(1)
	first := count()
	ask(2)
	if second := count(); second != first || first < 50 || first > 400 {
		t.Errorf("%d series, then %d", first, second)
	}
}

// A scrape always gets a response. The metrics report that a database is unreachable; a query that hangs is made once,
// and its metrics left out.
func TestMetricsScrapeAnswersWithoutTheDatabase(t *testing.T) {
	t.Parallel()
	a := opened(t, filepath.Join(t.TempDir(), "data"), true)
	operator := a.Operator()
	if err := a.DB.Close(); err != nil {
		t.Fatal(err)
	}
	w := httptest.NewRecorder()
	operator.ServeHTTP(w, httptest.NewRequestWithContext(t.Context(), "GET", "/metrics", nil))
	figures := w.Body.String()
	for _, want := range []string{"shanmen_database_up 0", "shanmen_ready 0", `shanmen_not_ready{reason="database-replaced"} 1`, `shanmen_figures_missing{part="outbox"} 1`, `shanmen_figures_missing{part="disk"} 0`} {
		if !strings.Contains(figures, want) {
			t.Errorf("the figures lack %s", want)
		}
	}
	if w.Code != http.StatusOK || strings.Contains(figures, "shanmen_outbox_waiting{") {
		t.Errorf("%d: a figure that nobody knows is told", w.Code)
	}
}

func TestAHangingMetricSourceIsAskedOnce(t *testing.T) {
	t.Parallel()
	hangs, asked := make(chan struct{}), 0
	p := &figurePart{name: "slow", read: func(_ context.Context, tell emit) error {
		asked++
		<-hangs
		tell(figureReady, 1)
		return nil
	}}
	now := time.Date(2026, 11, 28, 4, 0, 0, 0, time.UTC)
	gone, stop := context.WithCancel(t.Context())
	stop()
	for range 3 {
		p.ask(now)
		if values, missing := p.wait(gone); len(values) != 0 || !missing {
			t.Errorf("%v %v", values, missing)
		}
	}
	close(hangs)
	for range 3 { // its result is cached for a while
		if values, missing := p.wait(t.Context()); len(values) != 1 || missing {
			t.Errorf("%v %v", values, missing)
		}
		p.ask(now.Add(scrapeKept - time.Second))
	}
	if asked != 1 {
		t.Errorf("asked %d times", asked)
	}
	p.ask(now.Add(scrapeKept))
	if _, missing := p.wait(t.Context()); missing || asked != 2 {
		t.Errorf("asked %d times", asked)
	}
}
