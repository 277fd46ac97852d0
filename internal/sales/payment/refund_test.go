package payment_test

import (
	"context"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"shanmen/internal/base/money"
	"shanmen/internal/office/order"
	"shanmen/internal/platform/db"
	"shanmen/internal/platform/db/query"
	"shanmen/internal/sales/invoice"
	"shanmen/internal/sales/late"
	"shanmen/internal/sales/payment"
	"shanmen/internal/testkit"
)

func refundPath(v *invoice.View) string { return "/api/admin/invoice/" + v.ID + "/refund" }

// give is the request body of a refund.
func give(method money.Method, cents int64, reason string) map[string]any {
	return map[string]any{"method": method, "amount": cents, "reason": reason}
}

// paidInCash is a lamp that was paid at the counter.
func paidInCash(t testing.TB, a *testkit.App, c *testkit.Client) *invoice.View {
	t.Helper()
	v := lamp(t, a, c, "cash")
	a.Staff(t, "counter").TakeCash(v.ID, lampCents).Want(200)
	return c.Order(v.ID)
}

func TestAFullRefundVoidsTheReceiptAndFreesThePosition(t *testing.T) {
	t.Parallel()
	testkit.Each(t, func(t *testing.T, a *testkit.App) {
		c, counter := a.Member(t), a.Staff(t, "counter")
		was := places(t, a)
		v := paidInCash(t, a, c)
		number := v.OfficialReceipt.Number
		var o order.Order
		body := give(money.Cash, lampCents, "ceremony-cancelled")
		counter.Post(refundPath(v), body).Want(200).JSON(&o)
		if o.Invoice.Status != invoice.Refunded || o.Money.Held != 0 || o.Money.Refunded != lampCents || len(o.Refunds) != 1 || o.Refunds[0].Extent != payment.RefundWhole || o.Refunds[0].By == "" {
			t.Errorf("the order: %+v", o)
		}
		if len(o.Receipts) != 1 || o.Receipts[0].Number != number || o.Receipts[0].VoidedAt == nil || o.Receipts[0].VoidReason != "ceremony-cancelled" {
			t.Errorf("its receipts: %+v", o.Receipts)
		}
		if places(t, a) != was {
			t.Errorf("%d places of %d", places(t, a), was)
		}
		now := c.Order(v.ID) // the member's view
		if now.OfficialReceipt != nil || now.VoidReceipt == nil || now.VoidReceipt.Number != number || len(now.Refunds) != 1 || now.Refunds[0].Amount != lampCents || now.Refunds[0].Method != money.Cash {
			t.Errorf("the member sees %+v", now)
		}
		c.Get(now.VoidReceipt.URL).Want(200)
		c.Get(invoice.ReceiptURL(v.ID)).Want(404)
		if n := a.MailsWith(t, "S$188.00 for order "+v.Number+": in cash"); n != 1 {
			t.Errorf("%d letters tell of it", n)
		}
		if n := a.Count(t, "SELECT count(*) FROM refunds r JOIN shifts s ON s.id = r.shift_id WHERE s.user_id = $1", a.UserID(t, "counter")); n != 1 {
			t.Error("the cash is in nobody's shift")
		}
		if n := a.Count(t, "SELECT count(*) FROM audit_entries WHERE action = 'invoice.refund' AND subject = $1", "invoice:"+v.ID); n != 1 {
			t.Errorf("%d entries of the trail", n)
		}
		if code := counter.Refund(v.ID, money.Cash, 100, "mistake").Want(400).Code(); code != "already-refunded" {
			t.Errorf("once more: %s", code)
		}
	})
}

func TestAPartialRefundLeavesTheOrderPaid(t *testing.T) {
	t.Parallel()
	testkit.Each(t, func(t *testing.T, a *testkit.App) {
		c, desk := a.Member(t), a.Staff(t, "treasurer")
		was := places(t, a)
		v := paidInCash(t, a, c)
		var o order.Order
		desk.Refund(v.ID, money.PayNow, 8800, "paid-twice").Want(200).JSON(&o)
		if o.Invoice.Status != invoice.Paid || o.Invoice.Due != 0 || o.Money.Held != 10000 || o.Invoice.OfficialReceipt == nil || places(t, a) != was-1 {
			t.Errorf("after a part: %+v %+v", o.Invoice, o.Money)
		}
		r := desk.Refund(v.ID, money.PayNow, 10001, "mistake").Want(400)
		if r.Code() != "refund-too-much" || !strings.Contains(string(r.Body), "S$100.00") {
			t.Errorf("more than there is: %s", r.Body)
		}
		desk.Refund(v.ID, money.PayNow, 10000, "asked-by-devotee").Want(200).JSON(&o) // the rest: now all is refunded
		if o.Invoice.Status != invoice.Refunded || places(t, a) != was {
			t.Errorf("after the rest: %s, %d places of %d", o.Invoice.Status, places(t, a), was)
		}
	})
}

func TestInvalidRefundsAreRefused(t *testing.T) {
	t.Parallel()
	testkit.Each(t, func(t *testing.T, a *testkit.App) {
		c, counter, desk := a.Member(t), a.Staff(t, "counter"), a.Staff(t, "treasurer")
		v := paidInCash(t, a, c)
		for name, try := range map[string]struct {
			by   *testkit.Client
			body map[string]any
			want string
		}{
			"no reason":                   {desk, give(1, 100, "because"), "invalid-fields"},
			"other without words":         {desk, give(1, 100, "other"), "invalid-fields"},
			"overpaid that was not":       {desk, give(1, 100, "overpaid"), "refund-not-excess"},
			"a transfer from the counter": {counter, give(2001, 100, "mistake"), "refund-cash-only"},
		} {
			if code := try.by.Post(refundPath(v), try.body).Want(400).Code(); code != try.want {
				t.Errorf("%s: %s", name, code)
			}
		}
		t.Run("ErrShiftNotOpen", func(t *testing.T) {
			a.Write(t, func(ctx context.Context, tx *db.Tx) error {
				open, err := tx.ShiftCurrent(ctx, a.UserID(t, "counter"))
				if err != nil {
					return err
				}
				return tx.ShiftClose(ctx, query.ShiftCloseParams{ClosedAt: 1, ID: open.ID})
			})
			if code := counter.Refund(v.ID, money.Cash, lampCents, "mistake").Want(400).Code(); code != "shift-not-open" {
				t.Errorf("cash without a shift: %s", code)
			}
			if now := c.Order(v.ID); now.Status != invoice.Paid || len(now.Refunds) != 0 {
				t.Errorf("it is %s all the same", now.Status)
			}
		})
		t.Run("ErrPaymentUndecided", func(t *testing.T) {
			sent := lamp(t, a, c, "pay-now")
			c.PayByTransfer(sent.ID, lampCents, testkit.Screenshot(t)).Want(200)
			if code := desk.Refund(sent.ID, money.PayNow, 100, "mistake").Want(400).Code(); code != "payment-undecided" {
				t.Errorf("under verification: %s", code)
			}
		})
		t.Run("ErrNothing", func(t *testing.T) {
			if code := desk.Post(refundPath(lamp(t, a, c, "cash")), give(2001, 100, "mistake")).Want(400).Code(); code != "nothing-to-refund" {
				t.Errorf("unpaid: %s", code)
			}
		})
	})
}

func TestARefundSentTwiceIsOneRefund(t *testing.T) {
	t.Parallel()
	testkit.Each(t, func(t *testing.T, a *testkit.App) {
		c, counter := a.Member(t), a.Staff(t, "counter")
		v := paidInCash(t, a, c)
		counter.Header.Set("Idempotency-Key", "refund-of-the-first-lamp")
		for range 2 {
			counter.Refund(v.ID, money.Cash, 5000, "mistake").Want(200)
		}
		counter.Header.Del("Idempotency-Key")
		if n := a.Count(t, "SELECT count(*) FROM refunds"); n != 1 {
			t.Errorf("%d refunds", n)
		}
	})
}

// An overpayment is never lost: it is recorded as an excess until somebody decides.
func TestAnOverpaymentWaitsForADecision(t *testing.T) {
	t.Parallel()
	testkit.Each(t, func(t *testing.T, a *testkit.App) {
		c, desk := a.Member(t), a.Staff(t, "treasurer")
		approved := func() (*invoice.View, string) {
			v := lamp(t, a, c, "pay-now")
			c.PayByTransfer(v.ID, lampCents, testkit.Screenshot(t)).Want(200)
			id := a.PendingPayment(t, v.ID)
			desk.Approve(id, "amountReceived", lampCents+1200).Want(200)
			return c.Order(v.ID), id
		}
		listed := func() (out late.Rows) {
			desk.Get("/api/admin/late").Want(200).JSON(&out)
			return out
		}
		t.Run("Undone", func(t *testing.T) {
			_, id := approved()
			if l := listed(); l.Total != 1 || l.Items[0].Kind != "excess" || l.Items[0].Amount != 1200 {
				t.Errorf("late money: %+v", l)
			}
			desk.Post("/api/admin/payment/"+id+"/undo", nil).Want(200)
			if l := listed(); l.Total != 0 {
				t.Errorf("after the undo: %+v", l)
			}
		})
		t.Run("Donation", func(t *testing.T) {
			v, id := approved()
			desk.Post("/api/admin/late/excess/"+id, map[string]any{"as": "donation"}).Want(200)
			for _, as := range []map[string]any{{"as": "donation"}, {"as": "refund", "method": 2001}} {
				if code := desk.Post("/api/admin/late/excess/"+id, as).Want(400).Code(); code != "excess-decided" {
					t.Errorf("decided twice: %s", code)
				}
			}
			if code := desk.Post("/api/admin/payment/"+id+"/undo", nil).Want(400).Code(); code != "undo-overtaken" {
				t.Errorf("undone after the gift: %s", code)
			}
			if n := a.MailsWith(t, "S$12.00 more than was due. It is kept as a donation"); n != 1 {
				t.Errorf("%d letters", n)
			}
			var o order.Order
			desk.Get("/api/admin/order/" + v.ID).Want(200).JSON(&o)
			if diff := cmp.Diff(order.Money{Held: lampCents, Donated: 1200}, o.Money); diff != "" {
				t.Error(diff)
			}
			desk.Refund(v.ID, money.PayNow, lampCents, "mistake").Want(200).JSON(&o) // the gift stays
			if o.Invoice.Status != invoice.Refunded || o.Money.Donated != 1200 || o.Money.Held != 0 {
				t.Errorf("after a refund of the rest: %+v", o.Money)
			}
		})
		t.Run("Refund", func(t *testing.T) {
			v, id := approved()
			if code := desk.Refund(v.ID, money.PayNow, 1000, "overpaid").Want(400).Code(); code != "refund-not-excess" {
				t.Errorf("a part of it: %s", code)
			}
			desk.Post("/api/admin/late/excess/"+id, map[string]any{"as": "refund", "method": 2001}).Want(200)
			now := c.Order(v.ID)
			if now.Status != invoice.Paid || now.OfficialReceipt == nil || len(now.Refunds) != 1 || now.Refunds[0].Amount != 1200 {
				t.Errorf("the order: %+v", now)
			}
			if l := listed(); l.Total != 0 {
				t.Errorf("still late: %+v", l)
			}
		})
		t.Run("CashGivesChange", func(t *testing.T) {
			v := lamp(t, a, c, "cash")
			desk.TakeCash(v.ID, 20000).Want(200)
			if n := a.Count(t, "SELECT count(*) FROM payments WHERE invoice_id = $1 AND excess > 0", v.ID); n != 0 {
				t.Error("change is an excess")
			}
		})
	})
}

// A part payment keeps the order open; the office refunds it and may end the order.
func TestTheOfficeCancelsAnUnpaidOrder(t *testing.T) {
	t.Parallel()
	testkit.Each(t, func(t *testing.T, a *testkit.App) {
		c, counter, desk := a.Member(t), a.Staff(t, "counter"), a.Staff(t, "treasurer")
		was := places(t, a)
		path := func(v *invoice.View) string { return "/api/admin/invoice/" + v.ID + "/cancel" }
		why := map[string]any{"reason": "asked-by-devotee"}
		unpaid := lamp(t, a, c, "cash")
		for range 2 { // repeating it changes nothing
			counter.Post(path(unpaid), why).Want(200)
		}
		now := c.Order(unpaid.ID)
		last := now.Timeline[len(now.Timeline)-1]
		if now.Status != invoice.Cancelled || last.By != invoice.ByOffice || last.Reason != "asked-by-devotee" || len(now.Timeline) != 2 || places(t, a) != was {
			t.Errorf("cancelled: %+v, %d places of %d", now, places(t, a), was)
		}
		if n := a.MailsWith(t, "We have cancelled your order "+unpaid.Number); n != 1 {
			t.Errorf("%d letters", n)
		}
		part := lamp(t, a, c, "cash")
		counter.TakeCash(part.ID, 10000).Want(200)
		r := counter.Post(path(part), why).Want(400)
		if r.Code() != "refund-method-required" || !strings.Contains(string(r.Body), "S$100.00") {
			t.Errorf("with money in it: %s", r.Body)
		}
		counter.Post(path(part), map[string]any{"reason": "mistake", "method": 1}).Want(200)
		if now := c.Order(part.ID); now.Status != invoice.Cancelled || now.Paid != 0 || len(now.Refunds) != 1 ||
			now.Refunds[0].Amount != 10000 || places(t, a) != was {
			t.Errorf("after the part: %+v", now)
		}
		paid := paidInCash(t, a, c)
		if code := desk.Post(path(paid), why).Want(400).Code(); code != "invoice-not-cancellable" {
			t.Errorf("paid: %s", code)
		}
		sent := lamp(t, a, c, "pay-now")
		c.PayByTransfer(sent.ID, lampCents, testkit.Screenshot(t)).Want(200)
		if code := desk.Post(path(sent), why).Want(400).Code(); code != "payment-undecided" {
			t.Errorf("under verification: %s", code)
		}
	})
}

// A refund before an order is settled is due again, and the order gets a new deadline.
func TestARefundedPartIsDueAgain(t *testing.T) {
	t.Parallel()
	testkit.Each(t, func(t *testing.T, a *testkit.App) {
		c, counter := a.Member(t), a.Staff(t, "counter")
		v := lamp(t, a, c, "cash")
		counter.TakeCash(v.ID, 10000).Want(200)
		counter.Refund(v.ID, money.Cash, 10000, "mistake").Want(200)
		now := c.Order(v.ID)
		if now.Status != invoice.AwaitingPayment || now.Paid != 0 || now.Due != lampCents || now.ExpiresAt == nil || !now.ExpiresAt.Equal(a.Clock.Now().Add(7*24*time.Hour)) {
			t.Errorf("%+v", now)
		}
		counter.TakeCash(v.ID, lampCents).Want(200)
		if now := c.Order(v.ID); now.Status != invoice.Paid || now.Paid != lampCents {
			t.Errorf("paid after all: %+v", now)
		}
	})
}

func TestDocumentsAreSentAgain(t *testing.T) {
	t.Parallel()
	testkit.Each(t, func(t *testing.T, a *testkit.App) {
		c, counter := a.Member(t), a.Staff(t, "counter")
		v := lamp(t, a, c, "cash")
		path := "/api/admin/invoice/" + v.ID + "/mail"
		if code := counter.Post(path, map[string]any{"paper": "receipt"}).Want(400).Code(); code != "no-receipt" {
			t.Errorf("unpaid: %s", code)
		}
		counter.Post(path, map[string]any{"paper": "invoice"}).Want(200)
		counter.TakeCash(v.ID, lampCents).Want(200)
		counter.Header.Set("Idempotency-Key", "a receipt pressed for twice")
		counter.Post(path, map[string]any{"paper": "receipt"}).Want(200)
		counter.Post(path, map[string]any{"paper": "receipt"}).Want(200)
		counter.Header.Del("Idempotency-Key")
		a.Clock.Advance(payment.UndoWindow)
		papers := map[string]bool{}
		for _, m := range a.Mails(t) {
			for _, f := range m.GetAttachments() {
				papers[f.Name] = true
			}
		}
		if !papers[v.Number+".pdf"] || a.MailsWith(t, "again, as a PDF") != 1 {
			t.Errorf("papers: %v", papers)
		}
	})
}
