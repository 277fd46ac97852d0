package lookup_test

import (
	"context"
	"encoding/hex"
	"fmt"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"shanmen/internal/base/clock"
	"shanmen/internal/platform/db"
	"shanmen/internal/platform/lookup"
	"shanmen/internal/testkit"
	"shanmen/internal/testkit/mutant"
)

// before writes a record as older programs did, without whole syllables and single characters: the name's suffixes, and
// the initials of its reading.
func before(t *testing.T, a *testkit.App, id string, at int, terms ...string) {
	t.Helper()
	for _, term := range terms {
		a.Exec(t, "INSERT INTO search_terms (kind, subject, term, at) VALUES ('invoice', $1, $2, $3)", id, hex.EncodeToString([]byte(term)), at)
	}
}

// ofBefore is a database with such records only.
func ofBefore(t *testing.T, a *testkit.App) {
	t.Helper()
	a.Exec(t, "DELETE FROM search_terms")
	a.Exec(t, "DELETE FROM settings WHERE key = 'search-spelling'")
}

func TestOldRecordsAreReindexedWithSyllablesAndSurnames(t *testing.T) {
	testkit.Each(t, func(t *testing.T, a *testkit.App) {
		ofBefore(t, a)
		before(t, a, "one", 10, "陈美玲", "美玲", "玲", "cml", "ml", "tan", "inv2026000123", "123")
		before(t, a, "two", 20, "曾佳", "佳", "zj", "cj")
		before(t, a, "three", 30, "lim")
		for _, q := range []string{"chen", "meiling", "陈", "zeng jia"} {
			if got := find(t, a, q); len(got) != 0 {
				t.Fatalf("%q finds %v before", q, got)
			}
		}
		a.MustSweep(t)
		for q, want := range map[string][]string{
			"chen": {"one"}, "chen mei ling": {"one"}, "meiling": {"one"}, "陈": {"one"}, "陈美玲": {"one"}, "cml": {"one"}, "tan": {"one"}, "123": {"one"},
			"zeng jia": {"two"}, "ceng": {"two"}, "曾": {"two"}, "lim": {"three"}, "huang": nil,
		} {
			if diff := cmp.Diff(want, find(t, a, q)); diff != "" {
				t.Errorf("%q: %s", q, diff)
			}
		}
		// They get exactly the terms of a record that is written today.
		a.Write(t, func(ctx context.Context, tx *db.Tx) error {
			return lookup.Add(ctx, tx, lookup.Invoice, "new", 40, lookup.Words{Names: []string{"陈美玲", "Tan"}, Numbers: []string{"INV-2026-000123"}})
		})
		if n := a.Count(t, "SELECT count(*) FROM search_terms o WHERE o.subject = 'one' AND NOT EXISTS (SELECT 1 FROM search_terms n WHERE n.subject = 'new' AND n.term = o.term)"); n != 0 {
			t.Errorf("%d terms that no new record has", n)
		}
		if n := a.Count(t, "SELECT count(*) FROM search_terms n WHERE n.subject = 'new' AND n.term >= '80' AND NOT EXISTS (SELECT 1 FROM search_terms o WHERE o.subject = 'one' AND n.term = o.term)"); n != 0 {
			t.Errorf("%d terms are missing", n)
		}
	})
}

// A process that ends in between resumes where it was; finished work is not repeated.
func TestReindexingContinuesWhereItStopped(t *testing.T) {
	testkit.Each(t, func(t *testing.T, a *testkit.App) {
		ofBefore(t, a)
		const all = 210 // more than two batches
		for i := range all {
			before(t, a, fmt.Sprintf("i%03d", i), i, "李", "l")
		}
		spelled := func() int64 {
			return a.Count(t, "SELECT count(*) FROM search_terms WHERE term = $1", hex.EncodeToString([]byte("li")))
		}
		a.Write(t, func(ctx context.Context, tx *db.Tx) error {
			_, err := lookup.RespellMore(ctx, tx)
			return err
		})
		if n := spelled(); n != 100 {
			t.Fatalf("a batch completes %d", n)
		}
		ended, cancel := context.WithCancel(t.Context())
		cancel()
		if err := lookup.Respell(ended, a.DB); err == nil {
			t.Error("a process that ends says nothing")
		}
		for range 2 { // also once it is done
			if err := lookup.Respell(t.Context(), a.DB); err != nil {
				t.Fatal(err)
			}
			if n := spelled(); n != all {
				t.Errorf("%d of %d are completed", n, all)
			}
		}
	})
}

// A name is erased while its record is being completed: no term of it is left.
func TestRaceEraseAndReindex(t *testing.T) {
	mutant.Declare(t, mutant.ReadOnly("SearchTermsHold"))
	testkit.Each(t, func(t *testing.T, a *testkit.App) {
		if a.DB.Engine() == "sqlite" {
			return // one writer, so the other waits
		}
		ofBefore(t, a)
		before(t, a, "one", 10, "陈美玲", "美玲", "玲", "cml", "ml")
		completed, goOn, ended := make(chan bool), make(chan bool), make(chan error)
		go func() {
			ended <- a.DB.Write(t.Context(), func(ctx context.Context, tx *db.Tx) error {
				_, err := lookup.RespellMore(ctx, tx)
				completed <- true
				<-goOn
				return err
			})
		}()
		<-completed
		time.AfterFunc(time.Second, func() { goOn <- true }) // the eraser has arrived, and waits
		a.Write(t, func(ctx context.Context, tx *db.Tx) error {
			return lookup.Put(ctx, tx, lookup.Invoice, "one", clock.Millis(10), lookup.Words{Numbers: []string{"INV-2026-000123"}})
		})
		if err := <-ended; err != nil {
			t.Fatal(err)
		}
		if got := append(find(t, a, "chen"), find(t, a, "美玲")...); len(got) != 0 {
			t.Errorf("the erased name still finds %v", got)
		}
	})
}
