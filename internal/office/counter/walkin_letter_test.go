package counter_test

import (
	"regexp"
	"strings"
	"testing"
	"time"

	"shanmen/internal/base/locale"
	"shanmen/internal/sales/payment"
	"shanmen/internal/testkit"
	"shanmen/internal/testkit/officekit"
)

// A payer without an account gets no message with a link that needs one: the message says what to do, with the order's
// number.
func TestLettersToPeopleWithoutAccountsHaveNoAccountLinks(t *testing.T) {
	t.Parallel()
	testkit.One(t, func(t *testing.T, a *testkit.App) {
		counter, desk := a.Staff(t, "counter"), a.Staff(t, "treasurer")
		// order is paid by a transfer that was photographed at the counter; the payer is notified by mail or by text.
		order := func(language string, mail bool) (invoiceID, number, paymentID string) {
			t.Helper()
			payer := officekit.Fields{"name": "Lim Siew Hong", "mobile": "81234567"}
			if mail {
				payer["email"] = "aunt@example.com"
			}
			v := sold(counter.Post("/api/admin/walk-in", byPayNow(t, a, "locale", language, "payer", payer))).Invoice
			shown := v
			counter.Upload("/api/admin/walk-in/"+v.ID+"/picture", testkit.Screenshot(t)).Want(200).JSON(&shown)
			return v.ID, v.Number, shown.Payments[0].ID
		}
		// told is the message that a decision sends.
		told := func(mail bool, decide func()) string {
			t.Helper()
			a.Clock.Advance(time.Minute)
			mails, texts := len(a.Mails(t)), len(a.Texts(t))
			decide()
			a.Clock.Advance(payment.UndoWindow)
			if mail {
				if len(a.Mails(t)) != mails+1 {
					t.Fatalf("%d mails, %d before", len(a.Mails(t)), mails)
				}
				return officekit.LastLetter(t, a)
			}
			if all := a.Texts(t); len(all) == texts+1 {
				return all[texts].Body
			}
			t.Fatalf("%d texts, %d before", len(a.Texts(t)), texts)
			return ""
		}
		leads := regexp.MustCompile(`https?://|/transaction/|/member/|mail\.|sms\.`)
		for _, mail := range []bool{true, false} {
			for language, wants := range map[string]string{"en": "counter", "zh": "柜台"} {
				check := func(what, letter, number string) {
					t.Helper()
					if leads.MatchString(letter) || !strings.Contains(letter, number) || !strings.Contains(letter, wants) {
						t.Errorf("%s, %s, by mail %v: %s", what, language, mail, letter)
					}
				}
				_, number, id := order(language, mail)
				check("rejected", told(mail, func() {
					desk.Reject(id, "unreadable", "note", "Please").Want(200)
				}), number)
				_, number, id = order(language, mail)
				check("a part", told(mail, func() {
					desk.Approve(id, "amountReceived", 4000).Want(200)
				}), number)

				invoiceID, number, _ := order(language, mail)
				officekit.Statement(t, a, invoiceID, "none", 8800)
				told(mail, func() {
					desk.Post("/api/admin/bank/line/line/match", officekit.Fields{"parts": []officekit.Fields{{"invoiceId": invoiceID, "amount": 8800}}}).Want(200)
				})
				check("taken back", told(mail, func() { desk.Post("/api/admin/bank/line/line/undo", nil).Want(200) }), number)
				for _, table := range []string{"bank_matches", "bank_lines", "bank_statements"} {
					a.Exec(t, "DELETE FROM "+table)
				}
			}
		}
	})
}

// Every message about an order that has a link has a variant without one, unless it goes to members only, or the link
// opens the order without a password, as a receipt's does.
func TestEveryLinkedLetterHasAWalkInVariant(t *testing.T) {
	t.Parallel()
	messages, err := locale.Load()
	if err != nil {
		t.Fatal(err)
	}
	members := regexp.MustCompile(`^(order-received|order-cancelled$|renewal|subscription)`) // members only: a counter order is not made by its payer and does not continue
	tickets := regexp.MustCompile(`^(official-receipt|receipt-again)(-walk-in)?$`)
	checked := 0
	for _, l := range locale.All {
		for key, text := range messages.All(l) {
			space, name, _ := strings.Cut(key, ".")
			if space != "mail" && space != "sms" || !strings.Contains(text, "{link}") {
				continue
			}
			template, part, _ := strings.Cut(name, ".")
			if members.MatchString(template) || tickets.MatchString(template) {
				continue
			}
			checked++
			twin := space + "." + template + "-walk-in"
			if part != "" {
				twin += "." + part
			}
			if !messages.Has(l, twin) || strings.Contains(messages.T(l, twin, nil), "{link}") {
				t.Errorf("%s: %s lacks a twin without a link", l, key)
			}
		}
	}
	if checked < 20 {
		t.Errorf("only %d letters are looked at", checked)
	}
}
