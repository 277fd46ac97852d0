package app_test

import (
	"encoding/json"
	"net/http"
	"slices"
	"strings"
	"testing"

	"shanmen/internal/base/locale"
	"shanmen/internal/platform/httpd"
	"shanmen/internal/testkit"
	"shanmen/internal/testkit/together"
)

// target is an address of every page of the table, its parameters filled with existing records.
func target(t *testing.T, a *testkit.App, p httpd.PageSpec) string {
	t.Helper()
	key := "0"
	switch p.ID {
	case "about-us-key":
		var titles []struct{ Key string }
		a.Guest().Get("/api/about-us/title").Want(200).JSON(&titles)
		key = titles[0].Key
	case "blessing-service-key":
		key = "light-lamp"
	case "event-key":
		key = "full-moon-chanting"
	}
	if path, _, ok := strings.Cut(p.Path, ":"); ok {
		return path + key
	}
	return p.Path
}

// local is a page's path with a language prefix.
func local(prefix, path string) string {
	if path == "/" && prefix != "" {
		return prefix
	}
	return prefix + path
}

// sentTo is where a guarded page redirects a guest.
var sentTo = map[string]string{
	"about-us":                        "/about-us/",
	"cart-checkout":                   "/cart",
	"find-my-lamp-places":             "/find-my-lamp",
	"order":                           "/find-my-lamp",
	"transaction-status":              "/member/login?redirect=",
	"member-reset-password":           "/member/forgot-password",
	"member-reset-email":              "/member/forgot-password",
	"member-confirm":                  "/member/profile",
	"member-undo-email":               "/member/forgot-password",
	"member-profile":                  "/member/login?redirect=",
	"member-profile-invoices":         "/member/login?redirect=",
	"member-profile-invoices-id":      "/member/login?redirect=",
	"member-profile-security":         "/member/login?redirect=",
	"member-profile-family":           "/member/login?redirect=",
	"member-profile-data":             "/member/login?redirect=",
	"member-profile-lamps":            "/member/login?redirect=",
	"member-profile-subscriptions":    "/member/login?redirect=",
	"member-profile-subscriptions-id": "/member/login?redirect=",
	"member-renewal":                  "/member/profile/subscriptions?notice=expired",
	"member-second-factor":            "/member/login?redirect=",
}

func TestEveryPageAnswersInBothLanguages(t *testing.T) {
	t.Parallel()
	a := testkit.New(t, "sqlite")
	for _, p := range a.HTTP.Pages() {
		if p.Path == "" {
			continue // shown in place of others
		}
		path := target(t, a, p)
		for _, prefix := range []string{"", "/zh"} {
			at := local(prefix, path)
			c := a.Guest()
			c.Header.Set("Accept-Language", map[string]string{"": "en", "/zh": "zh"}[prefix])
			r, payload := c.Get(at), c.Get(strings.TrimSuffix(at, "/")+"/_payload.json")
			if to := sentTo[p.ID]; to != "" {
				want := prefix + to
				if strings.HasSuffix(want, "redirect=") {
					want += strings.ReplaceAll(at, "/", "%2F")
				}
				got := r.Header.Get("Location")
				if r.Status != 302 || got != want && !(p.ID == "about-us" && strings.HasPrefix(got, want)) {
					t.Errorf("%s: %d to %q, want 302 to %q", at, r.Status, got, want)
				}
				if strings.Contains(string(r.Body), "<html") || !strings.Contains(r.Header.Get("Cache-Control"), "no-") {
					t.Errorf("%s: HTML before the redirect, or a redirect that is kept: %v", at, r.Header)
				}
				wantsRedirect(t, at, payload, got, len(p.Guards) > 0)
				continue
			}
			if len(p.Guards) > 0 && p.Guards[0] != "authenticated-redirect-profile" {
				t.Errorf("%s is guarded and nobody says where a guest goes", p.ID)
			}
			wantsPage(t, at, prefix, r)
			var v struct {
				Route string
				Meta  httpd.Meta
			}
			payload.Want(200).JSON(&v)
			if v.Route != httpd.RouteName(p.ID, map[string]locale.Locale{"": locale.EN, "/zh": locale.ZH}[prefix]) || v.Meta.Title == "" {
				t.Errorf("%s: payload %+v", at, v)
			}
			personal := p.Personal || len(p.Guards) > 0
			if got := payload.Header.Get("Cache-Control"); (got == "private, no-store") != personal {
				t.Errorf("%s: the payload's Cache-Control is %q", at, got)
			}
			if tag := payload.Header.Get("Etag"); (tag != "") == personal {
				t.Errorf("%s: the payload's ETag is %q", at, tag)
			} else if tag != "" {
				for _, named := range []string{tag, "W/" + tag, `"x", ` + tag} {
					c.Header.Set("If-None-Match", named)
					if again := c.Get(strings.TrimSuffix(at, "/") + "/_payload.json"); again.Status != 304 || len(again.Body) > 0 {
						t.Errorf("%s: If-None-Match %s: %d", at, named, again.Status)
					}
				}
			}
		}
	}
}

func wantsRedirect(t *testing.T, at string, payload *testkit.Response, to string, private bool) {
	t.Helper()
	var v struct {
		Data     json.RawMessage
		Meta     *httpd.Meta
		Redirect *httpd.Redirect
	}
	payload.Want(200).JSON(&v)
	if v.Redirect == nil || v.Redirect.Target != to || v.Redirect.Status != 302 || v.Redirect.External || string(v.Data) != "null" || v.Meta != nil {
		t.Errorf("%s: a refused payload says %s", at, payload.Body)
	}
	if private && payload.Header.Get("Cache-Control") != "private, no-store" {
		t.Errorf("%s: a refused payload may be kept: %v", at, payload.Header)
	}
}

func wantsPage(t *testing.T, at, prefix string, r *testkit.Response) {
	t.Helper()
	lang := map[string]string{"": `lang="en-SG"`, "/zh": `lang="zh-Hans"`}[prefix]
	if r.Status != 200 || !strings.HasPrefix(r.Header.Get("Content-Type"), "text/html") || !strings.Contains(string(r.Body), lang) {
		t.Errorf("%s: %d %s without %s", at, r.Status, r.Header.Get("Content-Type"), lang)
	}
	csp := r.Header.Get("Content-Security-Policy")
	if strings.Contains(csp, "unsafe") || !strings.Contains(csp, "script-src 'self'") || !strings.Contains(csp, "frame-ancestors 'none'") ||
		r.Header.Get("X-Content-Type-Options") != "nosniff" || r.Header.Get("X-Frame-Options") != "DENY" || r.Header.Get("Referrer-Policy") == "" {
		t.Errorf("%s: headers %v", at, r.Header)
	}
	if r.Header.Get("Set-Cookie") != "" {
		t.Errorf("%s sets a cookie on a GET: %v", at, r.Header)
	}
	canonical := `rel="canonical" href="http://temple.example` + at + `"`
	if !strings.Contains(string(r.Body), canonical) {
		t.Errorf("%s has no %s", at, canonical)
	}
}

func TestLoginRedirectKeepsTheQuery(t *testing.T) {
	t.Parallel()
	a := testkit.New(t, "sqlite")
	r := a.Guest().Get("/zh/transaction/status?id=a%20b&utm=x")
	if got := r.Header.Get("Location"); got != "/zh/member/login?redirect=%2Fzh%2Ftransaction%2Fstatus%3Fid%3Da%2520b%26utm%3Dx" {
		t.Errorf("%d %s", r.Status, got)
	}
	member := a.Member(t)
	for _, path := range []string{"/member/login", "/zh/member/registration?redirect=/cart"} {
		prefix := strings.TrimSuffix(path[:3], "/me")
		if r := member.Get(path); r.Status != 302 || r.Header.Get("Location") != prefix+"/member/profile" {
			t.Errorf("%s for who is logged in: %d %s", path, r.Status, r.Header.Get("Location"))
		}
	}
	staff := a.Staff(t, "counter")
	staff.Fill(a.Item(t, "lamp-oil", "bottle")).Want(200)
	if r := staff.Get("/cart/checkout"); r.Status != 302 || r.Header.Get("Location") != "/member/profile?notice=member-needed" {
		t.Errorf("staff without a member record: %d %s", r.Status, r.Header.Get("Location"))
	}
	if r := member.Get("/cart/checkout"); r.Status != 302 || r.Header.Get("Location") != "/cart" {
		t.Errorf("an empty cart: %d %s", r.Status, r.Header.Get("Location"))
	}
}

func TestOnlyTheHomePageRedirectsByLanguage(t *testing.T) {
	t.Parallel()
	a := testkit.New(t, "sqlite")
	ask := func(path, accept, cookie string) *testkit.Response {
		c := a.Guest()
		c.Header.Set("Accept-Language", accept)
		if cookie != "" {
			c.Header.Set("Cookie", "i18n_redirected="+cookie)
		}
		return c.Get(path)
	}
	for _, c := range []struct{ path, accept, cookie, to string }{
		{"/", "zh-CN,zh;q=0.9", "", "/zh"},
		{"/?utm=a&x=//evil.example", "zh-SG", "", "/zh?utm=a&x=//evil.example"},
		{"/", "en", "zh", "/zh"},
		{"/", "zh", "en", ""},
		{"/", "en", "", ""},
		{"/", "", "", ""},
		{"/?/_payload.json", "en", "", ""},
		{"/zh", "en", "en", ""},
		{"/about-us/history", "zh", "zh", ""},
		{"/blessing-service", "zh", "zh", ""},
		{"/zh/blessing-service", "en", "en", ""},
		{"/cart", "zh", "zh", ""},
	} {
		r := ask(c.path, c.accept, c.cookie)
		if to := r.Header.Get("Location"); to != c.to || (r.Status == 302) != (c.to != "") || r.Status != 302 && r.Status != 200 {
			t.Errorf("%+v: %d to %q", c, r.Status, to)
		}
		if c.to != "" {
			if got := r.Header.Get("Set-Cookie"); !strings.HasPrefix(got, "i18n_redirected=zh; Path=/; Max-Age=31536000") {
				t.Errorf("%+v: the choice is not remembered: %q", c, got)
			}
		}
		if r.Status == 200 && !strings.HasPrefix(r.Header.Get("Content-Type"), "text/html") {
			t.Errorf("%+v is no page: %v", c, r.Header)
		}
		if c.path[:1] == "/" && (c.path == "/" || c.path[1] == '?') {
			vary, cache := strings.Join(r.Header.Values("Vary"), ", "), r.Header.Get("Cache-Control")
			if !strings.Contains(vary, "Cookie") || !strings.Contains(vary, "Accept-Language") || !strings.HasPrefix(cache, "private") {
				t.Errorf("%+v may be shared between languages: Vary %q, Cache-Control %q", c, vary, cache)
			}
			if r.Status == 200 && !strings.Contains(vary, "Accept-Encoding") {
				t.Errorf("%+v: Vary %q", c, vary)
			}
		}
	}
	for _, method := range []string{"HEAD", "GET"} {
		c := a.Guest()
		c.Header.Set("If-None-Match", ask("/", "en", "").Header.Get("Etag"))
		if r := c.Do(method, "/", nil); !strings.Contains(r.Header.Get("Vary"), "Accept-Language") || !strings.HasPrefix(r.Header.Get("Cache-Control"), "private") {
			t.Errorf("%s: %d %v", method, r.Status, r.Header)
		}
	}
	// Concurrent requests for the same address in mixed languages.
	for range 20 {
		for path, lang := range map[string]string{"/blessing-service": "en-SG", "/zh/blessing-service": "zh-Hans"} {
			if r := ask(path, "zh", "en"); !strings.Contains(string(r.Body), `lang="`+lang+`"`) {
				t.Fatalf("%s is not in %s", path, lang)
			}
		}
	}
}

func TestEachPageHasOneAddress(t *testing.T) {
	t.Parallel()
	a := testkit.New(t, "sqlite")
	for path, to := range map[string]string{
		"/about-us/history/": "/about-us/history", "/zh/": "/zh", "/zh/cart/": "/zh/cart", "/cart/?x=1": "/cart?x=1", "//": "/",
		"/cart//": "/cart", "/evil.example//": "/evil.example",
	} {
		r := a.Guest().Get(path)
		if got := r.Header.Get("Location"); r.Status != 301 || got != to {
			t.Errorf("%s: %d to %q, want 301 to %q", path, r.Status, got, to)
		}
	}
	for _, path := range []string{
		"//about-us/history", "/zh//cart", "/about-us//history", "//evil.example/x", "/ZH", "/Zh/cart", "/en", "/en/cart", "/CART", "/zh/zh", "/zh/zh/cart",
		"/./cart", "/%2e/cart", "/x/%2e%2e/cart", "/..%2fcart", "/about-us/none", "/blessing-service/none", "/about-us/history/x", "/misc/none", "/%5cevil.example", "/not-found", "/error",
		"/.git/config", "/.env", "/shanmen.db", "/data/shanmen.db", "/debug/pprof/", "/metrics", "/assets/", "/assets/none.js", "/assets/%2e%2e%2f%2e%2e%2fgo.mod",
		"/uploads/", "/ssr.js", "/.vite/manifest.json", "/builds/meta/..%2f..%2fx.json", "/_i18n/..%2f..%2fetc/messages.json",
	} {
		r := a.Guest().Get(path)
		if r.Status == 301 && strings.HasSuffix(path, "/") { // and there it ends
			if r = a.Guest().Get(r.Header.Get("Location")); r.Status != 404 {
				t.Errorf("%s: %d", path, r.Status)
			}
		}
		if r.Status != 404 || r.Header.Get("Location") != "" {
			t.Errorf("%s: %d to %q", path, r.Status, r.Header.Get("Location"))
		}
	}
	for _, path := range []string{
		"/none/_payload.json", "//_payload.json", "/zh//_payload.json", "/about-us//_payload.json", "//about-us/history/_payload.json", "/about-us/none/_payload.json",
		"/_payload.json/_payload.json", "/not-found/_payload.json", "/ZH/_payload.json", "/_i18n/fr/messages.json",
		"/api/content/output/..%2f..%2fgo.mod", "/api/content/output/%2e%2e", "/api/offering/none",
	} {
		if r := a.Guest().Get(path); r.Status != 404 || r.Code() != "not-found" {
			t.Errorf("%s: %d %.200s", path, r.Status, r.Body)
		}
	}
	if r := a.Guest().Get("/about-us/%ff"); r.Status != 400 {
		t.Errorf("a path that is not text: %d", r.Status)
	}
	if r := a.Guest().Get("/about-us/%00"); r.Status != 400 {
		t.Errorf("NUL: %d", r.Status)
	}
}

// What is shown to others contains nothing of a logged-in visitor.
func TestCachedPagesContainNoVisitorData(t *testing.T) {
	testkit.One(t, func(t *testing.T, a *testkit.App) {
		const marker = "Zqxwvu Unmistakable"
		member, other := a.NewMember(t, marker, "+6598765432"), a.Member(t)
		member.Fill(a.Item(t, "lamp-oil", "bottle")).Want(200)
		var paths, personal []string
		for _, p := range a.HTTP.Pages() {
			if p.Path == "" || p.ID == "about-us" {
				continue
			}
			for _, prefix := range []string{"", "/zh"} {
				path := local(prefix, target(t, a, p))
				if p.Personal && !slices.Contains(p.Guards, "authenticated-redirect-profile") {
					personal = append(personal, path)
				} else if !p.Personal {
					paths = append(paths, path, strings.TrimSuffix(path, "/")+"/_payload.json")
				}
			}
		}
		for range 3 {
			a.SSR.Bump() // each round begins with an empty cache
			together.AtOnce(3*len(paths), func(i int) {
				c, who := a.Guest(), "guest"
				if i%3 == 0 {
					c, who = member, "member"
				}
				r := c.Get(paths[i/3])
				if r.Status != 200 || r.Header.Get("Set-Cookie") != "" || strings.Contains(string(r.Body), "Zqxwvu") || strings.Contains(string(r.Body), "98765432") {
					t.Errorf("%s for the %s: %d %v, marked: %v", paths[i/3], who, r.Status, r.Header, strings.Contains(string(r.Body), "Zqxwvu"))
				}
			})
		}
		other.Fill(a.Item(t, "lamp-oil", "bottle")).Want(200)
		for _, path := range personal {
			mine, theirs := member.Get(path), other.Get(path)
			if mine.Status != theirs.Status || string(mine.Body) != string(theirs.Body) || strings.Contains(string(mine.Body), "Zqxwvu") {
				t.Errorf("%s: the skeleton differs between members (%d, %d)", path, mine.Status, theirs.Status)
			}
		}
		// Only the JSON payload has the visitor's data, and it is not cached.
		r := member.Get("/member/profile/_payload.json").Want(200)
		if !strings.Contains(string(r.Body), marker) || r.Header.Get("Cache-Control") != "private, no-store" || r.Header.Get("Etag") != "" {
			t.Errorf("the profile's payload: %v %s", r.Header, r.Body)
		}
	})
}

// Without a session there is no cart, so the page says so at once. Whoever has a session gets a skeleton that says
// nothing, and its data by a call of its own that the browser begins with the page.
func TestOnlyAVisitorWithoutASessionIsShownAnEmptyCartAtOnce(t *testing.T) {
	testkit.One(t, func(t *testing.T, a *testkit.App) {
		const empty, call = "Your cart is empty", "</cart/_payload.json>; rel=preload; as=fetch; crossorigin=anonymous"
		nobody, guest, member := a.Guest(), a.Guest(), a.Member(t)
		guest.Fill(a.Item(t, "lamp-oil", "bottle")).Want(200)
		for _, c := range []struct {
			name    string
			as      *testkit.Client
			waiting bool
		}{{"nobody", nobody, false}, {"a guest with a cart", guest, true}, {"a member", member, true}} {
			r := c.as.Get("/cart").Want(200)
			html := string(r.Body)
			if got := r.Header.Get("Link"); (got == call) != c.waiting || r.Header.Get("Cache-Control") != "private, no-store" {
				t.Errorf("%s: %v", c.name, r.Header)
			}
			shown, payload, _ := strings.Cut(html, `<script id="payload"`)
			head, _, _ := strings.Cut(shown, "</head>")
			if strings.Contains(shown, empty) == c.waiting || strings.Contains(payload, `"data":null`) != c.waiting || strings.Contains(head, "modulepreload") != c.waiting {
				t.Errorf("%s: empty %v, data null %v, code at once %v", c.name, strings.Contains(shown, empty), strings.Contains(payload, `"data":null`), strings.Contains(head, "modulepreload"))
			}
		}
	})
}

func TestTheSameKeyTwiceActsOnce(t *testing.T) {
	testkit.Each(t, func(t *testing.T, a *testkit.App) {
		type view struct {
			ID    string
			Items []struct{ ID string }
		}
		body := func(quantity int) map[string]any {
			return map[string]any{"currency": "SGD", "items": []any{a.Item(t, "lamp-oil", "bottle", "quantity", quantity)}}
		}
		count := func(c *testkit.Client) int {
			t.Helper()
			var v view
			c.Header.Del("Idempotency-Key")
			c.Get("/api/cart/checkout").Want(200).JSON(&v)
			return len(v.Items)
		}
		send := func(c *testkit.Client, key string, body any) *testkit.Response {
			c.Header.Set("Idempotency-Key", key)
			return c.Post("/api/cart", body)
		}
		c := a.Guest()
		c.Post("/api/cart", body(1)).Want(200) // there is a session now
		first, again := send(c, "one", body(2)).Want(200), send(c, "one", body(2)).Want(200)
		var v, w view
		first.JSON(&v)
		again.JSON(&w)
		if v.ID != w.ID || len(v.Items) != 2 || len(w.Items) != 2 || count(c) != 2 {
			t.Errorf("first %s\nagain %s", first.Body, again.Body)
		}
		if r := send(c, "one", body(3)); r.Status != 400 || r.Code() != "idempotency-key-reused" || count(c) != 2 {
			t.Errorf("another body: %d %s", r.Status, r.Body)
		}
		// A refusal is not stored: the corrected request may carry the same key.
		if r := send(c, "two", body(1000)); r.Status != 400 || r.Code() == "idempotency-key-reused" {
			t.Errorf("a refusal: %d %s", r.Status, r.Body)
		}
		if r := send(c, "two", body(1)); r.Status != 200 || count(c) != 3 {
			t.Errorf("corrected: %d %s", r.Status, r.Body)
		}
		// Keys belong to one session.
		d := a.Guest()
		d.Post("/api/cart", body(1)).Want(200)
		if r := send(d, "one", body(5)); r.Status != 200 || count(d) != 2 {
			t.Errorf("somebody else's key: %d %s", r.Status, r.Body)
		}
		// Sent several times at once, as by an impatient click: done once.
		sent := body(4)
		c.Header.Set("Idempotency-Key", "three")
		together.AtOnce(8, func(int) {
			if r := c.Post("/api/cart", sent); r.Status != 200 {
				t.Errorf("at once: %d %s", r.Status, r.Body)
			}
		})
		if n := count(c); n != 4 {
			t.Errorf("%d items, want 4: one request was done more than once", n)
		}
		a.Clock.Advance(25 * 60 * 60e9)
		if r := send(c, "one", body(1)); r.Status != 200 || count(c) != 5 {
			t.Errorf("a day later: %d %s", r.Status, r.Body)
		}
	})
}

func TestEveryCallIsInTheContract(t *testing.T) {
	t.Parallel()
	a := testkit.New(t, "sqlite")
	var contract struct {
		OpenAPI string
		Paths   map[string]map[string]struct{ OperationID, Summary string }
	}
	a.Guest().Get("/api/openapi.json").Want(200).JSON(&contract)
	if !strings.HasPrefix(contract.OpenAPI, "3.1") {
		t.Errorf("version %q", contract.OpenAPI)
	}
	operations := map[string]string{}
	for _, c := range a.HTTP.Calls() {
		at := c.Method + " " + c.Path
		if c.Summary == "" {
			if c.Path != "/api/openapi.json" && strings.HasPrefix(c.Path, "/api/") {
				t.Errorf("%s says nothing of itself", at)
			}
			continue
		}
		o, ok := contract.Paths[c.Path][strings.ToLower(c.Method)]
		if !ok || o.Summary == "" {
			t.Errorf("%s is not in the contract", at)
			continue
		}
		if operations[o.OperationID] != "" {
			t.Errorf("%s and %s are both %s", at, operations[o.OperationID], o.OperationID)
		}
		operations[o.OperationID] = at
	}
	// Every call refuses a visitor without the right before it checks anything else.
	for _, c := range a.HTTP.Calls() {
		if c.Access.String() == "open" {
			continue
		}
		path := strings.NewReplacer("{id}", "0", "{image}", "0", "{key}", "0").Replace(c.Path)
		guest := a.Guest()
		if r := guest.Do(c.Method, path, "{"); r.Status != http.StatusUnauthorized || r.Code() != "not-logged-in" {
			t.Errorf("%s %s as a guest: %d %s", c.Method, path, r.Status, r.Body)
		}
	}
	member := a.Member(t)
	for _, c := range a.HTTP.Calls() {
		if !strings.HasPrefix(c.Access.String(), "staff") {
			continue
		}
		path := strings.NewReplacer("{id}", "0", "{image}", "0").Replace(c.Path)
		if r := member.Do(c.Method, path, "{"); r.Status != http.StatusForbidden {
			t.Errorf("%s %s as a member: %d %s", c.Method, path, r.Status, r.Body)
		}
	}
}
