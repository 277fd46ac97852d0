package tablet

import (
	"math"
	"strconv"

	"shanmen/internal/platform/document"
)

type point = [2]float64

// look is the colours of a tablet's background and text.
type look struct {
	key                                   string
	ground, frame, line, light, deep, pod document.Colour
	names, words, dates                   document.Colour
}

func hex(s string) (c document.Colour) {
	for i := range c {
		n, err := strconv.ParseUint(s[2*i:2*i+2], 16, 8)
		if err != nil {
			panic(err)
		}
		c[i] = uint8(n)
	}
	return c
}

var (
	yellow = look{key: "yellow", ground: hex("f7dc86"), frame: hex("8c2a1c"), line: hex("8c2a1c"), light: hex("fbeab4"), deep: hex("f0c865"), pod: hex("f6d98a"), names: hex("1a110c"), words: hex("7a1d14"), dates: hex("3a261b")}
	red    = look{key: "red", ground: hex("b5281d"), frame: hex("f3d28d"), line: hex("f3d28d"), light: hex("c8402f"), deep: hex("8f1b13"), pod: hex("c8402f"), names: hex("fff4d6"), words: hex("f7dca0"), dates: hex("f7dca0")}
	white  = look{key: "white", ground: hex("ffffff"), frame: hex("8c2a1c"), line: hex("8c2a1c"), light: hex("ffffff"), deep: hex("f3ead9"), pod: hex("faf5ea"), names: hex("1a110c"), words: hex("7a1d14"), dates: hex("3a261b")}
	plain  = look{key: "plain", frame: hex("2b1d16"), line: hex("2b1d16"), names: hex("1a110c"), words: hex("1a110c"), dates: hex("1a110c")}
)

// look returns the colours of a tablet; black only without a full background.
func (l Layout) look(living bool) look {
	if l.Ground != Full {
		return plain
	}
	tint := l.Tint
	if living {
		if tint = l.Living; tint == "" {
			tint = Red
		}
	}
	switch tint {
	case Red:
		return red
	case White:
		return white
	}
	return yellow
}

// shape is a drawing in a tablet's background as cubic curves: every eighth number is a curve's first x. fill is its
// colour; nil: outline only.
type shape struct {
	path  string
	width float64
	fill  func(look) document.Colour
}

func light(l look) document.Colour { return l.light }
func deep(l look) document.Colour  { return l.deep }
func pod(l look) document.Colour   { return l.pod }

// The canopy, 73 wide and 33 high, with the origin at the middle of its roof's base.
var canopy = []shape{
	{"M-27 1.4q3 5.2 6 0q3 5.2 6 0q3 5.2 6 0q3 5.2 6 0q3 5.2 6 0q3 5.2 6 0q3 5.2 6 0q3 5.2 6 0q3 5.2 6 0L-27 1.4", .68, light},
	{"M-27 1.4L27 1.4", .9, nil},
	{"M-36.5 -2.6C-31 -2.4 -22 -6.2 -8.5 -10.8L8.5 -10.8C22 -6.2 31 -2.4 36.5 -2.6C34 .9 30.5 2.2 26.5 1.3C16 -1.6 -16 -1.6 -26.5 1.3C-30.5 2.2 -34 .9 -36.5 -2.6", .68, deep},
	{"M-20 -4.4C-12 -6.2 12 -6.2 20 -4.4", .4, nil},
	{"M-13.5 -7.8C-8 -8.9 8 -8.9 13.5 -7.8", .4, nil},
	{"M-8.5 -10.8C-7 -13 7 -13 8.5 -10.8L-8.5 -10.8", .68, pod},
	{"M-3.6 -12.4C-3 -14.2 3 -14.2 3.6 -12.4L-3.6 -12.4", .68, light},
	{"M0 -21.5C2.9 -18 3.1 -15.6 0 -13.6C-3.1 -15.6 -2.9 -18 0 -21.5", .68, light},
	{"M-33.2 .2L-33.2 4.2", .68, nil}, {"M-34.35 5.3C-34.35 3.77 -32.05 3.77 -32.05 5.3C-32.05 6.83 -34.35 6.83 -34.35 5.3", .68, pod},
	{"M-34.1 6.5L-34.7 11", .68, nil}, {"M-33.2 6.6L-33.2 11.6", .68, nil}, {"M-32.3 6.5L-31.7 11", .68, nil},
	{"M33.2 .2L33.2 4.2", .68, nil}, {"M32.05 5.3C32.05 3.77 34.35 3.77 34.35 5.3C34.35 6.83 32.05 6.83 32.05 5.3", .68, pod},
	{"M32.3 6.5L31.7 11", .68, nil}, {"M33.2 6.6L33.2 11.6", .68, nil}, {"M34.1 6.5L34.7 11", .68, nil},
}

// The lotus at the bottom, on still water.
var lotus = []shape{
	{"M-96 8L-64 8", 1.3, nil}, {"M96 8L64 8", 1.3, nil}, {"M-80 14.5L-46 14.5", 1.3, nil}, {"M80 14.5L46 14.5", 1.3, nil},
	{"M-8 2C-38 2 -62 -8 -74 -20C-52 -27 -26 -18 -8 2", 1.7, deep}, {"M8 2C38 2 62 -8 74 -20C52 -27 26 -18 8 2", 1.7, deep},
	{"M-8 2C-34 -2 -47 -18 -49 -31C-31 -29 -16 -17 -8 2", 1.7, pod}, {"M8 2C34 -2 47 -18 49 -31C31 -29 16 -17 8 2", 1.7, pod},
	{"M-4 3C-26 -8 -31 -27 -28 -42C-13 -35 -5 -18 -4 3", 1.7, light}, {"M4 3C26 -8 31 -27 28 -42C13 -35 5 -18 4 3", 1.7, light},
	{"M0 4C-15 -13 -13 -37 0 -50C13 -37 15 -13 0 4", 1.7, light},
	{"M-56 1C-32 -5 -10 -4 0 5C10 -4 32 -5 56 1C38 13 14 15 0 14C-14 15 -38 13 -56 1", 1.7, deep},
}

// curves parses a path of M, L, C and q; a line becomes a curve.
func curves(path string) (out [][4]point) {
	var at point
	for i := 0; i < len(path); {
		op := path[i]
		i++
		from := i
		for i < len(path) && (path[i] < 'A') {
			i++
		}
		n := numbers(path[from:i])
		switch op {
		case 'M':
			at = point{n[0], n[1]}
		case 'L':
			to := point{n[0], n[1]}
			out = append(out, [4]point{at, at, to, to})
			at = to
		case 'C':
			to := point{n[4], n[5]}
			out = append(out, [4]point{at, {n[0], n[1]}, {n[2], n[3]}, to})
			at = to
		case 'q':
			mid, to := point{at[0] + n[0], at[1] + n[1]}, point{at[0] + n[2], at[1] + n[3]}
			third := func(a, b float64) float64 { return a + (b-a)*2/3 }
			out = append(out, [4]point{at, {third(at[0], mid[0]), third(at[1], mid[1])}, {third(to[0], mid[0]), third(to[1], mid[1])}, to})
			at = to
		}
	}
	return out
}

func numbers(s string) (out []float64) {
	from := 0
	for i := 0; i <= len(s); i++ {
		if i < len(s) && s[i] != ' ' {
			continue
		}
		if n, err := strconv.ParseFloat(s[from:i], 64); err == nil {
			out = append(out, n)
		}
		from = i + 1
	}
	return out
}

// off is the maximum distance in mm between a filled curve and its line segments. One stroke per shape in the file
// takes less memory than a curve each.
const off = 0.1

// steps is the number of segments of a curve, from its second difference.
func steps(p [4]point) int {
	bend := func(a, b, c point) float64 { return math.Hypot(a[0]-2*b[0]+c[0], a[1]-2*b[1]+c[1]) }
	if p[0] == p[1] && p[2] == p[3] {
		return 1
	}
	return int(math.Ceil(math.Sqrt(6 * max(bend(p[0], p[1], p[2]), bend(p[1], p[2], p[3])) / (8 * off))))
}

func drawShapes(c *document.Canvas, shapes []shape, l look, filled bool, x, y, k float64) {
	for _, s := range shapes {
		var edge []point
		for _, p := range curves(s.path) {
			for i := range p {
				p[i] = point{x + p[i][0]*k, y + p[i][1]*k}
			}
			if s.fill == nil {
				c.Curve(l.line, s.width*k, p)
				continue
			}
			edge = append(edge, p[0])
			n := steps(p)
			for i := 1; i < n; i++ {
				t := float64(i) / float64(n)
				u := 1 - t
				at := func(d int) float64 {
					return u*u*u*p[0][d] + 3*u*u*t*p[1][d] + 3*u*t*t*p[2][d] + t*t*t*p[3][d]
				}
				edge = append(edge, point{at(0), at(1)})
			}
		}
		switch {
		case s.fill == nil: // drawn already
		case filled:
			c.Shape(s.fill(l), l.line, s.width*k, edge...)
		default:
			c.Outline(l.line, s.width*k, edge...)
		}
	}
}

func rectangle(x, y, w, h float64) []point {
	return []point{{x, y}, {x + w, y}, {x + w, y + h}, {x, y + h}}
}

// drawGround draws a tablet's frame and, on a full background, its colours.
func drawGround(c *document.Canvas, p piece, l look, full bool, x, y float64) {
	if full {
		c.Fill(l.ground, rectangle(x, y, p.W, p.H)...)
	}
	f := p.Frame
	c.Outline(l.frame, f.OuterLine, rectangle(x+f.Outer, y+f.Outer, p.W-2*f.Outer, p.H-2*f.Outer)...)
	s, i := 4.2*p.W/94, f.Inner
	left, top, right, bottom := x+i, y+i, x+p.W-i, y+p.H-i
	c.Outline(l.frame, f.InnerLine*1.3, []point{
		{left + s, top}, {right - s, top}, {right - s, top + s}, {right, top + s}, {right, bottom - s}, {right - s, bottom - s},
		{right - s, bottom}, {left + s, bottom}, {left + s, bottom - s}, {left, bottom - s}, {left, top + s}, {left + s, top + s},
	}...)
	k := p.Canopy.H / 33.1
	drawShapes(c, canopy, l, full, x+p.Axis, y+p.Canopy.Top+21.5*k, k)
	k = p.Seat.H / 66
	drawShapes(c, lotus, l, full, x+p.Axis, y+p.Seat.Bottom-16*k, k)
}
