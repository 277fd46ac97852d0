// Package drawing turns the temple's own drawings, the SVG files of the pages, into pixels, for
// pictures that must be PNG. It knows what those drawings use and no more of SVG.
package drawing

import (
	"image"
	"math"

	"golang.org/x/image/vector"
)

// Canvas is a picture in the making. It is not safe for concurrent use.
type Canvas struct {
	Image  *image.RGBA // premultiplied
	raster vector.Rasterizer
}

// NewCanvas returns a clear one of w by h pixels.
func NewCanvas(w, h int) *Canvas { return &Canvas{Image: image.NewRGBA(image.Rect(0, 0, w, h))} }

// Paint is a colour that may change from place to place.
type Paint interface {
	// at gives red, green, blue and alpha, each 0 to 1, not premultiplied.
	at(p Point) [4]float64
}

// Solid is one colour everywhere.
type Solid [4]float64

func (s Solid) at(Point) [4]float64 { return s }

// Color is a colour as #rrggbb with an opacity of 0 to 1.
func Color(rgb uint32, opacity float64) Solid {
	return Solid{float64(rgb>>16&255) / 255, float64(rgb>>8&255) / 255, float64(rgb&255) / 255, opacity}
}

// Fill paints what the path encloses, by the non-zero rule.
func (c *Canvas) Fill(p Path, paint Paint) { c.cover(p.flat(), paint, 1, 1) }

// Stroke draws along the path with a round pen. Ends are round, or cut where they stop.
func (c *Canvas) Stroke(p Path, width float64, roundEnds bool, paint Paint) {
	c.cover(outline(p.flat(), width, roundEnds, identity), paint, 1, penFineness)
}

// outline is the pen's way as closed lines, all turning the same way round.
func outline(lines []polyline, width float64, roundEnds bool, m matrix) (out []polyline) {
	r := width / 2
	dot := func(p Point) {
		var d polyline
		for i := range 16 {
			s, c := math.Sincos(-float64(i) * math.Pi / 8)
			d.points = append(d.points, m.apply(Point{p.X + r*c, p.Y + r*s}))
		}
		out = append(out, d)
	}
	for _, l := range lines {
		n := len(l.points)
		for i := range n {
			a, b := l.points[i], l.points[(i+1)%n]
			joint := l.closed || i > 0 && i < n-1 || roundEnds
			if joint {
				dot(a)
			}
			length := math.Hypot(b.X-a.X, b.Y-a.Y)
			if i == n-1 && !l.closed || length == 0 {
				continue
			}
			x, y := -(b.Y-a.Y)/length*r, (b.X-a.X)/length*r
			out = append(out, polyline{points: []Point{
				m.apply(Point{a.X + x, a.Y + y}), m.apply(Point{b.X + x, b.Y + y}),
				m.apply(Point{b.X - x, b.Y - y}), m.apply(Point{a.X - x, a.Y - y}),
			}})
		}
	}
	return out
}

// penFineness: where the pieces of a pen's way overlap, the rasteriser adds up what each covers of
// a pixel, and edges come out rough. On a finer grid the rough is too small to be seen.
const penFineness = 4

// cover paints the inside of the lines, which are in pixels. fine is how many rows and columns
// each pixel is cut into.
func (c *Canvas) cover(lines []polyline, paint Paint, opacity float64, fine int) {
	low, high := Point{math.Inf(1), math.Inf(1)}, Point{math.Inf(-1), math.Inf(-1)}
	for _, l := range lines {
		for _, p := range l.points {
			low, high = Point{min(low.X, p.X), min(low.Y, p.Y)}, Point{max(high.X, p.X), max(high.Y, p.Y)}
		}
	}
	if !(low.X < high.X && low.Y < high.Y) {
		return
	}
	area := image.Rect(int(math.Floor(low.X)), int(math.Floor(low.Y)), int(math.Ceil(high.X)), int(math.Ceil(high.Y))).Intersect(c.Image.Rect)
	if area.Empty() {
		return
	}
	// The rasteriser's field has its own corner; what lies outside still bounds what is inside.
	c.raster.Reset(area.Dx()*fine, area.Dy()*fine)
	x0, y0, f := float64(area.Min.X), float64(area.Min.Y), float64(fine)
	at := func(p Point) (float32, float32) { return float32((p.X - x0) * f), float32((p.Y - y0) * f) }
	for _, l := range lines {
		if len(l.points) < 2 {
			continue
		}
		c.raster.MoveTo(at(l.points[0]))
		for _, p := range l.points[1:] {
			c.raster.LineTo(at(p))
		}
		c.raster.ClosePath()
	}
	mask := image.NewAlpha(image.Rect(0, 0, area.Dx()*fine, area.Dy()*fine))
	c.raster.Draw(mask, mask.Rect, image.Opaque, image.Point{})
	solid, plain := paint.(Solid)
	for y := range area.Dy() {
		for x := range area.Dx() {
			k := 0
			for i := range fine {
				row := mask.Pix[(y*fine+i)*mask.Stride+x*fine:]
				for _, v := range row[:fine] {
					k += int(v)
				}
			}
			if k == 0 {
				continue
			}
			v := [4]float64(solid)
			if !plain {
				v = paint.at(Point{x0 + float64(x) + .5, y0 + float64(y) + .5})
			}
			c.blend(area.Min.X+x, area.Min.Y+y, v, float64(k)/(255*f*f)*opacity)
		}
	}
}

// blend lays a colour over a pixel.
func (c *Canvas) blend(x, y int, v [4]float64, coverage float64) {
	i := c.Image.PixOffset(x, y)
	px := c.Image.Pix[i : i+4 : i+4]
	a := v[3] * coverage
	for j := range 3 {
		px[j] = uint8(v[j]*a*255 + float64(px[j])*(1-a) + .5)
	}
	px[3] = uint8(a*255 + float64(px[3])*(1-a) + .5)
}

// over lays a layer of the same size on the canvas. mask, when there is one, lets through as much
// as it is bright (SVG's luminance mask).
func (c *Canvas) over(layer, mask *Canvas, opacity float64) {
	for i := 0; i < len(c.Image.Pix); i += 4 {
		from := layer.Image.Pix[i : i+4 : i+4]
		if from[3] == 0 {
			continue
		}
		k := opacity
		if mask != nil {
			m := mask.Image.Pix[i : i+4 : i+4]
			k *= (.2126*float64(m[0]) + .7152*float64(m[1]) + .0722*float64(m[2])) / 255
		}
		a := float64(from[3]) / 255 * k
		to := c.Image.Pix[i : i+4 : i+4]
		for j := range 4 {
			to[j] = uint8(min(255, float64(from[j])*k+float64(to[j])*(1-a)+.5))
		}
	}
}

// stop is a colour of a gradient at a share of its way.
type stop struct {
	offset float64
	color  Solid
}

func mix(stops []stop, t float64) [4]float64 {
	if t <= stops[0].offset || len(stops) == 1 {
		return stops[0].color
	}
	for i := 1; i < len(stops); i++ {
		a, b := stops[i-1], stops[i]
		if t > b.offset {
			continue
		}
		k := (t - a.offset) / (b.offset - a.offset)
		var out [4]float64
		for j := range 4 {
			out[j] = a.color[j] + (b.color[j]-a.color[j])*k
		}
		return out
	}
	return stops[len(stops)-1].color
}

// Linear is a gradient from one place to another.
type Linear struct {
	from, to Point
	stops    []stop
	inverse  matrix // from pixels to the gradient's coordinates
}

// Fade is a linear gradient between two colours, in pixels.
func Fade(from, to Point, a, b Solid) Linear {
	return Linear{from, to, []stop{{0, a}, {1, b}}, identity}
}

func (g Linear) at(p Point) [4]float64 {
	p = g.inverse.apply(p)
	dx, dy := g.to.X-g.from.X, g.to.Y-g.from.Y
	length := dx*dx + dy*dy
	if length == 0 {
		return g.stops[len(g.stops)-1].color
	}
	return mix(g.stops, ((p.X-g.from.X)*dx+(p.Y-g.from.Y)*dy)/length)
}

// radial is a gradient outwards from a centre.
type radial struct {
	center  Point
	r       float64
	stops   []stop
	inverse matrix
}

func (g radial) at(p Point) [4]float64 {
	p = g.inverse.apply(p)
	return mix(g.stops, math.Hypot(p.X-g.center.X, p.Y-g.center.Y)/g.r)
}

// picturePaint is the Paint of From.
type picturePaint struct{ c *Canvas }

// From paints with another canvas, pixel for pixel.
func From(c *Canvas) Paint { return picturePaint{c} }

func (f picturePaint) at(p Point) [4]float64 {
	v := f.c.Image.RGBAAt(int(p.X), int(p.Y))
	if v.A == 0 {
		return [4]float64{}
	}
	a := float64(v.A)
	return [4]float64{float64(v.R) / a, float64(v.G) / a, float64(v.B) / a, a / 255}
}
