package document

import (
	"bytes"
	"compress/zlib"
	"fmt"
	"io"
	"math"
	"strconv"
	"strings"
	"time"
)

// The objects whose numbers are known before the pages; those of the fonts follow the pages.
const (
	catalogObject   = 1
	pagesObject     = 2
	resourcesObject = 3 // of all pages
	firstFree       = 4
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

func (f *file) page(size [2]float64, content []byte) error {
	stream := f.stream("", content)
	f.pages = append(f.pages, f.object(0, fmt.Appendf(nil, "<<\n/Type /Page\n/Parent %d 0 R\n/MediaBox [0 0 %s %s]\n/Contents %d 0 R\n/Resources %d 0 R\n>>\n",
		pagesObject, number(size[0]), number(size[1]), stream, resourcesObject)))
	return f.err
}

func (f *file) stamp(w, h float64, content []byte) (int, error) {
	n := f.stream(fmt.Sprintf("/Type /XObject\n/Subtype /Form\n/BBox [0 0 %s %s]\n/Resources << >>\n", number(w), number(h)), content)
	return n, f.err
}

// info is what the file says about itself.
type info struct {
	title, author, language string
	created                 time.Time
	exact                   bool // printed as large as it is
}

// finish writes what ends the file. fonts and stamps are lists of names with their objects.
func (f *file) finish(fonts, stamps string, about info) error {
	f.object(resourcesObject, fmt.Appendf(nil, "<< /Font << %s>> /XObject << %s>> >>\n", fonts, stamps))
	var kids strings.Builder
	for _, p := range f.pages {
		fmt.Fprintf(&kids, "%d 0 R\n", p)
	}
	f.object(pagesObject, fmt.Appendf(nil, "<<\n/Type /Pages\n/Count %d\n/Kids [\n%s]\n>>\n", len(f.pages), kids.String()))
	scaling := ""
	if about.exact {
		scaling = " /PrintScaling /None"
	}
	f.object(catalogObject, fmt.Appendf(nil, "<<\n/Type /Catalog\n/Pages %d 0 R\n/Lang (%s)\n/ViewerPreferences << /DisplayDocTitle true%s >>\n>>\n", pagesObject, about.language, scaling))
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

// number formats a length in points to three decimals.
func number(n float64) string {
	n = math.Round(n*1000) / 1000
	if n == 0 {
		return "0" // never -0
	}
	return strconv.FormatFloat(n, 'f', -1, 64)
}
