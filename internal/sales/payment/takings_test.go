package payment_test

import (
	"testing"
	"time"

	"shanmen/internal/base/money"
	"shanmen/internal/testkit"
	"shanmen/internal/testkit/moneyrules"
)

// Every payment, undo and refund is in the sum of its day, however many rows the day has, and housekeeping makes one of the
// rows of a past day.
func TestTakingsAreSummedByDay(t *testing.T) {
	t.Parallel()
	testkit.Each(t, func(t *testing.T, a *testkit.App) {
		c, counter, treasurer := a.Member(t), a.Staff(t, "counter"), a.Staff(t, "treasurer")
		oil := func() map[string]any { return a.Item(t, "lamp-oil", "bottle") }
		before := a.Count(t, "SELECT count(*) FROM takings_days")
		kept, undone := c.Buy(oil()), c.Buy(oil())
		counter.TakeCash(kept.ID, kept.SubTotal).Want(200)
		var took struct{ PaymentID string }
		counter.TakeCash(undone.ID, undone.SubTotal).Want(200).JSON(&took)
		counter.Post("/api/admin/cash/"+took.PaymentID+"/undo", nil).Want(200)
		treasurer.Refund(kept.ID, money.PayNow, kept.SubTotal, "mistake").Want(200)
		hold := func(rows int64) {
			t.Helper()
			if n := a.Count(t, "SELECT count(*) FROM takings_days") - before; n != rows {
				t.Errorf("%d rows, want %d", n, rows)
			}
			if n := a.Count(t, "SELECT sum(amount - back) FROM takings_days"); n != a.Count(t, "SELECT COALESCE((SELECT sum(received) FROM payments WHERE status = 'approved'), 0) - COALESCE((SELECT sum(amount) FROM refunds), 0)") {
				t.Errorf("the sum is %d", n)
			}
			if n := a.Count(t, "SELECT count(*) FROM ("+moneyrules.Broken+") b"); n > 0 {
				t.Errorf("%d rules are broken", n)
			}
		}
		hold(4)
		a.MustSweep(t) // today's rows stay
		hold(4)
		a.Clock.Advance(24 * time.Hour)
		a.MustSweep(t)
		hold(1)
	})
}
