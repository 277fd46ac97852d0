package app

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"text/tabwriter"

	"shanmen/internal/platform/backup"
	"shanmen/internal/platform/media"
)

// backupsToRead opens a backup folder read-only.
func (c Config) backupsToRead() (media.Store, error) {
	place, err := media.OpenToRead(c.BackupTo)
	if err != nil {
		return nil, err
	}
	return backup.Sealed(place, c.backupKey), nil
}

// listBackups is "shanmen backup list".
func listBackups(ctx context.Context, c invocation) error {
	cfg, err := placeOfBackups("backup list", c)
	if err != nil {
		return err
	}
	place, err := cfg.backupsToRead()
	if err != nil {
		return err
	}
	all, err := backup.Overview(ctx, place)
	if err != nil {
		return err
	}
	if len(all) == 0 {
		return fmt.Errorf("there is no backup in %s", withoutSecret(cfg.BackupTo))
	}
	t := tabwriter.NewWriter(c.out, 0, 0, 2, ' ', 0)
	fmt.Fprintln(t, "NAME\tMADE (SINGAPORE)\tBYTES\tSHANMEN\tSTATE")
	for _, l := range all {
		fmt.Fprintf(t, "%s\t%s\t%d\t%s\t%s\n", l.Name, l.At.In(singapore).Format(shownTime), l.Size, l.Version, stateOf(l))
	}
	return t.Flush()
}

func stateOf(l backup.Listed) string {
	switch l.State {
	case backup.Sound:
		return "sound on " + l.Checked.In(singapore).Format(shownTime)
	case backup.Lacking:
		return fmt.Sprintf("%d files are damaged", l.Lacks)
	case backup.Broken:
		return "damaged, cannot be restored"
	case backup.OfNewer:
		return "made by a newer Shanmen"
	case backup.Encrypted:
		return "encrypted, and no key of BACKUP_KEY_FILE opens it"
	}
	return "not read since it was made"
}

// makeKey is "shanmen backup key": it writes a new encryption key to a new file.
func makeKey(_ context.Context, c invocation) error {
	text, err := backup.NewKey()
	if err != nil {
		return err
	}
	f, err := os.OpenFile(filepath.Clean(c.args[0]), os.O_CREATE|os.O_EXCL|os.O_WRONLY, 0o600)
	if err != nil {
		return fmt.Errorf("a new key needs a new file: %w", err)
	}
	_, err = f.WriteString(text)
	if err = errors.Join(err, f.Sync(), f.Close()); err != nil {
		return err
	}
	_, err = fmt.Fprintf(c.out, "A new key is in %s. Set BACKUP_KEY_FILE to it, and keep a copy where the temple's computer is not: without it nobody can read the backups.\n", absolute(c.args[0]))
	return err
}
