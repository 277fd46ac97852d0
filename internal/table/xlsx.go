package table

import (
	"archive/zip"
	"bufio"
	"encoding/xml"
	"fmt"
	"io"
	"regexp"
	"strconv"
	"strings"
	"time"

	"shanmen/internal/money"
)

// sheetRows is how many rows a sheet takes before the next begins; Excel's own end is at 1,048,576.
const sheetRows = 1_000_000

// xlsxWriter writes each row into the packed file at once: a sheet of a large year is neither in memory
// nor on disk. What names the sheets stands behind them in the file, when their number is known.
type xlsxWriter struct {
	file    *zip.Writer
	sheet   *bufio.Writer
	title   string
	columns []Column
	most    int // rows of a sheet, its head among them
	sheets  int
	row     int // the last one written on the sheet
}

func newXLSX(w io.Writer, title string, columns []Column) (*xlsxWriter, error) {
	x := &xlsxWriter{file: zip.NewWriter(w), title: title, columns: columns, most: sheetRows}
	return x, x.nextSheet()
}

const spreadsheet = "http://schemas.openxmlformats.org/spreadsheetml/2006/main"

// The styles of the cells, in the order of styleSheet: one for each kind of column, and the head's.
const headStyle = 6

func style(k Kind) int { return int(k) + 1 }

const styleSheet = xml.Header + `<styleSheet xmlns="` + spreadsheet + `">` +
	`<numFmts count="2"><numFmt numFmtId="164" formatCode="yyyy\-mm\-dd\ hh:mm:ss"/><numFmt numFmtId="165" formatCode="yyyy\-mm\-dd"/></numFmts>` +
	`<fonts count="2"><font><sz val="11"/><name val="Calibri"/></font><font><b/><sz val="11"/><name val="Calibri"/></font></fonts>` +
	`<fills count="2"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill></fills>` +
	`<borders count="1"><border/></borders><cellStyleXfs count="1"><xf/></cellStyleXfs><cellXfs count="7"><xf/>` +
	`<xf numFmtId="49" applyNumberFormat="1"/><xf numFmtId="4" applyNumberFormat="1"/><xf numFmtId="1" applyNumberFormat="1"/>` +
	`<xf numFmtId="164" applyNumberFormat="1"/><xf numFmtId="165" applyNumberFormat="1"/>` +
	`<xf fontId="1" applyFont="1" applyAlignment="1"><alignment vertical="top" wrapText="1"/></xf></cellXfs></styleSheet>`

// nextSheet ends the sheet and begins another with the same head.
func (x *xlsxWriter) nextSheet() error {
	if err := x.endSheet(); err != nil {
		return err
	}
	x.sheets++
	part, err := x.file.Create(fmt.Sprintf("xl/worksheets/sheet%d.xml", x.sheets))
	if err != nil {
		return err
	}
	x.sheet, x.row = bufio.NewWriterSize(part, 32<<10), 0
	x.put(xml.Header, `<worksheet xmlns="`, spreadsheet, `"><sheetViews><sheetView workbookViewId="0">`,
		`<pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/></sheetView></sheetViews><cols>`)
	for i, c := range x.columns {
		n := strconv.Itoa(i + 1)
		x.put(`<col min="`, n, `" max="`, n, `" width="`, strconv.Itoa(width(c.Kind)), `" customWidth="1"/>`)
	}
	x.put(`</cols><sheetData>`)
	x.begin()
	for i, c := range x.columns {
		x.words(i, headStyle, c.title())
	}
	return x.end()
}

func (x *xlsxWriter) endSheet() error {
	if x.sheet == nil {
		return nil
	}
	x.put(`</sheetData></worksheet>`)
	return x.sheet.Flush()
}

func width(k Kind) int {
	switch k {
	case Money, Count, Day:
		return 14
	case Moment:
		return 20
	}
	return 24
}

func (x *xlsxWriter) put(texts ...string) {
	for _, s := range texts {
		_, _ = x.sheet.WriteString(s) // keeps its first error, which end gives
	}
}

func (x *xlsxWriter) begin() {
	x.row++
	x.put(`<row r="`, strconv.Itoa(x.row), `">`)
}

func (x *xlsxWriter) end() error {
	_, err := x.sheet.WriteString(`</row>`)
	return err
}

func (x *xlsxWriter) cell(column, style int) {
	name := string(rune('A' + column%26))
	if column >= 26 {
		name = string(rune('A'+column/26-1)) + name
	}
	x.put(`<c r="`, name, strconv.Itoa(x.row), `" s="`, strconv.Itoa(style), `"`)
}

// mistaken are words that the format would read as characters written by their numbers.
var mistaken = regexp.MustCompile(`_x[0-9A-Fa-f]{4}_`)

// words is a cell that is marked as text: it is never taken for a formula.
func (x *xlsxWriter) words(column, style int, s string) {
	x.cell(column, style)
	x.put(` t="inlineStr"><is><t xml:space="preserve">`)
	if strings.Contains(s, "_x") {
		s = mistaken.ReplaceAllString(s, "_x005F$0")
	}
	_ = xml.EscapeText(x.sheet, []byte(s))
	x.put(`</t></is></c>`)
}

func (x *xlsxWriter) number(column int, k Kind, text string) {
	x.cell(column, style(k))
	x.put(`><v>`, text, `</v></c>`)
}

func (x *xlsxWriter) Row(cells ...any) error {
	if x.row == x.most {
		if err := x.nextSheet(); err != nil {
			return err
		}
	}
	x.begin()
	for i, cell := range cells {
		if !x.typed(i, x.columns[i].Kind, cell) {
			return mismatch(x.columns[i], cell)
		}
	}
	return x.end()
}

// typed writes a cell by its column's kind; false: the column cannot hold it. A number of the file is a
// decimal, so that cents are exact.
func (x *xlsxWriter) typed(i int, k Kind, cell any) bool {
	switch v := cell.(type) {
	case nil:
		return true
	case string:
		if k != Words {
			return false
		}
		if v != "" {
			x.words(i, style(k), v)
		}
		return true
	case int64:
		switch k {
		case Money:
			x.number(i, k, money.Decimal(v))
		case Count:
			x.number(i, k, strconv.FormatInt(v, 10))
		default:
			return false
		}
		return true
	case time.Time:
		if k != Moment && k != Day {
			return false
		}
		if !v.IsZero() {
			x.number(i, k, serial(v, k == Day))
		}
		return true
	}
	return false
}

// serial is how a spreadsheet counts time: days since 30 December 1899, on a clock without a zone, which
// is Singapore's here.
func serial(t time.Time, day bool) string {
	const unixDay, perDay = 25569, 24 * 60 * 60
	seconds := t.Unix() + 8*60*60
	days := seconds / perDay
	if day || seconds%perDay == 0 {
		return strconv.FormatInt(unixDay+days, 10)
	}
	return strconv.FormatFloat(float64(unixDay+days)+float64(seconds%perDay)/perDay, 'f', -1, 64)
}

// Close writes what names the sheets.
func (x *xlsxWriter) Close() error {
	if err := x.endSheet(); err != nil {
		return err
	}
	const (
		office   = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"
		relation = "http://schemas.openxmlformats.org/package/2006/relationships"
		kinds    = "application/vnd.openxmlformats-officedocument.spreadsheetml."
	)
	var sheets, links, types strings.Builder
	for n := 1; n <= x.sheets; n++ {
		name := x.title
		if n > 1 {
			name += " " + strconv.Itoa(n)
		}
		fmt.Fprintf(&sheets, `<sheet name="%s" sheetId="%d" r:id="rId%d"/>`, name, n, n)
		fmt.Fprintf(&links, `<Relationship Id="rId%d" Type="%s/worksheet" Target="worksheets/sheet%d.xml"/>`, n, office, n)
		fmt.Fprintf(&types, `<Override PartName="/xl/worksheets/sheet%d.xml" ContentType="%sworksheet+xml"/>`, n, kinds)
	}
	for _, part := range []struct{ name, text string }{
		{"xl/styles.xml", styleSheet},
		{"xl/workbook.xml", xml.Header + `<workbook xmlns="` + spreadsheet + `" xmlns:r="` + office + `"><sheets>` + sheets.String() + `</sheets></workbook>`},
		{"xl/_rels/workbook.xml.rels", xml.Header + `<Relationships xmlns="` + relation + `">` + links.String() +
			fmt.Sprintf(`<Relationship Id="rId%d" Type="%s/styles" Target="styles.xml"/></Relationships>`, x.sheets+1, office)},
		{"_rels/.rels", xml.Header + `<Relationships xmlns="` + relation + `"><Relationship Id="rId1" Type="` + office + `/officeDocument" Target="xl/workbook.xml"/></Relationships>`},
		{"[Content_Types].xml", xml.Header + `<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types">` +
			`<Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/>` +
			`<Override PartName="/xl/workbook.xml" ContentType="` + kinds + `sheet.main+xml"/><Override PartName="/xl/styles.xml" ContentType="` + kinds + `styles+xml"/>` +
			types.String() + `</Types>`},
	} {
		f, err := x.file.Create(part.name)
		if err != nil {
			return err
		}
		if _, err := io.WriteString(f, part.text); err != nil {
			return err
		}
	}
	return x.file.Close()
}
