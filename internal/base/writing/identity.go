package writing

import (
	"regexp"
	"strings"
	"unicode"

	"golang.org/x/text/unicode/norm"
)

// identityNumber is an NRIC or FIN of Singapore: S, T, F, G or M, seven digits and a letter, in either width, whatever parts
// them: one space, dash, dot or slash between any two of them. The browser has the same (web/src/domain/identity-number.ts).
var identityNumber = regexp.MustCompile(`(?i)(?:\b[stfgm]|[ＳＴＦＧＭｓｔｆｇｍ])(?:` + parted + `[0-9０-９]){7}` + parted + `(?:[a-z]\b|[Ａ-Ｚａ-ｚ])`)

const parted = `[ \x{a0}\x{3000}\-‐‑–—－./．]?`

// HasIdentityNumber tells whether a text holds what looks like an NRIC or FIN, which the temple has no use for.
func HasIdentityNumber(text string) bool {
	return identityNumber.MatchString(norm.NFKC.String(strings.Map(onPaper, text)))
}

// HideIdentityNumbers is a text without them, for the log.
func HideIdentityNumbers(text string) string {
	if !hasSevenDigits(text) { // nearly all that is logged
		return text
	}
	if without := strings.Map(onPaper, text); without != text && identityNumber.MatchString(without) {
		text = without
	}
	return identityNumber.ReplaceAllString(text, "[…]")
}

// onPaper leaves out characters that leave no trace on a screen.
func onPaper(r rune) rune {
	if unicode.Is(unicode.Cf, r) {
		return -1
	}
	return r
}

// hasSevenDigits tells whether a text has seven digits of either width, whatever parts them.
func hasSevenDigits(text string) bool {
	n := 0
	for _, r := range text {
		if r >= '0' && r <= '9' || r >= '０' && r <= '９' {
			n++
		}
	}
	return n >= 7
}
