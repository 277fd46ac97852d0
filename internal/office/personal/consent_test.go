package personal_test

import (
	"testing"
	"time"

	"shanmen/internal/people/account"
	"shanmen/internal/testkit"
)

func TestConsentIsRecorded(t *testing.T) {
	t.Parallel()
	testkit.Each(t, func(t *testing.T, a *testkit.App) {
		c := a.Guest()
		c.Post("/api/auth/registration", fields{"name": "Goh Ah Moi", "mobile": mobile, "password": password, "locale": "zh", "acceptedPolicies": "2026-11"}).Want(200)
		if n := a.Count(t, "SELECT count(*) FROM consents WHERE ip <> ''"); n != 0 {
			t.Errorf("%d consents before there is an account", n)
		}
		c.Post("/api/auth/otp/verify", fields{"otp": a.CodeFor(t, mobile)}).Want(200)
		list := overview(c).Consents
		if len(list) != len(account.Policies) {
			t.Fatalf("consents: %+v", list)
		}
		for _, k := range list {
			if k.Version != "2026-11" || k.Locale != "zh" || !k.At.Equal(a.Clock.Now()) || k.Address != c.Header.Get("X-Forwarded-For") {
				t.Errorf("consent: %+v", k)
			}
		}
		var session struct{ Notice *account.Notice }
		if c.Get(sessions).Want(200).JSON(&session); session.Notice != nil {
			t.Errorf("somebody who has agreed is told %+v", session.Notice)
		}

		// The policies change. Nothing is blocked; members confirm that they have read them.
		a.Exec(t, "UPDATE policy_versions SET version = '2027-02'")
		a.Clock.Advance(time.Hour)
		if c.Get(sessions).Want(200).JSON(&session); session.Notice == nil || session.Notice.Policies != "2027-02" {
			t.Fatalf("told %+v", session.Notice)
		}
		c.Fill(a.Item(t, "lamp-oil", "bottle")).Want(200)
		if v := overview(c); v.Policies != "2027-02" {
			t.Errorf("the page asks for %q", v.Policies)
		}
		if r := c.Post("/api/member/consent", fields{"version": "2026-11"}).Want(400); r.Code() != "policies-changed" {
			t.Errorf("an old version: %s", r.Body)
		}
		c.Locale = "en"
		c.Post("/api/member/consent", fields{"version": "2027-02"}).Want(200)
		c.Post("/api/member/consent", fields{"version": "2027-02"}).Want(200) // pressed twice
		list = overview(c).Consents
		if len(list) != 2*len(account.Policies) || list[0].Version != "2027-02" || list[0].Locale != "en" || list[5].Version != "2026-11" {
			t.Errorf("consents: %+v", list)
		}
		session.Notice = nil
		if c.Get(sessions).Want(200).JSON(&session); session.Notice != nil {
			t.Errorf("still told %+v", session.Notice)
		}
		a.Guest().Post("/api/member/consent", fields{"version": "2027-02"}).Want(401)

		staff := a.Staff(t, "counter")
		if staff.Get(sessions).Want(200).JSON(&session); session.Notice != nil {
			t.Errorf("staff are told %+v", session.Notice)
		}
	})
}
