package position_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"shanmen/internal/offer/position"
	"shanmen/internal/office/imports"
	"shanmen/internal/testkit"
	"shanmen/internal/testkit/mutant"
	"shanmen/internal/testkit/together"
)

// before sells grand lamps while there is no hall, and imports some from old lists; then it creates the hall.
func before(t *testing.T, a *testkit.App, sold int, lines ...string) (option string, ids []string) {
	t.Helper()
	clerk := a.Staff(t, "counter")
	for range sold {
		clerk.WalkIn(map[string]any{"name": "Mdm Lim"}, 18800, lamp(t, a)).Want(200)
	}
	if len(lines) > 0 {
		admin := a.Staff(t, "admin")
		list := "Name,Mobile,Lamp,Place,Lit on,Lit until\n" + strings.Join(lines, "\n") + "\n"
		var up imports.ImportUploaded
		admin.Upload("/api/admin/import?kind=lamps", testkit.File{Field: "file", Name: "lamps.csv", Data: []byte(list)}).Want(200).JSON(&up)
		var v imports.ImportView
		admin.Get("/api/admin/import/" + up.ID).Want(200).JSON(&v)
		columns := map[string]int{}
		for _, f := range v.Columns.Fields {
			if f.Column >= 0 {
				columns[f.ID] = f.Column
			}
		}
		admin.Put("/api/admin/import/"+up.ID+"/columns", map[string]any{"columns": columns}).Want(200)
		a.Drain(t)
		admin.Get("/api/admin/import/" + up.ID).Want(200).JSON(&v)
		admin.Post("/api/admin/import/"+up.ID+"/start", map[string]any{"ready": v.Counts.Ready}).Want(200)
		a.Drain(t)
	}
	return temple(t, a)
}

func waits(t *testing.T, a *testkit.App, option string) (n int64, rows []position.PlacelessLamp) {
	t.Helper()
	ritual := a.Staff(t, "ritual")
	var all position.PlacelessOptions
	ritual.Get("/api/admin/placeless").Want(200).JSON(&all)
	for _, o := range all.Items {
		if o.ID == option {
			n = o.Waiting
		}
	}
	for after := ""; ; {
		var page position.PlacelessLamps
		ritual.Get("/api/admin/placeless/" + option + "?limit=2&after=" + after).Want(200).JSON(&page)
		rows = append(rows, page.Items...)
		if after = page.Next; after == "" {
			break
		}
	}
	if n != int64(len(rows)) {
		t.Errorf("%d are counted, %d are listed", n, len(rows))
	}
	return n, rows
}

func plan(t *testing.T, a *testkit.App, option string) (p position.PlacingPlan) {
	t.Helper()
	a.Staff(t, "ritual").Get("/api/admin/placeless/" + option + "/plan").Want(200).JSON(&p)
	return p
}

func pairsOf(p position.PlacingPlan) (out []map[string]any) {
	for _, one := range p.Pairs {
		out = append(out, map[string]any{"ref": one.Ref, "positionId": one.PositionID})
	}
	return out
}

// Lamps sold before their hall was entered, and imported ones, are listed with the position that their words mean,
// assigned positions in one action, and lose them again when that is undone.
func TestLampsWithoutAPositionAreAssignedInOneAct(t *testing.T) {
	testkit.Each(t, func(t *testing.T, a *testkit.App) {
		option, ids := before(t, a, 2,
			"Tan Ah Kow,81230001,Grand lotus lamp,大殿A塔第1排第7位,2026-01-01,2027-12-31",
			"Lim Ah Lian,81230002,Grand lotus lamp,Tower A row 1 lamp 7,2026-01-02,2027-12-31",
			"Lee Words,81230005,Grand lotus lamp,beside the door,2026-01-03,2027-12-31",
			"Old One,81230006,Grand lotus lamp,A-01-09,2020-01-01,2020-12-31",
		)
		n, rows := waits(t, a, option)
		if n != 5 {
			t.Fatalf("%d wait: %+v", n, rows)
		}
		if rows[0].Payer != "Tan Ah Kow" || rows[0].Meant == nil || rows[0].Meant.State != "free" || rows[0].Meant.Code != code(7) || rows[2].Meant.State != "unknown" || rows[4].Number == "" || rows[4].Meant != nil {
			t.Errorf("%+v", rows)
		}
		p := plan(t, a, option)
		if len(p.Pairs) != 4 || p.LeftOut != 1 || p.Rest != 0 || !p.Pairs[0].ByWords || p.Pairs[0].Code != code(7) || p.Pairs[1].Code != code(1) {
			t.Fatalf("%+v", p)
		}
		ritual := a.Staff(t, "ritual")
		var done position.Placed
		ritual.Post("/api/admin/placeless/"+option, map[string]any{"pairs": pairsOf(p)}).Want(200).JSON(&done)
		if done.Placed != 4 || len(done.Gone) != 0 || len(done.Halls) != 1 || done.Halls[0] != "main" {
			t.Fatalf("%+v", done)
		}
		ties(t, a, option)
		if n, rows = waits(t, a, option); n != 1 || rows[0].Payer != "Lim Ah Lian" || rows[0].Meant.State != "taken" {
			t.Errorf("%d wait: %+v", n, rows)
		}
		// One more is assigned a position by hand; then another one's label is put up, and the action is undone.
		var put position.PlaceDetail
		ritual.Post("/api/admin/position/"+ids[30]+"/put", map[string]any{"ref": rows[0].Ref}).Want(200).JSON(&put)
		if put.State != "taken" || put.Use == nil || put.Use.Placing == "" || put.Use.Payer != "Lim Ah Lian" || put.Use.Until == nil {
			t.Errorf("%+v", put)
		}
		if r := ritual.Post("/api/admin/position/"+ids[31]+"/put", map[string]any{"ref": rows[0].Ref}).Want(400); r.Code() != "nothing-to-place" {
			t.Errorf("%s", r.Body)
		}
		ritual.Post("/api/admin/position/"+p.Pairs[2].PositionID+"/label", map[string]any{"hangs": true}).Want(200)
		var back position.Unplaced
		ritual.Post("/api/admin/placing/"+done.ID+"/undo", nil).Want(200).JSON(&back)
		if back.Back != 3 || back.Kept != 1 {
			t.Errorf("%+v", back)
		}
		ties(t, a, option)
		if n, _ = waits(t, a, option); n != 3 {
			t.Errorf("%d wait again", n)
		}
		if history := a.Count(t, "SELECT count(*) FROM position_uses WHERE placing_id = $1", done.ID); history != 1 {
			t.Errorf("%d uses of what never was", history)
		}
		if n := a.Count(t, "SELECT count(*) FROM audit_entries WHERE action IN ('position.put', 'position.place-many', 'position.unplace')"); n != 3 {
			t.Errorf("%d acts are in the trail", n)
		}
	})
}

// A position assigned later is free again when its term ends: for a subscription sold while its option had no stock
// count, and for an imported lamp whose owner has verified the number.
func TestAnAssignedPositionIsFreedWhenItsTermEnds(t *testing.T) {
	testkit.Each(t, func(t *testing.T, a *testkit.App) {
		a.Exec(t, "UPDATE offering_options SET remaining = NULL WHERE key = 'grand'")
		a.NewMember(t, "Tan Ah Kow", "+6581230001")
		option, _ := before(t, a, 0, "Tan Ah Kow,81230001,Grand lotus lamp,,2026-06-01,2027-06-01")
		if n := a.Count(t, "SELECT count(*) FROM subscriptions WHERE limited = 0 AND status = 1"); n != 1 {
			t.Fatalf("%d subscriptions", n)
		}
		p := plan(t, a, option)
		if len(p.Pairs) != 1 {
			t.Fatalf("%+v", p)
		}
		a.Staff(t, "ritual").Post("/api/admin/placeless/"+option, map[string]any{"pairs": pairsOf(p)}).Want(200)
		ties(t, a, option)
		a.Clock.Advance(600 * 24 * time.Hour)
		for range 2 {
			if err := a.Subscriptions.Work(t.Context()); err != nil {
				t.Fatal(err)
			}
			if err := a.Positions.Work(t.Context()); err != nil {
				t.Fatal(err)
			}
		}
		if n := a.Count(t, "SELECT count(*) FROM position_uses WHERE ended_at = 0"); n != 0 {
			t.Errorf("%d places are still kept", n)
		}
		ties(t, a, option)
	})
}

// A lamp has the names of the term that runs, although others were typed for the next one.
func TestALampHasTheNamesOfItsTerm(t *testing.T) {
	testkit.Each(t, func(t *testing.T, a *testkit.App) {
		a.LampHall(t, 1, 8, "positionBy", "devotee", "lastsMonths", 12)
		c := a.Member(t)
		a.TakeCash(t, c.BuyFor(18800, a.Item(t, "light-lamp", "grand", "term", "yearly", "form", testkit.People("陈美玲"))))
		var subs struct{ Items []struct{ ID string } }
		c.Get("/api/subscription").Want(200).JSON(&subs)
		c.Put("/api/subscription/"+subs.Items[0].ID+"/form", map[string]any{"form": testkit.People("陈小明")}).Want(200)
		names := func() []string {
			t.Helper()
			var lamps struct{ Items []struct{ Names []string } }
			a.Member(t).Get("/api/lamp").Want(200).JSON(&lamps)
			return lamps.Items[0].Names
		}
		if got := names(); !slices.Equal(got, []string{"陈美玲"}) {
			t.Errorf("this year %v", got)
		}
		var next struct{ InvoiceID string }
		c.Post("/api/subscription/"+subs.Items[0].ID+"/renew", nil).Want(200).JSON(&next)
		a.TakeCash(t, c.Order(next.InvoiceID))
		if got := names(); !slices.Equal(got, []string{"陈美玲"}) {
			t.Errorf("this year, with the next one paid, %v", got)
		}
		a.Clock.Advance(370 * 24 * time.Hour)
		if got := names(); !slices.Equal(got, []string{"陈小明"}) {
			t.Errorf("next year %v", got)
		}
	})
}

// Buyers choose the same positions that the office assigns to lamps without one: each position has one lamp, and the
// remaining stock equals the number of free positions.
func TestRaceAssignPositionsAndBuy(t *testing.T) {
	mutant.Declare(t, mutant.Change("PositionTake", "AND option_id = $3 AND use_id = '' AND usable = 1", "AND option_id = $3 AND usable = 1"))
	placingAndBuyers(t)
}

func placingAndBuyers(t *testing.T) {
	testkit.Each(t, func(t *testing.T, a *testkit.App) {
		const many = 8
		option, _ := before(t, a, 0, list(many)...)
		ritual := a.Staff(t, "ritual")
		clients := members(t, a, many)
		p := plan(t, a, option)
		if len(p.Pairs) != many {
			t.Fatalf("%+v", p)
		}
		for i, c := range clients {
			c.Fill(lamp(t, a, p.Pairs[many-1-i].PositionID)).Want(200)
		}
		bought := make([]bool, many)
		placed := make([]position.Placed, many)
		together.AtOnce(2*many, func(i int) {
			if i < many {
				r := clients[i].OrderInCash(18800)
				if bought[i] = r.Status == 200; !bought[i] && r.Code() != "cart-item-changed" {
					t.Errorf("%d %s", r.Status, r.Body)
				}
				return
			}
			i -= many
			ritual.Post("/api/admin/placeless/"+option, map[string]any{"pairs": pairsOf(position.PlacingPlan{Pairs: p.Pairs[i : i+1]})}).Want(200).JSON(&placed[i])
		})
		var won, given int64
		for i := range many {
			if bought[i] {
				won++
			}
			if given += placed[i].Placed; placed[i].Placed == 0 && len(placed[i].Gone) != 1 {
				t.Errorf("%+v", placed[i])
			}
		}
		if won+given != many {
			t.Errorf("%d bought, %d were given of %d places", won, given, many)
		}
		ties(t, a, option)
		if n := a.Count(t, "SELECT count(*) FROM position_uses WHERE ended_at = 0"); n != many {
			t.Errorf("%d uses of %d places", n, many)
		}
	})
}

func list(n int) (out []string) {
	for i := range n {
		out = append(out, fmt.Sprintf("Tan %02d,812300%02d,Grand lotus lamp,,2026-01-%02d,2027-12-31", i, i, i+1))
	}
	return out
}
