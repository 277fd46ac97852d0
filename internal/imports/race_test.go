package imports_test

import (
	"context"
	"testing"
	"time"

	"shanmen/internal/clock"
	"shanmen/internal/db"
	"shanmen/internal/db/query"
	"shanmen/internal/testkit"
	"shanmen/internal/testkit/mutant"
)

// A number is proven while a list that has it is imported: whichever is first, its owner finds what was imported.
func TestRaceClaimAndImport(t *testing.T) {
	mutant.Declare(t, mutant.Nothing("ImportTurn"))
	testkit.Each(t, func(t *testing.T, a *testkit.App) {
		if a.DB.Engine() == "sqlite" {
			return // one writer: the other waits
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
