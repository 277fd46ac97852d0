package counter_test

import (
	"bytes"
	"fmt"
	"image/png"
	"net/url"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"shanmen/internal/base/money"
	"shanmen/internal/offer/family"
	counterdesk "shanmen/internal/office/counter"
	paymentdesk "shanmen/internal/office/desk"
	"shanmen/internal/sales/invoice"
	"shanmen/internal/sales/payment"
	"shanmen/internal/testkit"
	"shanmen/internal/testkit/officekit"
	"shanmen/internal/testkit/together"
)

func byPayNow(t *testing.T, a *testkit.App, more ...any) officekit.Fields {
	t.Helper()
	return officekit.WalkIn(t, a, append([]any{"method", money.PayNow, "amountReceived", nil}, more...)...)
}

func sold(r *testkit.Response) counterdesk.WalkInMade {
	var out counterdesk.WalkInMade
	r.Want(200).JSON(&out)
	return out
}

func TestAWalkInPaysInCash(t *testing.T) {
	t.Parallel()
	testkit.Each(t, func(t *testing.T, a *testkit.App) {
		desk := a.Staff(t, "counter")
		got := sold(desk.Post("/api/admin/walk-in", officekit.WalkIn(t, a, "items", []officekit.Fields{
			a.Item(t, "light-lamp", "grand", "form", testkit.People("陈𠮷䶮")), a.Item(t, "lamp-oil", "bottle", "quantity", 3),
		}, "paymentAmount", 21800, "amountReceived", 25000)))
		v := got.Invoice
		if v.Status != invoice.Paid || v.SubTotal != 21800 || got.Change == nil || *got.Change != 3200 || got.QR != nil || len(v.Items) != 2 {
			t.Fatalf("%+v, change %v", v, got.Change)
		}
		if v.Number != "INV-2026-000001" || v.OfficialReceipt == nil || v.OfficialReceipt.Number != "OR-2026-000001" {
			t.Errorf("number %s, receipt %+v", v.Number, v.OfficialReceipt)
		}
		if diff := cmp.Diff(invoice.PayerView{Name: "Lim Siew Hong", ChineseName: "林秀红", Mobile: "+6581234567", Email: "aunt@example.com"}, v.Payer); diff != "" {
			t.Error(diff)
		}
		for _, e := range v.Timeline {
			if e.By != invoice.ByOffice {
				t.Errorf("timeline: %+v", v.Timeline)
			}
		}
		if n := a.Remaining(t, a.Option(t, "light-lamp", "grand")); n != 247 {
			t.Errorf("%d lamps left", n)
		}
		a.Clock.Advance(payment.UndoWindow) // until then it can be undone
		mails := a.Mails(t)
		last := mails[len(mails)-1]
		words := a.Count(t, "SELECT count(*) FROM audit_entries WHERE action = 'walk-in.order' AND subject = $1", "invoice:"+v.ID)
		if !strings.Contains(fmt.Sprint(last.GetToString()), "aunt@example.com") || len(last.GetAttachments()) != 1 || words != 1 {
			t.Errorf("letter to %v, %d audit entries", last.GetToString(), words)
		}
		if body := testkit.MailText(t, last); strings.Contains(body, "/member/") {
			t.Errorf("who has no account is sent to one: %s", body)
		}
		if n := a.Count(t, "SELECT count(*) FROM audit_entries WHERE after LIKE '%Lim%' OR after LIKE '%8123%'"); n != 0 {
			t.Error("the audit trail names the devotee")
		}
		desk.Get("/api/invoice/" + v.ID + "/receipt.pdf").Want(200)
	})
}

func TestAWalkInPaysByPayNow(t *testing.T) {
	t.Parallel()
	testkit.Each(t, func(t *testing.T, a *testkit.App) {
		desk := a.Staff(t, "counter")
		texts := len(a.Texts(t))
		got := sold(desk.Post("/api/admin/walk-in", byPayNow(t, a, "locale", "zh", "payer", officekit.Fields{"chineseName": "林秀红", "mobile": "81234567"})))
		v := got.Invoice
		if v.Status != invoice.AwaitingPayment || v.Locale != "zh" || got.Change != nil || v.Payer.Name != "林秀红" {
			t.Fatalf("%+v", v)
		}
		q := got.QR
		if q == nil || q.Amount != 8800 || q.Reference != v.PaymentReference || q.Payee == "" || q.ExpiresAt == nil ||
			!strings.Contains(q.Payload, "540588.00") || !strings.Contains(q.Payload, q.Reference) {
			t.Fatalf("%+v", q)
		}
		if img, err := png.Decode(bytes.NewReader(desk.Get(q.ImageURL).Want(200).Body)); err != nil || img.Bounds().Dx() < 300 {
			t.Errorf("picture: %v", err)
		}
		if all := a.Texts(t); len(all) != texts+1 || all[texts].To != "+6581234567" || !strings.Contains(all[texts].Body, q.Reference) || strings.Contains(all[texts].Body, "http") {
			t.Errorf("texts: %+v", all)
		}

		waiting := func() (rows counterdesk.WalkInRows) {
			desk.Get("/api/admin/walk-in?limit=1").Want(200).JSON(&rows)
			return rows
		}
		other := sold(desk.Post("/api/admin/walk-in", byPayNow(t, a)))
		rows := waiting()
		if rows.Total != 2 || len(rows.Items) != 1 || rows.Next == "" {
			t.Errorf("waiting: %+v", rows)
		}
		var second counterdesk.WalkInRows
		desk.Get("/api/admin/walk-in?limit=1&after=" + rows.Next).Want(200).JSON(&second)
		if ids := []string{rows.Items[0].ID, second.Items[0].ID}; second.Next != "" || !slices.Contains(ids, v.ID) || !slices.Contains(ids, other.Invoice.ID) {
			t.Errorf("pages: %v %+v", ids, second)
		}

		// The clerk photographs the devotee's phone: the picture is in the treasurer's list, and in no archive of the
		// clerk's data.
		var shown invoice.View
		desk.Upload("/api/admin/walk-in/"+v.ID+"/picture", testkit.Screenshot(t)).Want(200).JSON(&shown)
		if shown.Status != invoice.UnderVerification || len(shown.Payments) != 1 || shown.Payments[0].Status != payment.Pending {
			t.Errorf("photographed: %+v", shown)
		}
		if r := desk.Upload("/api/admin/walk-in/"+v.ID+"/picture", testkit.Screenshot(t)); r.Code() != "invoice-not-payable" {
			t.Errorf("a second one: %s", r.Body)
		}
		desk.Upload("/api/admin/walk-in/none/picture", testkit.Screenshot(t)).Want(404)
		if n := a.Count(t, "SELECT count(*) FROM uploads"); n != 1 {
			t.Errorf("%d uploads", n)
		}
		if kept, err := a.Payments.ExportPictures(t.Context(), a.UserID(t, "counter")); err != nil || kept != nil {
			t.Errorf("the clerk's archive: %v %v", kept, err)
		}
		money := a.Staff(t, "treasurer")
		var d paymentdesk.PaymentDetail
		money.Get("/api/admin/payment/" + shown.Payments[0].ID).Want(200).JSON(&d)
		money.Get(d.Pictures[0].URL).Want(200)
		money.Approve(d.ID).Want(200)

		// The devotee decides to pay in cash instead.
		var cash counterdesk.CashTaken
		desk.TakeCash(other.Invoice.ID, 8800).Want(200).JSON(&cash)
		if cash.Invoice.Status != invoice.Paid || waiting().Total != 0 {
			t.Errorf("%+v, %d wait", cash.Invoice, waiting().Total)
		}
		desk.Get(q.ImageURL).Want(404)
		if again := sold(desk.Get("/api/admin/walk-in/" + v.ID)); again.QR != nil || again.Invoice.Status != invoice.Paid {
			t.Errorf("afterwards: %+v", again)
		}
	})
}

func TestTheCounterListsOnlyTodaysWalkIns(t *testing.T) {
	t.Parallel()
	testkit.Each(t, func(t *testing.T, a *testkit.App) {
		desk := a.Staff(t, "counter")
		sold(desk.Post("/api/admin/walk-in", byPayNow(t, a)))
		a.Member(t).Fill(a.Item(t, "lamp-oil", "bottle")).Want(200)
		var rows counterdesk.WalkInRows
		if desk.Get("/api/admin/walk-in").Want(200).JSON(&rows); rows.Total != 1 {
			t.Errorf("today: %+v", rows)
		}
		a.Clock.Advance(12*time.Hour - time.Second) // one second to midnight in Singapore
		if a.Staff(t, "counter").Get("/api/admin/walk-in").Want(200).JSON(&rows); rows.Total != 1 {
			t.Errorf("late in the evening: %+v", rows)
		}
		a.Clock.Advance(time.Second)
		if a.Staff(t, "counter").Get("/api/admin/walk-in").Want(200).JSON(&rows); rows.Total != 0 {
			t.Errorf("the next day: %+v", rows)
		}
	})
}

func TestInvalidWalkInsAreRefused(t *testing.T) {
	t.Parallel()
	testkit.One(t, func(t *testing.T, a *testkit.App) {
		desk := a.Staff(t, "counter")
		yearly := a.Item(t, "light-lamp", "family", "form", testkit.People("陈"), "term", "yearly")
		gone := a.Item(t, "pillar-lamp", "pillar", "form", testkit.People("陈"))
		for name, c := range map[string]struct {
			body officekit.Fields
			want map[string]string
		}{
			"OK, but nothing is in it":     {officekit.WalkIn(t, a, "items", []officekit.Fields{}, "paymentAmount", 0), map[string]string{"items": "required"}},
			"nobody pays":                  {officekit.WalkIn(t, a, "payer", officekit.Fields{}), map[string]string{"payer.name": "required"}},
			"a number that is none":        {officekit.WalkIn(t, a, "payer", officekit.Fields{"name": "Goh", "mobile": "12"}), map[string]string{"payer.mobile": "mobile-invalid"}},
			"an address that is none":      {officekit.WalkIn(t, a, "payer", officekit.Fields{"name": "Goh", "email": "goh@"}), map[string]string{"payer.email": "email-invalid"}},
			"an account that is none":      {officekit.WalkIn(t, a, "userId", "nobody"), map[string]string{"userId": "member-unknown"}},
			"too little cash":              {officekit.WalkIn(t, a, "amountReceived", 8799), map[string]string{"amountReceived": "less-than-due"}},
			"no cash":                      {officekit.WalkIn(t, a, "amountReceived", nil), map[string]string{"amountReceived": "required"}},
			"cash and PayNow":              {officekit.WalkIn(t, a, "method", money.PayNow), map[string]string{"amountReceived": "invalid-value"}},
			"a term without an account":    {officekit.WalkIn(t, a, "items", []officekit.Fields{yearly}), map[string]string{"items[0].term": "term-needs-account"}},
			"no names":                     {officekit.WalkIn(t, a, "items", []officekit.Fields{a.Item(t, "light-lamp", "family")}), map[string]string{"items[0].form.people": "required"}},
			"an empty name, in the second": {officekit.WalkIn(t, a, "items", []officekit.Fields{a.Item(t, "lamp-oil", "bottle"), a.Item(t, "light-lamp", "one", "form", testkit.People(""))}), map[string]string{"items[1].form.people[0].chineseName": "required"}},
			"too many names":               {officekit.WalkIn(t, a, "items", []officekit.Fields{a.Item(t, "light-lamp", "one", "form", testkit.People("陈", "林"))}), map[string]string{"items[0].form.people": "too-many"}},
			"nothing is left":              {officekit.WalkIn(t, a, "items", []officekit.Fields{gone}), map[string]string{"items[0].optionId": "item-sold-out"}},
			"more than are left":           {officekit.WalkIn(t, a, "items", []officekit.Fields{a.Item(t, "light-lamp", "grand", "quantity", 99, "form", testkit.People("陈")), a.Item(t, "light-lamp", "grand", "quantity", 99, "form", testkit.People("陈")), a.Item(t, "light-lamp", "grand", "quantity", 99, "form", testkit.People("陈"))}), map[string]string{"items[2].optionId": "item-sold-out"}},
			"an amount below the least":    {officekit.WalkIn(t, a, "items", []officekit.Fields{a.Item(t, "donation", "open", "amount", 100, "form", officekit.Fields{"fund": "upkeep"})}), map[string]string{"items[0].amount": "amount-too-small"}},
			"a hundred":                    {officekit.WalkIn(t, a, "items", []officekit.Fields{a.Item(t, "lamp-oil", "bottle", "quantity", 100)}), map[string]string{"items[0].quantity": "quantity-range"}},
			"all of it at once":            {officekit.WalkIn(t, a, "payer", officekit.Fields{}, "items", []officekit.Fields{gone}), map[string]string{"items[0].optionId": "item-sold-out", "payer.name": "required"}},
		} {
			r := desk.Post("/api/admin/walk-in", c.body)
			if diff := cmp.Diff(c.want, r.FieldCodes()); r.Status != 400 || diff != "" {
				t.Errorf("%s: %d %s %s", name, r.Status, r.Code(), diff)
			}
		}
		for _, total := range []int{8799, 8801, 0} { // the server's price counts, not the screen's
			r := desk.Post("/api/admin/walk-in", officekit.WalkIn(t, a, "paymentAmount", total))
			if total == 0 {
				r = desk.Post("/api/admin/walk-in", byPayNow(t, a, "paymentAmount", total))
			}
			if r.Status != 500 || r.Code() != "cart-item-changed" || !strings.Contains(string(r.Body), "44062") {
				t.Errorf("total %d: %d %s", total, r.Status, r.Body)
			}
		}
		if r := a.StaffOffShift(t, "admin").Post("/api/admin/walk-in", officekit.WalkIn(t, a)); r.Code() != "shift-not-open" {
			t.Errorf("cash without a shift: %d %s", r.Status, r.Body)
		}
		a.Exec(t, "UPDATE settings SET value = '' WHERE key = 'paynow-uen'")
		if r := desk.Post("/api/admin/walk-in", byPayNow(t, a)); r.Code() != "paynow-unavailable" {
			t.Errorf("without PayNow: %d %s", r.Status, r.Body)
		}
		for _, table := range []string{"invoices", "payments", "number_series", "search_terms WHERE kind = 'invoice'"} {
			if n := a.Count(t, "SELECT count(*) FROM "+table); n != 0 {
				t.Errorf("%d rows are left in %s", n, table)
			}
		}
		if n := a.Remaining(t, a.Option(t, "light-lamp", "grand")); n != 248 {
			t.Errorf("%d lamps are left", n)
		}
	})
}

// A price that changes while the devotee decides has to be confirmed, and is returned by the price call.
func TestAWalkInWithAChangedPriceIsAskedAgain(t *testing.T) {
	t.Parallel()
	testkit.Each(t, func(t *testing.T, a *testkit.App) {
		desk := a.Staff(t, "counter")
		dearer := money.Cents(9000)
		a.SetPrice(t, a.Option(t, "light-lamp", "family"), dearer)
		if r := desk.Post("/api/admin/walk-in", officekit.WalkIn(t, a)); r.Code() != "cart-item-changed" {
			t.Fatalf("%d %s", r.Status, r.Body)
		}
		var p counterdesk.WalkInPrices
		items := append(officekit.WalkIn(t, a)["items"].([]officekit.Fields), a.Item(t, "lamp-oil", "bottle", "quantity", 2), a.Item(t, "pillar-lamp", "pillar"))
		desk.Post("/api/admin/walk-in/price", officekit.Fields{"items": items}).Want(200).JSON(&p)
		if p.Total != dearer+2000 || p.Items[0].Price != dearer || p.Items[1].Amount != 2000 || p.Items[2].Reason != "sold-out" || p.Items[2].Wrong[0].Field != "optionId" || p.Items[2].Wrong[0].Title == "" {
			t.Errorf("%+v", p)
		}
		sold(desk.Post("/api/admin/walk-in", officekit.WalkIn(t, a, "paymentAmount", dearer)))
	})
}

// A lost response is requested again with the same key: one order, the same change.
func TestARepeatedWalkInCreatesOneOrder(t *testing.T) {
	t.Parallel()
	testkit.Each(t, func(t *testing.T, a *testkit.App) {
		desk := a.Staff(t, "counter")
		desk.Header.Set("Idempotency-Key", "a-walk-in-of-this-tablet")
		answers := make([]*testkit.Response, 5)
		body := officekit.WalkIn(t, a)
		together.AtOnce(len(answers), func(i int) { answers[i] = desk.Post("/api/admin/walk-in", body) })
		ids := map[string]bool{}
		for _, r := range answers {
			got := sold(r)
			ids[got.Invoice.ID] = true
			if got.Change == nil || *got.Change != 1200 {
				t.Errorf("change %v", got.Change)
			}
		}
		if n := a.Count(t, "SELECT count(*) FROM payments"); len(ids) != 1 || n != 1 {
			t.Errorf("%d orders were answered, %d payments", len(ids), n)
		}
		if r := desk.Post("/api/admin/walk-in", officekit.WalkIn(t, a, "amountReceived", 8800)); r.Code() != "idempotency-key-reused" {
			t.Errorf("something else with the same key: %s", r.Body)
		}
	})
}

// An order booked for a member appears in the account, with its term, under the account's name.
func TestAWalkInForAMemberAppearsInTheAccount(t *testing.T) {
	t.Parallel()
	testkit.Each(t, func(t *testing.T, a *testkit.App) {
		desk, member := a.Staff(t, "counter"), a.Member(t)
		yearly := a.Item(t, "light-lamp", "family", "form", testkit.People("陈"), "term", "yearly")
		got := sold(desk.Post("/api/admin/walk-in", officekit.WalkIn(t, a, "userId", a.UserID(t, "member"), "payer", officekit.Fields{}, "items", []officekit.Fields{yearly})))
		if p := got.Invoice.Payer; p.Name != "Tan Bee Leng" || p.Mobile != "+6591234567" || got.Invoice.Status != invoice.Paid {
			t.Errorf("%+v", got.Invoice)
		}
		if v := member.Order(got.Invoice.ID); v.Number != got.Invoice.Number {
			t.Errorf("in the account: %+v", v)
		}
		if n := a.Count(t, "SELECT count(*) FROM subscriptions"); n != 1 {
			t.Errorf("%d subscriptions", n)
		}
		waits := sold(desk.Post("/api/admin/walk-in", byPayNow(t, a, "userId", a.UserID(t, "member"))))
		desk.Upload("/api/admin/walk-in/"+waits.Invoice.ID+"/picture", testkit.Screenshot(t)).Want(200)
		if v := member.Order(waits.Invoice.ID); len(v.Payments) != 1 || len(v.Payments[0].Images) != 1 {
			t.Errorf("%+v", v.Payments)
		} else {
			member.Get(v.Payments[0].Images[0].URL).Want(200)
		}
		a.Exec(t, "UPDATE users SET status = 'disabled' WHERE email = 'member@temple.example'")
		if r := desk.Post("/api/admin/walk-in", officekit.WalkIn(t, a, "userId", a.UserID(t, "member"))); r.FieldCodes()["userId"] != "member-unknown" {
			t.Errorf("a disabled account: %s", r.Body)
		}
	})
}

func TestAWalkInCanRepeatAnEarlierOrder(t *testing.T) {
	t.Parallel()
	testkit.Each(t, func(t *testing.T, a *testkit.App) {
		desk := a.Staff(t, "counter")
		earlier := func(mobile string) (e counterdesk.Earlier) {
			t.Helper()
			desk.Get("/api/admin/walk-in/earlier?mobile=" + url.QueryEscape(mobile)).Want(200).JSON(&e)
			return e
		}
		if e := earlier("81234567"); e.Mobile != "+6581234567" || e.Member != nil || len(e.Orders) != 0 {
			t.Errorf("a stranger: %+v", e)
		}
		for _, none := range []string{"8123", "aunt", "%", " "} {
			if e := earlier(none); e.Mobile != "" || e.Member != nil || len(e.Orders) != 0 {
				t.Errorf("%q: %+v", none, e)
			}
		}
		gift := a.Item(t, "donation", "open", "amount", 5000, "form", officekit.Fields{"fund": "upkeep"})
		sold(desk.Post("/api/admin/walk-in", officekit.WalkIn(t, a, "items", []officekit.Fields{
			a.Item(t, "light-lamp", "family", "form", testkit.People("陈𠮷䶮", "林大明")), a.Item(t, "lamp-oil", "bottle", "quantity", 3), gift,
		}, "paymentAmount", 16800, "amountReceived", 16800)))
		sold(desk.Post("/api/admin/walk-in", officekit.WalkIn(t, a, "payer", officekit.Fields{"name": "Somebody Else", "mobile": "81234568"})))

		a.Clock.Advance(365 * 24 * time.Hour)
		desk = a.Staff(t, "counter")
		dearer := money.Cents(9000)
		a.SetPrice(t, a.Option(t, "light-lamp", "family"), dearer)
		a.Exec(t, "UPDATE offerings SET published = 0 WHERE key = 'lamp-oil'")
		e := earlier("+65 8123 4567")
		if len(e.Orders) != 1 || e.Member != nil || e.Orders[0].Payer.Name != "Lim Siew Hong" || len(e.Orders[0].Items) != 3 {
			t.Fatalf("%+v", e)
		}
		lamp, oil, given := e.Orders[0].Items[0], e.Orders[0].Items[1], e.Orders[0].Items[2]
		if lamp.Price != dearer || lamp.PriceBefore != 8800 || lamp.Reason != "" || lamp.Amount != nil || !slices.Equal(lamp.Names, []string{"陈𠮷䶮", "林大明"}) || lamp.OfferingKey != "light-lamp" {
			t.Errorf("lamp: %+v", lamp)
		}
		if oil.Reason != "withdrawn" || oil.Title != "Lamp oil" && oil.Title == "" || oil.OfferingKey != "" {
			t.Errorf("oil: %+v", oil)
		}
		if given.Reason != "" || given.Amount == nil || *given.Amount != 5000 || given.Price != 5000 {
			t.Errorf("gift: %+v", given)
		}
		// The order found can be opened as it is.
		again := sold(desk.Post("/api/admin/walk-in", officekit.WalkIn(t, a, "items", []counterdesk.WalkInItem{lamp.WalkInItem, given.WalkInItem}, "paymentAmount", 14000, "amountReceived", 14000)))
		if !strings.Contains(string(again.Invoice.Items[0].Form), "陈𠮷䶮") {
			t.Errorf("%s", again.Invoice.Items[0].Form)
		}

		// After 400 days the names are deleted; after two years the order is no longer found.
		a.Clock.Advance(36 * 24 * time.Hour)
		a.MustSweep(t)
		desk = a.Staff(t, "counter")
		if e := earlier("81234567"); len(e.Orders) != 2 || !e.Orders[1].Items[0].NamesGone || len(e.Orders[1].Items[0].Names) != 0 || e.Orders[0].Items[0].NamesGone {
			t.Errorf("after 400 days: %+v", e.Orders)
		}
		a.Clock.Advance(340 * 24 * time.Hour)
		desk = a.Staff(t, "counter")
		if e := earlier("81234567"); len(e.Orders) != 1 {
			t.Errorf("after two years: %+v", e.Orders)
		}
	})
}

// A member's number finds the account, the family book and all orders of the account, however they were made; a number
// that somebody else wrote into a profile finds nobody.
func TestTheCounterRecognisesAMemberByMobile(t *testing.T) {
	t.Parallel()
	testkit.Each(t, func(t *testing.T, a *testkit.App) {
		desk, member := a.Staff(t, "counter"), a.Member(t)
		officekit.Transferred(t, a, member)
		sold(desk.Post("/api/admin/walk-in", officekit.WalkIn(t, a, "payer", officekit.Fields{"name": "Tan", "mobile": "91234567"})))
		member.Post("/api/family", officekit.Fields{"kind": "living", "chineseName": "陈小明"}).Want(200)
		var e counterdesk.Earlier
		desk.Get("/api/admin/walk-in/earlier?mobile=91234567").Want(200).JSON(&e)
		if e.Member == nil || e.Member.Name != "Tan Bee Leng" || e.Member.Email != "member@temple.example" || len(e.Orders) != 2 {
			t.Fatalf("%+v", e)
		}
		if !slices.ContainsFunc(e.Family, func(p family.Person) bool { return p.ChineseName == "陈小明" }) {
			t.Errorf("%+v", e.Family)
		}
		other := a.NewMember(t, "Ong", "+6587770000")
		other.Get("/api/admin/walk-in/earlier?mobile=91234567").Want(403)
		a.Exec(t, "UPDATE users SET mobile_verified = 0 WHERE mobile = '+6591234567'")
		desk.Get("/api/admin/walk-in/earlier?mobile=91234567").Want(200).JSON(&e)
		if len(e.Orders) != 1 || e.Orders[0].Payer.Name != "Tan" {
			t.Errorf("a claim: %+v", e)
		}
	})
}

// The audit log records whose data was shown at the counter, once in a while; it does not record the number.
func TestACounterLookupIsAudited(t *testing.T) {
	t.Parallel()
	testkit.Each(t, func(t *testing.T, a *testkit.App) {
		desk, member, admin := a.Staff(t, "counter"), a.Member(t), a.Staff(t, "admin")
		own, _ := officekit.Transferred(t, a, member)
		strangers := sold(desk.Post("/api/admin/walk-in", officekit.WalkIn(t, a))).Invoice
		look := func(c *testkit.Client, mobile string) {
			t.Helper()
			c.Get("/api/admin/walk-in/earlier?mobile=" + url.QueryEscape(mobile)).Want(200)
		}
		entries := func() int64 {
			return a.Count(t, "SELECT count(*) FROM audit_entries WHERE action = 'walk-in.look-up'")
		}
		for _, nobody := range []string{"8", "8123", "87770001"} {
			look(desk, nobody)
		}
		if n := entries(); n != 0 {
			t.Errorf("%d entries of people who were not shown", n)
		}
		look(desk, "91234567")
		look(desk, "81234567")
		for range 3 { // the screen asks again
			look(desk, "+65 8123 4567")
		}
		if n := entries(); n != 2 {
			t.Errorf("%d entries, want one of the member and one of the order", n)
		}
		counter := a.UserID(t, "counter")
		rows := officekit.TrailOf(t, admin, "action=walk-in.look-up&subject="+url.QueryEscape("user:"+a.UserID(t, "member")))
		if len(rows.Items) != 1 || rows.Items[0].Person.ID != counter || officekit.ChangeOf(rows.Items[0], "orders") != " → "+own.Number {
			t.Errorf("the member: %+v", rows.Items)
		}
		rows = officekit.TrailOf(t, admin, "action=walk-in.look-up&subject="+strangers.Number)
		if len(rows.Items) != 1 || rows.Items[0].Person.ID != counter {
			t.Errorf("the order: %+v", rows.Items)
		}
		look(admin, "81234567")
		a.Clock.Advance(15 * time.Minute)
		look(admin, "81234567")
		if n := entries(); n != 4 {
			t.Errorf("%d entries after another person and another time", n)
		}
		if n := a.Count(t, "SELECT count(*) FROM audit_entries WHERE before || after || subject LIKE '%1234567%'"); n != 0 {
			t.Error("the number stands in the trail")
		}
	})
}

// Data of payers without an account is deleted as docs/retention.md says: the names after 400 days, the payer after the
// sixth year, together with the search terms by which the office finds the order.
func TestAWalkInsPersonalDataIsErasedOnTime(t *testing.T) {
	t.Parallel()
	testkit.Each(t, func(t *testing.T, a *testkit.App) {
		v := sold(a.Staff(t, "counter").Post("/api/admin/walk-in", officekit.WalkIn(t, a))).Invoice
		kept := func(sql string) int64 { t.Helper(); return a.Count(t, sql, v.ID) }
		const names, payer = "SELECT count(*) FROM invoice_items WHERE invoice_id = $1 AND form <> ''", "SELECT count(*) FROM invoices WHERE id = $1 AND payer_name || payer_chinese || payer_mobile || payer_email <> ''"
		const words = "SELECT count(*) FROM search_terms WHERE subject = $1 AND term = '6c696d'" // lim
		a.Clock.Advance(400*24*time.Hour - time.Minute)
		a.MustSweep(t)
		if kept(names) != 1 || kept(payer) != 1 || kept(words) != 1 {
			t.Error("forgotten too soon")
		}
		a.Clock.Advance(2 * time.Hour)
		a.MustSweep(t)
		if kept(names) != 0 || kept(payer) != 1 {
			t.Error("after 400 days the names are to go, and the payer is to stay")
		}
		a.Clock.Set(time.Date(2033, 1, 1, 2, 0, 0, 0, time.UTC))
		a.MustSweep(t)
		if kept(payer) != 0 || kept(words) != 0 {
			t.Errorf("after the sixth year: payer %d, words %d", kept(payer), kept(words))
		}
	})
}
