package db_test

import (
	"context"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"shanmen/internal/platform/db"
	"shanmen/internal/testkit/pg"
	"shanmen/internal/testkit/together"
)

// Two transactions that lock the same rows in opposite order: PostgreSQL aborts one of them, and it is retried without
// the visitor noticing.
func TestDeadlocksAreRetried(t *testing.T) {
	t.Parallel()
	d := open(t, pg.URL(t))
	for _, key := range []string{"a", "b"} {
		if err := d.Write(t.Context(), func(ctx context.Context, tx *db.Tx) error { return put(ctx, tx, key, "0") }); err != nil {
			t.Fatal(err)
		}
	}
	var runs, committed atomic.Int64
	holds := [2]chan struct{}{make(chan struct{}), make(chan struct{})}
	keys := [2]string{"a", "b"}
	together.AtOnce(2, func(i int) {
		first := true
		err := d.Write(t.Context(), func(ctx context.Context, tx *db.Tx) error {
			runs.Add(1)
			tx.AfterCommit(func() { committed.Add(1) })
			if err := put(ctx, tx, keys[i], "1"); err != nil {
				return err
			}
			if first {
				first = false
				close(holds[i])
				<-holds[1-i]
			}
			return put(ctx, tx, keys[1-i], "1")
		})
		if err != nil {
			t.Errorf("writer %d: %v", i, err)
		}
	})
	// The retried one may lock its first row before the other wakes up: then they deadlock once more.
	if runs.Load() < 3 || committed.Load() != 2 {
		t.Errorf("%d runs and %d commits, want 3 or more and 2", runs.Load(), committed.Load())
	}
}

// Replicas that start together on a new database: one migrates, the others wait.
func TestReplicasMigrateTogether(t *testing.T) {
	t.Parallel()
	url := pg.URL(t)
	together.AtOnce(5, func(int) {
		d, err := db.Open(t.Context(), url)
		if err != nil {
			t.Error(err)
			return
		}
		if _, err := d.Read().Settings(t.Context()); err != nil {
			t.Error(err)
		}
		if err := d.Close(); err != nil {
			t.Error(err)
		}
	})
}

// Writes that wait for one row use separate connections: reads are answered.
func TestReadersDoNotWaitForWriters(t *testing.T) {
	t.Parallel()
	d := open(t, pg.URL(t))
	if err := d.Write(t.Context(), func(ctx context.Context, tx *db.Tx) error { return put(ctx, tx, "a", "0") }); err != nil {
		t.Fatal(err)
	}
	const writers = 60
	locked, release, held := make(chan struct{}), make(chan struct{}), make(chan error, writers)
	go func() {
		held <- d.Write(t.Context(), func(ctx context.Context, tx *db.Tx) error {
			err := put(ctx, tx, "a", "1")
			close(locked)
			<-release
			return err
		})
	}()
	<-locked
	var begun sync.WaitGroup
	for range writers - 1 {
		begun.Add(1)
		go func() {
			begun.Done()
			held <- d.Write(t.Context(), func(ctx context.Context, tx *db.Tx) error { return put(ctx, tx, "a", "2") })
		}()
	}
	begun.Wait()
	ctx, cancel := context.WithTimeout(t.Context(), 10*time.Second)
	defer cancel()
	for range 2_000 { // long enough for all writers to arrive
		if _, err := d.Read().Settings(ctx); err != nil {
			t.Errorf("a reader behind the writers of one row: %v", err)
			break
		}
	}
	close(release)
	for range writers {
		if err := <-held; err != nil {
			t.Error(err)
		}
	}
}
