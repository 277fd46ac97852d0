package members_test

import (
	"net/url"
	"strings"
	"testing"

	"shanmen/internal/office/counter"
	memberdesk "shanmen/internal/office/members"
	"shanmen/internal/testkit"
	"shanmen/internal/testkit/officekit"
)

// For a rare name whose pronunciation is in no dictionary the office enters it, and from then on search finds the
// member and their orders by it, as for a Latin name.
func TestAMemberIsFoundByTheOfficesNameReading(t *testing.T) {
	t.Parallel()
	testkit.Each(t, func(t *testing.T, a *testkit.App) {
		c, desk, admin := a.NewMember(t, "Tan Siew Eng", "+6598765432"), a.Staff(t, "counter"), a.Staff(t, "admin")
		earlier := c.BuyFor(1000, a.Item(t, "lamp-oil", "bottle"))
		m := officekit.FoundMember(t, desk, "98765432")
		path := "/api/admin/member/" + m.ID
		set := func(who *testkit.Client, reading string) *testkit.Response {
			return who.Put(path+"/reading", map[string]any{"reading": reading})
		}
		kept := func() string {
			var page memberdesk.Page
			desk.Get(path).Want(200).JSON(&page)
			return page.Reading
		}
		orders := func(q string) (numbers []string) {
			var rows counter.InvoiceRows
			desk.Get("/api/admin/invoice?q=" + url.QueryEscape(q)).Want(200).JSON(&rows)
			for _, row := range rows.Items {
				numbers = append(numbers, row.Number)
			}
			return numbers
		}
		members := func(q string) int {
			var rows memberdesk.Rows
			desk.Get("/api/admin/member?q=" + url.QueryEscape(q)).Want(200).JSON(&rows)
			return len(rows.Items)
		}

		if kept() != "" || members("zhuge") != 0 || len(orders("zhuge")) != 0 {
			t.Fatal("there is a reading already")
		}
		var got memberdesk.Reading
		if set(desk, "  Zhūgě\u3000 Lǜ-xī'ān ").Want(200).JSON(&got); got.Reading != "Zhūgě Lǜ-xī'ān" || kept() != got.Reading {
			t.Errorf("kept as %q, shown as %q", got.Reading, kept())
		}
		later := c.BuyFor(1000, a.Item(t, "lamp-oil", "bottle"))
		for _, q := range []string{"zhuge", "ZHŪGĚ", "luxian zhuge", "lǜ-xī'ān"} {
			if one := officekit.FoundMember(t, desk, q); one.ID != m.ID {
				t.Errorf("%q: %+v", q, one)
			}
			if all := strings.Join(orders(q), " "); all != later.Number+" "+earlier.Number {
				t.Errorf("%q finds the orders %q", q, all)
			}
		}
		set(desk, "Zhūgě Lǜ-xī'ān").Want(200) // as it is: nothing happens
		for typed, code := range map[string]string{
			"诸葛": "not-latin", "Zhuge 2": "not-latin", "Zhuge <b>": "not-latin", "Жуге": "not-latin", "-": "not-latin", "Zhuge 🙏": "not-latin",
			strings.Repeat("a", 61): "too-long",
		} {
			if r := set(desk, typed); r.Status != 400 || r.FieldCodes()["reading"] != code {
				t.Errorf("%q: %d %s", typed, r.Status, r.Body)
			}
		}
		for _, role := range []string{"treasurer", "editor", "ritual"} {
			set(a.Staff(t, role), "No").Want(403)
		}
		set(c, "No").Want(403)
		set(a.Guest(), "No").Want(401)
		desk.Put("/api/admin/member/nobody/reading", map[string]any{"reading": "No"}).Want(404)
		if kept() != got.Reading || members("zhuge") != 1 {
			t.Errorf("after refusals: %q", kept())
		}

		set(admin, strings.Repeat("ā", 60)).Want(200)
		set(admin, "").Want(200)
		if kept() != "" || members("zhuge") != 0 || len(orders("zhuge")) != 0 || len(orders("siew eng")) != 2 {
			t.Errorf("taken back: %q, found by it: %d members, orders %v; by the name %v", kept(), members("zhuge"), orders("zhuge"), orders("siew eng"))
		}
		if n := a.Count(t, "SELECT count(*) FROM audit_entries WHERE action = 'member.reading' AND subject = $1 AND after NOT LIKE '%Zh%'", "user:"+m.ID); n != 3 {
			t.Errorf("%d audit entries", n)
		}
	})
}
