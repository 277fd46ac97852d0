// Package temple runs the built program with a demonstration temple, and visits it as devotees do. The programs of
// bench/ share it; they use only what an operator and a browser can see.
package temple

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
	"time"

	"shanmen/internal/testkit/port"
)

// patience bounds a start: seconds on a busy machine, some more for a demonstration on PostgreSQL.
const patience = 2 * time.Minute

// Program is the built program with the settings that it was started with.
type Program struct {
	URL, Dir string // where it answers, and its DATA_DIR

	binary, log string
	env         []string
	cmd         *exec.Cmd
	ended       chan struct{} // closed when cmd has ended
	reserved    io.Closer     // its port, also while it is stopped
}

// New prepares a program that keeps its data in dir. settings are NAME=value.
func New(binary, dir string, settings ...string) (*Program, error) {
	binary, err := filepath.Abs(binary)
	if err != nil {
		return nil, err
	}
	at, reserved, err := port.Reserve()
	if err != nil {
		return nil, err
	}
	p := &Program{URL: fmt.Sprintf("http://127.0.0.1:%d", at), Dir: dir, binary: binary, log: fmt.Sprintf("%s.%d.log", dir, at), reserved: reserved}
	// Disable the limit of calls a minute, and give each visitor an address through a proxy header.
	p.env = append([]string{
		"PATH=" + os.Getenv("PATH"), "HOME=" + os.Getenv("HOME"), "TMPDIR=" + os.Getenv("TMPDIR"), fmt.Sprint("PORT=", at), "BASE_URL=" + p.URL,
		"DATA_DIR=" + dir, "FLOOD_PER_MINUTE=0", "TRUSTED_PROXIES=127.0.0.1/32",
	}, settings...)
	return p, nil
}

// Start starts the program and waits until it is ready. more are additional settings for this start.
func (p *Program) Start(more ...string) (took time.Duration, err error) {
	began := time.Now()
	if err := p.Begin(more...); err != nil {
		return 0, err
	}
	for time.Since(began) < patience {
		if res, err := http.Get(p.URL + "/readyz"); err == nil {
			_ = res.Body.Close()
			if res.StatusCode == http.StatusOK {
				return time.Since(began), nil
			}
		}
		select {
		case <-p.ended:
			return 0, fmt.Errorf("the program ended at its start: %s", p.LastWords())
		case <-time.After(10 * time.Millisecond):
		}
	}
	return 0, fmt.Errorf("not ready within %v: %s", patience, p.LastWords())
}

// Begin starts the program without waiting.
func (p *Program) Begin(more ...string) error {
	log, err := os.OpenFile(p.log, os.O_CREATE|os.O_APPEND|os.O_WRONLY, 0o600)
	if err != nil {
		return err
	}
	defer func() { _ = log.Close() }()
	p.cmd = exec.Command(p.binary, "serve", "--demo")
	p.cmd.Env, p.cmd.Stderr = append(slices.Clone(p.env), more...), log
	if err := p.cmd.Start(); err != nil {
		return err
	}
	p.ended = make(chan struct{})
	go func(cmd *exec.Cmd, ended chan struct{}) { _ = cmd.Wait(); close(ended) }(p.cmd, p.ended)
	return nil
}

// PID is the id of the running process.
func (p *Program) PID() int { return p.cmd.Process.Pid }

// End waits until the program exits by itself, and returns its exit code.
func (p *Program) End(within time.Duration) (code int, err error) {
	select {
	case <-p.ended:
		return p.cmd.ProcessState.ExitCode(), nil
	case <-time.After(within):
		return 0, fmt.Errorf("it has not ended within %v", within)
	}
}

// Kill kills the program without giving it time to finish anything.
func (p *Program) Kill() {
	_ = p.cmd.Process.Kill()
	<-p.ended
}

// Stop asks the program to stop, as a service manager does.
func (p *Program) Stop() error {
	if err := p.cmd.Process.Signal(syscall.SIGTERM); err != nil {
		return err
	}
	code, err := p.End(time.Minute)
	if err == nil && code != 0 {
		err = fmt.Errorf("it ended with %d: %s", code, p.LastWords())
	}
	return err
}

// Remove ends the program if it runs, and removes its log.
func (p *Program) Remove() {
	if p.cmd != nil {
		p.Kill()
	}
	_ = os.Remove(p.log)
	_ = p.reserved.Close()
}

// LastWords returns the last line that the program logged.
func (p *Program) LastWords() string {
	b, _ := os.ReadFile(p.log)
	lines := strings.Split(strings.TrimSpace(string(b)), "\n")
	return lines[len(lines)-1]
}

// Ready returns the answer of /readyz.
func (p *Program) Ready(ctx context.Context) (status int, err error) {
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, p.URL+"/readyz", nil)
	if err != nil {
		return 0, err
	}
	res, err := http.DefaultClient.Do(req)
	if err != nil {
		return 0, err
	}
	return res.StatusCode, res.Body.Close()
}

// Folder creates a folder for one run; remove deletes it with its contents.
func Folder() (dir string, remove func(), err error) {
	dir, err = os.MkdirTemp("", "shanmen-bench-")
	return dir, func() { _ = os.RemoveAll(dir) }, err
}

// ErrNotHere says why a run is impossible on this machine.
var ErrNotHere = errors.New("cannot be done here")
