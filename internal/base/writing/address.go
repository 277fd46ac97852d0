package writing

import (
	"regexp"
	"strings"
	"sync"
	"unicode"

	"golang.org/x/text/unicode/norm"
)

// anAddress matches what phones and mail programs turn into a link: a scheme, a name with a dot, numbers of a network;
// and characters that would extend the address that is filled in. A Chinese full stop before lower-case letters counts
// as a dot.
var anAddress = regexp.MustCompile(`(?i)//|\bhttps?\b|\bwww\b|[^\s.]\.\pL{2,}|[a-z0-9}]。[a-z]{2,}|。(?-i:[a-z]{2,})|\d+\.\d+\.\d+\.\d+|\[[0-9a-f]*:[0-9a-f:]*\]|@` +
	`|` + inName + `\{(host|path|link|temple\w*)\}|\{(host|path|link|temple\w*)\}` + inName)

// inName matches characters that continue a host name. Chinese characters continue the sentence instead, which has no
// spaces.
const inName = `(?:[\p{Latin}\p{Cyrillic}\p{Greek}\pN\pM-])`

// unseen are invisible characters that may separate those of an address.
func unseen(r rune) bool {
	return unicode.In(r, unicode.Cf, unicode.Variation_Selector, unicode.Other_Default_Ignorable_Code_Point)
}

// own has the expression of the temple's addresses by host, of which a program has one: compiling it takes longer than all
// searches of a page.
var own sync.Map

func ownAt(host string) *regexp.Regexp {
	if known, ok := own.Load(host); ok {
		return known.(*regexp.Regexp)
	}
	compiled := regexp.MustCompile(`(?i)(^|\p{Han}|[^\pL\pN\pM_.@:/-])((https?://|[\w.+-]+@)?([\w-]+\.)*` + regexp.QuoteMeta(host) + `)(\.?$|\.?(?:\p{Han}|[^\pL\pN\pM_.@:-]))`)
	own.Store(host, compiled)
	return compiled
}

// LeadsElsewhere returns whether a text contains an address other than the temple's own at host.
func LeadsElsewhere(text, host string) bool {
	text = norm.NFKC.String(strings.Map(func(r rune) rune {
		if unseen(r) {
			return -1
		}
		return r
	}, text))
	if host = strings.TrimPrefix(host, "www."); host != "" {
		text = ownAt(host).ReplaceAllString(text, "${1}x$5") // replace it by a letter: text after it may still extend the name
	}
	return anAddress.MatchString(text)
}
