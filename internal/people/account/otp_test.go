package account_test

import (
	"context"
	"fmt"
	"testing"
	"time"

	"shanmen/internal/base/clock"
	"shanmen/internal/platform/db"
	"shanmen/internal/platform/db/query"
	"shanmen/internal/testkit/mutant"
	"shanmen/internal/testkit/together"
)

func started(h *house) (b *browser, code string) {
	h.t.Helper()
	b = h.guest()
	h.want("register", b.register(nil), 200, "")
	return b, h.lastLetter().code()
}

// Five wrong guesses invalidate a code; the sixth is refused even when it is right, with the same message.
func TestA01FiveWrongGuessesKillACode(t *testing.T) {
	each(t, func(t *testing.T, h *house) {
		b, code := started(h)
		var said string
		for i := range 5 {
			a := b.verify(wrong(code))
			h.want(fmt.Sprintf("wrong guess %d", i+1), a, 400, "otp-invalid")
			said = a.body
		}
		a := b.verify(code)
		h.want("the right code after five", a, 400, "otp-invalid")
		if a.body != said {
			t.Errorf("other words:\n%s\n%s", said, a.body)
		}
		if h.count("users") != 0 {
			t.Error("an account was made")
		}
		h.clock.Advance(time.Minute)
		h.want("a new code for the dead wait", b.post("/api/auth/otp", nil), 400, "otp-not-pending")
		h.want("starting again", b.register(nil), 200, "")
		h.want("with its code", b.verify(h.lastLetter().code()), 200, "")
	})
}

// Asking for a new code does not reset the count of guesses.
func TestA02ANewCodeKeepsTheCountOfGuesses(t *testing.T) {
	each(t, func(t *testing.T, h *house) {
		b, first := started(h)
		for range 4 {
			h.want("wrong guess", b.verify(wrong(first)), 400, "otp-invalid")
		}
		h.clock.Advance(59 * time.Second)
		a := b.post("/api/auth/otp", nil)
		h.want("too soon", a, 400, "otp-too-soon")
		if a.retryAfter() != 1 {
			t.Errorf("retryAfter %d", a.retryAfter())
		}
		h.clock.Advance(time.Second)
		h.want("again", b.post("/api/auth/otp", nil), 200, "")
		second := h.lastLetter().code()
		if len(h.letters()) != 2 {
			t.Fatalf("%d messages", len(h.letters()))
		}
		h.want("fifth wrong guess", b.verify(wrong(second)), 400, "otp-invalid")
		h.want("the right code", b.verify(second), 400, "otp-invalid")
	})
}

func TestA03ACodeIsSingleUseAndForOneNumber(t *testing.T) {
	each(t, func(t *testing.T, h *house) {
		b, first := started(h)
		h.clock.Advance(time.Minute)
		h.want("again", b.post("/api/auth/otp", nil), 200, "")
		second := h.lastLetter().code()
		if first != second {
			h.want("the older code", b.verify(first), 400, "otp-invalid")
		}
		other := h.guest()
		h.want("another number", other.register(fields{"mobile": "81234567"}), 200, "")
		if h.lastLetter().code() != second {
			h.want("the code of another number", other.verify(second), 400, "otp-invalid")
		}
		h.want("a code without a wait", h.guest().verify(second), 400, "otp-not-pending")
		h.want("no six digits", b.verify("12345"), 400, "invalid-fields")
		session := b.cookie()
		h.want("the right code", b.verify(second), 200, "")
		h.want("the code again", b.verify(second), 400, "otp-not-pending")
		replay := h.guest()
		replay.setCookie(session)
		h.want("the code again in the old session", replay.verify(second), 400, "otp-not-pending")
	})
}

// A code is for one purpose: one for a password reset does not complete a registration.
func TestA03ACodeIsForOnePurpose(t *testing.T) {
	each(t, func(t *testing.T, h *house) {
		b, code := started(h)
		h.exec(`UPDATE otp_states SET purpose = 'password'`)
		h.want("a password's code", b.verify(code), 400, "otp-not-pending")
		if h.count("users") != 0 {
			t.Error("an account was made")
		}
	})
}

func TestA04ACodeLivesTenMinutes(t *testing.T) {
	each(t, func(t *testing.T, h *house) {
		b, code := started(h)
		h.clock.Advance(10*time.Minute - time.Second)
		h.want("a wrong guess at the last second counts", b.verify(wrong(code)), 400, "otp-invalid")
		h.clock.Advance(time.Second)
		h.want("after ten minutes", b.verify(code), 400, "otp-invalid")
		h.want("a new one", b.post("/api/auth/otp", nil), 200, "")
		h.want("is good", b.verify(h.lastLetter().code()), 200, "")
	})
}

// Twenty guesses at once, the right one among them: at most five are checked, at most one succeeds.
func TestRaceA04TwentyGuessesAtOnce(t *testing.T) {
	mutant.Declare(t, mutant.Change("CountOTPGuess", "attempts < $2", "$2::bigint > 0"))
	each(t, func(t *testing.T, h *house) {
		at := func(b *browser, guess func(i int) string) (answers []answer) {
			answers = make([]answer, 20)
			together.AtOnce(len(answers), func(i int) {
				one := h.guest() // same cookie, but separate jars: the winner's new cookie must not help the others
				one.setCookie(b.cookie())
				answers[i] = one.verify(guess(i))
			})
			return answers
		}
		b, code := started(h)
		at(b, func(int) string { return wrong(code) })
		if n := h.logged("account: wrong code"); n != 5 {
			t.Errorf("%d of twenty wrong guesses were looked at", n)
		}
		h.want("the right code after them", b.verify(code), 400, "otp-invalid")

		h.clock.Advance(time.Minute)
		b, code = started(h)
		won := 0
		for _, a := range at(b, func(i int) string {
			if i%2 == 0 {
				return code
			}
			return wrong(code)
		}) {
			switch {
			case a.status == 200:
				won++
			case a.status != 400 || a.code() != "otp-invalid" && a.code() != "otp-not-pending":
				t.Errorf("got %d %s %v", a.status, a.body, a.err)
			}
		}
		if won > 1 || h.count("users") != won {
			t.Errorf("%d winners, %d users", won, h.count("users"))
		}
	})
}

func TestA05CodesAreLimited(t *testing.T) {
	each(t, func(t *testing.T, h *house) {
		h.sub("ErrNumberOfTheDay", func(t *testing.T) {
			here := func() *browser {
				b := h.guest()
				b.ip = "192.0.2.1"
				return b
			}
			for range 5 {
				h.want("register", here().register(nil), 200, "")
			}
			h.want("the sixth from one address", here().register(nil), 400, "too-many-codes")
			for range 10 {
				h.want("from elsewhere", h.guest().register(nil), 200, "")
			}
			a := h.guest().register(nil)
			h.want("the sixteenth of the day", a, 400, "too-many-codes")
			if a.retryAfter() < 60 {
				t.Errorf("retryAfter %d", a.retryAfter())
			}
			h.clock.Advance(24 * time.Hour)
			h.want("the next day", h.guest().register(nil), 200, "")
		})
		h.sub("ErrRegistrationsOfAnAddress", func(t *testing.T) {
			b := h.guest()
			for i := range 10 {
				one := h.guest()
				one.ip = b.ip
				h.want("register", one.register(fields{"mobile": fmt.Sprintf("8123450%d", i)}), 200, "")
			}
			h.want("the eleventh of the hour", b.register(fields{"mobile": "81234599"}), 400, "too-many-registrations")
		})
		h.sub("ErrCodesOfAnAddress", func(t *testing.T) {
			b := h.guest()
			h.want("register", b.register(fields{"mobile": "81234600"}), 200, "")
			h.fill("code address "+b.ip, 20, time.Hour)
			h.clock.Advance(time.Minute)
			h.want("the twenty-first of the hour", b.post("/api/auth/otp", nil), 400, "too-many-codes")
		})
		h.sub("ErrPrefix", func(t *testing.T) {
			h.fill("codes 60 registration", 300, time.Hour)
			h.want("the 301st of a country", h.guest().register(fields{"mobile": "+60123456789"}), 400, "too-many-codes")
			h.want("another country", h.guest().register(fields{"mobile": "81234601"}), 200, "")
		})
	})
}

// fill sets a counter to n hits, the first of them now.
func (h *house) fill(key string, n int64, window time.Duration) {
	h.t.Helper()
	start := h.clock.Now()
	err := h.db.Write(h.t.Context(), func(ctx context.Context, tx *db.Tx) error {
		for {
			row, err := tx.CountThrottle(ctx, query.CountThrottleParams{Key: key, WindowStart: clock.MillisOf(start), EndsAt: clock.MillisOf(start.Add(window))})
			if err != nil || row.Hits >= n {
				return err
			}
		}
	})
	if err != nil {
		h.t.Fatal(err)
	}
}
