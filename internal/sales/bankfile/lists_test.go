package bankfile_test

import (
	"bytes"
	"fmt"
	"runtime"
	"strings"
	"testing"
	"time"

	"shanmen/internal/sales/bankfile"
)

// workbookOf is a workbook of worksheets, by the rows of each; those whose name begins with a dot are hidden.
func workbookOf(t testing.TB, styles, texts string, sheets ...[2]string) []byte {
	t.Helper()
	files := map[string]string{"xl/styles.xml": "<styleSheet>" + styles + "</styleSheet>", "xl/sharedStrings.xml": "<sst>" + texts + "</sst>"}
	var book, rels strings.Builder
	for i, s := range sheets {
		state := ""
		if strings.HasPrefix(s[0], ".") {
			state = ` state="veryHidden"`
		}
		fmt.Fprintf(&book, `<sheet name="%s" r:id="r%d"%s/>`, s[0], i, state)
		fmt.Fprintf(&rels, `<Relationship Id="r%d" Type="http://x/worksheet" Target="worksheets/s%d.xml"/>`, i, i)
		files[fmt.Sprintf("xl/worksheets/s%d.xml", i)] = "<worksheet><sheetData>" + s[1] + "</sheetData></worksheet>"
	}
	files["xl/workbook.xml"] = `<workbook xmlns:r="http://x/r"><sheets>` + book.String() + "</sheets></workbook>"
	files["xl/_rels/workbook.xml.rels"] = "<Relationships>" + rels.String() + "</Relationships>"
	return zipped(t, files)
}

func inCell(text string) string { return `<c t="inlineStr"><is><t>` + text + `</t></is></c>` }

// A workbook is read as its program shows it, and what is not read is reported.
func TestWorkbooksAreReadAsShown(t *testing.T) {
	t.Parallel()
	head := "<row>" + inCell("Name") + inCell("Mobile") + "</row>"
	tan := "<row>" + inCell("Tan") + "</row>"
	styles := `<numFmts><numFmt numFmtId="164" formatCode="00000000"/><numFmt numFmtId="165" formatCode="0.00"/></numFmts><cellXfs><xf numFmtId="0"/><xf numFmtId="164"/><xf numFmtId="165"/></cellXfs>`
	rows := func(cells string) []byte {
		return workbookOf(t, styles, "<si><t>shared</t></si>", [2]string{"a", head + "<row>" + cells + "</row>"})
	}
	for name, c := range map[string]struct {
		data []byte
		want string // the second row
	}{
		"LeadingZerosOfAFormattedNumber": {rows(`<c s="1"><v>1234567</v></c><c s="0"><v>1234567</v></c>`), "01234567|1234567"},
		"APlainNumber":                   {rows(`<c s="2"><v>88.5</v></c><c><v>8.1234567E7</v></c>`), "88.5|81234567"},
		"RoundingErrorsAreNotShown":      {rows(`<c><v>88.10000000000001</v></c><c><v>0.30000000000000004</v></c>`), "88.1|0.3"},
		"AVeryLongNumber":                {rows(`<c><v>1234567890123456</v></c><c><v>123456789012345</v></c>`), "1.23456789012346E+15|123456789012345"},
		"EscapedCharacters":              {rows(inCell("Blk 1_x000D_\nSingapore") + inCell("_x005F_x000D_ _x4E2D_")), "Blk 1\nSingapore|_x000D_ 中"},
		"ASharedText":                    {rows(`<c t="s"><v>0</v></c><c t="s"><v></v></c><c t="s"><v>7</v></c>`), "shared||�"},
		"AHiddenSheet":                   {workbookOf(t, "", "", [2]string{".codes", "<row>" + inCell("x") + "</row><row>" + inCell("y") + "</row>"}, [2]string{"Members", head + tan}), "Tan"},
		"MergedCells":                    {rows(inCell("Tan") + `<c r="B2"/>` + inCell("x")), "Tan||x"},
	} {
		sheet, err := bankfile.Cells(c.data)
		if err != nil || len(sheet.Rows) != 2 || strings.Join(sheet.Rows[1], "|") != c.want {
			t.Errorf("%s: %q %v, want %q", name, sheet.Rows, err, c.want)
		}
	}
	var many [][2]string
	for i := range 30 {
		many = append(many, [2]string{fmt.Sprint("Tower ", i+1), head + tan})
	}
	many = append(many, [2]string{"long", strings.Repeat(tan, 30_000)}, [2]string{"beyond", `<row r="40000"><c r="A40000" t="inlineStr"><is><t>x</t></is></c></row>`}, [2]string{"empty", ""})
	sheet, err := bankfile.Cells(workbookOf(t, "", "", many...))
	if err != nil || len(sheet.Left) != 31 || sheet.Left[28] != (bankfile.Left{Name: "Tower 30", Rows: 2}) || sheet.Left[29].Name != "long" || sheet.Left[30] != (bankfile.Left{Name: "beyond"}) {
		t.Errorf("%v %v", sheet.Left, err)
	}
	wide := "<row>" + strings.Repeat(inCell("x"), 70) + "</row>"
	if sheet, err := bankfile.Cells(workbookOf(t, "", "", [2]string{"a", wide + wide})); err != nil || sheet.Beyond != 12 {
		t.Errorf("%d cells beyond, %v", sheet.Beyond, err)
	}
}

// A stray quotation mark in a text does not swallow rows, and a proper pair still encloses its text.
func TestQuotationMarksInTextsAreRead(t *testing.T) {
	t.Parallel()
	const head = "Name,Mobile,Remark\n"
	for text, want := range map[string]string{
		"\"Lucky\" Tan,1,x\nLim,2,y\nKoh,3,z\n":                     `["\"Lucky\" Tan" "1" "x"] ["Lim" "2" "y"] ["Koh" "3" "z"]`,
		"\"Lucky\" Tan,1,x\nLim,2,y\n":                              `["\"Lucky\" Tan" "1" "x"] ["Lim" "2" "y"]`,
		"Tan,1,\"good\" one\nLim,2,\"bad\" one\nKoh,3,z\n":          `["Tan" "1" "\"good\" one"] ["Lim" "2" "\"bad\" one"] ["Koh" "3" "z"]`,
		"Tan,1,\"unclosed\nLim,2,y\nKoh,3,z\n":                      `["Tan" "1" "unclosed"] ["Lim" "2" "y"] ["Koh" "3" "z"]`,
		"Tan,1,5\" candle\nLim,2,y\n":                               `["Tan" "1" "5\" candle"] ["Lim" "2" "y"]`,
		"Tan,1,\"Blk 1\nSingapore, 018989\"\nLim,2,y\n":             `["Tan" "1" "Blk 1\nSingapore, 018989"] ["Lim" "2" "y"]`,
		"\"Tan\n陈\",1,\"a, \"\"b\"\"\"\n\nLim,2,y\n":                `["Tan\n陈" "1" "a, \"b\""] [] ["Lim" "2" "y"]`,
		"Tan,1,\"unclosed\n\nLim,2,\"Blk 1\nSingapore\"\nKoh,3,z\n": `["Tan" "1" "unclosed"] [] ["Lim" "2" "Blk 1\nSingapore"] ["Koh" "3" "z"]`,
	} {
		sheet, err := bankfile.Cells([]byte(head + text))
		if err != nil {
			t.Fatalf("%q: %v", text, err)
		}
		if got := strings.Trim(fmt.Sprintf("%q", sheet.Rows[1:]), "[]"); "["+got+"]" != want {
			t.Errorf("%q:\n%s, want\n%s", text, got, want)
		}
	}
}

// Whatever a list file contains, it is read or refused quickly, and with memory in proportion to its size.
func TestNoListTakesLongOrMuchMemory(t *testing.T) {
	sheets := make([][2]string, 900)
	for i := range sheets {
		sheets[i] = [2]string{fmt.Sprint(i), "<row>" + strings.Repeat(inCell("x"), 30) + "</row>"}
	}
	one := func(rows string) []byte { return workbookOf(t, "", "", [2]string{"a", rows}) }
	entities := `<!DOCTYPE x [<!ENTITY a "` + strings.Repeat("ha", 1000) + `">` + strings.Repeat(`<!ENTITY b "&a;&a;&a;&a;&a;&a;&a;&a;">`, 100) + `]>`
	bomb := func(kind string) []byte {
		return zipped(t, map[string]string{"xl/worksheets/sheet1.xml": entities + `<worksheet><sheetData><row><c t="` + kind + `"><is><t>&b;</t></is></c></row></sheetData></worksheet>`})
	}
	for name, data := range map[string][]byte{
		"AZipBomb":                   one(strings.Repeat(" ", 200<<20)),
		"AZipBombInTheSecondSheet":   workbookOf(t, "", "", [2]string{"a", "<row>" + inCell("x") + "</row>"}, [2]string{"b", strings.Repeat(" ", 100<<20)}),
		"NestedEntities":             bomb("inlineStr"),
		"NestedEntitiesInXML":        []byte(entities + `<Workbook xmlns="urn:schemas-microsoft-com:office:spreadsheet"><Worksheet><Table><Row><Cell><Data>&b;</Data></Cell></Row></Table></Worksheet></Workbook>`),
		"AMillionEmptyColumns":       one("<row>" + strings.Repeat("<c/>", 1_000_000) + "</row>"),
		"AMillionColumnsOfText":      one("<row>" + strings.Repeat("<c><v>1</v></c>", 1_000_000) + "</row>"),
		"AMillionSeparators":         append([]byte("Name,Mobile\n"), bytes.Repeat([]byte(","), 1_000_000)...),
		"ManySheets":                 workbookOf(t, "", "", sheets...),
		"TheLastRowOfExcel":          one(`<row r="1048576"><c r="XFD1048576"><v>1</v></c></row>`),
		"ARowNumberThatOverflows":    one(`<row r="99999999999999999999"><c r="ZZZZZZZZZZZZ1"><v>1</v></c></row>`),
		"UnclosedQuotesInEachLine":   append([]byte("Name,Mobile\n"), bytes.Repeat([]byte("\"x\" y,1\n"), 19_000)...),
		"LinesOfOneQuote":            append([]byte("Name,Mobile\n"), bytes.Repeat([]byte("\"\n"), 2_000_000)...),
		"QuotesInOneLine":            append([]byte("Name,Mobile\nTan,"), bytes.Repeat([]byte(`"`), 9<<20)...),
		"LineEndsOfCRAlone":          append([]byte("Name,Mobile\r"), bytes.Repeat([]byte("\r"), 9<<20)...),
		"CellsThatSpanTheWholeTable": append([]byte("<table>"), bytes.Repeat([]byte(`<tr><td colspan="99999" rowspan="99999">x`), 100_000)...),
		"NestedWorksheets":           []byte(`<Workbook xmlns="urn:schemas-microsoft-com:office:spreadsheet">` + strings.Repeat("<Worksheet>", 100_000)),
		"OneCellOfTenMegabytes":      append([]byte("Name,Mobile\nTan,"), bytes.Repeat([]byte("很"), 3<<20)...),
	} {
		t.Run(name, func(t *testing.T) {
			var before, after runtime.MemStats
			runtime.ReadMemStats(&before)
			began := processor(t)
			sheet, err := bankfile.Cells(data)
			took := processor(t) - began
			runtime.ReadMemStats(&after)
			said := fmt.Sprintf("%d bytes took %s and %d MB: %d rows, %v", len(data), took.Round(time.Millisecond), (after.TotalAlloc-before.TotalAlloc)>>20, len(sheet.Rows), err)
			if took > 8*time.Second || (after.TotalAlloc-before.TotalAlloc)>>20 > 600 {
				t.Error(said)
			}
			t.Log(said)
		})
	}
}
