package payment_test

import (
	"bytes"
	"fmt"
	"log/slog"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"shanmen/internal/platform/media"
	"shanmen/internal/testkit"
	"shanmen/internal/testkit/bucket"
)

const day = 24 * time.Hour

// shelf is a test's storage, whose files can be made older.
type shelf struct {
	media.Store
	age func(t *testing.T, by time.Duration) // makes all stored files older
	t   *testing.T
}

func (s *shelf) put(key string) {
	s.t.Helper()
	if err := s.Put(s.t.Context(), key, strings.NewReader(key), int64(len(key)), media.ContentType); err != nil {
		s.t.Fatal(err)
	}
}

func (s *shelf) has(key string) bool {
	f, err := s.Open(s.t.Context(), key)
	if err == nil {
		_ = f.Close()
	}
	return err == nil
}

func (s *shelf) count() (n int) {
	s.t.Helper()
	if err := s.Each(s.t.Context(), "receipt/", func(media.Stored) error { n++; return nil }); err != nil {
		s.t.Fatal(err)
	}
	return n
}

// eachShelf runs a test on both databases, each with a folder and with S3.
func eachShelf(t *testing.T, test func(t *testing.T, a *testkit.App, s *shelf)) {
	t.Run("disk", func(t *testing.T) {
		testkit.Each(t, func(t *testing.T, a *testkit.App) {
			s := &shelf{Store: a.Payments.Files, t: t}
			s.age = func(t *testing.T, by time.Duration) {
				old := time.Now().Add(-by)
				err := s.Each(t.Context(), "", func(f media.Stored) error {
					return os.Chtimes(filepath.Join(a.Config.DataDir, "files", filepath.FromSlash(f.Key)), old, old)
				})
				if err != nil {
					t.Fatal(err)
				}
			}
			test(t, a, s)
		})
	})
	t.Run("S3", func(t *testing.T) {
		testkit.Each(t, func(t *testing.T, a *testkit.App) {
			s3 := bucket.New(t, "temple")
			store, err := media.Open(s3.URL(), "")
			if err != nil {
				t.Fatal(err)
			}
			a.Payments.Files = store
			test(t, a, &shelf{Store: store, t: t, age: func(_ *testing.T, by time.Duration) { s3.Age(by) }})
		})
	})
}

// sweep is a run of the clean-up job; said is what it logged.
func sweep(t *testing.T, a *testkit.App) (said string) {
	t.Helper()
	var log bytes.Buffer
	a.Payments.Log = slog.New(slog.NewTextHandler(&log, nil))
	if err := a.Payments.SweepStrays(t.Context()); err != nil {
		t.Fatal(err)
	}
	return log.String()
}

// swept waits until the clean-up is due, and runs it.
func swept(t *testing.T, a *testkit.App) (said string) {
	t.Helper()
	if said := sweep(t, a); said != "" {
		t.Errorf("at the first look: %s", said)
	}
	a.Clock.Advance(7 * day)
	return sweep(t, a)
}

func TestUnreferencedPicturesAreDeletedAfterSevenDays(t *testing.T) {
	eachShelf(t, func(t *testing.T, a *testkit.App, s *shelf) {
		c := a.Member(t)
		for range 3 {
			c.SendReceipt(testkit.Screenshot(t))
		}
		stray, statement, young := media.NewKey("receipt", "jpg"), media.NewKey("statement", "bin"), media.NewKey("receipt", "jpg")
		s.put(stray)
		s.put(statement)
		s.age(t, 8*day)
		s.put(young)
		if said := swept(t, a); !strings.Contains(said, "deleted=1") {
			t.Errorf("said: %s", said)
		}
		if s.has(stray) || !s.has(statement) || !s.has(young) || s.count() != 4 {
			t.Errorf("stray %v, statement %v, young %v, %d pictures", s.has(stray), s.has(statement), s.has(young), s.count())
		}
		err := s.Each(t.Context(), "store-clock", func(f media.Stored) error {
			t.Errorf("the probe of the clock was left: %s", f.Key)
			return nil
		})
		if err != nil {
			t.Error(err)
		}
	})
}

// The database is a wrong or outdated one: the pictures still belong to somebody.
func TestTheSweepRefusesToDeleteMostPictures(t *testing.T) {
	eachShelf(t, func(t *testing.T, a *testkit.App, s *shelf) {
		c := a.Member(t)
		for range 10 {
			c.SendReceipt(testkit.Screenshot(t))
		}
		for range 11 {
			s.put(media.NewKey("receipt", "jpg"))
		}
		s.age(t, 8*day)
		if said := swept(t, a); !strings.Contains(said, "level=WARN") || !strings.Contains(said, "without=11") {
			t.Errorf("said: %s", said)
		}
		if s.count() != 21 {
			t.Errorf("%d pictures", s.count())
		}
		named := media.NewKey("receipt", "jpg")
		s.put(named)
		s.age(t, 8*day)
		a.Exec(t, `INSERT INTO upload_images (id, upload_id, position, name, mime, size, width, height, storage_key, sha256, dhash, band_a, band_b, band_c, band_d)
			SELECT 'one-more', id, 9, '', '', 1, 1, 1, $1, '', 0, 0, 0, 0, 0 FROM uploads LIMIT 1`, named)
		a.Clock.Advance(day)
		if said := sweep(t, a); s.count() != 11 { // 11 of 22 is not more than half
			t.Errorf("%d pictures; said: %s", s.count(), said)
		}
	})
}

func TestThePictureSweepRunsDaily(t *testing.T) {
	eachShelf(t, func(t *testing.T, a *testkit.App, s *shelf) {
		swept(t, a)
		left := func(when string, want int) {
			t.Helper()
			s.put(media.NewKey("receipt", "jpg"))
			s.age(t, 8*day)
			sweep(t, a)
			if n := s.count(); n != want {
				t.Errorf("%s: %d pictures", when, n)
			}
		}
		left("the same moment, as another replica", 1)
		a.Clock.Advance(23 * time.Hour)
		left("23 hours later", 2)
		a.Clock.Advance(time.Hour)
		left("a day later", 0)
		// A database from before the pictures: the waiting period starts again.
		a.Clock.Advance(5 * day)
		left("after five days without a sweep", 1)
		a.Clock.Advance(6 * day)
		left("six days after", 2)
		a.Clock.Advance(day)
		left("seven days after", 0)
	})
}

// Few enough are deleted a day that storage and database hardly notice; the others follow the next day.
func TestThePictureSweepIsBounded(t *testing.T) {
	a := testkit.New(t, "sqlite")
	s := &shelf{Store: a.Payments.Files, t: t}
	dir := filepath.Join(a.Config.DataDir, "files", "receipt")
	if err := os.MkdirAll(dir, 0o700); err != nil {
		t.Fatal(err)
	}
	old := time.Now().Add(-8 * day)
	for i := range 2010 {
		name := filepath.Join(dir, fmt.Sprintf("%04d.jpg", i))
		if err := os.WriteFile(name, []byte("x"), 0o600); err != nil {
			t.Fatal(err)
		}
		if err := os.Chtimes(name, old, old); err != nil {
			t.Fatal(err)
		}
	}
	a.Member(t).SendReceipt(testkit.Screenshot(t))
	a.Exec(t, `INSERT INTO upload_images (id, upload_id, position, name, mime, size, width, height, storage_key, sha256, dhash, band_a, band_b, band_c, band_d)
		WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < 1004)
		SELECT 'image-' || i, (SELECT id FROM uploads LIMIT 1), i, '', '', 1, 1, 1, printf('receipt/%04d.jpg', i), '', 0, 0, 0, 0, 0 FROM n`)
	if said := swept(t, a); !strings.Contains(said, "deleted=1000") || !strings.Contains(said, "left=5") || s.count() != 1011 {
		t.Errorf("%d pictures; said: %s", s.count(), said)
	}
}
