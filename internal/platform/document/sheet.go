package document

import (
	"bytes"
	"math"
	"slices"

	"github.com/signintech/gopdf"
	"golang.org/x/image/font/sfnt"
)

// A4 in points.
const (
	pageWidth  = 595.28
	pageHeight = 841.89
)

type ink struct{ r, g, b uint8 }

// The colours of the temple's site.
var (
	black    = ink{0x2b, 0x1d, 0x16}
	soft     = ink{0x5a, 0x49, 0x3d}
	cinnabar = ink{0x9f, 0x2a, 0x1f}
	goldText = ink{0x7a, 0x54, 0x14}
	gold     = ink{0xc9, 0x9a, 0x4b}
	paper    = ink{0xf9, 0xf2, 0xe4}
	tint     = ink{0xf9, 0xe6, 0xdf}
	faded    = ink{0xec, 0xbd, 0xb3}
	hair     = ink{0xe4, 0xd7, 0xc0}
	cream    = ink{0xfd, 0xf3, 0xdd}
)

type stroke func(*gopdf.GoPdf) error

// sheet collects drawing operations page by page, so that the number of pages is known before the first is printed.
// Coordinates are points from the upper left corner; y is the text's baseline.
type sheet struct {
	face    *face
	pages   [][]stroke
	missing map[rune]struct{}
	drawn   map[string]glyphs // by font, the glyphs drawn
}

// glyphs are the glyphs drawn in a file, with their text.
type glyphs = map[sfnt.GlyphIndex]rune

func newSheet(f *face) *sheet {
	return &sheet{face: f, missing: map[rune]struct{}{}, drawn: map[string]glyphs{}}
}

func (s *sheet) addPage() { s.pages = append(s.pages, nil) }

func (s *sheet) add(d stroke) {
	last := len(s.pages) - 1
	s.pages[last] = append(s.pages[last], d)
}

// text draws one line. Characters missing in the font become boxes.
func (s *sheet) text(x, y, size float64, c ink, text string) {
	for _, run := range s.face.stretches(s.face.clean(text), size) {
		if run.lack {
			s.missing[[]rune(run.text)[0]] = struct{}{}
			s.box(x, y, size, c)
			x += boxAdvance * size / em
			continue
		}
		at := x
		s.note(run.face, run.text)
		s.add(func(g *gopdf.GoPdf) error { return put(g, run.face.family, at, y, size, c, run.text) })
		for _, char := range run.text {
			x += float64(run.face.lookup(char)) * size / em
		}
	}
}

// note records the text of glyphs. A glyph shared by two characters means the lower one: the plain hyphen, not the
// non-breaking one.
func (s *sheet) note(by *face, run string) {
	drawn := s.drawn[by.family]
	if drawn == nil {
		drawn = glyphs{}
		s.drawn[by.family] = drawn
	}
	for _, c := range run {
		g := by.glyph(c)
		if old, ok := drawn[g]; !ok || c < old {
			drawn[g] = c
		}
	}
}

func put(g *gopdf.GoPdf, family string, x, y, size float64, c ink, text string) error {
	if err := g.SetFont(family, "", size); err != nil {
		return err
	}
	g.SetTextColor(c.r, c.g, c.b)
	g.SetXY(x, y)
	return g.Text(text)
}

// box is drawn for a character without a glyph: a square with a stroke through it, wide enough to fill in the character
// by hand.
func (s *sheet) box(x, y, size float64, c ink) {
	a, top, bottom := x+size*0.09, y-size*0.80, y+size*0.04
	b := a + (bottom - top)
	s.add(func(g *gopdf.GoPdf) error {
		g.SetLineWidth(max(size*0.05, 0.5))
		g.SetStrokeColor(c.r, c.g, c.b)
		g.Line(a, bottom, b, top)
		return g.Rectangle(a, top, b, bottom, "D", 0, 0)
	})
}

func (s *sheet) textRight(right, y, size float64, c ink, text string) {
	s.text(right-s.face.width(s.face.clean(text), size), y, size, c, text)
}

func (s *sheet) line(x1, y1, x2, y2, width float64, c ink) {
	s.add(func(g *gopdf.GoPdf) error {
		g.SetLineWidth(width)
		g.SetStrokeColor(c.r, c.g, c.b)
		g.Line(x1, y1, x2, y2)
		return nil
	})
}

func (s *sheet) fill(x, y, w, h, radius float64, c ink) {
	s.add(func(g *gopdf.GoPdf) error {
		g.SetFillColor(c.r, c.g, c.b)
		return g.Rectangle(x, y, x+w, y+h, "F", radius, 8)
	})
}

func (s *sheet) frame(x, y, w, h, radius, width float64, c ink) {
	s.add(func(g *gopdf.GoPdf) error {
		g.SetLineWidth(width)
		g.SetStrokeColor(c.r, c.g, c.b)
		return g.Rectangle(x, y, x+w, y+h, "D", radius, 8)
	})
}

func (s *sheet) diamond(x, y, r float64, c ink) {
	s.add(func(g *gopdf.GoPdf) error {
		g.SetFillColor(c.r, c.g, c.b)
		g.Polygon([]gopdf.Point{{X: x - r, Y: y}, {X: x, Y: y - r}, {X: x + r, Y: y}, {X: x, Y: y + r}}, "F")
		return nil
	})
}

// lotus is the flower of the seal as cubic curves on a 64 by 64 field.
var lotus = [][8]float64{
	{32, 16, 38, 22, 40, 29, 32, 41}, {32, 41, 24, 29, 26, 22, 32, 16},
	{25.5, 25, 19.5, 23.5, 16.5, 25.5, 15, 26.5}, {15, 26.5, 16, 35, 22, 40.5, 32, 41},
	{38.5, 25, 44.5, 23.5, 47.5, 25.5, 49, 26.5}, {49, 26.5, 48, 35, 42, 40.5, 32, 41},
	{15, 46.5, 20.5, 49.5, 26.5, 49.5, 32, 46.5}, {32, 46.5, 38, 49.5, 43.5, 49.5, 49, 46.5},
}

// seal draws the temple's lotus in a cinnabar square.
func (s *sheet) seal(x, y, size float64) {
	k := size / 64
	s.fill(x+3*k, y+3*k, 58*k, 58*k, 15*k, cinnabar)
	s.frame(x+7.5*k, y+7.5*k, 49*k, 49*k, 11*k, 1.4*k, ink{0xde, 0xad, 0x80})
	s.add(func(g *gopdf.GoPdf) error {
		g.SetLineWidth(2.3 * k)
		g.SetStrokeColor(cream.r, cream.g, cream.b)
		for _, c := range lotus {
			g.Curve(x+c[0]*k, y+c[1]*k, x+c[2]*k, y+c[3]*k, x+c[4]*k, y+c[5]*k, x+c[6]*k, y+c[7]*k, "D")
		}
		return nil
	})
}

// watermark draws a text across the last page, below its content.
func (s *sheet) watermark(text string, c ink) {
	const angle = 38
	size := s.face.fit(text, 110, math.Hypot(pageWidth, pageHeight)*0.62)
	w := s.face.width(text, size)
	runs := s.face.stretches(text, size)
	for _, run := range runs {
		s.note(run.face, run.text)
	}
	last := len(s.pages) - 1
	s.pages[last] = slices.Insert(s.pages[last], 0, func(g *gopdf.GoPdf) error {
		g.Rotate(angle, pageWidth/2, pageHeight/2)
		defer g.RotateReset()
		x := (pageWidth - w) / 2
		for _, run := range runs {
			if err := put(g, run.face.family, x, pageHeight/2+size*0.35, size, c, run.text); err != nil {
				return err
			}
			for _, char := range run.text {
				x += float64(run.face.lookup(char)) * size / em
			}
		}
		return nil
	})
}

// print writes the file. data is the whole Chinese font; only used glyphs of used fonts are embedded.
func (s *sheet) print(data []byte) ([]byte, error) {
	g := &gopdf.GoPdf{}
	g.Start(gopdf.Config{PageSize: gopdf.Rect{W: pageWidth, H: pageHeight}})
	for _, f := range []struct {
		family string
		data   []byte
	}{{family, data}, {serifFamily, serifData}, {sansFamily, sansData}} {
		if s.drawn[f.family] == nil {
			continue
		}
		if err := g.AddTTFFontData(f.family, f.data); err != nil {
			return nil, err
		}
	}
	for _, page := range s.pages {
		g.AddPage()
		for _, draw := range page {
			if err := draw(g); err != nil {
				return nil, err
			}
		}
	}
	var buf bytes.Buffer
	if _, err := g.WriteTo(&buf); err != nil {
		return nil, err
	}
	return buf.Bytes(), nil
}
