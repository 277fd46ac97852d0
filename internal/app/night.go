package app

import (
	"cmp"
	"context"
	"errors"
	"io/fs"
	"time"

	"shanmen/internal/platform/backup"
)

// retryNight is the delay before failed nightly work is retried.
const retryNight = time.Hour

// night truncates SQLite's log and makes the backup to BACKUP_TO, each night at BACKUP_AT. If the program was not
// running then, it makes the backup at its start. It stores when the work was last done.
type night struct {
	a    *App
	done time.Time // nights up to this time are done
	wait time.Time // no try before this time
}

func (n *night) poll(ctx context.Context) error {
	a, now := n.a, n.a.Clock.Now()
	if backup.Ahead(n.done, now) || backup.Ahead(n.wait, now) { // the clock was or is wrong
		n.done, n.wait = time.Time{}, time.Time{}
	}
	if now.Before(n.wait) {
		return nil
	}
	if n.done.IsZero() {
		n.done = now
		if a.Config.BackupTo != "" {
			last, err := lastBackup(ctx, a.Config)
			if err != nil {
				n.done = time.Time{}
				return n.failed(err, now)
			}
			if n.done = last; backup.Ahead(last, now) {
				n.done = time.Unix(1, 0) // so that Today reports it tonight
			}
		}
	}
	if !latestNight(now, a.Config.night).After(n.done) {
		return nil
	}
	if err := a.DB.Checkpoint(ctx); err != nil {
		a.Log.Warn("the database's log stays as long as it is", "error", err)
	}
	if a.Config.BackupTo != "" {
		if err := n.backUp(ctx); err != nil {
			return n.failed(err, now)
		}
	}
	n.done = now
	a.nightFailed.Store(false)
	return nil
}

// backUp makes the nightly backup, and once a week checks all files in the backup folder.
func (n *night) backUp(ctx context.Context) error {
	a := n.a
	if gone, err := backupsGone(ctx, a.Config); gone || err != nil {
		return cmp.Or(err, errBackupsGone)
	}
	return withBackups(a.Config, a.Clock, a.Log, func(place *backup.Maker) error {
		m, err := place.Make(ctx)
		if m == nil {
			return err
		}
		err = errors.Join(err, rememberPlace(a.Config))
		a.Log.Info("backup", "name", m.Name, "orders", m.Orders, "files", len(m.Files))
		if err != nil {
			a.Log.Error("after the backup, old ones could not be removed", "error", err)
		}
		var found backup.Checked
		due, err := place.CheckDue(ctx)
		if err == nil && due {
			found, err = place.Check(ctx, true)
		}
		if err != nil {
			a.Log.Error("the backups could not be read through: the next night tries again", "error", err)
		}
		if n := len(found.Damaged); n > 0 {
			a.Log.Error("files of the backups are damaged: \"shanmen backup verify\" names them", "files", n, "first", found.Damaged[0].Key)
		}
		return nil
	})
}

func (n *night) failed(err error, now time.Time) error {
	n.a.nightFailed.Store(true)
	n.a.Log.Error("no backup was made", "again", now.Add(retryNight).In(singapore).Format("15:04"), "error", err)
	n.wait = now.Add(retryNight)
	return err
}

// latestNight is the latest time up to now that is the given duration after midnight in Singapore.
func latestNight(now time.Time, afterMidnight time.Duration) time.Time {
	local := now.In(singapore)
	at := time.Date(local.Year(), local.Month(), local.Day(), 0, 0, 0, 0, singapore).Add(afterMidnight)
	if at.After(now) {
		at = at.AddDate(0, 0, -1)
	}
	return at
}

// lastBackup is the time of the newest backup with an undamaged file list, or long ago if there is none.
func lastBackup(ctx context.Context, cfg Config) (time.Time, error) {
	never := time.Unix(1, 0)
	from, err := cfg.backupsToRead()
	if errors.Is(err, fs.ErrNotExist) {
		return never, nil
	}
	if err != nil {
		return never, err
	}
	names, err := backup.List(ctx, from)
	for _, name := range names {
		switch _, err := backup.Read(ctx, from, name); {
		case err == nil, errors.Is(err, backup.ErrNewer):
			return backup.TimeOf(name), nil
		case !errors.Is(err, backup.ErrDamaged):
			return never, err
		}
	}
	return never, err
}
