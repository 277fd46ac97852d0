package share

import (
	_ "embed"
	"errors"
	"fmt"
	"io/fs"
	"strings"
	"sync"

	"shanmen/internal/drawing"
	"shanmen/internal/locale"
)

// The colours of the pages: web/src/styles/app.css.
var (
	paper     = drawing.Color(0xfbf6ec, 1)
	ink       = drawing.Color(0x2b1d16, 1)
	ink2      = drawing.Color(0x5a493d, 1)
	cinnabar  = drawing.Color(0x9f2a1f, 1)
	cinnabar7 = drawing.Color(0x7f1f17, 1)
	gold      = drawing.Color(0xc99a4b, 1)
	gold3     = drawing.Color(0xf0cd8a, 1)
	gold7     = drawing.Color(0x7a5414, 1)
	cream     = drawing.Color(0xfff8ea, 1)
	lacquer   = drawing.Color(0x35120d, 1)
)

// The temple's mark, as web/src/ui/art/seal.tsx shows it.
//
//go:embed seal.svg
var sealFile string

const (
	margin   = 64.0
	textEnd  = 700.0 // where the drawing begins
	textWide = textEnd - margin
	footer   = 588.0 // of the text: the fret line follows

	panelX, panelY = 752.0, 56.0
	panelW, panelH = 384.0, 488.0
)

var titleSizes = []float64{80, 74, 68, 62, 56, 50, 45, 40}

const titleLines = 3

// compose draws a card.
func (p *Painter) compose(c Card) (*drawing.Canvas, error) {
	kind := "scene"
	if c.Day != nil {
		kind = "day"
	} else if c.Art != "" {
		kind = c.Art
	}
	ground, err := p.ground(kind)
	if err != nil {
		return nil, err
	}
	canvas := drawing.NewCanvas(Width, Height)
	copy(canvas.Image.Pix, ground.Image.Pix)
	w := &writer{faces: p.faces, locale: c.Locale}
	w.names(canvas, c)
	if c.Day != nil {
		w.day(canvas, *c.Day)
	}
	w.words(canvas, c)
	return canvas, nil
}

// names writes the temple's names beside its seal.
func (w *writer) names(canvas *drawing.Canvas, c Card) {
	x := margin + 92
	names := []string{w.shown(c.ChineseName), w.shown(c.Temple)}
	if names[0] == names[1] {
		names[0] = ""
	}
	room := textEnd - x
	switch {
	case names[0] == "":
		lines, size := w.fit(names[1], []float64{42, 36, 30, 24}, room, 1)
		w.write(canvas, strings.Join(lines, ""), x, 104, size, .02, ink)
	default:
		lines, size := w.fit(names[0], []float64{42, 36, 30, 24}, room, 1)
		w.write(canvas, strings.Join(lines, ""), x, 88, size, .02, ink)
		lines, size = w.fit(names[1], []float64{24, 21, 18}, room, 1)
		w.write(canvas, strings.Join(lines, ""), x, 122, size, 0, ink2)
	}
}

// row is a line of text, and how far its foot is from that of the line above.
type row struct {
	text                 string
	size, weight, height float64
	paint                drawing.Paint
}

const (
	wordsTop  = 150.0 // under the names
	wordsRoom = footer - 22 - wordsTop
)

// words writes what the page is, in the middle of the room under the names. The title gives way
// until all has room.
func (w *writer) words(canvas *drawing.Canvas, c Card) {
	var rows []row
	all := 0.0
	for i := range titleSizes {
		rows, all = w.rows(c, titleSizes[i:]), 0
		for _, r := range rows {
			all += r.height
		}
		if all <= wordsRoom {
			break
		}
	}
	if all > wordsRoom && len(c.Lines) > 0 { // what matters least goes
		c.Lines = c.Lines[:len(c.Lines)-1]
		w.words(canvas, c)
		return
	}
	y := wordsTop + max(0, (wordsRoom-all)/2)
	for _, r := range rows {
		y += r.height
		w.write(canvas, r.text, margin, y, r.size, r.weight, r.paint)
	}
}

func (w *writer) rows(c Card, sizes []float64) (rows []row) {
	add := func(text string, sizes []float64, lines int, space, weight float64, paint drawing.Paint) {
		cut, size := w.fit(text, sizes, textWide, lines)
		for i, l := range cut {
			height := size * 1.4
			if i == 0 {
				height += space
			}
			rows = append(rows, row{l, size, weight, height, paint})
		}
	}
	add(c.Eyebrow, []float64{27, 24, 21}, 1, 0, .012, gold7)
	title, size := w.fit(c.Title, sizes, textWide, titleLines)
	leading := size * 1.18
	if w.locale == locale.ZH {
		leading = size * 1.3
	}
	for i, l := range title {
		height := leading
		if i == 0 {
			height = 8 + size*1.22
		}
		rows = append(rows, row{l, size, .018, height, ink})
	}
	for i, l := range c.Lines {
		space := 4.0
		if i == 0 {
			space = 32
		}
		add(l, []float64{30, 27, 24}, 2, space, .008, ink2)
	}
	add(c.Price, []float64{38, 34, 30}, 1, 24, .015, cinnabar)
	return rows
}

// day writes a leaf of the almanac: the day in large figures, the lunar one beside it.
func (w *writer) day(canvas *drawing.Canvas, d Day) {
	lunar := []rune(w.shown(d.Lunar))
	column := 0.0
	if len(lunar) > 0 {
		column = 104
		canvas.Fill(drawing.Rect(panelX+panelW-column-8, panelY+40, 1.5, panelH-80, 0), drawing.Color(0xf0cd8a, .45))
		size := min(68, (panelH-90)/float64(len(lunar))/1.16)
		y := panelY + (panelH-size*1.16*float64(len(lunar)))/2
		for _, c := range lunar {
			width := w.width(string(c), size)
			y += size * 1.16
			w.write(canvas, string(c), panelX+panelW-column+(column-24-width)/2, y-size*.24, size, .018, gold3)
		}
	}
	middle := panelX + (panelW-column)/2
	center := func(text string, y float64, sizes []float64, weight float64, paint drawing.Paint) {
		lines, size := w.fit(text, sizes, panelW-column-44, 1)
		for _, l := range lines {
			w.write(canvas, l, middle-w.width(l, size)/2, y, size, weight, paint)
		}
	}
	center(d.Month, panelY+116, []float64{34, 31, 28, 25, 22}, .012, gold3)
	center(d.Number, panelY+308, []float64{190, 160}, .012, cream)
	center(d.Weekday, panelY+402, []float64{38, 34, 30}, .012, gold3)
}

// ground is what all pictures of a kind have in common, drawn once.
func (p *Painter) ground(kind string) (*drawing.Canvas, error) {
	if kind != "scene" && kind != "day" {
		if _, err := fs.Stat(p.art, kind+".svg"); err != nil || !fs.ValidPath(kind) {
			kind = "lamp" // as on the pages
		}
	}
	p.mu.Lock()
	once := p.grounds[kind]
	if once == nil {
		once = sync.OnceValues(func() (*drawing.Canvas, error) { return p.drawGround(kind) })
		p.grounds[kind] = once
	}
	p.mu.Unlock()
	return once()
}

func (p *Painter) drawGround(kind string) (*drawing.Canvas, error) {
	c := drawing.NewCanvas(Width, Height)
	c.Fill(drawing.Rect(0, 0, Width, Height, 0), paper)
	var err error
	switch kind {
	case "scene":
		err = p.scene(c)
	case "day":
		err = leaf(c)
	default:
		err = p.panel(c, kind)
	}
	if err != nil {
		return nil, err
	}
	seal, err := drawing.Parse(strings.NewReader(sealFile))
	if err != nil {
		return nil, err
	}
	if err := seal.Draw(c, margin-4, 48, 80/seal.Width); err != nil {
		return nil, err
	}
	return c, fret(c)
}

func (p *Painter) picture(name string) (*drawing.Picture, error) {
	f, err := p.art.Open(name + ".svg")
	if err != nil {
		return nil, fmt.Errorf("drawing %s: %w", name, err)
	}
	pic, err := drawing.Parse(f)
	return pic, errors.Join(err, f.Close())
}

// scene shows the temple in the morning, behind a veil of paper where the words stand.
func (p *Painter) scene(c *drawing.Canvas) error {
	pic, err := p.picture("scene")
	if err != nil {
		return err
	}
	const scale = .8
	if err := pic.Draw(c, -16, footer+14-pic.Height*scale, scale); err != nil {
		return err
	}
	veil := drawing.Color(0xfbf6ec, 0)
	c.Fill(drawing.Rect(0, 0, 560, Height, 0), paper)
	c.Fill(drawing.Rect(560, 0, 300, Height, 0), drawing.Fade(drawing.Point{X: 560}, drawing.Point{X: 860}, paper, veil))
	return nil
}

// panel shows a drawing in a frame.
func (p *Painter) panel(c *drawing.Canvas, name string) error {
	pic, err := p.picture(name)
	if err != nil {
		return err
	}
	inside := drawing.NewCanvas(Width, Height)
	scale := max(panelW/pic.Width, panelH/pic.Height)
	if err := pic.Draw(inside, panelX+(panelW-pic.Width*scale)/2, panelY+(panelH-pic.Height*scale)/2, scale); err != nil {
		return err
	}
	c.Fill(drawing.Rect(panelX, panelY, panelW, panelH, 24), drawing.From(inside))
	frame(c)
	return nil
}

// leaf is the ground of the almanac: lattice on lacquer.
func leaf(c *drawing.Canvas) error {
	const lattice = `<svg viewBox="0 0 384 488"><defs><pattern id="l" width="48" height="48"><g fill="none" stroke="#c99a4b" stroke-width="1.4" opacity=".16">` +
		`<path d="M0 0h48v48H0zM12 12h24v24H12zM24 0v12M24 36v12M0 24h12M36 24h12M19 19h10v10H19z"/></g></pattern></defs><rect width="384" height="488" fill="url(#l)"/></svg>`
	pic, err := drawing.Parse(strings.NewReader(lattice))
	if err != nil {
		return err
	}
	inside := drawing.NewCanvas(Width, Height)
	inside.Fill(drawing.Rect(panelX, panelY, panelW, panelH, 0), cinnabar7)
	if err := pic.Draw(inside, panelX, panelY, 1); err != nil {
		return err
	}
	c.Fill(drawing.Rect(panelX, panelY, panelW, panelH, 24), drawing.From(inside))
	frame(c)
	return nil
}

func frame(c *drawing.Canvas) {
	c.Stroke(drawing.Rect(panelX+11, panelY+11, panelW-22, panelH-22, 15), 1.6, true, drawing.Color(0xf0cd8a, .7))
}

// fret ends the picture as the pages' footer begins.
func fret(c *drawing.Canvas) error {
	c.Fill(drawing.Rect(0, footer, Width, Height-footer, 0), lacquer)
	line, err := drawing.ParsePath("M0 12.5h22V3H7v6h8M22 12.5h6")
	if err != nil {
		return err
	}
	for x := 0.0; x < Width; x += 28 {
		c.Stroke(line.At(x, footer+13), 1.7, false, gold)
	}
	return nil
}
