package media

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path"
	"strings"
	"time"

	"shanmen/internal/base/id"
)

const (
	unfinished = ".unfinished-" // prefix of an unfinished file's name
	abandoned  = 24 * time.Hour // an unfinished file this old belongs to a crashed process
)

// disk stores files in one private folder. os.Root refuses to leave it, including by links.
type disk struct{ root *os.Root }

func openDisk(dir string) (Store, error) {
	if err := os.MkdirAll(dir, 0o700); err != nil {
		return nil, fmt.Errorf("media: %w", err)
	}
	root, err := os.OpenRoot(dir)
	if err != nil {
		return nil, fmt.Errorf("media: %w", err)
	}
	d := &disk{root}
	if err := errors.Join(os.Chmod(dir, 0o700), d.sweep()); err != nil {
		return nil, errors.Join(fmt.Errorf("media: %w", err), root.Close())
	}
	return d, nil
}

func (d *disk) Put(ctx context.Context, key string, r io.Reader, size int64, _ string) (err error) {
	if err := checkPut(key, size); err != nil {
		return err
	}
	if err := ctx.Err(); err != nil {
		return err
	}
	temp, err := d.write(exactly(r, size))
	if err != nil {
		return fmt.Errorf("media: store: %w", err)
	}
	folder := path.Dir(key)
	err = d.root.MkdirAll(folder, 0o700)
	if err == nil {
		err = d.root.Rename(temp, key)
	}
	if err != nil {
		return fmt.Errorf("media: store: %w", errors.Join(err, d.root.Remove(temp)))
	}
	// The names survive a crash only once their folders are synced.
	for ; ; folder = path.Dir(folder) {
		if err := d.sync(folder); err != nil {
			return fmt.Errorf("media: store: %w", err)
		}
		if folder == "." {
			return nil
		}
	}
}

// write writes a file atomically through a temporary name.
func (d *disk) write(r io.Reader) (string, error) {
	temp := unfinished + id.New()
	f, err := d.root.OpenFile(temp, os.O_CREATE|os.O_EXCL|os.O_WRONLY, 0o600)
	if err != nil {
		return "", err
	}
	_, err = io.Copy(f, r)
	if err == nil {
		err = f.Sync()
	}
	if err = errors.Join(err, f.Close()); err != nil {
		return "", errors.Join(err, d.root.Remove(temp))
	}
	return temp, nil
}

func (d *disk) sync(folder string) error {
	f, err := d.root.Open(folder)
	if err != nil {
		return err
	}
	return errors.Join(f.Sync(), f.Close())
}

func (d *disk) Open(ctx context.Context, key string) (*File, error) {
	if err := errors.Join(checkKey(key), ctx.Err()); err != nil {
		return nil, err
	}
	f, err := d.root.Open(key)
	if err != nil {
		return nil, fmt.Errorf("media: open: %w", err)
	}
	info, err := f.Stat()
	if err == nil && !info.Mode().IsRegular() {
		err = fs.ErrNotExist
	}
	if err != nil {
		return nil, errors.Join(fmt.Errorf("media: open: %w", err), f.Close())
	}
	return &File{f, info.Size()}, nil
}

func (d *disk) Delete(ctx context.Context, key string) error {
	if err := errors.Join(checkKey(key), ctx.Err()); err != nil {
		return err
	}
	if err := d.root.Remove(key); err != nil && !errors.Is(err, fs.ErrNotExist) {
		return fmt.Errorf("media: delete: %w", err)
	}
	return nil
}

func (d *disk) Each(ctx context.Context, prefix string, fn func(Stored) error) error {
	return fs.WalkDir(d.root.FS(), ".", func(key string, e fs.DirEntry, err error) error {
		switch {
		case errors.Is(err, fs.ErrNotExist) && key != ".":
			return nil // deleted meanwhile
		case err != nil || ctx.Err() != nil:
			return errors.Join(err, ctx.Err())
		case e.IsDir() && key != "." && !strings.HasPrefix(key+"/", prefix) && !strings.HasPrefix(prefix, key+"/"):
			return fs.SkipDir
		case e.IsDir() || !strings.HasPrefix(key, prefix) || checkKey(key) != nil:
			return nil
		}
		info, err := e.Info()
		if errors.Is(err, fs.ErrNotExist) {
			return nil
		}
		if err != nil {
			return err
		}
		return fn(Stored{key, info.Size(), info.ModTime()})
	})
}

func (d *disk) Check(context.Context) error {
	temp, err := d.write(strings.NewReader("ok"))
	if err == nil {
		err = d.root.Remove(temp)
	}
	if err != nil {
		return fmt.Errorf("media: the folder for files cannot be written: %w", err)
	}
	return nil
}

// sweep deletes unfinished files left by a crash. It measures their age by the file system's own clock, using a new
// file. Younger ones may belong to another process.
func (d *disk) sweep() error {
	probe, err := d.write(strings.NewReader(""))
	if err != nil {
		return err
	}
	now, err := d.root.Stat(probe)
	if err != nil {
		return err
	}
	entries, err := fs.ReadDir(d.root.FS(), ".")
	if err != nil {
		return err
	}
	for _, e := range entries {
		info, err := e.Info()
		if !strings.HasPrefix(e.Name(), unfinished) || err != nil {
			continue // deleted meanwhile
		}
		if e.Name() == probe || now.ModTime().Sub(info.ModTime()) > abandoned {
			if err := d.root.Remove(e.Name()); err != nil && !errors.Is(err, fs.ErrNotExist) {
				return err
			}
		}
	}
	return nil
}
