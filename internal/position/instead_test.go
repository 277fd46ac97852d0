package position_test

import (
	"strings"
	"testing"
	"time"

	"shanmen/internal/invoice"
	"shanmen/internal/office"
	"shanmen/internal/testkit"
)

// Whose money comes when the place is somebody else's gets the nearest, and office and devotee are told so, however the
// money comes.
func TestAnotherPlaceIsTold(t *testing.T) {
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
			var order office.Order
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
