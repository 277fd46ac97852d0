package app

import (
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"os"
	"path/filepath"
	"time"

	"shanmen/internal/backup"
	"shanmen/internal/clock"
	"shanmen/internal/db"
	"shanmen/internal/media"
)

// singapore is where the night is.
var singapore = time.FixedZone("SGT", 8*60*60)

const shownTime = "2 January 2006, 15:04"

var errPostgresBackup = errors.New("the database is PostgreSQL: it is backed up and restored by pg_dump and pg_restore, as docs/operations.md shows")

// backUp is "shanmen backup": a backup now, whether or not the temple is open. It changes nothing of the temple, so that
// a newer program can make one before it migrates.
func backUp(ctx context.Context, c invocation) error {
	cfg, err := placeOfBackups("backup", c)
	if err != nil {
		return err
	}
	found, err := db.Look(ctx, cfg.databaseURL())
	if err != nil {
		return err
	}
	if found.Empty {
		return fmt.Errorf("there is nothing to back up: the database %s is missing or empty", found.At)
	}
	stdout := c.out
	return withBackups(cfg, programClock(), logger(cfg, os.Stderr), func(place *backup.Maker) error {
		m, err := place.Make(ctx)
		if m == nil {
			return err
		}
		fmt.Fprintf(stdout, "Backup %s: %d orders, %d accounts, %d files.", m.Name, m.Orders, m.Accounts, len(m.Files))
		if len(m.Lost) > 0 {
			fmt.Fprintf(stdout, "\n%d files that the database names are not there as they were, such as %s.", len(m.Lost), m.Lost[0])
		}
		found, failed := place.Check(ctx, false)
		if failed == nil && len(found.Damaged) == 0 {
			fmt.Fprint(stdout, " All of it was read again.")
		}
		fmt.Fprintln(stdout)
		tellChecked(stdout, found)
		return errors.Join(err, failed)
	})
}

// tellChecked says what reading a place found.
func tellChecked(stdout io.Writer, found backup.Checked) {
	for _, at := range found.Repaired {
		fmt.Fprintf(stdout, "%s was damaged, and is as it was: DATA_DIR still had it.\n", at)
	}
	for _, d := range found.Damaged {
		fmt.Fprintf(stdout, "%s is damaged: %d backups lack it, the newest is %s.\n", d.Key, d.Backups, d.Newest)
	}
}

// verifyBackups is "shanmen backup verify": it reads all that is in a place, and writes nothing there.
func verifyBackups(ctx context.Context, c invocation) error {
	stdout := c.out
	cfg, err := placeOfBackups("backup verify", c)
	if err != nil {
		return err
	}
	place, err := media.OpenAt(cfg.BackupTo)
	if err != nil {
		return err
	}
	work, err := os.MkdirTemp("", "shanmen-verify-")
	if err != nil {
		return err
	}
	defer func() { _ = os.RemoveAll(work) }()
	m := backup.Maker{Clock: programClock(), Log: logger(cfg, os.Stderr), To: place, Work: work, Room: freeAt}
	found, err := m.Verify(ctx, true)
	if err != nil {
		return err
	}
	if found.Backups == 0 && len(found.Damaged) == 0 {
		return fmt.Errorf("there is no backup in %s", withoutSecret(cfg.BackupTo))
	}
	fmt.Fprintf(stdout, "%d backups and %d files in %s, %d bytes: all of it was read.\n", found.Backups, found.Files, withoutSecret(cfg.BackupTo), found.Bytes)
	tellChecked(stdout, found)
	switch {
	case found.Tried:
		fmt.Fprintln(stdout, "The newest sound backup was restored on trial.")
	default:
		fmt.Fprintf(stdout, "Nothing was restored on trial: that needs %d bytes in %s, and %d are free.\n", found.Needed, os.TempDir(), found.Free)
	}
	if n := len(found.Damaged); n > 0 {
		return fmt.Errorf("%d files of the backups are damaged (\"shanmen backup\" repairs the pictures that DATA_DIR still has)", n)
	}
	_, err = fmt.Fprintln(stdout, "Nothing is damaged.")
	return err
}

// freeAt is how many bytes are free on the disk of a folder.
func freeAt(folder string) (int64, error) {
	room, err := roomAt(folder)
	return room.Free, err
}

// placeOfBackups reads the settings, with the place that the arguments may name.
func placeOfBackups(verb string, c invocation) (Config, error) {
	cfg, err := LoadConfig(c.getenv, false)
	if err != nil {
		return cfg, err
	}
	if cfg.DatabaseURL != "" {
		return cfg, errPostgresBackup
	}
	if len(c.args) == 1 {
		cfg.BackupTo = c.args[0]
	}
	if cfg.BackupTo == "" {
		return cfg, fmt.Errorf("\"shanmen %s\" needs a place: name a folder or s3:// address, or set BACKUP_TO", verb)
	}
	return cfg, cfg.mayBackUpTo(cfg.BackupTo)
}

// withBackups works on the place of the backups; a second one at the same time is refused.
func withBackups(cfg Config, clk clock.Clock, log *slog.Logger, do func(*backup.Maker) error) error {
	files, err := media.Open(cfg.S3URL, cfg.DataDir)
	if err != nil {
		return err
	}
	to, err := media.OpenAt(cfg.BackupTo)
	if err != nil {
		return fmt.Errorf("BACKUP_TO: %w", err)
	}
	work := filepath.Join(cfg.DataDir, "backup")
	if err := os.MkdirAll(work, 0o700); err != nil {
		return fmt.Errorf("DATA_DIR: %w", err)
	}
	lock, err := lockPlace(work, true)
	if err != nil {
		return fmt.Errorf("another backup is being made: %w", err)
	}
	defer func() { _ = lock.Close() }()
	if err := removeLeftovers(work); err != nil {
		return err
	}
	return do(&backup.Maker{
		Clock: clk, Log: log, URL: cfg.databaseURL(), Files: files, To: to, Work: work, Version: Version, Room: freeAt,
	})
}

// removeLeftovers removes the copies of backups that were killed. The lock is held: nobody else makes one.
func removeLeftovers(work string) error {
	left, err := filepath.Glob(filepath.Join(work, ".backup-*"))
	for _, dir := range left {
		err = errors.Join(err, os.RemoveAll(dir))
	}
	return err
}

// restore is "shanmen restore": a backup into an empty DATA_DIR.
func restore(ctx context.Context, c invocation) error {
	stdout := c.out
	cfg, err := placeOfBackups("restore", c)
	if err != nil {
		return err
	}
	from, err := media.OpenAt(cfg.BackupTo)
	if err != nil {
		return err
	}
	names, err := toRestore(ctx, from, cfg.BackupTo, c.at, stdout)
	if err != nil {
		return err
	}
	if err := os.MkdirAll(cfg.DataDir, 0o700); err != nil {
		return fmt.Errorf("DATA_DIR: %w", err)
	}
	lock, err := lockPlace(cfg.DataDir, true)
	if err != nil {
		return err
	}
	defer func() { _ = lock.Close() }()
	if err := mustBeFree(cfg); err != nil {
		return err
	}
	files, err := media.Open(cfg.S3URL, cfg.DataDir)
	if err != nil {
		return err
	}
	for i, name := range names {
		err := restoreOne(ctx, cfg, from, name, files, stdout)
		if !errors.Is(err, backup.ErrDamaged) || i == len(names)-1 {
			return err
		}
		fmt.Fprintf(stdout, "Backup %s cannot be restored: %v. The one before it is taken.\n", name, err)
	}
	return nil
}

// toRestore tells what is there, and names what to try: the backup that was asked for, or all of them, newest first.
func toRestore(ctx context.Context, from media.Store, place, name string, stdout io.Writer) ([]string, error) {
	names, err := backup.List(ctx, from)
	if err != nil {
		return nil, err
	}
	if len(names) == 0 {
		return nil, fmt.Errorf("there is no backup in %s", withoutSecret(place))
	}
	fmt.Fprintf(stdout, "%d backups in %s, from %s to %s.\n", len(names), withoutSecret(place), names[len(names)-1], names[0])
	if name != "" {
		return []string{name}, nil
	}
	return names, nil
}

// restoreOne restores a backup, with all of its files that are as they were written.
func restoreOne(ctx context.Context, cfg Config, from media.Store, name string, files media.Store, stdout io.Writer) error {
	m, err := backup.Read(ctx, from, name)
	if err != nil {
		return err
	}
	fmt.Fprintf(stdout, "Backup %s, made on %s in Singapore by Shanmen %s: %d orders, %d accounts, %d files.\n",
		m.Name, m.At.In(singapore).Format(shownTime), m.Version, m.Orders, m.Accounts, len(m.Files))
	if len(m.Lost) > 0 {
		fmt.Fprintf(stdout, "%d files were missing when it was made, such as %s.\n", len(m.Lost), m.Lost[0])
	}
	if known, err := bucketIdentity(ctx, cfg, files); err != nil || known != "" && known != m.ID {
		return errors.Join(err, fmt.Errorf("the bucket of S3_URL is not the one that backup %s is of", m.Name))
	}
	missing, err := backup.Restore(ctx, from, m, filepath.Join(cfg.DataDir, databaseName), files)
	if err != nil {
		return err
	}
	if m.ID != "" {
		if err := writeIdentity(cfg.DataDir, m.ID); err != nil {
			return err
		}
	}
	said := "every file is as it was written, and the database is sound"
	if len(missing) > 0 {
		said = fmt.Sprintf("the database is sound, but %d of %d files are not in the backup as they were written, and were left out", len(missing), len(m.Files))
	}
	fmt.Fprintf(stdout, "Restored into %s: %s. \"shanmen serve\" opens the temple.\n", absolute(cfg.DataDir), said)
	for _, f := range missing {
		fmt.Fprintf(stdout, "Left out: %s\n", f.Key)
	}
	return nil
}

// mustBeFree refuses a folder that has a temple, or what is left of one.
func mustBeFree(cfg Config) error {
	dir := absolute(cfg.DataDir)
	for _, name := range []string{databaseName, databaseName + "-wal", identityFile} {
		if _, err := os.Stat(filepath.Join(dir, name)); err == nil {
			return fmt.Errorf("%s holds a temple (%s): move the folder away, or set another DATA_DIR", dir, name)
		}
	}
	if _, err := os.Stat(filepath.Join(dir, databaseName+backup.Unfinished)); err == nil {
		return nil // a restore that was broken off goes on
	}
	full, err := hasFiles(filepath.Join(dir, "files"))
	if err == nil && full {
		err = fmt.Errorf("%s holds a temple's files: move the folder away, or set another DATA_DIR", dir)
	}
	return err
}

func bucketIdentity(ctx context.Context, cfg Config, files media.Store) (string, error) {
	if cfg.S3URL == "" {
		return "", nil
	}
	return storedIdentity(ctx, files)
}

func withoutSecret(place string) string {
	if b := bucketOf(place); len(place) > 5 && place[:5] == "s3://" {
		return "s3://" + b
	}
	return absolute(place)
}

// retryNight is when a night's work that failed is tried again.
const retryNight = time.Hour

// nights empties SQLite's log and makes the backup of BACKUP_TO, each night at BACKUP_AT. A backup that was missed
// because the program did not run is made at its start.
func (a *App) nights(ctx context.Context) {
	n := night{a: a}
	for every(ctx, time.Minute) {
		n.look(ctx)
	}
}

// night remembers what was done.
type night struct {
	a    *App
	done time.Time // up to when the work of the nights is done
	wait time.Time // until then nothing is tried
}

func (n *night) look(ctx context.Context) {
	a, now := n.a, n.a.Clock.Now()
	if now.Before(n.wait) {
		return
	}
	if n.done.IsZero() {
		n.done = now
		if a.Config.BackupTo != "" {
			last, err := lastBackup(ctx, a.Config.BackupTo)
			if err != nil {
				n.failed(err, now)
				n.done = time.Time{}
				return
			}
			n.done = last
		}
	}
	if !latestNight(now, a.Config.night).After(n.done) {
		return
	}
	if err := a.DB.Checkpoint(ctx); err != nil {
		a.Log.Warn("the database's log stays as long as it is", "error", err)
	}
	if a.Config.BackupTo != "" {
		if err := n.backUp(ctx); err != nil {
			n.failed(err, now)
			return
		}
	}
	n.done = now
}

// backUp makes the night's backup, and once a week reads all that is in the place.
func (n *night) backUp(ctx context.Context) error {
	a := n.a
	return withBackups(a.Config, a.Clock, a.Log, func(place *backup.Maker) error {
		m, err := place.Make(ctx)
		if m == nil {
			return err
		}
		a.Log.Info("backup", "name", m.Name, "orders", m.Orders, "files", len(m.Files))
		if err != nil {
			a.Log.Error("old backups could not be removed", "error", err)
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

func (n *night) failed(err error, now time.Time) {
	n.a.Log.Error("no backup was made", "again", now.Add(retryNight).In(singapore).Format("15:04"), "error", err)
	n.wait = now.Add(retryNight)
}

// latestNight is the last moment up to now at which it was so long after midnight in Singapore.
func latestNight(now time.Time, afterMidnight time.Duration) time.Time {
	local := now.In(singapore)
	at := time.Date(local.Year(), local.Month(), local.Day(), 0, 0, 0, 0, singapore).Add(afterMidnight)
	if at.After(now) {
		at = at.AddDate(0, 0, -1)
	}
	return at
}

// lastBackup is when the newest was made whose list can be read, long ago when there is none.
func lastBackup(ctx context.Context, place string) (time.Time, error) {
	from, err := media.OpenAt(place)
	if err != nil {
		return time.Unix(1, 0), err
	}
	names, err := backup.List(ctx, from)
	if err != nil {
		return time.Unix(1, 0), err
	}
	for _, name := range names {
		if _, err := backup.Read(ctx, from, name); !errors.Is(err, backup.ErrDamaged) {
			return backup.TimeOf(name), nil
		}
	}
	return time.Unix(1, 0), nil
}
