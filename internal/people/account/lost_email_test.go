package account_test

import (
	"encoding/json"
	"regexp"
	"strings"
	"testing"
	"time"

	"shanmen/internal/people/account"
)

func (b *browser) lostEmail(mobile string) answer {
	return b.post("/api/auth/lost-email", fields{"mobile": mobile})
}

func (b *browser) changeEmail(password string) answer {
	return b.post("/api/member/update/email", fields{"password": password})
}

func ticketIn(t *testing.T, a answer) string {
	t.Helper()
	var got struct{ Ticket string }
	if err := json.Unmarshal([]byte(a.body), &got); err != nil || len(got.Ticket) < 40 {
		t.Fatalf("no ticket in %s", a.body)
	}
	return got.Ticket
}

// shape is the part of a response that distinguishes it, without times.
func shape(a answer) string {
	return regexp.MustCompile(`"expiresAt":"[^"]*"`).ReplaceAllString(a.body, "")
}

func TestALostEmailAddressIsReplacedByPhone(t *testing.T) {
	each(t, func(t *testing.T, h *house) {
		userID := h.person(account.NewUser{Mobile: "91234567", Email: "old@example.com", Member: true})
		b := h.guest()
		known := b.lostEmail("9123 4567")
		h.want("lost", known, 200, "")
		text := h.lastLetter()
		if text.To != "+6591234567" || text.Template != "email-code" {
			t.Fatalf("text %+v", text)
		}
		h.want("the code sets no password", b.reset(text.code(), newPassword), 400, "otp-not-pending")
		h.want("a wrong code", b.verify(wrong(text.code())), 400, "otp-invalid")
		a := b.verify(text.code())
		h.want("the code", a, 200, "")
		ticket := ticketIn(t, a)
		if strings.Contains(a.body, "user") || b.get("/api/auth/identity").status != 401 {
			t.Errorf("the code logs in: %s", a.body)
		}
		h.want("the code again", b.verify(text.code()), 400, "otp-not-pending")
		h.want("a new address", b.useTicket(ticket, "new@example.com"), 200, "")
		h.want("confirmed", h.guest().useTicket(h.lastLetter().ticket(), ""), 200, "")
		if got := h.mailOf(userID); got != "new@example.com" {
			t.Errorf("the address is %s", got)
		}
		if told := h.lastLetter(); told.To != "old@example.com" || told.Template != "address-changed" {
			t.Errorf("the old address was told by %+v", told)
		}

		// Unknown and disabled: the same response, nothing sent, no valid code.
		sent := len(h.letters())
		unknown := h.guest()
		if a := unknown.lostEmail("81112222"); a.status != 200 || shape(a) != shape(known) {
			t.Errorf("unknown: %d %s, known %s", a.status, a.body, known.body)
		}
		h.want("a guess", unknown.verify("123456"), 400, "otp-invalid")
		h.exec(`UPDATE users SET status = 'disabled' WHERE id = '` + userID + `'`)
		if a := h.guest().lostEmail("91234567"); a.status != 200 || shape(a) != shape(known) {
			t.Errorf("disabled: %d %s", a.status, a.body)
		}
		if len(h.letters()) != sent {
			t.Error("something was sent")
		}
		if a := h.guest().lostEmail("12"); a.status != 400 || a.fields()["mobile"] != "mobile-invalid" {
			t.Errorf("no number: %d %s", a.status, a.body)
		}
	})
}

// Somebody who lost the phone gets a new password by mail, and then enters the new number.
func TestALostPhoneIsReplacedByEmail(t *testing.T) {
	each(t, func(t *testing.T, h *house) {
		h.person(account.NewUser{Mobile: "91234567", Email: "mei@example.com", Member: true})
		b := h.guest()
		h.want("forget", b.forget("mei@example.com"), 200, "")
		m := h.lastLetter()
		if m.To != "mei@example.com" || m.Template != "password-code" {
			t.Fatalf("mail %+v", m)
		}
		h.want("reset", b.reset(m.code(), newPassword), 200, "")
		h.want("log in", b.login("mei@example.com", newPassword), 200, "")
		h.want("the new number", b.newMobile("81234567", newPassword), 200, "")
		h.want("its code", b.verify(h.lastLetter().code()), 200, "")
		h.want("log in with it", h.guest().login("81234567", newPassword), 200, "")
	})
}

func TestChangingTheEmailAddressNeedsThePassword(t *testing.T) {
	each(t, func(t *testing.T, h *house) {
		userID, b := h.member("91234567", "old@example.com")
		h.want("a guest", h.guest().changeEmail(goodPassword), 401, "not-logged-in")
		for password, code := range map[string]string{"": "required", "not the password": "wrong-password"} {
			if a := b.changeEmail(password); a.status != 400 || a.fields()["password"] != code {
				t.Errorf("%q: %d %s", password, a.status, a.body)
			}
		}
		first := ticketIn(t, b.changeEmail(goodPassword))
		ticket := ticketIn(t, b.changeEmail(goodPassword))
		h.want("an earlier ticket", b.useTicket(first, "new@example.com"), 400, "ticket-invalid")
		h.want("the address", b.useTicket(ticket, "new@example.com"), 200, "")
		h.want("confirmed", b.useTicket(h.lastLetter().ticket(), ""), 200, "")
		if got := h.mailOf(userID); got != "new@example.com" {
			t.Errorf("the address is %s", got)
		}
		for range 10 {
			b.changeEmail("not the password")
		}
		h.want("a stolen session goes on guessing", b.changeEmail(goodPassword), 400, "too-many-tries")
	})
}

// A08: a ticket of one account has no effect while another is logged in, nor for an address that now belongs to another
// account.
func TestA08ATicketActsForItsOwnAccountAlone(t *testing.T) {
	each(t, func(t *testing.T, h *house) {
		mei, b := h.member("91234567", "mei@example.com")
		ong, other := h.member("92345678", "ong@example.com")
		h.want("new address", b.useTicket(ticketIn(t, b.changeEmail(goodPassword)), "new@example.com"), 200, "")
		proof := h.lastLetter().ticket()

		h.want("confirmed by somebody else", other.useTicket(proof, ""), 400, "other-account")
		asked := ticketIn(t, b.changeEmail(goodPassword))
		h.want("used by somebody else", other.useTicket(asked, "ong2@example.com"), 400, "other-account")
		if h.mailOf(mei) != "mei@example.com" || h.mailOf(ong) != "ong@example.com" {
			t.Errorf("changed: %s, %s", h.mailOf(mei), h.mailOf(ong))
		}
		// The refusals did not use up the ticket: a guest, as in the mail app's own window, may use it.
		h.want("asked again by its owner", b.useTicket(asked, "new@example.com"), 200, "")
		proof = h.lastLetter().ticket()

		h.person(account.NewUser{Mobile: "93456789", Email: "new@example.com", Member: true})
		h.want("the address is another's meanwhile", b.useTicket(proof, ""), 400, "email-taken")
		h.want("and stays refused", h.guest().useTicket(proof, ""), 400, "email-taken")
		if h.mailOf(mei) != "mei@example.com" {
			t.Errorf("changed to %s", h.mailOf(mei))
		}
	})
}

// A09: after a new password and after a new address the other sessions end, open tickets and codes become invalid, and
// the old address is notified.
func TestA09ANewPasswordOrAddressEndsOtherSessionsAndTickets(t *testing.T) {
	each(t, func(t *testing.T, h *house) {
		userID, b := h.member("91234567", "old@example.com")
		elsewhere, asking := h.guest(), h.guest()
		open := func() (ticket, code string) {
			h.want("log in elsewhere", elsewhere.login("91234567", goodPassword), 200, "")
			h.clock.Advance(time.Minute)
			h.want("a code", asking.forget("91234567"), 200, "")
			return h.newAddress(userID), h.lastLetter().code()
		}
		shut := func(what, ticket, code string) {
			h.t.Helper()
			h.want(what+": elsewhere", elsewhere.get("/api/auth/identity"), 401, "not-logged-in")
			h.want(what+": the ticket", h.guest().useTicket(ticket, "x@example.com"), 400, "ticket-invalid")
			h.want(what+": the code", asking.reset(code, "twelve cranes on a roof"), 400, "otp-not-pending")
		}

		ticket, code := open()
		change := b.post("/api/member/update/password", fields{"currentPassword": goodPassword, "newPassword": newPassword})
		h.want("a new password", change, 200, "")
		shut("password", ticket, code)
		h.want("this browser stays", b.get("/api/auth/identity"), 200, "")
		if to := h.told("password-changed"); len(to) != 1 || to[0] != "old@example.com" {
			t.Errorf("told: %v", to)
		}
		h.want("and back", b.post("/api/member/update/password", fields{"currentPassword": newPassword, "newPassword": goodPassword}), 200, "")

		h.want("new address", b.useTicket(ticketIn(t, b.changeEmail(goodPassword)), "new@example.com"), 200, "")
		proof := h.lastLetter().ticket()
		h.want("log in elsewhere", elsewhere.login("91234567", goodPassword), 200, "")
		h.clock.Advance(time.Minute)
		h.want("a code", asking.forget("91234567"), 200, "")
		code = h.lastLetter().code()
		h.want("confirmed", b.useTicket(proof, ""), 200, "")
		h.want("address: elsewhere", elsewhere.get("/api/auth/identity"), 401, "not-logged-in")
		h.want("address: the code", asking.reset(code, newPassword), 400, "otp-not-pending")
		h.want("this browser stays", b.get("/api/auth/identity"), 200, "")
		if to := h.told("address-changed"); len(to) != 1 || to[0] != "old@example.com" {
			t.Errorf("told: %v", to)
		}

		// A thief who did all that cannot block the owner's recovery.
		undo := h.lastLetter().ticket()
		h.want("a password after it", b.post("/api/member/update/password", fields{"currentPassword": goodPassword, "newPassword": newPassword}), 200, "")
		h.want("undo", h.guest().useTicket(undo, ""), 200, "")
		h.want("everybody is out", b.get("/api/auth/identity"), 401, "not-logged-in")
		if h.mailOf(userID) != "old@example.com" {
			t.Errorf("the address is %s", h.mailOf(userID))
		}
	})
}
