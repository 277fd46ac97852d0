package ceremony_test

import (
	"context"
	"errors"
	"strings"
	"testing"
	"time"

	"shanmen/internal/base/clock"
	"shanmen/internal/base/fault"
	"shanmen/internal/base/money"
	"shanmen/internal/offer/position"
	"shanmen/internal/people/chat"
	"shanmen/internal/platform/db"
	"shanmen/internal/rites/ceremony"
	"shanmen/internal/sales/invoice"
	"shanmen/internal/testkit"
)

type fields = map[string]any

// ancestors is the form of an ancestral tablet.
func ancestors(surname string, dedicators ...string) fields {
	var list []fields
	for _, d := range dedicators {
		list = append(list, fields{"chineseName": d})
	}
	return fields{"surname": surname, "dedicators": list}
}

func solstice(t *testing.T, a *testkit.App, surname string, quantity int) fields {
	t.Helper()
	return a.Item(t, "winter-solstice", "family", "quantity", quantity, "form", ancestors(surname, "吴国强", "陈𠮷祥"))
}

// made is a ceremony of the winter solstice, with two sessions.
func made(t *testing.T, a *testkit.App, more ...any) ceremony.CeremonyView {
	t.Helper()
	in := ceremonyOf(t, a, "winter-solstice", "ancestors")
	for i := 0; i+1 < len(more); i += 2 {
		in[more[i].(string)] = more[i+1]
	}
	var v ceremony.CeremonyView
	a.Staff(t, "ritual").Post("/api/admin/ceremony", in).Want(200).JSON(&v)
	a.Drain(t)
	return get(t, a, v.ID)
}

func ceremonyOf(t *testing.T, a *testkit.App, offering, kind string) fields {
	t.Helper()
	id := a.Text(t, "SELECT id FROM offerings WHERE key = '"+offering+"'")
	start := a.Clock.Now().Add(20 * 24 * time.Hour).Truncate(time.Second)
	return fields{
		"title": fields{"en": "Winter solstice prayer", "zh": "冬至祭祖法会"}, "gathers": "bought", "script": "hans", "paper": true,
		"closesAt": start.Add(-6 * 24 * time.Hour),
		"sittings": []fields{
			{"startsAt": start, "endsAt": start.Add(2 * time.Hour), "place": fields{"en": "Lotus Hall", "zh": "莲池殿"}},
			{"startsAt": start.Add(4 * time.Hour), "endsAt": start.Add(6 * time.Hour), "place": fields{"en": "Lotus Hall", "zh": "莲池殿"}},
		},
		"sources": []fields{{"offeringId": id, "kind": kind}},
	}
}

func get(t *testing.T, a *testkit.App, id string) (v ceremony.CeremonyView) {
	t.Helper()
	a.Staff(t, "ritual").Get("/api/admin/ceremony/" + id).Want(200).JSON(&v)
	return v
}

func entries(t *testing.T, a *testkit.App, id, more string) (l ceremony.EntryList) {
	t.Helper()
	a.Staff(t, "ritual").Get("/api/admin/ceremony/" + id + "/entry?limit=100" + more).Want(200).JSON(&l)
	return l
}

func act(t *testing.T, a *testkit.App, path string, body any) *testkit.Response {
	t.Helper()
	return a.Staff(t, "ritual").Post(path, body)
}

// accept confirms the printed sheet of an entry, as the print room does.
func accept(t *testing.T, a *testkit.App, e ceremony.EntryRow) (counts bool) {
	t.Helper()
	a.Write(t, func(ctx context.Context, tx *db.Tx) (err error) {
		counts, err = ceremony.Accepted(ctx, tx, clock.MillisOf(a.Clock.Now()), e.ID, e.Revision)
		return err
	})
	return counts
}

func TestPaidItemsAreOnTheList(t *testing.T) {
	t.Parallel()
	testkit.Each(t, func(t *testing.T, a *testkit.App) {
		c := a.Member(t)
		before := c.BuyFor(5000, solstice(t, a, "欧阳", 1))
		a.TakeCash(t, before)
		v := made(t, a)
		if v.Counts.Collected != 1 || v.Filling || v.FillDone == 0 {
			t.Fatalf("what was paid before: %+v", v)
		}
		open := c.BuyFor(15000, solstice(t, a, "符", 3))
		if got := get(t, a, v.ID).Counts; got.Unpaid != 1 || got.Collected != 1 {
			t.Fatalf("an order that is not paid is not on the list: %+v", got)
		}
		if l := entries(t, a, v.ID, "&state=unpaid"); len(l.Items) != 1 || l.Items[0].Text.Surname != "符" || l.Items[0].No != 0 {
			t.Errorf("not yet paid: %+v", l)
		}
		a.TakeCash(t, open)
		l := entries(t, a, v.ID, "")
		if len(l.Items) != 4 {
			t.Fatalf("%d entries", len(l.Items))
		}
		for i, e := range l.Items {
			if e.No != int64(i+1) || e.State != "collected" || e.Sponsor == "" || e.Order == "" {
				t.Errorf("entry %+v", e)
			}
		}
		if e := l.Items[0]; e.Text.Surname != "欧阳" || len(e.Text.Dedicators) != 2 || e.Text.Dedicators[1].Name != "陈𠮷祥" || len(e.Marks) == 0 {
			t.Errorf("text %+v", e)
		}
		if l := entries(t, a, v.ID, "&q=符"); len(l.Items) != 3 || l.Total != 3 {
			t.Errorf("found %+v", l)
		}
		if l := entries(t, a, v.ID, "&q=0002"); len(l.Items) != 1 || l.Items[0].No != 2 {
			t.Errorf("found by number %+v", l)
		}
		a.Clock.Advance(3 * time.Minute)
		a.Drain(t) // a second run adds nothing
		if n := len(entries(t, a, v.ID, "").Items); n != 4 {
			t.Errorf("%d entries after the second look", n)
		}
		var one ceremony.EntryView
		a.Staff(t, "counter").Get("/api/admin/entry/" + l.Items[1].ID).Want(200).JSON(&one)
		if len(one.Twins) != 2 || one.Sheet == nil || one.PaidAt == nil {
			t.Errorf("%+v", one)
		}
		if l := one.Links; l == nil || l.About != chat.Names || l.Number != one.Mobile || !strings.HasPrefix(l.Of, "invoice:") || l.WhatsApp == "" {
			t.Errorf("links to the family: %+v", l)
		}
	})
}

func TestAnUndonePaymentWithdrawsItsEntryAndKeepsItsNumber(t *testing.T) {
	t.Parallel()
	testkit.Each(t, func(t *testing.T, a *testkit.App) {
		v := made(t, a)
		o := a.Member(t).BuyFor(5000, solstice(t, a, "欧阳", 1))
		a.TakeCash(t, o)
		e := entries(t, a, v.ID, "").Items[0]
		act(t, a, "/api/admin/entry/"+e.ID+"/check", fields{"revision": 1, "right": true}).Want(200)
		if !accept(t, a, e) {
			t.Fatal("the paper of a checked entry does not count")
		}
		unpaid := func(status string) {
			a.Write(t, func(ctx context.Context, tx *db.Tx) error {
				a.Exec(t, "SELECT 1")
				return nil
			})
			a.Exec(t, "UPDATE invoices SET status = $1 WHERE id = $2", status, o.ID)
			a.Write(t, func(ctx context.Context, tx *db.Tx) error { return a.Ceremonies.Unpaid(ctx, tx, o.ID) })
		}
		unpaid("awaiting-payment")
		if l := entries(t, a, v.ID, "&state=take-out"); len(l.Items) != 1 || l.Items[0].Why != "unpaid" {
			t.Fatalf("to take out: %+v", l)
		}
		a.Exec(t, "UPDATE invoices SET status = 'paid' WHERE id = $1", o.ID)
		a.Write(t, func(ctx context.Context, tx *db.Tx) error { return a.Ceremonies.Paid(ctx, tx, o.ID) })
		if l := entries(t, a, v.ID, ""); len(l.Items) != 1 || l.Items[0].No != e.No || l.Items[0].State != "printed" {
			t.Fatalf("paid again: %+v", l)
		}
		a.Staff(t, "counter").Refund(o.ID, money.Cash, 5000, "asked-by-devotee").Want(200)
		got := entries(t, a, v.ID, "&state=take-out")
		if len(got.Items) != 1 || got.Items[0].Why != "refunded" {
			t.Fatalf("refunded: %+v", got)
		}
		act(t, a, "/api/admin/entry/"+e.ID+"/taken-out", fields{}).Want(200)
		if l := entries(t, a, v.ID, "&state=take-out"); len(l.Items) != 0 {
			t.Errorf("still to take out: %+v", l)
		}
		if accept(t, a, e) {
			t.Error("a paper of a refunded order counts")
		}
		a.TakeCash(t, a.Member(t).BuyFor(5000, solstice(t, a, "林", 1)))
		if l := entries(t, a, v.ID, ""); len(l.Items) != 1 || l.Items[0].No != 2 {
			t.Errorf("a number is used again: %+v", l)
		}
	})
}

func TestACorrectionKeepsTheOriginalText(t *testing.T) {
	t.Parallel()
	testkit.Each(t, func(t *testing.T, a *testkit.App) {
		v := made(t, a)
		a.TakeCash(t, a.Member(t).BuyFor(5000, solstice(t, a, "欧阳", 1)))
		e := entries(t, a, v.ID, "").Items[0]
		path := "/api/admin/entry/" + e.ID
		text := e.Text
		text.Dedicators = append([]ceremony.EntryPerson{}, text.Dedicators...)
		text.Dedicators[1].Name = "陈吉祥"
		act(t, a, path+"/correct", fields{"revision": 1, "text": text, "reason": "rare-character"}).Want(200)
		if r := act(t, a, path+"/correct", fields{"revision": 1, "text": e.Text, "reason": "typed-wrong"}).Want(400); r.Code() != "list-entry-changed" {
			t.Errorf("a second writer: %s", r.Code())
		}
		if r := act(t, a, path+"/check", fields{"revision": 1, "right": true}).Want(400); r.Code() != "list-entry-changed" {
			t.Errorf("a check of what was not seen: %s", r.Code())
		}
		var one ceremony.EntryView
		a.Staff(t, "ritual").Get(path).Want(200).JSON(&one)
		if one.Original.Dedicators[1].Name != "陈𠮷祥" || one.Text.Dedicators[1].Name != "陈吉祥" || len(one.Changes) != 1 || one.Changes[0].Before.Dedicators[1].Name != "陈𠮷祥" || one.State != "collected" {
			t.Fatalf("%+v", one)
		}
		act(t, a, path+"/check", fields{"revision": 2, "right": true}).Want(200)
		seen := entries(t, a, v.ID, "").Items[0]
		if accept(t, a, e) {
			t.Error("the paper of an old revision counts")
		}
		if !accept(t, a, seen) {
			t.Error("the paper of the newest revision does not count")
		}
		text.Dedicators[0].Name = "吴国祥"
		act(t, a, path+"/correct", fields{"revision": 2, "text": text, "reason": "family-asked"}).Want(200)
		if l := entries(t, a, v.ID, "&state=again"); len(l.Items) != 1 || l.Items[0].State != "checked" || l.Items[0].Printed != 2 || l.Items[0].Revision != 3 {
			t.Errorf("to print again: %+v", l)
		}
		text.Kind = "living"
		act(t, a, path+"/correct", fields{"revision": 3, "text": text, "reason": "family-asked"}).Want(400)
		if n := a.Count(t, "SELECT count(*) FROM audit_entries WHERE after LIKE '%吴国祥%'"); n != 0 {
			t.Error("the audit trail has a name")
		}
	})
}

func TestAClosedListSeparatesLaterOrders(t *testing.T) {
	t.Parallel()
	testkit.Each(t, func(t *testing.T, a *testkit.App) {
		c := a.Member(t)
		v := made(t, a)
		early := c.BuyFor(5000, solstice(t, a, "欧阳", 1))
		act(t, a, "/api/admin/ceremony/"+v.ID+"/close", fields{}).Want(200)
		a.Clock.Advance(time.Minute)
		a.TakeCash(t, early)
		if l := entries(t, a, v.ID, ""); len(l.Items) != 1 || l.Items[0].Late != "paid" {
			t.Fatalf("ordered before closing: %+v", l)
		}
		for _, surname := range []string{"林", "符", "郭"} {
			a.TakeCash(t, c.BuyFor(5000, solstice(t, a, surname, 1)))
		}
		late := entries(t, a, v.ID, "&state=late").Items
		if len(late) != 3 || get(t, a, v.ID).Counts.Collected != 1 {
			t.Fatalf("ordered after closing: %+v", late)
		}
		if r := act(t, a, "/api/admin/entry/"+late[0].ID+"/check", fields{"revision": 1, "right": true}).Want(400); r.Code() != "late-undecided" {
			t.Error(r.Code())
		}
		if r := act(t, a, "/api/admin/entry/"+late[1].ID+"/late", fields{"decision": "next"}).Want(400); r.Code() != "no-next-ceremony" {
			t.Error(r.Code())
		}
		next := made(t, a, "title", fields{"en": "Next", "zh": "下一场"}, "sources", v.Sources)
		act(t, a, "/api/admin/entry/"+late[0].ID+"/late", fields{"decision": "in"}).Want(200)
		act(t, a, "/api/admin/entry/"+late[1].ID+"/late", fields{"decision": "next"}).Want(200)
		act(t, a, "/api/admin/entry/"+late[2].ID+"/late", fields{"decision": "cannot"}).Want(200)
		if r := act(t, a, "/api/admin/entry/"+late[2].ID+"/late", fields{"decision": "in"}).Want(400); r.Code() != "late-decided" {
			t.Error(r.Code())
		}
		a.Drain(t)
		if got := get(t, a, v.ID).Counts; got.Collected != 2 || got.Late != 0 {
			t.Errorf("decided: %+v", got)
		}
		if l := entries(t, a, next.ID, "&q=符"); len(l.Items) != 1 {
			t.Errorf("the next ceremony: %+v", l)
		}
		var back ceremony.EntryList
		a.Staff(t, "treasurer").Get("/api/admin/ceremony/refund").Want(200).JSON(&back)
		if len(back.Items) != 1 || back.Items[0].Text.Surname != "郭" {
			t.Errorf("to refund: %+v", back)
		}
		if n := len(a.Mails(t)) + len(a.Texts(t)); n < 3 {
			t.Errorf("%d letters", n)
		}
	})
}

func TestADoneMarkIsUndoneOrNotifiesFamilies(t *testing.T) {
	t.Parallel()
	testkit.Each(t, func(t *testing.T, a *testkit.App) {
		v := made(t, a)
		o := a.Member(t).BuyFor(15000, solstice(t, a, "欧阳", 3))
		a.TakeCash(t, o)
		a.Clock.Advance(time.Minute)
		a.Drain(t) // the receipt has left
		before := len(a.Mails(t)) + len(a.Texts(t))
		all := entries(t, a, v.ID, "").Items
		done := "/api/admin/ceremony/" + v.ID + "/done"
		if r := act(t, a, done, fields{"sitting": 1}).Want(400); r.Code() != "not-printed" {
			t.Error(r.Code())
		}
		for _, e := range all[:2] {
			act(t, a, "/api/admin/entry/"+e.ID+"/check", fields{"revision": 1, "right": true}).Want(200)
			if !accept(t, a, e) {
				t.Fatal("a paper does not count")
			}
		}
		var got ceremony.CeremonyView
		act(t, a, done, fields{"sitting": 1, "leaveOut": true}).Want(200).JSON(&got)
		if got.Counts.Done != 2 || len(got.Marks) != 1 || got.Marks[0].BackUntil == nil {
			t.Fatalf("%+v", got)
		}
		if r := act(t, a, "/api/admin/ceremony/"+v.ID+"/reopen", fields{}); r.Status != 200 && r.Code() != "done-begun" {
			t.Error(r.Code())
		}
		act(t, a, done+"/"+got.Marks[0].ID+"/take-back", fields{}).Want(200).JSON(&got)
		if got.Counts.Done != 0 || got.Counts.Printed != 2 || len(got.Marks) != 0 {
			t.Fatalf("taken back: %+v", got)
		}
		a.Clock.Advance(ceremony.TakeBackFor + time.Minute)
		a.Drain(t)
		if n := len(a.Mails(t)) + len(a.Texts(t)); n != before {
			t.Errorf("%d letters left of a mark that was taken back", n-before)
		}
		act(t, a, done, fields{"sitting": 1, "entries": []string{all[0].ID}}).Want(200).JSON(&got)
		act(t, a, done, fields{"sitting": 1, "entries": []string{all[1].ID}, "words": fields{"en": "Namo Amitabha", "zh": "阿弥陀佛"}}).Want(200).JSON(&got)
		a.Clock.Advance(ceremony.TakeBackFor)
		a.Drain(t)
		if n := len(a.Mails(t)) + len(a.Texts(t)); n != before+1 {
			t.Errorf("a family had %d letters", n-before)
		}
		if r := act(t, a, done+"/"+got.Marks[0].ID+"/take-back", fields{}).Want(400); r.Code() != "done-told" {
			t.Error(r.Code())
		}
		text := all[0].Text
		if r := act(t, a, "/api/admin/entry/"+all[0].ID+"/correct", fields{"revision": 1, "text": text, "reason": "typed-wrong"}).Want(400); r.Code() != "entry-done" {
			t.Error(r.Code())
		}
	})
}

func TestARunningListIncludesTermsThatCoverTheDay(t *testing.T) {
	t.Parallel()
	testkit.Each(t, func(t *testing.T, a *testkit.App) {
		c := a.Member(t)
		lamp := func(term, name string) *invoice.View {
			return c.BuyFor(3800, a.Item(t, "light-lamp", "one", "term", term, "form", testkit.People(name)))
		}
		a.TakeCash(t, lamp("yearly", "陈𠮷䶮"))
		a.TakeCash(t, lamp("once", "林嘉欣"))
		lamp("yearly", "未付款")
		in := ceremonyOf(t, a, "light-lamp", "lamp")
		in["gathers"], in["paper"] = "running", false
		var v ceremony.CeremonyView
		a.Staff(t, "ritual").Post("/api/admin/ceremony", in).Want(200).JSON(&v)
		a.Drain(t)
		if get(t, a, v.ID).Counts.Collected != 0 {
			t.Fatal("gathered before closing")
		}
		if r := act(t, a, "/api/admin/ceremony/"+v.ID+"/done", fields{"sitting": 1}).Want(400); r.Code() != "list-open" {
			t.Error(r.Code())
		}
		a.Clock.Set(v.ClosesAt.Add(time.Minute))
		if err := a.Ceremonies.CloseDue(t.Context()); err != nil {
			t.Fatal(err)
		}
		a.Drain(t)
		l := entries(t, a, v.ID, "").Items
		if len(l) != 1 || l[0].Text.People[0].Name != "陈𠮷䶮" || l[0].Text.Kind != "living" || l[0].Kind != "lamp" {
			t.Fatalf("%+v", l)
		}
		var got ceremony.CeremonyView
		act(t, a, "/api/admin/ceremony/"+v.ID+"/done", fields{"sitting": 1}).Want(200).JSON(&got)
		if got.DoneAt == nil || got.Counts.Done != 1 {
			t.Errorf("%+v", got)
		}
	})
}

// What was paid is performed after the account was erased: with the names, which are kept with the order until the term is
// over.
func TestARunningListNamesTheLampsOfAnErasedAccount(t *testing.T) {
	t.Parallel()
	testkit.Each(t, func(t *testing.T, a *testkit.App) {
		a.LampHall(t, 1, 8, "positionBy", "devotee", "lastsMonths", 12)
		c := a.Member(t)
		a.TakeCash(t, c.BuyFor(18800, a.Item(t, "light-lamp", "grand", "term", "yearly", "form", testkit.People("陈𠮷䶮"))))
		a.EraseAccount(t, c)
		in := ceremonyOf(t, a, "light-lamp", "lamp")
		in["gathers"], in["paper"] = "running", false
		var v ceremony.CeremonyView
		a.Staff(t, "ritual").Post("/api/admin/ceremony", in).Want(200).JSON(&v)
		a.Clock.Set(v.ClosesAt.Add(time.Minute))
		if err := a.Ceremonies.CloseDue(t.Context()); err != nil {
			t.Fatal(err)
		}
		a.Drain(t)
		if l := entries(t, a, v.ID, "").Items; len(l) != 1 || l[0].Text.People[0].Name != "陈𠮷䶮" {
			t.Errorf("%+v", l)
		}
		at := a.Text(t, "SELECT position_id FROM position_uses WHERE state = 'taken'")
		var place position.PlaceDetail
		a.Staff(t, "ritual").Get("/api/admin/position/" + at).Want(200).JSON(&place)
		if place.Use == nil || len(place.Use.Names) != 1 || place.Use.Names[0] != "陈𠮷䶮" {
			t.Errorf("in the hall: %+v", place.Use)
		}
	})
}

func TestDevoteesChangeNamesBeforeClosing(t *testing.T) {
	t.Parallel()
	testkit.Each(t, func(t *testing.T, a *testkit.App) {
		v := made(t, a)
		a.TakeCash(t, a.Member(t).BuyFor(5000, solstice(t, a, "欧阳", 1)))
		e := entries(t, a, v.ID, "").Items[0]
		text := e.Text
		text.Surname = "歐陽"
		act(t, a, "/api/admin/entry/"+e.ID+"/correct", fields{"revision": 1, "text": text, "reason": "house-format", "right": true}).Want(200)
		itemID := a.Text(t, "SELECT item_id FROM ceremony_entries WHERE id = '"+e.ID+"'")
		change := func(values string) error {
			return a.DB.Write(t.Context(), func(ctx context.Context, tx *db.Tx) error {
				return a.Ceremonies.NamesChanged(ctx, tx, itemID, []byte(values), "")
			})
		}
		if err := change(`{"surname":"司徒","dedicators":[{"chineseName":"司徒明"}]}`); err != nil {
			t.Fatal(err)
		}
		got := entries(t, a, v.ID, "").Items[0]
		both := false
		for _, m := range got.Marks {
			both = both || m.Code == "changed-both"
		}
		if got.Text.Surname != "司徒" || got.State != "collected" || got.Revision != 3 || !both {
			t.Fatalf("%+v", got)
		}
		act(t, a, "/api/admin/ceremony/"+v.ID+"/close", fields{}).Want(200)
		if err := change(`{"surname":"慕容","dedicators":[]}`); !errors.Is(err, fault.Invalid("names-list-closed")) {
			t.Errorf("after closing: %v", err)
		}
		if got := entries(t, a, v.ID, "").Items[0]; got.Text.Surname != "司徒" {
			t.Errorf("changed after closing: %+v", got)
		}
	})
}

// A wrong session time gives a specific error.
func TestInvalidSittingTimesAreRefused(t *testing.T) {
	testkit.One(t, func(t *testing.T, a *testkit.App) {
		c := ceremonyOf(t, a, "light-lamp", "lamp")
		start := a.Clock.Now().Add(24 * time.Hour)
		c["sittings"] = []fields{
			{"startsAt": start, "endsAt": start.Add(-time.Hour), "place": fields{"en": "", "zh": ""}},
			{"startsAt": start.Add(-2 * time.Hour), "endsAt": start, "place": fields{"en": "", "zh": ""}},
		}
		codes := a.Staff(t, "ritual").Post("/api/admin/ceremony", c).Want(400).FieldCodes()
		if codes["sittings[0].endsAt"] != "rule-no-time" || codes["sittings[1].startsAt"] != "sitting-order" {
			t.Error(codes)
		}
	})
}
