// Package testkit is the whole program under test: on a fresh database of each engine, with the
// demonstration temple, a clock that stands still, and mail and texts that are kept.
package testkit

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"hash/fnv"
	"log/slog"
	"net/http/httptest"
	"os"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"shanmen/internal/app"
	"shanmen/internal/base/clock"
	"shanmen/internal/platform/db"
	"shanmen/internal/platform/db/query"
	"shanmen/internal/testkit/mutant"
	"shanmen/internal/testkit/template"
)

// Start is when the clock of every test stands: 12:00 in Singapore on 21 November 2026.
var Start = time.Date(2026, 11, 21, 4, 0, 0, 0, time.UTC)

// App is a running program and what it sent.
type App struct {
	*app.App
	Clock  *clock.Fake
	URL    string // of its server, http://127.0.0.1:port
	t      testing.TB
	outlet *outlet
	guests atomic.Int64

	pastOnce sync.Once
	pastPool *sql.DB
}

// Each runs test on SQLite and on PostgreSQL, each with an App of its own, in parallel.
func Each(t *testing.T, test func(t *testing.T, a *App)) {
	t.Helper()
	for _, engine := range []string{"sqlite", "postgres"} {
		t.Run(engine, func(t *testing.T) {
			t.Parallel()
			test(t, New(t, engine))
		})
	}
}

// One runs test on one of the engines, which the test's name decides: for what no statement can answer otherwise, such as
// texts, papers, markup, rights and refusals. What reads in an order, searches, counts, locks or keeps money runs on Each.
func One(t *testing.T, test func(t *testing.T, a *App)) {
	t.Helper()
	engine, name := "sqlite", fnv.New32a()
	_, _ = name.Write([]byte(t.Name()))
	if name.Sum32()%2 == 0 {
		engine = "postgres"
	}
	t.Run(engine, func(t *testing.T) {
		t.Parallel()
		test(t, New(t, engine))
	})
}

// New starts the program on a fresh database of an engine, "sqlite" or "postgres".
func New(t testing.TB, engine string) *App {
	t.Helper()
	dir := t.TempDir()
	url := temple.URL(t, engine, dir)
	switch {
	case engine == "sqlite":
		url = "" // the program finds it in its folder
	case os.Getenv("TWICE") == "1":
		url = mutant.Twice(t, url)
	}
	return start(t, dir, url)
}

// NewThrough is New on PostgreSQL, whose server the program reaches by the URL that way makes of its own.
func NewThrough(t testing.TB, way func(url string) string) *App {
	t.Helper()
	return start(t, t.TempDir(), way(temple.URL(t, "postgres", "")))
}

// start runs the program on what a data directory holds, and on PostgreSQL when url is not "".
func start(t testing.TB, dir, url string) *App {
	t.Helper()
	a := &App{Clock: clock.NewFake(Start), t: t, outlet: &outlet{}}
	cfg, err := app.LoadConfig(settings(dir, url), true)
	if err != nil {
		t.Fatal(err)
	}
	a.App, err = app.New(t.Context(), cfg, app.Options{
		Clock: a.Clock, Log: slog.New(slog.NewTextHandler(testLog{t}, &slog.HandlerOptions{Level: slog.LevelWarn})),
		Mail: a.outlet, SMS: a.outlet.texts(), LightPasswords: true, Fresh: true,
	})
	if err != nil {
		t.Fatal(err)
	}
	srv := httptest.NewServer(a.Handler)
	a.URL = srv.URL
	t.Cleanup(func() {
		srv.Close()
		if err := a.App.Close(); err != nil {
			t.Errorf("close: %v", err)
		}
	})
	return a
}

func settings(dir, url string) func(name string) string {
	return func(name string) string {
		switch name {
		case "DATA_DIR":
			return dir
		case "DATABASE_URL":
			return url
		case "BASE_URL":
			return "http://temple.example"
		case "TRUSTED_PROXIES": // every test browser has an address of its own
			return "127.0.0.0/8"
		case "FLOOD_PER_MINUTE":
			return "0"
		}
		return ""
	}
}

// Drain carries out every job of the outbox that is due at the clock's time.
func (a *App) Drain(t testing.TB) {
	t.Helper()
	if _, err := a.Outbox.Drain(db.LongRead(t.Context())); err != nil {
		t.Fatal(err)
	}
}

// temple is the demonstration as every test finds it.
var temple = template.New("temple", seed)

// seed migrates an empty database and fills it with the demonstration temple.
func seed(url string) error {
	ctx := context.Background()
	d, err := db.Open(ctx, url)
	if err != nil {
		return err
	}
	_, err = app.SeedDemo(ctx, d, clock.NewFake(Start), true)
	if err == nil { // one member of the tests orders what a hundred would; tests of the limits set them anew
		err = d.Write(ctx, func(ctx context.Context, tx *db.Tx) error {
			return errors.Join(
				tx.PutSetting(ctx, query.PutSettingParams{Key: "open-orders", Value: "100"}),
				tx.PutSetting(ctx, query.PutSettingParams{Key: "places-few", Value: "0"}),
			)
		})
	}
	if err == nil {
		err = withoutHalls(ctx, d, url)
	}
	if e := d.Close(); err == nil {
		err = e
	}
	return err
}

// withoutHalls takes the demonstration's hall away: tests make halls of their own, and set stock by hand elsewhere. What is
// left of the offerings stays.
func withoutHalls(ctx context.Context, d *db.DB, url string) error {
	pool := d.SQL()
	if file, is := strings.CutPrefix(url, "sqlite:"); is { // its pool only reads
		writes, err := sql.Open("sqlite", "file:"+file+"?_pragma=busy_timeout(10000)")
		if err != nil {
			return err
		}
		defer func() { _ = writes.Close() }()
		pool = writes
	}
	for _, statement := range []string{"DELETE FROM positions", "DELETE FROM towers", "DELETE FROM halls", "UPDATE offering_options SET position_by = '', lasts_months = 0"} {
		if _, err := pool.ExecContext(ctx, statement); err != nil {
			return fmt.Errorf("%s: %w", statement, err)
		}
	}
	return nil
}

// testLog shows warnings and errors with the test that caused them, and drops what comes after its
// end.
type testLog struct{ t testing.TB }

func (l testLog) Write(b []byte) (int, error) {
	if l.t.Context().Err() == nil {
		l.t.Log(string(b))
	}
	return len(b), nil
}
