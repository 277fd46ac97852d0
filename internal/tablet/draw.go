// Package tablet lays out memorial and blessing tablets (牌位) and draws them as PDF: vertical Chinese
// with Latin names among it, in millimetres, on sheets of A4.
//
// Check says what somebody should look at before a text is printed. Draw prints texts on sheets; it
// refuses one that does not fit, so that whoever prints has asked Check and left it out. Both are
// functions of what they are given. Labels, petitions and name lists are not laid out here yet.
package tablet

import (
	"context"
	"errors"
	"fmt"
	"io"
	"time"

	"shanmen/internal/document"
)

// The grounds of a layout.
const (
	Paper = "paper" // names only, on tablets that are printed already
	Frame = "frame" // lines, without colours
	Full  = "full"
)

// Layout is the temple's parameters for a kind of piece.
type Layout struct {
	Sheet   string     // A4-1, A4-2, A4-5 or A4-10
	Script  Script     // of the fixed words
	Ground  string     // Paper, Frame or Full
	Offset  [2]float64 // mm to the right and down, for a printer that is off
	Title   string     // of the file
	Author  string     // of the file: the temple
	Created time.Time  // stands in the file; the same one gives the same bytes
}

// Piece is one tablet of a run. Note stands below it, outside the cut: number, revision, place.
type Piece struct {
	Text Text
	Note string
}

// What Check and Draw refuse.
var (
	ErrLayout     = errors.New("tablet: unknown sheet, script or ground")
	ErrDoesNotFit = errors.New("tablet: a text does not fit its piece")
)

// most bounds what is laid out at all: nobody's print text is longer, and every name is measured at
// each size.
const (
	mostPeople = 40
	mostLetter = 200
)

// tooLong tells whether a text is beyond any tablet.
func (t Text) tooLong() bool {
	if len(t.People)+len(t.Dedicators)+len(t.Dates) > mostPeople || len([]rune(t.Surname)) > mostLetter || len([]rune(t.Ancestors)) > mostLetter {
		return true
	}
	for _, d := range t.Dates {
		if len([]rune(d)) > mostLetter {
			return true
		}
	}
	for _, list := range [][]Person{t.People, t.Dedicators} {
		for _, p := range list {
			if len([]rune(p.Name+p.Honorific+p.After+p.Relation)) > mostLetter {
				return true
			}
		}
	}
	return false
}

// Sheets is how many pages n pieces take. ErrLayout for an unknown sheet.
func (l Layout) Sheets(n int) (int, error) {
	s, _, err := l.sheet()
	if err != nil {
		return 0, err
	}
	return (n + len(s.At) - 1) / len(s.At), nil
}

func (l Layout) sheet() (sheet, piece, error) {
	s, ok := loaded().Sheets[l.Sheet]
	if !ok || l.Script != Simplified && l.Script != Traditional || l.Ground != Paper && l.Ground != Frame && l.Ground != Full {
		return sheet{}, piece{}, ErrLayout
	}
	return s, loaded().Pieces[s.Piece], nil
}

// Check lists a text's marks on a layout, sorted by code and character: rare, no-glyph, private-use,
// look-alike, does-not-fit, no-honorific, living-and-departed.
func Check(l Layout, t Text) ([]Mark, error) {
	_, p, err := l.sheet()
	if err != nil {
		return nil, err
	}
	if t.tooLong() {
		return []Mark{{Code: "does-not-fit"}}, nil
	}
	m, err := newMeter()
	if err != nil {
		return nil, err
	}
	_, fits := m.lay(t, p, l.Script)
	return m.marksOf(t, l.Script, fits), nil
}

// Draw writes the pieces in their order, each sheet as soon as it is full: after an error what was
// written is no file. drawn is told the number of sheets after each; a context that ends stops between
// two pieces. A character without a glyph is an empty box, its code point in the note.
func Draw(ctx context.Context, w io.Writer, l Layout, pieces []Piece, drawn func(sheets int)) error {
	s, p, err := l.sheet()
	if err != nil {
		return err
	}
	m, err := newMeter()
	if err != nil {
		return err
	}
	c, err := document.NewCanvas(w)
	if err != nil {
		return err
	}
	d := drawer{meter: m, canvas: c}
	for i, x := range pieces {
		if err := ctx.Err(); err != nil {
			return fmt.Errorf("tablet: %w", context.Cause(ctx))
		}
		slot := i % len(s.At)
		if slot == 0 {
			if err := c.AddPage(s.Page[0], s.Page[1]); err != nil {
				return err
			}
			// Marks first: the next tablet's ground covers what reaches onto it.
			for _, at := range s.At[:min(len(s.At), len(pieces)-i)] {
				if l.Ground != Paper {
					d.cutMarks(p, at[0]+l.Offset[0], at[1]+l.Offset[1])
				}
			}
		}
		at := s.At[slot]
		if err := d.piece(x, p, l, at[0]+l.Offset[0], at[1]+l.Offset[1]); err != nil {
			return fmt.Errorf("piece %d: %w", i+1, err)
		}
		if slot == len(s.At)-1 || i == len(pieces)-1 {
			drawn(i/len(s.At) + 1)
		}
	}
	language := "zh-Hant"
	if l.Script == Simplified {
		language = "zh-Hans"
	}
	return c.Finish(l.Title, l.Author, language, l.Created)
}

type drawer struct {
	*meter
	canvas *document.Canvas
}

func (d *drawer) piece(x Piece, p piece, l Layout, left, top float64) error {
	if x.Text.tooLong() {
		return ErrDoesNotFit
	}
	columns, fits := d.lay(x.Text, p, l.Script)
	if !fits {
		return ErrDoesNotFit
	}
	k := plain
	switch {
	case l.Ground == Full && x.Text.Kind == Living:
		k = red
	case l.Ground == Full:
		k = yellow
	}
	if l.Ground != Paper {
		key := l.Sheet + l.Ground + k.key
		if err := d.canvas.Stamp(key, left, top, p.W, p.H, func() { drawGround(d.canvas, p, k, l.Ground == Full, 0, 0) }); err != nil {
			return err
		}
	}
	note := x.Note
	for _, c := range columns {
		// Preprinted paper has the fixed words already.
		if l.Ground == Paper && c.person == 0 && c.role != "date" {
			continue
		}
		ink := k.words
		switch c.role {
		case "name", "dedicator":
			ink = k.names
		case "date":
			ink = k.dates
		}
		for _, q := range c.parts {
			for _, r := range q.runs {
				if r.kind == box {
					note += fmt.Sprintf(" · U+%04X", []rune(r.text)[0])
				}
				if err := d.run(r, left+q.x, top+r.y, q.size, ink); err != nil {
					return err
				}
			}
		}
	}
	return d.note(note, left+p.W/2, top+p.H+d.Note.Below+d.Note.Size)
}

// run draws one run whose upper end is y. Ink is centred on the axis: a character's baseline is
// 0.855 of its size down its cell.
func (d *drawer) run(r run, axis, y, size float64, ink document.Colour) error {
	small := size * d.Latin.Scale
	switch r.kind {
	case space:
		return nil
	case box:
		d.box(axis-size*0.42, y+size*0.06, size*0.84, size*0.035, ink)
		return nil
	case dot:
		return d.text(axis-d.width(r.glyph)*size/2, y+size*0.605, size, ink, r, false)
	case turned:
		return d.text(axis-small*d.Latin.BaselineLeftOfAxis, y, small, ink, r, true)
	case upright:
		return d.text(axis-d.width(r.glyph)*small/2, y+size*0.5+small*0.34, small, ink, r, false)
	}
	return d.text(axis-size/2, y+size*0.855, size, ink, r, false)
}

// text draws a run; a character that the font lacks is a box as wide as it was measured.
func (d *drawer) text(x, y, size float64, ink document.Colour, r run, turned bool) error {
	from := 0
	glyphs := []rune(r.glyph)
	means := []rune(r.text)
	put := func(to int) error {
		if to == from {
			return nil
		}
		shown := string(glyphs[from:to])
		as := shown
		if len(means) == len(glyphs) {
			as = string(means[from:to])
		}
		err := d.canvas.Text(x, y, size, ink, shown, as, turned)
		if turned {
			y += d.width(shown) * size
		} else {
			x += d.width(shown) * size
		}
		return err
	}
	for i, c := range glyphs {
		if d.has(c) {
			continue
		}
		if err := put(i); err != nil {
			return err
		}
		from = i + 1
		if turned {
			d.box(x-size*0.1, y+size*0.08, size*0.84, size*0.035, ink)
			y += size
		} else {
			d.box(x+size*0.08, y-size*0.8, size*0.84, size*0.035, ink)
			x += size
		}
	}
	return put(len(glyphs))
}

// box is where a character is written by hand.
func (d *drawer) box(x, y, size, line float64, ink document.Colour) {
	d.canvas.Outline(ink, line, rectangle(x, y, size, size)...)
	d.canvas.Line(ink, line, x, y+size, x+size, y)
}

func (d *drawer) note(text string, middle, y float64) error {
	text = clean(text)
	if text == "" {
		return nil
	}
	size := d.Note.Size
	return d.text(middle-d.width(text)*size/2, y, size, hex("5a493d"), run{text: text, glyph: text}, false)
}

func (d *drawer) cutMarks(p piece, x, y float64) {
	m, ink := d.CutMarks, hex("555555")
	near, far := m.Away, m.Away+m.Length
	for _, px := range []float64{x, x + p.W} {
		d.canvas.Line(ink, m.Line, px, y-near, px, y-far)
		d.canvas.Line(ink, m.Line, px, y+p.H+near, px, y+p.H+far)
	}
	for _, py := range []float64{y, y + p.H} {
		d.canvas.Line(ink, m.Line, x-near, py, x-far, py)
		d.canvas.Line(ink, m.Line, x+p.W+near, py, x+p.W+far, py)
	}
}
