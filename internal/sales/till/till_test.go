package till_test

import (
	"context"
	"sync/atomic"
	"testing"
	"time"

	"shanmen/internal/base/locale"
	"shanmen/internal/base/money"
	counterdesk "shanmen/internal/office/counter"
	"shanmen/internal/people/account"
	"shanmen/internal/platform/db"
	"shanmen/internal/sales/invoice"
	"shanmen/internal/sales/payment"
	"shanmen/internal/sales/till"
	"shanmen/internal/testkit"
	"shanmen/internal/testkit/together"
)

type fields = map[string]any

const (
	lampCents = 8800
	oilCents  = 1000
)

// waiting is an order that awaits cash: a lamp for a family, and optional bottles of oil.
func waiting(t testing.TB, a *testkit.App, c *testkit.Client, bottles int64) *invoice.View {
	t.Helper()
	items := []map[string]any{a.Item(t, "light-lamp", "family", "form", testkit.People("陈𠮷䶮"))}
	if bottles > 0 {
		items = append(items, a.Item(t, "lamp-oil", "bottle", "quantity", bottles))
	}
	return c.BuyFor(lampCents+money.Cents(bottles)*oilCents, items...)
}

func open(t testing.TB, c *testkit.Client, body fields) till.Shift {
	t.Helper()
	var s till.Shift
	c.Post("/api/admin/shift", body).Want(200).JSON(&s)
	return s
}

func current(t testing.TB, c *testkit.Client) *till.Shift {
	t.Helper()
	var now till.OpenShift
	c.Get("/api/admin/shift/current").Want(200).JSON(&now)
	return now.Shift
}

func report(t testing.TB, c *testkit.Client, id string) (r till.ShiftReport) {
	t.Helper()
	c.Get("/api/admin/shift/" + id).Want(200).JSON(&r)
	return r
}

// pieces is a count of cash: number and value, in turn.
func pieces(numberValue ...int64) []fields {
	out := []fields{}
	for i := 0; i+1 < len(numberValue); i += 2 {
		out = append(out, fields{"number": numberValue[i], "value": numberValue[i+1]})
	}
	return out
}

// colleague is another member of the counter staff.
func colleague(t testing.TB, a *testkit.App) *testkit.Client {
	t.Helper()
	_, err := a.Accounts.CreateUser(t.Context(), account.NewUser{
		Name: "Second Counter", Email: "second@temple.example", Password: "temple-office-2026", Locale: locale.EN, Roles: []string{"counter"},
	})
	if err != nil {
		t.Fatal(err)
	}
	c := a.Guest()
	c.Post("/api/auth/authentication", fields{"identifier": "second@temple.example", "password": "temple-office-2026"}).Want(200)
	return c
}

func TestAShiftIsOpenedCountedAndClosed(t *testing.T) {
	t.Parallel()
	testkit.Each(t, func(t *testing.T, a *testkit.App) {
		member, counter := a.Member(t), a.StaffOffShift(t, "counter")
		first, part, refunded := waiting(t, a, member, 2), waiting(t, a, member, 1), waiting(t, a, member, 0)
		if code := counter.TakeCash(first.ID, 20000).Want(400).Code(); code != "shift-not-open" {
			t.Errorf("cash without a shift: %s", code)
		}
		if current(t, counter) != nil {
			t.Error("a shift is open before one was opened")
		}
		opened := open(t, counter, fields{"count": pieces(4, 1000, 10, 100, 20, 50)})
		if opened.Float != 4*1000+10*100+20*50 || !opened.Mine || opened.Expected != opened.Float {
			t.Errorf("opened: %+v", opened)
		}
		if code := counter.Post("/api/admin/shift", fields{"float": 0}).Want(400).Code(); code != "shift-is-open" {
			t.Errorf("a second one: %s", code)
		}

		counter.TakeCash(first.ID, 20000).Want(200)
		counter.TakeCash(part.ID, 3000).Want(200)
		counter.TakeCash(refunded.ID, lampCents).Want(200)
		if _, err := a.Payments.GiveBack(t.Context(), payment.Refund{InvoiceID: refunded.ID, Method: money.Cash, Amount: lampCents, Reason: "mistake", ActorID: a.UserID(t, "counter")}); err != nil {
			t.Fatal(err)
		}
		const taken = lampCents + 2*oilCents + 3000 + lampCents
		now := report(t, counter, opened.ID)
		if now.Taken != taken || now.Refunded != lampCents || now.Payments != 3 || now.Receipts != 2 || now.Refunds != 1 || now.Shift.Expected != opened.Float+taken-lampCents {
			t.Errorf("report: %+v", now)
		}
		byTitle, sum := map[string]till.ShiftOffering{}, money.Cents(0)
		for _, c := range now.Categories {
			var within money.Cents
			for _, o := range c.Offerings {
				byTitle[o.Title] = o
				within += o.Amount
			}
			if within != c.Amount {
				t.Errorf("%s: %d, its offerings %d", c.Title, c.Amount, within)
			}
			sum += c.Amount
		}
		const forLamp = 3000 // of a lamp of S$88 and a bottle of S$10 it pays for the first
		if lamp := byTitle["Blessing lamp"]; sum != taken || lamp.Amount != 2*lampCents+forLamp || lamp.Quantity != 3 {
			t.Errorf("by offering: %+v, in all %d of %d", byTitle, sum, taken)
		}

		closing := "/api/admin/shift/" + opened.ID + "/close"
		should := opened.Float + taken - lampCents // S$6 + S$236 - S$88
		short := pieces(int64(should-1000)/1000, 1000, int64(should-1000)%1000/5, 5)
		if r := counter.Post(closing, fields{"count": short}).Want(400); r.Code() != "difference-unexplained" || r.FieldCodes()["explanation"] != "required" {
			t.Errorf("a difference without words: %s", r.Body)
		}
		counter.Header.Set("Idempotency-Key", "one closing")
		for range 2 { // the second is the same request, sent again
			var done till.ShiftReport
			counter.Post(closing, fields{"count": short, "explanation": "A note of ten is missing."}).Want(200).JSON(&done)
			if s := done.Shift; s.Expected != should || s.Counted != should-1000 || s.Difference != -1000 || s.Explanation == "" || s.ClosedAt == nil || s.ClosedBy != "" {
				t.Errorf("closed: %+v", s)
			}
			if len(done.ClosingCount) != 2 || len(done.OpeningCount) != 3 {
				t.Errorf("counts: %+v %+v", done.OpeningCount, done.ClosingCount)
			}
		}
		counter.Header.Del("Idempotency-Key")
		if code := counter.Post(closing, fields{"count": short, "explanation": "again"}).Want(400).Code(); code != "shift-closed" {
			t.Errorf("closed twice: %s", code)
		}
		if code := counter.TakeCash(part.ID, 10000).Want(400).Code(); code != "shift-not-open" {
			t.Errorf("cash after the closing: %s", code)
		}
		a.Clock.Advance(time.Minute)
		if next := open(t, counter, fields{"float": 5000}); next.ID == opened.ID || next.Float != 5000 {
			t.Errorf("the next shift: %+v", next)
		}
		if found := report(t, a.Staff(t, "treasurer"), opened.ID); found.Shift.Counted != should-1000 || found.Taken != taken || found.Shift.Mine {
			t.Errorf("found again by the treasurer: %+v", found)
		}
	})
}

func TestSomebodyElsesShiftIsProtected(t *testing.T) {
	t.Parallel()
	testkit.Each(t, func(t *testing.T, a *testkit.App) {
		counter, treasurer, other := a.StaffOffShift(t, "counter"), a.StaffOffShift(t, "treasurer"), colleague(t, a)
		forgotten := open(t, counter, fields{"float": 10000})
		a.Clock.Advance(time.Minute)
		own := open(t, other, fields{"float": 0})
		counter.TakeCash(waiting(t, a, a.Member(t), 0).ID, lampCents).Want(200)
		closing := "/api/admin/shift/" + forgotten.ID + "/close"
		count := fields{"count": pieces(1, 10000, 1, 5000, 3, 1000, 4, 200)} // S$188

		t.Run("ErrNotOfAColleague", func(t *testing.T) {
			other.Get("/api/admin/shift/" + forgotten.ID).Want(404)
			other.Post(closing, count).Want(404)
			var list till.Shifts
			if other.Get("/api/admin/shift").Want(200).JSON(&list); len(list.Items) != 1 || list.Items[0].ID != own.ID || list.Total != 1 {
				t.Errorf("a colleague sees %+v", list)
			}
		})
		t.Run("OKTheTreasurerSeesAll", func(t *testing.T) {
			var first, second till.Shifts
			treasurer.Get("/api/admin/shift?limit=1").Want(200).JSON(&first)
			treasurer.Get("/api/admin/shift?limit=1&after=" + first.Next).Want(200).JSON(&second)
			if first.Total != 2 || first.More || len(first.Items) != 1 || first.Items[0].ID != own.ID || first.Next == "" {
				t.Errorf("the first page: %+v", first)
			}
			if len(second.Items) != 1 || second.Items[0].ID != forgotten.ID || second.Next != "" {
				t.Errorf("the second page: %+v", second)
			}
			treasurer.Get("/api/admin/shift?after=nonsense").Want(400)
		})
		t.Run("OKTheTreasurerClosesAForgottenShift", func(t *testing.T) {
			var done till.ShiftReport
			treasurer.Post(closing, count).Want(200).JSON(&done)
			if done.Shift.Difference != 0 || done.Shift.Counted != 18800 || done.Shift.ClosedBy != "Treasurer" || done.Shift.Clerk != "Counter" {
				t.Errorf("closed: %+v", done.Shift)
			}
			if current(t, counter) != nil {
				t.Error("the counter has it open still")
			}
			n := a.Count(t, "SELECT count(*) FROM audit_entries WHERE action = 'shift.close' AND subject = $1 AND actor_id = $2", "shift:"+forgotten.ID, a.UserID(t, "treasurer"))
			if n != 1 {
				t.Errorf("%d lines in the trail", n)
			}
		})
	})
}

func TestCountingUsesSingaporeNotesAndCoins(t *testing.T) {
	t.Parallel()
	testkit.One(t, func(t *testing.T, a *testkit.App) {
		counter := a.StaffOffShift(t, "counter")
		for name, body := range map[string]fields{
			"a note of twenty":   {"count": pieces(1, 2000)},
			"a coin of one cent": {"count": pieces(1, 1)},
			"a note named twice": {"count": pieces(1, 1000, 1, 1000)},
			"less than none":     {"count": pieces(-1, 1000)},
			"more than a vault":  {"count": pieces(100_000, 1000_00)},
			"a float below zero": {"float": -1},
		} {
			if r := counter.Post("/api/admin/shift", body); r.Status != 400 || current(t, counter) != nil {
				t.Errorf("%s: %d %s", name, r.Status, r.Body)
			}
		}
		all := []int64{}
		for _, value := range till.Denominations {
			all = append(all, 1, value)
		}
		if s := open(t, counter, fields{"count": pieces(all...), "float": 7}); s.Float != 1168_85 {
			t.Errorf("one of each is %d", s.Float)
		}
	})
}

func TestMistakenCashIsUndone(t *testing.T) {
	t.Parallel()
	testkit.Each(t, func(t *testing.T, a *testkit.App) {
		member, counter := a.Member(t), a.Staff(t, "counter")
		shift := current(t, counter)
		mails := len(a.Mails(t))
		booked := func(v *invoice.View, cents money.Cents) (took counterdesk.CashTaken) {
			t.Helper()
			counter.TakeCash(v.ID, cents).Want(200).JSON(&took)
			return took
		}
		undo := func(c *testkit.Client, took counterdesk.CashTaken) *testkit.Response {
			return c.Post("/api/admin/cash/"+took.PaymentID+"/undo", nil)
		}
		t.Run("OK", func(t *testing.T) {
			v := waiting(t, a, member, 0)
			took := booked(v, 10000)
			if took.Given != 10000 || took.Change != 1200 || !took.UndoUntil.Equal(a.Clock.Now().Add(payment.UndoWindow)) {
				t.Errorf("taken: %+v", took)
			}
			a.Clock.Advance(29 * time.Second)
			if code := undo(a.Staff(t, "treasurer"), took).Want(400).Code(); code != "undo-too-late" {
				t.Errorf("by another: %s", code)
			}
			var undone counterdesk.CashUndone
			undo(counter, took).Want(200).JSON(&undone)
			if now := undone.Invoice; now.Status != invoice.AwaitingPayment || now.Paid != 0 || now.Due != lampCents || now.OfficialReceipt != nil || now.ExpiresAt == nil {
				t.Errorf("the order: %+v", now)
			}
			if n := a.Count(t, "SELECT count(*) FROM official_receipts WHERE payment_id = $1 AND voided_at > 0 AND void_reason = 'undone'", took.PaymentID); n != 1 {
				t.Errorf("%d voided receipts", n)
			}
			if r := report(t, counter, shift.ID); r.Taken != 0 || r.Undos != 1 || r.Undone != lampCents || r.Shift.Expected != 0 || r.Receipts != 0 {
				t.Errorf("the shift: %+v", r)
			}
			if code := undo(counter, took).Want(400).Code(); code != "undo-too-late" {
				t.Errorf("twice: %s", code)
			}
			a.Clock.Advance(time.Minute)
			if n := len(a.Mails(t)) - mails; n > 1 { // that the order was received
				t.Errorf("%d mails of what was undone", n)
			}
			if again := booked(v, lampCents); again.Invoice.Status != invoice.Paid || again.Invoice.OfficialReceipt == nil {
				t.Errorf("taken again: %+v", again.Invoice)
			}
		})
		t.Run("OKOneOfTwoParts", func(t *testing.T) {
			v := waiting(t, a, member, 0)
			booked(v, 5000)
			undo(counter, booked(v, 3800)).Want(200)
			if now := member.Order(v.ID); now.Status != invoice.AwaitingPayment || now.Paid != 5000 || now.Due != 3800 || now.ExpiresAt != nil {
				t.Errorf("the order: %+v", now)
			}
		})
		t.Run("OKAWithdrawnTransferIsRestored", func(t *testing.T) {
			v, paymentID := member.BuyByTransfer(lampCents, a.Item(t, "light-lamp", "family", "form", testkit.People("陈𠮷䶮")))
			undo(counter, booked(v, lampCents)).Want(200)
			if now := member.Order(v.ID); now.Status != invoice.UnderVerification || now.Paid != 0 {
				t.Errorf("the order: %+v", now)
			}
			treasurer := a.Staff(t, "treasurer")
			treasurer.Approve(paymentID).Want(200)
			treasurer.Post("/api/admin/payment/"+paymentID+"/undo", nil).Want(200)
			if now := member.Order(v.ID); now.Status != invoice.UnderVerification || now.Paid != 0 {
				t.Errorf("its approval was undone: %+v", now)
			}
		})
		t.Run("OKABankLineSettlesAfterCashWasUndone", func(t *testing.T) {
			v, _ := member.BuyByTransfer(lampCents, a.Item(t, "light-lamp", "family", "form", testkit.People("陈𠮷䶮")))
			undo(counter, booked(v, lampCents)).Want(200)
			actor := a.UserID(t, "treasurer")
			a.Write(t, func(ctx context.Context, tx *db.Tx) error {
				did, err := a.Payments.BookFromBank(ctx, tx, payment.Arrived{InvoiceID: v.ID, Amount: lampCents, At: a.Clock.Now(), ActorID: actor})
				if err != nil {
					return err
				}
				return a.Payments.TakeBack(ctx, tx, did.PaymentID, actor, did)
			})
			if now := member.Order(v.ID); now.Status != invoice.UnderVerification || now.Paid != 0 {
				t.Errorf("the line was taken back: %+v", now)
			}
		})
		t.Run("ErrTooLate", func(t *testing.T) {
			took := booked(waiting(t, a, member, 0), lampCents)
			a.Clock.Advance(payment.UndoWindow)
			if code := undo(counter, took).Want(400).Code(); code != "undo-too-late" {
				t.Errorf("after half a minute: %s", code)
			}
		})
		t.Run("ErrRefundedSince", func(t *testing.T) {
			v := waiting(t, a, member, 0)
			took := booked(v, lampCents)
			if _, err := a.Payments.GiveBack(t.Context(), payment.Refund{InvoiceID: v.ID, Method: money.Cash, Amount: 800, Reason: "mistake", ActorID: a.UserID(t, "counter")}); err != nil {
				t.Fatal(err)
			}
			if code := undo(counter, took).Want(400).Code(); code != "undo-overtaken" {
				t.Errorf("after a refund: %s", code)
			}
		})
		t.Run("ErrShiftClosedSince", func(t *testing.T) {
			took := booked(waiting(t, a, member, 0), lampCents)
			counter.Post("/api/admin/shift/"+shift.ID+"/close", fields{"count": []fields{}, "explanation": "counted for a test"}).Want(200)
			if code := undo(counter, took).Want(400).Code(); code != "shift-not-open" {
				t.Errorf("without a shift: %s", code)
			}
			open(t, counter, fields{"float": 0})
			if code := undo(counter, took).Want(400).Code(); code != "undo-too-late" {
				t.Errorf("in the next shift: %s", code)
			}
		})
	})
}

// Cash paid out cannot exceed the box's content, whatever it is for and however many ask at once.
func TestTheCashBoxPaysOutNoMoreThanItHolds(t *testing.T) {
	t.Parallel()
	testkit.Each(t, func(t *testing.T, a *testkit.App) {
		member, counter := a.Member(t), a.Staff(t, "counter")
		give := func(v *invoice.View, cents money.Cents) *testkit.Response {
			return counter.Refund(v.ID, money.Cash, cents, "mistake")
		}
		paid := waiting(t, a, member, 0)
		counter.TakeCash(paid.ID, lampCents).Want(200)
		other := waiting(t, a, member, 0)
		counter.TakeCash(other.ID, lampCents).Want(200)
		counter.Post("/api/admin/shift/"+current(t, counter).ID+"/close", fields{"count": pieces(1, 10000, 1, 5000, 2, 1000, 3, 200)}).Want(200)
		shift := open(t, counter, fields{"float": 5000})

		if r := give(paid, lampCents); r.Status != 400 || r.Code() != "drawer-short" {
			t.Errorf("more than lies in it: %d %s", r.Status, r.Body)
		}
		var went atomic.Int64
		together.AtOnce(4, func(i int) {
			v := []*invoice.View{paid, other}[i%2]
			if give(v, 2000).Status == 200 {
				went.Add(1)
			}
		})
		if r := report(t, counter, shift.ID); went.Load() != 2 || r.Shift.Expected != 1000 {
			t.Errorf("%d of four times S$20 went out of S$50, and %d cents lie there", went.Load(), r.Shift.Expected)
		}
		var took counterdesk.CashTaken // cash recorded by mistake is no longer there when it was paid out again
		counter.TakeCash(waiting(t, a, member, 0).ID, lampCents).Want(200).JSON(&took)
		give(paid, 4800).Want(200) // the remainder, as both refunds came out of its own money
		if r := counter.Post("/api/admin/cash/"+took.PaymentID+"/undo", nil); r.Status != 400 || r.Code() != "drawer-short" {
			t.Errorf("undone: %d %s", r.Status, r.Body)
		}
		a.Staff(t, "treasurer").Refund(other.ID, money.PayNow, 4800, "mistake").Want(200)
	})
}

// A part payment fills the items in their order, in a shift's report as in the accounts.
func TestTheShiftReportAllocatesMoneyAsTheAccountsDo(t *testing.T) {
	t.Parallel()
	testkit.Each(t, func(t *testing.T, a *testkit.App) {
		member, counter, treasurer := a.Member(t), a.Staff(t, "counter"), a.Staff(t, "treasurer")
		shift := current(t, counter)
		v := waiting(t, a, member, 3) // a lamp of S$88, then oil of S$30
		counter.TakeCash(v.ID, 5000).Want(200)
		type part struct {
			amount   money.Cents
			quantity int64
		}
		lines := func(id string) map[string]part {
			t.Helper()
			r, out, sum := report(t, counter, id), map[string]part{}, money.Cents(0)
			for _, c := range r.Categories {
				of := money.Cents(0)
				for _, o := range c.Offerings {
					out[o.Title] = part{o.Amount, o.Quantity}
					of += o.Amount
				}
				if of != c.Amount {
					t.Errorf("%s: %d, its offerings %d", c.Title, c.Amount, of)
				}
				sum += c.Amount
			}
			if sum != r.Taken {
				t.Errorf("the categories are %d, taken was %d", sum, r.Taken)
			}
			return out
		}
		accounts := func() map[string]int64 {
			t.Helper()
			var all struct {
				Ties       bool
				ByOffering []struct {
					Title string
					Taken int64
				}
			}
			treasurer.Get("/api/admin/report?from=2026-11-01&to=2026-11-30").Want(200).JSON(&all)
			out := map[string]int64{}
			for _, l := range all.ByOffering {
				out[l.Title] = l.Taken
			}
			if !all.Ties || len(out) == 0 {
				t.Errorf("the accounts: %+v", all)
			}
			return out
		}
		same := func(what string, shifts map[string]part) {
			t.Helper()
			for title, taken := range accounts() {
				if shifts[title].amount != money.Cents(taken) {
					t.Errorf("%s: %s is %d in the shift and %d in the accounts", what, title, shifts[title].amount, taken)
				}
			}
		}
		first := lines(shift.ID)
		if len(first) != 1 {
			t.Errorf("S$50 of a lamp of S$88: %v", first)
		}
		same("a part", first)
		a.Clock.Advance(time.Minute)
		counter.TakeCash(v.ID, 4500).Want(200)
		same("two parts", lines(shift.ID))
		counter.Post("/api/admin/shift/"+shift.ID+"/close", fields{"count": []fields{}, "explanation": "counted for a test"}).Want(200)
		next := open(t, counter, fields{"float": 0})
		counter.TakeCash(v.ID, 2300).Want(200)
		if got := lines(next.ID); len(got) != 1 {
			t.Errorf("the rest is oil alone: %v", got)
		}
		var quantities int64
		for _, id := range []string{shift.ID, next.ID} {
			for _, l := range lines(id) {
				quantities += l.quantity
			}
		}
		if quantities != 4 {
			t.Errorf("a lamp and three bottles count as %d", quantities)
		}
	})
}

// A wrong float is corrected: by its clerk until cash moves, then by the accountant, and never once the box is closed.
// The report keeps the first entry.
func TestAFloatCanBeCorrected(t *testing.T) {
	t.Parallel()
	testkit.Each(t, func(t *testing.T, a *testkit.App) {
		counter, treasurer := a.Staff(t, "counter"), a.Staff(t, "treasurer")
		var mine till.OpenShift
		counter.Get("/api/admin/shift/current").Want(200).JSON(&mine)
		path := "/api/admin/shift/" + mine.Shift.ID
		correct := func(c *testkit.Client, float int) *testkit.Response {
			return c.Post(path+"/float", map[string]any{"float": float})
		}
		first := mine.Shift.Float
		var r till.ShiftReport
		correct(counter, 20000).Want(200).JSON(&r)
		if r.Shift.Float != 20000 || r.Shift.Expected != 20000 || r.Shift.FloatFirst == nil || *r.Shift.FloatFirst != first {
			t.Errorf("corrected: %+v", r.Shift)
		}
		counter.WalkIn(map[string]any{"name": "Mdm Lim"}, lampCents, a.Item(t, "light-lamp", "family", "form", testkit.People("陈𠮷䶮"))).Want(200)
		if got := correct(counter, 10000).Code(); got != "float-moved" {
			t.Errorf("after cash has moved: %q", got)
		}
		correct(treasurer, 15000).Want(200).JSON(&r)
		if r.Shift.Float != 15000 || r.Shift.Expected != 15000+lampCents || *r.Shift.FloatFirst != first {
			t.Errorf("by the treasurer: %+v", r.Shift)
		}
		if n := a.Count(t, "SELECT count(*) FROM audit_entries WHERE action = 'shift.float' AND subject = $1", "shift:"+mine.Shift.ID); n != 2 {
			t.Errorf("%d lines in the trail", n)
		}
		treasurer.Post(path+"/close", map[string]any{"count": []any{}, "explanation": "Counted later."}).Want(200)
		if got := correct(treasurer, 0).Code(); got != "shift-closed" {
			t.Errorf("a closed box: %q", got)
		}
	})
}
