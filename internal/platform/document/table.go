package document

import (
	"strconv"

	"shanmen/internal/base/money"
)

// The columns of the item table, by their right edges; the first starts at the margin.
const (
	pad         = 8.0
	amountRight = right - pad
	unitRight   = amountRight - 102
	quantityEnd = unitRight - 100
	titleWidth  = quantityEnd - 40 - left - pad
)

func (l *layout) tableHead() {
	const h = 22
	// The header must not be alone at the end of a page.
	l.room(h+60, false)
	l.fill(left, l.y, inner, h, 4, paper)
	base := l.y + 14.5
	l.text(left+pad, base, least, goldText, l.voc.label("item"))
	l.textRight(quantityEnd, base, least, goldText, l.voc.label("quantity"))
	l.textRight(unitRight, base, least, goldText, l.voc.label("unit_price"))
	l.textRight(amountRight, base, least, goldText, l.voc.label("amount"))
	l.y += h + 4
}

// row is one line of an item.
type row struct {
	height float64
	draw   func(y float64)
}

// item prints a title with its amounts, then the people, each on their own line. The title stays with the first of
// them; a longer list continues on further pages.
func (l *layout) item(it *Item) {
	rows := l.titleRows(it)
	kept := len(rows) + 1
	rows = append(rows, l.peopleRows(it)...)
	const gap = 6
	l.y += gap
	for i, r := range rows {
		need := r.height
		if i == 0 {
			need = 0
			for _, k := range rows[:min(kept, len(rows))] {
				need += k.height
			}
			need = min(need, bottom/2)
		}
		if l.room(need, true) && i > 0 {
			l.carry(it)
		}
		r.draw(l.y)
		l.y += r.height
	}
	l.y += gap - 2
	l.Line(hair, 0.6, left, l.y, right, l.y)
}

// carry repeats the title on a continuation page.
func (l *layout) carry(it *Item) {
	titles := l.voc.lines(it.Title)
	if len(titles) == 0 {
		return
	}
	l.rows(left+pad, least, inner-2*pad, 13, soft, titles[0]+" · "+l.voc.label("continued"))
	l.y += 4
}

func (l *layout) titleRows(it *Item) []row {
	var rows []row
	add := func(text string, size, leading float64, c Colour) {
		for _, s := range l.face.wrap(text, size, titleWidth) {
			rows = append(rows, row{leading, func(y float64) { l.text(left+pad, y+size, size, c, s) }})
		}
	}
	for _, t := range l.sideBySide(l.voc.lines(it.Title), "  ", 11, titleWidth) {
		add(t, 11, 15.5, black)
	}
	for _, t := range l.sideBySide(l.voc.lines(it.OptionTitle), "  ", least, titleWidth) {
		add(t, least, 13.5, soft)
	}
	if len(rows) == 0 {
		rows = []row{{15.5, func(float64) {}}}
	}
	first := rows[0].draw
	rows[0].draw = func(y float64) {
		first(y)
		l.figure(quantityEnd, y+11, 10.5, 34, strconv.Itoa(it.Quantity), black)
		l.figure(unitRight, y+11, 10.5, 96, money.Format(it.UnitPrice), soft)
		l.figure(amountRight, y+11, 10.5, 98, money.Format(it.Amount), black)
	}
	return rows
}

// figure prints right-aligned, in a smaller size if it would touch its neighbour.
func (l *layout) figure(edge, y, size, limit float64, text string, c Colour) {
	l.textRight(edge, y, l.face.fit(text, size, limit), c, text)
}

// totals are kept together on one page.
func (l *layout) totals() {
	type sum struct {
		key    string
		cents  money.Cents
		strong bool
		params map[string]any
		words  []string // overrides the key's text
	}
	sums := []sum{{"total", l.r.Total, l.r.Due == 0, nil, nil}}
	if g := l.r.GST; g != nil {
		sums = append(sums, sum{"gst", g.Cents, false, map[string]any{"percent": g.Percent}, nil})
	}
	if l.r.Kind == OfficialReceipt || l.r.Received != 0 {
		sums = append(sums, sum{"received", l.r.Received, false, nil, nil})
	}
	remains := l.r.Received
	for _, b := range l.r.Backs {
		sums, remains = append(sums, sum{cents: -b.Cents, words: l.voc.dated("given_back_on", b.At)}), remains-b.Cents
	}
	if len(l.r.Backs) > 0 {
		sums = append(sums, sum{"remains", remains, false, nil, nil})
	}
	if l.r.Due > 0 {
		sums = append(sums, sum{"due", l.r.Due, true, nil, nil})
	}
	const (
		edge  = right - 250 // left edge of the block
		words = 160.0
		size  = 10.5
	)
	height := 0.0
	for i, s := range sums {
		if s.words == nil {
			sums[i].words = l.voc.each(s.key, s.params)
		}
		sums[i].words = l.sideBySide(sums[i].words, " ", size, words)
		height += 20 + 13*float64(len(sums[i].words)-1)
	}
	l.room(height+24, false)
	l.y += 8
	for _, s := range sums {
		figure, c := 11.0, black
		if s.strong {
			figure, c = 16, cinnabar
		}
		l.figure(amountRight, l.y+16, figure, 160, money.Format(s.cents), c)
		for i, w := range s.words {
			l.text(edge, l.y+16+13*float64(i), l.face.fit(w, size, words), soft, w)
		}
		l.y += 20 + 13*float64(len(s.words)-1)
	}
	l.Line(cinnabar, 1.4, edge, l.y+2, right, l.y+2)
	l.Line(gold, 0.6, edge, l.y+5, right, l.y+5)
	l.y += 10
}
