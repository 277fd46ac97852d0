package invoice_test

import (
	"context"
	"encoding/json"
	"testing"
	"time"

	"shanmen/internal/base/locale"
	"shanmen/internal/offer/form"
	"shanmen/internal/platform/db"
	"shanmen/internal/sales/cart"
	"shanmen/internal/sales/invoice"
	"shanmen/internal/testkit"
)

func again(t *testing.T, c *testkit.Client, v *invoice.View) (got invoice.Again) {
	t.Helper()
	c.Post("/api/invoice/"+v.ID+"/order-again", nil).Want(200).JSON(&got)
	return got
}

// oneOf finds the result for an item by its option's title.
func oneOf(t *testing.T, got invoice.Again, optionTitle string) invoice.AgainItem {
	t.Helper()
	for _, it := range got.Items {
		if it.OptionTitle == optionTitle {
			return it
		}
	}
	t.Fatalf("nothing is said of %q: %+v", optionTitle, got.Items)
	return invoice.AgainItem{}
}

func TestAnEarlierOrderIsOrderedAgain(t *testing.T) {
	t.Parallel()
	testkit.Each(t, func(t *testing.T, a *testkit.App) {
		c := a.Member(t)
		v := c.Buy(a.Item(t, "light-lamp", "family", "form", testkit.People("陈𠮷䶮", "林国华"), "term", "yearly"),
			a.Item(t, "light-lamp", "grand", "form", testkit.People("陈𠮷䶮")),
			a.Item(t, "lamp-oil", "bottle", "quantity", 3),
			a.Item(t, "donation", "open", "amount", 1250, "form", map[string]any{"fund": "upkeep"}),
		)

		t.Run("OKSameItemsAndPrices", func(t *testing.T) {
			got := again(t, c, v)
			if got.Added != 4 || oneOf(t, got, "Any amount").Result != "added" || oneOf(t, got, "Any amount").Price != 1250 {
				t.Fatalf("%+v", got)
			}
			filled := c.Cart()
			if filled.SubTotal != v.SubTotal || len(filled.Items) != 4 || filled.PaymentReference == v.PaymentReference {
				t.Fatalf("the cart: %+v", filled)
			}
			for i, it := range filled.Items {
				was := v.Items[i]
				if it.OptionTitle != was.OptionTitle || it.Quantity != was.Quantity || it.Term != was.Term || string(it.Form) != string(was.Form) {
					t.Errorf("item %d: %+v, was %+v", i, it, was)
				}
			}
			if now := c.Order(v.ID); now.Status != invoice.AwaitingPayment || now.Number != v.Number {
				t.Errorf("the order itself: %+v", now)
			}
			c.Post("/api/cart/cancel", nil).Want(200)
		})

		t.Run("OKAddedToExistingItems", func(t *testing.T) {
			c.Fill(a.Item(t, "lamp-oil", "bottle")).Want(200)
			before := c.Cart()
			again(t, c, v)
			if after := c.Cart(); len(after.Items) != 5 || after.PaymentReference != before.PaymentReference {
				t.Errorf("%+v", after)
			}
			c.Post("/api/cart/cancel", nil).Want(200)
		})

		t.Run("OKSentTwiceWithOneKey", func(t *testing.T) {
			c.Header.Set("Idempotency-Key", "one press on order again")
			defer c.Header.Del("Idempotency-Key")
			again(t, c, v)
			if got := again(t, c, v); got.Added != 4 {
				t.Errorf("%+v", got)
			}
			if n := len(c.Cart().Items); n != 4 {
				t.Errorf("%d items", n)
			}
			c.Header.Del("Idempotency-Key")
			c.Post("/api/cart/cancel", nil).Want(200)
		})

		t.Run("OKPriceChanged", func(t *testing.T) {
			oil, lamp := a.Option(t, "lamp-oil", "bottle"), a.Option(t, "light-lamp", "grand")
			a.SetPrice(t, oil, 1200)
			a.SetRemaining(t, lamp, 0)
			got := again(t, c, v)
			dearer, gone := oneOf(t, got, "One bottle"), got.Items[0]
			if got.Added != 3 || dearer.Result != "changed" || dearer.PriceBefore != 1000 || dearer.Price != 1200 {
				t.Errorf("a new price: %+v", dearer)
			}
			if gone.Result != "left-out" || gone.Reason != cart.ReasonSoldOut || gone.OfferingKey != "light-lamp" { // items left out come first
				t.Errorf("sold out: %+v", gone)
			}
			filled := c.Cart()
			if len(filled.Items) != 3 || filled.SubTotal != 8800+3*1200+1250 {
				t.Errorf("the cart: %+v", filled)
			}
			for _, it := range filled.Items {
				if it.State != cart.StateOK {
					t.Errorf("today's price is a change: %+v", it)
				}
			}
			c.Post("/api/cart/cancel", nil).Want(200)
		})

		t.Run("OKFormAsksForMore", func(t *testing.T) {
			a.Write(t, func(ctx context.Context, tx *db.Tx) error {
				def, err := form.Latest(ctx, tx.Queries, "lamp")
				if err != nil {
					return err
				}
				def.Version++
				def.Fields = append(def.Fields, form.Field{Key: "vow", Type: form.Text, Label: locale.Text{EN: "Vow", ZH: "愿"}, Required: true})
				return form.Put(ctx, tx, def, a.Clock.Now())
			})
			got := again(t, c, v)
			if lamp := oneOf(t, got, "Family"); got.Added != 2 || lamp.Result != "left-out" || lamp.Reason != cart.ReasonForm || lamp.OfferingKey != "light-lamp" {
				t.Errorf("%+v", got)
			}
			c.Post("/api/cart/cancel", nil).Want(200)
		})

		t.Run("OKUnavailableItemsAreLeftOut", func(t *testing.T) {
			a.Write(t, func(ctx context.Context, tx *db.Tx) error {
				if err := testkit.CloseOffering(ctx, tx, v.Items[2].OfferingID, a.Clock.Now().Add(-time.Minute)); err != nil {
					return err
				}
				return testkit.ShowOffering(ctx, tx, v.Items[3].OfferingID, false)
			})
			c.Fill(a.Item(t, "wisdom-lamp", "one", "form", testkit.People("陈"))).Want(200)
			before, carts := c.Cart(), a.Count(t, "SELECT count(*) FROM carts")
			got := again(t, c, v)
			if got.Added != 0 || oneOf(t, got, "One bottle").Reason != cart.ReasonClosed || oneOf(t, got, "Any amount").Reason != cart.ReasonWithdrawn || oneOf(t, got, "Any amount").OfferingKey != "" {
				t.Errorf("%+v", got)
			}
			after := c.Cart()
			was, _ := json.Marshal(before)
			now, _ := json.Marshal(after)
			if string(was) != string(now) || a.Count(t, "SELECT count(*) FROM carts") != carts {
				t.Errorf("where nothing can be had, the cart stays as it was:\n%s\n%s", was, now)
			}
		})
	})
}

// An almost full cart takes the items that fit, and lists the rest.
func TestOrderAgainFillsAnAlmostFullCart(t *testing.T) {
	t.Parallel()
	testkit.Each(t, func(t *testing.T, a *testkit.App) {
		c := a.Member(t)
		oil := a.Item(t, "lamp-oil", "bottle")
		v := c.Buy(oil, oil, oil)
		filler := make([]map[string]any, cart.MaxItems-1)
		for i := range filler {
			filler[i] = oil
		}
		c.Fill(filler...).Want(200)
		got := again(t, c, v)
		if got.Added != 1 || got.Items[0].Reason != cart.ReasonFull || len(c.Cart().Items) != cart.MaxItems {
			t.Errorf("%+v", got)
		}
	})
}
