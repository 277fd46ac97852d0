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

	"shanmen"
	"shanmen/internal/base/clock"
	"shanmen/internal/platform/backup"
	"shanmen/internal/platform/media"
)

// singapore is the time zone of the nightly backup.
var singapore = time.FixedZone("SGT", 8*60*60)

const shownTime = "2 January 2006, 15:04"

var errPostgresBackup = errors.New("the database is PostgreSQL: it is backed up and restored by pg_dump and pg_restore, as docs/operations.md shows")

// backUp is "shanmen backup": it makes a backup now, whether or not the program is serving. It does not change the
// temple, so a newer version can make a backup before it migrates.
func backUp(ctx context.Context, c invocation) error {
	cfg, err := placeOfBackups("backup", c)
	if err != nil {
		return err
	}
	if err := mustBeTemple(ctx, cfg); err != nil {
		return fmt.Errorf("there is nothing to back up: %w", err)
	}
	stdout := c.out
	return withBackups(cfg, programClock(), logger(cfg, os.Stderr), func(place *backup.Maker) error {
		gone, err := backupsGone(ctx, cfg)
		if err != nil {
			return err
		}
		m, err := place.Make(ctx)
		if m == nil {
			return err
		}
		if gone {
			fmt.Fprintf(stdout, "%s held none of the earlier backups: if a disk is not mounted there, this one lies on another.\n", withoutSecret(cfg.BackupTo))
		}
		err = errors.Join(err, rememberPlace(cfg))
		fmt.Fprintf(stdout, "Backup %s: %d orders, %d accounts, %d files.", m.Name, m.Orders, m.Accounts, len(m.Files))
		if len(m.Lost) > 0 {
			fmt.Fprintf(stdout, "\n%d files that the database names are not there as they were, such as %s.", len(m.Lost), m.Lost[0])
		}
		var found backup.Checked
		trial, failed := place.CheckDue(ctx) // so that manual backups do not postpone the check
		if failed == nil {
			found, failed = place.Check(ctx, trial)
		}
		if failed == nil && len(found.Damaged) == 0 && len(found.Newer) == 0 {
			fmt.Fprint(stdout, " All of it was read again.")
		}
		fmt.Fprintln(stdout)
		tellChecked(stdout, found)
		if trial && failed == nil {
			tellTrial(stdout, found, place.Work)
		}
		return errors.Join(err, failed)
	})
}

// tellChecked prints the result of checking a backup folder.
func tellChecked(stdout io.Writer, found backup.Checked) {
	for _, at := range found.Repaired {
		fmt.Fprintf(stdout, "%s was damaged, and is as it was: DATA_DIR still had it.\n", at)
	}
	for _, name := range found.Newer {
		fmt.Fprintf(stdout, "Backup %s was made by a newer Shanmen: nothing of it was read.\n", name)
	}
	for _, d := range found.Damaged {
		fmt.Fprintf(stdout, "%s is damaged: %d backups lack it, the newest is %s.\n", d.Key, d.Backups, d.Newest)
	}
}

// verifyBackups is "shanmen backup verify": it reads everything in a backup folder and writes nothing there.
func verifyBackups(ctx context.Context, c invocation) error {
	stdout := c.out
	cfg, err := placeOfBackups("backup verify", c)
	if err != nil {
		return err
	}
	place, err := cfg.backupsToRead()
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
	if found.Backups == 0 && len(found.Damaged) == 0 && len(found.Newer) == 0 {
		return fmt.Errorf("there is no backup in %s", withoutSecret(cfg.BackupTo))
	}
	all := "all of it was read"
	if len(found.Newer) > 0 {
		all = "all of these were read"
	}
	fmt.Fprintf(stdout, "%d backups and %d files in %s, %d bytes: %s.\n", found.Backups, found.Files, withoutSecret(cfg.BackupTo), found.Bytes, all)
	tellChecked(stdout, found)
	tellTrial(stdout, found, os.TempDir())
	if n := len(found.Damaged); n > 0 {
		return fmt.Errorf("%d files of the backups are damaged (\"shanmen backup\" repairs the pictures that DATA_DIR still has)", n)
	}
	if n := len(found.Newer); n > 0 {
		return fmt.Errorf("%d backups can only be verified by the newer Shanmen that made them", n)
	}
	_, err = fmt.Fprintln(stdout, "Nothing is damaged.")
	return err
}

// tellTrial prints what was restored on trial, or why nothing was.
func tellTrial(stdout io.Writer, found backup.Checked, folder string) {
	switch {
	case found.Tried:
		fmt.Fprintf(stdout, "Backup %s was restored on trial.\n", found.Newest)
	case found.Newest == "":
		fmt.Fprintln(stdout, "Nothing was restored on trial: there is no sound backup that this program can restore.")
	case found.Free < found.Needed:
		fmt.Fprintf(stdout, "Nothing was restored on trial: that needs %d bytes in %s, and %d are free.\n", found.Needed, absolute(folder), found.Free)
	default:
		fmt.Fprintf(stdout, "Backup %s could not be restored on trial.\n", found.Newest)
	}
}

// freeAt returns the free bytes on the disk of a folder.
func freeAt(folder string) (int64, error) {
	room, err := roomAt(folder)
	return room.Free, err
}

// placeOfBackups reads the backup settings; an argument may name another folder.
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
		return cfg, misuse{fmt.Errorf("\"shanmen %s\" needs a place: name a folder or s3:// address, or set BACKUP_TO", verb)}
	}
	return cfg, cfg.mayBackUpTo(cfg.BackupTo)
}

// withBackups locks the backup folder while work runs; a second process is refused.
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
		Clock: clk, Log: log, URL: cfg.databaseURL(), Files: files, To: backup.Sealed(to, cfg.backupKey), Work: work, Version: shanmen.Build(), Room: freeAt,
	})
}

// removeLeftovers deletes incomplete copies of killed backups. It holds the lock, so no other backup is running.
func removeLeftovers(work string) error {
	left, err := filepath.Glob(filepath.Join(work, ".backup-*"))
	for _, dir := range left {
		err = errors.Join(err, os.RemoveAll(dir))
	}
	return err
}

// restore is "shanmen restore": it restores a backup into an empty DATA_DIR.
func restore(ctx context.Context, c invocation) error {
	stdout := c.out
	cfg, err := placeOfBackups("restore", c)
	if err != nil {
		return err
	}
	from, err := cfg.backupsToRead()
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

// toRestore lists the backups to try: the one that was asked for, or all of them, newest first.
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

// restoreOne restores a backup with all of its undamaged files.
func restoreOne(ctx context.Context, cfg Config, from media.Store, name string, files media.Store, stdout io.Writer) error {
	m, err := backup.Read(ctx, from, name)
	if err != nil {
		return err
	}
	fmt.Fprintf(stdout, "Backup %s, made on %s in Singapore by Shanmen %s: %d orders, %d accounts, %d files.\n",
		m.Name, m.At.In(singapore).Format(shownTime), m.Version, m.Orders, m.Accounts, len(m.Files))
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
	said := "every file of the backup is as it was written, and the database is sound"
	if len(missing) > 0 {
		said = fmt.Sprintf("the database is sound, but %d of %d files are not in the backup as they were written, and were left out", len(missing), len(m.Files))
	}
	fmt.Fprintf(stdout, "Restored into %s: %s. \"shanmen serve\" opens the temple.\n", absolute(cfg.DataDir), said)
	for _, f := range missing {
		fmt.Fprintf(stdout, "Left out: %s\n", f.Key)
	}
	for _, key := range m.Lost {
		fmt.Fprintf(stdout, "Missing already when the backup was made: %s\n", key)
	}
	return nil
}

// mustBeFree refuses a folder that contains a temple or parts of one.
func mustBeFree(cfg Config) error {
	dir := absolute(cfg.DataDir)
	for _, name := range []string{databaseName, databaseName + "-wal", identityFile} {
		if _, err := os.Stat(filepath.Join(dir, name)); err == nil {
			return fmt.Errorf("%s holds a temple (%s): move the folder away, or set another DATA_DIR", dir, name)
		}
	}
	if _, err := os.Stat(filepath.Join(dir, databaseName+backup.Unfinished)); err == nil {
		return nil // an interrupted restore continues
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
