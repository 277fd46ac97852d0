package db_test

import (
	"bufio"
	"context"
	"database/sql"
	"fmt"
	"os"
	"os/exec"
	"strconv"
	"strings"
	"sync"
	"testing"

	"shanmen/internal/platform/db"
	"shanmen/internal/platform/db/query"
	"shanmen/internal/testkit/template"
	"shanmen/internal/testkit/together"
)

func TestReadTransactionsCannotWrite(t *testing.T) {
	t.Parallel()
	d := open(t, template.Tables.URL(t, "sqlite", t.TempDir()))
	_, err := d.SQL().ExecContext(t.Context(), `INSERT INTO settings (key, value) VALUES ('k', 'v')`)
	if err == nil || setting(t, d, "k") != "" {
		t.Errorf("a reader wrote: %v", err)
	}
}

// Another program, such as "shanmen staff add" or a backup, may hold the file's lock for a while.
func TestLockOfAnotherProcessIsWaitedOut(t *testing.T) {
	t.Parallel()
	url := template.Tables.URL(t, "sqlite", t.TempDir())
	d := open(t, url)
	other, err := sql.Open("sqlite", "file:"+strings.TrimPrefix(url, "sqlite:")+"?_txlock=immediate")
	if err != nil {
		t.Fatal(err)
	}
	defer other.Close()
	tx, err := other.BeginTx(t.Context(), nil)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := tx.ExecContext(t.Context(), `INSERT INTO settings (key, value) VALUES ('theirs', 'x')`); err != nil {
		t.Fatal(err)
	}
	var wg sync.WaitGroup
	var started sync.WaitGroup
	for i := range 10 {
		started.Add(1)
		wg.Go(func() {
			started.Done()
			if err := d.Write(t.Context(), func(ctx context.Context, tx *db.Tx) error { return put(ctx, tx, fmt.Sprint(i), "x") }); err != nil {
				t.Error(err)
			}
		})
	}
	started.Wait()
	if got := setting(t, d, "theirs"); got != "" {
		t.Errorf("a reader sees what is not committed: %q", got)
	}
	if err := tx.Commit(); err != nil {
		t.Fatal(err)
	}
	wg.Wait()
	for _, key := range []string{"theirs", "0", "9"} {
		if setting(t, d, key) != "x" {
			t.Errorf("%s is lost", key)
		}
	}
}

// A long report reads a consistent snapshot while the counter continues to sell.
func TestLongReadDoesNotStopWriters(t *testing.T) {
	t.Parallel()
	d := open(t, template.Tables.URL(t, "sqlite", t.TempDir()))
	report, err := d.SQL().BeginTx(t.Context(), &sql.TxOptions{ReadOnly: true})
	if err != nil {
		t.Fatal(err)
	}
	count := func() (n int) {
		t.Helper()
		if err := report.QueryRowContext(t.Context(), `SELECT count(*) FROM settings`).Scan(&n); err != nil {
			t.Fatal(err)
		}
		return n
	}
	before := count()
	together.AtOnce(100, func(i int) {
		if err := d.Write(t.Context(), func(ctx context.Context, tx *db.Tx) error { return put(ctx, tx, fmt.Sprint(i), "x") }); err != nil {
			t.Error(err)
		}
	})
	if got := count(); got != before {
		t.Errorf("the report saw %d rows, then %d", before, got)
	}
	if err := report.Rollback(); err != nil {
		t.Fatal(err)
	}
	if rows, err := d.Read().Settings(t.Context()); err != nil || len(rows) != before+100 {
		t.Errorf("%d rows, %v", len(rows), err)
	}
}

const killedWriter = "SHANMEN_TEST_KILLED_WRITER"

// What was acknowledged is stored even if the process is killed during its work.
func TestAKillLosesNoAcknowledgedWrite(t *testing.T) {
	if url := os.Getenv(killedWriter); url != "" {
		writeUntilKilled(url)
		return
	}
	t.Parallel()
	url := template.Tables.URL(t, "sqlite", t.TempDir())
	exe, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	child := exec.CommandContext(t.Context(), exe, "-test.run=^TestAKillLosesNoAcknowledgedWrite$")
	child.Env = append(os.Environ(), killedWriter+"="+url)
	out, err := child.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := child.Start(); err != nil {
		t.Fatal(err)
	}
	lines := bufio.NewScanner(out)
	var acknowledged []int64
	for lines.Scan() {
		n, err := strconv.ParseInt(lines.Text(), 10, 64)
		if err != nil {
			continue // output of the test framework, or a truncated line
		}
		if acknowledged = append(acknowledged, n); len(acknowledged) == 300 {
			if err := child.Process.Kill(); err != nil {
				t.Fatal(err)
			}
		}
	}
	if err := child.Wait(); err == nil || len(acknowledged) < 300 {
		t.Fatalf("the writer was to be killed: %v after %d", err, len(acknowledged))
	}
	d := open(t, url)
	for _, n := range acknowledged {
		if setting(t, d, fmt.Sprint("paid ", n)) != "yes" {
			t.Errorf("%d was acknowledged and is lost", n)
		}
	}
	var sound string
	if err := d.SQL().QueryRowContext(t.Context(), `PRAGMA integrity_check`).Scan(&sound); err != nil || sound != "ok" {
		t.Errorf("integrity: %s, %v", sound, err)
	}
}

func writeUntilKilled(url string) {
	d, err := db.Open(context.Background(), url)
	if err != nil {
		panic(err)
	}
	var told sync.Mutex
	together.AtOnce(8, func(int) {
		for {
			n, err := db.WriteValue(context.Background(), d, func(ctx context.Context, tx *db.Tx) (int64, error) {
				n, err := increment(ctx, tx)
				if err != nil {
					return 0, err
				}
				return n, put(ctx, tx, fmt.Sprint("paid ", n), "yes")
			})
			if err != nil {
				panic(err)
			}
			told.Lock()
			_, err = os.Stdout.WriteString(strconv.FormatInt(n, 10) + "\n")
			told.Unlock()
			if err != nil {
				os.Exit(2) // the parent has gone
			}
		}
	})
}

func TestATransactionUsedAfterItsEndWritesNothing(t *testing.T) {
	t.Parallel()
	d := open(t, template.Tables.URL(t, "sqlite", t.TempDir()))
	var kept *db.Tx
	err := d.Write(t.Context(), func(_ context.Context, tx *db.Tx) error {
		kept = tx
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	defer func() {
		if recover() == nil {
			t.Error("the call went on to the database")
		}
	}()
	_ = kept.PutSetting(t.Context(), query.PutSettingParams{Key: "k", Value: "v"})
}
