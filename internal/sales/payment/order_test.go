package payment_test

import (
	"strings"
	"testing"
	"time"

	"shanmen/internal/sales/invoice"
	"shanmen/internal/sales/payment"
	"shanmen/internal/testkit"
)

const lampCents = 18800

// lamp is an unpaid order of a grand lamp, of limited stock. The payment method is "cash" or "pay-now", the latter
// without its picture.
func lamp(t testing.TB, a *testkit.App, c *testkit.Client, way string) *invoice.View {
	t.Helper()
	c.Fill(a.Item(t, "light-lamp", "grand", "form", testkit.People("陈𠮷䶮"))).Want(200)
	if way == "pay-now" {
		return c.OrderByPayNow(lampCents).Order()
	}
	return c.OrderInCash(lampCents).Order()
}

func places(t testing.TB, a *testkit.App) int64 {
	t.Helper()
	return a.Remaining(t, a.Option(t, "light-lamp", "grand"))
}

func cancelPath(v *invoice.View) string { return "/api/invoice/" + v.ID + "/cancel" }

func TestAMemberCancelsAnUnpaidOrder(t *testing.T) {
	t.Parallel()
	testkit.Each(t, func(t *testing.T, a *testkit.App) {
		c, counter, treasurer := a.Member(t), a.Staff(t, "counter"), a.Staff(t, "treasurer")
		was := places(t, a)
		for _, way := range []string{"cash", "pay-now"} {
			v := lamp(t, a, c, way)
			if places(t, a) != was-1 {
				t.Fatalf("%d places", places(t, a))
			}
			mails := len(a.Mails(t))
			for range 2 { // repeating it changes nothing
				var got invoice.View
				c.Post(cancelPath(v), nil).Want(200).JSON(&got)
				last := got.Timeline[len(got.Timeline)-1]
				if got.Status != invoice.Cancelled || len(got.Timeline) != 2 || last.Status != invoice.Cancelled || last.By != invoice.ByMember || got.ExpiresAt != nil || got.PayNowURL != "" {
					t.Fatalf("%s: %+v", way, got)
				}
				if got.Payments[0].Status != payment.Voided || got.Payments[0].Reason != "cancelled" {
					t.Errorf("%s: the attempt is %+v", way, got.Payments[0])
				}
			}
			if places(t, a) != was {
				t.Errorf("%s: %d places of %d", way, places(t, a), was)
			}
			sent := a.Mails(t)[mails:]
			if len(sent) != 1 || !strings.Contains(testkit.MailText(t, sent[0]), v.Number) || !strings.Contains(testkit.MailText(t, sent[0]), "nothing to pay") {
				t.Errorf("%s: %d mails", way, len(sent))
			}
			if r := c.PayByTransfer(v.ID, lampCents, testkit.Screenshot(t)); inTime(t, r) {
				t.Errorf("a picture for a cancelled order is no late money: %s", r.Body)
			}
			// The counter may reopen it, like an expired one.
			if way == "cash" {
				counter.TakeCash(v.ID, lampCents).Want(200)
				if code := c.Post(cancelPath(v), nil).Want(400).Code(); code != "invoice-not-cancellable" {
					t.Errorf("a paid order: %s", code)
				}
				was--
			}
		}
		t.Run("AfterARejection", func(t *testing.T) {
			v := lamp(t, a, c, "pay-now")
			c.PayByTransfer(v.ID, lampCents, testkit.Screenshot(t)).Want(200)
			if code := c.Post(cancelPath(v), nil).Want(400).Code(); code != "invoice-being-checked" {
				t.Errorf("under verification: %s", code)
			}
			paymentID := a.PendingPayment(t, v.ID)
			treasurer.Reject(paymentID, "unreadable").Want(200)
			mails := len(a.Mails(t))
			c.Post(cancelPath(v), nil).Want(200)
			if code := treasurer.Post("/api/admin/payment/"+paymentID+"/undo", nil).Want(400).Code(); code != "undo-overtaken" {
				t.Errorf("the rejection is undone after the end: %s", code)
			}
			a.Clock.Advance(payment.UndoWindow)
			for _, m := range a.Mails(t)[mails:] {
				if strings.Contains(testkit.MailText(t, m), "could not accept") {
					t.Error("the member is asked for another picture of a cancelled order")
				}
			}
			if places(t, a) != was {
				t.Errorf("%d places of %d", places(t, a), was)
			}
		})
	})
}

// Booked money keeps an order open: only the office can end it.
func TestAnOrderWithBookedMoneyCannotBeCancelled(t *testing.T) {
	t.Parallel()
	testkit.Each(t, func(t *testing.T, a *testkit.App) {
		c, counter, treasurer := a.Member(t), a.Staff(t, "counter"), a.Staff(t, "treasurer")
		was := places(t, a)
		byTransfer, byCash := lamp(t, a, c, "pay-now"), lamp(t, a, c, "cash")
		c.PayByTransfer(byTransfer.ID, lampCents, testkit.Screenshot(t)).Want(200)
		treasurer.Approve(a.PendingPayment(t, byTransfer.ID), "amountReceived", 18000).Want(200)
		counter.TakeCash(byCash.ID, 18000).Want(200)
		a.Clock.Advance(40 * 24 * time.Hour)
		a.MustSweep(t)
		c, treasurer = a.Member(t), a.Staff(t, "treasurer") // the sessions have expired
		for name, v := range map[string]*invoice.View{"by transfer": byTransfer, "in cash": byCash} {
			now := c.Order(v.ID)
			if now.Status != invoice.AwaitingPayment || now.Paid != 18000 || now.Due != 800 || now.ExpiresAt != nil {
				t.Errorf("%s: %+v", name, now)
			}
			if code := c.Post(cancelPath(v), nil).Want(400).Code(); code != "invoice-partly-paid" {
				t.Errorf("%s: %s", name, code)
			}
			c.Get(now.PayNowURL).Want(200) // the amount still due can be paid at any time
		}
		if places(t, a) != was-2 {
			t.Errorf("%d places of %d", places(t, a), was)
		}
		c.PayByTransfer(byTransfer.ID, 800, testkit.Screenshot(t)).Want(200)
		second := a.PendingPayment(t, byTransfer.ID)
		treasurer.Reject(second, "not-received").Want(200)
		a.Clock.Advance(40 * 24 * time.Hour)
		a.MustSweep(t)
		c, counter = a.Member(t), a.Staff(t, "counter")
		if now := c.Order(byTransfer.ID); now.Status != invoice.Rejected || now.ExpiresAt != nil {
			t.Errorf("after a rejection: %+v", now)
		}
		for _, v := range []*invoice.View{byTransfer, byCash} {
			counter.TakeCash(v.ID, 800).Want(200)
			if now := c.Order(v.ID); now.Status != invoice.Paid || now.OfficialReceipt == nil {
				t.Errorf("settled: %+v", now)
			}
		}
	})
}
