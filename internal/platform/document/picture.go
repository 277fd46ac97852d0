package document

import (
	"bytes"
	"compress/zlib"
	"encoding/binary"
	"errors"
	"fmt"
	"image"
	"image/color"
	"image/draw"
	"io"
	"maps"
	"math"
	"regexp"
	"slices"
	"strconv"

	"golang.org/x/image/font"
	"golang.org/x/image/font/sfnt"
	"golang.org/x/image/math/fixed"
	"golang.org/x/image/vector"
)

// errPicture means that a file was not written by a Canvas.
var errPicture = errors.New("document: this file was not drawn here")

// matrix is a to f of a PDF transformation: x' = ax + cy + e, y' = bx + dy + f.
type matrix [6]float64

func (m matrix) then(n matrix) matrix {
	return matrix{m[0]*n[0] + m[1]*n[2], m[0]*n[1] + m[1]*n[3], m[2]*n[0] + m[3]*n[2], m[2]*n[1] + m[3]*n[3],
		m[4]*n[0] + m[5]*n[2] + n[4], m[4]*n[1] + m[5]*n[3] + n[5]}
}

func (m matrix) on(x, y float64) spot { return spot{m[0]*x + m[2]*y + m[4], m[1]*x + m[3]*y + m[5]} }

func (m matrix) scale() float64 { return math.Sqrt(math.Abs(m[0]*m[3] - m[1]*m[2])) }

type spot struct{ x, y float64 }

// stretch is a step of a path in pixels: a move, a line, or a curve of two or three more points.
type stretch struct {
	op byte // m, l, q, c, h
	p  [3]spot
}

// reading is a Canvas file being rendered as a picture.
type reading struct {
	file   []byte
	at     []int // of objects from 1
	font   *sfnt.Font
	buf    sfnt.Buffer
	widths map[int]float64
	image  *image.RGBA
	stamps map[string]string // resource names of the page's stamps
}

// Picture renders a page, from 1, of a Canvas file at a resolution in pixels per inch. It uses only the file with its
// font subset, so it shows what a printer gets.
func Picture(file []byte, page int, dpi float64) (*image.RGBA, error) {
	r := &reading{file: file, widths: map[int]float64{}}
	if err := r.open(); err != nil {
		return nil, err
	}
	kids := references(r.entry(pagesObject, "Kids"))
	if page < 1 || page > len(kids) {
		return nil, fmt.Errorf("%w: no page %d", errPicture, page)
	}
	dict, _, err := r.object(kids[page-1])
	if err != nil {
		return nil, err
	}
	var w, h float64
	if _, err := fmt.Sscanf(string(between(dict, "/MediaBox [0 0 ", "]")), "%g %g", &w, &h); err != nil {
		return nil, errPicture
	}
	r.stamps = map[string]string{}
	for _, m := range stampEntry.FindAllSubmatch(between(dict, "/XObject <<", ">>"), -1) {
		r.stamps[string(m[1])] = string(m[2])
	}
	content, err := r.content(references(between(dict, "/Contents", "R"), 'R'))
	if err != nil {
		return nil, err
	}
	k := dpi / 72
	r.image = image.NewRGBA(image.Rect(0, 0, int(math.Round(w*k)), int(math.Round(h*k))))
	draw.Draw(r.image, r.image.Bounds(), image.White, image.Point{}, draw.Src)
	return r.image, r.run(content, matrix{k, 0, 0, -k, 0, h * k}, 0)
}

var (
	stampEntry = regexp.MustCompile(`(/S\d+) (\d+) 0 R`)
	number0R   = regexp.MustCompile(`(\d+) 0 R`)
	widthEntry = regexp.MustCompile(`(\d+)\[(\d+)\]`)
)

func between(b []byte, from, to string) []byte {
	_, rest, _ := bytes.Cut(b, []byte(from))
	inner, _, _ := bytes.Cut(rest, []byte(to))
	return inner
}

func references(b []byte, end ...byte) (out []int) {
	for _, m := range number0R.FindAllSubmatch(append(bytes.Clone(b), end...), -1) {
		n, _ := strconv.Atoi(string(m[1]))
		out = append(out, n)
	}
	return out
}

// open reads the table of offsets and the font.
func (r *reading) open() error {
	i := bytes.LastIndex(r.file, []byte("startxref\n"))
	if i < 0 {
		return errPicture
	}
	var start, count int
	if _, err := fmt.Sscanf(string(r.file[i+10:]), "%d", &start); err != nil || start < 0 || start > i {
		return errPicture
	}
	if _, err := fmt.Sscanf(string(r.file[start:i]), "xref\n0 %d\n", &count); err != nil || count < firstFree {
		return errPicture
	}
	rows := bytes.SplitN(r.file[start:i], []byte("\n"), count+3)
	if len(rows) < count+2 {
		return errPicture
	}
	for _, row := range rows[3 : count+2] {
		n, err := strconv.Atoi(string(row[:min(10, len(row))]))
		if err != nil || n <= 0 || n > start {
			return errPicture
		}
		r.at = append(r.at, n)
	}
	cid := references(r.entry(fontObject, "DescendantFonts"))
	if len(cid) != 1 {
		return errPicture
	}
	dict, _, err := r.object(cid[0])
	if err != nil {
		return err
	}
	for _, m := range widthEntry.FindAllSubmatch(dict, -1) {
		g, _ := strconv.Atoi(string(m[1]))
		w, _ := strconv.Atoi(string(m[2]))
		r.widths[g] = float64(w) / em
	}
	descriptor := references(between(dict, "/FontDescriptor", "R"), 'R')
	if len(descriptor) != 1 {
		return errPicture
	}
	if dict, _, err = r.object(descriptor[0]); err != nil {
		return err
	}
	data, err := r.content(references(between(dict, "/FontFile2", "R"), 'R'))
	if err != nil {
		return err
	}
	r.font, err = parsePart(data)
	return err
}

// parsePart parses the font subset in a file. Outlines and metrics are the file's; tables that gopdf leaves out but
// Go's parser needs are those of the whole font.
func parsePart(part []byte) (*sfnt.Font, error) {
	all, err := wenkaiTypeface()
	if err != nil {
		return nil, err
	}
	tables, err := tablesOf(part)
	if err != nil {
		return nil, err
	}
	others, err := tablesOf(all.data)
	if err != nil {
		return nil, err
	}
	for _, tag := range []string{"cmap", "post", "OS/2", "name"} {
		tables[tag] = others[tag]
	}
	tags := slices.Sorted(maps.Keys(tables))
	out := binary.BigEndian.AppendUint32(nil, 0x00010000)
	out = binary.BigEndian.AppendUint16(out, uint16(len(tags)))
	out = append(out, make([]byte, 6)...) // for binary search, which is not used here
	at := 12 + 16*len(tags)
	for _, tag := range tags {
		out = append(out, tag...)
		for _, n := range []int{0, at, len(tables[tag])} {
			out = binary.BigEndian.AppendUint32(out, uint32(n))
		}
		at += (len(tables[tag]) + 3) / 4 * 4
	}
	for _, tag := range tags {
		out = append(out, tables[tag]...)
		out = append(out, make([]byte, (4-len(tables[tag])%4)%4)...)
	}
	font, err := sfnt.Parse(out)
	if err != nil {
		return nil, fmt.Errorf("document: picture: %w", err)
	}
	return font, nil
}

func tablesOf(font []byte) (map[string][]byte, error) {
	if len(font) < 12 {
		return nil, errPicture
	}
	n := int(binary.BigEndian.Uint16(font[4:]))
	if len(font) < 12+16*n {
		return nil, errPicture
	}
	out := map[string][]byte{}
	for i := range n {
		row := font[12+16*i:]
		at, length := int(binary.BigEndian.Uint32(row[8:])), int(binary.BigEndian.Uint32(row[12:]))
		if at+length > len(font) {
			return nil, errPicture
		}
		out[string(row[:4])] = font[at : at+length]
	}
	return out, nil
}

func (r *reading) entry(n int, key string) []byte {
	dict, _, _ := r.object(n)
	return between(dict, "/"+key+" [", "]")
}

// object returns a dictionary and its packed stream.
func (r *reading) object(n int) (dict, stream []byte, err error) {
	if n < 1 || n > len(r.at) {
		return nil, nil, errPicture
	}
	body := r.file[r.at[n-1]:]
	end := bytes.Index(body, []byte("endobj"))
	s := bytes.Index(body, []byte("stream\n"))
	if end < 0 {
		return nil, nil, errPicture
	}
	if s < 0 || s > end {
		return body[:end], nil, nil
	}
	var length int
	if _, err := fmt.Sscanf(string(between(body[:s], "/Length ", "\n")), "%d", &length); err != nil || s+7+length > len(body) {
		return nil, nil, errPicture
	}
	return body[:s], body[s+7 : s+7+length], nil
}

func (r *reading) content(object []int) ([]byte, error) {
	if len(object) != 1 {
		return nil, errPicture
	}
	_, packed, err := r.object(object[0])
	if err != nil {
		return nil, err
	}
	z, err := zlib.NewReader(bytes.NewReader(packed))
	if err != nil {
		return nil, fmt.Errorf("document: picture: %w", err)
	}
	out, err := io.ReadAll(z)
	if err != nil {
		return nil, fmt.Errorf("document: picture: %w", err)
	}
	return out, nil
}

// run executes the drawing operators of a page or stamp.
func (r *reading) run(content []byte, m matrix, depth int) error {
	if depth > 2 {
		return errPicture
	}
	fill, line := color.RGBA{A: 255}, color.RGBA{A: 255}
	width, size := 1.0, 1.0
	tm, base := matrix{1, 0, 0, 1}, m
	var path []stretch
	var n []float64
	text, name := "", ""
	tone := func() color.RGBA {
		c := func(x float64) uint8 { return uint8(math.Round(x * 255)) }
		return color.RGBA{c(n[0]), c(n[1]), c(n[2]), 255}
	}
	for _, token := range bytes.Fields(content) {
		t := string(token)
		if f, err := strconv.ParseFloat(t, 64); err == nil {
			n = append(n, f)
			continue
		}
		if t[0] == '<' {
			text = t[1 : len(t)-1]
			continue
		}
		if t[0] == '/' {
			name = t
			continue
		}
		if need, ok := operands[t]; !ok || len(n) != need {
			return fmt.Errorf("%w: %s", errPicture, t)
		}
		switch t {
		case "q":
			base = m
		case "Q":
			m = base
		case "cm":
			m = matrix(n).then(m)
		case "rg":
			fill = tone()
		case "RG":
			line = tone()
		case "w":
			width = n[0]
		case "m", "l":
			path = append(path, stretch{op: t[0], p: [3]spot{m.on(n[0], n[1])}})
		case "c":
			path = append(path, stretch{op: 'c', p: [3]spot{m.on(n[0], n[1]), m.on(n[2], n[3]), m.on(n[4], n[5])}})
		case "h":
			path = append(path, stretch{op: 'h'})
		case "f":
			r.fill(path, fill)
			path = nil
		case "B":
			r.fill(path, fill)
			r.stroke(path, line, width*m.scale())
			path = nil
		case "S":
			r.stroke(path, line, width*m.scale())
			path = nil
		case "Tf":
			size = n[0]
		case "Tm":
			tm = matrix(n)
		case "Tj":
			if err := r.text(text, size, tm, m, fill); err != nil {
				return err
			}
		case "Do":
			object, err := strconv.Atoi(r.stamps[name])
			if err != nil {
				return errPicture
			}
			drawing, err := r.content([]int{object})
			if err != nil {
				return err
			}
			if err := r.run(drawing, m, depth+1); err != nil {
				return err
			}
		}
		n = n[:0]
	}
	return nil
}

// operands is the number of operands of each operator that a Canvas writes.
var operands = map[string]int{"q": 0, "Q": 0, "cm": 6, "rg": 3, "RG": 3, "w": 1, "m": 2, "l": 2, "c": 6, "h": 0, "f": 0, "B": 0, "S": 0, "BT": 0, "ET": 0, "Tf": 1, "Tm": 6, "Tj": 0, "Do": 0}

func (r *reading) text(hex string, size float64, tm, m matrix, ink color.RGBA) error {
	units := int(r.font.UnitsPerEm())
	k := size / float64(units) / 64
	at := 0.0
	for ; len(hex) >= 4; hex = hex[4:] {
		g, err := strconv.ParseUint(hex[:4], 16, 16)
		if err != nil {
			return errPicture
		}
		segments, err := r.font.LoadGlyph(&r.buf, sfnt.GlyphIndex(g), fixed.I(units), nil)
		if err != nil {
			return fmt.Errorf("document: picture: %w", err)
		}
		to := matrix{k, 0, 0, -k, at, 0}.then(tm).then(m)
		var path []stretch
		for _, s := range segments {
			one := stretch{op: "mlqc"[s.Op]}
			for i, p := range s.Args {
				one.p[i] = to.on(float64(p.X), float64(p.Y))
			}
			if one.op == 'm' && len(path) > 0 {
				path = append(path, stretch{op: 'h'})
			}
			path = append(path, one)
		}
		r.fill(path, ink)
		w, ok := r.widths[int(g)]
		if !ok {
			if a, err := r.font.GlyphAdvance(&r.buf, sfnt.GlyphIndex(g), fixed.I(em), font.HintingNone); err == nil {
				w = float64(a.Round()) / em
			}
		}
		at += w * size
	}
	return nil
}

// fill fills a path by the non-zero rule.
func (r *reading) fill(path []stretch, ink color.RGBA) {
	box := [4]float64{math.Inf(1), math.Inf(1), math.Inf(-1), math.Inf(-1)}
	for _, s := range path {
		for _, p := range s.p[:map[byte]int{'m': 1, 'l': 1, 'q': 2, 'c': 3}[s.op]] {
			box = [4]float64{min(box[0], p.x), min(box[1], p.y), max(box[2], p.x), max(box[3], p.y)}
		}
	}
	at := image.Rect(int(math.Floor(box[0])), int(math.Floor(box[1])), int(math.Ceil(box[2])), int(math.Ceil(box[3])))
	if at = at.Intersect(r.image.Bounds().Inset(-1000)); at.Empty() {
		return
	}
	z := vector.NewRasterizer(at.Dx(), at.Dy())
	on := func(p spot) (float32, float32) {
		return float32(p.x - float64(at.Min.X)), float32(p.y - float64(at.Min.Y))
	}
	for _, s := range path {
		ax, ay := on(s.p[0])
		bx, by := on(s.p[1])
		cx, cy := on(s.p[2])
		switch s.op {
		case 'm':
			z.MoveTo(ax, ay)
		case 'l':
			z.LineTo(ax, ay)
		case 'q':
			z.QuadTo(ax, ay, bx, by)
		case 'c':
			z.CubeTo(ax, ay, bx, by, cx, cy)
		case 'h':
			z.ClosePath()
		}
	}
	z.ClosePath()
	if at.In(r.image.Bounds()) {
		z.Draw(r.image, at, image.NewUniform(ink), image.Point{})
		return
	}
	mask := image.NewAlpha(at)
	z.Draw(mask, at, image.Opaque, image.Point{})
	draw.DrawMask(r.image, at, image.NewUniform(ink), image.Point{}, mask, at.Min, draw.Over)
}

// stroke fills the outline of a line: a rectangle for each segment, and a mitre at each joint.
func (r *reading) stroke(path []stretch, ink color.RGBA, width float64) {
	var outline []stretch
	polygon := func(p ...spot) {
		area := 0.0
		for i := range p {
			q := p[(i+1)%len(p)]
			area += p[i].x*q.y - q.x*p[i].y
		}
		for i := range p {
			// All have the same orientation, so that overlaps add up.
			j := i
			if area < 0 {
				j = len(p) - 1 - i
			}
			outline = append(outline, stretch{op: "ml"[min(i, 1)], p: [3]spot{p[j]}})
		}
		outline = append(outline, stretch{op: 'h'})
	}
	var line []spot
	flush := func(closed bool) {
		strokeLine(line, closed, width/2, polygon)
		line = nil
	}
	for _, s := range path {
		switch s.op {
		case 'm':
			flush(false)
			line = []spot{s.p[0]}
		case 'l':
			line = append(line, s.p[0])
		case 'c':
			a := line[len(line)-1]
			const parts = 16
			for i := 1; i <= parts; i++ {
				t := float64(i) / parts
				u := 1 - t
				w := [4]float64{u * u * u, 3 * u * u * t, 3 * u * t * t, t * t * t}
				line = append(line, spot{w[0]*a.x + w[1]*s.p[0].x + w[2]*s.p[1].x + w[3]*s.p[2].x, w[0]*a.y + w[1]*s.p[0].y + w[2]*s.p[1].y + w[3]*s.p[2].y})
			}
		case 'h':
			flush(true)
		}
	}
	flush(false)
	r.fill(outline, ink)
}

func strokeLine(line []spot, closed bool, half float64, polygon func(...spot)) {
	type piece struct{ a, b, n spot } // n: half the line width, perpendicular
	var pieces []piece
	add := func(a, b spot) {
		if l := math.Hypot(b.x-a.x, b.y-a.y); l > 1e-6 {
			pieces = append(pieces, piece{a, b, spot{-(b.y - a.y) / l * half, (b.x - a.x) / l * half}})
		}
	}
	for i := 1; i < len(line); i++ {
		add(line[i-1], line[i])
	}
	if closed && len(line) > 1 {
		add(line[len(line)-1], line[0])
	}
	for i, p := range pieces {
		polygon(spot{p.a.x + p.n.x, p.a.y + p.n.y}, spot{p.b.x + p.n.x, p.b.y + p.n.y}, spot{p.b.x - p.n.x, p.b.y - p.n.y}, spot{p.a.x - p.n.x, p.a.y - p.n.y})
		if i == len(pieces)-1 && !closed {
			break
		}
		q := pieces[(i+1)%len(pieces)]
		side := 1.0
		if p.n.x*q.n.y-p.n.y*q.n.x > 0 {
			side = -1
		}
		a := spot{p.b.x + side*p.n.x, p.b.y + side*p.n.y}
		b := spot{p.b.x + side*q.n.x, p.b.y + side*q.n.y}
		mid := spot{side * (p.n.x + q.n.x), side * (p.n.y + q.n.y)}
		if square := mid.x*mid.x + mid.y*mid.y; square > 1e-9 && 4*half*half/square <= mitreLimit*mitreLimit {
			k := 2 * half * half / square
			polygon(p.b, a, spot{p.b.x + mid.x*k, p.b.y + mid.y*k}, b)
		} else {
			polygon(p.b, a, b)
		}
	}
}

// mitreLimit is PDF's default: sharper corners are bevelled.
const mitreLimit = 10
