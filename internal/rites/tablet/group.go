package tablet

import (
	"math"
	"slices"
	"strings"
)

// round rounds to a hundredth of a millimetre.
func round(x float64) float64 { return math.Floor(x*100+0.5) / 100 }

// slack is the tolerance for sums of rounded lengths.
const slack = 0.005

// part is a text of one size within a column, with its axis at x.
type part struct {
	role, text           string
	x, top, bottom, size float64
	runs                 []run
}

// column is a person's column, or a fixed word. Person counts from 1; 0: a fixed word.
type column struct {
	role                 string
	person               int
	x, top, bottom, size float64
	parts                []part
}

// set is a person's column before its position is known: parts from 0 down.
type set struct {
	parts               []part
	length, width, line float64
	lines               int
}

// band is the area of a group of names.
type band struct {
	axis, top, bottom, left, right, base, min float64
	living                                    bool
}

// perRow is how many names are side by side before a second row is tried.
const perRow = 5

func (m *meter) han(p Person) bool {
	return !slices.ContainsFunc(m.runs(p.Name), func(r run) bool { return r.kind != cell && r.kind != box })
}

func (m *meter) cells(p Person) int { return len(m.runs(p.Name)) }

// linesOf splits a long Latin name at the space that gives the most even lines, and a company's name in the middle.
// nil: it cannot be split.
func (m *meter) linesOf(name string, lines int, company bool) [][]run {
	all := m.runs(name)
	if lines == 1 {
		return [][]run{all}
	}
	if company && len(all) > m.TwoLines.HanOver && m.han(Person{Name: name}) {
		half := (len(all) + 1) / 2
		return [][]run{all[:half], all[half:]}
	}
	if len(all) != 1 || all[0].kind != turned {
		return nil
	}
	words := strings.Split(all[0].text, " ")
	var best [][]run
	least := math.Inf(1)
	for i := 1; i < len(words); i++ {
		a, b := strings.Join(words[:i], " "), strings.Join(words[i:], " ")
		if w := max(m.width(a), m.width(b)); w < least {
			least = w
			best = [][]run{{{kind: turned, text: a, glyph: a}}, {{kind: turned, text: b, glyph: b}}}
		}
	}
	return best
}

// person lays out a column at a size: honorific, name from head, then the words after it.
func (m *meter) person(p Person, size float64, lines int, head float64, spread, company bool) (set, bool) {
	list := m.linesOf(p.Name, lines, company)
	if list == nil {
		return set{}, false
	}
	small := size * m.Honorific.Scale
	var out set
	add := func(role, text string, size, y float64, runs []run, extra float64) float64 {
		stacked, length := m.stack(runs, size, extra)
		out.parts = append(out.parts, part{role: role, text: text, top: round(y), bottom: round(y) + length, size: round(size), runs: stacked})
		return length
	}
	if head > 0 && p.Honorific != "" {
		add("honorific", p.Honorific, small, 0, m.runs(p.Honorific), 0)
	}
	y, extra, longest := head, 0.0, 0.0
	if spread && m.cells(p) == 2 && m.han(p) {
		extra = size * m.Pitch
	}
	for _, l := range list {
		longest = max(longest, add("name", textOf(l), size, y, l, extra))
	}
	y += longest
	if p.After != "" {
		y += size * m.Honorific.Gap
		y += add("after", p.After, small, y, m.runs(p.After), 0)
	}
	out.line = size * m.Pitch
	if len(list[0]) > 0 && list[0][0].kind == turned {
		out.line = size * m.Latin.Scale * m.Latin.LinePitch
	}
	out.length, out.width, out.lines = round(y), size, len(list)
	if lines == 2 {
		out.width = round(size + out.line)
	}
	return out, true
}

func textOf(l []run) string {
	var b strings.Builder
	for _, r := range l {
		b.WriteString(r.text)
	}
	return b.String()
}

// headOf is the height that a row reserves for honorifics, so that all its names start on one line.
func (m *meter) headOf(people []Person, size float64) float64 {
	most, some := 0.0, false
	for _, p := range people {
		if p.Honorific != "" {
			some = true
			most = max(most, m.lengthOfText(p.Honorific, size*m.Honorific.Scale))
		}
	}
	if !some {
		return 0
	}
	return most + size*m.Honorific.Gap
}

// fromMiddle assigns columns by rank, 0 the rightmost: from the middle outwards, right before left.
func fromMiddle(n int) []int {
	columns := fromRight(n)
	mid := float64(n-1) / 2
	slices.SortStableFunc(columns, func(a, b int) int {
		da, db := math.Abs(float64(a)-mid), math.Abs(float64(b)-mid)
		switch {
		case da < db:
			return -1
		case da > db:
			return 1
		}
		return a - b
	})
	return columns
}

func fromRight(n int) []int {
	out := make([]int, n)
	for i := range out {
		out[i] = i
	}
	return out
}

// sizedGroup is a group at the largest size at which everybody fits.
type sizedGroup struct {
	size, pitch, height, rowGap float64
	rows, per                   int
	laid                        []set
	fits                        bool
}

// group keeps names on one line while the size is at least 0.7 of the base size; long names are split only below that,
// and only if it enlarges the whole group. More than five are in two rows, or in one if that is larger.
func (m *meter) group(people []Person, b band) sizedGroup {
	rows := []int{1}
	if len(people) > perRow {
		rows = []int{2, 1}
	}
	var best sizedGroup
	for i, k := range rows {
		if g := m.sized(people, b, 1, k); i == 0 || better(g, best) {
			best = g
		}
	}
	if best.fits && best.size >= b.base*0.7 {
		return best
	}
	for _, k := range rows {
		if g := m.sized(people, b, 2, k); better(g, best) {
			best = g
		}
	}
	return best
}

func better(g, than sizedGroup) bool { return g.fits && (!than.fits || g.size > than.size) }

func (m *meter) sized(people []Person, b band, most, rows int) sizedGroup {
	n := len(people)
	per := (n + rows - 1) / rows
	rowGap := 5 * (b.base / 15)
	height := (b.bottom - b.top - rowGap*float64(rows-1)) / float64(rows)
	spread := b.living && m.spreads(people)
	for size := b.base; ; size = round(size - 0.5) {
		last := size <= b.min
		if last {
			size = b.min
		}
		heads := []float64{m.headOf(people[:per], size), m.headOf(people[per:], size)}
		g := sizedGroup{size: size, rows: rows, per: per, height: height, rowGap: rowGap}
		widest, tallest := 0.0, 0.0
		for i, p := range people {
			x, _ := m.person(p, size, 1, heads[i/per], spread, b.living)
			if most > 1 && x.length > height+slack {
				if two, ok := m.person(p, size, 2, heads[i/per], spread, b.living); ok {
					x = two
				}
			}
			g.laid = append(g.laid, x)
			widest, tallest = max(widest, x.width), max(tallest, x.length)
		}
		room := b.right - b.left
		pitch := min(size*1.34+(widest-size), (room-widest)/float64(max(per-1, 1)))
		wide := widest > room+slack || per > 1 && pitch < widest*1.18-slack
		tall := tallest > height+slack
		if (wide || tall) && !last {
			continue
		}
		g.pitch, g.fits = round(pitch), !wide && !tall
		return g
	}
}

// spreads returns whether names of two characters are spaced out because the others have three.
func (m *meter) spreads(people []Person) bool {
	two, longest := false, 0
	for _, p := range people {
		if m.han(p) {
			two = two || m.cells(p) == 2
			longest = max(longest, m.cells(p))
		}
	}
	return two && longest == 3
}

// place positions a group's columns.
func (m *meter) place(people []Person, b band) ([]column, bool) {
	if len(people) == 0 {
		return nil, true
	}
	g := m.group(people, b)
	order := fromMiddle
	if b.living {
		order = fromRight
	}
	var columns []column
	for row := range g.rows {
		from := min(row*g.per, len(people))
		list := g.laid[from:min(from+g.per, len(people))]
		at, tall := order(len(list)), 0.0
		for _, x := range list {
			tall = max(tall, x.length)
		}
		top := b.top + (b.bottom-b.top-tall)/2
		if g.rows > 1 {
			top = b.top + float64(row)*(g.height+g.rowGap) + (g.height-tall)/2
		}
		for i, x := range list {
			axis := b.axis + (float64(len(list)-1)/2-float64(at[i]))*g.pitch
			columns = append(columns, column{role: "name", person: from + i + 1, x: round(axis), top: round(top), size: round(g.size),
				bottom: round(top + x.length), parts: shift(x.parts, axis, top, x.lines, x.line)})
		}
	}
	return columns, g.fits
}

// shift moves parts to their position; the first of two lines is on the right.
func shift(parts []part, axis, top float64, lines int, pitch float64) []part {
	off := 0.5 * pitch
	for i := range parts {
		p := &parts[i]
		p.x = axis
		if p.role == "name" && lines == 2 {
			p.x += off
			off = -off
		}
		at := p.top
		p.x, p.top, p.bottom = round(p.x), round(top+at), round(top+p.bottom)
		for j := range p.runs {
			p.runs[j].y = round(top + at + p.runs[j].y)
		}
	}
	return parts
}

// word is a column of fixed words.
func (m *meter) word(role, text string, axis, top, size float64) column {
	runs, length := m.stack(m.runs(text), size, 0)
	p := part{role: role, text: text, bottom: length, size: size, runs: runs}
	return column{role: role, x: round(axis), top: round(top), size: round(size), bottom: round(top + length), parts: shift([]part{p}, axis, top, 1, 0)}
}
