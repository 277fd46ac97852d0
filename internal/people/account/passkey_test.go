package account_test

import (
	"encoding/json"
	"net/url"
	"strings"
	"testing"
	"time"

	"shanmen/internal/people/account"
	"shanmen/internal/testkit/device"
)

const here = "https://temple.example"

// question is the response of a begin call.
type question struct {
	Ceremony  string
	PublicKey json.RawMessage
}

func (b *browser) question(path string, body any) question {
	b.h.t.Helper()
	a := b.post(path, body)
	b.h.want(path, a, 200, "")
	var q question
	if err := json.Unmarshal([]byte(a.body), &q); err != nil || q.Ceremony == "" {
		b.h.t.Fatalf("%s: %v %s", path, err, a.body)
	}
	return q
}

// add registers a passkey on the device for the logged-in user.
func (b *browser) add(d *device.Device, name string) answer {
	b.h.t.Helper()
	q := b.question("/api/member/passkey/begin", fields{})
	return b.post("/api/member/passkey/finish", fields{"ceremony": q.Ceremony, "credential": d.Create(q.PublicKey), "name": name})
}

// unlock logs in with the device.
func (b *browser) unlock(d *device.Device) answer {
	b.h.t.Helper()
	q := b.question("/api/auth/passkey/begin", fields{})
	return b.post("/api/auth/passkey/finish", fields{"ceremony": q.Ceremony, "credential": d.Get(q.PublicKey)})
}

// withPasskey is a member with a phone.
func withPasskey(h *house) (*browser, *device.Device) {
	h.t.Helper()
	h.person(account.NewUser{Mobile: "91234567", Email: "mei@example.com", Member: true})
	b := h.guest()
	h.want("login", b.login("91234567", goodPassword), 200, "")
	d := device.New(h.t, here)
	h.want("add", b.add(d, "My phone"), 200, "")
	return b, d
}

func passkeys(a answer) (out []account.Passkey) {
	var l account.PasskeyList
	_ = json.Unmarshal([]byte(a.body), &l)
	return l.Passkeys
}

func TestPasskeyLogsItsOwnerIn(t *testing.T) {
	each(t, func(t *testing.T, h *house) {
		_, d := withPasskey(h)
		if told := h.lastLetter(); told.To != "mei@example.com" || told.Template != "passkey-added" {
			t.Errorf("the owner was not told: %+v", told)
		}
		if len(d.Handle) != 64 {
			t.Errorf("the account's handle has %d bytes", len(d.Handle))
		}

		// A login like any other: a new session, which takes over the guest's cart.
		guest, _ := started(h)
		planted := guest.cookie()
		a := guest.unlock(d)
		h.want("passkey", a, 200, "")
		if !strings.Contains(a.body, `"name":"Tan Bee Leng"`) {
			t.Errorf("who: %s", a.body)
		}
		if guest.cookie() == planted || len(guest.cookie()) != 43 {
			t.Error("the guest's cookie stayed")
		}
		old := h.guest()
		old.setCookie(planted)
		h.want("the guest's session", old.get("/api/auth/identity"), 401, "not-logged-in")
		if h.oldID.Load() == "" {
			t.Error("the cart was not handed over")
		}
		list := passkeys(guest.get("/api/member/passkey"))
		if len(list) != 1 || list[0].Name != "My phone" || list[0].LastUsedAt == nil || !list[0].Synced {
			t.Errorf("the list: %+v", list)
		}
		// A synced passkey has no counter, and works again.
		h.want("again", h.guest().unlock(d), 200, "")
	})
}

func TestPasskeyIsRefused(t *testing.T) {
	each(t, func(t *testing.T, h *house) {
		b, d := withPasskey(h)
		finish := func(b *browser, q question, credential any) answer {
			return b.post("/api/auth/passkey/finish", fields{"ceremony": q.Ceremony, "credential": credential})
		}
		begin := func(b *browser) question { return b.question("/api/auth/passkey/begin", fields{}) }
		h.sub("ErrUsedTwice", func(*testing.T) {
			one := h.guest()
			q := begin(one)
			credential := d.Get(q.PublicKey)
			h.want("first", finish(one, q, credential), 200, "")
			h.want("second", finish(h.guest(), q, credential), 400, "passkey-expired")
		})
		h.sub("ErrOld", func(*testing.T) {
			one := h.guest()
			q := begin(one)
			h.clock.Advance(10 * time.Minute)
			h.want("after ten minutes", finish(one, q, d.Get(q.PublicKey)), 400, "passkey-expired")
		})
		h.sub("ErrMadeUp", func(*testing.T) {
			q := begin(h.guest())
			q.Ceremony = "made-up"
			h.want("made up", finish(h.guest(), q, d.Get(q.PublicKey)), 400, "passkey-expired")
		})
		h.sub("ErrOtherSession", func(*testing.T) {
			one, _ := started(h) // has a session, so the challenge is bound to it
			q := begin(one)
			h.want("another visitor", finish(h.guest(), q, d.Get(q.PublicKey)), 400, "passkey-expired")
		})
		h.sub("ErrQuestionOfAnotherKind", func(*testing.T) {
			h.want("log in afresh", b.login("91234567", goodPassword), 200, "")
			q := b.question("/api/member/passkey/begin", fields{})
			h.want("a question for adding", finish(b, q, d.Get(q.PublicKey)), 400, "passkey-expired")
		})
		h.sub("ErrRefusedSpendsTheQuestion", func(*testing.T) {
			one := h.guest()
			q := begin(one)
			h.want("nonsense", finish(one, q, fields{"id": "x"}), 400, "passkey-refused")
			h.want("then right", finish(one, q, d.Get(q.PublicKey)), 400, "passkey-expired")
		})
		for name, lie := range map[string]func(d *device.Device){
			"ErrOtherOrigin":  func(d *device.Device) { d.Origin = "https://temple.example.evil.test" },
			"ErrPlainHTTP":    func(d *device.Device) { d.Origin = "http://temple.example" },
			"ErrNotVerified":  func(d *device.Device) { d.Unverified = true },
			"ErrOtherAccount": func(d *device.Device) { d.Handle = []byte("somebody else's handle") },
			"ErrBackupFlag":   func(d *device.Device) { d.Synced = false },
		} {
			h.sub(name, func(*testing.T) {
				liar := *d
				lie(&liar)
				h.want(name, h.guest().unlock(&liar), 400, "passkey-refused")
			})
		}
		h.sub("ErrOtherKey", func(*testing.T) {
			stranger := device.New(t, here)
			stranger.Create(b.question("/api/member/passkey/begin", fields{}).PublicKey)
			h.want("a key that was never kept", h.guest().unlock(stranger), 400, "passkey-unknown")
			stranger.ID = d.ID
			h.want("with another's id", h.guest().unlock(stranger), 400, "passkey-refused")
		})
		h.sub("ErrDisabled", func(*testing.T) {
			h.exec(`UPDATE users SET status = 'disabled'`)
			h.want("disabled", h.guest().unlock(d), 400, "passkey-refused")
			h.exec(`UPDATE users SET status = 'active'`)
			h.want("given back", h.guest().unlock(d), 200, "")
		})
	})
}

// A key copied from its device is detected by its counter.
func TestCopiedPasskeyIsRefused(t *testing.T) {
	each(t, func(t *testing.T, h *house) {
		h.person(account.NewUser{Mobile: "91234567", Member: true})
		b := h.guest()
		h.want("login", b.login("91234567", goodPassword), 200, "")
		d := device.New(t, here)
		d.Synced, d.Counter = false, 5
		h.want("add", b.add(d, ""), 200, "")
		thief := *d
		h.want("the owner", h.guest().unlock(d), 200, "")
		h.want("the copy", h.guest().unlock(&thief), 400, "passkey-refused")
		h.want("the owner again", h.guest().unlock(d), 200, "")
	})
}

func TestPasskeyListIsPrivate(t *testing.T) {
	each(t, func(t *testing.T, h *house) {
		b, d := withPasskey(h)
		h.want("a guest", h.guest().get("/api/member/passkey"), 401, "not-logged-in")
		h.want("the same device again", b.post("/api/member/passkey/finish", func() fields {
			q := b.question("/api/member/passkey/begin", fields{})
			if !strings.Contains(string(q.PublicKey), `"excludeCredentials":[{"type":"public-key","id":"`) {
				t.Errorf("the device is not told of its passkey: %s", q.PublicKey)
			}
			twin := *d
			credential := twin.Create(q.PublicKey)
			return fields{"ceremony": q.Ceremony, "credential": credential, "name": strings.Repeat("x", 500)}
		}()), 400, "invalid-fields")
		second := device.New(t, here)
		h.want("a second device", b.add(second, "Tablet"), 200, "")
		if string(second.Handle) != string(d.Handle) {
			t.Error("the second device has another handle")
		}
		list := passkeys(b.get("/api/member/passkey"))
		if len(list) != 2 {
			t.Fatalf("%d passkeys", len(list))
		}
		path := "/api/member/passkey/" + list[0].ID
		h.want("rename", b.do("PUT", path, fields{"name": " Grandma's phone "}), 200, "")
		h.want("no name", b.do("PUT", path, fields{"name": " "}), 400, "invalid-fields")
		if got := passkeys(b.get("/api/member/passkey"))[0].Name; got != "Grandma's phone" {
			t.Errorf("the name is %q", got)
		}

		h.person(account.NewUser{Mobile: "81234567", Member: true})
		other := h.guest()
		h.want("another", other.login("81234567", goodPassword), 200, "")
		h.want("another's rename", other.do("PUT", path, fields{"name": "Mine"}), 404, "not-found")
		h.want("another's remove", other.post(path+"/remove", fields{}), 404, "not-found")

		// Once the login is no longer recent, the password is asked for.
		h.clock.Advance(10 * time.Minute)
		for _, p := range []string{path + "/remove", "/api/member/passkey/begin"} {
			a := b.post(p, fields{})
			h.want(p, a, 400, "invalid-fields")
			if a.fields()["password"] != "password-needed" {
				t.Errorf("%s: %s", p, a.body)
			}
			if a := b.post(p, fields{"password": "another password"}); a.fields()["password"] != "wrong-password" {
				t.Errorf("%s: %s", p, a.body)
			}
		}
		h.want("remove", b.post(path+"/remove", fields{"password": goodPassword}), 200, "")
		h.want("removed", h.guest().unlock(d), 400, "passkey-unknown")
		h.want("the other one", h.guest().unlock(second), 200, "")
		h.want("twice", b.post(path+"/remove", fields{"password": goodPassword}), 404, "not-found")
	})
}

func TestPasskeysNeedAHostName(t *testing.T) {
	each(t, func(t *testing.T, h *house) {
		for _, site := range []*url.URL{nil, {Scheme: "http", Host: "127.0.0.1:8080"}, {Scheme: "http", Host: "[::1]"}} {
			accounts := &account.Service{DB: h.db, Clock: h.clock, LightPasswords: true, Site: site}
			if _, err := accounts.BeginPasskeyLogin(t.Context(), nil); err == nil || err.Error() != "passkey-unavailable" {
				t.Errorf("%v: %v", site, err)
			}
		}
	})
}

func TestPasskeyChallengesAreLimited(t *testing.T) {
	each(t, func(t *testing.T, h *house) {
		b := h.guest()
		h.fill("passkey address "+b.ip, 300, 15*time.Minute)
		a := b.post("/api/auth/passkey/begin", fields{})
		h.want("too many", a, 400, "too-many-tries")
		if a.retryAfter() < 1 || a.retryAfter() > 901 {
			t.Errorf("retryAfter %d", a.retryAfter())
		}
		h.want("elsewhere", h.guest().post("/api/auth/passkey/begin", fields{}), 200, "")
		h.clock.Advance(15 * time.Minute)
		if err := h.accounts.ForgetSessions(t.Context()); err != nil {
			t.Fatal(err)
		}
		if n := h.count("passkey_ceremonies"); n != 0 {
			t.Errorf("%d old questions are kept", n)
		}
	})
}

// The limit is ten passkeys, however many challenges were started while there was still room.
func TestAnAccountHasAtMostTenPasskeys(t *testing.T) {
	each(t, func(t *testing.T, h *house) {
		b, _ := withPasskey(h)
		type open struct {
			q question
			d *device.Device
		}
		var asked []open
		for range 10 { // in addition to the existing one
			asked = append(asked, open{b.question("/api/member/passkey/begin", fields{}), device.New(t, here)})
			h.exec("DELETE FROM throttles")
		}
		for i, o := range asked {
			a := b.post("/api/member/passkey/finish", fields{"ceremony": o.q.Ceremony, "credential": o.d.Create(o.q.PublicKey)})
			if i < 9 {
				h.want("within ten", a, 200, "")
			} else {
				h.want("the eleventh", a, 400, "passkey-too-many")
			}
		}
		h.want("asking for more", b.post("/api/member/passkey/begin", fields{}), 400, "passkey-too-many")
	})
}
