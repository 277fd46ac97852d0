package account_test

import (
	"testing"

	"shanmen/internal/base/clock"
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
