package member_test

import (
	"strings"
	"testing"

	"shanmen/internal/testkit"
)

type fields = map[string]any

func TestUpdateProfile(t *testing.T) {
	t.Parallel()
	testkit.Each(t, func(t *testing.T, a *testkit.App) {
		c := a.Member(t)
		var before, after struct {
			User struct{ Name, ChineseName, Locale, Mobile string }
		}
		c.Get("/api/auth/identity").Want(200).JSON(&before)
		c.Post("/api/member/update/profile", fields{"chineseName": "陈𠮷䶮", "locale": "zh"}).Want(200).JSON(&after)
		if after.User.ChineseName != "陈𠮷䶮" || after.User.Locale != "zh" || after.User.Name != before.User.Name {
			t.Errorf("profile %+v", after.User)
		}
		c.Get("/api/auth/identity").Want(200).JSON(&before)
		if before.User != after.User {
			t.Errorf("answered %+v, kept %+v", after.User, before.User)
		}
		for field, value := range map[string]string{"name": " ", "chineseName": "陈\u202e", "locale": "fr", "mobile": "81112222", "roles": "admin"} {
			r := c.Post("/api/member/update/profile", fields{field: value})
			if r.Status != 400 || r.FieldCodes()[field] == "" {
				t.Errorf("%s: %d %s", field, r.Status, r.Body)
			}
		}
		a.Guest().Post("/api/member/update/profile", fields{"name": "x"}).Want(401)
	})
}

// Staff without a member record complete their profile and can then check out.
func TestStaffCanBecomeMembers(t *testing.T) {
	t.Parallel()
	testkit.Each(t, func(t *testing.T, a *testkit.App) {
		c := a.Staff(t, "counter")
		if r := c.Get("/api/auth/identity").Want(200); !strings.Contains(string(r.Body), `"member":null`) {
			t.Fatalf("identity %s", r.Body)
		}
		c.Post("/api/payment/pay-now/qr", nil).Want(403)
		c.Post("/api/member/update/profile", fields{}).Want(200)
		c.Post("/api/member/update/profile", fields{"name": "Ong Ah Seng"}).Want(200)
		if r := c.Get("/api/auth/identity").Want(200); strings.Contains(string(r.Body), `"member":null`) {
			t.Errorf("identity %s", r.Body)
		}
		if r := c.Post("/api/payment/pay-now/qr", nil); r.Status == 403 {
			t.Errorf("still refused: %s", r.Body)
		}
	})
}

func TestChangePassword(t *testing.T) {
	t.Parallel()
	testkit.Each(t, func(t *testing.T, a *testkit.App) {
		const old, fresh = "lotus-lamp-88", "seven carp in the pond"
		c, other := a.Member(t), a.Member(t)
		change := func(current, wanted string) *testkit.Response {
			return c.Post("/api/member/update/password", fields{"currentPassword": current, "newPassword": wanted})
		}
		if r := change("not the password", fresh); r.Status != 400 || r.FieldCodes()["currentPassword"] != "wrong-password" {
			t.Errorf("wrong current password: %d %s", r.Status, r.Body)
		}
		if r := change(old, "password1"); r.Status != 400 || r.FieldCodes()["newPassword"] != "password-common" {
			t.Errorf("common password: %d %s", r.Status, r.Body)
		}
		other.Get("/api/auth/identity").Want(200)
		change(old, fresh).Want(200)
		c.Get("/api/auth/identity").Want(200)
		other.Get("/api/auth/identity").Want(401)
		login := func(password string) *testkit.Response {
			return a.Guest().Post("/api/auth/authentication", fields{"identifier": "member@temple.example", "password": password})
		}
		login(old).Want(401)
		login(fresh).Want(200)
		for range 10 {
			change("not the password", "nine lychees at dawn").Want(400)
		}
		change("not the password", "nine lychees at dawn").Want(400)
		if r := change(fresh, "nine lychees at dawn"); r.Code() != "too-many-tries" {
			t.Errorf("a stolen session may go on guessing: %d %s", r.Status, r.Body)
		}
	})
}
