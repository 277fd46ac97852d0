package app

import (
	"log/slog"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

// One program at a time serves the built-in database. A second waits for the first to end, and exits when it does not;
// replicas on PostgreSQL do not exclude each other.
func TestOnlyOneProcessServesASQLiteDatabase(t *testing.T) {
	t.Parallel()
	log := slog.New(slog.DiscardHandler)
	cfg := Config{DataDir: filepath.Join(t.TempDir(), "data")}
	first, err := serveAlone(t.Context(), cfg, log, 0)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := serveAlone(t.Context(), cfg, log, 0); err == nil || !strings.Contains(err.Error(), "PostgreSQL") || !strings.Contains(err.Error(), cfg.DataDir) {
		t.Errorf("a second one: %v", err)
	}
	if verb, err := lockPlace(cfg.DataDir, false); err != nil {
		t.Errorf("a verb beside it: %v", err)
	} else {
		_ = verb.Close()
	}
	replica := cfg
	replica.DatabaseURL = "postgres://elsewhere"
	if lock, err := serveAlone(t.Context(), replica, log, 0); err != nil {
		t.Errorf("a replica: %v", err)
	} else {
		_ = lock.Close()
	}
	waited := make(chan error)
	go func() {
		second, err := serveAlone(t.Context(), cfg, log, time.Minute)
		if err == nil {
			err = second.Close()
		}
		waited <- err
	}()
	if err := first.Close(); err != nil {
		t.Fatal(err)
	}
	if err := <-waited; err != nil {
		t.Errorf("once the first has ended: %v", err)
	}
}
