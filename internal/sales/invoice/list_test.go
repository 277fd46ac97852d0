package invoice_test

import (
	"context"
	"encoding/json"
	"slices"
	"strings"
	"testing"
	"time"

	"shanmen/internal/people/account"
	"shanmen/internal/platform/db"
	"shanmen/internal/sales/invoice"
	"shanmen/internal/testkit"
)

func numbers(rows []invoice.Row) (out []string) {
	for _, r := range rows {
		out = append(out, r.Number)
	}
	return out
}

func TestUnpaidInvoicesAreListedFirst(t *testing.T) {
	t.Parallel()
	testkit.Each(t, func(t *testing.T, a *testkit.App) {
		c := a.NewMember(t, "Lim", "+6597770001")
		list := func(query string) (v invoice.List) {
			t.Helper()
			c.Get("/api/invoice/list/member" + query).Want(200).JSON(&v)
			return v
		}
		if v := list(""); v.Total != 0 || v.Items == nil || v.Years == nil || v.ToPay.Count != 0 {
			t.Fatalf("a new member's list: %+v", v)
		}
		oil := a.Item(t, "lamp-oil", "bottle")
		due := c.Buy(oil)
		a.Clock.Advance(time.Hour)
		part := c.Buy(oil, oil)
		a.Clock.Advance(time.Hour)
		paid := c.Buy(oil)
		a.Clock.Advance(time.Hour)
		cancelled := c.Buy(oil)
		a.Staff(t, "counter").TakeCash(part.ID, 500).Want(200)
		a.Staff(t, "counter").TakeCash(paid.ID, 1000).Want(200)
		c.Post("/api/invoice/"+cancelled.ID+"/cancel", nil).Want(200)

		all := list("")
		if got, want := numbers(all.Items), []string{part.Number, due.Number, cancelled.Number, paid.Number}; !slices.Equal(got, want) {
			t.Errorf("order %v, want %v", got, want)
		}
		if all.ToPay.Count != 2 || all.ToPay.Amount != 1000+1500 || all.Items[0].Due != 1500 {
			t.Errorf("to pay: %+v", all.ToPay)
		}
		if v := list("?pageSize=3&page=2"); v.Total != 4 || len(v.Items) != 1 || v.Items[0].Number != paid.Number || v.ToPay.Count != 2 {
			t.Errorf("page 2: %+v", v)
		}
		if v := list("?status=paid"); v.Total != 1 || v.Items[0].Number != paid.Number || v.ToPay.Count != 2 {
			t.Errorf("paid: %+v", v)
		}
		if v := list("?page=9"); v.Total != 4 || len(v.Items) != 0 {
			t.Errorf("a page that is not there: %+v", v)
		}
		for query, field := range map[string]string{"?status=unpaid": "status", "?year=1999": "year", "?year=99999": "year"} {
			if r := c.Get("/api/invoice/list/member" + query).Want(400); r.FieldCodes()[field] == "" {
				t.Errorf("%s: %s", query, r.Body)
			}
		}
	})
}

// A year is Singapore's: an order early on New Year's Day belongs to the new year.
func TestTheInvoiceFilterListsExistingYears(t *testing.T) {
	t.Parallel()
	testkit.Each(t, func(t *testing.T, a *testkit.App) {
		mobile := "+6597770002"
		c := a.NewMember(t, "Lim", mobile)
		oil := a.Item(t, "lamp-oil", "bottle")
		first := c.Buy(oil)
		a.Clock.Advance(time.Date(2026, 12, 31, 16, 30, 0, 0, time.UTC).Sub(a.Clock.Now())) // 00:30 on 1 January 2027
		c = a.Guest()
		c.Post("/api/auth/authentication", map[string]any{"identifier": mobile, "password": "incense at dawn 18"}).Want(200)
		second := c.Buy(oil)
		for query, want := range map[string][]string{"?year=2026": {first.Number}, "?year=2027": {second.Number}, "?year=2025": nil} {
			var v invoice.List
			c.Get("/api/invoice/list/member" + query).Want(200).JSON(&v)
			if !slices.Equal(numbers(v.Items), want) || !slices.Equal(v.Years, []int64{2027, 2026}) {
				t.Errorf("%s: %v of the years %v", query, numbers(v.Items), v.Years)
			}
		}
		if !strings.HasPrefix(second.Number, "INV-2027-") {
			t.Errorf("number %s", second.Number)
		}
		var page struct{ Data invoice.List }
		c.Get("/member/profile/invoices/_payload.json?year=2026&status=nonsense").Want(200).JSON(&page)
		if page.Data.Total != 2 {
			t.Errorf("a filter that makes no sense is left out: %+v", page.Data)
		}
	})
}

func TestOwnInvoicesAreExported(t *testing.T) {
	t.Parallel()
	testkit.Each(t, func(t *testing.T, a *testkit.App) {
		c, other := a.Member(t), a.NewMember(t, "Other", "+6597770003")
		c.Locale = "zh"
		v := c.Buy(a.Item(t, "light-lamp", "family", "form", testkit.People("陈𠮷䶮")))
		a.Staff(t, "counter").TakeCash(v.ID, 8800).Want(200)
		other.Buy(a.Item(t, "lamp-oil", "bottle"))
		var owner account.User
		a.Write(t, func(ctx context.Context, tx *db.Tx) (err error) {
			id, err := testkit.UserID(ctx, tx.Queries, "+6591234567")
			if err == nil {
				owner, err = account.Find(ctx, tx.Queries, id)
			}
			return err
		})
		got, err := a.Invoices.Export(t.Context(), owner.ID)
		if err != nil {
			t.Fatal(err)
		}
		raw, err := json.Marshal(got)
		if err != nil {
			t.Fatal(err)
		}
		var all []invoice.View
		if err := json.Unmarshal(raw, &all); err != nil || len(all) != 1 || all[0].ID != v.ID || all[0].OfficialReceipt == nil || !strings.Contains(string(raw), "陈𠮷䶮") {
			t.Errorf("%v %s", err, raw)
		}
		if got, err := a.Invoices.Export(t.Context(), "nobody"); got != nil || err != nil {
			t.Errorf("nobody's: %v %v", got, err)
		}
	})
}
