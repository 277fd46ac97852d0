package checkout_test

import (
	"context"
	"errors"
	"testing"

	"shanmen/internal/base/fault"
	"shanmen/internal/platform/db"
	"shanmen/internal/sales/late"
	"shanmen/internal/sales/payment"
	"shanmen/internal/testkit"
)

// A cart that its owner has paid for meanwhile does not become a second order: nothing is taken, and the office is
// told.
func TestAPaidCartMakesNoLateOrder(t *testing.T) {
	testkit.Each(t, func(t *testing.T, a *testkit.App) {
		c := a.Member(t)
		c.Fill(a.Item(t, "light-lamp", "grand", "form", testkit.People("陈"))).Want(200)
		v := c.Cart()
		c.OrderInCash(v.SubTotal).Want(200)
		grand := a.Option(t, "light-lamp", "grand")
		left := a.Remaining(t, grand)
		late := late.CartArrival{CartID: v.ID, Prices: late.PricesThen, Arrival: payment.Arrival{Received: v.SubTotal, ActorID: a.UserID(t, "treasurer")}}
		err := a.DB.Write(t.Context(), func(ctx context.Context, tx *db.Tx) error {
			_, err := a.Checkout.OrderOfCart(ctx, tx, late)
			return err
		})
		if !errors.Is(err, fault.Invalid("cart-paid")) {
			t.Errorf("refused with %v", err)
		}
		if a.Remaining(t, grand) != left || a.Count(t, "SELECT count(*) FROM invoices") != 1 {
			t.Error("something was made of it")
		}
	})
}
