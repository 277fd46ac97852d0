package testkit

import (
	"bytes"
	"context"
	"fmt"
	"net/http"
	"os"
	"os/exec"
	"strings"
	"sync"
	"testing"
	"time"

	"shanmen/internal/app"
	"shanmen/internal/testkit/port"
)

const programOf = "SHANMEN_TEST_PROGRAM" // the arguments of a Program

// Program is the program as run on a machine: a separate process with arguments, settings, signals and log.
type Program struct {
	*Process
	URL string

	mu  sync.Mutex
	log bytes.Buffer
}

// inProgram is InProcess for a Program.
func inProgram() {
	args, is := os.LookupEnv(programOf)
	if !is {
		return
	}
	if err := app.Run(app.UntilSignal(context.Background()), strings.Fields(args), os.Environ(), os.Stdin, os.Stdout); err != nil {
		fmt.Fprintln(os.Stderr, "shanmen:", err)
		os.Exit(app.ExitCode(err))
	}
	os.Exit(0)
}

// StartProgram starts the program on existing storage without waiting, for a test that called InProcess first. Settings
// are NAME=value.
func StartProgram(t testing.TB, place Place, args string, settings ...string) *Program {
	t.Helper()
	at, reserved, err := port.Reserve()
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = reserved.Close() })
	exe, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	test, _, _ := strings.Cut(t.Name(), "/")
	p := &Program{URL: fmt.Sprintf("http://127.0.0.1:%d", at)}
	p.Process = &Process{t: t, cmd: exec.CommandContext(context.WithoutCancel(t.Context()), exe, "-test.run=^"+test+"$", "-test.bench=^"+test+"$")}
	p.cmd.Env = append(os.Environ(), programOf+"="+args, "DATA_DIR="+place.Dir, "DATABASE_URL="+place.URL, "FLOOD_PER_MINUTE=0",
		"ADDR=127.0.0.1", fmt.Sprint("PORT=", at))
	p.cmd.Env = append(p.cmd.Env, settings...)
	p.cmd.Stderr = p
	if err := p.cmd.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		p.Kill()
		if t.Failed() {
			t.Logf("the program's log:\n%s", p.Log())
		}
	})
	return p
}

// Write receives the log of the process.
func (p *Program) Write(b []byte) (int, error) {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.log.Write(b)
}

// Log is the log so far.
func (p *Program) Log() string {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.log.String()
}

// Says waits until the log contains the text.
func (p *Program) Says(text string) {
	p.t.Helper()
	p.until("its log says "+text, func() bool { return strings.Contains(p.Log(), text) })
}

// Ready waits until the program is ready for visitors.
func (p *Program) Ready() {
	p.t.Helper()
	p.until("it is ready", func() bool { return p.Readiness() == http.StatusOK })
}

// Readiness is the status of /readyz over a new connection, 0 if refused.
func (p *Program) Readiness() int {
	c := http.Client{Transport: &http.Transport{DisableKeepAlives: true}, Timeout: 10 * time.Second}
	res, err := c.Get(p.URL + "/readyz")
	if err != nil {
		return 0
	}
	_ = res.Body.Close()
	return res.StatusCode
}

func (p *Program) until(what string, is func() bool) {
	p.t.Helper()
	for end := time.Now().Add(time.Minute); !is(); {
		if time.Now().After(end) {
			p.t.Fatalf("a minute passed, and not yet: %s\n%s", what, p.Log())
		}
		<-time.After(20 * time.Millisecond)
	}
}

// Signal sends a signal to the process.
func (p *Program) Signal(s os.Signal) {
	p.t.Helper()
	if err := p.cmd.Process.Signal(s); err != nil {
		p.t.Fatal(err)
	}
}

// Pid is the process's number.
func (p *Program) Pid() int { return p.cmd.Process.Pid }

// Ended waits for the process to exit and returns the exit code; -1: killed by a signal.
func (p *Program) Ended() int {
	_ = p.cmd.Wait()
	return p.cmd.ProcessState.ExitCode()
}
