package outbox

import (
	"context"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"time"

	"shanmen/internal/db"
)

// Forget takes back every letter to an address or number that has not left yet, and blanks those that could
// not be sent: its owner is gone. What was sent has no words any more.
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

// SweepFolder deletes the mails or texts that were kept as files in dir before a moment of the machine's own
// clock, which is the one that files carry. A folder that is not there is empty.
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
			continue // also when another process has just deleted it
		}
		if err := os.Remove(filepath.Join(dir, e.Name())); err != nil && !os.IsNotExist(err) {
			return fmt.Errorf("kept letters: %w", err)
		}
	}
	return nil
}
