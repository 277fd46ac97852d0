package app_test

import (
	"net/http"
	"net/url"
	"slices"
	"strings"
	"testing"

	"shanmen/internal/platform/httpd"
	"shanmen/internal/testkit"
)

// unsafe reports whether a method changes something.
func unsafe(method string) bool {
	return !slices.Contains([]string{http.MethodGet, http.MethodHead, http.MethodOptions}, method)
}

// attack is a way in which another site makes a visitor's browser send a request: the headers that the browser adds,
// and the bodies that a form or script there can send.
type attack struct {
	name   string
	header http.Header
}

var attacks = []attack{
	{"a form on another site", http.Header{"Origin": {"https://evil.example"}, "Sec-Fetch-Site": {"cross-site"}, "Content-Type": {"application/x-www-form-urlencoded"}}},
	{"JSON as text/plain", http.Header{"Origin": {"https://evil.example"}, "Sec-Fetch-Site": {"cross-site"}, "Content-Type": {"text/plain"}}},
	{"a sandboxed frame", http.Header{"Origin": {"null"}, "Sec-Fetch-Site": {"cross-site"}, "Content-Type": {"text/plain"}}},
	{"a neighbour's subdomain", http.Header{"Origin": {"http://shop.temple.example"}, "Sec-Fetch-Site": {"same-site"}, "Content-Type": {"application/json"}}},
	{"an old browser that tells the origin alone", http.Header{"Origin": {"https://evil.example"}, "Content-Type": {"multipart/form-data; boundary=x"}}},
	{"a look-alike of the own origin", http.Header{"Origin": {"http://temple.example.evil.example"}, "Content-Type": {"application/json"}}},
}

// A19: a logged-in visitor who opens another site loses nothing. Every call that changes something is refused for that
// site before it has any effect.
func TestA19CrossSiteRequestsCannotChangeAnything(t *testing.T) {
	t.Parallel()
	testkit.One(t, func(t *testing.T, a *testkit.App) {
		visitors := map[string]*testkit.Client{"member": a.Member(t), "administrator": a.Staff(t, "admin")}
		for _, c := range visitors {
			c.Get("/api/auth/identity").Want(200)
		}
		before := a.Count(t, everything)
		tried := 0
		for _, call := range a.HTTP.Calls() {
			if !unsafe(call.Method) {
				continue
			}
			path := strings.NewReplacer("{id}", "none", "{image}", "none").Replace(call.Path)
			for who, c := range visitors {
				own := c.Header
				for _, attack := range attacks {
					c.Header = own.Clone()
					for k, v := range attack.header {
						c.Header[k] = v
					}
					r := c.Send(call.Method, path, `{"name":"Mallory","newPassword":"a stolen account"}`)
					if r.Status != 403 || r.Code() != "cross-origin" {
						t.Errorf("%s by %s, %s: %d %s", call.Method+" "+path, who, attack.name, r.Status, r.Body)
					}
					tried++
				}
				c.Header = own
				// The same call as a link or picture (GET): there is no such route, or it only reads.
				for _, method := range []string{http.MethodGet, http.MethodHead} {
					if r := c.Do(method, path+"?name=Mallory&_method=POST", nil); r.Status == 200 && !reads(a, path) {
						t.Errorf("%s %s by %s: %d %s", method, path, who, r.Status, r.Body)
					}
				}
			}
		}
		if tried < 100 {
			t.Errorf("only %d attempts: where are the calls?", tried)
		}
		if after := a.Count(t, everything); after != before {
			t.Errorf("%d rows before, %d after", before, after)
		}
		for who, c := range visitors {
			if r := c.Get("/api/auth/identity").Want(200); strings.Contains(string(r.Body), "Mallory") {
				t.Errorf("the %s is now %s", who, r.Body)
			}
		}
	})
}

// everything counts the rows of the tables that a member's calls write.
const everything = `SELECT (SELECT count(*) FROM users) + (SELECT count(*) FROM members) + (SELECT count(*) FROM sessions)
	+ (SELECT count(*) FROM otp_states) + (SELECT count(*) FROM tickets) + (SELECT count(*) FROM carts) + (SELECT count(*) FROM invoices)
	+ (SELECT count(*) FROM outbox) + (SELECT count(*) FROM throttles) + (SELECT count(*) FROM audit_entries)`

// reads reports whether a path has a GET call beside the one that changes something.
func reads(a *testkit.App, path string) bool {
	return slices.ContainsFunc(a.HTTP.Calls(), func(c httpd.Call) bool {
		return c.Method == http.MethodGet && strings.NewReplacer("{id}", "none", "{image}", "none").Replace(c.Path) == path
	})
}

// A link from another site that only reads works, and the visitor stays logged in.
func TestALinkFromAnotherSiteKeepsTheVisitorLoggedIn(t *testing.T) {
	t.Parallel()
	testkit.One(t, func(t *testing.T, a *testkit.App) {
		c := a.Member(t)
		c.Header.Set("Sec-Fetch-Site", "cross-site")
		c.Get("/member/profile?from=" + url.QueryEscape("https://evil.example")).Want(200)
	})
}
