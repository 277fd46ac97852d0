package imports_test

import (
	"archive/zip"
	"bytes"
	"fmt"
	"io"
	"strings"
	"testing"
	"time"

	"golang.org/x/text/encoding/simplifiedchinese"
	"golang.org/x/text/encoding/traditionalchinese"

	"shanmen/internal/base/locale"
	"shanmen/internal/office/imports"
	"shanmen/internal/platform/table"
	"shanmen/internal/testkit"
)

func upload(t testing.TB, c *testkit.Client, kind, name string, data []byte) *testkit.Response {
	t.Helper()
	return c.Upload("/api/admin/import?kind="+kind, testkit.File{Field: "file", Name: name, Data: data})
}

func view(t testing.TB, c *testkit.Client, id string) (v imports.ImportView) {
	t.Helper()
	c.Get("/api/admin/import/" + id).Want(200).JSON(&v)
	return v
}

func rows(t testing.TB, c *testkit.Client, id, sort string) (out imports.ImportRows) {
	t.Helper()
	c.Get("/api/admin/import/" + id + "/row?rows=" + sort).Want(200).JSON(&out)
	return out
}

// bring uploads a sheet with the guessed columns, and checks it.
func bring(t testing.TB, a *testkit.App, c *testkit.Client, kind, name string, data []byte) string {
	t.Helper()
	var up imports.ImportUploaded
	upload(t, c, kind, name, data).Want(200).JSON(&up)
	v := view(t, c, up.ID)
	columns := map[string]int{}
	for _, f := range v.Columns.Fields {
		if f.Column >= 0 {
			columns[f.ID] = f.Column
		}
	}
	c.Put("/api/admin/import/"+up.ID+"/columns", map[string]any{"columns": columns}).Want(200)
	a.Drain(t)
	return up.ID
}

func start(t testing.TB, a *testkit.App, c *testkit.Client, id string) imports.ImportView {
	t.Helper()
	c.Post("/api/admin/import/"+id+"/start", map[string]any{"ready": view(t, c, id).Counts.Ready}).Want(200)
	a.Drain(t)
	return view(t, c, id)
}

func undo(t testing.TB, a *testkit.App, c *testkit.Client, id string) imports.ImportView {
	t.Helper()
	c.Post("/api/admin/import/"+id+"/undo", map[string]any{}).Want(200)
	a.Drain(t)
	return view(t, c, id)
}

func answer(c *testkit.Client, id, row, field, say, value string) *testkit.Response {
	return c.Post("/api/admin/import/"+id+"/row/"+row+"/answer", map[string]any{"field": field, "answer": say, "value": value})
}

func csv(lines ...string) []byte { return []byte(strings.Join(lines, "\n") + "\n") }

func xlsx(t testing.TB, rows ...[]string) []byte {
	t.Helper()
	var b bytes.Buffer
	var columns []table.Column
	for _, name := range rows[0] {
		columns = append(columns, table.Column{Name: locale.Text{EN: name, ZH: name}})
	}
	w, err := table.New(table.XLSX, &b, "2025", columns)
	if err != nil {
		t.Fatal(err)
	}
	for _, row := range rows[1:] {
		cells := make([]any, len(row))
		for i, text := range row {
			cells[i] = text
		}
		if err := w.Row(cells...); err != nil {
			t.Fatal(err)
		}
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

// A list of lamps: each row is imported once, doubtful ones wait for a decision, and the whole import can be undone.
func TestALampImportFromFileToUndo(t *testing.T) {
	testkit.Each(t, func(t *testing.T, a *testkit.App) {
		admin := a.Staff(t, "admin")
		id := bring(t, a, admin, "lamps", "lamps-2025.csv", csv(
			"姓名 Name,Mobile,Lamp,位置,Lit on,Paid",
			"陈𠮷䶮 Chen,8123 0099,Family,A-001,正月十五 2026,88.00",
			"Chen Jiyan,9876 543,Family,A-017,12 Feb 2026,38.00",
			"林□华,8123 0098,Family,B-311,12 Feb 2026,88.00",
			"王家,9001 2233,Family,C-118,二月三十 2026,88.00",
			"吴秀英,9445 6677,Family,A-001,29 Jan 2026,1B8.00",
			"Lim,9445 6678,Nothing,D-1,2026-01-30,88",
			"Koh,9445 6679,Grand lotus lamp,D-2,2026-01-30,288",
		))
		v := view(t, admin, id)
		if v.State != "ready" || v.Counts != (imports.ImportCounts{Ready: 2, Decide: 1, Unreadable: 4}) {
			t.Fatalf("%+v %+v", v, rows(t, admin, id, "all"))
		}
		code := func(row string) string {
			for _, r := range rows(t, admin, id, "all").Items {
				if r.ID == row {
					var codes []string
					for _, p := range r.Problems {
						codes = append(codes, p.Field+" "+p.Code)
					}
					return strings.Join(codes, ", ")
				}
			}
			return "no such row"
		}
		for row, want := range map[string]string{
			"2": "", "3": "mobile digits-missing", "4": "name lost-character", "5": "from no-such-day", "6": "amount bad-amount, place place-taken", "7": "option unknown-option",
		} {
			if got := code(row); got != want {
				t.Errorf("row %s: %q, want %q", row, got, want)
			}
		}
		// Nothing is written yet.
		if n := a.Count(t, "SELECT (SELECT count(*) FROM imported_lamps) + (SELECT count(*) FROM import_keys) + (SELECT count(*) FROM subscriptions)"); n != 0 {
			t.Errorf("%d rows are written by a look", n)
		}
		if r := answer(admin, id, "3", "mobile", "set", "98"); r.FieldCodes()["value"] != "import-not-a-number" {
			t.Errorf("%d %s", r.Status, r.Body)
		}
		if r := answer(admin, id, "3", "mobile", "day", ""); r.FieldCodes()["answer"] != "not-a-choice" {
			t.Errorf("%d %s", r.Status, r.Body)
		}
		// The accepted names for an offering are shown in the user's language.
		zh := *admin
		zh.Locale = "zh"
		if r := answer(&zh, id, "7", "option", "set", "不知名"); !strings.Contains(string(r.Body), "：莲花大灯") {
			t.Errorf("%d %s", r.Status, r.Body)
		}
		if r := answer(admin, id, "7", "option", "set", "Nobody knows"); !strings.Contains(string(r.Body), ": Grand lotus lamp") {
			t.Errorf("%d %s", r.Status, r.Body)
		}
		answer(admin, id, "3", "mobile", "set", "9876 5430").Want(200)
		answer(admin, id, "4", "name", "set", "林𠮷华").Want(200)
		answer(admin, id, "5", "from", "day", "").Want(200)
		answer(admin, id, "6", "place", "leave-out", "").Want(200)
		answer(admin, id, "7", "option", "leave-out", "").Want(200)
		answer(admin, id, "7", "option", "", "").Want(200) // taken back
		if v = view(t, admin, id); v.Counts != (imports.ImportCounts{Ready: 5, Unreadable: 1}) {
			t.Fatalf("%+v", v.Counts)
		}
		mend := admin.Get("/api/admin/import/" + id + "/mend.xlsx").Want(200)
		if len(mend.Body) < 1000 {
			t.Errorf("the sheet to mend has %d bytes", len(mend.Body))
		}
		if r := admin.Post("/api/admin/import/"+id+"/start", map[string]any{"ready": 3}); r.Code() != "import-changed" {
			t.Errorf("%d %s", r.Status, r.Body)
		}
		if v = start(t, a, admin, id); v.State != "done" || v.Made != 5 || v.UndoUntil == nil {
			t.Fatalf("%+v", v)
		}
		if n := a.Count(t, "SELECT count(*) FROM imported_lamps WHERE (name = '陈𠮷䶮 Chen' AND amount = 8800 AND place = 'A-001') OR name = '林𠮷华'"); n != 2 {
			t.Errorf("%d of two lamps are as the sheet has them", n)
		}
		if n := a.Count(t, "SELECT (SELECT count(*) FROM invoices) + (SELECT count(*) FROM official_receipts) + (SELECT count(*) FROM payments) + (SELECT count(*) FROM users WHERE mobile = '+6598765430')"); n != 0 {
			t.Errorf("%d invoices, receipts, payments or accounts came of an import", n)
		}
		// A sheet that overlaps an earlier one adds only new rows.
		second := bring(t, a, admin, "lamps", "again.xlsx", xlsx(t,
			[]string{"Name", "Mobile", "Lamp", "Place", "From", "Paid", "Offering"},
			[]string{"陈𠮷䶮 Chen", "8123 0099", "Family", "A-001", "正月十五 2026", "88.00", "Blessing lamp"},
			[]string{"New", "8123 0011", "Family", "E-001", "2026-03-01", "88.00", "Blessing lamp"},
		))
		if v = view(t, admin, second); v.Counts != (imports.ImportCounts{Ready: 1, Known: 1}) {
			t.Fatalf("%+v %+v", v.Counts, rows(t, admin, second, "all"))
		}
		start(t, a, admin, second)
		if v = undo(t, a, admin, id); v.State != "undone" || v.Kept != 0 || a.Count(t, "SELECT count(*) FROM imported_lamps") != 1 || a.Count(t, "SELECT count(*) FROM import_keys") != 1 {
			t.Errorf("%+v", v)
		}
		// The actor of a job is the person who requested it.
		if n := a.Count(t, "SELECT count(*) FROM audit_entries WHERE action IN ('import.done', 'import.undone') AND actor_id = $1", a.UserID(t, "admin")); n != 3 {
			t.Errorf("%d entries of what was made and taken back", n)
		}
		// A month later the sheets are deleted; the imported records stay.
		a.Clock.Advance(imports.UndoFor + time.Hour)
		if err := a.Imports.Forget(t.Context()); err != nil {
			t.Fatal(err)
		}
		admin = a.Staff(t, "admin")
		if n := a.Count(t, "SELECT count(*) FROM import_rows"); n != 0 {
			t.Errorf("%d rows are kept", n)
		}
		if r := admin.Post("/api/admin/import/"+second+"/undo", map[string]any{}); r.Code() != "too-late-to-take-back" {
			t.Errorf("%d %s", r.Status, r.Body)
		}
	})
}

// Somebody who registers with a number finds what was imported for it: the lamp continues as a subscription at its
// position, past orders can be looked up, and all of it is in the data archive. Then the import can no longer be
// undone.
func TestRegisteringANumberClaimsItsImportedRows(t *testing.T) {
	testkit.Each(t, func(t *testing.T, a *testkit.App) {
		admin := a.Staff(t, "admin")
		lamps := bring(t, a, admin, "lamps", "l.csv", csv("Name,Mobile,Offering,Lamp,Place,From,Until,Paid",
			"陈美玲,9123 0001,Blessing lamp,Family,A-001,2026-02-01,2027-02-01,88", "Old lamp,9123 0001,Blessing lamp,Family,A-002,2019-02-01,2020-02-01,88"))
		start(t, a, admin, lamps)
		orders := bring(t, a, admin, "orders", "o.csv", csv("Name,Mobile,Date,What for,Amount,Receipt", "陈美玲,9123 0001,2025-08-15,普度,120.50,R-77"))
		start(t, a, admin, orders)
		people := bring(t, a, admin, "members", "m.csv", csv("Name,Chinese name,HP,Email", "Chan Mei Ling,陈美玲,9123 0001,mei@x.sg"))
		start(t, a, admin, people)

		m := a.Guest()
		a.Register(t, m, "Chan Mei Ling", "+6591230001")
		var subs struct {
			Items []struct{ ID, State, Place, Title string }
		}
		m.Get("/api/subscription").Want(200).JSON(&subs)
		if len(subs.Items) != 1 || subs.Items[0].Place != "A-001" || subs.Items[0].State != "running" {
			t.Fatalf("%+v", subs)
		}
		m.Get("/api/subscription/" + subs.Items[0].ID).Want(200)
		if n := a.Count(t, "SELECT count(*) FROM past_orders WHERE user_id IS NOT NULL AND amount = 12050"); n != 1 {
			t.Error("the past order is not found by its owner")
		}
		for id, kept := range map[string]int64{lamps: 2, orders: 0, people: 1} {
			if v := undo(t, a, admin, id); v.Kept != kept {
				t.Errorf("%s: %d stay, want %d", v.Kind, v.Kept, kept)
			}
		}
		// It is renewed like any other.
		a.Clock.Advance(65 * 24 * time.Hour)
		if err := a.Subscriptions.Work(t.Context()); err != nil {
			t.Fatal(err)
		}
		if n := a.Count(t, "SELECT count(*) FROM invoices WHERE origin = 'renewal'"); n != 1 {
			t.Errorf("%d renewals", n)
		}
	})
}

// book is a workbook whose one sheet has these rows.
func book(t testing.TB, rows string) []byte {
	t.Helper()
	var b bytes.Buffer
	z := zip.NewWriter(&b)
	for _, part := range [][2]string{
		{"[Content_Types].xml", `<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"/>`},
		{"xl/workbook.xml", `<workbook xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main" xmlns:r="http://schemas.openxmlformats.org/officeDocument/2006/relationships"><sheets><sheet name="Members" sheetId="1" r:id="rId1"/></sheets></workbook>`},
		{"xl/_rels/workbook.xml.rels", `<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="rId1" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/worksheet" Target="worksheets/sheet1.xml"/></Relationships>`},
		{"xl/worksheets/sheet1.xml", `<worksheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"><sheetData><row><c t="inlineStr"><is><t>Name</t></is></c><c t="inlineStr"><is><t>Mobile</t></is></c></row>` + rows + `</sheetData></worksheet>`},
	} {
		w, err := z.Create(part[0])
		if err == nil {
			_, err = io.WriteString(w, part[1])
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	if err := z.Close(); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

// A file that is not a list is refused at once, and not stored.
func TestFilesThatAreNoListAreRefused(t *testing.T) {
	row := `<row><c t="inlineStr"><is><t>Tan</t></is></c><c t="inlineStr"><is><t>91234567</t></is></c></row>`
	books := []struct {
		what, code string
		data       []byte
	}{
		{"a sheet of a million rows", "sheet-too-large", book(t, strings.Repeat(row, 1_000_000))},
		{"a zip bomb", "sheet-too-large", book(t, strings.Repeat(" ", 200<<20))},
	}
	testkit.One(t, func(t *testing.T, a *testkit.App) {
		admin := a.Staff(t, "admin")
		many := strings.Repeat("Tan,91234567\n", 20_100)
		for code, data := range map[string][]byte{
			"sheet-too-large":  append(csv("Name,Mobile"), many...),
			"sheet-unreadable": []byte("%PDF-1.7 ..."),
			"sheet-empty":      csv("Name,Mobile"),
		} {
			if r := upload(t, admin, "members", "x.csv", data); r.Code() != code {
				t.Errorf("%s: %d %s", code, r.Status, r.Body)
			}
		}
		for _, c := range books {
			took := time.Hour
			for try := 0; try < 10 && took > time.Second; try++ { // take the fastest, as the test machine may be busy
				began := time.Now()
				if r := upload(t, admin, "members", "x.xlsx", c.data); r.Code() != c.code {
					t.Fatalf("%s of %d bytes: %d %s", c.what, len(c.data), r.Status, r.Body)
				}
				took = min(took, time.Since(began))
			}
			if took > time.Second {
				t.Errorf("%s is refused after %s", c.what, took)
			}
		}
		for _, name := range files(t, a.Config.DataDir) {
			if strings.Contains(name, "import/") {
				t.Errorf("the file %s is kept", name)
			}
		}
		if r := upload(t, admin, "temples", "x.csv", csv("Name", "Tan")); r.FieldCodes()["kind"] != "required" {
			t.Errorf("%d %s", r.Status, r.Body)
		}
		if r := upload(t, admin, "members", "x.csv", []byte{}); r.FieldCodes()["file"] != "empty-file" {
			t.Errorf("%d %s", r.Status, r.Body)
		}
		if n := a.Count(t, "SELECT count(*) FROM imports"); n != 0 {
			t.Errorf("%d imports are kept", n)
		}
		upload(t, a.Staff(t, "editor"), "members", "x.csv", csv("Name", "Tan")).Want(403)
	})
}

// The same list in every encoding that a temple's computers write.
func TestAListIsReadInEveryEncoding(t *testing.T) {
	testkit.One(t, func(t *testing.T, a *testkit.App) {
		admin := a.Staff(t, "admin")
		text := "姓名,電話\n陳美玲,91230001\n黃國強,91230002\n林秀英,91230003\n"
		big5, err := traditionalchinese.Big5.NewEncoder().String(text)
		if err != nil {
			t.Fatal(err)
		}
		gb, err := simplifiedchinese.GB18030.NewEncoder().String("姓名,电话\n陈美玲,91230001\n黄国强,91230002\n林秀英,91230003\n")
		if err != nil {
			t.Fatal(err)
		}
		for encoding, data := range map[string]string{"Big5": big5, "GB 18030": gb, "UTF-8": text, "UTF-8 with a mark": "\ufeff" + text} {
			id := bring(t, a, admin, "members", encoding+".csv", []byte(data))
			found := rows(t, admin, id, "all")
			if len(found.Items) != 3 || found.Items[2].Cells["name"].Text != "林秀英" {
				t.Errorf("%s: %+v", encoding, found)
			}
		}
	})
}

// An import whose program stopped continues where it was, and creates nothing twice.
func TestAStoppedImportContinues(t *testing.T) {
	testkit.Each(t, func(t *testing.T, a *testkit.App) {
		admin := a.Staff(t, "admin")
		lines := []string{"Name,Mobile"}
		for i := range 450 {
			lines = append(lines, fmt.Sprintf("Member %d,9%07d", i, i))
		}
		id := bring(t, a, admin, "members", "many.csv", csv(lines...))
		admin.Post("/api/admin/import/"+id+"/start", map[string]any{"ready": 450}).Want(200)
		job := fmt.Sprintf(`{"importId":%q,"actorId":"x"}`, id)
		for range 3 { // restarted repeatedly, also in parallel
			if err := a.Imports.Work(t.Context(), "", []byte(job)); err != nil {
				t.Fatal(err)
			}
		}
		a.Drain(t)
		if v := view(t, admin, id); v.State != "done" || v.Made != 450 || a.Count(t, "SELECT count(*) FROM imported_people") != 450 {
			t.Errorf("%+v", v)
		}
	})
}
