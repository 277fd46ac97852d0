package app_test

import (
	"fmt"
	"slices"
	"testing"
	"time"

	"shanmen/internal/testkit"
)

// Undoing a payment undoes all its effects, whatever was ordered and however it was paid: positions, terms, lists,
// names on the wall and the remaining stock are as before.
func TestUndoingAPaymentLeavesNothingBehind(t *testing.T) {
	t.Parallel()
	testkit.Each(t, func(t *testing.T, a *testkit.App) {
		a.LampHall(t, 2, 60)
		a.Drain(t)
		lamp := func(more ...any) map[string]any {
			return a.Item(t, "light-lamp", "grand", append([]any{"form", testkit.People("陈𠮷䶮")}, more...)...)
		}
		gift := func(more ...any) map[string]any {
			return a.Item(t, "donation", "open", append([]any{"amount", 5000, "form", map[string]any{"fund": "care", "chineseName": "陈大文", "listed": true}}, more...)...)
		}
		for name, items := range map[string][]map[string]any{
			"a lamp of a year":       {lamp("term", "yearly")},
			"a lamp":                 {lamp()},
			"a gift, every month":    {gift("term", "monthly")},
			"a gift and a lamp":      {gift(), lamp("term", "yearly")},
			"oil, twice, and a gift": {a.Item(t, "lamp-oil", "bottle", "quantity", 2), gift()},
		} {
			for _, excess := range []int64{0, 700, -100} {
				t.Run(fmt.Sprint(name, " ", excess), func(t *testing.T) {
					member, treasurer, counter := a.Member(t), a.Staff(t, "treasurer"), a.Staff(t, "counter")
					member.Fill(items...).Want(200)
					cents := member.Cart().SubTotal
					order := member.OrderByPayNow(cents, "fileId", member.SendReceipt(testkit.Screenshot(t)).FileID).Order()
					payment := order.Payments[0].ID
					a.Drain(t)
					before := state(t, a)
					r := treasurer.Approve(payment, "amountReceived", int64(cents)+excess)
					if r.Status != 200 {
						t.Fatalf("approve: %d %s", r.Status, r.Body)
					}
					a.Clock.Advance(5 * time.Second)
					a.Drain(t)
					treasurer.Post("/api/admin/payment/"+payment+"/undo", nil).Want(200)
					a.Drain(t)
					// The names are not shown, see below; the rows of a day's takings add up to zero.
					may := []string{"official_receipts has a new row", "wall_names has a new row", "takings_days has a new row"}
					for _, d := range differences(before, state(t, a)) {
						if !slices.Contains(may, d) {
							t.Errorf("the transfer: %q differs", d)
						}
					}
					treasurer.Reject(payment, "not-received").Want(200)
					a.Clock.Advance(time.Minute)
					cash := member.OrderInCash(cents, "invoiceId", order.ID).Order()
					a.Drain(t)
					before = state(t, a)
					if r := counter.TakeCash(cash.ID, cents); r.Status != 200 {
						t.Fatalf("cash: %d %s", r.Status, r.Body)
					}
					a.Clock.Advance(5 * time.Second)
					a.Drain(t)
					counter.Post("/api/admin/cash/"+oneOf(t, a, "SELECT id FROM payments WHERE invoice_id = '"+cash.ID+"' AND status = 'approved'")+"/undo", nil).Want(200)
					a.Drain(t)
					may = append(may, "invoices.expires_at", "payments has a new row", "payments.decided_at", "payments.decided_by", "payments.reason", "payments.received", "payments.shift_id", "payments.status")
					for _, d := range differences(before, state(t, a)) {
						if !slices.Contains(may, d) {
							t.Errorf("cash: %q differs", d)
						}
					}
					if n := a.Count(t, "SELECT count(*) FROM wall_names WHERE live = 1"); n > 0 {
						t.Errorf("%d names stand on the wall", n)
					}
				})
			}
		}
	})
}
