package app

import (
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"os"
	"time"
)

// servingFile in DATA_DIR is locked by the one process that serves the built-in database. Commands that open the
// database do not take this lock.
const servingFile = "serving"

// servingWait is how long a start waits for the previous process, which may be finishing its requests.
const servingWait = stopNotice + drainTime + lastTime + 10*time.Second

// serveAlone waits until no other process serves the built-in database, and locks it until close. It runs before any
// migration. PostgreSQL may have several replicas.
func serveAlone(ctx context.Context, cfg Config, log *slog.Logger, wait time.Duration) (io.Closer, error) {
	if cfg.DatabaseURL != "" {
		return io.NopCloser(nil), nil
	}
	if err := os.MkdirAll(cfg.DataDir, 0o700); err != nil {
		return nil, fmt.Errorf("DATA_DIR: %w", err)
	}
	const step = 200 * time.Millisecond
	for told := false; ; told = true {
		lock, err := lockBy(cfg.DataDir, servingFile, true)
		switch {
		case !errors.Is(err, errInUse):
			return lock, err
		case wait <= 0:
			return nil, fmt.Errorf("another program serves the database in DATA_DIR, and one at a time can (several need PostgreSQL): %w", err)
		case !told:
			log.Info("another program serves this database: waiting until it has stopped", "most", wait)
		}
		if !sleep(ctx, step) {
			return nil, ctx.Err()
		}
		wait -= step
	}
}
