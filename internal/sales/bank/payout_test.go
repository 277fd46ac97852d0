package bank_test

import (
	"testing"
	"time"

	"shanmen/internal/base/money"
	"shanmen/internal/sales/bank"
	"shanmen/internal/sales/invoice"
	"shanmen/internal/testkit"
	"shanmen/internal/testkit/hitpay"
)

// paidAtProvider is an order of some bottles of oil, paid at the payment provider.
func paidAtProvider(t *testing.T, a *testkit.App, s *hitpay.Server, m *testkit.Client, bottles int) *invoice.View {
	t.Helper()
	v := oil(t, a, m, bottles, "pay-now")
	m.Post("/api/payment/pay-now/code", map[string]any{"invoiceId": v.ID}).Want(200)
	s.Pay(s.Requests(v.PaymentReference)[0].ID)
	a.Clock.Advance(11 * time.Second)
	if err := a.PayRequests.Look(t.Context()); err != nil {
		t.Fatal(err)
	}
	if status(t, a, v) != invoice.Paid {
		t.Fatal("the order is not paid")
	}
	return v
}

// A provider pays whole days out in one sum, less its fees and what it gave back. The line is proposed when that is
// exactly its amount, a person settles it, and undoing it lets the payments wait for another line.
func TestAPayoutOfTheProviderIsMatched(t *testing.T) {
	t.Parallel()
	testkit.EachConfirmed(t, func(t *testing.T, a *testkit.App, s *hitpay.Server) {
		s.Fee = func(money.Cents) money.Cents { return 57 }
		m := a.NewMember(t, "Lim", "+6598880101")
		paidAtProvider(t, a, s, m, 1)
		v := paidAtProvider(t, a, s, m, 2)
		c := a.Staff(t, "treasurer")
		c.Refund(v.ID, money.PayNow, 500, "asked-by-devotee").Want(200)
		var refunds struct{ Items []struct{ ID string } }
		c.Get("/api/admin/refund-transfer").Want(200).JSON(&refunds)
		c.Post("/api/admin/refund-transfer/"+refunds.Items[0].ID+"/provider", nil).Want(200)
		a.Drain(t)
		a.Clock.Advance(24 * time.Hour)
		c = a.Staff(t, "treasurer")
		net := money.Cents(1000 + 2000 - 2*57 - 500)
		// The same sum of somebody else, and another sum of the provider, are not it.
		st := bring(t, a, c, credit{net, "TAN AH KOW", "", time.Time{}}, credit{net - 1, "HITPAY PAYMENT SOLUTIONS", "PAYOUT", time.Time{}},
			credit{net, "HIT PAY PAYMENT SOLUTIONS", "PAYOUT 20261121", time.Time{}})
		got := lines(t, c, st.ID, "certain")
		if len(got) != 1 || got[0].Amount != net || got[0].PaidOut == nil || *got[0].PaidOut != (bank.PaidOut{Payments: 2, Amount: 3000, Fee: 114, Refunded: 500}) {
			t.Fatalf("%+v", got)
		}
		for _, l := range lines(t, c, st.ID, "none") {
			if code := c.Post(linePath(l, "ignore"), map[string]any{"reason": "payout"}).Want(400).Code(); code != "payout-differs" {
				t.Errorf("%d: %s", l.Amount, code)
			}
		}
		orders := a.Count(t, "SELECT count(*) FROM invoices")
		approveAll(t, a, c, st)
		settled := lines(t, c, st.ID, "ignored")
		if len(settled) != 1 || settled[0].Reason != "payout" || settled[0].PaidOut == nil || settled[0].PaidOut.Fee != 114 {
			t.Fatalf("%+v", settled)
		}
		if n := a.Count(t, "SELECT count(*) FROM provider_payments WHERE line_id = $1", settled[0].ID); n != 2 || a.Count(t, "SELECT count(*) FROM invoices") != orders {
			t.Errorf("%d payments are paid out", n)
		}
		c.Post(linePath(settled[0], "undo"), nil).Want(200)
		if n := a.Count(t, "SELECT count(*) FROM provider_payments WHERE line_id <> ''") + a.Count(t, "SELECT count(*) FROM provider_refunds WHERE line_id <> ''"); n != 0 {
			t.Errorf("%d are still paid out", n)
		}
		c.Post(linePath(settled[0], "ignore"), map[string]any{"reason": "payout"}).Want(200)
		if n := a.Count(t, "SELECT count(*) FROM provider_payments WHERE line_id <> ''"); n != 2 {
			t.Errorf("by hand: %d", n)
		}
	})
}
