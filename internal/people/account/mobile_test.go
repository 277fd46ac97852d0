package account_test

import (
	"testing"
	"time"

	"shanmen/internal/people/account"
)

func (b *browser) newMobile(mobile, password string) answer {
	return b.post("/api/member/update/mobile", fields{"mobile": mobile, "password": password})
}

// member is a logged-in browser of a member with number and address.
func (h *house) member(mobile, email string) (userID string, b *browser) {
	h.t.Helper()
	userID = h.person(account.NewUser{Mobile: mobile, Email: email, Member: true})
	b = h.guest()
	h.want("log in", b.login(mobile, goodPassword), 200, "")
	return userID, b
}

// told are the messages of a template, by recipient.
func (h *house) told(template string) (to []string) {
	h.t.Helper()
	for _, l := range h.letters() {
		if l.Template == template {
			to = append(to, l.To)
		}
	}
	return to
}

func TestANewMobileMustBeVerified(t *testing.T) {
	each(t, func(t *testing.T, h *house) {
		_, b := h.member("91234567", "mei@example.com")
		elsewhere := h.guest()
		h.want("log in elsewhere", elsewhere.login("91234567", goodPassword), 200, "")
		lost := h.guest()
		h.want("a code to the old number", lost.lostEmail("91234567"), 200, "")
		byCode := lost.verify(h.lastLetter().code())
		h.want("gives a ticket", byCode, 200, "")
		ticket := ticketIn(t, byCode)

		h.want("the new number", b.newMobile("8123 4567", goodPassword), 200, "")
		text := h.lastLetter()
		if text.To != "+6581234567" || text.Template != "mobile-code" {
			t.Fatalf("text %+v", text)
		}
		h.want("pressed twice", b.newMobile("8123 4567", goodPassword), 200, "")
		if h.lastLetter().code() != text.code() {
			t.Error("a second code within the minute")
		}
		h.want("the old number still logs in", h.guest().login("91234567", goodPassword), 200, "")
		h.want("the new one does not yet", h.guest().login("81234567", goodPassword), 401, "wrong-credentials")
		h.want("a wrong code", b.verify(wrong(text.code())), 400, "otp-invalid")
		h.want("the code in another session of hers", elsewhere.verify(text.code()), 400, "otp-not-pending")

		a := b.verify(text.code())
		if h.want("the code", a, 200, ""); a.body != `{"verified":true}`+"\n" && a.body != `{"verified":true}` {
			t.Errorf("answer %s", a.body)
		}
		h.want("the code again", b.verify(text.code()), 400, "otp-not-pending")
		h.want("the new number logs in", h.guest().login("81234567", goodPassword), 200, "")
		h.want("the old one does not", h.guest().login("91234567", goodPassword), 401, "wrong-credentials")
		h.want("this browser stays", b.get("/api/auth/identity"), 200, "")
		h.want("the other is out", elsewhere.get("/api/auth/identity"), 401, "not-logged-in")
		h.want("a ticket that the old number got", lost.useTicket(ticket, "thief@example.com"), 400, "ticket-invalid")
		if to := h.told("mobile-changed"); len(to) != 2 || to[0] != "+6591234567" || to[1] != "mei@example.com" {
			t.Errorf("told: %v", to)
		}
	})
}

func TestAnInvalidNewMobileIsRefused(t *testing.T) {
	each(t, func(t *testing.T, h *house) {
		_, b := h.member("91234567", "")
		h.person(account.NewUser{Mobile: "82223333", Member: true})
		sent := len(h.letters())
		for name, tt := range map[string]struct{ mobile, password, field, code string }{
			"ErrNone":        {"", goodPassword, "mobile", "required"},
			"ErrNoNumber":    {"12", goodPassword, "mobile", "mobile-invalid"},
			"ErrHerOwn":      {"+65 9123 4567", goodPassword, "mobile", "mobile-same"},
			"ErrUnreachable": {"+44 7911 123456", goodPassword, "mobile", "mobile-unreachable"},
			"ErrNoPassword":  {"81234567", "", "password", "required"},
			"ErrPassword":    {"81234567", "not the password", "password", "wrong-password"},
		} {
			h.sub(name, func(t *testing.T) {
				if a := b.newMobile(tt.mobile, tt.password); a.status != 400 || a.fields()[tt.field] != tt.code {
					t.Errorf("%d %s", a.status, a.body)
				}
			})
		}
		if len(h.letters()) != sent {
			t.Error("a refusal sent something")
		}
		h.want("a guest", h.guest().newMobile("81234567", goodPassword), 401, "not-logged-in")

		// Another account's number: the same response, and its owner is notified without a code.
		free := b.newMobile("8111 2222", goodPassword)
		h.want("a free number", free, 200, "")
		h.clock.Advance(time.Minute)
		taken := b.newMobile("8222 3333", goodPassword)
		if h.want("another's number", taken, 200, ""); shape(taken) != shape(free) {
			t.Errorf("the answer tells: %s, %s", taken.body, free.body)
		}
		if l := h.lastLetter(); l.To != "+6582223333" || l.Template != "number-in-use" || l.code() != "" {
			t.Errorf("its owner got %+v", l)
		}
	})
}

// Two people verify the same free number: the first gets it.
func TestANewMobileTakenMeanwhileIsRefused(t *testing.T) {
	each(t, func(t *testing.T, h *house) {
		_, one := h.member("91234567", "")
		_, two := h.member("92345678", "")
		h.want("one asks", one.newMobile("81234567", goodPassword), 200, "")
		first := h.lastLetter().code()
		h.want("two asks", two.newMobile("81234567", goodPassword), 200, "")
		second := h.lastLetter().code()
		h.want("two proves", two.verify(second), 200, "")
		if a := one.verify(first); a.status != 400 || a.fields()["mobile"] != "mobile-taken" {
			t.Errorf("one proves: %d %s", a.status, a.body)
		}
		h.want("one keeps the old number", h.guest().login("91234567", goodPassword), 200, "")
	})
}
