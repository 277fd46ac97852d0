package checkout_test

import (
	"context"
	"fmt"
	"strings"
	"testing"
	"time"

	"shanmen/internal/base/money"
	"shanmen/internal/platform/db"
	"shanmen/internal/sales/cart"
	"shanmen/internal/sales/invoice"
	"shanmen/internal/sales/payment"
	"shanmen/internal/testkit"
	"shanmen/internal/testkit/paynowcode"
)

// M04 of docs/reliability.md: a price that changed since the cart was shown is confirmed before payment.
func TestAChangedPriceIsConfirmedBeforePaying(t *testing.T) {
	testkit.Each(t, func(t *testing.T, a *testkit.App) {
		for i, pay := range []func(int64) (string, map[string]any){
			func(n int64) (string, map[string]any) { return cashPath, cash(money.Cents(n)) },
			func(n int64) (string, map[string]any) { return payNowPath, payNow(money.Cents(n)) },
		} {
			c := a.NewMember(t, "Lim", fmt.Sprintf("+659888010%d", i))
			oil := a.Option(t, "lamp-oil", "bottle")
			a.SetPrice(t, oil, 1000)
			c.Fill(a.Item(t, "lamp-oil", "bottle", "quantity", 2)).Want(200)
			a.SetPrice(t, oil, 1250)
			path, body := pay(2000)
			wantChanged(t, c.Post(path, body))
			if n := a.Count(t, "SELECT count(*) FROM invoices"); n != int64(i) {
				t.Fatalf("%d invoices", n)
			}
			v := c.Cart()
			if it := v.Items[0]; it.State != cart.StateChanged || it.UnitPrice != 1250 || *it.PriceBefore != 1000 || v.SubTotal != 2500 {
				t.Errorf("cart: %+v", it)
			}
			path, body = pay(2000) // the old total is still refused
			wantChanged(t, c.Post(path, body))
			path, body = pay(2500)
			if inv := c.Post(path, body).Order(); inv.SubTotal != 2500 || inv.PaymentReference != v.PaymentReference {
				t.Errorf("invoice: %+v", inv)
			}
		}
	})
}

// Somebody who has seen the new price in the cart agrees to it by paying. Two opposite price changes with an unchanged
// total still have to be confirmed.
func TestPayingNeedsThePricesLastShown(t *testing.T) {
	testkit.Each(t, func(t *testing.T, a *testkit.App) {
		c := a.Member(t)
		oil, incense := a.Option(t, "lamp-oil", "bottle"), a.Option(t, "light-lamp", "one")
		c.Fill(a.Item(t, "lamp-oil", "bottle"), a.Item(t, "light-lamp", "one", "form", testkit.People("陈"))).Want(200)
		a.SetPrice(t, oil, 1300)
		a.SetPrice(t, incense, 3500)
		wantChanged(t, c.OrderInCash(4800))
		a.SetPrice(t, oil, 1400)
		if v := c.Cart(); v.SubTotal != 4900 {
			t.Fatalf("total %d", v.SubTotal)
		}
		if v := c.OrderInCash(4900).Order(); v.SubTotal != 4900 || v.Items[0].UnitPrice != 1400 {
			t.Errorf("invoice: %+v", v)
		}
	})
}

// M05 of docs/reliability.md: an item that became unavailable since the cart was shown is not sold.
func TestAnItemThatBecameUnavailableIsNotSold(t *testing.T) {
	for name, take := range map[string]func(t *testing.T, a *testkit.App, offeringID, optionID string){
		"SoldOut": func(t *testing.T, a *testkit.App, _, optionID string) { a.SetRemaining(t, optionID, 1) },
		"Withdrawn": func(t *testing.T, a *testkit.App, offeringID, _ string) {
			a.Write(t, func(ctx context.Context, tx *db.Tx) error { return testkit.ShowOffering(ctx, tx, offeringID, false) })
		},
		"Closed": func(t *testing.T, a *testkit.App, offeringID, _ string) {
			a.Write(t, func(ctx context.Context, tx *db.Tx) error {
				return testkit.CloseOffering(ctx, tx, offeringID, a.Clock.Now())
			})
		},
	} {
		t.Run(name, func(t *testing.T) {
			testkit.Each(t, func(t *testing.T, a *testkit.App) {
				c := a.Member(t)
				item := a.Item(t, "sangha-meal", "whole", "quantity", 2, "form", testkit.People("陈"))
				c.Fill(a.Item(t, "light-lamp", "grand", "form", testkit.People("陈")), item).Want(200)
				v := c.Cart()
				grand := a.Option(t, "light-lamp", "grand")
				left := a.Remaining(t, grand)
				take(t, a, item["offeringId"].(string), item["optionId"].(string))
				for path, body := range map[string]map[string]any{cashPath: cash(v.SubTotal), payNowPath: payNow(v.SubTotal), qrPath: nil} {
					if body == nil {
						wantChanged(t, c.Post(path, nil))
					} else {
						wantChanged(t, c.Post(path, body))
					}
				}
				if a.Count(t, "SELECT count(*) FROM invoices") != 0 || a.Remaining(t, grand) != left || a.Count(t, "SELECT count(*) FROM holds") != 0 {
					t.Error("something was taken")
				}
				w := c.Cart()
				if w.Items[1].State != cart.StateUnavailable || w.Items[0].State != cart.StateOK {
					t.Fatalf("cart: %+v", w.Items)
				}
				c.Put("/api/cart/remove/"+w.Items[1].ID, nil).Want(200)
				c.OrderInCash(18800).Want(200)
				if got := a.Remaining(t, grand); got != left-1 {
					t.Errorf("stock %d", got)
				}
			})
		})
	}
}

// 44062 after a QR was shown: the transfer is not lost, and its picture is used by the next payment.
func TestATransferForAChangedCartIsUnclaimed(t *testing.T) {
	testkit.Each(t, func(t *testing.T, a *testkit.App) {
		c := a.Member(t)
		oil := a.Option(t, "lamp-oil", "bottle")
		c.Fill(a.Item(t, "lamp-oil", "bottle")).Want(200)
		c.Post(qrPath, nil).Want(200)
		fileID := c.SendReceipt(testkit.Screenshot(t)).FileID
		a.Clock.Advance(61 * time.Minute)
		a.SetPrice(t, oil, 1500)
		c.Header.Set("Idempotency-Key", "first press")
		wantChanged(t, c.Post(payNowPath, payNow(1000, "fileId", fileID, "declaredAmount", 1001)))
		c.Header.Del("Idempotency-Key")
		v := c.Cart()
		if v.Unclaimed == nil || v.Unclaimed.Amount != 1000 || *v.Unclaimed.DeclaredAmount != 1001 || v.UploadID != fileID || v.SubTotal != 1500 {
			t.Fatalf("cart: %+v, unclaimed %+v", v, v.Unclaimed)
		}
		if n := a.Count(t, "SELECT count(*) FROM unclaimed_transfers WHERE reference = $1 AND upload_id = $2 AND resolved_at = 0", v.PaymentReference, fileID); n != 1 {
			t.Fatalf("%d unclaimed transfers", n)
		}
		inv := c.Post(payNowPath, payNow(1500)).Order()
		if inv.Status != invoice.UnderVerification || len(inv.Payments[0].Images) != 1 {
			t.Errorf("the picture was not used: %+v", inv)
		}
		if n := a.Count(t, "SELECT count(*) FROM unclaimed_transfers WHERE resolved_at = 0"); n != 0 {
			t.Errorf("%d unclaimed transfers", n)
		}
	})
}

// M07, M08, M15 of docs/reliability.md: a wrong amount, a foreign currency or an impossible transfer time is refused.
func TestM07M08M15MalformedPaymentsAreRefused(t *testing.T) {
	testkit.One(t, func(t *testing.T, a *testkit.App) {
		c := a.Member(t)
		c.Fill(a.Item(t, "lamp-oil", "bottle")).Want(200)
		body := func(amount, currency, at string) string {
			return `{"paymentAmount":` + amount + `,"currency":` + currency + `,"transactionDateTime":` + at + `}`
		}
		good := `"` + when + `"`
		for name, raw := range map[string]string{
			"ErrAmountNegative":   body("-1", `"SGD"`, good),
			"ErrAmountFraction":   body("12.001", `"SGD"`, good),
			"ErrAmountHuge":       body("1e308", `"SGD"`, good),
			"ErrAmount2to63":      body("9223372036854775808", `"SGD"`, good),
			"ErrAmountString":     body(`"10.00"`, `"SGD"`, good),
			"ErrAmountNull":       body("null", `"SGD"`, good),
			"ErrAmountMissing":    `{"currency":"SGD","transactionDateTime":` + good + `}`,
			"ErrCurrencyUSD":      body("1000", `"USD"`, good),
			"ErrCurrencyLower":    body("1000", `"sgd"`, good),
			"ErrCurrencyEmpty":    body("1000", `""`, good),
			"ErrCurrencyArray":    body("1000", `["SGD"]`, good),
			"ErrCurrencyMissing":  `{"paymentAmount":1000,"transactionDateTime":` + good + `}`,
			"ErrCurrencyTwice":    `{"paymentAmount":1000,"currency":"SGD","currency":"SGD","transactionDateTime":` + good + `}`,
			"ErrTimeMissing":      `{"paymentAmount":1000,"currency":"SGD"}`,
			"ErrTimeWords":        body("1000", `"SGD"`, `"yesterday"`),
			"ErrTimeNoZone":       body("1000", `"SGD"`, `"2026-11-21T11:58:03"`),
			"ErrTime1970":         body("1000", `"SGD"`, `"1970-01-01T00:00:00Z"`),
			"ErrTime9999":         body("1000", `"SGD"`, `"9999-12-31T23:59:59Z"`),
			"ErrTime29February":   body("1000", `"SGD"`, `"2026-02-29T10:00:00+08:00"`),
			"ErrTimeLeapSecond":   body("1000", `"SGD"`, `"2026-11-20T23:59:60Z"`),
			"ErrTime61DaysAgo":    body("1000", `"SGD"`, `"2026-09-21T12:00:00+08:00"`),
			"ErrTimeAhead":        body("1000", `"SGD"`, `"2026-11-21T12:11:00+08:00"`),
			"ErrDeclaredNegative": `{"paymentAmount":1000,"currency":"SGD","declaredAmount":-5,"transactionDateTime":` + good + `}`,
			"ErrPayerTooLong":     `{"paymentAmount":1000,"currency":"SGD","declaredPayer":"` + strings.Repeat("a", 81) + `","transactionDateTime":` + good + `}`,
			"ErrUnknownField":     `{"paymentAmount":1000,"currency":"SGD","status":"paid","transactionDateTime":` + good + `}`,
			"ErrEmptyBody":        ``,
		} {
			t.Run(name, func(t *testing.T) { c.Post(payNowPath, raw).Want(400) })
		}
		for name, currency := range map[string]string{"ErrCashUSD": `,"currency":"USD"`, "ErrCashLower": `,"currency":"sgd"`, "ErrCashNoCurrency": ""} {
			t.Run(name, func(t *testing.T) { c.Post(cashPath, `{"paymentAmount":1000`+currency+`}`).Want(400) })
		}
		for _, amount := range []int64{0, 1, 999, 1001, 100000} {
			wantChanged(t, c.Post(payNowPath, payNow(money.Cents(amount))))
			wantChanged(t, c.OrderInCash(money.Cents(amount)))
		}
		if a.Count(t, "SELECT count(*) FROM invoices") != 0 || c.Cart().SubTotal != 1000 {
			t.Error("something happened")
		}
		at := "2026-11-21T12:09:59.5+08:00" // a phone's clock may be slightly fast
		v := c.Post(payNowPath, payNow(1000, "transactionDateTime", at)).Order()
		if v.Payments[0].TransactionDateTime != at {
			t.Errorf("kept %q", v.Payments[0].TransactionDateTime)
		}
	})
}

// M16 of docs/reliability.md: a picture of another member, a used one, or another kind of file pays for nothing.
func TestPicturesOfOthersAndUsedPicturesAreRefused(t *testing.T) {
	testkit.Each(t, func(t *testing.T, a *testkit.App) {
		c, other := a.Member(t), a.NewMember(t, "Other", "+6598880001")
		foreign := other.SendReceipt(testkit.Screenshot(t)).FileID
		c.Fill(a.Item(t, "lamp-oil", "bottle")).Want(200)
		used := c.SendReceipt(testkit.Screenshot(t)).FileID
		c.Post(payNowPath, payNow(1000, "fileId", used)).Want(200)
		c.Fill(a.Item(t, "lamp-oil", "bottle")).Want(200)
		var bodies []string
		for _, fileID := range []string{foreign, used, "01939c40-0000-7000-8000-000000000000", "x", "'--"} {
			r := c.Post(payNowPath, payNow(1000, "fileId", fileID)).Want(400)
			if r.Code() != "receipt-unknown" {
				t.Errorf("%s: %s", fileID, r.Body)
			}
			bodies = append(bodies, string(r.Body))
		}
		for _, b := range bodies {
			if b != bodies[0] {
				t.Errorf("the answers differ: %s / %s", b, bodies[0])
			}
		}
		c.Post(payNowPath, payNow(1000, "fileId", 7)).Want(400)
		if n := a.Count(t, "SELECT count(*) FROM invoices"); n != 1 {
			t.Fatalf("%d invoices", n)
		}

		t.Run("ThePictureFollows", func(t *testing.T) {
			v := c.Post(payNowPath, payNow(1000)).Order()
			if v.Status != invoice.AwaitingPayment || len(v.Payments) != 1 {
				t.Fatalf("invoice: %+v", v)
			}
			if code, err := paynowcode.Parse(decode(t, c.Get(v.PayNowURL).Want(200).Body)); err != nil || code.Cents != 1000 || code.Editable || code.Reference != v.PaymentReference || !code.Expires.Equal(*v.ExpiresAt) {
				t.Errorf("the invoice's code: %+v, %v", code, err)
			}
			other.Get(v.PayNowURL).Want(404)
			c.Post(payNowPath, payNow(999, "invoiceId", v.ID)).Want(400)
			other.Post(payNowPath, payNow(1000, "invoiceId", v.ID)).Want(404)
			w := c.Post(payNowPath, payNow(1000, "invoiceId", v.ID, "fileId", c.SendReceipt(testkit.Screenshot(t)).FileID)).Order()
			c.Get(v.PayNowURL).Want(404) // nothing is due any more
			if w.ID != v.ID || w.Number != v.Number || w.Status != invoice.UnderVerification || len(w.Payments) != 1 || len(w.Payments[0].Images) != 1 || w.ExpiresAt != nil {
				t.Errorf("invoice: %+v", w)
			}
			if r := c.Post(cashPath, map[string]any{"paymentAmount": 1000, "currency": "SGD", "invoiceId": v.ID}).Want(400); r.Code() != "invoice-not-payable" {
				t.Errorf("got %s", r.Body)
			}
		})
		t.Run("TheMethodMayChange", func(t *testing.T) {
			c.Fill(a.Item(t, "lamp-oil", "bottle")).Want(200)
			v := c.Post(payNowPath, payNow(1000)).Order()
			again := map[string]any{"paymentAmount": 1000, "currency": "SGD", "invoiceId": v.ID}
			for range 2 {
				w := c.Post(cashPath, again).Order()
				if len(w.Payments) != 2 || w.Payments[0].Status != payment.Voided || w.Payments[1].Method != 1 || w.Status != invoice.AwaitingPayment {
					t.Errorf("payments: %+v", w.Payments)
				}
			}
		})
	})
}
