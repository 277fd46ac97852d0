//go:build linux

package main

import (
	"bytes"
	"context"
	"database/sql"
	"errors"
	"fmt"
	"math/rand/v2"
	"net"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"time"

	"github.com/johannesboyne/gofakes3"
	"github.com/johannesboyne/gofakes3/backend/s3mem"
	"golang.org/x/sys/unix"
	_ "modernc.org/sqlite" // the "sqlite" driver

	"shanmen/bench/temple"
	"shanmen/internal/testkit/port"
)

// fault is one kind of machine failure that is injected while members order.
type fault struct {
	name    string
	engines []string
	movable bool // needs the program whose clock can be moved
	// prepare sets up what the fault needs before the program starts, and returns extra environment settings.
	prepare func(r *run) (settings []string, undo func(), err error)
	act     func(r *run) error
}

var (
	both = []string{"sqlite", "postgres"}
	file = []string{"sqlite"}
	net5 = []string{"postgres"}
)

var faults = []fault{
	{name: "kill", engines: both, act: kill},
	{name: "stop", engines: both, act: stop},
	{name: "full-disk", engines: file, prepare: smallDisk, act: fillDisk},
	{name: "file-limit", engines: file, act: limitFiles},
	{name: "fsync-error", engines: file, act: failSync},
	{name: "frozen-database", engines: net5, act: freeze},
	{name: "fail-over", engines: net5, act: failOver},
	{name: "store-away", engines: file, prepare: openStore, act: closeStore},
	{name: "clock-jump", engines: both, movable: true, act: jump},
	{name: "two-programs", engines: both, act: second},
}

// kill kills the program while orders are in progress, and starts it again.
func kill(r *run) error {
	var longest time.Duration
	for range *rounds {
		time.Sleep(time.Duration(50+rand.IntN(1000)) * time.Millisecond)
		r.program.Kill()
		took, err := r.program.Start()
		if err != nil {
			return err
		}
		longest = max(longest, took)
		if err := r.afterOrders(*members); err != nil {
			return err
		}
	}
	r.note("killed %d times, longest start %v", *rounds, longest.Round(10*time.Millisecond))
	return nil
}

// stop ends it as a service manager does.
func stop(r *run) error {
	var longest time.Duration
	for range *rounds {
		time.Sleep(time.Duration(50+rand.IntN(500)) * time.Millisecond)
		began := time.Now()
		if err := r.program.Stop(); err != nil {
			return err
		}
		longest = max(longest, time.Since(began))
		if _, err := r.program.Start(); err != nil {
			return err
		}
		if err := r.afterOrders(*members); err != nil {
			return err
		}
	}
	r.want(r.ledger.cut == 0, "requests in hand were cut off")
	r.note("stopped %d times with 0, longest stop %v", *rounds, longest.Round(10*time.Millisecond))
	return nil
}

// smallDisk puts DATA_DIR on a disk of its own.
func smallDisk(r *run) ([]string, func(), error) {
	dir := filepath.Join(r.folder, "data")
	if err := os.MkdirAll(dir, 0o700); err != nil {
		return nil, nil, err
	}
	if err := unix.Mount("tmpfs", dir, "tmpfs", 0, "size=48m"); err != nil {
		return nil, nil, fmt.Errorf("%w: a small disk cannot be mounted (%v); file-limit does the like", temple.ErrNotHere, err)
	}
	return nil, func() { _ = unix.Unmount(dir, unix.MNT_DETACH) }, nil
}

// outage makes a service unavailable until no order succeeds any more, or for a given time. It records the time from
// the service's return to the next successful order.
func (r *run) outage(away, back func() error, long time.Duration) error {
	if err := away(); err != nil {
		return err
	}
	time.Sleep(long)
	status, err := r.program.Ready(context.Background())
	r.want(err == nil, "it does not live: %v", err)
	during, _ := r.ledger.taken()
	if err := back(); err != nil {
		return err
	}
	returned := time.Now()
	for {
		if now, last := r.ledger.taken(); now > during && last.After(returned) {
			r.note("ready meanwhile %d, next order %v after", status, last.Sub(returned).Round(10*time.Millisecond))
			return nil
		}
		if time.Since(returned) > time.Minute {
			return fmt.Errorf("no order within a minute after: %s", r.program.LastWords())
		}
		time.Sleep(5 * time.Millisecond)
	}
}

// fillDisk fills the disk completely until the ballast file is removed.
func fillDisk(r *run) error {
	ballast := filepath.Join(r.program.Dir, "ballast")
	return r.outage(func() error {
		f, err := os.Create(ballast)
		if err != nil {
			return err
		}
		for chunk := make([]byte, 4<<10); err == nil; {
			_, err = f.Write(chunk)
		}
		if !errors.Is(err, syscall.ENOSPC) {
			return err
		}
		return f.Close()
	}, func() error { return os.Remove(ballast) }, 5*time.Second)
}

// limitFiles stops the program from growing any file beyond the size of the database's log, so that writes fail as on a
// full disk.
func limitFiles(r *run) error {
	var before unix.Rlimit
	limit := func(l unix.Rlimit) error { return unix.Prlimit(r.program.PID(), unix.RLIMIT_FSIZE, &l, nil) }
	if err := unix.Prlimit(r.program.PID(), unix.RLIMIT_FSIZE, nil, &before); err != nil {
		return fmt.Errorf("%w: %v", temple.ErrNotHere, err)
	}
	return r.outage(func() error { return limit(unix.Rlimit{Cur: 4 << 10, Max: before.Max}) },
		func() error { return limit(before) }, 5*time.Second)
}

// failSync makes every fsync of the program fail with EIO, using strace.
func failSync(r *run) error {
	if _, err := exec.LookPath("strace"); err != nil {
		return fmt.Errorf("%w: there is no strace", temple.ErrNotHere)
	}
	var said bytes.Buffer
	tracer := exec.Command("strace", "-f", "-p", fmt.Sprint(r.program.PID()), "-o", os.DevNull,
		"-e", "trace=fsync,fdatasync", "-e", "inject=fsync,fdatasync:error=EIO")
	tracer.Stderr = &said
	if err := tracer.Start(); err != nil {
		return err
	}
	ended := make(chan struct{})
	go func() { _ = tracer.Wait(); close(ended) }()
	err := r.outage(func() error {
		select {
		case <-ended:
			return fmt.Errorf("%w: strace: %s", temple.ErrNotHere, said.String())
		case <-time.After(time.Second):
			return nil
		}
	}, func() error {
		err := tracer.Process.Signal(os.Interrupt)
		<-ended
		return err
	}, 4*time.Second)
	return err
}

// freeze suspends the database while its connections stay open.
func freeze(r *run) error { return r.outage(r.server.Freeze, r.server.Thaw, 8*time.Second) }

// failOver kills the database without a checkpoint and restarts it two seconds later at the same address, with the same
// data.
func failOver(r *run) error {
	if err := r.outage(r.server.Crash, r.server.Again, 2*time.Second); err != nil {
		return err
	}
	return r.afterOrders(*members)
}

// openStore starts an S3 server for pictures that the test can close.
func openStore(r *run) ([]string, func(), error) {
	backend := s3mem.New()
	if err := backend.CreateBucket("temple"); err != nil {
		return nil, nil, err
	}
	store.handler = gofakes3.New(backend).Server()
	at, reserved, err := port.Reserve()
	if err != nil {
		return nil, nil, err
	}
	store.addr = fmt.Sprint("127.0.0.1:", at)
	settings := []string{"S3_URL=s3://key:secret@" + store.addr + "/temple?tls=0&region=us-east-1"}
	return settings, func() { _, _ = store.server.Close(), reserved.Close() }, store.open()
}

var store s3

type s3 struct {
	addr    string
	handler http.Handler
	server  *http.Server
}

func (s *s3) open() error {
	l, err := net.Listen("tcp", s.addr)
	if err != nil {
		return err
	}
	s.server = &http.Server{Handler: s.handler, ReadHeaderTimeout: time.Minute}
	go func(server *http.Server) { _ = server.Serve(l) }(s.server)
	return nil
}

// closeStore stops the S3 server: cash orders still succeed, and an upload gets 503.
func closeStore(r *run) error {
	sender := r.crowd[0].Visitor
	send := func() (status int, took time.Duration, err error) {
		picture := temple.Noise(90, 160)
		began := time.Now()
		a, err := sender.Upload(context.Background(), "/api/upload/receipt", "transfer.png", picture)
		return a.Status, time.Since(began), err
	}
	before, _, err := send()
	if err != nil {
		return err
	}
	if err := store.server.Close(); err != nil {
		return err
	}
	taken, _ := r.ledger.taken()
	away, took, err := send()
	if err != nil {
		return err
	}
	if err := r.afterOrders(*members); err != nil {
		return fmt.Errorf("orders in cash without the store: %w", err)
	}
	during, _ := r.ledger.taken()
	if err := store.open(); err != nil {
		return err
	}
	after, _, err := send()
	r.want(before == 200 && away == 503 && after == 200, "a picture is answered %d, %d, %d", before, away, after)
	r.note("a picture is answered %d, then %d after %v, then %d; %d orders in cash meanwhile", before, away, took.Round(10*time.Millisecond), after, during-taken)
	return err
}

// jump moves the clock by hours while members order, and once starts the program ten days ahead, as on a machine with a
// wrong clock. No order may expire because of it.
func jump(r *run) error {
	for _, by := range []string{"1h", "-1h", "6h", "-6h"} {
		var now struct{ Now time.Time }
		if err := r.program.Visit().Must(http.MethodPost, "/test/clock", map[string]string{"advance": by}, &now, ""); err != nil {
			return err
		}
		if err := r.afterOrders(*members); err != nil {
			return fmt.Errorf("after a jump of %s: %w", by, err)
		}
	}
	r.pause.Lock() // logins expire within ten days
	defer r.pause.Unlock()
	if err := r.program.Stop(); err != nil {
		return err
	}
	if _, err := r.program.Start("CLOCK_AT=" + time.Now().Add(240*time.Hour).Format(time.RFC3339)); err != nil {
		return err
	}
	time.Sleep(65 * time.Second) // wait for the jobs that run each minute
	var clock struct{ Held bool }
	desk := r.program.Visit()
	err := desk.LogIn("treasurer")
	if err == nil {
		err = desk.Must(http.MethodGet, "/api/admin/clock", nil, &clock, "")
	}
	r.want(clock.Held, "nobody is asked whether the clock is right")
	if err = errors.Join(err, r.program.Stop()); err != nil {
		return err
	}
	_, err = r.program.Start()
	r.note("jumps of 1 and 6 hours ahead and back, a start ten days ahead: held %v", clock.Held)
	return err
}

// second starts one more program on the same data. With SQLite it is refused and the first one keeps serving; with
// PostgreSQL it runs as a replica.
func second(r *run) error {
	settings := []string{}
	if r.server != nil {
		settings = append(settings, "DATABASE_URL="+r.server.URL)
	}
	other, err := temple.New(*binary, r.program.Dir, settings...)
	if err != nil {
		return err
	}
	if r.server != nil {
		took, err := other.Start()
		if err != nil {
			return err
		}
		defer other.Remove()
		if err := r.afterOrders(*members); err != nil {
			return err
		}
		r.note("a replica beside it after %v", took.Round(10*time.Millisecond))
		return other.Stop()
	}
	began := time.Now()
	if err := other.Begin(); err != nil {
		return err
	}
	code, err := other.End(time.Minute)
	if err != nil {
		other.Kill()
		return err
	}
	status, err := r.program.Ready(context.Background())
	r.want(code != 0, "the second one ended with 0")
	r.want(status == http.StatusOK, "the first one is ready: %d", status)
	r.note("the second ended with %d after %v", code, time.Since(began).Round(100*time.Millisecond))
	return err
}

// sound runs an integrity check over a whole database.
func sound(dir string) error {
	d, err := sql.Open("sqlite", "file:"+filepath.Join(dir, "shanmen.db")+"?mode=ro")
	if err != nil {
		return err
	}
	defer func() { _ = d.Close() }()
	var said string
	if err := d.QueryRow("PRAGMA integrity_check").Scan(&said); err != nil || strings.TrimSpace(said) != "ok" {
		return fmt.Errorf("the database is not sound: %s %v", said, err)
	}
	return nil
}
