package writing

import (
	"strings"
	"unicode"
)

// Unprintable returns the characters of a name that cannot be printed, each once: emoji and other symbols, and markup
// brackets. Rare characters, or those missing in a font, are not among them, because they occur in names. The browser
// has the same rule (web/src/domain/unprintable.ts); testdata/unprintable.json tests both.
func Unprintable(name string) string {
	var out strings.Builder
	for _, r := range name {
		if unprintable(r) && !strings.ContainsRune(out.String(), r) {
			out.WriteRune(r)
		}
	}
	return out.String()
}

func unprintable(r rune) bool {
	switch {
	case r == '<', r == '>', r == 0x203C, r == 0x2049, r == 0x20E3, r >= 0x2190 && r <= 0x21FF, r >= 0x1F3FB && r <= 0x1F3FF:
		return true
	case r >= 0x2E80 && r <= 0x2FFF, r >= 0x31C0 && r <= 0x31EF: // radicals, strokes, and ideographic description characters
		return false
	case r == '○', r == '◯', r == '□': // typed for 〇, or for a character that could not be typed
		return false
	}
	return r >= 0x2000 && unicode.Is(unicode.So, r)
}
