package order_test

import (
	"slices"
	"testing"
	"time"

	"shanmen/internal/office/order"
	"shanmen/internal/sales/invoice"
	"shanmen/internal/testkit"
	"shanmen/internal/testkit/officekit"
)

func TestOrdersAreKeyPagedAndSearched(t *testing.T) {
	testkit.Each(t, func(t *testing.T, a *testkit.App) {
		c, counter := a.Member(t), a.Staff(t, "counter")
		var made []string // newest first
		for range 7 {
			made = append([]string{officekit.Ordered(t, a, c).Number}, made...)
			a.Clock.Advance(1e9)
		}
		walk := func(query string) (numbers []string, total int64) {
			for after := ""; ; {
				var l order.Rows
				counter.Get("/api/admin/order?limit=2&after=" + after + query).Want(200).JSON(&l)
				for _, r := range l.Items {
					numbers = append(numbers, r.Number)
				}
				if after, total = l.Next, l.Total; after == "" {
					return numbers, total
				}
			}
		}
		var all order.Rows
		counter.Get("/api/admin/order").Want(200).JSON(&all)
		one := all.Items[0]
		counter.TakeCash(one.ID, 10000).Want(200)
		counter.TakeCash(all.Items[1].ID, 18800).Want(200)
		counter.Post("/api/admin/invoice/"+all.Items[2].ID+"/cancel", map[string]any{"reason": "mistake"}).Want(200)
		without := func(i ...int) []string {
			var out []string
			for at, n := range made {
				if !slices.Contains(i, at) {
					out = append(out, n)
				}
			}
			return out
		}
		for query, want := range map[string][]string{
			"": made, "&show=outstanding": without(1, 2), "&show=paid": {made[1]}, "&show=cancelled": {made[2]}, "&show=refunded": nil, "&show=waiting": nil,
			"&q=tan+bee": made, "&q=" + made[3]: {made[3]}, "&q=91234567": made, "&q=zzz": nil,
		} {
			if got, total := walk(query); !slices.Equal(got, want) || total != int64(len(want)) {
				t.Errorf("%q: %v of %d, want %v", query, got, total, want)
			}
		}
		counter.Get("/api/admin/order?limit=2").Want(200).JSON(&all)
		if r := all.Items[0]; r.Due != 18800-10000 || r.Payer == "" || r.Mobile == "" || r.Status != invoice.AwaitingPayment {
			t.Errorf("a part is paid: %+v", r)
		}
		if r := all.Items[1]; r.Due != 0 || r.Status != invoice.Paid {
			t.Errorf("paid: %+v", r)
		}
		counter.Get("/api/admin/order?after=nonsense").Want(400)
	})
}

func TestAnOrderShowsItsFullHistory(t *testing.T) {
	testkit.Each(t, func(t *testing.T, a *testkit.App) {
		c, counter := a.Member(t), a.Staff(t, "counter")
		v := officekit.Ordered(t, a, c)
		counter.TakeCash(v.ID, 18800).Want(200)
		var o order.Order
		counter.Get("/api/admin/order/" + v.ID).Want(200).JSON(&o)
		names := o.Names[o.Invoice.Items[0].ID]
		if !slices.Equal(names, []string{"陈𠮷䶮"}) || o.MemberID == "" || !o.Letters {
			t.Errorf("names %v: %+v", names, o)
		}
		if len(o.Payments) != 1 || o.Payments[len(o.Payments)-1].DecidedBy == "" || o.Money.Held != 18800 {
			t.Errorf("payments: %+v %+v", o.Payments, o.Money)
		}
		if len(o.Receipts) != 1 || o.Receipts[0].IssuedBy == "" || o.Receipts[0].VoidedAt != nil {
			t.Errorf("receipts: %+v", o.Receipts)
		}
		if n := len(o.Timeline); n != 2 || o.Timeline[1].Status != invoice.Paid || o.Timeline[1].Who == "" || o.Timeline[0].By != invoice.ByMember {
			t.Errorf("timeline: %+v", o.Timeline)
		}
		counter.Get(o.Receipts[0].URL).Want(200)
		counter.Get("/api/admin/order/none").Want(404)
		c.Get("/api/admin/order/" + v.ID).Want(403)
	})
}

// Orders can be filtered by offering, day, payment method and state; and a member's orders are one list.
func TestOrdersAreFiltered(t *testing.T) {
	t.Parallel()
	testkit.Each(t, func(t *testing.T, a *testkit.App) {
		c := a.Member(t)
		cash := officekit.Ordered(t, a, c)
		a.Clock.Advance(24 * time.Hour)
		c, counter := a.Member(t), a.Staff(t, "counter")
		v, paymentID := officekit.Transferred(t, a, c)
		a.Staff(t, "treasurer").Reject(paymentID, "unreadable").Want(200)
		var offerings order.Offerings
		counter.Get("/api/admin/order/offering").Want(200).JSON(&offerings)
		idOf := func(key string) string {
			return a.Item(t, key, map[string]string{"light-lamp": "grand", "lamp-oil": "bottle"}[key])["offeringId"].(string)
		}
		if !slices.ContainsFunc(offerings.Items, func(o order.Offering) bool { return o.ID == idOf("light-lamp") && o.Title != "" }) {
			t.Errorf("%+v", offerings)
		}
		of := a.Text(t, "SELECT offering_id FROM invoice_items WHERE invoice_id = $1", v.ID)
		member := a.UserID(t, "member")
		for query, want := range map[string][]string{
			"method=cash": {cash.Number}, "method=paynow": {v.Number}, "from=2026-11-22": {v.Number}, "until=2026-11-21": {cash.Number}, "from=2026-11-21&until=2026-11-22": {v.Number, cash.Number},
			"show=rejected": {v.Number}, "show=outstanding&from=2026-11-21": {v.Number, cash.Number}, "show=awaiting": {cash.Number}, "show=rejected&method=cash": nil,
			"offering=" + of + "&from=2026-11-22": {v.Number}, "offering=nothing": nil, "member=" + member: {v.Number, cash.Number}, "member=" + a.UserID(t, "counter"): nil,
		} {
			var numbers []string
			var total int64
			for after := ""; ; {
				var l order.Rows
				counter.Get("/api/admin/order?limit=1&" + query + "&after=" + after).Want(200).JSON(&l)
				for _, r := range l.Items {
					numbers = append(numbers, r.Number)
				}
				if after, total = l.Next, l.Total; after == "" {
					break
				}
			}
			if !slices.Equal(numbers, want) || total != int64(len(want)) {
				t.Errorf("%q: %v of %d, want %v", query, numbers, total, want)
			}
		}
		if r := counter.Get("/api/admin/order?from=yesterday"); r.FieldCodes()["from"] != "day-unreadable" {
			t.Errorf("%d %s", r.Status, r.Body)
		}
	})
}
