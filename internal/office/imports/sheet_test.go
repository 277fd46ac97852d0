package imports_test

import (
	"fmt"
	"os"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"golang.org/x/text/encoding/simplifiedchinese"

	"shanmen/internal/base/lunar"
	"shanmen/internal/office/imports"
	"shanmen/internal/testkit"
)

// codesOf are the rows of an import by their numbers: the class, and the code of each problem.
func codesOf(t testing.TB, c *testkit.Client, id string) map[string]string {
	t.Helper()
	out := map[string]string{}
	for _, r := range rows(t, c, id, "all").Items {
		said := r.Class
		for _, p := range r.Problems {
			said += " " + p.Field + ":" + p.Code
		}
		out[r.ID] = said
	}
	return out
}

// Possible values of a column, and the result of each.
func TestEachColumnsValuesAreParsed(t *testing.T) {
	const ready = "ready"
	sheets := []struct {
		kind, header, before, after string
		values                      map[string]string
	}{
		{"members", "Name,Birthday", "", "", map[string]string{
			"1958-03-09": ready, "9/3/1958": ready, "１９５８年３月９日": ready, "1958": ready, "1958年": ready, "腊月初八": ready, "臘月初八": ready, "農曆八月十五": ready, "": ready,
			"30 Feb 1958": "unreadable birth:bad-day", "30/2/1958": "unreadable birth:bad-day", "1900-02-29": "unreadable birth:bad-day", "1958-02-30": "unreadable birth:bad-day",
			"18264": "unreadable birth:bad-day", "2027-01-01": "unreadable birth:day-ahead", "5-Mar-50": ready, "5-Mar-24": "decide birth:which-year", "属龙": "unreadable birth:bad-day",
		}},
		{"orders", "Name,What for,Date", "Oil,", "", map[string]string{
			"2025-03-05": ready, "5-Mar-24": ready, "5/3/24": ready, "5-Mar-50": "decide day:which-year", "5/3/50": "decide day:which-year", "5-Mar-2050": "unreadable day:day-ahead",
			"2050年3月5日": "unreadable day:day-ahead", "30 Feb 2025": "unreadable day:bad-day", "30-Feb-24": "unreadable day:bad-day", "２０２５/３/５": ready,
		}},
		{"orders", "Name,What for,Date,Amount", "Oil,2025-03-05,", "", map[string]string{
			"８８": ready, "８８．００": ready, "88。8": ready, "88元": ready, "88元整": ready, "Ｓ＄８８": ready, "新币88": ready, "88 SGD": ready, "s$ 88.50": ready,
			"人民币88元": "unreadable amount:bad-amount", "￥88": "unreadable amount:bad-amount", "-88": "unreadable amount:bad-amount", "88.888": "unreadable amount:bad-amount", "l5": "unreadable amount:bad-amount",
			"#REF!": "unreadable amount:formula", "=A1*2": "unreadable amount:formula",
		}},
		{"lamps", "Name,Offering,Lamp,Lit on,Lit until", "Blessing lamp,Family,", ",2099-01-01", map[string]string{
			"5-Mar-24": ready, "5-Mar-50": "decide from:which-year", "2026-02-12": ready, "正月十五 2026": ready, "農曆正月十五 2026": ready,
		}},
		{"members", "Name,Phone", "", "", map[string]string{
			"6123 4567": ready, "+65 67412345": ready, "3158 1234": ready, "６１２３４５６７": ready, "8123 0099": ready, "+60 3-2161 2345": ready,
			"6123 456": "unreadable mobile:digits-missing", "６１２３４５６": "unreadable mobile:digits-missing", "1234567890": "unreadable mobile:not-a-number",
		}},
	}
	testkit.One(t, func(t *testing.T, a *testkit.App) {
		admin := a.Staff(t, "admin")
		for _, s := range sheets {
			lines, want := []string{s.header}, map[string]string{}
			for value, becomes := range s.values {
				want[fmt.Sprint(len(lines)+1)] = becomes
				lines = append(lines, fmt.Sprintf("Tan %d,%s%s%s", len(lines), s.before, value, s.after))
			}
			got := codesOf(t, admin, bring(t, a, admin, s.kind, "x.csv", csv(lines...)))
			for id, becomes := range want {
				if got[id] != becomes {
					line := 0
					_, _ = fmt.Sscan(id, &line)
					t.Errorf("%s: %s: %s, want %s", s.header, lines[line-1], got[id], becomes)
				}
			}
		}
	})
}

// A year of two digits that may be of two centuries, and a birth that is not a date, are imported as somebody decides.
func TestAmbiguousDatesAreImportedAsAnswered(t *testing.T) {
	testkit.Each(t, func(t *testing.T, a *testkit.App) {
		admin := a.Staff(t, "admin")
		people := bring(t, a, admin, "members", "m.csv", csv("Name,Birthday", "Tan,5-Mar-50", "Lim,5-Mar-24", "Koh,属龙", "Goh,9/3/1958"))
		answer(admin, people, "3", "birth", "day", "").Want(200)
		answer(admin, people, "4", "birth", "without", "").Want(200)
		start(t, a, admin, people)
		for name, birth := range map[string]string{"Tan": "1950-03-05", "Lim": "2024-03-05", "Koh": "", "Goh": "9/3/1958"} {
			if n := a.Count(t, "SELECT count(*) FROM imported_people WHERE name = $1 AND birth_date = $2", name, birth); n != 1 {
				t.Errorf("%s is not born on %q", name, birth)
			}
		}
		orders := bring(t, a, admin, "orders", "o.csv", csv("Name,What for,Date", "Tan,Oil,5-Mar-50"))
		answer(admin, orders, "2", "day", "day", "").Want(200)
		if v := start(t, a, admin, orders); v.Made != 1 {
			t.Errorf("%+v", v)
		}
		if n := a.Count(t, "SELECT count(*) FROM past_orders WHERE day_at = $1", (lunar.Day{Year: 1950, Month: 3, Day: 5}).Time(0, 0).UnixMilli()); n != 1 {
			t.Error("not given on 5 March 1950")
		}
	})
}

// Day numbers of a workbook that counts from 1904 do so in cells without a date format too.
func TestBareDayNumbersUseTheWorkbooks1904Setting(t *testing.T) {
	testkit.Each(t, func(t *testing.T, a *testkit.App) {
		admin := a.Staff(t, "admin")
		for days, pr := range map[float64]string{19791: `<workbookPr date1904="1"/>`, 21253: ``} {
			var up imports.ImportUploaded
			upload(t, admin, "members", "m.xlsx", workbook(t, pr, general, days)).Want(200).JSON(&up)
			if n := view(t, admin, up.ID).Columns.DayNumbers; len(n) != 1 || n[0].Day != "1958-03-09" {
				t.Errorf("%s: %+v", pr, n)
			}
			columns := map[string]any{"columns": map[string]int{"name": 0, "mobile": 1, "birth": 2}, "dayNumbers": []string{"birth"}}
			admin.Put("/api/admin/import/"+up.ID+"/columns", columns).Want(200)
			a.Drain(t)
			if got := codesOf(t, admin, up.ID); got["2"] != "ready" {
				t.Errorf("%s: %v", pr, got)
			}
		}
		sheet, err := os.ReadFile("testdata/days-since-1904.xlsx")
		if err != nil {
			t.Fatal(err)
		}
		var up imports.ImportUploaded
		upload(t, admin, "lamps", "l.xlsx", sheet).Want(200).JSON(&up)
		var days []string
		for _, n := range view(t, admin, up.ID).Columns.DayNumbers {
			days = append(days, n.Day)
		}
		if fmt.Sprint(days) != "[2025-11-01 2026-10-31]" {
			t.Errorf("%v", days)
		}
	})
}

func inline(s string) string { return `<c t="inlineStr"><is><t>` + s + `</t></is></c>` }

// Headings are recognised in both scripts.
func TestTraditionalChineseHeadingsAreRecognised(t *testing.T) {
	testkit.One(t, func(t *testing.T, a *testkit.App) {
		admin := a.Staff(t, "admin")
		for kind, headings := range map[string]map[string][]string{
			"members": {
				"name": {"信眾", "供養人"}, "chinese": {"中文姓名", "華文姓名"}, "mobile": {"電話", "手機", "手機號碼", "聯絡電話", "聯繫電話", "行動電話"},
				"email": {"電郵", "電子郵件", "郵箱", "電子信箱"}, "birth": {"出生日期"}, "address": {"地址"}, "remark": {"備註", "備注"}, "id": {"編號", "會員編號"},
			},
			"lamps": {
				"name": {"信眾"}, "offering": {"供養項目"}, "option": {"燈別", "類別", "選項"}, "place": {"燈位", "燈號"}, "from": {"點燈日", "開始"}, "until": {"到期"}, "amount": {"金額"},
			},
			"orders": {"name": {"功德主"}, "day": {"日期"}, "item": {"項目"}, "amount": {"款額"}, "number": {"收據編號", "單號", "收據"}},
		} {
			for id, names := range headings {
				for _, name := range names {
					other := map[bool]string{true: "信眾", false: "手機"}[id != "name"]
					var up imports.ImportUploaded
					upload(t, admin, kind, "x.csv", csv(other+","+name, "x,y")).Want(200).JSON(&up)
					for _, f := range view(t, admin, up.ID).Columns.Fields {
						if f.ID == id && f.Column != 1 {
							t.Errorf("%s of %s is not known as %s", name, kind, id)
						}
					}
				}
			}
		}
	})
}

// Phone numbers that are not mobile are stored with the person and can be searched for; they do not identify an account
// or person.
func TestLandlinesAreKept(t *testing.T) {
	testkit.Each(t, func(t *testing.T, a *testkit.App) {
		admin := a.Staff(t, "admin")
		id := bring(t, a, admin, "members", "m.csv", csv("Name,Phone", "Old Tan,6123 4567", "Old Lim,+65 67412345", "Voip,3158 1234", "Her Daughter,61234567"))
		if v := start(t, a, admin, id); v.Made != 4 {
			t.Fatalf("%+v %v", v.Counts, codesOf(t, admin, id))
		}
		if n := a.Count(t, "SELECT count(*) FROM imported_people WHERE mobile = '' AND phone IN ('+6561234567', '+6567412345', '+6531581234')"); n != 4 {
			t.Errorf("%d telephones are kept", n)
		}
	})
}

// A formula does not prevent reading a sheet: its cached value is used and its cell reported; a row is questioned when
// there is no value.
func TestFormulaCellsUseTheirValueAndAreReported(t *testing.T) {
	testkit.One(t, func(t *testing.T, a *testkit.App) {
		admin := a.Staff(t, "admin")
		data := book(t, "<row>"+inline("Tan")+`<c><f>A1</f><v>91230001</v></c></row>`+
			`<row><c t="str"><f>A2&amp;"x"</f><v>Tanx</v></c><c><f>A3</f><v></v></c></row><row><c t="e"><f>1/0</f><v>#DIV/0!</v></c></row>`)
		id := bring(t, a, admin, "members", "m.xlsx", data)
		want := map[string]string{"2": "ready", "3": "unreadable mobile:formula", "4": "unreadable name:formula"}
		if diff := cmp.Diff(want, codesOf(t, admin, id)); diff != "" {
			t.Error(diff)
		}
		named := imports.ImportFormulas{Count: 4, First: []imports.ImportFormulaCell{{Cell: "B2", Text: "91230001"}, {Cell: "A3", Text: "Tanx"}, {Cell: "B3", Text: "=A3"}, {Cell: "A4", Text: "#DIV/0!"}}}
		if diff := cmp.Diff(&named, view(t, admin, id).Formulas); diff != "" {
			t.Error(diff)
		}
	})
}

// Lines of a file that became no row are reported by number.
func TestUnreadLinesAreReported(t *testing.T) {
	testkit.Each(t, func(t *testing.T, a *testkit.App) {
		admin := a.Staff(t, "admin")
		id := bring(t, a, admin, "members", "m.csv", csv("Members of 2025,,", "Name,Mobile,Seat", "Tan,9123 0001,A1", ",,his brother too", "Lim,9123 0002,", ",,"))
		want := []imports.ImportLine{{Row: 1, Text: "Members of 2025"}, {Row: 4, Text: "his brother too"}}
		v := view(t, admin, id)
		if v.Unread == nil || v.Unread.Count != 2 || cmp.Diff(want, v.Unread.First) != "" {
			t.Errorf("%+v", v.Unread)
		}
		var up imports.ImportUploaded // the first line may be a person, as nothing marks it as headings
		upload(t, admin, "members", "l.csv", csv("Tan,9123 0003", "Koh,9123 0004")).Want(200).JSON(&up)
		admin.Put("/api/admin/import/"+up.ID+"/columns", map[string]any{"columns": map[string]int{"name": 0, "mobile": 1}}).Want(200)
		a.Drain(t)
		if v := view(t, admin, up.ID); v.Unread == nil || cmp.Diff([]imports.ImportLine{{Row: 1, Text: "Tan · 9123 0003"}}, v.Unread.First) != "" {
			t.Errorf("%+v", v.Unread)
		}
		admin.Post("/api/admin/import/"+id+"/give-up", map[string]any{}).Want(200)
		if n := a.Count(t, "SELECT count(*) FROM imports WHERE state = 'gone' AND header = '' AND facts = ''"); n != 1 {
			t.Error("what was given up is kept")
		}
	})
}

// A damaged row is a question, and the others are intact.
func TestADamagedRowIsAskedAbout(t *testing.T) {
	testkit.One(t, func(t *testing.T, a *testkit.App) {
		admin := a.Staff(t, "admin")
		id := bring(t, a, admin, "members", "m.csv", []byte("Name,Mobile\n陈美玲,91234567\n林国\xe5"))
		want := map[string]string{"2": "ready", "3": "unreadable name:lost-character"}
		if diff := cmp.Diff(want, codesOf(t, admin, id)); diff != "" {
			t.Error(diff)
		}
		if got := rows(t, admin, id, "all").Items[0].Cells["name"].Text; got != "陈美玲" {
			t.Errorf("%q", got)
		}
	})
}

// A list that may be in either Chinese encoding is decoded as somebody says; where the headings are clear, nobody is
// asked.
func TestAnAmbiguousEncodingIsAskedAbout(t *testing.T) {
	testkit.Each(t, func(t *testing.T, a *testkit.App) {
		admin := a.Staff(t, "admin")
		in := func(text string) []byte {
			out, err := simplifiedchinese.GB18030.NewEncoder().String(text)
			if err != nil {
				t.Fatal(err)
			}
			return []byte(out)
		}
		var up imports.ImportUploaded
		upload(t, admin, "members", "one.csv", in("Name,Mobile\n陈美玲,91234567\n")).Want(200).JSON(&up)
		v := view(t, admin, up.ID)
		var texts []string
		meant := -1
		for _, r := range v.Columns.Readings {
			texts = append(texts, strings.Join(r.Texts, " "))
			if strings.Contains(texts[len(texts)-1], "陈美玲") {
				meant = r.ID
			}
		}
		if len(texts) != 2 || meant < 0 {
			t.Fatalf("%q", texts)
		}
		columns := map[string]any{"columns": map[string]int{"name": 0, "mobile": 1}}
		path := "/api/admin/import/" + up.ID + "/columns"
		if r := admin.Put(path, columns); r.FieldCodes()["reading"] != "required" {
			t.Errorf("nobody has said which: %d %s", r.Status, r.Body)
		}
		name := func(reading int) string {
			columns["reading"] = reading
			admin.Put(path, columns).Want(200)
			a.Drain(t)
			return rows(t, admin, up.ID, "all").Items[0].Cells["name"].Text
		}
		columns["reading"] = 2
		if r := admin.Put(path, columns); r.FieldCodes()["reading"] != "invalid-value" {
			t.Errorf("%d %s", r.Status, r.Body)
		}
		if other := name(1 - meant); other == "陈美玲" || other == "" {
			t.Errorf("the other reading is %q", other)
		}
		if got := name(meant); got != "陈美玲" {
			t.Errorf("the one that is meant is %q", got)
		}
		upload(t, admin, "members", "two.csv", in("姓名,手机\n陈美玲,91234567\n")).Want(200).JSON(&up)
		if v := view(t, admin, up.ID); len(v.Columns.Readings) != 0 || v.Columns.Header[0] != "姓名" || v.Columns.Sample[0][0] != "陈美玲" {
			t.Errorf("%+v", v.Columns)
		}
	})
}
