package account_test

import (
	"encoding/json"
	"net/http"
	"testing"
	"time"

	"shanmen/internal/people/account"
)

const (
	safariOnIPhone = "Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.5 Mobile/15E148 Safari/604.1"
	chromeOnPC     = "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/126.0.0.0 Safari/537.36"
)

func (b *browser) calls(userAgent string) *browser {
	b.more = http.Header{"User-Agent": {userAgent}}
	return b
}

func (b *browser) sessions() (out []account.OpenSession) {
	b.h.t.Helper()
	a := b.get("/api/member/session")
	b.h.want("sessions", a, 200, "")
	var got account.OpenSessions
	if err := json.Unmarshal([]byte(a.body), &got); err != nil {
		b.h.t.Fatal(err)
	}
	return got.Sessions
}

func TestSessionsAreListedAndCanBeEnded(t *testing.T) {
	each(t, func(t *testing.T, h *house) {
		h.person(account.NewUser{Mobile: "91234567", Member: true})
		h.person(account.NewUser{Mobile: "92345678", Member: true})
		phone, pc, third, stranger := h.guest().calls(safariOnIPhone), h.guest().calls(chromeOnPC), h.guest(), h.guest()
		h.want("the phone", phone.login("91234567", goodPassword), 200, "")
		h.clock.Advance(time.Hour)
		h.want("the computer", pc.login("91234567", goodPassword), 200, "")
		h.want("another member", stranger.login("92345678", goodPassword), 200, "")

		got := phone.sessions()
		if len(got) != 2 || !got[0].Current || got[1].Current {
			t.Fatalf("sessions %+v", got)
		}
		if one := got[0]; one.Browser != "Safari" || one.System != "iPhone" || one.Kind != "phone" || !one.StartedAt.Equal(opening) || !one.LastUsedAt.Equal(h.clock.Now()) {
			t.Errorf("the phone is %+v", one)
		}
		if one := got[1]; one.Browser != "Chrome" || one.System != "Windows" || one.Kind != "computer" {
			t.Errorf("the computer is %+v", one)
		}

		h.want("another's session", stranger.do("DELETE", "/api/member/session/"+got[1].ID, nil), 404, "not-found")
		h.want("a session that is not", phone.do("DELETE", "/api/member/session/none", nil), 404, "not-found")
		h.want("a guest", h.guest().do("DELETE", "/api/member/session/"+got[1].ID, nil), 401, "not-logged-in")
		h.want("the computer is still in", pc.get("/api/auth/identity"), 200, "")
		h.want("sign the computer out", phone.do("DELETE", "/api/member/session/"+got[1].ID, nil), 200, "")
		h.want("the computer is out", pc.get("/api/auth/identity"), 401, "not-logged-in")

		h.want("the computer again", pc.login("91234567", goodPassword), 200, "")
		h.want("a third", third.login("91234567", goodPassword), 200, "")
		a := phone.post("/api/member/session/end-others", nil)
		h.want("everywhere else", a, 200, "")
		var ended account.SessionsEnded
		if err := json.Unmarshal([]byte(a.body), &ended); err != nil || ended.Ended != 2 {
			t.Errorf("%s %v", a.body, err)
		}
		for _, b := range []*browser{pc, third} {
			h.want("out", b.get("/api/auth/identity"), 401, "not-logged-in")
		}
		h.want("here", phone.get("/api/auth/identity"), 200, "")
		h.want("another member", stranger.get("/api/auth/identity"), 200, "")

		// An expired session is not listed.
		h.want("the computer again", pc.login("91234567", goodPassword), 200, "")
		for range 3 {
			h.clock.Advance(5 * time.Hour)
			h.want("the phone is used", phone.get("/api/auth/identity"), 200, "")
		}
		if got := phone.sessions(); len(got) != 1 {
			t.Errorf("an ended session is listed: %+v", got)
		}
	})
}

// A11: an ended session gives no access, wherever its cookie was copied to.
func TestA11AnEndedSessionOpensNothing(t *testing.T) {
	each(t, func(t *testing.T, h *house) {
		userID := h.person(account.NewUser{Mobile: "91234567", Member: true})
		copied := func(remember bool) (b, copied *browser) {
			b, copied = h.guest(), h.guest()
			a := b.post("/api/auth/authentication", fields{"identifier": "91234567", "password": goodPassword, "remember": remember})
			h.want("log in", a, 200, "")
			copied.setCookie(b.cookie())
			h.want("the copy works", copied.get("/api/auth/identity"), 200, "")
			return b, copied
		}
		out := func(c *browser) {
			h.t.Helper()
			h.want("reading", c.get("/api/auth/identity"), 401, "not-logged-in")
			h.want("writing", c.post("/api/member/session/end-others", nil), 401, "not-logged-in")
		}
		h.sub("Logout", func(*testing.T) {
			b, c := copied(false)
			h.want("log out", b.do("DELETE", "/api/_auth/session", nil), 200, "")
			out(c)
		})
		h.sub("PasswordChange", func(*testing.T) {
			_, c := copied(false)
			b := h.guest()
			h.want("log in", b.login("91234567", goodPassword), 200, "")
			for _, pair := range [][2]string{{goodPassword, newPassword}, {newPassword, goodPassword}} {
				h.want("change", b.post("/api/member/update/password", fields{"currentPassword": pair[0], "newPassword": pair[1]}), 200, "")
			}
			out(c)
		})
		h.sub("Disabled", func(*testing.T) {
			_, c := copied(true)
			h.exec(`UPDATE users SET status = 'disabled' WHERE id = '` + userID + `'`)
			out(c)
			h.exec(`UPDATE users SET status = 'active' WHERE id = '` + userID + `'`)
		})
		h.sub("ThirtyDays", func(*testing.T) {
			_, c := copied(true)
			h.clock.Advance(30*24*time.Hour - time.Second)
			h.want("a second before", c.get("/api/auth/identity"), 200, "")
			h.clock.Advance(time.Second)
			out(c)
		})
	})
}
