package account_test

import (
	"context"
	"regexp"
	"testing"
	"time"

	"shanmen/internal/account"
	"shanmen/internal/db"
	"shanmen/internal/testkit"
)

// cartOf is what the tests below read of a cart.
type cartOf struct {
	SubTotal         int64  `json:"subTotal"`
	PaymentReference string `json:"paymentReference"`
	Items            []struct {
		OfferingID string `json:"offeringId"`
	} `json:"items"`
}

// oil puts lamp oil, which asks for nothing, into the visitor's cart and returns the cart.
func oil(t *testing.T, c *testkit.Client) (cart cartOf) {
	t.Helper()
	var o struct {
		ID      string
		Options []struct {
			ID    string
			Price int64
		}
	}
	c.Get("/api/offering/lamp-oil").Want(200).JSON(&o)
	c.Post("/api/cart", fields{"currency": "SGD", "items": []fields{{
		"offeringId": o.ID, "optionId": o.Options[0].ID, "quantity": 1,
	}}}).Want(200).JSON(&cart)
	if cart.SubTotal < o.Options[0].Price {
		t.Fatalf("cart %+v", cart)
	}
	return cart
}

// A guest's cart is kept through registration, under the new session alone.
func TestCartIsKeptThroughRegistration(t *testing.T) {
	t.Parallel()
	testkit.Each(t, func(t *testing.T, a *testkit.App) {
		c := a.Guest()
		oil(t, c)
		guest := c.Cookie("shanmen")
		c.Post("/api/auth/registration", form(fields{"mobile": "81112222"})).Want(200)
		texts := a.Texts(t)
		code := regexp.MustCompile(`\d{6}`).FindString(texts[len(texts)-1].Body)
		c.Post("/api/auth/otp/verify", fields{"otp": code}).Want(200)
		var cart cartOf
		c.Get("/api/cart/checkout").Want(200).JSON(&cart)
		if len(cart.Items) != 1 || cart.SubTotal != 1000 {
			t.Errorf("cart %+v", cart)
		}
		var s struct{ Cart struct{ Count int } }
		if c.Get("/api/_auth/session").Want(200).JSON(&s); s.Cart.Count != 1 {
			t.Errorf("count %d", s.Cart.Count)
		}
		old := a.Guest()
		old.Header.Set("Cookie", "shanmen="+guest)
		old.Get("/api/cart/checkout").Want(404)
	})
}

// Paying after the session ended, by whatever, is "not logged in", and the cart is kept.
func TestPayingWithoutASession(t *testing.T) {
	t.Parallel()
	testkit.Each(t, func(t *testing.T, a *testkit.App) {
		for _, tt := range []struct {
			name string
			end  func(ctx context.Context, tx *db.Tx, userID string) error
			mend func(ctx context.Context, tx *db.Tx, userID string) error
		}{
			{"ErrEndedElsewhere", func(ctx context.Context, tx *db.Tx, userID string) error {
				return account.EndSessions(ctx, tx, userID, "")
			}, nil},
			{"ErrDisabled", func(ctx context.Context, tx *db.Tx, userID string) error {
				return a.Accounts.SetActive(ctx, tx, userID, false)
			}, func(ctx context.Context, tx *db.Tx, userID string) error {
				return a.Accounts.SetActive(ctx, tx, userID, true)
			}},
			{"ErrIdle", nil, nil},
		} {
			c := a.Member(t)
			userID := userOf(c)
			write := func(fn func(ctx context.Context, tx *db.Tx, userID string) error) {
				err := a.DB.Write(t.Context(), func(ctx context.Context, tx *db.Tx) error { return fn(ctx, tx, userID) })
				if err != nil {
					t.Fatal(err)
				}
			}
			cart := oil(t, c)
			if tt.end != nil {
				write(tt.end)
			} else {
				a.Clock.Advance(12 * time.Hour)
			}
			pay := fields{"paymentAmount": cart.SubTotal, "currency": "SGD"}
			if r := c.Post("/api/payment/new/cash", pay); r.Status != 401 || r.Code() != "not-logged-in" {
				t.Errorf("%s: cash: %d %s", tt.name, r.Status, r.Body)
			}
			pay["transactionDateTime"] = a.Clock.Now().Format(time.RFC3339)
			if r := c.Post("/api/payment/new/pay-now", pay); r.Status != 401 || r.Code() != "not-logged-in" {
				t.Errorf("%s: pay-now: %d %s", tt.name, r.Status, r.Body)
			}
			if tt.mend != nil {
				write(tt.mend)
			}
			var kept cartOf
			a.Member(t).Get("/api/cart/checkout").Want(200).JSON(&kept)
			if kept.PaymentReference != cart.PaymentReference || kept.SubTotal != cart.SubTotal {
				t.Errorf("%s: the cart was %+v and is %+v", tt.name, cart, kept)
			}
			var n int
			if err := a.DB.SQL().QueryRowContext(t.Context(), `SELECT count(*) FROM invoices`).Scan(&n); err != nil || n != 0 {
				t.Fatalf("%s: %d invoices, %v", tt.name, n, err)
			}
		}
	})
}

func userOf(c *testkit.Client) string {
	var v struct{ User struct{ ID string } }
	c.Get("/api/auth/identity").Want(200).JSON(&v)
	return v.User.ID
}
