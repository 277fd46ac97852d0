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
	// assumedMemory is that of a machine which does not say.
	assumedMemory = 1 << 30
	// leastPictures decodes every screenshot and every JPEG of a phone, mostPictures every picture that is taken but
	// interlaced ones of 16 bits.
	leastPictures, mostPictures = 96 * mB, 576 * mB
)

// memory is how the program divides what the machine, or the container, lets it have.
type memory struct {
	total    int64
	pictures int64 // of all processes that decode pictures, together
	own      int64 // of this process: Go collects more often before it comes to that
}

// memoryOf divides the memory that is found under root, which is / but in tests.
func memoryOf(root string) memory {
	total := machineMemory(root)
	if total == 0 {
		total = assumedMemory
	}
	total = min(total, cgroupMemory(root))
	m := memory{total: total, pictures: max(leastPictures, min(mostPictures, total*7/16))}
	rest := max(total-m.pictures, total/4)
	m.own = rest - rest/8 // the program's pages, the database's buffers
	return m
}

// cgroupMemory is the lowest limit of the control groups that the program is in, of either version.
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
		// A container may see its own group as the root, under a name that only the host knows.
		for group := path.Clean("/" + part[2]); ; group = path.Dir(group) {
			text, _ := os.ReadFile(filepath.Join(root, folder, group, file))
			if n, err := strconv.ParseInt(strings.TrimSpace(string(text)), 10, 64); err == nil && n > 0 { // else "max"
				least = min(least, n)
			}
			if group == "/" {
				break
			}
		}
	}
	return least
}

// procMemory is what Linux says of the machine, 0 elsewhere.
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
