package db

import (
	"context"
	"io"
	"net"
	"net/url"
	"path/filepath"
	"sync"
	"testing"
	"time"

	"shanmen/internal/platform/db/query"
	"shanmen/internal/testkit/pg"
)

// road is a proxy to a database server that can be closed and opened again.
type road struct {
	t      *testing.T
	from   string
	to     string
	mu     sync.Mutex
	gate   net.Listener
	travel []net.Conn
}

// roadTo returns a road to the server of a postgres:// URL, and the URL through it.
func roadTo(t *testing.T, target string) (*road, string) {
	t.Helper()
	u, err := url.Parse(target)
	if err != nil {
		t.Fatal(err)
	}
	r := &road{t: t, from: "127.0.0.1:0", to: u.Host}
	r.open()
	r.from = r.gate.Addr().String()
	t.Cleanup(r.close)
	u.Host = r.from
	return r, u.String()
}

func (r *road) open() {
	r.t.Helper()
	r.mu.Lock()
	defer r.mu.Unlock()
	gate, err := net.Listen("tcp", r.from)
	if err != nil {
		r.t.Fatal(err)
	}
	r.gate = gate
	go func() {
		for {
			from, err := gate.Accept()
			if err != nil {
				return
			}
			to, err := net.Dial("tcp", r.to)
			if err != nil {
				_ = from.Close()
				continue
			}
			r.mu.Lock()
			r.travel = append(r.travel, from, to)
			r.mu.Unlock()
			go func() { _, _ = io.Copy(to, from) }()
			go func() { _, _ = io.Copy(from, to) }()
		}
	}()
}

// close breaks every connection and refuses new ones.
func (r *road) close() {
	r.mu.Lock()
	defer r.mu.Unlock()
	_ = r.gate.Close()
	for _, c := range r.travel {
		_ = c.Close()
	}
	r.travel = nil
}

func putSetting(d *DB, key string) error {
	return d.Write(context.Background(), func(ctx context.Context, tx *Tx) error {
		return tx.PutSetting(ctx, query.PutSettingParams{Key: key, Value: "1"})
	})
}

// While a server restarts, reads and writes wait; a server that stays unreachable gives its own error.
func TestADatabaseOutageIsRetried(t *testing.T) {
	t.Parallel()
	r, target := roadTo(t, pg.URL(t))
	d, err := Open(t.Context(), target)
	if err != nil {
		t.Fatal(err)
	}
	defer d.Close()
	if err := putSetting(d, "before"); err != nil {
		t.Fatal(err)
	}
	d.engine.(*pgDB).wait = time.Minute

	// The connection breaks during two transactions, and is restored.
	var wg sync.WaitGroup
	var once sync.Once
	tries := 0
	wg.Go(func() {
		err := d.Write(context.Background(), func(ctx context.Context, tx *Tx) error {
			tries++
			once.Do(r.close)
			return tx.PutSetting(ctx, query.PutSettingParams{Key: "amid", Value: "1"})
		})
		if err != nil {
			t.Errorf("the write under way: %v", err)
		}
	})
	for {
		var c net.Conn
		if c, err = net.Dial("tcp", r.from); err != nil {
			break
		}
		_ = c.Close()
	}
	wg.Go(func() {
		if v, err := d.Read().Setting(context.Background(), "before"); err != nil || v != "1" {
			t.Errorf("a read meanwhile: %q, %v", v, err)
		}
	})
	wg.Go(func() {
		if err := putSetting(d, "meanwhile"); err != nil {
			t.Errorf("a write meanwhile: %v", err)
		}
	})
	r.open()
	wg.Wait()
	if tries < 2 {
		t.Errorf("the write under way ran %d times", tries)
	}

	r.close()
	d.engine.(*pgDB).wait = 0
	if err := putSetting(d, "after"); !Unavailable(err) {
		t.Errorf("a write to a server that is gone: %v", err)
	}
	if _, err := d.Read().Setting(t.Context(), "before"); !Unavailable(err) {
		t.Errorf("a read from a server that is gone: %v", err)
	}
}

// A database that was closed counts as unreachable too; a violated constraint does not.
func TestUnavailableErrorsAreRecognised(t *testing.T) {
	t.Parallel()
	for engine, target := range map[string]string{"sqlite": "sqlite:" + filepath.Join(t.TempDir(), "a.db"), "postgres": pg.URL(t)} {
		t.Run(engine, func(t *testing.T) {
			t.Parallel()
			d, err := Open(t.Context(), target)
			if err != nil {
				t.Fatal(err)
			}
			err = d.Write(t.Context(), func(ctx context.Context, tx *Tx) error {
				return tx.AddUserRole(ctx, query.AddUserRoleParams{UserID: "nobody", Role: "x"})
			})
			if err == nil || Unavailable(err) {
				t.Errorf("a broken rule: %v", err)
			}
			if _, err = d.Read().Setting(t.Context(), "none"); err == nil || Unavailable(err) {
				t.Errorf("no row: %v", err)
			}
			if err := d.Close(); err != nil {
				t.Fatal(err)
			}
			if err := putSetting(d, "late"); !Unavailable(err) {
				t.Errorf("a write after the end: %v", err)
			}
			if _, err := d.Read().Setting(t.Context(), "late"); !Unavailable(err) {
				t.Errorf("a read after the end: %v", err)
			}
		})
	}
}

// A commit whose response is lost may have succeeded: the error must not say that nothing was changed.
func TestACommitWithALostAnswerIsReportedAsUnsure(t *testing.T) {
	t.Parallel()
	target := pg.URL(t)
	s, through := pg.SnareBefore(t, target)
	d, err := Open(t.Context(), through)
	if err != nil {
		t.Fatal(err)
	}
	defer d.Close()
	s.Armed.Store(true)
	err = putSetting(d, "stands")
	s.Armed.Store(false)
	if !Unsure(err) || Unavailable(err) {
		t.Errorf("unsure %v, unavailable %v: %v", Unsure(err), Unavailable(err), err)
	}
	if v, err := d.Read().Setting(t.Context(), "stands"); err != nil || v != "1" {
		t.Errorf("what was committed: %q, %v", v, err)
	}
}

// A server that accepts queries but does not answer delays a read until its timeout, and no longer.
func TestAReadOfAHangingServerTimesOut(t *testing.T) {
	t.Parallel()
	s, through := pg.SnareBefore(t, pg.URL(t))
	d, err := Open(t.Context(), through)
	if err != nil {
		t.Fatal(err)
	}
	defer d.Close()
	d.engine.(*pgDB).longest = 100 * time.Millisecond
	s.Frozen.Store(true)
	ended := make(chan error, 1)
	go func() {
		_, err := d.Read().Setting(context.Background(), "any")
		ended <- err
	}()
	select {
	case err := <-ended:
		if !Unavailable(err) {
			t.Errorf("the read ended with %v", err)
		}
	case <-time.After(time.Minute):
		t.Error("the read still waits after a minute")
	}
}
