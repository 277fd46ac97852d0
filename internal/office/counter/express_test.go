package counter_test

import (
	"net/url"
	"slices"
	"testing"
	"time"

	"shanmen/internal/base/money"
	"shanmen/internal/offer/offering"
	counterdesk "shanmen/internal/office/counter"
	"shanmen/internal/sales/invoice"
	"shanmen/internal/testkit"
	"shanmen/internal/testkit/mutant"
	"shanmen/internal/testkit/officekit"
	"shanmen/internal/testkit/together"
)

func TestCounterTilesStartWithTheMostSold(t *testing.T) {
	t.Parallel()
	testkit.Each(t, func(t *testing.T, a *testkit.App) {
		counter := a.Staff(t, "counter")
		tiles := func() (out counterdesk.ExpressTiles) {
			t.Helper()
			counter.Get("/api/admin/walk-in/tile").Want(200).JSON(&out)
			return out
		}
		fresh := tiles().Items
		if len(fresh) != 10 {
			t.Fatalf("%d tiles before anything was sold", len(fresh))
		}
		family := a.Option(t, "light-lamp", "family")
		for range 2 {
			counter.Post("/api/admin/walk-in", officekit.WalkIn(t, a)).Want(200)
		}
		sold := tiles().Items
		if sold[0].OptionID != family || sold[0].OptionTitle != "Family" || sold[0].Price == nil || *sold[0].Price != 8800 || len(sold) != 10 {
			t.Errorf("first: %+v", sold[0])
		}
		once := map[string]bool{}
		for _, one := range sold {
			if once[one.OptionID] {
				t.Errorf("twice: %+v", one)
			}
			once[one.OptionID] = true
		}
		a.Exec(t, "UPDATE offering_options SET active = 0 WHERE id = $1", family)
		if got := tiles().Items; len(got) != 10 || slices.ContainsFunc(got, func(one offering.Tile) bool { return one.OptionID == family }) {
			t.Errorf("what is not sold any more: %+v", got)
		}
		a.Exec(t, "UPDATE offering_options SET active = 1 WHERE id = $1", family)
		a.Clock.Advance(31 * 24 * time.Hour)
		counter = a.StaffOffShift(t, "counter")
		if got := tiles().Items; got[0].OptionID != fresh[0].OptionID {
			t.Errorf("a month later: %+v", got[0])
		}
	})
}

func TestTheCounterSuggestsPeopleWhileTyping(t *testing.T) {
	t.Parallel()
	testkit.Each(t, func(t *testing.T, a *testkit.App) {
		member, counter := a.Member(t), a.Staff(t, "counter") // Tan Bee Leng 陈美玲, 9123 4567
		family := a.Option(t, "light-lamp", "family")
		find := func(q string) (out counterdesk.ExpressPeople) {
			t.Helper()
			counter.Get("/api/admin/walk-in/person?optionId=" + family + "&q=" + url.QueryEscape(q)).Want(200).JSON(&out)
			return out
		}
		for _, q := range []string{"陈", "美玲", "chen", "chen mei", "meiling", "chenmeiling", "cml", "bee", "4567"} {
			if out := find(q); len(out.Items) != 1 || out.Items[0].ChineseName != "陈美玲" || out.Items[0].Mobile != "9123 ••67" || out.Items[0].HadAt != nil {
				t.Errorf("%q: %+v", q, out)
			}
		}
		for _, q := range []string{"c", " ", "王", "meilin g"} {
			if out := find(q); len(out.Items) != 0 {
				t.Errorf("%q: %+v", q, out)
			}
		}
		counter.Post("/api/admin/walk-in", officekit.WalkIn(t, a, "userId", find("cml").Items[0].ID, "payer", officekit.Fields{})).Want(200)
		if out := find("陈"); out.Items[0].HadAt == nil {
			t.Errorf("had it: %+v", out.Items[0])
		}
		member.Get("/api/admin/walk-in/person?q=cml").Want(403)
	})
}

func TestSeveralOrdersArePaidWithOneCashPayment(t *testing.T) {
	t.Parallel()
	testkit.Each(t, func(t *testing.T, a *testkit.App) {
		member, other, counter := a.Member(t), a.NewMember(t, "Lim 林大山", "+6581112222"), a.Staff(t, "counter")
		one, two, hers := officekit.Bottle(t, a, member), officekit.Bottle(t, a, member), officekit.Bottle(t, a, other)
		var list counterdesk.UnpaidOrders
		counter.Get("/api/admin/invoice/" + two.ID + "/unpaid").Want(200).JSON(&list)
		if len(list.Items) != 2 || list.Items[0].Due != 1000 {
			t.Fatalf("unpaid: %+v", list)
		}
		take := func(total, given money.Cents, ids ...string) *testkit.Response {
			return counter.Post("/api/admin/invoice/cash", officekit.Fields{"ids": ids, "total": total, "amountReceived": given})
		}
		for code, r := range map[string]*testkit.Response{
			"not-one-person": take(2000, 2000, one.ID, hers.ID),
			"amount-not-due": take(1900, 2000, one.ID, two.ID),
			"invalid-fields": take(2000, 1900, one.ID, two.ID),
			"not-found":      take(2000, 2000, one.ID, "nobody"),
		} {
			if got := r.Code(); got != code {
				t.Errorf("refused with %q, not %q", got, code)
			}
		}
		if v := member.Order(one.ID); v.Status != invoice.AwaitingPayment {
			t.Fatalf("after refusals: %s", v.Status)
		}
		var done counterdesk.CashTogether
		take(2000, 5000, one.ID, two.ID).Want(200).JSON(&done)
		if done.Change != 3000 || len(done.Invoices) != 2 || len(done.PaymentIDs) != 2 || done.Invoices[0].ID != one.ID {
			t.Errorf("%+v", done)
		}
		for _, v := range done.Invoices {
			if v.Status != invoice.Paid || v.OfficialReceipt == nil {
				t.Errorf("%+v", v)
			}
		}
		if got := take(2000, 2000, one.ID, two.ID).Code(); got != "invoice-not-payable" {
			t.Errorf("again: %q", got)
		}
		counter.Post("/api/admin/cash/"+done.PaymentIDs[0]+"/undo", nil).Want(200)
		if v := member.Order(one.ID); v.Status != invoice.AwaitingPayment {
			t.Errorf("undone: %s", v.Status)
		}
		if n := a.Count(t, "SELECT count(*) FROM audit_entries WHERE action = 'payment.cash'"); n != 2 {
			t.Errorf("%d entries", n)
		}
	})
}

// Two counters take cash for the same orders, listed in different order: one of them succeeds, for all orders.
func TestRaceOrdersPaidTogether(t *testing.T) {
	mutant.Declare(t, mutant.NoLock("InvoiceLock"))
	testkit.Each(t, func(t *testing.T, a *testkit.App) {
		desks := []*testkit.Client{a.Staff(t, "counter"), a.Staff(t, "treasurer")}
		member := a.Member(t)
		for range 3 {
			one, two := officekit.Bottle(t, a, member), officekit.Bottle(t, a, member)
			ids := [][]string{{one.ID, two.ID}, {two.ID, one.ID}}
			codes := make([]string, 2)
			together.AtOnce(2, func(i int) {
				codes[i] = desks[i].Post("/api/admin/invoice/cash", officekit.Fields{"ids": ids[i], "total": 2000, "amountReceived": 2000}).Code()
			})
			slices.Sort(codes)
			if codes[0] != "" || codes[1] != "invoice-not-payable" {
				t.Errorf("answers %q", codes)
			}
			if n := a.Count(t, "SELECT count(*) FROM payments WHERE invoice_id IN ($1, $2) AND status = 'approved'", one.ID, two.ID); n != 2 {
				t.Errorf("%d payments", n)
			}
		}
	})
}
