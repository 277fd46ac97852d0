package late_test

import (
	"context"
	"testing"
	"time"

	"shanmen/internal/base/money"
	"shanmen/internal/platform/db"
	"shanmen/internal/sales/invoice"
	"shanmen/internal/sales/late"
	"shanmen/internal/sales/payment"
	"shanmen/internal/testkit"
)

func lateRows(t *testing.T, desk *testkit.Client) (l late.Rows) {
	t.Helper()
	desk.Get("/api/admin/late").Want(200).JSON(&l)
	return l
}

// orders pays for the member's cart as it is, by transfer; with is the picture, "" without.
func orders(t *testing.T, a *testkit.App, c *testkit.Client, picture bool) *invoice.View {
	t.Helper()
	v := c.Cart()
	more := []any{"transactionDateTime", a.Clock.Now().Add(-time.Hour).Format(time.RFC3339)}
	if picture {
		more = append(more, "fileId", c.SendReceipt(testkit.Screenshot(t)).FileID)
	}
	return c.OrderByPayNow(v.SubTotal, more...).Order()
}

// unpictured declares a transfer without a picture.
func unpictured(t *testing.T, a *testkit.App, c *testkit.Client) (transferID, cartID string) {
	t.Helper()
	transferID, cartID = declared(t, a, c)
	a.Exec(t, "UPDATE unclaimed_transfers SET upload_id = '' WHERE id = $1", transferID)
	a.Exec(t, "UPDATE carts SET upload_id = '' WHERE id = $1", cartID)
	return transferID, cartID
}

var giveItBack = map[string]any{"as": "refund", "method": 2001, "reason": "mistake", "received": grandCents}

// A transfer that settles an order is no longer late money, and is used once.
func TestLateMoneyIsClosedWhenAnotherPaymentSettlesIt(t *testing.T) {
	testkit.Each(t, func(t *testing.T, a *testkit.App) {
		t.Run("AMemberOrdersAndIsApproved", func(t *testing.T) {
			c := a.NewMember(t, "Tan Mei Ling", "+6581110001")
			_, cartID := declared(t, a, c)
			setLampPrice(t, a, grandCents)
			line := told(t, a, "cart", cartID, "K7Q4X9TM2P", grandCents)
			c.Cart() // today's price
			inv := orders(t, a, c, true)
			desk := a.Staff(t, "treasurer")
			if code := decide(desk, "line", line, giveItBack).Want(400).Code(); code != "payment-undecided" {
				t.Errorf("while its picture is checked: %s", code)
			}
			desk.Approve(inv.Payments[0].ID, "amountReceived", grandCents).Want(200)
			if l := lateRows(t, desk); len(l.Items) != 0 {
				t.Errorf("still late: %+v", l.Items)
			}
			if code := decide(desk, "line", line, giveItBack).Want(400).Code(); code != "already-decided" {
				t.Errorf("used twice: %s", code)
			}
			if n := a.Count(t, "SELECT count(*) FROM payments WHERE id = $1 AND unseen = 0", inv.Payments[0].ID); n != 1 {
				t.Error("the bank has told of it, and it counts as unseen")
			}
		})
		t.Run("ATransferWithoutAPicture", func(t *testing.T) {
			c := a.NewMember(t, "Lim Siew Eng", "+6581110002")
			transferID, _ := unpictured(t, a, c)
			setLampPrice(t, a, grandCents)
			inv := orders(t, a, c, false)
			desk := a.Staff(t, "treasurer")
			if l := lateRows(t, desk); len(l.Items) != 1 || l.Items[0].For != "waiting" || l.Items[0].InvoiceID != inv.ID {
				t.Fatalf("late: %+v", l.Items)
			}
			for _, as := range []string{"refund", "donation"} {
				body := map[string]any{"as": as, "method": 2001, "reason": "mistake", "received": grandCents}
				if code := decide(desk, "transfer", transferID, body).Want(400).Code(); code != "late-order-waits" {
					t.Errorf("%s: %s", as, code)
				}
			}
			var d late.Detail
			decide(desk, "transfer", transferID, map[string]any{"as": "invoice", "received": grandCents}).Want(200).JSON(&d)
			now := c.Order(inv.ID)
			if now.Status != invoice.Paid || now.Paid != now.SubTotal || d.Decision == nil || d.Decision.InvoiceID != inv.ID {
				t.Errorf("the order: %+v, decided %+v", now, d.Decision)
			}
		})
		t.Run("TheBankSettlesItsOrder", func(t *testing.T) {
			c := a.NewMember(t, "Goh Ah Kow", "+6581110003")
			transferID, _ := unpictured(t, a, c)
			setLampPrice(t, a, grandCents)
			inv := orders(t, a, c, false)
			a.Write(t, func(ctx context.Context, tx *db.Tx) error {
				_, err := a.Payments.BookFromBank(ctx, tx, payment.Arrived{InvoiceID: inv.ID, Amount: grandCents, At: a.Clock.Now(), ActorID: a.UserID(t, "treasurer")})
				return err
			})
			desk := a.Staff(t, "treasurer")
			if l := lateRows(t, desk); len(l.Items) != 0 {
				t.Errorf("still late: %+v", l.Items)
			}
			if code := decide(desk, "transfer", transferID, giveItBack).Want(400).Code(); code != "already-decided" {
				t.Errorf("used twice: %s", code)
			}
		})
		t.Run("CashDoesNotCloseLateMoney", func(t *testing.T) {
			c := a.NewMember(t, "Koh Hock Seng", "+6581110004")
			transferID, _ := declared(t, a, c)
			setLampPrice(t, a, grandCents)
			c.Get("/api/cart/checkout").Want(200)
			a.TakeCash(t, c.OrderInCash(grandCents).Order())
			desk := a.Staff(t, "treasurer")
			if code := decide(desk, "transfer", transferID, map[string]any{"as": "invoice", "prices": "then", "received": grandCents}).Want(400).Code(); code != "cart-paid" {
				t.Errorf("an order of a cart that is paid: %s", code)
			}
			before := today(t, a, desk)
			decide(desk, "transfer", transferID, giveItBack).Want(200)
			if r := today(t, a, desk); r.Closing != before.Closing || !r.Ties {
				t.Errorf("closing %d, was %d", r.Closing, before.Closing)
			}
		})
		t.Run("ReopenedByHand", func(t *testing.T) {
			v := expired(t, a)
			desk := a.Staff(t, "treasurer")
			line := told(t, a, "expired", v.ID, v.PaymentReference, grandCents)
			path := "/api/admin/invoice/" + v.ID + "/reopen"
			if code := desk.Post(path, map[string]any{"received": grandCents + 100}).Want(400).Code(); code != "late-line-waits" {
				t.Errorf("another amount than the bank tells of: %s", code)
			}
			desk.Post(path, map[string]any{"received": grandCents}).Want(200)
			if code := decide(desk, "line", line, giveItBack).Want(400).Code(); code != "already-decided" {
				t.Errorf("used twice: %s", code)
			}
		})
		t.Run("RefundedBeforeTheBankLineArrived", func(t *testing.T) {
			c := a.NewMember(t, "Ong Kim Huat", "+6581110005")
			transferID, cartID := declared(t, a, c)
			desk := a.Staff(t, "treasurer")
			decide(desk, "transfer", transferID, giveItBack).Want(200)
			line := told(t, a, "cart", cartID, "K7Q4X9TM2P", grandCents)
			for _, as := range []string{"refund", "donation"} {
				body := map[string]any{"as": as, "method": 2001, "reason": "mistake"}
				if code := decide(desk, "line", line, body).Want(400).Code(); code != "late-counted" {
					t.Errorf("%s: %s", as, code)
				}
			}
			decide(desk, "line", line, map[string]any{"as": "counted"}).Want(200)
			if l := lateRows(t, desk); len(l.Items) != 0 {
				t.Errorf("still late: %+v", l.Items)
			}
			second := told(t, a, "cart", cartID, "K7Q4X9TM2P", grandCents) // transferred twice
			decide(desk, "line", second, map[string]any{"as": "donation"}).Want(200)
			setLampPrice(t, a, grandCents)
		})
		t.Run("DecidedThroughItsBankLine", func(t *testing.T) {
			c := a.NewMember(t, "Teo Geok Lian", "+6581110006")
			transferID, cartID := declared(t, a, c)
			desk := a.Staff(t, "treasurer")
			decide(desk, "line", told(t, a, "cart", cartID, "K7Q4X9TM2P", grandCents), giveItBack).Want(200)
			if code := decide(desk, "transfer", transferID, giveItBack).Want(400).Code(); code != "already-decided" {
				t.Errorf("used twice: %s", code)
			}
			setLampPrice(t, a, grandCents)
		})
	})
}

// A cart whose transfer never arrived may have another one, which waits for a separate decision.
func TestASecondTransferForACartIsLateMoney(t *testing.T) {
	testkit.Each(t, func(t *testing.T, a *testkit.App) {
		c := a.Member(t)
		first, _ := declared(t, a, c)
		again := func(cents money.Cents) {
			t.Helper()
			a.Clock.Advance(2 * time.Hour)
			c.Post("/api/payment/pay-now/qr", nil).Want(200)
			a.Clock.Advance(2 * time.Hour)
			a.MustSweep(t)
			setLampPrice(t, a, cents)
			u := c.SendReceipt(testkit.Screenshot(t))
			c.OrderByPayNow(cents-1, "fileId", u.FileID).Want(500)
		}
		for i, as := range []map[string]any{{"as": "not-arrived"}, giveItBack, {"as": "donation", "received": 5000}} {
			desk := a.Staff(t, "treasurer")
			l := lateRows(t, desk)
			if len(l.Items) != 1 || i > 0 && l.Items[0].ID == first {
				t.Fatalf("%d: late %+v", i, l.Items)
			}
			decide(desk, "transfer", l.Items[0].ID, as).Want(200)
			again(money.Cents(21000 + 1000*i))
		}
		if n := a.Count(t, "SELECT count(*) FROM unclaimed_transfers WHERE resolved_at > 0"); n != 3 {
			t.Errorf("%d decisions are kept", n)
		}
	})
}

// A credit that the treasurer records as a donation is an order with a receipt, and counts as one in every report.
func TestABankLineKeptAsADonationGetsAReceipt(t *testing.T) {
	testkit.Each(t, func(t *testing.T, a *testkit.App) {
		desk := a.Staff(t, "treasurer")
		before := today(t, a, desk)
		line := told(t, a, "", "", "for the roof", 12345)
		desk.Post("/api/admin/bank/line/"+line+"/ignore", map[string]any{"reason": "donation"}).Want(200)
		if r := today(t, a, desk); r.Taken.Amount-before.Taken.Amount != 12345 || r.Unseen.Count != before.Unseen.Count || !r.Ties {
			t.Errorf("taken %+v", r.Taken)
		}
		if n := a.Count(t, "SELECT count(*) FROM bank_matches m JOIN official_receipts o ON o.payment_id = m.payment_id JOIN invoices v ON v.id = m.invoice_id WHERE m.line_id = $1 AND v.payer_name = 'TAN BEE LENG'", line); n != 1 {
			t.Error("there is no receipt for it")
		}
	})
}
