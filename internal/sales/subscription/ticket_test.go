package subscription_test

import (
	"context"
	"regexp"
	"strings"
	"testing"
	"time"

	"shanmen/internal/base/money"
	"shanmen/internal/platform/db"
	"shanmen/internal/sales/checkout"
	"shanmen/internal/sales/invoice"
	"shanmen/internal/sales/late"
	"shanmen/internal/sales/payment"
	"shanmen/internal/sales/subscription"
	"shanmen/internal/testkit"
)

var ticketIn = regexp.MustCompile(`/member/renewal\?ticket=([\w-]+)`)

// reminded is the ticket of the newest reminder, from its text message.
func reminded(t *testing.T, a *testkit.App) string {
	t.Helper()
	ticket := ""
	for _, sms := range a.Texts(t) {
		if m := ticketIn.FindStringSubmatch(sms.Body); m != nil && sms.To == mobile {
			ticket = m[1]
		}
	}
	if ticket == "" {
		t.Fatal("nobody was reminded")
	}
	return ticket
}

func opened(c *testkit.Client, ticket string) *testkit.Response {
	return c.Get("/member/renewal/_payload.json?ticket=" + ticket)
}

func viewOf(t *testing.T, r *testkit.Response) checkout.RenewalView {
	t.Helper()
	var p struct{ Data checkout.RenewalView }
	r.Want(200).JSON(&p)
	return p.Data
}

const deadLink = "/member/profile/subscriptions?notice=expired"

// What a reminder's link shows to somebody not logged in: one invoice, with both ways to pay.
func TestARenewalLinkPaysOneInvoice(t *testing.T) {
	testkit.Each(t, func(t *testing.T, a *testkit.App) {
		lamp := familyLamp(t, a, a.Member(t))
		a.Clock.Advance(24 * time.Hour)
		familyLamp(t, a, a.Member(t)) // another one, with its reminder a day later: the link must not show it
		goTo(t, a, 2027, 10, 22)
		ticket := reminded(t, a)
		c := a.Guest()
		r := opened(c, ticket)
		v := viewOf(t, r)
		if v.Status != invoice.AwaitingPayment || v.Due != 8800 || v.Title != "Blessing lamp" || len(v.Names) != 2 || !strings.HasPrefix(v.PayNowCode, "data:image/png;base64,") ||
			!strings.HasPrefix(v.CounterCode, "data:image/png;base64,") || v.StartsAt == nil || !v.StartsAt.Equal(lamp.EndsAt) {
			t.Errorf("opened: %+v", v)
		}
		for _, private := range []string{member, "9123 4567", mobile, "Tan Bee Leng", "invoiceId", "INV-2026"} {
			if strings.Contains(string(r.Body), private) {
				t.Errorf("the link tells %q", private)
			}
		}
		// It gives access to nothing else.
		c.Get("/api/subscription").Want(401)
		c.Get("/api/invoice").Want(401)
		c.Post("/api/auth/reset-email", map[string]any{"ticket": ticket, "email": "thief@example.org"}).Want(400)
		if r := c.Get("/member/reset-email?ticket=" + ticket); r.Status != 302 {
			t.Errorf("it opens the page of another purpose: %d", r.Status)
		}

		var u payment.Uploaded
		uploadWith(c, ticket, testkit.Screenshot(t)).Want(200).JSON(&u)
		pay := map[string]any{
			"ticket": ticket, "paymentAmount": 8800, "currency": "SGD", "transactionDateTime": a.Clock.Now().Format(time.RFC3339), "fileId": u.FileID,
		}
		wrong := map[string]any{}
		for k, v := range pay {
			wrong[k] = v
		}
		wrong["paymentAmount"], wrong["transactionDateTime"] = 1, "yesterday"
		if r := c.Post("/api/renewal/pay-now", wrong); r.Status != 400 || r.FieldCodes()["transactionDateTime"] != "bad-date-time" {
			t.Errorf("wrong: %d %s", r.Status, r.Body)
		}
		var paid checkout.RenewalView
		for range 2 { // pressed twice
			c.Post("/api/renewal/pay-now", pay).Want(200).JSON(&paid)
			if paid.Status != invoice.UnderVerification || paid.PayNowCode != "" || paid.Method != money.PayNow {
				t.Errorf("paid: %+v", paid)
			}
		}
		if v := viewOf(t, opened(a.Guest(), ticket)); v.Status != invoice.UnderVerification {
			t.Errorf("opened again: %+v", v)
		}
		paymentID := ""
		if err := a.DB.SQL().QueryRowContext(t.Context(), "SELECT id FROM payments WHERE status = 'pending' AND method = 2001").Scan(&paymentID); err != nil {
			t.Fatal(err)
		}
		desk, at := a.Staff(t, "treasurer"), "/api/admin/payment/"+paymentID
		desk.Post(at+"/approve", map[string]any{}).Want(200)
		for _, r := range []*testkit.Response{c.Get("/member/renewal?ticket=" + ticket), a.Member(t).Get("/member/renewal?ticket=" + ticket)} {
			if r.Status != 302 || r.Header.Get("Location") != deadLink {
				t.Errorf("settled, it opens: %d %s", r.Status, r.Header.Get("Location"))
			}
		}
		for _, path := range []string{"pay-now", "cash"} {
			if r := c.Post("/api/renewal/"+path, map[string]any{"ticket": ticket, "paymentAmount": 8800, "currency": "SGD"}); r.Status != 400 {
				t.Errorf("settled, it pays: %d %s", r.Status, r.Body)
			}
		}
		if d := detail(a.Member(t), lamp.ID); !d.EndsAt.After(lamp.EndsAt) || d.Terms[1].PaidAt == nil {
			t.Errorf("approved: %+v", d)
		}
		desk.Post(at+"/undo", map[string]any{}).Want(200)
		if v := viewOf(t, opened(c, ticket)); v.Status != invoice.UnderVerification {
			t.Errorf("after the approval was undone: %+v", v)
		}
		if d := detail(a.Member(t), lamp.ID); !d.EndsAt.Equal(lamp.EndsAt) || d.Terms[1].PaidAt != nil || d.State != "checking" {
			t.Errorf("the term after the approval was undone: %+v", d)
		}
	})
}

func TestARenewalLinkCanChooseCash(t *testing.T) {
	testkit.Each(t, func(t *testing.T, a *testkit.App) {
		lamp := familyLamp(t, a, a.Member(t))
		goTo(t, a, 2027, 10, 22)
		ticket := reminded(t, a)
		page := a.Guest().Get("/member/renewal?ticket=" + ticket).Want(200)
		if page.Header.Get("Referrer-Policy") != "no-referrer" || strings.Contains(string(page.Body), ticket) || strings.Contains(string(page.Body), "陈𠮷䶮") {
			t.Errorf("the page gives its ticket or its names away: %v", page.Header)
		}
		if n := a.Count(t, "SELECT count(*) FROM tickets WHERE token_hash = $1 OR subject LIKE $1", ticket); n != 0 {
			t.Error("the ticket is stored as it is")
		}
		var v checkout.RenewalView
		a.Guest().Post("/api/renewal/cash", map[string]any{"ticket": ticket, "paymentAmount": 8800, "currency": "SGD"}).Want(200).JSON(&v)
		if v.Status != invoice.AwaitingPayment || v.Method != money.Cash {
			t.Errorf("for the counter: %+v", v)
		}
		a.Staff(t, "counter").TakeCash(detail(a.Member(t), lamp.ID).Renewal.InvoiceID, 8800).Want(200)
		if d := detail(a.Member(t), lamp.ID); d.Terms[1].PaidAt == nil {
			t.Errorf("paid: %+v", d.Terms)
		}
	})
}

// A link whose invoice has ended says so and accepts no payment; an invalid link leads to the login.
func TestAnEndedRenewalLinkIsRefused(t *testing.T) {
	testkit.Each(t, func(t *testing.T, a *testkit.App) {
		familyLamp(t, a, a.Member(t))
		goTo(t, a, 2027, 10, 22)
		ticket := reminded(t, a)
		goTo(t, a, 2027, 12, 6)
		c := a.Guest()
		v := viewOf(t, opened(c, ticket))
		if v.Status != invoice.Expired || v.Subscription != 2 || v.PayNowCode != "" {
			t.Errorf("expired: %+v", v)
		}
		if r := c.Post("/api/renewal/cash", map[string]any{"ticket": ticket, "paymentAmount": 8800, "currency": "SGD"}); r.Code() != "invoice-not-payable" {
			t.Errorf("expired, it pays: %d %s", r.Status, r.Body)
		}
		for _, none := range []string{"", "made-up", ticket[1:], strings.ToUpper(ticket)} {
			if r := c.Get("/zh/member/renewal?ticket=" + none); r.Status != 302 || r.Header.Get("Location") != "/zh"+deadLink {
				t.Errorf("%q: %d %s", none, r.Status, r.Header.Get("Location"))
			}
			for _, r := range []*testkit.Response{
				c.Post("/api/renewal/cash", map[string]any{"ticket": none, "paymentAmount": 8800, "currency": "SGD"}),
				c.Post("/api/renewal/pay-now", map[string]any{"ticket": none, "paymentAmount": 8800, "currency": "SGD", "transactionDateTime": "2027-12-06T10:00:00+08:00"}),
				uploadWith(c, none, testkit.Screenshot(t)),
			} {
				if r.Status != 400 || r.Code() != "ticket-invalid" {
					t.Errorf("%q: %d %s", none, r.Status, r.Body)
				}
			}
		}
	})
}

// A link whose invoice was replaced shows the subscription's state.
func TestAReplacedRenewalLinkIsRefused(t *testing.T) {
	testkit.Each(t, func(t *testing.T, a *testkit.App) {
		lamp := familyLamp(t, a, a.Member(t))
		goTo(t, a, 2027, 10, 22)
		ticket := reminded(t, a)
		c := a.Member(t)
		old := detail(c, lamp.ID).Renewal.InvoiceID
		a.Write(t, func(ctx context.Context, tx *db.Tx) error {
			return invoice.Move(ctx, tx, a.Clock.Now(), invoice.Transition{InvoiceID: old, To: invoice.Cancelled, By: invoice.ByMember})
		})
		var again subscription.Renewed
		c.Post("/api/subscription/"+lamp.ID+"/renew", nil).Want(200).JSON(&again)
		if v := viewOf(t, opened(a.Guest(), ticket)); v.Status != invoice.Cancelled || v.Subscription != subscription.Active {
			t.Errorf("replaced: %+v", v)
		}
		goTo(t, a, 2027, 12, 6)
		if v := viewOf(t, opened(a.Guest(), ticket)); v.Subscription != subscription.Completed {
			t.Errorf("replaced, and over: %+v", v)
		}
	})
}

// Somebody with the link of an ended renewal who transferred in time is told that the picture is kept.
func TestAPictureForARenewalThatHasEndedBecomesLateMoney(t *testing.T) {
	testkit.Each(t, func(t *testing.T, a *testkit.App) {
		familyLamp(t, a, a.Member(t))
		goTo(t, a, 2027, 10, 22)
		ticket := reminded(t, a)
		goTo(t, a, 2027, 12, 6)
		c := a.Guest()
		var u payment.Uploaded
		uploadWith(c, ticket, testkit.Screenshot(t)).Want(200).JSON(&u)
		pay := map[string]any{
			"ticket": ticket, "paymentAmount": 8800, "currency": "SGD", "transactionDateTime": a.Clock.Now().Add(-24 * time.Hour).Format(time.RFC3339), "fileId": u.FileID,
		}
		var v checkout.RenewalView
		for range 2 { // pressed twice
			c.Post("/api/renewal/pay-now", pay).Want(200).JSON(&v)
			if v.Status != invoice.Expired || v.LateTransfer == nil {
				t.Errorf("answered: %+v", v)
			}
		}
		if v := viewOf(t, opened(a.Guest(), ticket)); v.LateTransfer == nil {
			t.Errorf("opened again: %+v", v)
		}
		var late late.Rows
		a.Staff(t, "treasurer").Get("/api/admin/late").Want(200).JSON(&late)
		if len(late.Items) != 1 || late.Items[0].Kind != "transfer" || late.Items[0].For != "expired" || late.Items[0].Amount != 8800 {
			t.Errorf("late: %+v", late.Items)
		}
	})
}

// uploadWith sends a picture with a ticket.
func uploadWith(c *testkit.Client, ticket string, picture testkit.File) *testkit.Response {
	c.Header.Set("X-Renewal-Ticket", ticket)
	defer c.Header.Del("X-Renewal-Ticket")
	return c.Upload("/api/renewal/upload", picture)
}

// Uploads with a renewal's ticket count towards the ticket's limit, not the member's. The ticket is in no address.
func TestARenewalTicketCannotTouchTheOwnersUploads(t *testing.T) {
	testkit.Each(t, func(t *testing.T, a *testkit.App) {
		familyLamp(t, a, a.Member(t))
		goTo(t, a, 2027, 10, 22)
		ticket := reminded(t, a)
		c := a.Guest()
		for range 10 {
			uploadWith(c, ticket, testkit.Screenshot(t)).Want(200)
		}
		if r := uploadWith(c, ticket, testkit.Screenshot(t)).Want(400); r.Code() != "uploads-too-many" {
			t.Errorf("the eleventh: %s", r.Body)
		}
		a.Member(t).SendReceipt(testkit.Screenshot(t))
		a.Guest().Upload("/api/renewal/upload?ticket="+ticket, testkit.Screenshot(t)).Want(400)
	})
}
