package document

import (
	"bytes"
	"io"
	"maps"
	"math"
	"slices"
)

// A4 in points.
const (
	pageWidth  = 595.28
	pageHeight = 841.89
)

// The colours of the temple's site.
var (
	black    = Colour{0x2b, 0x1d, 0x16}
	soft     = Colour{0x5a, 0x49, 0x3d}
	cinnabar = Colour{0x9f, 0x2a, 0x1f}
	goldText = Colour{0x7a, 0x54, 0x14}
	gold     = Colour{0xc9, 0x9a, 0x4b}
	paper    = Colour{0xf9, 0xf2, 0xe4}
	tint     = Colour{0xf9, 0xe6, 0xdf}
	faded    = Colour{0xec, 0xbd, 0xb3}
	hair     = Colour{0xe4, 0xd7, 0xc0}
	cream    = Colour{0xfd, 0xf3, 0xdd}
)

// sheet is a canvas that keeps its pages, so that their number is known before the first is written. Coordinates are
// points from the upper left corner; y is a text's baseline.
type sheet struct {
	*Canvas
	pages   []*bytes.Buffer
	missing map[rune]struct{}
	err     error
}

func newSheet(w io.Writer, f *face) *sheet {
	s := &sheet{Canvas: newCanvas(w, f, 1), missing: map[rune]struct{}{}}
	s.height = pageHeight
	return s
}

func (s *sheet) addPage() {
	s.page = &bytes.Buffer{}
	s.pages = append(s.pages, s.page)
}

// text draws one line. Characters missing in the font become boxes.
func (s *sheet) text(x, y, size float64, c Colour, text string) {
	for _, run := range s.face.stretches(s.face.clean(text), size) {
		if run.lack {
			s.missing[[]rune(run.text)[0]] = struct{}{}
			s.box(x, y, size, c)
			x += boxAdvance * size / em
			continue
		}
		x += s.run(run, x, y, size, c, 0)
	}
}

// run draws one and returns its width.
func (s *sheet) run(r faceRun, x, y, size float64, c Colour, angle float64) (width float64) {
	if err := s.show(r.face, x, y, size, c, r.text, r.text, angle); err != nil {
		s.err = err
	}
	for _, char := range r.text {
		width += float64(r.face.lookup(char)) * size / em
	}
	return width
}

// box is drawn for a character without a glyph: a square with a stroke through it, wide enough to fill in the character
// by hand.
func (s *sheet) box(x, y, size float64, c Colour) {
	a, top, bottom := x+size*0.09, y-size*0.80, y+size*0.04
	b, width := a+(bottom-top), max(size*0.05, 0.5)
	s.Line(c, width, a, bottom, b, top)
	s.Outline(c, width, corners(a, top, b-a, bottom-top, 0)...)
}

func (s *sheet) textRight(right, y, size float64, c Colour, text string) {
	s.text(right-s.face.width(s.face.clean(text), size), y, size, c, text)
}

func (s *sheet) fill(x, y, w, h, radius float64, c Colour) { s.Fill(c, corners(x, y, w, h, radius)...) }

func (s *sheet) frame(x, y, w, h, radius, width float64, c Colour) {
	s.Outline(c, width, corners(x, y, w, h, radius)...)
}

// corners are the points of a rectangle, each corner a quarter of a circle in nine steps.
func corners(x, y, w, h, radius float64) (points [][2]float64) {
	if radius == 0 {
		return [][2]float64{{x, y}, {x + w, y}, {x + w, y + h}, {x, y + h}}
	}
	for corner, middle := range [][2]float64{{x + radius, y + radius}, {x + w - radius, y + radius}, {x + w - radius, y + h - radius}, {x + radius, y + h - radius}} {
		for step := range 10 {
			sin, cos := math.Sincos((float64(corner) + float64(step)/9) * math.Pi / 2)
			points = append(points, [2]float64{middle[0] - radius*cos, middle[1] - radius*sin})
		}
	}
	return points
}

func (s *sheet) diamond(x, y, r float64, c Colour) {
	s.Fill(c, [2]float64{x - r, y}, [2]float64{x, y - r}, [2]float64{x + r, y}, [2]float64{x, y + r})
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
	s.frame(x+7.5*k, y+7.5*k, 49*k, 49*k, 11*k, 1.4*k, Colour{0xde, 0xad, 0x80})
	for _, c := range lotus {
		var p [4][2]float64
		for i := range p {
			p[i] = [2]float64{x + c[2*i]*k, y + c[2*i+1]*k}
		}
		s.Curve(cream, 2.3*k, p)
	}
}

// watermark writes a text across the page, beneath everything that is on it.
func (s *sheet) watermark(text string, c Colour) {
	const angle = 38 * math.Pi / 180
	sin, cos := math.Sincos(angle)
	size := s.face.fit(text, 110, math.Hypot(pageWidth, pageHeight)*0.62)
	over := bytes.Clone(s.page.Bytes())
	s.page.Reset()
	x, y := -s.face.width(text, size)/2, size*0.35 // from the middle, before the turn
	for _, run := range s.face.stretches(text, size) {
		x += s.run(run, pageWidth/2+x*cos+y*sin, pageHeight/2-x*sin+y*cos, size, c, angle)
	}
	s.page.Write(over)
}

// print writes the file. Of each font only the glyphs in use go into it, and nothing of one that the paper does not use.
// missing are the characters that were drawn as boxes.
func (s *sheet) print(about info) (missing []rune, err error) {
	for _, page := range s.pages {
		if err := s.file.page([2]float64{pageWidth, pageHeight}, page.Bytes()); err != nil {
			return nil, err
		}
	}
	if s.err != nil {
		return nil, s.err
	}
	return slices.Sorted(maps.Keys(s.missing)), s.Finish(about.title, about.author, about.language, about.created)
}
