package imports_test

import (
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strings"
	"testing"

	"shanmen/internal/office/imports"
	"shanmen/internal/testkit"
	"shanmen/internal/testkit/source"
)

// readAs is the result for each line of a list: the number, the class or "unread", its values and its problems.
func readAs(t testing.TB, a *testkit.App, c *testkit.Client, kind string, data []byte) string {
	t.Helper()
	id := bring(t, a, c, kind, "list.csv", data)
	lines := map[int]string{}
	for _, r := range rows(t, c, id, "all").Items {
		said := r.Class
		for _, field := range slices.Sorted(maps.Keys(r.Cells)) {
			if text := r.Cells[field].Text; text != "" {
				said += fmt.Sprintf(" %s=%s", field, text)
			}
		}
		for _, p := range r.Problems {
			said += " !" + p.Field + ":" + p.Code
		}
		lines[int(r.Row)] = said
	}
	if left := view(t, c, id).Unread; left != nil {
		for _, l := range left.First {
			lines[l.Row] = strings.TrimSpace("unread " + l.Text + " " + l.Why)
		}
	}
	var out []string
	for _, no := range slices.Sorted(maps.Keys(lines)) {
		out = append(out, fmt.Sprint(no, " ", lines[no]))
	}
	return strings.Join(out, "\n")
}

// Typical lists: each line becomes a row with its values, a question, or a line reported as not read.
func TestRealWorldListsAreReadOrReported(t *testing.T) {
	lists := []struct{ name, kind, text, want string }{
		{"a total below", "members", "S/N,Name,Remark\n1,Tan,x\nTotal,120,\n,共 120 人,\n合計：120人,,\n,Grand Total: 120 members,\n,小计,\n,120 persons,\n以上共120位,,\n,Total 合计：120,\n", `
2 ready name=Tan remark=x
3 unread Total · 120
4 unread 共 120 人
5 unread 合計：120人
6 unread Grand Total: 120 members
7 unread 小计
8 unread 120 persons
9 unread 以上共120位
10 unread Total 合计：120`},
		{"totals of money", "orders", "Name,Date,What for,Amount\nTan,2025-01-02,Oil,88\nTotal Lubricants Pte Ltd,2025-01-02,总计,88\nTotal,,,176\n,,Sub-total,176\n總計,,,$176.00\n", `
2 ready amount=88 day=2025-01-02 item=Oil name=Tan
3 ready amount=88 day=2025-01-02 item=总计 name=Total Lubricants Pte Ltd
4 unread Total · 176
5 unread Sub-total · 176
6 unread 總計 · $176.00`},
		{"notes below", "members", "Name,Mobile\nTan,91230001\nPrepared by: Lim,\nPage 1 of 3,\n第1页，共3页,\n--- End ---,\n制表人：陈,\n*** End of list ***,\n", `
2 ready mobile=91230001 name=Tan
3 unread Prepared by: Lim
4 unread Page 1 of 3
5 unread 第1页，共3页
6 unread --- End ---
7 unread 制表人：陈
8 unread *** End of list ***`},
		{"headings on each page", "members", "Name,Remark\nTan,x\nName,Remark\nLim,y\n姓名,備註\nName Lim,Remark of hers\n", `
2 ready name=Tan remark=x
3 unread Name · Remark
4 ready name=Lim remark=y
5 unread 姓名 · 備註
6 ready name=Name Lim remark=Remark of hers`},
		{"a name beside a word of headings", "members", "Name,Mobile\n陈美玲 (member),\n陈 Name,\n", `
2 ready name=陈美玲 (member)
3 ready name=陈 Name`},
		{"headings in two rows", "members", "Name,Contact,,Address\n,Mobile,Email,\nTan,91230001,a@b.sg,Blk 1\n", `
3 ready address=Blk 1 email=a@b.sg mobile=91230001 name=Tan`},
		{"headings that gather others", "members", "Member,,Contact,\nEnglish Name,Chinese Name,HP,Email\nTan,陈,91230001,a@b.sg\n", `
3 ready chinese=陈 email=a@b.sg mobile=91230001 name=Tan`},
		{"headings in two languages", "members", "姓名Name,电话Phone,地址Address,生日(Birthday),备 注\nTan,91230001,Blk 1,1958-03-09,x\n", `
2 ready address=Blk 1 birth=1958-03-09 mobile=91230001 name=Tan remark=x`},
		{"headings in two lines", "members", "\"姓名\nName\",\"電話\nTel. No.\"\nTan,91230001\n", `
2 ready mobile=91230001 name=Tan`},
		{"headings with dots", "members", "Name.,H/P No.,Email Address,Home Address,D.O.B.\nTan,91230001,a@b.sg,Blk 1,1958-03-09\n", `
2 ready address=Blk 1 birth=1958-03-09 email=a@b.sg mobile=91230001 name=Tan`},
		{"notes above", "members", "福海禅寺,,\nMembers list 2025 (name and mobile),,\n\nName,Mobile,Remark\nTan,91230001,\n", `
1 unread 福海禅寺
2 unread Members list 2025 (name and mobile)
5 ready mobile=91230001 name=Tan`},
		{"commas without quotes", "members", "Name,Mobile,Address,Remark\nTan,91230001,Blk 1, #02-03,vegetarian\nLim,91230002,Blk 2,ok,\n", `
2 unread Tan · 91230001 · Blk 1 · #02-03 · vegetarian shifted
3 ready address=Blk 2 mobile=91230002 name=Lim remark=ok`},
		{"commas without quotes, and empty cells at the end", "members", "Name,Chinese name,Address,Remark\nLim,林,Blk 2,ok\nKoh,,Blk 3,\nTan, Ah Kow,Blk 1,,\n", `
2 ready address=Blk 2 chinese=林 name=Lim remark=ok
3 ready address=Blk 3 name=Koh
4 unread Tan · Ah Kow · Blk 1 shifted`},
		{"quotes in texts", "members", "Name,Mobile,Remark\n\"Lucky\" Tan,91230001,x\nLim,91230002,\"good\" one\nKoh,91230003,\"unclosed\nGoh,91230004,\"a, \"\"b\"\"\"\n", `
2 ready mobile=91230001 name="Lucky" Tan remark=x
3 ready mobile=91230002 name=Lim remark="good" one
4 ready mobile=91230003 name=Koh remark=unclosed
5 ready mobile=91230004 name=Goh remark=a, "b"`},
		{"line ends of three systems", "members", "Name,Mobile,Remark\r\nTan,91230001,x\rLim,91230002,y\rKoh,91230003,z\nGoh,91230004,w\r\r\n", `
2 ready mobile=91230001 name=Tan remark=x
3 ready mobile=91230002 name=Lim remark=y
4 ready mobile=91230003 name=Koh remark=z
5 ready mobile=91230004 name=Goh remark=w`},
		{"telephones as numbers", "members", "Name,Mobile\nA,91230001.0\nB,8.1E+07\nC,8123456.7\nD,123456789\nE,9123 0005 / 6123 4567\nF,9123.0006\n", `
2 ready mobile=91230001.0 name=A
3 unreadable mobile=8.1E+07 name=B !mobile:not-a-number
4 unreadable mobile=8123456.7 name=C !mobile:not-a-number
5 unreadable mobile=123456789 name=D !mobile:not-a-number
6 unreadable mobile=9123 0005 / 6123 4567 name=E !mobile:not-a-number
7 ready mobile=9123.0006 name=F`},
		{"no names", "members", "Name,Chinese name,Mobile\n91230001,,\n𠮷野,,91230002\n⺠生,,91230003\n⼀心,,91230004\n-,,91230005\nN/A,,91230006\n.,陈,\n\ue000,,\n", `
2 unreadable name=91230001 !name:no-name
3 ready mobile=91230002 name=𠮷野
4 ready mobile=91230003 name=⺠生
5 ready mobile=91230004 name=⼀心
6 unreadable mobile=91230005 name=- !name:no-name
7 unreadable mobile=91230006 name=N/A !name:no-name
8 unreadable chinese=陈 name=. !name:no-name
9 ready name=` + "\ue000"},
		{"formulas that failed", "members", "Name,Mobile,Remark\nA,91230001,#SPILL!\nB,91230002,########\nC,91230003,#BEZUG!\nD,91230004,#05-12\nE,91230005,#N/A\n", `
2 unreadable mobile=91230001 name=A remark=#SPILL! !remark:formula
3 unreadable mobile=91230002 name=B remark=######## !remark:formula
4 unreadable mobile=91230003 name=C remark=#BEZUG! !remark:formula
5 ready mobile=91230004 name=D remark=#05-12
6 unreadable mobile=91230005 name=E remark=#N/A !remark:formula`},
		{"names in two columns, and others' names", "members", "Name of father,First Name,Last Name,姓名,Emergency Contact,Mobile\nx,Ah Kow,Tan,陈,91230009,91230001\n", `
2 ready mobile=91230001 name=陈`},
		{"a number in a name", "members", "Name,Remark\nTan Ah Kow 9123 0001,x\nTan 88,y\n", `
2 unreadable name=Tan Ah Kow 9123 0001 remark=x !name:no-name
3 ready name=Tan 88 remark=y`},
		{"places that Excel has made days of", "lamps", "姓名,燈別,燈位,點燈日期,到期日期,供養金額\nTan,Grand lotus lamp,2025-01-03,2025-01-02,2025-12-31,88\nLim,Grand lotus lamp,A-1-3,2025-01-02,2025-12-31,88。8\n", `
2 unreadable amount=88 from=2025-01-02 name=Tan option=Grand lotus lamp place=2025-01-03 until=2025-12-31 !place:place-day
3 ready amount=88。8 from=2025-01-02 name=Lim option=Grand lotus lamp place=A-1-3 until=2025-12-31`},
		{"long headings", "members", "会员编号,中文姓名,英文姓名,联络电话（手机）,电邮地址,住家地址,出生日期(年/月/日),备注说明\nA1,陈,Tan,91230001,a@b.sg,Blk 1,1958-03-09,x\n", `
2 ready address=Blk 1 birth=1958-03-09 chinese=陈 email=a@b.sg id=A1 mobile=91230001 name=Tan remark=x`},
		{"headings of orders", "orders", "Date (DD/MM/YYYY),Donor Name,Purpose / 用途,Amount (S$),Receipt No.\n2/1/2025,Tan,Oil,88,R1\n", `
2 ready amount=88 day=2/1/2025 item=Oil name=Tan number=R1`},
		{"headings of groups", "members", "sep=;\nName;Mobile\nCommittee:;\nTan;91230001\n义工：;\nLim:;91230002\n", `
1 unread sep=
3 unread Committee:
4 ready mobile=91230001 name=Tan
5 unread 义工：
6 ready mobile=91230002 name=Lim:`},
		{"headings twice", "members", "Name,Mobile,Mobile,Name\nTan,91230001,91230002,Lim\n", `
2 ready mobile=91230001 name=Tan`},
		{"a text of ten thousand characters", "members", "Name,Remark\nTan," + strings.Repeat("很长", 5000) + "\n", `
2 unreadable name=Tan remark=` + strings.Repeat("很长", 333) + ` !remark:too-long`},
		{"tabs and empty columns", "members", "Name\t\t\tMobile\nTan, Ah Kow\t\t\t91230001\nLim\t\t\t91230002\n", `
2 ready mobile=91230001 name=Tan, Ah Kow
3 ready mobile=91230002 name=Lim`},
	}
	testkit.One(t, func(t *testing.T, a *testkit.App) {
		admin := a.Staff(t, "admin")
		for _, c := range lists {
			got := readAs(t, a, admin, c.kind, []byte(c.text))
			if want := strings.TrimPrefix(c.want, "\n"); got != want {
				t.Errorf("%s: got\n%s\nwant\n%s", c.name, got, want)
			}
		}
	})
}

// Dates that may have their month first are read so where the column's other dates prove it, and questioned where the
// column is mixed.
func TestMonthFirstDatesAreDetectedPerColumn(t *testing.T) {
	testkit.Each(t, func(t *testing.T, a *testkit.App) {
		admin := a.Staff(t, "admin")
		born := func(name string) (out string) {
			t.Helper()
			if err := a.DB.SQL().QueryRow("SELECT birth_date FROM imported_people WHERE name = $1", name).Scan(&out); err != nil {
				t.Fatal(name, err)
			}
			return out
		}
		us := bring(t, a, admin, "members", "us.csv", csv("Name,Birthday", "A,3/25/1958", "B,12/31/1960 0:00", "C,4-30-1961", "D,3/9/1958", "E,5/5/1958", "F,3/9/58"))
		if v := start(t, a, admin, us); v.Made != 6 {
			t.Fatalf("%+v %v", v.Counts, codesOf(t, admin, us))
		}
		for name, want := range map[string]string{"A": "1958-03-25", "B": "1960-12-31", "C": "1961-04-30", "D": "1958-03-09", "E": "5/5/1958", "F": "1958-03-09"} {
			if got := born(name); got != want {
				t.Errorf("%s was born on %s, want %s", name, got, want)
			}
		}
		mixed := bring(t, a, admin, "orders", "mixed.csv", csv("Name,What for,Date", "A,Oil,3/25/2025", "B,Oil,31/12/2024", "C,Oil,3/9/2025", "D,Oil,3/9/2025", "E,Oil,2025-09-03", "F,Oil,31/13/2024"))
		got := codesOf(t, admin, mixed)
		want := map[string]string{"2": "ready", "3": "ready", "4": "decide day:which-order", "5": "decide day:which-order", "6": "ready", "7": "unreadable day:bad-day"}
		if !maps.Equal(got, want) {
			t.Fatalf("%v", got)
		}
		answer(admin, mixed, "4", "day", "day", "").Want(200)
		answer(admin, mixed, "5", "day", "set", "3 Sep 2025").Want(200)
		start(t, a, admin, mixed)
		for name, day := range map[string]int64{"A": 1742832000000, "C": 1741449600000, "D": 1756828800000} { // 25 March, 9 March, 3 September
			if n := a.Count(t, "SELECT count(*) FROM past_orders WHERE name = $1 AND day_at = $2", name, day); n != 1 {
				t.Errorf("%s has not given on that day", name)
			}
		}
		lost := bring(t, a, admin, "members", "lost.csv", csv("Name,Birthday", "K,25/3/1958", "L,31/12/1960", "M,1958-09-03", "N,1961-05-05", "O,1961-04-02 00:00:00"))
		got = codesOf(t, admin, lost)
		want = map[string]string{"2": "ready", "3": "ready", "4": "decide birth:which-order", "5": "ready", "6": "decide birth:which-order"}
		if !maps.Equal(got, want) {
			t.Fatalf("%v", got)
		}
		answer(admin, lost, "4", "birth", "day", "").Want(200)
		answer(admin, lost, "6", "birth", "set", "2 Apr 1961").Want(200)
		start(t, a, admin, lost)
		if m, o := born("M"), born("O"); m != "1958-03-09" || o != "2 Apr 1961" {
			t.Errorf("M was born on %s, O on %s", m, o)
		}
		usual := bring(t, a, admin, "orders", "usual.csv", csv("Name,What for,Date", "G,Oil,25/3/2025", "H,Oil,3/9/2025"))
		if got := codesOf(t, admin, usual); got["3"] != "ready" {
			t.Errorf("%v", got)
		}
	})
}

// A list's own number that somebody else has, in the list itself or in an earlier one, is a question: the row is not
// skipped as a duplicate.
func TestANumberOfSomebodyElseIsAskedAbout(t *testing.T) {
	testkit.Each(t, func(t *testing.T, a *testkit.App) {
		admin := a.Staff(t, "admin")
		start(t, a, admin, bring(t, a, admin, "members", "2024.csv", csv("编号,Name", "1,Tan", "2,Lim")))
		id := bring(t, a, admin, "members", "2025.csv", csv("编号,Name", "1,tan", "2,Koh", "3,Goh", "3,Goh Junior"))
		want := map[string]string{"2": "known", "3": "decide id:earlier-id", "4": "ready", "5": "decide id:several-id"}
		if got := codesOf(t, admin, id); !maps.Equal(got, want) {
			t.Fatalf("%v", got)
		}
		answer(admin, id, "3", "id", "without", "").Want(200)
		answer(admin, id, "5", "id", "without", "").Want(200)
		answer(admin, id, "5", "id", "", "").Want(200)
		if got := codesOf(t, admin, id); got["3"] != "ready id:without-id" || got["5"] != "decide id:several-id" {
			t.Fatalf("%v", got)
		}
		answer(admin, id, "5", "id", "set", "3b").Want(200)
		if v := start(t, a, admin, id); v.Made != 3 || v.Counts.Known != 1 {
			t.Errorf("%+v %v", v.Counts, codesOf(t, admin, id))
		}
		if n := a.Count(t, "SELECT count(*) FROM imported_people WHERE name IN ('Tan', 'Lim', 'Koh', 'Goh', 'Goh Junior')"); n != 5 {
			t.Errorf("%d of five are here", n)
		}
		again := bring(t, a, admin, "members", "again.csv", csv("编号,Name", "1,Tan", "2,Lim", "3,Goh", "3b,Goh Junior"))
		if v := view(t, admin, again); v.Counts.Known != 4 {
			t.Errorf("%+v %v", v.Counts, codesOf(t, admin, again))
		}
	})
}

// Lists and pages parse amounts by one rule.
func TestTypedAmountsAreParsed(t *testing.T) {
	var cases []struct {
		Text  string `json:"text"`
		Cents *int64 `json:"cents"`
	}
	if err := json.Unmarshal(source.Read(t, "testdata/amounts.json"), &cases); err != nil || len(cases) < 40 {
		t.Fatal(len(cases), err)
	}
	for _, c := range cases {
		got, ok := imports.ReadAmount(c.Text)
		if ok != (c.Cents != nil) || ok && int64(got) != *c.Cents {
			t.Errorf("%q is %d %t", c.Text, got, ok)
		}
	}
}

// Lists and pages parse dates by one rule.
func TestTypedDatesAreParsed(t *testing.T) {
	var cases []struct{ Text, Day string }
	if err := json.Unmarshal(source.Read(t, "testdata/days.json"), &cases); err != nil || len(cases) < 30 {
		t.Fatal(len(cases), err)
	}
	for _, c := range cases {
		if got := imports.ReadDay(c.Text); got != c.Day {
			t.Errorf("%q is %q", c.Text, got)
		}
	}
}

// Parts of a workbook that are not read are reported: further sheets, however many, and cells to the right of the
// columns read.
func TestUnreadPartsOfAWorkbookAreReported(t *testing.T) {
	testkit.One(t, func(t *testing.T, a *testkit.App) {
		admin := a.Staff(t, "admin")
		wide := "Name,Mobile" + strings.Repeat(",", 70) + "\nTan,91230001" + strings.Repeat(",", 70) + "far\n"
		v := view(t, admin, bring(t, a, admin, "members", "wide.csv", []byte(wide)))
		if v.Unread == nil || v.Unread.Beyond != 1 || v.Counts.Ready != 1 {
			t.Errorf("%+v %+v", v.Unread, v.Counts)
		}
		two := `<?xml version="1.0"?><Workbook xmlns="urn:schemas-microsoft-com:office:spreadsheet" xmlns:ss="urn:schemas-microsoft-com:office:spreadsheet">` +
			strings.Repeat(`<Worksheet ss:Name="2024"><Table><Row><Cell><Data>Name</Data></Cell><Cell><Data>Mobile</Data></Cell></Row><Row><Cell ss:Formula="=A1"><Data>Tan</Data></Cell></Row></Table></Worksheet>`, 2) + `</Workbook>`
		v = view(t, admin, bring(t, a, admin, "members", "two.xls", []byte(two)))
		if v.Unread == nil || len(v.Unread.Sheets) != 1 || v.Unread.Sheets[0] != (imports.ImportLeftSheet{Name: "2024", Rows: 2}) || v.Formulas == nil || v.Formulas.Count != 1 {
			t.Errorf("%+v %+v", v.Unread, v.Formulas)
		}
	})
}

// A cell of several lines is accepted in a workbook's address or remark. In a name, and anywhere in a text file, it is
// questioned.
func TestMultilineCellsAreRead(t *testing.T) {
	testkit.One(t, func(t *testing.T, a *testkit.App) {
		admin := a.Staff(t, "admin")
		sheet := xlsx(t, []string{"Name", "Address", "Remark"}, []string{"Tan", "Blk 1\n#02-03\nSingapore 018989", "a\nb"}, []string{"Lim\n林", "Blk 2", ""}, []string{"Koh", "Blk\u200b 3", ""})
		want := map[string]string{"2": "ready", "3": "unreadable name:unreadable-sign", "4": "ready"}
		id := bring(t, a, admin, "members", "m.xlsx", sheet)
		if got := codesOf(t, admin, id); !maps.Equal(got, want) {
			t.Errorf("%v", got)
		}
		start(t, a, admin, id)
		if n := a.Count(t, "SELECT count(*) FROM imported_people WHERE address = $1 AND remark = $2", "Blk 1\n#02-03\nSingapore 018989", "a\nb"); n != 1 {
			t.Error("the lines are not kept")
		}
		text := bring(t, a, admin, "members", "m.csv", csv("Name,Address", "Goh,\"Blk 1", "Singapore\""))
		if got := codesOf(t, admin, text); got["2"] != "unreadable address:unreadable-sign" {
			t.Errorf("%v", got)
		}
	})
}

// An identity number is reported in lines that are not rows too.
func TestIdentityNumbersInUnreadLinesAreReported(t *testing.T) {
	testkit.One(t, func(t *testing.T, a *testkit.App) {
		admin := a.Staff(t, "admin")
		v := view(t, admin, bring(t, a, admin, "members", "m.csv", csv("List of S1234567D,,", "Name,Remark", "Tan,x", "Lim,a, Ｔ１２３４５６７Ｄ", "Koh,G1234567X")))
		if v.Identity == nil || v.Identity.Count != 3 || fmt.Sprint(v.Identity.Rows) != "[1 4 5]" {
			t.Errorf("%+v %+v", v.Identity, v.Unread)
		}
	})
}

// The sample file of each kind has every column that is read, with headings that are recognised, and its sample row is
// not imported.
func TestTheSampleSheetIsImportable(t *testing.T) {
	testkit.One(t, func(t *testing.T, a *testkit.App) {
		admin := a.Staff(t, "admin")
		for _, kind := range []string{"members", "lamps", "orders"} {
			data := admin.Get("/api/admin/import-sample?kind=" + kind).Want(200).Body
			v := view(t, admin, bring(t, a, admin, kind, kind+".xlsx", data))
			for i, f := range v.Columns.Fields {
				if f.Column != i {
					t.Errorf("%s: %s is column %d of %q", kind, f.ID, f.Column, v.Columns.Header)
				}
			}
			if v.Counts.Ready+v.Counts.Decide+v.Counts.Unreadable != 0 {
				t.Errorf("%s: %+v", kind, v.Counts)
			}
		}
		if r := admin.Get("/api/admin/import-sample?kind=temples").Want(400); r.FieldCodes()["kind"] != "required" {
			t.Errorf("%s", r.Body)
		}
	})
}

// With a column of Chinese names, the English column is the name.
func TestTheEnglishNameIsUsedBesideTheChinese(t *testing.T) {
	testkit.One(t, func(t *testing.T, a *testkit.App) {
		admin := a.Staff(t, "admin")
		for i, header := range []string{"姓名,英文名,电话", "英文姓名,姓名,电话", "中文名,英文名,手机", "姓名,English Name,电话", "华文名,英文名字,电话"} {
			english, chinese := 1, 0
			if i == 1 {
				english, chinese = 0, 1
			}
			cells := []string{"", "", "9123 45" + string(rune('0'+i)) + "7"}
			cells[english], cells[chinese] = "Tan Bee Leng", "陈美玲"
			v := view(t, admin, bring(t, a, admin, "members", "x.csv", []byte(header+"\n"+strings.Join(cells, ",")+"\n")))
			if f := v.Columns.Fields; f[0].Column != english || f[1].Column != chinese {
				t.Errorf("%s: %+v", header, f[:2])
			}
		}
	})
}
