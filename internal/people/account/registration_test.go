package account_test

import (
	"encoding/json"
	"strings"
	"testing"
	"time"

	"shanmen/internal/people/account"
	"shanmen/internal/testkit/together"
)

func TestRegistrationCreatesAnAccount(t *testing.T) {
	each(t, func(t *testing.T, h *house) {
		b := h.guest()
		a := b.register(fields{"chineseName": "陈𠮷䶮", "email": "Mei@Example.com"})
		h.want("register", a, 200, "")
		var sent struct {
			Sent        bool
			ResendAfter int
			ExpiresAt   time.Time
		}
		if err := json.Unmarshal([]byte(a.body), &sent); err != nil {
			t.Fatal(err)
		}
		if !sent.Sent || sent.ResendAfter != 60 || !sent.ExpiresAt.Equal(opening.Add(10*time.Minute)) {
			t.Errorf("answer %s", a.body)
		}
		if !strings.Contains(a.body, `"channel":"sms"`) {
			t.Errorf("the page does not learn where the code went: %s", a.body)
		}
		if n := h.count("users"); n != 0 {
			t.Fatalf("%d users before the code was typed", n)
		}
		guestCookie := b.cookie()
		text := h.lastLetter()
		if text.To != "+6591234567" || text.Template != "registration-code" || text.Locale != "zh" || len(text.code()) != 6 {
			t.Fatalf("text %+v", text)
		}
		h.want("session of a guest", b.get("/api/_auth/session"), 200, "")
		h.want("identity of a guest", b.get("/api/auth/identity"), 401, "not-logged-in")

		a = b.verify(text.code()[:3] + " " + text.code()[3:])
		h.want("verify", a, 200, "")
		if !strings.Contains(a.body, "陈𠮷䶮") {
			t.Errorf("the name came back changed: %s", a.body)
		}
		if b.cookie() == guestCookie || h.logins.Load() != 1 || h.oldID.Load() == "" {
			t.Errorf("same cookie %v, logins %d, old session %q", b.cookie() == guestCookie, h.logins.Load(), h.oldID.Load())
		}
		a = b.get("/api/_auth/session")
		if !strings.Contains(a.body, `"mobile":"+6591234567"`) || !strings.Contains(a.body, `"count":3`) || !strings.Contains(a.body, `"roles":[]`) {
			t.Errorf("session %s", a.body)
		}
		a = b.get("/api/auth/identity")
		h.want("identity", a, 200, "")
		for _, part := range []string{`"mobileVerified":true`, `"emailConfirmed":false`, `"member":{"id":"`} {
			if !strings.Contains(a.body, part) {
				t.Errorf("identity lacks %s: %s", part, a.body)
			}
		}
		if h.count("users") != 1 || h.count("members") != 1 || h.count("sessions") != 1 || h.count("otp_states") != 0 {
			t.Errorf("users %d, members %d, sessions %d, codes %d", h.count("users"), h.count("members"), h.count("sessions"), h.count("otp_states"))
		}
		h.want("login by the number", h.guest().login("+65 9123-4567", goodPassword), 200, "")
		h.want("login by an address that nobody has confirmed", h.guest().login("mei@example.com", goodPassword), 401, "wrong-credentials")
	})
}

func TestRegistrationFieldsAreChecked(t *testing.T) {
	each(t, func(t *testing.T, h *house) {
		for _, tt := range []struct {
			name        string
			change      fields
			field, code string
		}{
			{"ErrNoName", fields{"name": " "}, "name", "required"},
			{"ErrNameLeftOut", fields{"name": nil}, "name", "required"},
			{"ErrNameTooLong", fields{"name": strings.Repeat("陈", 101)}, "name", "too-long"},
			{"ErrNameTurnsText", fields{"chineseName": "陈\u202e"}, "chineseName", "control-character"},
			{"ErrNoMobile", fields{"mobile": ""}, "mobile", "required"},
			{"ErrFixedLine", fields{"mobile": "62234567"}, "mobile", "mobile-invalid"},
			{"ErrEmail", fields{"email": "mei@"}, "email", "email-invalid"},
			{"ErrShortPassword", fields{"password": "kx7mq2z"}, "password", "password-too-short"},
			{"ErrOwnNumber", fields{"password": "+6591234567"}, "password", "password-is-phone"},
			{"ErrLocale", fields{"locale": "fr"}, "locale", "not-a-choice"},
			{"ErrPolicies", fields{"acceptedPolicies": ""}, "acceptedPolicies", "consent-required"},
			{"ErrCountryWithoutEmail", fields{"mobile": "+44 7400 123456"}, "email", "email-needed"},
			{"ErrRole", fields{"roles": []string{"admin"}}, "roles", "unknown-field"},
		} {
			h.sub(tt.name, func(t *testing.T) {
				a := h.guest().register(tt.change)
				if a.status != 400 || a.fields()[tt.field] != tt.code {
					t.Errorf("got %d %v, want %s: %s", a.status, a.fields(), tt.field, tt.code)
				}
			})
		}
		if n := len(h.letters()); n != 0 {
			t.Errorf("%d messages for refused registrations", n)
		}
		if h.count("sessions") != 0 {
			t.Error("a refused registration left a session")
		}
	})
}

// Entering the number again, or correcting the name, sends no second code within a minute.
func TestRegistrationSentTwiceSendsOneCode(t *testing.T) {
	each(t, func(t *testing.T, h *house) {
		b := h.guest()
		h.want("first", b.register(nil), 200, "")
		h.clock.Advance(20 * time.Second)
		a := b.register(fields{"name": "陈美玲"})
		h.want("corrected", a, 200, "")
		if !strings.Contains(a.body, `"resendAfter":40`) || len(h.letters()) != 1 {
			t.Fatalf("%d messages, answer %s", len(h.letters()), a.body)
		}
		a = b.verify(h.lastLetter().code())
		h.want("verify", a, 200, "")
		if !strings.Contains(a.body, "陈美玲") {
			t.Errorf("the correction was lost: %s", a.body)
		}
	})
}

// The number's owner verifies it again by code: same response, and no second account.
func TestRegistrationWithAKnownNumberCreatesNoSecondAccount(t *testing.T) {
	each(t, func(t *testing.T, h *house) {
		userID := h.person(account.NewUser{Mobile: "+6591234567", Member: true})
		h.person(account.NewUser{Mobile: "+6598765432", Roles: []string{"treasurer"}})

		known, unknown, staff := h.guest(), h.guest(), h.guest()
		ka, ua, sa := known.register(nil), unknown.register(fields{"mobile": "81234567"}), staff.register(fields{"mobile": "98765432"})
		h.want("known", ka, 200, "")
		if ka.body != ua.body || ka.body != sa.body {
			t.Errorf("answers differ:\n%s\n%s\n%s", ka.body, ua.body, sa.body)
		}
		for _, a := range []answer{ua, sa} {
			for name := range ka.header {
				if name != "X-Request-Id" && name != "Date" && name != "Set-Cookie" && ka.header.Get(name) != a.header.Get(name) {
					t.Errorf("header %s differs: %q, %q", name, ka.header.Get(name), a.header.Get(name))
				}
			}
		}
		texts := h.letters()
		if len(texts) != 3 || texts[0].Template != "account-exists" || texts[1].Template != "registration-code" || texts[2].Template != "account-exists-no-code" {
			t.Fatalf("texts %+v", texts)
		}
		if texts[2].code() != "" {
			t.Error("a text message would open the office")
		}
		a := known.verify(texts[0].code())
		h.want("the owner's code", a, 200, "")
		if !strings.Contains(a.body, userID) {
			t.Errorf("logged in to another account: %s", a.body)
		}
		h.want("the password of the attempt", h.guest().login("91234567", "another password of mine"), 401, "wrong-credentials")
		h.want("the owner's password", h.guest().login("91234567", goodPassword), 200, "")
	})
}

// Several people with the number's codes at once: one account.
func TestA15SpellingsOfANumberMakeOneAccount(t *testing.T) {
	each(t, func(t *testing.T, h *house) {
		const n = 5
		browsers, codes := make([]*browser, n), make([]string, n)
		for i, typed := range []string{"91234567", "+65 91234567", "6591234567", "９１２３４５６７", "0065 9123 4567"} {
			browsers[i] = h.guest()
			h.want("register", browsers[i].register(fields{"mobile": typed}), 200, "")
			codes[i] = h.lastLetter().code()
		}
		for range 10 {
			h.want("more of the day", h.guest().register(nil), 200, "")
		}
		h.want("the spellings are one number, and it has had its fifteen", h.guest().register(fields{"mobile": "(65) 9123-4567"}), 400, "too-many-codes")
		answers := make([]answer, n)
		together.AtOnce(n, func(i int) { answers[i] = browsers[i].verify(codes[i]) })
		for _, a := range answers {
			h.want("verify", a, 200, "")
		}
		if h.count("users") != 1 || h.count("members") != 1 {
			t.Errorf("%d users, %d members", h.count("users"), h.count("members"))
		}
	})
}

// An account made with another person's number, verified by mail only, takes nothing from its owner.
func TestA16RegistrationWithSomebodyElsesNumberTakesNothing(t *testing.T) {
	each(t, func(t *testing.T, h *house) {
		thief := h.guest()
		h.want("register", thief.register(fields{"email": "thief@example.com", "password": "a password of the thief"}), 200, "")
		h.want("mail", thief.post("/api/auth/otp?channel=mail", nil), 400, "otp-too-soon")
		h.clock.Advance(time.Minute)
		h.want("mail before a second text", thief.post("/api/auth/otp?channel=mail", nil), 400, "otp-channel")
		h.want("a second text", thief.post("/api/auth/otp", nil), 200, "")
		h.clock.Advance(time.Minute)
		h.want("mail", thief.post("/api/auth/otp?channel=mail", nil), 200, "")
		mail := h.lastLetter()
		if mail.To != "thief@example.com" || mail.Template != "registration-code" {
			t.Fatalf("mail %+v", mail)
		}
		h.want("the text's code is dead", thief.verify(h.letters()[0].code()), 400, "otp-invalid")
		h.want("verify", thief.verify(mail.code()), 200, "")
		h.want("login with the number", h.guest().login("91234567", "a password of the thief"), 401, "wrong-credentials")
		h.want("login with the address", h.guest().login("Thief@Example.com", "a password of the thief"), 200, "")

		owner := h.guest()
		h.want("the owner registers", owner.register(nil), 200, "")
		text := h.lastLetter()
		if text.Template != "registration-code" {
			t.Errorf("an unproven number counts as known: %+v", text)
		}
		h.want("the owner's code", owner.verify(text.code()), 200, "")
		h.want("the owner's password", h.guest().login("91234567", goodPassword), 200, "")
		if h.count("users") != 2 {
			t.Errorf("%d users", h.count("users"))
		}
		h.want("the thief proves the number", thief.post("/api/auth/otp", nil), 200, "")
		h.want("with the owner's code", thief.verify(h.lastLetter().code()), 400, "invalid-fields")
	})
}

// Where texts are not delivered, the code goes by mail and leaves the number unverified.
func TestRegistrationCodeByMailLeavesTheNumberUnverified(t *testing.T) {
	each(t, func(t *testing.T, h *house) {
		b := h.guest()
		h.want("register", b.register(fields{"mobile": "+44 7400 123456", "email": "ann@example.com"}), 200, "")
		h.want("verify", b.verify(h.lastLetter().code()), 200, "")
		if h.lastLetter().To != "ann@example.com" {
			t.Errorf("sent to %s", h.lastLetter().To)
		}
		a := b.get("/api/auth/identity")
		if !strings.Contains(a.body, `"mobileVerified":false`) || !strings.Contains(a.body, `"emailConfirmed":true`) {
			t.Errorf("identity %s", a.body)
		}
		h.want("no text to that country later either", b.post("/api/auth/otp", nil), 400, "otp-not-pending")
	})
}

// After a second text was requested, a registration's code goes by mail to the address just given, and is offered from
// then on; without an address it never is.
func TestARegistrationCodeCanBeMailedAfterTheSecondSMS(t *testing.T) {
	each(t, func(t *testing.T, h *house) {
		offered := func(a answer) bool {
			h.want("code", a, 200, "")
			var v struct{ MailOffered bool }
			if err := json.Unmarshal([]byte(a.body), &v); err != nil {
				t.Fatal(err)
			}
			return v.MailOffered
		}
		b := h.guest()
		if offered(b.register(nil)) {
			t.Error("by mail, without an address")
		}
		h.clock.Advance(time.Minute)
		if offered(b.post("/api/auth/otp", nil)) {
			t.Error("by mail, without an address, after a second text")
		}
		// The address is given now: the code already sent stays valid, and mail is offered at once.
		if !offered(b.register(fields{"email": "mei@example.com"})) {
			t.Error("not by mail, with an address and after a second text")
		}
		h.clock.Advance(time.Minute)
		if !offered(b.post("/api/auth/otp?channel=mail", nil)) {
			t.Error("no longer by mail")
		}
		if m := h.lastLetter(); m.To != "mei@example.com" {
			t.Fatalf("sent to %s", m.To)
		}
		h.want("verify", b.verify(h.lastLetter().code()), 200, "")
		a := b.get("/api/auth/identity")
		if !strings.Contains(a.body, `"mobileVerified":false`) || !strings.Contains(a.body, `"emailConfirmed":true`) {
			t.Errorf("identity %s", a.body)
		}
	})
}

// A temple without an SMS provider sends its codes by mail, and asks for an address.
func TestWithoutAnSMSProviderRegistrationCodesAreMailed(t *testing.T) {
	each(t, func(t *testing.T, h *house) {
		h.accounts.NoSMS = true
		a := h.guest().register(nil)
		if a.status != 400 || a.fields()["email"] != "email-needed" {
			t.Fatalf("without an address: %d %s", a.status, a.body)
		}
		b := h.guest()
		a = b.register(fields{"email": "mei@example.com"})
		h.want("with one", a, 200, "")
		if !strings.Contains(a.body, `"channel":"mail"`) || !strings.Contains(a.body, `"mailOffered":true`) || h.lastLetter().To != "mei@example.com" {
			t.Errorf("answer %s, sent to %s", a.body, h.lastLetter().To)
		}
		h.clock.Advance(time.Minute)
		h.want("again, the page's button for a text", b.post("/api/auth/otp", nil), 200, "")
		if h.lastLetter().To != "mei@example.com" {
			t.Errorf("sent to %s", h.lastLetter().To)
		}
		h.want("verify", b.verify(h.lastLetter().code()), 200, "")
		h.want("the number cannot be proven here", b.post("/api/auth/otp", nil), 400, "otp-not-pending")
	})
}
