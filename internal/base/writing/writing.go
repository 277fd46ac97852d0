// Package writing has the shared rules for typed names: which characters are visible.
//
// It also finds NRIC and FIN numbers (identity.go), which are hidden in the log and reported where they are typed.
package writing

import (
	"strings"
	"unicode"
)

// mostMarks is the maximum of combining marks on one letter in any real script (Tibetan has the highest stacks). More
// of them overlap the lines above and below.
const mostMarks = 8

// Unreadable returns whether a text contains characters that are unintended in a name and change how a list or tablet
// reads: controls, bidirectional overrides and marks, invisible spaces, unassigned signs, stacks of marks. The joiners
// of emoji and of some scripts (U+200C, U+200D) and variation selectors are allowed. With lines, line breaks and tabs
// are allowed too.
func Unreadable(text string, lines bool) bool {
	marks := 0
	for _, r := range text {
		if unicode.In(r, unicode.Mn, unicode.Me) {
			marks++
		} else {
			marks = 0
		}
		if marks > mostMarks || hidden(r, lines) {
			return true
		}
	}
	return false
}

// Readable removes from a text what Unreadable finds.
func Readable(text string, lines bool) string {
	marks := 0
	return strings.Map(func(r rune) rune {
		if unicode.In(r, unicode.Mn, unicode.Me) {
			marks++
		} else {
			marks = 0
		}
		if marks > mostMarks || hidden(r, lines) {
			return -1
		}
		return r
	}, text)
}

func hidden(r rune, lines bool) bool {
	switch {
	case lines && (r == '\n' || r == '\r' || r == '\t'):
		return false
	case r < 0x20, r >= 0x7F && r <= 0x9F, r == 0x061C, r == 0x200B, r == 0x200E, r == 0x200F,
		r >= 0x2028 && r <= 0x202E, r >= 0x2060 && r <= 0x206F, r == 0xFEFF, r >= 0xFFF9 && r <= 0xFFFD, r >= 0xFDD0 && r <= 0xFDEF, r&0xFFFE == 0xFFFE:
		return true
	}
	return false
}

// Visible returns whether a text has a visible character. Characters unknown to this program's Unicode version count as
// visible: they are new Han characters in somebody's name.
func Visible(text string) bool { return strings.ContainsFunc(text, seen) }

func seen(r rune) bool {
	switch r {
	case 0x115F, 0x1160, 0x3164, 0xFFA0, // Hangul fillers
		0x2800,         // blank Braille pattern
		0x17B4, 0x17B5, // Khmer vowels that are not drawn
		0x1D159: // musical null notehead
		return false
	}
	return !unicode.IsSpace(r) && !unicode.In(r, unicode.Cc, unicode.Cf, unicode.Mn, unicode.Me) &&
		!unicode.Is(unicode.Other_Default_Ignorable_Code_Point, r) && !hidden(r, false)
}
