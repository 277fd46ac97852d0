package writing

import (
	"strings"
	"unicode"
)

// Unprintable are the characters of a name that no paper can show, each once: emoji and other signs, and the brackets of
// markup. Characters that are rare, or that a font lacks, are not among them: they are in somebody's name. The browser has
// the same (web/src/domain/unprintable.ts); testdata/unprintable.json holds both to it.
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
	case r >= 0x2E80 && r <= 0x2FFF, r >= 0x31C0 && r <= 0x31EF: // radicals, strokes, and how a character is made of them
		return false
	case r == '○', r == '◯', r == '□': // for 〇, and for a character that nobody could type
		return false
	}
	return r >= 0x2000 && unicode.Is(unicode.So, r)
}
