package account_test

import (
	"crypto/hmac"
	"crypto/sha1"
	"encoding/base32"
	"encoding/binary"
	"encoding/json"
	"fmt"
	"strings"
	"testing"
	"time"

	"shanmen/internal/people/account"
	"shanmen/internal/people/account/factor"
	"shanmen/internal/people/account/staff"
	"shanmen/internal/platform/httpd"
	"shanmen/internal/testkit/device"
)

const staffPassword = "temple office 2026"

// clerk makes an account of the office.
func (h *house) clerk(name string, roles ...string) string {
	h.t.Helper()
	return h.person(account.NewUser{Name: name, Email: name + "@example.com", Roles: roles, Password: staffPassword})
}

// app is an authenticator app on a phone.
type app struct {
	h      *house
	secret string
}

// code is the app's code so many steps of 30 seconds from now.
func (a app) code(away int64) string {
	key, err := base32.StdEncoding.WithPadding(base32.NoPadding).DecodeString(a.secret)
	if err != nil {
		a.h.t.Fatal(err)
	}
	mac := hmac.New(sha1.New, key)
	_ = binary.Write(mac, binary.BigEndian, uint64(a.h.clock.Now().Unix()/30+away))
	sum := mac.Sum(nil)
	return fmt.Sprintf("%06d", binary.BigEndian.Uint32(sum[sum[19]&15:])&0x7fffffff%1000000)
}

type factorSet struct {
	Codes         []string
	RecoveryCodes int
}

// setUp registers an app for somebody who just entered their password, and returns the recovery codes.
func (b *browser) setUp() (app, factorSet) {
	b.h.t.Helper()
	a := b.post("/api/member/factor/totp/begin", fields{})
	b.h.want("offer", a, 200, "")
	var offer factor.Offer
	if err := json.Unmarshal([]byte(a.body), &offer); err != nil {
		b.h.t.Fatal(err)
	}
	phone := app{b.h, offer.Secret}
	a = b.post("/api/member/factor/totp/finish", fields{"code": phone.code(0)})
	b.h.want("first code", a, 200, "")
	var set factorSet
	if err := json.Unmarshal([]byte(a.body), &set); err != nil {
		b.h.t.Fatal(err)
	}
	b.h.clock.Advance(30 * time.Second) // that code was taken
	return phone, set
}

func (b *browser) loginWith(who, code string) answer {
	return b.post("/api/auth/authentication", fields{"identifier": who + "@example.com", "password": staffPassword, "code": code})
}

func (b *browser) loginStaff(who string) answer { return b.login(who+"@example.com", staffPassword) }

// Outside a demonstration the password alone gives access to one page.
func TestStaffWithoutASecondFactorReachOnlyItsPage(t *testing.T) {
	each(t, func(t *testing.T, h *house) {
		h.clerk("admin", "admin")
		b := h.guest()
		a := b.loginStaff("admin")
		h.want("login", a, 200, "")
		if !strings.Contains(a.body, `"factorNeeded":true`) || strings.Contains(a.body, `"user"`) {
			t.Fatalf("the answer is %s", a.body)
		}
		for _, path := range []string{"/api/auth/identity", "/api/admin/staff"} {
			h.want(path, b.get(path), 403, "second-factor-needed")
		}
		for _, path := range []string{"/api/member/factor/recovery", "/api/member/factor/totp/remove", "/api/member/passkey/x/remove"} {
			h.want(path, b.post(path, fields{}), 403, "second-factor-needed")
		}
		if a := b.get("/api/_auth/session"); !strings.Contains(a.body, `"factorNeeded":true`) || strings.Contains(a.body, `"user"`) {
			t.Errorf("the session is %s", a.body)
		}
		h.guards(b, "member-second-factor")
		if a := b.get("/api/member/factor"); !strings.Contains(a.body, `"needed":true`) {
			t.Errorf("the factor is %s", a.body)
		}

		locked := b.cookie()
		phone, set := b.setUp()
		if len(set.Codes) != 10 || set.RecoveryCodes != 10 {
			t.Errorf("the codes are %+v", set)
		}
		h.want("the office", b.get("/api/admin/staff"), 200, "")
		if told := h.lastLetter(); told.Template != "factor-changed" {
			t.Errorf("the owner was not told: %+v", told)
		}
		old := h.guest()
		old.setCookie(locked)
		h.want("the session of before", old.get("/api/member/factor"), 401, "not-logged-in")

		h.want("the password alone", h.guest().loginStaff("admin"), 200, "")
		one := h.guest()
		if a := one.loginStaff("admin"); !strings.Contains(a.body, `"challenge":"totp"`) || one.cookie() != "" {
			t.Errorf("the password alone: %s, cookie %q", a.body, one.cookie())
		}
		h.want("a wrong password with a right code", one.post("/api/auth/authentication", fields{
			"identifier": "admin@example.com", "password": goodPassword, "code": phone.code(0),
		}), 401, "wrong-credentials")
		h.want("password and code", one.loginWith("admin", phone.code(0)), 200, "")
		h.want("the office", one.get("/api/admin/staff"), 200, "")
	})
}

// guards returns where the pages for logged-in users, and for guests, redirect.
func (h *house) guards(b *browser, route string) {
	h.t.Helper()
	v, err := h.accounts.Visitor(h.t.Context(), b.cookie())
	if err != nil {
		h.t.Fatal(err)
	}
	for name, guard := range map[string]httpd.Guard{
		"auth": h.accounts.RequireAuth, "member": h.accounts.RequireMember, "guest": h.accounts.AuthenticatedRedirectProfile,
	} {
		if way, err := guard(h.t.Context(), httpd.PageRequest{Visitor: v, Path: "/member/profile"}); err != nil || way.Route != route {
			h.t.Errorf("%s: to %q, want %q, %v", name, way.Route, route, err)
		}
	}
	if way, err := h.accounts.RequireStaff(h.t.Context(), httpd.PageRequest{Visitor: v}); err != nil || way.Route != "" {
		h.t.Errorf("the page itself: to %q, %v", way.Route, err)
	}
}

func TestLoginAsksForTheSecondFactor(t *testing.T) {
	each(t, func(t *testing.T, h *house) {
		h.clerk("treasurer", "treasurer")
		b := h.guest()
		h.want("login", b.loginStaff("treasurer"), 200, "")
		phone, set := b.setUp()
		login := func(code string) answer { return h.guest().loginWith("treasurer", code) }
		refused := func(what string, a answer) {
			t.Helper()
			h.want(what, a, 400, "invalid-fields")
			if a.fields()["code"] != "factor-code-wrong" || a.header.Get("Set-Cookie") != "" {
				t.Errorf("%s: %s", what, a.body)
			}
		}
		h.sub("OKStepsBeside", func(*testing.T) {
			h.want("the code of before", login(phone.code(-1)+" "), 400, "invalid-fields") // it set the app up
			h.want("this code", login(phone.code(0)[:3]+" "+phone.code(0)[3:]), 200, "")
			h.want("the next code", login(phone.code(1)), 200, "")
		})
		h.sub("ErrReplay", func(*testing.T) {
			refused("again", login(phone.code(1)))
			refused("the one before", login(phone.code(0)))
			h.clock.Advance(time.Minute)
		})
		h.sub("ErrOtherSteps", func(*testing.T) {
			refused("two steps ago", login(phone.code(-2)))
			refused("in two steps", login(phone.code(2)))
			h.clock.Advance(15 * time.Minute)
		})
		h.sub("OKRecoveryCode", func(*testing.T) {
			h.want("a recovery code", login(strings.ToLower(set.Codes[3])), 200, "")
			if told := h.lastLetter(); told.Template != "recovery-code-used" {
				t.Errorf("the owner was not told: %+v", told)
			}
			refused("the same again", login(set.Codes[3]))
			if n := h.count("recovery_codes"); n != 9 {
				t.Errorf("%d codes are left", n)
			}
			h.clock.Advance(15 * time.Minute)
		})
		h.sub("ErrTooMany", func(*testing.T) {
			for range 5 {
				refused("wrong", login(wrong(phone.code(0))))
			}
			a := login(phone.code(0))
			h.want("the sixth, though right", a, 400, "too-many-tries")
			if a.retryAfter() < 1 || a.retryAfter() > 901 {
				t.Errorf("retryAfter %d", a.retryAfter())
			}
			h.want("a recovery code", login(set.Codes[4]), 400, "too-many-tries")
			h.clock.Advance(15 * time.Minute)
			h.want("a quarter later", login(phone.code(0)), 200, "")
		})
		h.sub("ErrTooManyInADay", func(*testing.T) {
			id := strings.Split(h.rows(`SELECT id FROM users`), "\n")[0]
			h.fill("factor day "+id, 30, 24*time.Hour)
			a := login(phone.code(1))
			h.want("the thirty-first", a, 400, "too-many-tries")
		})
	})
}

func TestAPasskeyCountsAsBothFactors(t *testing.T) {
	each(t, func(t *testing.T, h *house) {
		h.clerk("counter", "admin")
		b, key := h.guest(), device.New(t, here)
		h.want("login", b.loginStaff("counter"), 200, "")
		a := b.add(key, "Key")
		h.want("add", a, 200, "")
		if strings.Count(a.body, "-") < 30 || !strings.Contains(a.body, `"recoveryCodes":[`) {
			t.Errorf("no recovery codes: %s", a.body)
		}
		h.want("the office", b.get("/api/admin/staff"), 200, "")
		if a := b.add(device.New(t, here), "Second"); strings.Contains(a.body, "recoveryCodes") {
			t.Errorf("the codes were made anew: %s", a.body)
		}
		one := h.guest()
		h.want("by passkey alone", one.unlock(key), 200, "")
		h.want("the office", one.get("/api/admin/staff"), 200, "")
		h.clock.Advance(30*time.Minute + time.Second)
		h.want("half an hour later", one.get("/api/admin/staff"), 401, "not-logged-in")

		two := h.guest()
		if a := two.loginStaff("counter"); !strings.Contains(a.body, `"challenge":"passkey"`) {
			t.Errorf("after the password: %s", a.body)
		}
		var l account.PasskeyList
		_ = json.Unmarshal([]byte(a.body), &l)
		h.want("a recovery code in its place", two.loginWith("counter", l.RecoveryCodes[0]), 200, "")

		// The last second factor cannot be removed.
		for i, p := range passkeys(two.get("/api/member/passkey")) {
			a := two.post("/api/member/passkey/"+p.ID+"/remove", fields{})
			if i == 0 {
				h.want("the first of two", a, 200, "")
				if told := h.lastLetter(); told.To != "counter@example.com" || told.Template != "factor-changed" {
					t.Errorf("the owner is told %+v", told)
				}
				continue
			}
			h.want("the last", a, 400, "factor-last")
		}
		if n := len(passkeys(two.get("/api/member/passkey"))); n != 1 {
			t.Errorf("%d passkeys are left", n)
		}
	})
}

func TestStaffChangeTheirOwnSecondFactor(t *testing.T) {
	each(t, func(t *testing.T, h *house) {
		h.clerk("admin", "admin")
		b := h.guest()
		h.want("login", b.loginStaff("admin"), 200, "")
		h.want("codes without a factor", b.post("/api/member/factor/recovery", fields{}), 403, "second-factor-needed")
		h.want("a code without an offer", b.post("/api/member/factor/totp/finish", fields{"code": "123456"}), 400, "factor-offer-expired")
		first, set := b.setUp()
		second, again := b.setUp()
		if len(again.Codes) != 0 {
			t.Error("the codes were made anew with the app")
		}
		h.want("the old app", h.guest().loginWith("admin", first.code(0)), 400, "invalid-fields")
		h.want("the new app", h.guest().loginWith("admin", second.code(0)), 200, "")
		h.want("the only one", b.post("/api/member/factor/totp/remove", fields{}), 400, "factor-last")
		a := b.post("/api/member/factor/recovery", fields{})
		h.want("new codes", a, 200, "")
		var renewed factorSet
		_ = json.Unmarshal([]byte(a.body), &renewed)
		h.want("an old code", h.guest().loginWith("admin", set.Codes[0]), 400, "invalid-fields")
		h.want("a new code", h.guest().loginWith("admin", renewed.Codes[0]), 200, "")
		h.want("a passkey too", b.add(device.New(t, here), ""), 200, "")
		h.want("now the app may go", b.post("/api/member/factor/totp/remove", fields{}), 200, "")

		h.clock.Advance(10 * time.Minute)
		for _, path := range []string{"/api/member/factor/recovery", "/api/member/factor/totp/begin", "/api/member/factor/totp/remove"} {
			if a := b.post(path, fields{}); a.fields()["password"] != "password-needed" {
				t.Errorf("%s: %s", path, a.body)
			}
		}
		a = b.post("/api/member/factor/totp/begin", fields{"password": staffPassword})
		h.want("offer", a, 200, "")
		var offer factor.Offer
		_ = json.Unmarshal([]byte(a.body), &offer)
		if !strings.HasPrefix(offer.URI, "otpauth://totp/temple.example:admin@example.com?secret="+offer.Secret) || !strings.HasPrefix(offer.QR.Path, "M4 4h7v1h-7z") {
			t.Errorf("the offer is %+v", offer)
		}
		h.want("a wrong first code", b.post("/api/member/factor/totp/finish", fields{"code": wrong(app{h, offer.Secret}.code(0))}), 400, "invalid-fields")
		other := h.guest()
		h.want("another login", other.loginWith("admin", renewed.Codes[1]), 200, "")
		h.want("from another session", other.post("/api/member/factor/totp/finish", fields{"code": app{h, offer.Secret}.code(0)}), 400, "factor-offer-expired")
		h.clock.Advance(10 * time.Minute)
		h.want("too late", b.post("/api/member/factor/totp/finish", fields{"code": app{h, offer.Secret}.code(0)}), 400, "factor-offer-expired")
	})
}

func TestMembersHaveNoSecondFactor(t *testing.T) {
	each(t, func(t *testing.T, h *house) {
		h.person(account.NewUser{Mobile: "91234567", Member: true})
		b := h.guest()
		h.want("login", b.login("91234567", goodPassword), 200, "")
		h.want("state", b.get("/api/member/factor"), 403, "forbidden")
		for _, path := range []string{"totp/begin", "totp/remove", "recovery"} {
			h.want(path, b.post("/api/member/factor/"+path, fields{}), 403, "forbidden")
		}
		// A member who joins the office must set one up, in the existing session.
		h.exec(`INSERT INTO user_roles (user_id, role) SELECT id, 'editor' FROM users`)
		h.want("now", b.get("/api/auth/identity"), 403, "second-factor-needed")
	})
}

func TestDemonstrationAsksForNoSecondFactor(t *testing.T) {
	each(t, func(t *testing.T, h *house) {
		h.clerk("admin", "admin")
		h.setting("demo", "1")
		b := h.guest()
		h.want("login", b.loginStaff("admin"), 200, "")
		h.want("the office", b.get("/api/admin/staff"), 200, "")
		// A member who sets one up is asked for it too, and may remove it.
		b.setUp()
		if a := h.guest().loginStaff("admin"); !strings.Contains(a.body, `"challenge":"totp"`) {
			t.Errorf("the login: %s", a.body)
		}
		h.want("take it away", b.post("/api/member/factor/totp/remove", fields{}), 200, "")
		if n := h.count("recovery_codes"); n != 0 {
			t.Errorf("%d recovery codes are left for nothing", n)
		}
		h.want("without", h.guest().loginStaff("admin"), 200, "")
	})
}

func TestAdministratorResetsASecondFactor(t *testing.T) {
	each(t, func(t *testing.T, h *house) {
		h.clerk("admin", "admin")
		forgetful := h.clerk("treasurer", "treasurer")
		member := h.person(account.NewUser{Mobile: "91234567", Member: true})
		boss, b := h.guest(), h.guest()
		h.want("login", boss.loginStaff("admin"), 200, "")
		boss.setUp()
		h.want("login", b.loginStaff("treasurer"), 200, "")
		_, set := b.setUp()
		key := device.New(t, here)
		h.want("a passkey too", b.add(key, ""), 200, "")
		reset := "/api/admin/staff/" + forgetful + "/reset-factor"

		h.want("by a treasurer", b.post(reset, fields{}), 403, "forbidden")
		h.want("by a guest", h.guest().post(reset, fields{}), 401, "not-logged-in")
		h.want("of a member", boss.post("/api/admin/staff/"+member+"/reset-factor", fields{}), 404, "not-found")
		var list staff.List
		_ = json.Unmarshal([]byte(boss.get("/api/admin/staff").body), &list)
		if len(list.Staff) != 2 || list.Staff[1].ID != forgetful || !list.Staff[1].TOTP || list.Staff[1].Passkeys != 1 {
			t.Errorf("the list is %+v", list)
		}
		h.want("one's own", boss.post("/api/admin/staff/"+list.Staff[0].ID+"/reset-factor", fields{}), 400, "factor-own")
		h.want("reset", boss.post(reset, fields{}), 200, "")
		if told := h.lastLetter(); told.To != "treasurer@example.com" || told.Template != "factor-changed" {
			t.Errorf("the owner was not told: %+v", told)
		}
		if got := h.rows(`SELECT action || ' ' || subject FROM audit_entries WHERE action = 'staff.reset-factor'`); got != "staff.reset-factor user:"+forgetful {
			t.Errorf("the trail has %q", got)
		}
		h.want("the session", b.get("/api/auth/identity"), 401, "not-logged-in")
		h.want("the passkey", h.guest().unlock(key), 400, "passkey-unknown")
		one := h.guest()
		if a := one.loginWith("treasurer", set.Codes[0]); !strings.Contains(a.body, `"factorNeeded":true`) {
			t.Errorf("the next login: %s", a.body)
		}
		one.setUp()
	})
}

// A password reset by code does not change the second factor.
func TestPasswordResetDoesNotBypassTheSecondFactor(t *testing.T) {
	each(t, func(t *testing.T, h *house) {
		h.person(account.NewUser{Name: "admin", Email: "admin@example.com", Mobile: "91234567", Roles: []string{"admin"}, Password: staffPassword})
		b := h.guest()
		h.want("login", b.loginStaff("admin"), 200, "")
		b.setUp()
		one := h.guest()
		h.want("forgotten", one.post("/api/auth/forget-password", fields{"identifier": "admin@example.com"}), 200, "")
		h.want("too short for staff", one.post("/api/auth/reset-password", fields{"otp": h.lastLetter().code(), "password": "seven carp 99"}), 400, "invalid-fields")
		h.want("reset", one.post("/api/auth/reset-password", fields{"otp": h.lastLetter().code(), "password": "seven carp in the pond"}), 200, "")
		a := one.login("admin@example.com", "seven carp in the pond")
		if !strings.Contains(a.body, `"challenge":"totp"`) {
			t.Errorf("the new password: %s", a.body)
		}
	})
}

// Registering with a number that has an account logs in by its code: for staff this does not bypass the second factor.
func TestRegistrationCodeDoesNotBypassTheSecondFactor(t *testing.T) {
	each(t, func(t *testing.T, h *house) {
		h.person(account.NewUser{Name: "admin", Email: "admin@example.com", Mobile: "91234567", Roles: []string{"admin"}, Password: staffPassword})
		b := h.guest()
		h.want("login", b.loginStaff("admin"), 200, "")
		b.setUp()
		one := h.guest()
		h.want("register", one.register(nil), 200, "")
		one.verify(h.lastLetter().code())
		h.want("who is there", one.get("/api/auth/identity"), 401, "not-logged-in")
		h.want("the office", one.get("/api/admin/staff"), 401, "not-logged-in")
		h.want("setting one up", one.get("/api/member/factor"), 401, "not-logged-in")
	})
}

// rows is the first column of a query's result, one line each.
func (h *house) rows(statement string) string {
	h.t.Helper()
	rows, err := h.db.SQL().QueryContext(h.t.Context(), statement)
	if err != nil {
		h.t.Fatal(err)
	}
	defer func() { _ = rows.Close() }()
	var out []string
	for rows.Next() {
		var v string
		if err := rows.Scan(&v); err != nil {
			h.t.Fatal(err)
		}
		out = append(out, v)
	}
	return strings.Join(out, "\n")
}
