package ceremony_test

import (
	"net/url"
	"testing"
	"time"

	"shanmen/internal/rites/ceremony"
	"shanmen/internal/testkit"
)

func found(t *testing.T, a *testkit.App, q string) (l ceremony.FoundOnLists) {
	t.Helper()
	a.Staff(t, "counter").Get("/api/admin/ceremony/find?q=" + url.QueryEscape(q)).Want(200).JSON(&l)
	return l
}

func TestANameIsFoundOnAllCeremonyLists(t *testing.T) {
	t.Parallel()
	testkit.Each(t, func(t *testing.T, a *testkit.App) {
		first := made(t, a)
		for range 2 {
			a.TakeCash(t, a.Member(t).BuyFor(5000, solstice(t, a, "欧阳", 1)))
		}
		all := entries(t, a, first.ID, "").Items
		act(t, a, "/api/admin/ceremony/"+first.ID+"/sitting", fields{"sitting": 2, "entries": []string{all[1].ID}}).Want(200)
		act(t, a, "/api/admin/ceremony/"+first.ID+"/close", fields{}).Want(200)
		a.Clock.Advance(time.Minute)
		in := ceremonyOf(t, a, "winter-solstice", "ancestors")
		start := a.Clock.Now().Add(60 * 24 * time.Hour).Truncate(time.Second)
		in["sittings"], in["title"] = []fields{{"startsAt": start, "endsAt": start.Add(time.Hour), "place": fields{"en": "", "zh": ""}}}, fields{"en": "Later", "zh": "后"}
		delete(in, "closesAt")
		var later ceremony.CeremonyView
		act(t, a, "/api/admin/ceremony", in).Want(200).JSON(&later)
		a.Drain(t)
		a.TakeCash(t, a.Member(t).BuyFor(5000, solstice(t, a, "欧阳", 1)))

		l := found(t, a, "欧阳")
		if len(l.Items) != 2 || l.Items[0].ID != later.ID || l.Items[1].ID != first.ID || l.Next != "" || l.Items[1].More {
			t.Fatalf("%+v", l)
		}
		got := l.Items[1].Entries
		if len(got) != 2 || got[0].Sitting != 2 || got[1].Sitting != 1 || got[0].Same != 1 || got[0].State != ceremony.Collected || len(l.Items[1].Sittings) != 2 || l.Items[0].Entries[0].Same != 0 {
			t.Errorf("%+v", got)
		}
		if n := len(found(t, a, "司徒").Items); n != 0 {
			t.Errorf("%d lists have nobody", n)
		}
		a.Staff(t, "editor").Get("/api/admin/ceremony/find?q=x").Want(403)
	})
}
