package position_test

import (
	"fmt"
	"math/rand/v2"
	"net/http"
	"testing"

	"shanmen/internal/offer/position"
	"shanmen/internal/sales/cart"
	"shanmen/internal/testkit"
)

// told are the positions that a visitor can choose from, by their codes.
func told(t *testing.T, c *testkit.Client, option string) map[string]string {
	t.Helper()
	var halls position.FreeHalls
	c.Get("/api/place?option=" + option).Want(200).JSON(&halls)
	out := map[string]string{}
	for _, h := range halls.Items {
		for i, tower := range h.Towers {
			var all position.FreeTower
			c.Get("/api/place/" + tower.ID + "?option=" + option).Want(200).JSON(&all)
			var sum int64
			for _, row := range all.Rows {
				sum += row.Free
				var one position.FreeTower
				c.Get(fmt.Sprintf("/api/place/%s?option=%s&row=%d", tower.ID, option, row.Row)).Want(200).JSON(&one)
				if one.Row != row.Row || int64(len(one.Places)) != row.Free {
					t.Errorf("row %d: %d free, told %d of row %d", row.Row, row.Free, len(one.Places), one.Row)
				}
				for _, p := range one.Places {
					out[p.Code] = p.ID
				}
			}
			if sum != h.Free[i] {
				t.Errorf("tower %s: %d free by its rows, %d by the hall", tower.Code, sum, h.Free[i])
			}
		}
	}
	return out
}

// After every action visitors are offered exactly the free positions, and get the one they choose.
func TestDevoteesChooseAmongFreePositions(t *testing.T) {
	testkit.Each(t, func(t *testing.T, a *testkit.App) {
		option, _ := temple(t, a)
		guest, ritual := a.Guest(), a.Staff(t, "ritual")
		clerk := a.Staff(t, "counter")
		random := rand.New(rand.NewPCG(1, 2))
		clients := members(t, a, 12)
		for _, c := range clients {
			free := told(t, guest, option)
			if n := a.Count(t, "SELECT count(*) FROM positions WHERE option_id = $1 AND use_id = '' AND usable = 1", option); int(n) != len(free) {
				t.Fatalf("%d are free, %d are told", n, len(free))
			}
			code := fmt.Sprintf("A-01-%02d", 1+random.IntN(placed))
			id, there := free[code]
			if !there {
				continue
			}
			switch random.IntN(3) {
			case 0:
				c.BuyFor(18800, lamp(t, a, id))
			case 1:
				ritual.Post("/api/admin/position/"+id+"/usable", map[string]any{"usable": false}).Want(200)
			default:
				clerk.WalkIn(map[string]any{"name": "Mdm Lim"}, 18800, lamp(t, a, id)).Want(200)
				if n := a.Count(t, "SELECT count(*) FROM position_uses u JOIN positions p ON p.id = u.position_id WHERE p.code = $1 AND u.state = 'taken'", code); n != 1 {
					t.Errorf("a walk-in that chose %s does not stand there", code)
				}
			}
			if _, still := told(t, guest, option)[code]; still {
				t.Errorf("%s is offered although it is taken", code)
			}
			ties(t, a, option)
		}
	})
}

// No positions are offered where the temple chooses them, or for offerings without positions; an unknown offering gives
// 404.
func TestNoPositionsAreOfferedWhereTheTempleChooses(t *testing.T) {
	testkit.Each(t, func(t *testing.T, a *testkit.App) {
		option, _ := temple(t, a)
		guest := a.Guest()
		a.Exec(t, "UPDATE offering_options SET position_by = 'temple' WHERE id = $1", option)
		for _, one := range []string{option, a.Option(t, "light-lamp", "one")} {
			if n := len(told(t, guest, one)); n != 0 {
				t.Errorf("%d places are offered of %s", n, one)
			}
		}
		guest.Get("/api/place?option=nothing").Want(http.StatusNotFound)
		guest.Get("/api/place").Want(http.StatusBadRequest)
		a.Exec(t, "UPDATE offering_options SET position_by = 'devotee' WHERE id = $1", option)
		var tower position.FreeTower
		guest.Get("/api/place/nothing?option=" + option).Want(200).JSON(&tower)
		if tower.Row != 0 || len(tower.Places) > 0 {
			t.Errorf("%+v", tower)
		}
		guest.Get("/api/place/nothing?row=201&option=" + option).Want(http.StatusBadRequest)
	})
}

// After its code is shown, the cart still names the chosen position: otherwise the page would send the item back
// without it.
func TestAChosenPositionStaysInTheCartAfterTheQRCode(t *testing.T) {
	t.Parallel()
	testkit.Each(t, func(t *testing.T, a *testkit.App) {
		_, ids := temple(t, a)
		c := a.Member(t)
		c.Fill(lamp(t, a, ids[3])).Want(200)
		c.Post("/api/payment/pay-now/qr", nil).Want(200)
		item := c.Cart().Items[0]
		if len(item.Places) != 1 || item.Places[0].Code != code(4) || !item.Places[0].Free || item.State != cart.StateOK {
			t.Fatalf("%+v", item)
		}
		again := a.Item(t, "light-lamp", "grand", "form", testkit.People("林国华"), "positions", []string{item.Places[0].ID})
		again["id"] = item.ID
		c.Fill(again).Want(200)
		v := c.OrderInCash(item.Amount).Order()
		a.TakeCash(t, v)
		if places := c.Order(v.ID).Items[0].Places; len(places) != 1 || places[0].Code != code(4) {
			t.Errorf("%+v", places)
		}
	})
}
