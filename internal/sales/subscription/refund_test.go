package subscription_test

import (
	"context"
	"strings"
	"testing"
	"time"

	"shanmen/internal/base/money"
	"shanmen/internal/offer/position"
	"shanmen/internal/platform/db"
	"shanmen/internal/sales/invoice"
	"shanmen/internal/sales/payment"
	"shanmen/internal/sales/subscription"
	"shanmen/internal/testkit"
	"shanmen/internal/testkit/moneyrules"
)

func active(t *testing.T, a *testkit.App) int64 {
	t.Helper()
	return a.Count(t, "SELECT count(*) FROM subscriptions WHERE status = 1")
}

// A subscription's position is released once, when the job finds that it has ended: not a second time by the refund.
func TestARefundedTermFreesItsPositionOnce(t *testing.T) {
	testkit.Each(t, func(t *testing.T, a *testkit.App) {
		c, grand := a.Member(t), a.Option(t, "light-lamp", "grand")
		lamp := grandLamp(t, a, c)
		a.Staff(t, "treasurer").Refund(detail(c, lamp.ID).Terms[0].InvoiceID, money.PayNow, 18800, "mistake").Want(200)
		if d := detail(c, lamp.ID); d.Status != subscription.Cancelled || d.EndedBy != "office" {
			t.Errorf("after the refund: %+v", d.View)
		}
		if n := a.Remaining(t, grand); n != 247 {
			t.Errorf("%d places right after the refund: the subscription gives its own back", n)
		}
		a.MustSweep(t)
		a.MustSweep(t)
		if n := a.Remaining(t, grand); n != 248 {
			t.Errorf("%d places in the end", n)
		}
	})
}

// A renewal that is approved after its subscription has ended starts a new one. When that is undone, the position is
// released and the renewal is as before, so that it can be approved once more; when it is refunded, the new one ends
// like any other.
func TestALateRenewalCanBeUndoneAndRefunded(t *testing.T) {
	testkit.Each(t, func(t *testing.T, a *testkit.App) {
		c, grand := a.Member(t), a.Option(t, "light-lamp", "grand")
		lamp := grandLamp(t, a, c)
		var next subscription.Renewed
		c.Post("/api/subscription/"+lamp.ID+"/renew", nil).Want(200).JSON(&next)
		path := "/api/admin/payment/" + transfer(t, c, next.InvoiceID, 18800)
		a.Staff(t, "treasurer").Refund(detail(c, lamp.ID).Terms[0].InvoiceID, money.PayNow, 18800, "mistake").Want(200) // while the renewal is under verification
		a.MustSweep(t)
		desk := a.Staff(t, "treasurer")
		for range 2 {
			desk.Post(path+"/approve", map[string]any{}).Want(200)
			if a.Remaining(t, grand) != 247 || active(t, a) != 1 {
				t.Errorf("approved: %d places, %d subscriptions run", a.Remaining(t, grand), active(t, a))
			}
			desk.Post(path+"/undo", nil).Want(200)
			if a.Remaining(t, grand) != 248 || active(t, a) != 0 {
				t.Errorf("undone: %d places, %d subscriptions run", a.Remaining(t, grand), active(t, a))
			}
			d := detail(c, lamp.ID)
			if len(d.Terms) != 2 || d.Terms[1].InvoiceID != next.InvoiceID {
				t.Errorf("the renewal has lost its subscription: %+v", d.Terms)
			}
		}
		desk.Post(path+"/approve", map[string]any{}).Want(200)
		a.Staff(t, "treasurer").Refund(next.InvoiceID, money.PayNow, 18800, "mistake").Want(200)
		a.MustSweep(t)
		a.MustSweep(t)
		if v := c.Order(next.InvoiceID); v.Status != invoice.Refunded || a.Remaining(t, grand) != 248 || active(t, a) != 0 {
			t.Errorf("refunded: %s, %d places, %d subscriptions run", v.Status, a.Remaining(t, grand), active(t, a))
		}
	})
}

// A member cancels a lamp whose first payment is then undone: the order has its place again, and loses and takes it like
// any other order. Kinds of stock: a number, and places in a hall.
func TestUndoingTheFirstTermOfACancelledSubscriptionReturnsItsPlaceToTheOrder(t *testing.T) {
	for _, hall := range []bool{false, true} {
		t.Run(map[bool]string{false: "Number", true: "Hall"}[hall], func(t *testing.T) {
			testkit.Each(t, func(t *testing.T, a *testkit.App) {
				if hall {
					a.LampHall(t, 1, 8, "positionBy", "devotee", "lastsMonths", 12)
				}
				option, c, desk := a.Option(t, "light-lamp", "grand"), a.Member(t), a.Staff(t, "treasurer")
				all := a.Remaining(t, option)
				v, paymentID := c.BuyByTransfer(18800, a.Item(t, "light-lamp", "grand", "term", "yearly", "form", testkit.People("陈大文")))
				at := "/api/admin/payment/" + paymentID
				want := func(when string, left, subscriptions int64) {
					t.Helper()
					a.MustSweep(t)
					n := a.Count(t, "SELECT count(*) FROM subscriptions")
					if got := a.Remaining(t, option); got != left || n != subscriptions {
						t.Errorf("%s: %d places are left and not %d, with %d subscriptions", when, got, left, n)
					}
					if n := a.Count(t, "SELECT count(*) FROM ("+moneyrules.Broken+") broken"); n > 0 {
						t.Errorf("%s: %d rules are broken", when, n)
					}
					a.Member(t).Get("/api/lamp").Want(200)
				}
				desk.Post(at+"/approve", map[string]any{}).Want(200)
				if hall {
					taken := a.Text(t, "SELECT position_id FROM position_uses WHERE state = 'taken'")
					a.Staff(t, "ritual").Post("/api/admin/position/"+taken+"/move", map[string]any{"code": "A-01-08"}).Want(200)
				}
				c.Post("/api/subscription/"+listed(c)[0].ID+"/cancel", nil).Want(200)
				want("cancelled", all-1, 1)
				desk.Post(at+"/undo", nil).Want(200)
				want("undone", all-1, 0)
				desk.Reject(paymentID, "unreadable").Want(200)
				a.Clock.Advance(30 * day)
				want("expired", all, 0)
				a.Staff(t, "counter").TakeCash(v.ID, 18800).Want(200)
				want("paid late", all-1, 1)
				if sub := listed(a.Member(t))[0]; sub.Status != subscription.Cancelled || sub.EndedBy != "member" || sub.State != "lasting" {
					t.Errorf("who had cancelled is asked to renew: %+v", sub)
				}
			})
		})
	}
}

// The place that the office assigned to a lamp belongs to its order after the undo, and is free when that expires.
func TestAnAssignedPlaceIsFreeAgainWhenItsUndoneOrderExpires(t *testing.T) {
	testkit.Each(t, func(t *testing.T, a *testkit.App) {
		a.Exec(t, "UPDATE offering_options SET remaining = NULL WHERE key = 'grand'")
		c, desk := a.Member(t), a.Staff(t, "treasurer")
		_, paymentID := c.BuyByTransfer(18800, a.Item(t, "light-lamp", "grand", "term", "yearly", "form", testkit.People("陈大文")))
		desk.Post("/api/admin/payment/"+paymentID+"/approve", map[string]any{}).Want(200)
		option := a.LampHall(t, 1, 8, "positionBy", "devotee", "lastsMonths", 12)
		var waiting position.PlacelessLamps
		ritual := a.Staff(t, "ritual")
		ritual.Get("/api/admin/placeless/" + option).Want(200).JSON(&waiting)
		free := a.Text(t, "SELECT id FROM positions WHERE code = 'A-01-03'")
		ritual.Post("/api/admin/position/"+free+"/put", map[string]any{"ref": waiting.Items[0].Ref}).Want(200)
		rules := func(when string, left int64) {
			t.Helper()
			if n := a.Count(t, "SELECT count(*) FROM ("+moneyrules.Broken+") broken"); n > 0 || a.Remaining(t, option) != left {
				t.Errorf("%s: %d rules are broken, %d places are left", when, n, a.Remaining(t, option))
			}
		}
		rules("assigned", 7)
		desk.Post("/api/admin/payment/"+paymentID+"/undo", nil).Want(200)
		rules("undone", 7)
		desk.Reject(paymentID, "unreadable").Want(200)
		a.Clock.Advance(30 * day)
		a.MustSweep(t)
		rules("expired", 8)
	})
}

// The first payment can be undone after the second term was refunded or cancelled; the link to pay for it says that nothing
// is due.
func TestTheFirstTermIsUndoneAfterTheSecondHasEnded(t *testing.T) {
	for way, shown := range map[string]string{"Refunded": deadLink, "Cancelled": `"status":"cancelled","subscription":3`} {
		t.Run(way, func(t *testing.T) {
			testkit.Each(t, func(t *testing.T, a *testkit.App) {
				c := a.Member(t)
				first := c.BuyFor(8800, a.Item(t, "light-lamp", "family", "term", "yearly", "form", testkit.People("陈大文"))).ID
				settle := payment.Arrived{InvoiceID: first, Amount: 8800, At: a.Clock.Now(), ActorID: a.UserID(t, "treasurer")}
				var did payment.Settled
				a.Write(t, func(ctx context.Context, tx *db.Tx) (err error) {
					did, err = a.Payments.BookFromBank(ctx, tx, settle)
					return err
				})
				goTo(t, a, 2027, 10, 22)
				ticket, c := reminded(t, a), a.Member(t)
				lamp := detail(c, listed(c)[0].ID)
				if way == "Refunded" {
					a.Staff(t, "counter").TakeCash(lamp.Renewal.InvoiceID, 8800).Want(200)
					a.Staff(t, "counter").Refund(lamp.Renewal.InvoiceID, money.Cash, 8800, "mistake").Want(200)
				} else {
					c.Post("/api/subscription/"+lamp.ID+"/cancel", nil).Want(200)
				}
				a.Write(t, func(ctx context.Context, tx *db.Tx) error {
					return a.Payments.TakeBack(ctx, tx, did.PaymentID, settle.ActorID, did)
				})
				if n := len(listed(c)); n != 0 {
					t.Errorf("%d subscriptions", n)
				}
				if v := c.Order(first); v.Status != invoice.AwaitingPayment {
					t.Errorf("the first order is %s", v.Status)
				}
				if link := string(opened(a.Guest(), ticket).Want(200).Body); !strings.Contains(link, shown) {
					t.Errorf("the link shows %s", link)
				}
			})
		})
	}
}

// A member who has erased the account is not asked to renew; the place is free at the end of the term.
func TestCashForAnErasedAccountStartsACancelledSubscription(t *testing.T) {
	testkit.Each(t, func(t *testing.T, a *testkit.App) {
		c := a.Member(t)
		v := c.BuyFor(18800, a.Item(t, "light-lamp", "grand", "term", "yearly", "form", testkit.People("陈大文")))
		a.EraseAccount(t, c)
		a.Staff(t, "counter").TakeCash(v.ID, 18800).Want(200)
		if n := a.Count(t, "SELECT count(*) FROM subscriptions WHERE status = 3 AND form = '' AND ended_by = 'system'"); n != 1 || active(t, a) != 0 {
			t.Errorf("%d cancelled subscriptions without names, %d run", n, active(t, a))
		}
		if n := a.Count(t, "SELECT count(*) FROM subscription_terms WHERE form <> ''"); n != 0 {
			t.Error("the names are kept beside the order")
		}
		left, letters := a.Remaining(t, a.Option(t, "light-lamp", "grand")), len(a.Mails(t))+len(a.Texts(t))
		a.Clock.Advance(400 * day)
		a.MustSweep(t)
		if now := a.Remaining(t, a.Option(t, "light-lamp", "grand")); now != left+1 {
			t.Errorf("%d places were left, and %d after the term", left, now)
		}
		if now := len(a.Mails(t)) + len(a.Texts(t)); now != letters {
			t.Errorf("%d letters to nobody", now-letters)
		}
	})
}

// A rejected renewal may outlast the grace period: a member who asks is led to it.
func TestARejectedRenewalCanStillBePaidAfterTheDaysOfGrace(t *testing.T) {
	testkit.Each(t, func(t *testing.T, a *testkit.App) {
		lamp := familyLamp(t, a, a.Member(t))
		goTo(t, a, 2027, 12, 5)
		c := a.Member(t)
		invoiceID := detail(c, lamp.ID).Renewal.InvoiceID
		paymentID := transfer(t, c, invoiceID, 8800)
		goTo(t, a, 2027, 12, 20)
		a.Staff(t, "treasurer").Reject(paymentID, "unreadable").Want(200)
		goTo(t, a, 2027, 12, 22)
		var r subscription.Renewed
		a.Member(t).Post("/api/subscription/"+lamp.ID+"/renew", nil).Want(200).JSON(&r)
		if r.InvoiceID != invoiceID {
			t.Errorf("led to %q", r.InvoiceID)
		}
	})
}

// Nobody is asked for another picture of a renewal that was cancelled within the half minute.
func TestCancellingWithdrawsTheRejectionLetter(t *testing.T) {
	testkit.Each(t, func(t *testing.T, a *testkit.App) {
		lamp := familyLamp(t, a, a.Member(t))
		goTo(t, a, 2027, 10, 22)
		c := a.Member(t)
		paymentID := transfer(t, c, detail(c, lamp.ID).Renewal.InvoiceID, 8800)
		a.Staff(t, "treasurer").Reject(paymentID, "unreadable").Want(200)
		c.Post("/api/subscription/"+lamp.ID+"/cancel", nil).Want(200)
		a.Clock.Advance(time.Minute)
		for _, s := range subjects(t, a, member) {
			if strings.Contains(s, "was not accepted yet") {
				t.Error("the member is asked for another picture")
			}
		}
	})
}
