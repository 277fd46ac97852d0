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

	"shanmen/internal/db"
	"shanmen/internal/media"
)

// Unfinished is added to a database's name while it is restored.
const Unfinished = ".restoring"

// Restore copies a backup into a new database file and a store, and fails if any of it is not as it was written. The
// database gets its name when everything is there. A restore that was broken off continues where it was.
func Restore(ctx context.Context, from media.Store, m *Manifest, file string, files media.Store) error {
	if m.Schema > db.Schema() {
		return fmt.Errorf("backup %s was made by a newer Shanmen (%s): restore it with that", m.Name, m.Version)
	}
	temp := file + Unfinished
	if err := fetch(ctx, from, m, temp); err != nil {
		return err
	}
	found, err := db.Inspect(ctx, temp)
	if err == nil && (found.ID != m.ID || found.Schema != m.Schema || found.Orders != m.Orders) {
		err = fmt.Errorf("backup %s: the database is not the one that it tells of", m.Name)
	}
	if err != nil {
		return err
	}
	for _, f := range m.Files {
		if err := restoreFile(ctx, from, f, files); err != nil {
			return err
		}
	}
	return os.Rename(temp, file)
}

func fetch(ctx context.Context, from media.Store, m *Manifest, temp string) error {
	f, err := os.OpenFile(filepath.Clean(temp), os.O_CREATE|os.O_TRUNC|os.O_WRONLY, 0o600)
	if err != nil {
		return err
	}
	err = copyOut(ctx, from, databaseKey(m.Name), m.Database, f)
	return errors.Join(err, f.Sync(), f.Close())
}

// restoreFile copies a file that is not there yet.
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
