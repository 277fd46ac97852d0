// Package backup copies a temple, its database and its files, to another place while it is open, and brings it back.
//
// The place is a folder or a bucket:
//
//	backups/20261123-030000.json   what one backup is made of; written last, so that without it there is no backup
//	databases/20261123-030000.db   the database of that moment, complete and plain SQLite
//	files/receipt/….jpg            pictures and papers, once for all backups that name them
package backup

import (
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
	"slices"
	"strings"
	"time"

	"shanmen/internal/clock"
	"shanmen/internal/db"
	"shanmen/internal/media"
)

const (
	nameForm    = "20060102-150405" // Singapore's time, as people there look for it
	formNow     = 1
	maxManifest = 1 << 30
	kindOfAll   = "application/octet-stream"
)

// singapore is where days begin.
var singapore = time.FixedZone("SGT", 8*60*60)

// Maker makes backups of one temple.
type Maker struct {
	Clock   clock.Clock
	Log     *slog.Logger
	URL     string      // of the SQLite database
	Files   media.Store // what its rows name
	To      media.Store
	Work    string // a folder for the copy in the making, of the temple's own rights
	Version string // of the program
}

// Manifest says what a backup is made of.
type Manifest struct {
	Form     int
	Name     string
	At       time.Time
	Version  string // of the program that made it
	ID       string // of the database
	Schema   int64
	Orders   int64
	Accounts int64
	Database File
	Files    []File
	// Lost are files that the database names and that were not there to be copied.
	Lost []string
}

// File is a file of a backup; its key is the temple's own.
type File struct {
	Key    string
	Size   int64
	SHA256 string
}

func manifestKey(name string) string { return "backups/" + name + ".json" }
func databaseKey(name string) string { return "databases/" + name + ".db" }
func fileKey(key string) string      { return "files/" + key }

// snapshots is how often the database is copied when files go away meanwhile.
const snapshots = 3

// Make makes a backup, reads back all that it wrote, and removes old backups; if only the removing fails, it returns
// the backup and the error. The database is copied first, because the files that its rows name were stored before them.
// When a file has gone before it could be copied, Make copies the database anew: the new copy no longer names it.
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
	c := copier{Maker: m, have: map[string]File{}}
	if err := c.know(ctx, earlier); err != nil {
		return nil, err
	}
	now := m.Clock.Now()
	for len(earlier) > 0 && earlier[0] >= now.In(singapore).Format(nameForm) { // within one second
		if now = now.Add(time.Second); earlier[0] > now.Add(time.Hour).In(singapore).Format(nameForm) {
			return nil, fmt.Errorf("backup: the newest there is of %s, which is still to come: set the clock", earlier[0])
		}
	}
	out := &Manifest{Form: formNow, At: now, Name: now.In(singapore).Format(nameForm), Version: m.Version}
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
	if out.Database, err = c.putDatabase(ctx, out.Name, file); err != nil {
		return nil, err
	}
	if err := c.putManifest(ctx, out); err != nil {
		return nil, err
	}
	return out, prune(ctx, m.To, now)
}

// copier copies what is not there yet.
type copier struct {
	*Maker
	have   map[string]File
	lastID string // of the database that the last backup is of
}

// know fills have with the files of earlier backups that are still there.
func (c *copier) know(ctx context.Context, earlier []string) error {
	there := map[string]int64{}
	err := c.To.Each(ctx, "files/", func(s media.Stored) error {
		there[strings.TrimPrefix(s.Key, "files/")] = s.Size
		return nil
	})
	if err != nil || len(earlier) == 0 {
		return err
	}
	last, err := Read(ctx, c.To, earlier[0])
	if err != nil {
		c.Log.Warn("the last backup cannot be read: every file is copied again", "error", err)
		return nil
	}
	c.lastID = last.ID
	for _, f := range last.Files {
		if size, is := there[f.Key]; is && size == f.Size {
			c.have[f.Key] = f
		}
	}
	return nil
}

func (c *copier) copy(ctx context.Context, keys []string) (files []File, lost []string, err error) {
	for _, key := range keys {
		f, is := c.have[key]
		if !is {
			f, err = c.copyFile(ctx, key)
			if errors.Is(err, fs.ErrNotExist) {
				lost = append(lost, key)
				continue
			}
			if err != nil {
				return nil, nil, err
			}
			c.have[key] = f
		}
		files = append(files, f)
	}
	return files, lost, nil
}

func (c *copier) copyFile(ctx context.Context, key string) (File, error) {
	from, err := c.Files.Open(ctx, key)
	if err != nil {
		return File{}, err
	}
	defer func() { _ = from.Close() }()
	return c.put(ctx, fileKey(key), key, from, from.Size)
}

// put writes, and reads again what was written.
func (c *copier) put(ctx context.Context, to, key string, r io.Reader, size int64) (File, error) {
	sum := sha256.New()
	if err := c.To.Put(ctx, to, io.TeeReader(r, sum), size, kindOfAll); err != nil {
		return File{}, fmt.Errorf("backup: %w", err)
	}
	f := File{Key: key, Size: size, SHA256: hex.EncodeToString(sum.Sum(nil))}
	return f, copyOut(ctx, c.To, to, f, io.Discard)
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

func (c *copier) putManifest(ctx context.Context, m *Manifest) error {
	b, err := json.MarshalIndent(m, "", " ")
	if err != nil {
		return err
	}
	_, err = c.put(ctx, manifestKey(m.Name), manifestKey(m.Name), strings.NewReader(string(b)), int64(len(b)))
	return err
}

// copyOut reads a file of a backup to its end, and fails if it is not what was written.
func copyOut(ctx context.Context, from media.Store, at string, f File, to io.Writer) error {
	r, err := from.Open(ctx, at)
	if err != nil {
		return fmt.Errorf("backup: %s: %w", at, err)
	}
	defer func() { _ = r.Close() }()
	sum := sha256.New()
	n, err := io.Copy(io.MultiWriter(sum, to), r)
	if err != nil {
		return fmt.Errorf("backup: %s: %w", at, err)
	}
	if n != f.Size || hex.EncodeToString(sum.Sum(nil)) != f.SHA256 {
		return fmt.Errorf("backup: %s is not what was written: the place of the backups is damaged", at)
	}
	return nil
}

// List names the backups in a place, newest first.
func List(ctx context.Context, in media.Store) ([]string, error) {
	var out []string
	err := in.Each(ctx, "backups/", func(s media.Stored) error {
		if name := strings.TrimSuffix(strings.TrimPrefix(s.Key, "backups/"), ".json"); manifestKey(name) == s.Key && !TimeOf(name).IsZero() {
			out = append(out, name)
		}
		return nil
	})
	slices.Sort(out)
	slices.Reverse(out)
	return out, err
}

// Read is what a backup says of itself.
func Read(ctx context.Context, in media.Store, name string) (*Manifest, error) {
	f, err := in.Open(ctx, manifestKey(name))
	if err != nil {
		return nil, fmt.Errorf("backup %s: %w", name, err)
	}
	defer func() { _ = f.Close() }()
	var m Manifest
	if err := json.NewDecoder(io.LimitReader(f, maxManifest)).Decode(&m); err != nil {
		return nil, fmt.Errorf("backup %s: %w", name, err)
	}
	if m.Form != formNow || m.Name != name {
		return nil, fmt.Errorf("backup %s: it is of a form that this program does not know", name)
	}
	return &m, nil
}

// Size is how many bytes the database and the files of a backup take, of whichever day they are.
func (m *Manifest) Size() int64 {
	size := m.Database.Size
	for _, f := range m.Files {
		size += f.Size
	}
	return size
}

// TimeOf is when a backup of this name was made, to the second; zero for what is no name of one.
func TimeOf(name string) time.Time {
	t, err := time.ParseInLocation(nameForm, name, singapore)
	if err != nil {
		return time.Time{}
	}
	return t
}
