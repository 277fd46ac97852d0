package backup_test

import (
	"context"
	"io/fs"
	"log/slog"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"shanmen/internal/platform/backup"
	"shanmen/internal/platform/media"
	"shanmen/internal/testkit"
)

func maker(t *testing.T, a *testkit.App, to string) *backup.Maker {
	t.Helper()
	place, err := media.OpenAt(to)
	if err != nil {
		t.Fatal(err)
	}
	return &backup.Maker{
		Clock: a.Clock, Log: slog.New(slog.DiscardHandler), URL: "sqlite:" + filepath.Join(a.Config.DataDir, "shanmen.db"),
		Files: a.Files, To: place, Work: t.TempDir(), Version: "test",
	}
}

func stored(t *testing.T, s media.Store, prefix string) (keys []string) {
	t.Helper()
	err := s.Each(t.Context(), prefix, func(f media.Stored) error {
		keys = append(keys, f.Key)
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	slices.Sort(keys)
	return keys
}

func made(t *testing.T, m *backup.Maker) *backup.Manifest {
	t.Helper()
	out, err := m.Make(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	return out
}

// The backup contains everything in the store: a feature that stores files under a new column fails here.
func TestABackupContainsEveryStoredFile(t *testing.T) {
	t.Parallel()
	a := testkit.New(t, "sqlite")
	c := a.Member(t)
	c.SendReceipt(testkit.Screenshot(t))
	c.SendReceipt(testkit.Screenshot(t))
	a.Staff(t, "treasurer").Upload("/api/admin/bank/statement", testkit.File{Name: "s.csv", Data: []byte("Date,Details,Amount\n21/11/2026,TRANSFER,88.00\n")}).Want(200)
	m := maker(t, a, t.TempDir())
	var got []string
	for _, f := range made(t, m).Files {
		got = append(got, f.Key)
	}
	slices.Sort(got)
	if want := stored(t, a.Files, ""); !slices.Equal(got, want) || len(want) != 3 {
		t.Errorf("backup %v, store %v", got, want)
	}
}

// forgetful is a store from which a file disappears at its first read: just after the database was copied.
type forgetful struct {
	media.Store
	gone string
	with func()
}

func (s *forgetful) Open(ctx context.Context, key string) (*media.File, error) {
	if s.gone == "" {
		s.gone = key
		s.with()
	}
	if key == s.gone {
		return nil, fs.ErrNotExist
	}
	return s.Store.Open(ctx, key)
}

func TestAFileDeletedMeanwhileIsNotInTheBackup(t *testing.T) {
	t.Parallel()
	a := testkit.New(t, "sqlite")
	c := a.Member(t)
	c.SendReceipt(testkit.Screenshot(t))
	c.SendReceipt(testkit.Screenshot(t))
	m := maker(t, a, t.TempDir())
	files := &forgetful{Store: a.Files}
	files.with = func() { a.Exec(t, "DELETE FROM upload_images WHERE storage_key = $1", files.gone) }
	m.Files = files
	out := made(t, m)
	if len(out.Lost) != 0 || len(out.Files) != 1 || out.Files[0].Key == files.gone {
		t.Errorf("%+v", out)
	}
}

// A picture lost long ago does not prevent a backup of the rest, and is reported.
func TestALostFileIsReported(t *testing.T) {
	t.Parallel()
	a := testkit.New(t, "sqlite")
	c := a.Member(t)
	c.SendReceipt(testkit.Screenshot(t))
	c.SendReceipt(testkit.Screenshot(t))
	lost := stored(t, a.Files, "")[0]
	if err := a.Files.Delete(t.Context(), lost); err != nil {
		t.Fatal(err)
	}
	out := made(t, maker(t, a, t.TempDir()))
	if !slices.Equal(out.Lost, []string{lost}) || len(out.Files) != 1 {
		t.Errorf("%+v", out)
	}
}

// A file that no backup lists any more is deleted with the last backup that did, and not before.
func TestBackupFilesAreDeletedWithTheLastBackupThatUsesThem(t *testing.T) {
	t.Parallel()
	a := testkit.New(t, "sqlite")
	c := a.Member(t)
	c.SendReceipt(testkit.Screenshot(t))
	m := maker(t, a, t.TempDir())
	first := made(t, m)
	key := first.Files[0].Key
	a.Exec(t, "DELETE FROM upload_images WHERE storage_key = $1", key)
	for day := range 400 {
		a.Clock.Advance(24 * time.Hour)
		if day%40 != 0 { // months can pass without simulating each night
			continue
		}
		made(t, m)
		names, err := backup.List(t.Context(), m.To)
		if err != nil {
			t.Fatal(err)
		}
		kept, there := slices.Contains(names, first.Name), slices.Contains(stored(t, m.To, "files/"), "files/"+key)
		if kept != there {
			t.Errorf("after %d days: the backup is kept: %v, its picture: %v", day+1, kept, there)
		}
		if databases := stored(t, m.To, "databases/"); len(databases) != len(names) {
			t.Errorf("%d databases of %d backups", len(databases), len(names))
		}
	}
	for range 13 {
		a.Clock.Advance(31 * 24 * time.Hour)
		made(t, m)
	}
	if files := stored(t, m.To, "files/"); len(files) != 0 {
		t.Errorf("left: %v", files)
	}
}

// broken is a backup location that falsely reports a successful write.
type broken struct {
	media.Store
	key string
}

func (b broken) Open(ctx context.Context, key string) (*media.File, error) {
	f, err := b.Store.Open(ctx, key)
	if err == nil && strings.HasPrefix(key, b.key) {
		f.ReadCloser = flipped{f.ReadCloser}
	}
	return f, err
}

type flipped struct {
	r interface {
		Read(p []byte) (int, error)
		Close() error
	}
}

func (f flipped) Read(p []byte) (int, error) {
	n, err := f.r.Read(p)
	if n > 0 {
		p[n-1] ^= 1
	}
	return n, err
}
func (f flipped) Close() error { return f.r.Close() }

func TestABackupThatCannotBeReadBackFails(t *testing.T) {
	t.Parallel()
	a := testkit.New(t, "sqlite")
	a.Member(t).SendReceipt(testkit.Screenshot(t))
	for _, part := range []string{"files/", "databases/", "backups/"} {
		m := maker(t, a, t.TempDir())
		m.To = broken{m.To, part}
		if _, err := m.Make(t.Context()); err == nil || !strings.Contains(err.Error(), "is not what was written") {
			t.Errorf("%s: %v", part, err)
		}
		if names, err := backup.List(t.Context(), m.To); err != nil || len(names) != 0 {
			t.Errorf("%s: listed as %v %v", part, names, err)
		}
		if left := stored(t, m.To, "databases/"); len(left) != 0 {
			t.Errorf("%s: each try leaves a database: %v", part, left)
		}
	}
}
