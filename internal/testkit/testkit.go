// Package testkit runs the whole program under test: on a fresh database of each engine, with the demonstration temple,
// a stopped clock, and recorded mails and SMS.
package testkit

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"log/slog"
	"net/http"
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
	"shanmen/internal/testkit/hitpay"
	"shanmen/internal/testkit/mutant"
	"shanmen/internal/testkit/template"
)

// Start is the time of every test's clock: 12:00 in Singapore on 21 November 2026.
var Start = time.Date(2026, 11, 21, 4, 0, 0, 0, time.UTC)

// App is a running program and what it sent.
type App struct {
	*app.App
	Clock  *clock.Fake
	URL    string // of its server, http://127.0.0.1:port
	t      testing.TB
	outlet *outlet
	guests atomic.Int64
	others *others // further programs on the same database; nil: none

	pastOnce sync.Once
	pastPool *sql.DB
}

// Each runs test on SQLite and PostgreSQL in parallel, each with its own App.
func Each(t *testing.T, test func(t *testing.T, a *App)) {
	t.Helper()
	for _, engine := range template.Engines(t) {
		t.Run(engine, func(t *testing.T) {
			t.Parallel()
			test(t, New(t, engine))
		})
	}
}

// One runs test on one engine, selected by the test's name, for results that do not depend on SQL, such as texts,
// documents, markup, rights and refusals. Tests of sorting, search, counting, locking and money use Each.
func One(t *testing.T, test func(t *testing.T, a *App)) {
	t.Helper()
	engine := template.Engine(t)
	t.Run(engine, func(t *testing.T) {
		t.Parallel()
		test(t, New(t, engine))
	})
}

// New starts the program on a fresh database of an engine, "sqlite" or "postgres".
func New(t testing.TB, engine string, more ...Setting) *App {
	t.Helper()
	dir := t.TempDir()
	url := temple.URL(t, engine, dir)
	switch {
	case engine == "sqlite":
		url = "" // the program finds it in its folder
	case os.Getenv("TWICE") == "1":
		url = mutant.Twice(t, url)
	}
	return start(t, settings(dir, url, more...))
}

// Setting is a setting of the program, in addition to those of every test.
type Setting struct{ Name, Value string }

// NewConfirmed is New with a payment provider, which is the stand-in returned.
func NewConfirmed(t testing.TB, engine string) (*App, *hitpay.Server) {
	t.Helper()
	return Confirmed(t, func(provider Setting) *App { return New(t, engine, provider) })
}

// Confirmed opens an App with a payment provider's setting.
func Confirmed(t testing.TB, open func(provider Setting) *App) (*App, *hitpay.Server) {
	t.Helper()
	s := hitpay.New(nil)
	t.Cleanup(s.Close)
	a := open(Setting{"PAYNOW_PROVIDER", s.Setting()})
	s.Clock = a.Clock
	return a, s
}

// EachConfirmed is Each with a payment provider.
func EachConfirmed(t *testing.T, test func(t *testing.T, a *App, s *hitpay.Server)) {
	t.Helper()
	for _, engine := range template.Engines(t) {
		t.Run(engine, func(t *testing.T) {
			t.Parallel()
			a, s := NewConfirmed(t, engine)
			test(t, a, s)
		})
	}
}

// NewThrough is New on PostgreSQL, reached through the URL that way derives from the server's.
func NewThrough(t testing.TB, way func(url string) string, more ...Setting) *App {
	t.Helper()
	return start(t, settings(t.TempDir(), way(temple.URL(t, "postgres", "")), more...))
}

// start runs the program with settings.
func start(t testing.TB, setting func(name string) string) *App {
	t.Helper()
	a := &App{Clock: clock.NewFake(Start), t: t, outlet: &outlet{}}
	a.App = a.program(setting)
	a.serve(a.Handler)
	return a
}

// program opens a program that the test's end closes.
func (a *App) program(setting func(name string) string) *app.App {
	a.t.Helper()
	cfg, err := app.LoadConfig(setting, true)
	if err != nil {
		a.t.Fatal(err)
	}
	p, err := app.New(a.t.Context(), cfg, app.Options{
		Clock: a.Clock, Log: slog.New(slog.NewTextHandler(testLog{a.t}, &slog.HandlerOptions{Level: slog.LevelWarn})),
		Mail: a.outlet, SMS: a.outlet.texts(), LightPasswords: true, Fresh: true,
	})
	if err != nil {
		a.t.Fatal(err)
	}
	a.t.Cleanup(func() {
		if err := p.Close(); err != nil {
			a.t.Errorf("close: %v", err)
		}
	})
	return p
}

// serve answers the test's browsers until the test ends.
func (a *App) serve(h http.Handler) {
	srv := httptest.NewServer(h)
	a.t.Cleanup(srv.Close)
	a.URL = srv.URL
}

func settings(dir, url string, more ...Setting) func(name string) string {
	return func(name string) string {
		for _, one := range more {
			if one.Name == name {
				return one.Value
			}
		}
		switch name {
		case "DATA_DIR":
			return dir
		case "DATABASE_URL":
			return url
		case "BASE_URL":
			return "http://temple.example"
		case "TRUSTED_PROXIES": // every test browser has its own address
			return "127.0.0.0/8"
		case "FLOOD_PER_MINUTE":
			return "0"
		}
		return ""
	}
}

// Drain runs every outbox job that is due.
func (a *App) Drain(t testing.TB) {
	t.Helper()
	if _, err := a.any().Outbox.Drain(db.LongRead(t.Context())); err != nil {
		t.Fatal(err)
	}
}

// temple is the template with the demonstration.
var temple = template.New("temple", seed)

// seed migrates an empty database and creates the demonstration temple.
func seed(url string) error {
	ctx := context.Background()
	d, err := db.Open(ctx, url)
	if err != nil {
		return err
	}
	_, err = app.SeedDemo(ctx, d, clock.NewFake(Start), true)
	if err == nil { // test members order more than a real one; tests of the limits set them again
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

// withoutHalls removes the demonstration's hall, because tests create their own and set stock directly. The offerings'
// stock stays.
func withoutHalls(ctx context.Context, d *db.DB, url string) error {
	pool := d.SQL()
	if file, is := strings.CutPrefix(url, "sqlite:"); is { // its pool is read-only
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

// testLog shows warnings and errors with the test that caused them, and drops those after its end.
type testLog struct{ t testing.TB }

func (l testLog) Write(b []byte) (int, error) {
	if l.t.Context().Err() == nil {
		l.t.Log(string(b))
	}
	return len(b), nil
}
