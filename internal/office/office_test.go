package office_test

import (
	"bytes"
	"net/url"
	"slices"
	"strings"
	"testing"
	"time"

	counterdesk "shanmen/internal/office/counter"
	paymentdesk "shanmen/internal/office/desk"
	"shanmen/internal/sales/invoice"
	"shanmen/internal/sales/payment"
	"shanmen/internal/testkit"
	"shanmen/internal/testkit/officekit"
	"shanmen/internal/testkit/together"
)

func TestApprovingAPaymentIssuesTheReceipt(t *testing.T) {
	testkit.Each(t, func(t *testing.T, a *testkit.App) {
		c := a.Member(t)
		c.Locale = "zh"
		v, paymentID := officekit.Transferred(t, a, c)
		desk := a.Staff(t, "treasurer")

		var q paymentdesk.Queue
		desk.Get("/api/admin/payment?q=" + v.PaymentReference[:5]).Want(200).JSON(&q)
		if q.Total != 1 || q.Sum != 8800 || q.Items[0].ID != paymentID || q.Items[0].DeclaredAmount != 8800 {
			t.Fatalf("queue: %+v", q)
		}
		var d paymentdesk.PaymentDetail
		desk.Get("/api/admin/payment/" + paymentID).Want(200).JSON(&d)
		if len(d.Pictures) != 1 || d.Invoice.Number != v.Number || d.PayerChinese != "陈美玲" {
			t.Fatalf("detail: %+v", d)
		}
		picture := desk.Get(d.Pictures[0].URL).Want(200)
		if picture.Header.Get("Content-Type") != "image/jpeg" || !strings.Contains(picture.Header.Get("Content-Security-Policy"), "sandbox") {
			t.Errorf("picture headers: %v", picture.Header)
		}

		var done paymentdesk.Decided
		desk.Approve(paymentID).Want(200).JSON(&done)
		if done.Invoice.Status != invoice.Paid || done.UndoUntil == nil || done.Invoice.OfficialReceipt.Number != "OR-2026-000001" {
			t.Fatalf("decided: %+v", done.Invoice)
		}
		before := len(a.Mails(t))
		a.Clock.Advance(payment.UndoWindow)
		mails := a.Mails(t)
		if len(mails) != before+1 {
			t.Fatalf("%d mails after the half minute, %d before", len(mails), before)
		}
		paper := mails[before].GetAttachments()[0]
		var file bytes.Buffer
		if _, err := paper.Writer(&file); err != nil {
			t.Fatal(err)
		}
		for _, want := range []string{"OR-2026-000001", v.Number, "陈𠮷䶮", "Tan Bee Leng", "88.00", "正式收据"} {
			if !strings.Contains(testkit.PDFText(t, file.Bytes()), want) {
				t.Errorf("the receipt lacks %q", want)
			}
		}
		own := c.Get(done.Invoice.OfficialReceipt.URL).Want(200)
		if !bytes.HasPrefix(own.Body, []byte("%PDF-")) {
			t.Error("the member's own copy is no PDF")
		}
		a.NewMember(t, "Somebody Else", "+6581112222").Get(done.Invoice.OfficialReceipt.URL).Want(404)
		if got := c.Order(v.ID).Timeline; len(got) != 2 || got[1].Status != invoice.Paid || got[1].By != invoice.ByOffice {
			t.Errorf("timeline: %+v", got)
		}
		if n := a.Count(t, "SELECT count(*) FROM audit_entries WHERE action = 'payment.approve' AND subject = $1", "payment:"+paymentID); n != 1 {
			t.Errorf("%d audit entries", n)
		}
	})
}

func TestAfterARejectionTheDevoteeCanPayAgain(t *testing.T) {
	testkit.Each(t, func(t *testing.T, a *testkit.App) {
		c := a.Member(t)
		v, paymentID := officekit.Transferred(t, a, c)
		desk := a.Staff(t, "treasurer")
		path := "/api/admin/payment/" + paymentID + "/reject"
		if got := desk.Post(path, map[string]any{"reason": "because"}).Want(400).FieldCodes(); got["reason"] != "not-a-choice" {
			t.Errorf("reasons: %v", got)
		}
		before := len(a.Mails(t))
		desk.Post(path, map[string]any{"reason": "unreadable", "note": "The time is cut off"}).Want(200)
		a.Clock.Advance(payment.UndoWindow)
		body := testkit.MailText(t, a.Mails(t)[before])
		if !strings.Contains(body, "The screenshot is not clear") || !strings.Contains(body, "The time is cut off") {
			t.Errorf("mail: %s", body)
		}
		now := c.Order(v.ID)
		if now.Status != invoice.Rejected || now.Payments[0].Reason == "" || now.ExpiresAt == nil {
			t.Fatalf("invoice: %+v", now)
		}
		c.PayByTransfer(v.ID, 8800, testkit.Screenshot(t)).Want(200)
		if now := c.Order(v.ID); now.Status != invoice.UnderVerification || now.Number != v.Number || len(now.Payments) != 2 {
			t.Errorf("sent again: %+v", now)
		}
	})
}

func TestAPaymentDecisionCanBeUndoneInTime(t *testing.T) {
	testkit.Each(t, func(t *testing.T, a *testkit.App) {
		c := a.Member(t)
		v, paymentID := officekit.Transferred(t, a, c)
		desk, other := a.Staff(t, "treasurer"), a.Staff(t, "admin")
		path := "/api/admin/payment/" + paymentID
		mails := len(a.Mails(t))
		desk.Post(path+"/approve", map[string]any{}).Want(200)
		if code := other.Post(path+"/undo", nil).Want(400).Code(); code != "undo-too-late" {
			t.Errorf("another's decision: %s", code)
		}
		desk.Post(path+"/undo", nil).Want(200)
		if now := c.Order(v.ID); now.Status != invoice.UnderVerification || now.OfficialReceipt != nil || now.Due != 8800 {
			t.Fatalf("after undo: %+v", now)
		}
		a.Clock.Advance(10 * time.Minute)
		if n := len(a.Mails(t)); n != mails {
			t.Errorf("%d mails left, want %d", n, mails)
		}
		desk.Post(path+"/approve", map[string]any{}).Want(200)
		if now := c.Order(v.ID); now.OfficialReceipt.Number != "OR-2026-000002" {
			t.Errorf("the second receipt is %s: the first number stays in its series, voided", now.OfficialReceipt.Number)
		}
		if n := a.Count(t, "SELECT count(*) FROM official_receipts WHERE void_reason = 'undone' AND number = 'OR-2026-000001'"); n != 1 {
			t.Errorf("%d voided receipts", n)
		}
		a.Clock.Advance(payment.UndoWindow + time.Second)
		if code := desk.Post(path+"/undo", nil).Want(400).Code(); code != "undo-too-late" {
			t.Errorf("too late: %s", code)
		}
		if n := len(a.Mails(t)); n != mails+1 {
			t.Errorf("%d mails, want the one of the second approval", n-mails)
		}
	})
}

func TestAPartialPaymentLeavesTheRestDue(t *testing.T) {
	testkit.Each(t, func(t *testing.T, a *testkit.App) {
		c := a.Member(t)
		v, paymentID := officekit.Transferred(t, a, c)
		a.Staff(t, "treasurer").Approve(paymentID, "amountReceived", 8000).Want(200)
		now := c.Order(v.ID)
		if now.Status != invoice.AwaitingPayment || now.Paid != 8000 || now.Due != 800 || now.OfficialReceipt != nil || now.ExpiresAt != nil {
			t.Fatalf("invoice: %+v", now)
		}
		var took counterdesk.CashTaken
		a.Staff(t, "counter").TakeCash(v.ID, 1000).Want(200).JSON(&took)
		if took.Change != 200 || took.Invoice.Status != invoice.Paid || took.Invoice.Paid != 8800 {
			t.Errorf("cash: %+v", took)
		}
	})
}

func TestCashAtTheCounterSettlesAnOrder(t *testing.T) {
	testkit.Each(t, func(t *testing.T, a *testkit.App) {
		c := a.NewMember(t, "陈𠮷䶮", "+6587654321") // no e-mail: the receipt goes by SMS
		c.Locale = "zh"
		v := c.BuyFor(8800, a.Item(t, "light-lamp", "family", "form", testkit.People("陈𠮷䶮")))
		counter := a.Staff(t, "counter")
		for _, q := range []string{v.PaymentReference, strings.ToLower(v.PaymentReference), v.Number, "陈𠮷", "87654321"} {
			var found counterdesk.InvoiceRows
			counter.Get("/api/admin/invoice?q=" + q).Want(200).JSON(&found)
			if len(found.Items) != 1 || found.Items[0].Due != 8800 || found.Items[0].Invoice == nil {
				t.Errorf("%s found %+v", q, found.Items)
			}
		}
		counter.Header.Set("Idempotency-Key", "one press")
		for range 2 { // the second is the same request, sent again
			var took counterdesk.CashTaken
			counter.TakeCash(v.ID, 10000).Want(200).JSON(&took)
			if took.Change != 1200 || took.Invoice.Status != invoice.Paid {
				t.Errorf("cash: %+v", took)
			}
		}
		counter.Header.Del("Idempotency-Key")
		if code := counter.TakeCash(v.ID, 10000).Want(400).Code(); code != "already-paid" {
			t.Errorf("paid twice: %s", code)
		}
		a.Clock.Advance(payment.UndoWindow)
		sent := slices.ContainsFunc(a.Texts(t), func(m testkit.Text) bool {
			return m.To == "+6587654321" && strings.Contains(m.Body, "正式收据OR-2026-000001") && strings.Contains(m.Body, "http://temple.example/zh/member/profile/invoices/"+v.ID)
		})
		if !sent {
			t.Errorf("no text with the receipt among %+v", a.Texts(t))
		}
	})
}

func TestUnpaidOrdersExpireAndReturnTheirStock(t *testing.T) {
	testkit.Each(t, func(t *testing.T, a *testkit.App) {
		c := a.Member(t)
		option := a.Option(t, "light-lamp", "grand")
		left := func() int64 { return a.Remaining(t, option) }
		was := left()
		unpaid := c.BuyFor(18800, a.Item(t, "light-lamp", "grand", "form", testkit.People("陈𠮷䶮")))
		v, _ := officekit.Transferred(t, a, c)
		a.Clock.Advance(7*24*time.Hour + time.Minute)
		together.AtOnce(3, func(int) { // as three replicas would
			if err := a.Sweep(t.Context()); err != nil {
				t.Error(err)
			}
		})
		c = a.Member(t) // the old session has ended meanwhile
		if got := c.Order(unpaid.ID).Status; got != invoice.Expired {
			t.Errorf("the unpaid one is %s", got)
		}
		if got := c.Order(v.ID).Status; got != invoice.UnderVerification {
			t.Errorf("what is under verification never expires, and is %s", got)
		}
		if left() != was {
			t.Errorf("%d places left of %d", left(), was)
		}
		a.Staff(t, "counter").TakeCash(unpaid.ID, 18800).Want(200)
		if got := c.Order(unpaid.ID).Status; got != invoice.Paid || left() != was-1 {
			t.Errorf("reopened: %s, %d left", got, left())
		}
	})
}

// Within the half minute the devotee may send another picture or pay at the counter. Then the decision can no longer be
// undone: undoing it would leave a paid invoice under verification, with the receipt of another payment.
func TestADecisionFollowedByAPaymentCannotBeUndone(t *testing.T) {
	testkit.Each(t, func(t *testing.T, a *testkit.App) {
		desk := a.Staff(t, "treasurer")
		for name, build := range map[string]struct {
			decide, wants string
			body          map[string]any
			then          func(c *testkit.Client, v *invoice.View)
		}{
			"a new picture": {"reject", invoice.UnderVerification, map[string]any{"reason": "unreadable"}, func(c *testkit.Client, v *invoice.View) {
				c.PayByTransfer(v.ID, 8800, testkit.Screenshot(t)).Want(200)
			}},
			"cash": {"reject", invoice.Paid, map[string]any{"reason": "unreadable"}, func(_ *testkit.Client, v *invoice.View) {
				desk.TakeCash(v.ID, 8800).Want(200)
			}},
			"cash for the rest": {"approve", invoice.Paid, map[string]any{"amountReceived": 8000}, func(_ *testkit.Client, v *invoice.View) {
				desk.TakeCash(v.ID, 800).Want(200)
			}},
		} {
			c := a.Member(t)
			v, paymentID := officekit.Transferred(t, a, c)
			path := "/api/admin/payment/" + paymentID
			desk.Post(path+"/"+build.decide, build.body).Want(200)
			build.then(c, v)
			if code := desk.Post(path+"/undo", nil).Want(400).Code(); code != "undo-overtaken" {
				t.Errorf("%s: %s", name, code)
			}
			if now := c.Order(v.ID); now.Status != build.wants || now.Paid > now.SubTotal {
				t.Errorf("%s: %s, paid %d of %d", name, now.Status, now.Paid, now.SubTotal)
			}
		}
	})
}

func TestTheCounterSearchFindsInvoices(t *testing.T) {
	testkit.Each(t, func(t *testing.T, a *testkit.App) {
		c := a.NewMember(t, "Amy Lim", "+6581112222")
		c.Post("/api/member/update/profile", map[string]any{"chineseName": "林 Amy 美"}).Want(200)
		v, _ := officekit.Transferred(t, a, c)
		desk := a.Staff(t, "counter")
		for _, said := range []string{"8111 2222", "+65 8111 2222", "65-8111-2222", "111 22", "AMY 美", "amy lim", strings.ToLower(v.PaymentReference), v.Number[4:]} {
			var found counterdesk.InvoiceRows
			desk.Get("/api/admin/invoice?q=" + url.QueryEscape(said)).Want(200).JSON(&found)
			if len(found.Items) != 1 || found.Items[0].Invoice == nil || found.Items[0].ID != v.ID {
				t.Errorf("%q finds %d orders", said, len(found.Items))
			}
		}
	})
}
