//go:build !unix

package app

import (
	"fmt"
	"os"
	"path/filepath"
)

// lockPlace has no lock on this platform: a folder in use is told by its files alone.
func lockPlace(dir string, _ bool) (*os.File, error) {
	f, err := os.OpenFile(filepath.Join(dir, "in-use"), os.O_CREATE|os.O_RDWR, 0o600)
	if err != nil {
		return nil, fmt.Errorf("DATA_DIR: %w", err)
	}
	return f, nil
}
