package backup

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"slices"
	"strings"
	"syscall"
	"time"

	"shanmen/internal/platform/media"
)

// Manifest is the file list of a backup.
type Manifest struct {
	Form     int
	Name     string
	At       time.Time
	Version  string // of the program that made the backup
	ID       string // database id
	Schema   int64
	Orders   int64
	Accounts int64
	Database File
	Files    []File
	// Lost are files that the database names but that did not exist.
	Lost []string
}

// File is a file of a backup, under the temple's storage key.
type File struct {
	Key    string
	Size   int64
	SHA256 string
}

// List lists the backups in a folder, newest first.
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

// Read reads a backup's file list. The list ends with its own checksum; older versions wrote none.
func Read(ctx context.Context, in media.Store, name string) (*Manifest, error) {
	var b bytes.Buffer
	if _, err := drain(ctx, in, manifestKey(name), &b, maxManifest); err != nil {
		return nil, err
	}
	var m Manifest
	list := json.NewDecoder(bytes.NewReader(b.Bytes()))
	if err := list.Decode(&m); err != nil {
		return nil, notWritten(manifestKey(name))
	}
	text, sum := b.Bytes()[:list.InputOffset()], bytes.TrimSpace(b.Bytes()[list.InputOffset():])
	if len(sum) > 0 && string(sum) != fmt.Sprintf("%x", sha256.Sum256(text)) {
		return nil, notWritten(manifestKey(name))
	}
	switch {
	case m.Form > formNow:
		return nil, newer(name, m.Version)
	case m.Form != formNow || m.Name != name: // overwritten by another list
		return nil, notWritten(manifestKey(name))
	}
	return &m, nil
}

// unread are backups whose list this program cannot read.
type unread struct {
	damaged []string
	newer   []string // written by a newer version
}

func (u unread) names() []string { return slices.Concat(u.damaged, u.newer) }

// each calls fn for the backups of a folder, newest first, and collects those with an unreadable list.
func each(ctx context.Context, in media.Store, fn func(*Manifest) error) (not unread, err error) {
	names, err := List(ctx, in)
	if err != nil {
		return not, err
	}
	for _, name := range names {
		m, err := Read(ctx, in, name)
		switch {
		case errors.Is(err, ErrDamaged):
			not.damaged = append(not.damaged, name)
		case errors.Is(err, ErrNewer):
			not.newer = append(not.newer, name)
		case err != nil:
			return not, err
		default:
			if err := fn(m); err != nil {
				return not, err
			}
		}
	}
	return not, nil
}

// Size is the size of a backup's database and files in bytes, including files shared with earlier backups.
func (m *Manifest) Size() int64 {
	size := m.Database.Size
	for _, f := range m.Files {
		size += f.Size
	}
	return size
}

// TimeOf is the time in a backup's name, to the second; zero for any other name.
func TimeOf(name string) time.Time {
	t, err := time.ParseInLocation(nameForm, name, singapore)
	if err != nil {
		return time.Time{}
	}
	return t
}

// ErrDamaged means that a file is not as it was written: changed, truncated, missing, or on an unreadable part of a
// disk.
var ErrDamaged = errors.New("the place of the backups is damaged")

// ErrNewer means that only a newer version of the program can read or restore the backup.
var ErrNewer = errors.New("it was made by a newer Shanmen")

func newer(name, version string) error {
	return fmt.Errorf("backup %s: %w (%s): restore it with that", name, ErrNewer, version)
}

func notWritten(at string) error {
	return fmt.Errorf("backup: %s is not what was written: %w", at, ErrDamaged)
}

// source stores a read error separately from write errors.
type source struct {
	r   io.Reader
	err error
}

func (s *source) Read(p []byte) (int, error) {
	n, err := s.r.Read(p)
	if err != nil && err != io.EOF {
		s.err = err
	}
	return n, err
}

// damaged returns whether an error means that a part of the disk is unreadable. Unavailable storage is not damage.
func (s *source) damaged() bool { return errors.Is(s.err, syscall.EIO) }

// drain reads a stored file to its end, or to a limit.
func drain(ctx context.Context, from media.Store, at string, to io.Writer, limit int64) (int64, error) {
	f, err := from.Open(ctx, at)
	if errors.Is(err, fs.ErrNotExist) || errors.Is(err, syscall.EIO) || errors.Is(err, errTampered) {
		return 0, notWritten(at)
	}
	if err != nil {
		return 0, fmt.Errorf("backup: %s: %w", at, err)
	}
	defer func() { _ = f.Close() }()
	r := &source{r: io.LimitReader(f, limit)}
	n, err := io.Copy(to, r)
	if r.damaged() || errors.Is(err, errTampered) {
		return n, notWritten(at)
	}
	if err != nil {
		return n, fmt.Errorf("backup: %s: %w", at, err)
	}
	return n, nil
}

// copyOut reads a file of a backup to its end, and fails if its checksum differs.
func copyOut(ctx context.Context, from media.Store, at string, f File, to io.Writer) error {
	sum := sha256.New()
	n, err := drain(ctx, from, at, io.MultiWriter(sum, to), f.Size+1)
	if errors.Is(err, errOtherKey) { // a key opened the list, so this file itself is damaged
		err = notWritten(at)
	}
	if err != nil {
		return err
	}
	if n != f.Size || hex.EncodeToString(sum.Sum(nil)) != f.SHA256 {
		return notWritten(at)
	}
	return nil
}
