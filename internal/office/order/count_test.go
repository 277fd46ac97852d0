package order_test

import (
	"testing"

	"shanmen/internal/testkit"
)

// With filters, the orders above a list are counted up to a thousand, of the newest two thousand; what was not counted
// is said. Without filters they are exact up to ten thousand.
func TestManyFilteredOrdersAreCountedInPart(t *testing.T) {
	t.Parallel()
	testkit.Each(t, func(t *testing.T, a *testkit.App) {
		a.Crowd(t, 2100)
		type count struct {
			Show  string
			Total int64
			More  bool
		}
		counts := func(filter string) map[string]count {
			var l struct{ Items []count }
			a.Staff(t, "treasurer").Get("/api/admin/order/count" + filter).Want(200).JSON(&l)
			out := map[string]count{}
			for _, c := range l.Items {
				out[c.Show] = c
			}
			return out
		}
		offering := "?offering=" + offeringOf(t, a, a.Option(t, "light-lamp", "one"))
		all, lamps := counts(""), counts(offering)
		if c := all["all"]; c.Total != 2100 || c.More {
			t.Errorf("without a filter %+v", c)
		}
		if c := lamps["all"]; c.Total != 1000 || !c.More {
			t.Errorf("of an offering %+v", c)
		}
		if c := lamps["refunded"]; c.Total == 0 || c.Total > all["refunded"].Total || !c.More {
			t.Errorf("refunded of an offering %+v, of all %+v", c, all["refunded"])
		}
		if c := counts(offering + "&method=cash")["paid"]; c.Total == 0 || c.Total >= 1000 || c.More {
			t.Errorf("few, in cash, %+v", c)
		}
		var list struct {
			Total int64
			More  bool
		}
		a.Staff(t, "treasurer").Get("/api/admin/order" + offering + "&part=total").Want(200).JSON(&list)
		if list.Total != 1000 || !list.More {
			t.Errorf("the list's total %+v", list)
		}
	})
}

func offeringOf(t *testing.T, a *testkit.App, optionID string) (id string) {
	t.Helper()
	if err := a.DB.SQL().QueryRowContext(t.Context(), "SELECT offering_id FROM offering_options WHERE id = $1", optionID).Scan(&id); err != nil {
		t.Fatal(err)
	}
	return id
}
