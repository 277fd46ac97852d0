package writing

import (
	"regexp"

	"golang.org/x/text/unicode/norm"
)

// identityNumber is an NRIC or FIN of Singapore: S, T, F, G or M, seven digits and a letter, whoever typed it in whatever
// width. The browser has the same (web/src/domain/identity-number.ts).
var (
	identityNumber = regexp.MustCompile(`(?i)\b[stfgm][ -]?\d{7}[ -]?[a-z]\b`)
	fullWidth      = regexp.MustCompile(`[ＳＴＦＧＭｓｔｆｇｍSTFGMstfgm][ -]?([０-９]{7}[ -]?[A-Za-zＡ-Ｚａ-ｚ]|\d{7}[ -]?[Ａ-Ｚａ-ｚ])`)
)

// HasIdentityNumber tells whether a text holds what looks like an NRIC or FIN, which the temple has no use for.
func HasIdentityNumber(text string) bool { return identityNumber.MatchString(norm.NFKC.String(text)) }

// HideIdentityNumbers is a text without them, for the log.
func HideIdentityNumbers(text string) string {
	if !hasSevenDigits(text) { // nearly all that is logged
		return text
	}
	return fullWidth.ReplaceAllString(identityNumber.ReplaceAllString(text, "[…]"), "[…]")
}

// hasSevenDigits tells whether seven digits of either width follow each other.
func hasSevenDigits(text string) bool {
	n := 0
	for _, r := range text {
		if r >= '0' && r <= '9' || r >= '０' && r <= '９' {
			if n++; n == 7 {
				return true
			}
		} else {
			n = 0
		}
	}
	return false
}
