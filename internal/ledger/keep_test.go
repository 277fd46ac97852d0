//go:build keep

package ledger_test

import (
	"archive/tar"
	"compress/gzip"
	"encoding/json"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"testing"
)

// TestKeepDatabase plays a temple on each engine and saves its database, as this version leaves it, in the folder that
// KEEP_VERSION names: TestADatabaseOfAnEarlierVersionStillWorks starts later programs on it.
func TestKeepDatabase(t *testing.T) {
	folder := filepath.Join(keptDatabases, os.Getenv("KEEP_VERSION"))
	if os.Getenv("KEEP_VERSION") == "" {
		t.Fatal("KEEP_VERSION is not set")
	}
	if err := os.Mkdir(folder, 0o755); err != nil {
		t.Fatal(err) // the saved database of a released version is never overwritten
	}
	for _, engine := range []string{"sqlite", "postgres"} {
		w := played(t, engine)
		if t.Failed() {
			return
		}
		known := memory{At: w.a.Clock.Now(), Keys: w.keys, Lamp: w.lamp, Statements: w.statements, Members: map[string][]rememberedOrder{}}
		for _, x := range w.transfers {
			known.Transfers = append(known.Transfers, rememberedTransfer{x.serial, x.cents, x.at, x.reference, x.payer, x.meant, x.uploads, x.byHand})
		}
		for _, m := range w.members {
			for _, o := range m.orders {
				known.Members[m.name] = append(known.Members[m.name], rememberedOrder{o.id, o.reference})
			}
		}
		keep(t, w, known, filepath.Join(folder, engine+".tar.gz"))
	}
}

// played is a temple that contains everything that later versions' tests look for: random plays are tried until one
// does.
func played(t *testing.T, engine string) *world {
	t.Helper()
	for seed := 7; seed < 27; seed++ {
		w := newWorld(t, engine, seed)
		for range 12 {
			for range actsOfSequence {
				w.step()
			}
			w.endSequence()
		}
		for range actsOfSequence { // work in progress is part of it
			w.step()
		}
		if t.Failed() || len(w.lacking()) == 0 {
			return w
		}
		t.Logf("play %d left no %v", seed, w.lacking())
	}
	t.Fatal("no play of twenty left all that a kept temple needs")
	return nil
}

func keep(t *testing.T, w *world, known memory, archive string) {
	t.Helper()
	f, err := os.Create(archive)
	if err != nil {
		t.Fatal(err)
	}
	z, err := gzip.NewWriterLevel(f, gzip.BestCompression)
	if err != nil {
		t.Fatal(err)
	}
	out := tar.NewWriter(z)
	add := func(name string, content []byte) {
		err := out.WriteHeader(&tar.Header{Name: name, Mode: 0o600, Size: int64(len(content))})
		if err == nil {
			_, err = out.Write(content)
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	place := w.a.Place()
	if place.URL != "" {
		dump, err := exec.CommandContext(t.Context(), "pg_dump", "--no-owner", "--no-privileges", "--rows-per-insert=200", place.URL).Output()
		if err != nil {
			t.Fatal(err)
		}
		add(dumpName, dump)
	} else { // including the write-ahead log that was not merged yet
		copied := filepath.Join(t.TempDir(), "copy.db")
		w.a.Exec(t, "VACUUM INTO '"+copied+"'")
		content, err := os.ReadFile(copied)
		if err != nil {
			t.Fatal(err)
		}
		add("shanmen.db", content)
	}
	err = filepath.WalkDir(place.Dir, func(path string, d fs.DirEntry, err error) error {
		name, _ := filepath.Rel(place.Dir, path)
		if err != nil || !d.Type().IsRegular() || filepath.Dir(name) == "." && filepath.Ext(name) != ".key" && name != "secret" {
			return err
		}
		content, err := os.ReadFile(path)
		if err == nil {
			add(filepath.ToSlash(name), content)
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	text, err := json.MarshalIndent(known, "", "\t")
	if err != nil {
		t.Fatal(err)
	}
	add(modelName, text)
	for _, c := range []interface{ Close() error }{out, z, f} {
		if err := c.Close(); err != nil {
			t.Fatal(err)
		}
	}
}
