package account_test

import (
	"testing"
	"time"

	"shanmen/internal/base/clock"
	"shanmen/internal/people/account/password"
	"shanmen/internal/platform/admission"
)

// In a rush, whoever presses again is refused for want of room, not for guessing: no try, code or registration is
// counted that was not checked.
func TestNothingIsCountedThatHadNoRoom(t *testing.T) {
	each(t, func(t *testing.T, h *house) {
		gate := admission.NewGate(clock.Real{}, admission.Limit{Running: 1, Retry: 3})
		h.accounts.Logins = gate
		h.member("91234567", "mei@example.com")
		_, member := h.member("81234567", "bee@example.com")
		guest, forgetful := h.guest(), h.guest()
		h.want("forget", forgetful.forget("91234567"), 200, "")
		code := h.lastLetter().code()

		leave, err := gate.Enter(t.Context(), admission.Work{})
		if err != nil {
			t.Fatal(err)
		}
		for range 12 { // more than any limit
			h.want("log in", guest.login("91234567", goodPassword), 503, "busy")
			h.want("register", guest.register(nil), 503, "busy")
			h.want("reset", forgetful.reset(code, newPassword), 503, "busy")
			h.want("change", member.post("/api/member/update/password", fields{"currentPassword": goodPassword, "newPassword": newPassword}), 503, "busy")
		}
		leave()
		h.want("register", guest.register(nil), 200, "")
		h.want("log in", h.guest().login("91234567", goodPassword), 200, "")
		h.want("change", member.post("/api/member/update/password", fields{"currentPassword": goodPassword, "newPassword": newPassword}), 200, "")
		h.want("reset", forgetful.reset(code, newPassword), 200, "")
		h.want("log in", h.guest().login("91234567", newPassword), 200, "")
	})
}

// A right password logs in even if renewing its older hash would have to wait too long; the next login renews it.
func TestALoginDoesNotWaitToRenewItsHash(t *testing.T) {
	each(t, func(t *testing.T, h *house) {
		gate := h.accounts.Logins
		h.member("91234567", "mei@example.com")
		older, err := password.New(password.Cost{Passes: 2, MemoryKiB: 64}, admission.NewGate(h.clock, admission.Limit{Running: 1})).Hash(t.Context(), goodPassword)
		if err != nil {
			t.Fatal(err)
		}
		h.exec("UPDATE users SET password_hash = '" + older + "' WHERE mobile = '+6591234567'")
		renewed := func() int { return h.count("users WHERE mobile = '+6591234567' AND password_hash <> '" + older + "'") }
		waiting := func(n int) {
			t.Helper()
			for end := time.Now().Add(time.Minute); gate.Stats().Waiting < n; time.Sleep(time.Millisecond) {
				if time.Now().After(end) {
					t.Fatalf("%d wait, not %d", gate.Stats().Waiting, n)
				}
			}
		}
		leave, err := gate.Enter(t.Context(), admission.Work{})
		if err != nil {
			t.Fatal(err)
		}
		answered, others := make(chan answer), make(chan func())
		go func() { answered <- h.guest().login("91234567", goodPassword) }()
		waiting(1)
		go func() {
			leave, _ := gate.Enter(t.Context(), admission.Work{Own: true})
			others <- leave
		}()
		waiting(2)
		h.clock.Advance(2 * time.Minute) // the patience of both has ended, but their turns still come
		leave()
		h.want("log in", <-answered, 200, "")
		if renewed() != 0 {
			t.Error("the hash was renewed without a turn")
		}
		(<-others)()
		h.want("log in", h.guest().login("91234567", goodPassword), 200, "")
		if renewed() != 1 {
			t.Error("the next login did not renew the hash")
		}
	})
}
