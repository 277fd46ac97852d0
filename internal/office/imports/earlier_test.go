package imports_test

import (
	"context"
	"fmt"
	"net/url"
	"strings"
	"testing"
	"time"

	"shanmen/internal/base/clock"
	counterdesk "shanmen/internal/office/counter"
	"shanmen/internal/platform/db"
	"shanmen/internal/platform/db/query"
	"shanmen/internal/testkit"
	"shanmen/internal/testkit/mutant"
)

// asBefore puts the lists into the state of a version whose counter could not find imported people.
func asBefore(t *testing.T, a *testkit.App) {
	t.Helper()
	a.Exec(t, "DELETE FROM search_terms WHERE kind = 'imported'")
	a.Exec(t, "UPDATE import_turn SET found_in = 'people', found_to = ''")
}

// People from lists imported before the counter could search them are found like those of later lists: term by term. A
// process that ends between two batches resumes there; nothing is done twice.
func TestTheCounterFindsPeopleOfOldImportsAfterIndexing(t *testing.T) {
	testkit.Each(t, func(t *testing.T, a *testkit.App) {
		admin, counter := a.Staff(t, "admin"), a.Staff(t, "counter")
		lines := []string{"Name,Chinese name,Mobile,Email"}
		for i := range 450 { // three batches
			lines = append(lines, fmt.Sprintf("Tan Ah Kow %d,陈美玲,9%07d,p%d@x.sg", i, i, i))
		}
		start(t, a, admin, bring(t, a, admin, "members", "m.csv", csv(lines...)))
		start(t, a, admin, bring(t, a, admin, "orders", "o.csv", csv("Name,Mobile,Date,What for,Amount,Receipt", "Lim Bee,8123 0002,2025-08-15,普度,10,R-78")))
		start(t, a, admin, bring(t, a, admin, "lamps", "l.csv", csv("Name,Chinese name,Mobile,Offering,Lamp,Place,From", "Goh Siew Eng,吴秀英,8123 0003,Blessing lamp,Family,A-001,2026-02-01")))
		a.NewMember(t, "Tan Ah Kow 7", "+6590000007")
		terms := func() string {
			var out strings.Builder
			rows, err := a.DB.SQL().QueryContext(t.Context(), "SELECT subject, term, at FROM search_terms WHERE kind = 'imported' ORDER BY subject, term")
			if err != nil {
				t.Fatal(err)
			}
			defer func() { _ = rows.Close() }()
			for rows.Next() {
				var subject, term string
				var at int64
				if err := rows.Scan(&subject, &term, &at); err != nil {
					t.Fatal(err)
				}
				fmt.Fprintln(&out, subject, term, at)
			}
			if err := rows.Err(); err != nil {
				t.Fatal(err)
			}
			return out.String()
		}
		want := terms()
		asBefore(t, a)
		a.Clock.Advance(time.Minute)
		found := func(q string) int {
			var out counterdesk.Earlier
			counter.Get("/api/admin/walk-in/earlier?mobile=" + url.QueryEscape(q)).Want(200).JSON(&out)
			return len(out.Imported)
		}
		if n := found("lim bee") + found("wxy"); n != 0 {
			t.Fatalf("%d are found before", n)
		}
		// It ends after the second batch.
		ctx, end := context.WithCancel(t.Context())
		for range 2 {
			if err := a.Imports.FindMore(ctx); err != nil {
				t.Fatal(err)
			}
		}
		end()
		if err := a.Imports.FindEarlier(ctx); err == nil {
			t.Error("one that has ended goes on")
		}
		if n := a.Count(t, "SELECT count(DISTINCT subject) FROM search_terms WHERE kind = 'imported'"); n != 399 {
			t.Errorf("%d of the first 400 are findable, one of whom has an account", n)
		}
		for range 2 { // and nothing is left to do
			if err := a.Imports.FindEarlier(t.Context()); err != nil {
				t.Fatal(err)
			}
			if terms() != want {
				t.Error("they are found by other words than those of a list that comes today")
			}
		}
		for _, q := range []string{"9000 0003", "lim bee", "wxy", "8123 0003", "p9@x.sg"} {
			if n := found(q); n != 1 {
				t.Errorf("%s finds %d", q, n)
			}
		}
		if n := found("9000 0007"); n != 0 {
			t.Errorf("who has an account is found %d times", n)
		}
	})
}

// A number is verified while the lists become searchable: whichever is first, no search term is left for a row that has
// an owner.
func TestRaceClaimANumberAndIndexOldImports(t *testing.T) {
	mutant.Declare(t, mutant.NoLock("EarlierFoundLock"))
	testkit.Each(t, func(t *testing.T, a *testkit.App) {
		if a.DB.Engine() == "sqlite" {
			return // one writer, so the other waits
		}
		admin := a.Staff(t, "admin")
		start(t, a, admin, bring(t, a, admin, "members", "m.csv", csv("Name,Mobile", "Tan Ah Kow,91230009")))
		a.NewMember(t, "Tan Ah Kow", "+6591230008")
		var userID string
		if err := a.DB.SQL().QueryRow("SELECT id FROM users WHERE mobile = '+6591230008'").Scan(&userID); err != nil {
			t.Fatal(err)
		}
		asBefore(t, a)
		claimed, filled, ended := make(chan bool), make(chan bool), make(chan error)
		go func() {
			ended <- a.DB.Write(t.Context(), func(ctx context.Context, tx *db.Tx) error {
				err := tx.SetUserMobile(ctx, query.SetUserMobileParams{Mobile: "+6591230009", UpdatedAt: clock.MillisOf(a.Clock.Now()), ID: userID})
				if err == nil {
					err = a.Imports.Claim(ctx, tx, userID, "+6591230009")
				}
				claimed <- true
				<-filled
				return err
			})
		}()
		<-claimed
		time.AfterFunc(2*time.Second, func() { filled <- true }) // with a lock the lists wait until then
		if err := a.Imports.FindEarlier(t.Context()); err != nil {
			t.Fatal(err)
		}
		if err := <-ended; err != nil {
			t.Fatal(err)
		}
		if n := a.Count(t, "SELECT count(*) FROM search_terms WHERE kind = 'imported'"); n != 0 {
			t.Errorf("%d words are left of a row whose owner is known", n)
		}
	})
}
