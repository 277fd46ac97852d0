package account_test

import (
	"context"
	"net/url"
	"strings"
	"testing"
	"time"

	"shanmen/internal/people/account"
	"shanmen/internal/platform/db"
)

// ticket extracts the token from the link in a mail.
func (l letter) ticket() string {
	u, _ := url.Parse(l.Params["path"])
	return u.Query().Get("ticket")
}

func (b *browser) useTicket(token, address string) answer {
	body := fields{"ticket": token}
	if address != "" {
		body["email"] = address
	}
	return b.post("/api/auth/reset-email", body)
}

// newAddress is a ticket to set another address, as the office gives it to a person at the counter.
func (h *house) newAddress(userID string) string {
	h.t.Helper()
	token, err := db.WriteValue(h.t.Context(), h.db, func(ctx context.Context, tx *db.Tx) (string, error) {
		return h.accounts.IssueTicket(ctx, tx, account.TicketNewAddress, userID, "")
	})
	if err != nil {
		h.t.Fatal(err)
	}
	return token
}

func (h *house) mailOf(userID string) string {
	h.t.Helper()
	u, err := account.Find(h.t.Context(), h.db.Read(), userID)
	if err != nil {
		h.t.Fatal(err)
	}
	return u.MailTo()
}

// The address given at registration is unverified until the link in its mail is used.
func TestAnEmailAddressIsConfirmedByItsLink(t *testing.T) {
	each(t, func(t *testing.T, h *house) {
		b := h.guest()
		h.want("register", b.register(fields{"email": "Mei@Example.com"}), 200, "")
		h.want("code", b.verify(h.lastLetter().code()), 200, "")
		m := h.lastLetter()
		if m.To != "Mei@Example.com" || m.Template != "confirm-address" || !strings.HasPrefix(m.Params["path"], "/zh/member/confirm?ticket=") {
			t.Fatalf("mail %+v", m)
		}
		h.want("log in before", h.guest().login("mei@example.com", goodPassword), 401, "wrong-credentials")
		h.want("an unknown ticket", h.guest().useTicket("x", ""), 400, "ticket-invalid")

		h.want("another mail at once", b.post("/api/auth/confirm-email", nil), 200, "")
		again := h.lastLetter()
		if again.Template != "confirm-address" || again.ticket() == m.ticket() {
			t.Fatalf("second mail %+v", again)
		}
		tooSoon := b.post("/api/auth/confirm-email", nil)
		if h.want("a third", tooSoon, 400, "mail-too-soon"); tooSoon.retryAfter() == 0 {
			t.Errorf("no wait: %s", tooSoon.body)
		}
		for range 4 {
			h.clock.Advance(time.Minute)
			h.want("more", b.post("/api/auth/confirm-email", nil), 200, "")
		}
		h.clock.Advance(time.Minute)
		h.want("too many for a day", b.post("/api/auth/confirm-email", nil), 400, "mail-too-soon")

		h.want("the first link still works, from any browser", h.guest().useTicket(m.ticket(), ""), 200, "")
		h.want("but once", b.useTicket(m.ticket(), ""), 400, "ticket-invalid")
		h.want("and no other of them", b.useTicket(again.ticket(), ""), 400, "ticket-invalid")
		h.want("log in after", h.guest().login("mei@example.com", goodPassword), 200, "")
		h.want("nothing is left to confirm", b.post("/api/auth/confirm-email", nil), 400, "nothing-to-confirm")
		h.want("a guest", h.guest().post("/api/auth/confirm-email", nil), 401, "not-logged-in")
	})
}

// Entering another account's verified address sends no link to it; its owner is notified.
func TestSomebodyElsesEmailAddressCannotBeConfirmed(t *testing.T) {
	each(t, func(t *testing.T, h *house) {
		h.person(account.NewUser{Mobile: "81112222", Email: "mei@example.com", Member: true})
		b := h.guest()
		h.want("register", b.register(fields{"email": "mei@example.com"}), 200, "")
		h.want("code", b.verify(h.lastLetter().code()), 200, "")
		if m := h.lastLetter(); m.Template != "address-in-use" || m.Locale != "en" || m.ticket() != "" {
			t.Errorf("mail %+v", m)
		}

		// Two accounts enter one free address: the first to verify it gets it.
		one, other := h.guest(), h.guest()
		h.want("register", one.register(fields{"mobile": "92223333", "email": "ong@example.com"}), 200, "")
		h.want("code", one.verify(h.lastLetter().code()), 200, "")
		first := h.lastLetter().ticket()
		h.want("register", other.register(fields{"mobile": "93334444", "email": "ong@example.com"}), 200, "")
		h.want("code", other.verify(h.lastLetter().code()), 200, "")
		second := h.lastLetter().ticket()
		h.want("the second claim", h.guest().useTicket(second, ""), 200, "")
		h.want("the first claim", h.guest().useTicket(first, ""), 400, "email-taken")
	})
}

func TestAnEmailAddressIsChangedByTicket(t *testing.T) {
	each(t, func(t *testing.T, h *house) {
		userID := h.person(account.NewUser{Mobile: "91234567", Email: "old@example.com", Member: true})
		ticket := h.newAddress(userID)
		b := h.guest()
		for _, address := range []string{"", "not an address"} {
			r := b.useTicket(ticket, address)
			if h.want("a bad address", r, 400, "invalid-fields"); r.fields()["email"] == "" {
				t.Errorf("%q: %s", address, r.body)
			}
		}
		h.want("a new address", b.useTicket(ticket, "new@example.com"), 200, "")
		h.want("the same ticket", b.useTicket(ticket, "other@example.com"), 400, "ticket-invalid")
		proof := h.lastLetter()
		if proof.To != "new@example.com" || proof.Template != "confirm-address" || !strings.HasPrefix(proof.Params["path"], "/member/reset-email?ticket=") {
			t.Fatalf("mail %+v", proof)
		}
		if got := h.mailOf(userID); got != "old@example.com" {
			t.Errorf("changed before it was proven: %s", got)
		}
		lost := h.newAddress(userID)
		h.want("a code to the old address", b.forget("old@example.com"), 200, "")
		code := h.lastLetter().code()

		h.want("proven", b.useTicket(proof.ticket(), ""), 200, "")
		if got := h.mailOf(userID); got != "new@example.com" {
			t.Errorf("the address is %s", got)
		}
		told := h.lastLetter()
		if told.To != "old@example.com" || told.Template != "address-changed" || !strings.HasPrefix(told.Params["path"], "/member/undo-email?ticket=") {
			t.Fatalf("the old address was told by %+v", told)
		}
		h.want("an older ticket", b.useTicket(lost, "more@example.com"), 400, "ticket-invalid")
		h.want("an older code", b.reset(code, newPassword), 400, "otp-not-pending")

		// It was a thief, who changes to a third address. The owner takes the account back.
		thief := h.guest()
		h.want("thief", thief.login("new@example.com", goodPassword), 200, "")
		h.want("thief's third", thief.useTicket(h.newAddress(userID), "third@example.com"), 200, "")
		h.want("thief's proof", thief.useTicket(h.lastLetter().ticket(), ""), 200, "")
		back := h.lastLetter().ticket() // the revert link of the mail that the thief was sent
		h.clock.Advance(6 * 24 * time.Hour)
		h.want("undo", h.guest().useTicket(told.ticket(), ""), 200, "")
		if got := h.mailOf(userID); got != "old@example.com" {
			t.Errorf("after the undo the address is %s", got)
		}
		h.want("the thief's session", thief.get("/api/auth/identity"), 401, "not-logged-in")
		h.want("the thief's way back", thief.useTicket(back, ""), 400, "ticket-invalid")
	})
}

func TestTicketsExpire(t *testing.T) {
	each(t, func(t *testing.T, h *house) {
		userID := h.person(account.NewUser{Mobile: "91234567", Email: "old@example.com", Member: true})
		b := h.guest()
		ticket := h.newAddress(userID)
		h.clock.Advance(30 * time.Minute)
		h.want("after 30 minutes", b.useTicket(ticket, "new@example.com"), 400, "ticket-invalid")
		h.want("a new one", b.useTicket(h.newAddress(userID), "new@example.com"), 200, "")
		proof := h.lastLetter().ticket()
		h.exec(`UPDATE users SET status = 'disabled' WHERE id = '` + userID + `'`)
		h.want("of a disabled account", b.useTicket(proof, ""), 400, "ticket-invalid")
		h.exec(`UPDATE users SET status = 'active' WHERE id = '` + userID + `'`)
		h.clock.Advance(3 * 24 * time.Hour)
		h.want("after 3 days", b.useTicket(proof, ""), 400, "ticket-invalid")
		if err := h.accounts.ForgetSessions(t.Context()); err != nil {
			t.Fatal(err)
		}
		if n := h.count("tickets"); n != 0 {
			t.Errorf("%d dead tickets are kept", n)
		}
	})
}
