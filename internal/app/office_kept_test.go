package app_test

import (
	"testing"

	"shanmen/internal/testkit"
)

// Every address of the office stays out of the browser's stores: its page comes anew, and asks who is there.
func TestNoBrowserKeepsThePagesOfTheOffice(t *testing.T) {
	t.Parallel()
	testkit.One(t, func(t *testing.T, a *testkit.App) {
		for name, c := range map[string]*testkit.Client{"guest": a.Guest(), "treasurer": a.Staff(t, "treasurer")} {
			for _, path := range []string{"/admin", "/admin/", "/admin/payments", "/admin/orders/x", "/admin/no-such-page"} {
				if r := c.Get(path); r.Header.Get("Cache-Control") != "private, no-store" {
					t.Errorf("%s, %s: %d, %q", name, path, r.Status, r.Header.Get("Cache-Control"))
				}
			}
		}
	})
}
