package order_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"shanmen/internal/office/order"
	"shanmen/internal/testkit"
	"shanmen/internal/testkit/officekit"
)

// Orders are sorted by day and by amount, page by page, with any filter; the tabs show each list's count, and the
// export contains the list as shown.
func TestOrdersAreSortedCountedAndExported(t *testing.T) {
	t.Parallel()
	testkit.Each(t, func(t *testing.T, a *testkit.App) {
		c, counter, desk, admin := a.Member(t), a.Staff(t, "counter"), a.Staff(t, "treasurer"), a.Staff(t, "admin")
		var made []string // oldest first
		for i, cents := range []int{500, 300, 300, 900, 100, 300} {
			v := officekit.Ordered(t, a, c)
			a.Exec(t, "UPDATE invoices SET sub_total = $1, status = $2 WHERE id = $3", cents, []string{"awaiting-payment", "paid", "rejected"}[i%3], v.ID)
			made = append(made, fmt.Sprintf("%s %d", v.Number, cents))
			a.Clock.Advance(1e9)
		}
		walk := func(query string) (got []string) {
			for after := ""; ; {
				var l order.Rows
				counter.Get("/api/admin/order?limit=2&after=" + after + query).Want(200).JSON(&l)
				for _, r := range l.Items {
					got = append(got, fmt.Sprintf("%s %d", r.Number, r.SubTotal))
				}
				if after = l.Next; after == "" {
					return got
				}
			}
		}
		pick := func(at ...int) (out []string) {
			for _, i := range at {
				out = append(out, made[i])
			}
			return out
		}
		today := a.Clock.Now().Format("2006-01-02")
		for query, want := range map[string][]string{
			"": pick(5, 4, 3, 2, 1, 0), "&sort=oldest": made, "&sort=oldest&show=paid": pick(1, 4),
			"&sort=most": pick(3, 0, 5, 2, 1, 4), "&sort=least": pick(4, 1, 2, 5, 0, 3), "&sort=most&show=outstanding": pick(3, 0, 5, 2),
			"&sort=least&method=cash&from=" + today: pick(4, 1, 2, 5, 0, 3), "&sort=oldest&until=2020-01-01": nil, "&sort=most&from=2099-01-01": nil, "&sort=least&method=paynow": nil,
		} {
			if got := walk(query); !slices.Equal(got, want) {
				t.Errorf("%q: %v, want %v", query, got, want)
			}
		}
		counter.Get("/api/admin/order?sort=moon").Want(400)

		counts := func(query string) string {
			var l order.Counts
			counter.Get("/api/admin/order/count?" + query).Want(200).JSON(&l)
			var out []string
			for _, one := range l.Items {
				out = append(out, fmt.Sprintf("%s=%d", one.Show, one.Total))
			}
			return strings.Join(out, " ")
		}
		want := "all=6 waiting=0 outstanding=4 rejected=2 paid=2 expired=0 cancelled=0 refunded=0"
		for _, query := range []string{"", "method=cash", "from=" + today} {
			if got := counts(query); got != want {
				t.Errorf("%q: %s", query, got)
			}
		}
		if got := counts("method=paynow"); !strings.HasPrefix(got, "all=0") {
			t.Error(got)
		}

		export := func(c *testkit.Client, query string) *testkit.Response {
			return c.Get("/api/admin/order/export?" + query)
		}
		export(counter, "show=all&format=csv").Want(403)
		for _, wrong := range []string{"show=moon&format=csv", "show=all&format=pdf", "show=all&format=csv&sort=moon", "show=all&format=csv&method=moon", "format=csv"} {
			export(desk, wrong).Want(400)
		}
		rows := officekit.TableOf(t, export(desk, "show=outstanding&sort=most&format=csv").Want(200))
		var listed []string
		for _, row := range rows[1:] {
			listed = append(listed, row[1])
		}
		var numbers []string
		for _, one := range pick(3, 0, 5, 2) {
			numbers = append(numbers, strings.Fields(one)[0])
		}
		if !slices.Equal(listed, numbers) || rows[1][8] != "9.00" || !strings.Contains(rows[1][7], "× 1") {
			t.Errorf("%q", rows)
		}
		if r := export(desk, "show=all&format=xlsx").Want(200); !strings.HasPrefix(string(r.Body), "PK") {
			t.Error("no XLSX")
		}
		if row := officekit.TrailOf(t, admin, "action=export.orders").Items; len(row) != 2 || officekit.ChangeOf(row[1], "status") != " → outstanding" {
			t.Errorf("%+v", row)
		}
	})
}

// An order moves from the list of one method to that of the other with its payments.
func TestOrdersOfAMethodFollowTheirPayments(t *testing.T) {
	t.Parallel()
	testkit.Each(t, func(t *testing.T, a *testkit.App) {
		c, counter := a.Member(t), a.Staff(t, "counter")
		v := c.Buy(a.Item(t, "lamp-oil", "bottle"))
		want := func(cash, payNow bool) {
			t.Helper()
			for method, listed := range map[string]bool{"cash": cash, "paynow": payNow} {
				for _, sort := range []string{"newest", "oldest", "least", "most"} {
					body := string(counter.Get("/api/admin/order?method=" + method + "&sort=" + sort).Want(200).Body)
					if strings.Contains(body, v.Number) != listed {
						t.Errorf("%s, %s: the order is listed: %v", method, sort, !listed)
					}
				}
			}
		}
		want(true, false)
		c.PayByTransfer(v.ID, v.SubTotal, testkit.Screenshot(t)).Want(200)
		want(false, true)
		var took struct{ PaymentID string }
		counter.TakeCash(v.ID, v.SubTotal).Want(200).JSON(&took)
		want(true, false)
		counter.Post("/api/admin/cash/"+took.PaymentID+"/undo", nil).Want(200)
		want(false, true)
	})
}
