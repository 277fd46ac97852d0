package print_test

import (
	"testing"
	"time"

	"shanmen/internal/rites/ceremony"
	"shanmen/internal/rites/print"
	"shanmen/internal/testkit"
)

// lampList is a ceremony with one paid lamp.
func lampList(t *testing.T, a *testkit.App, kind string) (list string, entry ceremony.EntryRow) {
	t.Helper()
	a.LampHall(t, 3, 4, "toRow", 3, "lastsMonths", 12)
	lamp(t, a, "林美玲", "陈国强")
	offering := a.Text(t, "SELECT id FROM offerings WHERE key = 'light-lamp'")
	start := time.Date(2026, 12, 22, 2, 0, 0, 0, time.UTC)
	var c ceremony.CeremonyView
	a.Staff(t, "ritual").Post("/api/admin/ceremony", fields{
		"title": fields{"en": "Prayer", "zh": "祈福法会"}, "gathers": "bought", "script": "hans", "paper": true, "closesAt": start.Add(-time.Hour),
		"sittings": []fields{{"startsAt": start, "endsAt": start.Add(time.Hour), "place": fields{"en": "Lotus Hall", "zh": "莲池殿"}}},
		"sources":  []fields{{"offeringId": offering, "kind": kind}},
	}).Want(200).JSON(&c)
	a.Drain(t)
	return c.ID, entriesOf(t, a, c.ID, "all")[0]
}

// A name is checked on the kind of sheet that is printed: a tablet, a label, a petition.
func TestAnEntryIsCheckedOnItsOwnKindOfPaper(t *testing.T) {
	t.Parallel()
	for kind, want := range map[string]struct {
		paper         string
		least, widest float64 // width by height
	}{"living": {"tablet", 0.3, 0.4}, "lamp": {"label", 1.6, 1.75}, "petition": {"petition", 1.35, 1.45}} {
		t.Run(kind, func(t *testing.T) {
			testkit.One(t, func(t *testing.T, a *testkit.App) {
				_, e := lampList(t, a, kind)
				var look ceremony.EntryLook
				a.Staff(t, "counter").Post("/api/admin/entry/"+e.ID+"/look", fields{}).Want(200).JSON(&look)
				w, h := testkit.SVGSize(t, look.Picture)
				if look.Paper != want.paper || w/h < want.least || w/h > want.widest || w < 200 {
					t.Errorf("%s: a %s of %g by %g", kind, look.Paper, w, h)
				}
			})
		})
	}
}

// Names that fit a tablet but no label are marked in the list, and cannot be checked as right before they fit.
func TestNamesTooLongForALabelCannotBeChecked(t *testing.T) {
	t.Parallel()
	testkit.Each(t, func(t *testing.T, a *testkit.App) {
		list, e := lampList(t, a, "lamp")
		ritual := a.Staff(t, "ritual")
		text := e.Text
		text.People = nil
		for range 5 {
			text.People = append(text.People, ceremony.EntryPerson{Name: "Balasubramaniam Krishnamoorthy"})
		}
		marked := func(of []ceremony.EntryMark, code string) bool {
			for _, m := range of {
				if m.Code == code {
					return true
				}
			}
			return false
		}
		ritual.Post("/api/admin/entry/"+e.ID+"/correct", fields{"revision": 1, "text": text, "reason": "family-asked", "right": true}).Want(200)
		var now ceremony.EntryView
		ritual.Get("/api/admin/entry/" + e.ID).Want(200).JSON(&now)
		if now.State != "collected" || !marked(now.Marks, "does-not-fit") {
			t.Fatalf("%s: %+v", now.State, now.Marks)
		}
		if r := ritual.Post("/api/admin/entry/"+e.ID+"/check", fields{"revision": 2, "right": true}).Want(400); r.Code() != "entry-does-not-fit" {
			t.Errorf("it is right: %s", r.Body)
		}
		// A larger label has room for them: then they can be checked, and a run on the usual label says which label
		// fits.
		ritual.Post("/api/admin/layout", fields{"kind": "label", "name": "大灯牌", "sheet": "L7165", "params": fields{"ground": "full", "tint": "yellow", "living": "red", "dates": true, "longevity": false, "note": true, "offsetX": 0, "offsetY": 0}}).Want(200)
		ritual.Get("/api/admin/entry/" + e.ID).Want(200).JSON(&now)
		if marked(now.Marks, "does-not-fit") || !marked(now.Marks, "other-layout") {
			t.Errorf("with a larger label: %+v", now.Marks)
		}
		ritual.Post("/api/admin/entry/"+e.ID+"/check", fields{"revision": 2, "right": true}).Want(200)
		var look print.RunLook
		ritual.Post("/api/admin/run/look", with(tablets(list), "kind", "label", "layoutKey", "label")).Want(200).JSON(&look)
		if look.Total != 0 || len(look.LeftOut) != 1 || look.LeftOut[0].Why != "other-layout" || look.LeftOut[0].Layout != "大灯牌" {
			t.Errorf("%+v", look.LeftOut)
		}
	})
}

// Ready entries are counted by kind of sheet, and only those that a run prints.
func TestReadyPiecesAreCountedByKindOfPaper(t *testing.T) {
	t.Parallel()
	testkit.Each(t, func(t *testing.T, a *testkit.App) {
		list := solstice(t, a)
		counts := func() (c print.PaperCounts) {
			a.Staff(t, "counter").Get("/api/admin/ceremony/" + list + "/paper").Want(200).JSON(&c)
			return c
		}
		a.TakeCash(t, ordered(t, a, "欧阳", "𤦹"))
		if c := counts(); len(c.Items) != 0 {
			t.Errorf("before anything is checked: %+v", c.Items)
		}
		check(t, a, list)
		if c := counts(); len(c.Items) != 1 || c.Items[0] != (print.PaperCount{Kind: "tablet", Checked: 2, Prints: 1}) {
			t.Errorf("%+v", c.Items)
		}
		v := made(t, a, tablets(list))
		if c := counts(); c.Items[0].Prints != 0 {
			t.Errorf("what waits in a run is ready: %+v", c.Items)
		}
		if all := pieces(t, a, v.ID); len(all) != 1 || all[0].Name != "欧阳" {
			t.Errorf("pieces without names: %+v", all)
		}
	})
}
