//go:build unix

package pg_test

import (
	"context"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"sync/atomic"
	"syscall"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"

	"shanmen/internal/testkit/pg"
)

func open(t *testing.T, url string) *pgx.Conn {
	t.Helper()
	conn, err := pgx.Connect(t.Context(), url)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = conn.Close(context.Background()) })
	return conn
}

func TestEveryTestDatabaseIsIsolated(t *testing.T) {
	t.Parallel()
	first, second := open(t, pg.URL(t)), open(t, pg.URL(t))
	if _, err := first.Exec(t.Context(), `CREATE TABLE lamp (name TEXT)`); err != nil {
		t.Fatal(err)
	}
	if _, err := second.Exec(t.Context(), `CREATE TABLE lamp (name TEXT)`); err != nil {
		t.Fatalf("the second database sees the first one's table: %v", err)
	}
}

func TestDatabaseIsDroppedWhenTheTestEnds(t *testing.T) {
	t.Parallel()
	var url string
	t.Run("inner", func(t *testing.T) { url = pg.URL(t) })
	if conn, err := pgx.Connect(t.Context(), url); err == nil {
		_ = conn.Close(t.Context())
		t.Fatal("the database is still there")
	}
}

func TestTemplateIsPreparedOnceAndCopied(t *testing.T) {
	t.Parallel()
	var times atomic.Int32
	name := t.Name() + t.TempDir() // new for every run on a server that persists
	for range 2 {
		t.Run("copy", func(t *testing.T) {
			t.Parallel()
			conn := open(t, pg.FromTemplate(t, name, func(url string) error {
				times.Add(1)
				return prepare(t, url)
			}))
			var count int
			if err := conn.QueryRow(t.Context(), `SELECT count(*) FROM lamp`).Scan(&count); err != nil || count != 1 {
				t.Fatalf("lamps in the copy: %d, %v; want 1", count, err)
			}
			if _, err := conn.Exec(t.Context(), `DELETE FROM lamp`); err != nil {
				t.Fatal(err)
			}
		})
	}
	t.Cleanup(func() {
		if n := times.Load(); n != 1 {
			t.Errorf("prepared %d times, want once", n)
		}
	})
}

// prepare leaves its connection open, like a pool that is closed late.
func prepare(t *testing.T, url string) error {
	conn, err := pgx.Connect(context.Background(), url)
	if err != nil {
		return err
	}
	t.Cleanup(func() { _ = conn.Close(context.Background()) })
	_, err = conn.Exec(context.Background(), `CREATE TABLE lamp (name TEXT); INSERT INTO lamp VALUES ('陈𠮷䶮')`)
	return err
}

func TestServerStopsWithTheProcessThatStartedIt(t *testing.T) {
	t.Parallel()
	c := exec.Command(command(t), "run", "sh", "-c", `echo "$TEST_DATABASE_URL"; exec sleep 60`)
	c.Env = append(os.Environ(), "TEST_DATABASE_URL=")
	c.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
	stdout, err := c.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := c.Start(); err != nil {
		t.Fatal(err)
	}
	line := make([]byte, 512)
	n, err := stdout.Read(line)
	if err != nil {
		t.Fatal(err)
	}
	url := strings.TrimSpace(string(line[:n]))
	if err := open(t, url).Ping(t.Context()); err != nil {
		t.Fatal(err)
	}
	_ = syscall.Kill(-c.Process.Pid, syscall.SIGKILL)
	_ = c.Wait()
	for deadline := time.Now().Add(20 * time.Second); ; {
		conn, err := pgx.Connect(t.Context(), url)
		if err != nil {
			return
		}
		_ = conn.Close(t.Context())
		if time.Now().After(deadline) {
			t.Fatal("the server outlived the process that asked for it")
		}
	}
}

func TestExitCodeIsThatOfTheCommand(t *testing.T) {
	t.Parallel()
	for _, code := range []int{0, 1, 7} {
		c := exec.Command(command(t), "run", "sh", "-c", "exit "+strconv.Itoa(code))
		c.Env = append(os.Environ(), "TEST_DATABASE_URL="+pg.URL(t))
		_ = c.Run()
		if got := c.ProcessState.ExitCode(); got != code {
			t.Errorf("exit code %d, want the command's %d", got, code)
		}
	}
}

func TestCreatedDatabaseIsKept(t *testing.T) {
	t.Parallel()
	c := exec.Command(command(t), "create")
	c.Env = append(os.Environ(), "TEST_DATABASE_URL="+pg.URL(t))
	said, err := c.Output()
	if err != nil {
		t.Fatal(err)
	}
	if _, err := open(t, strings.TrimSpace(string(said))).Exec(t.Context(), `CREATE TABLE lamp (name TEXT)`); err != nil {
		t.Fatal(err)
	}
}

// command builds pgserver. The binary is run directly, as "go run" preserves neither exit codes nor signals.
func command(t *testing.T) string {
	t.Helper()
	program := filepath.Join(t.TempDir(), "pgserver")
	if out, err := exec.Command("go", "build", "-o", program, "shanmen/internal/testkit/pgserver").CombinedOutput(); err != nil {
		t.Fatalf("build: %v\n%s", err, out)
	}
	return program
}
