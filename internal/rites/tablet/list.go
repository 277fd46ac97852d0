package tablet

import (
	"context"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"

	"shanmen/internal/platform/document"
)

// ListHead is the heading of every page of a name list.
type ListHead struct {
	Title  string // of the ceremony, in Chinese
	Second string // in English
	When   string // day and time, in both calendars
	Sort   string // sorted by: hall, sitting, number, sponsor or sign
	By     string // printed by
	At     string // printed at, formatted
}

// ListRow is one entry of a list.
type ListRow struct {
	Group   string // hall and rack, or the sitting: a change starts a page; "": none
	No      string
	Place   string
	Text    Text
	Sponsor []string // name in each script, one per line
	Kind    string
	Late    bool   // paid after closing
	Band    string // heading above its rows, repeated on each page; "": none
}

// The sort orders of a list, with their labels.
var listSorts = map[string]map[Script]string{
	"hall":    {Simplified: "按位置排列", Traditional: "按位置排列"},
	"sitting": {Simplified: "按场次排列", Traditional: "按場次排列"},
	"number":  {Simplified: "按编号排列", Traditional: "按編號排列"},
	"sponsor": {Simplified: "按功德主排列", Traditional: "按功德主排列"},
	"sign":    {Simplified: "按生肖排列", Traditional: "按生肖排列"},
}

// listWords are the list's fixed words, column headings first.
var listWords = map[Script][]string{
	Simplified:  {"编号", "位置", "牌位", "阳上", "功德主", "类别", "牌", "诵", "名单", "第%d页，共%d页", "共%s条 · 本页%d条", " · 红点字为罕见字，照原文", "；方格为字库所无，请手写（%s）", "%s · 印于%s · 用后请碎纸", "截止后"},
	Traditional: {"編號", "位置", "牌位", "陽上", "功德主", "類別", "牌", "誦", "名單", "第%d頁，共%d頁", "共%s條 · 本頁%d條", " · 紅點字為罕見字，照原文", "；方格為字庫所無，請手寫（%s）", "%s · 印於%s · 用後請碎紙", "截止後"},
}

// signWords replace some of listWords if each row is one person under a sign.
var signWords = map[Script]map[int]string{
	Simplified:  {2: "姓名", 3: "虚岁、生辰", 10: "共%s位 · 本页%d位"},
	Traditional: {2: "姓名", 3: "虛歲、生辰", 10: "共%s位 · 本頁%d位"},
}

func wordsOf(h ListHead, s Script) []string {
	words := slices.Clone(listWords[s])
	if h.Sort == listSorts["sign"][s] {
		for i, w := range signWords[s] {
			words[i] = w
		}
	}
	return words
}

// Column widths of a list in mm; 0 takes the rest.
var listColumns = [8]float64{11.5, 18, 0, 43, 31, 15.2, 7.4, 7.4}

const (
	listHead      = 37.2 // top of the table on a group's first page
	listNext      = 22.0 // on further pages
	listFoot      = 283.6
	listPad       = 1.6
	listHonorific = 3.4
	listYang      = 3.5
	listPlain     = 2.9
	listBand      = 8.6 // height of a heading between rows
)

// glyphs is a list cell on one line: pieces of one size each.
type listPiece struct {
	text string
	size float64
	ink  document.Colour
}

type listLine []listPiece

// listEntry is a laid out row.
type listEntry struct {
	names, yang []listLine
	height      float64
}

// List draws a name list on A4 in the given order: at most 20 rows on a group's first page, 22 on others, fewer if rows
// are high. drawn gets the number of pages after each. ErrLayout for an unknown script or order.
func List(ctx context.Context, w io.Writer, l Layout, h ListHead, rows []ListRow, drawn func(pages int)) error {
	sorted, ok := listSorts[h.Sort][l.Script]
	if !ok {
		return ErrLayout
	}
	d, err := newDrawer(w)
	if err != nil {
		return err
	}
	h.Sort = sorted
	laid := make([]listEntry, len(rows))
	for i, r := range rows {
		laid[i] = d.listRow(r, l.Script)
	}
	pages := d.listPages(rows, laid)
	for n, p := range pages {
		if ctx.Err() != nil {
			return fmt.Errorf("tablet: %w", context.Cause(ctx))
		}
		if err := d.listPage(l, h, rows[p.from:p.to], laid[p.from:p.to], p.first, n+1, len(pages), len(rows)); err != nil {
			return err
		}
		drawn(n + 1)
	}
	return d.finish(l)
}

type listSpan struct {
	from, to int
	first    bool // of its group
}

// listPages splits rows into pages; an empty list is one page.
func (m *meter) listPages(rows []ListRow, laid []listEntry) (out []listSpan) {
	if len(rows) == 0 {
		return []listSpan{{first: true}}
	}
	page := listSpan{first: true}
	height := 0.0
	room := func() (int, float64) {
		if page.first {
			return m.List.RowsFirstPage, listFoot - 1.5 - listHead - m.List.HeadRow
		}
		return m.List.RowsNextPage, listFoot - 1.5 - listNext - m.List.HeadRow
	}
	for i, r := range rows {
		most, tall := room()
		group := i > 0 && r.Group != rows[i-1].Group
		if i > page.from && (group || i-page.from == most || height+bandOf(rows, i, page.from)+laid[i].height > tall) {
			page.to = i
			out = append(out, page)
			page, height = listSpan{from: i, first: group}, 0
		}
		height += bandOf(rows, i, page.from) + laid[i].height
	}
	page.to = len(rows)
	return append(out, page)
}

// bandOf is the height of the heading above a row of a page that starts with row from.
func bandOf(rows []ListRow, i, from int) float64 {
	if rows[i].Band == "" || i > from && rows[i].Band == rows[i-1].Band {
		return 0
	}
	return listBand
}

// listRow lays out a row that may need several lines.
func (m *meter) listRow(r ListRow, s Script) listEntry {
	ink, soft := hex("1a110c"), hex("5a493d")
	var names []listLine
	for _, p := range m.main(r.Text, s) {
		var line listLine
		if p.Honorific != "" {
			line = append(line, listPiece{p.Honorific + " ", listHonorific, soft})
		}
		line = append(line, listPiece{p.Name, m.List.NameSize, ink})
		if p.After != "" {
			line = append(line, listPiece{" " + p.After, listHonorific, soft})
		}
		names = append(names, line)
	}
	var yang []listLine
	for i, p := range r.Text.Dedicators {
		text := p.Name
		if p.Relation != "" {
			text = p.Relation + " " + text
		}
		if i < len(r.Text.Dedicators)-1 {
			text += "、"
		}
		yang = append(yang, listLine{{text, listYang, ink}})
	}
	room := m.List.Page[0] - m.List.Margin.Left - m.List.Margin.Right
	for _, w := range listColumns {
		room -= w
	}
	late := 0.0
	if r.Late {
		late = 11
	}
	e := listEntry{names: m.flow(names, room-2*listPad+1, 2.4, late), yang: m.flow(yang, listColumns[3]-listPad-0.8, 0, 0)}
	e.height = max(m.List.Row, float64(len(e.names))*m.List.NameSize*1.22+2.6, float64(len(e.yang))*listYang*1.28+2.6)
	return e
}

// flow places pieces on lines of a width; a wider one is split, Latin at a space. last is kept free at the end of the
// first line.
func (m *meter) flow(list []listLine, width, gap, last float64) (out []listLine) {
	wide := func(l listLine) (w float64) {
		for _, p := range l {
			w += m.width(p.text) * p.size
		}
		return w
	}
	var line listLine
	used := 0.0
	room := func() float64 {
		if len(out) == 0 {
			return width - last
		}
		return width
	}
	flush := func() {
		if len(line) > 0 {
			out = append(out, line)
			line, used = nil, 0
		}
	}
	for _, item := range list {
		w := wide(item)
		if used > 0 && used+gap+w > room() {
			flush()
		}
		if used > 0 && gap > 0 {
			line = append(line, listPiece{text: " ", size: gap / max(m.width(" "), 0.1)})
			used += gap
		}
		if w <= room() {
			line, used = append(line, item...), used+w
			continue
		}
		for _, p := range item {
			for _, word := range breakable(p.text) {
				w := m.width(word) * p.size
				if used > 0 && used+m.width(strings.TrimRight(word, " "))*p.size > room() {
					flush()
				}
				if n := len(line); n > 0 && line[n-1].size == p.size && line[n-1].ink == p.ink {
					line[n-1].text += word
				} else {
					line = append(line, listPiece{word, p.size, p.ink})
				}
				used += w
			}
		}
	}
	flush()
	return out
}

// breakable splits a text at possible line breaks: after a space, and around each non-Latin character.
func breakable(text string) (out []string) {
	word := ""
	for _, c := range clean(text) + strings.Repeat(" ", len(text)-len(strings.TrimRight(text, " "))) {
		if !latin(c) && c != ' ' && word != "" {
			out, word = append(out, word), ""
		}
		word += string(c)
		if !latin(c) {
			out, word = append(out, word), ""
		}
	}
	if word != "" {
		out = append(out, word)
	}
	return out
}

func (d *drawer) listPage(l Layout, h ListHead, rows []ListRow, laid []listEntry, first bool, page, pages, total int) error {
	m := d.List
	if err := d.canvas.AddPage(m.Page[0], m.Page[1]); err != nil {
		return err
	}
	words := wordsOf(h, l.Script)
	left, right := m.Margin.Left, m.Page[0]-m.Margin.Right
	pen := d.writer()
	ink, soft, red := hex("1a110c"), hex("5a493d"), hex("9f2a1f")
	group := ""
	if len(rows) > 0 {
		group = rows[0].Group
	}
	number := fmt.Sprintf(words[9], page, pages)
	title := h.Title + " · " + words[8]
	top := listNext
	if first {
		top = listHead
		pen.put(title, left, 19, min(7.6, 120/max(d.width(title), 1)), ink)
		pen.put(h.Second, left, 24.6, 3.5, soft)
		pen.put(h.When, left, 29.3, 3.5, soft)
		pen.right(group, right, 19.2, min(5, 60/max(d.width(group), 1)), red)
		pen.right(h.Sort, right, 24.6, 3.1, soft)
		pen.right(number, right, 29.3, 3.1, soft)
	} else {
		pen.put(title, left, 16, min(4.6, 90/max(d.width(title), 1)), ink)
		pen.right(strings.TrimPrefix(group+" · "+number, " · "), right, 16, 3.1, soft)
	}
	rule := top - 3.6
	d.canvas.Line(red, 0.6, left, rule, right, rule)
	d.canvas.Line(hex("c99a4b"), 0.2, left, rule+1.1, right, rule+1.1)
	columns := d.listHeads(pen, words, top)
	y := top + m.HeadRow
	for i, r := range rows {
		if tall := bandOf(rows, i, 0); tall > 0 {
			d.canvas.Fill(hex("f4ead8"), rectangle(left, y+0.5, right-left, tall-1)...)
			pen.fit(r.Band, left+listPad, y+tall/2+1.7, 4.6, right-left-2*listPad, red)
			y += tall
			d.canvas.Line(hex("d8cbb4"), 0.15, left, y, right, y)
		}
		d.listCells(pen, r, laid[i], columns, y, words[14])
		y += laid[i].height
		d.canvas.Line(hex("d8cbb4"), 0.15, left, y, right, y)
	}
	d.canvas.Line(hex("c99a4b"), 0.2, left, listFoot, right, listFoot)
	foot := fmt.Sprintf(words[10], thousands(total), len(rows))
	if pen.rare {
		foot += words[11]
	}
	if len(pen.boxes) > 0 {
		foot += fmt.Sprintf(words[12], strings.Join(pen.boxes, "，"))
	}
	by := fmt.Sprintf(words[13], h.By, h.At)
	size := 2.7
	byLeft := right - d.width(by)*size
	pen.put(foot, left, listFoot+3.9, min(size, (byLeft-left-3)/max(d.width(foot), 1)), soft)
	pen.right(by, right, listFoot+3.9, size, soft)
	return pen.err
}

func thousands(n int) string {
	s := strconv.Itoa(n)
	for i := len(s) - 3; i > 0; i -= 3 {
		s = s[:i] + "," + s[i:]
	}
	return s
}

// listHeads draws the column headings and returns the columns' left edges.
func (d *drawer) listHeads(pen *writer, words []string, top float64) (at [9]float64) {
	m := d.List
	at[0] = m.Margin.Left
	rest := m.Page[0] - m.Margin.Left - m.Margin.Right
	for _, w := range listColumns {
		rest -= w
	}
	for i, w := range listColumns {
		if w == 0 {
			w = rest
		}
		at[i+1] = at[i] + w
	}
	d.canvas.Fill(hex("f4ead8"), rectangle(at[0], top, at[8]-at[0], m.HeadRow-1)...)
	for i := range 8 {
		pen.put(words[i], at[i]+listPad, top+4.3, listPlain, hex("5a493d"))
	}
	return at
}

func (d *drawer) listCells(pen *writer, r ListRow, e listEntry, at [9]float64, y float64, late string) {
	soft := hex("5a493d")
	middle := y + e.height/2
	pen.no = r.No
	pen.put(r.No, at[0]+listPad, middle+1.1, 3.2, soft)
	pen.fit(r.Place, at[1]+listPad-0.6, middle+1.1, 3.2, listColumns[1]-listPad, soft)
	lines := func(list []listLine, x, size, pitch float64) (end float64) {
		base := middle - float64(len(list)-1)/2*size*pitch + size*0.35
		for _, l := range list {
			at := x
			for _, p := range l {
				if strings.TrimSpace(p.text) != "" {
					pen.name(p.text, at, base, p.size, p.ink)
				}
				at += d.width(p.text) * p.size
			}
			base += size * pitch
			end = max(end, at)
		}
		return end
	}
	end := lines(e.names, at[2]+listPad, d.List.NameSize, 1.22)
	if r.Late {
		red := hex("9f2a1f")
		w := d.width(late)*2.6 + 1.6
		x, top := min(end+1.6, at[3]-w-0.4), middle-1.9
		d.canvas.Outline(red, 0.2, rounded(x, top, w, 3.8, 1, true)...)
		pen.put(late, x+0.8, middle+0.95, 2.6, red)
	}
	lines(e.yang, at[3]+listPad, listYang, 1.28)
	base := middle - float64(len(r.Sponsor)-1)/2*listPlain*1.3 + listPlain*0.35
	for _, s := range r.Sponsor {
		pen.fit(s, at[4]+listPad, base, listPlain, listColumns[4]-listPad-0.6, hex("3b2d24"))
		base += listPlain * 1.3
	}
	pen.fit(r.Kind, at[5]+listPad, middle+1, listPlain, listColumns[5]-listPad-0.2, hex("7a5414"))
	for _, x := range at[6:8] {
		d.canvas.Outline(soft, 0.25, rounded(x+listPad, middle-2.2, 4.4, 4.4, 0.5, true)...)
	}
}

// writer draws horizontal texts and keeps the first error. It collects what the page's footer reports.
type writer struct {
	*drawer
	err   error
	no    string
	rare  bool
	boxes []string
}

func (d *drawer) writer() *writer { return &writer{drawer: d} }

func (p *writer) put(text string, x, y, size float64, ink document.Colour) {
	if p.err == nil {
		p.err = p.level(text, x, y, size, ink)
	}
}

func (p *writer) right(text string, x, y, size float64, ink document.Colour) {
	p.put(text, x-p.width(clean(text))*size, y, size, ink)
}

// fit draws a text, smaller if it is too wide.
func (p *writer) fit(text string, x, y, size, room float64, ink document.Colour) {
	p.put(text, x, y, min(size, room/max(p.width(clean(text)), 0.1)), ink)
}

// name draws a name: rare characters are marked with dots below, one without a glyph is a box.
func (p *writer) name(text string, x, y, size float64, ink document.Colour) {
	p.put(text, x, y, size, ink)
	red := hex("9f2a1f")
	for _, c := range clean(text) {
		w := p.width(string(c)) * size
		switch {
		case c == ' ' || c == '\u3000':
		case !p.has(c):
			if mark := fmt.Sprintf("%s：U+%04X", p.no, c); !slices.Contains(p.boxes, mark) {
				p.boxes = append(p.boxes, mark)
			}
		case rare(c):
			p.rare = true
			for at := x + 0.2; at < x+w-0.2; at += 0.55 {
				p.canvas.Line(red, 0.25, at, y+size*0.16, at+0.25, y+size*0.16)
			}
		}
		x += w
	}
}
