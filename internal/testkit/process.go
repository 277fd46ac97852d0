package testkit

import (
	"bufio"
	"context"
	"errors"
	"log/slog"
	"net"
	"net/http"
	"os"
	"os/exec"
	"strings"
	"testing"

	"shanmen/internal/app"
	"shanmen/internal/clock"
)

const (
	processOf = "SHANMEN_TEST_PROCESS" // DATA_DIR and DATABASE_URL of a Process, with a line feed between them
	opensAt   = "open at "
)

// Process is the program in a process of its own, with its jobs and its own connections to an App's database.
type Process struct {
	t   testing.TB
	cmd *exec.Cmd
}

// InProcess must be called first by a test that starts a Process: in that process it is the program, and returns true
// when it has ended.
func InProcess() bool {
	dir, url, is := strings.Cut(os.Getenv(processOf), "\n")
	if !is {
		return false
	}
	cfg, err := app.LoadConfig(settings(dir, url), true)
	if err != nil {
		panic(err)
	}
	ctx := context.Background()
	a, err := app.New(ctx, cfg, app.Options{
		Clock: clock.NewFake(Start), Log: slog.New(slog.DiscardHandler), LightPasswords: true, Fresh: true,
	})
	if err != nil {
		panic(err)
	}
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		panic(err)
	}
	_, _ = os.Stdout.WriteString(opensAt + "http://" + l.Addr().String() + "\n")
	if err := a.Serve(ctx, l); err != nil {
		panic(err)
	}
	return true
}

// Process starts the program once more, for a test that called InProcess first. From now on the App's browsers talk to
// that process.
func (a *App) Process(t testing.TB) *Process {
	t.Helper()
	exe, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	test, _, _ := strings.Cut(t.Name(), "/")
	p := &Process{t: t, cmd: exec.CommandContext(context.WithoutCancel(t.Context()), exe, "-test.run=^"+test+"$")}
	p.cmd.Env = append(os.Environ(), processOf+"="+a.Config.DataDir+"\n"+a.Config.DatabaseURL)
	p.cmd.Stderr = os.Stderr
	out, err := p.cmd.StdoutPipe()
	if err == nil {
		err = p.cmd.Start()
	}
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(p.Kill)
	for lines := bufio.NewScanner(out); lines.Scan(); {
		if url, is := strings.CutPrefix(lines.Text(), opensAt); is {
			a.URL = url
			return p
		}
	}
	t.Fatal("the process ended before it was open")
	return nil
}

// Kill ends the process at once: it can finish nothing and say nothing.
func (p *Process) Kill() {
	if err := p.cmd.Process.Kill(); err != nil && !errors.Is(err, os.ErrProcessDone) {
		p.t.Error(err)
	}
	_ = p.cmd.Wait()
}

// Try is Post that may find nobody: nil when no answer came.
func (c *Client) Try(path string, body any) *Response {
	c.t.Helper()
	res, err := c.read(c.json(http.MethodPost, path, body))
	if err != nil {
		return nil
	}
	return res
}
