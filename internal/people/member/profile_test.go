package member_test

import (
	"testing"

	"shanmen/internal/people/account"
	"shanmen/internal/people/member"
	"shanmen/internal/testkit"
)

func profile(t *testing.T, c *testkit.Client) member.Profile {
	t.Helper()
	var got struct{ Data member.Profile }
	c.Get("/member/profile/_payload.json").Want(200).JSON(&got)
	return got.Data
}

func TestMemberAddressesAreChecked(t *testing.T) {
	t.Parallel()
	testkit.Each(t, func(t *testing.T, a *testkit.App) {
		c := a.Member(t)
		save := func(address fields) *testkit.Response {
			return c.Post("/api/member/update/profile", fields{"address": address})
		}
		for _, tt := range []struct {
			name  string
			given fields
			kept  member.Address
		}{
			{"Singapore", fields{"country": "SG", "postalCode": "０１８ 956", "block": " 10 ", "street": "Bayfront Avenue", "unit": "04-12A", "text": "not of Singapore"},
				member.Address{Country: "SG", PostalCode: "018956", Block: "10", Street: "Bayfront Avenue", Unit: "#04-12A"}},
			{"Elsewhere", fields{"country": "MY", "text": "12 Jalan Kuil\r\n81100 Johor Bahru", "postalCode": "1", "street": "left over"},
				member.Address{Country: "MY", Text: "12 Jalan Kuil\n81100 Johor Bahru"}},
			{"None", fields{"country": "", "street": "left over"}, member.Address{}},
		} {
			save(tt.given).Want(200)
			if got := profile(t, c).Address; got != tt.kept {
				t.Errorf("%s: kept %+v", tt.name, got)
			}
		}
		save(fields{"country": "SG", "postalCode": "018956", "street": "Bayfront Avenue"}).Want(200)
		for name, tt := range map[string]struct {
			given       fields
			field, code string
		}{
			"ErrPostalCode": {fields{"country": "SG", "postalCode": "18956", "street": "x"}, "address.postalCode", "postal-code-invalid"},
			"ErrNoStreet":   {fields{"country": "SG", "postalCode": "018956", "street": " "}, "address.street", "required"},
			"ErrCountry":    {fields{"country": "Singapore"}, "address.country", "not-a-choice"},
			"ErrNoText":     {fields{"country": "CN", "text": ""}, "address.text", "required"},
			"ErrDirection":  {fields{"country": "SG", "postalCode": "018956", "street": "x\u202e"}, "address.street", "control-character"},
		} {
			if r := save(tt.given); r.Status != 400 || r.FieldCodes()[tt.field] != tt.code {
				t.Errorf("%s: %d %s", name, r.Status, r.Body)
			}
		}
		// All errors are reported at once, and nothing is saved.
		r := c.Post("/api/member/update/profile", fields{"name": " ", "address": fields{"country": "SG", "postalCode": "1", "street": "x"}})
		if codes := r.FieldCodes(); r.Status != 400 || codes["name"] != "required" || codes["address.postalCode"] != "postal-code-invalid" {
			t.Errorf("%d %s", r.Status, r.Body)
		}
		// Fields left out are unchanged.
		c.Post("/api/member/update/profile", fields{"chineseName": "陈美玲"}).Want(200)
		if got := profile(t, c).Address; got.Street != "Bayfront Avenue" {
			t.Errorf("the address is now %+v", got)
		}
	})
}

func TestMemberPreferencesAreSaved(t *testing.T) {
	t.Parallel()
	testkit.Each(t, func(t *testing.T, a *testkit.App) {
		c, other := a.Member(t), a.Member(t)
		if p := profile(t, c); p.Reminders != "both" || p.News || p.User.TextSize != 0 {
			t.Errorf("at first %+v", p)
		}
		remind := func() (mail, text string) {
			u, err := account.Find(t.Context(), a.DB.Read(), profile(t, c).User.ID)
			if err != nil {
				t.Fatal(err)
			}
			return u.RemindBy()
		}
		const address, number = "member@temple.example", "+6591234567"
		for way, want := range map[string][2]string{"both": {address, number}, "mail": {address, ""}, "sms": {"", number}, "none": {}} {
			c.Post("/api/member/update/profile", fields{"reminders": way}).Want(200)
			if mail, text := remind(); mail != want[0] || text != want[1] {
				t.Errorf("%s: %q %q", way, mail, text)
			}
		}
		// An unverified address gets no reminder.
		c.Post("/api/member/update/profile", fields{"reminders": "both", "news": true, "textSize": 3}).Want(200)
		fresh := a.NewMember(t, "Ong", "+6581112222")
		if u, err := account.Find(t.Context(), a.DB.Read(), profile(t, fresh).User.ID); err != nil {
			t.Error(err)
		} else if mail, text := u.RemindBy(); mail != "" || text != "+6581112222" {
			t.Errorf("a member without a mailbox: %q %q", mail, text)
		}
		// The text size applies on the other device too, when it requests its session.
		var session struct{ User struct{ TextSize int } }
		other.Get("/api/_auth/session").Want(200).JSON(&session)
		if session.User.TextSize != 3 || !profile(t, c).News {
			t.Errorf("session %+v", session)
		}
		for field, value := range map[string]any{"reminders": "post", "textSize": 4} {
			if r := c.Post("/api/member/update/profile", fields{field: value}); r.Status != 400 || r.FieldCodes()[field] != "not-a-choice" {
				t.Errorf("%s: %d %s", field, r.Status, r.Body)
			}
		}
		// Setting a text size does not create a member record for staff.
		staff := a.Staff(t, "counter")
		staff.Post("/api/member/update/profile", fields{"textSize": 2}).Want(200)
		if p := profile(t, staff); p.Member != nil {
			t.Errorf("a record was made: %+v", p.Member)
		}
	})
}
