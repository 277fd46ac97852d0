package cart_test

import (
	"testing"
	"time"

	"shanmen/internal/sales/cart"
	"shanmen/internal/testkit"
)

// cartPage reads the payload of a page that shows the cart, and its redirect.
func cartPage(t *testing.T, c *testkit.Client, path string) (v *cart.View, redirect string) {
	t.Helper()
	var p struct {
		Data     *cart.View
		Redirect *struct{ Target string }
	}
	c.Get(path + "/_payload.json").Want(200).JSON(&p)
	if p.Redirect != nil {
		redirect = p.Redirect.Target
	}
	return p.Data, redirect
}

func TestAnEmptyCartShowsTheOrderJustPlaced(t *testing.T) {
	testkit.Each(t, func(t *testing.T, a *testkit.App) {
		c, other := a.Member(t), a.NewMember(t, "Other", "+6598880001")
		if v, _ := cartPage(t, c, "/cart"); v.Received != nil {
			t.Fatalf("before any order: %+v", v.Received)
		}
		made := c.BuyFor(1000, a.Item(t, "lamp-oil", "bottle"))

		t.Run("InThisSession", func(t *testing.T) {
			for _, path := range []string{"/cart", "/zh/cart"} {
				v, _ := cartPage(t, c, path)
				if v.Received == nil || v.Received.ID != made.ID || v.Received.Number != made.Number {
					t.Errorf("%s: %+v, want %s %s", path, v.Received, made.ID, made.Number)
				}
			}
		})
		t.Run("CheckoutRedirectsToTheCart", func(t *testing.T) {
			for path, want := range map[string]string{"/cart/checkout": "/cart", "/zh/cart/checkout": "/zh/cart"} {
				if _, to := cartPage(t, c, path); to != want {
					t.Errorf("%s leads to %q", path, to)
				}
			}
		})
		t.Run("NotInAnotherSession", func(t *testing.T) {
			for name, c := range map[string]*testkit.Client{"the same member": a.Member(t), "another member": other, "a guest": a.Guest()} {
				if v, _ := cartPage(t, c, "/cart"); v.Received != nil {
					t.Errorf("%s sees %+v", name, v.Received)
				}
			}
		})
		t.Run("NotWithANewCart", func(t *testing.T) {
			c.Fill(a.Item(t, "lamp-oil", "bottle")).Want(200)
			if v, _ := cartPage(t, c, "/cart"); len(v.Items) != 1 || v.Received != nil {
				t.Errorf("%+v", v)
			}
			c.Post("/api/cart/cancel", nil).Want(200)
			if v, _ := cartPage(t, c, "/cart"); v.Received == nil {
				t.Error("the order is no longer shown when the new cart was given up")
			}
		})
		t.Run("ForADay", func(t *testing.T) {
			for range 23 { // each request extends the session
				a.Clock.Advance(time.Hour)
				c.Get("/api/_auth/session").Want(200)
			}
			a.Clock.Advance(time.Hour - time.Second)
			if v, _ := cartPage(t, c, "/cart"); v.Received == nil {
				t.Error("not shown a second before the day is over")
			}
			a.Clock.Advance(time.Second)
			if v, _ := cartPage(t, c, "/cart"); v.Received != nil {
				t.Errorf("shown after a day: %+v", v.Received)
			}
		})
	})
}
