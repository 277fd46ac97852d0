//go:build linux

package temple

import (
	"bufio"
	"errors"
	"fmt"
	"net/http"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"time"
)

// Figures are the measurements of a program at one moment.
type Figures struct {
	Memory     int64 // anonymous memory in bytes (RssAnon), without file pages
	Goroutines int64
	Files      int64 // open descriptors
	WAL        int64 // bytes of SQLite's write-ahead log
	Temporary  int64 // files in TMPDIR, and unfinished files of the picture store
}

// Figures takes the measurements from /proc, from the metrics (METRICS_ADDR) and from the folders.
func (p *Program) Figures(metrics, tmp string) (f Figures, err error) {
	if f.Memory, err = p.Memory(); err != nil {
		return f, err
	}
	open, err := os.ReadDir(fmt.Sprintf("/proc/%d/fd", p.PID()))
	if err != nil {
		return f, err
	}
	f.Files = int64(len(open))
	if info, err := os.Stat(filepath.Join(p.Dir, "shanmen.db-wal")); err == nil {
		f.WAL = info.Size()
	}
	for _, pattern := range []string{tmp + "/*", p.Dir + "/.upload-*", p.Dir + "/files/.unfinished-*"} {
		left, err := filepath.Glob(pattern)
		if err != nil {
			return f, err
		}
		f.Temporary += int64(len(left))
	}
	f.Goroutines, err = goroutines(metrics)
	return f, err
}

// Usage is what a program takes of the machine, together with its picture processes.
type Usage struct {
	Memory int64         // anonymous bytes (RssAnon) at this moment
	CPU    time.Duration // user and system time since the start
}

// Usage reads /proc.
func (p *Program) Usage() (u Usage, err error) {
	pids := []string{strconv.Itoa(p.PID())}
	lists, err := filepath.Glob(fmt.Sprintf("/proc/%d/task/*/children", p.PID()))
	for _, list := range lists {
		b, _ := os.ReadFile(list) // the thread may have ended
		pids = append(pids, strings.Fields(string(b))...)
	}
	for i, pid := range pids {
		memory, e := anonymous(pid)
		cpu, e2 := processorTime(pid)
		if e = errors.Join(e, e2); e != nil && i > 0 {
			continue // a picture process that has ended: the program's own time includes its time
		}
		err = errors.Join(err, e)
		u.Memory += memory
		u.CPU += cpu
	}
	return u, err
}

// Memory is the program's anonymous memory in bytes, without that of its picture processes.
func (p *Program) Memory() (int64, error) { return anonymous(strconv.Itoa(p.PID())) }

// anonymous is the RssAnon of a process in bytes.
func anonymous(pid string) (int64, error) {
	status, err := os.ReadFile(fmt.Sprintf("/proc/%s/status", pid))
	_, anon, _ := strings.Cut(string(status), "RssAnon:")
	fields := strings.Fields(anon)
	if err != nil || len(fields) == 0 { // an ended process has no memory
		return 0, err
	}
	kB, err := strconv.ParseInt(fields[0], 10, 64)
	return kB << 10, err
}

// tick is the unit of times in /proc: USER_HZ is 100 on every architecture that Go supports.
const tick = 10 * time.Millisecond

// processorTime is the time of a process and of its ended children (proc(5): utime, stime, cutime, cstime).
func processorTime(pid string) (time.Duration, error) {
	stat, err := os.ReadFile("/proc/" + pid + "/stat")
	if err != nil {
		return 0, err
	}
	_, after, _ := strings.Cut(string(stat), ") ") // the name may contain spaces
	fields := strings.Fields(after)
	if len(fields) < 15 {
		return 0, fmt.Errorf("/proc/%s/stat: %q", pid, stat)
	}
	var ticks int64
	for _, f := range fields[11:15] {
		n, err := strconv.ParseInt(f, 10, 64)
		if err != nil {
			return 0, err
		}
		ticks += n
	}
	return time.Duration(ticks) * tick, nil
}

func goroutines(metrics string) (int64, error) {
	res, err := http.Get("http://" + metrics + "/metrics")
	if err != nil {
		return 0, err
	}
	defer func() { _ = res.Body.Close() }()
	for lines := bufio.NewScanner(res.Body); lines.Scan(); {
		if n, is := strings.CutPrefix(lines.Text(), "go_goroutines "); is {
			return strconv.ParseInt(n, 10, 64)
		}
	}
	return 0, fmt.Errorf("no go_goroutines at %s", metrics)
}
