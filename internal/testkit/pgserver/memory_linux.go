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

// shared is Linux's folder in memory for everybody; in a container it may be small or not executable.
const shared = "/dev/shm"

const (
	needFree  = 2 << 30 // minimum free bytes of the folder: the tests of all packages need about one
	needIdle  = 4 << 30 // minimum free memory in bytes
	noExec    = 0x8     // ST_NOEXEC of statvfs(3)
	ourFolder = "shanmen-tests-"
)

// folderInMemory creates a folder in memory, where databases are created several times as fast as on disk. "" if there
// is none, or too little space.
func folderInMemory() string {
	var fs syscall.Statfs_t
	if err := syscall.Statfs(shared, &fs); err != nil || fs.Flags&noExec != 0 || fs.Bavail*uint64(fs.Bsize) < needFree || idleMemory() < needIdle {
		return ""
	}
	removeLeft()
	dir := filepath.Join(shared, ourFolder+strconv.Itoa(os.Getpid()))
	if err := os.Mkdir(dir, 0o711); err != nil { // PostgreSQL's user must traverse it
		return ""
	}
	return dir
}

// removeLeft deletes folders of killed runs, which would use memory until a reboot.
func removeLeft() {
	left, _ := filepath.Glob(filepath.Join(shared, ourFolder+"*"))
	for _, dir := range left {
		pid := strings.TrimPrefix(filepath.Base(dir), ourFolder)
		if _, err := os.Stat(filepath.Join("/proc", pid)); os.IsNotExist(err) {
			_ = os.RemoveAll(dir)
		}
	}
}

// idleMemory is the memory available to a new program, in bytes.
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
