package staff_test

import (
	"bytes"
	"maps"
	"strings"
	"testing"
	"time"

	"shanmen/internal/base/locale"
	"shanmen/internal/people/account"
	"shanmen/internal/testkit"
)

// firstLink is the link printed at the start.
func firstLink(t *testing.T, a *testkit.App) string {
	t.Helper()
	var said bytes.Buffer
	if err := a.TellFirst(t.Context(), &said); err != nil {
		t.Fatal(err)
	}
	return said.String()
}

// withoutStaff makes the demonstration a temple without staff accounts.
func withoutStaff(t *testing.T, a *testkit.App) {
	t.Helper()
	a.Exec(t, "DELETE FROM settings WHERE key = 'demo'")
	a.Exec(t, "DELETE FROM user_roles")
}

func TestTheFirstAccountIsCreatedByThePrintedLink(t *testing.T) {
	t.Parallel()
	testkit.Each(t, func(t *testing.T, a *testkit.App) {
		if said := firstLink(t, a); said != "" {
			t.Errorf("a demonstration prints %q", said)
		}
		a.Exec(t, "DELETE FROM settings WHERE key = 'demo'")
		if said := firstLink(t, a); said != "" {
			t.Errorf("a temple with staff prints %q", said)
		}
		withoutStaff(t, a)
		older := ticketOf(t, firstLink(t, a))
		said := firstLink(t, a)
		if n := strings.Count(said, "http://temple.example/admin/invitation#"); n != 1 {
			t.Fatalf("%d links in %q", n, said)
		}
		ticket := ticketOf(t, said)
		if n := a.Count(t, "SELECT count(*) FROM tickets WHERE token_hash = $1 OR subject = $1 OR id = $1", ticket); n != 0 {
			t.Error("the link itself is kept")
		}

		c := a.Guest()
		if r := c.Post("/api/auth/invitation", staffFields{"ticket": older}); r.Code() != "ticket-invalid" {
			t.Errorf("the link of an earlier start: %d %s", r.Status, r.Body)
		}
		var first account.Accepted
		c.Post("/api/auth/invitation", staffFields{"ticket": ticket}).Want(200).JSON(&first)
		if !first.First || first.Accepted || len(first.Roles) != len(account.Roles) {
			t.Errorf("%+v", first)
		}
		typed := staffFields{"ticket": ticket, "name": "Lim Siew Hoon", "email": "lim@temple.example", "password": officePassword}
		for what, wrong := range map[string]struct{ field, value, code string }{
			"no name":              {"name", " ", "required"},
			"no address":           {"email", "", "required"},
			"half an address":      {"email", "lim@", "email-invalid"},
			"a member's address":   {"email", "member@temple.example", "email-taken"},
			"a password too short": {"password", officePassword[:14], "password-too-short"},
		} {
			body := maps.Clone(typed)
			body[wrong.field] = wrong.value
			if r := c.Post("/api/auth/invitation", body); r.FieldCodes()[wrong.field] != wrong.code {
				t.Errorf("%s: %d %s", what, r.Status, r.Body)
			}
		}
		c.Post("/api/auth/invitation", typed).Want(200).JSON(&first)
		if !first.Accepted || !first.FactorNeeded || first.Name != "Lim Siew Hoon" {
			t.Errorf("%+v", first)
		}
		c.Get("/api/member/factor").Want(200) // the second factor can be set up, and everything else is refused before
		if r := c.Get("/api/admin/staff"); r.Status == 200 {
			t.Error("the office opens without a second step")
		}
		if r := a.Guest().Post("/api/auth/invitation", typed); r.Code() != "ticket-invalid" {
			t.Errorf("a second time: %d %s", r.Status, r.Body)
		}
		if said := firstLink(t, a); said != "" {
			t.Errorf("with an account a start prints %q", said)
		}
		if n := a.Count(t, "SELECT count(*) FROM audit_entries WHERE action = 'staff.add'"); n != 1 {
			t.Errorf("%d entries in the trail", n)
		}
		if n := a.Count(t, "SELECT count(*) FROM users AS u WHERE u.email_key = 'lim@temple.example' AND u.email_confirmed = 1"); n != 1 {
			t.Error("the address is not proven")
		}
	})
}

func TestThePrintedLinkExpires(t *testing.T) {
	t.Parallel()
	testkit.Each(t, func(t *testing.T, a *testkit.App) {
		withoutStaff(t, a)
		dead := func(what, ticket string) {
			t.Helper()
			body := staffFields{"ticket": ticket, "name": "Lim", "email": "lim@temple.example", "password": officePassword}
			if r := a.Guest().Post("/api/auth/invitation", body); r.Code() != "ticket-invalid" {
				t.Errorf("%s: %d %s", what, r.Status, r.Body)
			}
		}
		ticket := ticketOf(t, firstLink(t, a))
		a.Clock.Advance(24 * time.Hour)
		dead("after a day", ticket)

		ticket = ticketOf(t, firstLink(t, a))
		c := a.Guest()
		for i := range 11 { // each is a password to hash, for an existing address
			body := staffFields{"ticket": ticket, "name": "Lim", "email": "member@temple.example", "password": officePassword}
			if r := c.Post("/api/auth/invitation", body); (r.Code() == "too-many-registrations") != (i == 10) {
				t.Errorf("try %d: %d %s", i+1, r.Status, r.Body)
			}
		}
		_, err := a.Accounts.CreateStaff(t.Context(), account.NewUser{
			Name: "Tan Ah Huat", Email: "tan@temple.example", Password: officePassword, Locale: locale.EN, Roles: []string{"counter"},
		})
		if err != nil {
			t.Fatal(err)
		}
		dead("with an account of the command line", ticket)
	})
}
