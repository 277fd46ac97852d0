package tablet

import (
	"math"
	"strconv"
	"strings"
	"unicode/utf8"
)

// Script is the script of fixed words and of honorifics chosen in the form, never of names.
type Script string

// The scripts of a ceremony.
const (
	Simplified  Script = "hans"
	Traditional Script = "hant"
)

// The kinds of a print text.
const (
	Departed  = "departed"
	Ancestors = "ancestors"
	Creditors = "creditors"
	Infant    = "infant"
	Living    = "living"
	Lamp      = "lamp"
	Petition  = "petition"
)

// Text is the stored print text of one piece.
type Text struct {
	Kind       string   `json:"kind"`
	Surname    string   `json:"surname,omitempty"`   // of ancestors and of an unborn child
	Ancestors  string   `json:"ancestors,omitempty"` // surname of ancestors among departed people
	People     []Person `json:"people,omitempty"`
	Dedicators []Person `json:"dedicators,omitempty"`
	Dates      []string `json:"dates,omitempty"`
	Longevity  bool     `json:"longevity,omitempty"` // of the living: 長生祿位
	Sponsor    string   `json:"sponsor,omitempty"`   // of a petition: who has it read
	Address    string   `json:"address,omitempty"`   // of a petition
	Wish       string   `json:"wish,omitempty"`      // of a petition
}

// Person is a name with its printed additions.
type Person struct {
	Name      string `json:"name"`
	Honorific string `json:"honorific,omitempty"` // above the name
	Typed     bool   `json:"typed,omitempty"`     // the honorific was typed, and is never converted
	After     string `json:"after,omitempty"`     // below the name: 府君, 居士
	Relation  string `json:"relation,omitempty"`  // of a dedicator, before the name: 父, 孝男; of a petition 信士
	Birth     string `json:"birth,omitempty"`     // of a petition: 丙申年三月初二日; "": nobody knows
	Age       string `json:"age,omitempty"`       // of a petition, in nominal years: 七十一
}

func (m *meter) relation(honorific string) (relation, bool) {
	for _, r := range m.relations {
		if honorific != "" && (r.Hans == honorific || r.Hant == honorific) {
			return r, true
		}
	}
	return relation{}, false
}

// bows returns whether the closing word is for ancestors and elders (bowing) rather than offering.
func (m *meter) bows(t Text) bool {
	if t.Kind == Ancestors || t.Ancestors != "" {
		return true
	}
	for _, p := range t.People {
		if r, ok := m.relation(p.Honorific); ok {
			if r.Elder {
				return true
			}
		} else if c, _ := utf8.DecodeRuneInString(p.Honorific); strings.ContainsRune("先显顯", c) {
			return true
		}
	}
	return false
}

// main lists a text's main names, with the fixed words of its kind.
func (m *meter) main(t Text, s Script) []Person {
	switch t.Kind {
	case Ancestors:
		return []Person{{Name: t.Surname + m.words["ancestors"][s]}}
	case Creditors:
		return []Person{{Name: m.words["creditors"][s]}}
	case Infant:
		return []Person{{Name: t.Surname + m.words["infant"][s]}}
	}
	var out []Person
	if t.Ancestors != "" {
		out = append(out, Person{Name: t.Ancestors + m.words["ancestors"][s]})
	}
	for _, p := range t.People {
		if r, ok := m.relation(p.Honorific); ok && !p.Typed {
			p.Honorific = r.Hant
			if s == Simplified {
				p.Honorific = r.Hans
			}
		}
		out = append(out, p)
	}
	return out
}

// lay lays out a text on a piece, in reading order.
func (m *meter) lay(t Text, p piece, s Script) (columns []column, fits bool) {
	w := func(key string) string { return m.words[key][s] }
	living := t.Kind == Living
	heading, tail := w("deliver"), w("lotus")
	if living {
		heading, tail = w("bless"), w("avert")
		if t.Longevity {
			tail = w("longevity")
		}
	}
	people := m.main(t, s)
	aside := !living && len(t.Dedicators) > 0
	columns = append(columns, m.word("heading", heading, p.Axis, p.Heading.Top, p.Heading.Size))
	long := 4
	if utf8.RuneCountInString(tail) > long {
		long = 6
	}
	tailSize := p.Suffix.Sizes[strconv.Itoa(long)]
	tailTop := p.Suffix.Bottom - m.lengthOfText(tail, tailSize)
	b := band{axis: p.Axis, top: p.Names.Top, bottom: min(p.Names.Bottom, tailTop-p.Heading.Size*0.45),
		left: p.Names.Left, right: p.Names.Right, min: p.Names.Min, living: living}
	if aside {
		b.left, b.right = p.Names.Aside+1.5, 2*p.Axis-p.Names.Aside-1.5
	}
	bases := p.Names.Bases
	if living {
		bases = p.Names.BasesLiving
	}
	n := len(people)
	if n > perRow {
		n = (n + 1) / 2
	}
	b.base = bases[max(min(n, len(bases)), 1)-1]
	names, fits := m.place(people, b)
	columns = append(columns, names...)
	columns = append(columns, m.word("suffix", tail, p.Axis, tailTop, tailSize))
	for i, d := range t.Dates {
		c := m.word("date", d, p.Dates.Right-p.Dates.Size/2-float64(i)*p.Dates.Pitch, p.Dates.Top, p.Dates.Size)
		fits = fits && i < 2 && c.bottom <= p.Dedicators.Bottom
		columns = append(columns, c)
	}
	if !aside {
		return columns, fits
	}
	list, fit := m.dedicators(t.Dedicators, p)
	least, most := math.Inf(1), math.Inf(-1)
	for _, c := range list {
		least, most = min(least, c.x), max(most, c.x)
	}
	closing := w("offer")
	if m.bows(t) {
		closing = w("bow")
	}
	mean := (least + most) / 2
	columns = append(columns, m.word("living", w("living"), mean, p.Yang.Top, p.Yang.Size))
	columns = append(columns, list...)
	columns = append(columns, m.word("closing", closing, mean, p.Closing.Top, p.Closing.Size))
	return columns, fits && fit
}

// dedicators are in one to three columns on the left, from right to left and top to bottom.
func (m *meter) dedicators(list []Person, p piece) (out []column, fits bool) {
	d := p.Dedicators
	for _, size := range append(append([]float64{}, d.Sizes...), d.Min) {
		for count := 1; count <= min(3, len(list)); count++ {
			pitch := size * 1.3
			if count > 1 {
				pitch = min(pitch, (d.Right-d.Left-size)/float64(count-1))
			}
			columns, tallest := m.dedicatorColumns(list, d.Top, (d.Right+d.Left)/2, size, pitch, d.Gap, count)
			if fits := (count == 1 || pitch >= size*1.1) && tallest <= d.Bottom-d.Top+slack; fits {
				return columns, true
			}
			if out == nil && size == d.Min {
				out = columns
			}
		}
	}
	return out, false
}

func (m *meter) dedicatorColumns(list []Person, top, middle, size, pitch, gap float64, count int) (out []column, tallest float64) {
	per := (len(list) + count - 1) / count
	used := (len(list) + per - 1) / per
	y := 0.0
	for i, p := range list {
		if i%per == 0 {
			y = top
		}
		axis := middle + (float64(used-1)/2-float64(i/per))*pitch
		var parts []part
		small := 0.0
		if p.Relation != "" {
			runs, l := m.stack(m.runs(p.Relation), size*m.Honorific.Scale, 0)
			parts = append(parts, part{role: "relation", text: p.Relation, bottom: l, size: round(size * m.Honorific.Scale), runs: runs})
			small = l + size*0.2
		}
		runs, l := m.stack(m.runs(p.Name), size, 0)
		at := round(small)
		parts = append(parts, part{role: "name", text: clean(p.Name), top: at, bottom: at + l, size: size, runs: runs})
		end := y + small + l
		out = append(out, column{role: "dedicator", person: i + 1, x: round(axis), top: round(y), size: size, bottom: round(end), parts: shift(parts, axis, y, 1, 0)})
		tallest = max(tallest, end-top)
		y = end + gap
	}
	return out, tallest
}
