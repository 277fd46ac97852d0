package imports_test

import (
	"archive/zip"
	"bytes"
	"fmt"
	"testing"

	"shanmen/internal/sales/bankfile"
	"shanmen/internal/testkit"
)

// The styles of workbook.
const (
	general = 0
	asDate  = 1
)

// workbook is a sheet of members whose last column contains a date as a day number; workbookPr sets the epoch.
func workbook(t testing.TB, workbookPr string, style int, days float64) []byte {
	t.Helper()
	text := func(s string) string { return `<c t="inlineStr"><is><t>` + s + `</t></is></c>` }
	var out bytes.Buffer
	z := zip.NewWriter(&out)
	for name, body := range map[string]string{
		"xl/workbook.xml":            `<workbook xmlns:r="http://x/r">` + workbookPr + `<sheets><sheet name="Members" r:id="rId1"/></sheets></workbook>`,
		"xl/_rels/workbook.xml.rels": `<Relationships><Relationship Id="rId1" Type="http://x/worksheet" Target="worksheets/one.xml"/></Relationships>`,
		"xl/styles.xml":              `<styleSheet><cellXfs><xf numFmtId="0"/><xf numFmtId="14"/></cellXfs></styleSheet>`,
		"xl/worksheets/one.xml": `<worksheet><sheetData><row>` + text("Name") + text("Mobile") + text("Birthday") + `</row><row>` +
			text("Tan Bee Leng") + text("8123 0099") + fmt.Sprintf(`<c s="%d"><v>%v</v></c>`, style, days) + `</row></sheetData></worksheet>`,
	} {
		w, err := z.Create(name)
		if err != nil {
			t.Fatal(err)
		}
		_, _ = w.Write([]byte(body))
	}
	if err := z.Close(); err != nil {
		t.Fatal(err)
	}
	return out.Bytes()
}

// Excel for Macintosh counts days from 1904, 1,462 days later than others: with the wrong epoch everybody would be four
// years and a day older.
func TestExcelDatesUseTheWorkbooks1904Setting(t *testing.T) {
	const later = 1462
	for _, c := range []struct {
		pr, day string
		days    float64
	}{
		{``, "1958-03-09", 21253},
		{`<workbookPr/>`, "1958-03-09", 21253},
		{`<workbookPr date1904="0"/>`, "1958-03-09", 21253},
		{`<workbookPr date1904="false"/>`, "1958-03-09", 21253},
		{`<workbookPr date1904="1"/>`, "1958-03-09", 21253 - later},
		{`<workbookPr date1904="true" defaultThemeVersion="1"/>`, "1958-03-09", 21253 - later},
		{`<workbookPr date1904="1"/>`, "1904-01-02", 1},
		{`<workbookPr date1904="1"/>`, "1904-02-29", 59}, // 1904 had that day, unlike 1900, as Excel believes
		{``, "1900-03-01", 61},
		{`<workbookPr date1904="1"/>`, "1958-03-09 12:00:00", 21253 - later + 0.5},
	} {
		sheet, err := bankfile.Cells(workbook(t, c.pr, asDate, c.days))
		rows := sheet.Rows
		if err != nil || len(rows) != 2 || rows[1][2] != c.day {
			t.Errorf("%s %v: %q, %v; want %s", c.pr, c.days, rows, err, c.day)
		}
	}
	testkit.One(t, func(t *testing.T, a *testkit.App) {
		admin := a.Staff(t, "admin")
		id := bring(t, a, admin, "members", "mac.xlsx", workbook(t, `<workbookPr date1904="1"/>`, asDate, 21253-later))
		admin.Post("/api/admin/import/"+id+"/start", map[string]any{"ready": 1}).Want(200)
		a.Drain(t)
		if n := a.Count(t, "SELECT count(*) FROM imported_people WHERE birth_date = '1958-03-09'"); n != 1 {
			t.Errorf("%d people of that birthday: %+v", n, rows(t, admin, id, "all"))
		}
	})
}
