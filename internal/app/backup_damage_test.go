package app_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"shanmen/internal/testkit"
)

// flip changes one byte in the middle of a file, and back.
func flip(t *testing.T, file string) {
	t.Helper()
	b, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	b[len(b)/2] ^= 0x55
	if err := os.WriteFile(file, b, 0o600); err != nil {
		t.Fatal(err)
	}
}

func cut(t *testing.T, file string) {
	t.Helper()
	if err := os.Truncate(file, 100); err != nil {
		t.Fatal(err)
	}
}

func empty(t *testing.T, file string) {
	t.Helper()
	if err := os.Truncate(file, 0); err != nil {
		t.Fatal(err)
	}
}

func remove(t *testing.T, file string) {
	t.Helper()
	if err := os.Remove(file); err != nil {
		t.Fatal(err)
	}
}

// Two backups, and one thing in their place that is no longer as it was written. Verify names it. A restore brings back
// all that is sound and names the rest. A backup repairs what the temple still has, and never says more than it read.
func TestADamagedPlaceOfBackups(t *testing.T) {
	t.Parallel()
	a, whole := testkit.New(t, "sqlite"), filepath.Join(t.TempDir(), "backups")
	c := a.Member(t)
	var names []string
	for range 2 {
		order(t, a, c)
		said, err := verb(t, a.Place(), "backup "+whole)
		if err != nil || !strings.Contains(said, "All of it was read again.") {
			t.Fatal(said, err)
		}
		names = append(names, strings.TrimSuffix(strings.Fields(said)[1], ":"))
	}
	old, newest := names[0], names[1]
	pictures, err := filepath.Glob(filepath.Join(whole, "files", "receipt", "*"))
	if err != nil || len(pictures) != 2 {
		t.Fatal(pictures, err)
	}
	picture := "files/receipt/" + filepath.Base(pictures[0])
	manifest, database := "backups/"+newest+".json", "databases/"+newest+".db"

	kinds := []struct {
		name   string
		at     string // what is damaged
		harm   func(t *testing.T, file string)
		gone   bool   // the temple itself no longer has it either
		from   string // the backup that a restore takes
		orders int64
		less   bool // the restore lacks the picture
		mended bool // the next backup repairs it
	}{
		{"nothing", "", nil, false, newest, 2, false, true},
		{"a picture with a flipped byte", picture, flip, false, newest, 2, true, true},
		{"a picture that is cut", picture, cut, false, newest, 2, true, true},
		{"an empty picture", picture, empty, false, newest, 2, true, true},
		{"a picture that is missing", picture, remove, false, newest, 2, true, true},
		{"a picture with a flipped byte, also lost here", picture, flip, true, newest, 2, true, false},
		{"a picture that is missing, also lost here", picture, remove, true, newest, 2, true, false},
		{"the newest list with a flipped byte", manifest, flip, false, old, 1, false, false},
		{"the newest list cut", manifest, cut, false, old, 1, false, false},
		{"the newest list empty", manifest, empty, false, old, 1, false, false},
		{"the oldest list cut", "backups/" + old + ".json", cut, false, newest, 2, false, false},
		{"the newest database with a flipped byte", database, flip, false, old, 1, false, false},
		{"the newest database cut", database, cut, false, old, 1, false, false},
		{"the newest database missing", database, remove, false, old, 1, false, false},
		{"the oldest database with a flipped byte", "databases/" + old + ".db", flip, false, newest, 2, false, false},
		{"the note of the last reading with a flipped byte", "checked.json", flip, false, newest, 2, false, true},
		{"the note of the last reading cut", "checked.json", cut, false, newest, 2, false, true},
	}
	restored := func(t *testing.T, to, from string, orders int64, less bool) {
		t.Helper()
		place := testkit.EmptyPlace(t, "sqlite")
		said, err := verb(t, place, "restore "+to)
		if err != nil || !strings.Contains(said, "Backup "+from+", made on") {
			t.Fatalf("restore: %v\n%s", err, said)
		}
		if less != strings.Contains(said, strings.TrimPrefix(picture, "files/")) {
			t.Errorf("restore: %s", said)
		}
		b := testkit.At(t, place)
		if n := b.Count(t, "SELECT count(*) FROM invoices"); n != orders {
			t.Errorf("restored: %d orders", n)
		}
		for _, p := range pictures[:orders] {
			f, err := b.Files.Open(t.Context(), "receipt/"+filepath.Base(p))
			if lost := less && p == pictures[0]; (err != nil) != lost {
				t.Errorf("restored: a picture: %v", err)
			}
			if err == nil {
				_ = f.Close()
			}
		}
	}
	for _, k := range kinds {
		t.Run(k.name, func(t *testing.T) {
			to := filepath.Join(t.TempDir(), "backups")
			if err := os.CopyFS(to, os.DirFS(whole)); err != nil {
				t.Fatal(err)
			}
			if k.harm != nil {
				k.harm(t, filepath.Join(to, filepath.FromSlash(k.at)))
			}
			if k.gone {
				own := filepath.Join(a.Config.DataDir, filepath.FromSlash(k.at))
				aside := filepath.Join(t.TempDir(), "aside")
				if err := os.Rename(own, aside); err != nil {
					t.Fatal(err)
				}
				t.Cleanup(func() {
					if err := os.Rename(aside, own); err != nil {
						t.Error(err)
					}
				})
			}
			verify := func(sound bool) {
				t.Helper()
				said, err := verb(t, a.Place(), "backup verify "+to)
				if sound != (err == nil) || !sound && !strings.Contains(said, k.at+" is damaged") || !strings.Contains(said, "on trial") {
					t.Errorf("verify: %v\n%s", err, said)
				}
			}
			harmless := k.at == "" || k.at == "checked.json"
			verify(harmless)
			restored(t, to, k.from, k.orders, k.less)

			// A new night: the backup is made, whatever happened to the earlier ones.
			said, err := verb(t, a.Place(), "backup "+to)
			if err != nil || k.mended != strings.Contains(said, "All of it was read again.") {
				t.Fatalf("backup: %v\n%s", err, said)
			}
			if !k.mended && !strings.Contains(said, strings.TrimPrefix(k.at, "files/")) {
				t.Errorf("backup does not name %s:\n%s", k.at, said)
			}
			made := strings.TrimSuffix(strings.Fields(said)[1], ":")
			verify(k.mended)
			restored(t, to, made, 2, k.gone)
		})
	}
}
