package correction_test

import (
	"slices"
	"strings"
	"testing"
	"time"

	"shanmen/internal/rites/ceremony"
	"shanmen/internal/rites/correction"
	"shanmen/internal/sales/invoice"
	"shanmen/internal/sales/subscription"
	"shanmen/internal/testkit"
)

type fields = map[string]any

func tabletFor(surname string, dedicators ...string) fields {
	list := []fields{}
	for _, d := range dedicators {
		list = append(list, fields{"chineseName": d})
	}
	return fields{"surname": surname, "dedicators": list}
}

func solstice(t *testing.T, a *testkit.App, form fields, more ...any) fields {
	t.Helper()
	return a.Item(t, "winter-solstice", "family", append([]any{"quantity", 1, "form", form}, more...)...)
}

// list is a ceremony of the winter solstice, which closes in 14 days.
func list(t *testing.T, a *testkit.App) (v ceremony.CeremonyView) {
	t.Helper()
	offering := a.Text(t, "SELECT id FROM offerings WHERE key = 'winter-solstice'")
	start := a.Clock.Now().Add(20 * 24 * time.Hour).Truncate(time.Second)
	a.Staff(t, "ritual").Post("/api/admin/ceremony", fields{
		"title": fields{"en": "Winter solstice prayer", "zh": "冬至祭祖法会"}, "gathers": "bought", "script": "hans", "paper": true, "closesAt": start.Add(-6 * 24 * time.Hour),
		"sittings": []fields{{"startsAt": start, "endsAt": start.Add(2 * time.Hour), "place": fields{"en": "Lotus Hall", "zh": "莲池殿"}}},
		"sources":  []fields{{"offeringId": offering, "kind": "ancestors"}},
	}).Want(200).JSON(&v)
	a.Drain(t)
	return v
}

func entries(t *testing.T, a *testkit.App, listID, more string) []ceremony.EntryRow {
	t.Helper()
	var l ceremony.EntryList
	a.Staff(t, "ritual").Get("/api/admin/ceremony/" + listID + "/entry?limit=100" + more).Want(200).JSON(&l)
	return l.Items
}

func act(t *testing.T, a *testkit.App, path string, body any) *testkit.Response {
	t.Helper()
	return a.Staff(t, "ritual").Post(path, body)
}

func correct(c *testkit.Client, v *invoice.View, form fields) *testkit.Response {
	return c.Put("/api/invoice/"+v.ID+"/names", fields{"itemId": v.Items[0].ID, "form": form})
}

func names(c *testkit.Client, v *invoice.View) (n correction.Names) {
	c.Get("/api/invoice/" + v.ID + "/names").Want(200).JSON(&n)
	return n
}

// A corrected name of a paid order appears on the list and everywhere else the name is shown.
func TestACorrectedNameReachesTheList(t *testing.T) {
	t.Parallel()
	testkit.Each(t, func(t *testing.T, a *testkit.App) {
		l, c := list(t, a), a.Member(t)
		v := c.BuyFor(5000, solstice(t, a, tabletFor("欧阳", "吴国强")))
		correct(c, v, tabletFor("欧阳", "吴国祥")).Want(200) // not paid yet
		a.TakeCash(t, v)
		e := entries(t, a, l.ID, "")[0]
		if e.Text.Dedicators[0].Name != "吴国祥" {
			t.Fatalf("corrected before paying: %+v", e.Text)
		}
		act(t, a, "/api/admin/entry/"+e.ID+"/check", fields{"revision": 1, "right": true}).Want(200)
		if n := names(c, v); len(n.Items) != 1 || n.Items[0].State != "open" || n.Items[0].Until == nil || n.Items[0].Definition.Key == "" {
			t.Errorf("%+v", n)
		}

		var got correction.Names
		correct(c, v, tabletFor("歐陽", "吴国强", "吴美玲")).Want(200).JSON(&got)
		if !strings.Contains(string(got.Items[0].Form), "歐陽") {
			t.Errorf("answered: %s", got.Items[0].Form)
		}
		e = entries(t, a, l.ID, "")[0]
		if e.Text.Surname != "歐陽" || len(e.Text.Dedicators) != 2 || e.State != "collected" || e.Revision != 2 {
			t.Errorf("on the list: %+v", e)
		}
		var full ceremony.EntryView
		a.Staff(t, "ritual").Get("/api/admin/entry/" + e.ID).Want(200).JSON(&full)
		if len(full.Changes) != 1 || full.Changes[0].Reason != "devotee" || full.Changes[0].By != "" {
			t.Errorf("what was before is kept: %+v", full.Changes)
		}
		if found := entries(t, a, l.ID, "&q=吴美玲"); len(found) != 1 {
			t.Errorf("the new name finds %d", len(found))
		}
		// Both texts: the order's page, and the document.
		if got := c.Order(v.ID).Items[0].Sheet.Names(); !slices.Contains(got, "吴美玲") {
			t.Errorf("the order says %v", got)
		}
		if n := a.Count(t, "SELECT count(*) FROM audit_entries WHERE action = 'order.names' AND subject = $1", "invoice:"+v.ID); n != 2 {
			t.Errorf("%d entries of the audit trail", n)
		}
		if n := a.Count(t, "SELECT count(*) FROM audit_entries WHERE action = 'order.names' AND (after LIKE '%吴%' OR before LIKE '%吴%')"); n != 0 {
			t.Error("names stand in the audit trail")
		}
		// The same correction again changes nothing.
		correct(c, v, tabletFor("歐陽", "吴国强", "吴美玲")).Want(200)
		if e := entries(t, a, l.ID, "")[0]; e.Revision != 2 {
			t.Errorf("revision %d", e.Revision)
		}
	})
}

func TestInvalidCorrectionsAreRefused(t *testing.T) {
	t.Parallel()
	testkit.Each(t, func(t *testing.T, a *testkit.App) {
		l, c := list(t, a), a.Member(t)
		v := c.BuyFor(5000, solstice(t, a, tabletFor("欧阳", "吴国强")))
		a.TakeCash(t, v)
		wanted := tabletFor("歐陽", "吴国强")
		path := "/api/invoice/" + v.ID + "/names"

		// Nobody can correct another member's order.
		other := a.NewMember(t, "Lim", "+6598765432")
		other.Get(path).Want(404)
		correct(other, v, wanted).Want(404)
		correct(a.Guest(), v, wanted).Want(401)
		a.Staff(t, "ritual").Put("/api/admin"+path[4:], fields{"itemId": v.Items[0].ID, "form": wanted}).Want(403)
		c.Put(path, fields{"itemId": "nobody", "form": wanted}).Want(404)

		// An error is reported at its field, and nothing is written.
		r := correct(c, v, fields{"surname": "", "dedicators": []fields{{"chineseName": strings.Repeat("长", 99)}}})
		if r.Status != 400 || r.FieldCodes()["form.surname"] != "required" || r.FieldCodes()["form.dedicators[0].chineseName"] != "too-long" {
			t.Errorf("%d %v", r.Status, r.FieldCodes())
		}

		// When the list is closed: by its time, also before the job has run, and by hand.
		a.Clock.Advance(15 * 24 * time.Hour)
		c = a.Member(t)
		if r := correct(c, v, wanted); r.Code() != "names-list-closed" {
			t.Errorf("after its cut-off: %d %s", r.Status, r.Code())
		}
		act(t, a, "/api/admin/ceremony/"+l.ID+"/close", fields{}).Want(200)
		if r := correct(c, v, wanted); r.Code() != "names-list-closed" || names(c, v).Items[0].State != "closed" {
			t.Errorf("closed: %d %s, %s", r.Status, r.Code(), names(c, v).Items[0].State)
		}
		if e := entries(t, a, l.ID, "")[0]; e.Text.Surname != "欧阳" || e.Revision != 1 {
			t.Errorf("%+v", e)
		}

		// The counter still can, until it is offered.
		office := func() *testkit.Response {
			return a.Staff(t, "counter").Put("/api/admin"+path[4:], fields{"itemId": v.Items[0].ID, "form": wanted})
		}
		office().Want(200)
		e := entries(t, a, l.ID, "")[0]
		var full ceremony.EntryView
		a.Staff(t, "ritual").Get("/api/admin/entry/" + e.ID).Want(200).JSON(&full)
		if e.Text.Surname != "歐陽" || len(full.Changes) != 1 || full.Changes[0].By == "" {
			t.Errorf("by the counter: %+v, %+v", e, full.Changes)
		}
		a.Exec(t, "UPDATE ceremony_entries SET state = 'done' WHERE id = $1", e.ID)
		wanted = tabletFor("慕容", "吴国强")
		if r := office(); r.Code() != "names-offered" {
			t.Errorf("offered: %d %s", r.Status, r.Code())
		}
		a.Exec(t, "UPDATE invoices SET status = 'refunded' WHERE id = $1", v.ID)
		if r := office(); r.Code() != "names-order-over" {
			t.Errorf("refunded: %d %s", r.Status, r.Code())
		}
	})
}

// What was printed with the old name has to be printed again.
func TestACorrectedPaperIsPrintedAgain(t *testing.T) {
	t.Parallel()
	testkit.Each(t, func(t *testing.T, a *testkit.App) {
		l, c := list(t, a), a.Member(t)
		v := c.BuyFor(5000, solstice(t, a, tabletFor("欧阳", "吴国强")))
		a.TakeCash(t, v)
		a.Exec(t, "UPDATE ceremony_entries SET state = 'printed', checked_revision = 1, printed_revision = 1")
		correct(c, v, tabletFor("歐陽", "吴国强")).Want(200)
		if again := entries(t, a, l.ID, "&state=again"); len(again) != 1 || again[0].Printed != 1 || again[0].Revision != 2 {
			t.Errorf("%+v", again)
		}
	})
}

// A lamp's names are kept from term to term; a change for the next term stays.
func TestACorrectionReachesTheNextTerm(t *testing.T) {
	t.Parallel()
	testkit.Each(t, func(t *testing.T, a *testkit.App) {
		c := a.Member(t)
		v := c.BuyFor(3800, a.Item(t, "light-lamp", "one", "term", "yearly", "form", testkit.People("陈美铃")))
		a.TakeCash(t, v)
		correct(c, v, testkit.People("陈美玲")).Want(200)
		var subs subscription.List
		c.Get("/api/subscription").Want(200).JSON(&subs)
		var d subscription.Detail
		c.Get("/api/subscription/" + subs.Items[0].ID).Want(200).JSON(&d)
		if !slices.Equal(d.Sheet.Names(), []string{"陈美玲"}) || !slices.Equal(d.Terms[0].Sheet.Names(), []string{"陈美玲"}) {
			t.Errorf("next %v, this %v", d.Sheet.Names(), d.Terms[0].Sheet.Names())
		}
		c.Put("/api/subscription/"+d.ID+"/form", fields{"form": testkit.People("陈小明")}).Want(200)
		correct(c, v, testkit.People("陈美伶")).Want(200)
		c.Get("/api/subscription/" + d.ID).Want(200).JSON(&d)
		if !slices.Equal(d.Sheet.Names(), []string{"陈小明"}) {
			t.Errorf("the next term is for %v", d.Sheet.Names())
		}
		// A term that was paid ahead has names of its own, and they are corrected.
		var next subscription.Renewed
		c.Post("/api/subscription/"+d.ID+"/renew", nil).Want(200).JSON(&next)
		ahead := c.Order(next.InvoiceID)
		a.TakeCash(t, ahead)
		c.Put("/api/subscription/"+d.ID+"/form", fields{"form": testkit.People("陈小铃")}).Want(200)
		if got := names(c, ahead).Items[0]; !strings.Contains(string(got.Form), "陈小铃") {
			t.Errorf("the order shows %s", got.Form)
		}
		var found correction.RenamedItems
		rename := fields{"kind": "living", "from": fields{"chineseName": "陈小铃"}, "to": fields{"chineseName": "陈小玲"}}
		c.Post("/api/invoice/person", rename).Want(200).JSON(&found)
		if len(found.Items) != 1 || found.Items[0].OrderID != ahead.ID {
			t.Errorf("to rename: %+v", found)
		}
		rename["items"] = []string{ahead.Items[0].ID}
		c.Do("PUT", "/api/invoice/person", rename).Want(200)
		c.Get("/api/subscription/" + d.ID).Want(200).JSON(&d)
		if !slices.Equal(d.Terms[1].Sheet.Names(), []string{"陈小玲"}) || !slices.Equal(d.Sheet.Names(), []string{"陈小玲"}) {
			t.Errorf("paid ahead for %v, next %v", d.Terms[1].Sheet.Names(), d.Sheet.Names())
		}
		a.Clock.Advance(400 * 24 * time.Hour)
		if r := correct(a.Member(t), v, testkit.People("陈美玲")); r.Code() != "names-order-over" {
			t.Errorf("after its term: %d %s", r.Status, r.Code())
		}
	})
}

// Somebody is renamed in the family book: the orders that can still be corrected are offered, and no other name
// changes.
func TestARenamedPersonIsUpdatedInOwnOrders(t *testing.T) {
	t.Parallel()
	testkit.Each(t, func(t *testing.T, a *testkit.App) {
		l, c := list(t, a), a.Member(t)
		v := c.BuyFor(5000, solstice(t, a, tabletFor("欧阳", "吴国强", "吴美玲")))
		a.TakeCash(t, v)
		lamp := c.BuyFor(3800, a.Item(t, "light-lamp", "one", "term", "yearly", "form", testkit.People("吴美玲")))
		old := c.BuyFor(5000, solstice(t, a, tabletFor("欧阳", "吴国强")))
		other := a.NewMember(t, "Lim", "+6598765432")
		others := other.BuyFor(3800, a.Item(t, "light-lamp", "one", "term", "yearly", "form", testkit.People("吴美玲")))
		rename := fields{"kind": "living", "from": fields{"chineseName": "吴美玲"}, "to": fields{"chineseName": "吴美龄"}}
		var found correction.RenamedItems
		c.Post("/api/invoice/person", rename).Want(200).JSON(&found)
		if len(found.Items) != 2 || found.Items[0].OrderID != lamp.ID || found.Items[1].OrderID != v.ID {
			t.Fatalf("%+v", found)
		}
		rename["items"] = []string{v.Items[0].ID, lamp.Items[0].ID, others.Items[0].ID}
		c.Put("/api/invoice/person", rename).Want(200).JSON(&found)
		if len(found.Items) != 0 {
			t.Errorf("left: %+v", found)
		}
		if e := entries(t, a, l.ID, "")[0]; e.Text.Dedicators[0].Name != "吴国强" || e.Text.Dedicators[1].Name != "吴美龄" || e.Text.Surname != "欧阳" {
			t.Errorf("on the list: %+v", e.Text)
		}
		if got := c.Order(lamp.ID).Items[0].Sheet.Names(); !slices.Equal(got, []string{"吴美龄"}) {
			t.Errorf("the lamp is for %v", got)
		}
		if got := other.Order(others.ID).Items[0].Sheet.Names(); !slices.Equal(got, []string{"吴美玲"}) {
			t.Errorf("another's lamp is for %v", got)
		}
		if got := c.Order(old.ID).Items[0].Sheet.Names(); !slices.Contains(got, "吴国强") {
			t.Errorf("%v", got)
		}
	})
}
