package correction_test

import (
	"context"
	"testing"
	"time"

	"shanmen/internal/base/clock"
	"shanmen/internal/platform/db"
	"shanmen/internal/platform/db/query"
	"shanmen/internal/testkit"
	"shanmen/internal/testkit/mutant"
)

// A list is being closed when a correction arrives: the correction waits for it, and is too late.
func TestRaceCorrectAndClose(t *testing.T) {
	mutant.Declare(t, mutant.NoLock("CeremonyLock"))
	testkit.Each(t, func(t *testing.T, a *testkit.App) {
		if a.DB.Engine() == "sqlite" {
			return // one writer, so the other waits
		}
		l, c := list(t, a), a.Member(t)
		v := c.BuyFor(5000, solstice(t, a, tabletFor("欧阳", "吴国强")))
		a.TakeCash(t, v)
		closing, goOn, ended := make(chan bool), make(chan bool), make(chan error)
		go func() {
			ended <- a.DB.Write(t.Context(), func(ctx context.Context, tx *db.Tx) error {
				if _, err := tx.CeremonyLock(ctx, l.ID); err != nil {
					return err
				}
				err := tx.CeremonyClose(ctx, query.CeremonyCloseParams{ClosedAt: clock.MillisOf(a.Clock.Now()), ClosedBy: "system", ID: l.ID})
				closing <- true
				<-goOn
				return err
			})
		}()
		<-closing
		time.AfterFunc(time.Second, func() { goOn <- true }) // the correction has arrived, and waits
		r := correct(c, v, tabletFor("歐陽", "吴国强"))
		if err := <-ended; err != nil {
			t.Fatal(err)
		}
		e := entries(t, a, l.ID, "")[0]
		if r.Code() != "names-list-closed" || e.Revision != 1 || e.Text.Surname != "欧阳" {
			t.Errorf("answered %d %s, and the closed list has %s, revision %d", r.Status, r.Code(), e.Text.Surname, e.Revision)
		}
	})
}
