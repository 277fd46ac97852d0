package print_test

import (
	"strings"
	"testing"
	"time"

	"shanmen/internal/rites/ceremony"
	"shanmen/internal/rites/print"
	"shanmen/internal/testkit"
)

// lamp is a paid lamp for some names.
func lamp(t *testing.T, a *testkit.App, names ...string) {
	t.Helper()
	a.TakeCash(t, a.Member(t).BuyFor(18800, a.Item(t, "light-lamp", "grand", "form", testkit.People(names...))))
}

// Labels that are not on their lamp yet are printed in order of position, and count as put up once confirmed.
func TestLabelsOfAHallArePrintedByPosition(t *testing.T) {
	t.Parallel()
	testkit.Each(t, func(t *testing.T, a *testkit.App) {
		a.LampHall(t, 3, 4, "toRow", 3, "lastsMonths", 12)
		lamp(t, a, "林美玲", "陈𠮷䶮")
		lamp(t, a, "黄慧心")
		draft := fields{"source": "hall", "sourceId": "main", "kind": "label", "layoutKey": "label", "which": "ready", "sort": "place", "first": 20}
		v := made(t, a, draft)
		if v.Total != 2 || v.Sheets != 1 || v.SourceID != "main" || v.Title.ZH != "大殿" {
			t.Fatalf("%+v", v)
		}
		if at := pieces(t, a, v.ID); at[0].Slot != 20 || at[1].Slot != 21 || at[0].UseID == "" {
			t.Errorf("%+v", at)
		}
		text := textOf(t, a, v.ID)
		for _, want := range []string{"林美玲", "陈𠮷䶮", "黄慧心", "A-0", "光明"} {
			if !strings.Contains(text, want) {
				t.Errorf("%s is not on a label: %s", want, text)
			}
		}
		if r := a.Staff(t, "ritual").Post("/api/admin/run", draft).Want(400); r.Code() != "in-another-run" {
			t.Errorf("%s", r.Body)
		}
		act(t, a, v.ID, "accept", fields{"spoiled": []fields{}}).Want(200).JSON(&v)
		if n := a.Count(t, "SELECT count(*) FROM position_uses WHERE labelled = 1"); n != 2 || v.Counts.Good != 2 {
			t.Errorf("%d labels hang, %+v", n, v.Counts)
		}
		var look print.RunLook
		a.Staff(t, "ritual").Post("/api/admin/run/look", draft).Want(200).JSON(&look)
		if look.Total != 0 {
			t.Errorf("%d labels are printed again", look.Total)
		}
		var again print.RunView
		act(t, a, v.ID, "reprint", fields{"which": "chosen", "pieces": []int64{1}, "why": "damaged"}).Want(200).JSON(&again)
		a.Drain(t)
		if again = run(t, a, again.ID); again.State != "ready" || again.Total != 1 {
			t.Errorf("%+v", again)
		}
		a.Clock.Advance(15 * 24 * time.Hour)
		if err := a.Print.Sweep(t.Context()); err != nil {
			t.Fatal(err)
		}
		if n := a.Count(t, "SELECT count(*) FROM print_pieces WHERE label <> ''"); n != 0 {
			t.Errorf("%d labels keep their names", n)
		}
	})
}

// A position's page links to a run of its one label: a reprint where it is up already, in one run only, and never for
// an unpaid order.
func TestASingleLabelIsPrinted(t *testing.T) {
	t.Parallel()
	testkit.Each(t, func(t *testing.T, a *testkit.App) {
		a.LampHall(t, 3, 4, "toRow", 3, "lastsMonths", 12)
		ritual := a.Staff(t, "ritual")
		use := func(number int64) (id string) {
			t.Helper()
			if err := a.DB.SQL().QueryRowContext(t.Context(), "SELECT u.id FROM position_uses u JOIN positions p ON p.use_id = u.id ORDER BY p.fill LIMIT 1 OFFSET $1", number).Scan(&id); err != nil {
				t.Fatal(err)
			}
			return id
		}
		lamp(t, a, "林美玲")
		lamp(t, a, "黄慧心")
		a.Member(t).BuyFor(18800, a.Item(t, "light-lamp", "grand", "form", testkit.People("陈国华")))
		draft := func(of string) fields {
			return fields{"source": "hall", "sourceId": "main", "kind": "label", "layoutKey": "label", "which": "chosen", "entries": []string{of}, "sort": "place"}
		}
		v := made(t, a, draft(use(1)))
		if at := pieces(t, a, v.ID); v.Total != 1 || len(at) != 1 || at[0].UseID != use(1) {
			t.Fatalf("%+v %+v", v, at)
		}
		if text := textOf(t, a, v.ID); !strings.Contains(text, "黄慧心") || strings.Contains(text, "林美玲") {
			t.Errorf("the label says %s", text)
		}
		if r := ritual.Post("/api/admin/run", draft(use(1))).Want(400); r.Code() != "in-another-run" {
			t.Errorf("%s", r.Body)
		}
		act(t, a, v.ID, "accept", fields{"spoiled": []fields{}}).Want(200)
		if n := a.Count(t, "SELECT count(*) FROM position_uses WHERE labelled = 1"); n != 1 {
			t.Errorf("%d labels hang", n)
		}
		if again := made(t, a, draft(use(1))); again.Total != 1 {
			t.Errorf("of a label that hangs: %+v", again)
		}
		var look print.RunLook
		ritual.Post("/api/admin/run/look", draft(use(2))).Want(200).JSON(&look)
		if r := ritual.Post("/api/admin/run", draft(use(2))).Want(400); look.Total != 0 || r.Code() != "run-nothing" {
			t.Errorf("an order that is not paid: %+v, %s", look, r.Body)
		}
	})
}

// Lamps of a ceremony have labels with their position, its petitions the date in both calendars, and each can be
// printed alone.
func TestCeremonyLabelsAndPetitionsArePrinted(t *testing.T) {
	t.Parallel()
	// A purchase is on one list only: each kind has its own test temple.
	for _, kind := range []string{"lamp", "petition"} {
		t.Run(kind, func(t *testing.T) {
			testkit.Each(t, func(t *testing.T, a *testkit.App) { paperOfACeremony(t, a, kind) })
		})
	}
}

func paperOfACeremony(t *testing.T, a *testkit.App, kind string) {
	t.Helper()
	a.LampHall(t, 3, 4, "toRow", 3, "lastsMonths", 12)
	lamp(t, a, "林美玲", "陈𠮷䶮")
	offering := a.Text(t, "SELECT id FROM offerings WHERE key = 'light-lamp'")
	start := time.Date(2026, 12, 22, 2, 0, 0, 0, time.UTC)
	var c ceremony.CeremonyView
	a.Staff(t, "ritual").Post("/api/admin/ceremony", fields{
		"title": fields{"en": "Prayer", "zh": "祈福法会 " + kind}, "gathers": "bought", "script": "hant", "paper": true, "closesAt": start.Add(-time.Hour),
		"sittings": []fields{{"startsAt": start, "endsAt": start.Add(time.Hour), "place": fields{"en": "Lotus Hall", "zh": "莲池殿"}}},
		"sources":  []fields{{"offeringId": offering, "kind": kind}},
	}).Want(200).JSON(&c)
	a.Drain(t)
	check(t, a, c.ID)
	draft := with(tablets(c.ID), "kind", "label", "layoutKey", "label")
	wants := []string{"林美玲", "陈𠮷䶮", "A-0"}
	if kind == "petition" {
		draft = with(draft, "kind", "petition", "layoutKey", "petition")
		wants = []string{"林美玲", "陈𠮷䶮", "二〇二六年十二月廿二日", "丙午年十一月十四日", "二五七〇", "蓮池殿"}
	}
	v := made(t, a, draft)
	if v.State != "ready" || v.Total != 1 {
		t.Fatalf("%s: %+v", kind, v)
	}
	text := textOf(t, a, v.ID)
	for _, want := range wants {
		if !strings.Contains(text, want) {
			t.Errorf("%s: %s is not in %s", kind, want, text)
		}
	}
	if r := a.Staff(t, "ritual").Post("/api/admin/run", tablets(c.ID)).Want(400); r.Code() != "run-nothing" {
		t.Errorf("tablets of lamps: %s", r.Body)
	}
}
