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

// longest is the most bytes of a path or target.
const longest = 2000

// Of is what an entry stands for: the same in both languages, with a slash at its end or none, in capitals or small
// letters, and with its accents written as one sign or as two.
func Of(path string) string { return Same(Plain(path)) }

// Same writes a path so that those which look the same are the same: Apple's programs write é as two signs.
func Same(path string) string { return norm.NFC.String(strings.ToLower(path)) }

// Plain takes the language and the slash at its end off a path: one entry stands for all of them.
func Plain(path string) string {
	_, path = locale.SplitPath(path)
	if len(path) > 1 {
		path = strings.TrimSuffix(path, "/")
	}
	return path
}

// Tidy writes a path the one way it is stored; false for what is no path of a page.
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

// Target writes an address of the site at base as a path, and accepts https:// and http:// of others.
// Whatever a browser could take for a script, another host than it seems, or a second header is refused.
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

// unsafe are characters that no address needs and that browsers read in their own ways.
func unsafe(r rune) bool {
	return unicode.IsControl(r) || unicode.Is(unicode.Cf, r) || unicode.IsSpace(r) || strings.ContainsRune("\\\"<>^`{|}", r)
}

// elsewhere tells whether an address is a plain one of the web: no script, no credentials, a host in
// letters that look like what they are, nothing hidden behind percent signs.
func elsewhere(u *url.URL) bool {
	ascii := !strings.ContainsFunc(u.Host, func(r rune) bool { return r > unicode.MaxASCII })
	path, err := url.PathUnescape(u.EscapedPath())
	return (u.Scheme == "https" || u.Scheme == "http") && u.Opaque == "" && u.User == nil && u.Hostname() != "" && ascii &&
		err == nil && !strings.ContainsFunc(path+u.Fragment, unicode.IsControl)
}
