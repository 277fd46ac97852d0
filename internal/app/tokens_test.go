package app_test

import (
	"fmt"
	"regexp"
	"strings"
	"testing"
	"time"

	"shanmen/internal/offer/editing"
	"shanmen/internal/office/members"
	"shanmen/internal/people/account"
	"shanmen/internal/testkit"
)

var (
	tokenShape    = regexp.MustCompile(`[\w-]{43}`) // of id.Token
	codeShape     = regexp.MustCompile(`(?i)code (?:for a new password )?(?:is )?(\d{6})\b`)
	recoveryShape = regexp.MustCompile(`\b[A-Z0-9]{4}(?:-[A-Z0-9]{4}){3}\b`)
)

// Secrets that grant access are known only to their receiver: after its message was sent, no column of any table
// contains one. Every call has an idempotency key, so that its response may be stored.
func TestNoTokenIsStoredInClear(t *testing.T) {
	t.Parallel()
	testkit.Each(t, func(t *testing.T, a *testkit.App) {
		secrets := map[string]string{} // and where each came from
		keys := 0
		say := func(c *testkit.Client, method, path string, body any) *testkit.Response {
			t.Helper()
			keys++
			c.Header.Set("Idempotency-Key", fmt.Sprintf("a-key-of-sixteen-%d", keys))
			r := c.Do(method, path, body)
			if r.Status != 200 {
				t.Fatalf("%s %s: %d %s", method, path, r.Status, r.Body)
			}
			for _, shape := range []*regexp.Regexp{tokenShape, recoveryShape} {
				if strings.HasPrefix(path, "/api/auth/passkey/") { // a challenge for a device: only its key can answer
					break
				}
				for _, found := range shape.FindAllString(string(r.Body), -1) {
					secrets[found] = "answer of " + path
				}
			}
			for _, k := range c.Cookies() {
				for _, found := range tokenShape.FindAllString(k.Value, -1) {
					secrets[found] = "cookie " + k.Name
				}
			}
			return r
		}
		type fields = map[string]any
		const mobile, address = "+6581110001", "bee.leng@mail.example"

		// A member registers, looks up the number's lamps, gives an address, and resets a lost password.
		c := a.Guest()
		say(c, "POST", "/api/auth/registration", fields{"name": "Tan Bee Leng", "mobile": mobile, "email": "bee@mail.example", "password": testkit.NewMemberPassword, "locale": "en", "acceptedPolicies": "2026-11"})
		say(c, "POST", "/api/auth/otp/verify", fields{"otp": a.CodeFor(t, mobile)})
		var given account.TicketGiven
		say(c, "POST", "/api/member/update/email", fields{"password": testkit.NewMemberPassword}).JSON(&given)
		say(c, "POST", "/api/auth/reset-email", fields{"ticket": given.Ticket, "email": address})
		guest := a.Guest()
		say(guest, "POST", "/api/auth/forget-password", fields{"identifier": mobile})
		say(guest, "POST", "/api/auth/entry", fields{"mobile": "81110002", "locale": "en"})
		say(a.Guest(), "POST", "/api/auth/lost-email", fields{"mobile": mobile})
		say(a.Guest(), "POST", "/api/auth/passkey/begin", fields{})
		say(c, "POST", "/api/member/export", fields{"password": testkit.NewMemberPassword})

		c.Header.Del("Idempotency-Key")
		lamp := c.BuyFor(8800, a.Item(t, "light-lamp", "family", "term", "yearly", "form", testkit.People("陈美玲")))
		a.TakeCash(t, lamp)

		// The counter takes cash for somebody without an account, and gives a member a link for another address.
		counter := a.Staff(t, "counter")
		a.LampHall(t, 2, 20)
		counter.WalkIn(fields{"name": "Mdm Lim", "mobile": "81110003"}, 18800, a.Item(t, "light-lamp", "grand", "form", testkit.People("陈美玲"))).Want(200)
		var them members.Ticket
		id := a.Count(t, "SELECT count(*) FROM users WHERE mobile = $1", mobile)
		if id != 1 {
			t.Fatalf("%d members", id)
		}
		userID := a.Text(t, "SELECT id FROM users WHERE mobile = $1", mobile)
		a.Clock.Advance(11 * time.Minute) // only one message of this kind in ten minutes
		say(counter, "POST", "/api/admin/member/"+userID+"/ticket", fields{"checked": true, "sms": true}).JSON(&them)
		say(a.Guest(), "POST", "/api/lamp/find", fields{"mobile": "81110003"})

		// The office invites in three ways, previews a draft, renews recovery codes, and sets up a tablet in a hall.
		admin, editor := a.Staff(t, "admin"), a.Staff(t, "editor")
		for i, send := range []string{"link", "mail", "sms"} {
			var in account.Invitation
			person := fields{"name": "Ong Wei", "chineseName": "王伟", "roles": []string{"counter"}, "send": send, "locale": "en"}
			person["mobile"], person["email"] = fmt.Sprintf("+658222000%d", i), fmt.Sprintf("wei%d@temple.example", i)
			say(admin, "POST", "/api/admin/staff", person).JSON(&in)
			say(admin, "POST", "/api/admin/staff/"+in.ID+"/invite", fields{"send": send})
		}
		var look editing.Look
		say(editor, "POST", "/api/admin/record/"+a.Record(t, "page", "history")+"/look", fields{}).JSON(&look)
		hall := a.Text(t, "SELECT key FROM halls ORDER BY key LIMIT 1")
		say(counter, "POST", "/api/admin/kiosk", fields{"hall": hall})

		searchEveryTable(t, a, secrets)
		a.Clock.Advance(340 * 24 * time.Hour) // until the lamp is to be renewed
		a.MustSweep(t)
		doors := searchEveryTable(t, a, secrets)
		for _, door := range []string{"reset-email?ticket=", "places?ticket=", "invitation#", "renewal?ticket="} {
			if !strings.Contains(doors, door) {
				t.Errorf("no letter has %s", door)
			}
		}
	})
}

// searchEveryTable looks for the secrets given out, and for those sent in messages since.
func searchEveryTable(t *testing.T, a *testkit.App, secrets map[string]string) (told string) {
	t.Helper()
	for _, m := range a.Mails(t) {
		told += testkit.MailText(t, m) + "\n"
	}
	for _, m := range a.Texts(t) {
		told += m.Body + "\n"
	}
	for _, found := range tokenShape.FindAllString(told, -1) {
		secrets[found] = "letter"
	}
	for _, m := range codeShape.FindAllStringSubmatch(told, -1) {
		secrets[m[1]] = "code"
	}
	if len(secrets) < 25 {
		t.Errorf("%d secrets: %v", len(secrets), secrets)
	}
	for _, table := range a.Tables(t) {
		for place, text := range everyCell(t, a, table) {
			for secret, from := range secrets {
				if i := strings.Index(text, secret); i >= 0 && alone(text, i, len(secret)) {
					t.Errorf("%s has the %s of %s", place, secret, from)
				}
			}
		}
	}
	return told
}

// alone reports whether a text is found as a whole word, not within a longer one, as a code within a time in
// milliseconds could be.
func alone(text string, at, length int) bool {
	word := func(i int) bool {
		return i >= 0 && i < len(text) && (text[i] >= '0' && text[i] <= '9' || text[i] >= 'a' && text[i] <= 'z' || text[i] >= 'A' && text[i] <= 'Z')
	}
	return length == 43 || !word(at-1) && !word(at+length)
}

// everyCell reads a table: the texts of all rows, by column and row.
func everyCell(t *testing.T, a *testkit.App, table string) map[string]string {
	t.Helper()
	rows, err := a.DB.SQL().QueryContext(t.Context(), "SELECT * FROM "+table)
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = rows.Close() }()
	columns, err := rows.Columns()
	if err != nil {
		t.Fatal(err)
	}
	out := map[string]string{}
	for n := 0; rows.Next(); n++ {
		cells, into := make([]any, len(columns)), make([]any, len(columns))
		for i := range cells {
			into[i] = &cells[i]
		}
		if err := rows.Scan(into...); err != nil {
			t.Fatal(err)
		}
		for i, cell := range cells {
			text, is := cell.(string)
			if raw, bytes := cell.([]byte); bytes {
				text, is = string(raw), true
			}
			if is {
				out[fmt.Sprintf("%s.%s, row %d,", table, columns[i], n)] = text
			}
		}
	}
	if err := rows.Err(); err != nil {
		t.Fatal(err)
	}
	return out
}
