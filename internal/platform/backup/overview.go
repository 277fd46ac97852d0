package backup

import (
	"context"
	"errors"
	"slices"
	"time"

	"shanmen/internal/platform/media"
)

// Listed is an entry of the backup list.
type Listed struct {
	Name    string
	At      time.Time
	Size    int64  // of the database and all files; 0: its manifest cannot be read
	Version string // of the program that made it
	// State is its known state.
	State State
	// Lacks is the number of its files found damaged by the last check.
	Lacks int
	// Checked is the time of the last check, if that was after the backup.
	Checked time.Time
}

// State is the known state of a backup.
type State string

// The states of a backup.
const (
	Sound      State = "sound"      // according to the last check
	Unverified State = "unverified" // not checked since it was made
	Lacking    State = "lacking"    // some of its files are damaged
	Broken     State = "broken"     // cannot be restored
	OfNewer    State = "newer"      // only a newer version can read it
	Encrypted  State = "encrypted"  // no configured key opens it
)

// Overview lists every backup of a folder, newest first, with its file list and the last check's result.
func Overview(ctx context.Context, in media.Store) ([]Listed, error) {
	names, err := List(ctx, in)
	if err != nil {
		return nil, err
	}
	last, err := LastCheck(ctx, in)
	if err != nil && !errors.Is(err, ErrSealed) {
		return nil, err
	}
	var out []Listed
	for _, name := range names {
		l := Listed{Name: name, At: TimeOf(name)}
		m, err := Read(ctx, in, name)
		switch {
		case err == nil:
			l.judge(m, last)
		case errors.Is(err, ErrDamaged):
			l.State = Broken
		case errors.Is(err, ErrNewer):
			l.State = OfNewer
		case errors.Is(err, ErrSealed):
			l.State = Encrypted
		default:
			return nil, err
		}
		out = append(out, l)
	}
	return out, nil
}

func (l *Listed) judge(m *Manifest, last Checked) {
	l.At, l.Size, l.Version, l.State = m.At, m.Size(), m.Version, Unverified
	if last.At.Before(m.At) {
		return
	}
	l.Checked, l.State = last.At, Sound
	for _, d := range last.Damaged {
		if slices.ContainsFunc(m.Files, func(f File) bool { return fileKey(f.Key) == d.Key }) {
			l.Lacks++
			l.State = Lacking
		}
	}
	if slices.Contains(last.Broken, m.Name) {
		l.State = Broken
	}
}
