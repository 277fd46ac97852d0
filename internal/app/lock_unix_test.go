//go:build unix

package app

import (
	"syscall"
	"testing"
)

// A process that was being started when the lock was released still holds the lock's file descriptor until it runs.
func TestALockIsReleasedAlthoughAChildInheritedItsFile(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	shared, err := lockPlace(dir, false)
	if err != nil {
		t.Fatal(err)
	}
	held, ok := shared.(heldLock)
	if !ok {
		t.Fatal("this is no lock")
	}
	copied, err := syscall.Dup(int(held.file.Fd()))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = syscall.Close(copied) })
	if err := shared.Close(); err != nil {
		t.Fatal(err)
	}
	alone, err := lockPlace(dir, true)
	if err != nil {
		t.Fatal(err)
	}
	if err := alone.Close(); err != nil {
		t.Error(err)
	}
}
