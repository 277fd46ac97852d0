package db_test

import (
	"crypto/sha256"
	"encoding/hex"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// TestReleasedMigrationsAreUnchanged: existing databases have run them, so a changed text would never reach them. The
// list is the output of `sha256sum *.sql`; a new migration adds its line in the same change.
func TestReleasedMigrationsAreUnchanged(t *testing.T) {
	t.Parallel()
	list, err := os.ReadFile("testdata/migrations.sha256")
	if err != nil {
		t.Fatal(err)
	}
	landed := map[string]string{}
	for line := range strings.Lines(string(list)) {
		sum, name, ok := strings.Cut(strings.TrimSpace(line), "  ")
		if !ok {
			t.Fatalf("no line of sha256sum: %q", line)
		}
		landed[name] = sum
	}
	files, err := filepath.Glob("migrations/*.sql")
	if err != nil || len(files) == 0 {
		t.Fatalf("no migrations: %v", err)
	}
	for _, file := range files {
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		sum := sha256.Sum256(text)
		name := filepath.Base(file)
		switch landed[name] {
		case hex.EncodeToString(sum[:]):
		case "":
			t.Errorf("%s is new: add it to testdata/migrations.sha256 (%x)", name, sum)
		default:
			t.Errorf("%s has landed and is changed: write a new migration in its place", name)
		}
		delete(landed, name)
	}
	for name := range landed {
		t.Errorf("%s has landed and is gone", name)
	}
}
