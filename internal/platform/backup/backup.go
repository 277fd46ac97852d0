// Package backup copies a temple, its database and its files, to another place while it is open, and brings it back.
//
// The backup folder is a directory or a bucket:
//
//	backups/20261123-030000.json   the file list of one backup; written last, so that without it there is no backup
//	databases/20261123-030000.db   the database of that time, a complete plain SQLite file
//	files/receipt/….jpg            pictures and documents, shared by all backups that list them
//	checked.json                   the result of the last check of everything
//
// With a key each of these is an encrypted age file (age-encryption.org) under the same name.
//
// Rows are written after the files they name, so a backup copies the database first and then the files that this copy
// names; when one was deleted in between, it starts with a newer copy (decision 23).
package backup

import (
	"bytes"
	"cmp"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"log/slog"
	"os"
	"path/filepath"
	"strings"
	"time"

	"shanmen/internal/base/clock"
	"shanmen/internal/platform/db"
	"shanmen/internal/platform/media"
)

const (
	nameForm    = "20060102-150405" // in Singapore time, for the people who search for it
	formNow     = 1
	maxManifest = 1 << 30
	kindOfAll   = "application/octet-stream"
)

// singapore is the time zone of days.
var singapore = time.FixedZone("SGT", 8*60*60)

// Maker makes backups of one temple.
type Maker struct {
	Clock   clock.Clock
	Log     *slog.Logger
	URL     string      // URL of the SQLite database
	Files   media.Store // the files that its rows name
	To      media.Store
	Work    string // a private folder for the copy in progress
	Version string // of the program
	// Room returns the free bytes on the disk of a folder.
	Room func(folder string) (int64, error)
}

func manifestKey(name string) string { return "backups/" + name + ".json" }
func databaseKey(name string) string { return "databases/" + name + ".db" }
func fileKey(key string) string      { return "files/" + key }

// snapshots is how often the database is copied again when files disappear meanwhile.
const snapshots = 3

// Make makes a backup, verifies everything it wrote, and removes old backups; if only the removing fails, it returns
// both the backup and the error. The database is copied first, because files are stored before the rows that name them.
// If a file is deleted before it is copied, Make copies the database again: the new copy does not name it.
func (m *Maker) Make(ctx context.Context) (*Manifest, error) {
	earlier, err := List(ctx, m.To)
	if err != nil {
		return nil, err
	}
	work, err := os.MkdirTemp(m.Work, ".backup-")
	if err != nil {
		return nil, fmt.Errorf("backup: %w", err)
	}
	defer func() { _ = os.RemoveAll(work) }()
	c := copier{Maker: m, known: map[string]File{}, there: map[string]int64{}}
	if err := c.know(ctx); err != nil {
		return nil, err
	}
	made := m.Clock.Now()
	now := made
	for len(earlier) > 0 && earlier[0] >= now.In(singapore).Format(nameForm) { // made within the same second
		if now = now.Add(time.Second); Ahead(TimeOf(earlier[0]), now) {
			return nil, fmt.Errorf("backup: the newest there is of %s, which is still to come: set the clock, or remove %s if the clock was wrong then", earlier[0], manifestKey(earlier[0]))
		}
	}
	out := &Manifest{Form: formNow, At: made, Name: now.In(singapore).Format(nameForm), Version: m.Version}
	var file string
	for try := range snapshots {
		file = filepath.Join(work, fmt.Sprintf("%d.db", try))
		if err := db.Snapshot(ctx, m.URL, file); err != nil {
			return nil, fmt.Errorf("backup: %w", err)
		}
		found, err := db.Inspect(ctx, file)
		if err != nil {
			return nil, fmt.Errorf("backup: %w", err)
		}
		if c.lastID != "" && found.ID != "" && found.ID != c.lastID {
			return nil, errors.New("backup: the place holds backups of another temple: name one of its own")
		}
		out.ID, out.Schema, out.Orders, out.Accounts = found.ID, found.Schema, found.Orders, found.Accounts
		if out.Files, out.Lost, err = c.copy(ctx, found.Files); err != nil {
			return nil, err
		}
		if len(out.Lost) == 0 {
			break
		}
	}
	if len(out.Lost) > 0 {
		m.Log.Error("files that the database names are not there; the backup is made without them", "files", len(out.Lost), "first", out.Lost[0])
	}
	if out.Database, err = c.putDatabase(ctx, out.Name, file); err == nil {
		err = c.putManifest(ctx, out)
	}
	if err != nil {
		c.takeBack(ctx, out.Name)
		return nil, err
	}
	return out, prune(ctx, m.To, now)
}

// copier copies the files that the backup folder lacks.
type copier struct {
	*Maker
	known  map[string]File  // the files listed by earlier backups
	there  map[string]int64 // sizes of the files in the backup folder
	lastID string           // database id of the last backup
}

// errLost: the temple's own file is gone or damaged.
var errLost = errors.New("backup: a file is lost")

// know reads the contents of the backup folder.
func (c *copier) know(ctx context.Context) error {
	err := c.To.Each(ctx, "files/", func(s media.Stored) error {
		c.there[strings.TrimPrefix(s.Key, "files/")] = s.Size
		return nil
	})
	if err != nil {
		return err
	}
	not, err := each(ctx, c.To, func(m *Manifest) error {
		if c.lastID == "" {
			c.lastID = m.ID
		}
		for _, f := range m.Files {
			if _, is := c.known[f.Key]; !is {
				c.known[f.Key] = f
			}
		}
		return nil
	})
	if len(not.damaged) > 0 {
		c.Log.Warn("backups whose list is damaged count as none", "backups", not.damaged)
	}
	if len(not.newer) > 0 {
		c.Log.Warn("backups of a newer Shanmen cannot be read", "backups", not.newer)
	}
	return err
}

func (c *copier) copy(ctx context.Context, keys []string) (files []File, lost []string, err error) {
	for _, key := range keys {
		f, err := c.copyFile(ctx, key)
		if errors.Is(err, errLost) {
			lost = append(lost, key)
			continue
		}
		if err != nil {
			return nil, nil, err
		}
		c.known[key], c.there[key] = f, storedSize(c.To, f.Size)
		files = append(files, f)
	}
	return files, lost, nil
}

// copyFile copies a file unless the folder has it. One that is missing or truncated there is copied again only if the
// temple's own file is unchanged.
func (c *copier) copyFile(ctx context.Context, key string) (File, error) {
	f, is := c.known[key]
	size, stored := c.there[key]
	if is && stored && size == storedSize(c.To, f.Size) {
		return f, nil
	}
	if is {
		switch whole, err := c.whole(ctx, f); {
		case err == nil && !whole && stored && size == f.Size:
			return f, nil // stored before there was a key
		case err != nil || !whole:
			return File{}, cmp.Or(err, errLost)
		}
	}
	open, err := c.Files.Open(ctx, key)
	if errors.Is(err, fs.ErrNotExist) {
		return File{}, errLost
	}
	if err != nil {
		return File{}, err
	}
	defer func() { _ = open.Close() }()
	from := &source{r: open}
	out, err := c.put(ctx, fileKey(key), key, from, open.Size)
	if from.damaged() {
		err = errors.Join(err, errLost)
	}
	return out, err
}

// whole returns whether the temple's file is exactly the one that was copied.
func (m *Maker) whole(ctx context.Context, f File) (bool, error) {
	err := copyOut(ctx, m.Files, f.Key, f, io.Discard)
	if errors.Is(err, ErrDamaged) {
		return false, nil
	}
	return err == nil, err
}

// put writes a file and verifies it.
func (m *Maker) put(ctx context.Context, to, key string, r io.Reader, size int64) (File, error) {
	sum := sha256.New()
	if err := m.To.Put(ctx, to, io.TeeReader(r, sum), size, kindOfAll); err != nil {
		return File{}, fmt.Errorf("backup: %w", err)
	}
	f := File{Key: key, Size: size, SHA256: hex.EncodeToString(sum.Sum(nil))}
	return f, copyOut(ctx, m.To, to, f, io.Discard)
}

func (c *copier) putDatabase(ctx context.Context, name, file string) (File, error) {
	from, err := os.Open(filepath.Clean(file))
	if err != nil {
		return File{}, fmt.Errorf("backup: %w", err)
	}
	defer func() { _ = from.Close() }()
	info, err := from.Stat()
	if err != nil {
		return File{}, fmt.Errorf("backup: %w", err)
	}
	return c.put(ctx, databaseKey(name), databaseKey(name), from, info.Size())
}

// takeBack removes what a failed backup has written, so that failed tries do not fill the disk: the list first, so that
// no backup is listed without its database.
func (c *copier) takeBack(ctx context.Context, name string) {
	ctx = context.WithoutCancel(ctx)
	err := c.To.Delete(ctx, manifestKey(name))
	if err == nil {
		err = c.To.Delete(ctx, databaseKey(name))
	}
	if err != nil {
		c.Log.Warn("what a backup that failed has left could not be removed", "name", name, "error", err)
	}
}

func (c *copier) putManifest(ctx context.Context, m *Manifest) error {
	b, err := json.MarshalIndent(m, "", " ")
	if err != nil {
		return err
	}
	b = fmt.Appendf(b, "\n%x\n", sha256.Sum256(b))
	_, err = c.put(ctx, manifestKey(m.Name), manifestKey(m.Name), bytes.NewReader(b), int64(len(b)))
	return err
}
