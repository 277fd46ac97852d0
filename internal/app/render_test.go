package app_test

import (
	"bytes"
	"compress/gzip"
	"context"
	"encoding/hex"
	"fmt"
	"maps"
	"math/rand/v2"
	"regexp"
	"slices"
	"strings"
	"testing"

	"shanmen/internal/base/locale"
	"shanmen/internal/people/account"
	"shanmen/internal/platform/db"
	"shanmen/internal/platform/httpd"
	"shanmen/internal/testkit"
	"shanmen/internal/testkit/htmlcheck"
)

// rendered is a page as the server sends it.
type rendered struct {
	id     string
	as     *testkit.Client // who may see it
	path   string          // with its language
	locale locale.Locale
	policy string // the Content-Security-Policy for its scripts and styles
	html   string
	later  string // for a browser that has the style sheet
	name   string // the id, and for whom, if there are two
}

// everyPage is each page of the table in both languages, as a visitor with access sees it.
func everyPage(t *testing.T, a *testkit.App) (out []rendered) {
	t.Helper()
	member := a.Member(t)
	first := member.BuyFor(1000, a.Item(t, "lamp-oil", "bottle"))
	member.Fill(a.Item(t, "lamp-oil", "bottle")).Want(200)
	guest := a.Guest()
	staff := a.Staff(t, "counter")
	forgetful := a.Guest()
	forgetful.Post("/api/auth/forget-password", map[string]any{"identifier": "91234567"}).Want(200)
	names := strings.NewReplacer(":key", "", ":id", first.ID)
	for _, p := range a.HTTP.Pages() {
		if p.Path == "" || p.ID == "about-us" {
			continue
		}
		path := names.Replace(p.Path)
		switch p.ID {
		case "about-us-key":
			path = "/about-us/history"
		case "blessing-service-key":
			path = "/blessing-service/light-lamp"
		case "event-key":
			path = "/event/full-moon-chanting"
		case "member-reset-email":
			path += "?ticket=" + ticket(t, a, account.TicketNewAddress)
		case "member-confirm":
			path += "?ticket=" + ticket(t, a, account.TicketConfirmAddress)
		case "member-undo-email":
			path += "?ticket=" + ticket(t, a, account.TicketUndoAddress)
		case "member-renewal":
			path += "?ticket=" + ticket(t, a, account.TicketRenewal)
		case "find-my-lamp-places":
			path += "?ticket=" + ticket(t, a, account.TicketLamps)
		case "order":
			invoiceID := a.Text(t, "SELECT id FROM invoices ORDER BY id LIMIT 1")
			path += "?ticket=" + ticketAbout(t, a, account.TicketOrder, invoiceID)
		}
		c := member
		if p.ID == "member-login" || p.ID == "member-registration" {
			c = guest
		} else if p.ID == "member-reset-password" {
			c = forgetful
		} else if p.ID == "member-second-factor" {
			c = staff
		}
		show := func(name string, c *testkit.Client, l locale.Locale) {
			r := c.Get(l.Path(path)).Want(200)
			sheet := styleFile.FindSubmatch(r.Body)
			if sheet == nil {
				t.Fatalf("%s has no style sheet", path)
			}
			c.Header.Set("Cookie", "styles="+string(sheet[1]))
			later := c.Get(l.Path(path)).Want(200)
			c.Header.Del("Cookie")
			out = append(out, rendered{p.ID, c, l.Path(path), l, r.Header.Get("Content-Security-Policy"), string(r.Body), string(later.Body), name})
		}
		for _, l := range locale.All {
			show(p.ID, c, l)
			if p.GuestData {
				show(p.ID+"-guest", guest, l)
			}
		}
	}
	return out
}

var styleFile = regexp.MustCompile(`<style data-file="([\w.-]+)">`)

var withoutScript = regexp.MustCompile(`(?s)<aside [^>]*class="without-script .*?<a [^>]*href="tel:\d+.*?</aside>`)

var firstImage = regexp.MustCompile(`<img [^>]*>`)

// mostEager is how many pictures a page may load at once: those of one row on a desktop.
const mostEager = 4

// heaviest is the maximum compressed size of a page's HTML, with its styles and its data.
const heaviest = 31_500

// problems returns the errors of a page that was sent.
func (p rendered) problems() []string {
	out := htmlcheck.Problems(p.html)
	if strings.Contains(p.html, `data-render="client"`) {
		out = append(out, "did not render on the server")
	}
	if !strings.Contains(p.html, `<html lang="`+p.locale.Tag()+`"`) {
		out = append(out, "is in another language")
	}
	if !strings.Contains(p.policy, "default-src 'self'") || strings.Contains(p.policy, "unsafe-inline") || strings.Contains(p.policy, "unsafe-eval") {
		out = append(out, "has the policy "+p.policy)
	}
	if !withoutScript.MatchString(p.html) {
		out = append(out, "gives no telephone to those without JavaScript")
	}
	if first := firstImage.FindString(p.html); strings.Contains(first, `loading="lazy"`) && p.id != "contact-us" { // whose map is far down
		out = append(out, "loads its first picture only after the scripts: "+first)
	}
	if n := strings.Count(p.html, `loading="eager"`); n > mostEager {
		out = append(out, fmt.Sprintf("loads %d pictures before it is scrolled, more than %d", n, mostEager))
	}
	var packed bytes.Buffer
	z, _ := gzip.NewWriterLevel(&packed, gzip.BestCompression)
	_, _ = z.Write([]byte(p.html))
	_ = z.Close()
	if packed.Len() > heaviest {
		out = append(out, fmt.Sprintf("weighs %d bytes, more than %d", packed.Len(), heaviest))
	}
	return out
}

// Every page of the table renders on the server, in both languages, for visitors who may see it.
func TestEveryPageRenders(t *testing.T) {
	a := testkit.New(t, "sqlite")
	pages := everyPage(t, a)
	for _, p := range pages {
		for _, problem := range p.problems() {
			t.Errorf("%s: %s", p.path, problem)
		}
	}
	for _, problem := range omitted(a.HTTP.Pages(), pages, a.Messages.All(locale.EN)) {
		t.Error(problem)
	}
	for _, problem := range overweight(t, pages) {
		t.Error(problem)
	}
	if n := a.SSR.Stats().Failures; n != 0 {
		t.Errorf("%d pages failed to render", n)
	}
}

// omitted returns what is wrong with the messages that pages leave out: a page shows one, or there is none.
func omitted(specs []httpd.PageSpec, pages []rendered, all map[string]string) (out []string) {
	for _, spec := range specs {
		for _, start := range spec.Omits {
			if !slices.ContainsFunc(slices.Collect(maps.Keys(all)), func(key string) bool { return strings.HasPrefix(key, start) }) {
				out = append(out, fmt.Sprintf("%s omits %s, and no message is called so", spec.ID, start))
			}
			for _, p := range pages {
				if shown, _, _ := strings.Cut(p.html, `<script id="payload"`); p.id == spec.ID && strings.Contains(shown, start) {
					out = append(out, fmt.Sprintf("%s shows the name of %s in place of its text", p.path, start))
				}
			}
		}
	}
	return out
}

// Checks that problems finds errors; otherwise every page would pass.
func TestTheRenderTestFindsPageProblems(t *testing.T) {
	const policy = "default-src 'self'"
	page := func(body string) string {
		return `<!doctype html><html lang="en-SG"><head><title>T</title></head><body><h1>H</h1>` +
			`<aside class="without-script x"><p><a href="tel:60000000">6000 0000</a></p></aside>` + body + `</body></html>`
	}
	noise := make([]byte, heaviest)
	_, _ = rand.NewChaCha8([32]byte{}).Read(noise)
	for _, c := range []struct {
		name, policy, html, want string
	}{
		{"OK", policy, page(""), ""},
		{"ErrNotRendered", policy, page(`<div data-render="client"></div>`), "did not render on the server"},
		{"ErrLanguage", policy, strings.Replace(page(""), "en-SG", "zh-Hans", 1), "is in another language"},
		{"ErrNoPolicy", "", page(""), "has the policy "},
		{"ErrUnsafePolicy", policy + "; style-src 'unsafe-inline'", page(""), "has the policy " + policy + "; style-src 'unsafe-inline'"},
		{"ErrWithoutScript", policy, strings.Replace(page(""), "tel:", "", 1), "gives no telephone to those without JavaScript"},
		{"ErrWeight", policy, page(hex.EncodeToString(noise)), "weighs "},
		{"OKLaterPicture", policy, page(`<img src="/a" alt="" loading="eager"><img src="/b" alt="" loading="lazy">`), ""},
		{"ErrLazyPicture", policy, page(`<img src="/a" alt="" loading="lazy">`), "loads its first picture only after"},
		{"ErrEagerPictures", policy, page(strings.Repeat(`<img src="/a" alt="" loading="eager">`, mostEager+1)), "loads 5 pictures"},
		{"ErrHTML", policy, page(`<p style="color:red">x</p>`), "<p> has a style attribute"},
	} {
		t.Run(c.name, func(t *testing.T) {
			found := strings.Join(rendered{locale: locale.EN, policy: c.policy, html: c.html}.problems(), "\n")
			if (c.want == "") != (found == "") || !strings.HasPrefix(found, c.want) {
				t.Errorf("found %q, want %q", found, c.want)
			}
		})
	}
}

// ticket is valid, for an e-mail address of the demonstration's member.
func ticket(t *testing.T, a *testkit.App, purpose string) string {
	t.Helper()
	return ticketAbout(t, a, purpose, "mei@example.com")
}

func ticketAbout(t *testing.T, a *testkit.App, purpose, subject string) string {
	t.Helper()
	token, err := db.WriteValue(t.Context(), a.DB, func(ctx context.Context, tx *db.Tx) (string, error) {
		userID, err := testkit.UserID(ctx, tx.Queries, "+6591234567")
		if err != nil {
			return "", err
		}
		return a.Accounts.IssueTicket(ctx, tx, purpose, userID, subject)
	})
	if err != nil {
		t.Fatal(err)
	}
	return token
}
