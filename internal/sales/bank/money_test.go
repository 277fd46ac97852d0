package bank_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"shanmen/internal/base/clock"
	"shanmen/internal/base/money"
	"shanmen/internal/office/desk"
	"shanmen/internal/sales/bank"
	"shanmen/internal/sales/invoice"
	"shanmen/internal/sales/subscription"
	"shanmen/internal/testkit"
)

// uob is a file of UOB's: rows of day, description and cents received, with the balance beside each.
func uob(account string, balance money.Cents, rows ...credit) []byte {
	var b strings.Builder
	fmt.Fprintf(&b, "United Overseas Bank Limited\nAccount Number:,%s\nTransaction Date,Transaction Description,Withdrawal,Deposit,Available Balance\n", account)
	for _, r := range rows {
		balance += r.cents
		fmt.Fprintf(&b, "%s,%s,,%d.%02d,%d.00\n", r.day.In(clock.Singapore).Format("02 Jan 2006"), r.message, r.cents/100, r.cents%100, balance)
	}
	return []byte(b.String())
}

// page is the same as an HTML table, which the bank calls a workbook: with the time, and without balances.
func page(account string, rows ...credit) []byte {
	var b strings.Builder
	fmt.Fprintf(&b, "<html><table><tr><td>United Overseas Bank Limited<tr><td>Account Number:<td>%s-<tr><td>Transaction Date<td>Transaction Description<td>Withdrawal<td>Deposit", account)
	for _, r := range rows {
		fmt.Fprintf(&b, "<tr><td>%s<td>%s<td><td>%d.%02d", r.day.In(clock.Singapore).Format("02 Jan 2006 15:04:05"), r.message, r.cents/100, r.cents%100)
	}
	return []byte(b.String())
}

func take(t testing.TB, a *testkit.App, c *testkit.Client, data []byte) bank.Statement {
	t.Helper()
	up := upload(t, c, data)
	a.Drain(t)
	return statement(t, c, up.ID)
}

// One dollar with the right reference is not the thirty that the picture shows: nobody approves it without a warning.
func TestATransferOfADifferentAmountDoesNotConfirmAPayment(t *testing.T) {
	t.Parallel()
	testkit.Each(t, func(t *testing.T, a *testkit.App) {
		m, c := a.Member(t), a.Staff(t, "treasurer")
		v, w := oil(t, a, m, 1, "picture"), oil(t, a, m, 2, "picture")
		forged, less := a.PendingPayment(t, v.ID), a.PendingPayment(t, w.ID)
		bring(t, a, c, credit{1_00, "TAN", v.PaymentReference, time.Time{}}, credit{2_00, "TAN", w.PaymentReference, time.Time{}})
		if s := seenOf(t, a, forged); s.State != bank.StateDiffers || s.Amount != 1_00 {
			t.Errorf("%+v", s)
		}
		for filter, want := range map[string]int{"seen": 0, "absent": 2} {
			var q desk.Queue
			c.Get("/api/admin/payment?status=pending&bank=" + filter).Want(200).JSON(&q)
			if len(q.Items) != want {
				t.Errorf("%s: %+v", filter, q.Items)
			}
			for _, row := range q.Items {
				if row.Seen {
					t.Errorf("the list says that it was seen: %+v", row)
				}
			}
		}
		c.Approve(forged).Want(200)
		c.Approve(less, "amountReceived", 2_00).Want(200)
		for id, want := range map[string]int64{forged: 1, less: 0} {
			if n := a.Count(t, "SELECT unseen FROM payments WHERE id = $1", id); n != want {
				t.Errorf("unseen %d, want %d", n, want)
			}
		}
	})
}

// One transfer paid two orders, and a part of one was refunded: undo keeps the whole line, not half of it.
func TestUndoingALineIsAllOrNothing(t *testing.T) {
	t.Parallel()
	testkit.Each(t, func(t *testing.T, a *testkit.App) {
		m, c := a.Member(t), a.Staff(t, "treasurer")
		first, second, other := oil(t, a, m, 1, "cash"), oil(t, a, m, 2, "cash"), oil(t, a, m, 3, "cash")
		s := bring(t, a, c,
			credit{first.Due + second.Due, "TAN", first.PaymentReference + " " + second.PaymentReference, time.Time{}},
			credit{other.Due, "TAN", other.PaymentReference, time.Time{}})
		approveAll(t, a, c, s)
		c.Refund(first.ID, money.PayNow, 1_00, "mistake").Want(200)
		c.Post(statements+"/"+s.ID+"/undo", nil).Want(200)
		a.Drain(t)
		s = statement(t, c, s.ID)
		l := lines(t, c, s.ID, "matched")
		if s.State != bank.Undone || len(l) != 1 || len(l[0].Candidates) != 2 || l[0].Problem != "undo-overtaken" {
			t.Fatalf("%s: %+v", s.State, l)
		}
		if status(t, a, first) != invoice.Paid || status(t, a, second) != invoice.Paid || status(t, a, other) != invoice.AwaitingPayment {
			t.Errorf("%s %s %s", status(t, a, first), status(t, a, second), status(t, a, other))
		}
	})
}

// A later term is paid: the first term's payment stays booked, with its subscription and its position.
func TestUndoIsRefusedWhenTheNextTermHasBegun(t *testing.T) {
	t.Parallel()
	testkit.Each(t, func(t *testing.T, a *testkit.App) {
		m, c := a.Member(t), a.Staff(t, "treasurer")
		lamp, first, s := lampByBank(t, a, m, c)
		var next subscription.Renewed
		m.Post("/api/subscription/"+lamp+"/renew", nil).Want(200).JSON(&next)
		a.Staff(t, "counter").TakeCash(next.InvoiceID, first.SubTotal).Want(200)
		places := a.Remaining(t, a.Option(t, "light-lamp", "grand"))
		if r := c.Post(linePath(lines(t, c, s.ID, "matched")[0], "undo"), nil).Want(400); r.Code() != "undo-overtaken" {
			t.Error(r.Code())
		}
		c.Post(statements+"/"+s.ID+"/undo", nil).Want(200)
		a.Drain(t)
		if l := lines(t, c, s.ID, "matched"); len(l) != 1 || status(t, a, first) != invoice.Paid {
			t.Errorf("%s: %+v", status(t, a, first), l)
		}
		if n := a.Count(t, "SELECT count(*) FROM subscriptions WHERE status = 1"); n != 1 {
			t.Errorf("%d subscriptions run", n)
		}
		if n := a.Remaining(t, a.Option(t, "light-lamp", "grand")); n != places {
			t.Errorf("%d places, %d before", n, places)
		}
	})
}

// lampByBank is a grand lamp paid by a statement line.
func lampByBank(t *testing.T, a *testkit.App, m, c *testkit.Client) (id string, v *invoice.View, s bank.Statement) {
	t.Helper()
	v = m.BuyFor(18800, a.Item(t, "light-lamp", "grand", "term", "yearly", "form", testkit.People("陈大文")))
	s = approveAll(t, a, c, bring(t, a, c, credit{v.Due, "TAN", v.PaymentReference, time.Time{}}))
	if status(t, a, v) != invoice.Paid {
		t.Fatal(tally(s))
	}
	var of struct{ Items []subscription.View }
	m.Get("/api/subscription").Want(200).JSON(&of)
	if len(of.Items) == 0 {
		t.Fatal("no subscription")
	}
	return of.Items[0].ID, v, s
}

// Undoing a decision at the desk releases the bank line too, which is then decided again.
func TestUndoingAnApprovalFreesItsBankLine(t *testing.T) {
	t.Parallel()
	testkit.Each(t, func(t *testing.T, a *testkit.App) {
		m, c := a.Member(t), a.Staff(t, "treasurer")
		v, w, both := oil(t, a, m, 1, "picture"), oil(t, a, m, 2, "picture"), oil(t, a, m, 3, "picture")
		of := map[*invoice.View]string{v: a.PendingPayment(t, v.ID), w: a.PendingPayment(t, w.ID), both: a.PendingPayment(t, both.ID)}
		second := oil(t, a, m, 4, "cash")
		for _, one := range []*invoice.View{v, w} {
			c.Approve(of[one]).Want(200)
		}
		file := []credit{
			{v.Due, "TAN", v.PaymentReference, time.Time{}}, {w.Due, "TAN", w.PaymentReference, time.Time{}},
			{both.Due + second.Due, "TAN", both.PaymentReference + " " + second.PaymentReference, time.Time{}},
		}
		s := bring(t, a, c, file...)
		approveAll(t, a, c, s)

		// A line that is partly used cannot wait.
		if r := c.Post("/api/admin/payment/"+of[both]+"/undo", nil).Want(400); r.Code() != "undo-overtaken" {
			t.Error(r.Code())
		}

		// Approved by another amount, the line waits for a person to check it.
		c.Post("/api/admin/payment/"+of[v]+"/undo", nil).Want(200)
		c.Post("/api/admin/payment/"+of[w]+"/undo", nil).Want(200)
		c.Approve(of[v], "amountReceived", v.Due-1_00).Want(200)
		c.Post("/api/admin/bank/compare", nil).Want(200)
		a.Drain(t)
		s = statement(t, c, s.ID)
		if s.Tallies.Matched.Count != 1 || s.Tallies.Certain.Count+s.Tallies.Likely.Count+s.Tallies.None.Count != 2 {
			t.Errorf("%s", tally(s))
		}
		if n := a.Count(t, "SELECT unseen FROM payments WHERE id = $1", of[v]); n != 1 {
			t.Error("approved by another amount than the bank tells of, and not marked")
		}

		// The statement is undone and imported once more: nothing of it is lost.
		c.Post(statements+"/"+s.ID+"/undo", nil).Want(200)
		a.Drain(t)
		if n := a.Count(t, "SELECT count(*) FROM bank_lines"); n != 0 {
			t.Errorf("%d lines are left behind", n)
		}
		s = bring(t, a, c, append(file, credit{9_00, "LIM", "new", time.Time{}})...)
		if got := lines(t, c, s.ID, "certain"); !slices.ContainsFunc(got, func(l bank.Line) bool { return l.Candidates[0].InvoiceID == w.ID }) {
			t.Errorf("%s", tally(s))
		}
	})
}

// A line that cannot be booked fails alone with a reason; the others are booked.
func TestAFailingLineDoesNotBlockOthers(t *testing.T) {
	t.Parallel()
	testkit.Each(t, func(t *testing.T, a *testkit.App) {
		m, c := a.Member(t), a.Staff(t, "treasurer")
		lamp, _, _ := lampByBank(t, a, m, c)
		var next subscription.Renewed
		m.Post("/api/subscription/"+lamp+"/renew", nil).Want(200).JSON(&next)
		renewal := m.Order(next.InvoiceID)
		before, after := oil(t, a, m, 1, "cash"), oil(t, a, m, 2, "cash")
		s := bring(t, a, c,
			credit{before.Due, "TAN", before.PaymentReference, time.Time{}},
			credit{renewal.Due, "TAN", renewal.PaymentReference, time.Time{}},
			credit{after.Due, "TAN", after.PaymentReference, time.Time{}})
		if s.Tallies.Certain.Count != 3 {
			t.Fatal(tally(s))
		}
		a.Exec(t, "DELETE FROM subscription_terms WHERE invoice_id = $1", next.InvoiceID) // another was asked for instead
		s = approveAll(t, a, c, s)
		l := lines(t, c, s.ID, "likely")
		if s.State != bank.Ready || s.Stuck || s.Tallies.Matched.Count != 2 || s.LeftOut != 1 || len(l) != 1 || l[0].Problem != "renewal-replaced" {
			t.Fatalf("%s, left out %d: %s, %+v", s.State, s.LeftOut, tally(s), l)
		}
		if status(t, a, before) != invoice.Paid || status(t, a, after) != invoice.Paid || a.Count(t, "SELECT paid FROM invoices WHERE id = $1", renewal.ID) != 0 {
			t.Error("the others are not settled, or the failed one is")
		}
		c.Post("/api/admin/bank/compare", nil).Want(200)
		a.Drain(t)
		if s = statement(t, c, s.ID); s.Tallies.Certain.Count != 0 || s.Tallies.Likely.Count != 1 {
			t.Errorf("compared anew, it is certain once more: %s", tally(s))
		}
	})
}

// A job that died, at whatever step, is restarted by hand.
func TestAFailedStatementJobCanBeResumed(t *testing.T) {
	t.Parallel()
	testkit.Each(t, func(t *testing.T, a *testkit.App) {
		m, c := a.Member(t), a.Staff(t, "treasurer")
		v := oil(t, a, m, 1, "cash")
		die := func() {
			a.Exec(t, "UPDATE outbox SET state = 'dead', last_error = 'x' WHERE kind = 'bank-work' AND state = 'ready'")
		}
		up := upload(t, c, dbs(a, credit{v.Due, "TAN", v.PaymentReference, time.Time{}}))
		resume := statements + "/" + up.ID + "/resume"
		if r := c.Post(resume, nil).Want(400); r.Code() != "statement-not-stuck" {
			t.Error(r.Code())
		}
		for _, step := range []struct{ state, end string }{{bank.Reading, bank.Ready}, {bank.Approving, bank.Ready}, {bank.Undoing, bank.Undone}} {
			switch step.state {
			case bank.Approving:
				c.Post(statements+"/"+up.ID+"/approve", map[string]any{"count": 1, "sum": v.Due}).Want(200)
			case bank.Undoing:
				c.Post(statements+"/"+up.ID+"/undo", nil).Want(200)
			}
			if s := statement(t, c, up.ID); s.State != step.state || s.Stuck {
				t.Errorf("%s: %s, stuck %v", step.state, s.State, s.Stuck)
			}
			die()
			a.Drain(t)
			if s := statement(t, c, up.ID); s.State != step.state || !s.Stuck {
				t.Errorf("%s: %s, stuck %v", step.state, s.State, s.Stuck)
			}
			a.Staff(t, "counter").Post(resume, nil).Want(403)
			c.Post(resume, nil).Want(200)
			a.Drain(t)
			if s := statement(t, c, up.ID); s.State != step.end || s.Stuck {
				t.Errorf("%s: %s, stuck %v", step.state, s.State, s.Stuck)
			}
		}
		if n := a.Count(t, "SELECT count(*) FROM audit_entries WHERE action = 'bank.resume'"); n != 3 {
			t.Errorf("%d entries", n)
		}
		if r := c.Post(resume, nil).Want(400); r.Code() != "statement-not-stuck" {
			t.Error(r.Code())
		}
	})
}

// A line is the same at noon and tomorrow, beside another balance, in another format, with or without a time; a second
// equal line is another one.
func TestALineIsRecognisedInEveryFile(t *testing.T) {
	t.Parallel()
	testkit.Each(t, func(t *testing.T, a *testkit.App) {
		c := a.Staff(t, "treasurer")
		day := a.Clock.Now().Add(-26 * time.Hour)
		row := func(cents money.Cents, message string) credit {
			return credit{cents: cents, message: message, day: day}
		}
		same, other := row(28_00, "PAYNOW-FAST OTHR lamp TAN BEE LENG"), row(30_00, "Inward Credit-FAST OTHR LIM & SON")
		take(t, a, c, uob("1234567890", 500, same, other))
		for name, got := range map[string]bank.Statement{
			"another balance":      take(t, a, c, uob("123-456-789-0", 777, same, other, row(9_00, "new"))),
			"another format":       take(t, a, c, page("1234567890", same, other)),
			"other spaces and all": take(t, a, c, uob("1234567890", 1, row(28_00, "Paynow - Fast  Othr Lamp; Tan Bee-Leng"), other)),
		} {
			if got.State != bank.Ready || got.Known != 2 {
				t.Errorf("%s: %s, %s", name, got.State, tally(got))
			}
		}
		if s := take(t, a, c, uob("1234567890", 2, same, same, other)); s.Known != 2 || s.Tallies.None.Count+s.Tallies.Likely.Count != 1 {
			t.Errorf("a second one like it: %s", tally(s))
		}
		if s := take(t, a, c, uob("9999999999", 500, same, other)); s.Known != 0 {
			t.Errorf("another account: %s", tally(s))
		}
	})
}

// A transfer that is returned in the same file is never certain.
func TestAReturnedTransferIsNotCertain(t *testing.T) {
	t.Parallel()
	testkit.Each(t, func(t *testing.T, a *testkit.App) {
		m, c := a.Member(t), a.Staff(t, "treasurer")
		v, w, kept := oil(t, a, m, 1, "cash"), oil(t, a, m, 2, "cash"), oil(t, a, m, 3, "cash")
		s := bring(t, a, c,
			credit{v.Due, "TAN BEE LENG", v.PaymentReference, time.Time{}}, credit{-v.Due, "SYSTEM", "RETURNED TRANSFER", time.Time{}},
			credit{w.Due, "LIM AH KOW", w.PaymentReference, time.Time{}}, credit{-w.Due, "LIM AH KOW", "back to you", time.Time{}},
			credit{kept.Due, "ONG", kept.PaymentReference, time.Time{}}, credit{-kept.Due, "SP SERVICES", "GIRO", time.Time{}})
		if got, want := tally(s), "certain 1 likely 2 several 0 none 0 matched 0 ignored 0 debit 3 known 0"; got != want {
			t.Errorf("%s, want %s", got, want)
		}
		for _, l := range lines(t, c, s.ID, "likely") {
			if !slices.Contains(l.Why, "returned") {
				t.Errorf("%+v", l)
			}
		}
		// The return is in the next file: the waiting line is no longer certain.
		s = bring(t, a, c, credit{-kept.Due, "SYSTEM", "REVERSAL", time.Time{}}, credit{1_00, "X", "y", time.Time{}})
		if n := a.Count(t, "SELECT count(*) FROM bank_lines WHERE state = 'open' AND class = 'certain'"); n != 0 {
			t.Errorf("%d lines are certain: %s", n, tally(s))
		}
		if status(t, a, v) != invoice.AwaitingPayment || status(t, a, w) != invoice.AwaitingPayment {
			t.Error("paid by money that went back")
		}
	})
}

// Thirty units of a foreign currency settle nothing, neither in the bulk approval nor by hand.
func TestForeignCurrencySettlesNothing(t *testing.T) {
	t.Parallel()
	testkit.Each(t, func(t *testing.T, a *testkit.App) {
		m, c := a.Member(t), a.Staff(t, "treasurer")
		v := oil(t, a, m, 1, "picture")
		s := take(t, a, c, uob("1234567890,USD", 500, credit{cents: v.Due, message: "OTHR " + v.PaymentReference, day: a.Clock.Now()}))
		l := lines(t, c, s.ID, "none")
		if s.Tallies.None.Count != 1 || s.Tallies.None.Sum != 0 || len(l) != 1 || l[0].Currency != "USD" || strings.Join(l[0].Why, " ") != "currency" {
			t.Fatalf("%s: %+v", tally(s), l)
		}
		c.Post("/api/admin/bank/compare", nil).Want(200)
		a.Drain(t)
		if r := c.Post(linePath(l[0], "match"), parts(v, v.Due)).Want(400); r.Code() != "line-currency" || status(t, a, v) == invoice.Paid {
			t.Error(r.Code())
		}
		if got := seenOf(t, a, a.PendingPayment(t, v.ID)); got.State != bank.StateAbsent {
			t.Errorf("%+v", got)
		}
		c.Post(linePath(l[0], "ignore"), map[string]any{"reason": "other"}).Want(200)
		again := take(t, a, c, uob("1234567890,SGD", 500, credit{cents: v.Due, message: "OTHR " + v.PaymentReference, day: a.Clock.Now()}))
		if again.Tallies.Certain.Count != 1 {
			t.Errorf("the same in Singapore's dollars: %s", tally(again))
		}
	})
}

// The amount due has decreased since the line was matched with certainty: the line waits, and is not booked.
func TestACertainLineIsSkippedWhenLessIsDueNow(t *testing.T) {
	t.Parallel()
	testkit.Each(t, func(t *testing.T, a *testkit.App) {
		m, c := a.Member(t), a.Staff(t, "treasurer")
		v := oil(t, a, m, 2, "cash")
		s := bring(t, a, c, credit{v.Due, "TAN", v.PaymentReference, time.Time{}})
		a.Staff(t, "counter").TakeCash(v.ID, 5_00).Want(200)
		s = approveAll(t, a, c, s)
		if s.LeftOut != 1 || s.Tallies.Likely.Count != 1 || s.Tallies.Matched.Count != 0 {
			t.Errorf("left out %d: %s", s.LeftOut, tally(s))
		}
		if n := a.Count(t, "SELECT paid FROM invoices WHERE id = $1", v.ID); n != 5_00 || status(t, a, v) != invoice.AwaitingPayment {
			t.Errorf("%d paid, %s", n, status(t, a, v))
		}
		if n := a.Count(t, "SELECT count(*) FROM payments WHERE excess > 0"); n != 0 {
			t.Error("money came in above what was due")
		}
	})
}

// A name identifies the payer only while nobody else has it, even somebody without orders.
func TestANameSharedByTwoMembersIsNotCertain(t *testing.T) {
	t.Parallel()
	testkit.Each(t, func(t *testing.T, a *testkit.App) {
		m, c := a.Member(t), a.Staff(t, "treasurer")
		v := oil(t, a, m, 1, "pay-now")
		name := strings.ToUpper(v.Payer.Name)
		s := bring(t, a, c, credit{v.Due, name, "PayNow transfer", time.Time{}})
		if s.Tallies.Certain.Count != 1 {
			t.Fatalf("%s: %+v", tally(s), lines(t, c, s.ID, "likely"))
		}
		a.NewMember(t, v.Payer.Name, "+6581230099")
		c.Post("/api/admin/bank/compare", nil).Want(200)
		a.Drain(t)
		l := lines(t, c, s.ID, "likely")
		if len(l) != 1 || !slices.Contains(l[0].Why, "namesake") {
			t.Errorf("%s: %+v", tally(statement(t, c, s.ID)), l)
		}
	})
}

// A column of DR and CR must be assigned; a layout saved by an older version, which ignored it, asks again.
func TestAnUnknownLayoutAsksForTheDirectionColumn(t *testing.T) {
	t.Parallel()
	testkit.One(t, func(t *testing.T, a *testkit.App) {
		m, c := a.Member(t), a.Staff(t, "treasurer")
		v, w := oil(t, a, m, 1, "cash"), oil(t, a, m, 2, "cash")
		file := func(head string) []byte {
			return fmt.Appendf(nil, "%s\nWhen;What;Sum;Way\n21.11.2026;%s;%d.00;CR\n21.11.2026;to %s;%d.00;DR\n", head, v.PaymentReference, v.Due/100, w.PaymentReference, w.Due/100)
		}
		s := take(t, a, c, file("Boat Quay"))
		if s.State != bank.Unmapped || s.Columns.Guess.Indicator != 3 {
			t.Fatalf("%+v", s)
		}
		layout := map[string]any{"bank": "Boat Quay", "headerRow": 1, "date": 0, "description": []int{1}, "credit": -1, "debit": -1, "amount": 2, "payer": -1, "reference": -1, "indicator": -1, "status": -1, "dateFormat": ""}
		if r := c.Put(statements+"/"+s.ID+"/layout", layout).Want(400); r.Code() != "statement-indicator" {
			t.Error(r.Code())
		}
		layout["indicator"] = 3
		c.Put(statements+"/"+s.ID+"/layout", layout).Want(200)
		a.Drain(t)
		if s = statement(t, c, s.ID); tally(s) != "certain 1 likely 0 several 0 none 0 matched 0 ignored 0 debit 1 known 0" {
			t.Errorf("%s: %s", s.State, tally(s))
		}
		a.Exec(t, `UPDATE bank_layouts SET layout = replace(layout, '"indicator":3,"status":-1,', '')`)
		if next := take(t, a, c, file("Boat Quay Credit Union")); next.State != bank.Unmapped || next.Columns.Guess.Indicator != 3 {
			t.Errorf("%s: %s", next.State, tally(next))
		}
	})
}
