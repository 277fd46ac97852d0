package app_test

import (
	"context"
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"

	"shanmen/internal/base/clock"
	"shanmen/internal/base/locale"
	"shanmen/internal/base/money"
	"shanmen/internal/offer/editing"
	"shanmen/internal/office/today"
	"shanmen/internal/people/account"
	"shanmen/internal/platform/db"
	"shanmen/internal/platform/db/query"
	"shanmen/internal/testkit"
)

const (
	founderEmail    = "lim@temple.example"
	founderPassword = "a long first password"
)

// foundTemple creates the tables and one administrator, as `staff add` does. It sets the demonstration flag, the only
// part of a demonstration here, so that the administrator needs no second factor.
func foundTemple(t *testing.T, p testkit.Place) {
	t.Helper()
	if err := os.MkdirAll(p.Dir, 0o700); err != nil {
		t.Fatal(err)
	}
	url := p.URL
	if url == "" {
		url = "sqlite:" + p.Dir + "/shanmen.db"
	}
	d, err := db.Open(t.Context(), url)
	if err != nil {
		t.Fatal(err)
	}
	accounts := &account.Service{DB: d, Clock: clock.NewFake(testkit.Start), LightPasswords: true}
	create, err := accounts.PrepareUser(t.Context(), account.NewUser{
		Name: "Lim Kok Hua", Email: founderEmail, Password: founderPassword, Locale: locale.EN, Roles: []string{"admin"},
	})
	if err == nil {
		err = d.Write(t.Context(), func(ctx context.Context, tx *db.Tx) error {
			if _, err := create(ctx, tx); err != nil {
				return err
			}
			return tx.PutSetting(ctx, query.PutSettingParams{Key: "demo", Value: "1"})
		})
	}
	if e := d.Close(); err == nil {
		err = e
	}
	if err != nil {
		t.Fatal(err)
	}
}

// leadsTo checks whether a page links to a path, as expected.
func leadsTo(t *testing.T, a *testkit.App, page, path string, should bool) bool {
	t.Helper()
	return strings.Contains(string(a.Guest().Get(page).Want(200).Body), `href="`+path+`"`) == should
}

// opensSoon checks a temple without a name: visitors get one "opening soon" page for every address, not indexed by
// search engines; the office, API, files and health checks work as usual.
func opensSoon(t *testing.T, a *testkit.App) {
	t.Helper()
	for path, says := range map[string]string{
		"/": "Opening soon", "/zh": "即将开放", "/blessing-service": "Opening soon", "/zh/contact-us": "即将开放", "/event": "Opening soon",
		"/member/registration": "Opening soon", "/zh/cart": "即将开放", "/find-my-lamp": "Opening soon",
	} {
		r := a.Guest().Get(path).Want(200)
		page := string(r.Body)
		if !strings.Contains(page, "<title>"+says+"</title>") || !strings.Contains(page, ">"+says+"</h1>") || !strings.Contains(page, `content="noindex"`) {
			t.Errorf("%s does not open soon: %.600s", path, page)
		}
		if strings.Contains(page, "rel=\"canonical\"") || strings.Contains(page, "manifest") && strings.Contains(page, "rel=\"manifest\"") {
			t.Errorf("%s has more in its head than there is", path)
		}
		for _, link := range links.FindAllStringSubmatch(page[strings.Index(page, "<body"):], -1) {
			if to := link[1]; to != "/admin" && !strings.HasPrefix(to, "/zh") && path != "/zh"+strings.TrimSuffix(to, "/") && "/zh"+to != path {
				t.Errorf("%s leads to %s", path, to)
			}
		}
	}
	for _, path := range []string{"/about-us", "/misc/faq", "/no-such-page"} {
		if page := string(a.Guest().Get(path).Want(404).Body); !strings.Contains(page, ">Opening soon</h1>") {
			t.Errorf("%s: %.400s", path, page)
		}
	}
	if page := string(a.Guest().Get("/member/login?redirect=%2Fadmin").Want(200).Body); !strings.Contains(page, `autoComplete="current-password"`) && !strings.Contains(page, `autocomplete="current-password"`) {
		t.Error("the office's people cannot log in")
	}
	for _, path := range []string{"/healthz", "/readyz", "/admin", "/api/event", "/favicon.svg"} {
		a.Guest().Get(path).Want(200)
	}
	a.Guest().Get("/sitemap.xml").Want(404)
	if robots := string(a.Guest().Get("/robots.txt").Want(200).Body); strings.Contains(robots, "Sitemap") || strings.Contains(robots, "Disallow: /\n") {
		t.Errorf("robots: %q", robots)
	}
}

// isOpen checks the same temple once it has a name: no page links to content that does not exist.
func isOpen(t *testing.T, a *testkit.App) {
	t.Helper()
	a.Guest().Get("/sitemap.xml").Want(200)
	for _, path := range []string{"/", "/zh", "/contact-us", "/member/registration", "/blessing-service"} {
		page := string(a.Guest().Get(path).Want(200).Body)
		if strings.Contains(page, ">Opening soon</h1>") || strings.Contains(page, ">即将开放</h1>") {
			t.Errorf("%s opens soon still", path)
		}
		body := page[strings.Index(page, "<body"):]
		for _, link := range links.FindAllStringSubmatch(body, -1) {
			if strings.Contains(link[1], "/about-us") || strings.Contains(link[1], "/misc/") {
				t.Errorf("%s leads to %s, which nobody has written", path, link[1])
			}
		}
	}
	if page := string(a.Guest().Get("/no-such-page").Want(404).Body); strings.Contains(page, `href="/about-us"`) || strings.Contains(page, `href="/misc/faq"`) {
		t.Error("the page of what is not there leads to what is not there")
	}
}

var links = regexp.MustCompile(`<a\b[^>]*\shref="(/[^"#?]*)`)

// An empty temple reaches its first cash payment by the steps that Today shows; then no step is left.
func TestAnEmptyTempleReachesItsFirstCashPaymentByTodaysSteps(t *testing.T) {
	t.Parallel()
	for _, engine := range []string{"sqlite", "postgres"} {
		t.Run(engine, func(t *testing.T) {
			t.Parallel()
			p := testkit.EmptyPlace(t, engine)
			foundTemple(t, p)
			a := testkit.At(t, p)
			c := a.LogIn(t, founderEmail, founderPassword)
			done := func(want ...string) {
				t.Helper()
				var o today.Today
				c.Get("/api/admin/today").Want(200).JSON(&o)
				var is []string
				for _, step := range o.Steps {
					if step.Done {
						is = append(is, step.What)
					}
				}
				if len(o.Steps) != 10 || !slices.Equal(is, want) {
					t.Errorf("%v are done of %d steps, want %v", is, len(o.Steps), want)
				}
			}
			made := func(kind, key string, fields map[string]string) string {
				t.Helper()
				var out editing.Added
				c.Post("/api/admin/record", map[string]any{"kind": kind, "key": key, "fields": fields}).Want(200).JSON(&out)
				c.Publish(out.Record.ID, "en", "zh").Want(200)
				return out.Record.ID
			}
			done()
			opensSoon(t, a)
			place := a.Record(t, "place", "temple")
			c.Type(place, map[string]string{"name.en": "White Crane Temple", "name.zh": "白鹤寺"}).Want(200)
			c.Publish(place, "en", "zh").Want(200)
			done("temple")
			isOpen(t, a)
			c.Type(place, map[string]string{"opening": `[{"on":"every","opens":"08:00","closes":"17:00","name":{"en":"","zh":""}}]`}).Want(200)
			c.Publish(place, "en", "zh").Want(200)
			done("temple", "hours")
			for _, policy := range account.Policies {
				id := a.Record(t, "policy", policy)
				if !leadsTo(t, a, "/", "/misc/"+policy, false) {
					t.Errorf("before %s is published", policy)
				}
				var checked editing.Checked
				c.Get("/api/admin/record/" + id + "/check?languages=en,zh").Want(200).JSON(&checked)
				if len(checked.Blocks) != 0 || len(checked.Warnings) != 2 || checked.Warnings[0].Code != "model-text" {
					t.Errorf("%s: %+v %+v", policy, checked.Blocks, checked.Warnings)
				}
				c.Publish(id, "en", "zh").Want(200)
				if !leadsTo(t, a, "/zh", "/zh/misc/"+policy, true) {
					t.Errorf("after %s is published", policy)
				}
			}
			done("temple", "hours", "policies")
			made("page", "history", map[string]string{"title.en": "Our history", "title.zh": "本寺历史", "html.en": "<p>Since 1928.</p>", "html.zh": "<p>始于一九二八年。</p>"})
			if !leadsTo(t, a, "/", "/about-us", true) {
				t.Error("after a page about the temple is published")
			}
			done("temple", "hours", "policies", "pages")
			c.Put("/api/admin/setting", map[string]any{"values": map[string]string{"paynow-uen": "T08SS0001L", "paynow-payee": "WHITE CRANE TEMPLE"}}).Want(200)
			done("temple", "hours", "policies", "pages", "paynow")
			made("category", "lamps", map[string]string{"title.en": "Lamps", "title.zh": "供灯"})
			done("temple", "hours", "policies", "pages", "paynow", "category")
			for _, form := range []string{"living", "departed", "gift", "contact"} {
				c.Publish(a.Record(t, "form", form), "en", "zh").Want(200)
			}
			if page := string(a.Guest().Get("/contact-us").Want(200).Body); !strings.Contains(page, "Your message") {
				t.Error("the contact page has no form")
			}
			done("temple", "hours", "policies", "pages", "paynow", "category", "form")
			made("offering", "light-lamp", map[string]string{
				"title.en": "Blessing lamp", "title.zh": "光明灯", "summary.en": "A lamp for a year.", "summary.zh": "一年明灯。",
				"art": "lamp", "form": "living", "options": "one",
				"option.one.title.en": "One person", "option.one.title.zh": "个人灯", "option.one.price": "3800", "option.one.terms": "once",
				"option.one.channels": "site counter",
			})
			done("temple", "hours", "policies", "pages", "paynow", "category", "form", "offering")

			c.Post("/api/admin/shift", map[string]any{"float": 2000}).Want(200)
			sold := c.Post("/api/admin/walk-in", map[string]any{
				"locale": "en", "payer": map[string]any{"chineseName": "林秀红", "mobile": "81234567"},
				"items": []any{a.Item(t, "light-lamp", "one", "form", testkit.People("林秀红"))}, "paymentAmount": 3800, "method": money.PayNow,
			}).Order()
			done("temple", "hours", "policies", "pages", "paynow", "category", "form", "offering", "order")
			c.TakeCash(sold.ID, 3800).Want(200)
			var o today.Today
			if c.Get("/api/admin/today").Want(200).JSON(&o); len(o.Steps) != 0 {
				t.Errorf("cash has come in: %+v", o.Steps)
			}
			for _, path := range []string{"/", "/zh/blessing-service/light-lamp"} {
				a.Guest().Get(path).Want(200)
			}
		})
	}
}
