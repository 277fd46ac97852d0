package document

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"math"
	"strings"

	"github.com/ledongthuc/pdf"
	"golang.org/x/image/font/sfnt"
	"golang.org/x/image/math/fixed"
)

// errForeign means that a file is none that a Canvas wrote.
var errForeign = errors.New("document: this file was not drawn here")

// Box is a part of a page in millimetres from its upper left corner. The empty one is the whole page.
type Box struct{ X, Y, W, H float64 }

// pixelsPerPoint is how large an SVG is where a page gives it room.
const pixelsPerPoint = 3

// preview collects what an SVG says only once.
type preview struct {
	resources pdf.Value
	faces     map[string]*face
	defs      strings.Builder
	defined   map[string]bool
	err       error
}

// SVG is a page, from 1, of a file that a Canvas wrote, or a part of it, for an <img> of the office: a browser shows no
// PDF there. Text is drawn as the outlines of its glyphs in the file.
func SVG(file []byte, page int, part Box) (string, error) {
	doc, err := pdf.NewReader(bytes.NewReader(file), int64(len(file)))
	if err != nil {
		return "", fmt.Errorf("document: preview: %w", err)
	}
	p := doc.Page(page)
	if p.V.IsNull() {
		return "", errForeign
	}
	v := &preview{resources: p.Resources(), faces: map[string]*face{}, defined: map[string]bool{}}
	body := v.content(p.V.Key("Contents"))
	size := p.V.Key("MediaBox")
	w, h := size.Index(2).Float64(), size.Index(3).Float64()
	if part == (Box{}) {
		part = Box{W: w / pointsPerMM, H: h / pointsPerMM}
	}
	x, y, pw, ph := part.X*pointsPerMM, part.Y*pointsPerMM, part.W*pointsPerMM, part.H*pointsPerMM
	return fmt.Sprintf(`<svg xmlns="http://www.w3.org/2000/svg" width="%s" height="%s" viewBox="%s"><defs>%s</defs><path fill="#fff" d="M0 0H%sV%sH0z"/><g stroke-miterlimit="10" transform="matrix(1 0 0 -1 0 %[6]s)">%s</g></svg>`,
		number(pw*pixelsPerPoint), number(ph*pixelsPerPoint), numbers(x, y, pw, ph), v.defs.String(), number(w), number(h), body), v.err
}

// content is what a page or a stamp draws. Path operators have the names of SVG's commands, in small letters.
func (v *preview) content(content pdf.Value) string {
	var out, path strings.Builder
	var fill, line, place string
	var by *face
	var width, size float64
	pdf.Interpret(content, func(stack *pdf.Stack, op string) {
		args := make([]pdf.Value, stack.Len())
		n := make([]float64, len(args))
		for i := len(args) - 1; i >= 0; i-- {
			args[i] = stack.Pop()
			n[i] = args[i].Float64()
		}
		switch op {
		case "rg":
			fill = hexColour(n)
		case "RG":
			line = hexColour(n)
		case "w":
			width = n[0]
		case "m", "l", "c":
			path.WriteString(strings.ToUpper(op) + numbers(n...))
		case "h":
			path.WriteString("z")
		case "f", "B", "S":
			inside, edge := fill, line
			if op == "S" {
				inside = "none"
			}
			if op == "f" {
				edge = "none"
			}
			fmt.Fprintf(&out, `<path fill="%s" stroke="%s" stroke-width="%s" d="%s"/>`, inside, edge, number(width), path.String())
			path.Reset()
		case "re":
			fmt.Fprintf(&path, "M%sh%sv%sh%sz", numbers(n[:2]...), number(n[2]), number(n[3]), number(-n[2]))
		case "Tf":
			by, size = v.font(args[0].Name()), n[1]
		case "Tm", "cm":
			place = numbers(n...)
		case "Tj":
			fmt.Fprintf(&out, `<g fill="%s" transform="matrix(%s) scale(%.5g -%.5[3]g)">%s</g>`, fill, place, size/em, v.text(by, args[0].RawString()))
		case "Do":
			fmt.Fprintf(&out, `<use href="#%s" transform="matrix(%s)"/>`, v.stamp(args[0].Name()), place)
		case "BT", "ET", "q", "Q":
		default:
			v.err = errForeign
		}
	})
	return out.String()
}

func (v *preview) stamp(name string) string {
	if !v.defined[name] {
		v.defined[name] = true
		fmt.Fprintf(&v.defs, `<g id="%s">%s</g>`, name, v.content(v.resources.Key("XObject").Key(name)))
	}
	return name
}

// font is that of the file.
func (v *preview) font(name string) *face {
	if v.faces[name] == nil {
		descriptor := v.resources.Key("Font").Key(name).Key("DescendantFonts").Index(0).Key("FontDescriptor")
		data, err := io.ReadAll(descriptor.Key("FontFile2").Reader())
		parsed, notParsed := sfnt.Parse(data)
		if notParsed != nil { // a tablet that version 0.2.0 drew, in the whole font's numbers
			parsed, notParsed = Typeface()
		}
		v.err = errors.Join(v.err, err, notParsed)
		v.faces[name] = newFace(name, "", nil, parsed)
	}
	return v.faces[name]
}

func (v *preview) text(by *face, glyphs string) string {
	var out strings.Builder
	for i, at := 0, 0; i+1 < len(glyphs); i += 2 {
		g := sfnt.GlyphIndex(glyphs[i])<<8 | sfnt.GlyphIndex(glyphs[i+1])
		name := fmt.Sprintf("%sg%d", by.name, g)
		if !v.defined[name] {
			v.defined[name] = true
			fmt.Fprintf(&v.defs, `<path id="%s" d="%s"/>`, name, v.outline(by, g))
		}
		fmt.Fprintf(&out, `<use href="#%s" x="%d"/>`, name, at)
		at += by.advanceOf(g)
	}
	return out.String()
}

// outline is a glyph in thousandths of its size, downwards.
func (v *preview) outline(by *face, g sfnt.GlyphIndex) string {
	segments, err := by.parsed.LoadGlyph(&by.buf, g, fixed.I(em), nil)
	v.err = errors.Join(v.err, err)
	var d strings.Builder
	for _, s := range segments {
		d.WriteByte("MLQC"[s.Op])
		for _, p := range s.Args[:[]int{1, 1, 2, 3}[s.Op]] {
			fmt.Fprintf(&d, "%d %d ", p.X.Round(), p.Y.Round())
		}
	}
	return d.String()
}

func hexColour(n []float64) string {
	c := func(i int) int { return int(math.Round(n[i] * 255)) }
	return fmt.Sprintf("#%02x%02x%02x", c(0), c(1), c(2))
}

func numbers(list ...float64) string {
	out := make([]string, len(list))
	for i, n := range list {
		out[i] = number(n)
	}
	return strings.Join(out, " ")
}
