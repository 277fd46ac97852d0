package main

import (
	"bufio"
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
)

// shared is the folder in memory that Linux gives to all; a container may make it small, or refuse to run programs in it.
const shared = "/dev/shm"

const (
	needFree  = 2 << 30 // bytes that the folder must have room for: the tests of all packages take about one
	needIdle  = 4 << 30 // bytes of memory that nobody uses
	noExec    = 0x8     // ST_NOEXEC of statvfs(3)
	ourFolder = "shanmen-tests-"
)

// folderInMemory makes a folder in memory, where databases are made several times as fast as on a disk. "" where there is
// none, or too little room.
func folderInMemory() string {
	var fs syscall.Statfs_t
	if err := syscall.Statfs(shared, &fs); err != nil || fs.Flags&noExec != 0 || fs.Bavail*uint64(fs.Bsize) < needFree || idleMemory() < needIdle {
		return ""
	}
	removeLeft()
	dir := filepath.Join(shared, ourFolder+strconv.Itoa(os.Getpid()))
	if err := os.Mkdir(dir, 0o711); err != nil { // PostgreSQL's user passes through it
		return ""
	}
	return dir
}

// removeLeft removes the folders of runs that were killed: they would hold memory until the machine stops.
func removeLeft() {
	left, _ := filepath.Glob(filepath.Join(shared, ourFolder+"*"))
	for _, dir := range left {
		pid := strings.TrimPrefix(filepath.Base(dir), ourFolder)
		if _, err := os.Stat(filepath.Join("/proc", pid)); os.IsNotExist(err) {
			_ = os.RemoveAll(dir)
		}
	}
}

// idleMemory is what the kernel would give to a new program, in bytes.
func idleMemory() uint64 {
	f, err := os.Open("/proc/meminfo")
	if err != nil {
		return 0
	}
	defer func() { _ = f.Close() }()
	for lines := bufio.NewScanner(f); lines.Scan(); {
		var kB uint64
		if _, err := fmt.Sscanf(lines.Text(), "MemAvailable: %d kB", &kB); err == nil {
			return kB << 10
		}
	}
	return 0
}
