package app_test

import (
	"context"
	"strings"
	"testing"

	"shanmen/internal/base/locale"
	"shanmen/internal/platform/db"
	"shanmen/internal/platform/db/query"
	"shanmen/internal/platform/httpd"
	"shanmen/internal/testkit"
)

// Outside a demonstration a staff account without a second factor gets 403 from every office and member call, and every
// guarded page redirects to the page that sets it up.
func TestStaffWithoutASecondFactorReachOnlyItsSetup(t *testing.T) {
	testkit.One(t, func(t *testing.T, a *testkit.App) {
		a.Write(t, func(ctx context.Context, tx *db.Tx) error {
			return tx.PutSetting(ctx, query.PutSettingParams{Key: "demo", Value: "0"})
		})
		c := a.Staff(t, "admin")
		open := map[string]bool{}
		for _, call := range a.HTTP.Calls() {
			switch {
			case call.Access.String() == httpd.Open.String():
				continue
			case strings.HasPrefix(call.Path, "/api/member/passkey"), strings.HasPrefix(call.Path, "/api/member/factor"):
				if r := c.Do(call.Method, path(call), map[string]any{}); r.Status != 403 {
					open[call.Method+" "+call.Path] = true
				}
				continue
			}
			r := c.Do(call.Method, path(call), nil)
			if r.Status != 403 || r.Code() != "second-factor-needed" {
				t.Errorf("%s %s: %d %s", call.Method, call.Path, r.Status, r.Code())
			}
		}
		for _, want := range []string{
			"GET /api/member/factor", "POST /api/member/factor/totp/begin", "POST /api/member/factor/totp/finish",
			"GET /api/member/passkey", "POST /api/member/passkey/begin", "POST /api/member/passkey/finish",
		} {
			if !open[want] {
				t.Errorf("%s is closed to who must set a second factor up", want)
			}
			delete(open, want)
		}
		if len(open) > 0 {
			t.Errorf("open before there is a second factor: %v", open)
		}
		for _, l := range locale.All {
			for _, from := range []string{"/member/profile", "/member/profile/security", "/member/profile/invoices", "/member/login", "/member/registration"} {
				r := c.Get(l.Path(from))
				if r.Status != 302 || r.Header.Get("Location") != l.Path("/member/second-factor") {
					t.Errorf("%s: %d to %q", l.Path(from), r.Status, r.Header.Get("Location"))
				}
			}
			c.Get(l.Path("/member/second-factor")).Want(200)
			if r := a.Guest().Get(l.Path("/member/second-factor")); r.Status != 302 || !strings.HasPrefix(r.Header.Get("Location"), l.Path("/member/login")+"?redirect=") {
				t.Errorf("a guest: %d to %q", r.Status, r.Header.Get("Location"))
			}
			if r := a.Member(t).Get(l.Path("/member/second-factor")); r.Status != 302 || r.Header.Get("Location") != l.Path("/member/profile") {
				t.Errorf("a member: %d to %q", r.Status, r.Header.Get("Location"))
			}
		}
	})
}

func path(call httpd.Call) string {
	return strings.NewReplacer("{id}", "none", "{image}", "none", "{key}", "none").Replace(call.Path)
}
