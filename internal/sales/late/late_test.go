package late_test

import (
	"context"
	"slices"
	"strings"
	"testing"
	"time"

	"shanmen/internal/base/clock"
	"shanmen/internal/base/id"
	"shanmen/internal/base/money"
	"shanmen/internal/office/order"
	"shanmen/internal/people/chat"
	"shanmen/internal/platform/db"
	"shanmen/internal/platform/db/query"
	"shanmen/internal/sales/bankline"
	"shanmen/internal/sales/invoice"
	"shanmen/internal/sales/late"
	"shanmen/internal/sales/payment"
	"shanmen/internal/testkit"
	"shanmen/internal/testkit/together"
)

// The lamp of these tests: its stock is small, and its price changes during them.
const grandCents = 18800

func grand(t *testing.T, a *testkit.App) map[string]any {
	t.Helper()
	return a.Item(t, "light-lamp", "grand", "form", testkit.People("陈𠮷䶮"))
}

func left(t *testing.T, a *testkit.App) int64 {
	t.Helper()
	return a.Remaining(t, a.Option(t, "light-lamp", "grand"))
}

// declared is a transfer whose cart changed: the member paid S$188.00 with the code, and by then the lamp costs S$200.
func declared(t *testing.T, a *testkit.App, c *testkit.Client) (transferID, cartID string) {
	t.Helper()
	c.Fill(grand(t, a)).Want(200)
	c.Post("/api/payment/pay-now/qr", nil).Want(200)
	a.Clock.Advance(2 * time.Hour) // the cart's reservation has expired
	a.MustSweep(t)
	setLampPrice(t, a, 20000)
	u := c.SendReceipt(testkit.Screenshot(t))
	c.OrderByPayNow(grandCents, "fileId", u.FileID, "transactionDateTime", a.Clock.Now().Add(-time.Hour).Format(time.RFC3339)).Want(500)
	v := c.Cart()
	var l late.Rows
	a.Staff(t, "treasurer").Get("/api/admin/late").Want(200).JSON(&l)
	i := slices.IndexFunc(l.Items, func(r late.Row) bool { return r.Reference == v.PaymentReference })
	if i < 0 {
		t.Fatalf("the transfer is not in the list: %+v", l)
	}
	return l.Items[i].ID, v.ID
}

func setLampPrice(t *testing.T, a *testkit.App, cents money.Cents) {
	t.Helper()
	a.SetPrice(t, a.Option(t, "light-lamp", "grand"), cents)
}

// told is a bank credit whose reference belongs to an order or cart that no longer waits for money.
func told(t *testing.T, a *testkit.App, late, lateID, reference string, cents money.Cents) (lineID string) {
	t.Helper()
	a.Write(t, func(ctx context.Context, tx *db.Tx) error {
		at := clock.MillisOf(a.Clock.Now())
		statement := id.New()
		_, err := tx.BankStatementAdd(ctx, query.BankStatementAddParams{ID: statement, Name: "dbs.csv", Sha256: statement, State: "ready", ThroughAt: at, CreatedAt: at})
		if err != nil {
			return err
		}
		lineID = id.New()
		_, err = bankline.Add(ctx, tx, query.BankLine{
			ID: lineID, StatementID: statement, Position: 1, Hash: lineID, State: "open", Class: "none", BookedAt: at, HasTime: true,
			Amount: cents, Payer: "TAN BEE LENG", Reference: reference, Description: "FAST PAYMENT " + reference, Late: late, LateID: lateID,
		})
		return err
	})
	return lineID
}

func decide(desk *testkit.Client, kind, lateID string, body map[string]any) *testkit.Response {
	return desk.Post("/api/admin/late/"+kind+"/"+lateID, body)
}

// M11: a transfer whose cart never became an order is kept until the office decides.
func TestAnUnclaimedTransferBecomesAnOrder(t *testing.T) {
	testkit.Each(t, func(t *testing.T, a *testkit.App) {
		c := a.Member(t)
		transferID, cartID := declared(t, a, c)
		desk := a.Staff(t, "treasurer") // hours have passed
		was := left(t, a)
		var d late.Detail
		desk.Get("/api/admin/late/transfer/" + transferID).Want(200).JSON(&d)
		if d.Asked != grandCents || d.Cart == nil || d.Cart.Then != grandCents || d.Cart.Now != 20000 || !d.Cart.Open || len(d.Pictures) != 1 || d.Mobile == "" || d.Bank != nil {
			t.Errorf("the transfer: %+v %+v", d, d.Cart)
		}
		if l := d.Links; l == nil || l.About != chat.Late || l.Number != d.Mobile || !strings.HasPrefix(l.Of, "user:") || l.WhatsApp == "" {
			t.Errorf("links to the giver: %+v", l)
		}
		if want := []string{"invoice", "refund", "donation", "not-arrived"}; !slices.Equal(d.Decisions, want) {
			t.Errorf("decisions %v", d.Decisions)
		}
		if fields := decide(desk, "transfer", transferID, map[string]any{"as": "invoice", "prices": "then"}).Want(400).FieldCodes(); fields["received"] != "required" {
			t.Errorf("without what arrived: %v", fields)
		}
		body := map[string]any{"as": "invoice", "prices": "then", "received": grandCents}
		decide(desk, "transfer", transferID, body).Want(200).JSON(&d)
		if d.Decision == nil || d.Decision.As != "invoice" || d.Decision.By == "" || len(d.Decisions) != 0 {
			t.Errorf("decided: %+v", d.Decision)
		}
		v := c.Order(d.Decision.InvoiceID)
		if v.Status != invoice.Paid || v.SubTotal != grandCents || v.Paid != grandCents || v.OfficialReceipt == nil || v.PaymentReference != d.Reference || len(v.Payments[0].Images) != 1 {
			t.Errorf("the order: %+v", v)
		}
		if left(t, a) != was-1 {
			t.Errorf("%d places of %d", left(t, a), was)
		}
		if n := a.Count(t, "SELECT count(*) FROM carts WHERE id = $1 AND status = 'paid'", cartID); n != 1 {
			t.Error("the member still has the cart")
		}
		if n := a.Count(t, "SELECT unseen FROM payments WHERE invoice_id = $1", v.ID); n != 1 {
			t.Error("no statement told of it, and nothing says so")
		}
		r := decide(desk, "transfer", transferID, map[string]any{"as": "refund", "received": grandCents, "method": 2001, "reason": "mistake"}).Want(400)
		if r.Code() != "already-decided" {
			t.Errorf("decided twice: %s", r.Body)
		}
		var l late.Rows
		desk.Get("/api/admin/late").Want(200).JSON(&l)
		if l.Total != 0 || len(l.Items) != 0 {
			t.Errorf("still late: %+v", l)
		}
	})
}

// With today's prices an amount remains due, which the member is asked for; the bank line gives the amount received.
func TestAnUnclaimedTransferAtTodaysPrices(t *testing.T) {
	testkit.Each(t, func(t *testing.T, a *testkit.App) {
		c := a.Member(t)
		transferID, cartID := declared(t, a, c)
		desk := a.Staff(t, "treasurer")
		lineID := told(t, a, "cart", cartID, "K7Q4X9TM2P", grandCents)
		var l late.Rows
		desk.Get("/api/admin/late").Want(200).JSON(&l)
		if l.Total != 1 || len(l.Items) != 1 || l.Items[0].Kind != "transfer" || l.Items[0].Arrived == nil {
			t.Errorf("one row for one transfer: %+v", l)
		}
		if code := decide(desk, "transfer", transferID, map[string]any{"as": "not-arrived"}).Want(400).Code(); code != "transfer-arrived" {
			t.Errorf("not arrived: %s", code)
		}
		var d late.Detail
		decide(desk, "transfer", transferID, map[string]any{"as": "invoice", "prices": "now", "received": 1}).Want(200).JSON(&d)
		v := c.Order(d.Decision.InvoiceID)
		if v.Status != invoice.AwaitingPayment || v.SubTotal != 20000 || v.Paid != grandCents || v.Due != 1200 {
			t.Errorf("the order: %+v", v)
		}
		if n := a.Count(t, "SELECT count(*) FROM bank_lines l JOIN bank_matches m ON m.line_id = l.id JOIN payments p ON p.id = m.payment_id WHERE l.id = $1 AND l.state = 'resolved' AND p.unseen = 0", lineID); n != 1 {
			t.Error("the line is not the payment's")
		}
	})
}

func TestAnUnclaimedTransferCanBeRefundedOrDonated(t *testing.T) {
	testkit.Each(t, func(t *testing.T, a *testkit.App) {
		c := a.Member(t)
		t.Run("Refund", func(t *testing.T) {
			transferID, _ := declared(t, a, c)
			setLampPrice(t, a, grandCents)
			decide(a.Staff(t, "treasurer"), "transfer", transferID, map[string]any{"as": "refund", "received": grandCents, "method": 2001, "reason": "asked-by-devotee"}).Want(200)
			if n := a.Count(t, "SELECT sum(amount) FROM refunds WHERE transfer_id = $1 AND extent = 'transfer' AND invoice_id IS NULL", transferID); n != grandCents {
				t.Errorf("%d cents went back", n)
			}
			if a.MailsWith(t, "there is no order for it any more") != 1 {
				t.Error("the member is not told")
			}
			c.Post("/api/cart/cancel", nil).Want(200)
		})
		t.Run("NotArrived", func(t *testing.T) {
			transferID, _ := declared(t, a, c)
			setLampPrice(t, a, grandCents)
			decide(a.Staff(t, "treasurer"), "transfer", transferID, map[string]any{"as": "not-arrived"}).Want(200)
			if a.MailsWith(t, "It has not arrived at our bank") != 1 {
				t.Error("the member is not told")
			}
			v := c.Cart()
			if v.Unclaimed != nil {
				t.Error("the cart still says not to transfer again")
			}
			c.Post("/api/cart/cancel", nil).Want(200)
		})
		t.Run("Donation", func(t *testing.T) {
			transferID, _ := declared(t, a, c)
			var d late.Detail
			decide(a.Staff(t, "treasurer"), "transfer", transferID, map[string]any{"as": "donation", "received": 5000}).Want(200).JSON(&d)
			v := c.Order(d.Decision.InvoiceID)
			if v.Status != invoice.Paid || v.SubTotal != 5000 || v.OfficialReceipt == nil || len(v.Items) != 1 || v.Items[0].Title != "Donation" {
				t.Errorf("the gift: %+v", v)
			}
		})
	})
}

// Money for an ended order reopens it as long as there is stock.
func TestLateMoneyReopensAnOrder(t *testing.T) {
	testkit.Each(t, func(t *testing.T, a *testkit.App) {
		was := left(t, a)
		v := expired(t, a)
		desk := a.Staff(t, "treasurer")
		short := told(t, a, "expired", v.ID, v.PaymentReference, grandCents-100)
		if fields := decide(desk, "line", short, map[string]any{"as": "reopen"}).Want(400).FieldCodes(); fields["received"] != "less-than-due" {
			t.Errorf("less than due: %v", fields)
		}
		decide(desk, "line", short, map[string]any{"as": "refund", "method": 2001, "reason": "other", "note": "Too little"}).Want(200)
		line := told(t, a, "expired", v.ID, v.PaymentReference, grandCents+500)
		a.SetRemaining(t, a.Option(t, "light-lamp", "grand"), 0)
		if code := decide(desk, "line", line, map[string]any{"as": "reopen"}).Want(400).Code(); code != "no-place-left" {
			t.Errorf("sold out: %s", code)
		}
		a.SetRemaining(t, a.Option(t, "light-lamp", "grand"), was)
		decide(desk, "line", line, map[string]any{"as": "reopen"}).Want(200)
		var o order.Order
		desk.Get("/api/admin/order/" + v.ID).Want(200).JSON(&o)
		if o.Invoice.Status != invoice.Paid || o.Money.Held != grandCents || o.Money.Excess != 500 || left(t, a) != was-1 || o.Invoice.OfficialReceipt == nil {
			t.Errorf("opened again: %+v %+v", o.Invoice, o.Money)
		}
		if len(o.Refunds) != 1 || o.Refunds[0].Extent != payment.RefundTransfer {
			t.Errorf("what went back before: %+v", o.Refunds)
		}
		last := o.Timeline[len(o.Timeline)-1]
		if last.Status != invoice.Paid || last.By != invoice.ByBank || last.Who == "" {
			t.Errorf("the timeline: %+v", last)
		}
		var l late.Rows
		desk.Get("/api/admin/late").Want(200).JSON(&l)
		if l.Total != 1 || l.Items[0].Kind != "excess" || l.Items[0].Amount != 500 {
			t.Errorf("what is left to decide: %+v", l)
		}
	})
}

func expired(t *testing.T, a *testkit.App) *invoice.View {
	t.Helper()
	c := a.Member(t)
	c.Fill(grand(t, a)).Want(200)
	v := c.OrderByPayNow(grandCents).Order()
	a.Clock.Advance(8 * 24 * time.Hour)
	a.MustSweep(t)
	return v
}

// The treasurer may reopen an order without a statement; the payment is marked as not seen.
func TestAnOrderIsReopenedByHand(t *testing.T) {
	testkit.Each(t, func(t *testing.T, a *testkit.App) {
		v := expired(t, a)
		desk := a.Staff(t, "treasurer")
		path := "/api/admin/invoice/" + v.ID + "/reopen"
		desk.Post(path, map[string]any{"received": grandCents}).Want(200)
		if code := desk.Post(path, map[string]any{"received": grandCents}).Want(400).Code(); code != "illegal-transition" {
			t.Errorf("twice: %s", code)
		}
		if n := a.Count(t, "SELECT count(*) FROM payments WHERE invoice_id = $1 AND status = 'approved' AND unseen = 1 AND received = $2", v.ID, grandCents); n != 1 {
			t.Error("nothing says that no statement told of it")
		}
	})
}

// M06: two people decide about one transfer at once; one decision counts, and is carried out once.
func TestATransferIsDecidedOnce(t *testing.T) {
	testkit.Each(t, func(t *testing.T, a *testkit.App) {
		transferID, _ := declared(t, a, a.Member(t))
		desks := []*testkit.Client{a.Staff(t, "treasurer"), a.Staff(t, "admin")}
		bodies := []map[string]any{
			{"as": "invoice", "prices": "then", "received": grandCents},
			{"as": "refund", "received": grandCents, "method": 2001, "reason": "mistake"},
		}
		var answers [2]*testkit.Response
		together.AtOnce(2, func(i int) { answers[i] = decide(desks[i], "transfer", transferID, bodies[i]) })
		made := a.Count(t, "SELECT count(*) FROM invoices")
		back := a.Count(t, "SELECT count(*) FROM refunds")
		if made+back != 1 || answers[0].Status+answers[1].Status != 600 {
			t.Errorf("%d orders and %d refunds; answered %d %s, %d %s", made, back, answers[0].Status, answers[0].Code(), answers[1].Status, answers[1].Code())
		}
	})
}

// A second person can approve no more late money than is available: the bank's amount, else the declared one.
func TestRefundingLateMoneyNeedsASecondPerson(t *testing.T) {
	t.Parallel()
	testkit.Each(t, func(t *testing.T, a *testkit.App) {
		c := a.Member(t)
		transferID, cartID := declared(t, a, c)
		treasurer, admin := a.Staff(t, "treasurer"), a.Staff(t, "admin")
		ask := func(kind, id string, amount money.Cents) *testkit.Response {
			return treasurer.Post("/api/admin/refund-approval", map[string]any{"kind": kind, "id": id, "method": 2001, "amount": amount, "reason": "mistake"})
		}
		if got := ask("transfer", transferID, grandCents+1).Code(); got != "refund-too-much" {
			t.Errorf("more than was declared: %q", got)
		}
		lineID := told(t, a, "cart", cartID, c.Cart().PaymentReference, 90000)
		var asked order.RefundApprovals
		ask("transfer", transferID, 90000).Want(200).JSON(&asked)
		admin.Post("/api/admin/refund-approval/"+asked.Items[0].ID+"/decide", map[string]any{"approve": true}).Want(200)
		decide(treasurer, "transfer", transferID, map[string]any{"as": "refund", "method": 2001, "reason": "mistake"}).Want(200)
		for kind, id := range map[string]string{"transfer": transferID, "line": lineID} {
			ask(kind, id, 90000).Want(404)
		}
	})
}

// Late money is paged by key, from three sources in one order.
func TestLateMoneyIsKeyPaged(t *testing.T) {
	testkit.Each(t, func(t *testing.T, a *testkit.App) {
		v := expired(t, a)
		desk := a.Staff(t, "treasurer")
		for i := range 7 {
			a.Clock.Advance(time.Minute)
			told(t, a, "expired", v.ID, v.PaymentReference, money.Cents(1000+i))
		}
		var got []int64
		for after := ""; ; {
			var l late.Rows
			desk.Get("/api/admin/late?limit=3&after=" + after).Want(200).JSON(&l)
			if l.Total != 7 || l.More {
				t.Fatalf("total %d", l.Total)
			}
			for _, r := range l.Items {
				got = append(got, int64(r.Amount))
			}
			if after = l.Next; after == "" {
				break
			}
		}
		if want := []int64{1000, 1001, 1002, 1003, 1004, 1005, 1006}; !slices.Equal(got, want) {
			t.Errorf("%v", got)
		}
		desk.Get("/api/admin/late?after=nonsense").Want(400)
	})
}
