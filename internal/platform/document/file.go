package document

import (
	"bytes"
	"compress/zlib"
	"fmt"
	"io"
	"maps"
	"math"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"github.com/signintech/gopdf"
	"golang.org/x/image/font/sfnt"
)

// Object numbers known before the pages; those of the font follow the pages.
const (
	catalogObject = 1
	pagesObject   = 2
	fontObject    = 3
	firstFree     = 4
)

// file writes a PDF sequentially and only stores the offsets of its objects.
type file struct {
	w       io.Writer
	err     error
	at      int64
	offsets []int64 // of object i+1; 0: not written yet
	pages   []int
	packer  *zlib.Writer
	packed  bytes.Buffer
}

func newFile(w io.Writer) *file {
	f := &file{w: w, offsets: make([]int64, firstFree-1)}
	f.packer = zlib.NewWriter(&f.packed)
	f.print("%%PDF-1.7\n%%\xe2\xe3\xcf\xd3\n")
	return f
}

func (f *file) write(p []byte) {
	if f.err == nil {
		n, err := f.w.Write(p)
		f.at += int64(n)
		if err != nil {
			f.err = fmt.Errorf("document: write: %w", err)
		}
	}
}

func (f *file) print(format string, args ...any) { f.write(fmt.Appendf(nil, format, args...)) }

// object writes an object; number 0 takes the next one.
func (f *file) object(number int, body []byte) int {
	if number == 0 {
		f.offsets = append(f.offsets, 0)
		number = len(f.offsets)
	}
	f.offsets[number-1] = f.at
	f.print("%d 0 obj\n", number)
	f.write(body)
	f.print("endobj\n")
	return number
}

func (f *file) stream(dict string, content []byte) int {
	f.packed.Reset()
	f.packer.Reset(&f.packed)
	// Writing to a buffer cannot fail.
	_, _ = f.packer.Write(content)
	_ = f.packer.Close()
	body := fmt.Appendf(nil, "<<\n%s/Filter /FlateDecode\n/Length %d\n>>\nstream\n", dict, f.packed.Len())
	body = append(body, f.packed.Bytes()...)
	return f.object(0, append(body, "\nendstream\n"...))
}

func (f *file) page(size [2]float64, content []byte, used []string, stamps map[string]stamp) error {
	stream := f.stream("", content)
	var drawings strings.Builder
	for _, key := range slices.Compact(slices.Sorted(slices.Values(used))) {
		fmt.Fprintf(&drawings, "/S%d %d 0 R ", stamps[key].name, stamps[key].object)
	}
	f.pages = append(f.pages, f.object(0, fmt.Appendf(nil, "<<\n/Type /Page\n/Parent %d 0 R\n/MediaBox [0 0 %s %s]\n/Contents %d 0 R\n/Resources << /Font << /F1 %d 0 R >> /XObject << %s>> >>\n>>\n",
		pagesObject, number(size[0]), number(size[1]), stream, fontObject, drawings.String())))
	return f.err
}

func (f *file) stamp(w, h float64, content []byte) (int, error) {
	n := f.stream(fmt.Sprintf("/Type /XObject\n/Subtype /Form\n/BBox [0 0 %s %s]\n/Resources << >>\n", number(w), number(h)), content)
	return n, f.err
}

func (f *file) finish(font fontObjects, about info) error {
	number := map[int]int{font.root: fontObject}
	next := len(f.offsets)
	for _, old := range font.order() {
		next++
		number[old] = next
	}
	f.object(fontObject, renumbered(font.bodies[font.root], number))
	for _, old := range font.order() {
		f.object(0, renumbered(font.bodies[old], number))
	}
	var kids strings.Builder
	for _, p := range f.pages {
		fmt.Fprintf(&kids, "%d 0 R\n", p)
	}
	f.object(pagesObject, fmt.Appendf(nil, "<<\n/Type /Pages\n/Count %d\n/Kids [\n%s]\n>>\n", len(f.pages), kids.String()))
	f.object(catalogObject, fmt.Appendf(nil, "<<\n/Type /Catalog\n/Pages %d 0 R\n/Lang (%s)\n/ViewerPreferences << /DisplayDocTitle true /PrintScaling /None >>\n>>\n", pagesObject, about.language))
	xref := f.at
	var table bytes.Buffer
	fmt.Fprintf(&table, "xref\n0 %d\n0000000000 65535 f \n", len(f.offsets)+1)
	for _, o := range f.offsets {
		fmt.Fprintf(&table, "%010d 00000 n \n", o)
	}
	fmt.Fprintf(&table, "trailer\n<<\n/Size %d\n/Root %d 0 R\n/Info <<\n/Title %s\n/Author %s\n/Creator (Shanmen)\n/CreationDate (D:%s)\n>>\n>>\nstartxref\n%d\n%%%%EOF\n",
		len(f.offsets)+1, catalogObject, hexText(about.title), hexText(about.author), about.created.Format("20060102150405-07'00'"), xref)
	f.write(table.Bytes())
	return f.err
}

// fontObjects are the font's objects in a gopdf file, by their numbers there.
type fontObjects struct {
	root   int
	bodies map[int][]byte
}

// order lists them without the root.
func (o fontObjects) order() []int {
	return slices.DeleteFunc(slices.Sorted(maps.Keys(o.bodies)), func(n int) bool { return n == o.root })
}

var reference = regexp.MustCompile(`\b(\d+) 0 R\b`)

// renumbered is an object with the references in its dictionary renumbered.
func renumbered(body []byte, number map[int]int) []byte {
	head, rest := body, []byte(nil)
	if i := bytes.Index(body, []byte("stream\n")); i >= 0 {
		head, rest = body[:i], body[i:]
	}
	head = reference.ReplaceAllFunc(head, func(r []byte) []byte {
		old, _ := strconv.Atoi(string(bytes.TrimSuffix(r, []byte(" 0 R"))))
		return fmt.Appendf(nil, "%d 0 R", number[old])
	})
	return append(bytes.Clone(head), rest...)
}

// fontOf extracts the font subset that a file needs from a one-page gopdf file: glyphs keep the numbers of the whole
// font. The ToUnicode map is our own, for the reasons given at mend.
func fontOf(data []byte, shown, means map[sfnt.GlyphIndex]rune) (fontObjects, error) {
	none := fontObjects{}
	g := &gopdf.GoPdf{}
	g.Start(gopdf.Config{PageSize: gopdf.Rect{W: pageWidth, H: pageHeight}})
	if err := g.AddTTFFontData(family, data); err != nil {
		return none, fmt.Errorf("document: font: %w", err)
	}
	g.AddPage()
	if err := g.SetFont(family, "", 10); err != nil {
		return none, fmt.Errorf("document: font: %w", err)
	}
	text := make([]rune, 0, len(shown))
	for _, glyph := range slices.Sorted(maps.Keys(shown)) {
		text = append(text, shown[glyph])
	}
	if len(text) == 0 {
		text = []rune{' '}
	}
	if err := g.Text(string(text)); err != nil {
		return none, fmt.Errorf("document: font: %w", err)
	}
	raw, err := g.GetBytesPdfReturnErr()
	if err != nil {
		return none, fmt.Errorf("document: font: %w", err)
	}
	objects, err := split(raw)
	if err != nil {
		return none, fmt.Errorf("document: font: %w", err)
	}
	out := fontObjects{bodies: map[int][]byte{}}
	for i, body := range objects {
		head, _, _ := bytes.Cut(body, []byte("stream\n"))
		switch {
		case bytes.Contains(head, []byte("/Subtype /Type0\n")):
			out.root = i + 1
		case isMap(body):
			body = textMap(means)
		case bytes.Contains(head, []byte("/Length1 ")), bytes.Contains(head, []byte("/Type /FontDescriptor\n")), bytes.Contains(head, []byte("/Subtype /CIDFontType2\n")):
		default:
			continue
		}
		out.bodies[i+1] = body
	}
	if out.root == 0 || len(out.bodies) != 5 {
		return none, fmt.Errorf("document: font: %w", errStructure)
	}
	return out, nil
}

// number formats a length in points to three decimals.
func number(n float64) string {
	n = math.Round(n*1000) / 1000
	if n == 0 {
		return "0" // never -0
	}
	return strconv.FormatFloat(n, 'f', -1, 64)
}
