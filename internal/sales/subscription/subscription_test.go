package subscription_test

import (
	"context"
	"net/url"
	"strings"
	"testing"
	"time"

	"shanmen/internal/base/lunar"
	"shanmen/internal/base/money"
	"shanmen/internal/offer/offering"
	"shanmen/internal/platform/db"
	"shanmen/internal/sales/invoice"
	"shanmen/internal/sales/subscription"
	"shanmen/internal/testkit"
)

const day = 24 * time.Hour

// bought is a subscription of the member, paid at the counter.
func bought(t *testing.T, a *testkit.App, c *testkit.Client, cents money.Cents, item map[string]any) subscription.View {
	t.Helper()
	v := c.BuyFor(cents, item)
	a.Staff(t, "counter").TakeCash(v.ID, cents).Want(200)
	list := listed(c)
	return list[len(list)-1]
}

func familyLamp(t *testing.T, a *testkit.App, c *testkit.Client) subscription.View {
	t.Helper()
	return bought(t, a, c, 8800, a.Item(t, "light-lamp", "family", "term", "yearly", "form", testkit.People("陈𠮷䶮", "陈美玲")))
}

func grandLamp(t *testing.T, a *testkit.App, c *testkit.Client) subscription.View {
	t.Helper()
	return bought(t, a, c, 18800, a.Item(t, "light-lamp", "grand", "term", "yearly", "form", testkit.People("陈大文")))
}

func listed(c *testkit.Client) []subscription.View {
	var list subscription.List
	c.Get("/api/subscription").Want(200).JSON(&list)
	return list.Items
}

func detail(c *testkit.Client, id string) subscription.Detail {
	var d subscription.Detail
	c.Get("/api/subscription/" + id).Want(200).JSON(&d)
	return d
}

// goTo sets the clock to a day at ten in the morning in Singapore, and runs the jobs.
func goTo(t *testing.T, a *testkit.App, year, month, date int) {
	t.Helper()
	a.Clock.Set(lunar.Day{Year: year, Month: month, Day: date}.Time(10, 0))
	a.MustSweep(t)
}

func subjects(t *testing.T, a *testkit.App, to string) []string {
	t.Helper()
	var out []string
	for _, m := range a.Mails(t) {
		if len(m.GetToString()) > 0 && strings.Contains(m.GetToString()[0], to) {
			out = append(out, m.GetGenHeader("Subject")[0])
		}
	}
	return out
}

func count(list []string, part string) (n int) {
	for _, s := range list {
		if strings.Contains(s, part) {
			n++
		}
	}
	return n
}

func TestAPaidItemBecomesASubscription(t *testing.T) {
	testkit.Each(t, func(t *testing.T, a *testkit.App) {
		c := a.Member(t)
		v := c.BuyFor(8800+6800+1000,
			a.Item(t, "light-lamp", "family", "term", "yearly", "form", testkit.People("陈𠮷䶮", "陈美玲")),
			a.Item(t, "incense", "monthly-flowers", "term", "monthly", "form", testkit.People("陈大文")),
			a.Item(t, "lamp-oil", "bottle"))
		if len(listed(c)) != 0 {
			t.Fatal("an order that is not paid makes a subscription")
		}
		a.Staff(t, "counter").TakeCash(v.ID, v.Due).Want(200)
		list := listed(c)
		if len(list) != 2 {
			t.Fatalf("%d subscriptions of one yearly, one monthly and one single item", len(list))
		}
		flowers, lamp := list[0], list[1] // the next to end on top
		if lamp.Status != subscription.Active || lamp.Term != "yearly" || lamp.Price != 8800 || len(lamp.Names) != 2 || lamp.Names[0] != "陈𠮷䶮" {
			t.Errorf("lamp: %+v", lamp)
		}
		if want := (lunar.Day{Year: 2027, Month: 11, Day: 21}).Time(0, 0); !lamp.EndsAt.Equal(want) {
			t.Errorf("the lamp's year ends %v", lamp.EndsAt)
		}
		if want := (lunar.Day{Year: 2026, Month: 12, Day: 21}).Time(0, 0); flowers.Term != "monthly" || !flowers.EndsAt.Equal(want) {
			t.Errorf("flowers: %+v", flowers)
		}
		var h subscription.HistoryOut
		c.Get("/api/subscription/history/" + lamp.ID).Want(200).JSON(&h)
		if len(h.Items) != 1 || h.Items[0].Period != 1 || h.Items[0].Invoice != v.Number || h.Items[0].Status != invoice.Paid ||
			h.Items[0].Amount != 8800 || h.Items[0].PerformedAt == nil {
			t.Errorf("history: %+v", h.Items)
		}
	})
}

func TestATransferCreatesASubscriptionAndUndoRemovesIt(t *testing.T) {
	testkit.Each(t, func(t *testing.T, a *testkit.App) {
		c := a.Member(t)
		_, paymentID := c.BuyByTransfer(18800, a.Item(t, "light-lamp", "grand", "term", "yearly", "form", testkit.People("陈大文")))
		desk, at := a.Staff(t, "treasurer"), "/api/admin/payment/"+paymentID
		for range 2 {
			desk.Post(at+"/approve", map[string]any{}).Want(200)
			if n := len(listed(c)); n != 1 {
				t.Fatalf("%d subscriptions after the approval", n)
			}
			desk.Post(at+"/undo", map[string]any{}).Want(200)
			if n := len(listed(c)); n != 0 {
				t.Fatalf("%d subscriptions after it was undone", n)
			}
		}
		if n := a.Remaining(t, a.Option(t, "light-lamp", "grand")); n != 247 {
			t.Errorf("stock %d: the order still has its place", n)
		}
		desk.Post(at+"/approve", map[string]any{}).Want(200)
		if n := len(listed(c)); n != 1 {
			t.Errorf("%d subscriptions in the end", n)
		}
	})
}

// The next term's invoice can be requested at once, also within the half minute for undo.
func TestUndoingAFirstTermRemovesTheNextInvoice(t *testing.T) {
	testkit.Each(t, func(t *testing.T, a *testkit.App) {
		c := a.Member(t)
		first := c.BuyFor(18800, a.Item(t, "light-lamp", "grand", "term", "yearly", "form", testkit.People("陈大文"))).ID
		desk, at := a.Staff(t, "treasurer"), "/api/admin/payment/"+transfer(t, c, first, 18800)
		renew := func() string {
			var next subscription.Renewed
			c.Post("/api/subscription/"+listed(c)[0].ID+"/renew", nil).Want(200).JSON(&next)
			return next.InvoiceID
		}
		desk.Post(at+"/approve", map[string]any{}).Want(200)
		next := renew()
		desk.Post(at+"/undo", map[string]any{}).Want(200)
		if v := c.Order(next); v.Status != invoice.Cancelled {
			t.Errorf("the subscription is gone, and the invoice of its next term is %s", v.Status)
		}
		desk.Post(at+"/approve", map[string]any{}).Want(200)
		transfer(t, c, renew(), 18800)
		if r := desk.Post(at+"/undo", map[string]any{}); r.Status != 400 || r.Code() != "undo-overtaken" {
			t.Errorf("the next term is with the office: %d %s", r.Status, r.Body)
		}
	})
}

func TestARefundCancelsTheSubscription(t *testing.T) {
	testkit.Each(t, func(t *testing.T, a *testkit.App) {
		c := a.Member(t)
		lamp := grandLamp(t, a, c)
		invoiceID := detail(c, lamp.ID).Terms[0].InvoiceID
		var next subscription.Renewed
		c.Post("/api/subscription/"+lamp.ID+"/renew", nil).Want(200).JSON(&next)
		a.Clock.Advance(40 * day)
		a.Write(t, func(ctx context.Context, tx *db.Tx) error {
			if err := invoice.Move(ctx, tx, a.Clock.Now(), invoice.Transition{InvoiceID: invoiceID, From: []string{invoice.Paid}, To: invoice.Refunded, By: invoice.ByOffice}); err != nil {
				return err
			}
			return a.Subscriptions.Unpaid(ctx, tx, invoiceID)
		})
		c = a.Member(t)
		d := detail(c, lamp.ID)
		if d.Status != subscription.Cancelled || d.EndedBy != "office" || !d.EndsAt.Equal(d.StartsAt) || d.Terms[0].PerformedAt != nil {
			t.Errorf("after the refund: %+v", d)
		}
		if v := c.Order(next.InvoiceID); v.Status != invoice.Cancelled {
			t.Errorf("the invoice of the year after is %s", v.Status)
		}
		a.MustSweep(t)
		a.MustSweep(t)
		if n := a.Remaining(t, a.Option(t, "light-lamp", "grand")); n != 248 {
			t.Errorf("stock %d: the place goes back once", n)
		}
	})
}

// M21: only 1→2 and 1→3 are legal; an ended subscription cannot be renewed, changed, or ended again.
func TestAnEndedSubscriptionDoesNotRestart(t *testing.T) {
	testkit.Each(t, func(t *testing.T, a *testkit.App) {
		c := a.Member(t)
		cancelled, completed := familyLamp(t, a, c), familyLamp(t, a, c)
		if cancelled.ID == completed.ID {
			t.Fatal("the same subscription twice")
		}
		c.Post("/api/subscription/"+cancelled.ID+"/cancel", nil).Want(200)
		goTo(t, a, 2027, 10, 22) // its invoice is made
		goTo(t, a, 2027, 12, 6)  // the grace period is over
		c = a.Member(t)
		for id, status := range map[string]int64{cancelled.ID: subscription.Cancelled, completed.ID: subscription.Completed} {
			if d := detail(c, id); d.Status != status || d.CanRenew || d.CanCancel || d.EditUntil != nil || d.InvoiceAt != nil {
				t.Errorf("status %d, want %d: %+v", d.Status, status, d.View)
			}
			if r := c.Post("/api/subscription/"+id+"/renew", nil); r.Status != 400 || r.Code() != "subscription-over" {
				t.Errorf("renew: %d %s", r.Status, r.Body)
			}
			if r := c.Put("/api/subscription/"+id+"/form", map[string]any{"form": testkit.People("陈大文")}); r.Status != 400 || r.Code() != "subscription-over" {
				t.Errorf("names: %d %s", r.Status, r.Body)
			}
		}
		if r := c.Post("/api/subscription/"+completed.ID+"/cancel", nil); r.Status != 400 || r.Code() != "illegal-transition" {
			t.Errorf("completed, then cancelled: %d %s", r.Status, r.Body)
		}
		c.Post("/api/subscription/"+cancelled.ID+"/cancel", nil).Want(200) // pressed twice
		for range 3 {
			a.Clock.Advance(200 * day)
			a.MustSweep(t)
		}
		if n := a.Count(t, "SELECT count(*) FROM invoices"); n != 3 {
			t.Errorf("%d invoices: what has ended is renewed", n)
		}
		if n := a.Count(t, "SELECT count(*) FROM subscriptions WHERE status = 1"); n != 0 {
			t.Errorf("%d are active again", n)
		}
	})
}

// P02: another member's subscription gives the same response as one that does not exist.
func TestSubscriptionsOfOthersAnswer404(t *testing.T) {
	testkit.One(t, func(t *testing.T, a *testkit.App) {
		lamp := familyLamp(t, a, a.Member(t))
		stranger := a.NewMember(t, "Stranger", "+6581110009")
		none := stranger.Get("/api/subscription/history/0192f0c1-0000-7000-8000-000000000000").Want(404)
		near := lamp.ID[:len(lamp.ID)-1] + string("0123456789abcdef"[(strings.IndexByte("0123456789abcdef", lamp.ID[len(lamp.ID)-1])+1)%16])
		for _, id := range []string{lamp.ID, near, "0", "1", "-1", "9223372036854775808", "none", "%27%20OR%201=1", "..%2f" + lamp.ID} {
			for _, r := range []*testkit.Response{
				stranger.Get("/api/subscription/history/" + id), stranger.Get("/api/subscription/" + id),
				stranger.Post("/api/subscription/"+id+"/cancel", nil), stranger.Post("/api/subscription/"+id+"/renew", nil),
				stranger.Put("/api/subscription/"+id+"/form", map[string]any{"form": testkit.People("陈")}),
			} {
				if r.Status != 404 || string(r.Body) != string(none.Body) {
					t.Errorf("%s: %d %s", id, r.Status, r.Body)
				}
			}
		}
		if n := len(listed(stranger)); n != 0 {
			t.Errorf("a stranger sees %d", n)
		}
		for _, path := range []string{"", "/" + lamp.ID, "/history/" + lamp.ID} {
			a.Guest().Get("/api/subscription" + path).Want(401)
		}
		if d := detail(a.Member(t), lamp.ID); d.Status != subscription.Active {
			t.Errorf("a stranger changed it: %+v", d)
		}
	})
}

func withdraw(t *testing.T, a *testkit.App, optionID string, published bool) {
	t.Helper()
	f, err := offering.Price(t.Context(), a.DB.Read(), a.Clock.Now(), optionID)
	if err != nil {
		t.Fatal(err)
	}
	a.Write(t, func(ctx context.Context, tx *db.Tx) error {
		return testkit.ShowOffering(ctx, tx, f.OfferingID, published)
	})
}

// transfer pays an invoice by PayNow with a picture, and returns the payment's id.
func transfer(t *testing.T, c *testkit.Client, invoiceID string, cents money.Cents) string {
	t.Helper()
	v := c.PayByTransfer(invoiceID, cents, testkit.Screenshot(t)).Order()
	return v.Payments[len(v.Payments)-1].ID
}

func TestSubscriptionPagesAreForMembers(t *testing.T) {
	testkit.One(t, func(t *testing.T, a *testkit.App) {
		lamp := familyLamp(t, a, a.Member(t))
		list := "/member/profile/subscriptions"
		for _, path := range []string{list, list + "/" + lamp.ID} {
			if r := a.Guest().Get("/zh" + path); r.Status != 302 || r.Header.Get("Location") != "/zh/member/login?redirect="+url.QueryEscape("/zh"+path) {
				t.Errorf("a guest at %s: %d %s", path, r.Status, r.Header.Get("Location"))
			}
			if r := a.Staff(t, "counter").Get(path); r.Status != 302 || r.Header.Get("Location") != "/member/profile?notice=member-needed" {
				t.Errorf("staff without a record at %s: %d %s", path, r.Status, r.Header.Get("Location"))
			}
			if r := a.Member(t).Get(path).Want(200); strings.Contains(string(r.Body), "陈𠮷䶮") {
				t.Errorf("%s has names in its HTML", path)
			}
			if r := a.Member(t).Get(path + "/_payload.json").Want(200); !strings.Contains(string(r.Body), "陈𠮷䶮") {
				t.Errorf("%s: %s", path, r.Body)
			}
		}
		a.NewMember(t, "Stranger", "+6581110009").Get(list + "/" + lamp.ID + "/_payload.json").Want(404)
	})
}

func TestTheOfficeCancelsASubscription(t *testing.T) {
	testkit.Each(t, func(t *testing.T, a *testkit.App) {
		c := a.Member(t)
		lamp := familyLamp(t, a, c)
		desk, path := a.Staff(t, "counter"), "/api/admin/subscription/"+lamp.ID+"/cancel"
		desk.Post(path, nil).Want(200)
		if d := detail(c, lamp.ID); d.Status != subscription.Cancelled || d.EndedBy != "office" || !d.EndsAt.Equal(lamp.EndsAt) {
			t.Errorf("cancelled by the office: %+v", d.View)
		}
		if r := desk.Post(path, nil); r.Status != 400 || r.Code() != "illegal-transition" {
			t.Errorf("twice: %d %s", r.Status, r.Body)
		}
		if n := a.Count(t, "SELECT count(*) FROM audit_entries WHERE action = 'subscription.cancel' AND subject = $1", "subscription:"+lamp.ID); n != 1 {
			t.Errorf("%d entries in the audit", n)
		}
		if n := count(subjects(t, a, member), "will not be renewed"); n != 1 {
			t.Errorf("%d mails tell the member", n)
		}
	})
}
