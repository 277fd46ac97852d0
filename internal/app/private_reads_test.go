package app_test

import (
	"regexp"
	"testing"

	"shanmen/internal/testkit"
)

var pathValue = regexp.MustCompile(`\{\w+\}`)

// Browsers do not cache responses that are not public, nor their 404s: every read of the API, for each kind of visitor.
func TestPrivateAnswersAreNotCachedByBrowsers(t *testing.T) {
	t.Parallel()
	testkit.One(t, func(t *testing.T, a *testkit.App) {
		c := a.Member(t)
		order := c.BuyFor(1000, a.Item(t, "lamp-oil", "bottle"))
		a.TakeCash(t, order)
		visitors := map[string]*testkit.Client{"guest": a.Guest(), "member": c, "admin": a.Staff(t, "admin")}
		kept := map[string]string{"/api/admin/hall/{key}/map": "private, no-cache"} // squares alone, of nobody
		private := 0
		for _, call := range a.HTTP.Calls() {
			if call.Method != "GET" || call.Access.String() == "open" {
				continue
			}
			private++
			path := pathValue.ReplaceAllString(call.Path, order.ID)
			for name, visitor := range visitors {
				r := visitor.Get(path)
				is := r.Header.Get("Cache-Control")
				if is != "private, no-store" && is != "no-store" && is != kept[call.Path] {
					t.Errorf("%s: %s %d, %q", name, path, r.Status, is)
				}
			}
		}
		if private < 100 {
			t.Errorf("%d reads", private)
		}
	})
}
