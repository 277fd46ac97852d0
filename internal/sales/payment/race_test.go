package payment_test

import (
	"testing"
	"time"

	"shanmen/internal/base/money"
	"shanmen/internal/sales/invoice"
	"shanmen/internal/testkit"
	"shanmen/internal/testkit/mutant"
	"shanmen/internal/testkit/together"
)

// rival prepares an action that competes with a cancellation. What it returns does the action, and returns the state in
// which the order must end, whichever of the two came first.
type rival func(t *testing.T, a *testkit.App, c *testkit.Client, v *invoice.View) func() (want string)

// race lets a member cancel an order while the rival does its part: states, timeline and stock agree with the
// responses.
func race(t *testing.T, way string, beside rival) {
	mutant.Declare(t, mutant.NoLock("InvoiceLock"))
	testkit.Each(t, func(t *testing.T, a *testkit.App) {
		for round := range 6 {
			c := a.Member(t)
			was := places(t, a)
			v := lamp(t, a, c, way)
			act := beside(t, a, c, v)
			c = a.Member(t) // the session may have expired
			want, cancelled := "", (*testkit.Response)(nil)
			together.AtOnce(2, func(i int) {
				if i == 0 {
					cancelled = c.Post(cancelPath(v), nil)
				} else {
					want = act()
				}
			})
			now := c.Order(v.ID)
			last := now.Timeline[len(now.Timeline)-1].Status
			if now.Status != want || last != want {
				t.Errorf("round %d: %s, the timeline ends with %s, want %s; cancelling was answered %d %s", round, now.Status, last, want, cancelled.Status, cancelled.Code())
			}
			seen := map[string]int{}
			for _, e := range now.Timeline {
				seen[e.Status]++
			}
			if n := seen[invoice.Cancelled]; n > 1 || n == 1 && seen[invoice.Expired]+seen[invoice.UnderVerification] > 0 {
				t.Errorf("round %d: the timeline has %v", round, seen)
			}
			left := was
			if now.Status != invoice.Cancelled && now.Status != invoice.Expired {
				left--
			}
			if places(t, a) != left {
				t.Errorf("round %d: %d places, want %d", round, places(t, a), left)
			}
		}
	})
}

// inTime reports whether a picture came before the order ended; otherwise it is kept as late money.
func inTime(t *testing.T, r *testkit.Response) bool {
	t.Helper()
	return r.Order().LateTransfer == nil
}

func TestRaceCancelAndUpload(t *testing.T) {
	race(t, "pay-now", func(t *testing.T, a *testkit.App, c *testkit.Client, v *invoice.View) func() string {
		u := c.SendReceipt(testkit.Screenshot(t), v.ID)
		return func() string {
			if inTime(t, c.OrderByPayNow(lampCents, "invoiceId", v.ID, "fileId", u.FileID)) {
				return invoice.UnderVerification
			}
			return invoice.Cancelled
		}
	})
}

// The picture arrives and is approved at once, while another tab cancels the order.
func TestRaceCancelAndApprove(t *testing.T) {
	race(t, "pay-now", func(t *testing.T, a *testkit.App, c *testkit.Client, v *invoice.View) func() string {
		treasurer, u := a.Staff(t, "treasurer"), c.SendReceipt(testkit.Screenshot(t), v.ID)
		paymentID := a.PendingPayment(t, v.ID)
		return func() string {
			if !inTime(t, c.OrderByPayNow(lampCents, "invoiceId", v.ID, "fileId", u.FileID)) {
				return invoice.Cancelled
			}
			treasurer.Approve(paymentID)
			return invoice.Paid
		}
	})
}

// Cash payment reopens a cancelled order and takes its stock again: it ends as paid either way.
func TestRaceCancelAndCash(t *testing.T) {
	race(t, "cash", func(t *testing.T, a *testkit.App, _ *testkit.Client, v *invoice.View) func() string {
		counter := a.Staff(t, "counter")
		return func() string {
			counter.TakeCash(v.ID, lampCents)
			return invoice.Paid
		}
	})
}

func TestRaceCancelTwice(t *testing.T) {
	race(t, "cash", func(t *testing.T, a *testkit.App, _ *testkit.Client, v *invoice.View) func() string {
		other := a.Member(t)
		return func() string {
			other.Post(cancelPath(v), nil)
			return invoice.Cancelled
		}
	})
}

// The order's deadline passes while its member cancels it and the expiry job runs.
func TestRaceCancelAndExpire(t *testing.T) {
	race(t, "cash", func(t *testing.T, a *testkit.App, c *testkit.Client, v *invoice.View) func() string {
		a.Clock.Advance(7 * 24 * time.Hour)
		reader := a.Member(t)
		return func() string {
			if err := a.Payments.ExpireInvoices(t.Context()); err != nil {
				t.Error(err)
			}
			return reader.Order(v.ID).Status // whichever act came first ended the order
		}
	})
}

// Two people refund one order at once: the money is refunded once, both for whole refunds and for parts that together
// exceed the payment.
func TestRaceRefundTwice(t *testing.T) {
	mutant.Declare(t, mutant.NoLock("InvoiceLock"))
	testkit.Each(t, func(t *testing.T, a *testkit.App) {
		for round := range 6 {
			c, desks := a.Member(t), []*testkit.Client{a.Staff(t, "treasurer"), a.Staff(t, "treasurer")}
			v, was := paidInCash(t, a, c), places(t, a)
			cents := int64(lampCents)
			if round%2 == 1 {
				cents = 10000
			}
			var answers [2]*testkit.Response
			together.AtOnce(2, func(i int) {
				answers[i] = desks[i].Refund(v.ID, money.PayNow, money.Cents(cents), "mistake")
			})
			if back := a.Count(t, "SELECT sum(amount) FROM refunds WHERE invoice_id = $1", v.ID); back != cents {
				t.Errorf("round %d: %d cents went back of %d, answered %d %s and %d %s", round, back, lampCents,
					answers[0].Status, answers[0].Code(), answers[1].Status, answers[1].Code())
			}
			free := was
			if cents == lampCents {
				free++
			}
			if places(t, a) != free {
				t.Errorf("round %d: %d places, want %d", round, places(t, a), free)
			}
		}
	})
}
