// Package address normalises the addresses of redirects, and refuses unsafe targets.
package address

import (
	"net/url"
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"

	"shanmen/internal/base/locale"
	"shanmen/internal/people/account"
)

// longest is the maximum number of bytes of a path or target.
const longest = 2000

// Of normalises the path that a redirect is looked up by: equal in both languages, with or without a final slash, in
// any case, and with accents composed or decomposed.
func Of(path string) string { return Same(Plain(path)) }

// Same makes equal-looking paths equal: Apple's programs write é as two characters.
func Same(path string) string { return norm.NFC.String(strings.ToLower(path)) }

// Plain removes language prefix and final slash from a path: one redirect covers all variants.
func Plain(path string) string {
	_, path = locale.SplitPath(path)
	if len(path) > 1 {
		path = strings.TrimSuffix(path, "/")
	}
	return path
}

// Tidy normalises a path for storage; false for what is no page path.
func Tidy(path string) (string, bool) {
	path = strings.TrimSpace(path)
	if _, safe := account.SafeRedirect(path); !safe {
		return "", false
	}
	u, err := url.Parse(path)
	if err != nil || u.RawQuery != "" || u.ForceQuery || u.Fragment != "" {
		return "", false
	}
	return Of(u.Path), true
}

// Target normalises a target: an address of this site becomes a path, other https:// and http:// addresses are
// accepted. Everything that a browser could take for a script, a different host or a second header is refused.
func Target(base *url.URL, target string) (string, bool) {
	target = strings.TrimSpace(target)
	if len(target) > longest || !utf8.ValidString(target) || strings.ContainsFunc(target, unsafe) {
		return "", false
	}
	u, err := url.Parse(target)
	if err != nil {
		return "", false
	}
	if u.Scheme != "" || u.Host != "" {
		if !elsewhere(u) {
			return "", false
		}
		if base == nil || !strings.EqualFold(u.Host, base.Host) {
			return u.String(), true
		}
		u.Scheme, u.Host = "", ""
		if u.Path == "" {
			u.Path = "/"
		}
	}
	if _, safe := account.SafeRedirect(u.String()); !safe {
		return "", false
	}
	u.Path, u.RawPath = Plain(u.Path), ""
	return u.String(), true
}

// unsafe are characters that no address needs and that browsers interpret differently.
func unsafe(r rune) bool {
	return unicode.IsControl(r) || unicode.Is(unicode.Cf, r) || unicode.IsSpace(r) || strings.ContainsRune("\\\"<>^`{|}", r)
}

// elsewhere returns whether an address is a plain web address: no script, no credentials, a host without confusable
// letters, no encoded host.
func elsewhere(u *url.URL) bool {
	ascii := !strings.ContainsFunc(u.Host, func(r rune) bool { return r > unicode.MaxASCII })
	path, err := url.PathUnescape(u.EscapedPath())
	return (u.Scheme == "https" || u.Scheme == "http") && u.Opaque == "" && u.User == nil && u.Hostname() != "" && ascii &&
		err == nil && !strings.ContainsFunc(path+u.Fragment, unicode.IsControl)
}
