//go:build pgdump

package app_test

import (
	"bytes"
	"errors"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"shanmen/internal/testkit"
	"shanmen/internal/testkit/source"
)

// Runs the commands of docs/operations.md with the real pg_dump: the restored temple is the same.
func TestPostgresRestoresAsDocumented(t *testing.T) {
	doc := source.Read(t, "docs/operations.md")
	blocks := regexp.MustCompile("(?s)<!-- make pgdump runs these lines -->\n```sh checked\n(.*?)```").FindAllStringSubmatch(string(doc), -1)
	if len(blocks) != 2 {
		t.Fatalf("%d blocks to run", len(blocks))
	}
	backups := filepath.Join(t.TempDir(), "backups")
	script := func(lines string, p testkit.Place) *exec.Cmd {
		c := exec.CommandContext(t.Context(), "sh", "-c", lines)
		path := os.Getenv("PATH")
		if bin := os.Getenv("TEST_PG_BIN"); bin != "" {
			path = bin + ":" + path
		}
		c.Env = append(os.Environ(), "PATH="+path, "BACKUPS="+backups, "DATA_DIR="+p.Dir, "DATABASE_URL="+p.URL)
		return c
	}
	run := func(lines string, p testkit.Place) {
		t.Helper()
		if out, err := script(lines, p).CombinedOutput(); err != nil {
			t.Fatalf("%v\n%s", err, out)
		}
	}
	a := testkit.New(t, "postgres")
	c := a.Member(t)
	numbers := []string{order(t, a, c), order(t, a, c)}
	dump := filepath.Join(backups, "shanmen.dump")
	for _, old := range []string{dump, filepath.Join(backups, "unfinished.dump")} { // an older dump, and an unfinished one
		if err := errors.Join(os.MkdirAll(backups, 0o700), os.WriteFile(old, nil, 0o600), os.Chmod(old, 0o644)); err != nil { // as an earlier version of the commands left it
			t.Fatal(err)
		}
	}
	run(blocks[0][1], a.Place())

	err := filepath.WalkDir(backups, func(path string, e fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		info, err := e.Info()
		if err == nil && info.Mode().Perm()&0o077 != 0 {
			t.Errorf("others can read %s: %v", path, info.Mode())
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}

	// The next night's dump fails and reports it. The former dump remains.
	before, err := os.ReadFile(dump)
	if err != nil {
		t.Fatal(err)
	}
	away := a.Place()
	away.URL = "postgres://nobody@127.0.0.1:1/none"
	if out, err := script(blocks[0][1], away).CombinedOutput(); err == nil {
		t.Errorf("no error: %s", out)
	}
	if after, err := os.ReadFile(dump); err != nil || !bytes.Equal(before, after) {
		t.Errorf("the dump of before: %d bytes of %d, %v", len(after), len(before), err)
	}

	place := testkit.EmptyPlace(t, "postgres")
	run(blocks[1][1], place)
	b := testkit.At(t, place)
	if b.DB.ID() != a.DB.ID() {
		t.Errorf("database %s came back as %s", a.DB.ID(), b.DB.ID())
	}
	for _, n := range numbers {
		if b.Count(t, "SELECT count(*) FROM invoices WHERE number = $1", n) != 1 {
			t.Errorf("%s is lost", n)
		}
	}
	var key string
	if err := b.DB.SQL().QueryRowContext(t.Context(), "SELECT storage_key FROM upload_images LIMIT 1").Scan(&key); err != nil {
		t.Fatal(err)
	}
	f, err := b.Files.Open(t.Context(), key)
	if err != nil {
		t.Fatal(err)
	}
	_ = f.Close()
	if n := order(t, b, b.Member(t)); strings.Compare(n, numbers[1]) <= 0 {
		t.Errorf("the next number is %s", n)
	}
	if r := b.Guest().Get("/readyz"); r.Status != 200 {
		t.Errorf("ready: %d", r.Status)
	}
}
