//go:build unix

package app

import (
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"syscall"
)

const lockFile = "in-use"

// errInUse: another process holds the lock.
var errInUse = errors.New("stop the program that uses it")

// lockPlace locks a data folder until the file is closed: shared, or exclusively if alone is set. The lock ends with
// the process in any case.
func lockPlace(dir string, alone bool) (io.Closer, error) { return lockBy(dir, lockFile, alone) }

// heldLock is a lock held by this process.
type heldLock struct{ file *os.File }

// Close releases the lock explicitly before closing the file: a child process being started inherits the file until it
// execs, and would keep the lock.
func (l heldLock) Close() error {
	return errors.Join(syscall.Flock(int(l.file.Fd()), syscall.LOCK_UN), l.file.Close())
}

func lockBy(dir, name string, alone bool) (io.Closer, error) {
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
	return heldLock{f}, nil
}
