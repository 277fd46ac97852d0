package app_test

import (
	"bytes"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"shanmen/internal/testkit"
)

// Whoever stores an encrypted backup cannot read any of it; whoever has the key can restore everything. Backups made
// before there was a key remain restorable.
func TestAnEncryptedBackupRevealsNothingAndRestoresWithItsKey(t *testing.T) {
	t.Parallel()
	a, to := testkit.New(t, "sqlite"), filepath.Join(t.TempDir(), "backups")
	c := a.NewMember(t, "Somebody Unusual", "+6597770001")
	order(t, a, c)
	say := func(line string, more ...string) string {
		t.Helper()
		said, err := verb(t, a.Place(), line, append([]string{"BACKUP_TO", to}, more...)...)
		if err != nil {
			t.Fatalf("%s: %q %v", line, said, err)
		}
		return said
	}
	keyFile := filepath.Join(t.TempDir(), "backup.key")
	say("backup")
	say("backup key " + keyFile)
	if info, err := os.Stat(keyFile); err != nil || info.Mode().Perm() != 0o600 {
		t.Errorf("others may read the key: %v %v", info, err)
	}
	_, err := verb(t, a.Place(), "backup key "+keyFile)
	refused(t, "a second key in one file", err, "new file")
	key := []string{"BACKUP_KEY_FILE", keyFile}
	order(t, a, c)
	if said := say("backup", key...); !strings.Contains(said, "read again") {
		t.Errorf("%q", said)
	}
	files := names(t, to)
	say("backup", key...)
	if again := names(t, to); len(again) != len(files)+2 { // a list and a database
		t.Errorf("pictures are stored twice: %q, %q", files, again)
	}
	plain := 0
	for _, name := range names(t, to) {
		b, err := os.ReadFile(filepath.Join(to, name))
		if err != nil {
			t.Fatal(err)
		}
		if !bytes.HasPrefix(b, []byte("age-encryption.org/v1")) {
			plain++
		}
	}
	if plain != 2 { // the first backup's list and its database; its picture was copied again
		t.Errorf("%d files are not encrypted: %q", plain, names(t, to))
	}

	if said := say("backup verify", key...); !strings.Contains(said, "3 backups and 2 files") || !strings.Contains(said, "Nothing is damaged") {
		t.Errorf("%q", said)
	}
	if said := say("backup list", key...); strings.Count(said, "sound on") != 3 {
		t.Errorf("%s", said)
	}
	if said := say("backup list"); strings.Count(said, "encrypted") != 2 {
		t.Errorf("%s", said)
	}
	other := filepath.Join(t.TempDir(), "other.key")
	say("backup key " + other)
	for _, line := range []string{"backup", "backup verify", "restore"} {
		place := a.Place()
		if line == "restore" {
			place = testkit.EmptyPlace(t, "sqlite")
		}
		_, err := verb(t, place, line, "BACKUP_TO", to)
		refused(t, line+" without the key", err, "is encrypted: set BACKUP_KEY_FILE")
		_, err = verb(t, place, line, "BACKUP_TO", to, "BACKUP_KEY_FILE", other)
		refused(t, line+" with another key", err, "no key of BACKUP_KEY_FILE opens it")
	}
	_, err = verb(t, a.Place(), "backup", "BACKUP_TO", to, "BACKUP_KEY", "hello")
	refused(t, "what is no key", err, "BACKUP_KEY_FILE", "shanmen backup key")

	for at, orders := range map[string]int64{"": 2, first(t, to): 1} {
		place, line := testkit.EmptyPlace(t, "sqlite"), "restore"
		if at != "" {
			line += " --at " + at
		}
		if said, err := verb(t, place, line, append([]string{"BACKUP_TO", to}, key...)...); err != nil || !strings.Contains(said, "is as it was written") {
			t.Fatalf("%q %v", said, err)
		}
		b := testkit.At(t, place)
		if n := b.Count(t, "SELECT count(*) FROM invoices"); n != orders {
			t.Errorf("%s: %d orders", line, n)
		}
	}
}

// The result of the last verification is listed beside each backup.
func TestTheBackupListShowsWhichBackupsAreIntact(t *testing.T) {
	t.Parallel()
	a, to := testkit.New(t, "sqlite"), filepath.Join(t.TempDir(), "backups")
	order(t, a, a.Member(t))
	list := func() string {
		t.Helper()
		said, err := verb(t, a.Place(), "backup list", "BACKUP_TO", to)
		if err != nil {
			t.Fatal(err)
		}
		return said
	}
	for range 2 {
		if _, err := verb(t, a.Place(), "backup "+to); err != nil {
			t.Fatal(err)
		}
	}
	if said := list(); strings.Count(said, "sound on") != 2 || !strings.Contains(said, first(t, to)) {
		t.Errorf("%s", said)
	}
	flip(t, filepath.Join(to, "databases", first(t, to)+".db"))
	if _, err := verb(t, a.Place(), "backup "+to); err != nil {
		t.Fatal(err)
	}
	if said := list(); strings.Count(said, "sound on") != 2 || strings.Count(said, "cannot be restored") != 1 {
		t.Errorf("%s", said)
	}
	_, err := verb(t, a.Place(), "backup list "+t.TempDir())
	refused(t, "nothing there", err, "there is no backup")
}

// names returns the files of a backup location.
func names(t *testing.T, place string) (out []string) {
	t.Helper()
	err := filepath.WalkDir(place, func(path string, e fs.DirEntry, err error) error {
		if err == nil && !e.IsDir() {
			path, err = filepath.Rel(place, path)
			out = append(out, path)
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return out
}

// first returns the name of the oldest backup in a location.
func first(t *testing.T, place string) string {
	t.Helper()
	lists, err := filepath.Glob(filepath.Join(place, "backups", "*.json"))
	if err != nil || len(lists) == 0 {
		t.Fatal(lists, err)
	}
	return strings.TrimSuffix(filepath.Base(lists[0]), ".json")
}
