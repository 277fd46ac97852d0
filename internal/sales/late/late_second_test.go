package late_test

import (
	"fmt"
	"testing"
	"time"

	"shanmen/internal/office/order"
	"shanmen/internal/testkit"
)

// TestAnApprovalCoversLateMoneyUnderEachOfItsIDs: a declared transfer and its bank line are one amount. Whichever of
// the two was used to request approval, and whichever to refund, one approval permits one refund.
func TestAnApprovalCoversLateMoneyUnderEachOfItsIDs(t *testing.T) {
	t.Parallel()
	type name struct{ kind, id string }
	// made makes late money, and returns its ids; later adds what arrives after the approval.
	type made func(t *testing.T, a *testkit.App, c *testkit.Client) (names []name, later func() name)
	cases := map[string]made{
		"Declared": func(t *testing.T, a *testkit.App, c *testkit.Client) ([]name, func() name) {
			transfer, _ := declared(t, a, c)
			return []name{{"transfer", transfer}}, nil
		},
		"DeclaredAndTold": func(t *testing.T, a *testkit.App, c *testkit.Client) ([]name, func() name) {
			transfer, cartID := declared(t, a, c)
			return []name{{"transfer", transfer}, {"line", told(t, a, "cart", cartID, c.Cart().PaymentReference, grandCents)}}, nil
		},
		"DeclaredAndToldLater": func(t *testing.T, a *testkit.App, c *testkit.Client) ([]name, func() name) {
			transfer, cartID := declared(t, a, c)
			return []name{{"transfer", transfer}}, func() name {
				return name{"line", told(t, a, "cart", cartID, c.Cart().PaymentReference, grandCents)}
			}
		},
		"ToldOfACart": func(t *testing.T, a *testkit.App, c *testkit.Client) ([]name, func() name) {
			c.Fill(grand(t, a)).Want(200)
			v := c.Cart()
			return []name{{"line", told(t, a, "cart", v.ID, v.PaymentReference, grandCents)}}, nil
		},
		"ToldOfAnOrder": func(t *testing.T, a *testkit.App, c *testkit.Client) ([]name, func() name) {
			v := waiting(t, a, c)
			a.Clock.Advance(v.ExpiresAt.Add(time.Minute).Sub(a.Clock.Now()))
			a.MustSweep(t)
			return []name{{"line", told(t, a, "expired", v.ID, v.PaymentReference, grandCents)}}, nil
		},
		"ToldOfAnOrderThenPictured": func(t *testing.T, a *testkit.App, _ *testkit.Client) ([]name, func() name) {
			v := waiting(t, a, a.Member(t))
			a.Clock.Advance(v.ExpiresAt.Add(time.Minute).Sub(a.Clock.Now()))
			a.MustSweep(t)
			line := told(t, a, "expired", v.ID, v.PaymentReference, grandCents)
			return []name{{"line", line}}, func() name {
				pictured(t, a.Member(t), v, testkit.Screenshot(t), a.Clock.Now().Add(-24*time.Hour)).Want(200)
				return name{"transfer", lateOfOrder(t, a, v.ID)}
			}
		},
		"SecondLineOfACart": func(t *testing.T, a *testkit.App, c *testkit.Client) ([]name, func() name) {
			_, cartID := declared(t, a, c)
			told(t, a, "cart", cartID, c.Cart().PaymentReference, grandCents)
			a.Clock.Advance(time.Minute)
			return []name{{"line", told(t, a, "cart", cartID, c.Cart().PaymentReference, grandCents)}}, nil
		},
	}
	testkit.Each(t, func(t *testing.T, a *testkit.App) {
		a.Exec(t, "INSERT INTO settings (key, value) VALUES ('refund-limit', '100')")
		n := 0
		for title, make := range cases {
			for asked, through := 0, 0; asked < 2; asked, through = asked+(through+1)/2, (through+1)%2 {
				t.Run(fmt.Sprint(title, asked, through), func(t *testing.T) {
					n++
					setLampPrice(t, a, grandCents)
					names, later := make(t, a, a.NewMember(t, "Tan Mei Ling", fmt.Sprint("+65811200", 10+n)))
					if asked >= len(names) || later == nil && through >= len(names) {
						return
					}
					treasurer, admin := a.Staff(t, "treasurer"), a.Staff(t, "admin")
					ask := func(of name) *testkit.Response {
						return treasurer.Post("/api/admin/refund-approval", map[string]any{"kind": of.kind, "id": of.id, "method": 2001, "amount": grandCents, "reason": "mistake"})
					}
					var list order.RefundApprovals
					ask(names[asked]).Want(200).JSON(&list)
					if len(list.Items) != 1 {
						t.Fatalf("asked: %+v", list)
					}
					question := list.Items[0].ID
					for _, of := range names {
						if got := ask(of).Code(); got != "already-asked" {
							t.Errorf("asked again by its %s: %q", of.kind, got)
						}
						if got := decide(treasurer, of.kind, of.id, giveItBack).Code(); got != "refund-needs-second" {
							t.Errorf("before the approval, by its %s: %q", of.kind, got)
						}
					}
					admin.Post("/api/admin/refund-approval/"+question+"/decide", map[string]any{"approve": true}).Want(200)
					if later != nil {
						names = append(names, later())
					}
					treasurer = a.Staff(t, "treasurer")
					for _, of := range names {
						treasurer.Get("/api/admin/refund-approval?subject=" + of.kind + ":" + of.id).Want(200).JSON(&list)
						if len(list.Items) != 1 || list.Items[0].ID != question || list.Items[0].Ended != "" {
							t.Errorf("opened by its %s: %+v", of.kind, list.Items)
						}
					}
					of := names[through]
					decide(treasurer, of.kind, of.id, giveItBack).Want(200)
					if got := a.Count(t, "SELECT count(*) FROM refunds r JOIN refund_approvals p ON p.refund_id = r.id WHERE p.id = $1 AND r.amount = $2", question, grandCents); got != 1 {
						t.Errorf("%d refunds of the approval", got)
					}
					if got := a.Count(t, "SELECT count(*) FROM refund_approvals WHERE refund_id = ''"); got != 0 {
						t.Errorf("%d questions are left", got)
					}
				})
			}
		}
	})
}

// lateOfOrder is the transfer declared for an order after it ended.
func lateOfOrder(t *testing.T, a *testkit.App, invoiceID string) (id string) {
	t.Helper()
	err := a.DB.SQL().QueryRowContext(t.Context(), "SELECT t.id FROM unclaimed_transfers t JOIN invoices v ON v.origin_id = t.origin_id WHERE v.id = $1 AND t.resolved_at = 0", invoiceID).Scan(&id)
	if err != nil {
		t.Fatal(err)
	}
	return id
}
