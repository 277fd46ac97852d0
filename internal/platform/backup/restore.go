package backup

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"

	"shanmen/internal/platform/db"
	"shanmen/internal/platform/media"
)

// Unfinished is the suffix of a database's name while it is being restored.
const Unfinished = ".restoring"

// Restore copies a backup into a new database file and a store, and returns the damaged files that were left out. A
// damaged database is an error. The database gets its final name last. An interrupted restore continues.
func Restore(ctx context.Context, from media.Store, m *Manifest, file string, files media.Store) (missing []File, err error) {
	if m.Schema > db.Schema() {
		return nil, newer(m.Name, m.Version)
	}
	temp := file + Unfinished
	if err := fetch(ctx, from, m, temp); err != nil {
		return nil, err
	}
	for _, f := range m.Files {
		err := restoreFile(ctx, from, f, files)
		if errors.Is(err, ErrDamaged) {
			missing = append(missing, f)
			continue
		}
		if err != nil {
			return nil, err
		}
	}
	return missing, os.Rename(temp, file)
}

// fetch copies the database of a backup and checks it completely.
func fetch(ctx context.Context, from media.Store, m *Manifest, temp string) error {
	f, err := os.OpenFile(filepath.Clean(temp), os.O_CREATE|os.O_TRUNC|os.O_WRONLY, 0o600)
	if err != nil {
		return err
	}
	err = copyOut(ctx, from, databaseKey(m.Name), m.Database, f)
	if err = errors.Join(err, f.Sync(), f.Close()); err != nil {
		return err
	}
	found, err := db.Inspect(ctx, temp)
	if ctx.Err() != nil {
		return ctx.Err()
	}
	if err != nil || found.ID != m.ID || found.Schema != m.Schema || found.Orders != m.Orders {
		return errors.Join(fmt.Errorf("backup %s: the database is not the one that it tells of: %w", m.Name, ErrDamaged), err)
	}
	return nil
}

// restoreFile copies a file that does not exist yet.
func restoreFile(ctx context.Context, from media.Store, f File, to media.Store) error {
	switch there, err := to.Open(ctx, f.Key); {
	case err == nil:
		_ = there.Close()
		if copyOut(ctx, to, f.Key, f, io.Discard) == nil {
			return nil
		}
	case !errors.Is(err, fs.ErrNotExist):
		return err
	}
	var b bytes.Buffer // ten megabytes at most
	if err := copyOut(ctx, from, fileKey(f.Key), f, &b); err != nil {
		return err
	}
	kind := kindOfAll
	if filepath.Ext(f.Key) == ".jpg" {
		kind = media.ContentType
	}
	return to.Put(ctx, f.Key, &b, f.Size, kind)
}
