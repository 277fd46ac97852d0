package late_test

import (
	"strings"
	"testing"

	"shanmen/internal/base/clock"
	"shanmen/internal/base/money"
	"shanmen/internal/office/order"
	"shanmen/internal/sales/invoice"
	"shanmen/internal/sales/report"
	"shanmen/internal/testkit"
)

// paidAtTheCounter is a member's lamp, paid in cash.
func paidAtTheCounter(t *testing.T, a *testkit.App, c *testkit.Client) *invoice.View {
	t.Helper()
	v := c.BuyFor(grandCents, grand(t, a))
	a.TakeCash(t, v)
	return v
}

// today reads the report of the present day.
func today(t *testing.T, a *testkit.App, desk *testkit.Client) (r report.Report) {
	t.Helper()
	day := a.Clock.Now().In(clock.Singapore).Format("2006-01-02")
	desk.Get("/api/admin/report?from=" + day + "&to=" + day).Want(200).JSON(&r)
	return r
}

// ADR 13: late money that is refunded was never income, whatever order it came too late for.
func TestARefundedLateTransferIsNotInTheTakings(t *testing.T) {
	back := map[string]any{"as": "refund", "method": 2001, "reason": "paid-twice"}
	testkit.Each(t, func(t *testing.T, a *testkit.App) {
		t.Run("OfAnExpiredOrder", func(t *testing.T) {
			v := expired(t, a)
			desk := a.Staff(t, "treasurer")
			decide(desk, "line", told(t, a, "expired", v.ID, v.PaymentReference, grandCents), back).Want(200)
			if r := today(t, a, desk); r.Closing != r.Opening || r.Back.Amount != 0 || r.TransferOut.Amount != grandCents || !r.Ties {
				t.Errorf("opening %d, closing %d, back %+v, transfers back %+v, ties %v", r.Opening, r.Closing, r.Back, r.TransferOut, r.Ties)
			}
		})
		t.Run("OfAPaidOrder", func(t *testing.T) {
			c := a.Member(t)
			v := paidAtTheCounter(t, a, c)
			desk := a.Staff(t, "treasurer")
			decide(desk, "line", told(t, a, "paid", v.ID, v.PaymentReference, grandCents), back).Want(200)
			r := today(t, a, desk)
			if r.Taken.Amount != grandCents || r.Back.Amount != 0 || r.Closing-r.Opening != grandCents || len(r.BackReasons) != 0 || !r.Ties {
				t.Errorf("taken %+v, back %+v, reasons %v, ties %v", r.Taken, r.Back, r.BackReasons, r.Ties)
			}
			day := a.Clock.Now().In(clock.Singapore)
			year := testkit.PDFText(t, c.Get("/api/member/statement/"+day.Format("2006")+".pdf?language=en").Want(200).Body)
			if strings.Contains(year, money.Format(-grandCents)) || !strings.Contains(year, money.Format(grandCents)) {
				t.Errorf("the member's year: %s", year)
			}
			period := "?from=" + day.Format("2006-01-02") + "&to=" + day.Format("2006-01-02")
			if days := string(desk.Get("/api/admin/report/export/days.csv" + period).Want(200).Body); !strings.Contains(days, `"188.00","0","0.00","188.00"`) {
				t.Errorf("the days: %s", days)
			}
			var o order.Order
			desk.Get("/api/admin/order/" + v.ID).Want(200).JSON(&o)
			if o.Money.Refunded != 0 || o.Money.Held != grandCents || len(o.Refunds) != 1 {
				t.Errorf("the order's money: %+v", o.Money)
			}
		})
	})
}
