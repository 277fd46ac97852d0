package checkout_test

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"shanmen/internal/base/money"
	"shanmen/internal/sales/invoice"
	"shanmen/internal/testkit"
)

// A member who orders and cancels in a loop causes only a few texts, and no more open orders than allowed.
func TestOrdersInALoopSendFewSMS(t *testing.T) {
	testkit.Each(t, func(t *testing.T, a *testkit.App) {
		asDelivered(t, a)
		c := a.NewMember(t, "Lim", "+6598880101")
		a.Exec(t, "INSERT INTO settings (key, value) VALUES ('open-orders', '100')") // four times as many cancelled orders
		order := func() *testkit.Response {
			c.Fill(a.Item(t, "lamp-oil", "bottle")).Want(200)
			return c.OrderInCash(1000)
		}
		for range 60 {
			v := order().Order()
			c.Post("/api/invoice/"+v.ID+"/cancel", nil).Want(200)
			a.Clock.Advance(400 * time.Millisecond)
		}
		if n := len(a.Texts(t)); n < 1 || n > 4 {
			t.Errorf("%d texts left for 60 orders in half a minute", n)
		}
		for range 10 { // also in the following hours
			for range 5 {
				a.Clock.Advance(2 * time.Minute)
				v := order().Order()
				c.Post("/api/invoice/"+v.ID+"/cancel", nil).Want(200)
			}
		}
		if n := len(a.Texts(t)); n > 10 {
			t.Errorf("%d texts left for one member in a day", n)
		}
	})
}

// Five unpaid orders are open; the sixth is refused before any money is transferred, with either payment method, and
// nothing is lost.
func TestAMemberHasAtMostFiveUnpaidOrders(t *testing.T) {
	testkit.Each(t, func(t *testing.T, a *testkit.App) {
		asDelivered(t, a)
		c := a.NewMember(t, "Lim", "+6598880101")
		var last *invoice.View
		for range 5 {
			last = c.BuyFor(1000, a.Item(t, "lamp-oil", "bottle"))
		}
		c.Fill(a.Item(t, "lamp-oil", "bottle")).Want(200)
		for path, body := range map[string]any{cashPath: cash(1000), payNowPath: payNow(1000), qrPath: nil} {
			if r := c.Post(path, body).Want(400); r.Code() != "open-orders" || !strings.Contains(string(r.Body), "5 orders") {
				t.Errorf("%s: %s", path, r.Body)
			}
		}
		if n := a.Count(t, "SELECT count(*) FROM invoices"); n != 5 {
			t.Errorf("%d orders", n)
		}
		if len(c.Cart().Items) != 1 {
			t.Error("the cart was lost")
		}
		// Money that was already transferred is processed, however many orders are open.
		c.Post(payNowPath, payNow(1000, "fileId", c.SendReceipt(testkit.Screenshot(t)).FileID)).Want(200)
		c.Post("/api/invoice/"+last.ID+"/cancel", nil).Want(200)
		c.BuyFor(1000, a.Item(t, "lamp-oil", "bottle"))
	})
}

// Of an option with little stock one member can hold at most four unpaid, for six hours; cancelled ones count for a
// day. Others can still book.
func TestAMemberCannotBlockScarceStock(t *testing.T) {
	testkit.Each(t, func(t *testing.T, a *testkit.App) {
		asDelivered(t, a)
		lamp := a.Option(t, "lamp-oil", "bottle")
		a.SetRemaining(t, lamp, 8)
		c := a.NewMember(t, "Lim", "+6598880101")
		refused := func(quantity int) {
			t.Helper()
			c.Fill(a.Item(t, "lamp-oil", "bottle", "quantity", quantity)).Want(200)
			for path, body := range map[string]any{cashPath: cash(money.Cents(int64(quantity) * 1000)), qrPath: nil} {
				if r := c.Post(path, body).Want(400); r.Code() != "places-few" {
					t.Errorf("%d places, %s: %s", quantity, path, r.Body)
				}
			}
			c.Post("/api/cart/cancel", nil).Want(200)
		}
		refused(8)
		v := c.BuyFor(4000, a.Item(t, "lamp-oil", "bottle", "quantity", 4))
		if v.ExpiresAt == nil || v.ExpiresAt.Sub(a.Clock.Now()) > 6*time.Hour {
			t.Errorf("the order lives until %v", v.ExpiresAt)
		}
		refused(1)
		c.Post("/api/invoice/"+v.ID+"/cancel", nil).Want(200)
		refused(1)
		if a.Remaining(t, lamp) != 8 {
			t.Errorf("%d places are left", a.Remaining(t, lamp))
		}
		a.Clock.Advance(24 * time.Hour)
		login := map[string]any{"identifier": "+6598880101", "password": "incense at dawn 18"}
		c.Post("/api/auth/authentication", login).Want(200)
		c.Fill(a.Item(t, "lamp-oil", "bottle", "quantity", 4)).Want(200)
		c.Post(payNowPath, payNow(4000)).Want(200)
		a.Clock.Advance(6*time.Hour + time.Minute)
		a.MustSweep(t)
		if a.Remaining(t, lamp) != 8 {
			t.Errorf("%d places are left after six hours", a.Remaining(t, lamp))
		}
		refused(1)
		for i := range 2 {
			other := a.NewMember(t, "Tan", fmt.Sprintf("+659888020%d", i))
			other.BuyFor(4000, a.Item(t, "lamp-oil", "bottle", "quantity", 4))
		}
	})
}

// Of an option with large stock one member can hold only a share, however it is ordered.
func TestAMemberCannotHoldMuchStockAtOnce(t *testing.T) {
	testkit.Each(t, func(t *testing.T, a *testkit.App) {
		asDelivered(t, a)
		lamp := a.Option(t, "lamp-oil", "bottle")
		a.SetRemaining(t, lamp, 36)
		c := a.NewMember(t, "Lim", "+6598880101")
		for _, items := range [][]int{{36}, {16}, {4, 4}} {
			sum := 0
			for _, quantity := range items {
				sum += quantity
				c.Fill(a.Item(t, "lamp-oil", "bottle", "quantity", quantity)).Want(200)
			}
			for path, body := range map[string]any{cashPath: cash(money.Cents(int64(sum) * 1000)), qrPath: nil} {
				if r := c.Post(path, body).Want(400); r.Code() != "places-few" || !strings.Contains(string(r.Body), "at most 7 ") {
					t.Errorf("%d of 36 places, %s: %s", sum, path, r.Body)
				}
			}
			c.Post("/api/cart/cancel", nil).Want(200)
		}
		order := func(c *testkit.Client, quantity int64) *invoice.View {
			return c.BuyFor(money.Cents(quantity*1000), a.Item(t, "lamp-oil", "bottle", "quantity", quantity))
		}
		if v := order(c, 7); v.ExpiresAt.Sub(a.Clock.Now()) < 24*time.Hour {
			t.Errorf("29 are left, and the order lives until %v", v.ExpiresAt)
		}
		c.Fill(a.Item(t, "lamp-oil", "bottle")).Want(200)
		if r := c.OrderInCash(1000).Want(400); r.Code() != "places-few" {
			t.Errorf("an eighth: %s", r.Body)
		}
		order(a.NewMember(t, "Tan", "+6598880200"), 5)
		if v := order(a.NewMember(t, "Ong", "+6598880201"), 4); v.ExpiresAt.Sub(a.Clock.Now()) > 6*time.Hour {
			t.Errorf("20 are left, and the order lives until %v", v.ExpiresAt)
		}
	})
}

// Somebody who orders and cancels in a loop creates no more orders than a person could: each order's rows and number
// are kept for years.
func TestAbandonedOrdersAreLimited(t *testing.T) {
	testkit.Each(t, func(t *testing.T, a *testkit.App) {
		asDelivered(t, a)
		c := a.NewMember(t, "Lim", "+6598880101")
		for range 20 {
			c.Fill(a.Item(t, "lamp-oil", "bottle")).Want(200)
			c.Post("/api/invoice/"+c.OrderInCash(1000).Order().ID+"/cancel", nil).Want(200)
			a.Clock.Advance(time.Minute)
		}
		c.Fill(a.Item(t, "lamp-oil", "bottle")).Want(200)
		for path, body := range map[string]any{cashPath: cash(1000), payNowPath: payNow(1000), qrPath: nil} {
			if r := c.Post(path, body).Want(400); r.Code() != "orders-let-go" || !strings.Contains(string(r.Body), "20 of your orders") {
				t.Errorf("%s: %s", path, r.Body)
			}
		}
		// Money that was already transferred is processed.
		c.Post(payNowPath, payNow(1000, "fileId", c.SendReceipt(testkit.Screenshot(t)).FileID)).Want(200)
		c.Fill(a.Item(t, "lamp-oil", "bottle")).Want(200)
		a.Clock.Advance(24 * time.Hour)
		c.Post("/api/auth/authentication", map[string]any{"identifier": "+6598880101", "password": "incense at dawn 18"}).Want(200)
		c.OrderInCash(1000).Want(200)
	})
}

// Showing one QR code after another does not hold little stock for ever: after an hour further holds are refused.
func TestRepeatedQRCodesCannotHoldScarceStock(t *testing.T) {
	testkit.Each(t, func(t *testing.T, a *testkit.App) {
		asDelivered(t, a)
		a.SetRemaining(t, a.Option(t, "lamp-oil", "bottle"), 8)
		c := a.NewMember(t, "Lim", "+6598880101")
		c.Fill(a.Item(t, "lamp-oil", "bottle", "quantity", 4)).Want(200)
		held := 0
		for range 5 * 12 { // every five minutes, for five hours
			if r := c.Post(qrPath, nil); r.Status == 200 {
				held++
			} else if r.Code() != "places-rest" {
				t.Fatalf("%s", r.Body)
			}
			a.Clock.Advance(5 * time.Minute)
			a.MustSweep(t)
		}
		if held == 0 || held > 24 {
			t.Errorf("%d of 60 codes were shown", held)
		}
		a.Clock.Advance(90 * time.Minute)
		c.Post(qrPath, nil).Want(200)
	})
}

// A transfer that was refused by the limit is shown to the office, like one that met a changed cart.
func TestATransferBeyondTheOrderLimitIsKept(t *testing.T) {
	testkit.Each(t, func(t *testing.T, a *testkit.App) {
		asDelivered(t, a)
		lamp := a.Option(t, "lamp-oil", "bottle")
		c := a.NewMember(t, "Lim", "+6598880101")
		c.Fill(a.Item(t, "lamp-oil", "bottle", "quantity", 5)).Want(200)
		c.Post(qrPath, nil).Want(200)
		a.Clock.Advance(61 * time.Minute)
		a.MustSweep(t)
		a.SetRemaining(t, lamp, 8)
		file := c.SendReceipt(testkit.Screenshot(t)).FileID
		if r := c.Post(payNowPath, payNow(5000, "fileId", file)).Want(400); r.Code() != "places-few" {
			t.Fatalf("%s", r.Body)
		}
		if n := a.Count(t, "SELECT count(*) FROM unclaimed_transfers WHERE upload_id = $1 AND amount = 5000 AND resolved_at = 0", file); n != 1 {
			t.Errorf("%d transfers are known", n)
		}
	})
}

// asDelivered resets the order limits to their defaults.
func asDelivered(t *testing.T, a *testkit.App) {
	t.Helper()
	for _, key := range []string{"open-orders", "places-few"} {
		a.Exec(t, "DELETE FROM settings WHERE key = $1", key)
	}
}
