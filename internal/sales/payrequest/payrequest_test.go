package payrequest_test

import (
	"io"
	"net"
	"net/url"
	"slices"
	"strings"
	"testing"
	"time"

	"shanmen/internal/base/money"
	"shanmen/internal/sales/invoice"
	"shanmen/internal/sales/late"
	"shanmen/internal/sales/payrequest"
	"shanmen/internal/sales/subscription"
	"shanmen/internal/testkit"
	"shanmen/internal/testkit/hitpay"
)

const codePath = "/api/payment/pay-now/code"

// orderOf is a member's order of one lamp for S$10.00 by PayNow, without a screenshot.
func orderOf(a *testkit.App, c *testkit.Client, t *testing.T) *invoice.View {
	t.Helper()
	c.Fill(a.Item(t, "lamp-oil", "bottle")).Want(200)
	return c.OrderByPayNow(1000).Order()
}

// codeOf asks for an order's code.
func codeOf(c *testkit.Client, v *invoice.View) (out payrequest.PayCode) {
	c.Post(codePath, map[string]any{"invoiceId": v.ID}).Want(200).JSON(&out)
	return out
}

// requestOf is the provider's request of an order, which the order shows.
func requestOf(t *testing.T, s *hitpay.Server, c *testkit.Client, v *invoice.View) hitpay.Request {
	t.Helper()
	if codeOf(c, v).Shown == nil {
		t.Fatal("no code is shown")
	}
	all := s.Requests(v.PaymentReference)
	return all[len(all)-1]
}

// tell sends a payment's webhook.
func tell(t *testing.T, a *testkit.App, s *hitpay.Server, p hitpay.Payment) int {
	t.Helper()
	status, err := s.Post(t.Context(), a.URL+payrequest.WebhookPath, p)
	if err != nil {
		t.Fatal(err)
	}
	return status
}

// lateMoney is what waits for a decision.
func lateMoney(t *testing.T, a *testkit.App) (rows late.Rows) {
	t.Helper()
	a.Staff(t, "treasurer").Get("/api/admin/late").Want(200).JSON(&rows)
	return rows
}

func lastDetail(t *testing.T, a *testkit.App) (d late.Detail) {
	t.Helper()
	rows := lateMoney(t, a)
	if len(rows.Items) == 0 {
		t.Fatal("no late money")
	}
	row := rows.Items[len(rows.Items)-1]
	a.Staff(t, "treasurer").Get("/api/admin/late/" + row.Kind + "/" + row.ID).Want(200).JSON(&d)
	return d
}

func TestAPaymentAtTheProviderSettlesItsOrder(t *testing.T) {
	t.Parallel()
	testkit.EachConfirmed(t, func(t *testing.T, a *testkit.App, s *hitpay.Server) {
		c := a.NewMember(t, "Lim", "+6598880101")
		v := orderOf(a, c, t)
		code := codeOf(c, v)
		if code.Shown == nil || code.Shown.Amount != 1000 || code.Shown.Reference != v.PaymentReference || code.Status != invoice.AwaitingPayment {
			t.Fatalf("%+v", code)
		}
		if r := c.Get(code.Shown.ImageURL).Want(200); r.Header.Get("Content-Type") != "image/png" {
			t.Errorf("%v", r.Header)
		}
		other := a.NewMember(t, "Tan", "+6598880102")
		other.Get(code.Shown.ImageURL).Want(404)
		other.Get(codePath + "/" + code.Shown.ID).Want(404)
		other.Post(codePath, map[string]any{"invoiceId": v.ID}).Want(404)
		a.Guest().Post(codePath, map[string]any{"invoiceId": v.ID}).Want(401)

		requests := s.Requests(v.PaymentReference)
		if len(requests) != 1 || requests[0].Amount != 1000 || requests[0].Webhook != "http://temple.example"+payrequest.WebhookPath {
			t.Fatalf("%+v", requests)
		}
		if texts := a.Texts(t); !slices.ContainsFunc(texts, func(m testkit.Text) bool { return strings.Contains(m.Body, "no screenshot is needed") }) {
			t.Errorf("no SMS says how to pay: %v", texts)
		}
		paid := s.Pay(requests[0].ID)
		if status := tell(t, a, s, paid); status != 204 {
			t.Errorf("webhook: %d", status)
		}
		got := c.Order(v.ID)
		if got.Status != invoice.Paid || got.Paid != 1000 || got.OfficialReceipt == nil || got.Timeline[len(got.Timeline)-1].By != invoice.ByProvider {
			t.Errorf("%+v", got)
		}
		var state payrequest.PayCodeState
		c.Get(codePath + "/" + code.Shown.ID).Want(200).JSON(&state)
		if state.Status != invoice.Paid || state.State != payrequest.Paid {
			t.Errorf("%+v", state)
		}
		c.Get(code.Shown.ImageURL).Want(404)
		if n := a.MailsWith(t, "OR-2026-000001"); n > 1 {
			t.Errorf("%d receipts were sent", n)
		}
	})
}

// The page alone is enough, and the job alone: webhooks may be lost. However many tabs ask, the provider is asked once.
func TestWithoutAWebhookThePageAndTheJobFindThePayment(t *testing.T) {
	t.Parallel()
	testkit.EachConfirmed(t, func(t *testing.T, a *testkit.App, s *hitpay.Server) {
		c := a.NewMember(t, "Lim", "+6598880101")
		v := orderOf(a, c, t)
		code := codeOf(c, v)
		s.Pay(s.Requests(v.PaymentReference)[0].ID)
		ask := func() (state payrequest.PayCodeState) {
			c.Get(codePath + "/" + code.Shown.ID).Want(200).JSON(&state)
			return state
		}
		for range 5 {
			if ask().Status != invoice.AwaitingPayment || s.Asked("find") != 0 {
				t.Fatal("asked too early")
			}
		}
		a.Clock.Advance(10 * time.Second)
		if state := ask(); state.Status != invoice.Paid || s.Asked("find") != 1 {
			t.Errorf("%+v after %d questions", state, s.Asked("find"))
		}
		a.Clock.Advance(time.Hour)
		if ask(); s.Asked("find") != 1 {
			t.Error("asked again after the payment")
		}

		v2 := orderOf(a, c, t)
		codeOf(c, v2)
		s.Pay(s.Requests(v2.PaymentReference)[0].ID)
		a.Clock.Advance(10 * time.Second)
		if err := a.PayRequests.Look(t.Context()); err != nil {
			t.Fatal(err)
		}
		if got := c.Order(v2.ID); got.Status != invoice.Paid {
			t.Errorf("the job left it %s", got.Status)
		}
	})
}

func TestTwoTabsShowOneCodeAndAChangedAmountAnother(t *testing.T) {
	t.Parallel()
	testkit.EachConfirmed(t, func(t *testing.T, a *testkit.App, s *hitpay.Server) {
		c := a.NewMember(t, "Lim", "+6598880101")
		v := orderOf(a, c, t)
		first, second := codeOf(c, v), codeOf(c, v)
		if first.Shown.ID != second.Shown.ID || s.Asked("create") != 1 {
			t.Errorf("%v, %v, %d questions", first.Shown, second.Shown, s.Asked("create"))
		}
		a.Staff(t, "counter").TakeCash(v.ID, 400).Want(200)
		third := codeOf(c, v)
		if third.Shown == nil || third.Shown.Amount != 600 || third.Shown.ID == first.Shown.ID {
			t.Fatalf("%+v", third.Shown)
		}
		// The first code is paid after all: another amount than what is due.
		requests := s.Requests(v.PaymentReference)
		tell(t, a, s, s.Pay(requests[0].ID))
		if got := c.Order(v.ID); got.Status != invoice.AwaitingPayment || got.Due != 600 {
			t.Errorf("%s, due %d", got.Status, got.Due)
		}
		d := lastDetail(t, a)
		if d.Amount != 1000 || d.Provider == nil || d.For != "waiting" || strings.Join(d.Decisions, " ") != "invoice" {
			t.Errorf("%+v", d)
		}
		tell(t, a, s, s.Pay(requests[1].ID))
		if got := c.Order(v.ID); got.Status != invoice.Paid {
			t.Errorf("%s", got.Status)
		}
	})
}

// The visitor is answered within the limit, and the order is paid as without a provider.
func TestWithoutTheProviderTheOrderStands(t *testing.T) {
	t.Parallel()
	testkit.EachConfirmed(t, func(t *testing.T, a *testkit.App, s *hitpay.Server) {
		c := a.NewMember(t, "Lim", "+6598880101")
		for _, f := range []hitpay.Failure{hitpay.Hangs, hitpay.Broken, hitpay.Garbage, hitpay.Huge, hitpay.Busy, hitpay.Refuses, hitpay.Locked, hitpay.Lost, hitpay.NoCode} {
			v := orderOf(a, c, t)
			s.Fail(f)
			began := time.Now()
			code := codeOf(c, v)
			if took := time.Since(began); code.Shown != nil || code.Status != invoice.AwaitingPayment || took > 10*time.Second {
				t.Errorf("%s: %+v after %v", f, code, took)
			}
			c.Get(v.PayNowURL).Want(200)
			got := c.PayByTransfer(v.ID, 1000, testkit.Screenshot(t)).Order()
			if got.Status != invoice.UnderVerification {
				t.Errorf("%s: %s", f, got.Status)
			}
		}
		s.Fail(hitpay.None)
		if n := a.PayRequests.Counts(); n.Failed != 9 || n.Made != 0 {
			t.Errorf("%+v", n)
		}
	})
}

// One payment books once, however often and in whatever order it is told.
func TestAPaymentIsBookedOnce(t *testing.T) {
	t.Parallel()
	testkit.EachConfirmed(t, func(t *testing.T, a *testkit.App, s *hitpay.Server) {
		c := a.NewMember(t, "Lim", "+6598880101")
		v := orderOf(a, c, t)
		r := requestOf(t, s, c, v)
		paid := s.Pay(r.ID)
		for range 3 {
			tell(t, a, s, paid)
			if status, err := s.PostEvent(t.Context(), a.URL+payrequest.WebhookPath, paid); status != 204 || err != nil {
				t.Errorf("event: %d %v", status, err)
			}
			a.Clock.Advance(time.Minute)
			if err := a.PayRequests.Look(t.Context()); err != nil {
				t.Fatal(err)
			}
			if err := a.PayRequests.CompareDays(t.Context()); err != nil {
				t.Fatal(err)
			}
			a.Clock.Advance(24 * time.Hour)
		}
		login(c)
		if got := c.Order(v.ID); got.Status != invoice.Paid || got.Paid != 1000 || len(lateMoney(t, a).Items) > 0 {
			t.Errorf("%s, paid %d, late %v", got.Status, got.Paid, lateMoney(t, a))
		}
		if n := a.Count(t, "SELECT count(*) FROM provider_payments"); n != 1 {
			t.Errorf("%d payments", n)
		}
		if n := a.PayRequests.Counts(); n.Looked != 1 || n.Replayed != 5 {
			t.Errorf("%+v", n)
		}
	})
}

// A screenshot of the same payment, sent because nothing seemed to happen, is settled with it: before it is looked at, or
// after it was approved.
func TestAPaymentBesideItsScreenshotIsCountedOnce(t *testing.T) {
	t.Parallel()
	testkit.EachConfirmed(t, func(t *testing.T, a *testkit.App, s *hitpay.Server) {
		c, treasurer := a.NewMember(t, "Lim", "+6598880101"), a.Staff(t, "treasurer")
		v := orderOf(a, c, t)
		r := requestOf(t, s, c, v)
		c.PayByTransfer(v.ID, 1000, testkit.Screenshot(t)).Want(200)
		pending := a.PendingPayment(t, v.ID)
		tell(t, a, s, s.Pay(r.ID))
		if got := c.Order(v.ID); got.Status != invoice.Paid || got.Paid != 1000 {
			t.Errorf("beside a screenshot: %s, %d", got.Status, got.Paid)
		}
		treasurer.Approve(pending).Want(400)

		v = orderOf(a, c, t)
		r = requestOf(t, s, c, v)
		c.PayByTransfer(v.ID, 1000, testkit.Screenshot(t)).Want(200)
		pending = a.PendingPayment(t, v.ID)
		treasurer.Approve(pending).Want(200)
		tell(t, a, s, s.Pay(r.ID))
		if got := c.Order(v.ID); got.Status != invoice.Paid || got.Paid != 1000 || len(lateMoney(t, a).Items) > 0 {
			t.Errorf("after an approval: %s, %d, %v", got.Status, got.Paid, lateMoney(t, a).Items)
		}
		if n := a.Count(t, "SELECT count(*) FROM provider_payments WHERE booked_as = $1", pending); n != 1 {
			t.Error("the payment is not tied to the approval")
		}
		if code := treasurer.Post("/api/admin/payment/"+pending+"/undo", nil).Want(400).Code(); code != "undo-overtaken" {
			t.Errorf("undo: %s", code)
		}
	})
}

// An order that is paid in two equal halves: the first by a screenshot, the second by a code that was made after its
// approval.
func TestTheSecondHalfIsNotTakenForTheFirst(t *testing.T) {
	t.Parallel()
	testkit.EachConfirmed(t, func(t *testing.T, a *testkit.App, s *hitpay.Server) {
		c := a.NewMember(t, "Lim", "+6598880101")
		v := orderOf(a, c, t)
		c.PayByTransfer(v.ID, 1000, testkit.Screenshot(t)).Want(200)
		a.Staff(t, "treasurer").Approve(a.PendingPayment(t, v.ID), "amountReceived", 500).Want(200)
		a.Clock.Advance(time.Minute)
		r := requestOf(t, s, c, v)
		tell(t, a, s, s.Pay(r.ID))
		if got := c.Order(v.ID); got.Status != invoice.Paid || got.Paid != 1000 || r.Amount != 500 || len(lateMoney(t, a).Items) > 0 {
			t.Errorf("%s, paid %d, late %+v", got.Status, got.Paid, lateMoney(t, a).Items)
		}
	})
}

// If another amount arrives, the order's page says so, and asks for no more until the office has decided.
func TestAnOrderSaysThatAnotherAmountCame(t *testing.T) {
	t.Parallel()
	testkit.EachConfirmed(t, func(t *testing.T, a *testkit.App, s *hitpay.Server) {
		c := a.NewMember(t, "Lim", "+6598880101")
		v := orderOf(a, c, t)
		code := codeOf(c, v)
		if c.Order(v.ID).LateTransfer != nil {
			t.Error("late before anything was paid")
		}
		tell(t, a, s, s.Pay(s.Requests(v.PaymentReference)[0].ID, func(p *hitpay.Payment) { p.Amount = 700 }))
		var state payrequest.PayCodeState
		c.Get(codePath + "/" + code.Shown.ID).Want(200).JSON(&state)
		if got := c.Order(v.ID); got.Status != invoice.AwaitingPayment || got.LateTransfer == nil || !got.LateTransfer.Confirmed || got.LateTransfer.Why != "differs" || state.State != payrequest.Paid {
			t.Errorf("%s, %+v, %+v", got.Status, got.LateTransfer, state)
		}
		d := lastDetail(t, a)
		a.Staff(t, "treasurer").Post("/api/admin/late/transfer/"+d.ID, map[string]any{"as": "invoice"}).Want(200)
		if got := c.Order(v.ID); got.LateTransfer != nil || got.Due != 300 {
			t.Errorf("decided: %+v, due %d", got.LateTransfer, got.Due)
		}
	})
}

// A code is over by the temple's clock, at once, although the provider is asked about it only later.
func TestACodeIsOverWhenItsTimeIs(t *testing.T) {
	t.Parallel()
	testkit.EachConfirmed(t, func(t *testing.T, a *testkit.App, s *hitpay.Server) {
		c := a.NewMember(t, "Lim", "+6598880101")
		code := codeOf(c, orderOf(a, c, t))
		state := func() (state payrequest.PayCodeState) {
			c.Get(codePath + "/" + code.Shown.ID).Want(200).JSON(&state)
			return state
		}
		a.Clock.Advance(59 * time.Minute)
		if got := state(); got.State != payrequest.Open {
			t.Errorf("before its end: %s", got.State)
		}
		a.Clock.Advance(time.Minute)
		if got := state(); got.State != payrequest.Past {
			t.Errorf("at its end: %s", got.State)
		}
	})
}

// However often a member asks, the provider is asked for few codes; then the temple's own is shown.
func TestAMemberCausesFewQuestionsForCodes(t *testing.T) {
	t.Parallel()
	testkit.EachConfirmed(t, func(t *testing.T, a *testkit.App, s *hitpay.Server) {
		c := a.NewMember(t, "Lim", "+6598880101")
		v := orderOf(a, c, t)
		s.Fail(hitpay.Refuses)
		for range 40 {
			codeOf(c, v)
		}
		if n := s.Asked("create"); n != 30 {
			t.Errorf("%d questions", n)
		}
		s.Fail(hitpay.None)
		if codeOf(c, v).Shown != nil {
			t.Error("the limit ends with the first success")
		}
		other := a.NewMember(t, "Tan", "+6598880102")
		if codeOf(other, orderOf(a, other, t)).Shown == nil {
			t.Error("others get no code")
		}
		a.Clock.Advance(time.Hour)
		if codeOf(c, v).Shown == nil {
			t.Error("no code after an hour")
		}
	})
}

// Money for an order that has ended, or was paid otherwise, waits for a decision, and each decision uses it up.
func TestMoneyThatNoOrderWaitsForIsLateMoney(t *testing.T) {
	t.Parallel()
	testkit.EachConfirmed(t, func(t *testing.T, a *testkit.App, s *hitpay.Server) {
		c, treasurer := a.NewMember(t, "Lim", "+6598880101"), a.Staff(t, "treasurer")
		decide := func(what string, ends func(v *invoice.View), decision map[string]any, status string, change ...func(*hitpay.Payment)) {
			t.Helper()
			v := orderOf(a, c, t)
			r := requestOf(t, s, c, v)
			ends(v)
			if n := tell(t, a, s, s.Pay(r.ID, change...)); n != 204 {
				t.Errorf("%s: webhook %d", what, n)
			}
			d := lastDetail(t, a)
			if d.Kind != "transfer" || d.Provider == nil || d.InvoiceID != v.ID || d.Arrived == nil {
				t.Fatalf("%s: %+v", what, d)
			}
			path := "/api/admin/late/transfer/" + d.ID
			treasurer.Post(path, map[string]any{"as": "not-arrived"}).Want(400)
			treasurer.Post(path, map[string]any{"as": "counted"}).Want(400)
			treasurer.Post(path, decision).Want(200)
			if code := treasurer.Post(path, decision).Want(400).Code(); code != "already-decided" {
				t.Errorf("%s: a second decision: %s", what, code)
			}
			if got := c.Order(v.ID); got.Status != status {
				t.Errorf("%s: %s", what, got.Status)
			}
			if rows := lateMoney(t, a); len(rows.Items) > 0 {
				t.Errorf("%s: still late: %+v", what, rows.Items)
			}
		}
		cancel := func(v *invoice.View) { c.Post("/api/invoice/"+v.ID+"/cancel", nil).Want(200) }
		cash := func(v *invoice.View) { a.TakeCash(t, v) }
		stay := func(*invoice.View) {}
		refund := map[string]any{"as": "refund", "method": money.PayNow, "reason": "asked-by-devotee", "received": 1}
		decide("cancelled, reopened", cancel, map[string]any{"as": "reopen", "received": 1}, invoice.Paid)
		decide("cancelled, refunded", cancel, refund, invoice.Cancelled)
		decide("paid in cash, a gift", cash, map[string]any{"as": "donation"}, invoice.Paid)
		decide("another amount", stay, map[string]any{"as": "invoice"}, invoice.AwaitingPayment, func(p *hitpay.Payment) { p.Amount = 700 })
		decide("another currency", stay, map[string]any{"as": "invoice", "received": 1000}, invoice.Paid, func(p *hitpay.Payment) { p.Currency = "usd" })
		if n := a.Count(t, "SELECT CAST(COALESCE(sum(amount), 0) AS BIGINT) FROM refunds"); n != 1000 {
			t.Errorf("refunded: %d", n) // what the provider has, not what was typed
		}
		if n := a.Count(t, "SELECT count(*) FROM payments p WHERE p.status = 'approved' AND p.unseen = 1"); n != 0 {
			t.Errorf("%d payments wait to be seen at the bank", n)
		}

		v := orderOf(a, c, t) // expired
		r := requestOf(t, s, c, v)
		a.Clock.Advance(30 * 24 * time.Hour)
		a.MustSweep(t)
		login(c)
		tell(t, a, s, s.Pay(r.ID))
		if got := c.Order(v.ID); got.Status != invoice.Expired || lastDetail(t, a).For != invoice.Expired {
			t.Errorf("%s, %s", got.Status, lastDetail(t, a).For)
		}
	})
}

// A renewal whose subscription has ended, and whose place was sold meanwhile, refuses its money: it is late money, which
// goes back once the office has cancelled the order.
func TestMoneyThatItsOrderRefusesIsLateMoney(t *testing.T) {
	t.Parallel()
	testkit.EachConfirmed(t, func(t *testing.T, a *testkit.App, s *hitpay.Server) {
		c, treasurer := a.NewMember(t, "Lim", "+6598880101"), a.Staff(t, "treasurer")
		first := c.BuyFor(18800, a.Item(t, "light-lamp", "grand", "term", "yearly", "form", testkit.People("陈大文")))
		a.TakeCash(t, first)
		var list subscription.List
		c.Get("/api/subscription").Want(200).JSON(&list)
		var next subscription.Renewed
		c.Post("/api/subscription/"+list.Items[0].ID+"/renew", nil).Want(200).JSON(&next)
		v := c.PayByTransfer(next.InvoiceID, 18800, testkit.Screenshot(t)).Order()
		treasurer.Refund(first.ID, money.PayNow, 18800, "mistake").Want(200)
		a.MustSweep(t)
		a.SetRemaining(t, a.Option(t, "light-lamp", "grand"), 0)
		treasurer.Reject(a.PendingPayment(t, v.ID), "unreadable").Want(200)
		if status := tell(t, a, s, s.Pay(requestOf(t, s, c, v).ID)); status != 204 {
			t.Errorf("webhook: %d", status)
		}
		if got := c.Order(v.ID); got.Status != invoice.Rejected || got.Paid != 0 || got.LateTransfer == nil {
			t.Errorf("%s, paid %d, %+v", got.Status, got.Paid, got.LateTransfer)
		}
		d := lastDetail(t, a)
		if d.Amount != 18800 || d.Provider == nil || d.InvoiceID != v.ID {
			t.Fatalf("%+v", d)
		}
		if n := a.Count(t, "SELECT count(*) FROM payments WHERE invoice_id = $1 AND status = 'approved'", v.ID); n != 0 {
			t.Errorf("%d payments were booked", n)
		}
		treasurer.Post("/api/admin/invoice/"+v.ID+"/cancel", map[string]any{"reason": "mistake"}).Want(200)
		back := map[string]any{"as": "refund", "method": money.PayNow, "reason": "mistake"}
		treasurer.Post("/api/admin/late/transfer/"+d.ID, back).Want(200)
	})
}

func login(c *testkit.Client) {
	c.Post("/api/auth/authentication", map[string]any{"identifier": "+6598880101", "password": "incense at dawn 18"}).Want(200)
}

// What is forged, replayed or huge changes nothing and is counted.
func TestAWebhookIsNotBelieved(t *testing.T) {
	t.Parallel()
	testkit.EachConfirmed(t, func(t *testing.T, a *testkit.App, s *hitpay.Server) {
		c := a.NewMember(t, "Lim", "+6598880101")
		v := orderOf(a, c, t)
		r := requestOf(t, s, c, v)
		form := func(change func(url.Values), salt string) string {
			f := s.Form(hitpay.Payment{ID: "pay-x", RequestID: r.ID, Reference: v.PaymentReference, Amount: 1000, Currency: "sgd"})
			change(f)
			if salt != "" {
				hitpay.Sign(f, salt)
			}
			return f.Encode()
		}
		send := func(body, mime string) *testkit.Response {
			g := a.Guest()
			g.Header.Set("Content-Type", mime)
			return g.Send("POST", payrequest.WebhookPath, body)
		}
		const mime = "application/x-www-form-urlencoded"
		same := func(url.Values) {}
		for what, body := range map[string]string{
			"another salt": form(same, "guess"), "changed": form(func(f url.Values) { f.Set("status", "failed") }, ""), "empty": "", "JSON": `{"id":"` + r.ID + `"}`,
			"no UTF-8": "payment_request_id=%ff%00&hmac=00", "a bomb": strings.Repeat("a=1&", 2000),
		} {
			if got := send(body, mime); got.Status != 403 {
				t.Errorf("%s: %d", what, got.Status)
			}
		}
		if n := a.PayRequests.Counts(); n.Forged != 6 || s.Asked("find") != 0 {
			t.Errorf("%+v, %d questions", n, s.Asked("find"))
		}
		if got := send(strings.Repeat("a", 1<<20), mime); got.Status != 400 || got.Code() != "too-large" {
			t.Errorf("huge: %d %s", got.Status, got.Code())
		}
		// Signed, and yet nothing is booked that the provider does not confirm: its salt may have leaked.
		if got := send(form(same, hitpay.Salt), mime); got.Status != 204 {
			t.Errorf("signed: %d", got.Status)
		}
		if got := c.Order(v.ID); got.Status != invoice.AwaitingPayment || s.Asked("find") != 1 {
			t.Errorf("%s, %d questions", got.Status, s.Asked("find"))
		}
		for range 20 { // replayed: the provider is not asked for each
			send(form(same, hitpay.Salt), mime)
		}
		if s.Asked("find") != 1 {
			t.Errorf("%d questions", s.Asked("find"))
		}
		if got := send(form(func(f url.Values) { f.Set("payment_request_id", "req-of-nobody") }, hitpay.Salt), mime); got.Status != 204 || a.PayRequests.Counts().Unknown != 1 {
			t.Errorf("unknown: %d %+v", got.Status, a.PayRequests.Counts())
		}
		// When the provider cannot be asked the webhook comes again.
		paid := s.Pay(r.ID)
		a.Clock.Advance(time.Minute)
		s.Fail(hitpay.Broken)
		if got := tell(t, a, s, paid); got != 503 || a.PayRequests.Counts().Unanswered != 1 {
			t.Errorf("unreachable: %d %+v", got, a.PayRequests.Counts())
		}
		s.Fail(hitpay.None)
		a.Clock.Advance(3 * time.Second)
		if got := tell(t, a, s, paid); got != 204 || c.Order(v.ID).Status != invoice.Paid {
			t.Errorf("again: %d", got)
		}
	})
}

// Webhooks whose bodies never arrive keep no slot: a real one is answered meanwhile.
func TestSlowWebhooksKeepNobodyOut(t *testing.T) {
	t.Parallel()
	testkit.EachConfirmed(t, func(t *testing.T, a *testkit.App, s *hitpay.Server) {
		c := a.NewMember(t, "Lim", "+6598880101")
		v := orderOf(a, c, t)
		r := requestOf(t, s, c, v)
		for range 300 {
			slow, err := (&net.Dialer{}).DialContext(t.Context(), "tcp", strings.TrimPrefix(a.URL, "http://"))
			if err != nil {
				t.Fatal(err)
			}
			defer slow.Close()
			if _, err := io.WriteString(slow, "POST "+payrequest.WebhookPath+" HTTP/1.1\r\nHost: temple.example\r\nContent-Length: 500\r\n\r\npayment_id="); err != nil {
				t.Fatal(err)
			}
		}
		if status := tell(t, a, s, s.Pay(r.ID)); status != 204 {
			t.Errorf("the real webhook: %d", status)
		}
		if got := c.Order(v.ID); got.Status != invoice.Paid {
			t.Errorf("the order is %s", got.Status)
		}
	})
}

// What the provider lists and is not here is booked or late money; what is none of ours is left alone.
func TestTheDailyComparisonFindsWhatIsMissing(t *testing.T) {
	t.Parallel()
	testkit.EachConfirmed(t, func(t *testing.T, a *testkit.App, s *hitpay.Server) {
		c := a.NewMember(t, "Lim", "+6598880101")
		known, lost, ended := orderOf(a, c, t), orderOf(a, c, t), orderOf(a, c, t)
		s.Pay(requestOf(t, s, c, known).ID)
		s.Fail(hitpay.Lost) // the answer is lost, and the code with it
		codeOf(c, lost)
		s.Fail(hitpay.None)
		s.Pay(s.Requests(lost.PaymentReference)[0].ID)
		s.Pay(requestOf(t, s, c, ended).ID)
		c.Post("/api/invoice/"+ended.ID+"/cancel", nil).Want(200)
		s.Pay("", func(p *hitpay.Payment) { p.Amount = 500 })                                     // a terminal's
		s.Pay("req-elsewhere", func(p *hitpay.Payment) { p.Amount, p.Reference = 500, "SHOP-1" }) // another shop's
		compare := func() {
			if err := a.PayRequests.CompareDays(t.Context()); err != nil {
				t.Fatal(err)
			}
		}
		compare()
		for _, v := range []*invoice.View{known, lost} {
			if got := c.Order(v.ID); got.Status != invoice.Paid {
				t.Errorf("%s", got.Status)
			}
		}
		if rows := lateMoney(t, a).Items; len(rows) != 1 || rows[0].InvoiceID != ended.ID || rows[0].Amount != 1000 {
			t.Errorf("%+v", rows)
		}
		if n := a.PayRequests.Counts().Missing; n != 3 {
			t.Errorf("%d were missing", n)
		}
		if compare(); s.Asked("charges") != 2 { // two pages, once a day
			t.Errorf("%d questions", s.Asked("charges"))
		}
		a.Clock.Advance(24 * time.Hour)
		s.Fail(hitpay.Broken)
		if err := a.PayRequests.CompareDays(t.Context()); err == nil {
			t.Error("a failure is not told")
		}
		s.Fail(hitpay.None)
		a.Clock.Advance(time.Hour) // again within the day
		if compare(); s.Asked("charges") != 5 {
			t.Errorf("%d questions", s.Asked("charges"))
		}
		if n := a.Count(t, "SELECT count(*) FROM provider_payments"); n != 3 {
			t.Errorf("%d payments", n)
		}
	})
}

// A payment that cannot be stored is reported, and the others are still compared.
func TestTheDailyComparisonGoesOnAfterAFailure(t *testing.T) {
	t.Parallel()
	testkit.EachConfirmed(t, func(t *testing.T, a *testkit.App, s *hitpay.Server) {
		c := a.NewMember(t, "Lim", "+6598880101")
		broken, sound := orderOf(a, c, t), orderOf(a, c, t)
		a.Exec(t, "INSERT INTO official_receipts (id, number, invoice_id, payment_id, issued_at, issued_by) VALUES ('r', 'OR-2026-000099', $1, 'p', 0, '')", broken.ID)
		paid := s.Pay(requestOf(t, s, c, broken).ID)
		s.Pay(requestOf(t, s, c, sound).ID)
		if err := a.PayRequests.CompareDays(t.Context()); err == nil || !strings.Contains(err.Error(), paid.ID) {
			t.Errorf("the failure is not told: %v", err)
		}
		if got := c.Order(sound.ID); got.Status != invoice.Paid {
			t.Errorf("the next payment's order is %s", got.Status)
		}
	})
}

// Without a provider there is nothing of it.
func TestWithoutASettingNothingIsConfirmed(t *testing.T) {
	t.Parallel()
	testkit.One(t, func(t *testing.T, a *testkit.App) {
		c := a.NewMember(t, "Lim", "+6598880101")
		v := orderOf(a, c, t)
		if code := c.Post(codePath, map[string]any{"invoiceId": v.ID}).Want(400).Code(); code != "paynow-not-confirmed" {
			t.Error(code)
		}
		a.Guest().Send("POST", payrequest.WebhookPath, "a=b").Want(400)
		if err := a.PayRequests.Look(t.Context()); err != nil {
			t.Error(err)
		}
		if err := a.PayRequests.CompareDays(t.Context()); err != nil {
			t.Error(err)
		}
	})
}

// The provider is asked ever more rarely, and no more after some days.
func TestAnUnpaidCodeIsAskedAboutEverMoreRarely(t *testing.T) {
	t.Parallel()
	testkit.EachConfirmed(t, func(t *testing.T, a *testkit.App, s *hitpay.Server) {
		c := a.NewMember(t, "Lim", "+6598880101")
		codeOf(c, orderOf(a, c, t))
		ask := func(every, during time.Duration) int {
			before := s.Asked("find")
			for end := a.Clock.Now().Add(during); a.Clock.Now().Before(end); a.Clock.Advance(every) {
				if err := a.PayRequests.Look(t.Context()); err != nil {
					t.Fatal(err)
				}
			}
			return s.Asked("find") - before
		}
		if n := ask(2*time.Second, time.Minute); n < 4 || n > 10 {
			t.Errorf("%d questions in the first minute", n)
		}
		if n := ask(10*time.Second, time.Hour); n < 8 || n > 25 {
			t.Errorf("%d questions in the first hour", n)
		}
		ask(time.Hour, 4*24*time.Hour)
		if n := ask(time.Hour, 10*24*time.Hour); n != 0 {
			t.Errorf("%d questions afterwards", n)
		}
	})
}
