package contact_test

import (
	"context"
	"strings"
	"testing"
	"time"

	"shanmen/internal/base/locale"
	paymentdesk "shanmen/internal/office/desk"
	letterdesk "shanmen/internal/office/letters"
	"shanmen/internal/office/members"
	orderdesk "shanmen/internal/office/order"
	"shanmen/internal/people/chat"
	"shanmen/internal/platform/db"
	"shanmen/internal/platform/outbox"
	"shanmen/internal/testkit"
	"shanmen/internal/testkit/officekit"
)

// Wherever the office might phone somebody, a WhatsApp link with the number and a prepared text in the person's
// language is offered.
func TestEveryPhoneNumberHasCallLinks(t *testing.T) {
	t.Parallel()
	testkit.Each(t, func(t *testing.T, a *testkit.App) {
		c := a.Member(t)
		c.Locale = "zh"
		unpaid := officekit.Ordered(t, a, c)
		v, paymentID := officekit.Transferred(t, a, c)
		counter, desk := a.Staff(t, "counter"), a.Staff(t, "treasurer")
		user := ""
		if err := a.DB.SQL().QueryRowContext(t.Context(), "SELECT user_id FROM invoices WHERE id = $1", v.ID).Scan(&user); err != nil {
			t.Fatal(err)
		}
		want := func(place string, l *chat.Links, of, about, words string) {
			t.Helper()
			if l == nil || l.Of != of || l.About != about || l.Number != "+6591234567" || !strings.Contains(officekit.Said(l), words) || !strings.Contains(officekit.Said(l), "您好") {
				t.Errorf("%s: %+v says %q", place, l, officekit.Said(l))
			}
		}
		order := func(id string) *chat.Links {
			var o orderdesk.Order
			counter.Get("/api/admin/order/" + id).Want(200).JSON(&o)
			return o.Links
		}
		paid := func() *chat.Links {
			var p paymentdesk.PaymentDetail
			desk.Get("/api/admin/payment/" + paymentID).Want(200).JSON(&p)
			return p.Links
		}
		page := func() *chat.Links {
			var m members.Page
			counter.Get("/api/admin/member/" + user).Want(200).JSON(&m)
			return m.Links
		}
		want("an order that is not paid", order(unpaid.ID), "invoice:"+unpaid.ID, chat.Unpaid, unpaid.Number+"共S$188.00")
		want("an order that is checked", order(v.ID), "invoice:"+v.ID, chat.Order, v.Number)
		want("a transfer at the desk", paid(), "invoice:"+v.ID, chat.Unclear, "截图看不清楚")
		desk.Reject(paymentID, "unreadable").Want(200)
		want("a transfer that was rejected", paid(), "invoice:"+v.ID, chat.Rejected, "截图不清楚：看不清金额")
		want("an order whose transfer was", order(v.ID), "invoice:"+v.ID, chat.Rejected, "截图不清楚：看不清金额")
		a.Exec(t, "UPDATE users SET locale = 'zh' WHERE id = $1", user)
		want("a member found", officekit.FoundMember(t, counter, "91234567").Links, "user:"+user, chat.Hello, "清莲寺")
		want("a member", page(), "user:"+user, chat.Hello, "清莲寺")
		ends := a.Clock.Now().Add(20 * 24 * time.Hour)
		officekit.Runs(t, a, "s1", user, ends)
		want("a member whose lamp ends", page(), "user:"+user, chat.Renewal, locale.Date(locale.ZH, ends))

		id := officekit.WriteMessage(t, a, "zh", "mobile", "9123 4567")
		e := officekit.EntryOf(t, counter, id)
		want("a message", e.Links, "message:"+e.Reference, chat.Message, e.Reference)

		a.Write(t, func(ctx context.Context, tx *db.Tx) error {
			m := outbox.Mail{To: "not an address", Name: "陈居士", Locale: locale.ZH, Template: "order-cancelled", Params: map[string]string{"number": v.Number}, Order: v.ID}
			return outbox.AddMail(ctx, tx, m, "", a.Clock.Now())
		})
		a.Drain(t)
		var letters letterdesk.Letters
		desk.Get("/api/admin/letter").Want(200).JSON(&letters)
		if len(letters.Items) == 0 {
			t.Fatal("no letter is in trouble")
		}
		want("a letter in trouble", letters.Items[0].Links, "invoice:"+v.ID, chat.Undelivered, "未能送达")
	})
}

// The audit log records who opened which link, to whom, about what, but not the number; somebody who cannot see the
// number cannot record it.
func TestOpeningACallLinkIsAudited(t *testing.T) {
	t.Parallel()
	testkit.Each(t, func(t *testing.T, a *testkit.App) {
		v := officekit.Ordered(t, a, a.Member(t))
		admin := a.Staff(t, "admin")
		open := func(c *testkit.Client, of, about, by string) *testkit.Response {
			return c.Post("/api/admin/chat", map[string]any{"of": of, "about": about, "by": by})
		}
		open(a.Staff(t, "counter"), "invoice:"+v.ID, "unpaid", "whatsapp").Want(200)
		open(a.Staff(t, "ritual"), "invoice:"+v.ID, "names", "call").Want(200)
		open(a.Staff(t, "editor"), "message:Q7", "message", "call").Want(200)
		for of, role := range map[string]string{"invoice:" + v.ID: "editor", "user:u1": "editor", "message:Q7": "treasurer", "letter:l1": "counter", "import:i1": "ritual"} {
			open(a.Staff(t, role), of, "hello", "call").Want(403)
		}
		for _, wrong := range [][3]string{{"shift:s1", "hello", "call"}, {"invoice:", "hello", "call"}, {"invoice:" + v.ID, "moon", "call"}, {"invoice:" + v.ID, "hello", "pigeon"}} {
			open(admin, wrong[0], wrong[1], wrong[2]).Want(400)
		}
		rows := officekit.TrailOf(t, admin, "subject=invoice:"+v.ID).Items
		var seen []string
		for _, row := range rows {
			if strings.HasPrefix(row.Action, "chat.") {
				seen = append(seen, row.Action+" "+row.Person.Name+officekit.ChangeOf(row, "purpose"))
			}
		}
		if len(seen) != 2 || !strings.HasPrefix(seen[0]+seen[1], "chat.") || !strings.Contains(strings.Join(seen, "|"), "unpaid") || !strings.Contains(strings.Join(seen, "|"), "names") {
			t.Errorf("%q", seen)
		}
		if n := a.Count(t, "SELECT count(*) FROM audit_entries WHERE action IN ('chat.call', 'chat.whatsapp') AND after LIKE '%9123%'"); n != 0 {
			t.Error("the number stands in the trail")
		}
	})
}

// The office edits such a text like the rejection reasons, under Settings.
func TestTheOfficeEditsItsChatTexts(t *testing.T) {
	t.Parallel()
	testkit.One(t, func(t *testing.T, a *testkit.App) {
		v := officekit.Ordered(t, a, a.Member(t))
		desk := a.Staff(t, "treasurer")
		officekit.SaveWordings(desk, "chat.unpaid-en", "Amituofo {name}, {number} waits for {amount}.").Want(200)
		var o orderdesk.Order
		desk.Get("/api/admin/order/" + v.ID).Want(200).JSON(&o)
		if got := officekit.Said(o.Links); got != "Amituofo Tan Bee Leng, "+v.Number+" waits for S$188.00." {
			t.Errorf("%q", got)
		}
		if r := officekit.SaveWordings(desk, "chat.unpaid-en", "Amituofo {name}, pay at {link}."); r.FieldCodes()["chat.unpaid-en"] != "message-placeholders" {
			t.Errorf("%d %s", r.Status, r.Body)
		}
	})
}
