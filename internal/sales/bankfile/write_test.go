package bankfile_test

import (
	"archive/zip"
	"bytes"
	"encoding/binary"
	"fmt"
	"math"
	"strings"
	"testing"
	"unicode/utf16"
)

// Kinds of cells that the tests write into a spreadsheet.
type (
	day    float64 // a serial number with a date format
	shared string  // a text in the table of shared texts
	rk     int32   // hundredths in XLS's short form
	given  string  // a formula with a text as cached value
)

type xls struct {
	bytes.Buffer
	limit int // of a record's body, so that short tests have continuation records too
}

func (x *xls) record(id uint16, fields ...any) {
	var body bytes.Buffer
	for _, f := range fields {
		_ = binary.Write(&body, binary.LittleEndian, f)
	}
	_ = binary.Write(x, binary.LittleEndian, []uint16{id, uint16(body.Len())})
	x.Write(body.Bytes())
}

// sst writes shared texts, alternately wide and narrow, and splits them between records.
func (x *xls) sst(texts []string) {
	var body bytes.Buffer
	id := uint16(0x00FC)
	flush := func() {
		x.record(id, body.Bytes())
		body.Reset()
		id = 0x003C
	}
	_ = binary.Write(&body, binary.LittleEndian, []uint32{uint32(len(texts)), uint32(len(texts))})
	for i, s := range texts {
		units := utf16.Encode([]rune(s))
		wide := byte(0)
		for _, u := range units {
			if u > 0xFF {
				wide = 1
			}
		}
		flags := wide
		if i%3 == 1 {
			flags |= 8 // with one run of another font
		}
		if i%3 == 2 {
			flags |= 4 // with phonetic data
		}
		if body.Len()+12 > x.limit {
			flush()
		}
		_ = binary.Write(&body, binary.LittleEndian, uint16(len(units)))
		body.WriteByte(flags)
		if flags&8 != 0 {
			_ = binary.Write(&body, binary.LittleEndian, uint16(1))
		}
		if flags&4 != 0 {
			_ = binary.Write(&body, binary.LittleEndian, uint32(6))
		}
		for _, u := range units {
			if body.Len()+2 > x.limit {
				flush()
				body.WriteByte(wide)
			}
			body.WriteByte(byte(u))
			if wide == 1 {
				body.WriteByte(byte(u >> 8))
			}
		}
		if flags&8 != 0 {
			body.Write([]byte{0, 0, 1, 0})
		}
		if flags&4 != 0 {
			body.WriteString("phonet")
		}
	}
	flush()
}

// writeXLS makes an Excel 97 file of rows. small puts the stream into the short sectors.
func writeXLS(t testing.TB, rows [][]any, limit int, small bool) []byte {
	t.Helper()
	x := &xls{limit: limit}
	var texts []string
	for _, row := range rows {
		for _, cell := range row {
			if s, ok := cell.(shared); ok {
				texts = append(texts, string(s))
			}
		}
	}
	x.record(0x0809, uint16(0x0600), uint16(0x0005), make([]byte, 12))
	x.record(0x041E, uint16(164), uint16(11), byte(0), []byte("dd mmm yyyy"))
	x.record(0x00E0, uint16(0), uint16(0), make([]byte, 16))
	x.record(0x00E0, uint16(0), uint16(164), make([]byte, 16))
	x.sst(texts)
	x.record(0x000A)
	x.record(0x0809, uint16(0x0600), uint16(0x0010), make([]byte, 12))
	n := uint32(0)
	for r, row := range rows {
		for c, cell := range row {
			at := []uint16{uint16(r), uint16(c), 0}
			switch v := cell.(type) {
			case nil:
			case shared:
				x.record(0x00FD, at, n)
				n++
			case string:
				units := utf16.Encode([]rune(v))
				x.record(0x0204, at, uint16(len(units)), byte(1), units)
			case float64:
				x.record(0x0203, at, v)
			case day:
				at[2] = 1
				x.record(0x0203, at, float64(v))
			case rk:
				x.record(0x027E, at, uint32(v)<<2|3)
			case []rk: // a run of cells
				at = at[:2]
				body := []any{at}
				for _, one := range v {
					body = append(body, uint16(0), uint32(one)<<2|3)
				}
				x.record(0x00BD, append(body, uint16(c+len(v)-1))...)
			case given:
				x.record(0x0006, at, []uint16{0, 0, 0, 0xFFFF}, make([]byte, 8))
				x.record(0x0207, uint16(len(v)), byte(0), []byte(v))
			default:
				t.Fatalf("%T", cell)
			}
		}
	}
	x.record(0x0809, uint16(0x0600), uint16(0x0020), make([]byte, 12)) // a chart within the sheet
	x.record(0x0203, []uint16{0, 0, 0}, 1.0)
	x.record(0x000A)
	x.record(0x000A)
	return compoundFile(x.Bytes(), small)
}

func compoundFile(stream []byte, small bool) []byte {
	const free, end, fatSector = 0xFFFFFFFF, 0xFFFFFFFE, 0xFFFFFFFD
	size := uint64(len(stream))
	if !small {
		size = max(size, 4096)
		stream = append(stream, make([]byte, int(size)-len(stream))...)
	}
	sectors := (len(stream) + 511) / 512
	before := 1 // sectors before the stream: the directory, and the short chains
	if small {
		before = 2
	}
	fats := 1
	for fats*128 < fats+before+sectors {
		fats++
	}
	fat := make([]uint32, fats*128)
	for i := range fat {
		fat[i] = free
	}
	for i := range fats {
		fat[i] = fatSector
	}
	directory, first := uint32(fats), uint32(fats+before)
	fat[directory] = end
	for i := range sectors {
		fat[int(first)+i] = first + uint32(i) + 1
	}
	fat[int(first)+sectors-1] = end

	header := make([]byte, 512)
	le := binary.LittleEndian
	copy(header, "\xD0\xCF\x11\xE0\xA1\xB1\x1A\xE1")
	le.PutUint16(header[26:], 3)
	le.PutUint16(header[30:], 9)
	le.PutUint16(header[32:], 6)
	le.PutUint32(header[44:], uint32(fats))
	le.PutUint32(header[48:], directory)
	le.PutUint32(header[56:], 4096)
	le.PutUint32(header[60:], end)
	le.PutUint32(header[68:], end)
	for i := range 109 {
		v := uint32(free)
		if i < fats {
			v = uint32(i)
		}
		le.PutUint32(header[76+4*i:], v)
	}
	entries := make([]byte, 512)
	entry := func(i int, name string, kind byte, start uint32, size uint64) {
		e := entries[128*i:]
		for j, u := range utf16.Encode([]rune(name)) {
			le.PutUint16(e[2*j:], u)
		}
		le.PutUint16(e[64:], uint16(2*len(name)+2))
		e[66] = kind
		le.PutUint32(e[116:], start)
		le.PutUint64(e[120:], size)
	}
	var shortChains []byte
	if small {
		le.PutUint32(header[60:], directory+1)
		fat[directory+1] = end
		n := (len(stream) + 63) / 64
		for i := range 128 {
			next := uint32(free)
			if i < n {
				next = uint32(i) + 1
			}
			if i == n-1 {
				next = end
			}
			shortChains = le.AppendUint32(shortChains, next)
		}
		entry(0, "Root Entry", 5, first, uint64(len(stream)))
		entry(1, "Workbook", 2, 0, size)
	} else {
		entry(0, "Root Entry", 5, end, 0)
		entry(1, "Workbook", 2, first, size)
	}
	var out bytes.Buffer
	out.Write(header)
	_ = binary.Write(&out, le, fat)
	out.Write(entries)
	out.Write(shortChains)
	out.Write(stream)
	out.Write(make([]byte, sectors*512-len(stream)))
	return out.Bytes()
}

// writeXLSX makes a workbook of rows; every other text is shared.
func writeXLSX(t testing.TB, rows [][]any) []byte {
	t.Helper()
	var texts, sheet strings.Builder
	escape := strings.NewReplacer("&", "&amp;", "<", "&lt;").Replace
	n := 0
	for r, row := range rows {
		fmt.Fprintf(&sheet, `<row r="%d">`, r+1)
		for c, cell := range row {
			ref := fmt.Sprintf("%c%d", 'A'+c, r+1)
			switch v := cell.(type) {
			case nil:
			case shared:
				fmt.Fprintf(&texts, `<si><r><t xml:space="preserve">%s</t></r><rPh sb="0" eb="1"><t>xx</t></rPh></si>`, escape(string(v)))
				fmt.Fprintf(&sheet, `<c r="%s" t="s"><v>%d</v></c>`, ref, n)
				n++
			case string:
				fmt.Fprintf(&sheet, `<c r="%s" t="inlineStr"><is><t>%s</t></is></c>`, ref, escape(v))
			case float64:
				fmt.Fprintf(&sheet, `<c r="%s"><v>%v</v></c>`, ref, v)
			case day:
				fmt.Fprintf(&sheet, `<c r="%s" s="1"><v>%v</v></c>`, ref, float64(v))
			case given:
				fmt.Fprintf(&sheet, `<c r="%s" t="str"><f>A1</f><v>%s</v></c>`, ref, escape(string(v)))
			default:
				t.Fatalf("%T", cell)
			}
		}
		sheet.WriteString("</row>")
	}
	sheet.WriteString(`<row r="1048576"><c r="A1048576" s="1"/></row>`) // styled to the end of the sheet
	return zipped(t, map[string]string{
		"xl/workbook.xml":            `<workbook xmlns:r="r"><sheets><sheet name="x" r:id="rId2"/></sheets></workbook>`,
		"xl/_rels/workbook.xml.rels": `<Relationships><Relationship Id="rId2" Type="http://x/worksheet" Target="worksheets/page.xml"/></Relationships>`,
		"xl/sharedStrings.xml":       `<sst>` + texts.String() + `</sst>`,
		"xl/styles.xml":              `<styleSheet><numFmts><numFmt numFmtId="164" formatCode="dd mmm yyyy"/></numFmts><cellStyleXfs><xf numFmtId="0"/></cellStyleXfs><cellXfs><xf numFmtId="0"/><xf numFmtId="164"/></cellXfs></styleSheet>`,
		"xl/worksheets/page.xml":     `<worksheet><sheetData>` + sheet.String() + `</sheetData></worksheet>`,
	})
}

func zipped(t testing.TB, files map[string]string) []byte {
	t.Helper()
	var out bytes.Buffer
	z := zip.NewWriter(&out)
	for name, text := range files {
		w, err := z.Create(name)
		if err != nil {
			t.Fatal(err)
		}
		_, _ = w.Write([]byte(text))
	}
	if err := z.Close(); err != nil {
		t.Fatal(err)
	}
	return out.Bytes()
}

// serial is the spreadsheet's number of a day of 2026.
func serial(month, dayOfMonth int) day {
	days := []int{0, 31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30}
	n := 46023 // 1 January 2026
	for m := 1; m < month; m++ {
		n += days[m]
	}
	return day(n + dayOfMonth - 1)
}

// sum is an amount that is not exact in binary: 0.1 + 0.2.
var sum = math.Float64frombits(0x3FD3333333333334)
