package checkout_test

import (
	"context"
	"errors"
	"testing"
	"time"

	"shanmen/internal/base/money"
	"shanmen/internal/platform/db"
	"shanmen/internal/sales/cart"
	"shanmen/internal/sales/invoice"
	"shanmen/internal/testkit"
	"shanmen/internal/testkit/together"
)

// M11: adding, removing and cancelling during a payment leave an invoice that equals the cart before or after, and
// nothing is lost: what came too late is in a cart.
func TestM11CartChangesDuringAPaymentLoseNothing(t *testing.T) {
	testkit.Each(t, func(t *testing.T, a *testkit.App) {
		c := a.Member(t)
		oil, lamp := a.Item(t, "lamp-oil", "bottle"), a.Item(t, "light-lamp", "grand", "form", testkit.People("陈"))
		left := a.Remaining(t, a.Option(t, "light-lamp", "grand"))
		for round := range 24 {
			c.Post("/api/cart/cancel", nil)
			var v cart.View
			c.Fill(lamp, oil).Want(200).JSON(&v)
			var pay, other *testkit.Response
			invoices := a.Count(t, "SELECT count(*) FROM invoices")
			together.AtOnce(2, func(i int) {
				if i == 0 {
					pay = c.OrderInCash(v.SubTotal)
					return
				}
				switch round % 3 {
				case 0:
					other = c.Fill(oil)
				case 1:
					other = c.Put("/api/cart/remove/"+v.Items[1].ID, nil)
				default:
					other = c.Post("/api/cart/cancel", nil)
				}
			})
			made := a.Count(t, "SELECT count(*) FROM invoices") - invoices
			switch {
			case pay.Status == 200 && pay.Code() == "" && made == 1:
				if inv := pay.Order(); inv.SubTotal != v.SubTotal || len(inv.Items) != 2 {
					t.Errorf("round %d: an invoice between two carts: %+v", round, inv)
				}
				if round%3 == 0 { // the bottle came too late and is in a cart of its own
					other.Want(200)
					if w := c.Cart(); len(w.Items) != 1 || w.PaymentReference == v.PaymentReference {
						t.Errorf("round %d: the late item is lost: %+v", round, w)
					}
				} else if other.Status != 404 {
					t.Errorf("round %d: %d %s after the payment", round, other.Status, other.Body)
				}
				left--
			case made == 0 && round%3 < 2: // the change came first, so the total differs
				wantChanged(t, pay)
				other.Want(200)
			case made == 0: // cancelled first: nothing to pay, or the session's last invoice
				other.Want(200)
				if pay.Status != 200 && pay.Code() != "cart-empty" {
					t.Errorf("round %d: %d %s", round, pay.Status, pay.Body)
				}
			default:
				t.Errorf("round %d: %d invoices, payment %d %s", round, made, pay.Status, pay.Body)
			}
		}
		if n := a.Remaining(t, a.Option(t, "light-lamp", "grand")); n != left {
			t.Errorf("stock %d, want %d", n, left)
		}
		if n := a.Count(t, "SELECT count(*) FROM invoices v WHERE v.sub_total <> (SELECT sum(i.amount) FROM invoice_items i WHERE i.invoice_id = v.id)"); n != 0 {
			t.Errorf("%d invoices differ from their items", n)
		}
	})
}

// M06: the office repeatedly changes two prices together. An invoice has both old prices or both new ones.
func TestM06AnOrderUsesPricesOfOneMoment(t *testing.T) {
	testkit.Each(t, func(t *testing.T, a *testkit.App) {
		c := a.Member(t)
		oil, lamp := a.Option(t, "lamp-oil", "bottle"), a.Option(t, "light-lamp", "one")
		done := make(chan struct{})
		go func() {
			defer close(done)
			for i := range int64(150) {
				err := a.DB.Write(context.WithoutCancel(t.Context()), func(ctx context.Context, tx *db.Tx) error {
					if err := testkit.SetPrice(ctx, tx, oil, money.Cents(1000+i)); err != nil {
						return err
					}
					return testkit.SetPrice(ctx, tx, lamp, money.Cents(3800+i))
				})
				if err != nil {
					t.Error(err)
				}
			}
		}()
		made := 0
		for running := true; running || made == 0; {
			select {
			case <-done:
				running = false
			default:
			}
			c.Post("/api/cart/cancel", nil)
			c.Fill(a.Item(t, "lamp-oil", "bottle"), a.Item(t, "light-lamp", "one", "form", testkit.People("陈"))).Want(200)
			r := c.OrderInCash(c.Cart().SubTotal)
			if r.Status != 200 {
				wantChanged(t, r)
				continue
			}
			v := r.Order()
			if made++; v.Items[0].UnitPrice-1000 != v.Items[1].UnitPrice-3800 {
				t.Fatalf("prices of two moments: %d and %d", v.Items[0].UnitPrice, v.Items[1].UnitPrice)
			}
		}
	})
}

// M20: 200 members pay at once while parallel transactions fail after taking a number. Every number exists once, none
// is missing, and the last is the highest.
func TestM20TwoHundredPaymentsAtOnceGetNumbersWithoutGaps(t *testing.T) {
	testkit.Each(t, func(t *testing.T, a *testkit.App) {
		carts := benchCarts(t, a, 200)
		died := errors.New("died")
		together.AtOnce(len(carts)+50, func(i int) {
			ctx := context.WithoutCancel(t.Context())
			if i >= len(carts) {
				err := a.DB.Write(ctx, func(ctx context.Context, tx *db.Tx) error {
					if _, err := invoice.NextNumber(ctx, tx, invoice.SeriesInvoice, a.Clock.Now()); err != nil {
						return err
					}
					return died
				})
				if !errors.Is(err, died) {
					t.Error(err)
				}
				return
			}
			if err := a.Checkout.PayInCash(ctx, carts[i].userID, carts[i].sessionID, carts[i].cents); err != nil {
				t.Errorf("payment %d: %v", i, err)
			}
		})
		if n := a.Count(t, "SELECT count(DISTINCT number) FROM invoices WHERE number BETWEEN 'INV-2026-000001' AND 'INV-2026-000200'"); n != 200 {
			t.Errorf("%d numbers of 200", n)
		}
		if n, last := a.Count(t, "SELECT count(*) FROM invoices"), a.Count(t, "SELECT last FROM number_series WHERE series = 'INV'"); n != 200 || last != 200 {
			t.Errorf("%d orders, last number %d", n, last)
		}
	})
}

// M20: numbers have no gaps, whatever was refused in between.
func TestM20NumbersHaveNoGaps(t *testing.T) {
	testkit.Each(t, func(t *testing.T, a *testkit.App) {
		clients := make([]*testkit.Client, 12)
		for i := range clients {
			clients[i] = a.Member(t)
			if i > 0 {
				clients[i] = a.NewMember(t, "Member", "+6597770"+string(rune('0'+i/10))+string(rune('0'+i%10))+"0")
			}
		}
		for range 4 {
			together.AtOnce(len(clients), func(i int) {
				clients[i].Fill(a.Item(t, "lamp-oil", "bottle"))
				if i%3 == 0 {
					clients[i].Post(payNowPath, payNow(1000, "fileId", "unknown")) // refused after the lock was taken
					clients[i].OrderInCash(1)
				}
				clients[i].OrderInCash(1000)
			})
		}
		if n, last := a.Count(t, "SELECT count(*) FROM invoices"), a.Count(t, "SELECT last FROM number_series"); n != 48 || last != 48 {
			t.Errorf("%d invoices, last number %d", n, last)
		}
		if n := a.Count(t, "SELECT count(DISTINCT number) FROM invoices WHERE number BETWEEN 'INV-2026-000001' AND 'INV-2026-000048'"); n != 48 {
			t.Errorf("%d numbers", n)
		}
	})
}

func TestInvoiceNumbersUseTheSingaporeYear(t *testing.T) {
	testkit.Each(t, func(t *testing.T, a *testkit.App) {
		for at, want := range map[string]string{"2026-12-31T15:59:59Z": "INV-2026-000001", "2026-12-31T16:00:00Z": "INV-2027-000001"} {
			number := ""
			a.Write(t, func(ctx context.Context, tx *db.Tx) (err error) {
				number, err = invoice.NextNumber(ctx, tx, invoice.SeriesInvoice, parse(t, at))
				return err
			})
			if number != want {
				t.Errorf("%s: %s, want %s", at, number, want)
			}
		}
	})
}

func parse(t *testing.T, at string) time.Time {
	t.Helper()
	v, err := time.Parse(time.RFC3339, at)
	if err != nil {
		t.Fatal(err)
	}
	return v
}
