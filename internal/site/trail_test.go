package site_test

import (
	"bytes"
	"strings"
	"testing"

	"golang.org/x/net/html"

	"shanmen/internal/base/locale"
	"shanmen/internal/testkit"
)

// A page's breadcrumb starts at the home page, and only the cart's page is marked as the cart.
func TestBreadcrumbsNameThePathToAPage(t *testing.T) {
	t.Parallel()
	a := testkit.New(t, "sqlite")
	guest := a.Guest()
	for _, l := range locale.All {
		say := func(key string) string { return a.Messages.T(l, key, nil) }
		for path, key := range map[string]string{
			"/misc/faq": "common.faq", "/cart": "common.cart", "/event": "common.event",
			"/member/login": "common.login", "/about-us/history": "common.about-us",
		} {
			doc, err := html.Parse(bytes.NewReader(guest.Get(l.Path(path)).Want(200).Body))
			if err != nil {
				t.Fatal(err)
			}
			trail, cart := "", false
			for n := range doc.Descendants() {
				at := map[string]string{}
				for _, attr := range n.Attr {
					at[attr.Key] = attr.Val
				}
				if _, marked := at["data-cart-page"]; n.Data == "main" && marked {
					cart = true
				}
				if n.Data != "nav" || at["aria-label"] != say("common.breadcrumb") {
					continue
				}
				for word := range n.Descendants() {
					if word.Type == html.TextNode {
						trail += word.Data
					}
				}
			}
			if !strings.HasPrefix(trail, say("common.home")) || !strings.Contains(trail, say(key)) {
				t.Errorf("%s %s: the way is %q", l, path, trail)
			}
			if cart != (path == "/cart") {
				t.Errorf("%s %s: the cart %v", l, path, cart)
			}
		}
	}
}
