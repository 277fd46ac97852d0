//go:build !unix

package app

import (
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
)

// errInUse never occurs on this platform.
var errInUse = errors.New("stop the program that uses it")

// lockPlace does not lock on this platform: a folder in use is recognised by its files only.
func lockPlace(dir string, alone bool) (io.Closer, error) { return lockBy(dir, "in-use", alone) }

func lockBy(dir, name string, _ bool) (io.Closer, error) {
	f, err := os.OpenFile(filepath.Join(dir, name), os.O_CREATE|os.O_RDWR, 0o600)
	if err != nil {
		return nil, fmt.Errorf("DATA_DIR: %w", err)
	}
	return f, nil
}
