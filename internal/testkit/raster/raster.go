// Package raster draws pages of our PDFs as pictures, for tests: it reads the file alone, with the part of the font that
// is in it, so that what a test sees is what a printer gets.
package raster

import (
	"bytes"
	"errors"
	"fmt"
	"image"
	"image/color"
	"image/draw"
	"io"
	"math"

	"github.com/ledongthuc/pdf"
	"golang.org/x/image/font"
	"golang.org/x/image/font/sfnt"
	"golang.org/x/image/math/fixed"
	"golang.org/x/image/vector"
)

// errForeign means that a file is none that a document.Canvas wrote.
var errForeign = errors.New("raster: this file was not drawn here")

// em is how many units of a width make the font's size.
const em = 1000

// matrix is a to f of a PDF's: x' = ax + cy + e, y' = bx + dy + f.
type matrix [6]float64

func (m matrix) then(n matrix) matrix {
	return matrix{m[0]*n[0] + m[1]*n[2], m[0]*n[1] + m[1]*n[3], m[2]*n[0] + m[3]*n[2], m[2]*n[1] + m[3]*n[3],
		m[4]*n[0] + m[5]*n[2] + n[4], m[4]*n[1] + m[5]*n[3] + n[5]}
}

func (m matrix) on(x, y float64) spot { return spot{m[0]*x + m[2]*y + m[4], m[1]*x + m[3]*y + m[5]} }

func (m matrix) scale() float64 { return math.Sqrt(math.Abs(m[0]*m[3] - m[1]*m[2])) }

type spot struct{ x, y float64 }

// stretch is a step of a path in pixels: a move, a line, or a curve of two or three more points.
type stretch struct {
	op byte // m, l, q, c, h
	p  [3]spot
}

// reading is a page that is drawn as a picture.
type reading struct {
	resources pdf.Value
	fonts     map[string]*outlines
	buf       sfnt.Buffer
	image     *image.RGBA
}

// outlines are a font of the file.
type outlines struct {
	*sfnt.Font
	widths map[int]float64
}

// Page draws a page, from 1, of a file that a document.Canvas wrote, with so many pixels to an inch.
func Page(file []byte, page int, dpi float64) (*image.RGBA, error) {
	doc, err := pdf.NewReader(bytes.NewReader(file), int64(len(file)))
	if err != nil {
		return nil, fmt.Errorf("raster: %w", err)
	}
	p := doc.Page(page)
	if p.V.IsNull() {
		return nil, fmt.Errorf("%w: no page %d", errForeign, page)
	}
	r := &reading{resources: p.Resources(), fonts: map[string]*outlines{}}
	fonts := r.resources.Key("Font")
	for _, name := range fonts.Keys() {
		if r.fonts[name], err = open(fonts.Key(name).Key("DescendantFonts").Index(0)); err != nil {
			return nil, err
		}
	}
	size := p.V.Key("MediaBox")
	w, h, k := size.Index(2).Float64(), size.Index(3).Float64(), dpi/72
	r.image = image.NewRGBA(image.Rect(0, 0, int(math.Round(w*k)), int(math.Round(h*k))))
	draw.Draw(r.image, r.image.Bounds(), image.White, image.Point{}, draw.Src)
	return r.image, r.run(p.V.Key("Contents"), matrix{k, 0, 0, -k, 0, h * k}, 0)
}

// open reads a font's widths and outlines.
func open(font pdf.Value) (*outlines, error) {
	widths := map[int]float64{}
	for w, i := font.Key("W"), 0; i+1 < w.Len(); i += 2 {
		for j := range w.Index(i + 1).Len() {
			widths[int(w.Index(i).Int64())+j] = w.Index(i+1).Index(j).Float64() / em
		}
	}
	data, err := io.ReadAll(font.Key("FontDescriptor").Key("FontFile2").Reader())
	if err != nil {
		return nil, fmt.Errorf("raster: %w", err)
	}
	parsed, err := sfnt.Parse(data)
	if err != nil {
		return nil, fmt.Errorf("raster: %w", err)
	}
	return &outlines{parsed, widths}, nil
}

// operands is how many stand before each operator that a Canvas writes.
var operands = map[string]int{"q": 0, "Q": 0, "cm": 6, "rg": 3, "RG": 3, "w": 1, "m": 2, "l": 2, "c": 6, "h": 0, "re": 4, "f": 0, "B": 0, "S": 0, "BT": 0, "ET": 0, "Tf": 2, "Tm": 6, "Tj": 1, "Do": 1}

// run draws what a page or a stamp says.
func (r *reading) run(content pdf.Value, m matrix, depth int) (failed error) {
	if depth > 2 {
		return errForeign
	}
	fill, line := color.RGBA{A: 255}, color.RGBA{A: 255}
	width, size := 1.0, 1.0
	var face *outlines
	tm, base := matrix{1, 0, 0, 1}, m
	var path []stretch
	pdf.Interpret(content, func(stack *pdf.Stack, op string) {
		args := make([]pdf.Value, stack.Len())
		n := make([]float64, len(args))
		for i := len(args) - 1; i >= 0; i-- {
			args[i] = stack.Pop()
			n[i] = args[i].Float64()
		}
		if failed != nil {
			return
		}
		if need, ok := operands[op]; !ok || need != len(args) {
			failed = fmt.Errorf("%w: %s", errForeign, op)
			return
		}
		tone := func() color.RGBA {
			c := func(x float64) uint8 { return uint8(math.Round(x * 255)) }
			return color.RGBA{c(n[0]), c(n[1]), c(n[2]), 255}
		}
		switch op {
		case "q":
			base = m
		case "Q":
			m = base
		case "cm":
			m = matrix(n).then(m)
		case "rg":
			fill = tone()
		case "RG":
			line = tone()
		case "w":
			width = n[0]
		case "m", "l":
			path = append(path, stretch{op: op[0], p: [3]spot{m.on(n[0], n[1])}})
		case "c":
			path = append(path, stretch{op: 'c', p: [3]spot{m.on(n[0], n[1]), m.on(n[2], n[3]), m.on(n[4], n[5])}})
		case "h":
			path = append(path, stretch{op: 'h'})
		case "re":
			for _, p := range [][2]float64{{0, 0}, {n[2], 0}, {n[2], n[3]}, {0, n[3]}} {
				path = append(path, stretch{op: 'l', p: [3]spot{m.on(n[0]+p[0], n[1]+p[1])}})
			}
			path[len(path)-4].op = 'm'
			path = append(path, stretch{op: 'h'})
		case "f", "B", "S":
			if op != "S" {
				r.fill(path, fill)
			}
			if op != "f" {
				r.stroke(path, line, width*m.scale())
			}
			path = nil
		case "Tf":
			face, size = r.fonts[args[0].Name()], n[1]
		case "Tm":
			tm = matrix(n)
		case "Tj":
			failed = r.text(face, args[0].RawString(), size, tm, m, fill)
		case "Do":
			failed = r.run(r.resources.Key("XObject").Key(args[0].Name()), m, depth+1)
		}
	})
	return failed
}

func (r *reading) text(face *outlines, glyphs string, size float64, tm, m matrix, ink color.RGBA) error {
	units := int(face.UnitsPerEm())
	k := size / float64(units) / 64
	at := 0.0
	for i := 0; i+1 < len(glyphs); i += 2 {
		g := int(glyphs[i])<<8 | int(glyphs[i+1])
		segments, err := face.LoadGlyph(&r.buf, sfnt.GlyphIndex(g), fixed.I(units), nil)
		if err != nil {
			return fmt.Errorf("raster: %w", err)
		}
		to := matrix{k, 0, 0, -k, at, 0}.then(tm).then(m)
		var path []stretch
		for _, s := range segments {
			one := stretch{op: "mlqc"[s.Op]}
			for i, p := range s.Args {
				one.p[i] = to.on(float64(p.X), float64(p.Y))
			}
			if one.op == 'm' && len(path) > 0 {
				path = append(path, stretch{op: 'h'})
			}
			path = append(path, one)
		}
		r.fill(path, ink)
		w, ok := face.widths[g]
		if !ok {
			if a, err := face.GlyphAdvance(&r.buf, sfnt.GlyphIndex(g), fixed.I(em), font.HintingNone); err == nil {
				w = float64(a.Round()) / em
			}
		}
		at += w * size
	}
	return nil
}

// fill fills a path, by the rule that counts turns.
func (r *reading) fill(path []stretch, ink color.RGBA) {
	box := [4]float64{math.Inf(1), math.Inf(1), math.Inf(-1), math.Inf(-1)}
	for _, s := range path {
		for _, p := range s.p[:map[byte]int{'m': 1, 'l': 1, 'q': 2, 'c': 3}[s.op]] {
			box = [4]float64{min(box[0], p.x), min(box[1], p.y), max(box[2], p.x), max(box[3], p.y)}
		}
	}
	at := image.Rect(int(math.Floor(box[0])), int(math.Floor(box[1])), int(math.Ceil(box[2])), int(math.Ceil(box[3])))
	if at = at.Intersect(r.image.Bounds().Inset(-1000)); at.Empty() {
		return
	}
	z := vector.NewRasterizer(at.Dx(), at.Dy())
	on := func(p spot) (float32, float32) {
		return float32(p.x - float64(at.Min.X)), float32(p.y - float64(at.Min.Y))
	}
	for _, s := range path {
		ax, ay := on(s.p[0])
		bx, by := on(s.p[1])
		cx, cy := on(s.p[2])
		switch s.op {
		case 'm':
			z.MoveTo(ax, ay)
		case 'l':
			z.LineTo(ax, ay)
		case 'q':
			z.QuadTo(ax, ay, bx, by)
		case 'c':
			z.CubeTo(ax, ay, bx, by, cx, cy)
		case 'h':
			z.ClosePath()
		}
	}
	z.ClosePath()
	if at.In(r.image.Bounds()) {
		z.Draw(r.image, at, image.NewUniform(ink), image.Point{})
		return
	}
	mask := image.NewAlpha(at)
	z.Draw(mask, at, image.Opaque, image.Point{})
	draw.DrawMask(r.image, at, image.NewUniform(ink), image.Point{}, mask, at.Min, draw.Over)
}

// stroke fills the outline of a line: a rectangle for each straight piece, and a mitre where two meet.
func (r *reading) stroke(path []stretch, ink color.RGBA, width float64) {
	var outline []stretch
	polygon := func(p ...spot) {
		area := 0.0
		for i := range p {
			q := p[(i+1)%len(p)]
			area += p[i].x*q.y - q.x*p[i].y
		}
		for i := range p {
			// All turn the same way, so that overlaps add up.
			j := i
			if area < 0 {
				j = len(p) - 1 - i
			}
			outline = append(outline, stretch{op: "ml"[min(i, 1)], p: [3]spot{p[j]}})
		}
		outline = append(outline, stretch{op: 'h'})
	}
	var line []spot
	flush := func(closed bool) {
		strokeLine(line, closed, width/2, polygon)
		line = nil
	}
	for _, s := range path {
		switch s.op {
		case 'm':
			flush(false)
			line = []spot{s.p[0]}
		case 'l':
			line = append(line, s.p[0])
		case 'c':
			a := line[len(line)-1]
			const parts = 16
			for i := 1; i <= parts; i++ {
				t := float64(i) / parts
				u := 1 - t
				w := [4]float64{u * u * u, 3 * u * u * t, 3 * u * t * t, t * t * t}
				line = append(line, spot{w[0]*a.x + w[1]*s.p[0].x + w[2]*s.p[1].x + w[3]*s.p[2].x, w[0]*a.y + w[1]*s.p[0].y + w[2]*s.p[1].y + w[3]*s.p[2].y})
			}
		case 'h':
			flush(true)
		}
	}
	flush(false)
	r.fill(outline, ink)
}

func strokeLine(line []spot, closed bool, half float64, polygon func(...spot)) {
	type piece struct{ a, b, n spot } // n: half the width, across
	var pieces []piece
	add := func(a, b spot) {
		if l := math.Hypot(b.x-a.x, b.y-a.y); l > 1e-6 {
			pieces = append(pieces, piece{a, b, spot{-(b.y - a.y) / l * half, (b.x - a.x) / l * half}})
		}
	}
	for i := 1; i < len(line); i++ {
		add(line[i-1], line[i])
	}
	if closed && len(line) > 1 {
		add(line[len(line)-1], line[0])
	}
	for i, p := range pieces {
		polygon(spot{p.a.x + p.n.x, p.a.y + p.n.y}, spot{p.b.x + p.n.x, p.b.y + p.n.y}, spot{p.b.x - p.n.x, p.b.y - p.n.y}, spot{p.a.x - p.n.x, p.a.y - p.n.y})
		if i == len(pieces)-1 && !closed {
			break
		}
		q := pieces[(i+1)%len(pieces)]
		side := 1.0
		if p.n.x*q.n.y-p.n.y*q.n.x > 0 {
			side = -1
		}
		a := spot{p.b.x + side*p.n.x, p.b.y + side*p.n.y}
		b := spot{p.b.x + side*q.n.x, p.b.y + side*q.n.y}
		mid := spot{side * (p.n.x + q.n.x), side * (p.n.y + q.n.y)}
		if square := mid.x*mid.x + mid.y*mid.y; square > 1e-9 && 4*half*half/square <= mitreLimit*mitreLimit {
			k := 2 * half * half / square
			polygon(p.b, a, spot{p.b.x + mid.x*k, p.b.y + mid.y*k}, b)
		} else {
			polygon(p.b, a, b)
		}
	}
}

// mitreLimit is a PDF's: a sharper corner is cut.
const mitreLimit = 10
