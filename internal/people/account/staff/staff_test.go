package staff_test

import (
	"strings"
	"testing"
	"time"

	"shanmen/internal/people/account"
	"shanmen/internal/people/account/staff"
	"shanmen/internal/testkit"
	"shanmen/internal/testkit/mutant"
	"shanmen/internal/testkit/together"
)

type staffFields = map[string]any

func newStaff(more ...any) staffFields {
	f := staffFields{"name": "Lim Siew Hoon", "chineseName": "林秀云", "email": "lim@temple.example", "roles": []string{"treasurer"}, "locale": "en", "send": "mail"}
	for i := 0; i+1 < len(more); i += 2 {
		f[more[i].(string)] = more[i+1]
	}
	return f
}

const officePassword = "cranes over the eaves"

func ticketOf(t *testing.T, text string) string {
	t.Helper()
	_, token, ok := strings.Cut(text, "/admin/invitation#")
	if !ok {
		t.Fatalf("no invitation in %q", text)
	}
	return strings.Fields(token)[0]
}

func login(c *testkit.Client, who, password string) *testkit.Response {
	return c.Post("/api/auth/authentication", staffFields{"identifier": who, "password": password})
}

func TestAnAdministratorCreatesAStaffAccount(t *testing.T) {
	t.Parallel()
	testkit.Each(t, func(t *testing.T, a *testkit.App) {
		admin := a.Staff(t, "admin")
		for what, wrong := range map[string]struct {
			body        staffFields
			field, code string
		}{
			"no role":         {newStaff("roles", []string{}), "roles", "required"},
			"unknown role":    {newStaff("roles", []string{"abbot"}), "roles", "not-a-choice"},
			"no name":         {newStaff("name", " "), "name", "required"},
			"a taken address": {newStaff("email", "member@temple.example"), "email", "email-taken"},
			"a taken number":  {newStaff("mobile", "9123 4567"), "mobile", "mobile-taken"},
			"a text nowhere":  {newStaff("send", "sms"), "mobile", "required"},
			"a mail nowhere":  {newStaff("email", "", "mobile", "8222 3333"), "email", "required"},
		} {
			if r := admin.Post("/api/admin/staff", wrong.body); r.FieldCodes()[wrong.field] != wrong.code {
				t.Errorf("%s: %d %s", what, r.Status, r.Body)
			}
		}
		mails := len(a.Mails(t))
		var made account.Invitation
		admin.Header.Set("Idempotency-Key", "made-once-0123456789")
		for range 2 {
			admin.Post("/api/admin/staff", newStaff()).Want(200).JSON(&made)
		}
		admin.Header.Del("Idempotency-Key")
		sent := a.Mails(t)[mails:]
		if len(sent) != 1 || made.SentTo != "lim@temple.example" || made.Link != "" || !made.ExpiresAt.Equal(a.Clock.Now().Add(72*time.Hour)) {
			t.Fatalf("%d mails, %+v", len(sent), made)
		}
		ticket := ticketOf(t, testkit.MailText(t, sent[0]))

		// Before the invitation is accepted the address is unverified, and the account gives no access.
		login(a.Guest(), "lim@temple.example", officePassword).Want(401)
		c := a.Guest()
		var in account.Accepted
		c.Post("/api/auth/invitation", staffFields{"ticket": ticket}).Want(200).JSON(&in)
		if in.Name != "Lim Siew Hoon" || in.Accepted || len(in.Roles) != 1 {
			t.Fatalf("%+v", in)
		}
		if r := c.Post("/api/auth/invitation", staffFields{"ticket": ticket, "password": "too short a one"[:14]}); r.FieldCodes()["password"] != "password-too-short" {
			t.Errorf("fourteen characters: %d %s", r.Status, r.Body)
		}
		c.Post("/api/auth/invitation", staffFields{"ticket": ticket, "password": officePassword}).Want(200).JSON(&in)
		if !in.Accepted || in.FactorNeeded { // a demonstration asks for no second factor
			t.Errorf("%+v", in)
		}
		c.Get("/api/admin/payment").Want(200)
		c.Get("/api/admin/staff").Want(403)
		if r := a.Guest().Post("/api/auth/invitation", staffFields{"ticket": ticket, "password": officePassword}); r.Code() != "ticket-invalid" {
			t.Errorf("a second time: %d %s", r.Status, r.Body)
		}
		login(a.Guest(), "lim@temple.example", officePassword).Want(200)
		if r := admin.Post("/api/admin/staff/"+made.ID+"/invite", staffFields{"send": "mail"}); r.Code() != "staff-has-password" {
			t.Errorf("invited with a password: %d %s", r.Status, r.Body)
		}
		for action, by := range map[string]string{"staff.add": a.UserID(t, "admin"), "staff.accept": made.ID} {
			if n := a.Count(t, "SELECT count(*) FROM audit_entries WHERE action = $1 AND subject = $2 AND actor_id = $3", action, "user:"+made.ID, by); n != 1 {
				t.Errorf("%s is %d times in the trail", action, n)
			}
		}
		if n := a.Count(t, "SELECT count(*) FROM idempotency_keys WHERE response LIKE '%invitation#%'"); n != 0 {
			t.Error("a link is kept")
		}
	})
}

func TestAnInvitationLinkCanBeHandedOver(t *testing.T) {
	t.Parallel()
	testkit.Each(t, func(t *testing.T, a *testkit.App) {
		admin := a.Staff(t, "admin")
		var first, second account.Invitation
		admin.Post("/api/admin/staff", newStaff("mobile", "8222 3333", "send", "link")).Want(200).JSON(&first)
		admin.Post("/api/admin/staff/"+first.ID+"/invite", staffFields{"send": "link"}).Want(200).JSON(&second)
		if !strings.HasPrefix(first.Link, "http://temple.example/admin/invitation#") || first.Link == second.Link {
			t.Fatalf("%q, %q", first.Link, second.Link)
		}
		if r := a.Guest().Post("/api/auth/invitation", staffFields{"ticket": ticketOf(t, first.Link)}); r.Code() != "ticket-invalid" {
			t.Errorf("the older link: %s", r.Body)
		}
		texts := len(a.Texts(t))
		var third account.Invitation
		admin.Post("/api/admin/staff/"+first.ID+"/invite", staffFields{"send": "sms"}).Want(200).JSON(&third)
		sms := a.Texts(t)[texts:]
		if len(sms) != 1 || third.SentTo != "+6582223333" || third.Link != "" {
			t.Fatalf("%d texts, %+v", len(sms), third)
		}
		// Disabled before it was accepted, it gives no access.
		admin.Post("/api/admin/staff/"+first.ID+"/disable", nil).Want(200)
		if r := a.Guest().Post("/api/auth/invitation", staffFields{"ticket": ticketOf(t, sms[0].Body)}); r.Code() != "ticket-invalid" {
			t.Errorf("of a disabled account: %s", r.Body)
		}
		if r := admin.Post("/api/admin/staff/"+first.ID+"/invite", staffFields{"send": "link"}); r.Code() != "staff-disabled" {
			t.Errorf("inviting a disabled account: %s", r.Body)
		}
		admin.Post("/api/admin/staff/"+first.ID+"/enable", nil).Want(200)
		admin.Post("/api/admin/staff/"+first.ID+"/invite", staffFields{"send": "link"}).Want(200).JSON(&third)
		a.Clock.Advance(3*24*time.Hour + time.Second)
		if r := a.Guest().Post("/api/auth/invitation", staffFields{"ticket": ticketOf(t, third.Link)}); r.Code() != "ticket-invalid" {
			t.Errorf("after three days: %s", r.Body)
		}
	})
}

// A member who joins the office has the stricter session and password rules from then on.
func TestGivingAMemberARoleEndsTheirLongSession(t *testing.T) {
	t.Parallel()
	testkit.Each(t, func(t *testing.T, a *testkit.App) {
		admin, c := a.Staff(t, "admin"), a.Guest()
		a.Register(t, c, "Amy Lim", "+6581112222")
		u, _, err := a.Accounts.FindByLogin(t.Context(), "81112222")
		if err != nil {
			t.Fatal(err)
		}
		path := "/api/admin/staff/" + u.ID + "/roles"
		if r := admin.Put(path, staffFields{"roles": []string{"counter"}}); r.FieldCodes()["send"] != "required" {
			t.Errorf("without an invitation: %d %s", r.Status, r.Body)
		}
		c.Get("/api/auth/identity").Want(200)
		c.Post("/api/member/close", staffFields{"confirm": true, "password": "incense at dawn 18"}).Want(200)
		if r := admin.Put(path, staffFields{"roles": []string{"counter"}, "send": "sms"}); r.Code() != "staff-closing" {
			t.Errorf("an account that is closing: %d %s", r.Status, r.Body)
		}
		c.Post("/api/member/keep", nil).Want(200)
		var made account.Invitation
		admin.Put(path, staffFields{"roles": []string{"counter"}, "send": "sms"}).Want(200).JSON(&made)
		c.Get("/api/auth/identity").Want(401)
		login(a.Guest(), "81112222", "incense at dawn 18").Want(401)
		invitation := ""
		for _, text := range a.Texts(t) {
			if text.To == "+6581112222" && strings.Contains(text.Body, "/admin/invitation") {
				invitation = text.Body
			}
		}
		a.Guest().Post("/api/auth/invitation", staffFields{"ticket": ticketOf(t, invitation), "password": officePassword}).Want(200)
		desk := a.Guest()
		login(desk, "81112222", officePassword).Want(200)
		desk.Get("/api/admin/member?q=tan").Want(200)
		a.Clock.Advance(31 * time.Minute) // a member's would live
		desk.Get("/api/admin/member?q=tan").Want(401)
		// Without a role the account is a member's again.
		login(desk, "81112222", officePassword).Want(200)
		admin = a.Staff(t, "admin")
		admin.Put(path, staffFields{"roles": []string{}}).Want(200)
		desk.Get("/api/auth/identity").Want(401)
		login(desk, "81112222", officePassword).Want(200)
		desk.Get("/api/admin/member?q=tan").Want(403)
		admin.Post("/api/admin/staff/"+u.ID+"/disable", nil).Want(404) // no longer office staff
		if n := a.Count(t, "SELECT count(*) FROM audit_entries WHERE action = 'staff.roles' AND subject = $1", "user:"+u.ID); n != 2 {
			t.Errorf("%d entries", n)
		}
	})
}

// P06: users of a lower rank cannot change an administrator, and the last administrator cannot be removed.
func TestP06TheLastAdministratorCannotBeRemoved(t *testing.T) {
	t.Parallel()
	testkit.Each(t, func(t *testing.T, a *testkit.App) {
		admin := a.Staff(t, "admin")
		u, _, err := a.Accounts.FindByLogin(t.Context(), "admin@temple.example")
		if err != nil {
			t.Fatal(err)
		}
		own := "/api/admin/staff/" + u.ID
		for _, role := range []string{"counter", "treasurer", "editor", "ritual"} {
			c := a.Staff(t, role)
			c.Post(own+"/reset-factor", nil).Want(403)
			c.Post(own+"/disable", nil).Want(403)
			c.Post(own+"/invite", staffFields{"send": "link"}).Want(403)
			c.Put(own+"/roles", staffFields{"roles": []string{role}}).Want(403)
			c.Post("/api/admin/staff", newStaff("roles", []string{"admin"})).Want(403)
			if r := c.Post("/api/admin/member/"+u.ID+"/ticket", staffFields{"checked": true}); r.Status == 200 {
				t.Errorf("%s got a ticket for the administrator", role)
			}
		}
		refused := func(what string, r *testkit.Response, code string) {
			t.Helper()
			if r.Status != 400 || r.Code() != code {
				t.Errorf("%s: %d %s", what, r.Status, r.Body)
			}
		}
		refused("disabling oneself", admin.Post(own+"/disable", nil), "staff-own")
		refused("demoting oneself", admin.Put(own+"/roles", staffFields{"roles": []string{"editor"}}), "staff-last-admin")
		refused("closing one's account", admin.Post("/api/member/close", staffFields{"confirm": true, "password": "temple-office-2026"}), "closing-staff")
		// Somebody invited who has not accepted yet does not count as another administrator.
		var made account.Invitation
		admin.Post("/api/admin/staff", newStaff("roles", []string{"admin"}, "send", "link")).Want(200).JSON(&made)
		refused("for one who was only invited", admin.Put(own+"/roles", staffFields{"roles": []string{"editor"}}), "staff-last-admin")
		other := a.Guest()
		other.Post("/api/auth/invitation", staffFields{"ticket": ticketOf(t, made.Link), "password": officePassword}).Want(200)
		admin.Put(own+"/roles", staffFields{"roles": []string{"editor"}}).Want(200)
		admin.Get("/api/admin/staff").Want(403) // at once, and the session that did it continues
		admin.Get("/api/auth/identity").Want(200)
		refused("the new last one", other.Put("/api/admin/staff/"+made.ID+"/roles", staffFields{"roles": []string{"editor"}}), "staff-last-admin")
		if r := other.Put(own+"/roles", staffFields{"roles": []string{}}); r.FieldCodes()["roles"] != "required" {
			t.Errorf("an account without any place: %d %s", r.Status, r.Body)
		}
	})
}

// Two administrators remove each other's role at the same moment: one of them stays administrator.
func TestRaceRemovingTheLastAdministrators(t *testing.T) {
	t.Parallel()
	mutant.Declare(t, mutant.NoLock("LockAdmins"), mutant.Slow("CountAdminsBeside"))
	testkit.Each(t, func(t *testing.T, a *testkit.App) {
		for round := range 6 {
			a.Exec(t, "DELETE FROM user_roles WHERE role = 'admin'")
			a.Exec(t, "INSERT INTO user_roles (user_id, role) SELECT id, 'admin' FROM users WHERE email_key IN ('admin@temple.example', 'editor@temple.example')")
			admins := []*testkit.Client{a.Staff(t, "admin"), a.Staff(t, "editor")}
			var ids []string
			for _, who := range []string{"editor@temple.example", "admin@temple.example"} {
				u, _, err := a.Accounts.FindByLogin(t.Context(), who)
				if err != nil {
					t.Fatal(err)
				}
				ids = append(ids, u.ID)
			}
			together.AtOnce(2, func(i int) {
				admins[i].Put("/api/admin/staff/"+ids[i]+"/roles", staffFields{"roles": []string{"ritual"}})
			})
			if n := a.Count(t, "SELECT count(*) FROM user_roles WHERE role = 'admin'"); n != 1 {
				t.Errorf("round %d: %d administrators are left", round, n)
			}
		}
	})
}

// A colleague who cannot work yet is reminded once a day: an invited one by another invitation, one without a second
// factor by a message with a link to set it up. Nobody else is reminded.
func TestAColleagueWhoCannotLogInYetIsReminded(t *testing.T) {
	t.Parallel()
	testkit.Each(t, func(t *testing.T, a *testkit.App) {
		admin := a.Staff(t, "admin")
		var made account.Invitation
		admin.Post("/api/admin/staff", newStaff()).Want(200).JSON(&made)
		first := ticketOf(t, testkit.MailText(t, a.Mails(t)[len(a.Mails(t))-1]))
		remind := "/api/admin/staff/" + made.ID + "/remind"
		var sent staff.Reminded
		admin.Post(remind, nil).Want(200).JSON(&sent)
		mails := a.Mails(t)
		second := ticketOf(t, testkit.MailText(t, mails[len(mails)-1]))
		if sent.SentTo != "lim@temple.example" || second == first {
			t.Fatalf("%+v, ticket %s after %s", sent, second, first)
		}
		if r := a.Guest().Post("/api/auth/invitation", staffFields{"ticket": first}); r.Code() != "ticket-invalid" {
			t.Errorf("the first invitation: %d %s", r.Status, r.Body)
		}
		if r := admin.Post(remind, nil); r.Code() != "staff-reminded" || len(a.Mails(t)) != len(mails) {
			t.Errorf("a second time on a day: %d %s", r.Status, r.Body)
		}
		a.Guest().Post("/api/auth/invitation", staffFields{"ticket": second, "password": officePassword}).Want(200)
		if r := admin.Post(remind, nil); r.Code() != "staff-ready" {
			t.Errorf("a demonstration asks for no second step: %d %s", r.Status, r.Body)
		}

		nextDay := func() { // of a real temple, where the sender of the reminder has passed the second factor
			t.Helper()
			a.Clock.Advance(24 * time.Hour)
			a.Exec(t, "INSERT INTO settings (key, value) VALUES ('demo', '1')")
			admin = a.Staff(t, "admin")
			a.Exec(t, "DELETE FROM settings WHERE key = 'demo'")
			a.Exec(t, "UPDATE sessions SET factor = 1")
		}
		a.Exec(t, "UPDATE sessions SET factor = 1")
		a.Exec(t, "DELETE FROM settings WHERE key = 'demo'")
		waits := func() bool {
			t.Helper()
			var list staff.List
			admin.Get("/api/admin/staff").Want(200).JSON(&list)
			for _, m := range list.Staff {
				if m.ID == made.ID {
					return m.Waits
				}
			}
			t.Fatal("the account is not in the list")
			return false
		}
		if r := admin.Post(remind, nil); r.Code() != "staff-reminded" || !waits() {
			t.Errorf("still the same day: %d %s", r.Status, r.Body)
		}
		nextDay()
		admin.Post(remind, nil).Want(200).JSON(&sent)
		mails = a.Mails(t)
		if text := testkit.MailText(t, mails[len(mails)-1]); sent.SentTo != "lim@temple.example" || !strings.Contains(text, "/admin") || strings.Contains(text, "invitation#") {
			t.Errorf("of the second step: %+v %q", sent, text)
		}
		nextDay()
		a.Exec(t, "INSERT INTO totp_secrets (user_id, secret) VALUES ($1, 'x')", made.ID)
		if r := admin.Post(remind, nil); r.Code() != "staff-ready" || waits() {
			t.Errorf("it is set up: %d %s", r.Status, r.Body)
		}
		a.Exec(t, "DELETE FROM totp_secrets WHERE user_id = $1", made.ID)
		admin.Post("/api/admin/staff/"+made.ID+"/disable", nil).Want(200)
		if r := admin.Post(remind, nil); r.Code() != "staff-disabled" {
			t.Errorf("a disabled account: %d %s", r.Status, r.Body)
		}
		if r := admin.Post("/api/admin/staff/"+a.UserID(t, "member")+"/remind", nil); r.Status != 404 {
			t.Errorf("a member: %d", r.Status)
		}
		a.Member(t).Post(remind, nil).Want(403)
		if n := a.Count(t, "SELECT count(*) FROM audit_entries WHERE action = 'staff.remind' AND subject = $1", "user:"+made.ID); n != 2 {
			t.Errorf("%d reminders are in the trail", n)
		}
	})
}
