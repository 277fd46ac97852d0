package payment_test

import (
	"context"
	"testing"
	"time"

	"shanmen/internal/base/money"
	"shanmen/internal/platform/db"
	"shanmen/internal/sales/invoice"
	"shanmen/internal/sales/payment"
	"shanmen/internal/testkit"
)

// sentByHand asks for an order's receipt to be e-mailed to its payer and to another address.
func sentByHand(t testing.TB, a *testkit.App, v *invoice.View) {
	t.Helper()
	counter := a.Staff(t, "counter")
	counter.Post("/api/admin/invoice/"+v.ID+"/mail", map[string]any{"paper": "receipt"}).Want(200)
	counter.Post("/api/admin/invoice/"+v.ID+"/mail", map[string]any{"paper": "receipt"}).Want(200) // both go to one address, so one is sent
	counter.Post("/api/admin/invoice/"+v.ID+"/receipt-mail", map[string]any{"email": "daughter@example.com"}).Want(200)
}

// receiptsMailed counts the mails that have an official receipt attached.
func receiptsMailed(t testing.TB, a *testkit.App) (n int) {
	t.Helper()
	a.Clock.Advance(payment.UndoWindow + time.Second)
	for _, m := range a.Mails(t) {
		for _, f := range m.GetAttachments() {
			if len(f.Name) > 2 && f.Name[:3] == "OR-" {
				n++
			}
		}
	}
	return n
}

// Whatever undoes a payment withdraws every message with its receipt, including those sent by hand.
func TestNoReceiptIsSentForAnUndonePayment(t *testing.T) {
	t.Parallel()
	for name, undo := range map[string]func(t *testing.T, a *testkit.App) *invoice.View{
		"ADecision": func(t *testing.T, a *testkit.App) *invoice.View {
			c, treasurer := a.Member(t), a.Staff(t, "treasurer")
			v := lamp(t, a, c, "pay-now")
			c.PayByTransfer(v.ID, lampCents, testkit.Screenshot(t)).Want(200)
			id := a.PendingPayment(t, v.ID)
			treasurer.Approve(id).Want(200)
			sentByHand(t, a, v)
			a.Mails(t) // nothing may be sent yet
			treasurer.Post("/api/admin/payment/"+id+"/undo", nil).Want(200)
			return v
		},
		"Cash": func(t *testing.T, a *testkit.App) *invoice.View {
			v := paidInCash(t, a, a.Member(t))
			sentByHand(t, a, v)
			a.Mails(t)
			a.Staff(t, "counter").Post("/api/admin/cash/"+v.Payments[len(v.Payments)-1].ID+"/undo", nil).Want(200)
			return v
		},
		"ALineOfTheBank": func(t *testing.T, a *testkit.App) *invoice.View {
			v := lamp(t, a, a.Member(t), "pay-now")
			var did payment.Settled
			actor := a.UserID(t, "treasurer")
			a.Write(t, func(ctx context.Context, tx *db.Tx) (err error) {
				did, err = a.Payments.BookFromBank(ctx, tx, payment.Arrived{InvoiceID: v.ID, Amount: lampCents, At: a.Clock.Now(), ActorID: actor})
				return err
			})
			sentByHand(t, a, v)
			a.Write(t, func(ctx context.Context, tx *db.Tx) error {
				return a.Payments.TakeBack(ctx, tx, did.PaymentID, actor, did)
			})
			return v
		},
		"AWholeRefund": func(t *testing.T, a *testkit.App) *invoice.View {
			v := paidInCash(t, a, a.Member(t))
			sentByHand(t, a, v)
			a.Staff(t, "counter").Refund(v.ID, money.Cash, lampCents, "mistake").Want(200)
			return v
		},
	} {
		t.Run(name, func(t *testing.T) {
			testkit.Each(t, func(t *testing.T, a *testkit.App) {
				v := undo(t, a)
				if n := receiptsMailed(t, a); n > 0 {
					t.Errorf("%d receipts left", n)
				}
				if n := a.Count(t, "SELECT count(*) FROM official_receipts WHERE invoice_id = $1 AND voided_at = 0", v.ID); n != 0 {
					t.Errorf("%d receipts stand", n)
				}
			})
		})
	}
	t.Run("OKOtherReceiptsAreSent", func(t *testing.T) {
		testkit.Each(t, func(t *testing.T, a *testkit.App) {
			sentByHand(t, a, paidInCash(t, a, a.Member(t)))
			if n := receiptsMailed(t, a); n != 3 {
				t.Errorf("%d receipts left, want the payer's, the payer's again and the daughter's", n)
			}
		})
	})
}
