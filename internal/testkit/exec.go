package testkit

import (
	"database/sql"
	"path/filepath"
	"testing"
)

// Exec changes the database past the program, for what no call of it does.
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

// past is a pool that writes past the program. SQLite's own only reads; another one is opened once, since that reads all tables.
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

// Warm opens as many connections to the database as a busy evening has: a call that must open one first comes late, and
// meets nobody.
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
