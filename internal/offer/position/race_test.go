package position_test

import (
	"fmt"
	"testing"

	"shanmen/internal/testkit"
	"shanmen/internal/testkit/mutant"
	"shanmen/internal/testkit/together"
)

const placed = 40

// temple has a tower of one row, all sold for the grand lamp.
func temple(t *testing.T, a *testkit.App) (option string, ids []string) {
	t.Helper()
	option = a.LampHall(t, 2, placed, "positionBy", "devotee")
	rows, err := a.DB.SQL().QueryContext(t.Context(), "SELECT id FROM positions WHERE row_no = 1 ORDER BY unit_no")
	if err != nil {
		t.Fatal(err)
	}
	defer rows.Close()
	for rows.Next() {
		var id string
		if err := rows.Scan(&id); err != nil {
			t.Fatal(err)
		}
		ids = append(ids, id)
	}
	if err := rows.Err(); err != nil {
		t.Fatal(err)
	}
	return option, ids
}

func code(unit int) string { return fmt.Sprintf("A-01-%02d", unit) }

func lamp(t *testing.T, a *testkit.App, positions ...string) map[string]any {
	item := a.Item(t, "light-lamp", "grand", "form", testkit.People("陈美玲"))
	if len(positions) > 0 {
		item["positions"] = positions
	}
	return item
}

// ties fails if the remaining stock is not the number of free positions, or a position and its use do not reference
// each other.
func ties(t *testing.T, a *testkit.App, option string) {
	t.Helper()
	left := a.Remaining(t, option)
	free := a.Count(t, "SELECT count(*) FROM positions WHERE option_id = $1 AND use_id = '' AND usable = 1", option)
	if left != free {
		t.Errorf("%d are left, %d places are free", left, free)
	}
	if n := a.Count(t, `SELECT count(*) FROM position_uses u WHERE u.ended_at = 0 AND NOT EXISTS (SELECT 1 FROM positions p WHERE p.id = u.position_id AND p.use_id = u.id)`); n != 0 {
		t.Errorf("%d uses are of places that others have", n)
	}
}

// members are devotees with one lamp in the cart.
func members(t *testing.T, a *testkit.App, n int) []*testkit.Client {
	clients := make([]*testkit.Client, n)
	for i := range clients {
		clients[i] = a.NewMember(t, fmt.Sprintf("Member %d", i), fmt.Sprintf("+659777%04d", i))
	}
	return clients
}

// Everybody chooses the same position. One gets it, the others are told, and get none.
func TestRaceManyChooseOnePosition(t *testing.T) {
	mutant.Declare(t, mutant.Change("PositionTake", "AND option_id = $3 AND use_id = '' AND usable = 1", "AND option_id = $3 AND usable = 1"))
	testkit.Each(t, func(t *testing.T, a *testkit.App) {
		option, ids := temple(t, a)
		clients := members(t, a, 12)
		for round := range 3 {
			for _, c := range clients {
				c.Fill(lamp(t, a, ids[round])).Want(200)
			}
			answers := make([]*testkit.Response, len(clients))
			together.AtOnce(len(clients), func(i int) { answers[i] = clients[i].OrderInCash(18800) })
			won := 0
			for i, r := range answers {
				switch {
				case r.Status == 200:
					won++
				case r.Code() != "cart-item-changed":
					t.Errorf("%d %s", r.Status, r.Body)
				default:
					clients[i].Post("/api/cart/cancel", map[string]any{}).Want(200)
				}
			}
			if won != 1 {
				t.Errorf("round %d: %d have the place", round, won)
			}
			ties(t, a, option)
		}
	})
}

// Devotees buy while the office takes positions out of use, moves lamps and reassigns rows: the remaining stock stays
// equal to the number of free positions.
func TestRaceOfficeEditsHallsAndBuy(t *testing.T) {
	mutant.Declare(t, mutant.NoLock("OfferingLockStock"))
	testkit.Each(t, func(t *testing.T, a *testkit.App) {
		option, ids := temple(t, a)
		ritual := a.Staff(t, "ritual")
		clients := members(t, a, 8)
		for round := range 4 {
			for _, c := range clients {
				c.Fill(lamp(t, a)).Want(200)
			}
			together.AtOnce(2*len(clients), func(i int) {
				if i < len(clients) {
					if r := clients[i].OrderInCash(18800); r.Status != 200 {
						t.Errorf("%d %s", r.Status, r.Body)
					}
					return
				}
				id := ids[len(ids)-1-(i-len(clients))]
				ritual.Post("/api/admin/position/"+id+"/usable", map[string]any{"usable": round%2 == 1}).Want(200)
			})
			ties(t, a, option)
			if t.Failed() {
				return
			}
			a.Exec(t, "UPDATE invoices SET created_at = created_at - 864000000") // the limit of open orders is not tested here
			for _, c := range clients {
				cancelLatest(t, a, c)
			}
			ties(t, a, option)
		}
	})
}

func cancelLatest(t *testing.T, a *testkit.App, c *testkit.Client) {
	t.Helper()
	var v struct {
		ID string `json:"id"`
	}
	c.Get("/api/invoice").Want(200).JSON(&v)
	c.Post("/api/invoice/"+v.ID+"/cancel", map[string]any{}).Want(200)
}

// Two people each move a lamp to the same position: one lamp gets it.
func TestRaceTwoMovesToOnePosition(t *testing.T) {
	mutant.Declare(t, mutant.Change("PositionTake", "AND option_id = $3 AND use_id = '' AND usable = 1", "AND option_id = $3 AND usable = 1"))
	testkit.Each(t, func(t *testing.T, a *testkit.App) {
		option, ids := temple(t, a)
		desks := []*testkit.Client{a.Staff(t, "ritual"), a.Staff(t, "admin")}
		for i, c := range members(t, a, 2) {
			c.BuyFor(18800, lamp(t, a, ids[i]))
		}
		at := []int{1, 2}
		for round := range 4 {
			target := 5 + round
			statuses := make([]int, 2)
			together.AtOnce(2, func(i int) {
				statuses[i] = desks[i].Post("/api/admin/position/"+ids[at[i]-1]+"/move", map[string]any{"code": code(target)}).Status
			})
			moved := 0
			for i, status := range statuses {
				switch status {
				case 200:
					moved++
					at[i] = target
				case 400:
				default:
					t.Errorf("round %d: %d", round, status)
				}
			}
			if moved != 1 {
				t.Errorf("round %d: %v", round, statuses)
			}
			ties(t, a, option)
			if t.Failed() {
				return
			}
		}
	})
}

// The office moves a lamp while its order is paid: it ends up at one position, and never at two.
func TestRaceMoveALampAndPay(t *testing.T) {
	mutant.Declare(t, mutant.NoLock("PositionUseLock"))
	testkit.Each(t, func(t *testing.T, a *testkit.App) {
		option, ids := temple(t, a)
		ritual, counter := a.Staff(t, "ritual"), a.Staff(t, "counter")
		for round, c := range members(t, a, 4) {
			placed := c.BuyFor(18800, lamp(t, a, ids[round]))
			together.AtOnce(2, func(i int) {
				if i == 0 {
					ritual.Post("/api/admin/position/"+ids[round]+"/move", map[string]any{"code": code(20 + round)}).Want(200)
				} else {
					counter.TakeCash(placed.ID, 18800).Want(200)
				}
			})
			if n := a.Count(t, "SELECT count(*) FROM position_uses WHERE invoice_id = $1 AND ended_at = 0 AND state = 'taken'", placed.ID); n != 1 {
				t.Errorf("round %d: the lamp of a paid order stands at %d places", round, n)
			}
			ties(t, a, option)
		}
	})
}

// Fifty buy the last twelve positions, which the temple assigns: twelve get one each, and nobody is refused while one
// is free.
func TestRaceFiftyBuyTheLastPlaces(t *testing.T) {
	mutant.Declare(t, mutant.Change("OfferingTakeStock",
		"UPDATE offering_options SET remaining = remaining - CAST($1 AS BIGINT)\nWHERE id = $2 AND remaining >= CAST($1 AS BIGINT)\nRETURNING CAST(remaining AS BIGINT) AS remaining, position_by",
		"SELECT CAST(remaining - CAST($1 AS BIGINT) AS BIGINT) AS remaining, position_by FROM offering_options WHERE id = $2 AND remaining >= CAST($1 AS BIGINT)"))
	testkit.Each(t, func(t *testing.T, a *testkit.App) {
		const free = 12
		option, ids := temple(t, a)
		ritual := a.Staff(t, "ritual")
		for _, id := range ids[free:] {
			ritual.Post("/api/admin/position/"+id+"/usable", map[string]any{"usable": false}).Want(200)
		}
		clients := members(t, a, 50)
		for _, c := range clients {
			c.Fill(lamp(t, a)).Want(200)
		}
		together.AtOnce(len(clients), func(i int) { clients[i].Get("/api/cart/checkout") }) // opening a new connection takes time
		answers := make([]*testkit.Response, len(clients))
		together.AtOnce(len(clients), func(i int) { answers[i] = clients[i].OrderInCash(18800) })
		won := 0
		for _, r := range answers {
			switch {
			case r.Status == 200:
				won++
			case r.Code() != "cart-item-changed":
				t.Errorf("%d %s", r.Status, r.Body)
			}
		}
		if n := a.Count(t, "SELECT count(DISTINCT position_id) FROM position_uses WHERE ended_at = 0 AND state = 'booked'"); won != free || n != free {
			t.Errorf("%d of %d places went to %d buyers", n, free, won)
		}
		ties(t, a, option)
	})
}
