// Package testkit is the whole program under test: on a fresh database of each engine, with the
// demonstration temple, a clock that stands still, and mail and texts that are kept.
package testkit

import (
	"context"
	"crypto/sha256"
	"database/sql"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"log/slog"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"shanmen/internal/app"
	"shanmen/internal/clock"
	"shanmen/internal/db"
	"shanmen/internal/db/query"
	"shanmen/internal/testkit/mutant"
	"shanmen/internal/testkit/pg"
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

// New starts the program on a fresh database of an engine, "sqlite" or "postgres".
func New(t testing.TB, engine string) *App {
	t.Helper()
	dir, url := t.TempDir(), ""
	if engine == "postgres" {
		url = pg.FromTemplate(t, "shanmen_"+fingerprint(), seed)
		if os.Getenv("TWICE") == "1" {
			url = mutant.Twice(t, url)
		}
	} else {
		copyTemplate(t, filepath.Join(dir, "shanmen.db"))
	}
	return start(t, dir, url)
}

// NewThrough is New on PostgreSQL, whose server the program reaches by the URL that way makes of its own.
func NewThrough(t testing.TB, way func(url string) string) *App {
	t.Helper()
	return start(t, t.TempDir(), way(pg.FromTemplate(t, "shanmen_"+fingerprint(), seed)))
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
	if _, err := a.Outbox.Drain(db.Patient(t.Context())); err != nil {
		t.Fatal(err)
	}
}

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

var template = sync.OnceValues(func() (string, error) {
	dir, err := os.MkdirTemp("", "shanmen-template-")
	if err != nil {
		return "", err
	}
	file := filepath.Join(dir, "shanmen.db")
	return file, seed("sqlite:" + file)
})

func copyTemplate(t testing.TB, to string) {
	t.Helper()
	from, err := template()
	if err != nil {
		t.Fatal(err)
	}
	b, err := os.ReadFile(from)
	if err == nil {
		err = os.WriteFile(to, b, 0o600)
	}
	if err != nil {
		t.Fatal(err)
	}
}

// fingerprint changes with the tables and the demonstration's content, so that an old template of
// a shared server is never used.
var fingerprint = sync.OnceValue(func() string {
	h := sha256.New()
	for _, fsys := range app.SeedFiles() {
		_ = fs.WalkDir(fsys, ".", func(p string, e fs.DirEntry, err error) error {
			if err == nil && !e.IsDir() {
				if f, err := fsys.Open(p); err == nil {
					_, _ = io.Copy(h, f)
					_ = f.Close()
				}
			}
			return err
		})
	}
	if exe, err := os.Executable(); err == nil { // code that seeds counts too
		if f, err := os.Open(exe); err == nil {
			_, _ = io.Copy(h, f)
			_ = f.Close()
		}
	}
	return hex.EncodeToString(h.Sum(nil)[:8])
})

// testLog shows warnings and errors with the test that caused them, and drops what comes after its
// end.
type testLog struct{ t testing.TB }

func (l testLog) Write(b []byte) (int, error) {
	if l.t.Context().Err() == nil {
		l.t.Log(string(b))
	}
	return len(b), nil
}
