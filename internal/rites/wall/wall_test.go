package wall_test

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"shanmen/internal/base/money"
	"shanmen/internal/platform/db"
	"shanmen/internal/rites/wall"
	"shanmen/internal/sales/invoice"
	"shanmen/internal/sales/payment"
	"shanmen/internal/sales/subscription"
	"shanmen/internal/testkit"
	"shanmen/internal/testkit/mutant"
	"shanmen/internal/testkit/together"
)

type fields = map[string]any

// gift is an order of a gift in a member's name; listed nil leaves the question unanswered.
func gift(t *testing.T, a *testkit.App, c *testkit.Client, name string, listed any, more ...any) *invoice.View {
	t.Helper()
	form := fields{"fund": "upkeep", "chineseName": name}
	if listed != nil {
		form["listed"] = listed
	}
	var option, offering string
	err := a.DB.SQL().QueryRowContext(t.Context(), "SELECT o.key, p.key FROM offerings o JOIN offering_options p ON p.offering_id = o.id WHERE o.form_key = 'gift' ORDER BY o.position, p.position LIMIT 1").Scan(&offering, &option)
	if err != nil {
		t.Fatal(err)
	}
	return c.Buy(a.Item(t, offering, option, append([]any{"amount", 2000, "form", form}, more...)...))
}

func offeringKey(t *testing.T, a *testkit.App) (key string) {
	t.Helper()
	if err := a.DB.SQL().QueryRowContext(t.Context(), "SELECT key FROM offerings WHERE form_key = 'gift' ORDER BY position LIMIT 1").Scan(&key); err != nil {
		t.Fatal(err)
	}
	return key
}

func setUntil(t *testing.T, a *testkit.App, until string) *testkit.Response {
	t.Helper()
	return a.Staff(t, "editor").Put("/api/admin/offering/"+offeringKey(t, a)+"/wall", fields{"until": until})
}

// shown is what a visitor sees: the page's own HTML has it too.
func shown(t *testing.T, a *testkit.App) wall.Page {
	t.Helper()
	a.Warm(t)
	var p wall.Page
	body := a.Guest().Get("/merit-wall/_payload.json").Want(200)
	var payload struct{ Data wall.Page }
	body.JSON(&payload)
	p = payload.Data
	html := string(a.Guest().Get("/zh/merit-wall").Want(200).Body)
	for _, w := range p.Walls {
		for _, n := range w.Names {
			if !strings.Contains(html, n) {
				t.Errorf("%s is in the data and not on the page", n)
			}
		}
	}
	return p
}

func names(t *testing.T, a *testkit.App) []string {
	t.Helper()
	p := shown(t, a)
	if len(p.Walls) != 1 {
		t.Fatalf("%+v", p)
	}
	return p.Walls[0].Names
}

func choose(c *testkit.Client, v *invoice.View, listed bool) *testkit.Response {
	return c.Put("/api/invoice/"+v.ID+"/wall", fields{"itemId": v.Items[0].ID, "listed": listed})
}

// Only donors who agreed and paid are shown on the wall; a name disappears when the consent is withdrawn or the gift
// refunded, and reappears afterwards.
func TestTheMeritWallShowsGiversWhoAgreedAndPaid(t *testing.T) {
	t.Parallel()
	testkit.Each(t, func(t *testing.T, a *testkit.App) {
		if p := shown(t, a); len(p.Walls) != 0 {
			t.Fatalf("before the office says so: %+v", p)
		}
		setUntil(t, a, "2026-12-31").Want(200)
		c := a.Member(t)
		yes := gift(t, a, c, "陈𠮷䶮", true)
		if n := names(t, a); len(n) != 0 {
			t.Errorf("unpaid: %v", n)
		}
		a.TakeCash(t, yes)
		no := gift(t, a, c, "林不愿", nil)
		a.TakeCash(t, no)
		p := shown(t, a).Walls[0]
		if !slices.Equal(p.Names, []string{"陈𠮷䶮"}) || p.Named != 1 || p.Unnamed != 1 || p.Until != "2026-12-31" {
			t.Errorf("%+v", p)
		}
		if html := string(a.Guest().Get("/merit-wall").Want(200).Body); strings.Contains(html, "林不愿") || !strings.Contains(html, `content="noindex"`) {
			t.Error("the page names who did not agree, or may be kept by search engines")
		}
		var items wall.Items
		choose(c, yes, false).Want(200).JSON(&items)
		if len(items.Items) != 1 || items.Items[0].Listed || !items.Shown || len(names(t, a)) != 0 || a.Count(t, "SELECT count(*) FROM wall_names WHERE name <> ''") != 0 {
			t.Errorf("taken back: %+v", items)
		}
		choose(c, no, true).Want(200)
		if n := names(t, a); !slices.Equal(n, []string{"林不愿"}) {
			t.Errorf("agreed later: %v", n)
		}
		a.Staff(t, "counter").Put("/api/admin/invoice/"+yes.ID+"/wall", fields{"itemId": yes.Items[0].ID, "listed": true}).Want(200)
		if n := names(t, a); len(n) != 2 {
			t.Errorf("put there by the office: %v", n)
		}
		if n := a.Count(t, "SELECT count(*) FROM audit_entries WHERE action = 'wall.choose'"); n != 3 {
			t.Errorf("%d entries of the trail", n)
		}
		a.Staff(t, "treasurer").Refund(no.ID, money.Cash, no.SubTotal, "asked-by-devotee")
		a.Staff(t, "counter").Refund(no.ID, money.Cash, no.SubTotal, "asked-by-devotee")
		if n := names(t, a); !slices.Equal(n, []string{"陈𠮷䶮"}) {
			t.Errorf("refunded: %v", n)
		}
		choose(c, no, false).Want(200)
		choose(c, no, true).Want(200)
		if n := names(t, a); !slices.Equal(n, []string{"陈𠮷䶮"}) {
			t.Errorf("agreed after the refund: %v", n)
		}
		a.Clock.Advance(60 * 24 * time.Hour)
		if p := shown(t, a); len(p.Walls) != 0 {
			t.Errorf("after its last day: %+v", p)
		}
	})
}

// A monthly giver takes the name off the wall: the next month, and an order of the same again, do not put it back.
func TestTakingANameOffTheWallHoldsForTheNextTerms(t *testing.T) {
	t.Parallel()
	testkit.Each(t, func(t *testing.T, a *testkit.App) {
		setUntil(t, a, "2027-12-31").Want(200)
		c := a.Member(t)
		v := gift(t, a, c, "陈𠮷䶮", true, "term", "monthly")
		a.TakeCash(t, v)
		if n := names(t, a); !slices.Equal(n, []string{"陈𠮷䶮"}) {
			t.Fatalf("%v", n)
		}
		choose(c, v, false).Want(200)
		var subs subscription.List
		c.Get("/api/subscription").Want(200).JSON(&subs)
		var next subscription.Renewed
		c.Post("/api/subscription/"+subs.Items[0].ID+"/renew", nil).Want(200).JSON(&next)
		renewed := c.Order(next.InvoiceID)
		a.TakeCash(t, renewed)
		if n := names(t, a); len(n) != 0 {
			t.Errorf("the next month shows %v", n)
		}
		choose(c, renewed, true).Want(200)
		if n := names(t, a); !slices.Equal(n, []string{"陈𠮷䶮"}) {
			t.Errorf("chosen again: %v", n)
		}
		c.Post("/api/invoice/"+v.ID+"/order-again", nil).Want(200)
		if items := c.Cart().Items; len(items) != 1 || strings.Contains(string(items[0].Form), "listed") || !strings.Contains(string(items[0].Form), "陈𠮷䶮") {
			t.Errorf("ordered again: %+v", items)
		}
	})
}

// The bank line of a gift is undone and booked again after the giver's account was erased: the consent has ended with it.
func TestTheMeritWallForgetsAnErasedGiverForGood(t *testing.T) {
	t.Parallel()
	testkit.Each(t, func(t *testing.T, a *testkit.App) {
		setUntil(t, a, "2027-12-31").Want(200)
		c := a.Member(t)
		v := gift(t, a, c, "陈𠮷䶮", true)
		settle := payment.Arrived{InvoiceID: v.ID, Amount: 2000, At: a.Clock.Now(), ActorID: a.UserID(t, "treasurer")}
		var did payment.Settled
		book := func(ctx context.Context, tx *db.Tx) (err error) {
			did, err = a.Payments.BookFromBank(ctx, tx, settle)
			return err
		}
		a.Write(t, book)
		if n := names(t, a); !slices.Equal(n, []string{"陈𠮷䶮"}) {
			t.Fatalf("%v", n)
		}
		a.EraseAccount(t, c)
		a.Write(t, func(ctx context.Context, tx *db.Tx) error {
			return a.Payments.TakeBack(ctx, tx, did.PaymentID, settle.ActorID, did)
		})
		a.Write(t, book)
		if v, err := invoice.Load(t.Context(), a.DB.Read(), v.ID); err != nil || v.Status != invoice.Paid {
			t.Fatalf("%s %v", v.Status, err)
		}
		for _, w := range shown(t, a).Walls {
			if len(w.Names) > 0 {
				t.Errorf("shown again: %v", w.Names)
			}
		}
		if n := a.Count(t, "SELECT count(*) FROM wall_names WHERE name <> ''"); n != 0 {
			t.Errorf("%d names are kept", n)
		}
	})
}

// Nobody decides for another person; the office can set only valid dates.
func TestTheMeritWallRefusesStrangersAndInvalidDates(t *testing.T) {
	t.Parallel()
	testkit.One(t, func(t *testing.T, a *testkit.App) {
		c := a.Member(t)
		v := gift(t, a, c, "陈美玲", true)
		other := a.NewMember(t, "Lim", "+6592223333")
		choose(other, v, false).Want(404)
		other.Get("/api/invoice/" + v.ID + "/wall").Want(404)
		choose(a.Guest(), v, false).Want(401)
		c.Put("/api/invoice/"+v.ID+"/wall", fields{"itemId": "another", "listed": true}).Want(404)
		for _, day := range []string{"2026-11-20", "2099-01-01", "soon", "2026-02-30"} {
			if r := setUntil(t, a, day).Want(400); r.FieldCodes()["until"] != "wall-day" {
				t.Errorf("%s: %s", day, r.Body)
			}
		}
		a.Guest().Get("/api/merit-wall/" + offeringKey(t, a)).Want(404)
		a.Staff(t, "editor").Put("/api/admin/offering/nothing/wall", fields{"until": ""}).Want(404)
	})
}

// Ten thousand names are read page by page, each once.
func TestALongMeritWallIsPagedAndCounted(t *testing.T) {
	t.Parallel()
	testkit.Each(t, func(t *testing.T, a *testkit.App) {
		setUntil(t, a, "2026-12-31").Want(200)
		v := gift(t, a, a.Member(t), "陈美玲", true)
		a.TakeCash(t, v)
		offering := v.Items[0].OfferingID
		for i := range 50 { // many of one moment
			var rows []string
			for k := range 200 {
				rows = append(rows, fmt.Sprintf("('item-%03d-%d', %d, '%s', '%s', 'Name %d', 1, 1, %d)", i, k/3, k%3, v.ID, offering, i*200+k, 1_700_000_000_000+int64(i/5)))
			}
			a.Exec(t, "INSERT INTO wall_names (item_id, seq, invoice_id, offering_id, name, listed, live, at) VALUES "+strings.Join(rows, ", "))
		}
		setUntil(t, a, "2026-12-30").Want(200)
		p := shown(t, a).Walls[0]
		if len(p.Names) != 200 || p.Next == "" || p.Named != 10_001 {
			t.Fatalf("%d names, next %q, %d in all", len(p.Names), p.Next, p.Named)
		}
		seen := map[string]int{}
		for _, n := range p.Names {
			seen[n]++
		}
		for next := p.Next; next != ""; {
			var more wall.Names
			a.Guest().Get("/api/merit-wall/" + p.Key + "?after=" + next).Want(200).JSON(&more)
			for _, n := range more.Names {
				seen[n]++
			}
			next = more.Next
		}
		if len(seen) != 10_001 {
			t.Errorf("%d different names", len(seen))
		}
		for n, times := range seen {
			if times != 1 {
				t.Errorf("%s %d times", n, times)
			}
		}
		for _, after := range []string{"x", "MQ"} {
			a.Guest().Get("/api/merit-wall/" + p.Key + "?after=" + after).Want(400)
		}
	})
}

// The donor of a gift from before the wall was never asked: the donor, or the office on the donor's instruction, adds
// the name later, and removes it at any time. It is listed by the date of the gift.
func TestEarlierGiftsAppearOnANewMeritWall(t *testing.T) {
	t.Parallel()
	testkit.Each(t, func(t *testing.T, a *testkit.App) {
		c := a.Member(t)
		old := gift(t, a, c, "陈先到", nil)
		a.TakeCash(t, old)
		// Its form did not ask then, and no choice was stored.
		a.Exec(t, "DELETE FROM wall_names")
		a.Exec(t, "UPDATE invoice_items SET form_key = '', form = '' WHERE invoice_id = $1", old.ID)
		ask := func(who *testkit.Client, path string) (items wall.Items) {
			who.Get(path + old.ID + "/wall").Want(200).JSON(&items)
			return items
		}
		if got := ask(c, "/api/invoice/"); len(got.Items) != 0 {
			t.Errorf("without a wall: %+v", got)
		}
		a.Clock.Advance(time.Hour)
		setUntil(t, a, "2026-12-31").Want(200)
		later := gift(t, a, c, "林后到", true)
		a.TakeCash(t, later)
		got := ask(c, "/api/invoice/")
		if len(got.Items) != 1 || got.Items[0].Asked || got.Items[0].Listed || len(got.Items[0].Names) != 1 {
			t.Fatalf("%+v", got)
		}
		if other := a.NewMember(t, "Lim", "+6592223333"); choose(other, old, true).Status != 404 {
			t.Error("a stranger decides")
		}
		payer := got.Items[0].Names[0]
		choose(c, old, true).Want(200)
		if n := names(t, a); !slices.Equal(n, []string{"林后到", payer}) {
			t.Errorf("put there by its giver: %v", n)
		}
		choose(c, old, false).Want(200)
		if n := names(t, a); !slices.Equal(n, []string{"林后到"}) {
			t.Errorf("taken off: %v", n)
		}
		counter := a.Staff(t, "counter")
		if got := ask(counter, "/api/admin/invoice/"); len(got.Items) != 1 || got.Items[0].Listed {
			t.Errorf("in the office: %+v", got)
		}
		for _, listed := range []bool{true, false, true} {
			counter.Put("/api/admin/invoice/"+old.ID+"/wall", fields{"itemId": old.Items[0].ID, "listed": listed}).Want(200)
		}
		if n := names(t, a); !slices.Equal(n, []string{"林后到", payer}) {
			t.Errorf("put there by the office: %v", n)
		}
		if n := a.Count(t, "SELECT count(*) FROM audit_entries WHERE action = 'wall.choose' AND actor_id = $1", a.UserID(t, "counter")); n != 3 {
			t.Errorf("%d acts of the office are in the trail", n)
		}
	})
}

// A choice made for an unpaid order takes effect with payment, and its other gifts are still asked about.
func TestListingOnTheWallCanBeChosenBeforePaying(t *testing.T) {
	t.Parallel()
	testkit.Each(t, func(t *testing.T, a *testkit.App) {
		setUntil(t, a, "2026-12-31").Want(200)
		c := a.Member(t)
		v := gift(t, a, c, "陈美玲", nil)
		a.Exec(t, `INSERT INTO invoice_items (id, invoice_id, position, offering_id, option_id, title_en, title_zh, option_title_en, option_title_zh, quantity, unit_price, amount, term, form_key, form_version, form)
			SELECT 'second', invoice_id, 2, offering_id, option_id, title_en, title_zh, option_title_en, option_title_zh, quantity, unit_price, amount, term, form_key, form_version, REPLACE(REPLACE(form, '陈美玲', '林第二'), '"listed":false', '"listed":true') FROM invoice_items WHERE invoice_id = $1`, v.ID)
		choose(c, v, true).Want(200)
		if n := names(t, a); len(n) != 0 {
			t.Errorf("not paid: %v", n)
		}
		a.TakeCash(t, v)
		if n := a.Count(t, "SELECT count(DISTINCT item_id) FROM wall_names WHERE live = 1"); n != 2 {
			t.Errorf("%d of two gifts were asked", n)
		}
		if n := names(t, a); !slices.Contains(n, "陈美玲") {
			t.Errorf("paid: %v", n)
		}
	})
}

// A name is added to the wall while its order is refunded: it is not shown, whichever comes first. Without the order's
// lock the choice would be based on an outdated state; the wall read takes longer here to provoke this.
func TestRaceAgreeToTheWallAndRefund(t *testing.T) {
	mutant.Declare(t, mutant.ReadOnly("InvoiceLock"), mutant.Slow("WallOfInvoice"))
	testkit.Each(t, func(t *testing.T, a *testkit.App) {
		setUntil(t, a, "2026-12-31").Want(200)
		c, counter := a.Member(t), a.Staff(t, "counter")
		for range 3 {
			v := gift(t, a, c, "陈美玲", nil)
			a.TakeCash(t, v)
			together.AtOnce(2, func(i int) {
				if i == 0 {
					choose(c, v, true)
				} else {
					counter.Refund(v.ID, money.Cash, v.SubTotal, "asked-by-devotee")
				}
			})
			if n := a.Count(t, "SELECT count(*) FROM wall_names w JOIN invoices v ON v.id = w.invoice_id WHERE w.live = 1 AND v.status <> 'paid'"); n != 0 {
				t.Errorf("%d names of what was refunded are shown", n)
			}
		}
	})
}
