package checkout_test

import (
	"fmt"
	"testing"

	"shanmen/internal/sales/invoice"
	"shanmen/internal/testkit"
	"shanmen/internal/testkit/mutant"
	"shanmen/internal/testkit/together"
)

// M01: 20 parallel payments for one cart create one invoice, and each gets it in its response. Without the cart's lock
// the second one fails on UNIQUE(origin_id, origin) and gets an error; without that constraint too there are several
// invoices.
func TestRaceM01M02TwentyPaymentsOfOneCart(t *testing.T) {
	lock := mutant.NoLock("CartLockOfUser")
	for name, without := range map[string][]mutant.Mutant{
		"lock":   {lock},
		"unique": {lock, mutant.NoConstraint("invoices", "invoices_origin_id_origin_key"), mutant.NoConstraint("invoices", "invoices_payment_reference_key")},
	} {
		t.Run(name, func(t *testing.T) {
			mutant.Declare(t, without...)
			testkit.Each(t, func(t *testing.T, a *testkit.App) {
				c := a.Member(t)
				for round := range 3 {
					c.Fill(a.Item(t, "light-lamp", "grand", "form", testkit.People("陈𠮷䶮"))).Want(200)
					fileID := c.SendReceipt(testkit.Screenshot(t)).FileID
					answers := make([]*testkit.Response, 20)
					together.AtOnce(len(answers), func(i int) {
						switch i % 2 {
						case 0:
							answers[i] = c.Post(payNowPath, payNow(18800, "fileId", fileID))
						default: // M02: in cash at the same time
							answers[i] = c.OrderInCash(18800)
						}
					})
					ids := map[string]bool{}
					for i, r := range answers {
						if r.Status != 200 {
							t.Errorf("payment %d: %d %s", i, r.Status, r.Body)
							continue
						}
						ids[r.Order().ID] = true
					}
					if len(ids) != 1 {
						t.Errorf("%d different invoices were answered", len(ids))
					}
					if n := a.Count(t, "SELECT count(*) FROM invoices"); n != int64(round+1) {
						t.Errorf("%d invoices of %d carts", n, round+1)
					}
					if n := a.Count(t, "SELECT count(*) FROM payments"); n != int64(round+1) {
						t.Errorf("%d payments of %d carts", n, round+1)
					}
				}
				if n := a.Remaining(t, a.Option(t, "light-lamp", "grand")); n != 248-3 {
					t.Errorf("stock %d", n)
				}
				if n := a.Count(t, "SELECT last FROM number_series WHERE series = 'INV'"); n != 3 {
					t.Errorf("the last number is %d", n)
				}
			})
		})
	}
}

// lastPlace lets everybody who has seen stock order it.
var lastPlace = mutant.Change("OfferingTakeStock", "remaining - CAST($1 AS BIGINT)\nWHERE id = $2 AND remaining >= CAST($1 AS BIGINT)",
	"greatest(remaining - CAST($1 AS BIGINT), 0)\nWHERE id = $2 AND remaining IS NOT NULL")

// M10: 50 members pay for the last lamp. One gets it, 49 are told that it is sold out, and nothing of theirs is lost.
func TestRaceFiftyMembersOneLamp(t *testing.T) {
	mutant.Declare(t, lastPlace)
	testkit.Each(t, func(t *testing.T, a *testkit.App) {
		grand := a.Option(t, "light-lamp", "grand")
		item := a.Item(t, "light-lamp", "grand", "form", testkit.People("陈"))
		clients := make([]*testkit.Client, 50)
		for i := range clients {
			clients[i] = a.NewMember(t, fmt.Sprintf("Member %d", i), fmt.Sprintf("+659777%04d", i))
			clients[i].Fill(item).Want(200)
		}
		for round := range 5 {
			a.SetRemaining(t, grand, 1)
			// As many connections are opened beforehand as on a busy evening, as opening one takes time.
			together.AtOnce(len(clients), func(i int) { clients[i].Get("/api/cart/checkout") })
			answers := make([]*testkit.Response, len(clients))
			together.AtOnce(len(clients), func(i int) { answers[i] = clients[i].OrderInCash(18800) })
			won := 0
			for i, r := range answers {
				if r.Status == 200 {
					won++
					if v := r.Order(); v.Status != invoice.AwaitingPayment {
						t.Errorf("invoice: %+v", v)
					}
					continue
				}
				if r.Status != 500 || r.Code() != "cart-item-changed" {
					t.Errorf("member %d: %d %s", i, r.Status, r.Body)
				}
				if v := clients[i].Cart(); len(v.Items) != 1 || v.Items[0].State != "unavailable" {
					t.Errorf("member %d's cart: %+v", i, v.Items)
				}
			}
			if won != 1 {
				t.Errorf("%d members have the last lamp", won)
			}
			if n := a.Count(t, "SELECT count(*) FROM invoices"); n != int64(round+1) {
				t.Errorf("%d invoices after %d last lamps", n, round+1)
			}
			if n := a.Remaining(t, grand); n != 0 {
				t.Errorf("stock %d", n)
			}
			a.SetRemaining(t, grand, 1)
			for i, r := range answers {
				if r.Status == 200 {
					clients[i].Fill(item).Want(200)
				}
			}
		}
	})
}

// The last lamp is ordered online and at the counter at the same moment: one gets it.
func TestRaceCounterAndMembersOneLamp(t *testing.T) {
	mutant.Declare(t, lastPlace)
	testkit.Each(t, func(t *testing.T, a *testkit.App) {
		grand := a.Option(t, "light-lamp", "grand")
		item := a.Item(t, "light-lamp", "grand", "form", testkit.People("陈"))
		clients := make([]*testkit.Client, 20)
		for i := range clients {
			if i%2 == 0 {
				clients[i] = a.Staff(t, "counter")
				continue
			}
			clients[i] = a.NewMember(t, fmt.Sprintf("Member %d", i), fmt.Sprintf("+659776%04d", i))
			clients[i].Fill(item).Want(200)
		}
		walkIn := map[string]any{
			"locale": "en", "payer": map[string]any{"name": "Goh"}, "items": []any{item}, "paymentAmount": 18800, "method": 2001,
		}
		for range 5 {
			a.SetRemaining(t, grand, 1)
			together.AtOnce(len(clients), func(i int) { clients[i].Get("/api/cart/checkout") })
			answers := make([]*testkit.Response, len(clients))
			together.AtOnce(len(clients), func(i int) {
				if i%2 == 0 {
					answers[i] = clients[i].Post("/api/admin/walk-in", walkIn)
				} else {
					answers[i] = clients[i].OrderInCash(18800)
				}
			})
			won := 0
			for i, r := range answers {
				switch {
				case r.Status == 200:
					won++
					if i%2 == 1 {
						clients[i].Fill(item)
					}
				case r.Code() != "cart-item-changed" && r.FieldCodes()["items[0].optionId"] != "item-sold-out":
					t.Errorf("%d: %d %s", i, r.Status, r.Body)
				}
			}
			if n := a.Remaining(t, grand); won != 1 || n != 0 {
				t.Errorf("%d have the last lamp, stock %d", won, n)
			}
			for i := 1; i < len(clients); i += 2 {
				a.SetRemaining(t, grand, 1)
				clients[i].Fill(item)
			}
		}
	})
}
