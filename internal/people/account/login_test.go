package account_test

import (
	"strings"
	"testing"
	"time"

	"shanmen/internal/people/account"
)

func TestLoginByNumberOrAddressAndPassword(t *testing.T) {
	each(t, func(t *testing.T, h *house) {
		h.person(account.NewUser{Mobile: "91234567", Email: "Mei.Ling@example.com", Member: true})
		for _, tt := range []struct{ name, identifier, password string }{
			{"OK", "9123 4567", goodPassword},
			{"OKMail", " mei.ling@EXAMPLE.com", goodPassword},
		} {
			b := h.guest()
			a := b.login(tt.identifier, tt.password)
			h.want(tt.name, a, 200, "")
			if !strings.Contains(a.body, `"name":"Tan Bee Leng"`) {
				t.Errorf("%s: %s", tt.name, a.body)
			}
			h.want("identity", b.get("/api/auth/identity"), 200, "")
		}
		var said []string
		for _, tt := range []struct{ name, identifier, password string }{
			{"ErrPassword", "91234567", "another password"},
			{"ErrPasswordCut", "91234567", goodPassword[:len(goodPassword)-1]},
			{"ErrPasswordTooLong", "91234567", strings.Repeat("a", 4000)},
			{"ErrUnknownNumber", "81234567", goodPassword},
			{"ErrUnknownAddress", "nobody@example.com", goodPassword},
			{"ErrNeither", "Tan Bee Leng", goodPassword},
			{"ErrEmpty", "", ""},
		} {
			a := h.guest().login(tt.identifier, tt.password)
			h.want(tt.name, a, 401, "wrong-credentials")
			if a.header.Get("Set-Cookie") != "" {
				t.Errorf("%s: a refused login set a cookie", tt.name)
			}
			said = append(said, a.body)
		}
		for _, s := range said {
			if s != said[0] {
				t.Errorf("other words: %s, %s", s, said[0])
			}
		}
		h.exec(`UPDATE users SET status = 'disabled'`)
		h.want("ErrDisabled", h.guest().login("91234567", goodPassword), 401, "wrong-credentials")
	})
}

// A cookie that the browser had before the login is not valid after it.
func TestA10LoginMakesANewSession(t *testing.T) {
	each(t, func(t *testing.T, h *house) {
		h.person(account.NewUser{Mobile: "81234567", Member: true})
		b := h.guest()
		b.setCookie("planted-by-somebody-else")
		h.want("login", b.login("81234567", goodPassword), 200, "")
		first := b.cookie()
		if first == "planted-by-somebody-else" || len(first) != 43 {
			t.Fatalf("cookie %q", first)
		}
		h.want("login again", b.login("81234567", goodPassword), 200, "")
		if b.cookie() == first {
			t.Error("the second login kept the cookie")
		}
		old := h.guest()
		old.setCookie(first)
		h.want("the first session", old.get("/api/auth/identity"), 401, "not-logged-in")

		guest, _ := started(h) // has a guest's session
		planted := guest.cookie()
		h.want("login", guest.login("81234567", goodPassword), 200, "")
		old.setCookie(planted)
		h.want("the guest's session", old.get("/api/auth/identity"), 401, "not-logged-in")
		h.want("the code that it waited for", old.verify("123456"), 400, "otp-not-pending")
		if h.oldID.Load() == "" {
			t.Error("the cart was not handed over")
		}
	})
}

func TestSessionsEndOnTime(t *testing.T) {
	each(t, func(t *testing.T, h *house) {
		userID := h.person(account.NewUser{Mobile: "91234567", Member: true})
		h.person(account.NewUser{Email: "treasurer@example.com", Roles: []string{"treasurer"}, Password: "temple office 2026"})
		h.setting("demo", "1")
		loggedIn := func() *browser {
			b := h.guest()
			h.want("login", b.login("91234567", goodPassword), 200, "")
			return b
		}
		is := func(b *browser, status int) {
			h.t.Helper()
			if a := b.get("/api/auth/identity"); a.status != status {
				h.t.Errorf("at %s: got %d, want %d", h.clock.Now(), a.status, status)
			}
			if a := b.get("/api/_auth/session"); a.status != 200 || strings.Contains(a.body, `"user"`) != (status == 200) {
				h.t.Errorf("session: %d %s", a.status, a.body)
			}
		}
		h.sub("LoggedOut", func(*testing.T) {
			b := loggedIn()
			stolen := h.guest()
			stolen.setCookie(b.cookie())
			is(stolen, 200)
			a := b.do("DELETE", "/api/_auth/session", nil)
			h.want("log out", a, 200, "")
			if b.cookie() != "" || !strings.Contains(a.body, `"loggedOut":true`) {
				h.t.Errorf("cookie %q, %s", b.cookie(), a.body)
			}
			is(stolen, 401)
			h.want("log out again", b.do("DELETE", "/api/_auth/session", nil), 200, "")
		})
		h.sub("IdleForTwelveHours", func(*testing.T) {
			b := loggedIn()
			for range 3 {
				h.clock.Advance(11*time.Hour + 50*time.Minute)
				is(b, 200)
			}
			h.clock.Advance(12 * time.Hour)
			is(b, 401)
		})
		h.sub("RememberedForThirtyDays", func(*testing.T) {
			b := h.guest()
			a := b.post("/api/auth/authentication", fields{"identifier": "91234567", "password": goodPassword, "remember": true})
			h.want("login", a, 200, "")
			if !strings.Contains(a.header.Get("Set-Cookie"), "Max-Age=2592000") {
				h.t.Errorf("cookie %s", a.header.Get("Set-Cookie"))
			}
			h.clock.Advance(30*24*time.Hour - time.Second)
			is(b, 200)
			h.clock.Advance(time.Second)
			is(b, 401)
		})
		h.sub("StaffHalfAnHourIdle", func(*testing.T) {
			b := h.guest()
			a := b.post("/api/auth/authentication", fields{"identifier": "treasurer@example.com", "password": "temple office 2026", "remember": true})
			h.want("login", a, 200, "")
			if strings.Contains(a.header.Get("Set-Cookie"), "Max-Age") {
				h.t.Errorf("the cookie outlives the browser: %s", a.header.Get("Set-Cookie"))
			}
			h.clock.Advance(29 * time.Minute)
			is(b, 200)
			h.clock.Advance(30 * time.Minute)
			is(b, 401)
		})
		h.sub("StaffTwelveHours", func(*testing.T) {
			b := h.guest()
			h.want("login", b.login("treasurer@example.com", "temple office 2026"), 200, "")
			for range 12*3 - 1 {
				h.clock.Advance(20 * time.Minute)
				is(b, 200)
			}
			h.clock.Advance(20 * time.Minute)
			is(b, 401)
		})
		h.sub("Disabled", func(*testing.T) {
			b := loggedIn()
			h.exec(`UPDATE users SET status = 'disabled' WHERE id = '` + userID + `'`)
			is(b, 401)
			h.exec(`UPDATE users SET status = 'active' WHERE id = '` + userID + `'`)
		})
		h.sub("Forgotten", func(*testing.T) {
			b := loggedIn()
			if err := h.accounts.ForgetSessions(h.t.Context()); err != nil {
				h.t.Fatal(err)
			}
			is(b, 200)
			h.clock.Advance(31 * 24 * time.Hour)
			if err := h.accounts.ForgetSessions(h.t.Context()); err != nil {
				h.t.Fatal(err)
			}
			if n := h.count("sessions"); n != 0 {
				h.t.Errorf("%d sessions are left", n)
			}
		})
	})
}

// A session's last use is written at most every five minutes.
func TestSessionUseIsRecordedEveryFiveMinutes(t *testing.T) {
	each(t, func(t *testing.T, h *house) {
		h.person(account.NewUser{Mobile: "91234567", Member: true})
		b := h.guest()
		h.want("login", b.login("91234567", goodPassword), 200, "")
		used := func() (ms int64) {
			if err := h.db.SQL().QueryRowContext(t.Context(), `SELECT last_used_at FROM sessions`).Scan(&ms); err != nil {
				t.Fatal(err)
			}
			return ms
		}
		at := h.clock.Now().UnixMilli()
		h.clock.Advance(4*time.Minute + 59*time.Second)
		b.get("/api/_auth/session")
		if used() != at {
			t.Error("written after less than five minutes")
		}
		h.clock.Advance(time.Second)
		b.get("/api/_auth/session")
		if used() != h.clock.Now().UnixMilli() {
			t.Error("not written after five minutes")
		}
	})
}

func TestInvalidStaffAccountsAreNotCreated(t *testing.T) {
	each(t, func(t *testing.T, h *house) {
		n := account.NewUser{Name: "Ong", Mobile: "91234567", Password: "kx7mq2zp", Locale: "en", Roles: []string{"counter"}}
		for _, tt := range []struct {
			name   string
			change func(*account.NewUser)
			want   string
		}{
			{"ErrShort", func(*account.NewUser) {}, "password:password-too-short"},
			{"ErrNoRole", func(n *account.NewUser) { n.Roles = nil }, "roles:required"},
			{"ErrRole", func(n *account.NewUser) { n.Roles, n.Password = []string{"root"}, goodPassword }, "roles:not-a-choice"},
			{"ErrNobody", func(n *account.NewUser) { n.Mobile, n.Password = "", goodPassword }, "mobile:required"},
			{"OK", func(n *account.NewUser) { n.Password = goodPassword }, ""},
			{"ErrTaken", func(n *account.NewUser) { n.Password = goodPassword }, "mobile:mobile-taken"},
		} {
			h.sub(tt.name, func(t *testing.T) {
				one := n
				tt.change(&one)
				_, err := h.accounts.CreateStaff(t.Context(), one)
				if got := text(err); !strings.Contains(got, tt.want) || (got == "") != (tt.want == "") {
					t.Errorf("got %q, want %q", got, tt.want)
				}
			})
		}
		h.setting("demo", "1")
		n.Mobile = "81234567"
		if _, err := h.accounts.CreateStaff(t.Context(), n); err != nil {
			t.Errorf("a short one in a demonstration: %v", err)
		}
	})
}

func text(err error) string {
	if err == nil {
		return ""
	}
	return err.Error()
}

// Ten wrong passwords for an account from one address, or a hundred from one address, in a quarter of an hour; then one
// try a minute, the same for unknown accounts. Number and address of one account are counted separately: a shared count
// would reveal that they belong together.
func TestA12PasswordGuessesAreLimited(t *testing.T) {
	each(t, func(t *testing.T, h *house) {
		h.person(account.NewUser{Mobile: "91234567", Email: "mei@example.com", Member: true})
		home := h.guest()
		h.want("the owner logs in", home.login("91234567", goodPassword), 200, "")
		guesser := h.guest()

		h.sub("OKDoesNotCount", func(*testing.T) {
			for range 12 {
				h.want("login", guesser.login("91234567", goodPassword), 200, "")
			}
		})
		guesser = h.guest()
		for _, who := range []string{"91234567", "mei@example.com", "81234567", "nobody@example.com"} {
			h.sub("ErrAccount"+who, func(t *testing.T) {
				for range 11 { // the last is the one allowed per minute
					h.want("wrong", guesser.login(who, "another password"), 401, "wrong-credentials")
				}
				a := guesser.login(who, goodPassword)
				h.want("another in this minute", a, 400, "too-many-tries")
				if a.retryAfter() < 1 || a.retryAfter() > 61 {
					t.Errorf("retryAfter %d", a.retryAfter())
				}
			})
		}
		h.sub("OKSessionsStay", func(*testing.T) {
			h.want("the owner's session", home.get("/api/auth/identity"), 200, "")
		})
		h.sub("OKNextMinute", func(*testing.T) {
			h.clock.Advance(time.Minute)
			h.want("at the same address", guesser.login("91234567", goodPassword), 200, "")
		})
		h.sub("ErrAddress", func(*testing.T) {
			b := h.guest()
			h.fill("login address "+b.ip, 100, 15*time.Minute)
			h.want("the one of this minute", b.login("81110000", "another password"), 401, "wrong-credentials")
			h.want("another account, same address", b.login("81110001", "another password"), 400, "too-many-tries")
		})
		h.sub("OKLater", func(*testing.T) {
			h.clock.Advance(15 * time.Minute)
			h.want("after the quarter", guesser.login("81234567", "another password"), 401, "wrong-credentials")
			h.want("after the quarter", guesser.login("81234567", "another password"), 401, "wrong-credentials")
		})
	})
}
