package account

import (
	"net/url"
	"strings"
	"testing"

	"shanmen/internal/base/locale"
	"shanmen/internal/platform/httpd"
)

func TestSafeRedirect(t *testing.T) {
	t.Parallel()
	for _, ok := range []string{
		"/", "/zh", "/cart/checkout", "/zh/member/profile/invoices/0193?x=1#top", "/about-us/历史", "/about-us/%E5%8E%86",
		"/search?q=http://example.com", "/search?q=a%2F%2Fb",
	} {
		if got, safe := SafeRedirect(ok); !safe || got != ok {
			t.Errorf("SafeRedirect(%q) = %q, %v; want it as it is", ok, got, safe)
		}
	}
	for _, bad := range []string{
		"", "cart", "//evil.com", "///evil.com", `/\evil.com`, `\\evil.com`, `\/evil.com`, "/%2f%2fevil.com", "/%2Fevil.com",
		"/%5cevil.com", "/%5C%5Cevil.com", "/%252fevil.com", "/%25252f%25252fevil.com", "%2f%2fevil.com",
		"https:evil.com", "https://evil.com", "http:/evil.com", "javascript:alert(1)", "JaVaScRiPt:alert(1)", "data:text/html,x",
		"/\t/evil.com", "/\n/evil.com", "\t//evil.com", " //evil.com", "/%09/evil.com", "/%0d%0aSet-Cookie:x", "/\x00", "/%00",
		"/a//evil.com", "/..//evil.com", "/../x", "/%2e%2e/x", "/./x", "/\u200b/evil.com", "/\u202ecom", "/%zz", "/\xff",
		"/cart?x=\r\ny", "@evil.com", ".evil.com",
	} {
		if got, safe := SafeRedirect(bad); safe {
			t.Errorf("SafeRedirect(%q) = %q: it must not pass", bad, got)
		}
	}
}

func TestGuardsRedirectVisitorsWithoutAccess(t *testing.T) {
	t.Parallel()
	guest := httpd.PageRequest{Locale: locale.ZH, Path: "/transaction/status", Query: url.Values{"id": {"a b"}}}
	member, staff := guest, guest
	member.Visitor = httpd.Visitor{UserID: "u", MemberID: "m"}
	staff.Visitor = httpd.Visitor{UserID: "u", Roles: []string{"counter"}}
	var s Service
	login := "member-login?redirect=%2Fzh%2Ftransaction%2Fstatus%3Fid%3Da%2Bb"
	for _, tt := range []struct {
		name  string
		guard httpd.Guard
		r     httpd.PageRequest
		want  string // the route's id and its query
	}{
		{"auth: guest", s.RequireAuth, guest, login},
		{"auth: member", s.RequireAuth, member, ""},
		{"auth: staff", s.RequireAuth, staff, ""},
		{"member: guest", s.RequireMember, guest, login},
		{"member: member", s.RequireMember, member, ""},
		{"member: staff without a record", s.RequireMember, staff, "member-profile?notice=member-needed"},
		{"login page: guest", s.AuthenticatedRedirectProfile, guest, ""},
		{"login page: member", s.AuthenticatedRedirectProfile, member, "member-profile"},
		{"otp: no session", s.RequireOTP, guest, "member-forgot-password"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			got, err := tt.guard(t.Context(), tt.r)
			if err != nil || wayText(got) != tt.want {
				t.Errorf("got %+v, %v; want %q", got, err, tt.want)
			}
		})
	}
}

func wayText(w httpd.GuardRedirect) string {
	if len(w.Query) == 0 {
		return w.Route
	}
	return w.Route + "?" + w.Query.Encode()
}

func TestLoginRedirectKeepsTheWholeQuery(t *testing.T) {
	t.Parallel()
	r := httpd.PageRequest{Locale: locale.ZH, Path: "/transaction/status", Query: url.Values{"id": {"a b"}}}
	for sent, want := range map[string]string{
		"":                                "/zh/transaction/status?id=a+b",
		"id=a%20b&utm=1":                  "/zh/transaction/status?id=a%20b&utm=1",
		"id=a b&x=\\\\evil.com":           "/zh/transaction/status?id=a+b", // unsafe parts are left out
		"id=" + strings.Repeat("1", 2000): "/zh/transaction/status?id=a+b",
	} {
		r.Sent = sent
		to, ok := SafeRedirect(LoginWay(r).Query.Get("redirect"))
		if !ok || to != want {
			t.Errorf("%.40q leads back to %q, %v; want %q", sent, to, ok, want)
		}
	}
}
