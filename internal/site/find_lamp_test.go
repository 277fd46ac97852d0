package site_test

import (
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"regexp"
	"strings"
	"sync"
	"testing"
	"time"

	"shanmen/internal/site"
	"shanmen/internal/testkit"
	"shanmen/internal/testkit/together"
)

// walkIn sells a lamp at the counter to somebody without an account.
func walkIn(t *testing.T, a *testkit.App, mobile, name string) {
	t.Helper()
	item := a.Item(t, "light-lamp", "grand", "form", testkit.People(name))
	a.Staff(t, "counter").WalkIn(map[string]any{"name": "Mdm Lim", "mobile": mobile}, 18800, item).Want(200)
}

var linkIn = regexp.MustCompile(`https?://[^/\s]+(/\S*find-my-lamp/places\?ticket=\S+)`)

// linkTo requests a link for a number and returns the path in the text sent; "" when none was sent.
func linkTo(t *testing.T, a *testkit.App, c *testkit.Client, mobile string) string {
	t.Helper()
	before := len(a.Texts(t))
	c.Post("/api/lamp/find", map[string]any{"mobile": mobile}).Want(200)
	after := a.Texts(t)
	if len(after) == before {
		return ""
	}
	last := after[len(after)-1]
	m := linkIn.FindStringSubmatch(last.Body)
	if m == nil {
		t.Fatalf("a text without a link: %q", last.Body)
	}
	return m[1]
}

// opened is what a link shows.
func opened(t *testing.T, c *testkit.Client, path string) site.FoundLampsData {
	t.Helper()
	var payload struct{ Data site.FoundLampsData }
	c.Get(strings.Replace(path, "?", "/_payload.json?", 1)).Want(200).JSON(&payload)
	return payload.Data
}

// A payer, with or without an account, finds their lamps' positions by number, and nobody else's.
func TestALampIsFoundByMobileNumber(t *testing.T) {
	testkit.Each(t, func(t *testing.T, a *testkit.App) {
		a.LampHall(t, 2, 20)
		walkIn(t, a, "81110001", "陈美玲")
		walkIn(t, a, "81110001", "林国华")
		walkIn(t, a, "81110002", "黄大仙")
		member := a.Member(t)
		placed := member.BuyFor(18800, a.Item(t, "light-lamp", "grand", "form", testkit.People("欧阳")))

		guest := a.Guest()
		if link := linkTo(t, a, guest, "9123 4567"); link != "" {
			t.Errorf("what is not paid has a link: %s", link)
		}
		a.TakeCash(t, placed)

		for mobile, names := range map[string][]string{"8111 0001": {"陈美玲", "林国华"}, "+65 81110002": {"黄大仙"}, "91234567": {"欧阳"}} {
			link := linkTo(t, a, a.Guest(), mobile)
			if link == "" {
				t.Errorf("%s: no text", mobile)
				continue
			}
			got := opened(t, a.Guest(), link)
			if len(got.Items) != len(names) || len(got.Halls) != 1 || len(got.Early) != 0 {
				t.Fatalf("%s: %+v", mobile, got)
			}
			all := fmt.Sprint(got.Items)
			for _, name := range names {
				if !strings.Contains(all, name) {
					t.Errorf("%s: %s is not found", mobile, name)
				}
			}
			text, err := json.Marshal(got)
			if err != nil || strings.Contains(string(text), "invoiceId") || strings.Contains(string(text), "Mdm Lim") {
				t.Errorf("%s: the link tells of the order: %s %v", mobile, text, err)
			}
		}
		// A refund removes the position; the link stays valid and shows what is left.
		link := linkTo(t, a, guest, "81110002")
		a.Exec(t, "UPDATE position_uses SET state = 'ended', ended_at = 1 WHERE invoice_id = (SELECT id FROM invoices WHERE payer_mobile = '+6581110002')")
		if got := opened(t, guest, link); len(got.Items) != 0 || len(got.Halls) != 0 {
			t.Errorf("%+v", got)
		}
	})
}

// A number with lamps and one without cause the same database queries and look the same.
func TestTheLampLinkRevealsNoNumber(t *testing.T) {
	testkit.Each(t, func(t *testing.T, a *testkit.App) {
		a.LampHall(t, 2, 20)
		walkIn(t, a, "81110001", "陈美玲")
		a.Drain(t)
		var mu sync.Mutex
		var statements []string
		a.DB.Watch(func(text string, _ ...any) {
			name, _, _ := strings.Cut(strings.TrimPrefix(text, "-- name: "), " ")
			mu.Lock()
			defer mu.Unlock()
			statements = append(statements, name)
		})
		type seen struct {
			statements, body, header string
			jobs, tickets            int64
		}
		ask := func(mobile string) seen {
			a.Exec(t, "DELETE FROM throttles")
			jobs, tickets := a.Count(t, "SELECT count(*) FROM outbox"), a.Count(t, "SELECT count(*) FROM tickets")
			c := a.Guest()
			mu.Lock()
			statements = nil
			mu.Unlock()
			r := c.Post("/api/lamp/find", map[string]any{"mobile": mobile}).Want(200)
			mu.Lock()
			made := strings.Join(statements, " ")
			mu.Unlock()
			r.Header.Del("Date")
			r.Header.Del("X-Request-Id")
			return seen{made, string(r.Body), fmt.Sprint(r.Header), a.Count(t, "SELECT count(*) FROM outbox") - jobs, a.Count(t, "SELECT count(*) FROM tickets") - tickets}
		}
		unknown := ask("81119999")
		if unknown.jobs != 1 || unknown.statements == "" {
			t.Fatalf("%+v", unknown)
		}
		for _, mobile := range []string{"81110001", "91234567"} { // a guest's with a lamp, a member's without
			if got := ask(mobile); got != unknown {
				t.Errorf("%s:\n%+v\nunknown:\n%+v", mobile, got, unknown)
			}
		}
		// Nothing is stored about a number without lamps.
		if n := a.Count(t, "SELECT count(*) FROM tickets WHERE purpose = 'find-lamps' AND subject <> '' AND subject <> '+6581110001'"); n != 0 {
			t.Errorf("%d numbers are kept", n)
		}
	})
}

// A link is valid for a day, however often and by however many it is opened; then it leads to the form, like an unknown
// one.
func TestALampLinkLastsADay(t *testing.T) {
	testkit.Each(t, func(t *testing.T, a *testkit.App) {
		a.LampHall(t, 2, 20)
		walkIn(t, a, "81110001", "陈美玲")
		link := linkTo(t, a, a.Guest(), "81110001")
		token := link[strings.Index(link, "=")+1:]
		if n := a.Count(t, "SELECT count(*) FROM tickets WHERE token_hash = $1 OR subject = $1 OR id = $1", token); n != 0 {
			t.Error("the link itself is stored")
		}
		together.AtOnce(6, func(int) {
			if got := opened(t, a.Guest(), link); len(got.Items) != 1 {
				t.Errorf("%+v", got)
			}
		})
		page := a.Guest().Get(link).Want(200)
		if strings.Contains(string(page.Body), "陈美玲") || page.Header.Get("Referrer-Policy") != "no-referrer" || page.Header.Get("Cache-Control") != "private, no-store" {
			t.Errorf("the document is not everybody's: %v", page.Header)
		}
		leads := func(path, to string) {
			t.Helper()
			r := a.Guest().Get(path)
			if r.Status != http.StatusFound || r.Header.Get("Location") != to {
				t.Errorf("%s: %d %s", path, r.Status, r.Header.Get("Location"))
			}
		}
		leads("/zh/find-my-lamp/places", "/zh/find-my-lamp")
		leads("/zh/find-my-lamp/places?ticket=made-up", "/zh/find-my-lamp?notice=expired")
		a.Clock.Advance(24*time.Hour - time.Second)
		a.Guest().Get(link).Want(200)
		a.Clock.Advance(time.Second)
		leads(link, "/find-my-lamp?notice=expired")
		if err := a.Accounts.ForgetSessions(context.WithoutCancel(t.Context())); err != nil {
			t.Fatal(err)
		}
		if n := a.Count(t, "SELECT count(*) FROM tickets WHERE purpose = 'find-lamps'"); n != 0 {
			t.Errorf("%d links are kept after their day", n)
		}
	})
}

// The number of links is limited per number and per address, whether the number has lamps or not.
func TestLampLinksAreLimited(t *testing.T) {
	testkit.Each(t, func(t *testing.T, a *testkit.App) {
		a.LampHall(t, 2, 20)
		walkIn(t, a, "81110001", "陈美玲")
		c := a.Guest()
		for _, mobile := range []string{"81110001", "81119999"} {
			for range 5 {
				c.Post("/api/lamp/find", map[string]any{"mobile": mobile}).Want(200)
			}
			if r := c.Post("/api/lamp/find", map[string]any{"mobile": mobile}); r.Status != 400 || r.Code() != "too-many-links" {
				t.Errorf("%s: %d %s", mobile, r.Status, r.Body)
			}
		}
		for n := range 8 {
			c.Post("/api/lamp/find", map[string]any{"mobile": fmt.Sprintf("8111100%d", n)}).Want(200)
		}
		if r := c.Post("/api/lamp/find", map[string]any{"mobile": "81112000"}); r.Code() != "too-many-links" {
			t.Errorf("the 21st of an hour: %d %s", r.Status, r.Body)
		}
		if texts := a.Texts(t); len(texts) < 5 {
			t.Errorf("%d texts", len(texts))
		}
		a.Clock.Advance(time.Hour)
		for mobile, code := range map[string]string{"123": "mobile-invalid", "": "mobile-invalid", "+44 7400 123456": "mobile-unreachable"} {
			if got := c.Post("/api/lamp/find", map[string]any{"mobile": mobile}).Want(400).FieldCodes(); got["mobile"] != code {
				t.Errorf("%q: %v", mobile, got)
			}
		}
	})
}

var orderLink = regexp.MustCompile(`https?://[^/\s]+(/\S*order\?ticket=\S+)`)

// A payer at the counter without an account opens the receipt's link without a password: it shows the four steps of
// each item and the lamp's position, and nothing about the payer.
func TestALampLinkShowsAGuestsOrder(t *testing.T) {
	testkit.Each(t, func(t *testing.T, a *testkit.App) {
		a.LampHall(t, 2, 20)
		walkIn(t, a, "81110001", "陈𠮷䶮")
		a.Clock.Advance(time.Minute)
		texts := a.Texts(t)
		m := orderLink.FindStringSubmatch(texts[len(texts)-1].Body)
		if m == nil {
			t.Fatalf("a receipt without a link: %q", texts[len(texts)-1].Body)
		}
		guest := a.Guest()
		open := func() (d site.OrderData) {
			t.Helper()
			var payload struct{ Data site.OrderData }
			guest.Get(strings.Replace(m[1], "?", "/_payload.json?", 1)).Want(200).JSON(&payload)
			return payload.Data
		}
		d := open()
		if len(d.Items) != 1 || len(d.Items[0].Steps) != 4 || d.Items[0].Steps[0].State != "done" || len(d.Items[0].Form) > 0 || d.Status != "paid" {
			t.Fatalf("%+v", d)
		}
		if len(d.Lamps) != 1 || d.Lamps[0].Code != "A-01-01" || len(d.Halls) != 1 {
			t.Errorf("its lamp: %+v", d.Lamps)
		}
		guest.Get(m[1]).Want(200)
		sent := string(guest.Get(strings.Replace(m[1], "?", "/_payload.json?", 1)).Want(200).Body)
		for _, want := range []string{"陈𠮷䶮", "A-01-01", d.Number} {
			if !strings.Contains(sent, want) {
				t.Errorf("%s is not on the page", want)
			}
		}
		for _, secret := range []string{"81110001", "Mdm Lim"} {
			if strings.Contains(sent, secret) {
				t.Errorf("%s is on the page", secret)
			}
		}

		// The ticket opens only this order, and the address without it nothing.
		for _, path := range []string{"/order", "/order?ticket=nothing", strings.Replace(m[1], "/order", "/find-my-lamp/places", 1)} {
			if r := guest.Get(path); r.Status != http.StatusFound {
				t.Errorf("%s: %d", path, r.Status)
			}
		}
		a.Clock.Advance(401 * 24 * time.Hour)
		if r := guest.Get(m[1]); r.Status != http.StatusFound || !strings.Contains(r.Header.Get("Location"), "/find-my-lamp?notice=expired") {
			t.Errorf("after its time: %d %s", r.Status, r.Header.Get("Location"))
		}
	})
}

// Whatever strangers request for somebody's number, a browser that has opened a link for it before gets the next one.
func TestABrowserThatOpenedALampLinkIsRemembered(t *testing.T) {
	testkit.Each(t, func(t *testing.T, a *testkit.App) {
		a.LampHall(t, 2, 20)
		walkIn(t, a, "81110001", "陈美玲")
		owner, ask := a.Guest(), map[string]any{"mobile": "81110001"}
		opened(t, owner, linkTo(t, a, owner, "81110001"))
		for range 3 { // networks, five requests a day from each
			stranger := a.Guest()
			for range 5 {
				stranger.Post("/api/lamp/find", ask)
			}
		}
		if r := a.Guest().Post("/api/lamp/find", ask); r.Code() != "too-many-links" {
			t.Fatalf("strangers: %d %s", r.Status, r.Body)
		}
		a.Clock.Advance(11 * time.Minute) // one text of this kind in ten minutes
		if linkTo(t, a, owner, "81110001") == "" {
			t.Error("the owner gets no link")
		}
		owner.Post("/api/lamp/find", map[string]any{"mobile": "81110002"}).Want(200)
		for range 9 {
			owner.Post("/api/lamp/find", ask).Want(200)
		}
		if r := owner.Post("/api/lamp/find", ask); r.Code() != "too-many-links" {
			t.Errorf("the eleventh of the known browser: %d %s", r.Status, r.Body)
		}
		if n := a.Count(t, "SELECT count(*) FROM throttles WHERE key LIKE 'lamp link opened%' AND key LIKE '%8111%'"); n != 0 {
			t.Error("the number stands in the memory of browsers")
		}
	})
}
