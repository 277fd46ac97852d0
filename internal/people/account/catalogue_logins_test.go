package account_test

import (
	"fmt"
	"strings"
	"testing"

	"golang.org/x/text/unicode/norm"

	"shanmen/internal/people/account"
)

// One password tried on a thousand accounts, and a thousand passwords tried on one, are rate-limited; its owner stays
// logged in, can log in at home at once, and elsewhere within minutes.
func TestA12PasswordSprayingAndStuffingAreThrottled(t *testing.T) {
	each(t, func(t *testing.T, h *house) {
		h.person(account.NewUser{Mobile: "91234567", Member: true})
		home := h.guest()
		h.want("the owner logs in", home.login("91234567", goodPassword), 200, "")
		runs := h.accounts.HashRuns()

		h.sub("SprayingFromOneAddress", func(*testing.T) {
			ip, looked := h.guest().ip, 0
			for i := range 1000 {
				b := h.guest()
				b.ip = ip
				if a := b.login(fmt.Sprintf("8%07d", i), "spring 2026"); a.status == 401 {
					looked++
				} else {
					h.want("throttled", a, 400, "too-many-tries")
				}
			}
			if looked != 101 || h.accounts.HashRuns()-runs != 101 { // the last is the one allowed per minute
				h.t.Errorf("%d passwords were looked at, %d hashed", looked, h.accounts.HashRuns()-runs)
			}
		})
		h.sub("StuffingFromEverywhere", func(*testing.T) {
			looked := 0
			guessers := make([]*browser, 40)
			for i := range guessers {
				guessers[i] = h.guest()
			}
			for i := range 1000 {
				if a := guessers[i%len(guessers)].login("91234567", fmt.Sprintf("from a leaked list %d", i)); a.status == 401 {
					looked++
				} else {
					h.want("throttled", a, 400, "too-many-tries")
				}
			}
			if looked != 200+40 { // then each address has one try per quarter of an hour
				h.t.Errorf("%d passwords were looked at", looked)
			}
			h.want("the owner's session", home.get("/api/auth/identity"), 200, "")
			h.want("the owner elsewhere", h.guest().login("91234567", goodPassword), 200, "")
			home.ip = guessers[0].ip
			h.want("the owner's browser, at the address of the guesser", home.login("91234567", goodPassword), 200, "")
		})
	})
}

// A password is any 8 to 128 characters that are not among the most common. It is never truncated, its Unicode
// spellings are equal, and one that is too long is refused before it is hashed.
func TestA17OnlyCommonAndShortPasswordsAreRefused(t *testing.T) {
	each(t, func(t *testing.T, h *house) {
		const sign = "qk4 vm9 zt2 xw7 " // 16 characters
		for i, tt := range []struct{ name, password, code string }{
			{"ErrSeven", "kx7mq2z", "password-too-short"},
			{"OKEight", "kx7mq2zp", ""},
			{"OKSixtyFour", strings.Repeat(sign, 4), ""},
			{"OKSixtyFive", strings.Repeat(sign, 4) + "!", ""},
			{"OKHundredTwentyEight", strings.Repeat("莲"+sign[1:], 8), ""},
			{"ErrHundredTwentyNine", strings.Repeat(sign, 8) + "!", "password-too-long"},
			{"OKSpacesAround", "  lamp by the river  ", ""},
			{"OKEmoji", "🪷🏮🙏🐉🌕🍊🎋🧧", ""},
			{"OKComposed", "café près du lac", ""},
			{"ErrNUL", "kx7mq2zp\x00vw", "invalid-json"},
			{"ErrTab", "kx7mq2zp\tvw", "control-character"},
			{"ErrTop3000", "sunshine1", "password-common"},
			{"ErrTop3000Capitals", "SUNSHINE", "password-common"},
			{"ErrOwnNumber", fmt.Sprintf("+65 8300 00%02d", 13), "password-is-phone"},
		} {
			h.sub(tt.name, func(*testing.T) {
				mobile := fmt.Sprintf("830000%02d", i)
				b, runs := h.guest(), h.accounts.HashRuns()
				a := b.register(fields{"mobile": mobile, "password": tt.password})
				if tt.code != "" {
					if a.status != 400 || a.fields()["password"] != tt.code && a.code() != tt.code {
						h.t.Errorf("got %d %s, want %s", a.status, a.body, tt.code)
					}
					if h.accounts.HashRuns() != runs {
						h.t.Error("it was hashed all the same")
					}
					return
				}
				h.want("register", a, 200, "")
				h.want("verify", b.verify(h.lastLetter().code()), 200, "")
				h.want("login", h.guest().login(mobile, tt.password), 200, "")
				h.want("login, composed", h.guest().login(mobile, norm.NFC.String(tt.password)), 200, "")
				h.want("login, decomposed", h.guest().login(mobile, norm.NFD.String(tt.password)), 200, "")
				signs := []rune(tt.password)
				h.want("all but the last", h.guest().login(mobile, string(signs[:len(signs)-1])), 401, "wrong-credentials")
				h.want("with one more", h.guest().login(mobile, tt.password+"x"), 401, "wrong-credentials")
			})
		}
		h.sub("ErrTenMegabytes", func(*testing.T) {
			runs, long := h.accounts.HashRuns(), strings.Repeat("lamp by the river ", 10<<20/18)
			h.want("register", h.guest().register(fields{"password": long}), 400, "too-large")
			h.want("login", h.guest().login("91234567", long), 400, "too-large")
			h.want("login", h.guest().login("83000001", strings.Repeat("莲", 129)), 401, "wrong-credentials")
			if h.accounts.HashRuns() != runs {
				h.t.Error("it was hashed")
			}
		})
	})
}
