package document

import (
	"bytes"
	"encoding/binary"
	"fmt"
	"maps"
	"slices"
	"strings"
	"unicode/utf16"

	"golang.org/x/image/font"
	"golang.org/x/image/font/sfnt"
	"golang.org/x/image/math/fixed"
)

// glyphs are the glyphs that a file draws, with the text that each represents.
type glyphs = map[sfnt.GlyphIndex]rune

// font writes the part of a font that the file uses, and returns its object.
func (f *file) font(by *face, used glyphs) int {
	data := part(by.data, used)
	outlines := f.stream(fmt.Sprintf("/Length1 %d\n", len(data)), data)
	m, _ := by.parsed.Metrics(&by.buf, fixed.I(em), font.HintingNone)
	box, _ := by.parsed.Bounds(&by.buf, fixed.I(em), font.HintingNone)
	descriptor := f.object(0, fmt.Appendf(nil, "<<\n/Type /FontDescriptor\n/FontName /%s\n/Flags 32\n/FontBBox [%d %d %d %d]\n/Ascent %d\n/Descent %d\n/CapHeight %d\n/XHeight %d\n/ItalicAngle 0\n/StemV 0\n/FontFile2 %d 0 R\n>>\n",
		by.family, box.Min.X.Round(), -box.Max.Y.Round(), box.Max.X.Round(), -box.Min.Y.Round(),
		m.Ascent.Round(), -m.Descent.Round(), m.CapHeight.Round(), m.XHeight.Round(), outlines))
	var widths strings.Builder
	for _, g := range slices.Sorted(maps.Keys(used)) {
		fmt.Fprintf(&widths, "%d[%d]", g, by.advanceOf(g))
	}
	cid := f.object(0, fmt.Appendf(nil, "<<\n/Type /Font\n/Subtype /CIDFontType2\n/BaseFont /%s\n/CIDSystemInfo << /Registry (Adobe) /Ordering (Identity) /Supplement 0 >>\n/FontDescriptor %d 0 R\n/W [%s]\n>>\n",
		by.family, descriptor, widths.String()))
	text := f.stream("", textMap(used))
	return f.object(0, fmt.Appendf(nil, "<<\n/Type /Font\n/Subtype /Type0\n/BaseFont /%s\n/Encoding /Identity-H\n/DescendantFonts [%d 0 R]\n/ToUnicode %d 0 R\n>>\n", by.family, cid, text))
}

// What a PDF has no use for, and a reader of fonts asks for: a map from characters (format 12) and names, both empty.
var (
	noMap   = append([]byte{3: 1, 5: 3, 7: 10, 11: 12, 13: 12, 19: 16}, make([]byte, 8)...)
	noNames = append([]byte{0, 3}, make([]byte, 30)...)
)

// part is a font with no outlines and measures but those of the glyphs. They keep their numbers; the measures of all
// others are zeros, which compress to nothing. Tables that a PDF does not need are left out.
func part(whole []byte, used glyphs) []byte {
	be := binary.BigEndian
	tables := map[string][]byte{}
	for i := range int(be.Uint16(whole[4:])) {
		row := whole[12+16*i:]
		at := be.Uint32(row[8:])
		tables[string(row[:4])] = whole[at : at+be.Uint32(row[12:])]
	}
	head, loca, glyf := bytes.Clone(tables["head"]), tables["loca"], tables["glyf"]
	outline := func(g int) []byte {
		if head[51] == 0 { // short offsets
			return glyf[2*int(be.Uint16(loca[2*g:])) : 2*int(be.Uint16(loca[2*g+2:]))]
		}
		return glyf[be.Uint32(loca[4*g:]):be.Uint32(loca[4*g+4:])]
	}
	kept := map[int]bool{}
	var keep func(g int)
	keep = func(g int) {
		if kept[g] {
			return
		}
		kept[g] = true
		o := outline(g)
		if len(o) == 0 || o[0] < 0x80 {
			return
		}
		// A glyph that is made of others: flags, its number, its place, and by the flags how it is turned.
		for at, more := 10, true; more; {
			flags := be.Uint16(o[at:])
			keep(int(be.Uint16(o[at+2:])))
			at += 6 + 2*int(flags&1)
			switch {
			case flags&0x08 != 0:
				at += 2
			case flags&0x40 != 0:
				at += 4
			case flags&0x80 != 0:
				at += 8
			}
			more = flags&0x20 != 0
		}
	}
	keep(0)
	for g := range used {
		keep(int(g))
	}
	var offsets, outlines []byte
	measures := bytes.Clone(tables["hmtx"])
	wide := int(be.Uint16(tables["hhea"][34:])) // glyphs with a width of their own; the others have that of the last
	for g := range int(be.Uint16(tables["maxp"][4:])) {
		offsets = be.AppendUint32(offsets, uint32(len(outlines)))
		switch {
		case kept[g]:
			outlines = append(outlines, outline(g)...)
		case g < wide-1:
			clear(measures[4*g:][:4])
		default: // the left side bearing only
			clear(measures[2*wide+2*g:][:2])
		}
	}
	offsets = be.AppendUint32(offsets, uint32(len(outlines)))
	head[51] = 1 // long offsets
	var out, body []byte
	out = append(out, 0, 1, 0, 0, 0, 8, 0, 128, 0, 3, 0, 0) // eight tables, and how to search them
	for _, t := range []struct {
		tag  string
		data []byte
	}{{"cmap", noMap}, {"glyf", outlines}, {"head", head}, {"hhea", tables["hhea"]}, {"hmtx", measures}, {"loca", offsets}, {"maxp", tables["maxp"]}, {"post", noNames}} {
		at := len(body)
		body = append(body, t.data...)
		body = append(body, make([]byte, -len(body)&3)...)
		sum := uint32(0)
		for i := at; i < len(body); i += 4 {
			sum += be.Uint32(body[i:])
		}
		out = append(out, t.tag...)
		for _, n := range []uint32{sum, uint32(12 + 8*16 + at), uint32(len(t.data))} {
			out = be.AppendUint32(out, n)
		}
	}
	return append(out, body...)
}

// textMap writes the map back to text with one bfchar a glyph, in UTF-16BE, a hundred to a block as Adobe's
// Technical Note 5014 asks.
func textMap(chars glyphs) []byte {
	var b bytes.Buffer
	b.WriteString("/CIDInit /ProcSet findresource begin\n12 dict begin\nbegincmap\n" +
		"/CIDSystemInfo << /Registry (Adobe) /Ordering (UCS) /Supplement 0 >> def\n" +
		"/CMapName /Adobe-Identity-UCS def\n/CMapType 2 def\n" +
		"1 begincodespacerange\n<0000> <FFFF>\nendcodespacerange\n")
	for block := range slices.Chunk(slices.Sorted(maps.Keys(chars)), 100) {
		fmt.Fprintf(&b, "%d beginbfchar\n", len(block))
		for _, g := range block {
			fmt.Fprintf(&b, "<%04X> <%s>\n", g, hex16(string(chars[g])))
		}
		b.WriteString("endbfchar\n")
	}
	b.WriteString("endcmap\nCMapName currentdict /CMap defineresource pop\nend\nend\n")
	return b.Bytes()
}

func hexText(s string) string { return "<FEFF" + hex16(s) + ">" }

func hex16(s string) string {
	var out []byte
	for _, u := range utf16.Encode([]rune(s)) {
		out = fmt.Appendf(out, "%04X", u)
	}
	return string(out)
}
