package app

import (
	"bytes"
	"errors"
	"log/slog"
	"path/filepath"
	"strings"
	"testing"
)

// The log warns about a disk that fills up, and only then.
func TestAFillingDiskIsLogged(t *testing.T) {
	t.Parallel()
	a := opened(t, filepath.Join(t.TempDir(), "data"), true)
	for _, c := range []struct {
		free int64
		err  error
		told string
	}{{1 << 40, nil, ""}, {1<<30 - 1, nil, "little room is left on the disk"}, {0, errors.New("away"), "does not tell"}, {0, errDiskUnknown, ""}} {
		var log bytes.Buffer
		a.Log = slog.New(slog.NewTextHandler(&log, nil))
		a.DiskRoom = func(string) (DiskRoom, error) { return DiskRoom{Free: c.free, Total: 2 << 40}, c.err }
		a.warnOfFullDisk()
		if got := log.String(); (c.told == "") != (got == "") || !strings.Contains(got, c.told) {
			t.Errorf("%d free, %v: %q", c.free, c.err, got)
		}
	}
}
