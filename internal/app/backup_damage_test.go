package app_test

import (
	"bytes"
	"cmp"
	"crypto/sha256"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"shanmen/internal/testkit"
	"shanmen/internal/testkit/bucket"
)

// flip changes one byte in the middle of a file, or changes it back.
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

// swap exchanges the contents of two files of a folder.
func swap(other string) func(t *testing.T, file string) {
	return func(t *testing.T, file string) {
		t.Helper()
		other := filepath.Join(filepath.Dir(file), other)
		if err := errors.Join(os.Rename(file, file+".aside"), os.Rename(other, file), os.Rename(file+".aside", other)); err != nil {
			t.Fatal(err)
		}
	}
}

// double overwrites a file with a copy of another file of its folder.
func double(other string) func(t *testing.T, file string) {
	return func(t *testing.T, file string) {
		t.Helper()
		b, err := os.ReadFile(filepath.Join(filepath.Dir(file), other))
		if err = errors.Join(err, os.WriteFile(file, b, 0o600)); err != nil {
			t.Fatal(err)
		}
	}
}

// listSays returns a valid backup list with some words replaced.
func listSays(old, words string) func(t *testing.T, file string) {
	return func(t *testing.T, file string) {
		t.Helper()
		b, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		list, _, _ := strings.Cut(string(b), "\n}\n")
		list = strings.Replace(list, old, words, 1) + "\n}"
		if old == "" {
			list = words
		}
		if err := os.WriteFile(file, fmt.Appendf(nil, "%s\n%x\n", list, sha256.Sum256([]byte(list))), 0o600); err != nil {
			t.Fatal(err)
		}
	}
}

// bucketOf serves a folder as an S3 bucket, including files that this program would never write there.
func bucketOf(t *testing.T, folder string) string {
	t.Helper()
	store := bucket.New(t, "backups")
	err := filepath.WalkDir(folder, func(file string, e fs.DirEntry, err error) error {
		if err != nil || e.IsDir() {
			return err
		}
		b, err := os.ReadFile(file)
		if err != nil {
			return err
		}
		key, err := filepath.Rel(folder, file)
		if err != nil {
			return err
		}
		_, err = store.PutObject("backups", filepath.ToSlash(key), map[string]string{"Last-Modified": "Sat, 21 Nov 2026 04:00:00 GMT"}, bytes.NewReader(b), int64(len(b)), nil)
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return store.URL()
}

// With two backups, one file is damaged. Verify names it. A restore brings back everything undamaged and names the
// rest. A backup replaces what the temple still has, and reports only what it has read.
func TestADamagedBackupFolderIsReportedAndRestoredAsFarAsPossible(t *testing.T) {
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

	type kind struct {
		name   string
		at     string // what is damaged
		harm   func(t *testing.T, file string)
		gone   bool   // the temple itself no longer has the file either
		from   string // the backup that is restored
		orders int64
		less   int    // number of pictures missing after the restore
		mended bool   // the next backup repairs it
		said   string // expected text instead of the damaged file's name
	}
	kinds := []kind{
		{"nothing", "", nil, false, newest, 2, 0, true, ""},
		{"a picture with a flipped byte", picture, flip, false, newest, 2, 1, true, ""},
		{"a picture that is cut", picture, cut, false, newest, 2, 1, true, ""},
		{"an empty picture", picture, empty, false, newest, 2, 1, true, ""},
		{"a picture that is missing", picture, remove, false, newest, 2, 1, true, ""},
		{"a picture with a flipped byte, also lost here", picture, flip, true, newest, 2, 1, false, ""},
		{"a picture that is missing, also lost here", picture, remove, true, newest, 2, 1, false, ""},
		{"the newest list with a flipped byte", manifest, flip, false, old, 1, 0, false, ""},
		{"the newest list cut", manifest, cut, false, old, 1, 0, false, ""},
		{"the newest list empty", manifest, empty, false, old, 1, 0, false, ""},
		{"the oldest list cut", "backups/" + old + ".json", cut, false, newest, 2, 0, false, ""},
		{"the newest database with a flipped byte", database, flip, false, old, 1, 0, false, ""},
		{"the newest database cut", database, cut, false, old, 1, 0, false, ""},
		{"the newest database missing", database, remove, false, old, 1, 0, false, ""},
		{"the oldest database with a flipped byte", "databases/" + old + ".db", flip, false, newest, 2, 0, false, ""},
		{"two pictures swapped", picture, swap(filepath.Base(pictures[1])), false, newest, 2, 2, true, ""},
		{"a picture that is another", picture, double(filepath.Base(pictures[1])), false, newest, 2, 1, true, ""},
		{"the newest list is the oldest", manifest, double(old + ".json"), false, old, 1, 0, false, ""},
		{"the oldest list is the newest", "backups/" + old + ".json", double(newest + ".json"), false, newest, 2, 0, false, ""},
		{"the lists swapped", manifest, swap(old + ".json"), false, "", 0, 0, false, ""},
		{"the newest list says nothing", manifest, listSays("", "{}"), false, old, 1, 0, false, ""},
		{"the newest list says null", manifest, listSays("", "null"), false, old, 1, 0, false, ""},
		{"the newest list is of no form", manifest, listSays(`"Form": 1`, `"Form": 0`), false, old, 1, 0, false, ""},
		{"the newest list is of a newer program", manifest, listSays(`"Form": 1`, `"Form": 2`), false, "", 0, 0, false, newest + " was made by a newer Shanmen"},
		{"the oldest list is of a newer program", "backups/" + old + ".json", listSays(`"Form": 1`, `"Form": 2`), false, newest, 2, 0, false, old + " was made by a newer Shanmen"},
		{"the newest database is the oldest", database, double(old + ".db"), false, old, 1, 0, false, ""},
		{"the databases swapped", database, swap(old + ".db"), false, "", 0, 0, false, ""},
		{"the newest database empty", database, empty, false, old, 1, 0, false, ""},
		{"the note of the last reading says that it is of next year", "checked.json", listSays("", `{"At":"2027-11-28T12:00:00Z","Tried":true}`), false, newest, 2, 0, true, ""},
		{"the note of the last reading with a flipped byte", "checked.json", flip, false, newest, 2, 0, true, ""},
		{"the note of the last reading cut", "checked.json", cut, false, newest, 2, 0, true, ""},
	}
	restored := func(t *testing.T, to, from string, orders int64, less int) {
		t.Helper()
		place := testkit.EmptyPlace(t, "sqlite")
		said, err := verb(t, place, "restore "+to)
		if from == "" {
			if err == nil || strings.Contains(said, "Restored into") {
				t.Errorf("restore: %v\n%s", err, said)
			}
			return
		}
		if err != nil || !strings.Contains(said, "Backup "+from+", made on") {
			t.Fatalf("restore: %v\n%s", err, said)
		}
		b := testkit.At(t, place)
		if n := b.Count(t, "SELECT count(*) FROM invoices"); n != orders {
			t.Errorf("restored: %d orders", n)
		}
		for i, p := range pictures[:orders] {
			key := "receipt/" + filepath.Base(p)
			f, err := b.Files.Open(t.Context(), key)
			if lost := i < less; (err != nil) != lost || lost != (strings.Contains(said, "Left out: "+key) || strings.Contains(said, "Missing already when the backup was made: "+key)) {
				t.Errorf("restored: a picture: %v\n%s", err, said)
			}
			if err == nil {
				_ = f.Close()
			}
		}
	}
	run := func(k kind, s3 bool) {
		t.Run(fmt.Sprintf("%s, S3 %v", k.name, s3), func(t *testing.T) {
			to := filepath.Join(t.TempDir(), "backups")
			if err := os.CopyFS(to, os.DirFS(whole)); err != nil {
				t.Fatal(err)
			}
			if k.harm != nil {
				k.harm(t, filepath.Join(to, filepath.FromSlash(k.at)))
			}
			if s3 {
				to = bucketOf(t, to)
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
				if sound != (err == nil) || !sound && !strings.Contains(said, cmp.Or(k.said, k.at+" is damaged")) || !strings.Contains(said, "on trial") {
					t.Errorf("verify: %v\n%s", err, said)
				}
			}
			harmless := k.at == "" || k.at == "checked.json"
			verify(harmless)
			restored(t, to, k.from, k.orders, k.less)

			// The next night's backup is made, whatever happened to the earlier ones.
			said, err := verb(t, a.Place(), "backup "+to)
			if err != nil || k.mended != strings.Contains(said, "All of it was read again.") {
				t.Fatalf("backup: %v\n%s", err, said)
			}
			if !k.mended && !strings.Contains(said, cmp.Or(k.said, k.at+" is damaged")) {
				t.Errorf("backup does not name %s:\n%s", k.at, said)
			}
			made := strings.TrimSuffix(strings.Fields(said)[1], ":")
			verify(k.mended)
			still := 0
			if k.gone {
				still = k.less
			}
			restored(t, to, made, 2, still)
		})
	}
	for _, k := range kinds {
		run(k, false)
		run(k, true)
	}
}

// Reading a backup location changes nothing in it: no folder, no mode, no file.
func TestReadingABackupFolderChangesNothing(t *testing.T) {
	t.Parallel()
	a, to := testkit.New(t, "sqlite"), filepath.Join(t.TempDir(), "backups")
	order(t, a, a.Member(t))
	if said, err := verb(t, a.Place(), "backup "+to); err != nil {
		t.Fatal(said, err)
	}
	left := filepath.Join(to, ".unfinished-1")
	long := time.Now().Add(-48 * time.Hour)
	if err := errors.Join(os.WriteFile(left, []byte("x"), 0o600), os.Chtimes(left, long, long), os.Chmod(to, 0o755), os.Chtimes(to, long, long)); err != nil {
		t.Fatal(err)
	}
	none := filepath.Join(t.TempDir(), "mistyped")
	for _, line := range []string{"backup verify ", "restore "} {
		if said, err := verb(t, testkit.EmptyPlace(t, "sqlite"), line+to); err != nil {
			t.Fatal(said, err)
		}
		if said, err := verb(t, testkit.EmptyPlace(t, "sqlite"), line+none); err == nil || !strings.Contains(err.Error(), "mistyped") {
			t.Errorf("%s%s: %s %v", line, none, said, err)
		}
	}
	if _, err := os.Stat(none); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("a folder was made: %v", err)
	}
	info, err := os.Stat(to)
	if err != nil || info.Mode().Perm() != 0o755 || !info.ModTime().Equal(long) {
		t.Errorf("the place: %v %v", info, err)
	}
	if _, err := os.Stat(left); err != nil {
		t.Error(err)
	}
}
