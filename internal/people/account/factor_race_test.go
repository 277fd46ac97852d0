package account_test

import (
	"strings"
	"testing"
	"time"

	"shanmen/internal/testkit/mutant"
	"shanmen/internal/testkit/together"
)

// rounds is how often each race is run, as a single run may pass by luck.
const rounds = 3

// admitted counts successful logins.
func admitted(answers []answer) (n int) {
	for _, a := range answers {
		if a.status == 200 && strings.Contains(a.body, `"user"`) {
			n++
		}
	}
	return n
}

func TestRaceOneTOTPCodeForTwoLogins(t *testing.T) {
	mutant.Declare(t, mutant.NoLock("LockUser"), mutant.Change("SpendTOTPStep", " AND last_step < $1", ""), mutant.ReadFirst("SpendRecoveryCode"))
	each(t, func(t *testing.T, h *house) {
		h.clerk("admin", "admin")
		b := h.guest()
		h.want("login", b.loginStaff("admin"), 200, "")
		phone, set := b.setUp()
		for what, code := range map[string]func(round int) string{
			"TheApp": func(int) string { return phone.code(0) }, "ARecoveryCode": func(round int) string { return set.Codes[round] },
		} {
			t.Run(what, func(t *testing.T) {
				for round := range rounds {
					h.clock.Advance(15 * time.Minute)
					same, answers := code(round), make([]answer, 5)
					together.AtOnce(len(answers), func(i int) { answers[i] = h.guest().loginWith("admin", same) })
					if n := admitted(answers); n != 1 {
						t.Errorf("round %d: the same code let %d in", round, n)
					}
				}
			})
		}
	})
}

func TestRaceOnePasskeyAnswerForTwoLogins(t *testing.T) {
	mutant.Declare(t, mutant.ReadFirst("SpendCeremony"))
	each(t, func(t *testing.T, h *house) {
		_, d := withPasskey(h)
		for round := range rounds {
			q := h.guest().question("/api/auth/passkey/begin", fields{})
			body := fields{"ceremony": q.Ceremony, "credential": d.Get(q.PublicKey)}
			answers := make([]answer, 8)
			together.AtOnce(len(answers), func(i int) { answers[i] = h.guest().post("/api/auth/passkey/finish", body) })
			if n := admitted(answers); n != 1 {
				t.Errorf("round %d: the same answer let %d in", round, n)
			}
		}
	})
}
