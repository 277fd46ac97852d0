package cart_test

import (
	"context"
	"fmt"
	"testing"
	"time"

	"shanmen/internal/base/clock"
	"shanmen/internal/base/money"
	"shanmen/internal/offer/offering"
	"shanmen/internal/platform/db"
	"shanmen/internal/platform/db/query"
	"shanmen/internal/sales/cart"
	"shanmen/internal/testkit"
	"shanmen/internal/testkit/together"
)

func TestGuestFillsACart(t *testing.T) {
	testkit.Each(t, func(t *testing.T, a *testkit.App) {
		c := a.Guest()
		c.Get("/api/cart/checkout").Want(404)
		if c.Cookie("shanmen") != "" {
			t.Error("a GET gave the guest a session")
		}
		var v cart.View
		c.Fill(a.Item(t, "light-lamp", "family", "term", "yearly", "form", testkit.People("陈𠮷䶮", "㐂"))).Want(200).JSON(&v)
		if c.Cookie("shanmen") == "" {
			t.Error("no session to remember the cart by")
		}
		if len(v.Items) != 1 || v.SubTotal != 8800 || v.Items[0].Term != "yearly" || v.Items[0].State != cart.StateOK {
			t.Fatalf("cart: %+v", v)
		}
		if want := `{"people":[{"chineseName":"陈𠮷䶮"},{"chineseName":"㐂"}]}`; string(v.Items[0].Form) != want {
			t.Errorf("form %s, want %s", v.Items[0].Form, want)
		}
		if len(v.PaymentReference) != 10 || !v.ExpiresAt.Equal(testkit.Start.Add(30*24*time.Hour)) {
			t.Errorf("reference %q, expires %v", v.PaymentReference, v.ExpiresAt)
		}

		t.Run("ASecondItemIsAdded", func(t *testing.T) {
			var w cart.View
			c.Fill(a.Item(t, "sangha-meal", "share", "amount", 2550, "quantity", 3, "form", testkit.People("林"))).Want(200).JSON(&w)
			if len(w.Items) != 2 || w.SubTotal != 8800+3*2550 || w.PaymentReference != v.PaymentReference {
				t.Fatalf("cart: %+v", w)
			}
		})
		t.Run("AChangeKeepsUnnamedFields", func(t *testing.T) {
			item := a.Item(t, "light-lamp", "family", "quantity", 2, "id", v.Items[0].ID)
			var w cart.View
			c.Fill(item).Want(200).JSON(&w)
			if len(w.Items) != 2 || w.Items[0].Quantity != 2 || w.Items[0].Term != "yearly" || string(w.Items[0].Form) != string(v.Items[0].Form) {
				t.Fatalf("cart: %+v", w)
			}
		})
		t.Run("RemoveAndCancel", func(t *testing.T) {
			var w cart.View
			c.Put("/api/cart/remove/"+v.Items[0].ID, nil).Want(200).JSON(&w)
			if len(w.Items) != 1 {
				t.Fatalf("cart: %+v", w)
			}
			c.Put("/api/cart/remove/"+v.Items[0].ID, nil).Want(404)
			c.Post("/api/cart/cancel", nil).Want(200)
			c.Post("/api/cart/cancel", nil).Want(404)
			c.Get("/api/cart/checkout").Want(404)
		})
		t.Run("EmptyValuesCountAsAbsent", func(t *testing.T) {
			var w cart.View
			c.Fill(a.Item(t, "lamp-oil", "bottle")).Want(200).JSON(&w)
			if w.PaymentReference == v.PaymentReference {
				t.Error("a cancelled cart's reference came back")
			}
			c.Put("/api/cart/remove/"+w.Items[0].ID, nil).Want(200).JSON(&w)
			if len(w.Items) != 0 || w.SubTotal != 0 {
				t.Fatalf("cart: %+v", w)
			}
			c.Get("/api/cart/checkout").Want(404)
			c.Post("/api/cart/cancel", nil).Want(404)
		})
	})
}

func TestCartExpiresAfterThirtyDays(t *testing.T) {
	testkit.Each(t, func(t *testing.T, a *testkit.App) {
		c := a.Member(t)
		c.Fill(a.Item(t, "lamp-oil", "bottle")).Want(200)
		before := c.Cart()
		a.Write(t, func(ctx context.Context, tx *db.Tx) error { // a member's session ends sooner
			_, err := tx.CartLock(ctx, before.ID)
			if err != nil {
				return err
			}
			return tx.CartTouch(ctx, query.CartTouchParams{UpdatedAt: clock.MillisOf(a.Clock.Now().Add(-cart.Lifetime)), ID: before.ID})
		})
		c.Get("/api/cart/checkout").Want(404)
		var after cart.View
		c.Fill(a.Item(t, "lamp-oil", "bottle")).Want(200).JSON(&after)
		if after.ID == before.ID || len(after.Items) != 1 {
			t.Errorf("the old cart came back: %+v", after)
		}
	})
}

func TestInvalidCartItemsAreRefused(t *testing.T) {
	testkit.One(t, func(t *testing.T, a *testkit.App) {
		c := a.Guest()
		c.Fill(a.Item(t, "lamp-oil", "bottle")).Want(200)
		lamp := func(more ...any) map[string]any {
			return a.Item(t, "light-lamp", "one", append([]any{"form", testkit.People("陈")}, more...)...)
		}
		for name, tc := range map[string]struct {
			item        map[string]any
			field, code string
		}{
			"ErrQuantityZero":      {lamp("quantity", 0), "items[0].quantity", "quantity-range"},
			"ErrQuantityNegative":  {lamp("quantity", -1), "items[0].quantity", "quantity-range"},
			"ErrQuantityTooMany":   {lamp("quantity", 100), "items[0].quantity", "quantity-range"},
			"ErrQuantity2to31":     {lamp("quantity", int64(1)<<31), "items[0].quantity", "quantity-range"},
			"ErrQuantityFraction":  {lamp("quantity", 1.5), "items[0].quantity", "invalid-value"},
			"ErrQuantityString":    {lamp("quantity", "1"), "items[0].quantity", "invalid-value"},
			"ErrUnitPrice":         {lamp("unitPrice", 1), "items[0].unitPrice", "unknown-field"},
			"ErrPrice":             {lamp("price", 1), "items[0].price", "unknown-field"},
			"ErrNoForm":            {a.Item(t, "light-lamp", "one"), "items[0].form.people", "required"},
			"ErrNameMissing":       {a.Item(t, "light-lamp", "family", "form", testkit.People("陈", "")), "items[0].form.people[1].chineseName", "required"},
			"ErrTooManyNames":      {lamp("form", testkit.People("陈", "林")), "items[0].form.people", "too-many"},
			"ErrUnaskedForm":       {a.Item(t, "lamp-oil", "bottle", "form", testkit.People("陈")), "items[0].form", "unknown-field"},
			"ErrUnknownOption":     {lamp("optionId", "nothing"), "items[0].optionId", "unknown-option"},
			"ErrOtherOffering":     {lamp("offeringId", a.Item(t, "peace", "one")["offeringId"]), "items[0].optionId", "unknown-option"},
			"ErrSoldOut":           {a.Item(t, "pillar-lamp", "pillar", "form", testkit.People("陈")), "items[0].optionId", "item-sold-out"},
			"ErrNotOpen":           {a.Item(t, "qingming", "tablet"), "items[0].optionId", "item-not-open"},
			"ErrNoAmount":          {a.Item(t, "sangha-meal", "share"), "items[0].amount", "required"},
			"ErrAmountTooSmall":    {a.Item(t, "sangha-meal", "share", "amount", 999), "items[0].amount", "amount-too-small"},
			"ErrAmountNegative":    {a.Item(t, "sangha-meal", "share", "amount", -1000), "items[0].amount", "amount-too-small"},
			"ErrAmountTooLarge":    {a.Item(t, "sangha-meal", "share", "amount", 300001), "items[0].amount", "amount-too-large"},
			"ErrAmountFraction":    {a.Item(t, "sangha-meal", "share", "amount", 1000.5), "items[0].amount", "invalid-value"},
			"ErrTermNotOffered":    {lamp("term", "monthly"), "items[0].term", "not-a-choice"},
			"ErrTermNeeded":        {a.Item(t, "incense", "monthly-flowers"), "items[0].term", "required"},
			"ErrNotInCart":         {lamp("id", "0193"), "items[0].id", "not-in-cart"},
			"ErrControlCharacters": {lamp("form", testkit.People("陈\u202e林")), "items[0].form.people[0].chineseName", "control-character"},
		} {
			t.Run(name, func(t *testing.T) {
				r := c.Fill(a.Item(t, "lamp-oil", "bottle"), tc.item)
				want := "items[1]" + tc.field[len("items[0]"):]
				if r.Want(400); r.Code() != "invalid-fields" || r.FieldCodes()[want] != tc.code {
					t.Fatalf("got %s, want %s %s", r.Body, want, tc.code)
				}
			})
		}
		t.Run("ErrInvalidBody", func(t *testing.T) {
			c.Post("/api/cart", `{"currency":"SGD","items":[]}`).Want(400)
			for _, currency := range []string{"USD", "sgd", ""} {
				r := c.Post("/api/cart", map[string]any{"currency": currency, "items": []any{lamp()}})
				if r.Want(400); r.FieldCodes()["currency"] == "" {
					t.Errorf("in %q: %s", currency, r.Body)
				}
			}
			c.Post("/api/cart", `{"currency":"SGD","currency":"SGD","items":[{"offeringId":"a","optionId":"b","quantity":1}]}`).Want(400)
			c.Post("/api/cart", `{"currency":"SGD","items":[{"offeringId":"a","optionId":"b","quantity":9223372036854775808}]}`).Want(400)
		})
		if v := c.Cart(); len(v.Items) != 1 || v.SubTotal != 1000 {
			t.Errorf("a refusal changed the cart: %+v", v)
		}
	})
}

// Another visitor's cart cannot be changed, whether it is a guest's or a member's.
func TestM14CartsOfOthersAreNotTouched(t *testing.T) {
	testkit.Each(t, func(t *testing.T, a *testkit.App) {
		mine, member := a.Guest(), a.Member(t)
		mine.Fill(a.Item(t, "lamp-oil", "bottle")).Want(200)
		member.Fill(a.Item(t, "lamp-oil", "bottle", "quantity", 2)).Want(200)
		other := a.Guest()
		other.Fill(a.Item(t, "lamp-oil", "bottle")).Want(200)
		for _, of := range []*testkit.Client{mine, member} {
			v := of.Cart()
			other.Put("/api/cart/remove/"+v.Items[0].ID, nil).Want(404)
			other.Put("/api/cart/remove/"+v.ID, nil).Want(404)
			a.Guest().Put("/api/cart/remove/"+v.Items[0].ID, nil).Want(404)
			r := other.Fill(a.Item(t, "lamp-oil", "bottle", "id", v.Items[0].ID, "quantity", 9)).Want(400)
			if r.FieldCodes()["items[0].id"] != "not-in-cart" {
				t.Errorf("got %s", r.Body)
			}
			if w := of.Cart(); len(w.Items) != 1 || w.SubTotal != v.SubTotal {
				t.Errorf("another's cart changed: %+v", w)
			}
		}
	})
}

func TestAHundredTabsLoseNoCartItem(t *testing.T) {
	testkit.Each(t, func(t *testing.T, a *testkit.App) {
		c := a.Member(t)
		answers := make([]*testkit.Response, 100)
		item := a.Item(t, "lamp-oil", "bottle")
		for half := range 2 { // a cart holds 50 items
			together.AtOnce(50, func(i int) { answers[50*half+i] = c.Fill(item) })
			if half == 0 {
				if v := c.Cart(); len(v.Items) != 50 || v.SubTotal != 50*1000 {
					t.Fatalf("%d items of 50, %d cents", len(v.Items), v.SubTotal)
				}
			}
		}
		for i, r := range answers {
			if want := map[bool]int{true: 200, false: 400}[i < 50]; r.Status != want {
				t.Errorf("add %d: status %d %s", i, r.Status, r.Body)
			}
		}
		if v := c.Cart(); len(v.Items) != 50 || a.Count(t, "SELECT count(*) FROM carts") != 1 {
			t.Errorf("%d items", len(v.Items))
		}
	})
}

func TestCartShowsWhatChanged(t *testing.T) {
	testkit.Each(t, func(t *testing.T, a *testkit.App) {
		c := a.Guest()
		c.Fill(a.Item(t, "lamp-oil", "bottle", "quantity", 2), a.Item(t, "sangha-meal", "whole", "form", testkit.People("林"))).Want(200)
		oil := a.Item(t, "lamp-oil", "bottle")
		set := func(fn func(context.Context, *db.Tx) error) cart.View {
			a.Write(t, fn)
			return c.Cart()
		}
		v := set(func(ctx context.Context, tx *db.Tx) error {
			return testkit.SetPrice(ctx, tx, oil["optionId"].(string), 1200)
		})
		if it := v.Items[0]; it.State != cart.StateChanged || it.UnitPrice != 1200 || it.Amount != 2400 || *it.PriceBefore != 1000 || v.SubTotal != 2400+38800 {
			t.Errorf("price: %+v", it)
		}
		none := int64(0)
		v = set(func(ctx context.Context, tx *db.Tx) error {
			return offering.SetRemaining(ctx, tx, a.Option(t, "sangha-meal", "whole"), &none)
		})
		if it := v.Items[1]; it.State != cart.StateUnavailable || it.Reason != cart.ReasonSoldOut {
			t.Errorf("sold out: %+v", it)
		}
		v = set(func(ctx context.Context, tx *db.Tx) error {
			return testkit.ShowOffering(ctx, tx, oil["offeringId"].(string), false)
		})
		if it := v.Items[0]; it.State != cart.StateUnavailable || it.Reason != cart.ReasonWithdrawn {
			t.Errorf("withdrawn: %+v", it)
		}
	})
}

// M13: the guest's cart is merged into the saved one, once.
func TestM13CartsMergeAtLogin(t *testing.T) {
	testkit.Each(t, func(t *testing.T, a *testkit.App) {
		saved := a.NewMember(t, "Lim Ah Hock", "+6598880001")
		saved.Fill(a.Item(t, "lamp-oil", "bottle", "quantity", 3)).Want(200)
		before := saved.Cart()

		guest := a.Guest()
		guest.Fill(a.Item(t, "light-lamp", "one", "form", testkit.People("陈𠮷䶮"))).Want(200)
		was := guest.Cart()
		login := map[string]any{"identifier": "98880001", "password": "incense at dawn 18"}
		guest.Post("/api/auth/authentication", login).Want(200)
		v := guest.Cart()
		if len(v.Items) != 2 || v.PaymentReference != before.PaymentReference || v.SubTotal != before.SubTotal+was.SubTotal {
			t.Fatalf("merged: %+v", v)
		}
		if string(v.Items[1].Form) != string(was.Items[0].Form) {
			t.Errorf("form %s, was %s", v.Items[1].Form, was.Items[0].Form)
		}
		if n := a.Count(t, "SELECT count(*) FROM carts WHERE status = 'merged' AND id = $1", was.ID); n != 1 {
			t.Errorf("%d merged carts", n)
		}
		guest.Post("/api/auth/authentication", login).Want(200)
		if w := guest.Cart(); len(w.Items) != 2 {
			t.Errorf("a second login doubled: %+v", w)
		}
		if n := a.Count(t, "SELECT count(*) FROM cart_items"); n != 2 {
			t.Errorf("%d items", n)
		}

		t.Run("WithoutSavedCart", func(t *testing.T) {
			c := a.Guest()
			c.Fill(a.Item(t, "lamp-oil", "bottle")).Want(200)
			was := c.Cart()
			a.Register(t, c, "Goh Siew Lan", "+6598880002")
			if v := c.Cart(); v.ID != was.ID || v.PaymentReference != was.PaymentReference || len(v.Items) != 1 {
				t.Errorf("after registration: %+v", v)
			}
		})
	})
}

// M09: for any input, the total is the sum of quantity × price in cents, or it is refused.
func TestCartTotalsMatchAnIndependentCalculation(t *testing.T) {
	testkit.Each(t, func(t *testing.T, a *testkit.App) {
		type option struct {
			item  map[string]any
			price int64
		}
		options := []option{
			{a.Item(t, "lamp-oil", "bottle"), 1000}, {a.Item(t, "sangha-meal", "whole", "form", testkit.People("林")), 38800},
			{a.Item(t, "light-lamp", "family", "form", testkit.People("陈")), 8800}, {a.Item(t, "sangha-meal", "share", "form", testkit.People("林")), 0},
		}
		for round := range 12 {
			c := a.Guest()
			total, places := money.Cents(0), int64(20)
			for step := range 8 {
				n := (round*7+step*13)%103 - 1 // -1 … 101
				o := options[(round+step*3)%len(options)]
				item, price := clone(o.item, "quantity", n), o.price
				ok := n >= 1 && n <= 99
				if price == 0 {
					price = int64(900 + (round*31+step*17)%700) // around the minimum of 1000
					item["amount"] = price
					ok = ok && price >= 1000
				}
				if price == 38800 && ok {
					if ok = int64(n) <= places; ok {
						places -= int64(n)
					}
				}
				r := c.Fill(item)
				if ok != (r.Status == 200) {
					t.Fatalf("round %d step %d: %v answered %d %s", round, step, item, r.Status, r.Body)
				}
				if !ok {
					continue
				}
				total += money.Cents(price * int64(n))
				var v cart.View
				r.JSON(&v)
				var sum money.Cents
				for _, it := range v.Items {
					if it.Amount != it.UnitPrice*money.Cents(it.Quantity) {
						t.Errorf("%d × %d = %d", it.UnitPrice, it.Quantity, it.Amount)
					}
					sum += it.Amount
				}
				if v.SubTotal != total || sum != total {
					t.Fatalf("round %d step %d: total %d, sum %d, want %d", round, step, v.SubTotal, sum, total)
				}
			}
		}
	})
}

func TestARepeatedAddWithItsKeyAddsOnce(t *testing.T) {
	testkit.Each(t, func(t *testing.T, a *testkit.App) {
		c := a.Member(t)
		c.Header.Set("Idempotency-Key", "one press")
		first := c.Fill(a.Item(t, "lamp-oil", "bottle")).Want(200)
		again := c.Fill(a.Item(t, "lamp-oil", "bottle")).Want(200)
		if string(first.Body) != string(again.Body) || len(c.Cart().Items) != 1 {
			t.Errorf("added twice: %s", again.Body)
		}
		if r := c.Fill(a.Item(t, "lamp-oil", "bottle", "quantity", 2)).Want(400); r.Code() != "idempotency-key-reused" {
			t.Errorf("got %s", r.Body)
		}
	})
}

func clone(m map[string]any, more ...any) map[string]any {
	out := map[string]any{}
	for k, v := range m {
		out[k] = v
	}
	for i := 0; i+1 < len(more); i += 2 {
		out[fmt.Sprint(more[i])] = more[i+1]
	}
	return out
}
