package tablet

import (
	"fmt"
	"math"
	"slices"

	"shanmen/internal/platform/document"
)

// The measures of a label of 63.5 × 38.1 mm; other sheets scale all of them by one factor.
const (
	labelW, labelH = 63.5, 38.1
	labelStrip     = 8.2 // on the right, with the lamp's name
	labelFoot      = 7.2 // with the position code
	labelBase      = 7.0 // of names in columns
	labelLevel     = 6.0 // of horizontal names
	labelMin       = 3.0
	labelLeast     = 2.4 // minimum size of any name in mm
	labelLine      = 0.35
	labelCorner    = 1.4
	labelSmall     = 2.9
	labelSmallest  = 2.0 // minimum size of the kind of lamp in mm; smaller is left out
)

// labelled is a label's layout: columns relative to its upper left corner, or horizontal lines.
type labelled struct {
	columns []column
	lines   []string
	size    float64
	middle  float64 // of the area, from the left
	first   float64 // baseline of the first line
	pitch   float64
}

// room is the area for names on a label, relative to its upper left corner.
func (m *meter) room(g labels) (k, left, top, right, bottom float64) {
	k = min(g.W/labelW, g.H/labelH)
	return k, m.inset + k, m.inset + k, g.W - m.inset - (labelStrip+1.2)*k, g.H - m.inset - (labelFoot+1)*k
}

// label lays out the names of a lamp. Latin-only names are horizontal.
func (m *meter) label(t Text, g labels) (labelled, bool) {
	people := t.People
	if len(people) == 0 {
		return labelled{}, false
	}
	k, left, top, right, bottom := m.room(g)
	least := max(labelMin*k, labelLeast)
	level := !slices.ContainsFunc(people, func(p Person) bool {
		r := m.runs(p.Name)
		return len(r) != 1 || r[0].kind != turned
	})
	out := labelled{middle: (left + right) / 2}
	if level {
		var one, two []string
		for _, p := range people {
			name := clean(p.Name)
			one = append(one, name)
			if broken := m.linesOf(p.Name, 2, false); broken != nil {
				two = append(two, textOf(broken[0]), textOf(broken[1]))
			} else {
				two = append(two, name)
			}
		}
		fit := func(lines []string) float64 {
			size := min(labelLevel*k, (bottom-top)/float64(len(lines))/1.25)
			for _, l := range lines {
				if w := m.width(l); w > 0 {
					size = min(size, (right-left-2*k)/w)
				}
			}
			return size
		}
		out.lines, out.size = one, fit(one)
		// A name is split only if its size would fall below 0.7, and only if that helps.
		if s := fit(two); out.size < 0.7*labelLevel*k && s > out.size {
			out.lines, out.size = two, s
		}
		out.size = math.Floor(out.size*100) / 100
		out.pitch = min(out.size*1.3, (bottom-top-out.size)/max(float64(len(out.lines)-1), 1))
		out.first = (top+bottom)/2 - float64(len(out.lines)-1)/2*out.pitch + out.size*0.35
		return out, out.size >= least
	}
	var lines [][]run
	for _, p := range people {
		if broken := m.linesOf(p.Name, 2, true); broken != nil && len(m.runs(p.Name)) > m.TwoLines.HanOver {
			lines = append(lines, broken...)
		} else {
			lines = append(lines, m.runs(p.Name))
		}
	}
	n := float64(len(lines))
	for size := labelBase * k; ; size = round(size - 0.2) {
		last := size <= least
		if last {
			size = least
		}
		pitch, tallest := 0.0, 0.0
		if n > 1 {
			pitch = min(size*1.42, (right-left-size)/(n-1))
		}
		for _, l := range lines {
			_, length := m.stack(l, size, 0)
			tallest = max(tallest, length)
		}
		fits := tallest <= bottom-top+slack && (n == 1 || pitch >= size*1.1) && size <= right-left
		if !fits && !last {
			continue
		}
		head := (top + bottom - tallest) / 2
		for i, l := range lines {
			runs, length := m.stack(l, size, 0)
			x := out.middle + ((n-1)/2-float64(i))*pitch
			p := part{role: "name", text: textOf(l), bottom: length, size: size, runs: runs}
			out.columns = append(out.columns, column{role: "name", person: i + 1, x: round(x), top: round(head), size: size, bottom: round(head + length), parts: shift([]part{p}, x, head, 1, 0)})
		}
		return out, fits
	}
}

// label draws one label, its upper left corner at left, top.
func (d *drawer) label(x Piece, g labels, l Layout, left, top float64) error {
	if x.Text.tooLong() {
		return ErrDoesNotFit
	}
	set, fits := d.meter.label(x.Text, g)
	if !fits {
		return ErrDoesNotFit
	}
	k := min(g.W/labelW, g.H/labelH)
	ground, lampInk := hex("fdf3d3"), hex("fff4d6")
	switch {
	case l.Ground != Full:
		lampInk = hex("9f2a1f")
	case l.Tint == White:
		ground = hex("ffffff")
	}
	if l.Ground != Paper {
		err := d.canvas.Stamp(l.Sheet+l.Ground+l.Tint, left, top, g.W, g.H, func() { d.labelGround(g, k, l.Ground == Full, ground) })
		if err != nil {
			return err
		}
	}
	ink := hex("1a110c")
	for _, c := range set.columns {
		for _, q := range c.parts {
			for _, r := range q.runs {
				if err := d.run(r, left+q.x, top+r.y, q.size, ink); err != nil {
					return err
				}
			}
		}
	}
	for i, line := range set.lines {
		if err := d.level(line, left+set.middle-d.width(line)*set.size/2, top+set.first+float64(i)*set.pitch, set.size, ink); err != nil {
			return err
		}
	}
	return d.labelWords(x, g, l, left, top, k, lampInk)
}

// labelWords draws the lamp's name, position and kind.
func (d *drawer) labelWords(x Piece, g labels, l Layout, left, top, k float64, lampInk document.Colour) error {
	if l.Ground != Paper {
		lamp := d.words["lamp"][l.Script]
		axis := left + g.W - d.inset - labelStrip/2*k
		y := top + g.H/2 - (4.6+6*float64(len([]rune(lamp))-1))/2*k
		for _, r := range d.runs(lamp) {
			if err := d.run(r, axis, y, 4.6*k, lampInk); err != nil {
				return err
			}
			y += 6 * k
		}
	}
	foot := x.Foot
	for _, p := range x.Text.People {
		for _, c := range clean(p.Name) {
			if !d.has(d.form(c)) {
				foot = fmt.Sprintf("U+%04X · ", c) + foot
			}
		}
	}
	y := top + g.H - d.inset - 2.25*k
	codeSize, small := 4.6*k, labelSmall*k
	right := left + g.W - d.inset - (labelStrip+1.6)*k
	from := left + d.inset + 2*k
	if w := d.width(x.Code); w > 0 {
		codeSize = min(codeSize, (right-from)/w)
	}
	if err := d.level(x.Code, from, y, codeSize, hex("2b1d16")); err != nil {
		return err
	}
	if w := d.width(clean(foot)); w > 0 {
		small = min(small, (right-from-(d.width(x.Code)*codeSize+1.5*k))/w)
		if small >= labelSmallest {
			return d.level(foot, right-w*small, y, small, hex("5a493d"))
		}
	}
	return nil
}

func (d *drawer) labelGround(g labels, k float64, full bool, ground document.Colour) {
	red, half := hex("9f2a1f"), labelLine*k/2
	// The border line keeps the same margin as the background.
	x, y, w, h := d.inset+half, d.inset+half, g.W-2*(d.inset+half), g.H-2*(d.inset+half)
	strip, r := labelStrip*k, labelCorner*k
	if full {
		d.canvas.Fill(ground, rounded(x, y, w, h, r, true)...)
		d.canvas.Fill(red, rounded(x+w-strip, y, strip, h, r, false)...)
	} else {
		d.canvas.Line(red, 0.25*k, x+w-strip, y, x+w-strip, y+h)
	}
	d.canvas.Line(hex("c99a4b"), 0.25*k, x, y+h-labelFoot*k, x+w-strip, y+h-labelFoot*k)
	d.canvas.Outline(red, labelLine*k, rounded(x, y, w, h, r, true)...)
}

// rounded is a rectangle with rounded corners, on the left only or all.
func rounded(x, y, w, h, r float64, all bool) (out []point) {
	corner := func(cx, cy, from float64, is bool, sharp point) {
		if !is {
			out = append(out, sharp)
			return
		}
		for i := range 7 {
			a := (from + float64(i)*15) * math.Pi / 180
			out = append(out, point{cx + r*math.Cos(a), cy + r*math.Sin(a)})
		}
	}
	corner(x+r, y+r, 180, all, point{x, y})
	corner(x+w-r, y+r, 270, true, point{})
	corner(x+w-r, y+h-r, 0, true, point{})
	corner(x+r, y+h-r, 90, all, point{x, y + h})
	return out
}
