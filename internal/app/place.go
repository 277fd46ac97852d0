package app

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"time"

	"shanmen/internal/base/id"
	"shanmen/internal/platform/backup"
	"shanmen/internal/platform/db"
	"shanmen/internal/platform/media"
)

// identityFile stores in DATA_DIR, and as an object in S3, the id of the database that the pictures belong to. Without
// it, an empty database next to full folders would pass for a new temple.
const identityFile = "database-id"

// storageWait bounds the S3 requests at startup.
const storageWait = 10 * time.Second

// databaseWait is how long a start waits for PostgreSQL, which may boot together with the program.
const databaseWait = time.Minute

// openPlace opens the database and the files if they belong together. anew creates a new temple where another's
// pictures are left.
func (a *App) openPlace(ctx context.Context, anew bool) (err error) {
	cfg := a.Config
	if err := os.MkdirAll(cfg.DataDir, 0o700); err != nil {
		return fmt.Errorf("DATA_DIR: %w", err)
	}
	if a.inUse, err = lockPlace(cfg.DataDir, false); err != nil {
		return err
	}
	err = db.Await(ctx, cfg.databaseURL(), databaseWait, func(why string) {
		a.Log.Warn("PostgreSQL does not answer yet: waiting for it", "most", databaseWait, "why", why)
	})
	if err != nil {
		return err
	}
	found, err := db.Look(ctx, cfg.databaseURL())
	if err != nil {
		return err
	}
	known, err := readIdentity(cfg.DataDir)
	if err != nil {
		return err
	}
	if err := a.mayOpen(found, known, anew); err != nil {
		return err
	}
	newID := id.New()
	if known != "" && !found.Empty {
		newID = known // a copy from before databases had ids
	}
	if err := a.upgrade(ctx, found, newID); err != nil {
		return err
	}
	if a.Files, err = media.Open(cfg.S3URL, cfg.DataDir); err != nil {
		return err
	}
	if err := a.claimStorage(ctx, found, anew); err != nil {
		return err
	}
	if known == a.DB.ID() {
		return nil
	}
	return writeIdentity(cfg.DataDir, a.DB.ID())
}

// mayOpen refuses a start that would silently create a second temple or mix two.
func (a *App) mayOpen(found db.Found, known string, anew bool) error {
	dir := absolute(a.Config.DataDir)
	full, err := hasFiles(filepath.Join(dir, "files"))
	if _, e := os.Stat(filepath.Join(dir, databaseName+backup.Unfinished)); e == nil {
		full = true
	}
	switch {
	case err != nil:
		return fmt.Errorf("DATA_DIR: %w", err)
	case anew && !found.Empty:
		return fmt.Errorf("%s holds a temple already: \"shanmen init\" begins only where there is none", found.At)
	case anew:
		return nil
	case found.Empty && (known != "" || full):
		by := `"shanmen restore"`
		if a.Config.DatabaseURL != "" {
			by = "pg_restore, as docs/operations.md shows"
		}
		return fmt.Errorf("the database %s is missing or empty, though %s was a temple's: put the database back, or take a backup (%s); \"shanmen init\" begins anew", found.At, dir, by)
	case found.ID != "" && known != "" && found.ID != known:
		return fmt.Errorf("the database %s is not the one that %s belongs to: start with those that belong together (if you know that they do, remove %s)", found.At, dir, filepath.Join(dir, identityFile))
	}
	return nil
}

// claimStorage stores the database id in S3, as identityFile does in the folder. Storage that does not answer only
// affects pictures, so only a new temple waits for it.
func (a *App) claimStorage(ctx context.Context, found db.Found, anew bool) error {
	if a.Config.S3URL == "" {
		return nil
	}
	ctx, cancel := context.WithTimeout(ctx, storageWait)
	defer cancel()
	known, err := storedIdentity(ctx, a.Files)
	switch {
	case err == nil && known == a.DB.ID():
		return nil
	case err == nil && known != "" && found.Empty && !anew:
		return fmt.Errorf("the database %s was empty, though the bucket of S3_URL has a temple's pictures: put the database back; \"shanmen init\" begins anew", found.At)
	case err == nil && known != "" && !anew:
		return fmt.Errorf("the database %s is not the one that the bucket of S3_URL belongs to: start with those that belong together (if you know that they do, remove its object %s)", found.At, identityFile)
	case err == nil:
		text := a.DB.ID() + "\n"
		err = a.Files.Put(ctx, identityFile, strings.NewReader(text), int64(len(text)), "text/plain")
	}
	if err != nil && found.Empty {
		return fmt.Errorf("S3_URL: %w", err)
	}
	if err != nil {
		a.Log.Warn("S3 does not say whether its pictures are this temple's", "error", err)
	}
	return nil
}

// databaseInPlace checks that the database answers in time, and that it and the folder are the ones that were opened.
func (a *App) databaseInPlace(ctx context.Context) error {
	ctx, cancel := context.WithTimeout(ctx, readyWithin)
	defer cancel()
	if err := a.DB.Ping(ctx); err != nil {
		return err
	}
	if a.filesElsewhere.Load() {
		return errFilesElsewhere
	}
	known, err := readIdentity(a.Config.DataDir)
	if err != nil {
		return fmt.Errorf("%w: %w", errFolder, err)
	}
	if known != a.DB.ID() {
		return fmt.Errorf("%w: %s does not name the database that was opened", errFolder, filepath.Join(absolute(a.Config.DataDir), identityFile))
	}
	return nil
}

var (
	errFilesElsewhere = errors.New("replicas of this temple keep their files elsewhere by now: stop this one, and start it with their S3_URL")
	errFolder         = errors.New("the folder was deleted or replaced")
)

// logPlace logs when the database or its folder disappears, and when it is back.
func (a *App) logPlace(ctx context.Context, lost bool) bool {
	err := a.databaseInPlace(ctx)
	switch {
	case ctx.Err() != nil || (err != nil) == lost:
		return lost
	case err != nil:
		a.Log.Error("not ready: nothing is taken in until this is mended", "error", err)
	default:
		a.Log.Info("ready again")
	}
	return !lost
}

// begin is "shanmen init": it creates a new temple next to the files of another one.
func begin(ctx context.Context, c invocation) error {
	cfg, err := LoadConfig(c.getenv, false)
	if err != nil {
		return err
	}
	a, err := New(ctx, cfg, Options{Log: logger(cfg, os.Stderr), Anew: true})
	if err != nil {
		return err
	}
	_, err = fmt.Fprintf(c.out, "A new temple begins in %s. Files that were there are left as they are.\n", absolute(cfg.DataDir))
	return errors.Join(err, a.Close())
}

func readIdentity(dir string) (string, error) {
	b, err := os.ReadFile(filepath.Join(dir, identityFile))
	if errors.Is(err, fs.ErrNotExist) {
		return "", nil
	}
	if err != nil {
		return "", fmt.Errorf("DATA_DIR: %w", err)
	}
	return string(bytes.TrimSpace(b)), nil
}

// storedIdentity returns the stored id, or "".
func storedIdentity(ctx context.Context, store media.Store) (string, error) {
	f, err := store.Open(ctx, identityFile)
	if errors.Is(err, fs.ErrNotExist) {
		return "", nil
	}
	if err != nil {
		return "", err
	}
	b, err := io.ReadAll(io.LimitReader(f, 100))
	return string(bytes.TrimSpace(b)), errors.Join(err, f.Close())
}

// writeIdentity writes the file atomically.
func writeIdentity(dir, databaseID string) error {
	temp, err := os.CreateTemp(dir, "."+identityFile+"-")
	if err != nil {
		return fmt.Errorf("DATA_DIR: %w", err)
	}
	_, err = temp.WriteString(databaseID + "\n")
	err = errors.Join(err, temp.Sync(), temp.Close())
	if err == nil {
		err = os.Rename(temp.Name(), filepath.Join(dir, identityFile))
	}
	if err != nil {
		return errors.Join(fmt.Errorf("DATA_DIR: %w", err), os.Remove(temp.Name()))
	}
	return syncFolder(dir)
}

func syncFolder(dir string) error {
	f, err := os.Open(filepath.Clean(dir))
	if err != nil {
		return err
	}
	return errors.Join(f.Sync(), f.Close())
}

// hasFiles returns whether any complete file exists below dir.
func hasFiles(dir string) (bool, error) {
	any := false
	err := filepath.WalkDir(dir, func(_ string, e fs.DirEntry, err error) error {
		switch {
		case errors.Is(err, fs.ErrNotExist):
			return nil
		case err != nil:
			return err
		case !e.IsDir() && !strings.HasPrefix(e.Name(), "."):
			any = true
			return fs.SkipAll
		}
		return nil
	})
	return any, err
}

func absolute(path string) string {
	if p, err := filepath.Abs(path); err == nil {
		return p
	}
	return path
}
