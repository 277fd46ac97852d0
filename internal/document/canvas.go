package document

import (
	"errors"
	"fmt"
	"io"
	"sync"
	"time"

	"github.com/signintech/gopdf"
	"golang.org/x/image/font/sfnt"
)

// whole is the font for all who draw: 16 MB that are held once.
var whole = sync.OnceValues(func() (*source, error) { return openFont(embedded) })

// pointsPerMM turns millimetres into points.
const pointsPerMM = 72 / 25.4

// Colour is red, green and blue.
type Colour [3]uint8

// Canvas draws pages at once, glyph by glyph, where a paper collects its strokes first: thousands of pages take
// less memory so. All measures are millimetres from the upper left corner of the page, also sizes of text. It is
// not safe for concurrent use.
type Canvas struct {
	pdf   gopdf.GoPdf
	face  *face
	drawn map[sfnt.GlyphIndex]rune
}

// NewCanvas returns one without a page. ErrNoFont when the program was built before its font was unpacked.
func NewCanvas() (*Canvas, error) {
	src, err := whole()
	if err != nil {
		return nil, err
	}
	font, err := src.load()
	if err != nil {
		return nil, err
	}
	c := &Canvas{face: font.face(), drawn: map[sfnt.GlyphIndex]rune{}}
	c.pdf.Start(gopdf.Config{PageSize: gopdf.Rect{W: pageWidth, H: pageHeight}})
	if err := c.pdf.AddTTFFontData(family, font.data); err != nil {
		return nil, fmt.Errorf("document: draw: %w", err)
	}
	return c, nil
}

// AddPage begins a page.
func (c *Canvas) AddPage(w, h float64) error {
	c.pdf.AddPageWithOption(gopdf.PageOption{PageSize: &gopdf.Rect{W: w * pointsPerMM, H: h * pointsPerMM}})
	return c.pdf.SetFont(family, "", 10)
}

// errNoGlyph means that a caller did not ask Typeface before.
var errNoGlyph = errors.New("document: the font lacks a character")

// Text draws what has glyphs, on the baseline y, exactly as it is given. means is the text that a reader copies in
// place of text, of as many characters; turned text runs downwards from y, its baseline at x.
func (c *Canvas) Text(x, y, size float64, ink Colour, text, means string, turned bool) error {
	shown, meant := []rune(text), []rune(means)
	for i, r := range shown {
		if !c.face.has(r) {
			return errNoGlyph
		}
		m := r
		if len(meant) == len(shown) {
			m = meant[i]
		}
		g := c.face.glyph(r)
		if old, ok := c.drawn[g]; !ok || m < old {
			c.drawn[g] = m
		}
	}
	x, y = x*pointsPerMM, y*pointsPerMM
	if turned {
		c.pdf.Rotate(-90, x, y)
		defer c.pdf.RotateReset()
	}
	if err := c.pdf.SetFontSize(size * pointsPerMM); err != nil {
		return err
	}
	c.pdf.SetTextColor(ink[0], ink[1], ink[2])
	c.pdf.SetXY(x, y)
	return c.pdf.Text(text)
}

// Fill fills a shape.
func (c *Canvas) Fill(ink Colour, points ...[2]float64) {
	c.pdf.SetFillColor(ink[0], ink[1], ink[2])
	c.pdf.Polygon(inPoints(points), "F")
}

// Shape fills a shape and draws the closed line around it.
func (c *Canvas) Shape(fill, ink Colour, width float64, points ...[2]float64) {
	c.pen(ink, width)
	c.pdf.SetFillColor(fill[0], fill[1], fill[2])
	c.pdf.Polygon(inPoints(points), "FD")
}

// Outline draws the closed line around a shape.
func (c *Canvas) Outline(ink Colour, width float64, points ...[2]float64) {
	c.pen(ink, width)
	c.pdf.Polygon(inPoints(points), "D")
}

// Line draws a straight line.
func (c *Canvas) Line(ink Colour, width, x1, y1, x2, y2 float64) {
	c.pen(ink, width)
	const k = pointsPerMM
	c.pdf.Line(x1*k, y1*k, x2*k, y2*k)
}

// Curve draws a cubic curve through its four points.
func (c *Canvas) Curve(ink Colour, width float64, p [4][2]float64) {
	c.pen(ink, width)
	const k = pointsPerMM
	c.pdf.Curve(p[0][0]*k, p[0][1]*k, p[1][0]*k, p[1][1]*k, p[2][0]*k, p[2][1]*k, p[3][0]*k, p[3][1]*k, "D")
}

func (c *Canvas) pen(ink Colour, width float64) {
	c.pdf.SetLineWidth(width * pointsPerMM)
	c.pdf.SetStrokeColor(ink[0], ink[1], ink[2])
}

func inPoints(points [][2]float64) []gopdf.Point {
	out := make([]gopdf.Point, len(points))
	for i, p := range points {
		out[i] = gopdf.Point{X: p[0] * pointsPerMM, Y: p[1] * pointsPerMM}
	}
	return out
}

// Finish writes the file; what was drawn can be written once. The same strokes and the same words give the same
// bytes. Language is a tag such as zh-Hant.
func (c *Canvas) Finish(w io.Writer, title, author, language string, created time.Time) error {
	raw, err := c.pdf.GetBytesPdfReturnErr()
	if err != nil {
		return fmt.Errorf("document: draw: %w", err)
	}
	out, err := mend(raw, c.drawn, info{title: title, author: author, language: language, created: created})
	if err != nil {
		return fmt.Errorf("document: finish: %w", err)
	}
	if _, err := w.Write(out); err != nil {
		return fmt.Errorf("document: write: %w", err)
	}
	return nil
}
