package httpd_test

import (
	"context"
	"net/http"
	"strings"
	"testing"

	"shanmen/internal/platform/httpd"
)

func TestRightsAreCheckedFirst(t *testing.T) {
	t.Parallel()
	e := newEdge(t, nil)
	const good, bad = `{"name":"x"}`, `{"name":`
	for _, c := range []struct {
		who, path string
		status    int
		code      string
	}{
		{"", "/api/echo", 200, ""},
		{"", "/api/user/echo", 401, "not-logged-in"},
		{"", "/api/member/echo", 401, "not-logged-in"},
		{"", "/api/admin/echo", 401, "not-logged-in"},
		{"unknown", "/api/user/echo", 401, "not-logged-in"},
		{"member", "/api/user/echo", 200, ""},
		{"member", "/api/member/echo", 200, ""},
		{"member", "/api/admin/echo", 403, "forbidden"},
		{"counter", "/api/user/echo", 200, ""},
		{"counter", "/api/member/echo", 403, "forbidden"},
		{"counter", "/api/admin/echo", 200, ""},
		{"admin", "/api/admin/echo", 200, ""},
		{"broken", "/api/user/echo", 500, "internal"},
	} {
		r := e.ask("POST", c.path, good, "Cookie", "shanmen="+c.who)
		if c.status == 200 {
			if r.status != 200 {
				t.Errorf("%s as %q: %d %s", c.path, c.who, r.status, r.body)
			}
			continue
		}
		r.wants(t, c.path+" as "+c.who, c.status, c.code)
		// A visitor without the right learns nothing about a call's parameters.
		e.ask("POST", c.path, bad, "Cookie", "shanmen="+c.who).wants(t, "malformed "+c.path+" as "+c.who, c.status, c.code)
		e.ask("POST", c.path, strings.Repeat("x", 1<<20), "Cookie", "shanmen="+c.who).wants(t, "large "+c.path+" as "+c.who, c.status, c.code)
	}
}

func TestACallWithoutARightCannotBeRegistered(t *testing.T) {
	t.Parallel()
	e := newEdge(t, nil)
	defer func() {
		if recover() == nil {
			t.Error("a call without a right was registered")
		}
	}()
	httpd.Raw(e.Server, httpd.Call{Method: "GET", Path: "/api/forgotten"}, func(http.ResponseWriter, *http.Request) error { return nil })
}

func TestUnknownAddressesAnswer404(t *testing.T) {
	t.Parallel()
	e := newEdge(t, nil)
	for _, c := range []struct{ method, path string }{
		{"GET", "/api"}, {"GET", "/api/"}, {"GET", "/api/none"}, {"GET", "/api/echo"}, {"PUT", "/api/echo"}, {"DELETE", "/api/echo"}, {"PATCH", "/api/echo"},
		{"POST", "/api/user"}, {"OPTIONS", "/api/echo"}, {"TRACE", "/api/echo"}, {"BREW", "/api/echo"}, {"POST", "/about-us"}, {"DELETE", "/"},
		{"GET", "/api//user"}, {"GET", "/api/./user"}, {"GET", "/api/x/../user"}, {"POST", "/api//echo"}, {"GET", "/api/user/"},
	} {
		r := e.ask(c.method, c.path, "")
		r.wants(t, c.method+" "+c.path, 404, "not-found")
		if r.header.Get("Allow") != "" || r.header.Get("Location") != "" {
			t.Errorf("%s %s: %v", c.method, c.path, r.header)
		}
	}
	e.ask("POST", "/api/user", "", "X-HTTP-Method-Override", "GET").wants(t, "method override", 404, "not-found")
	if r := e.ask("HEAD", "/api/list/x", ""); r.status != 200 || r.body != "" {
		t.Errorf("HEAD: %d %q", r.status, r.body)
	}
}

func TestDefectsHideTheirDetailsFromVisitors(t *testing.T) {
	t.Parallel()
	e := newEdge(t, nil)
	for _, path := range []string{"/api/panic", "/api/defect"} {
		for locale, title := range map[string]string{"en": "", "zh": ""} {
			r := e.ask("GET", path+"?locale="+locale, "")
			r.wants(t, path, 500, "internal")
			if strings.Contains(r.body, "secret") || strings.Contains(r.body, ".go") || r.header.Get("X-Request-Id") == "" || r.header.Get("Cache-Control") != "no-store" {
				t.Errorf("%s: %v %s", path, r.header, r.body)
			}
			if title = r.Title; (locale == "zh") != (strings.IndexFunc(title, func(c rune) bool { return c > 0x3000 }) >= 0) {
				t.Errorf("%s in %s says %q", path, locale, title)
			}
			if said := e.log.String(); !strings.Contains(said, r.header.Get("X-Request-Id")) || !strings.Contains(said, "secret-of-the-program") {
				t.Errorf("%s: the log does not help: %s", path, said)
			}
		}
	}
	r := e.ask("GET", "/api/changed", "")
	if r.wants(t, "changed", 500, "cart-item-changed"); !strings.Contains(r.body, `"type":44062`) {
		t.Errorf("the client looks for 44062: %s", r.body)
	}
	if r := e.ask("GET", "/api/slow-down", ""); r.status != 400 || r.RetryAfter != 40 {
		t.Errorf("a limit that a person meets: %d %s", r.status, r.body)
	}
	if r := e.ask("GET", "/api/list/x", "", "Accept", "application/cbor"); r.status != 200 || !strings.HasPrefix(r.header.Get("Content-Type"), "application/json") {
		t.Errorf("cbor: %d %v", r.status, r.header)
	}
}

func TestOtherSitesCannotPost(t *testing.T) {
	t.Parallel()
	e := newEdge(t, nil)
	const body = `{"name":"x"}`
	for _, headers := range [][]string{
		{"Origin", "https://evil.example"}, {"Origin", "null"}, {"Origin", "http://temple.example.evil.example"}, {"Origin", "https://temple.example"},
		{"Sec-Fetch-Site", "cross-site"}, {"Sec-Fetch-Site", "same-site"},
		{"Sec-Fetch-Site", "cross-site", "Origin", "null"}, {"Origin", "https://evil.example", "Content-Type", "text/plain"},
	} {
		r := e.ask("POST", "/api/user/echo", body, append(headers, "Cookie", "shanmen=member")...)
		r.wants(t, strings.Join(headers, " "), 403, "cross-origin")
	}
	e.ask("POST", "/api/user/echo", body, "Cookie", "shanmen=member", "Content-Type", "text/plain").wants(t, "a form's JSON", 400, "invalid-request")
	for _, headers := range [][]string{
		{}, {"Origin", "http://temple.example"}, {"Sec-Fetch-Site", "same-origin"}, {"Sec-Fetch-Site", "none"},
		{"Sec-Fetch-Site", "same-origin", "Origin", "http://temple.example"},
	} {
		if r := e.ask("POST", "/api/user/echo", body, append(headers, "Cookie", "shanmen=member")...); r.status != 200 {
			t.Errorf("%q: %d %s", headers, r.status, r.body)
		}
	}
	if r := e.ask("GET", "/api/user", "", "Cookie", "shanmen=member", "Sec-Fetch-Site", "cross-site"); r.status != 200 {
		t.Errorf("a link from elsewhere: %d", r.status)
	}
}

func TestAnswersAreInTheVisitorsLanguage(t *testing.T) {
	t.Parallel()
	e := newEdge(t, nil)
	for _, c := range []struct{ query, cookie, accept, want string }{
		{"", "", "", "en"},
		{"", "", "zh-CN,zh;q=0.9,en;q=0.8", "zh"},
		{"", "", "fr,de", "en"},
		{"", "en", "zh-CN", "en"},
		{"", "zh", "en", "zh"},
		{"", "xx", "zh", "zh"},
		{"?locale=en", "zh", "zh", "en"},
		{"?locale=zh", "en", "en", "zh"},
		{"?locale=ZH", "zh", "en", "zh"},
		{"?locale=../zh", "", "", "en"},
	} {
		headers := []string{"Accept-Language", c.accept}
		if c.cookie != "" {
			headers = append(headers, "Cookie", "i18n_redirected="+c.cookie)
		}
		if r := e.ask("GET", "/api/list/x"+c.query, "", headers...); !strings.Contains(r.body, `"locale":"`+c.want+`"`) {
			t.Errorf("%+v: %s", c, r.body)
		}
	}
}

func TestVisitorAddressIsTakenFromTrustedProxies(t *testing.T) {
	t.Parallel()
	e := newEdge(t, nil)
	for forwarded, want := range map[string]string{
		"":                                 "127.0.0.1",
		"203.0.113.9":                      "203.0.113.9",
		"6.6.6.6, 203.0.113.9":             "203.0.113.9",
		"6.6.6.6, 203.0.113.9, 127.0.0.2":  "203.0.113.9",
		"203.0.113.9, nonsense":            "127.0.0.1",
		"203.0.113.9, nonsense, 127.0.0.2": "127.0.0.2",
		"2001:db8::1":                      "2001:db8::1",
		"203.0.113.9:4711":                 "203.0.113.9",
		"6.6.6.6:80, 203.0.113.9:4711":     "203.0.113.9",
		"203.0.113.9:4711, 127.0.0.2:80":   "203.0.113.9",
		"[2001:db8::1]:4711":               "2001:db8::1",
		"[2001:db8::1]":                    "2001:db8::1",
		"::ffff:203.0.113.9":               "203.0.113.9",
		"::ffff:127.0.0.2":                 "127.0.0.2",
		"fe80::1%eth0":                     "fe80::1%eth0",
		"unknown":                          "127.0.0.1",
		"203.0.113.9, ":                    "127.0.0.1",
		"203.0.113.300":                    "127.0.0.1",
	} {
		if r := e.ask("GET", "/api/list/x", "", "X-Forwarded-For", forwarded); !strings.Contains(r.body, `"ip":"`+want+`"`) {
			t.Errorf("%q: %s, want %s", forwarded, r.body, want)
		}
	}
	alone := newEdge(t, func(c *httpd.Config) { c.TrustedProxies = nil })
	for _, name := range []string{"X-Forwarded-For", "X-Real-Ip", "Forwarded", "True-Client-Ip"} {
		if r := alone.ask("GET", "/api/list/x", "", name, "203.0.113.9"); !strings.Contains(r.body, `"ip":"127.0.0.1"`) {
			t.Errorf("%s of anybody is believed: %s", name, r.body)
		}
	}
}

func TestFloodsAreThrottled(t *testing.T) {
	t.Parallel()
	e := newEdge(t, func(c *httpd.Config) { c.FloodPerMinute = 5 })
	for i := range 5 {
		if r := e.ask("GET", "/api/list/x", "", "X-Forwarded-For", "203.0.113.9"); r.status != 200 {
			t.Fatalf("call %d: %d", i, r.status)
		}
	}
	r := e.ask("GET", "/api/list/x", "", "X-Forwarded-For", "203.0.113.9")
	r.wants(t, "the sixth", 429, "flood")
	if r.header.Get("Retry-After") != "60" || r.RetryAfter != 60 {
		t.Errorf("when to come again: %v %s", r.header, r.body)
	}
	e.ask("GET", "/about-us/_payload.json", "", "X-Forwarded-For", "203.0.113.9").wants(t, "payloads count", 429, "flood")
	if r := e.ask("GET", "/api/list/x", "", "X-Forwarded-For", "203.0.113.10"); r.status != 200 {
		t.Errorf("the neighbour pays for it: %d", r.status)
	}
	if r := e.ask("GET", "/nothing", "", "X-Forwarded-For", "203.0.113.9"); r.status == 429 {
		t.Error("pages are exempt")
	}
	for i := range 6 { // one household has a whole /64
		r = e.ask("GET", "/api/list/x", "", "X-Forwarded-For", "2001:db8::"+string(rune('a'+i)))
	}
	r.wants(t, "the sixth address of a /64", 429, "flood")
}

func TestCookieAndHeadersFollowTheScheme(t *testing.T) {
	t.Parallel()
	for scheme, want := range map[string]string{
		"http":  "shanmen=token; Path=/; Max-Age=60; HttpOnly; SameSite=Lax",
		"https": "__Host-shanmen=token; Path=/; Max-Age=60; HttpOnly; Secure; SameSite=Lax",
	} {
		e := newEdge(t, func(c *httpd.Config) { c.BaseURL.Scheme = scheme })
		httpd.API(e.Server, httpd.Call{Method: "POST", Path: "/api/login", Access: httpd.Open}, func(ctx context.Context, _ *struct{}) (*echoOut, error) {
			httpd.SetSession(ctx, "guest", 60e9)
			httpd.SetSession(ctx, "token", 60e9) // the last word counts
			return &echoOut{}, nil
		})
		httpd.API(e.Server, httpd.Call{Method: "DELETE", Path: "/api/login", Access: httpd.Open}, func(ctx context.Context, _ *struct{}) (*echoOut, error) {
			httpd.ClearSession(ctx)
			return &echoOut{}, nil
		})
		r := e.ask("POST", "/api/login", "")
		if got := r.header.Values("Set-Cookie"); len(got) != 1 || got[0] != want {
			t.Errorf("%s: %q", scheme, got)
		}
		if got := e.ask("DELETE", "/api/login", "").header.Get("Set-Cookie"); !strings.Contains(got, "Max-Age=0") || !strings.Contains(got, "Path=/;") {
			t.Errorf("%s: the cookie stays: %q", scheme, got)
		}
		if got := r.header.Get("Strict-Transport-Security"); (got != "") != (scheme == "https") {
			t.Errorf("%s: HSTS %q", scheme, got)
		}
		// An unprefixed cookie under https could have been set by an attacker on the network.
		name := map[string]string{"http": "__Host-shanmen", "https": "shanmen"}[scheme]
		e.ask("POST", "/api/user/echo", `{"name":"x"}`, "Cookie", name+"=member").wants(t, scheme+" with the other cookie", 401, "not-logged-in")
	}
}

func TestEveryAnswerHasSecurityHeaders(t *testing.T) {
	t.Parallel()
	e := newEdge(t, nil)
	for _, path := range []string{"/api/list/x", "/api/none", "/api/panic", "/api/defect", "/api/changed", "/api/list/x?page=0", "/api/user", "/nothing"} {
		r := e.ask("GET", path, "", "Accept", "*/*")
		for name, want := range map[string]string{
			"X-Content-Type-Options": "nosniff", "X-Frame-Options": "DENY", "Referrer-Policy": "strict-origin-when-cross-origin",
			"Cross-Origin-Opener-Policy": "same-origin",
		} {
			if got := r.header.Get(name); got != want {
				t.Errorf("%s: %s: %q", path, name, got)
			}
		}
		csp := r.header.Get("Content-Security-Policy")
		if csp == "" || strings.Contains(csp, "unsafe") {
			t.Errorf("%s: CSP %q", path, csp)
		}
		for _, name := range []string{"Server", "X-Powered-By"} {
			if got := r.header.Get(name); got != "" {
				t.Errorf("%s: %s: %s", path, name, got)
			}
		}
		if strings.HasPrefix(path, "/api/") && !strings.Contains(r.header.Get("Cache-Control"), "no-store") {
			t.Errorf("%s: Cache-Control %q", path, r.header.Get("Cache-Control"))
		}
	}
}
