package account_test

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"shanmen/internal/people/account"
	"shanmen/internal/testkit/mutant"
	"shanmen/internal/testkit/together"
)

// Fifty people register one number at the same moment: the limit allows fifteen codes. When all fifty have a code, and
// enter it at the same moment, one account is created, and all of them are logged in to it.
func TestRaceA15FiftyRegistrationsOfOneNumber(t *testing.T) {
	mutant.Declare(t, mutant.NoIndex("users_mobile"))
	each(t, func(t *testing.T, h *house) {
		const n = 50
		browsers := make([]*browser, n)
		for i := range browsers {
			browsers[i] = h.guest()
		}
		answers := make([]answer, n)
		together.AtOnce(n, func(i int) { answers[i] = browsers[i].register(nil) })
		sent := 0
		for _, a := range answers {
			if a.status == 200 {
				sent++
				continue
			}
			h.want("refused", a, 400, "too-many-codes")
		}
		if sent != 15 || len(h.letters()) != 15 {
			t.Errorf("%d were answered, %d texts", sent, len(h.letters()))
		}

		codes := make([]string, n)
		for round := range 3 { // a race may hide once
			for i := range browsers {
				h.exec("DELETE FROM throttles")
				browsers[i] = h.guest()
				h.want("register", browsers[i].register(fields{"mobile": fmt.Sprintf("8123450%d", round)}), 200, "")
				codes[i] = h.lastLetter().code()
			}
			together.AtOnce(n, func(i int) { answers[i] = browsers[i].verify(codes[i]) })
			for _, a := range answers {
				h.want("verify", a, 200, "")
			}
			if h.count("users") != round+1 || h.count("members") != round+1 {
				t.Fatalf("%d users, %d members of %d numbers", h.count("users"), h.count("members"), round+1)
			}
		}
	})
}

// Different spellings of an address are equal; look-alikes of another address are refused, and dots are significant.
func TestA15SpellingsOfAnEmailAddressAreOneAccount(t *testing.T) {
	each(t, func(t *testing.T, h *house) {
		owner := h.person(account.NewUser{Email: "mei.ling@example.com", Mobile: "98765432", Member: true})
		// The code goes by mail where texts are not delivered, and so verifies the address.
		for i, tt := range []struct{ name, typed, code string }{
			{"OKSame", "mei.ling@example.com", ""},
			{"OKCase", "Mei.LING@Example.COM", ""},
			{"OKSpaceAround", "  mei.ling@example.com\u3000", ""},
			{"ErrCyrillic", "mеi.ling@example.com", "email-invalid"},
			{"ErrFullWidth", "ｍei.ling@example.com", "email-invalid"},
			{"ErrInternational", "mei.ling@exämple.com", "email-invalid"},
			{"ErrSpaceInside", "mei .ling@example.com", "email-invalid"},
			{"ErrTwo", "mei.ling@example.com,thief@example.com", "email-invalid"},
			{"ErrNewLine", "mei.ling@example.com\r\nBcc: thief@example.com", "email-invalid"},
			{"ErrName", "Mei <mei.ling@example.com>", "email-invalid"},
			{"ErrQuoted", `"mei.ling"@example.com`, "email-invalid"},
		} {
			h.sub(tt.name, func(*testing.T) {
				b := h.guest()
				a := b.register(fields{"mobile": fmt.Sprintf("+44 7400 1234%02d", i), "email": tt.typed})
				if tt.code != "" {
					if a.status != 400 || a.fields()["email"] != tt.code {
						h.t.Errorf("got %d %s", a.status, a.body)
					}
					return
				}
				h.want("register", a, 200, "")
				mail := h.lastLetter()
				if mail.Template != "account-exists" || !strings.EqualFold(mail.To, "mei.ling@example.com") {
					h.t.Fatalf("mail %+v", mail)
				}
				a = b.verify(mail.code())
				h.want("verify", a, 200, "")
				if !strings.Contains(a.body, owner) {
					h.t.Errorf("another account: %s", a.body)
				}
				h.want("the attempt's password", h.guest().login("mei.ling@example.com", goodPassword+"!"), 401, "wrong-credentials")
			})
		}
		h.sub("OKOtherDots", func(*testing.T) { // only the mail provider knows whether that is the same mailbox
			b := h.guest()
			h.want("register", b.register(fields{"mobile": "+44 7400 123499", "email": "meiling@example.com"}), 200, "")
			if m := h.lastLetter(); m.Template != "registration-code" {
				h.t.Errorf("mail %+v", m)
			}
			h.want("verify", b.verify(h.lastLetter().code()), 200, "")
		})
		if n := h.count("users"); n != 2 {
			t.Errorf("%d users", n)
		}
	})
}

// Somebody who registers with a victim's address or number before the victim gains nothing: until the code is entered
// there is no account, and an unverified address gives no access, neither when the victim registers nor when the victim
// resets a password.
func TestA16AnUnverifiedRegistrationGainsNothing(t *testing.T) {
	each(t, func(t *testing.T, h *house) {
		const victim, thiefs = "victim@example.com", "a password of the thief"
		thief := h.guest()
		h.want("the thief waits with the victim's number", thief.register(fields{"mobile": "98765432", "password": thiefs}), 200, "")
		h.want("the thief registers the victim's address", h.registered(fields{"mobile": "81230001", "email": victim, "password": thiefs}), 200, "")
		proof := h.lastLetter() // in the victim's mailbox

		h.want("forget by the address", h.guest().forget(victim), 200, "")
		if m := h.lastLetter(); m.Template == "password-code" {
			t.Errorf("a code of the thief's account went to %s", m.To)
		}
		h.want("log in by the address", h.guest().login(victim, thiefs), 401, "wrong-credentials")

		owner := h.guest()
		h.want("the victim registers", owner.register(fields{"mobile": "98765432", "email": victim}), 200, "")
		h.want("the victim's code", owner.verify(h.lastLetterTo("+6598765432").code()), 200, "")
		h.want("the victim confirms", owner.useTicket(h.lastLetterTo(victim).ticket(), ""), 200, "")

		h.want("the thief's link", h.guest().useTicket(proof.ticket(), ""), 400, "email-taken")
		h.want("the thief's password, by the number", h.guest().login("98765432", thiefs), 401, "wrong-credentials")
		h.want("the thief's password, by the address", h.guest().login(victim, thiefs), 401, "wrong-credentials")
		h.want("the thief's session", thief.get("/api/auth/identity"), 401, "not-logged-in")
		h.want("the victim's password", h.guest().login(victim, goodPassword), 200, "")
		h.clock.Advance(time.Minute)
		h.want("the thief asks for the code again", thief.post("/api/auth/otp", nil), 200, "")
		if m := h.lastLetter(); m.To != "+6598765432" || m.Template != "account-exists" {
			t.Errorf("text %+v", m)
		}

		b := h.guest()
		h.want("the victim forgets", b.forget(victim), 200, "")
		h.want("and resets", b.reset(h.lastLetterTo(victim).code(), newPassword), 200, "")
		h.want("the new password", h.guest().login(victim, newPassword), 200, "")
		h.want("the victim's older session", owner.get("/api/auth/identity"), 401, "not-logged-in")
		if n := h.count("users"); n != 2 {
			t.Errorf("%d users", n)
		}
	})
}

// registered completes a registration in a browser that is not used again.
func (h *house) registered(change fields) answer {
	h.t.Helper()
	b := h.guest()
	h.want("register", b.register(change), 200, "")
	return b.verify(h.lastLetter().code())
}

// lastLetterTo is the newest mail or text to an address or number.
func (h *house) lastLetterTo(to string) letter {
	h.t.Helper()
	all := h.letters()
	for i := len(all) - 1; i >= 0; i-- {
		if all[i].To == to {
			return all[i]
		}
	}
	h.t.Fatalf("nothing was sent to %s", to)
	return letter{}
}
