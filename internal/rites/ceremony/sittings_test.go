package ceremony_test

import (
	"slices"
	"testing"

	"shanmen/internal/rites/ceremony"
	"shanmen/internal/testkit"
)

// Names stay with their sitting when another is added before it or removed. A sitting with names is not removed.
func TestNamesStayWithTheirSitting(t *testing.T) {
	t.Parallel()
	testkit.Each(t, func(t *testing.T, a *testkit.App) {
		v, c := made(t, a), a.Member(t)
		for _, surname := range []string{"欧阳", "司徒", "慕容"} {
			a.TakeCash(t, c.BuyFor(5000, solstice(t, a, surname, 1)))
		}
		all := entries(t, a, v.ID, "").Items
		act(t, a, "/api/admin/ceremony/"+v.ID+"/sitting", fields{"sitting": 2, "entries": []string{all[1].ID, all[2].ID}}).Want(200)
		act(t, a, "/api/admin/entry/"+all[2].ID+"/withdraw", fields{}).Want(200)
		change := func(sittings ...ceremony.CeremonySitting) *testkit.Response {
			t.Helper()
			in := ceremonyOf(t, a, "winter-solstice", "ancestors")
			in["closesAt"], in["sittings"] = v.ClosesAt, sittings
			return a.Staff(t, "ritual").Put("/api/admin/ceremony/"+v.ID, in)
		}
		want := func(when string, sittings ...int64) {
			t.Helper()
			var got []int64
			for _, e := range slices.Concat(entries(t, a, v.ID, "").Items, entries(t, a, v.ID, "&state=withdrawn").Items) {
				got = append(got, e.Sitting)
			}
			if !slices.Equal(got, sittings) {
				t.Errorf("%s: the names are in the sittings %v, not %v", when, got, sittings)
			}
		}
		morning, afternoon := v.Sittings[0], v.Sittings[1]
		want("assigned", 1, 2, 2)
		if r := change(morning); r.Code() != "sitting-has-names" {
			t.Errorf("the afternoon is removed with its names: %d %s", r.Status, r.Body)
		}
		if r := change(morning, morning); r.FieldCodes()["sittings[1].startsAt"] != "there-twice" {
			t.Errorf("one sitting twice: %d %s", r.Status, r.Body)
		}
		early := morning
		early.No, early.StartsAt = 0, morning.StartsAt.Add(-2*3600e9)
		change(early, morning, afternoon).Want(200)
		want("an earlier one is added", 2, 3, 3)
		morning.No, afternoon.No = 2, 3
		change(morning, afternoon).Want(200)
		want("it is removed", 1, 2, 2)
		morning.No, afternoon.No = 0, 0
		change(morning, afternoon).Want(200)
		want("saved by a page without numbers", 1, 2, 2)
		act(t, a, "/api/admin/ceremony/"+v.ID+"/sitting", fields{"sitting": 1, "entries": []string{all[1].ID}}).Want(200)
		morning.No = 1
		change(morning).Want(200)
		want("the empty afternoon is removed", 1, 1, 1)
		early.No, morning.No = 0, 1
		change(early, morning).Want(200)
		a.Exec(t, `INSERT INTO done_marks (id, ceremony_id, sitting, entries, by_id, at) VALUES ('held', $1, 2, 0, '', 1)`, v.ID)
		early.No = 1
		if r := change(early); r.Code() != "sitting-offered" {
			t.Errorf("a sitting that was held is removed: %d %s", r.Status, r.Body)
		}
	})
}

// A name that the office has withdrawn is corrected: when it is put back, it has the right name, and is checked again.
func TestACorrectionReachesAWithdrawnName(t *testing.T) {
	t.Parallel()
	testkit.Each(t, func(t *testing.T, a *testkit.App) {
		v, c := made(t, a), a.Member(t)
		order := c.BuyFor(5000, solstice(t, a, "欧阳", 1))
		a.TakeCash(t, order)
		e := entries(t, a, v.ID, "").Items[0]
		act(t, a, "/api/admin/entry/"+e.ID+"/check", fields{"revision": 1, "right": true}).Want(200)
		act(t, a, "/api/admin/entry/"+e.ID+"/withdraw", fields{}).Want(200)
		c.Put("/api/invoice/"+order.ID+"/names", fields{"itemId": order.Items[0].ID, "form": ancestors("司徒", "欧阳明")}).Want(200)
		if n := len(entries(t, a, v.ID, "").Items); n != 0 {
			t.Errorf("%d names are on the list", n)
		}
		act(t, a, "/api/admin/entry/"+e.ID+"/withdraw", fields{"back": true}).Want(200)
		if e = entries(t, a, v.ID, "").Items[0]; e.State != "collected" || e.Text.Surname != "司徒" {
			t.Errorf("put back: %+v", e)
		}
	})
}
