package backup

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"shanmen/internal/platform/db"
	"shanmen/internal/platform/media"
)

const checkKey = "checked.json"

// Every byte of a backup folder is checked each week. The interval is half a day less, so that the check stays in the
// same night.
const checkEvery = 7*24*time.Hour - 12*time.Hour

// Checked is the result of checking a backup folder.
type Checked struct {
	At       time.Time
	Backups  int   // with a readable list
	Files    int   // of all backups, without duplicates
	Bytes    int64 // of databases and files
	Repaired []string
	Damaged  []Damage
	Broken   []string // backups that cannot be restored: list or database is damaged
	Newer    []string // backups whose list needs a newer version of the program; not checked
	// Newest is the newest restorable backup.
	Newest string
	Trial
}

// Trial is the result of the last trial restore. A check without one keeps the previous result.
type Trial struct {
	On    time.Time
	Tried bool // the newest backup was restored; without space, Needed and Free say so
	// Needed and Free are in bytes.
	Needed, Free int64
}

// Damage is a damaged or missing file of a backup folder.
type Damage struct {
	Key     string // path within the folder
	Newest  string // the newest backup that needs it
	Backups int    // the number of backups that need it
}

// LastCheck is the result of the last check; zero without one.
func LastCheck(ctx context.Context, in media.Store) (c Checked, err error) {
	var b bytes.Buffer
	_, err = drain(ctx, in, checkKey, &b, maxManifest)
	if err == nil && json.Unmarshal(b.Bytes(), &c) != nil {
		c = Checked{} // a damaged result counts as none: the next night checks again
	}
	if errors.Is(err, ErrDamaged) {
		err = nil
	}
	return c, err
}

// CheckDue returns whether a week has passed since the last check with a trial restore.
func (m *Maker) CheckDue(ctx context.Context) (bool, error) {
	last, err := LastCheck(ctx, m.To)
	return since(last.On, m.Clock.Now()) >= checkEvery, err
}

// Age is the time since the last check.
func (c Checked) Age(now time.Time) time.Duration { return since(c.At, now) }

// since is the time since a moment; infinite for a future one, as written with a wrong clock.
func since(at, now time.Time) time.Duration {
	if Ahead(at, now) {
		return math.MaxInt64
	}
	return now.Sub(at)
}

// clockSlack is the accepted difference between two clocks.
const clockSlack = time.Hour

// Ahead returns whether a time is in the future beyond clockSlack.
func Ahead(at, now time.Time) bool { return at.Sub(now) > clockSlack }

// Check reads every byte of the folder, repairs it from the temple's unchanged files, and stores the result. With trial
// it restores the newest backup into the work folder, if there is twice the space.
func (m *Maker) Check(ctx context.Context, trial bool) (Checked, error) {
	last, err := LastCheck(ctx, m.To)
	if err != nil {
		return Checked{}, err
	}
	out, err := m.Verify(ctx, trial)
	if err != nil {
		return out, err
	}
	if !trial {
		out.Trial = last.Trial
	}
	b, err := json.MarshalIndent(out, "", " ")
	if err != nil {
		return out, err
	}
	_, err = m.put(ctx, checkKey, checkKey, bytes.NewReader(b), int64(len(b)))
	return out, err
}

// pooled is a file of the folder, with the backups that need it.
type pooled struct {
	File
	newest  string
	backups int
}

// Verify is Check without storing the result. Without Files it repairs nothing and is read-only.
func (m *Maker) Verify(ctx context.Context, trial bool) (Checked, error) {
	out := Checked{At: m.Clock.Now()}
	if trial {
		out.On = out.At
	}
	pool := map[File]*pooled{}
	var last *Manifest
	not, err := each(ctx, m.To, func(one *Manifest) error {
		out.Backups++
		err := copyOut(ctx, m.To, databaseKey(one.Name), one.Database, io.Discard)
		switch {
		case errors.Is(err, ErrDamaged):
			out.broken(databaseKey(one.Name), one.Name)
		case err != nil:
			return err
		case last == nil && one.Schema <= db.Schema():
			last = one
		}
		out.Bytes += one.Database.Size
		for _, f := range one.Files {
			if pool[f] == nil {
				pool[f] = &pooled{File: f, newest: one.Name}
			}
			pool[f].backups++
		}
		return nil
	})
	if err != nil {
		return out, err
	}
	out.Newer = not.newer
	for _, name := range not.damaged {
		out.broken(manifestKey(name), name)
	}
	for _, f := range pool {
		if err := m.checkFile(ctx, f, &out); err != nil {
			return out, err
		}
	}
	if err := m.forgetGone(ctx, &out); err != nil {
		return out, err
	}
	slices.SortFunc(out.Damaged, func(a, b Damage) int { return strings.Compare(a.Key, b.Key) })
	slices.Sort(out.Repaired)
	if last == nil {
		return out, nil
	}
	out.Newest = last.Name
	return out, m.open(ctx, last, trial, &out)
}

// forgetGone ignores files deleted meanwhile because their backups expired.
func (m *Maker) forgetGone(ctx context.Context, out *Checked) error {
	names, err := List(ctx, m.To)
	out.Damaged = slices.DeleteFunc(out.Damaged, func(d Damage) bool { return !slices.Contains(names, d.Newest) })
	out.Broken = slices.DeleteFunc(out.Broken, func(name string) bool { return !slices.Contains(names, name) })
	return err
}

func (c *Checked) broken(key, name string) {
	c.Damaged = append(c.Damaged, Damage{Key: key, Newest: name, Backups: 1})
	c.Broken = append(c.Broken, name)
}

func (m *Maker) checkFile(ctx context.Context, f *pooled, out *Checked) error {
	at := fileKey(f.Key)
	out.Files++
	out.Bytes += f.Size
	err := copyOut(ctx, m.To, at, f.File, io.Discard)
	if !errors.Is(err, ErrDamaged) {
		return err
	}
	if m.Files != nil {
		whole, err := m.whole(ctx, f.File)
		if err != nil {
			return err
		}
		if whole {
			out.Repaired = append(out.Repaired, at)
			return m.repair(ctx, f.File)
		}
	}
	out.Damaged = append(out.Damaged, Damage{Key: at, Newest: f.newest, Backups: f.backups})
	return nil
}

func (m *Maker) repair(ctx context.Context, f File) error {
	from, err := m.Files.Open(ctx, f.Key)
	if err != nil {
		return err
	}
	defer func() { _ = from.Close() }()
	m.Log.Warn("a damaged file of the backups is repaired", "file", f.Key)
	_, err = m.put(ctx, fileKey(f.Key), f.Key, from, from.Size)
	return err
}

// open opens the newest undamaged database, and with trial restores all of its files if there is space.
func (m *Maker) open(ctx context.Context, last *Manifest, trial bool, out *Checked) error {
	free, err := m.Room(m.Work)
	if err != nil {
		free = 0
		m.Log.Warn("no backup is restored on trial: what is free on the disk is not known", "error", err)
	}
	out.Needed, out.Free = 2*last.Size(), free
	if free < 2*last.Database.Size {
		return nil
	}
	work, err := os.MkdirTemp(m.Work, ".backup-")
	if err != nil {
		return fmt.Errorf("backup: %w", err)
	}
	defer func() { _ = os.RemoveAll(work) }()
	file := filepath.Join(work, "trial.db")
	if trial && free >= out.Needed {
		files, err := media.OpenAt(filepath.Join(work, "files"))
		if err != nil {
			return err
		}
		if _, err = Restore(ctx, m.To, last, file, files); err == nil {
			out.Tried = true
		}
		return out.opened(last, err)
	}
	return out.opened(last, fetch(ctx, m.To, last, file))
}

// opened records that an undamaged database cannot be used.
func (c *Checked) opened(m *Manifest, err error) error {
	if errors.Is(err, ErrDamaged) {
		c.broken(databaseKey(m.Name), m.Name)
		return nil
	}
	return err
}
