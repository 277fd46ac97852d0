package app_test

import (
	"context"
	"encoding/json"
	"net/url"
	"strings"
	"testing"
	"time"

	"shanmen/internal/base/clock"
	"shanmen/internal/base/id"
	"shanmen/internal/base/locale"
	"shanmen/internal/people/account"
	"shanmen/internal/platform/db"
	"shanmen/internal/platform/db/query"
	"shanmen/internal/platform/httpd"
	"shanmen/internal/testkit"
)

// guarded lists the pages of the specification's route table, by id, and our own pages that have a guard. All other
// pages are open to everybody.
var guarded = []string{
	"cart-checkout", "member-login", "member-registration", "member-reset-password", "member-reset-email", "member-profile",
	"transaction-status", "member-profile-invoices", "member-profile-invoices-id",
}

// The redirect targets of guards, without language. "login" returns to the page first asked for.
const (
	in          = "" // the page is shown
	toLogin     = "login"
	toCart      = "/cart"
	toProfile   = "/member/profile"
	toComplete  = "/member/profile?notice=member-needed"
	toInvoices  = "/member/profile/invoices"
	toForgot    = "/member/forgot-password"
	toExpired   = "/member/forgot-password?notice=expired"
	toNewTicket = "/member/profile?notice=expired"
)

// visitor is a kind of visitor, with a link's query for the page that needs a ticket, and where each guarded page
// redirects them, in the order of guarded.
type visitor struct {
	name   string
	client *testkit.Client
	ticket string
	leads  [9]string
}

func TestGuardsForEveryPageVisitorAndLanguage(t *testing.T) {
	testkit.One(t, func(t *testing.T, a *testkit.App) {
		for _, v := range visitors(t, a) {
			for _, p := range a.HTTP.Pages() {
				if p.Path == "" {
					continue
				}
				for _, l := range locale.All {
					checkGuard(t, v, p, l)
				}
			}
		}
	})
}

func checkGuard(t *testing.T, v visitor, p httpd.PageSpec, l locale.Locale) {
	t.Helper()
	leads, known := in, false
	for i, page := range guarded {
		if page == p.ID {
			leads, known = v.leads[i], true
		}
	}
	if known != (len(p.Guards) > 0) {
		if !known && (strings.HasPrefix(p.Path, "/member/") || p.ID == "find-my-lamp-places" || p.ID == "order") {
			return // a page beyond the specification's table, tested in its own package
		}
		t.Fatalf("%s has the guards %v: the test is to know them", p.ID, p.Guards)
	}
	path := l.Path(strings.NewReplacer("/about-us/:key", "/about-us/history", "blessing-service/:key", "blessing-service/light-lamp",
		"event/:key", "event/winter-solstice", ":id", "none").Replace(p.Path))
	query := "from=qr%20code&x=%E7%81%AF"
	if p.ID == "member-reset-email" && v.ticket != "" {
		query += "&ticket=" + v.ticket
	}
	want, status := "", 200
	switch {
	case p.ID == "about-us":
		want = l.Path("/about-us/history")
	case leads == toLogin:
		want = l.Path("/member/login") + "?redirect=" + url.QueryEscape(path+"?"+query)
	case leads != in:
		want = l.Path(leads)
	}
	if want != "" {
		status = 302
	}
	r := v.client.Get(path + "?" + query)
	if r.Status != status || r.Header.Get("Location") != want {
		t.Errorf("%s at %s: %d to %q, want %d to %q", v.name, path, r.Status, r.Header.Get("Location"), status, want)
	}
	if want != "" && strings.Contains(string(r.Body), "<html") {
		t.Errorf("%s at %s: HTML before the redirect", v.name, path)
	}
	payload := v.client.Get(strings.TrimSuffix(path, "/") + "/_payload.json?" + query)
	if want == "" && p.ID == "member-profile-invoices-id" {
		if payload.Status != 404 {
			t.Errorf("%s is told of an invoice that is not theirs: %s", v.name, payload.Body)
		}
		return
	}
	var got struct {
		Route    string
		Data     json.RawMessage
		Redirect *httpd.Redirect
	}
	payload.Want(200).JSON(&got)
	if got.Route != httpd.RouteName(p.ID, l) {
		t.Errorf("%s: the payload is of %s", path, got.Route)
	}
	switch {
	case want == "" && (got.Redirect != nil || string(got.Data) == "null"):
		t.Errorf("%s at %s: the payload says %s", v.name, path, payload.Body)
	case want != "" && (got.Redirect == nil || *got.Redirect != httpd.Redirect{Target: want, Status: 302} || string(got.Data) != "null"):
		t.Errorf("%s at %s: the payload says %s, want %q", v.name, path, payload.Body, want)
	}
}

func visitors(t *testing.T, a *testkit.App) []visitor {
	t.Helper()
	lamp := func(c *testkit.Client) *testkit.Client {
		c.Fill(a.Item(t, "lamp-oil", "bottle")).Want(200)
		return c
	}
	// Expired codes and tickets; the others are fresh.
	late, lateTicket, lateMember := forgetful(t, a), ticket(t, a, account.TicketNewAddress), a.NewMember(t, "Late", "+6581110001")
	a.Clock.Advance(31 * time.Minute)

	buyer := lamp(a.Member(t))
	buyer.OrderInCash(1000).Want(200)
	lamp(buyer)
	guesser := forgetful(t, a)
	for range 5 {
		guesser.Post("/api/auth/reset-password", map[string]any{"otp": "000000", "password": "a-new-lotus-lamp"})
	}
	registering := a.Guest()
	registering.Post("/api/auth/registration", map[string]any{
		"name": "Somebody", "mobile": "+6581110002", "password": "three-lotus-lamps", "locale": "en", "acceptedPolicies": "2026-11",
	}).Want(200)
	used, foreign := ticket(t, a, account.TicketNewAddress), ticket(t, a, account.TicketUndoAddress)
	a.Write(t, func(ctx context.Context, tx *db.Tx) error {
		row, err := tx.TicketByToken(ctx, id.Hash(used))
		if err != nil {
			return err
		}
		_, err = tx.SpendTicket(ctx, query.SpendTicketParams{UsedAt: clock.MillisOf(a.Clock.Now()), ID: row.ID})
		return err
	})
	live := ticket(t, a, account.TicketNewAddress) // of one purpose only the newest ticket is valid; opening its page does not use it up
	guestLeads := [9]string{toCart, in, in, toForgot, toForgot, toLogin, toLogin, toLogin, toLogin}
	memberLeads := [9]string{toCart, toProfile, toProfile, toForgot, toProfile, in, toInvoices, in, in}
	with := func(leads [9]string, page int, to string) [9]string { leads[page] = to; return leads }
	const checkout, otp, mail = 0, 3, 4
	buyerLeads := with(with(memberLeads, checkout, in), 6, in)
	return []visitor{
		{"a guest", a.Guest(), "", guestLeads},
		{"a guest with a cart", lamp(a.Guest()), "", with(guestLeads, checkout, toLogin)},
		{"a member", a.NewMember(t, "New", "+6581110003"), "", memberLeads},
		{"a member with a cart and an order", buyer, "", buyerLeads},
		{"staff", a.Staff(t, "counter"), "", memberLeads},
		{"staff with a cart and no member record", lamp(a.Staff(t, "treasurer")), "", with(memberLeads, checkout, toComplete)},
		{"a guest with a code", forgetful(t, a), "", with(guestLeads, otp, in)},
		{"a guest with an expired code", late, "", with(guestLeads, otp, toExpired)},
		{"a guest whose guesses are spent", guesser, "", with(guestLeads, otp, toExpired)},
		{"a guest with a code for something else", registering, "", guestLeads},
		{"a guest with a ticket", a.Guest(), live, with(guestLeads, mail, in)},
		{"a member with a ticket", buyer, live, with(buyerLeads, mail, in)},
		{"a guest with an expired ticket", a.Guest(), lateTicket, with(guestLeads, mail, toExpired)},
		{"a member with an expired ticket", lateMember, lateTicket, with(memberLeads, mail, toNewTicket)},
		{"a guest with a used ticket", a.Guest(), used, with(guestLeads, mail, toExpired)},
		{"a guest with a ticket for something else", a.Guest(), foreign, with(guestLeads, mail, toExpired)},
		{"a guest with a made-up ticket", a.Guest(), "made-up", with(guestLeads, mail, toExpired)},
	}
}

// forgetful is a guest who has asked for a password reset code.
func forgetful(t *testing.T, a *testkit.App) *testkit.Client {
	t.Helper()
	c := a.Guest()
	c.Post("/api/auth/forget-password", map[string]any{"identifier": "91234567"}).Want(200)
	return c
}

// Opening a link does not use it up, keeps the ticket out of later requests and the log, and the database stores only a
// hash.
func TestTicketsStaySecret(t *testing.T) {
	testkit.One(t, func(t *testing.T, a *testkit.App) {
		token := ticket(t, a, account.TicketNewAddress)
		for range 3 {
			for _, path := range []string{"/member/reset-email", "/zh/member/reset-email", "/zh/member/reset-email/_payload.json"} {
				r := a.Guest().Get(path + "?ticket=" + token).Want(200)
				if r.Header.Get("Referrer-Policy") != "no-referrer" || r.Header.Get("Link") != "" || !strings.Contains(r.Header.Get("Cache-Control"), "no-") {
					t.Errorf("%s: %v", path, r.Header)
				}
				if strings.Contains(string(r.Body), token) {
					t.Errorf("%s has the ticket in it", path)
				}
			}
		}
		if r := a.Guest().Get("/member/reset-email?ticket=" + token + "x"); r.Status != 302 || r.Header.Get("Referrer-Policy") != "no-referrer" || strings.Contains(r.Header.Get("Location"), "ticket") {
			t.Errorf("a dead one: %d %v", r.Status, r.Header)
		}
		if n := a.Count(t, "SELECT count(*) FROM tickets WHERE token_hash = $1 AND used_at = 0", id.Hash(token)); n != 1 {
			t.Error("the ticket is not there as a hash, or was spent")
		}
		if n := a.Count(t, "SELECT count(*) FROM tickets WHERE token_hash = $1 OR subject = $1", token); n != 0 {
			t.Error("the ticket is stored as it is")
		}
		a.Clock.Advance(31 * time.Minute)
		a.MustSweep(t)
		if n := a.Count(t, "SELECT count(*) FROM tickets"); n != 0 {
			t.Errorf("%d dead tickets are kept", n)
		}
		if _, err := a.Accounts.LiveTicket(t.Context(), a.DB.Read(), account.TicketNewAddress, token); err == nil {
			t.Error("a dead ticket opens")
		}
	})
}

// A personal page's data is requested once, with the query of the address. The empty cart of a browser without a session
// is in its HTML.
func TestPersonalPagesPreloadTheirData(t *testing.T) {
	t.Parallel()
	a := testkit.New(t, "sqlite")
	member := a.NewMember(t, "Tan Mei Ling", "+6581110001")
	for at, want := range map[string]string{
		"/cart":                    "</cart/_payload.json>; rel=preload; as=fetch; crossorigin=anonymous",
		"/zh/cart?a=1&b=%E7%81%AF": "</zh/cart/_payload.json?a=1&b=%E7%81%AF>; rel=preload; as=fetch; crossorigin=anonymous",
		"/event":                   "",
	} {
		if r := member.Get(at).Want(200); r.Header.Get("Link") != want {
			t.Errorf("%s: %q, want %q", at, r.Header.Get("Link"), want)
		}
	}
	for _, at := range []string{"/cart", "/member/login?redirect=%2Fx>y"} {
		if r := a.Guest().Get(at).Want(200); r.Header.Get("Link") != "" {
			t.Errorf("%s without a session: %q", at, r.Header.Get("Link"))
		}
	}
}
