package testkit

import (
	"database/sql"
	"path/filepath"
	"testing"
)

// Exec changes the database directly, for what no call does.
func (a *App) Exec(t testing.TB, statement string, args ...any) {
	t.Helper()
	if err := a.TryExec(t, statement, args...); err != nil {
		t.Fatalf("%s: %v", statement, err)
	}
}

// TryExec is Exec for what the database itself is expected to refuse.
func (a *App) TryExec(t testing.TB, statement string, args ...any) error {
	t.Helper()
	_, err := a.past().ExecContext(t.Context(), statement, args...)
	return err
}

// past is a writable connection pool. SQLite's own is read-only; another one is opened once, because that reads all
// tables.
func (a *App) past() *sql.DB {
	a.t.Helper()
	a.pastOnce.Do(func() {
		a.pastPool = a.DB.SQL()
		if a.DB.Engine() != "sqlite" {
			return
		}
		pool, err := sql.Open("sqlite", "file:"+filepath.Join(a.Config.DataDir, "shanmen.db")+"?_pragma=busy_timeout(10000)")
		if err != nil {
			a.t.Fatal(err)
		}
		pool.SetMaxOpenConns(1)
		a.t.Cleanup(func() { _ = pool.Close() })
		a.pastPool = pool
	})
	return a.pastPool
}

// Warm opens as many database connections as a busy evening has: a call that must open one first arrives late and meets
// no concurrent one.
func (a *App) Warm(t testing.TB) {
	t.Helper()
	pool := a.DB.SQL()
	open := make([]*sql.Conn, pool.Stats().MaxOpenConnections)
	for i := range open {
		c, err := pool.Conn(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		open[i] = c
	}
	for _, c := range open {
		if err := c.Close(); err != nil {
			t.Fatal(err)
		}
	}
}
