package share

import (
	"image"
	"slices"
	"strings"

	"shanmen/internal/base/locale"
)

// The colours of the pages: web/src/styles/app.css.
var (
	ink      = rgb(0x2b1d16, 1)
	ink2     = rgb(0x5a493d, 1)
	cinnabar = rgb(0x9f2a1f, 1)
	gold3    = rgb(0xf0cd8a, 1)
	gold7    = rgb(0x7a5414, 1)
	cream    = rgb(0xfff8ea, 1)
)

// Sizes and positions, also in tools/pictures/generate.mjs.
const (
	margin   = 64.0
	textEnd  = 700.0 // start of the drawing
	textWide = textEnd - margin
	footer   = 588.0 // of the text: the border follows

	panelX, panelY = 752.0, 56.0
	panelW, panelH = 384.0, 488.0
)

var titleSizes = []float64{80, 74, 68, 62, 56, 50, 45, 40}

const titleLines = 3

// compose draws a card.
func (p *Painter) compose(c Card) (*canvas, error) {
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
	picture := &canvas{Image: &image.RGBA{Pix: slices.Clone(ground.Image.Pix), Stride: ground.Image.Stride, Rect: ground.Image.Rect}}
	w := &writer{faces: p.faces, locale: c.Locale}
	w.names(picture, c)
	if c.Day != nil {
		w.day(picture, *c.Day)
	}
	w.words(picture, c)
	return picture, nil
}

// names draws the temple's names beside its seal.
func (w *writer) names(on *canvas, c Card) {
	x := margin + 92
	names := []string{w.shown(c.ChineseName), w.shown(c.Temple)}
	if names[0] == names[1] {
		names[0] = ""
	}
	room := textEnd - x
	switch {
	case names[0] == "":
		lines, size := w.fit(names[1], []float64{42, 36, 30, 24}, room, 1)
		w.write(on, strings.Join(lines, ""), x, 104, size, .02, ink)
	default:
		lines, size := w.fit(names[0], []float64{42, 36, 30, 24}, room, 1)
		w.write(on, strings.Join(lines, ""), x, 88, size, .02, ink)
		lines, size = w.fit(names[1], []float64{24, 21, 18}, room, 1)
		w.write(on, strings.Join(lines, ""), x, 122, size, 0, ink2)
	}
}

// row is a line of text, and the distance of its baseline from the line above.
type row struct {
	text                 string
	size, weight, height float64
	paint                paint
}

const (
	wordsTop  = 150.0 // under the names
	wordsRoom = footer - 22 - wordsTop
)

// words draws the page's title and details, centred in the space below the names. The title shrinks until everything
// fits.
func (w *writer) words(on *canvas, c Card) {
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
	if all > wordsRoom && len(c.Lines) > 0 { // drop the least important line
		c.Lines = c.Lines[:len(c.Lines)-1]
		w.words(on, c)
		return
	}
	y := wordsTop + max(0, (wordsRoom-all)/2)
	for _, r := range rows {
		y += r.height
		w.write(on, r.text, margin, y, r.size, r.weight, r.paint)
	}
}

func (w *writer) rows(c Card, sizes []float64) (rows []row) {
	add := func(text string, sizes []float64, lines int, space, weight float64, with paint) {
		cut, size := w.fit(text, sizes, textWide, lines)
		for i, l := range cut {
			height := size * 1.4
			if i == 0 {
				height += space
			}
			rows = append(rows, row{l, size, weight, height, with})
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

// day draws a calendar leaf: the day in large digits, the lunar day beside it.
func (w *writer) day(on *canvas, d Day) {
	lunar := []rune(w.shown(d.Lunar))
	column := 0.0
	if len(lunar) > 0 {
		column = 104
		on.fill(rect(panelX+panelW-column-8, panelY+40, 1.5, panelH-80), rgb(0xf0cd8a, .45))
		size := min(68, (panelH-90)/float64(len(lunar))/1.16)
		y := panelY + (panelH-size*1.16*float64(len(lunar)))/2
		for _, c := range lunar {
			width := w.width(string(c), size)
			y += size * 1.16
			w.write(on, string(c), panelX+panelW-column+(column-24-width)/2, y-size*.24, size, .018, gold3)
		}
	}
	middle := panelX + (panelW-column)/2
	center := func(text string, y float64, sizes []float64, weight float64, with paint) {
		lines, size := w.fit(text, sizes, panelW-column-44, 1)
		for _, l := range lines {
			w.write(on, l, middle-w.width(l, size)/2, y, size, weight, with)
		}
	}
	center(d.Month, panelY+116, []float64{34, 31, 28, 25, 22}, .012, gold3)
	center(d.Number, panelY+308, []float64{190, 160}, .012, cream)
	center(d.Weekday, panelY+402, []float64{38, 34, 30}, .012, gold3)
}
