package document

import (
	"bytes"
	"errors"
	"fmt"
	"maps"
	"regexp"
	"slices"
	"strconv"
	"time"
	"unicode/utf16"

	"golang.org/x/image/font/sfnt"
)

// info is the PDF metadata.
type info struct {
	title, author, language string
	created                 time.Time
}

var errStructure = errors.New("the PDF writer changed its file structure")

// mend fixes the file written by gopdf 0.33. gopdf writes the ToUnicode map with five hex digits above U+FFFF, so that
// 𠮷 would be copied, searched and read aloud as something else; it writes the title the same way; and of two characters
// with one glyph it knows only the first. mend copies the objects, and rewrites each font's map (from chars), the
// catalogue and the offset table.
func mend(pdf []byte, chars map[string]glyphs, about info) ([]byte, error) {
	objects, err := split(pdf)
	if err != nil {
		return nil, err
	}
	families := familiesOfMaps(objects)
	var out bytes.Buffer
	out.Grow(len(pdf) + 4096)
	out.WriteString("%PDF-1.7\n%\xe2\xe3\xcf\xd3\n")
	offsets := make([]int, len(objects))
	mended := 0
	for i, body := range objects {
		switch {
		case isMap(body):
			drawn, ok := chars[families[i+1]]
			if !ok {
				return nil, errStructure
			}
			mended++
			body = textMap(drawn)
		case bytes.Contains(body, []byte("/Type /Catalog\n")):
			body = bytes.Replace(body, []byte("/Type /Catalog\n"), []byte("/Type /Catalog\n/Lang ("+about.language+
				")\n/ViewerPreferences << /DisplayDocTitle true >>\n"), 1)
		}
		offsets[i] = out.Len()
		fmt.Fprintf(&out, "%d 0 obj\n%sendobj\n", i+1, body)
	}
	if mended != len(chars) {
		return nil, errStructure
	}
	xref := out.Len()
	fmt.Fprintf(&out, "xref\n0 %d\n0000000000 65535 f \n", len(offsets)+1)
	for _, o := range offsets {
		fmt.Fprintf(&out, "%010d 00000 n \n", o)
	}
	fmt.Fprintf(&out, "trailer\n<<\n/Size %d\n/Root 1 0 R\n/Info <<\n/Title %s\n/Author %s\n/Creator (Shanmen)\n/CreationDate (D:%s)\n>>\n>>\nstartxref\n%d\n%%%%EOF\n",
		len(offsets)+1, hexText(about.title), hexText(about.author), about.created.Format("20060102150405-07'00'"), xref)
	return out.Bytes(), nil
}

// split returns the contents of objects 1, 2, …: between "N 0 obj\n" and "endobj".
func split(pdf []byte) ([][]byte, error) {
	at := bytes.LastIndex(pdf, []byte("startxref\n"))
	if at < 0 {
		return nil, errStructure
	}
	number, _, _ := bytes.Cut(pdf[at+len("startxref\n"):], []byte("\n"))
	start, err := strconv.Atoi(string(number))
	if err != nil || start < 0 || start > at {
		return nil, errStructure
	}
	var count int
	if _, err := fmt.Sscanf(string(pdf[start:min(start+32, at)]), "xref\n0 %d\n", &count); err != nil {
		return nil, errStructure
	}
	rows := pdf[start:at]
	for range 2 {
		_, rows, _ = bytes.Cut(rows, []byte("\n"))
	}
	const row = 20 // bytes per entry, fixed by ISO 32000-1, 7.5.4
	if count < 2 || len(rows) < count*row {
		return nil, errStructure
	}
	ends := make([]int, 0, count)
	for i := 1; i < count; i++ {
		o, err := strconv.Atoi(string(rows[i*row : i*row+10]))
		if err != nil || o > start || (i > 1 && o <= ends[i-2]) {
			return nil, errStructure
		}
		ends = append(ends, o)
	}
	ends = append(ends, start)
	objects := make([][]byte, 0, count-1)
	for i := range count - 1 {
		body, ok := bytes.CutPrefix(pdf[ends[i]:ends[i+1]], fmt.Appendf(nil, "%d 0 obj\n", i+1))
		end := bytes.LastIndex(body, []byte("endobj"))
		if !ok || end < 0 {
			return nil, errStructure
		}
		objects = append(objects, body[:end])
	}
	return objects, nil
}

var (
	mapOfFont    = regexp.MustCompile(`/ToUnicode (\d+) 0 R`)
	familyOfFont = regexp.MustCompile(`/BaseFont /(\S+)`)
)

// familiesOfMaps maps the object number of a ToUnicode map to its font.
func familiesOfMaps(objects [][]byte) map[int]string {
	out := map[int]string{}
	for _, body := range objects {
		head, _, _ := bytes.Cut(body, []byte("stream\n"))
		at, name := mapOfFont.FindSubmatch(head), familyOfFont.FindSubmatch(head)
		if at == nil || name == nil {
			continue
		}
		if n, err := strconv.Atoi(string(at[1])); err == nil {
			out[n] = string(name[1])
		}
	}
	return out
}

func isMap(body []byte) bool {
	head, _, ok := bytes.Cut(body, []byte("/CIDInit /ProcSet"))
	return ok && len(head) < 64 && bytes.Contains(head, []byte("stream\n"))
}

// textMap writes the map with one bfchar per glyph in UTF-16BE, a hundred per block as required by Adobe's Technical
// Note 5014.
func textMap(chars map[sfnt.GlyphIndex]rune) []byte {
	glyphs := slices.Sorted(maps.Keys(chars))
	var b bytes.Buffer
	b.WriteString("/CIDInit /ProcSet findresource begin\n12 dict begin\nbegincmap\n" +
		"/CIDSystemInfo << /Registry (Adobe) /Ordering (UCS) /Supplement 0 >> def\n" +
		"/CMapName /Adobe-Identity-UCS def\n/CMapType 2 def\n" +
		"1 begincodespacerange\n<0000> <FFFF>\nendcodespacerange\n")
	for block := range slices.Chunk(glyphs, 100) {
		fmt.Fprintf(&b, "%d beginbfchar\n", len(block))
		for _, g := range block {
			fmt.Fprintf(&b, "<%04X> <%s>\n", g, hex16(string(chars[g])))
		}
		b.WriteString("endbfchar\n")
	}
	b.WriteString("endcmap\nCMapName currentdict /CMap defineresource pop\nend\nend\n")
	return fmt.Appendf(nil, "<<\n/Length %d\n>>\nstream\n%sendstream\n", b.Len(), b.Bytes())
}

func hexText(s string) string { return "<FEFF" + hex16(s) + ">" }

func hex16(s string) string {
	var out []byte
	for _, u := range utf16.Encode([]rune(s)) {
		out = fmt.Appendf(out, "%04X", u)
	}
	return string(out)
}
