package redirect_test

import (
	"context"
	"errors"
	"log/slog"
	"net/url"
	"strings"
	"testing"

	"shanmen/internal/base/fault"
	"shanmen/internal/offer/redirect"
	"shanmen/internal/platform/db"
	"shanmen/internal/platform/db/query"
	"shanmen/internal/testkit"
	"shanmen/internal/testkit/mutant"
	"shanmen/internal/testkit/together"
)

// refusal is the error code of an entry's field, "" when there is none.
func refusal(err error) string {
	var f *fault.Error
	if !errors.As(err, &f) || len(f.Fields) == 0 {
		return ""
	}
	return f.Fields[0].Path + ": " + f.Fields[0].Code
}

func TestInvalidRedirectsAreRefused(t *testing.T) {
	t.Parallel()
	a := testkit.New(t, "sqlite")
	good := redirect.Entry{Path: "/old", Target: "/about-us", Status: 301, Active: true}
	for name, change := range map[string]func(*redirect.Entry){
		"status: not-a-choice":  func(e *redirect.Entry) { e.Status = 307 },
		"target: redirect-loop": func(e *redirect.Entry) { e.Target = "/zh/old/?x=1#y" },
	} {
		e := good
		change(&e)
		if got := refusal(a.Redirects.Save(t.Context(), e)); got != name {
			t.Errorf("%+v: %q, want %q", e, got, name)
		}
	}
	for _, path := range []string{
		"", "old", "//old", "/old?x=1", "/old#x", "/old?", `/\old`, "/ol\r\nd", "/a\tb", "/%0d%0aold", "/../old", "/a//b", "https://temple.example/old",
		"/" + strings.Repeat("a", 2000),
	} {
		e := good
		e.Path = path
		if got := refusal(a.Redirects.Save(t.Context(), e)); got != "path: redirect-path" {
			t.Errorf("path %q: %q", path, got)
		}
	}
	for _, path := range []string{
		"/", "/zh", "/zh/", "/api/cart", "/admin", "/zh/admin/x", "/assets/x.js", "/builds/latest.json", "/demo/outbox", "/_i18n/en/messages.json",
		"/event/_payload.json", "/cart", "/zh/cart/checkout", "/member/login", "/member/profile/invoices/1", "/transaction/status",
	} {
		e := good
		e.Path = path
		if got := refusal(a.Redirects.Save(t.Context(), e)); got != "path: redirect-reserved" {
			t.Errorf("path %q: %q", path, got)
		}
	}
	for _, target := range []string{
		"", "about-us", "javascript:alert(1)", "JaVaScRiPt:alert(1)", "data:text/html,x", "mailto:a@b.example", "ftp://x.example/", "https:x.example",
		"//evil.example", `/\evil.example`, `\\evil.example`, "/%2f%2fevil.example", "/%5cevil.example", "/%252fevil.example", "https:///evil.example",
		"https://user:pass@evil.example/", "https://temple.example@evil.example/", "https://evil.example/\r\nSet-Cookie: x=1", "https://evil.example/%0d%0aSet-Cookie:x",
		"/about-us\r\nLocation: //evil.example", "/about-us\x00", "https://еvil.example/", "https://evil.example\\@temple.example", "https://ev il.example/", "/../x",
		"https://evil.example/" + strings.Repeat("a", 2000), "https://", "http://:80/", "/\u202eabout",
	} {
		e := good
		e.Target = target
		if got := refusal(a.Redirects.Save(t.Context(), e)); got != "target: redirect-target" {
			t.Errorf("target %q: %q", target, got)
		}
	}
	if _, ok := a.Redirects.Find("/old"); ok {
		t.Error("a refused entry is used")
	}
}

func TestRedirectsAreNormalisedOnSave(t *testing.T) {
	t.Parallel()
	a := testkit.New(t, "sqlite")
	for _, tt := range []struct {
		path, target string
		find         string
		want         string
		external     bool
	}{
		{"/zh/once/", "/zh/event", "/once", "/event", false},
		{"/own", "https://temple.example/zh/about-us/history?x=1#y", "/own", "/about-us/history?x=1#y", false},
		{"/own-home", "http://temple.example", "/own-home", "/", false},
		{"/%E5%8E%86%E5%8F%B2", "/about-us/history", "/历史", "/about-us/history", false},
		{"/旧", "/关于", "/旧", "/%E5%85%B3%E4%BA%8E", false},
		{"/event/last-year", "/event/winter-solstice", "/event/last-year", "/event/winter-solstice", false},
		{"/cafe\u0301/Vesa\u0304kha", "/event", "/caf\u00e9/ves\u0101kha", "/event", false}, // combining accents
		{"/\u00e9t\u00e9", "/event", "/e\u0301te\u0301", "/event", false},
		{"/maps", "https://www.onemap.gov.sg/?q=a+b#top", "/maps", "https://www.onemap.gov.sg/?q=a+b#top", true},
		{"/shop.php", "http://shop.example:8080", "/shop.php", "http://shop.example:8080", true},
	} {
		if err := a.Redirects.Save(t.Context(), redirect.Entry{Path: tt.path, Target: tt.target, Status: 302, Active: true}); err != nil {
			t.Fatalf("%s: %v", tt.path, err)
		}
		got, ok := a.Redirects.Find(tt.find)
		if !ok || got.Target != tt.want || got.External != tt.external || got.Status != 302 {
			t.Errorf("%s: %+v, %v; want %s", tt.find, got, ok, tt.want)
		}
	}
	if err := a.Redirects.Save(t.Context(), redirect.Entry{Path: "/once", Target: "/event", Status: 302}); err != nil {
		t.Fatal(err)
	}
	if _, ok := a.Redirects.Find("/once"); ok {
		t.Error("an entry that was switched off is used")
	}
}

func TestRedirectLoopsAreRefused(t *testing.T) {
	testkit.Each(t, func(t *testing.T, a *testkit.App) {
		save := func(path, target string, status int) error {
			return a.Redirects.Save(t.Context(), redirect.Entry{Path: path, Target: target, Status: status, Active: true})
		}
		for _, e := range [][2]string{{"/a", "/b?from=a"}, {"/b", "/zh/c/"}, {"/d", "https://elsewhere.example/"}} {
			if err := save(e[0], e[1], 301); err != nil {
				t.Fatal(err)
			}
		}
		for _, target := range []string{"/a", "/b#x", "/zh/a?y=1", "https://temple.example/a"} {
			if got := refusal(save("/c", target, 301)); got != "target: redirect-loop" {
				t.Errorf("/c to %s closes the circle: %q", target, got)
			}
		}
		if err := save("/c", "/event", 302); err != nil {
			t.Fatal(err)
		}
		// The visitor gets one redirect for a chain, permanent only when all its parts are, and the query is kept.
		if to, ok := a.Redirects.Find("/a"); !ok || to.Target != "/event?from=a" || to.Status != 302 {
			t.Errorf("/a leads to %+v, %v", to, ok)
		}
		if err := save("/c", "/d", 301); err != nil {
			t.Fatal(err)
		}
		if to, _ := a.Redirects.Find("/a"); to.Target != "https://elsewhere.example/" || !to.External || to.Status != 301 {
			t.Errorf("/a leads elsewhere: %+v", to)
		}
	})
}

// Two people who save at once cannot create a loop together.
func TestRaceTwoHalvesOfARedirectLoop(t *testing.T) {
	mutant.Declare(t, mutant.Nothing("ContentBump"), mutant.Slow("Redirects"))
	testkit.Each(t, func(t *testing.T, a *testkit.App) {
		ways := [2]redirect.Entry{{Path: "/left", Target: "/right"}, {Path: "/right", Target: "/left"}}
		errs := [2]error{}
		a.Warm(t)
		together.AtOnce(2, func(i int) {
			e := ways[i]
			e.Status, e.Active = 301, true
			errs[i] = a.Redirects.Save(t.Context(), e)
		})
		if (refusal(errs[0]) == "target: redirect-loop") == (refusal(errs[1]) == "target: redirect-loop") {
			t.Errorf("one of two is refused: %v, %v", errs[0], errs[1])
		}
	})
}

// A row that breaks the rules is ignored.
func TestInvalidRedirectRowsAreIgnored(t *testing.T) {
	testkit.Each(t, func(t *testing.T, a *testkit.App) {
		err := a.DB.Write(t.Context(), func(ctx context.Context, tx *db.Tx) error {
			for path, target := range map[string]string{
				"/script": "javascript:alert(1)", "/host": "//evil.example", "/split": "/x\r\nSet-Cookie: a=b", "/self": "/self", "/ping": "/pong", "/pong": "/ping",
				"/into": "/ping", "/cart": "/event", "/": "/event", "/api/cart": "/event", "/login": "https://user@evil.example/", "/fine": "/event",
			} {
				if err := tx.PutRedirect(ctx, query.PutRedirectParams{Path: path, Target: target, Status: 301, Active: true}); err != nil {
					return err
				}
			}
			return nil
		})
		if err != nil {
			t.Fatal(err)
		}
		s := redirect.Service{DB: a.DB, Clock: a.Clock, Log: slog.New(slog.DiscardHandler), Base: a.Redirects.Base, Reserved: a.Redirects.Reserved}
		if _, ok := s.Find("/fine"); ok {
			t.Error("it knows what it has not read")
		}
		if err := s.Renew(t.Context()); err != nil {
			t.Fatal(err)
		}
		for _, path := range []string{"/script", "/host", "/split", "/self", "/ping", "/pong", "/into", "/cart", "/", "/api/cart", "/login"} {
			if to, ok := s.Find(path); ok {
				t.Errorf("%s leads to %q", path, to.Target)
			}
		}
		if to, ok := s.Find("/fine"); !ok || to.Target != "/event" {
			t.Errorf("/fine leads to %+v", to)
		}
	})
}

// Redirects are served from memory: they work while the database is unreachable.
func TestFindRedirectNeedsNoDatabase(t *testing.T) {
	t.Parallel()
	a := testkit.New(t, "sqlite")
	if err := a.DB.Close(); err != nil {
		t.Fatal(err)
	}
	if r := a.Guest().Get("/zh/events"); r.Status != 301 || r.Header.Get("Location") != "/zh/event" {
		t.Errorf("%d to %q", r.Status, r.Header.Get("Location"))
	}
}

func TestOldAddressesRedirect(t *testing.T) {
	testkit.Each(t, func(t *testing.T, a *testkit.App) {
		if err := a.Redirects.Save(t.Context(), redirect.Entry{Path: "/event/winter-solstice", Target: "/event/laba?from=old#top", Status: 302, Active: true}); err != nil {
			t.Fatal(err)
		}
		c := a.Guest()
		for _, tt := range []struct {
			at, to   string
			status   int
			external bool
		}{
			{"/events", "/event", 301, false},
			{"/zh/events", "/zh/event", 301, false},
			{"/events/", "/event", 301, false},
			{"/EVENTS", "/event", 301, false}, // as some phones write it
			{"/zh/Events/", "/zh/event", 301, false},
			{"/events?page=2&q=%E7%81%AF", "/event?page=2&q=%E7%81%AF", 301, false},
			{"/zh/index.html?x=1", "/zh?x=1", 301, false},
			{"/zh/%E4%BE%9B%E7%81%AF", "/zh/blessing-service/light-lamp", 302, false},
			{"/event/winter-solstice?q=1", "/event/laba?from=old#top", 302, false}, // a page of the route table too
			{"/map?secret=1", "https://www.onemap.gov.sg/", 302, true},
			{"/zh/map", "https://www.onemap.gov.sg/", 302, true},
		} {
			r := c.Get(tt.at)
			if r.Status != tt.status || r.Header.Get("Location") != tt.to || r.Header.Get("Cache-Control") != "no-cache" || r.Header.Get("Set-Cookie") != "" {
				t.Errorf("%s: %d to %q, want %d to %q (%v)", tt.at, r.Status, r.Header.Get("Location"), tt.status, tt.to, r.Header)
			}
			path, query, _ := strings.Cut(tt.at, "?")
			payload := strings.TrimSuffix(path, "/") + "/_payload.json"
			if query != "" {
				payload += "?" + query
			}
			var p struct {
				Redirect struct {
					Target   string
					External bool
					Status   int
				}
			}
			c.Get(payload).Want(200).JSON(&p)
			if p.Redirect.Target != tt.to || p.Redirect.Status != tt.status || p.Redirect.External != tt.external {
				t.Errorf("%s: %+v", payload, p.Redirect)
			}
			var asked struct {
				Target   *string
				External bool
				Status   int
			}
			c.Get("/api/redirect?path=" + url.QueryEscape(tt.at)).Want(200).JSON(&asked)
			if asked.Target == nil || *asked.Target != tt.to || asked.Status != tt.status || asked.External != tt.external {
				t.Errorf("asked for %s: %+v", tt.at, asked)
			}
		}
		// No redirect starts here.
		for _, path := range []string{"/nowhere", "/event/open-house", "/events/x"} {
			if r := c.Get(path); r.Status != 404 {
				t.Errorf("%s: %d", path, r.Status)
			}
			if r := c.Get(path + "/_payload.json"); r.Status != 404 {
				t.Errorf("%s: payload %d", path, r.Status)
			}
		}
		for _, path := range []string{"/nowhere", "/event", "events", "//temple.example/events", "https://temple.example/events", "/%zz", "/events%00"} {
			if r := c.Get("/api/redirect?path=" + url.QueryEscape(path)).Want(200); strings.TrimSpace(string(r.Body)) != `{"target":null}` {
				t.Errorf("asked for %q: %s", path, r.Body)
			}
		}
	})
}

// Another replica learns of the redirect from the content version.
func TestEveryReplicaReloadsRedirects(t *testing.T) {
	testkit.Each(t, func(t *testing.T, a *testkit.App) {
		other := redirect.Service{DB: a.DB, Clock: a.Clock, Log: slog.New(slog.DiscardHandler)}
		before, err := a.DB.Read().Setting(t.Context(), "content-version")
		if err != nil {
			t.Fatal(err)
		}
		if err := a.Redirects.Save(t.Context(), redirect.Entry{Path: "/new", Target: "/event", Status: 301, Active: true}); err != nil {
			t.Fatal(err)
		}
		if now, err := a.DB.Read().Setting(t.Context(), "content-version"); err != nil || now == before {
			t.Errorf("the version is %q as before: %v", now, err)
		}
		if err := other.Renew(t.Context()); err != nil {
			t.Fatal(err)
		}
		if _, ok := other.Find("/new"); !ok {
			t.Error("the other replica does not know it")
		}
	})
}
