//go:build linux

package temple

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"time"

	"github.com/jackc/pgx/v5"

	"shanmen/internal/testkit/pg"
)

// Postgres is a temporary server with one database that commits synchronously.
type Postgres struct {
	URL string // of the database

	server  *pg.Server
	data    string
	command []string  // the command line that started it
	again   *exec.Cmd // the server after a crash
}

// StartPostgres starts a server.
func StartPostgres() (*Postgres, error) {
	server, err := pg.Start()
	if err != nil {
		return nil, err
	}
	p := &Postgres{server: server, URL: strings.Replace(server.URL, "/postgres?", "/temple?", 1)}
	if err := p.prepare(); err != nil {
		server.Stop()
		return nil, err
	}
	return p, nil
}

func (p *Postgres) prepare() error {
	ctx, cancel := context.WithTimeout(context.Background(), patience)
	defer cancel()
	c, err := pgx.Connect(ctx, p.server.URL)
	if err != nil {
		return err
	}
	defer func() { _ = c.Close(ctx) }()
	// The tests' server answers before a commit is on disk, and a crash would lose it; this one must not.
	for _, statement := range []string{"CREATE DATABASE temple", "ALTER DATABASE temple SET synchronous_commit = on"} {
		if _, err := c.Exec(ctx, statement); err != nil {
			return err
		}
	}
	if err := c.QueryRow(ctx, "SHOW data_directory").Scan(&p.data); err != nil {
		return err
	}
	opts, err := os.ReadFile(filepath.Join(p.data, "postmaster.opts"))
	if err != nil {
		return err
	}
	for _, word := range strings.Fields(string(opts)) {
		p.command = append(p.command, strings.Trim(word, `"`))
	}
	return nil
}

// pids are the process ids of the server and its children.
func (p *Postgres) pids() ([]int, error) {
	b, err := os.ReadFile(filepath.Join(p.data, "postmaster.pid"))
	if err != nil {
		return nil, err
	}
	first, _, _ := strings.Cut(string(b), "\n")
	server, err := strconv.Atoi(first)
	if err != nil {
		return nil, err
	}
	pids := []int{server}
	children, err := os.ReadFile(fmt.Sprintf("/proc/%d/task/%d/children", server, server))
	for _, word := range strings.Fields(string(children)) {
		if child, err := strconv.Atoi(word); err == nil {
			pids = append(pids, child)
		}
	}
	return pids, err
}

func (p *Postgres) signal(s syscall.Signal) error {
	pids, err := p.pids()
	for _, pid := range pids {
		if e := syscall.Kill(pid, s); e != nil && !errors.Is(e, syscall.ESRCH) {
			err = errors.Join(err, e)
		}
	}
	return err
}

// Freeze suspends the server: connections stay open but nothing answers.
func (p *Postgres) Freeze() error { return p.signal(syscall.SIGSTOP) }

// Thaw resumes the server.
func (p *Postgres) Thaw() error { return p.signal(syscall.SIGCONT) }

// Crash kills the server without a checkpoint and cuts its connections.
func (p *Postgres) Crash() error {
	pids, err := p.pids()
	if err != nil {
		return err
	}
	if err := syscall.Kill(pids[0], syscall.SIGQUIT); err != nil {
		return err
	}
	for began := time.Now(); time.Since(began) < patience; time.Sleep(10 * time.Millisecond) {
		if p.again != nil {
			_ = p.again.Wait()
		}
		if _, err := os.Stat(filepath.Join(p.data, "postmaster.pid")); os.IsNotExist(err) || syscall.Kill(pids[0], 0) != nil {
			return nil
		}
	}
	return errors.New("the server does not end")
}

// Again restarts the server on the data left by the crash.
func (p *Postgres) Again() error {
	info, err := os.Stat(p.data)
	if err != nil {
		return err
	}
	owner := info.Sys().(*syscall.Stat_t)
	p.again = exec.Command(p.command[0], p.command[1:]...)
	p.again.Dir, p.again.Env = p.data, []string{"LC_ALL=C", "TZ=UTC"}
	if os.Getuid() == 0 {
		p.again.SysProcAttr = &syscall.SysProcAttr{Credential: &syscall.Credential{Uid: owner.Uid, Gid: owner.Gid}}
	}
	return p.again.Start()
}

// Stop ends the server and removes its files.
func (p *Postgres) Stop() {
	_ = p.Thaw()
	if p.again != nil {
		_ = p.again.Process.Signal(syscall.SIGQUIT)
		_ = p.again.Wait()
	}
	p.server.Stop()
}
