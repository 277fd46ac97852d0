package payment_test

import (
	"regexp"
	"strings"
	"testing"
	"time"

	"shanmen/internal/testkit"
)

var linkTicket = regexp.MustCompile(`/member/confirm\?ticket=(\S+)`)

// An unverified address gets nothing about an order: the verified number gets it by SMS, until the address is
// confirmed.
func TestMailsGoOnlyToConfirmedAddresses(t *testing.T) {
	t.Parallel()
	testkit.Each(t, func(t *testing.T, a *testkit.App) {
		c := a.Guest()
		c.Post("/api/auth/registration", map[string]any{
			"name": "Ong Ah Seng", "mobile": "81112222", "email": "seng@example.com", "password": "incense at dawn 18",
			"locale": "en", "acceptedPolicies": "2026-11",
		}).Want(200)
		c.Post("/api/auth/otp/verify", map[string]any{"otp": a.CodeFor(t, "+6581112222")}).Want(200)
		counter := a.Staff(t, "counter")
		pay := func() (invoiceID string) {
			t.Helper()
			return c.BuyFor(1000, a.Item(t, "lamp-oil", "bottle")).ID
		}
		take := func(invoiceID string) {
			t.Helper()
			counter.TakeCash(invoiceID, 1000).Want(200)
			a.Clock.Advance(time.Minute)
			a.Drain(t)
		}
		// told counts the messages about orders to the address, and to the number.
		told := func() (mails, texts int) {
			for _, m := range a.Mails(t) {
				if m.GetToString()[0] == "<seng@example.com>" && !linkTicket.MatchString(testkit.MailText(t, m)) {
					mails++
				}
			}
			for _, m := range a.Texts(t) {
				if m.To == "+6581112222" && strings.Contains(m.Body, "/member/profile/invoices/") {
					texts++
				}
			}
			return mails, texts
		}
		take(pay())
		if mails, texts := told(); mails != 0 || texts != 2 {
			t.Errorf("unconfirmed: %d mails and %d texts, want the order and the receipt by text alone", mails, texts)
		}
		a.Clock.Advance(10 * time.Minute) // at most one text per order in ten minutes
		waiting := pay()
		ticket := ""
		for _, m := range a.Mails(t) {
			if found := linkTicket.FindStringSubmatch(testkit.MailText(t, m)); found != nil {
				ticket = found[1]
			}
		}
		c.Post("/api/auth/reset-email", map[string]any{"ticket": ticket}).Want(200)
		take(waiting)
		pay()
		if mails, texts := told(); mails != 2 || texts != 3 {
			t.Errorf("confirmed: %d mails and %d texts, want the receipt and the next order by mail", mails, texts)
		}
	})
}
