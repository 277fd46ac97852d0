package payment_test

import (
	"context"
	"slices"
	"testing"
	"time"

	"shanmen/internal/base/fault"
	"shanmen/internal/base/money"
	"shanmen/internal/platform/db"
	"shanmen/internal/sales/invoice"
	"shanmen/internal/sales/payment"
	"shanmen/internal/testkit"
	"shanmen/internal/testkit/moneyrules"
)

// Cash that was recorded by mistake and undone does not block undoing an earlier decision.
func TestAnApprovalCanBeUndoneAfterItsLaterCashWasUndone(t *testing.T) {
	testkit.Each(t, func(t *testing.T, a *testkit.App) {
		c, counter, desk := a.Member(t), a.Staff(t, "counter"), a.Staff(t, "treasurer")
		v := lamp(t, a, c, "pay-now")
		c.PayByTransfer(v.ID, lampCents, testkit.Screenshot(t)).Want(200)
		paymentID := a.PendingPayment(t, v.ID)
		path := "/api/admin/payment/" + paymentID
		desk.Approve(paymentID, "amountReceived", 10000).Want(200)
		counter.TakeCash(v.ID, lampCents-10000).Want(200)
		if code := desk.Post(path+"/undo", nil).Want(400).Code(); code != "undo-overtaken" {
			t.Errorf("while the cash stands: %s", code)
		}
		paid := c.Order(v.ID)
		counter.Post("/api/admin/cash/"+paid.Payments[len(paid.Payments)-1].ID+"/undo", nil).Want(200)
		desk.Post(path+"/undo", nil).Want(200)
		now := c.Order(v.ID)
		waits := slices.ContainsFunc(now.Payments, func(p invoice.PaymentView) bool { return p.ID == paymentID && p.Status == payment.Pending })
		if now.Status != invoice.UnderVerification || now.Paid != 0 || !waits {
			t.Errorf("undone: %+v", now)
		}
		if n := a.Count(t, "SELECT count(*) FROM payments WHERE invoice_id = $1 AND status = 'pending'", v.ID); n != 1 {
			t.Errorf("%d attempts wait", n)
		}
		desk.Approve(paymentID, "amountReceived", 10000).Want(200)
		counter.TakeCash(v.ID, lampCents-10000).Want(200)
		if now = c.Order(v.ID); now.Status != invoice.Paid || now.Paid != lampCents || now.OfficialReceipt == nil {
			t.Errorf("approved and paid again: %+v", now)
		}
	})
}

// After the term of a lamp its position may be sold to somebody else: its payment can no longer be undone.
func TestAPaymentIsNotUndoneAfterWhatItPaidForIsOver(t *testing.T) {
	for _, term := range []string{"once", "yearly"} {
		t.Run(term, func(t *testing.T) {
			testkit.Each(t, func(t *testing.T, a *testkit.App) {
				a.LampHall(t, 1, 8, "positionBy", "devotee", "lastsMonths", 12)
				c := a.Member(t)
				c.Fill(a.Item(t, "light-lamp", "grand", "term", term, "form", testkit.People("陈大文"))).Want(200)
				v := c.OrderByPayNow(lampCents).Order()
				settle := payment.Arrived{InvoiceID: v.ID, Amount: lampCents, At: a.Clock.Now(), ActorID: a.UserID(t, "treasurer")}
				var did payment.Settled
				a.Write(t, func(ctx context.Context, tx *db.Tx) (err error) {
					did, err = a.Payments.BookFromBank(ctx, tx, settle)
					return err
				})
				left := places(t, a)
				a.Clock.Advance(400 * 24 * time.Hour)
				a.MustSweep(t)
				if now := places(t, a); now != left+1 {
					t.Fatalf("%d places were left, and %d after its time", left, now)
				}
				err := a.DB.Write(t.Context(), func(ctx context.Context, tx *db.Tx) error {
					return a.Payments.TakeBack(ctx, tx, did.PaymentID, settle.ActorID, did)
				})
				if f, _ := fault.Of(err); f == nil || f.Code != "undo-term-over" {
					t.Errorf("taken back: %v", err)
				}
				if now := a.Member(t).Order(v.ID); now.Status != invoice.Paid {
					t.Errorf("the order is %s", now.Status)
				}
				a.Staff(t, "treasurer").Refund(v.ID, money.PayNow, lampCents, "mistake").Want(200)
				if n := a.Count(t, "SELECT count(*) FROM ("+moneyrules.Broken+") broken"); n > 0 || places(t, a) != left+1 {
					t.Errorf("refunded: %d rules are broken, %d places are left", n, places(t, a))
				}
			})
		})
	}
}

// A late transfer that was refunded never belonged to the order: a decision about the order can still be undone.
func TestARefundedLateTransferDoesNotBlockAnUndo(t *testing.T) {
	late := func(t *testing.T, a *testkit.App, v *invoice.View) {
		t.Helper()
		a.Exec(t, `INSERT INTO refunds (id, invoice_id, extent, method, amount, reason, actor_id, at) VALUES ('late', $1, 'transfer', 2001, $2, 'paid-twice', $3, $4)`,
			v.ID, lampCents, a.UserID(t, "treasurer"), a.Clock.Now().UnixMilli()+1)
	}
	t.Run("AnApproval", func(t *testing.T) {
		testkit.Each(t, func(t *testing.T, a *testkit.App) {
			c, desk := a.Member(t), a.Staff(t, "treasurer")
			v := lamp(t, a, c, "pay-now")
			c.PayByTransfer(v.ID, lampCents, testkit.Screenshot(t)).Want(200)
			path := "/api/admin/payment/" + a.PendingPayment(t, v.ID)
			desk.Post(path+"/approve", map[string]any{}).Want(200)
			late(t, a, v)
			desk.Post(path+"/undo", nil).Want(200)
			if now := c.Order(v.ID); now.Status != invoice.UnderVerification || now.Paid != 0 {
				t.Errorf("undone: %+v", now)
			}
		})
	})
	t.Run("Cash", func(t *testing.T) {
		testkit.Each(t, func(t *testing.T, a *testkit.App) {
			c, counter := a.Member(t), a.Staff(t, "counter")
			v := lamp(t, a, c, "cash")
			counter.TakeCash(v.ID, lampCents).Want(200)
			late(t, a, v)
			counter.Post("/api/admin/cash/"+c.Order(v.ID).Payments[0].ID+"/undo", nil).Want(200)
			if now := c.Order(v.ID); now.Status != invoice.AwaitingPayment || now.Paid != 0 {
				t.Errorf("undone: %+v", now)
			}
		})
	})
	t.Run("ABankLine", func(t *testing.T) {
		testkit.Each(t, func(t *testing.T, a *testkit.App) {
			c := a.Member(t)
			v := lamp(t, a, c, "pay-now")
			settle := payment.Arrived{InvoiceID: v.ID, Amount: lampCents, At: a.Clock.Now(), ActorID: a.UserID(t, "treasurer")}
			var did payment.Settled
			a.Write(t, func(ctx context.Context, tx *db.Tx) (err error) {
				did, err = a.Payments.BookFromBank(ctx, tx, settle)
				return err
			})
			late(t, a, v)
			a.Write(t, func(ctx context.Context, tx *db.Tx) error {
				return a.Payments.TakeBack(ctx, tx, did.PaymentID, settle.ActorID, did)
			})
			if now := c.Order(v.ID); now.Status != invoice.AwaitingPayment || now.Paid != 0 {
				t.Errorf("taken back: %+v", now)
			}
		})
	})
}
