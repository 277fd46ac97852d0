//go:build linux || darwin

package app

import (
	"math"

	"golang.org/x/sys/unix"
)

// roomAt queries the file system of a folder.
func roomAt(folder string) (DiskRoom, error) {
	var s unix.Statfs_t
	for {
		err := unix.Statfs(folder, &s)
		if err == unix.EINTR {
			continue
		}
		if err != nil {
			return DiskRoom{}, err
		}
		break
	}
	block := uint64(s.Bsize)
	return DiskRoom{Free: bytesOf(s.Bavail, block), Total: bytesOf(s.Blocks, block)}, nil
}

// bytesOf multiplies with saturation: some network disks report impossible sizes.
func bytesOf(blocks, block uint64) int64 {
	if block > 0 && blocks > math.MaxInt64/block {
		return math.MaxInt64
	}
	return int64(blocks * block)
}

// sameDisk returns whether two folders are on the same file system.
func sameDisk(a, b string) (bool, error) {
	var one, other unix.Stat_t
	if err := unix.Stat(a, &one); err != nil {
		return false, err
	}
	err := unix.Stat(b, &other)
	return err == nil && one.Dev == other.Dev, err
}
