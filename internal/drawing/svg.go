package drawing

import (
	"encoding/xml"
	"errors"
	"fmt"
	"io"
	"math"
	"strconv"
	"strings"
)

// Picture is an SVG drawing, ready to be drawn in any size. It never changes.
type Picture struct {
	Width, Height float64 // of its view box
	root          *node
	byID          map[string]*node
}

type node struct {
	name     string
	attr     map[string]string
	children []*node
	path     Path // of shapes
}

// Parse reads an SVG drawing. An element or command that is not drawn here is an error, so that a
// drawing never comes out with a part missing.
func Parse(r io.Reader) (*Picture, error) {
	d := xml.NewDecoder(r)
	p := &Picture{byID: map[string]*node{}}
	var stack []*node
	for {
		t, err := d.Token()
		if errors.Is(err, io.EOF) {
			break
		}
		if err != nil {
			return nil, fmt.Errorf("drawing: %w", err)
		}
		switch t := t.(type) {
		case xml.StartElement:
			n := &node{name: t.Name.Local, attr: map[string]string{}}
			for _, a := range t.Attr {
				n.attr[a.Name.Local] = a.Value
			}
			if err := n.prepare(); err != nil {
				return nil, fmt.Errorf("drawing: %w", err)
			}
			if id := n.attr["id"]; id != "" {
				p.byID[id] = n
			}
			if len(stack) > 0 {
				parent := stack[len(stack)-1]
				parent.children = append(parent.children, n)
			} else {
				p.root = n
			}
			stack = append(stack, n)
		case xml.EndElement:
			stack = stack[:len(stack)-1]
		}
	}
	if p.root == nil || p.root.name != "svg" {
		return nil, errors.New("drawing: not an SVG file")
	}
	box := numbers(p.root.attr["viewBox"])
	if len(box) != 4 || box[0] != 0 || box[1] != 0 || box[2] <= 0 || box[3] <= 0 {
		return nil, fmt.Errorf("drawing: viewBox %q", p.root.attr["viewBox"])
	}
	p.Width, p.Height = box[2], box[3]
	return p, nil
}

func (n *node) number(key string, otherwise float64) float64 {
	if f, err := strconv.ParseFloat(n.attr[key], 64); err == nil {
		return f
	}
	return otherwise
}

// prepare reads the shape of a node.
func (n *node) prepare() (err error) {
	switch n.name {
	case "path":
		n.path, err = ParsePath(n.attr["d"])
	case "rect":
		n.path = Rect(n.number("x", 0), n.number("y", 0), n.number("width", 0), n.number("height", 0), n.number("rx", 0))
	case "circle":
		r := n.number("r", 0)
		n.path = Ellipse(n.number("cx", 0), n.number("cy", 0), r, r)
	case "ellipse":
		n.path = Ellipse(n.number("cx", 0), n.number("cy", 0), n.number("rx", 0), n.number("ry", 0))
	case "svg", "g", "defs", "linearGradient", "radialGradient", "stop", "pattern", "mask":
	default:
		return fmt.Errorf("element %s", n.name)
	}
	if err != nil {
		return err
	}
	_, err = transform(n.attr["transform"])
	return err
}

// style is what shapes take over from the groups around them.
type style struct {
	fill, stroke  string
	width         float64
	fillOpacity   float64
	strokeOpacity float64
	roundEnds     bool
}

// Draw puts the picture on the canvas with its corner at x and y and each of its units scale
// pixels large. What lies outside its view box is drawn too, as far as the canvas reaches.
func (p *Picture) Draw(c *Canvas, x, y, scale float64) error {
	return p.node(c, p.root, matrix{scale, 0, 0, scale, x, y}, style{fill: "#000", stroke: "none", width: 1, fillOpacity: 1, strokeOpacity: 1})
}

func (p *Picture) node(c *Canvas, n *node, m matrix, s style) error {
	switch n.name {
	case "defs", "linearGradient", "radialGradient", "stop", "pattern", "mask":
		return nil
	}
	t, err := transform(n.attr["transform"])
	if err != nil {
		return err
	}
	m = m.times(t)
	for key, to := range map[string]*string{"fill": &s.fill, "stroke": &s.stroke} {
		if v := n.attr[key]; v != "" {
			*to = v
		}
	}
	s.width, s.fillOpacity, s.strokeOpacity = n.number("stroke-width", s.width), n.number("fill-opacity", s.fillOpacity), n.number("stroke-opacity", s.strokeOpacity)
	if v := n.attr["stroke-linecap"]; v != "" {
		s.roundEnds = v == "round"
	}
	opacity := n.number("opacity", 1)
	if opacity == 1 && n.attr["mask"] == "" {
		return p.inside(c, n, m, s)
	}
	// The whole becomes transparent, not each part of it.
	layer := NewCanvas(c.Image.Rect.Dx(), c.Image.Rect.Dy())
	if err := p.inside(layer, n, m, s); err != nil {
		return err
	}
	var mask *Canvas
	if id := reference(n.attr["mask"]); id != "" {
		from := p.byID[id]
		if from == nil {
			return fmt.Errorf("drawing: no mask %s", id)
		}
		mask = NewCanvas(c.Image.Rect.Dx(), c.Image.Rect.Dy())
		for _, child := range from.children {
			if err := p.node(mask, child, m, style{fill: "#000", stroke: "none", width: 1, fillOpacity: 1, strokeOpacity: 1}); err != nil {
				return err
			}
		}
	}
	c.over(layer, mask, opacity)
	return nil
}

func (p *Picture) inside(c *Canvas, n *node, m matrix, s style) error {
	if len(n.path.steps) > 0 {
		if err := p.fill(c, n, m, s); err != nil {
			return err
		}
		if s.stroke != "none" && s.width > 0 {
			paint, err := p.paint(s.stroke, n.path, m)
			if err != nil {
				return err
			}
			lines := n.path.flat()
			if d := numbers(n.attr["stroke-dasharray"]); len(d) > 0 {
				lines = dashed(lines, d)
			}
			c.cover(outline(lines, s.width, s.roundEnds, m), paint, s.strokeOpacity, penFineness)
		}
	}
	for _, child := range n.children {
		if err := p.node(c, child, m, s); err != nil {
			return err
		}
	}
	return nil
}

func (p *Picture) fill(c *Canvas, n *node, m matrix, s style) error {
	if s.fill == "none" {
		return nil
	}
	if pattern := p.byID[reference(s.fill)]; pattern != nil && pattern.name == "pattern" {
		return p.tile(c, pattern, n.path, m)
	}
	paint, err := p.paint(s.fill, n.path, m)
	if err != nil {
		return err
	}
	c.cover(n.path.mapped(m).flat(), paint, s.fillOpacity, 1)
	return nil
}

// tile fills the box of a shape with a pattern: the drawings use it for rectangles alone.
func (p *Picture) tile(c *Canvas, pattern *node, shape Path, m matrix) error {
	w, h := pattern.number("width", 0), pattern.number("height", 0)
	if w <= 0 || h <= 0 {
		return errors.New("drawing: a pattern without a size")
	}
	low, high := shape.bounds()
	for y := math.Floor(low.Y/h) * h; y < high.Y; y += h {
		for x := math.Floor(low.X/w) * w; x < high.X; x += w {
			for _, child := range pattern.children {
				at := m.times(matrix{1, 0, 0, 1, x, y})
				if err := p.node(c, child, at, style{fill: "#000", stroke: "none", width: 1, fillOpacity: 1, strokeOpacity: 1}); err != nil {
					return err
				}
			}
		}
	}
	return nil
}

// dashed cuts lines into dashes, in turn as long and as far apart as d says.
func dashed(lines []polyline, d []float64) (out []polyline) {
	for _, l := range lines {
		points := l.points
		if l.closed {
			points = append(points[:len(points):len(points)], points[0])
		}
		turn, left := 0, d[0]
		dash := polyline{points: []Point{points[0]}}
		for i := 1; i < len(points); i++ {
			from, to := points[i-1], points[i]
			for {
				rest := math.Hypot(to.X-from.X, to.Y-from.Y)
				if rest < left {
					left -= rest
					dash.points = append(dash.points, to)
					break
				}
				from = Point{from.X + (to.X-from.X)*left/rest, from.Y + (to.Y-from.Y)*left/rest}
				dash.points = append(dash.points, from)
				if turn%2 == 0 {
					out = append(out, dash)
				}
				turn++
				left = max(d[turn%len(d)], .01)
				dash = polyline{points: []Point{from}}
			}
		}
		if turn%2 == 0 && len(dash.points) > 1 {
			out = append(out, dash)
		}
	}
	return out
}

// paint is a colour or gradient for a shape: gradients are measured by its box.
func (p *Picture) paint(value string, shape Path, m matrix) (Paint, error) {
	id := reference(value)
	if id == "" {
		return hex(value)
	}
	g := p.byID[id]
	if g == nil {
		return nil, fmt.Errorf("drawing: no paint %s", id)
	}
	var stops []stop
	for _, child := range g.children {
		c, err := hex(child.attr["stop-color"])
		if err != nil {
			return nil, err
		}
		c[3] = child.number("stop-opacity", 1)
		stops = append(stops, stop{child.number("offset", 0), c})
	}
	if len(stops) == 0 {
		return nil, fmt.Errorf("drawing: no colours in %s", id)
	}
	low, high := shape.bounds()
	box := matrix{high.X - low.X, 0, 0, high.Y - low.Y, low.X, low.Y}
	inverse := m.times(box).inverse()
	if g.name == "linearGradient" {
		return Linear{Point{g.number("x1", 0), g.number("y1", 0)}, Point{g.number("x2", 1), g.number("y2", 0)}, stops, inverse}, nil
	}
	return radial{Point{g.number("cx", .5), g.number("cy", .5)}, g.number("r", .5), stops, inverse}, nil
}

// reference is the id of url(#id), or "".
func reference(v string) string {
	id, ok := strings.CutPrefix(v, "url(#")
	if !ok {
		return ""
	}
	return strings.TrimSuffix(id, ")")
}

func hex(v string) (Solid, error) {
	digits := strings.TrimPrefix(v, "#")
	if len(digits) == 3 {
		digits = string([]byte{digits[0], digits[0], digits[1], digits[1], digits[2], digits[2]})
	}
	n, err := strconv.ParseUint(digits, 16, 32)
	if err != nil || len(digits) != 6 {
		return Solid{}, fmt.Errorf("drawing: colour %q", v)
	}
	return Color(uint32(n), 1), nil
}

func numbers(v string) (out []float64) {
	for _, s := range strings.FieldsFunc(v, func(c rune) bool { return c == ' ' || c == ',' }) {
		if f, err := strconv.ParseFloat(s, 64); err == nil {
			out = append(out, f)
		}
	}
	return out
}

// transform reads translate, scale and rotate, which are all that the drawings use.
func transform(v string) (matrix, error) {
	m := identity
	for v = strings.TrimSpace(v); v != ""; v = strings.TrimSpace(v) {
		name, rest, ok := strings.Cut(v, "(")
		args, after, closed := strings.Cut(rest, ")")
		n := numbers(args)
		if !ok || !closed || len(n) == 0 {
			return m, fmt.Errorf("drawing: transform %q", v)
		}
		switch name {
		case "translate":
			n = append(n, 0)
			m = m.times(matrix{1, 0, 0, 1, n[0], n[1]})
		case "scale":
			n = append(n, n[0])
			m = m.times(matrix{n[0], 0, 0, n[1], 0, 0})
		case "rotate":
			n = append(n, 0, 0)
			sin, cos := math.Sincos(n[0] * math.Pi / 180)
			m = m.times(matrix{1, 0, 0, 1, n[1], n[2]}).times(matrix{cos, sin, -sin, cos, 0, 0}).times(matrix{1, 0, 0, 1, -n[1], -n[2]})
		default:
			return m, fmt.Errorf("drawing: transform %q", v)
		}
		v = after
	}
	return m, nil
}
