package position_test

import (
	"fmt"
	"testing"
	"time"

	"shanmen/internal/sales/cart"
	"shanmen/internal/sales/subscription"
	"shanmen/internal/testkit"
	"shanmen/internal/testkit/mutant"
	"shanmen/internal/testkit/together"
)

// A hold expires while its cart is paid: the order gets its position, and the hold's stock is returned once.
func TestRaceHoldEndsAndPay(t *testing.T) {
	mutant.Declare(t, mutant.ReadOnly("CartLock"), mutant.Slow("HoldOfCart"))
	testkit.Each(t, func(t *testing.T, a *testkit.App) {
		option, ids := temple(t, a)
		meal := a.Option(t, "sangha-meal", "whole")
		meals := func() int64 { return a.Remaining(t, meal) }
		for round, c := range members(t, a, 6) {
			form := testkit.People("陈美玲")
			var v cart.View
			c.Fill(lamp(t, a, ids[round]), a.Item(t, "sangha-meal", "whole", "form", form)).Want(200).JSON(&v)
			before := meals()
			c.Post("/api/payment/pay-now/qr", nil).Want(200)
			a.Clock.Advance(time.Hour)
			together.AtOnce(2, func(i int) {
				if i == 0 {
					if err := a.Carts.ReleaseHolds(t.Context()); err != nil {
						t.Error(err)
					}
					return
				}
				c.OrderInCash(v.SubTotal).Want(200)
			})
			if n := a.Count(t, "SELECT count(*) FROM position_uses WHERE position_id = $1 AND ended_at = 0 AND state = 'booked'", ids[round]); n != 1 {
				t.Errorf("round %d: %d orders have the place that was chosen", round, n)
			}
			if n := a.Count(t, "SELECT count(*) FROM holds"); n != 0 {
				t.Errorf("round %d: %d holds are left", round, n)
			}
			if now := meals(); now != before-1 {
				t.Errorf("round %d: %d meals were left, and %d are", round, before, now)
			}
			ties(t, a, option)
		}
	})
}

// Somebody who pays after the hold has expired, but before the job released it, still gets the position and the last
// meal.
func TestAnExpiredHoldDoesNotBlockItsOwnCart(t *testing.T) {
	testkit.Each(t, func(t *testing.T, a *testkit.App) {
		option, ids := temple(t, a)
		a.Exec(t, "UPDATE offering_options SET remaining = 1 WHERE id = $1", a.Option(t, "sangha-meal", "whole"))
		c := a.Member(t)
		form := testkit.People("陈美玲")
		var v cart.View
		c.Fill(lamp(t, a, ids[3]), a.Item(t, "sangha-meal", "whole", "form", form)).Want(200).JSON(&v)
		c.Post("/api/payment/pay-now/qr", nil).Want(200)
		a.Clock.Advance(time.Hour)
		c.Get("/api/cart/checkout").Want(200).JSON(&v)
		for _, item := range v.Items {
			if item.State != "ok" {
				t.Errorf("an item that was held is %s", item.State)
			}
		}
		c.OrderInCash(v.SubTotal).Want(200)
		if n := a.Count(t, "SELECT count(*) FROM position_uses WHERE position_id = $1 AND ended_at = 0 AND state = 'booked'", ids[3]); n != 1 {
			t.Errorf("%d orders have the place", n)
		}
		ties(t, a, option)
	})
}

// yearly is a member's paid lamp for a year at a chosen position.
func yearly(t *testing.T, a *testkit.App, c *testkit.Client, positionID string) subscription.View {
	t.Helper()
	item := lamp(t, a, positionID)
	item["term"] = "yearly"
	a.TakeCash(t, c.BuyFor(18800, item))
	var list subscription.List
	c.Get("/api/subscription").Want(200).JSON(&list)
	if len(list.Items) != 1 {
		t.Fatalf("%d subscriptions", len(list.Items))
	}
	return list.Items[0]
}

func renewal(t *testing.T, c *testkit.Client, subscriptionID string) (invoiceID string) {
	t.Helper()
	var next subscription.Renewed
	c.Post("/api/subscription/"+subscriptionID+"/renew", nil).Want(200).JSON(&next)
	return next.InvoiceID
}

// standsAt fails unless the lamp of an order occupies this position, and no other.
func standsAt(t *testing.T, a *testkit.App, positionID, invoiceID string, until time.Time) {
	t.Helper()
	if n := a.Count(t, "SELECT count(*) FROM position_uses WHERE position_id = $1 AND ended_at = 0 AND state = 'taken' AND until_at > $2",
		positionID, until.UnixMilli()); n != 1 {
		t.Errorf("%d lamps are taken at the place until the new term ends", n)
	}
	if n := a.Count(t, `SELECT count(*) FROM position_uses u JOIN subscriptions s ON s.item_id = u.item_id JOIN subscription_terms p ON p.subscription_id = s.id
		WHERE p.invoice_id = $1 AND u.ended_at = 0`, invoiceID); n != 1 {
		t.Errorf("the renewal has %d places", n)
	}
}

// A lamp's term ends, and its renewal is paid while the job checks it: the position is taken for another year.
func TestRaceTermEndsAndRenewal(t *testing.T) {
	mutant.Declare(t, mutant.NoLock("PositionUseLock"))
	testkit.Each(t, func(t *testing.T, a *testkit.App) {
		option, ids := temple(t, a)
		for round := range 3 {
			c := a.NewMember(t, "Member", fmt.Sprintf("+659777%04d", round)) // a year later nobody is logged in
			lit := yearly(t, a, c, ids[round])
			next := renewal(t, c, lit.ID)
			a.Clock.Set(lit.EndsAt.Add(10 * time.Hour))
			counter := a.Staff(t, "counter")
			together.AtOnce(2, func(i int) {
				if i == 0 {
					if err := a.Positions.Work(t.Context()); err != nil {
						t.Error(err)
					}
					return
				}
				counter.TakeCash(next, 18800).Want(200)
			})
			standsAt(t, a, ids[round], next, a.Clock.Now())
			ties(t, a, option)
		}
	})
}

// A subscription has ended, and its renewal, whose money the office had, is reopened while its position is released:
// whichever comes first, the lamp keeps its position.
func TestRaceReleaseAndLateRenewal(t *testing.T) {
	mutant.Declare(t, mutant.Change("SubscriptionRelease", " AND limited = 1", " AND limited >= 0"))
	testkit.Each(t, func(t *testing.T, a *testkit.App) {
		option, ids := temple(t, a)
		for round := range 5 {
			c := a.NewMember(t, "Member", fmt.Sprintf("+659777%04d", round))
			lit := yearly(t, a, c, ids[round])
			next := renewal(t, c, lit.ID)
			c.Post("/api/subscription/"+lit.ID+"/cancel", map[string]any{}).Want(200)
			a.Clock.Set(lit.EndsAt.Add(10 * time.Hour))
			treasurer := a.Staff(t, "treasurer")
			together.AtOnce(2, func(i int) {
				if i == 0 {
					if err := a.Subscriptions.Work(t.Context()); err != nil {
						t.Error(err)
					}
					return
				}
				treasurer.Post("/api/admin/invoice/"+next+"/reopen", map[string]any{"received": 18800}).Want(200)
			})
			standsAt(t, a, ids[round], next, a.Clock.Now())
			ties(t, a, option)
		}
	})
}

// As long as the position is not released it belongs to the lamp, with its label, even if no other is free.
func TestALateRenewalKeepsAPositionNotYetReleased(t *testing.T) {
	testkit.Each(t, func(t *testing.T, a *testkit.App) {
		option, ids := temple(t, a)
		c := a.Member(t)
		lit := yearly(t, a, c, ids[6])
		ritual := a.Staff(t, "ritual")
		ritual.Post("/api/admin/position/"+ids[6]+"/label", map[string]any{"hangs": true}).Want(200)
		next := renewal(t, c, lit.ID)
		c.Post("/api/subscription/"+lit.ID+"/cancel", map[string]any{}).Want(200)
		a.Exec(t, "UPDATE positions SET usable = 0 WHERE use_id = ''")
		a.Exec(t, "UPDATE offering_options SET remaining = 0 WHERE id = $1", option)
		a.Clock.Set(lit.EndsAt.Add(10 * time.Hour))
		a.Staff(t, "treasurer").Post("/api/admin/invoice/"+next+"/reopen", map[string]any{"received": 18800}).Want(200)
		standsAt(t, a, ids[6], next, a.Clock.Now())
		if n := a.Count(t, "SELECT count(*) FROM position_uses WHERE position_id = $1 AND ended_at = 0 AND labelled = 1", ids[6]); n != 1 {
			t.Error("its label hangs there, and nobody knows")
		}
		ties(t, a, option)
		for range 2 { // and the jobs do not release it
			a.MustSweep(t)
		}
		standsAt(t, a, ids[6], next, a.Clock.Now())
		ties(t, a, option)
	})
}
