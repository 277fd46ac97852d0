package app

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"time"

	"shanmen/internal/platform/db"
)

// beforeUpgrade is the file name prefix of the copy made of the built-in database before a newer version migrates it;
// the schema number follows.
const beforeUpgrade = "before-upgrade-"

// upgrade opens the database and logs what it does. Before a newer version migrates the built-in database it keeps a
// copy, with which the older version can be started again.
func (a *App) upgrade(ctx context.Context, found db.Found, newID string) error {
	from, to := found.Schema, db.Schema()
	changes := from > 0 && from < to && !found.Empty
	if changes {
		a.Log.Info("the database is to be brought up to date", "from", from, "to", to)
		if err := a.keepCopy(ctx, from); err != nil {
			return err
		}
	}
	began := time.Now()
	d, err := db.OpenAs(ctx, a.Config.databaseURL(), newID)
	if err != nil {
		return err
	}
	a.DB = d.WithClock(a.Clock)
	if changes {
		a.Log.Info("the database is up to date", "from", from, "to", to, "took", time.Since(began).Round(time.Millisecond))
	}
	return nil
}

// keepCopy makes a verified SQLite copy and keeps it until the next upgrade.
func (a *App) keepCopy(ctx context.Context, schema int64) error {
	if a.Config.DatabaseURL != "" {
		a.Log.Warn("of PostgreSQL no copy is kept: the way back is a pg_dump that was made before, as docs/upgrade.md shows")
		return nil
	}
	work := filepath.Join(a.Config.DataDir, "backup")
	if err := os.MkdirAll(work, 0o700); err != nil {
		return fmt.Errorf("DATA_DIR: %w", err)
	}
	if err := roomForCopy(filepath.Join(a.Config.DataDir, databaseName), work); err != nil {
		return err
	}
	to := filepath.Join(work, fmt.Sprint(beforeUpgrade, schema, ".db"))
	temp := to + ".unfinished"
	if err := os.Remove(temp); err != nil && !errors.Is(err, fs.ErrNotExist) {
		return fmt.Errorf("DATA_DIR: %w", err)
	}
	if err := db.Snapshot(ctx, a.Config.databaseURL(), temp); err != nil {
		return fmt.Errorf("the copy before an upgrade: %w", err)
	}
	if _, err := db.Inspect(ctx, temp); err != nil {
		return fmt.Errorf("the copy before an upgrade: %w", err)
	}
	earlier, err := filepath.Glob(filepath.Join(work, beforeUpgrade+"*"))
	if err == nil {
		err = errors.Join(os.Rename(temp, to), syncFolder(work))
	}
	if err != nil {
		return fmt.Errorf("the copy before an upgrade: %w", err)
	}
	for _, old := range earlier {
		if old != to && old != temp {
			err = errors.Join(err, os.Remove(old))
		}
	}
	if err != nil {
		a.Log.Warn("the copy of an earlier upgrade could not be removed", "error", err)
	}
	a.Log.Info("a copy of the database as it was is kept until the next upgrade", "file", absolute(to))
	return nil
}

// roomForCopy refuses an upgrade whose copy would fill the disk.
func roomForCopy(file, folder string) error {
	info, err := os.Stat(file)
	if err != nil {
		return fmt.Errorf("DATA_DIR: %w", err)
	}
	if free, err := freeAt(folder); err == nil && free < info.Size() {
		return fmt.Errorf("the database is to be brought up to date, and there is no room in %s for the copy that is kept of it before: it takes %d MB, and %d are free", absolute(folder), info.Size()>>20, free>>20)
	}
	return nil
}
