package writing

import (
	"regexp"
	"strings"
	"unicode"

	"golang.org/x/text/unicode/norm"
)

// anAddress is what phones and mail programs make a link of: a scheme, a name with a dot in it, numbers of a network; and
// what would make another name of the address that is filled in. A full stop of Chinese counts as a dot before small letters.
var anAddress = regexp.MustCompile(`(?i)//|\bhttps?\b|\bwww\b|[^\s.]\.\pL{2,}|[a-z0-9}]。[a-z]{2,}|。(?-i:[a-z]{2,})|\d+\.\d+\.\d+\.\d+|\[[0-9a-f]*:[0-9a-f:]*\]|@` +
	`|` + inName + `\{(host|path|link|temple\w*)\}|\{(host|path|link|temple\w*)\}` + inName)

// inName is what goes on a name beside it. Chinese goes on a sentence instead, which has no spaces.
const inName = `(?:[\p{Latin}\p{Cyrillic}\p{Greek}\pN\pM-])`

// unseen are characters that leave no trace between those of an address.
func unseen(r rune) bool {
	return unicode.In(r, unicode.Cf, unicode.Variation_Selector, unicode.Other_Default_Ignorable_Code_Point)
}

// LeadsElsewhere tells whether a text names an address that is not the temple's own, which is at host.
func LeadsElsewhere(text, host string) bool {
	text = norm.NFKC.String(strings.Map(func(r rune) rune {
		if unseen(r) {
			return -1
		}
		return r
	}, text))
	if host = strings.TrimPrefix(host, "www."); host != "" {
		own := regexp.MustCompile(`(?i)(^|\p{Han}|[^\pL\pN\pM_.@:/-])((https?://|[\w.+-]+@)?([\w-]+\.)*` + regexp.QuoteMeta(host) + `)(\.?$|\.?(?:\p{Han}|[^\pL\pN\pM_.@:-]))`)
		text = own.ReplaceAllString(text, "${1}x$5") // a letter in its place: what stands behind it may go on its name
	}
	return anAddress.MatchString(text)
}
