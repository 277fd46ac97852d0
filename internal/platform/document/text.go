package document

import (
	"strings"
	"unicode"

	"golang.org/x/text/unicode/norm"
)

// clean makes a text safe to draw from left to right in stored order. Characters that change direction or join others
// (bidi overrides, zero-width marks, variation selectors, U+0000) are dropped, because they could make a name look like
// another; line ends and tabs become spaces. A letter with combining marks becomes the composed letter if there is one.
// Other characters stay: full normalisation would replace the compatibility ideographs of some family names.
func (f *face) clean(text string) string {
	var b strings.Builder
	base := strings.Builder{} // a character and its combining marks
	marked := false
	flush := func() {
		s := base.String()
		if marked {
			s = norm.NFC.String(s)
		}
		b.WriteString(s)
		base.Reset()
		marked = false
	}
	for _, c := range text {
		switch {
		case c == '\n' || c == '\r' || c == '\t' || unicode.In(c, unicode.Zl, unicode.Zp):
			c = ' '
		case unicode.In(c, unicode.Cc, unicode.Cf, unicode.Variation_Selector, unicode.Other_Default_Ignorable_Code_Point):
			continue
		case c == '\u2010' || c == '\u2011': // both fonts have the plain hyphen, and text search finds it
			c = '-'
		case unicode.Is(unicode.Zs, c) && !f.has(c):
			c = ' '
		}
		if unicode.Is(unicode.Mn, c) {
			marked = true
		} else {
			flush()
		}
		base.WriteRune(c)
	}
	flush()
	return strings.TrimSpace(b.String())
}

const (
	closers = "，。、；：！？）」』》】〉〕”’…·,.;:!?)]}%"
	openers = "（「『《【〈〔“‘([{"
)

// wide characters allow a line break without a space.
func wide(c rune) bool { return c >= 0x2E80 }

func breakable(before, after rune) bool {
	if unicode.Is(unicode.Mn, after) || strings.ContainsRune(closers, after) || strings.ContainsRune(openers, before) {
		return false
	}
	return before == ' ' || wide(before) || wide(after)
}

// wrap splits a text into cleaned lines no wider than limit points. A word wider than a line is broken anywhere; only
// spaces at breaks are dropped. An empty text has no lines.
func (f *face) wrap(text string, size, limit float64) []string {
	rest := []rune(f.clean(text))
	var lines []string
	for len(rest) > 0 {
		n := f.fitting(rest, size, limit)
		lines = append(lines, strings.TrimRight(string(rest[:n]), " "))
		rest = rest[n:]
		for len(rest) > 0 && rest[0] == ' ' {
			rest = rest[1:]
		}
	}
	return lines
}

// fitting counts the characters of the next line, at least one.
func (f *face) fitting(rest []rune, size, limit float64) int {
	room, last := limit+0.01, 0 // tolerance, so that rounding does not change equal sums
	for i, c := range rest {
		if i > 0 && breakable(rest[i-1], c) {
			last = i
		}
		room -= float64(f.advance(rest, i, size)) * size / em
		if room >= 0 || i == 0 || c == ' ' {
			continue
		}
		if last > 0 {
			return last
		}
		for i > 1 && unicode.Is(unicode.Mn, rest[i]) {
			i--
		}
		return i
	}
	return len(rest)
}

// fit returns the largest size up to size at which a cleaned text is no wider than limit.
func (f *face) fit(text string, size, limit float64) float64 {
	// A smaller size may use another font, so it may need to shrink again.
	for w := f.width(text, size); w > limit+0.01; w = f.width(text, size) {
		size *= limit / w
	}
	return size
}
