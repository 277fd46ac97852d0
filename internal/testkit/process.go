package testkit

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net"
	"net/http"
	"os"
	"os/exec"
	"strconv"
	"strings"
	"testing"

	"shanmen/internal/app"
	"shanmen/internal/base/clock"
)

const (
	processOf = "SHANMEN_TEST_PROCESS" // DATA_DIR and DATABASE_URL of a Process, separated by a line feed
	opensAt   = "open at "
)

// Process is the program in a separate process, with its own jobs and connections to an App's database.
type Process struct {
	t    testing.TB
	cmd  *exec.Cmd
	said io.Reader
}

// InProcess must be called first by a test that starts a Process or a Program: in the child process it runs the
// program, and returns true when it has ended.
func InProcess() bool {
	inProgram()
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

// Process starts the program again in a child process, for a test that called InProcess first. From then on the App's
// browsers use that process.
func (a *App) Process(t testing.TB) *Process {
	t.Helper()
	p := Begin(t, a.Place())
	url, is := p.Open()
	if !is {
		t.Fatal("the process ended before it was open")
	}
	a.URL = url
	return p
}

// Begin starts the program in a child process without waiting, for a test that called InProcess first.
func Begin(t testing.TB, at Place) *Process {
	t.Helper()
	exe, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	test, _, _ := strings.Cut(t.Name(), "/")
	p := &Process{t: t, cmd: exec.CommandContext(context.WithoutCancel(t.Context()), exe, "-test.run=^"+test+"$")}
	p.cmd.Env = append(os.Environ(), processOf+"="+at.Dir+"\n"+at.URL)
	p.cmd.Stderr = os.Stderr
	if p.said, err = p.cmd.StdoutPipe(); err == nil {
		err = p.cmd.Start()
	}
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(p.Kill)
	return p
}

// Open waits until the program answers at url; false if it ended before.
func (p *Process) Open() (url string, is bool) {
	for lines := bufio.NewScanner(p.said); lines.Scan(); {
		if url, is = strings.CutPrefix(lines.Text(), opensAt); is {
			return url, true
		}
	}
	return "", false
}

// Kill kills the process.
func (p *Process) Kill() {
	if err := p.cmd.Process.Kill(); err != nil && !errors.Is(err, os.ErrProcessDone) {
		p.t.Error(err)
	}
	_ = p.cmd.Wait()
}

// Try is Post that may fail: nil without an answer.
func (c *Client) Try(path string, body any) *Response {
	c.t.Helper()
	res, err := c.read(c.json(http.MethodPost, path, body))
	if err != nil {
		return nil
	}
	return res
}

// PeakMemory is the process's peak memory in bytes, as reported by the system.
func (p *Process) PeakMemory() int64 {
	p.t.Helper()
	status, err := os.ReadFile(fmt.Sprintf("/proc/%d/status", p.cmd.Process.Pid))
	_, peak, found := strings.Cut(string(status), "VmHWM:")
	if err != nil || !found { // not Linux: current memory
		out, err := exec.CommandContext(p.t.Context(), "ps", "-o", "rss=", "-p", fmt.Sprint(p.cmd.Process.Pid)).Output()
		if err != nil {
			p.t.Fatal(err)
		}
		peak = string(out)
	}
	kB, err := strconv.ParseInt(strings.Fields(peak)[0], 10, 64)
	if err != nil {
		p.t.Fatal(err)
	}
	return kB << 10
}
