package bankfile

import (
	"archive/zip"
	"bytes"
	"encoding/xml"
	"io"
	"path"
	"strconv"
	"strings"

	"shanmen/internal/base/fault"
	"shanmen/internal/base/lazyregexp"
)

// maxUnpacked is the maximum unpacked size of an XLSX in bytes, several times the longest statement, against
// decompression bombs.
const maxUnpacked = 32 << 20

// Limits per file of a workbook, against small files that need much memory.
const (
	maxToken  = 1 << 20 // bytes of one tag with its attributes, or of one text
	maxDepth  = 64      // nesting of elements
	maxShared = 500_000 // texts
	maxParts  = 1000    // sheets and other files
	maxStyles = 70_000  // Excel itself has 65,490
)

type book struct {
	table
	files    map[string]*zip.File
	left     int64 // remaining of maxUnpacked
	strings  []string
	displays []display // of the styles
	since04  bool

	names map[string]string // of the sheets, by file
	whole bool              // count further sheets
}

// xlsxRows reads the first non-empty worksheet.
func xlsxRows(data []byte) ([][]string, error) {
	b := book{}
	err := b.open(data)
	return b.rows, err
}

// xlsxSheet reads a workbook with its formulas, date epoch, further sheets and unread cells.
func xlsxSheet(data []byte) (Sheet, error) {
	b := book{whole: true}
	err := b.open(data)
	return Sheet{Rows: b.rows, Since04: b.since04, Formulas: b.formulas, Left: b.further, Beyond: b.beyond}, err
}

func (b *book) open(data []byte) error {
	z, err := zip.NewReader(bytes.NewReader(data), int64(len(data)))
	if err != nil {
		return fault.Invalid("statement-unreadable")
	}
	b.files, b.left = map[string]*zip.File{}, maxUnpacked
	for _, f := range z.File {
		b.files[strings.TrimPrefix(strings.ReplaceAll(f.Name, `\`, "/"), "/")] = f
	}
	b.most = MaxListRows + headerWithin // later rows are not read, so that the upload is answered at once
	err = b.read()
	if _, refused := fault.Of(err); err != nil && !refused {
		err = fault.Invalid("statement-unreadable")
	}
	return err
}

func (b *book) read() error {
	sheets, texts, styles, err := b.parts()
	if err != nil {
		return err
	}
	if err := b.sharedStrings(texts); err != nil {
		return err
	}
	if err := b.styles(styles); err != nil {
		return err
	}
	for i, name := range sheets {
		b.table = table{most: b.most}
		if err := b.sheet(name); err != nil {
			return err
		}
		if saidRows(b.rows) == 0 {
			continue
		}
		if !b.whole {
			return nil
		}
		for _, name := range sheets[i+1:] {
			further := *b // it shares the remaining budget
			further.table = table{most: b.most}
			err := further.sheet(name) // a broken or too large one reports the rows before its end
			if b.left = further.left; saidRows(further.rows) > 0 || err != nil {
				b.further = append(b.further, Left{b.names[name], saidRows(further.rows)})
			}
		}
		return nil
	}
	return nil
}

// saidRows counts the rows with text.
func saidRows(rows [][]string) (n int) {
	for _, row := range rows {
		if !blank(row) {
			n++
		}
	}
	return n
}

// parts are the files of the worksheets in order, hidden ones last, of the shared strings and of the styles.
func (b *book) parts() (sheets []string, texts, styles string, err error) {
	target := make(map[string]string, 8)
	var hidden []string
	b.names = map[string]string{}
	texts, styles = "xl/sharedStrings.xml", "xl/styles.xml"
	err = b.each("xl/_rels/workbook.xml.rels", func(_ *elements, e xml.StartElement) error {
		if e.Name.Local != "Relationship" {
			return nil
		}
		if len(target) >= maxParts {
			return fault.Invalid("statement-too-large")
		}
		to := attr(e, "Target")
		if strings.HasPrefix(to, "/") {
			to = to[1:]
		} else {
			to = path.Join("xl", to)
		}
		target[attr(e, "Id")] = to
		switch path.Base(attr(e, "Type")) {
		case "sharedStrings":
			texts = to
		case "styles":
			styles = to
		}
		return nil
	})
	if err != nil {
		return nil, "", "", err
	}
	err = b.each("xl/workbook.xml", func(_ *elements, e xml.StartElement) error {
		switch e.Name.Local {
		case "workbookPr":
			b.since04 = attr(e, "date1904") == "1" || attr(e, "date1904") == "true"
		case "sheet":
			to := target[attr(e, "id")]
			switch {
			case to == "" || len(b.names) >= maxParts:
				return nil
			case strings.HasSuffix(strings.ToLower(attr(e, "state")), "hidden"):
				hidden = append(hidden, to)
			default:
				sheets = append(sheets, to)
			}
			b.names[to] = tidy(attr(e, "name"))
		}
		return nil
	})
	if sheets = append(sheets, hidden...); len(sheets) == 0 {
		sheets = []string{"xl/worksheets/sheet1.xml"}
	}
	return sheets, texts, styles, err
}

func attr(e xml.StartElement, name string) string {
	for _, a := range e.Attr {
		if a.Name.Local == name {
			return a.Value
		}
	}
	return ""
}

// each calls do at every start element of a file in the workbook. A missing file has none.
func (b *book) each(name string, do func(*elements, xml.StartElement) error) error {
	f := b.files[name]
	if f == nil {
		return nil
	}
	r, err := f.Open()
	if err != nil {
		return err
	}
	defer func() { _ = r.Close() }()
	from := &budget{r: r, left: &b.left}
	d := &elements{xml.NewDecoder(from), from, 0}
	for {
		token, err := d.next()
		if err == io.EOF {
			return nil
		}
		if err != nil {
			return err
		}
		if e, ok := token.(xml.StartElement); ok {
			if err := do(d, e); err != nil {
				return err
			}
		}
	}
}

// elements parses a file in the workbook. The decoder stores each open element and each attribute: both are limited to
// what spreadsheets need.
type elements struct {
	*xml.Decoder
	from  *budget
	depth int
}

func (d *elements) next() (xml.Token, error) {
	d.from.token = 0
	token, err := d.Token()
	switch token.(type) {
	case xml.StartElement:
		if d.depth++; d.depth > maxDepth {
			return nil, fault.Invalid("statement-unreadable")
		}
	case xml.EndElement:
		d.depth--
	}
	return token, err
}

// budget fails reading once the workbook, or one of its tokens, is too large.
type budget struct {
	r     io.Reader
	left  *int64
	token int64
}

func (b *budget) Read(p []byte) (int, error) {
	n, err := b.r.Read(p)
	*b.left -= int64(n)
	b.token += int64(n)
	if *b.left < 0 || b.token > maxToken {
		return 0, fault.Invalid("statement-too-large")
	}
	return n, err
}

// said is the content of an element.
type said struct {
	text     string // its <t> and <v>, without phonetic text
	formula  string
	computed bool // it has a formula
}

func text(d *elements) (s said, err error) {
	var out, formula strings.Builder
	var into *strings.Builder
	over := 0
	for depth := 1; depth > 0; {
		token, err := d.next()
		if err != nil {
			return s, err
		}
		switch e := token.(type) {
		case xml.StartElement:
			depth++
			into = nil
			switch e.Name.Local {
			case "rPh":
				over++
			case "t", "v":
				into = &out
			case "f":
				s.computed, into = true, &formula
			}
		case xml.EndElement:
			depth--
			if e.Name.Local == "rPh" {
				over--
			}
			into = nil
		case xml.CharData:
			if into != nil && over == 0 && into.Len() < maxCell {
				into.Write(e)
			}
		}
	}
	s.text, s.formula = plainText(out.String()), formula.String()
	return s, nil
}

var escaped = lazyregexp.New(`_x[0-9A-Fa-f]{4}_`)

// plainText decodes characters that Excel writes as _x000D_.
func plainText(text string) string {
	if !strings.Contains(text, "_x") {
		return text
	}
	return escaped.ReplaceAllStringFunc(text, func(code string) string {
		n, _ := strconv.ParseUint(code[2:6], 16, 32) // four digits
		return string(rune(n))
	})
}

func (b *book) sharedStrings(name string) error {
	return b.each(name, func(d *elements, e xml.StartElement) error {
		if e.Name.Local != "si" {
			return nil
		}
		if len(b.strings) >= maxShared {
			return fault.Invalid("statement-too-large")
		}
		s, err := text(d)
		b.strings = append(b.strings, tidy(s.text))
		return err
	})
}

func (b *book) styles(name string) error {
	displays := map[string]display{} // of the book's own number formats
	inCells := false
	return b.each(name, func(_ *elements, e xml.StartElement) error {
		switch e.Name.Local {
		case "numFmt":
			id, _ := strconv.Atoi(attr(e, "numFmtId"))
			if len(displays) >= maxStyles {
				return fault.Invalid("statement-too-large")
			}
			displays[attr(e, "numFmtId")] = displayOf(id, attr(e, "formatCode"))
		case "cellXfs":
			inCells = true
		case "cellStyles", "dxfs":
			inCells = false
		case "xf":
			if inCells {
				as, named := displays[attr(e, "numFmtId")]
				if id, _ := strconv.Atoi(attr(e, "numFmtId")); !named {
					as = displayOf(id, "")
				}
				if len(b.displays) >= maxStyles {
					return fault.Invalid("statement-too-large")
				}
				b.displays = append(b.displays, as)
			}
		}
		return nil
	})
}

func (b *book) sheet(name string) error {
	row, col := -1, -1
	return b.each(name, func(d *elements, e xml.StartElement) error {
		switch e.Name.Local {
		case "row":
			row, col = row+1, -1
			if n, err := strconv.Atoi(attr(e, "r")); err == nil {
				row = n - 1
			}
		case "c":
			col++
			if at, ok := column(attr(e, "r")); ok {
				col = at
			}
			s, err := text(d)
			if err != nil {
				return err
			}
			kind := attr(e, "t")
			value := b.cell(s.text, kind, attr(e, "s"))
			if s.computed {
				b.formulas.add(row, col)
				if value == "" && kind != "str" { // not calculated; a text may be empty
					value = tidy("=" + s.formula)
				}
			}
			return b.set(row, col, value)
		}
		return nil
	})
}

// cell is a cell's text by its type: shared string, text, or styled number.
func (b *book) cell(s, kind, style string) string {
	switch kind {
	case "s":
		if i, err := strconv.Atoi(strings.TrimSpace(s)); err == nil && i >= 0 && i < len(b.strings) {
			return b.strings[i]
		}
		if strings.TrimSpace(s) == "" {
			return ""
		}
		return lostText
	case "", "n":
		v, err := strconv.ParseFloat(strings.TrimSpace(s), 64)
		if err != nil {
			return tidy(s)
		}
		var as display
		if i, err := strconv.Atoi(style); err == nil && i >= 0 && i < len(b.displays) {
			as = b.displays[i]
		}
		return numeral(v, as, b.since04)
	case "b":
		return truth(strings.TrimSpace(s) == "1")
	}
	return tidy(s)
}

// lostText replaces a shared string that the file lacks.
const lostText = "\ufffd"

// truth is the display of a boolean.
func truth(yes bool) string {
	if yes {
		return "TRUE"
	}
	return "FALSE"
}

// column is the column number in a reference such as AB12.
func column(ref string) (int, bool) {
	n := 0
	for _, r := range ref {
		if r < 'A' || r > 'Z' || n > 1000 {
			break
		}
		n = n*26 + int(r-'A') + 1
	}
	return n - 1, n > 0
}
