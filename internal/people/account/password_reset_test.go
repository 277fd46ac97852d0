package account_test

import (
	"testing"
	"time"

	"shanmen/internal/people/account"
)

const newPassword = "seven carp in the pond"

func (b *browser) forget(identifier string) answer {
	return b.post("/api/auth/forget-password", fields{"identifier": identifier})
}

func (b *browser) reset(code, password string) answer {
	return b.post("/api/auth/reset-password", fields{"otp": code, "password": password})
}

func TestAPasswordIsResetByCode(t *testing.T) {
	each(t, func(t *testing.T, h *house) {
		h.person(account.NewUser{Mobile: "91234567", Email: "mei@example.com", Member: true})
		thief := h.guest()
		h.want("somebody who knew the password", thief.login("91234567", goodPassword), 200, "")

		b := h.guest()
		h.want("forget", b.forget("9123 4567"), 200, "")
		text := h.lastLetter()
		if text.To != "+6591234567" || text.Template != "password-code" {
			t.Fatalf("text %+v", text)
		}
		h.want("the code of a password logs nobody in", b.verify(text.code()), 400, "otp-not-pending")
		for range 6 { // a password that breaks the rules costs no guess, also for rules that depend on the account
			h.want("a common password", b.reset(text.code(), "password123"), 400, "invalid-fields")
			h.want("the own number", b.reset(text.code(), "91234567"), 400, "invalid-fields")
		}
		h.want("a wrong code", b.reset(wrong(text.code()), newPassword), 400, "otp-invalid")
		h.want("the right one", b.reset(text.code(), newPassword), 200, "")
		h.want("again", b.reset(text.code(), newPassword), 400, "otp-not-pending")
		h.want("the open session", thief.get("/api/auth/identity"), 401, "not-logged-in")
		h.want("the old password", h.guest().login("91234567", goodPassword), 401, "wrong-credentials")
		h.want("the new password", h.guest().login("mei@example.com", newPassword), 200, "")
		if told := h.lastLetter(); told.To != "mei@example.com" || told.Template != "password-changed" {
			t.Errorf("the owner was told by %+v", told)
		}
	})
}

func TestPasswordResetGuessesAreLimited(t *testing.T) {
	each(t, func(t *testing.T, h *house) {
		h.person(account.NewUser{Mobile: "91234567", Member: true})
		b := h.guest()
		h.want("forget", b.forget("91234567"), 200, "")
		for range 4 {
			h.want("wrong", b.reset(wrong(h.lastLetter().code()), newPassword), 400, "otp-invalid")
		}
		h.clock.Advance(time.Minute)
		h.want("again", b.forget("+65 9123 4567"), 200, "")
		code := h.lastLetter().code()
		h.want("the fifth", b.reset(wrong(code), newPassword), 400, "otp-invalid")
		h.want("the right one", b.reset(code, newPassword), 400, "otp-invalid")
		h.want("the old password", h.guest().login("91234567", goodPassword), 200, "")
	})
}

// Known, unknown, unverified and disabled get the same responses in every step.
func TestPasswordResetRevealsNoAccount(t *testing.T) {
	each(t, func(t *testing.T, h *house) {
		h.person(account.NewUser{Mobile: "91234567", Email: "mei@example.com", Member: true})
		gone := h.person(account.NewUser{Mobile: "98765432", Member: true})
		h.exec(`UPDATE users SET status = 'disabled' WHERE id = '` + gone + `'`)
		var first, again, guess string
		for i, who := range []string{"91234567", "81234567", "98765432", "mei@example.com", "nobody@example.com"} {
			b := h.guest()
			a := b.forget(who)
			h.want("forget", a, 200, "")
			h.clock.Advance(time.Minute)
			m := b.post("/api/auth/otp?channel=mail", nil)
			h.want("by mail", m, 200, "")
			r := b.reset("000000", newPassword)
			h.clock.Set(opening)
			if i == 0 {
				first, again, guess = a.body, m.body, r.body
			}
			if a.body != first || m.body != again || r.body != guess {
				t.Errorf("%s: other words\n%s\n%s\n%s", who, a.body, m.body, r.body)
			}
		}
		if n := len(h.letters()); n != 4 {
			t.Errorf("%d messages, want two for each of the two ways to the one account", n)
		}
		h.want("neither a number nor an address", h.guest().forget("Tan"), 400, "invalid-fields")
	})
}
