package account_test

import (
	"strings"
	"testing"
	"time"

	"shanmen/internal/people/account"
	"shanmen/internal/testkit/together"
)

func (b *browser) enter(mobile string) answer {
	return b.post("/api/auth/entry", fields{"mobile": mobile, "locale": "zh"})
}

func (b *browser) giveName(change fields) answer {
	f := fields{"name": "陈𠮷䶮", "locale": "zh", "acceptedPolicies": "2026-11-01"}
	for k, v := range change {
		f[k] = v
	}
	return b.post("/api/auth/entry/name", f)
}

// Number, code and name create an account, without a password until its owner sets one.
func TestCodeLoginWithANewNumberCreatesAnAccount(t *testing.T) {
	each(t, func(t *testing.T, h *house) {
		b := h.guest()
		h.want("enter", b.enter("9123 4567"), 200, "")
		text := h.lastLetter()
		if text.To != "+6591234567" || text.Template != "entry-code" || text.Locale != "zh" || len(text.code()) != 6 {
			t.Fatalf("text %+v", text)
		}
		h.want("a name before the code", b.giveName(nil), 400, "otp-not-pending")
		a := b.verify(text.code())
		h.want("verify", a, 200, "")
		if !strings.Contains(a.body, `"nameNeeded":true`) || h.count("users") != 0 {
			t.Fatalf("before the name: %d users, %s", h.count("users"), a.body)
		}
		h.want("the code again", b.verify(text.code()), 400, "otp-not-pending")
		h.want("another code for a proven number", b.post("/api/auth/otp", nil), 400, "otp-not-pending")
		h.want("a guest till then", b.get("/api/auth/identity"), 401, "not-logged-in")

		wrong := b.giveName(fields{"name": " ", "acceptedPolicies": "", "email": "no"})
		h.want("wrong fields", wrong, 400, "invalid-fields")
		for field, code := range map[string]string{"name": "required", "acceptedPolicies": "consent-required", "email": "email-invalid"} {
			if wrong.fields()[field] != code {
				t.Errorf("%s: %q, want %q", field, wrong.fields()[field], code)
			}
		}
		cookie := b.cookie()
		a = b.giveName(fields{"email": "mei@example.com"})
		h.want("the name", a, 200, "")
		if !strings.Contains(a.body, "陈𠮷䶮") || b.cookie() == cookie || h.logins.Load() != 1 {
			t.Errorf("cookie the same %v, logins %d: %s", b.cookie() == cookie, h.logins.Load(), a.body)
		}
		a = b.get("/api/auth/identity")
		h.want("identity", a, 200, "")
		for _, part := range []string{`"mobileVerified":true`, `"emailConfirmed":false`, `"noPassword":true`, `"member":{"id":"`} {
			if !strings.Contains(a.body, part) {
				t.Errorf("identity lacks %s: %s", part, a.body)
			}
		}
		if mail := h.lastLetter(); mail.To != "mei@example.com" || mail.Template != "confirm-address" {
			t.Errorf("last letter %+v", mail)
		}
		h.want("the name a second time", b.giveName(nil), 400, "otp-not-pending")
		for _, password := range []string{"", " ", goodPassword} {
			h.want("no password opens it", h.guest().login("91234567", password), 401, "wrong-credentials")
		}
	})
}

// The response is the same for every number; a member is logged in by the code, office staff are not.
func TestCodeLoginWithAKnownNumberLogsIn(t *testing.T) {
	each(t, func(t *testing.T, h *house) {
		userID := h.person(account.NewUser{Mobile: "+6591234567", Member: true})
		h.person(account.NewUser{Mobile: "+6598765432", Roles: []string{"treasurer"}})
		known, unknown, staff := h.guest(), h.guest(), h.guest()
		ka, ua, sa := known.enter("91234567"), unknown.enter("81234567"), staff.enter("98765432")
		h.want("known", ka, 200, "")
		if ka.body != ua.body || ka.body != sa.body {
			t.Errorf("answers differ:\n%s\n%s\n%s", ka.body, ua.body, sa.body)
		}
		texts := h.letters()
		if len(texts) != 3 || texts[0].Template != "entry-code" || texts[1].Template != "entry-code" || texts[2].Template != "account-exists-no-code" || texts[2].code() != "" {
			t.Fatalf("texts %+v", texts)
		}
		code := texts[0].code()
		h.want("a wrong code", known.verify(wrong(code)), 400, "otp-invalid")
		h.want("another's browser", unknown.verify(code), 400, "otp-invalid")
		a := known.verify(code)
		h.want("the owner's code", a, 200, "")
		if !strings.Contains(a.body, userID) {
			t.Errorf("logged in to another account: %s", a.body)
		}
		h.want("identity", known.get("/api/auth/identity"), 200, "")
		if n := h.count("users"); n != 2 {
			t.Errorf("%d users", n)
		}
	})
}

func TestCodeLoginIsRefused(t *testing.T) {
	each(t, func(t *testing.T, h *house) {
		for mobile, code := range map[string]string{"": "required", "12345": "mobile-invalid", "+14155552671": "mobile-unreachable"} {
			if a := h.guest().enter(mobile); a.fields()["mobile"] != code {
				t.Errorf("%q: %s", mobile, a.body)
			}
		}
		b := h.guest()
		h.want("enter", b.enter("91234567"), 200, "")
		code := h.lastLetter().code()
		for range 5 {
			h.want("a guess", b.verify(wrong(code)), 400, "otp-invalid")
		}
		h.want("after five guesses", b.verify(code), 400, "otp-invalid")

		late := h.guest()
		h.want("enter", late.enter("81234567"), 200, "")
		h.want("verify", late.verify(h.lastLetter().code()), 200, "")
		h.clock.Advance(time.Hour)
		h.want("the name an hour later", late.giveName(nil), 400, "otp-not-pending")
	})
}

// Two people verified one number at once: the second name logs in to the account that the first created.
func TestTwoCodeLoginsWithOneNewNumberMakeOneAccount(t *testing.T) {
	each(t, func(t *testing.T, h *house) {
		one, two := h.guest(), h.guest()
		for _, b := range []*browser{one, two} {
			h.want("enter", b.enter("91234567"), 200, "")
			h.want("verify", b.verify(h.lastLetter().code()), 200, "")
		}
		answers := make([]answer, 2)
		together.AtOnce(2, func(i int) { answers[i] = []*browser{one, two}[i].giveName(nil) })
		for _, a := range answers {
			h.want("name", a, 200, "")
		}
		if n := h.count("users"); n != 1 {
			t.Errorf("%d accounts of one number", n)
		}
	})
}
