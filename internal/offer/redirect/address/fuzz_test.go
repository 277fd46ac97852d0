package address

import (
	"net/url"
	"strings"
	"testing"
)

// FuzzTidy: an address typed by the office is stored in one spelling, and leads to this site or explicitly to another.
func FuzzTidy(f *testing.F) {
	for _, s := range []string{"/old/历史", "/zh/old/", "https://temple.example/cart", "http://evil.example/a?b#c", "//evil.example", "https://a@b", "javascript:x", "/%2e%2e/", "/\\x", "/É", "https:\\\\x"} {
		f.Add(s, s)
	}
	base := &url.URL{Scheme: "https", Host: "temple.example"}
	f.Fuzz(func(t *testing.T, path, target string) {
		if one, ok := Tidy(path); ok && (!strings.HasPrefix(one, "/") || strings.HasPrefix(one, "//") || Of(one) != one) {
			t.Errorf("%q is kept as %q, and that as %q", path, one, Of(one))
		}
		one, ok := Target(base, target)
		if !ok {
			return
		}
		u, err := url.Parse(one)
		if err != nil || u.User != nil || strings.HasPrefix(one, "//") || (!strings.HasPrefix(one, "/") && u.Scheme != "https" && u.Scheme != "http") {
			t.Errorf("%q leads to %q (%v)", target, one, err)
		}
		if again, ok := Target(base, one); !ok || again != one {
			t.Errorf("%q is kept as %q, and that as %q %v", target, one, again, ok)
		}
	})
}
