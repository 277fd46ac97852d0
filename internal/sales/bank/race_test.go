package bank_test

import (
	"testing"
	"time"

	"shanmen/internal/base/money"
	"shanmen/internal/sales/bank"
	"shanmen/internal/sales/invoice"
	"shanmen/internal/testkit"
	"shanmen/internal/testkit/mutant"
	"shanmen/internal/testkit/together"
)

// noTurn is a bank whose lines are decided by several people at once.
func noTurn(t *testing.T) {
	mutant.Declare(t, mutant.NoLock("BankTurn"), mutant.NoLock("BankLineLock"))
}

// decided is noTurn, and lets a decided line be decided again.
func decided(t *testing.T, more ...mutant.Mutant) {
	mutant.Declare(t, append(more, mutant.NoLock("BankTurn"), mutant.NoLock("BankLineLock"), mutant.Change("BankLineDecide", "state = $7", "$7::text <> ''"))...)
}

// Two treasurers assign a line to different orders at once: one of them is told that it is decided.
func TestRaceOneLineForTwoOrders(t *testing.T) {
	noTurn(t)
	testkit.Each(t, func(t *testing.T, a *testkit.App) {
		m, c, other := a.Member(t), a.Staff(t, "treasurer"), a.Staff(t, "admin")
		for range 4 {
			v, w := oil(t, a, m, 1, "cash"), oil(t, a, m, 1, "cash")
			s := bring(t, a, c, credit{v.Due, "SITI AMINAH", "lamps " + v.Number[9:], time.Time{}})
			l := append(lines(t, c, s.ID, "none"), append(lines(t, c, s.ID, "several"), lines(t, c, s.ID, "likely")...)...)[0]
			together.AtOnce(2, func(i int) {
				if i == 0 {
					c.Post(linePath(l, "match"), parts(v, v.Due))
				} else {
					other.Post(linePath(l, "match"), parts(w, w.Due))
				}
			})
			paid := 0
			for _, one := range []*invoice.View{v, w} {
				if status(t, a, one) == invoice.Paid {
					paid++
				}
			}
			if paid != 1 {
				t.Errorf("one transfer paid %d orders", paid)
			}
		}
	})
}

// One person books a line while another marks it as unrelated.
func TestRaceBookAndIgnoreABankLine(t *testing.T) {
	noTurn(t)
	testkit.Each(t, func(t *testing.T, a *testkit.App) {
		m, c, other := a.Member(t), a.Staff(t, "treasurer"), a.Staff(t, "admin")
		for range 4 {
			v := oil(t, a, m, 1, "cash")
			s := bring(t, a, c, credit{v.Due, "SITI AMINAH", v.PaymentReference, time.Time{}})
			l := lines(t, c, s.ID, "certain")[0]
			answers := make([]*testkit.Response, 2)
			together.AtOnce(2, func(i int) {
				if i == 0 {
					answers[i] = c.Post(linePath(l, "match"), parts(v, v.Due))
				} else {
					answers[i] = other.Post(linePath(l, "ignore"), map[string]any{"reason": "other"})
				}
			})
			if (answers[0].Status == 200) == (answers[1].Status == 200) {
				t.Errorf("both were told the same: %d %d", answers[0].Status, answers[1].Status)
			}
			ignored := len(lines(t, c, s.ID, "ignored")) == 1
			if paid := status(t, a, v) == invoice.Paid; paid == ignored {
				t.Errorf("ignored %v, and paid %v", ignored, paid)
			}
		}
	})
}

// A clerk classifies a line by hand while another applies a rule to it: it is classified once, and a gift has one
// order.
func TestRaceABankRuleAndAManualMatch(t *testing.T) {
	decided(t, mutant.NoConstraint("invoices", "invoices_origin_id_origin_key"))
	testkit.Each(t, func(t *testing.T, a *testkit.App) {
		c, other := a.Staff(t, "treasurer"), a.Staff(t, "admin")
		first := bring(t, a, c, credit{50_00, "KWAN IM FELLOWSHIP", "gift", time.Time{}})
		ruleOf(c, lines(t, c, first.ID, "none")[0], "donation").Want(200)
		a.Drain(t)
		for i := range 4 {
			s := bring(t, a, c, credit{60_00 + money.Cents(i), "KWAN IM FELLOWSHIP", "gift", time.Time{}})
			l := lines(t, c, s.ID, "certain")[0]
			before := a.Count(t, "SELECT count(*) FROM invoices")
			answers := make([]*testkit.Response, 2)
			together.AtOnce(2, func(n int) {
				answers[n] = []*testkit.Client{c, other}[n].Post(linePath(l, "ignore"), map[string]any{"reason": "donation"})
			})
			if made := a.Count(t, "SELECT count(*) FROM invoices") - before; made != 1 || (answers[0].Status == 200) == (answers[1].Status == 200) {
				t.Errorf("one gift made %d orders: %d %d", made, answers[0].Status, answers[1].Status)
			}
		}
	})
}

// Two clerks link one return to two transfers, or book the transfer meanwhile: it returns one.
func TestRaceOneReturnForTwoTransfers(t *testing.T) {
	decided(t)
	testkit.Each(t, func(t *testing.T, a *testkit.App) {
		m, c, other := a.Member(t), a.Staff(t, "treasurer"), a.Staff(t, "admin")
		v, w := oil(t, a, m, 1, "cash"), oil(t, a, m, 1, "cash")
		s := bring(t, a, c, credit{v.Due, "KOH WEI TING", v.PaymentReference, time.Time{}}, credit{w.Due, "KOH WEI TING", w.PaymentReference, time.Time{}})
		approveAll(t, a, c, s)
		paid := lines(t, c, s.ID, "matched")
		back := bring(t, a, c, credit{-v.Due, "KOH WEI TING", "RETURNED", time.Time{}})
		debit := lines(t, c, back.ID, "debit")[0]
		together.AtOnce(2, func(i int) {
			[]*testkit.Client{c, other}[i].Post(linePath(debit, "pair"), map[string]any{"lineId": paid[i].ID})
		})
		waits := 0
		for _, one := range []*invoice.View{v, w} {
			if status(t, a, one) == invoice.AwaitingPayment {
				waits++
			}
		}
		if waits != 1 {
			t.Errorf("one return reopened %d orders", waits)
		}
	})
}

// Overlapping statements are imported, approved and undone at once: each transfer counts once, and in the end nothing
// of them is left.
func TestOverlappingStatementsAtOnceCountEachTransferOnce(t *testing.T) {
	t.Parallel()
	testkit.Each(t, func(t *testing.T, a *testkit.App) {
		m, c := a.Member(t), a.Staff(t, "treasurer")
		var rows []credit
		var orders []*invoice.View
		for i := range 6 {
			v := oil(t, a, m, i+1, "cash")
			orders = append(orders, v)
			rows = append(rows, credit{v.Due, "TAN", v.PaymentReference, time.Time{}})
		}
		clients := []*testkit.Client{c, a.Staff(t, "admin"), a.Staff(t, "treasurer")}
		ids := make([]string, 3)
		together.AtOnce(3, func(i int) { ids[i] = upload(t, clients[i], dbs(a, rows[i:i+4]...)).ID })
		together.AtOnce(3, func(int) { _, _ = a.Outbox.Drain(t.Context()) })
		a.Drain(t)
		if n := a.Count(t, "SELECT count(*) FROM bank_lines WHERE state = 'open' AND class = 'certain'"); n != 6 {
			t.Fatalf("%d of 6 lines are certain", n)
		}
		together.AtOnce(6, func(i int) {
			s := statement(t, clients[i%3], ids[i/2])
			clients[i%3].Post(statements+"/"+s.ID+"/approve", map[string]any{"count": s.Tallies.Certain.Count, "sum": s.Tallies.Certain.Sum})
			_, _ = a.Outbox.Drain(t.Context())
		})
		a.Drain(t)
		for _, v := range orders {
			if paid := a.Count(t, "SELECT paid FROM invoices WHERE id = $1", v.ID); money.Cents(paid) != v.SubTotal || status(t, a, v) != invoice.Paid {
				t.Errorf("%s: %d of %d, %s", v.Number, paid, v.SubTotal, status(t, a, v))
			}
		}
		together.AtOnce(6, func(i int) {
			clients[i%3].Post(statements+"/"+ids[i/2]+"/undo", nil)
			_, _ = a.Outbox.Drain(t.Context())
		})
		a.Drain(t)
		for i, v := range orders {
			if got := status(t, a, v); got != invoice.AwaitingPayment || a.Count(t, "SELECT paid FROM invoices WHERE id = $1", v.ID) != 0 {
				t.Errorf("order %d is %s", i, got)
			}
		}
		if n := a.Count(t, "SELECT count(*) FROM bank_lines"); n != 0 {
			t.Errorf("%d lines are left", n)
		}
		for _, id := range ids {
			if s := statement(t, c, id); s.State != bank.Undone {
				t.Errorf("%s", s.State)
			}
		}
	})
}
