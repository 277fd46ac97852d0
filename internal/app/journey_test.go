package app_test

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"regexp"
	"strings"
	"testing"
	"time"

	"shanmen/internal/people/account"
	"shanmen/internal/platform/db"
	"shanmen/internal/testkit"
)

// cartOf contains the fields of a cart that these tests read.
type cartOf struct {
	SubTotal         int64  `json:"subTotal"`
	PaymentReference string `json:"paymentReference"`
	Items            []struct {
		OfferingID string `json:"offeringId"`
	} `json:"items"`
}

// oil puts lamp oil, which has no form, into the visitor's cart and returns the cart.
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
	c.Post("/api/cart", map[string]any{"currency": "SGD", "items": []map[string]any{{
		"offeringId": o.ID, "optionId": o.Options[0].ID, "quantity": 1,
	}}}).Want(200).JSON(&cart)
	if cart.SubTotal < o.Options[0].Price {
		t.Fatalf("cart %+v", cart)
	}
	return cart
}

// registration is a body of POST /api/auth/registration.
func registration(mobile string) map[string]any {
	return map[string]any{"name": "陈𠮷䶮", "mobile": mobile, "password": "nine lychees at dawn", "locale": "zh", "acceptedPolicies": "2026-11-01"}
}

// A guest's cart is kept through registration, and belongs to the new session only.
func TestCartSurvivesRegistration(t *testing.T) {
	t.Parallel()
	testkit.Each(t, func(t *testing.T, a *testkit.App) {
		c := a.Guest()
		oil(t, c)
		guest := c.Cookie("shanmen")
		c.Post("/api/auth/registration", registration("81112222")).Want(200)
		texts := a.Texts(t)
		code := regexp.MustCompile(`\d{6}`).FindString(texts[len(texts)-1].Body)
		c.Post("/api/auth/otp/verify", map[string]any{"otp": code}).Want(200)
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

// Paying after the session ended, for whatever reason, gives "not logged in", and the cart is kept.
func TestPayingWithoutASessionIsRefusedAndKeepsTheCart(t *testing.T) {
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
			pay := map[string]any{"paymentAmount": cart.SubTotal, "currency": "SGD"}
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

// Each page opens with its own tickets and says what its button would do; an invalid ticket leads to the start of that
// process.
func TestTicketPagesShowWhatTheirButtonDoes(t *testing.T) {
	t.Parallel()
	testkit.One(t, func(t *testing.T, a *testkit.App) {
		c := a.Member(t)
		issue := func(purpose string) string {
			token, err := db.WriteValue(t.Context(), a.DB, func(ctx context.Context, tx *db.Tx) (string, error) {
				return a.Accounts.IssueTicket(ctx, tx, purpose, userOf(c), "mei@example.com")
			})
			if err != nil {
				t.Fatal(err)
			}
			return token
		}
		opens := map[string][]string{
			"/member/reset-email": {account.TicketNewAddress, account.TicketConfirmAddress},
			"/member/confirm":     {account.TicketConfirmAddress},
			"/member/undo-email":  {account.TicketUndoAddress},
		}
		for page, purposes := range opens {
			for _, purpose := range purposes {
				var got struct {
					Data struct{ Purpose, Email string }
				}
				a.Guest().Get("/zh" + page + "/_payload.json?ticket=" + issue(purpose)).Want(200).JSON(&got)
				if got.Data.Purpose != purpose || (got.Data.Email == "") != (purpose == account.TicketNewAddress) {
					t.Errorf("%s with a ticket %s: %+v", page, purpose, got)
				}
			}
		}
		for _, tt := range []struct{ page, guest, member string }{
			{"/member/reset-email", "/zh/member/forgot-password?notice=expired", "/zh/member/profile?notice=expired"},
			{"/member/confirm", "/zh/member/login?notice=expired&redirect=%2Fzh%2Fmember%2Fprofile%3Fnotice%3Dexpired", "/zh/member/profile?notice=expired"},
			{"/member/undo-email", "/zh/member/forgot-password?notice=expired", "/zh/member/profile?notice=expired"},
		} {
			dead := tt.page + "?ticket=" + issue("undo-address") + "x"
			for who, want := range map[*testkit.Client]string{a.Guest(): tt.guest, c: tt.member} {
				if r := who.Get("/zh" + dead).Want(302); r.Header.Get("Location") != want {
					t.Errorf("%s: to %s, want %s", tt.page, r.Header.Get("Location"), want)
				}
			}
		}
		r := a.Guest().Get("/member/confirm?ticket=" + issue(account.TicketUndoAddress)).Want(302)
		if !strings.HasPrefix(r.Header.Get("Location"), "/member/login?notice=expired&") {
			t.Errorf("a ticket for something else: %s", r.Header.Get("Location"))
		}
		// A link that was used says that its action was done.
		used := issue(account.TicketConfirmAddress)
		c.Post("/api/auth/reset-email", map[string]string{"ticket": used}).Want(200)
		for who, want := range map[*testkit.Client]string{
			a.Guest(): "/zh/member/login?notice=confirmed&redirect=%2Fzh%2Fmember%2Fprofile%3Fnotice%3Dconfirmed",
			c:         "/zh/member/profile?notice=confirmed",
		} {
			if r := who.Get("/zh/member/confirm?ticket=" + used).Want(302); r.Header.Get("Location") != want {
				t.Errorf("a used link: to %s, want %s", r.Header.Get("Location"), want)
			}
		}
	})
}

// The stored response of a registration, kept for idempotency, does not reveal its password to somebody who copies the
// rows: without the cookie passwords cannot be tried against it.
func TestASavedRegistrationRevealsNoPassword(t *testing.T) {
	t.Parallel()
	testkit.Each(t, func(t *testing.T, a *testkit.App) {
		body := `{"name":"Mei","mobile":"+6591110009","password":"nine lychees at dawn","locale":"en","acceptedPolicies":"2026-11"}`
		c := a.Guest()
		c.Post("/api/auth/registration", strings.Replace(body, "0009", "0008", 1)).Want(200) // has a session now
		c.Header.Set("Idempotency-Key", "one-registration-of-mine")
		c.Post("/api/auth/registration", body).Want(200)
		c.Post("/api/auth/registration", body).Want(200)
		if r := c.Post("/api/auth/registration", strings.Replace(body, "Mei", "Ling", 1)); r.Code() != "idempotency-key-reused" {
			t.Errorf("another body: %d %s", r.Status, r.Body)
		}
		sum := sha256.Sum256([]byte("POST /api/auth/registration\n" + body))
		if n := a.Count(t, "SELECT count(*) FROM idempotency_keys WHERE key = 'one-registration-of-mine' AND body_hash <> '"+hex.EncodeToString(sum[:])+"'"); n != 1 {
			t.Errorf("%d rows whose hash does not tell the body", n)
		}
	})
}
