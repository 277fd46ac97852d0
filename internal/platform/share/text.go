package share

import (
	_ "embed"
	"fmt"
	"strings"
	"unicode"

	"golang.org/x/image/font"
	"golang.org/x/image/font/sfnt"
	"golang.org/x/image/math/fixed"

	"shanmen/internal/base/locale"
	"shanmen/internal/platform/document"
)

// Source Serif 4, weight 600, Latin-1, under the SIL Open Font License; web/scripts/share-font.mjs
// wrote it.
//
//go:embed font/source-serif.ttf
var serifFile []byte

// faces are the fonts of the pictures: Latin in the serif of the pages' headings, all else in Kai.
type faces struct{ serif, kai *sfnt.Font }

// Serif is the face of their Latin.
func Serif() (*sfnt.Font, error) {
	serif, err := sfnt.Parse(serifFile)
	if err != nil {
		return nil, fmt.Errorf("share: font: %w", err)
	}
	return serif, nil
}

func openFaces() (faces, error) {
	serif, err := Serif()
	if err != nil {
		return faces{}, err
	}
	kai, err := document.Typeface()
	if err != nil {
		return faces{}, err
	}
	return faces{serif, kai}, nil
}

// writer measures and draws text for one picture. It is not safe for concurrent use.
type writer struct {
	faces  faces
	buffer sfnt.Buffer
	locale locale.Locale
}

type glyph struct {
	font  *sfnt.Font
	index sfnt.GlyphIndex
}

// find picks the font of a character. ok is false for one that neither font draws: it is left out,
// as an empty box would say less.
func (w *writer) find(c rune) (g glyph, ok bool) {
	order := [2]*sfnt.Font{w.faces.serif, w.faces.kai}
	// Quotation marks, dashes and dots are as wide as a character in Chinese.
	if w.locale == locale.ZH && (c >= 0x2010 && c <= 0x2027 || c == '·') {
		order[0], order[1] = order[1], order[0]
	}
	for _, f := range order {
		if i, err := f.GlyphIndex(&w.buffer, c); err == nil && i != 0 {
			return glyph{f, i}, true
		}
	}
	return glyph{}, false
}

// set places a text's glyphs on a line that begins at 0, and says how wide it is in pixels.
func (w *writer) set(text string, size float64) (glyphs []glyph, at []float64, width float64) {
	ppem := fixed.Int26_6(size * 64)
	var last glyph
	for _, c := range text {
		g, ok := w.find(c)
		if !ok {
			continue
		}
		if last.font == g.font {
			if k, err := g.font.Kern(&w.buffer, last.index, g.index, ppem, font.HintingNone); err == nil {
				width += float64(k) / 64
			}
		}
		advance, err := g.font.GlyphAdvance(&w.buffer, g.index, ppem, font.HintingNone)
		if err != nil {
			continue
		}
		glyphs, at = append(glyphs, g), append(at, width)
		width += float64(advance) / 64
		last = g
	}
	return glyphs, at, width
}

func (w *writer) width(text string, size float64) float64 {
	_, _, width := w.set(text, size)
	return width
}

// write draws a line from x on the baseline y. Kai has one weight: weight, in shares of the size,
// makes it bolder.
func (w *writer) write(on *canvas, text string, x, y, size, weight float64, with paint) {
	glyphs, at, _ := w.set(text, size)
	for i, g := range glyphs {
		p, ok := w.outline(g, size)
		if !ok {
			continue
		}
		p = p.at(x+at[i], y)
		on.fill(p, with)
		if weight > 0 && g.font == w.faces.kai {
			on.stroke(p, size*weight, with)
		}
	}
}

// curveSteps is into how many lines a curve is cut: enough for text of this size.
const curveSteps = 16

// outline is a glyph's, from the origin of its baseline. ok is false for one that shows nothing.
func (w *writer) outline(g glyph, size float64) (o outline, ok bool) {
	segments, err := g.font.LoadGlyph(&w.buffer, g.index, fixed.Int26_6(size*64), nil)
	if err != nil || len(segments) == 0 {
		return nil, false
	}
	at := func(v fixed.Point26_6) point { return point{float64(v.X) / 64, float64(v.Y) / 64} }
	var line []point
	for _, s := range segments {
		if s.Op == sfnt.SegmentOpMoveTo {
			o, line = append(o, line), nil
		}
		a, b, c := at(s.Args[0]), at(s.Args[1]), at(s.Args[2])
		switch s.Op {
		case sfnt.SegmentOpMoveTo, sfnt.SegmentOpLineTo:
			line = append(line, a)
		case sfnt.SegmentOpQuadTo:
			from := line[len(line)-1]
			third := func(u, v point) point { return point{u.x + (v.x-u.x)*2/3, u.y + (v.y-u.y)*2/3} }
			line = curve(line, third(from, a), third(b, a), b)
		case sfnt.SegmentOpCubeTo:
			line = curve(line, a, b, c)
		}
	}
	return append(o, line), true
}

// curve adds a cubic curve from the line's end to c.
func curve(line []point, a, b, c point) []point {
	from := line[len(line)-1]
	for i := 1; i <= curveSteps; i++ {
		t := float64(i) / curveSteps
		u := 1 - t
		k, l, m, n := u*u*u, 3*u*u*t, 3*u*t*t, t*t*t
		line = append(line, point{k*from.x + l*a.x + m*b.x + n*c.x, k*from.y + l*a.y + m*b.y + n*c.y})
	}
	return line
}

// shown is a text without what no font has, and with single spaces.
func (w *writer) shown(text string) string {
	var b strings.Builder
	for _, c := range text {
		if unicode.IsSpace(c) {
			c = ' '
		}
		if _, ok := w.find(c); ok && (unicode.IsGraphic(c) || c == ' ') {
			b.WriteRune(c)
		}
	}
	return strings.Join(strings.Fields(b.String()), " ")
}

// What does not begin a line, and what does not end one.
const (
	closing = "，。、！？：；）》」』】〉”’…—·,.!?:;)]}%"
	opening = "（《「『【〈“‘([{"
)

func wide(c rune) bool {
	return unicode.Is(unicode.Han, c) || c >= 0x3000 && c <= 0x303f || c >= 0xff00 && c <= 0xffef
}

// breaks tells whether a line may end between two characters.
func breaks(a, b rune) bool {
	switch {
	case strings.ContainsRune(closing, b) || strings.ContainsRune(opening, a):
		return false
	case a == ' ':
		return b != ' '
	case b == ' ':
		return false
	}
	return wide(a) || wide(b) || a == '-'
}

// wrap cuts a text into lines of at most width pixels. A word that is longer is cut anywhere.
func (w *writer) wrap(text string, size, width float64) (lines []string) {
	line := ""
	end := func() {
		if line = strings.TrimSpace(line); line != "" {
			lines = append(lines, line)
		}
		line = ""
	}
	for _, part := range parts(text) {
		if w.width(strings.TrimSpace(line+part), size) <= width {
			line += part
			continue
		}
		end()
		for _, c := range part {
			if line != "" && w.width(line+string(c), size) > width {
				end()
			}
			line += string(c)
		}
	}
	end()
	return lines
}

// parts cuts a text wherever a line may end.
func parts(text string) (out []string) {
	all := []rune(text)
	from := 0
	for i := 1; i <= len(all); i++ {
		if i == len(all) || breaks(all[i-1], all[i]) {
			out = append(out, string(all[from:i]))
			from = i
		}
	}
	return out
}

// fit wraps a text into at most n lines, in the largest of the sizes in which it fits. In the
// smallest, what is left over gives way to an ellipsis. Lines come out about equally long.
func (w *writer) fit(text string, sizes []float64, width float64, n int) (lines []string, size float64) {
	text = w.shown(text)
	for _, size = range sizes {
		if lines = w.wrap(text, size, width); len(lines) <= n && !w.cut(text, size, width) {
			break
		}
	}
	if len(lines) > n {
		lines = lines[:n]
		last := []rune(lines[n-1])
		for len(last) > 0 && w.width(string(last)+"…", size) > width {
			last = last[:len(last)-1]
		}
		cut := string(last)
		if space := strings.LastIndexByte(cut, ' '); space > len(cut)/2 && len(last) < len([]rune(lines[n-1])) {
			cut = cut[:space] // not within a word
		}
		lines[n-1] = strings.TrimRight(cut, " "+closing) + "…"
		return lines, size
	}
	for narrow := width * .95; narrow > width*.5; narrow *= .95 {
		even := w.wrap(text, size, narrow)
		if len(even) != len(lines) || w.cut(text, size, narrow) {
			break
		}
		lines = even
	}
	return lines, size
}

// cut tells whether a word would not fit on a line of its own.
func (w *writer) cut(text string, size, width float64) bool {
	for _, p := range parts(text) {
		if w.width(strings.TrimSpace(p), size) > width {
			return true
		}
	}
	return false
}
