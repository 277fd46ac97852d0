package imports_test

import (
	"slices"
	"testing"
	"time"

	"shanmen/internal/base/lunar"
	"shanmen/internal/rites/ceremony"
	"shanmen/internal/sales/subscription"
	"shanmen/internal/testkit"
)

// Imported lamps are on the list of a day in the term that the sheet names, each under its own name, also when the next one is
// paid already. Undoing
// the import withdraws them; one that was renewed stays.
func TestImportedLampsOnARunningListFollowTheirImport(t *testing.T) {
	testkit.Each(t, func(t *testing.T, a *testkit.App) {
		a.Clock.Set(lunar.Day{Year: 2026, Month: 12, Day: 5}.Time(10, 0))
		renewing := a.NewMember(t, "Tan Ah Kow", "+6581230001")
		a.NewMember(t, "Lim Ah Lian", "+6581230002")
		a.NewMember(t, "Koh Family", "+6581230003") // two lamps of one number
		id := bring(t, a, a.Staff(t, "admin"), "lamps", "lamps.csv", csv("Name,Mobile,Lamp,Place,Lit on,Lit until",
			"Tan Ah Kow,81230001,Blessing lamp: Family,A-001,2025-12-31,2026-12-31", "Lim Ah Lian,81230002,Blessing lamp: Family,A-002,2025-12-31,2026-12-31",
			"Koh Bee Hoon,81230003,Blessing lamp: Family,A-003,2025-12-31,2026-12-31", "Koh Ah Seng,81230003,Blessing lamp: Family,A-004,2025-12-31,2026-12-31"))
		for _, row := range []string{"4", "5"} {
			answer(a.Staff(t, "admin"), id, row, "mobile", "same", "").Want(200)
		}
		if v := start(t, a, a.Staff(t, "admin"), id); v.Made != 4 {
			t.Fatalf("%+v", v)
		}
		var mine subscription.List
		renewing.Get("/api/subscription").Want(200).JSON(&mine)
		var next subscription.Renewed
		renewing.Post("/api/subscription/"+mine.Items[0].ID+"/renew", nil).Want(200).JSON(&next)
		a.Staff(t, "counter").TakeCash(next.InvoiceID, 8800).Want(200)

		var list ceremony.CeremonyView
		offeringID := a.Text(t, "SELECT id FROM offerings WHERE key = 'light-lamp'")
		day := a.Clock.Now().Add(20 * 24 * time.Hour).Truncate(time.Second)
		a.Staff(t, "ritual").Post("/api/admin/ceremony", map[string]any{
			"title": map[string]string{"en": "Lamp prayer", "zh": "供灯祈福"}, "gathers": "running", "script": "hans", "paper": false,
			"closesAt": day.Add(-24 * time.Hour), "sittings": []map[string]any{{"startsAt": day, "endsAt": day.Add(time.Hour), "place": map[string]string{"en": "Lotus Hall", "zh": "莲池殿"}}},
			"sources": []map[string]any{{"offeringId": offeringID, "kind": "lamp"}},
		}).Want(200).JSON(&list)
		a.Clock.Set(list.ClosesAt.Add(time.Minute))
		if err := a.Ceremonies.CloseDue(t.Context()); err != nil {
			t.Fatal(err)
		}
		a.Drain(t)
		names := func(state string) (out []string) {
			t.Helper()
			var l ceremony.EntryList
			a.Staff(t, "ritual").Get("/api/admin/ceremony/" + list.ID + "/entry?limit=100&state=" + state).Want(200).JSON(&l)
			for _, e := range l.Items {
				out = append(out, e.Text.People[0].Name)
			}
			slices.Sort(out)
			return out
		}
		if got := names("collected"); !slices.Equal(got, []string{"Koh Ah Seng", "Koh Bee Hoon", "Lim Ah Lian", "Tan Ah Kow"}) {
			t.Errorf("on the list are %v", got)
		}
		if v := undo(t, a, a.Staff(t, "admin"), id); v.Kept != 1 {
			t.Errorf("%+v", v)
		}
		if in, out := names("collected"), names("withdrawn"); !slices.Equal(in, []string{"Tan Ah Kow"}) || !slices.Equal(out, []string{"Koh Ah Seng", "Koh Bee Hoon", "Lim Ah Lian"}) {
			t.Errorf("after the undo %v are on the list, %v are withdrawn", in, out)
		}
	})
}
