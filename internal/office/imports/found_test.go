package imports_test

import (
	"fmt"
	"net/url"
	"strings"
	"testing"

	"shanmen/internal/base/money"
	counterdesk "shanmen/internal/office/counter"
	"shanmen/internal/office/members"
	"shanmen/internal/testkit"
)

// Somebody of an imported list is found among the members too, by name, number and e-mail, until the number has an
// account.
func TestMembersFindsPeopleOfEarlierLists(t *testing.T) {
	testkit.Each(t, func(t *testing.T, a *testkit.App) {
		admin, counter := a.Staff(t, "admin"), a.Staff(t, "counter")
		list := []string{"Name,Chinese name,Mobile,Email", "Chan Mei Ling,陈美玲,9123 0001,mei@x.sg", "Goh Siew Eng,吴秀英,6123 4567,"}
		for i := range 12 {
			list = append(list, fmt.Sprintf("Ong Number %d,,,", i))
		}
		start(t, a, admin, bring(t, a, admin, "members", "m.csv", csv(list...)))
		found := func(q string) (out members.Rows) {
			t.Helper()
			counter.Get("/api/admin/member?limit=20&q=" + url.QueryEscape(q)).Want(200).JSON(&out)
			return out
		}
		for _, q := range []string{"9123 0001", "91230001", "+65 9123 0001", "230001", "mei ling", "陈美玲", "cml", "mei@x.sg", "mei@x"} {
			if got := found(q).Imported; len(got) != 1 || got[0].Name != "Chan Mei Ling" || got[0].Mobile != "+6591230001" || got[0].Email != "mei@x.sg" {
				t.Errorf("%s: %+v", q, got)
			} else if l := got[0].Links; l == nil || l.WhatsApp == "" || !strings.HasPrefix(l.Of, "import:") {
				t.Errorf("%s has links %+v", q, l)
			}
		}
		for _, q := range []string{"6123 4567", "吴秀英", "siew eng"} {
			if got := found(q).Imported; len(got) != 1 || got[0].Phone != "+6561234567" || got[0].Mobile != "" {
				t.Errorf("%s: %+v", q, got)
			} else if l := got[0].Links; l == nil || l.WhatsApp != "" || l.Number != "+6561234567" {
				t.Errorf("%s, a landline, has links %+v", q, l)
			}
		}
		if got := found("ong number"); len(got.Imported) != 10 || !got.ImportedMore {
			t.Errorf("%d of twelve, more %t", len(got.Imported), got.ImportedMore)
		}
		if n := a.Count(t, "SELECT count(*) FROM audit_entries WHERE action = 'walk-in.look-up' AND subject LIKE 'import:%'"); n != 1 {
			t.Errorf("%d entries of the trail tell of the look", n)
		}
		a.NewMember(t, "Chan Mei Ling", "+6591230001")
		if got := found("mei ling"); len(got.Imported) != 0 || len(got.Items) == 0 {
			t.Errorf("who has an account: %+v", got)
		}
	})
}

// Somebody of an imported list is found at the counter by name, pinyin and number, with the list's data; no longer once
// an account has verified the number, or the list is undone.
func TestTheCounterFindsPeopleOfEarlierLists(t *testing.T) {
	testkit.Each(t, func(t *testing.T, a *testkit.App) {
		admin, counter := a.Staff(t, "admin"), a.Staff(t, "counter")
		people := bring(t, a, admin, "members", "m.csv", csv("Name,Chinese name,Mobile,Email", "Chan Mei Ling,陈美玲,9123 0001,mei@x.sg", "Goh Siew Eng,吴秀英,,"))
		earlier := func(q string) (out counterdesk.Earlier) {
			t.Helper()
			counter.Get("/api/admin/walk-in/earlier?mobile=" + url.QueryEscape(q)).Want(200).JSON(&out)
			return out
		}
		if n := len(earlier("9123 0001").Imported) + len(earlier("Mei Ling").Imported); n != 0 {
			t.Errorf("a look makes %d people findable", n)
		}
		start(t, a, admin, people)
		orders := bring(t, a, admin, "orders", "o.csv", csv("Name,Mobile,Date,What for,Amount,Receipt", "陈美玲,9123 0001,2025-08-15,普度,120.50,R-77", "Lim,9123 0002,2025-08-15,普度,10,R-78"))
		start(t, a, admin, orders)
		lamps := bring(t, a, admin, "lamps", "l.csv", csv("Name,Mobile,Offering,Lamp,Place,From", "陈美玲,9123 0001,Blessing lamp,Family,A-001,2026-02-01"))
		start(t, a, admin, lamps)
		for _, q := range []string{"9123 0001", "91230001", "+65 9123 0001", "mei ling", "陈美玲", "美玲", "cml", "mei@x.sg", "230001"} {
			found := earlier(q).Imported
			if len(found) != 1 || found[0].Name != "Chan Mei Ling" || found[0].ChineseName != "陈美玲" || found[0].Mobile != "+6591230001" || found[0].Email != "mei@x.sg" ||
				len(found[0].Lamps) != 1 || found[0].Lamps[0].Place != "A-001" || len(found[0].Orders) != 1 || found[0].Orders[0].Amount != 12050 {
				t.Errorf("%s: %+v", q, found)
			}
		}
		if found := earlier("wxy").Imported; len(found) != 1 || found[0].Mobile != "" || found[0].ChineseName != "吴秀英" {
			t.Errorf("without a number: %+v", found)
		}
		if found := earlier("lim").Imported; len(found) != 1 || found[0].Name != "Lim" || len(found[0].Orders) != 1 {
			t.Errorf("of the orders alone: %+v", found)
		}
		if n := a.Count(t, "SELECT count(*) FROM audit_entries WHERE action = 'walk-in.look-up' AND subject = $1", "import:"+people); n != 1 {
			t.Errorf("%d entries of the trail tell of the look", n)
		}
		before := a.Count(t, "SELECT count(*) FROM users")
		counter.Post("/api/admin/walk-in", map[string]any{
			"payer": map[string]any{"name": "Chan Mei Ling", "chineseName": "陈美玲", "mobile": "+6591230001"}, "locale": "zh",
			"items": []map[string]any{a.Item(t, "lamp-oil", "bottle")}, "paymentAmount": 1000, "method": money.Cash, "amountReceived": 1000,
		}).Want(200)
		if n := a.Count(t, "SELECT count(*) FROM users"); n != before {
			t.Errorf("%d accounts, were %d", n, before)
		}
		a.NewMember(t, "Chan Mei Ling", "+6591230001")
		if e := earlier("9123 0001"); len(e.Imported) != 0 || e.Member == nil {
			t.Errorf("who has an account: %+v", e)
		}
		for _, q := range []string{"陈美玲", "cml"} {
			if found := earlier(q).Imported; len(found) != 0 {
				t.Errorf("%s, who has an account: %+v", q, found)
			}
		}
		undo(t, a, admin, people)
		undo(t, a, admin, orders)
		if n := len(earlier("wxy").Imported) + len(earlier("lim").Imported); n != 0 {
			t.Errorf("%d people are found whose lists were taken back", n)
		}
		if n := a.Count(t, "SELECT count(*) FROM search_terms WHERE kind = 'imported'"); n != 0 {
			t.Errorf("%d words are left", n)
		}
	})
}
