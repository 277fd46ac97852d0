package account_test

import (
	"fmt"
	"testing"
	"time"

	"shanmen/internal/people/account"
)

// Constant wrong passwords, from one address or from a whole IPv6 network, do not lock out the owner.
func TestWrongPasswordsFromOneAddressLockNobodyOut(t *testing.T) {
	each(t, func(t *testing.T, h *house) {
		h.clerk("treasurer", "treasurer")
		h.setting("demo", "1")
		known := h.guest()
		h.want("the treasurer logs in", known.login("treasurer@example.com", staffPassword), 200, "")
		for name, ips := range map[string]func(i int) string{
			"OneAddress":  func(int) string { return "192.0.2.7" },
			"IPv6Network": func(i int) string { return fmt.Sprintf("2001:db8:7:%x::1", i) },
		} {
			h.sub(name, func(t *testing.T) {
				for i := range 400 { // one every 0.4 s
					b := h.guest()
					b.ip = ips(i)
					if a := b.login("treasurer@example.com", "a wrong password here"); a.status == 200 {
						t.Fatal("let in")
					}
					h.clock.Advance(400 * time.Millisecond)
				}
				h.want("from another address", h.guest().login("treasurer@example.com", staffPassword), 200, "")
				same := h.guest()
				same.ip = ips(0)
				same.http.Jar = known.http.Jar
				h.want("the known browser, at the guesser's address", same.login("treasurer@example.com", staffPassword), 200, "")
			})
		}
	})
}

// A known browser has no more tries than any other, and none for another account.
func TestAKnownBrowserHasNoExtraGuesses(t *testing.T) {
	each(t, func(t *testing.T, h *house) {
		h.person(account.NewUser{Mobile: "91234567", Member: true})
		h.person(account.NewUser{Mobile: "81234567", Member: true})
		known := h.guest()
		h.want("login", known.login("91234567", goodPassword), 200, "")
		for _, who := range []string{"91234567", "81234567"} {
			for range 11 {
				h.want("wrong", known.login(who, "a wrong password here"), 401, "wrong-credentials")
			}
			h.want("the twelfth", known.login(who, goodPassword), 400, "too-many-tries")
		}
	})
}

// Guessing an account's number reveals nothing about its address: a refusal would show that both belong together.
func TestMobileAndEmailOfAnAccountHaveSeparateLimits(t *testing.T) {
	each(t, func(t *testing.T, h *house) {
		h.person(account.NewUser{Mobile: "91234567", Email: "mei@example.com", Member: true})
		b := h.guest()
		for range 12 {
			b.login("91234567", "a wrong password here")
		}
		h.want("the number", b.login("91234567", "a wrong password here"), 400, "too-many-tries")
		h.want("the address", b.login("mei@example.com", "a wrong password here"), 401, "wrong-credentials")
	})
}

// Three hundred invented numbers cause no texts, and block no codes.
func TestMadeUpNumbersDoNotExhaustCodes(t *testing.T) {
	each(t, func(t *testing.T, h *house) {
		h.person(account.NewUser{Mobile: "91234567", Email: "mei@example.com", Member: true})
		g := &gateway{sent: map[string]int{}}
		for i := range 310 {
			h.want("made up", h.guest().forget(fmt.Sprintf("811%05d", i)), 200, "")
			h.want("made up", h.guest().forget(fmt.Sprintf("nobody%d@example.com", i)), 200, "")
		}
		h.deliver(g)
		h.want("the owner", h.guest().forget("91234567"), 200, "")
		h.want("by mail", h.guest().forget("mei@example.com"), 200, "")
		h.deliver(g)
		if g.sent["+6591234567"] != 1 || g.all() != 1 {
			t.Errorf("the gateway sent %v", g.sent)
		}
	})
}

// When the limit of codes for a country is reached, a known browser and codes by mail still work.
func TestWhenACountrysCodeLimitIsReachedOwnersStillGetCodes(t *testing.T) {
	each(t, func(t *testing.T, h *house) {
		h.person(account.NewUser{Mobile: "91234567", Email: "mei@example.com", Member: true})
		known := h.guest()
		h.want("login", known.login("91234567", goodPassword), 200, "")
		g := &gateway{sent: map[string]int{}}
		h.fill("codes 65", 300, time.Hour)
		h.want("a stranger's browser", h.guest().forget("91234567"), 400, "too-many-codes")
		h.want("an unknown number, the same", h.guest().forget("81119999"), 400, "too-many-codes")
		h.want("the known browser", known.forget("91234567"), 200, "")
		h.deliver(g)
		if g.sent["+6591234567"] != 1 {
			t.Errorf("the gateway sent %v", g.sent)
		}
		h.want("by mail", h.guest().forget("mei@example.com"), 200, "")
		h.fill("codes 65 registration", 300, time.Hour)
		h.want("a new account", h.guest().register(fields{"mobile": "81234567"}), 400, "too-many-codes")
		h.clock.Advance(time.Hour)
		h.want("an hour later", h.guest().forget("91234567"), 200, "")
	})
}

// Five requests by one stranger, also from many addresses of an IPv6 network, block nobody's codes.
func TestFiveRequestsDoNotBlockAnOwnersCodes(t *testing.T) {
	each(t, func(t *testing.T, h *house) {
		h.person(account.NewUser{Mobile: "91234567", Email: "mei@example.com", Member: true})
		for _, who := range []string{"91234567", "mei@example.com"} {
			refused := 0
			for i := range 40 {
				b := h.guest()
				b.ip = fmt.Sprintf("2001:db8:9:%x::1", i<<8|i) // each has its own 56-bit network
				if a := b.forget(who); a.status != 200 {
					h.want("refused", a, 400, "too-many-codes")
					refused++
				}
				h.clock.Advance(time.Minute)
			}
			if refused != 40-20 && who == "mei@example.com" {
				t.Errorf("%d of 40 requests of one network were refused", refused)
			}
		}
		h.want("the owner, by mail", h.guest().forget("mei@example.com"), 200, "")
	})
}

// A member who enters one stranger's number after another causes few texts, however well the browser is known, and
// blocks no owner's codes.
func TestAMemberCannotTextManyStrangers(t *testing.T) {
	each(t, func(t *testing.T, h *house) {
		h.person(account.NewUser{Mobile: "81234567", Member: true})
		h.person(account.NewUser{Mobile: "91234567", Member: true})
		known := h.guest()
		h.want("login", known.login("91234567", goodPassword), 200, "")
		g, refused := &gateway{sent: map[string]int{}}, 0
		for i := range 100 {
			b := known
			b.ip = fmt.Sprintf("192.0.2.%d", i) // a member on the way
			if a := b.newMobile(fmt.Sprintf("822%05d", i), goodPassword); a.status != 200 {
				h.want("refused", a, 400, "too-many-codes")
				refused++
			}
			h.deliver(g)
			h.clock.Advance(time.Minute)
		}
		if g.all() != 10 || refused != 90 {
			t.Errorf("%d strangers were texted, %d requests refused", g.all(), refused)
		}
		h.fill("codes 65 registration", 300, time.Hour)
		h.want("an owner's new password meanwhile", h.guest().forget("81234567"), 200, "")
		h.deliver(g)
		if g.sent["+6581234567"] != 1 {
			t.Errorf("the gateway sent %v", g.sent)
		}
	})
}
