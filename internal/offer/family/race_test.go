package family_test

import (
	"context"
	"fmt"
	"testing"

	"shanmen/internal/base/id"
	"shanmen/internal/offer/family"
	"shanmen/internal/platform/db"
	"shanmen/internal/platform/db/query"
	"shanmen/internal/testkit"
	"shanmen/internal/testkit/mutant"
	"shanmen/internal/testkit/together"
)

// Twenty requests at once for the last free entry of a family book: one succeeds.
func TestRaceForTheLastEntryOfAFamilyBook(t *testing.T) {
	t.Parallel()
	mutant.Declare(t, mutant.NoLock("FamilyLock"), mutant.Slow("FamilyCount"))
	testkit.Each(t, func(t *testing.T, a *testkit.App) {
		c := a.Member(t)
		var who struct{ User struct{ ID string } }
		c.Get("/api/auth/identity").Want(200).JSON(&who)
		a.Write(t, func(ctx context.Context, tx *db.Tx) error {
			for i := range family.MaxPeople - 1 {
				err := tx.FamilyAdd(ctx, query.FamilyAddParams{ID: id.New(), UserID: who.User.ID, Kind: family.Living, Name: fmt.Sprint("Tan ", i)})
				if err != nil {
					return err
				}
			}
			return nil
		})
		a.Warm(t)
		answers := make([]*testkit.Response, 20)
		together.AtOnce(len(answers), func(i int) { answers[i] = c.Post(path, fields{"kind": "living", "name": "Last"}) })
		added := 0
		for _, r := range answers {
			switch {
			case r.Status == 200:
				added++
			case r.Status != 400 || r.Code() != "family-full":
				t.Errorf("%d %s", r.Status, r.Body)
			}
		}
		if n := len(book(c).Items); added != 1 || n != family.MaxPeople {
			t.Errorf("%d were added, %d are there", added, n)
		}
	})
}
