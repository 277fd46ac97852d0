package position_test

import (
	"slices"
	"strings"
	"testing"
	"time"

	orderdesk "shanmen/internal/office/order"
	"shanmen/internal/sales/invoice"
	"shanmen/internal/testkit"
)

// A payer whose chosen position was taken before the money arrived gets the nearest free one; office and devotee are
// told, however the money is paid.
func TestATakenPositionIsReplacedByTheNearestAndReported(t *testing.T) {
	t.Parallel()
	testkit.Each(t, func(t *testing.T, a *testkit.App) {
		_, ids := temple(t, a)
		desk := func(role string) *testkit.Client { return a.Staff(t, role) }
		for i, way := range []func(id string) *testkit.Response{
			func(id string) *testkit.Response {
				return desk("treasurer").Post("/api/admin/invoice/"+id+"/reopen", map[string]any{"received": 18800})
			},
			func(id string) *testkit.Response { return desk("counter").TakeCash(id, 18800) },
		} {
			had := code(2 + 4*i)
			c := a.Member(t)
			c.Fill(lamp(t, a, ids[1+4*i])).Want(200)
			v := c.OrderByPayNow(18800).Order()
			a.Clock.Advance(8 * 24 * time.Hour)
			a.MustSweep(t)
			desk("counter").WalkIn(map[string]any{"name": "Mdm Lim"}, 18800, lamp(t, a, ids[1+4*i])).Want(200)
			way(v.ID).Want(200)
			var order orderdesk.Order
			desk("counter").Get("/api/admin/order/" + v.ID).Want(200).JSON(&order)
			for who, places := range map[string][]invoice.PlaceOfItem{
				"office": order.Invoice.Items[0].Places, "devotee": a.Member(t).Order(v.ID).Items[0].Places,
			} {
				if len(places) != 1 || places[0].Instead != had || places[0].Code == had {
					t.Errorf("%s: %+v", who, places)
				}
			}
			letters := a.MailsWith(t, "place "+had+" had been given to somebody else")
			for _, sms := range a.Texts(t) {
				if strings.Contains(sms.Body, "place "+had+" was given to somebody else") {
					letters++
				}
			}
			if letters != 1 {
				t.Errorf("%d letters tell that %s is somebody else's", letters, had)
			}
		}
	})
}

// Of adjacent positions, the ones still free stay with the payer; payment of a cart gives the nearest ones too.
func TestTheNearestPositionMustBeFree(t *testing.T) {
	t.Parallel()
	testkit.Each(t, func(t *testing.T, a *testkit.App) {
		_, ids := temple(t, a)
		desk := func(role string) *testkit.Client { return a.Staff(t, role) }
		gone := func(id string) { // somebody else buys it
			desk("counter").WalkIn(map[string]any{"name": "Mdm Lim"}, 18800, lamp(t, a, id)).Want(200)
		}
		placesOf := func(invoiceID string) (out []string) {
			for _, it := range a.Member(t).Order(invoiceID).Items {
				for _, p := range it.Places {
					out = append(out, p.Code+" for "+p.Instead)
				}
			}
			slices.Sort(out)
			return out
		}
		want := []string{code(2) + " for ", code(3) + " for " + code(1)}

		c := a.Member(t)
		two := lamp(t, a, ids[0], ids[1])
		two["quantity"] = 2
		c.Fill(two).Want(200)
		v := c.OrderByPayNow(2 * 18800).Order()
		a.Clock.Advance(8 * 24 * time.Hour)
		a.MustSweep(t)
		gone(ids[0])
		desk("counter").TakeCash(v.ID, 2*18800).Want(200)
		if got := placesOf(v.ID); !slices.Equal(got, want) {
			t.Errorf("an order of two: %q, not %q", got, want)
		}

		c = a.Member(t)
		c.Fill(lamp(t, a, ids[5]), lamp(t, a, ids[6])).Want(200)
		c.Post("/api/payment/pay-now/qr", nil).Want(200)
		cart := c.Cart()
		a.Clock.Advance(2 * time.Hour) // the cart's reservation has expired
		a.MustSweep(t)
		gone(ids[5])
		a.Exec(t, "INSERT INTO unclaimed_transfers (id, user_id, origin_id, reference, amount, created_at) SELECT 'late', user_id, id, $2, 37600, $3 FROM carts WHERE id = $1",
			cart.ID, cart.PaymentReference, a.Clock.Now().UnixMilli())
		var decided struct{ Decision struct{ InvoiceID string } }
		desk("treasurer").Post("/api/admin/late/transfer/late", map[string]any{"as": "invoice", "prices": "then", "received": 37600}).Want(200).JSON(&decided)
		got := placesOf(decided.Decision.InvoiceID)
		if want := []string{code(5) + " for " + code(6), code(7) + " for "}; !slices.Equal(got, want) {
			t.Errorf("a cart: %q, not %q", got, want)
		}
		if n := a.Count(t, "SELECT count(*) FROM position_uses WHERE instead <> ''"); n != 2 {
			t.Errorf("%d places were given in place of another", n)
		}
	})
}
