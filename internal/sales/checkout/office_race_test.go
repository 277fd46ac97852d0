package checkout_test

import (
	"context"
	"fmt"
	"testing"

	"shanmen/internal/base/money"
	"shanmen/internal/platform/db"
	"shanmen/internal/testkit"
	"shanmen/internal/testkit/mutant"
	"shanmen/internal/testkit/together"
)

// A price changes at the moment of paying: a payment before it has the price shown, a later one is refused with the new
// price, and so is a payment from an outdated page.
func TestRacePriceAndPay(t *testing.T) {
	mutant.Declare(t, mutant.Change("CartLines", "p.price, p.min_amount", "i.unit_price AS price, p.min_amount"))
	testkit.Each(t, func(t *testing.T, a *testkit.App) {
		quick, slow := a.Member(t), a.NewMember(t, "Late Comer", "+6581112222")
		oil, price := a.Option(t, "lamp-oil", "bottle"), money.Cents(1000)
		for round := range 12 {
			for _, c := range []*testkit.Client{quick, slow} {
				c.Post("/api/cart/cancel", nil)
				c.Fill(a.Item(t, "lamp-oil", "bottle")).Want(200)
			}
			var pay *testkit.Response
			together.AtOnce(2, func(i int) {
				if i == 0 {
					pay = quick.OrderInCash(price)
					return
				}
				err := a.DB.Write(context.WithoutCancel(t.Context()), func(ctx context.Context, tx *db.Tx) error {
					return testkit.SetPrice(ctx, tx, oil, price+1)
				})
				if err != nil {
					t.Error(err)
				}
			})
			if pay.Status == 200 {
				if v := pay.Order(); v.SubTotal != price || v.Items[0].UnitPrice != price {
					t.Errorf("round %d: %d was agreed to, and the order is of %d", round, price, v.SubTotal)
				}
			} else {
				wantChanged(t, pay)
				if v := quick.OrderInCash(price + 1).Order(); v.SubTotal != price+1 {
					t.Errorf("round %d: at the new price the order is of %d", round, v.SubTotal)
				}
			}
			late := slow.OrderInCash(price)
			if price++; late.Status == 200 {
				t.Errorf("round %d: paid by a price that was over", round)
				continue
			}
			wantChanged(t, late)
		}
	})
}

// A form gets a new question at the moment of paying: an order never has answers that the form rejected when it was
// placed.
func TestRaceFormAndPay(t *testing.T) {
	mutant.Declare(t, mutant.Change("CartLines", "MAX(f.version)", "MIN(f.version)"))
	testkit.Each(t, func(t *testing.T, a *testkit.App) {
		quick, slow, editor := a.Member(t), a.NewMember(t, "Late Comer", "+6581112222"), a.Staff(t, "editor")
		form := a.Record(t, "form", "lamp")
		for round := range 6 {
			editor.Type(form, map[string]string{"ask.wish.required": ""}).Want(200)
			if round > 0 {
				editor.Publish(form, "en", "zh").Want(200)
			}
			lamp := a.Item(t, "light-lamp", "one", "form", testkit.People(fmt.Sprintf("陈%d", round)))
			var due [2]money.Cents
			for i, c := range []*testkit.Client{quick, slow} {
				c.Post("/api/cart/cancel", nil)
				c.Fill(lamp).Want(200)
				due[i] = c.Cart().SubTotal
			}
			editor.Type(form, map[string]string{"ask.wish.required": "yes"}).Want(200)
			var pay, publish *testkit.Response
			together.AtOnce(2, func(i int) {
				if i == 0 {
					pay = quick.OrderInCash(due[0])
				} else {
					publish = editor.Publish(form, "en", "zh")
				}
			})
			publish.Want(200)
			if pay.Status == 200 {
				pay.Want(200)
			} else {
				wantChanged(t, pay)
			}
			if late := slow.OrderInCash(due[1]); late.Status == 200 {
				t.Errorf("round %d: an order was placed with answers that the form refuses", round)
			}
		}
	})
}

// A price changes during a payment: the order has the price that was agreed to, or is refused; it never uses a price
// read after the comparison.
func TestRacePriceChangesWhilePaying(t *testing.T) {
	testkit.Each(t, func(t *testing.T, a *testkit.App) {
		c, oil, price := a.Member(t), a.Option(t, "lamp-oil", "bottle"), money.Cents(1000)
		for round := range 8 {
			c.Post("/api/cart/cancel", nil)
			c.Fill(a.Item(t, "lamp-oil", "bottle")).Want(200)
			var pay *testkit.Response
			together.AtOnce(2, func(i int) {
				if i == 0 {
					pay = c.OrderInCash(price)
					return
				}
				err := a.DB.Write(context.WithoutCancel(t.Context()), func(ctx context.Context, tx *db.Tx) error {
					return testkit.SetPrice(ctx, tx, oil, price+1)
				})
				if err != nil {
					t.Error(err)
				}
			})
			if pay.Status != 200 {
				wantChanged(t, pay)
			} else if v := pay.Order(); v.SubTotal != price || v.Items[0].UnitPrice != price {
				t.Errorf("round %d: %d was agreed to, and the order is of %d", round, price, v.SubTotal)
			}
			price++
		}
	})
}

// A form is published during a payment: an order references the version that accepted its answers, not one that rejects
// them.
func TestRaceFormChangesWhilePaying(t *testing.T) {
	testkit.Each(t, func(t *testing.T, a *testkit.App) {
		c, editor := a.Member(t), a.Staff(t, "editor")
		form := a.Record(t, "form", "lamp")
		for round := range 5 {
			editor.Type(form, map[string]string{"ask.wish.required": ""}).Want(200)
			if round > 0 {
				editor.Publish(form, "en", "zh").Want(200)
			}
			takes := a.Count(t, "SELECT MAX(version) FROM forms WHERE key = 'lamp'")
			c.Post("/api/cart/cancel", nil)
			c.Fill(a.Item(t, "light-lamp", "one", "form", testkit.People(fmt.Sprintf("陈%d", round)))).Want(200)
			due := c.Cart().SubTotal
			editor.Type(form, map[string]string{"ask.wish.required": "yes"}).Want(200)
			var pay *testkit.Response
			together.AtOnce(2, func(i int) {
				if i == 0 {
					pay = c.OrderInCash(due)
				} else if r := editor.Publish(form, "en", "zh"); r.Status != 200 {
					t.Errorf("round %d: %d %s", round, r.Status, r.Body)
				}
			})
			if pay.Status != 200 {
				wantChanged(t, pay)
			} else if v := a.Count(t, "SELECT form_version FROM invoice_items WHERE invoice_id = $1", pay.Order().ID); v != takes {
				t.Errorf("round %d: version %d took the answers, and the order names %d", round, takes, v)
			}
		}
	})
}
