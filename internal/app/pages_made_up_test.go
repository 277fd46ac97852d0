package app_test

import (
	"fmt"
	"testing"

	"shanmen/internal/testkit"
)

// An invented address is not cached: it would evict pages that many visitors read, and each miss costs a render.
func TestUnknownAddressesDoNotFillThePageCache(t *testing.T) {
	t.Parallel()
	a := testkit.New(t, "sqlite")
	c := a.Member(t)
	ask := func(round int) {
		for i := range 20 {
			x := fmt.Sprintf("%d-%d", round, i)
			for _, path := range []string{
				"/member/profile/invoices/" + x, "/zh/member/profile/subscriptions/" + x, "/member/profile/invoices/" + x + "/a",
				"/member/profile/invoices?page=" + x, "/transaction/status?id=" + x, "/cart?" + x, "/member/forgot-password?notice=" + x,
				"/event/" + x, "/zh/blessing-service/" + x, "/about-us/" + x + "/_payload.json", "/" + x, "/about-us?a=" + x,
			} {
				if r := c.Get(path); r.Status >= 500 {
					t.Errorf("%s: %d", path, r.Status)
				}
			}
		}
	}
	ask(1)
	before := a.SSR.Stats()
	ask(2)
	if after := a.SSR.Stats(); after.Pages != before.Pages || after.Renders != before.Renders {
		t.Errorf("20 addresses of each kind left %d pages more, after %d renders", after.Pages-before.Pages, after.Renders-before.Renders)
	}
	mine, other := c.Get("/member/profile/invoices/one").Want(200), c.Get("/member/profile/invoices/two").Want(200)
	if string(mine.Body) != string(other.Body) {
		t.Error("the skeleton tells which address it was asked for by")
	}
}
