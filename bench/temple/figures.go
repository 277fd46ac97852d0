//go:build linux

package temple

import (
	"bufio"
	"fmt"
	"net/http"
	"os"
	"path/filepath"
	"strconv"
	"strings"
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
	status, err := os.ReadFile(fmt.Sprintf("/proc/%d/status", p.PID()))
	if err != nil {
		return f, err
	}
	_, anon, _ := strings.Cut(string(status), "RssAnon:")
	if fields := strings.Fields(anon); len(fields) > 0 {
		kB, err := strconv.ParseInt(fields[0], 10, 64)
		if err != nil {
			return f, err
		}
		f.Memory = kB << 10
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
