package account_test

import (
	"net/url"
	"strings"
	"testing"

	"github.com/go-webauthn/webauthn/protocol"

	"shanmen/internal/people/account"
)

// FuzzSafeRedirect: a path that is accepted as local is local to a browser too, which drops tabs and line ends, and
// treats a backslash as a slash.
func FuzzSafeRedirect(f *testing.F) {
	for _, path := range []string{"/cart", "/zh/member?a=//b", "//evil.example", "/\\evil.example", "/%2f%2fevil", "/\t/evil.example", "/%252e%252e/", "/a;b@c", "https:/evil", "/#//x"} {
		f.Add(path)
	}
	base := &url.URL{Scheme: "https", Host: "temple.example", Path: "/member/login"}
	f.Fuzz(func(t *testing.T, path string) {
		safe, ok := account.SafeRedirect(path)
		if !ok {
			return
		}
		browser := strings.NewReplacer("\t", "", "\n", "", "\r", "", `\`, "/").Replace(strings.TrimSpace(safe))
		to, err := base.Parse(browser)
		if err != nil || to.Host != base.Host || to.Scheme != base.Scheme || strings.HasPrefix(browser, "//") {
			t.Errorf("%q leads to %v (%v)", path, to, err)
		}
	})
}

// FuzzIdentifier: a parsed number or address parses to itself again, and is never both.
func FuzzIdentifier(f *testing.F) {
	for _, text := range []string{"9123 4567", "+65 9123-4567", "００６５９１２３４５６７", "60123456789", "Tan@Temple.example", "a@b", "+1900", "+", "陈@x.sg", " a@b.sg "} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		m, isMobile := account.ParseMobile(text)
		if again, ok := account.ParseMobile(m.E164); isMobile && (!ok || again != m) {
			t.Errorf("%q is %v, and that is %v", text, m, again)
		}
		phone, isPhone := account.ParsePhone(text)
		if again, ok := account.ParsePhone(phone); isPhone && (!ok || again != phone) {
			t.Errorf("%q is %q, and that is %q", text, phone, again)
		}
		address, isEmail := account.ParseEmail(text)
		if again, ok := account.ParseEmail(address); isEmail && (!ok || again != address || strings.ContainsAny(address, "\r\n ,<>")) {
			t.Errorf("%q is %q, and that is %q", text, address, again)
		}
		if isEmail && (isMobile || isPhone) {
			t.Errorf("%q is a number and an address", text)
		}
	})
}

// FuzzPasskey: no WebAuthn response of a browser makes the program panic.
func FuzzPasskey(f *testing.F) {
	f.Add([]byte(`{"id":"AA","rawId":"AA","type":"public-key","response":{"clientDataJSON":"e30","attestationObject":"oA"}}`))
	f.Add([]byte(`{"id":"AA","rawId":"AA","type":"public-key","response":{"clientDataJSON":"e30","authenticatorData":"AA","signature":"AA","userHandle":"AA"}}`))
	f.Add([]byte(`{"response":null}`))
	f.Fuzz(func(_ *testing.T, answer []byte) {
		_, _ = protocol.ParseCredentialCreationResponseBytes(answer)
		_, _ = protocol.ParseCredentialRequestResponseBytes(answer)
	})
}
