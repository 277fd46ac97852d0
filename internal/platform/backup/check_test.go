package backup_test

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
	"testing"
	"time"

	"shanmen/internal/platform/backup"
	"shanmen/internal/platform/media"
	"shanmen/internal/testkit"
)

// unreadable is a location in which files with a given prefix cannot be read.
type unreadable struct {
	media.Store
	key string
	err error
}

func (u unreadable) Open(ctx context.Context, key string) (*media.File, error) {
	f, err := u.Store.Open(ctx, key)
	if err == nil && strings.HasPrefix(key, u.key) {
		f.ReadCloser = failing{f.ReadCloser, u.err}
	}
	return f, err
}

type failing struct {
	r interface {
		Read(p []byte) (int, error)
		Close() error
	}
	err error
}

func (f failing) Read([]byte) (int, error) { return 0, f.err }
func (f failing) Close() error             { return f.r.Close() }

// An unreadable part of a disk is damage to one file; a location that does not respond is not damage, and nothing is
// taken for lost.
func TestReadErrorsAreReportedAsDamageOnlyWhenTheDiskReportsThem(t *testing.T) {
	t.Parallel()
	a := testkit.New(t, "sqlite")
	a.Member(t).SendReceipt(testkit.Screenshot(t))
	away := errors.New("the place does not answer")
	for _, part := range []string{"files/", "databases/", "backups/"} {
		for _, c := range []struct {
			err    error
			damage bool
		}{{syscall.EIO, true}, {away, false}} {
			t.Run(fmt.Sprint(part, c.err), func(t *testing.T) {
				m := maker(t, a, t.TempDir())
				m.Room = func(string) (int64, error) { return 1 << 40, nil }
				manifest := made(t, m)
				m.To, m.Files = unreadable{m.To, part, c.err}, nil
				found, err := m.Verify(t.Context(), true)
				if c.damage != (err == nil && len(found.Damaged) == 1) || !c.damage && !errors.Is(err, away) {
					t.Errorf("verify: %+v %v", found, err)
				}
				if part == "backups/" {
					return
				}
				dir := t.TempDir()
				files, err := media.OpenAt(filepath.Join(dir, "files"))
				if err != nil {
					t.Fatal(err)
				}
				missing, err := backup.Restore(t.Context(), m.To, manifest, filepath.Join(dir, "t.db"), files)
				switch {
				case !c.damage && !errors.Is(err, away),
					c.damage && part == "files/" && (err != nil || len(missing) != 1),
					c.damage && part == "databases/" && !errors.Is(err, backup.ErrDamaged):
					t.Errorf("restore: %v %v", missing, err)
				}
			})
		}
	}
}

// The list of one backup is truncated. Later backups succeed, the intact ones are rotated as usual, and no picture is
// deleted that only the truncated list may name.
func TestATornBackupListIsRewrittenWithoutLoss(t *testing.T) {
	t.Parallel()
	a := testkit.New(t, "sqlite")
	a.Member(t).SendReceipt(testkit.Screenshot(t))
	to := t.TempDir()
	m := maker(t, a, to)
	first := made(t, m)
	a.Clock.Advance(24 * time.Hour)
	key := first.Files[0].Key
	torn := made(t, m)
	if err := os.Truncate(filepath.Join(to, "backups", torn.Name+".json"), 100); err != nil {
		t.Fatal(err)
	}
	a.Exec(t, "DELETE FROM upload_images WHERE storage_key = $1", key)
	sound := 1
	for range 8 {
		a.Clock.Advance(24 * time.Hour)
		made(t, m)
		sound++
		names, err := backup.List(t.Context(), m.To)
		if err != nil {
			t.Fatal(err)
		}
		if got := len(names); sound <= 7 && got != sound+1 {
			t.Errorf("%d sound ones and a torn one: %v", sound, names)
		}
		if slices.Contains(names, torn.Name) && !slices.Contains(stored(t, m.To, "files/"), "files/"+key) {
			t.Error("a picture went that the torn list may name")
		}
	}
}

// Without disk space for a trial restore the newest database is at least opened, or nothing is done, and either is
// reported.
func TestATrialRestoreNeedsTwiceTheSpace(t *testing.T) {
	t.Parallel()
	a := testkit.New(t, "sqlite")
	a.Member(t).SendReceipt(testkit.Screenshot(t))
	m := maker(t, a, t.TempDir())
	size := made(t, m).Size()
	for _, free := range []int64{0, 2*size - 1, 2 * size} {
		m.Room = func(string) (int64, error) { return free, nil }
		found, err := m.Check(t.Context(), true)
		if err != nil || found.Tried != (free == 2*size) || found.Needed != 2*size || found.Free != free {
			t.Errorf("%d free: %+v %v", free, found, err)
		}
		if last, err := backup.LastCheck(t.Context(), m.To); err != nil || !last.At.Equal(a.Clock.Now()) {
			t.Errorf("the note: %+v %v", last, err)
		}
	}
	left, err := os.ReadDir(m.Work)
	if err != nil || len(left) != 0 {
		t.Errorf("left of the trials: %v %v", left, err)
	}
	for days, due := range map[int]bool{6: false, 7: true, 0: false, -1: true, -400: true} {
		later := maker(t, a, t.TempDir())
		later.To = m.To
		later.Clock = at{a.Clock.Now().AddDate(0, 0, days)}
		if is, err := later.CheckDue(t.Context()); err != nil || is != due {
			t.Errorf("after %d days: %v %v", days, is, err)
		}
	}
}

type at struct{ now time.Time }

func (c at) Now() time.Time { return c.now }

// Manual backups every day do not postpone the trial restore, nor hide its last result.
func TestACheckWithoutATrialRestoreKeepsTheLastTrialsResult(t *testing.T) {
	t.Parallel()
	a := testkit.New(t, "sqlite")
	m := maker(t, a, t.TempDir())
	m.Room = func(string) (int64, error) { return 1 << 40, nil }
	made(t, m)
	checked := func(trial bool) backup.Checked {
		t.Helper()
		found, err := m.Check(t.Context(), trial)
		if err != nil || !found.Tried || !found.At.Equal(a.Clock.Now()) {
			t.Errorf("%+v %v", found, err)
		}
		return found
	}
	first := checked(true)
	for day := 1; day <= 8; day++ {
		a.Clock.Advance(24 * time.Hour)
		if due, err := m.CheckDue(t.Context()); err != nil || due != (day >= 7) {
			t.Errorf("day %d: %v %v", day, due, err)
		}
		if found := checked(false); !found.On.Equal(first.On) {
			t.Errorf("day %d: %+v", day, found)
		}
	}
}
