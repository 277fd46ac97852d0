package imports_test

import (
	"fmt"
	"net/http"
	"testing"

	"shanmen/internal/testkit"
	"shanmen/internal/testkit/mutant"
	"shanmen/internal/testkit/together"
)

// tied fails if the remaining stock is not the number of free positions.
func tied(t *testing.T, a *testkit.App, option string, free int64) {
	t.Helper()
	left := a.Remaining(t, option)
	n := a.Count(t, "SELECT count(*) FROM positions WHERE option_id = $1 AND use_id = '' AND usable = 1", option)
	if left != n || n != free {
		t.Errorf("%d are left, %d places are free, want %d", left, n, free)
	}
}

// An imported lamp gets the position that its words mean; a lamp whose words match no position keeps the words. After
// undoing, the positions are free again, and the same list assigns them again.
func TestImportedLampsGetTheirPositions(t *testing.T) {
	testkit.Each(t, func(t *testing.T, a *testkit.App) {
		option := a.LampHall(t, 2, 20, "positionBy", "devotee")
		admin := a.Staff(t, "admin")
		list := csv(
			"Name,Mobile,Lamp,Place,Lit on,Lit until",
			"Tan Ah Kow,81230001,Grand lotus lamp,大殿A塔第1排第7位,2026-01-01,2027-12-31",
			"Lim Ah Lian,81230002,Grand lotus lamp,A-01-08,2026-01-01,2027-12-31",
			"Ong Two,81230003,Grand lotus lamp,Tower A row 1 lamp 8,2026-01-01,2027-12-31",
			"Goh Other,81230004,Grand lotus lamp,A-02-01,2026-01-01,2027-12-31",
			"Lee Words,81230005,Grand lotus lamp,beside the door,2026-01-01,2027-12-31",
			"Old One,81230006,Grand lotus lamp,A-01-09,2020-01-01,2020-12-31",
		)
		id := bring(t, a, admin, "lamps", "lamps.csv", list)
		looked := view(t, admin, id)
		if s := looked.Spots; s == nil || s.Given != 2 || s.Taken != 1 || s.Other != 1 || s.Unknown != 1 || len(s.Open) != 3 {
			t.Fatalf("looked at: %+v, %+v", looked.Spots, looked.Counts)
		}
		tied(t, a, option, 20) // a look keeps nothing
		for round := range 2 {
			v := start(t, a, admin, id)
			if s := v.Spots; s == nil || s.Given != 2 || s.Taken != 1 || v.Made != 6 {
				t.Fatalf("round %d: %+v of %d", round, v.Spots, v.Made)
			}
			tied(t, a, option, 18)
			if n := a.Count(t, "SELECT count(*) FROM position_uses u JOIN positions p ON p.id = u.position_id JOIN imported_lamps l ON l.id = u.imported_id WHERE u.state = 'taken' AND p.code = 'A-01-07' AND l.name = 'Tan Ah Kow' AND u.until_at = l.until_at"); n != 1 {
				t.Errorf("round %d: the lamp does not stand where its list says", round)
			}
			if round == 1 {
				break
			}
			undo(t, a, admin, id)
			tied(t, a, option, 20)
			if n := a.Count(t, "SELECT count(*) FROM position_uses WHERE ended_at = 0"); n != 0 {
				t.Errorf("%d positions are still kept", n)
			}
			id = bring(t, a, admin, "lamps", "lamps.csv", list)
		}
		// The person who verifies the number finds the lamp, and can renew it.
		member := a.NewMember(t, "Tan Ah Kow", "+6581230001")
		var lamps struct {
			Items []struct {
				Code           string
				SubscriptionID string
			}
			Early []struct{ Place string }
		}
		member.Get("/api/lamp").Want(http.StatusOK).JSON(&lamps)
		if len(lamps.Items) != 1 || lamps.Items[0].Code != "A-01-07" || lamps.Items[0].SubscriptionID == "" || len(lamps.Early) != 0 {
			t.Errorf("%+v", lamps)
		}
		if n := a.Count(t, "SELECT count(*) FROM position_uses u JOIN subscriptions s ON s.id = u.subscription_id AND s.item_id = u.item_id"); n != 1 {
			t.Errorf("%d positions go on with a subscription", n)
		}
		// It can be moved like any other, and its owner is notified.
		place := func(code string) (id string) {
			if err := a.DB.SQL().QueryRowContext(t.Context(), "SELECT id FROM positions WHERE code = $1", code).Scan(&id); err != nil {
				t.Fatal(err)
			}
			return id
		}
		a.Staff(t, "ritual").Post("/api/admin/position/"+place("A-01-07")+"/move", map[string]any{"code": "A-01-20"}).Want(200)
		member.Get("/api/lamp").Want(200).JSON(&lamps)
		if len(lamps.Items) != 1 || lamps.Items[0].Code != "A-01-20" {
			t.Errorf("moved: %+v", lamps)
		}
	})
}

// An import and buyers compete for positions: each is assigned once, and no order is half complete.
func TestRaceImportPositionsAndBuy(t *testing.T) {
	mutant.Declare(t, mutant.NoLock("OfferingLockStock"))
	testkit.Each(t, func(t *testing.T, a *testkit.App) {
		option := a.LampHall(t, 2, 20, "positionBy", "devotee")
		admin, clerk := a.Staff(t, "admin"), a.Staff(t, "counter")
		lines := []string{"Name,Mobile,Lamp,Place,Lit on,Lit until"}
		for n := range 20 {
			lines = append(lines, fmt.Sprintf("Tan %02d,812300%02d,Grand lotus lamp,A-01-%02d,2026-01-01,2027-12-31", n, n, n+1))
		}
		id := bring(t, a, admin, "lamps", "lamps.csv", csv(lines...))
		sold := make([]int, 8)
		together.AtOnce(len(sold)+1, func(i int) {
			if i == len(sold) {
				start(t, a, admin, id)
				return
			}
			item := a.Item(t, "light-lamp", "grand", "form", testkit.People("陈美玲"))
			r := clerk.WalkIn(map[string]any{"name": "Mdm Lim"}, 18800, item)
			if sold[i] = r.Status; r.Status != 200 && r.Code() != "cart-item-changed" { // one lost the race for the last positions
				r.Want(400)
			}
		})
		bought := int64(0)
		for _, status := range sold {
			if status == 200 {
				bought++
			}
		}
		spots := view(t, admin, id).Spots
		if spots.Given+bought != 20 || spots.Given+spots.Taken != 20 {
			t.Errorf("%+v, %d bought", spots, bought)
		}
		tied(t, a, option, 0)
		if n := a.Count(t, "SELECT count(*) FROM position_uses u WHERE u.ended_at = 0 AND NOT EXISTS (SELECT 1 FROM positions p WHERE p.use_id = u.id)"); n != 0 {
			t.Errorf("%d uses are of places that others have", n)
		}
	})
}
