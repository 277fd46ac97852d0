package cart_test

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"shanmen/internal/testkit"
)

// Each Idempotency-Key used to store the whole cart for a day: a guest could write 25 GB an hour.
func TestAGuestCannotFillTheDisk(t *testing.T) {
	testkit.Each(t, func(t *testing.T, a *testkit.App) {
		c := a.Guest()
		item := a.Item(t, "sangha-meal", "whole", "form", testkit.People("陈𠮷䶮"))
		for range 5 {
			c.Fill(item).Want(200)
		}
		c.Fill(a.Item(t, "lamp-oil", "bottle")).Want(200)
		oil := c.Cart().Items[5].ID
		for i := range 60 {
			a.Clock.Advance(time.Second)
			c.Header.Set("Idempotency-Key", fmt.Sprint("key-", i))
			c.Post("/api/cart", map[string]any{"currency": "SGD", "items": []any{a.Item(t, "lamp-oil", "bottle", "id", oil, "quantity", 1+i%9)}}).Want(200)
		}
		if n := a.Count(t, "SELECT max(length(response)) FROM idempotency_keys"); n > 100 {
			t.Errorf("%d bytes of an answer are kept", n)
		}
		if n := a.Count(t, "SELECT count(*) FROM idempotency_keys"); n > 52 {
			t.Errorf("%d keys of one session are kept", n)
		}
		c.Header.Del("Idempotency-Key")

		// Carts are filled and cancelled, again and again.
		before := a.Count(t, "SELECT count(*) FROM carts")
		for range 10 {
			c.Post("/api/cart/cancel", nil).Want(200)
			c.Fill(item).Want(200)
		}
		if n := a.Count(t, "SELECT count(*) FROM carts"); n != before {
			t.Errorf("%d carts are kept, %d before", n, before)
		}
		if n := a.Count(t, "SELECT count(*) FROM cart_items"); n != 1 {
			t.Errorf("%d items are kept", n)
		}

		a.Clock.Advance(31 * 24 * time.Hour)
		a.MustSweep(t)
		for _, table := range []string{"carts", "cart_items", "idempotency_keys"} {
			if n := a.Count(t, "SELECT count(*) FROM "+table); n != 0 {
				t.Errorf("a month later %d rows of %s are kept", n, table)
			}
		}
		if n := a.Count(t, "SELECT count(*) FROM sessions WHERE user_id IS NULL"); n != 0 {
			t.Errorf("a month later %d sessions of guests are kept", n)
		}
	})
}

// A repeated request returns the cart as it is now, or none when it has been cancelled since.
func TestARepeatedPostReturnsTheCurrentCart(t *testing.T) {
	testkit.Each(t, func(t *testing.T, a *testkit.App) {
		c := a.Guest()
		c.Fill(a.Item(t, "lamp-oil", "bottle")).Want(200)
		body := map[string]any{"currency": "SGD", "items": []any{a.Item(t, "lamp-oil", "bottle", "quantity", 3)}}
		send := func() *testkit.Response {
			c.Header.Set("Idempotency-Key", "the-same-key")
			defer c.Header.Del("Idempotency-Key")
			return c.Post("/api/cart", body).Want(200)
		}
		firstAnswer, again := send(), send()
		if string(firstAnswer.Body) != string(again.Body) {
			t.Errorf("first %s\nagain %s", firstAnswer.Body, again.Body)
		}
		c.Post("/api/cart/cancel", nil).Want(200)
		if r := send(); !strings.Contains(string(r.Body), `"items":[]`) {
			t.Errorf("given up since: %s", r.Body)
		}
	})
}

// The total size of all forms in a cart is limited, even if each form is valid.
func TestACartsTextIsLimited(t *testing.T) {
	testkit.Each(t, func(t *testing.T, a *testkit.App) {
		c := a.Guest()
		c.Header.Set("Content-Type", "application/json")
		item := a.Item(t, "sangha-meal", "whole")
		body := fmt.Sprintf(`{"currency":"SGD","items":[{"offeringId":%q,"optionId":%q,"quantity":1,"form":{"people":[{"chineseName":"林"}]%s}}]}`,
			item["offeringId"], item["optionId"], strings.Repeat(" ", 30<<10))
		for i := range 5 {
			r := c.Send("POST", "/api/cart", body)
			if want := map[bool]int{true: 200, false: 400}[i < 4]; r.Status != want || want == 400 && r.Code() != "cart-too-long" {
				t.Errorf("%d times 30 kB: %d %.300s", i+1, r.Status, r.Body)
			}
		}
		if n := a.Count(t, "SELECT sum(length(form)) FROM cart_items"); n > 128<<10 {
			t.Errorf("%d bytes of forms are kept", n)
		}
	})
}
