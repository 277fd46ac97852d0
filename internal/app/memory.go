package app

import (
	"bufio"
	"bytes"
	"context"
	"math"
	"os"
	"path"
	"path/filepath"
	"runtime/debug"
	"runtime/metrics"
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
	// leastPages holds the pages of the demonstration temple in both languages twice; mostPages, those of a site with
	// some thousand pages.
	leastPages, mostPages = 6 << 20, 64 << 20
)

// memory is how the program divides the memory of its machine or container.
type memory struct {
	total    int64
	pictures int64 // for all picture decoder processes together
	own      int64 // soft limit of this process: Go collects garbage more often near it
	pages    int64 // of own, for the page cache
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
	m.own = rest - rest/5 // leaves room for the program's code pages and SQLite's buffers
	m.pages = max(leastPages, min(mostPages, min(m.own, debug.SetMemoryLimit(-1))/8))
	return m
}

const (
	calmBytes  = 2 * mB // allocated in a second of calm: the jobs and a few visitors
	spareBytes = 8 * mB // garbage that may stay
)

// giveBack returns a function that collects garbage and gives it back to the system in the first calm second after a
// burst. Go itself collects what is left of one (passwords' tables of 9 MB, pictures) only two minutes later.
func giveBack() func(context.Context) error {
	sample := []metrics.Sample{{Name: "/gc/heap/allocs:bytes"}, {Name: "/memory/classes/total:bytes"}, {Name: "/memory/classes/heap/released:bytes"}}
	value := func(i int) int64 { return int64(sample[i].Value.Uint64()) } //nolint:gosec // far below 2^63
	var last, needed int64                                                // needed is what was held after giving back
	return func(context.Context) error {
		metrics.Read(sample)
		allocated := value(0) - last
		last = value(0)
		if allocated < calmBytes && value(1)-value(2)-needed > spareBytes {
			debug.FreeOSMemory()
			metrics.Read(sample)
			last, needed = value(0), value(1)-value(2)
		}
		return nil
	}
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
