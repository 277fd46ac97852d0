package imports_test

import (
	"context"
	"fmt"
	"slices"
	"testing"
	"time"

	"shanmen/internal/base/clock"
	"shanmen/internal/platform/db"
	"shanmen/internal/platform/db/query"
	"shanmen/internal/testkit"
	"shanmen/internal/testkit/mutant"
	"shanmen/internal/testkit/together"
)

// A number is verified while a list that contains it is imported: whichever is first, its owner finds the imported
// records.
func TestRaceClaimAndImport(t *testing.T) {
	mutant.Declare(t, mutant.Nothing("ImportTurn"))
	testkit.Each(t, func(t *testing.T, a *testkit.App) {
		if a.DB.Engine() == "sqlite" {
			return // one writer, so the other waits
		}
		admin := a.Staff(t, "admin")
		id := bring(t, a, admin, "members", "m.csv", csv("Name,Mobile", "Tan Ah Kow,91230009"))
		a.NewMember(t, "Tan Ah Kow", "+6591230008")
		var userID string
		if err := a.DB.SQL().QueryRow("SELECT id FROM users WHERE mobile = '+6591230008'").Scan(&userID); err != nil {
			t.Fatal(err)
		}
		claimed, imported, ended := make(chan bool), make(chan bool), make(chan error)
		go func() {
			ended <- a.DB.Write(t.Context(), func(ctx context.Context, tx *db.Tx) error {
				err := tx.SetUserMobile(ctx, query.SetUserMobileParams{Mobile: "+6591230009", UpdatedAt: clock.MillisOf(a.Clock.Now()), ID: userID})
				if err == nil {
					err = a.Imports.Claim(ctx, tx, userID, "+6591230009")
				}
				claimed <- true
				<-imported
				return err
			})
		}()
		<-claimed
		time.AfterFunc(2*time.Second, func() { imported <- true }) // with a lock the import waits until then
		v := start(t, a, admin, id)
		if err := <-ended; err != nil {
			t.Fatal(err)
		}
		if n := a.Count(t, "SELECT count(*) FROM imported_people WHERE user_id IS NULL"); n != 0 {
			t.Errorf("%d of %d rows have no owner although the number is proven", n, v.Made)
		}
	})
}

// Two colleagues press Import on the same list at once: it is started once, and each row is imported once.
func TestRaceStartOneImportTwice(t *testing.T) {
	mutant.Declare(t, mutant.NoLock("ImportLock"), mutant.Slow("ImportCounts"))
	testkit.Each(t, func(t *testing.T, a *testkit.App) {
		desks := []*testkit.Client{a.Staff(t, "admin"), a.Staff(t, "admin")}
		for round := range 3 {
			id := bring(t, a, desks[0], "members", "m.csv", csv("Name,Mobile", fmt.Sprintf("Tan Ah Kow,9123%04d", round)))
			codes := make([]string, 2)
			together.AtOnce(2, func(i int) {
				codes[i] = desks[i].Post("/api/admin/import/"+id+"/start", map[string]any{"ready": 1}).Code()
			})
			slices.Sort(codes)
			if !slices.Equal(codes, []string{"", "import-busy"}) {
				t.Errorf("round %d: %q", round, codes)
			}
			a.Drain(t)
			if v := view(t, desks[0], id); v.State != "done" || v.Made != 1 {
				t.Errorf("round %d: %s with %d rows", round, v.State, v.Made)
			}
		}
	})
}

// Two files have the same rows and are imported by two replicas at once: each row is imported once.
func TestRaceImportTheSameRows(t *testing.T) {
	mutant.Declare(t, mutant.Nothing("ImportTurn"), mutant.NoConstraint("import_keys", "import_keys_pkey"), mutant.Slow("ImportKeysKnown"))
	testkit.Each(t, func(t *testing.T, a *testkit.App) {
		admin := a.Staff(t, "admin")
		var ids []string
		for _, name := range []string{"Remark", "Note"} { // another heading is another file
			ids = append(ids, bring(t, a, admin, "members", name+".csv", csv("Name,Mobile,"+name, "Tan Ah Kow,91230001,a", "Lim Siew Hoon,91230002,b")))
		}
		for _, id := range ids {
			admin.Post("/api/admin/import/"+id+"/start", map[string]any{"ready": 2}).Want(200)
		}
		together.AtOnce(2, func(int) { a.Drain(t) })
		a.Drain(t)
		for _, id := range ids {
			if v := view(t, admin, id); v.State != "done" {
				t.Errorf("one is %s: %s", v.State, v.Problem)
			}
		}
		if n := a.Count(t, "SELECT count(*) FROM imported_people"); n != 2 {
			t.Errorf("%d people of two", n)
		}
	})
}
