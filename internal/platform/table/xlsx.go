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
	"unicode/utf16"

	"shanmen/internal/base/money"
)

const (
	// sheetRows is the maximum of rows per sheet; Excel's limit is 1,048,576.
	sheetRows = 1_000_000
	// mostText is Excel's limit for a cell, in UTF-16 units.
	mostText = 32_767
)

// xlsxWriter writes an Office Open XML workbook (ECMA-376) row by row: text within its cells, one sheet after the other,
// then the parts that name them.
type xlsxWriter struct {
	file    *zip.Writer
	sheet   *bufio.Writer
	title   string
	columns []Column
	most    int // maximum rows of a sheet, including its header
	sheets  int
	row     int // the last row written on the sheet
	err     error
}

// headStyle is the number of the header's style in styles; a column type's is one more than its Kind.
const headStyle = int(Day) + 2

const (
	xmlHead = `<?xml version="1.0" encoding="UTF-8" standalone="yes"?>` + "\n"
	// The number formats of the types: text, two decimals, a whole number, and times as sortable text.
	styles = `<styleSheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main">` +
		`<numFmts count="2"><numFmt numFmtId="164" formatCode="yyyy\-mm\-dd\ hh:mm:ss"/><numFmt numFmtId="165" formatCode="yyyy\-mm\-dd"/></numFmts>` +
		`<fonts count="2"><font><sz val="11"/><name val="Calibri"/><family val="2"/></font>` +
		`<font><b/><sz val="11"/><name val="Calibri"/><family val="2"/></font></fonts>` +
		`<fills count="2"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill></fills>` +
		`<borders count="1"><border><left/><right/><top/><bottom/><diagonal/></border></borders>` +
		`<cellStyleXfs count="1"><xf numFmtId="0" fontId="0" fillId="0" borderId="0"/></cellStyleXfs>` +
		`<cellXfs count="7"><xf numFmtId="0" fontId="0" fillId="0" borderId="0" xfId="0"/>` +
		`<xf numFmtId="49" fontId="0" fillId="0" borderId="0" xfId="0" applyNumberFormat="1"/>` +
		`<xf numFmtId="4" fontId="0" fillId="0" borderId="0" xfId="0" applyNumberFormat="1"/>` +
		`<xf numFmtId="1" fontId="0" fillId="0" borderId="0" xfId="0" applyNumberFormat="1"/>` +
		`<xf numFmtId="164" fontId="0" fillId="0" borderId="0" xfId="0" applyNumberFormat="1"/>` +
		`<xf numFmtId="165" fontId="0" fillId="0" borderId="0" xfId="0" applyNumberFormat="1"/>` +
		`<xf numFmtId="0" fontId="1" fillId="0" borderId="0" xfId="0" applyFont="1" applyAlignment="1"><alignment vertical="top" wrapText="1"/></xf>` +
		`</cellXfs></styleSheet>`
	office    = `http://schemas.openxmlformats.org/officeDocument/2006/relationships`
	packed    = `http://schemas.openxmlformats.org/package/2006/`
	mediaType = `application/vnd.openxmlformats-officedocument.spreadsheetml.`
)

func newXLSX(w io.Writer, title string, columns []Column) (*xlsxWriter, error) {
	x := &xlsxWriter{file: zip.NewWriter(w), title: title, columns: columns, most: sheetRows}
	x.nextSheet()
	return x, x.err
}

// part starts a file of the workbook.
func (x *xlsxWriter) part(name string) *bufio.Writer {
	w, err := x.file.Create(name)
	if err != nil && x.err == nil {
		x.err = err
	}
	return bufio.NewWriter(w)
}

func (x *xlsxWriter) flush(w *bufio.Writer) {
	if err := w.Flush(); err != nil && x.err == nil {
		x.err = err
	}
}

// nextSheet ends the sheet and starts another with the same header.
func (x *xlsxWriter) nextSheet() {
	x.endSheet()
	x.sheets++
	if x.sheet = x.part(fmt.Sprintf("xl/worksheets/sheet%d.xml", x.sheets)); x.err != nil {
		return
	}
	_, _ = x.sheet.WriteString(xmlHead + `<worksheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"><sheetViews>` +
		`<sheetView workbookViewId="0"><pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/></sheetView></sheetViews><cols>`)
	for i, c := range x.columns {
		_, _ = fmt.Fprintf(x.sheet, `<col min="%d" max="%[1]d" width="%d" customWidth="1"/>`, i+1, width(c.Kind))
	}
	_, _ = x.sheet.WriteString(`</cols><sheetData>`)
	x.row = 0
	x.beginRow()
	for i, c := range x.columns {
		x.text(i, headStyle, c.title())
	}
	_, _ = x.sheet.WriteString(`</row>`)
}

func (x *xlsxWriter) endSheet() {
	if x.sheet != nil && x.err == nil {
		_, _ = x.sheet.WriteString(`</sheetData></worksheet>`)
		x.flush(x.sheet)
	}
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

func (x *xlsxWriter) beginRow() {
	x.row++
	_, _ = fmt.Fprintf(x.sheet, `<row r="%d">`, x.row)
}

// cell writes the start of a cell's element.
func (x *xlsxWriter) cell(column, style int) {
	_, _ = fmt.Fprintf(x.sheet, `<c r="%s%d" s="%d"`, columnName(column), x.row, style)
}

// columnName is the name of a column, counted from 0: A to Z, AA …
func columnName(column int) string {
	name := string(rune('A' + column%26))
	if column >= 26 {
		return columnName(column/26-1) + name
	}
	return name
}

// escape looks to a spreadsheet like one of its own escapes of a character, such as _x0041_ for A.
var escape = regexp.MustCompile(`_(x[0-9A-Fa-f]{4}_)`)

// text writes a string as a text within the cell, which is never a formula.
func (x *xlsxWriter) text(column, style int, s string) {
	if s == "" {
		return
	}
	if len(s) > mostText {
		if units := utf16.Encode([]rune(s)); len(units) > mostText {
			s = string(utf16.Decode(units[:mostText]))
		}
	}
	x.cell(column, style)
	_, _ = x.sheet.WriteString(` t="inlineStr"><is><t xml:space="preserve">`)
	_ = xml.EscapeText(x.sheet, []byte(escape.ReplaceAllString(s, "_x005F_$1")))
	_, _ = x.sheet.WriteString(`</t></is></c>`)
}

func (x *xlsxWriter) number(column, style int, value string) {
	x.cell(column, style)
	_, _ = x.sheet.WriteString(`><v>` + value + `</v></c>`)
}

func (x *xlsxWriter) Row(cells ...any) error {
	if x.row == x.most {
		x.nextSheet()
	}
	x.beginRow()
	for i, cell := range cells {
		if !x.put(i, x.columns[i].Kind, cell) {
			return mismatch(x.columns[i], cell)
		}
	}
	// A bufio.Writer keeps its first error.
	if _, err := x.sheet.WriteString(`</row>`); err != nil {
		return err
	}
	return x.err
}

// put writes a cell; false: wrong type for the column. The shortest decimal of cents ÷ 100 is exact.
func (x *xlsxWriter) put(i int, k Kind, cell any) bool {
	style := int(k) + 1
	switch v := cell.(type) {
	case nil:
		return true
	case string:
		x.text(i, style, v)
		return k == Words
	case money.Cents:
		x.number(i, style, strconv.FormatFloat(float64(v)/100, 'f', -1, 64))
		return k == Money
	case int64:
		x.number(i, style, strconv.FormatInt(v, 10))
		return k == Count
	case time.Time:
		if !v.IsZero() {
			x.number(i, style, serial(v, k))
		}
		return k == Moment || k == Day
	}
	return false
}

// epoch is day 0 of a spreadsheet, for days from March 1900 on.
var epoch = time.Date(1899, 12, 30, 0, 0, 0, 0, singapore)

// serial counts days since the epoch in Singapore; the time of a moment is a fraction.
func serial(t time.Time, k Kind) string {
	seconds := t.Unix() - epoch.Unix()
	if k == Day {
		return strconv.FormatInt(seconds/86400, 10)
	}
	return strconv.FormatFloat(float64(seconds)/86400, 'f', -1, 64)
}

// Close writes the rest of the file.
func (x *xlsxWriter) Close() error {
	x.endSheet()
	var sheets, relations, types strings.Builder
	for n := 1; n <= x.sheets; n++ {
		name := x.title
		if n > 1 {
			name = fmt.Sprint(x.title, " ", n)
		}
		sheets.WriteString(`<sheet name="`)
		_ = xml.EscapeText(&sheets, []byte(name))
		_, _ = fmt.Fprintf(&sheets, `" sheetId="%d" r:id="rId%[1]d"/>`, n)
		_, _ = fmt.Fprintf(&relations, `<Relationship Id="rId%d" Type="%s/worksheet" Target="worksheets/sheet%[1]d.xml"/>`, n, office)
		_, _ = fmt.Fprintf(&types, `<Override PartName="/xl/worksheets/sheet%d.xml" ContentType="%sworksheet+xml"/>`, n, mediaType)
	}
	_, _ = fmt.Fprintf(&relations, `<Relationship Id="rId%d" Type="%s/styles" Target="styles.xml"/>`, x.sheets+1, office)
	for _, part := range [][2]string{
		{"xl/workbook.xml", `<workbook xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main" xmlns:r="` + office + `"><sheets>` + sheets.String() + `</sheets></workbook>`},
		{"xl/_rels/workbook.xml.rels", `<Relationships xmlns="` + packed + `relationships">` + relations.String() + `</Relationships>`},
		{"xl/styles.xml", styles},
		{"_rels/.rels", `<Relationships xmlns="` + packed + `relationships"><Relationship Id="rId1" Type="` + office + `/officeDocument" Target="xl/workbook.xml"/></Relationships>`},
		{"[Content_Types].xml", `<Types xmlns="` + packed + `content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>` +
			`<Override PartName="/xl/workbook.xml" ContentType="` + mediaType + `sheet.main+xml"/><Override PartName="/xl/styles.xml" ContentType="` + mediaType + `styles+xml"/>` + types.String() + `</Types>`},
	} {
		if x.err != nil {
			return x.err
		}
		w := x.part(part[0])
		_, _ = w.WriteString(xmlHead + part[1])
		x.flush(w)
	}
	if x.err != nil {
		return x.err
	}
	return x.file.Close()
}
