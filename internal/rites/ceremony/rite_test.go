package ceremony_test

import (
	"testing"
	"time"

	"shanmen/internal/base/locale"
	"shanmen/internal/rites/ceremony"
	"shanmen/internal/testkit"
)

// The family sees future and past offerings of their order: not before it is paid, and none that was undone.
func TestMembersSeeTheirRites(t *testing.T) {
	t.Parallel()
	testkit.One(t, func(t *testing.T, a *testkit.App) {
		v := made(t, a)
		c := a.Member(t)
		o := c.BuyFor(5000, solstice(t, a, "欧阳", 1))
		user := a.Text(t, "SELECT user_id FROM invoices WHERE id = $1", o.ID)
		rites := func() []ceremony.Rite {
			t.Helper()
			all, err := ceremony.RitesOf(t.Context(), a.DB.Read(), a.Clock.Now(), user, locale.ZH)
			if err != nil {
				t.Fatal(err)
			}
			return all[o.Items[0].ID]
		}
		if got := rites(); len(got) != 0 {
			t.Errorf("before it is paid: %+v", got)
		}
		a.TakeCash(t, o)
		if got := rites(); len(got) != 1 || got[0].Done != nil || got[0].Lunar == "" || got[0].Title.ZH == "" {
			t.Fatalf("paid: %+v", got)
		}
		e := entries(t, a, v.ID, "").Items[0]
		act(t, a, "/api/admin/entry/"+e.ID+"/check", fields{"revision": 1, "right": true}).Want(200)
		if !accept(t, a, e) {
			t.Fatal("the paper does not count")
		}
		done := "/api/admin/ceremony/" + v.ID + "/done"
		var marked ceremony.CeremonyView
		act(t, a, done, fields{"sitting": 1}).Want(200).JSON(&marked)
		if got := rites(); len(got) != 1 || got[0].Done == nil {
			t.Errorf("done: %+v", got)
		}
		act(t, a, done+"/"+marked.Marks[0].ID+"/take-back", fields{}).Want(200)
		if got := rites(); len(got) != 1 || got[0].Done != nil {
			t.Errorf("taken back: %+v", got)
		}
		a.Clock.Set(v.Sittings[0].StartsAt.Add(time.Hour))
		if got := rites(); len(got) != 0 {
			t.Errorf("what was not offered at its time is told: %+v", got)
		}
	})
}
