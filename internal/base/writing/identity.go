package writing

import (
	"regexp"
	"strings"
	"unicode"

	"golang.org/x/text/unicode/norm"
)

// identityNumber matches an NRIC or FIN of Singapore: S, T, F, G or M, seven digits and a letter, in full or half
// width, with one space, dash, dot or slash allowed between any two of them. The browser has the same rule
// (web/src/domain/identity-number.ts).
var identityNumber = regexp.MustCompile(`(?i)(?:\b[stfgm]|[ＳＴＦＧＭｓｔｆｇｍ])(?:` + parted + `[0-9０-９]){7}` + parted + `(?:[a-z]\b|[Ａ-Ｚａ-ｚ])`)

const parted = `[ \x{a0}\x{3000}\-‐‑–—－./．]?`

// HasIdentityNumber returns whether a text contains what looks like an NRIC or FIN, which the temple must not store.
func HasIdentityNumber(text string) bool {
	return identityNumber.MatchString(norm.NFKC.String(strings.Map(onPaper, text)))
}

// HideIdentityNumbers masks them, for the log.
func HideIdentityNumbers(text string) string {
	if !hasSevenDigits(text) { // fast path for nearly all log lines
		return text
	}
	if without := strings.Map(onPaper, text); without != text && identityNumber.MatchString(without) {
		text = without
	}
	return identityNumber.ReplaceAllString(text, "[…]")
}

// onPaper removes invisible characters.
func onPaper(r rune) rune {
	if unicode.Is(unicode.Cf, r) {
		return -1
	}
	return r
}

// hasSevenDigits returns whether a text has seven digits in full or half width, with separators between them.
func hasSevenDigits(text string) bool {
	n := 0
	for _, r := range text {
		if r >= '0' && r <= '9' || r >= '０' && r <= '９' {
			n++
		}
	}
	return n >= 7
}
