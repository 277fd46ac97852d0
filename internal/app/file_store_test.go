package app

import (
	"context"
	"io"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"shanmen/internal/base/clock"
	"shanmen/internal/testkit/pg"
	"shanmen/internal/testkit/together"
)

// replica is one of several programs on a PostgreSQL database, with its files in dir or in S3.
func replica(t *testing.T, clk clock.Clock, database, dir, s3 string) *App {
	t.Helper()
	cfg, err := LoadConfig(func(name string) string {
		return map[string]string{"DATA_DIR": dir, "DATABASE_URL": database, "S3_URL": s3}[name]
	}, false)
	if err != nil {
		t.Fatal(err)
	}
	a, err := New(t.Context(), cfg, Options{Clock: clk, Log: slog.New(slog.DiscardHandler), LightPasswords: true})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := a.Close(); err != nil {
			t.Errorf("close: %v", err)
		}
	})
	return a
}

func TestReplicasShareOneFileStore(t *testing.T) {
	t.Parallel()
	database, clk := pg.URL(t), clock.NewFake(time.Date(2026, 11, 23, 4, 0, 0, 0, time.UTC))
	here, there := filepath.Join(t.TempDir(), "here"), filepath.Join(t.TempDir(), "there")
	first := replica(t, clk, database, here, "")
	if err := first.claimFileStore(t.Context()); err != nil {
		t.Fatal(err)
	}
	if err := replica(t, clk, database, here, "").claimFileStore(t.Context()); err != nil {
		t.Errorf("a second replica on the same folder: %v", err)
	}

	// The first program is alive: it renews its lease while the other waits.
	alive := make(chan struct{})
	var beating sync.WaitGroup
	beating.Go(func() {
		for {
			select {
			case <-alive:
				return
			case <-time.After(50 * time.Millisecond):
			}
			clk.Advance(time.Second)
			if agreed, err := first.keepFilesIn(t.Context(), *first.files); err != nil || !agreed {
				t.Errorf("the replica that lives: %v %v", agreed, err)
			}
		}
	})
	other := replica(t, clk, database, there, "")
	err := other.claimFileStore(t.Context())
	close(alive)
	beating.Wait()
	for _, word := range []string{here, there, "S3_URL"} {
		if err == nil || !strings.Contains(err.Error(), word) {
			t.Errorf("a replica with a folder of its own: %v, want a refusal that names %s", err, word)
		}
	}

	// It stopped: the second program takes over the temple as soon as its own clock allows.
	clk.Advance(storeLeft + time.Millisecond)
	if err := other.claimFileStore(t.Context()); err != nil {
		t.Errorf("after the first replica ended: %v", err)
	}

	// The first had only been paused: from now on it is not ready.
	public := httptest.NewServer(first.Handler)
	defer public.Close()
	if status, _ := fetch(t, public.URL+"/readyz"); status != http.StatusOK {
		t.Errorf("before it looks: %d", status)
	}
	first.renewFileStore(t.Context())
	if status, _ := fetch(t, public.URL+"/readyz"); status != http.StatusServiceUnavailable {
		t.Errorf("while files are kept elsewhere: %d", status)
	}
	clk.Advance(storeLeft + time.Millisecond)
	first.renewFileStore(t.Context())
	if status, _ := fetch(t, public.URL+"/readyz"); status != http.StatusOK {
		t.Errorf("when the other one has ended: %d", status)
	}
}

func TestServeRefusesADifferentFileStore(t *testing.T) {
	t.Parallel()
	database := pg.URL(t)
	first := replica(t, clock.Real{}, database, filepath.Join(t.TempDir(), "here"), "")
	if err := first.claimFileStore(t.Context()); err != nil {
		t.Fatal(err)
	}
	ctx, stop := context.WithCancel(t.Context())
	var beating sync.WaitGroup
	beating.Go(func() {
		for sleep(ctx, 100*time.Millisecond) {
			first.renewFileStore(t.Context())
		}
	})
	there := filepath.Join(t.TempDir(), "there")
	err := Run(t.Context(), []string{"serve"}, []string{"DATA_DIR=" + there, "DATABASE_URL=" + database, "PORT=0", "LOG_LEVEL=error"}, nil, io.Discard)
	stop()
	beating.Wait()
	if err == nil || !strings.Contains(err.Error(), "another replica") {
		t.Errorf("serve: %v", err)
	}
}

// Of many programs with separate data folders that start at the same moment, one serves.
func TestOfReplicasWithDifferentFileStoresOnlyOneStarts(t *testing.T) {
	t.Parallel()
	database, clk := pg.URL(t), clock.NewFake(time.Date(2026, 11, 23, 4, 0, 0, 0, time.UTC))
	a := replica(t, clk, database, filepath.Join(t.TempDir(), "data"), "")
	var agreed atomic.Int64
	together.AtOnce(20, func(i int) {
		ok, err := a.keepFilesIn(t.Context(), fileStore{id: string(rune('a' + i)), place: "somewhere"})
		if err != nil {
			t.Error(err)
		}
		if ok {
			agreed.Add(1)
		}
	})
	if n := agreed.Load(); n != 1 {
		t.Errorf("%d of 20 places were agreed on", n)
	}
}

// A start that was killed while its clock was ahead does not lock others out.
func TestAFileStoreClaimFromTheFutureIsIgnored(t *testing.T) {
	t.Parallel()
	database, clk := pg.URL(t), clock.NewFake(time.Date(2026, 12, 23, 4, 0, 0, 0, time.UTC))
	dir := filepath.Join(t.TempDir(), "data")
	a := replica(t, clk, database, dir, "")
	if err := a.claimFileStore(t.Context()); err != nil {
		t.Fatal(err)
	}
	clk.Advance(-30 * 24 * time.Hour)
	if ok, err := a.keepFilesIn(t.Context(), fileStore{id: "elsewhere"}); err != nil || !ok {
		t.Errorf("%v %v", ok, err)
	}
}

func TestABucketIsOneFileStoreUnderEveryEndpointSpelling(t *testing.T) {
	t.Parallel()
	one, err := Config{S3URL: "s3://key:secret@s3.example:9000/temple?tls=0"}.store()
	if err != nil {
		t.Fatal(err)
	}
	two, err := Config{S3URL: "s3://other:word@s3.example:9000/temple"}.store()
	if err != nil || one != two || strings.Contains(one.id+one.place, "secret") {
		t.Errorf("%+v %+v %v", one, two, err)
	}
}

func TestAFileFolderKeepsItsID(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	names := make([]string, 10)
	together.AtOnce(len(names), func(i int) {
		var err error
		if names[i], err = nameFolder(dir); err != nil {
			t.Error(err)
		}
	})
	for _, name := range names {
		if name == "" || name != names[0] {
			t.Errorf("names of one folder: %q", names)
		}
	}
	if err := os.WriteFile(filepath.Join(dir, storeFile), nil, 0o600); err != nil {
		t.Fatal(err)
	}
	if _, err := nameFolder(dir); err == nil || !strings.Contains(err.Error(), storeFile) {
		t.Errorf("an empty name: %v", err)
	}
}
