package drawing

import (
	"fmt"
	"math"
	"strconv"
)

// Point is a place in the coordinates of a drawing: x to the right, y down.
type Point struct{ X, Y float64 }

// matrix maps (x, y) to (a·x + c·y + e, b·x + d·y + f).
type matrix struct{ a, b, c, d, e, f float64 }

var identity = matrix{a: 1, d: 1}

// times is m after n: what n maps is mapped on by m.
func (m matrix) times(n matrix) matrix {
	return matrix{
		m.a*n.a + m.c*n.b, m.b*n.a + m.d*n.b,
		m.a*n.c + m.c*n.d, m.b*n.c + m.d*n.d,
		m.a*n.e + m.c*n.f + m.e, m.b*n.e + m.d*n.f + m.f,
	}
}

func (m matrix) apply(p Point) Point {
	return Point{m.a*p.X + m.c*p.Y + m.e, m.b*p.X + m.d*p.Y + m.f}
}

// inverse of a matrix that flattens nothing.
func (m matrix) inverse() matrix {
	det := m.a*m.d - m.b*m.c
	if det == 0 {
		return identity
	}
	i := matrix{a: m.d / det, b: -m.b / det, c: -m.c / det, d: m.a / det}
	o := i.apply(Point{m.e, m.f})
	i.e, i.f = -o.X, -o.Y
	return i
}

// step is a part of a path: 'M' and 'L' have one point, 'C' three, 'Z' none.
type step struct {
	op byte
	p  [3]Point
}

// Path is an outline of lines and curves.
type Path struct{ steps []step }

// MoveTo begins a part of the outline.
func (p *Path) MoveTo(a Point) { p.steps = append(p.steps, step{'M', [3]Point{a}}) }

// LineTo goes on in a straight line.
func (p *Path) LineTo(a Point) { p.steps = append(p.steps, step{'L', [3]Point{a}}) }

// CurveTo goes on in a cubic curve to c.
func (p *Path) CurveTo(a, b, c Point) { p.steps = append(p.steps, step{'C', [3]Point{a, b, c}}) }

// QuadTo goes on from a point in a quadratic curve to b.
func (p *Path) QuadTo(from, a, b Point) {
	third := func(u, v Point) Point { return Point{u.X + (v.X-u.X)*2/3, u.Y + (v.Y-u.Y)*2/3} }
	p.CurveTo(third(from, a), third(b, a), b)
}

// Close leads back to where the part began.
func (p *Path) Close() { p.steps = append(p.steps, step{op: 'Z'}) }

// At is the path moved by x and y.
func (p Path) At(x, y float64) Path { return p.mapped(matrix{1, 0, 0, 1, x, y}) }

func (p Path) mapped(m matrix) Path {
	out := Path{make([]step, len(p.steps))}
	for i, s := range p.steps {
		out.steps[i] = step{s.op, [3]Point{m.apply(s.p[0]), m.apply(s.p[1]), m.apply(s.p[2])}}
	}
	return out
}

// bounds is a box around the path, from its corners and handles. SVG's is the tight one: a
// gradient on a curve whose handles lie far out is a shade off.
func (p Path) bounds() (low, high Point) {
	low, high = Point{math.Inf(1), math.Inf(1)}, Point{math.Inf(-1), math.Inf(-1)}
	for _, line := range p.flat() {
		for _, q := range line.points {
			low = Point{min(low.X, q.X), min(low.Y, q.Y)}
			high = Point{max(high.X, q.X), max(high.Y, q.Y)}
		}
	}
	return low, high
}

// polyline is a part of a path in straight lines.
type polyline struct {
	points []Point
	closed bool
}

// curveSteps is into how many lines a curve is cut: enough for pictures of this size.
const curveSteps = 16

func (p Path) flat() (out []polyline) {
	var line polyline
	end := func() {
		if len(line.points) > 0 {
			out = append(out, line)
		}
		line = polyline{}
	}
	var start Point
	for _, s := range p.steps {
		switch s.op {
		case 'M':
			end()
			start = s.p[0]
			line.points = append(line.points, start)
		case 'L':
			line.points = append(line.points, s.p[0])
		case 'C':
			from := line.points[len(line.points)-1]
			for i := 1; i <= curveSteps; i++ {
				t := float64(i) / curveSteps
				u := 1 - t
				a, b, c, d := u*u*u, 3*u*u*t, 3*u*t*t, t*t*t
				line.points = append(line.points, Point{
					a*from.X + b*s.p[0].X + c*s.p[1].X + d*s.p[2].X,
					a*from.Y + b*s.p[0].Y + c*s.p[1].Y + d*s.p[2].Y,
				})
			}
		case 'Z':
			line.closed = true
			end()
			line.points = append(line.points, start) // what follows without a move begins there
		}
	}
	if len(line.points) > 1 || len(out) == 0 {
		end()
	}
	return out
}

// Rect is a box with corners of the radius r.
func Rect(x, y, w, h, r float64) Path {
	r = min(r, w/2, h/2)
	var p Path
	if r <= 0 {
		p.MoveTo(Point{x, y})
		p.LineTo(Point{x + w, y})
		p.LineTo(Point{x + w, y + h})
		p.LineTo(Point{x, y + h})
		p.Close()
		return p
	}
	k := r * (1 - round)
	p.MoveTo(Point{x + r, y})
	p.LineTo(Point{x + w - r, y})
	p.CurveTo(Point{x + w - k, y}, Point{x + w, y + k}, Point{x + w, y + r})
	p.LineTo(Point{x + w, y + h - r})
	p.CurveTo(Point{x + w, y + h - k}, Point{x + w - k, y + h}, Point{x + w - r, y + h})
	p.LineTo(Point{x + r, y + h})
	p.CurveTo(Point{x + k, y + h}, Point{x, y + h - k}, Point{x, y + h - r})
	p.LineTo(Point{x, y + r})
	p.CurveTo(Point{x, y + k}, Point{x + k, y}, Point{x + r, y})
	p.Close()
	return p
}

// round is how far the handles of a quarter of a circle reach.
const round = 0.5522847498

// Ellipse is a round with the radii rx and ry.
func Ellipse(x, y, rx, ry float64) Path {
	var p Path
	kx, ky := rx*round, ry*round
	p.MoveTo(Point{x + rx, y})
	p.CurveTo(Point{x + rx, y + ky}, Point{x + kx, y + ry}, Point{x, y + ry})
	p.CurveTo(Point{x - kx, y + ry}, Point{x - rx, y + ky}, Point{x - rx, y})
	p.CurveTo(Point{x - rx, y - ky}, Point{x - kx, y - ry}, Point{x, y - ry})
	p.CurveTo(Point{x + kx, y - ry}, Point{x + rx, y - ky}, Point{x + rx, y})
	p.Close()
	return p
}

// ParsePath reads the d of an SVG path, with the commands that the drawings use:
// M L H V C S Q A and Z, absolute and relative.
func ParsePath(d string) (Path, error) {
	r := &pathReader{text: d}
	for r.more() {
		if err := r.command(); err != nil {
			return Path{}, fmt.Errorf("path %.40q at %d: %w", d, r.at, err)
		}
	}
	return r.path, nil
}

type pathReader struct {
	text       string
	at         int
	path       Path
	op         byte
	pen, start Point
	handle     Point // the last curve's second, for S
}

func (r *pathReader) more() bool {
	for r.at < len(r.text) && (r.text[r.at] == ' ' || r.text[r.at] == ',' || r.text[r.at] == '\n' || r.text[r.at] == '\t') {
		r.at++
	}
	return r.at < len(r.text)
}

func (r *pathReader) number() (float64, error) {
	r.more()
	from, dot := r.at, false
	for ; r.at < len(r.text); r.at++ {
		c := r.text[r.at]
		if c == '.' && dot || (c == '-' || c == '+') && r.at > from {
			break
		}
		if c != '.' && c != '-' && c != '+' && (c < '0' || c > '9') {
			break
		}
		dot = dot || c == '.'
	}
	return strconv.ParseFloat(r.text[from:r.at], 64)
}

// flag of an arc is one digit, and needs nothing behind it.
func (r *pathReader) flag() (float64, error) {
	if !r.more() || r.text[r.at] != '0' && r.text[r.at] != '1' {
		return 0, strconv.ErrSyntax
	}
	r.at++
	return float64(r.text[r.at-1] - '0'), nil
}

func (r *pathReader) command() error {
	if c := r.text[r.at]; c >= 'A' && c <= 'z' {
		r.op = c
		r.at++
	} else if r.op == 'M' {
		r.op = 'L'
	} else if r.op == 'm' {
		r.op = 'l'
	} else if r.op == 'z' || r.op == 'Z' || r.op == 0 {
		return strconv.ErrSyntax
	}
	upper := r.op &^ 0x20
	n, known := map[byte]int{'M': 2, 'L': 2, 'H': 1, 'V': 1, 'C': 6, 'S': 4, 'Q': 4, 'A': 7, 'Z': 0}[upper]
	if !known {
		return fmt.Errorf("unknown command %q", r.op)
	}
	var v [7]float64
	for i := range n {
		read := r.number
		if upper == 'A' && (i == 3 || i == 4) {
			read = r.flag
		}
		f, err := read()
		if err != nil {
			return err
		}
		v[i] = f
	}
	from := Point{}
	if r.op != upper { // relative to the pen
		from = r.pen
	}
	at := func(i int) Point { return Point{from.X + v[i], from.Y + v[i+1]} }
	before := r.pen
	handle := r.pen
	switch upper {
	case 'M':
		r.pen = at(0)
		r.start = r.pen
		r.path.MoveTo(r.pen)
	case 'L':
		r.pen = at(0)
		r.path.LineTo(r.pen)
	case 'H':
		r.pen.X = from.X + v[0]
		r.path.LineTo(r.pen)
	case 'V':
		r.pen.Y = from.Y + v[0]
		r.path.LineTo(r.pen)
	case 'C':
		handle, r.pen = at(2), at(4)
		r.path.CurveTo(at(0), handle, r.pen)
	case 'S':
		first := Point{2*before.X - r.handle.X, 2*before.Y - r.handle.Y}
		handle, r.pen = at(0), at(2)
		r.path.CurveTo(first, handle, r.pen)
	case 'Q':
		r.pen = at(2)
		r.path.QuadTo(before, at(0), r.pen)
	case 'A':
		r.pen = at(5)
		r.arc(before, r.pen, v[0], v[1], v[2], v[3] != 0, v[4] != 0)
	case 'Z':
		r.pen = r.start
		r.path.Close()
	}
	if upper != 'C' && upper != 'S' {
		handle = r.pen
	}
	r.handle = handle
	return nil
}

// arc follows "Elliptical arc implementation notes" of SVG 1.1, F.6.5, in short lines.
func (r *pathReader) arc(from, to Point, rx, ry, turn float64, large, sweep bool) {
	rx, ry = math.Abs(rx), math.Abs(ry)
	if rx == 0 || ry == 0 || from == to {
		r.path.LineTo(to)
		return
	}
	sin, cos := math.Sincos(turn * math.Pi / 180)
	dx, dy := (from.X-to.X)/2, (from.Y-to.Y)/2
	x, y := cos*dx+sin*dy, -sin*dx+cos*dy
	if grow := x*x/(rx*rx) + y*y/(ry*ry); grow > 1 {
		rx, ry = rx*math.Sqrt(grow), ry*math.Sqrt(grow)
	}
	k := math.Sqrt(max(0, (rx*rx*ry*ry-rx*rx*y*y-ry*ry*x*x)/(rx*rx*y*y+ry*ry*x*x)))
	if large == sweep {
		k = -k
	}
	cx, cy := k*rx*y/ry, -k*ry*x/rx
	begin := math.Atan2((y-cy)/ry, (x-cx)/rx)
	span := math.Atan2((-y-cy)/ry, (-x-cx)/rx) - begin
	if sweep && span < 0 {
		span += 2 * math.Pi
	} else if !sweep && span > 0 {
		span -= 2 * math.Pi
	}
	mx, my := (from.X+to.X)/2, (from.Y+to.Y)/2
	for i := 1; i < curveSteps; i++ {
		s, c := math.Sincos(begin + span*float64(i)/curveSteps)
		px, py := rx*c+cx, ry*s+cy
		r.path.LineTo(Point{cos*px - sin*py + mx, sin*px + cos*py + my})
	}
	r.path.LineTo(to)
}
