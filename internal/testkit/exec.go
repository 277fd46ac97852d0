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
	pool := a.DB.SQL()
	if a.DB.Engine() == "sqlite" { // its pool only reads
		var err error
		if pool, err = sql.Open("sqlite", "file:"+filepath.Join(a.Config.DataDir, "shanmen.db")+"?_pragma=busy_timeout(10000)"); err != nil {
			t.Fatal(err)
		}
		defer func() { _ = pool.Close() }()
	}
	_, err := pool.ExecContext(t.Context(), statement, args...)
	return err
}
