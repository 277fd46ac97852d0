//go:build linux

package main

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"time"
)

// group is a control group of version 2 or 1 that limits memory.
type group struct{ dir, peakFile string }

// newGroup creates a control group of max bytes without swap. It fails where this process may not, as in most containers.
func newGroup(max int64) (*group, error) {
	name, size := fmt.Sprint("shanmen-memory-", os.Getpid()), []byte(strconv.FormatInt(max, 10))
	var failed error
	for _, v := range []struct{ parent, limit, swap, none, peak string }{
		{"/sys/fs/cgroup", "memory.max", "memory.swap.max", "0", "memory.peak"},
		{"/sys/fs/cgroup/memory", "memory.limit_in_bytes", "memory.swappiness", "0", "memory.max_usage_in_bytes"},
	} {
		g := &group{filepath.Join(v.parent, name), filepath.Join(v.parent, name, v.peak)}
		if err := os.Mkdir(g.dir, 0o755); err != nil {
			failed = errors.Join(failed, err)
			continue
		}
		err := write(filepath.Join(g.dir, v.limit), size)
		if err == nil {
			_ = write(filepath.Join(g.dir, v.swap), []byte(v.none)) // missing on a kernel without swap
			return g, nil
		}
		failed = errors.Join(failed, err)
		g.remove()
	}
	return nil, failed
}

// write writes to a file of the kernel, which must exist: on a tmpfs, os.WriteFile would create an ordinary one.
func write(file string, b []byte) error {
	f, err := os.OpenFile(file, os.O_WRONLY, 0)
	if err != nil {
		return err
	}
	_, err = f.Write(b)
	return errors.Join(err, f.Close())
}

// wrap writes a script into folder that joins the group and becomes the program.
func (g *group) wrap(folder, program string) (string, error) {
	program, err := filepath.Abs(program)
	if err != nil {
		return "", err
	}
	script := filepath.Join(folder, "in-group")
	text := fmt.Sprintf("#!/bin/sh\necho $$ > '%s/cgroup.procs' && exec '%s' \"$@\"\n", g.dir, program)
	return script, os.WriteFile(script, []byte(text), 0o700)
}

// peak is the most memory that the group has used, in bytes.
func (g *group) peak() int64 {
	text, _ := os.ReadFile(g.peakFile)
	n, _ := strconv.ParseInt(strings.TrimSpace(string(text)), 10, 64)
	return n
}

// remove removes the group once its processes have ended.
func (g *group) remove() {
	for range 100 {
		if err := os.Remove(g.dir); err == nil || errors.Is(err, os.ErrNotExist) {
			return
		}
		time.Sleep(20 * time.Millisecond)
	}
}
