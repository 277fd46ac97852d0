package app

import (
	"io"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"path/filepath"
	"strings"
	"testing"
)

// opened is the program on the files of dir, until the test ends.
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

// open is opened for a test that closes the program itself.
func open(t *testing.T, dir string, demo bool) *App {
	t.Helper()
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

func TestMetricsNameRoutesAndStandApart(t *testing.T) {
	t.Parallel()
	a := opened(t, filepath.Join(t.TempDir(), "data"), true)
	at, stop, err := a.startMetrics(t.Context(), "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer stop()
	public := httptest.NewServer(a.Handler)
	defer public.Close()
	for _, path := range []string{
		"/", "/zh", "/zh/_payload.json", "/blessing-service/light-lamp", "/blessing-service/none", "/api/_auth/session",
		"/api/content/output/history", "/api/made-up", "/made-up/secret-word", "/zh/api/_auth/session", "//blessing-service",
	} {
		fetch(t, public.URL+path)
	}
	if status, _ := fetch(t, public.URL+"/metrics"); status != http.StatusNotFound {
		t.Errorf("the public listener serves metrics: %d", status)
	}
	_, figures := fetch(t, "http://"+at.String()+"/metrics")
	for _, want := range []string{
		`shanmen_request_seconds_count{route="home___en",status="200"} 1`,
		`shanmen_request_seconds_count{route="home___zh",status="200"} 1`,
		`shanmen_request_seconds_count{route="home___zh payload",status="200"} 1`,
		`shanmen_request_seconds_count{route="blessing-service-key___en",status="200"} 1`,
		`shanmen_request_seconds_count{route="blessing-service-key___en",status="404"} 1`,
		`shanmen_request_seconds_count{route="GET /api/_auth/session",status="200"} 1`,
		`shanmen_request_seconds_count{route="GET /api/content/output/{key}",`,
		`shanmen_request_seconds_count{route="other",status="404"}`,
		"shanmen_database_up 1", "shanmen_outbox_due 0", "shanmen_page_cache_pages ", "shanmen_page_renders_total ", "shanmen_disk_free_bytes ", "go_goroutines ",
	} {
		if !strings.Contains(figures, want) {
			t.Errorf("the figures lack %s", want)
		}
	}
	if strings.Contains(figures, "secret-word") || strings.Contains(figures, "shanmen_page_cache_pages 0") {
		t.Errorf("a made-up address is kept, or no page is counted")
	}
}

func TestMetricsSayThatTheDatabaseIsGone(t *testing.T) {
	t.Parallel()
	a := opened(t, filepath.Join(t.TempDir(), "data"), true)
	at, stop, err := a.startMetrics(t.Context(), "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer stop()
	if err := a.DB.Close(); err != nil {
		t.Fatal(err)
	}
	if _, figures := fetch(t, "http://"+at.String()+"/metrics"); !strings.Contains(figures, "shanmen_database_up 0") || !strings.Contains(figures, "shanmen_outbox_due -1") {
		t.Error("the figures say that all is well")
	}
}
