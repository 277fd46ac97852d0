package tablet

import (
	"context"
	"errors"
	"fmt"
	"math"
	"regexp"
	"slices"
	"strings"
	"unicode/utf8"

	"shanmen/internal/platform/document"
)

// PetitionText is the temple's petition template. A line starting with / is raised by two cells (Buddha, the Three
// Jewels), with ^ by one (the temple); <…> is small and to the right, for oneself before the Buddha. {sponsor} is a
// variable; {names} on its own line becomes one line per person.
type PetitionText struct {
	Title  string            `json:"title"`
	Text   string            `json:"text"`
	Values map[string]string `json:"-"` // from temple and ceremony: all variables except sponsor, address, names and wish
}

// Variables are the variables of a petition's text.
func Variables() []string {
	return []string{"temple", "templeAddress", "abbot", "sponsor", "address", "rite", "hall", "solarDate", "lunarDate", "buddhistYear", "names", "wish"}
}

// The refusals of a petition's text.
var (
	ErrPetitionLong     = errors.New("tablet: a petition has a text of 1 to 1,200 characters and a title of up to 20")
	ErrPetitionNames    = errors.New("tablet: a petition names its people once, on a line of their own")
	ErrPetitionVariable = errors.New("tablet: a petition has an unknown variable or a mark that is not closed")
)

const (
	mostPetition      = 1200
	mostPetitionTitle = 20
	unknownDate       = "吉年吉月吉日"
	noteAbove         = 4.4 // mm from the lower edge of the sheet
	unknownCells      = 4   // cells left free for a value written by hand
)

var variable = regexp.MustCompile(`\{[^{}\n]*\}`)

// Check refuses a template that cannot be printed for everybody.
func (t PetitionText) Check() error {
	if n := utf8.RuneCountInString(t.Text); strings.TrimSpace(t.Text) == "" || n > mostPetition || utf8.RuneCountInString(t.Title) > mostPetitionTitle {
		return ErrPetitionLong
	}
	names := 0
	for line := range strings.Lines(t.Text) {
		line = strings.TrimRight(line, "\r\n")
		for _, v := range variable.FindAllString(line, -1) {
			if !slices.Contains(Variables(), v[1:len(v)-1]) {
				return fmt.Errorf("%w: %s", ErrPetitionVariable, v)
			}
			if v == "{names}" {
				if names++; line != v {
					return ErrPetitionNames
				}
			}
		}
		rest := variable.ReplaceAllString(line, "")
		open := false
		for _, c := range rest {
			if c == '{' || c == '}' || (c == '<') == open && strings.ContainsRune("<>", c) {
				return fmt.Errorf("%w: %c", ErrPetitionVariable, c)
			}
			if c == '<' || c == '>' {
				open = c == '<'
			}
		}
		if open {
			return fmt.Errorf("%w: <", ErrPetitionVariable)
		}
	}
	if names > 1 {
		return ErrPetitionNames
	}
	return nil
}

// setRun is a run at its axis on one of a petition's sheets.
type setRun struct {
	run
	sheet   int
	x, size float64
}

// petitioned is a laid out petition.
type petitioned struct {
	runs   []setRun
	sheets int
}

// compositor lays out a petition cell by cell.
type compositor struct {
	*meter
	p      scroll
	column int // across all sheets
	script Script
	cell   float64
	out    petitioned
	fits   bool
}

func (c *compositor) axis() (sheet int, x float64) {
	return c.column / c.p.Columns, c.p.Right - (float64(c.column%c.p.Columns)+0.5)*c.p.ColumnPitch
}

// put places a text from the current cell on; unbreakable ones move to the next column instead of breaking.
func (c *compositor) put(text string, small, whole bool) {
	size, step := c.p.Size, 1.0
	if small {
		size, step = c.p.Size*c.p.Small, 0.84
	}
	if !whole {
		if at := unbroken.FindStringIndex(text); at != nil && at[1]-at[0] < len(text) {
			c.put(text[:at[0]], small, false)
			c.put(text[at[0]:at[1]], small, true)
			c.put(text[at[1]:], small, false)
			return
		} else if at != nil {
			whole = true
		}
	}
	runs := c.runs(text)
	need := func(r run) float64 {
		if r.kind == space {
			return c.spaceCells(r)
		}
		if r.kind == turned {
			return (c.lengthOf(r, size) + size*2*c.Latin.GapToHan) / c.p.Cell
		}
		return step
	}
	if whole {
		total := 0.0
		for _, r := range runs {
			total += need(r)
		}
		if c.cell > float64(c.p.BodyFrom-1) && c.cell+total > float64(c.p.Cells)+0.001 && total <= float64(c.p.Cells-c.p.BodyFrom+1) {
			c.next()
		}
	}
	for _, r := range runs {
		n := need(r)
		if r.kind == space {
			c.cell += n
			continue
		}
		if c.cell+n > float64(c.p.Cells)+0.001 {
			c.next()
			c.fits = c.fits && c.cell+n <= float64(c.p.Cells)+0.001
		}
		c.set(r, size, c.cell, n, small)
		c.cell += n
	}
}

// spaceCells: a full-width space is one cell.
func (c *compositor) spaceCells(r run) float64 {
	if r.text == " " {
		return 0.5
	}
	return 1
}

func (c *compositor) set(r run, size, cell, cells float64, right bool) {
	sheet, x := c.axis()
	if right {
		x += c.p.Size * 0.16
	}
	r.length = c.lengthOf(r, size)
	r.y = round(c.p.Top + cell*c.p.Cell + (cells*c.p.Cell-r.length)/2)
	c.out.runs = append(c.out.runs, setRun{run: r, sheet: sheet, x: round(x), size: size})
}

func (c *compositor) next() {
	c.column++
	c.cell = float64(c.p.BodyFrom - 1)
}

// person is one line of {names}: relation, name, birth, age.
func (c *compositor) person(p Person) {
	small := c.p.Size * c.p.Small
	top := float64(c.p.BodyFrom - 1)
	cell := top
	stack := func(text string, size, step float64) {
		for _, r := range c.runs(text) {
			n := step
			switch r.kind {
			case space:
				n = c.spaceCells(r) / 2
			case turned:
				n = (c.lengthOf(r, size) + size*c.Latin.GapToHan) / c.p.Cell
			}
			if r.kind != space {
				c.set(r, size, cell, n, false)
			}
			cell += n
		}
	}
	stack(solemn(p.Relation, c.script), small, 0.82)
	cell += 0.45
	from := cell
	stack(p.Name, c.p.Size, 1)
	birth := solemn(p.Birth, c.script)
	if strings.TrimSpace(birth) == "" {
		birth = unknownDate
	}
	// after places what follows the name, in the next column below the name's top if this one is full.
	after := func(text string, at float64) {
		cell = max(at, cell+0.6)
		if cell+0.82*float64(len(c.runs(text))) > float64(c.p.Cells) && cell > from {
			c.fits = c.fits && cell-0.6 <= float64(c.p.Cells)
			c.column++
			cell = from
		}
		stack(text, small, 0.82)
	}
	after("本命"+birth+"建生", from+4.4)
	if strings.TrimSpace(p.Age) != "" {
		after(solemn("行庚"+p.Age+"歲", c.script), from+16)
	}
	c.fits = c.fits && cell <= float64(c.p.Cells)+0.2
	c.column++
}

// petition lays out a text on as many sheets as needed.
func (m *meter) petition(t Text, l Layout) (petitioned, bool) {
	p := m.Petition[l.Sheet]
	c := &compositor{meter: m, p: p, column: p.Title.Columns, script: l.Script, fits: true}
	if clean(l.Petition.Title) == "" {
		c.column = 0
	}
	body := solemn(l.Petition.Text, l.Script)
	values := map[string]string{"address": t.Address, "wish": t.Wish}
	for k, v := range l.Petition.Values {
		values[k] = v
	}
	named := country.MatchString(body)
	for _, k := range Variables() {
		if k == "abbot" { // names stay as written
			continue
		}
		values[k] = solemn(values[k], l.Script)
		if (k == "templeAddress" || k == "address") && values[k] != "" {
			if named {
				values[k] = withoutCountry(values[k])
			}
			named = named || country.MatchString(values[k])
		}
	}
	values["sponsor"] = t.Sponsor
	if clean(values["sponsor"]) == "" && len(t.People) > 0 {
		values["sponsor"] = t.People[0].Name
	}
	for _, k := range []string{"solarDate", "lunarDate"} {
		if clean(values[k]) == "" {
			values[k] = unknownDate
		}
	}
	for line := range strings.Lines(body) {
		line = strings.TrimRight(line, "\r\n")
		if line == "{names}" {
			for _, x := range t.People {
				c.person(x)
			}
			continue
		}
		if line == "{wish}" && clean(t.Wish) == "" {
			continue
		}
		c.line(line, values)
	}
	c.out.sheets = max((c.column+p.Columns-1)/p.Columns, 1)
	return c.out, c.fits && len(t.People) > 0
}

var pieces = regexp.MustCompile(`\{[^{}]*\}|[^{}]+`)

func (c *compositor) line(line string, values map[string]string) {
	c.cell = float64(c.p.BodyFrom - 1)
	switch {
	case strings.HasPrefix(line, "/"):
		c.cell, line = c.cell-2, line[1:]
	case strings.HasPrefix(line, "^"):
		c.cell, line = c.cell-1, line[1:]
	}
	small := false
	for line != "" {
		stretch := line
		if i := strings.IndexAny(line, "<>"); i >= 0 {
			stretch, line = line[:i], line[i:]
		} else {
			line = ""
		}
		c.stretch(stretch, values, small)
		if line != "" {
			small, line = line[0] == '<', line[1:]
		}
	}
	c.column++
}

// stretch places the text between two tags.
func (c *compositor) stretch(text string, values map[string]string, small bool) {
	if text == "" {
		return
	}
	for _, part := range pieces.FindAllString(text, -1) {
		if part[0] != '{' {
			// A full-width space is a cell, also next to a variable.
			for i, words := range strings.Split(part, "\u3000") {
				if i > 0 {
					c.cell++
				}
				c.put(words, small, false)
			}
			continue
		}
		key := part[1 : len(part)-1]
		switch value := values[key]; {
		case clean(value) != "":
			// Names are not broken at the end of a column.
			c.put(value, small, slices.Contains([]string{"sponsor", "abbot", "temple"}, key))
		case key != "wish":
			c.cell += unknownCells
		}
	}
	if small {
		c.cell = math.Ceil(c.cell + 0.2)
	}
}

// petitions draws petitions one after the other, each starting on a new sheet.
func (d *drawer) petitions(ctx context.Context, l Layout, all []Piece, drawn func(int)) error {
	p := d.Petition[l.Sheet]
	sheets := 0
	for i, x := range all {
		if ctx.Err() != nil {
			return fmt.Errorf("tablet: %w", context.Cause(ctx))
		}
		if x.Text.tooLong() {
			return fmt.Errorf("piece %d: %w", i+1, ErrDoesNotFit)
		}
		set, fits := d.petition(x.Text, l)
		if !fits && !x.Blank {
			return fmt.Errorf("piece %d: %w", i+1, ErrDoesNotFit)
		}
		from := 0
		for n := range set.sheets {
			to := from
			for to < len(set.runs) && set.runs[to].sheet == n {
				to++
			}
			var err error
			if x.Blank {
				err = d.canvas.AddPage(p.Page[0], p.Page[1])
			} else {
				err = d.petitionSheet(p, l, x, set.runs[from:to], n, set.sheets)
			}
			if err != nil {
				return fmt.Errorf("piece %d: %w", i+1, err)
			}
			from = to
			sheets++
			drawn(sheets)
		}
	}
	return nil
}

func (d *drawer) petitionSheet(p scroll, l Layout, x Piece, runs []setRun, n, of int) error {
	if err := d.canvas.AddPage(p.Page[0], p.Page[1]); err != nil {
		return err
	}
	rule, ink := hex("b8392b"), hex("1a110c")
	title := clean(solemn(l.Petition.Title, l.Script))
	if n > 0 {
		title = ""
	}
	dx, dy := l.Offset[0], l.Offset[1]
	if l.Ground != Paper {
		key := fmt.Sprint(l.Sheet, l.Ground, l.Tint, title != "")
		if err := d.canvas.Stamp(key, dx, dy, p.Page[0], p.Page[1], func() { d.petitionGround(p, l, title != "", rule) }); err != nil {
			return err
		}
		if err := d.petitionTitle(p, title, dx, dy, rule); err != nil {
			return err
		}
		if n == of-1 && l.Ground == Full {
			if err := d.seal(p, solemn(l.Petition.Values["temple"], l.Script), dx, dy, rule); err != nil {
				return err
			}
		}
	}
	note := x.Note
	for _, r := range runs {
		if r.kind == box {
			note += fmt.Sprintf(" · U+%04X", []rune(r.text)[0])
		}
		if err := d.run(r.run, r.x+dx, r.y+dy, r.size, ink); err != nil {
			return err
		}
	}
	if l.NoNotes {
		return nil
	}
	if of > 1 {
		note += fmt.Sprintf(" · %d/%d", n+1, of)
	}
	return d.note(note, p.Page[0]/2+dx, p.Page[1]-noteAbove+dy)
}

// petitionTitle is in its reserved columns, smaller if it is long.
func (d *drawer) petitionTitle(p scroll, title string, dx, dy float64, ink document.Colour) error {
	runs := d.runs(title)
	if len(runs) == 0 {
		return nil
	}
	step := min(p.Title.Cell*1.28, (p.Page[1]-2*p.Frame.Inner-10)/float64(len(runs)))
	size := min(p.Title.Size, step*0.9)
	axis := p.Right - float64(p.Title.Columns)*p.ColumnPitch/2
	y := (p.Page[1] - float64(len(runs))*step) / 2
	for _, r := range runs {
		if err := d.run(r, axis+dx, y+dy, size, ink); err != nil {
			return err
		}
		y += step
	}
	return nil
}

// seal is the temple's name with 印 in four quarters, at the end of the last columns. If the name does not have three
// characters, the temple stamps by hand.
func (d *drawer) seal(p scroll, temple string, dx, dy float64, ink document.Colour) error {
	runs := d.runs(clean(temple) + "印")
	if len(runs) != 4 || slices.ContainsFunc(runs, func(r run) bool { return r.kind != cell }) {
		return nil
	}
	s := 1.83 * p.ColumnPitch
	x, y := p.Right-(float64(p.Columns)-0.62)*p.ColumnPitch+dx, p.Page[1]-p.Frame.Inner-2.24*s+dy
	cream := hex("fbeec6")
	d.canvas.Fill(hex("c0493c"), rounded(x, y, s, s, s*0.08, true)...)
	d.canvas.Outline(cream, 0.35, rounded(x+0.8, y+0.8, s-1.6, s-1.6, s*0.05, true)...)
	for i, r := range runs {
		axis := x + s*(0.07+0.415/2+0.44*float64(1-i/2))
		if err := d.run(r, axis, y+s*(0.075+0.445*float64(i%2)), s*0.415, cream); err != nil {
			return err
		}
	}
	return nil
}

func (d *drawer) petitionGround(p scroll, l Layout, titled bool, rule document.Colour) {
	w, h := p.Page[0], p.Page[1]
	if l.Ground == Full && l.Tint != White {
		d.canvas.Fill(hex("fbeec6"), rectangle(0, 0, w, h)...)
	}
	frame := func(in, line float64) { d.canvas.Outline(rule, line, rectangle(in, in, w-2*in, h-2*in)...) }
	frame(p.Frame.Outer, p.Frame.OuterLine)
	frame(p.Frame.Inner, p.Frame.InnerLine)
	for i := range p.Columns + 1 {
		if titled && i > 0 && i < p.Title.Columns {
			continue
		}
		x := p.Right - float64(i)*p.ColumnPitch
		d.canvas.Line(hex("dd9181"), p.Rules, x, p.Frame.Inner+0.5, x, h-p.Frame.Inner-0.5)
	}
}
