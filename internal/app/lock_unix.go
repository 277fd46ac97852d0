//go:build unix

package app

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"syscall"
)

const lockFile = "in-use"

// errInUse: another program holds the lock.
var errInUse = errors.New("stop the program that uses it")

// lockPlace marks a data folder as in use until the file is closed: by programs that share it, or (alone) by one that
// must not meet another. The mark ends with the process, however that ends.
func lockPlace(dir string, alone bool) (*os.File, error) { return lockBy(dir, lockFile, alone) }

func lockBy(dir, name string, alone bool) (*os.File, error) {
	f, err := os.OpenFile(filepath.Join(dir, name), os.O_CREATE|os.O_RDWR, 0o600)
	if err != nil {
		return nil, fmt.Errorf("DATA_DIR: %w", err)
	}
	how := syscall.LOCK_SH
	if alone {
		how = syscall.LOCK_EX
	}
	if err := syscall.Flock(int(f.Fd()), how|syscall.LOCK_NB); err != nil {
		_ = f.Close()
		if errors.Is(err, syscall.EWOULDBLOCK) {
			return nil, fmt.Errorf("%s is in use: %w", absolute(dir), errInUse)
		}
		return nil, fmt.Errorf("DATA_DIR: lock %s: %w", name, err)
	}
	return f, nil
}
