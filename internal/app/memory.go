package app

import (
	"bufio"
	"bytes"
	"math"
	"os"
	"path"
	"path/filepath"
	"strconv"
	"strings"
)

const (
	mB = 1 << 20
	// assumedMemory is used for a machine that does not report its memory.
	assumedMemory = 1 << 30
	// leastPictures suffices to decode every screenshot and phone JPEG, mostPictures every accepted picture except
	// interlaced 16-bit ones.
	leastPictures, mostPictures = 96 * mB, 576 * mB
)

// memory is how the program divides the memory of its machine or container.
type memory struct {
	total    int64
	pictures int64 // for all picture decoder processes together
	own      int64 // soft limit of this process: Go collects garbage more often near it
}

// memoryOf divides the memory found under root, which is / outside tests.
func memoryOf(root string) memory {
	total := machineMemory(root)
	if total == 0 {
		total = assumedMemory
	}
	total = min(total, cgroupMemory(root))
	m := memory{total: total, pictures: max(leastPictures, min(mostPictures, total*7/16))}
	rest := max(total-m.pictures, total/4)
	m.own = rest - rest/8 // leaves room for the program's code pages and SQLite's buffers
	return m
}

// cgroupMemory is the lowest memory limit of the program's control groups, version 1 or 2.
func cgroupMemory(root string) int64 {
	least := int64(math.MaxInt64)
	groups, _ := os.ReadFile(filepath.Join(root, "proc/self/cgroup"))
	for line := range bytes.Lines(groups) {
		part := strings.SplitN(strings.TrimSpace(string(line)), ":", 3)
		if len(part) != 3 {
			continue
		}
		folder, file := "sys/fs/cgroup", "memory.max"
		if part[1] != "" {
			folder, file = "sys/fs/cgroup/memory", "memory.limit_in_bytes"
			if !strings.Contains(","+part[1]+",", ",memory,") {
				continue
			}
		}
		// A container may see its own group as the root, while the path is one that only the host knows.
		for group := path.Clean("/" + part[2]); ; group = path.Dir(group) {
			text, _ := os.ReadFile(filepath.Join(root, folder, group, file))
			if n, err := strconv.ParseInt(strings.TrimSpace(string(text)), 10, 64); err == nil && n > 0 { // otherwise "max"
				least = min(least, n)
			}
			if group == "/" {
				break
			}
		}
	}
	return least
}

// procMemory is the total memory that Linux reports, 0 on other systems.
func procMemory(root string) int64 {
	f, err := os.Open(filepath.Join(root, "proc/meminfo"))
	if err != nil {
		return 0
	}
	defer f.Close()
	for lines := bufio.NewScanner(f); lines.Scan(); {
		if text, is := strings.CutPrefix(lines.Text(), "MemTotal:"); is {
			n, _ := strconv.ParseInt(strings.TrimSuffix(strings.TrimSpace(text), " kB"), 10, 64)
			return n << 10
		}
	}
	return 0
}
