package app_test

import (
	"database/sql"
	"fmt"
	"net/http"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"shanmen/internal/testkit"
)

// While a newer replica changes the tables in one transaction with all its locks, an older one keeps running: its calls
// wait, and none is refused. Afterwards it serves the new tables until it is replaced.
func TestAnOlderReplicaServesWhileANewerOneMigrates(t *testing.T) {
	if testkit.InProcess() {
		return
	}
	t.Parallel()
	a := testkit.New(t, "postgres")
	p := testkit.StartProgram(t, a.Place(), "serve")
	p.Ready()
	item := filledCart(t, a)
	f := &front{targets: []*testkit.Program{p}, ready: []bool{true}}
	var work sync.WaitGroup
	ended := make(chan struct{})
	stop := sync.OnceFunc(func() {
		close(ended)
		work.Wait()
	})
	defer stop()
	var calls atomic.Int64
	for i := range 4 {
		work.Go(func() {
			for n := 0; ; n++ {
				select {
				case <-ended:
					return
				case <-time.After(5 * time.Millisecond):
				}
				from := fmt.Sprintf("10.%d.%d.%d", i, n>>8, n&255)
				if err := f.send(http.MethodPost, "/api/cart", item, from); err != nil {
					t.Errorf("a cart: %v", err)
				}
				if err := f.send(http.MethodGet, "/zh/event", "", from); err != nil {
					t.Errorf("a page: %v", err)
				}
				calls.Add(1)
			}
		})
	}
	pool, err := sql.Open("pgx", a.Place().URL)
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = pool.Close() }()
	var lines []string
	rows, err := pool.QueryContext(t.Context(), `SELECT tablename FROM pg_tables WHERE schemaname = 'public' AND tablename NOT LIKE 'goose%' ORDER BY 1`)
	if err != nil {
		t.Fatal(err)
	}
	for rows.Next() {
		var name string
		if err := rows.Scan(&name); err != nil {
			t.Fatal(err)
		}
		lines = append(lines, `ALTER TABLE `+name+` ADD COLUMN of_a_newer_program INTEGER`)
	}
	if rows.Err() != nil || len(lines) < 50 {
		t.Fatal(len(lines), rows.Err())
	}
	lines = append(lines, `INSERT INTO goose_db_version (version_id, is_applied) VALUES (90001, true)`, `SELECT pg_sleep(0.5)`)
	for try := 1; ; try++ { // as db.migrateBy does: calls that lock in the other order cause a deadlock
		_, err := pool.ExecContext(t.Context(), strings.Join(lines, ";\n"))
		if err == nil {
			break
		}
		if try == 30 {
			t.Fatal(err)
		}
	}
	before := calls.Load()
	for end := time.Now().Add(30 * time.Second); calls.Load() < before+50 && time.Now().Before(end); {
		<-time.After(20 * time.Millisecond)
	}
	stop()
	if got := p.Readiness(); got != http.StatusOK {
		t.Errorf("the older replica is no longer ready: %d", got)
	}
	if calls.Load() < before+50 {
		t.Errorf("only %d carts after the change", calls.Load()-before)
	}
	for line := range strings.Lines(p.Log()) { // a page that waits too long for the change gives a 503, which the client retries
		if strings.Contains(line, "level=ERROR") && !strings.Contains(line, "timeout: context deadline exceeded") {
			t.Errorf("the older replica met an error: %s", line)
		}
	}
}
