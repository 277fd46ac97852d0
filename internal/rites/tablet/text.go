package tablet

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/image/font"
	"golang.org/x/image/font/sfnt"
	"golang.org/x/image/math/fixed"
	"golang.org/x/text/unicode/norm"

	"shanmen/internal/platform/document"
)

// clean is the printed form of a stored text: without direction marks, joiners and variation selectors, and with single
// spaces.
func clean(text string) string {
	var b strings.Builder
	space := false
	for _, c := range text {
		switch {
		case c == ' ' || c == '\t' || c == '\n' || c == '\r' || unicode.In(c, unicode.Zl, unicode.Zp):
			space = true
			continue
		case unicode.In(c, unicode.Cc, unicode.Cf) || 0xFE00 <= c && c <= 0xFE0F || 0xE0100 <= c && c <= 0xE01EF:
			continue
		}
		if space && b.Len() > 0 {
			b.WriteByte(' ')
		}
		space = false
		b.WriteRune(c)
	}
	return strings.Trim(b.String(), " \u3000\u00a0")
}

func latin(c rune) bool {
	return unicode.In(c, unicode.Latin, unicode.M) || '0' <= c && c <= '9' || strings.ContainsRune(".,'’&/@+-", c)
}

type kind string

const (
	cell    kind = "cell"    // one upright character
	box     kind = "box"     // an empty square for a character missing in the font
	turned  kind = "turned"  // Latin text, rotated clockwise
	upright kind = "upright" // one or two letters or digits within Chinese text
	dot     kind = "dot"     // separator in a foreign name: half a cell
	space   kind = "space"
)

// run is an element of a vertical column. Glyph is what is drawn for Text. Y is its upper end.
type run struct {
	kind        kind
	text, glyph string
	y, length   float64
}

// meter measures with the documents' font. It is not safe for concurrent use.
type meter struct {
	*measures
	font     *sfnt.Font
	buf      sfnt.Buffer
	advances map[rune]float64 // in em; -1: no glyph
}

func newMeter() (*meter, error) {
	f, err := document.Typeface()
	if err != nil {
		return nil, err
	}
	return &meter{measures: loaded(), font: f, advances: map[rune]float64{}}, nil
}

func (m *meter) advance(c rune) float64 {
	if a, ok := m.advances[c]; ok {
		return a
	}
	a := -1.0
	if g, err := m.font.GlyphIndex(&m.buf, c); err == nil && g != 0 {
		if adv, err := m.font.GlyphAdvance(&m.buf, g, fixed.I(1000), font.HintingNone); err == nil {
			a = float64(adv.Round()) / 1000
		}
	}
	m.advances[c] = a
	return a
}

func (m *meter) has(c rune) bool { return m.advance(c) >= 0 }

// form is the vertical form of c.
func (m *meter) form(c rune) rune {
	if v, ok := m.VerticalForms[string(c)]; ok {
		c, _ = utf8.DecodeRuneInString(v)
	}
	return c
}

// width of a Latin text in em.
func (m *meter) width(text string) float64 {
	sum := 0.0
	for _, c := range norm.NFC.String(text) {
		if a := m.advance(c); a >= 0 {
			sum += a
		} else {
			sum++
		}
	}
	return sum
}

// runs splits a text into elements of a column.
func (m *meter) runs(text string) []run {
	var out []run
	all := []rune(clean(text))
	for i := 0; i < len(all); i++ {
		c := all[i]
		switch {
		case latin(c):
			from := i
			for i+1 < len(all) && (latin(all[i+1]) || all[i+1] == ' ' && i+2 < len(all) && latin(all[i+2])) {
				i++
			}
			word := string(all[from : i+1])
			k := turned
			if n := i + 1 - from; n <= 2 && len(all)+len(out) > n && alphanumeric(word) {
				k = upright
			}
			out = append(out, run{kind: k, text: word, glyph: norm.NFC.String(word)})
		case c == ' ' || c == '\u3000':
			out = append(out, run{kind: space, text: string(c)})
		case strings.ContainsRune("·・•", c):
			out = append(out, run{kind: dot, text: string(c), glyph: string(c)})
		case !m.has(m.form(c)):
			out = append(out, run{kind: box, text: string(c), glyph: string(m.form(c))})
		default:
			out = append(out, run{kind: cell, text: string(c), glyph: string(m.form(c))})
		}
	}
	return out
}

func alphanumeric(word string) bool {
	for _, c := range word {
		if !('0' <= c && c <= '9' || 'a' <= c && c <= 'z' || 'A' <= c && c <= 'Z') {
			return false
		}
	}
	return true
}

func (m *meter) lengthOf(r run, size float64) float64 {
	switch r.kind {
	case turned:
		return m.width(r.text) * size * m.Latin.Scale
	case dot:
		return size * 0.5
	case space:
		if r.text == " " {
			return size * 0.5
		}
	}
	return size
}

func (m *meter) gap(a, b run, size float64) float64 {
	switch {
	case a.kind == space || b.kind == space:
		return 0
	case a.kind == turned || b.kind == turned:
		return size * m.Latin.GapToHan
	case a.kind == dot || b.kind == dot:
		return size * 0.05
	}
	return size * (m.Pitch - 1)
}

// stack positions runs from 0 down, with extra space between those of a spread name.
func (m *meter) stack(list []run, size, extra float64) ([]run, float64) {
	out := make([]run, len(list))
	y := 0.0
	for i, r := range list {
		if i > 0 {
			y += m.gap(list[i-1], r, size) + extra
		}
		l := m.lengthOf(r, size)
		r.y, r.length = round(y), round(l)
		out[i] = r
		y += l
	}
	return out, round(y)
}

func (m *meter) lengthOfText(text string, size float64) float64 {
	_, l := m.stack(m.runs(text), size, 0)
	return l
}
