package office_test

import (
	"net/url"
	"strings"
	"testing"

	"shanmen/internal/base/locale"
	"shanmen/internal/base/money"
	"shanmen/internal/offer/form"
	counterdesk "shanmen/internal/office/counter"
	orderdesk "shanmen/internal/office/order"
	"shanmen/internal/testkit"
)

// read is a sheet as one line: kind of each part with its names and details, then the further answers.
func read(s *form.Sheet) string {
	if s == nil {
		return ""
	}
	var parts []string
	for _, g := range s.Groups {
		for _, p := range g.People {
			parts = append(parts, g.Kind+" "+p.FullName()+" "+p.Details(locale.EN, func(about, date string) string { return about + " " + date }))
		}
	}
	for _, a := range s.Answers {
		parts = append(parts, a.In(locale.EN))
	}
	return strings.Join(parts, "\n")
}

// TestEveryViewSeparatesDepartedAndLiving: cart, order, counter, desk, the counter's printout, "the same as last year",
// and the export of orders interpret an item's form in the same way, and leave no answer out.
func TestEveryViewSeparatesDepartedAndLiving(t *testing.T) {
	t.Parallel()
	testkit.One(t, func(t *testing.T, a *testkit.App) {
		member, counter, treasurer := a.Member(t), a.Staff(t, "counter"), a.Staff(t, "treasurer")
		values := map[string]any{
			"departed": []map[string]any{{
				"chineseName": "陈公大文", "name": "Tan Tai Boon", "relation": "先父", "passedOn": map[string]any{"calendar": "solar", "year": 2019, "month": 3, "day": 3},
			}},
			"dedicators":     []map[string]any{{"chineseName": "陈小明"}},
			"displayConsent": true,
		}
		var c struct {
			SubTotal money.Cents
			Items    []struct{ Sheet *form.Sheet }
		}
		item := a.Item(t, "memorial", "single", "form", values)
		member.Fill(item).Want(200).JSON(&c)
		want := "departed 陈公大文 Tan Tai Boon Late father · died 3 Mar 2019, 正月廿七\ndedicators 陈小明 \n" +
			"I understand that the tablet stands in the hall, where other visitors can read the names.: Yes"
		check := func(where string, s *form.Sheet) {
			t.Helper()
			if got := read(s); got != want {
				t.Errorf("%s:\n%s\nwant\n%s", where, got, want)
			}
		}
		check("the cart", c.Items[0].Sheet)
		v := member.OrderInCash(c.SubTotal).Order()
		check("the member's order", shownTo(member, v.ID))
		var found counterdesk.InvoiceRows
		counter.Get("/api/admin/invoice?q=" + url.QueryEscape(v.Number)).Want(200).JSON(&found)
		check("the counter", found.Items[0].Invoice.Items[0].Sheet)
		path := "/api/admin/invoice/" + v.ID
		counter.TakeCash(v.ID, c.SubTotal).Want(200)
		var paper counterdesk.ReceiptPaper
		counter.Get(path + "/paper").Want(200).JSON(&paper)
		check("the counter's paper", paper.Items[0].Sheet)
		var order orderdesk.Order
		treasurer.Get("/api/admin/order/" + v.ID).Want(200).JSON(&order)
		check("the order's page", order.Invoice.Items[0].Sheet)
		var earlier counterdesk.Earlier
		counter.Get("/api/admin/walk-in/earlier?mobile=" + url.QueryEscape("9123 4567")).Want(200).JSON(&earlier)
		if len(earlier.Orders) != 1 {
			t.Fatalf("earlier: %+v", earlier)
		}
		check("the same as last year", earlier.Orders[0].Items[0].Sheet)
		day := a.Clock.Now().Add(8 * 3600 * 1e9).Format("2006-01-02")
		csv := string(treasurer.Get("/api/admin/report/export/orders.csv?from=" + day + "&to=" + day).Want(200).Body)
		for _, part := range []string{"往生者", "阳上", "祈福者", "陈公大文 Tan Tai Boon · Relation and honorific: Late father", "3 Mar 2019, 正月廿七", "陈小明", "can read the names.: Yes"} {
			if !strings.Contains(csv, part) {
				t.Errorf("the export lacks %q:\n%s", part, csv)
			}
		}
	})
}

// shownTo is the sheet of an order's first item, as its payer sees it.
func shownTo(c *testkit.Client, invoiceID string) *form.Sheet {
	v := c.Order(invoiceID)
	return v.Items[0].Sheet
}
