package bankfile_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"golang.org/x/text/encoding"
	"golang.org/x/text/encoding/simplifiedchinese"
	"golang.org/x/text/encoding/traditionalchinese"

	"shanmen/internal/sales/bankfile"
)

// A few invalid bytes lose only their own characters, in any encoding.
func TestAWrongByteDamagesOnlyItsCharacter(t *testing.T) {
	in := func(e encoding.Encoding, text string) string {
		t.Helper()
		out, err := e.NewEncoder().String(text)
		if err != nil {
			t.Fatal(err)
		}
		return out
	}
	gb, b5 := simplifiedchinese.GB18030, traditionalchinese.Big5
	names := "陈美玲,91234567\n林国华,91234568\n王秀英,91234569\n张志强,91230001\n"
	traditional := "陳美玲,91234567\n林國華,91234568\n王秀英,91234569\n張志強,91230001\n"
	for name, c := range map[string]struct{ text, last string }{
		"UTF8CutAtTheEnd":      {"Name,Mobile\n陈美玲,91234567\n林国\xe5", "林国�"},
		"UTF8CutInAName":       {"Name,Mobile\n陈美玲,91234567\n林国\xe5\x8d,9123", "林国�"},
		"UTF8WithAForeignByte": {"Name,Mobile\n陈美玲,91234567\nx\xffs,9123", "x�s"},
		"UTF8OneNameAlone":     {"Name,Mobile\n陈\xff,9123", "陈�"},
		"UTF8WithANameInGB":    {"Name,Mobile\n" + names + in(gb, "林") + ",9123", "�"},
		"UTF8WithAccents":      {"Name,Mobile\nJosé,9\nZoë 陈美玲,9\nB\xe9la,9", "B�la"},
		"UTF16Cut":             {"\xff\xfeN\x00a\x00m\x00e\x00,\x00M\x00\n\x00\x97\x67,\x009\x00\n\x00\x48\x96\x8e", "陈�"},
		"GBCut":                {in(gb, "Name,Mobile\n"+names+"林国") + "\xbb", "林国�"},
		"GBWithAForeignByte":   {in(gb, "Name,Mobile\n"+names) + "x\xffs,9123", "x�s"},
		"Big5Cut":              {in(b5, "Name,Mobile\n"+traditional+"林國") + "\xb5", "林國�"},
		"Big5WithAForeignByte": {in(b5, "Name,Mobile\n"+traditional) + "x\xffs,9123", "x�s"},
		"Western":              {"Name,Mobile\nJos\xe9,9\nZo\xeb,9\nB\xe9la,9", "Béla"},
	} {
		sheet, err := bankfile.Cells([]byte(c.text))
		if err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		if got := sheet.Rows[len(sheet.Rows)-1][0]; got != c.last {
			t.Errorf("%s: %q, want %q", name, got, c.last)
		}
		for _, row := range sheet.Rows[:len(sheet.Rows)-1] {
			if len(row) > 0 && strings.Contains(row[0], "�") {
				t.Errorf("%s: %q, which was whole", name, row)
			}
		}
		if sheet.Other != nil {
			t.Errorf("%s: read in two ways: %q", name, sheet.Other)
		}
	}
}

// A list whose names were all truncated to some bytes keeps its encoding.
func TestTruncatedUTF8NamesAreReadAsUTF8(t *testing.T) {
	sheet, err := bankfile.Cells([]byte("Name,Mobile\n美\xe7,9\n国\xe5,9\n林\xe5,9\n陈美\xe7,1\n张\xe5,9\n"))
	if err != nil || fmt.Sprint(sheet.Rows) != "[[Name Mobile] [美� 9] [国� 9] [林� 9] [陈美� 1] [张� 9]]" || sheet.Other != nil {
		t.Errorf("%v %v %v", sheet.Rows, sheet.Other, err)
	}
}

// One short name may be in either Chinese encoding; a whole list decides which.
func TestAShortNameIsReadInBothEncodings(t *testing.T) {
	for _, c := range []struct {
		encoding encoding.Encoding
		text     string
		two      bool
	}{
		{simplifiedchinese.GB18030, "Name,Mobile\n陈美玲,91234567\n", true},
		{traditionalchinese.Big5, "Name,Mobile\n黃偉傑,91234567\n", true},
		{traditionalchinese.Big5, "Name,Mobile\n陳美玲,91234567\n", false}, // decoded as GB 18030 it would not be Chinese
		{simplifiedchinese.GB18030, "Name,Mobile\n林国华,91234567\n", true},
		{simplifiedchinese.GB18030, "Name,Mobile\n" + strings.Repeat("陈美玲,1\n林国华,2\n王秀英,3\n", 3), false},
		{encoding.Nop, "Name,Mobile\n陈美玲,91234567\n", false},
		{encoding.Nop, "Name,Mobile\nJosé,91234567\n", false},
	} {
		data, err := c.encoding.NewEncoder().String(c.text)
		if err != nil {
			t.Fatal(err)
		}
		sheet, err := bankfile.Cells([]byte(data))
		if err != nil {
			t.Fatal(err)
		}
		meant := strings.Split(strings.Split(c.text, "\n")[1], ",")[0]
		readings := []string{sheet.Rows[1][0]}
		if sheet.Other != nil {
			readings = append(readings, sheet.Other[1][0])
		}
		if (len(readings) == 2) != c.two || !strings.Contains(strings.Join(readings, " "), meant) {
			t.Errorf("%q is read as %q", meant, readings)
		}
	}
}

// A formula has its cached value, and is reported; one without a value is empty.
func TestFormulaCellsUseTheirSavedValue(t *testing.T) {
	cell := func(kind, formula, value string) string {
		return fmt.Sprintf(`<c t="%s"><f>%s</f>%s</c>`, kind, formula, value)
	}
	data := zipped(t, map[string]string{"xl/worksheets/sheet1.xml": "<worksheet><sheetData><row>" +
		cell("str", `A1&amp;"x"`, "<v>Tanx</v>") + cell("", "1+1", "<v>2</v>") + cell("", "B2*2", "<v></v>") + cell("str", `""`, "<v></v>") +
		cell("e", "1/0", "<v>#DIV/0!</v>") + cell("b", "1=1", "<v>1</v>") + "</row></sheetData></worksheet>"})
	sheet, err := bankfile.Cells(data)
	want := [][]string{{"Tanx", "2", "=B2*2", "", "#DIV/0!", "TRUE"}}
	if diff := cmp.Diff(want, sheet.Rows); diff != "" || err != nil || sheet.Formulas.Count != 6 || sheet.Formulas.First[1] != (bankfile.Cell{Row: 0, Column: 1}) {
		t.Error(diff, err, sheet.Formulas)
	}
	sheet, err = bankfile.Cells(writeXLS(t, [][]any{{"Name", "Mobile"}, {given("Tan"), "9123"}}, 8224, false))
	if err != nil || sheet.Rows[1][0] != "Tan" || sheet.Formulas.Count != 1 || sheet.Formulas.First[0] != (bankfile.Cell{Row: 1, Column: 0}) {
		t.Errorf("XLS: %+v, %v", sheet, err)
	}
	sheet, err = bankfile.Cells([]byte("Name,Mobile\n=A1,=\"0123\"\n"))
	if err != nil || fmt.Sprint(sheet.Rows[1]) != "[=A1 0123]" || sheet.Formulas.Count != 1 {
		t.Errorf("CSV: %+v, %v", sheet, err)
	}
}

// The worksheets after the first one with rows are reported.
func TestFurtherWorksheetsAreReported(t *testing.T) {
	sheet := func(names ...string) string {
		rows := ""
		for _, name := range names {
			rows += `<row><c t="inlineStr"><is><t>` + name + `</t></is></c></row>`
		}
		return "<worksheet><sheetData>" + rows + "</sheetData></worksheet>"
	}
	data := zipped(t, map[string]string{
		"xl/workbook.xml": `<workbook xmlns:r="http://x/r"><sheets><sheet name="Cover" r:id="r0"/><sheet name="2024" r:id="r1"/><sheet name="2025" r:id="r2"/><sheet name="Empty" r:id="r3"/></sheets></workbook>`,
		"xl/_rels/workbook.xml.rels": `<Relationships><Relationship Id="r0" Target="worksheets/0.xml"/><Relationship Id="r1" Target="worksheets/1.xml"/>` +
			`<Relationship Id="r2" Target="worksheets/2.xml"/><Relationship Id="r3" Target="worksheets/3.xml"/></Relationships>`,
		"xl/worksheets/0.xml": sheet(), "xl/worksheets/1.xml": sheet("Name", "Tan"), "xl/worksheets/2.xml": sheet("Name", "Lim", "Koh"), "xl/worksheets/3.xml": sheet(),
	})
	got, err := bankfile.Cells(data)
	if diff := cmp.Diff([]bankfile.Left{{Name: "2025", Rows: 3}}, got.Left); diff != "" || err != nil || len(got.Rows) != 2 {
		t.Error(diff, err, got.Rows)
	}
}

// The first sixty days of 1900 come before the nonexistent 29 February.
func TestSpreadsheetDayNumbersCountFrom1900(t *testing.T) {
	for serial, want := range map[float64]string{1: "1900-01-01", 31: "1900-01-31", 59: "1900-02-28", 60: "1900-02-29", 61: "1900-03-01", 2.5: "1900-01-02 12:00:00"} {
		sheet, err := bankfile.Cells(writeXLS(t, [][]any{{"Name", "Born"}, {"Tan", day(serial)}}, 8224, false))
		if err != nil || sheet.Rows[1][1] != want {
			t.Errorf("%v is %q, want %s, %v", serial, sheet.Rows[1], want, err)
		}
	}
}
