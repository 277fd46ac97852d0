package payment_test

import (
	"strings"
	"testing"
	"time"

	"shanmen/internal/testkit"
)

// paperText is the text of a downloaded PDF.
func paperText(t *testing.T, r *testkit.Response) string {
	t.Helper()
	if r.Header.Get("Content-Type") != "application/pdf" || r.Header.Get("Cache-Control") != "private, no-store" {
		t.Errorf("headers %v", r.Header)
	}
	return testkit.PDFText(t, r.Body)
}

func wants(t *testing.T, text string, has, not []string) {
	t.Helper()
	for _, w := range has {
		if !strings.Contains(text, w) {
			t.Errorf("%q is not on the paper: %s", w, text)
		}
	}
	for _, w := range not {
		if strings.Contains(text, w) {
			t.Errorf("%q is on the paper: %s", w, text)
		}
	}
}

func TestTheInvoicePDFIsPrivateAndComplete(t *testing.T) {
	t.Parallel()
	testkit.One(t, func(t *testing.T, a *testkit.App) {
		c, treasurer, counter := a.Member(t), a.Staff(t, "treasurer"), a.Staff(t, "counter")
		v := lamp(t, a, c, "pay-now")
		paper := func(query string) string { return paperText(t, c.Get(v.InvoiceURL+query).Want(200)) }

		for lang, want := range map[string]struct{ has, not []string }{
			"en":   {[]string{"Invoice", "To be paid", "28 Nov 2026", "Pay with PayNow", "18 Lotus Hill Road"}, []string{"待付款", "账单"}},
			"zh":   {[]string{"账单", "待付款", "2026年11月28日", "用PayNow付款"}, []string{"To be paid", "Lotus Hill Road"}},
			"both": {[]string{"Invoice", "账单", "To be paid", "待付款", "Pay with PayNow", "用PayNow付款"}, nil},
		} {
			wants(t, paper("?language="+lang), append(want.has, v.Number, v.PaymentReference, "S$188.00", "陈𠮷䶮", "陈美玲", "+65 9123 4567"), want.not)
		}
		for _, query := range []string{"", "?language=fr", "?language="} { // the order's own
			wants(t, paper(query), []string{"To be paid"}, []string{"待付款"})
		}
		if got := c.Get(v.InvoiceURL).Header.Get("Content-Disposition"); got != `attachment; filename="`+v.Number+`-en.pdf"` {
			t.Errorf("its name: %s", got)
		}

		c.PayByTransfer(v.ID, lampCents, testkit.Screenshot(t)).Want(200)
		wants(t, paper(""), []string{"Transfer awaiting check"}, []string{"Pay with PayNow", "Still to pay", "Pay by"})
		treasurer.Reject(a.PendingPayment(t, v.ID), "unreadable").Want(200)
		wants(t, paper(""), []string{"Screenshot not accepted, to be paid", "Pay with PayNow", "Still to pay"}, nil)
		c.OrderInCash(lampCents, "invoiceId", v.ID).Want(200)
		wants(t, paper(""), []string{"Pay at the counter", "Cash"}, []string{"Pay with PayNow"})
		counter.TakeCash(v.ID, lampCents).Want(200)
		wants(t, paper(""), []string{"Paid", "Received"}, []string{"Still to pay", "Pay at the counter", "not accepted"})

		receipt := c.Order(v.ID).OfficialReceipt
		for lang, has := range map[string][]string{"en": {"Official receipt"}, "zh": {"正式收据"}, "both": {"Official receipt", "正式收据"}} {
			wants(t, paperText(t, c.Get(receipt.URL+"?language="+lang).Want(200)), append(has, receipt.Number, v.Number, "S$188.00", "陈𠮷䶮"), []string{"Still to pay"})
		}

		gone := lamp(t, a, c, "cash")
		c.Post(cancelPath(gone), nil).Want(200)
		wants(t, paperText(t, c.Get(gone.InvoiceURL).Want(200)), []string{"Cancelled, nothing to pay"}, []string{"Still to pay", "Pay at the counter"})
		c.Get("/api/invoice/" + gone.ID + "/receipt.pdf").Want(404)
	})
}

// A receipt printed on its day of issue is the original; one printed from the next day on is marked as a copy. Both
// name who took the money.
func TestAReceiptPrintedLaterIsMarkedAsACopy(t *testing.T) {
	t.Parallel()
	testkit.Each(t, func(t *testing.T, a *testkit.App) {
		c, counter := a.Member(t), a.Staff(t, "counter")
		v := lamp(t, a, c, "cash")
		counter.TakeCash(v.ID, lampCents).Want(200)
		receipt := c.Order(v.ID).OfficialReceipt
		for _, language := range []string{"en", "zh", "both"} {
			wants(t, paperText(t, counter.Get(receipt.URL+"?language="+language).Want(200)), []string{"Counter"}, []string{"Copy", "副本"})
		}
		a.Clock.Advance(24 * time.Hour)
		later := a.Staff(t, "treasurer") // yesterday's sessions have expired
		for _, language := range []string{"en", "zh", "both"} {
			wants(t, paperText(t, later.Get(receipt.URL+"?language="+language).Want(200)), []string{"Counter", "副本 Copy"}, nil)
		}
	})
}

// A receipt issued days after its transfer shows both days; one for cash shows one.
func TestAReceiptShowsTheTransferDate(t *testing.T) {
	t.Parallel()
	testkit.Each(t, func(t *testing.T, a *testkit.App) {
		c := a.Member(t)
		v, transferred := lamp(t, a, c, "pay-now"), a.Clock.Now()
		c.PayByTransfer(v.ID, lampCents, testkit.Screenshot(t)).Want(200)
		a.Clock.Advance(3 * 24 * time.Hour)
		treasurer := a.Staff(t, "treasurer")
		treasurer.Approve(a.PendingPayment(t, v.ID)).Want(200)
		url := a.Member(t).Order(v.ID).OfficialReceipt.URL + "?language="
		format := map[string]string{"en": "2 Jan 2006", "zh": "2006年1月2日"}
		for language, on := range map[string]string{"en": "PayNow on " + transferred.Format(format["en"]), "zh": transferred.Format(format["zh"]) + " PayNow"} {
			wants(t, paperText(t, treasurer.Get(url+language).Want(200)), []string{on, a.Clock.Now().Format(format[language])}, nil)
		}
		cash := lamp(t, a, a.Member(t), "cash")
		a.Staff(t, "counter").TakeCash(cash.ID, lampCents).Want(200)
		wants(t, paperText(t, treasurer.Get(a.Member(t).Order(cash.ID).OfficialReceipt.URL+"?language=en").Want(200)), []string{"Cash"}, []string{"Cash on"})
	})
}
