package outbox

import (
	"context"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"time"

	"shanmen/internal/platform/db"
)

// Forget withdraws letters waiting for an address or number whose owner is erased, and deletes the text of those that
// could not be sent. Sent letters have lost their text already.
func Forget(ctx context.Context, tx *db.Tx, to string) error {
	if to == "" {
		return nil
	}
	quoted, err := json.Marshal(to)
	if err != nil {
		return err
	}
	like := strings.NewReplacer(`\`, `\\`, `%`, `\%`, `_`, `\_`).Replace(`"to":` + string(quoted))
	if err := tx.ForgetLetters(ctx, "%"+like+"%"); err != nil {
		return fmt.Errorf("forget letters: %w", err)
	}
	return nil
}

// SweepFolder deletes mails or SMS stored as files in dir before a time of the machine's clock, which dates files. A
// missing folder is empty.
func SweepFolder(dir string, before time.Time) error {
	entries, err := os.ReadDir(dir)
	if os.IsNotExist(err) {
		return nil
	}
	if err != nil {
		return fmt.Errorf("kept letters: %w", err)
	}
	for _, e := range entries {
		info, err := e.Info()
		if err != nil || e.IsDir() || !info.ModTime().Before(before) {
			continue // even if another process has just deleted it
		}
		if err := os.Remove(filepath.Join(dir, e.Name())); err != nil && !os.IsNotExist(err) {
			return fmt.Errorf("kept letters: %w", err)
		}
	}
	return nil
}
