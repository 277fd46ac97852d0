package document

import (
	"bytes"
	"errors"
	"io"
	"strconv"
	"time"

	"golang.org/x/image/font/sfnt"
)

// pointsPerMM converts millimetres to points.
const pointsPerMM = 72 / 25.4

// Colour is red, green and blue.
type Colour [3]uint8

// Canvas draws pages and writes each as soon as it is complete, so that thousands of pages need as little memory as
// one. All measures, including text sizes, are millimetres from the page's upper left corner. It is not safe for
// concurrent use.
type Canvas struct {
	file   *file
	data   []byte // the whole font
	face   *face
	means  map[sfnt.GlyphIndex]rune // for each drawn glyph, the text to copy
	shown  map[sfnt.GlyphIndex]rune // for each glyph, a character that draws it
	page   bytes.Buffer             // the current page
	height float64                  // of the current page or stamp, in points
	size   [2]float64               // of the current page in points; 0: none
	stamps map[string]stamp
	used   []string // stamps on the current page
}

type stamp struct {
	name, object int
	height       float64
}

// NewCanvas returns a canvas without pages that writes to w.
func NewCanvas(w io.Writer) (*Canvas, error) {
	font, err := wenkaiTypeface()
	if err != nil {
		return nil, err
	}
	return &Canvas{file: newFile(w), data: font.data, face: font.face(), means: map[sfnt.GlyphIndex]rune{},
		shown: map[sfnt.GlyphIndex]rune{}, stamps: map[string]stamp{}}, nil
}

// AddPage writes the current page and starts another.
func (c *Canvas) AddPage(w, h float64) error {
	if err := c.closePage(); err != nil {
		return err
	}
	c.size, c.height = [2]float64{w * pointsPerMM, h * pointsPerMM}, h*pointsPerMM
	return nil
}

func (c *Canvas) closePage() error {
	if c.size[0] == 0 {
		return nil
	}
	err := c.file.page(c.size, c.page.Bytes(), c.used, c.stamps)
	c.page.Reset()
	c.size, c.used = [2]float64{}, nil
	return err
}

// errNoGlyph means that the caller did not check Typeface first.
var errNoGlyph = errors.New("document: the font lacks a character")

// Text draws characters that have glyphs, on baseline y, unchanged. means is the text that a PDF reader copies instead,
// with as many characters; turned text runs downwards from y with its baseline at x.
func (c *Canvas) Text(x, y, size float64, ink Colour, text, means string, turned bool) error {
	shown, meant := []rune(text), []rune(means)
	if len(shown) == 0 {
		return nil
	}
	c.colour(ink, "rg")
	c.page.WriteString("BT /F1 ")
	c.numbers(size * pointsPerMM)
	c.page.WriteString("Tf ")
	if turned {
		c.page.WriteString("0 -1 1 0 ")
	} else {
		c.page.WriteString("1 0 0 1 ")
	}
	c.point(x, y)
	c.page.WriteString("Tm <")
	for i, r := range shown {
		g := c.face.glyph(r)
		if g == 0 {
			return errNoGlyph
		}
		m := r
		if len(meant) == len(shown) {
			m = meant[i]
		}
		// A glyph shared by two characters means the lower one: the plain hyphen, not the non-breaking one.
		if old, ok := c.means[g]; !ok || m < old {
			c.means[g] = m
		}
		c.shown[g] = r
		const digits = "0123456789ABCDEF"
		c.page.Write([]byte{digits[g>>12], digits[g>>8&15], digits[g>>4&15], digits[g&15]})
	}
	c.page.WriteString("> Tj ET\n")
	return nil
}

// Fill fills a shape.
func (c *Canvas) Fill(ink Colour, points ...[2]float64) {
	c.colour(ink, "rg")
	c.path(points)
	c.page.WriteString("f\n")
}

// Shape fills a shape and draws its outline.
func (c *Canvas) Shape(fill, ink Colour, width float64, points ...[2]float64) {
	c.colour(fill, "rg")
	c.pen(ink, width)
	c.path(points)
	c.page.WriteString("B\n")
}

// Outline draws the outline of a shape.
func (c *Canvas) Outline(ink Colour, width float64, points ...[2]float64) {
	c.pen(ink, width)
	c.path(points)
	c.page.WriteString("S\n")
}

// Line draws a straight line.
func (c *Canvas) Line(ink Colour, width, x1, y1, x2, y2 float64) {
	c.pen(ink, width)
	c.point(x1, y1)
	c.page.WriteString("m ")
	c.point(x2, y2)
	c.page.WriteString("l S\n")
}

// Curve draws a cubic Bézier curve through four control points.
func (c *Canvas) Curve(ink Colour, width float64, p [4][2]float64) {
	c.pen(ink, width)
	c.point(p[0][0], p[0][1])
	c.page.WriteString("m ")
	for _, q := range p[1:] {
		c.point(q[0], q[1])
	}
	c.page.WriteString("c S\n")
}

// Stamp places a reusable drawing of size w by h at x, y. draw is called once per key; it draws lines and shapes from
// 0, 0. Equal keys are equal drawings.
func (c *Canvas) Stamp(key string, x, y, w, h float64, draw func()) error {
	s, ok := c.stamps[key]
	if !ok {
		page, height := bytes.Clone(c.page.Bytes()), c.height
		c.page.Reset()
		c.height = h * pointsPerMM
		draw()
		object, err := c.file.stamp(w*pointsPerMM, h*pointsPerMM, c.page.Bytes())
		c.page.Reset()
		c.page.Write(page)
		c.height = height
		if err != nil {
			return err
		}
		s = stamp{name: len(c.stamps) + 1, object: object, height: h}
		c.stamps[key] = s
	}
	c.used = append(c.used, key)
	c.page.WriteString("q 1 0 0 1 ")
	c.point(x, y+s.height)
	c.page.WriteString("cm /S" + strconv.Itoa(s.name) + " Do Q\n")
	return nil
}

func (c *Canvas) path(points [][2]float64) {
	for i, p := range points {
		c.point(p[0], p[1])
		if i == 0 {
			c.page.WriteString("m ")
		} else {
			c.page.WriteString("l ")
		}
	}
	c.page.WriteString("h ")
}

func (c *Canvas) pen(ink Colour, width float64) {
	c.numbers(width * pointsPerMM)
	c.page.WriteString("w ")
	c.colour(ink, "RG")
}

func (c *Canvas) colour(ink Colour, operator string) {
	c.numbers(float64(ink[0])/255, float64(ink[1])/255, float64(ink[2])/255)
	c.page.WriteString(operator + " ")
}

// point converts millimetres to PDF coordinates: points, upwards from the lower left corner.
func (c *Canvas) point(x, y float64) { c.numbers(x*pointsPerMM, c.height-y*pointsPerMM) }

func (c *Canvas) numbers(list ...float64) {
	for _, n := range list {
		c.page.WriteString(number(n))
		c.page.WriteByte(' ')
	}
}

// Finish writes the last page and the end of the file; nothing can be drawn afterwards. Equal input gives equal bytes.
// language is a tag such as zh-Hant.
func (c *Canvas) Finish(title, author, language string, created time.Time) error {
	if err := c.closePage(); err != nil {
		return err
	}
	font, err := fontOf(c.data, c.shown, c.means)
	if err != nil {
		return err
	}
	return c.file.finish(font, info{title: title, author: author, language: language, created: created})
}
