// Package tablet lays out memorial and blessing tablets (牌位), lamp labels, petitions (文疏) and name lists, and draws
// them as PDF: vertical Chinese with Latin names within, in millimetres, on sheets of A4 and A3. The sizes of tablets,
// labels and sheets are in sheets.json, which measures.go reads.
//
// Check lists what to review before a text is printed. Draw prints texts on sheets; it refuses one that does not fit,
// so its caller must have left out what Check reported. Both are pure functions.
package tablet

import (
	"context"
	"errors"
	"fmt"
	"io"
	"slices"
	"strconv"
	"time"

	"golang.org/x/text/unicode/norm"

	"shanmen/internal/platform/document"
)

// The backgrounds of a layout.
const (
	Paper = "paper" // names only, for preprinted paper
	Frame = "frame" // lines, without colours
	Full  = "full"
)

// The colours of a full background.
const (
	Yellow = "yellow"
	Red    = "red"
	White  = "white"
)

// Layout is the parameters for a kind of piece.
type Layout struct {
	Sheet     string       // tablets: A4-1, A4-2, A4-5 or A4-10; labels: L7160 and others; petitions: A4-landscape or A3-landscape
	Script    Script       // of the fixed words
	Ground    string       // Paper, Frame or Full
	Tint      string       // for the departed and for labels; "": yellow
	Living    string       // for the living; "": red
	NoDates   bool         // dates are not printed
	Longevity bool         // every tablet of the living says 長生祿位
	NoNotes   bool         // nothing is printed outside the cut
	First     int          // first free label of the first sheet, from 1; 0: the first
	Petition  PetitionText // for petitions
	Offset    [2]float64   // mm to the right and down, to compensate a printer's offset
	Head      string       // printed above each sheet with room: temple, ceremony, run
	Title     string       // of the file
	Author    string       // of the file: the temple
	Created   time.Time    // creation date in the file; equal input gives equal bytes
}

// Piece is one tablet, label or petition of a run.
type Piece struct {
	Text Text
	Note string // of a tablet, printed below it outside the cut: number, revision, position
	Code string // of a label: position code, A-12-07
	Foot string // of a label: kind of lamp and year

	Blank bool // draw nothing in its place; of a petition as many empty sheets as it has
}

// What Check and Draw refuse.
var (
	ErrLayout     = errors.New("tablet: unknown sheet, script, ground, tint or first label")
	ErrDoesNotFit = errors.New("tablet: a text does not fit its piece")
)

// most limits the length of texts that are laid out: no real print text is longer, and every name is measured at each
// size.
const (
	mostPeople = 40
	mostLetter = 200
)

// tooLong returns whether a text exceeds any tablet.
func (t Text) tooLong() bool {
	if len(t.People)+len(t.Dedicators)+len(t.Dates) > mostPeople || len([]rune(t.Sponsor+t.Address+t.Wish)) > mostLetter || len([]rune(t.Surname)) > mostLetter || len([]rune(t.Ancestors)) > mostLetter {
		return true
	}
	for _, d := range t.Dates {
		if len([]rune(d)) > mostLetter {
			return true
		}
	}
	for _, list := range [][]Person{t.People, t.Dedicators} {
		for _, p := range list {
			if len([]rune(p.Name+p.Honorific+p.After+p.Relation+p.Birth+p.Age)) > mostLetter {
				return true
			}
		}
	}
	return false
}

// Place is the sheet of a piece and its position on it, both from 1; of a petition, its first sheet.
type Place struct{ Sheet, Slot int }

// Places returns where each piece is, and the number of sheets.
func (l Layout) Places(pieces []Piece) (at []Place, sheets int, err error) {
	s, _, err := l.sheet()
	if err != nil {
		return nil, 0, err
	}
	if s.petition {
		m, err := newMeter()
		if err != nil {
			return nil, 0, err
		}
		for _, p := range pieces {
			laid, _ := m.petition(p.Text, l)
			at = append(at, Place{sheets + 1, 1})
			sheets += laid.sheets
		}
		return at, sheets, nil
	}
	for i := range pieces {
		n := i + s.used
		at = append(at, Place{n/len(s.At) + 1, n%len(s.At) + 1})
		sheets = n/len(s.At) + 1
	}
	return at, sheets, nil
}

func (l Layout) sheet() (sheet, piece, error) {
	m := loaded()
	if l.Script != Simplified && l.Script != Traditional || l.Ground != Paper && l.Ground != Frame && l.Ground != Full ||
		!slices.Contains([]string{"", Yellow, Red, White}, l.Tint) || !slices.Contains([]string{"", Yellow, Red, White}, l.Living) {
		return sheet{}, piece{}, ErrLayout
	}
	if g, ok := m.labels[l.Sheet]; ok {
		s := sheet{Page: g.Page, label: &g, used: max(l.First-1, 0)}
		for i := range g.PerSheet {
			s.At = append(s.At, [2]float64{g.Left + float64(i%g.Columns)*g.PitchX, g.Top + float64(i/g.Columns)*g.PitchY})
		}
		if s.used >= g.PerSheet {
			return sheet{}, piece{}, ErrLayout
		}
		return s, piece{W: g.W, H: g.H}, nil
	}
	if p, ok := m.Petition[l.Sheet]; ok {
		return sheet{Page: p.Page, petition: true}, piece{}, l.Petition.Check()
	}
	s, ok := m.Sheets[l.Sheet]
	if !ok {
		return sheet{}, piece{}, ErrLayout
	}
	return s, m.Pieces[s.Piece], nil
}

// Bounds is the first place of a sheet; a petition takes the whole sheet.
func (l Layout) Bounds() (document.Box, error) {
	s, p, err := l.sheet()
	if err != nil || s.petition {
		return document.Box{}, err
	}
	at := s.At[s.used]
	return document.Box{X: at[0], Y: at[1], W: p.W, H: p.H}, nil
}

// Check lists a text's marks on a layout, sorted by code and character: rare, no-glyph, private-use,
// look-alike, does-not-fit, no-honorific, living-and-departed.
func Check(l Layout, t Text) ([]Mark, error) {
	c, err := NewChecker(l)
	if err != nil {
		return nil, err
	}
	return c.Check(t), nil
}

// Checker checks many texts on one layout, for one goroutine.
type Checker struct {
	l Layout
	s sheet
	p piece
	m *meter
}

// NewChecker creates one. ErrLayout for an invalid layout.
func NewChecker(l Layout) (*Checker, error) {
	s, p, err := l.sheet()
	if err != nil {
		return nil, err
	}
	m, err := newMeter()
	if err != nil {
		return nil, err
	}
	return &Checker{l, s, p, m}, nil
}

// Check lists a text's marks like the function Check.
func (c *Checker) Check(t Text) []Mark {
	l, s, p, m := c.l, c.s, c.p, c.m
	if t.tooLong() {
		return []Mark{{Code: "does-not-fit"}}
	}
	fits := true
	switch {
	case s.label != nil:
		_, fits = m.label(t, *s.label)
	case s.petition:
		_, fits = m.petition(t, l)
	default:
		_, fits = m.lay(l.of(t), p, l.Script)
	}
	return m.marksOf(t, l.Script, fits)
}

// of is a text as a layout prints it.
func (l Layout) of(t Text) Text {
	if l.NoDates {
		t.Dates = nil
	}
	t.Longevity = t.Longevity || l.Longevity
	return t
}

// Draw draws the pieces in order, writing each sheet as soon as it is complete: after an error the output is no valid
// file. drawn gets the number of sheets after each; ctx is checked between pieces. A character without a glyph is an
// empty box, with its code point in the note.
func Draw(ctx context.Context, w io.Writer, l Layout, pieces []Piece, drawn func(sheets int)) error {
	s, p, err := l.sheet()
	if err != nil {
		return err
	}
	d, err := newDrawer(w)
	if err != nil {
		return err
	}
	if s.petition {
		err = d.petitions(ctx, l, pieces, drawn)
	} else {
		err = d.sheets(ctx, l, s, p, pieces, drawn)
	}
	if err != nil {
		return err
	}
	return d.finish(l)
}

func newDrawer(w io.Writer) (*drawer, error) {
	m, err := newMeter()
	if err != nil {
		return nil, err
	}
	c, err := document.NewCanvas(w)
	if err != nil {
		return nil, err
	}
	return &drawer{meter: m, canvas: c}, nil
}

func (d *drawer) finish(l Layout) error {
	language := "zh-Hant"
	if l.Script == Simplified {
		language = "zh-Hans"
	}
	return d.canvas.Finish(l.Title, l.Author, language, l.Created)
}

// sheets draws tablets or labels.
func (d *drawer) sheets(ctx context.Context, l Layout, s sheet, p piece, pieces []Piece, drawn func(int)) error {
	of := (len(pieces) + s.used + len(s.At) - 1) / len(s.At)
	for i, x := range pieces {
		if ctx.Err() != nil {
			return fmt.Errorf("tablet: %w", context.Cause(ctx))
		}
		slot, page := (i+s.used)%len(s.At), (i+s.used)/len(s.At)+1
		if slot == 0 || i == 0 {
			if err := d.begin(l, s, p, slot, min(len(s.At), slot+len(pieces)-i), page, of); err != nil {
				return err
			}
		}
		at := s.At[slot]
		if x.Blank {
			if slot == len(s.At)-1 || i == len(pieces)-1 {
				drawn(page)
			}
			continue
		}
		put := d.piece
		if s.label != nil {
			put = func(x Piece, p piece, l Layout, left, top float64) error {
				return d.label(x, *s.label, l, left, top)
			}
		}
		if err := put(x, p, l, at[0]+l.Offset[0], at[1]+l.Offset[1]); err != nil {
			return fmt.Errorf("piece %d: %w", i+1, err)
		}
		if slot == len(s.At)-1 || i == len(pieces)-1 {
			drawn(page)
		}
	}
	return nil
}

// begin adds a page. Cut marks are drawn first: the next tablet's background covers what reaches into it.
func (d *drawer) begin(l Layout, s sheet, p piece, from, to, page, of int) error {
	if err := d.canvas.AddPage(s.Page[0], s.Page[1]); err != nil {
		return err
	}
	if l.Ground != Paper && s.label == nil {
		for _, at := range s.At[from:to] {
			d.cutMarks(p, at[0]+l.Offset[0], at[1]+l.Offset[1])
		}
	}
	if l.Head == "" || l.NoNotes || s.At[0][1] < roomForHead {
		return nil
	}
	words := "第 " + strconv.Itoa(page) + " 张，共 " + strconv.Itoa(of) + " 张"
	if l.Script == Traditional {
		words = "第 " + strconv.Itoa(page) + " 張，共 " + strconv.Itoa(of) + " 張"
	}
	size, ink := d.Note.Size, hex("5a493d")
	if err := d.level(l.Head+" · "+words, headLeft, headLine, size, ink); err != nil {
		return err
	}
	right := "100 % · " + l.Sheet
	return d.level(right, s.Page[0]-headLeft-d.width(right)*size, headLine, size, ink)
}

// The line above the pieces, in mm; only if cut marks leave room for it.
const (
	headLeft, headLine = 8, 7.6
	roomForHead        = 10.6
)

type drawer struct {
	*meter
	canvas *document.Canvas
}

func (d *drawer) piece(x Piece, p piece, l Layout, left, top float64) error {
	if x.Text.tooLong() {
		return ErrDoesNotFit
	}
	columns, fits := d.lay(l.of(x.Text), p, l.Script)
	if !fits {
		return ErrDoesNotFit
	}
	k := l.look(x.Text.Kind == Living)
	if l.Ground != Paper {
		key := l.Sheet + l.Ground + k.key
		if err := d.canvas.Stamp(key, left, top, p.W, p.H, func() { drawGround(d.canvas, p, k, l.Ground == Full, 0, 0) }); err != nil {
			return err
		}
	}
	note := x.Note
	for _, c := range columns {
		// Preprinted paper already has the fixed words.
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
	if l.NoNotes {
		return nil
	}
	return d.note(note, left+p.W/2, top+p.H+d.Note.Below+d.Note.Size)
}

// run draws one run from its upper end y, centred on the axis: a character's baseline is at 0.855 of its size.
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

// text draws a run; a character missing in the font is a box of the measured width.
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

// box is where a character is to be filled in by hand.
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
	return d.level(text, middle-d.width(text)*size/2, y, size, hex("5a493d"))
}

// level draws a text from left to right.
func (d *drawer) level(text string, x, y, size float64, ink document.Colour) error {
	text = clean(text)
	return d.text(x, y, size, ink, run{text: text, glyph: norm.NFC.String(text)}, false)
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
