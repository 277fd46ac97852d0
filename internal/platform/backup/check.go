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

// Each week every byte of a place is read. Half a day less, so that it is always the same night's work.
const checkEvery = 7*24*time.Hour - 12*time.Hour

// Checked is what reading every byte of a place found.
type Checked struct {
	At       time.Time
	Backups  int   // whose list could be read
	Files    int   // of all backups, each once
	Bytes    int64 // of databases and files
	Repaired []string
	Damaged  []Damage
	Broken   []string // backups whose list or database is damaged: they cannot be restored
	Newer    []string // backups whose list only a newer program can read: nothing of them was read
	// Newest is the newest backup that can be restored.
	Newest string
	Trial
}

// Trial is what the last restore on trial came to. A reading without one keeps that of the reading before.
type Trial struct {
	On    time.Time
	Tried bool // the newest backup was restored; where there was no room for it, Needed and Free say so
	// Needed and Free are bytes.
	Needed, Free int64
}

// Damage is something in a place that is not as it was written.
type Damage struct {
	Key     string // within the place
	Newest  string // the newest backup that lacks it
	Backups int    // how many lack it
}

// LastCheck is what the last reading of a place found, nothing where there was none.
func LastCheck(ctx context.Context, in media.Store) (c Checked, err error) {
	var b bytes.Buffer
	_, err = drain(ctx, in, checkKey, &b, maxManifest)
	if err == nil && json.Unmarshal(b.Bytes(), &c) != nil {
		c = Checked{} // a damaged note of it is none: the next night reads all again
	}
	if errors.Is(err, ErrDamaged) {
		err = nil
	}
	return c, err
}

// CheckDue tells whether a week has passed since the last reading with a trial.
func (m *Maker) CheckDue(ctx context.Context) (bool, error) {
	last, err := LastCheck(ctx, m.To)
	return since(last.On, m.Clock.Now()) >= checkEvery, err
}

// Age is how long ago a place was read.
func (c Checked) Age(now time.Time) time.Duration { return since(c.At, now) }

// since is how long ago a moment was; for ever, where a note is of a moment that is still to come, as one with a wrong clock is.
func since(at, now time.Time) time.Duration {
	if Ahead(at, now) {
		return math.MaxInt64
	}
	return now.Sub(at)
}

// clockSlack is how far two clocks may differ.
const clockSlack = time.Hour

// Ahead tells whether a moment is still to come, by more than clocks differ.
func Ahead(at, now time.Time) bool { return at.Sub(now) > clockSlack }

// Check reads every byte of the place, repairs what the temple still has as it was, and keeps what it found. A trial
// restores the newest backup into the folder for work, where there is twice the room for it.
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

// pooled is a file of the place, with the backups that name it.
type pooled struct {
	File
	newest  string
	backups int
}

// Verify is Check without a note of it. Without Files it repairs nothing, and only reads the place.
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

// forgetGone: what went meanwhile, because its time was over, is not damaged.
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

// open opens the newest sound database, and with trial restores all that belongs to it, where there is room.
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

// opened notes that a database, though it is as it was written, cannot be used.
func (c *Checked) opened(m *Manifest, err error) error {
	if errors.Is(err, ErrDamaged) {
		c.broken(databaseKey(m.Name), m.Name)
		return nil
	}
	return err
}
