package bank_test

import (
	"testing"
	"time"

	"shanmen/internal/base/locale"
	"shanmen/internal/sales/bank"
	"shanmen/internal/sales/invoice"
	"shanmen/internal/testkit"
)

// ruleOf lets a treasurer classify a line, and every similar line.
func ruleOf(c *testkit.Client, l bank.Line, reason string) *testkit.Response {
	return c.Post(linePath(l, "ignore"), map[string]any{"reason": reason, "rule": true})
}

func TestARecurringLineIsClassifiedByItsRule(t *testing.T) {
	t.Parallel()
	testkit.Each(t, func(t *testing.T, a *testkit.App) {
		m, c := a.Member(t), a.Staff(t, "treasurer")
		v := oil(t, a, m, 1, "cash")
		s := bring(t, a, c, credit{4_12, "INTEREST CREDIT", "", time.Time{}}, credit{50_00, "KWAN IM FELLOWSHIP", "monthly gift", time.Time{}})
		for _, l := range lines(t, c, s.ID, "none") {
			reason := "interest"
			if l.Amount == 50_00 {
				reason = "donation"
			}
			ruleOf(c, l, reason).Want(200)
		}
		a.Drain(t)
		if r := ruleOf(c, lines(t, c, s.ID, "ignored")[0], "interest"); r.Code() != "line-decided" {
			t.Errorf("a line that is decided: %s", r.Code())
		}
		a.Clock.Advance(24 * time.Hour)
		c = a.Staff(t, "treasurer")
		// An order's reference takes precedence over a rule.
		next := bring(t, a, c, credit{4_33, "INTEREST CREDIT", "", time.Time{}}, credit{60_00, "KWAN IM FELLOWSHIP", "gift", time.Time{}},
			credit{v.Due, "KWAN IM FELLOWSHIP", v.PaymentReference, time.Time{}})
		got := lines(t, c, next.ID, "certain")
		if len(got) != 3 || next.Recognised != 3 || next.Lines != 3 {
			t.Fatalf("%d certain of %d, %d recognised: %+v", len(got), next.Lines, next.Recognised, got)
		}
		orders := a.Count(t, "SELECT count(*) FROM invoices")
		if a.Count(t, "SELECT count(*) FROM bank_lines WHERE state = 'resolved'") != 1 {
			t.Error("the first gift has no order")
		}
		approveAll(t, a, c, next)
		if status(t, a, v) != invoice.Paid {
			t.Error("the order is not paid")
		}
		if n := a.Count(t, "SELECT count(*) FROM invoices"); n != orders+1 {
			t.Errorf("%d orders were made of one gift", n-orders)
		}
		if l := lines(t, c, next.ID, "ignored"); len(l) != 1 || l[0].Reason != "interest" {
			t.Errorf("interest: %+v", l)
		}
		var rules bank.RuleList
		c.Get("/api/admin/bank/rule").Want(200).JSON(&rules)
		if len(rules.Items) != 2 || rules.Items[0].Uses+rules.Items[1].Uses != 2 {
			t.Fatalf("rules: %+v", rules)
		}
		for _, r := range rules.Items {
			c.Post("/api/admin/bank/rule/"+r.ID+"/end", nil).Want(200)
		}
		a.Clock.Advance(24 * time.Hour)
		c = a.Staff(t, "treasurer")
		last := bring(t, a, c, credit{4_44, "INTEREST CREDIT", "", time.Time{}})
		if n := len(lines(t, c, last.ID, "none")); n != 1 {
			t.Error("a rule that has ended names a line")
		}
	})
}

func TestAReturnedTransferReopensItsOrder(t *testing.T) {
	t.Parallel()
	testkit.Each(t, func(t *testing.T, a *testkit.App) {
		m, c := a.Member(t), a.Staff(t, "treasurer")
		v := oil(t, a, m, 1, "cash")
		s := bring(t, a, c, credit{v.Due, "KOH WEI TING", v.PaymentReference, time.Time{}})
		approveAll(t, a, c, s)
		if status(t, a, v) != invoice.Paid {
			t.Fatal("it is not paid")
		}
		a.Clock.Advance(24 * time.Hour)
		c = a.Staff(t, "treasurer")
		back := bring(t, a, c, credit{-v.Due, "KOH WEI TING", "RETURNED " + v.PaymentReference, time.Time{}})
		debit := lines(t, c, back.ID, "debit")[0]
		if debit.TakesBack == nil || debit.TakesBack.InvoiceID != v.ID || debit.TakesBack.Amount != v.Due {
			t.Fatalf("what it takes back: %+v", debit.TakesBack)
		}
		pair := map[string]any{"lineId": debit.TakesBack.LineID}
		c.Post(linePath(debit, "pair"), pair).Want(200)
		if r := c.Post(linePath(debit, "pair"), pair); r.Code() != "line-decided" {
			t.Errorf("a second time: %s", r.Code())
		}
		if status(t, a, v) != invoice.AwaitingPayment || a.Count(t, "SELECT count(*) FROM official_receipts WHERE voided_at = 0") != 0 {
			t.Errorf("the order is %s, its receipt counts", status(t, a, v))
		}
		a.Drain(t)
		if l := lines(t, c, s.ID, "ignored"); len(l) != 1 || l[0].Reason != "returned" {
			t.Errorf("the transfer: %+v", l)
		}
		c.Post(linePath(debit, "undo"), nil).Want(200)
		a.Drain(t)
		if len(lines(t, c, back.ID, "debit")) != 1 || len(lines(t, c, s.ID, "ignored")) != 0 || len(lines(t, c, s.ID, "certain")) != 0 {
			t.Error("the pair is not taken apart, or what was returned is certain again")
		}
	})
}

// The transfer's statement is undone: its return, which is in another statement, waits for a transfer again.
func TestAReturnIsUnpairedWhenItsTransferIsUndone(t *testing.T) {
	t.Parallel()
	testkit.Each(t, func(t *testing.T, a *testkit.App) {
		m, c := a.Member(t), a.Staff(t, "treasurer")
		v := oil(t, a, m, 1, "cash")
		s := bring(t, a, c, credit{v.Due, "KOH WEI TING", v.PaymentReference, time.Time{}})
		approveAll(t, a, c, s)
		a.Clock.Advance(24 * time.Hour)
		c = a.Staff(t, "treasurer")
		back := bring(t, a, c, credit{-v.Due, "KOH WEI TING", "RETURNED " + v.PaymentReference, time.Time{}})
		debit := lines(t, c, back.ID, "debit")[0]
		c.Post(linePath(debit, "pair"), map[string]any{"lineId": debit.TakesBack.LineID}).Want(200)
		c.Post("/api/admin/bank/statement/"+s.ID+"/undo", nil).Want(200)
		a.Drain(t)
		if got := lines(t, c, back.ID, "debit"); len(got) != 1 {
			t.Errorf("the return: %+v", got)
		}
		if n := a.Count(t, "SELECT count(*) FROM bank_lines WHERE pair_id <> ''"); n != 0 {
			t.Errorf("%d lines have a pair that is gone", n)
		}
	})
}

// A payment was approved before the bank statement arrived, which contains it three times: when the line linked to it
// is removed, the next one is linked, and the third is late money at once, however often the lines are matched.
func TestASecondTransferForAnOrderBecomesLateMoney(t *testing.T) {
	t.Parallel()
	testkit.Each(t, func(t *testing.T, a *testkit.App) {
		m, c := a.Member(t), a.Staff(t, "treasurer")
		v := oil(t, a, m, 1, "picture")
		c.Approve(a.PendingPayment(t, v.ID)).Want(200)
		first := bring(t, a, c, credit{v.SubTotal, "TAN", v.PaymentReference, time.Time{}})
		a.Clock.Advance(24 * time.Hour)
		c = a.Staff(t, "treasurer")
		second := bring(t, a, c, credit{v.SubTotal, "TAN", v.PaymentReference, time.Time{}})
		a.Clock.Advance(24 * time.Hour)
		c = a.Staff(t, "treasurer")
		third := bring(t, a, c, credit{v.SubTotal, "TAN", v.PaymentReference, time.Time{}})
		c.Post("/api/admin/bank/statement/"+first.ID+"/undo", nil).Want(200)
		a.Drain(t)
		if n := len(lines(t, c, second.ID, "matched")); n != 1 {
			t.Errorf("%d lines of the second statement are tied", n)
		}
		if n := a.Count(t, "SELECT count(*) FROM bank_lines WHERE statement_id = $1 AND state = 'open' AND class = 'none' AND late = 'paid'", third.ID); n != 1 {
			t.Errorf("%d lines of the third statement are late money", n)
		}
	})
}

func TestASmallShortfallIsWaivedWithAReason(t *testing.T) {
	t.Parallel()
	testkit.Each(t, func(t *testing.T, a *testkit.App) {
		m, c := a.Member(t), a.Staff(t, "treasurer")
		v, w := oil(t, a, m, 1, "cash"), oil(t, a, m, 1, "cash")
		s := bring(t, a, c, credit{v.Due - 50, "SEAH LAY HOON", v.PaymentReference, time.Time{}}, credit{w.Due - 3_00, "SEAH LAY HOON", w.PaymentReference, time.Time{}})
		var small, large bank.Line
		for _, l := range lines(t, c, s.ID, "likely") {
			if l.Amount == v.Due-50 {
				small = l
			} else {
				large = l
			}
		}
		if small.Waivable != 2_00 {
			t.Errorf("the limit is %d", small.Waivable)
		}
		waive := func(l bank.Line, v *invoice.View, cents int64, reason string) *testkit.Response {
			body := parts(v, l.Amount)
			body["waive"], body["reason"] = cents, reason
			return c.Post(linePath(l, "match"), body)
		}
		for want, r := range map[string]*testkit.Response{
			"waive-reason":  waive(small, v, 50, " "),
			"waive-differs": waive(small, v, 49, "the bank kept it"),
		} {
			if r.Code() != want {
				t.Errorf("%d %s, want %s", r.Status, r.Code(), want)
			}
		}
		if r := waive(large, w, 3_00, "the bank kept it"); r.Status != 400 && r.Status != 422 {
			t.Errorf("more than may ever be let go: %d", r.Status)
		}
		waive(small, v, 50, "the bank kept it").Want(200)
		got, err := invoice.ViewOf(t.Context(), a.DB.Read(), v.ID, locale.EN)
		if err != nil {
			t.Fatal(err)
		}
		if got.Status != invoice.Paid || got.Due != 0 || got.Paid != v.Due-50 || got.OfficialReceipt == nil {
			t.Errorf("%s, due %d, paid %d, receipt %v", got.Status, got.Due, got.Paid, got.OfficialReceipt)
		}
		c.Post(linePath(small, "undo"), nil).Want(200)
		if status(t, a, v) != invoice.AwaitingPayment || a.Count(t, "SELECT sum(waived) FROM payments") != 0 {
			t.Error("the rest stays waived after the line was undone")
		}
		admin := a.Staff(t, "admin")
		admin.Put("/api/admin/setting", map[string]any{"values": map[string]any{"waive-cents": "0"}}).Want(200)
		if r := waive(small, v, 50, "the bank kept it"); r.Code() != "waive-too-much" {
			t.Errorf("when nothing may be let go: %s", r.Code())
		}
	})
}
