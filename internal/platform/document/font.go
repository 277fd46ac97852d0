package document

import (
	_ "embed" // embeds the font
	"fmt"
	"sync"
	"unsafe"

	"golang.org/x/image/font"
	"golang.org/x/image/font/sfnt"
	"golang.org/x/image/math/fixed"
)

//go:generate go run ./fontgen -from ../../../web/node_modules/@fontsource/lxgw-wenkai -to font

// LXGW WenKai under the SIL Open Font License: 29,865 code points, including rare characters of names above U+FFFF that
// usual web fonts lack. `make build` unpacks it; before that this package does not compile. It is embedded as a string,
// because a string is read in place from the program file, while embed.FS would copy its 16 MB to the heap.
//
//go:embed font/lxgw-wenkai.ttf
var wenkai string

// typeface is shared by all documents and immutable. Writing to data crashes, because it is read-only memory.
type typeface struct {
	data   []byte
	parsed *sfnt.Font
}

var wenkaiTypeface = sync.OnceValues(func() (*typeface, error) {
	return parseTypeface(unsafe.Slice(unsafe.StringData(wenkai), len(wenkai)))
})

func parseTypeface(data []byte) (*typeface, error) {
	parsed, err := sfnt.Parse(data)
	if err != nil {
		return nil, fmt.Errorf("document: font: %w", err)
	}
	return &typeface{data: data, parsed: parsed}, nil
}

// Typeface is the documents' font for other packages. It may be shared; sfnt.Buffers may not.
func Typeface() (*sfnt.Font, error) {
	t, err := wenkaiTypeface()
	if err != nil {
		return nil, err
	}
	return t.parsed, nil
}

func (t *typeface) face() *face {
	return newFace("F1", family, t.data, t.parsed)
}

func newFace(name, family string, data []byte, parsed *sfnt.Font) *face {
	return &face{name: name, family: family, data: data, parsed: parsed, advances: map[rune]int{}}
}

// em is the number of advance units per font size.
const em = 1000

// boxAdvance is the advance of the box for a character without a glyph.
const boxAdvance = em

// face measures text for one document. It is not safe for concurrent use.
type face struct {
	name     string // in the file, as that of its family
	family   string
	data     []byte
	parsed   *sfnt.Font
	serif    *face // for Latin text, if the document uses separate fonts for it
	sans     *face
	buf      sfnt.Buffer
	advances map[rune]int // -1: no glyph
}

// glyph is 0 for a character missing in the font.
func (f *face) glyph(c rune) sfnt.GlyphIndex {
	g, err := f.parsed.GlyphIndex(&f.buf, c)
	if err != nil {
		return 0
	}
	return g
}

func (f *face) lookup(c rune) int {
	if a, ok := f.advances[c]; ok {
		return a
	}
	a := -1
	if g := f.glyph(c); g != 0 {
		a = f.advanceOf(g)
	}
	f.advances[c] = a
	return a
}

// advanceOf is -1 for a glyph that the font lacks.
func (f *face) advanceOf(g sfnt.GlyphIndex) int {
	a, err := f.parsed.GlyphAdvance(&f.buf, g, fixed.I(em), font.HintingNone)
	if err != nil {
		return -1
	}
	return a.Round()
}

// has returns whether the font has c.
func (f *face) has(c rune) bool { return f.lookup(c) >= 0 }

// width of a cleaned text in points.
func (f *face) width(text string, size float64) float64 {
	sum := 0
	chars := []rune(text)
	for i := range chars {
		sum += f.advance(chars, i, size)
	}
	return float64(sum) * size / em
}
