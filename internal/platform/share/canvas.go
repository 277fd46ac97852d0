package share

import (
	"image"
	"math"

	"golang.org/x/image/vector"
)

// canvas is a picture to draw text on. It is not safe for concurrent use.
type canvas struct {
	Image  *image.RGBA // opaque
	raster vector.Rasterizer
}

// paint is red, green, blue and opacity, each 0 to 1.
type paint [4]float64

// rgb is a colour as #rrggbb with an opacity of 0 to 1.
func rgb(hex uint32, opacity float64) paint {
	return paint{float64(hex>>16&255) / 255, float64(hex>>8&255) / 255, float64(hex&255) / 255, opacity}
}

// point is a position in pixels: x to the right, y down.
type point struct{ x, y float64 }

// outline is a set of closed paths to fill.
type outline [][]point

// at translates the outline by x and y.
func (o outline) at(x, y float64) outline {
	out := make(outline, len(o))
	for i, line := range o {
		out[i] = make([]point, len(line))
		for j, p := range line {
			out[i][j] = point{p.x + x, p.y + y}
		}
	}
	return out
}

// rect is the outline of a box.
func rect(x, y, w, h float64) outline {
	return outline{{{x, y}, {x + w, y}, {x + w, y + h}, {x, y + h}}}
}

// fill paints the inside of the outline, by the non-zero rule.
func (c *canvas) fill(o outline, with paint) { c.cover(o, with, 1) }

// stroke draws along the outline with a round pen.
func (c *canvas) stroke(o outline, width float64, with paint) {
	c.cover(pen(o, width/2), with, penFineness)
}

// pen is the area covered by a round pen of radius r: a dot at each point and a box along each line, all with the same
// orientation.
func pen(o outline, r float64) (out outline) {
	for _, line := range o {
		for i, a := range line {
			dot := make([]point, 16)
			for k := range dot {
				sin, cos := math.Sincos(-float64(k) * math.Pi / 8)
				dot[k] = point{a.x + r*cos, a.y + r*sin}
			}
			out = append(out, dot)
			b := line[(i+1)%len(line)]
			length := math.Hypot(b.x-a.x, b.y-a.y)
			if length == 0 {
				continue
			}
			x, y := -(b.y-a.y)/length*r, (b.x-a.x)/length*r
			out = append(out, []point{{a.x + x, a.y + y}, {b.x + x, b.y + y}, {b.x - x, b.y - y}, {a.x - x, a.y - y}})
		}
	}
	return out
}

// penFineness: where parts of a stroke overlap, the rasteriser adds their coverage of a pixel, and edges become rough.
// On a finer grid this is invisible.
const penFineness = 4

// cover paints the inside of the outline. fine is the subdivision of each pixel.
func (c *canvas) cover(o outline, with paint, fine int) {
	low, high := point{math.Inf(1), math.Inf(1)}, point{math.Inf(-1), math.Inf(-1)}
	for _, line := range o {
		for _, p := range line {
			low, high = point{min(low.x, p.x), min(low.y, p.y)}, point{max(high.x, p.x), max(high.y, p.y)}
		}
	}
	if !(low.x < high.x && low.y < high.y) {
		return
	}
	area := image.Rect(int(math.Floor(low.x)), int(math.Floor(low.y)), int(math.Ceil(high.x)), int(math.Ceil(high.y))).Intersect(c.Image.Rect)
	if area.Empty() {
		return
	}
	// The rasteriser has its own origin; points outside still bound what is inside.
	c.raster.Reset(area.Dx()*fine, area.Dy()*fine)
	x0, y0, f := float64(area.Min.X), float64(area.Min.Y), float64(fine)
	at := func(p point) (float32, float32) { return float32((p.x - x0) * f), float32((p.y - y0) * f) }
	for _, line := range o {
		if len(line) < 2 {
			continue
		}
		c.raster.MoveTo(at(line[0]))
		for _, p := range line[1:] {
			c.raster.LineTo(at(p))
		}
		c.raster.ClosePath()
	}
	mask := image.NewAlpha(image.Rect(0, 0, area.Dx()*fine, area.Dy()*fine))
	c.raster.Draw(mask, mask.Rect, image.Opaque, image.Point{})
	for y := range area.Dy() {
		for x := range area.Dx() {
			k := 0
			for i := range fine {
				row := mask.Pix[(y*fine+i)*mask.Stride+x*fine:]
				for _, v := range row[:fine] {
					k += int(v)
				}
			}
			if k > 0 {
				c.blend(area.Min.X+x, area.Min.Y+y, with, float64(k)/(255*f*f))
			}
		}
	}
}

// blend lays a colour over a pixel.
func (c *canvas) blend(x, y int, with paint, coverage float64) {
	i := c.Image.PixOffset(x, y)
	px := c.Image.Pix[i : i+4 : i+4]
	a := with[3] * coverage
	for j := range 3 {
		px[j] = uint8(with[j]*a*255 + float64(px[j])*(1-a) + .5)
	}
}
