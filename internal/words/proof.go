package words

import (
	"context"
	"regexp"
	"slices"
	"strings"
	"unicode"

	"golang.org/x/text/unicode/norm"

	"shanmen/internal/httpd"
	"shanmen/internal/locale"
)

// proves tells whether a sentence stands in a letter or text that lets somebody in: with a code, a ticket or an invitation.
// What stands around every letter is such a sentence too. Whoever words it can lead all codes of the temple elsewhere.
func (s *Service) proves(key string) bool {
	kind, rest, _ := strings.Cut(key, ".")
	if kind != "mail" && kind != "sms" {
		return false
	}
	template, _, whole := strings.Cut(rest, ".") // of a letter: its subject or its body
	if kind == "mail" && !whole {
		return true
	}
	var names []string
	for _, l := range locale.All {
		for _, one := range []string{"mail." + template + ".subject", "mail." + template + ".body", "sms." + template} {
			names = append(names, locale.Names(s.Messages.BuiltIn(l, one))...)
		}
	}
	switch {
	case slices.Contains(names, "{code}"), template == "mobile-changed", template == "ticket-issued": // these two say whom to call
		return true
	case slices.Contains(names, "{path}"):
		return template != "form-received" // its path is the contact page
	}
	// Links into an order lead to the login, but for a renewal and for who has no account: those have a ticket.
	return slices.Contains(names, "{link}") && (strings.HasPrefix(template, "renewal-") || strings.HasSuffix(template, "-walk-in"))
}

// mayWord tells whether the visitor may word a sentence: one that lets somebody in is for administrators.
func (s *Service) mayWord(ctx context.Context, key string) bool {
	return !s.proves(key) || httpd.VisitorOf(ctx).Has("admin")
}

// anAddress is what phones and mail programs make a link of: a scheme, a name with a dot in it, numbers of a network; and
// what would make another name of the address that is filled in. A full stop of Chinese counts as a dot before small letters.
var anAddress = regexp.MustCompile(`(?i)//|\bhttps?\b|\bwww\b|[^\s.]\.\pL{2,}|[a-z0-9}]。[a-z]{2,}|。(?-i:[a-z]{2,})|\d+\.\d+\.\d+\.\d+|\[[0-9a-f]*:[0-9a-f:]*\]|@` +
	`|` + inName + `\{(host|path|link)\}|\{(host|path|link)\}` + inName)

// inName is what goes on a name beside it. Chinese goes on a sentence instead, which has no spaces.
const inName = `(?:[\p{Latin}\p{Cyrillic}\p{Greek}\pN\pM-])`

// unseen are characters that leave no trace between those of an address.
func unseen(r rune) bool {
	return unicode.In(r, unicode.Cf, unicode.Variation_Selector, unicode.Other_Default_Ignorable_Code_Point)
}

// leadsElsewhere tells whether a text names an address that is not the temple's own.
func (s *Service) leadsElsewhere(text string) bool {
	text = norm.NFKC.String(strings.Map(func(r rune) rune {
		if unseen(r) {
			return -1
		}
		return r
	}, text))
	if host := strings.TrimPrefix(s.Base.Hostname(), "www."); host != "" {
		own := regexp.MustCompile(`(?i)(^|\p{Han}|[^\pL\pN\pM_.@:/-])((https?://|[\w.+-]+@)?([\w-]+\.)*` + regexp.QuoteMeta(host) + `)(\.?$|\.?(?:\p{Han}|[^\pL\pN\pM_.@:-]))`)
		text = own.ReplaceAllString(text, "${1}x$5") // a letter in its place: what stands behind it may go on its name
	}
	return anAddress.MatchString(text)
}
