package checkout_test

import (
	"strings"
	"testing"

	"shanmen/internal/sales/cart"
	"shanmen/internal/sales/invoice"
	"shanmen/internal/testkit"
)

// page reads a page's payload: its redirect, or its data.
func page[D any](t *testing.T, c *testkit.Client, path string) (data *D, redirect string) {
	t.Helper()
	path, query, _ := strings.Cut(path, "?")
	var p struct {
		Data     *D
		Redirect *struct{ Target string }
	}
	c.Get(path + "/_payload.json?" + query).Want(200).JSON(&p)
	if p.Redirect != nil {
		redirect = p.Redirect.Target
	}
	return p.Data, redirect
}

func TestCheckoutPagesShowTheCart(t *testing.T) {
	testkit.One(t, func(t *testing.T, a *testkit.App) {
		c, other, guest := a.Member(t), a.NewMember(t, "Other", "+6598880001"), a.Guest()

		if v, to := page[cart.View](t, guest, "/cart"); v == nil || v.ID != "" || v.Items == nil || to != "" {
			t.Errorf("a guest's empty cart: %+v, to %q", v, to)
		}
		if _, to := page[cart.View](t, guest, "/zh/cart/checkout"); to != "/zh/cart" {
			t.Errorf("checkout without a cart leads to %q", to)
		}
		guest.Fill(a.Item(t, "lamp-oil", "bottle")).Want(200)
		if v, _ := page[cart.View](t, guest, "/cart"); len(v.Items) != 1 {
			t.Errorf("a guest's cart: %+v", v)
		}
		if _, to := page[cart.View](t, guest, "/cart/checkout"); !strings.HasPrefix(to, "/member/login") {
			t.Errorf("a guest's checkout leads to %q", to)
		}

		if _, to := page[invoice.View](t, c, "/zh/transaction/status"); to != "/zh/member/profile/invoices" {
			t.Errorf("status without an invoice leads to %q", to)
		}
		c.Fill(a.Item(t, "lamp-oil", "bottle")).Want(200)
		if v, to := page[cart.View](t, c, "/zh/cart/checkout"); to != "" || v.Items[0].Title == "" || v.Items[0].Title == "Lamp oil" {
			t.Errorf("checkout: %+v, to %q", v, to)
		}
		first := c.OrderInCash(1000).Order()
		second := c.BuyFor(2000, a.Item(t, "lamp-oil", "bottle", "quantity", 2))

		if v, _ := page[invoice.View](t, c, "/transaction/status"); v == nil || v.ID != second.ID {
			t.Errorf("status shows %+v", v)
		}
		if v, _ := page[invoice.View](t, c, "/transaction/status?id="+first.ID); v == nil || v.ID != first.ID {
			t.Errorf("status shows %+v", v)
		}
		if v, _ := page[invoice.List](t, c, "/member/profile/invoices?status=nonsense&page=0"); v == nil || v.Total != 2 || v.Items[0].ID != second.ID {
			t.Errorf("list: %+v", v)
		}
		if v, _ := page[invoice.View](t, c, "/member/profile/invoices/"+first.ID); v == nil || v.Number != first.Number {
			t.Errorf("invoice: %+v", v)
		}
		for _, path := range []string{"/transaction/status?id=" + first.ID, "/transaction/status"} {
			if _, to := page[invoice.View](t, other, path); to != "/member/profile/invoices" {
				t.Errorf("another's %s leads to %q", path, to)
			}
		}
		other.Get("/member/profile/invoices/" + first.ID + "/_payload.json").Want(404)
		if _, to := page[invoice.View](t, guest, "/transaction/status?id="+first.ID); !strings.HasPrefix(to, "/member/login") {
			t.Errorf("a guest is led to %q", to)
		}
	})
}
