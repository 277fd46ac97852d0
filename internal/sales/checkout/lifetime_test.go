package checkout_test

import (
	"testing"
	"time"

	"shanmen/internal/sales/cart"
	"shanmen/internal/sales/invoice"
	"shanmen/internal/testkit"
)

// lastMinutes moves a cart's last change back so that its 30 days end in ten minutes.
func lastMinutes(t *testing.T, a *testkit.App, cartID string) {
	t.Helper()
	a.Exec(t, "UPDATE carts SET updated_at = $1 WHERE id = $2", a.Clock.Now().Add(10*time.Minute-cart.Lifetime).UnixMilli(), cartID)
}

func TestShowingAQRCodeExtendsTheCart(t *testing.T) {
	testkit.Each(t, func(t *testing.T, a *testkit.App) {
		c := a.Member(t)
		c.Fill(a.Item(t, "lamp-oil", "bottle")).Want(200)
		v := c.Cart()
		lastMinutes(t, a, v.ID)
		c.Post(qrPath, nil).Want(200)
		a.Clock.Advance(11 * time.Minute)
		a.MustSweep(t)
		if w := c.Cart(); w.Hold == nil || w.ID != v.ID {
			t.Errorf("the cart has lost its hold: %+v", w)
		}
		c.Post(qrPath, nil).Want(200)
		if inv := c.Post(payNowPath, payNow(v.SubTotal)).Order(); inv.Status != invoice.AwaitingPayment {
			t.Errorf("invoice: %+v", inv)
		}
	})
}

// heicOfSize changes every size that the file's properties announce.
func TestACartExpiresAfterItsHold(t *testing.T) {
	testkit.Each(t, func(t *testing.T, a *testkit.App) {
		c, oil := a.Member(t), a.Option(t, "lamp-oil", "bottle")
		a.SetRemaining(t, oil, 5)
		c.Fill(a.Item(t, "lamp-oil", "bottle")).Want(200)
		v := c.Cart()
		c.Post(qrPath, nil).Want(200)
		lastMinutes(t, a, v.ID)
		a.Clock.Advance(11 * time.Minute)
		a.MustSweep(t)
		if n := a.Count(t, "SELECT count(*) FROM carts WHERE id = $1 AND status = 'open'", v.ID); n != 1 {
			t.Error("the cart ended before its hold")
		}
		c.Fill(a.Item(t, "lamp-oil", "bottle", "quantity", 2)).Want(200) // deletes the old cart with its hold
		c.Post(qrPath, nil).Want(200)
		if got := a.Remaining(t, oil); got != 3 {
			t.Errorf("%d places, want 3", got)
		}
		a.Clock.Advance(2 * time.Hour)
		a.MustSweep(t)
		if got := a.Remaining(t, oil); got != 5 {
			t.Errorf("%d places after the hold, want 5", got)
		}
	})
}
