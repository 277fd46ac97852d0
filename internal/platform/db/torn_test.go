package db_test

import (
	"fmt"
	"os"
	"path/filepath"
	"testing"
)

// D05: a write-ahead log whose end is truncated or garbage loses only that end: the database is valid, up to some
// commit.
func TestD05ATornWALLosesOnlyItsEnd(t *testing.T) {
	t.Parallel()
	const commits = 40
	path := filepath.Join(t.TempDir(), "shanmen.db")
	d := open(t, "sqlite:"+path)
	for n := range commits {
		if err := write(t, d, fmt.Sprint("paid ", n), "yes"); err != nil {
			t.Fatal(err)
		}
	}
	file, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	log, err := os.ReadFile(path + "-wal")
	if err != nil || len(log) < 100<<10 {
		t.Fatalf("the log has %d bytes: %v", len(log), err)
	}
	for name, torn := range map[string][]byte{
		"Whole": log, "None": nil, "HeadAlone": log[:32], "MidFrame": log[:len(log)-5000], "OneByteLess": log[:len(log)-1],
		"Garbage": append(append([]byte{}, log[:len(log)-9000]...), make([]byte, 9000)...), "GarbageBehind": append(append([]byte{}, log...), "no frame at all"...),
	} {
		t.Run(name, func(t *testing.T) {
			copied := filepath.Join(t.TempDir(), "shanmen.db")
			for path, data := range map[string][]byte{copied: file, copied + "-wal": torn} {
				if err := os.WriteFile(path, data, 0o600); err != nil {
					t.Fatal(err)
				}
			}
			again := open(t, "sqlite:"+copied)
			var sound string
			if err := again.SQL().QueryRowContext(t.Context(), `PRAGMA integrity_check`).Scan(&sound); err != nil || sound != "ok" {
				t.Fatalf("integrity: %s %v", sound, err)
			}
			kept := 0
			for kept < commits && setting(t, again, fmt.Sprint("paid ", kept)) == "yes" {
				kept++
			}
			for n := kept; n < commits; n++ {
				if setting(t, again, fmt.Sprint("paid ", n)) != "" {
					t.Errorf("%d is there, %d is not", n, kept)
				}
			}
			if whole := name == "Whole" || name == "GarbageBehind"; whole && kept != commits {
				t.Errorf("%d of %d are there", kept, commits)
			}
			if err := write(t, again, "after", "yes"); err != nil {
				t.Error(err)
			}
		})
	}
}
