package app

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"shanmen/internal/platform/backup"
)

// placesFile lists, in the work folder, the backup folders that were used.
const placesFile = "places"

func placesOf(cfg Config) (map[string]bool, error) {
	b, err := os.ReadFile(filepath.Join(cfg.DataDir, "backup", placesFile))
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return nil, fmt.Errorf("DATA_DIR: %w", err)
	}
	out := map[string]bool{}
	for place := range strings.Lines(string(b)) {
		out[strings.TrimSuffix(place, "\n")] = true
	}
	return out, nil
}

// rememberPlace records that a backup was made in the folder. If the folder is empty later, its disk is missing.
func rememberPlace(cfg Config) error {
	places, err := placesOf(cfg)
	if err != nil || places[withoutSecret(cfg.BackupTo)] {
		return err
	}
	f, err := os.OpenFile(filepath.Join(cfg.DataDir, "backup", placesFile), os.O_CREATE|os.O_APPEND|os.O_WRONLY, 0o600)
	if err != nil {
		return fmt.Errorf("DATA_DIR: %w", err)
	}
	_, err = fmt.Fprintln(f, withoutSecret(cfg.BackupTo))
	return errors.Join(err, f.Close())
}

var errBackupsGone = errors.New("BACKUP_TO holds none of the earlier backups: mount its disk, or run \"shanmen backup\" to begin there anew")

// backupsGone returns true if a folder contains no backup although some were made there: its disk is not mounted, or
// they were deleted.
func backupsGone(ctx context.Context, cfg Config) (bool, error) {
	places, err := placesOf(cfg)
	if err != nil || !places[withoutSecret(cfg.BackupTo)] {
		return false, err
	}
	from, err := cfg.backupsToRead()
	if errors.Is(err, fs.ErrNotExist) {
		return true, nil
	}
	if err != nil {
		return false, err
	}
	names, err := backup.List(ctx, from)
	return len(names) == 0, err
}
