package imports_test

import (
	"bytes"
	"fmt"
	"io/fs"
	"path/filepath"
	"runtime"
	"runtime/metrics"
	"strings"
	"testing"
	"time"

	"golang.org/x/text/encoding/simplifiedchinese"
	"golang.org/x/text/encoding/traditionalchinese"

	"shanmen/internal/office/imports"
	"shanmen/internal/sales/bankfile"
	"shanmen/internal/testkit"
)

// Two lists that number their lines from 1 are two lists: a line number does not identify a person.
func TestLineNumbersDoNotIdentifyRowsAcrossImports(t *testing.T) {
	testkit.Each(t, func(t *testing.T, a *testkit.App) {
		admin := a.Staff(t, "admin")
		one := bring(t, a, admin, "members", "2024.csv", csv("S/N,Name,Mobile", "1,Tan,91230001", "2,Lim,91230002"))
		start(t, a, admin, one)
		two := bring(t, a, admin, "members", "2025.csv", csv("S/N,Name,Mobile", "1,Koh,91230003", "2,Ong,91230004"))
		if v := view(t, admin, two); v.Counts.Ready != 2 || v.Counts.Known != 0 {
			t.Errorf("%+v", v.Counts)
		}
	})
}

// A cell's content is treated as plain text; invisible characters are reported as a question.
func TestCellsAreReadAsPlainText(t *testing.T) {
	testkit.One(t, func(t *testing.T, a *testkit.App) {
		admin := a.Staff(t, "admin")
		names := []string{"<script>alert(1)</script>", "'); DROP TABLE users--", "陈𠮷䶮", "Tan\u202egnp.exe", "x\ufffdy", "-1+1|cmd"}
		lines := []string{"Name,Mobile"}
		for i, name := range names {
			lines = append(lines, fmt.Sprintf("%s,9123000%d", name, i))
		}
		id := bring(t, a, admin, "members", "x.csv", csv(lines...))
		class := map[string]string{"<script>alert(1)</script>": "unreadable", "Tan\u202egnp.exe": "unreadable", "x\ufffdy": "unreadable"}
		for i, r := range rows(t, admin, id, "all").Items {
			want := class[names[i]]
			if want == "" {
				want = "ready"
			}
			if r.Cells["name"].Text != names[i] || r.Class != want {
				t.Errorf("%q is %s %q", names[i], r.Class, r.Cells["name"].Text)
			}
		}
	})
}

// A file that would take long to parse, or much memory, is refused beforehand.
func TestOversizedSheetsAreRefusedQuickly(t *testing.T) {
	testkit.One(t, func(t *testing.T, a *testkit.App) {
		admin := a.Staff(t, "admin")
		for name, data := range map[string][]byte{
			"commas":  append([]byte("Name,Mobile\nTan,91234567\n"), bytes.Repeat([]byte(","), 9<<20)...),
			"header":  append(append([]byte("Name,Mobile"), bytes.Repeat([]byte(","), 9<<20)...), "\nTan,91234567\n"...),
			"lines":   append([]byte("Name,Mobile\n"), bytes.Repeat([]byte("\n"), 9<<20)...),
			"million": append([]byte("Name,Mobile\n"), bytes.Repeat([]byte("T,9\n"), 1_000_000)...),
			"zeros":   make([]byte, 9<<20),
			"zip":     append([]byte("PK\x03\x04"), bytes.Repeat([]byte("PK\x01\x02"), 2<<20)...),
		} {
			if r := upload(t, admin, "members", "x.csv", data); r.Status != 400 {
				t.Errorf("%s: %d %.200s", name, r.Status, r.Body)
			}
		}
		if n := a.Count(t, "SELECT count(*) FROM imports"); n != 0 {
			t.Errorf("%d of what was refused is kept", n)
		}
		for _, e := range files(t, a.Config.DataDir) {
			if strings.Contains(e, "import/") {
				t.Errorf("the file %s is kept", e)
			}
		}
	})
}

// The largest list has 20,000 rows below its header, wherever the header is; one more is refused with a message that
// says so.
func TestAnImportHasAtMost20000Rows(t *testing.T) {
	testkit.Each(t, func(t *testing.T, a *testkit.App) {
		admin := a.Staff(t, "admin")
		for _, above := range []string{"", "Members of the temple\n\n"} {
			list := func(n int) []byte {
				return append([]byte(above+"Name,Mobile\n"), bytes.Repeat([]byte("Tan,91234567\n"), n)...)
			}
			upload(t, admin, "members", "most.csv", list(bankfile.MaxListRows)).Want(200)
			kept := a.Count(t, "SELECT count(*) FROM imports")
			for _, language := range []string{"en", "zh"} {
				admin.Locale = language
				r := upload(t, admin, "members", "more.csv", list(bankfile.MaxListRows+1))
				if r.Code() != "sheet-too-large" || !strings.Contains(string(r.Body), "20,000") {
					t.Errorf("20,001 rows in %s: %d %s", language, r.Status, r.Body)
				}
			}
			admin.Locale = ""
			if n := a.Count(t, "SELECT count(*) FROM imports"); n != kept {
				t.Error("what was refused is kept")
			}
		}
	})
}

// files are the names of all files below a folder.
func files(t *testing.T, dir string) (out []string) {
	t.Helper()
	err := filepath.WalkDir(dir, func(path string, d fs.DirEntry, err error) error {
		if err == nil && !d.IsDir() {
			out = append(out, path)
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return out
}

// Traditional and rare characters are decoded correctly from either encoding.
func TestTraditionalAndRareCharactersAreDecoded(t *testing.T) {
	for _, text := range []string{
		"姓名,電話\n陳美玲,91230001\n黃國強,91230002\n", "姓名,电话\n陈𠮷䶮,91230001\n", "姓名,電話\n鄭麗華,1\n劉鳳儀,2\n蘇慧\n張學友,3\n龍應台\n",
	} {
		gb, _ := simplifiedchinese.GB18030.NewEncoder().String(text)
		got, err := bankfile.Cells([]byte(gb))
		want, _ := bankfile.Cells([]byte(text))
		if fmt.Sprint(got.Rows) != fmt.Sprint(want.Rows) {
			t.Errorf("GB 18030: %v %v, want %v", got, err, want)
		}
		if b5, err := traditionalchinese.Big5.NewEncoder().String(text); err == nil {
			if got, _ := bankfile.Cells([]byte(b5)); fmt.Sprint(got.Rows) != fmt.Sprint(want.Rows) {
				t.Errorf("Big5: %v, want %v", got, want)
			}
		}
	}
}

// After a month no raw row is stored, whatever the import's state was.
func TestAbandonedImportsLoseTheirRowsAfterAMonth(t *testing.T) {
	testkit.Each(t, func(t *testing.T, a *testkit.App) {
		admin := a.Staff(t, "admin")
		waiting := bring(t, a, admin, "members", "a.csv", csv("Name,Mobile", "Tan,91230001"))
		stuck := bring(t, a, admin, "members", "b.csv", csv("Name,Mobile", "Lim,91230002"))
		admin.Post("/api/admin/import/"+stuck+"/start", map[string]any{"ready": 1}).Want(200)
		a.Clock.Advance(imports.UndoFor * 3)
		if err := a.Imports.Forget(t.Context()); err != nil {
			t.Fatal(err)
		}
		admin = a.Staff(t, "admin")
		if n := a.Count(t, "SELECT count(*) FROM import_rows"); n != 0 {
			t.Errorf("%d raw rows are kept", n)
		}
		if w, s := view(t, admin, waiting).State, view(t, admin, stuck).State; w != "gone" || s != "done" {
			t.Errorf("the waiting one is %s, the stuck one %s", w, s)
		}
	})
}

// The temple's money is the same before and after.
func TestAnImportTouchesNoMoney(t *testing.T) {
	testkit.Each(t, func(t *testing.T, a *testkit.App) {
		admin := a.Staff(t, "admin")
		before := admin.Get("/api/admin/report?from=2026-01-01&to=2026-12-31").Body
		id := bring(t, a, admin, "orders", "o.csv", csv("Name,Mobile,Date,What for,Amount,Receipt", "Tan,91230001,45700,x,120.50,R-1", "Lim,91230002,15/8/2025,x,1.00,R-2"))
		start(t, a, admin, id)
		if after := admin.Get("/api/admin/report?from=2026-01-01&to=2026-12-31").Body; string(before) != string(after) {
			t.Errorf("%s\n%s", before, after)
		}
	})
}

// Prints what the largest list takes, in seconds; for checking it also the CPU time, total allocations and peak memory;
// and one response during it, in milliseconds. look/import is the ratio to importing the same rows in the same run: go
// test -run '^$' -bench Import -benchtime 1x ./internal/office/imports
func BenchmarkImport(b *testing.B) {
	for _, engine := range []string{"sqlite", "postgres"} {
		b.Run(engine, func(b *testing.B) {
			a := testkit.New(b, engine)
			admin := a.Staff(b, "admin")
			took := map[string]time.Duration{}
			timed := func(what string, do func()) {
				begun := time.Now()
				do()
				took[what] += time.Since(begun)
			}
			for n := 0; b.Loop(); n++ {
				var id string
				var text strings.Builder
				text.WriteString("Name,Mobile,Remark\n")
				for i := range 19_999 {
					fmt.Fprintf(&text, "Member %d of %d,9%07d,line %d\n", i, n, i, i)
				}
				text.WriteString("Lim,9123,digits are missing\n")
				look := weigh()
				timed("look", func() { id = bring(b, a, admin, "members", "big.csv", []byte(text.String())) })
				look(b, "look")
				timed("answer", func() { answer(admin, id, "20001", "mobile", "without", "").Want(200) })
				timed("import", func() { start(b, a, admin, id) })
				timed("undo", func() { undo(b, a, admin, id) })
			}
			for what, d := range took {
				per := d.Seconds() / float64(b.N)
				if what == "answer" {
					b.ReportMetric(per*1000, "ms-answer")
					continue
				}
				b.ReportMetric(per, "s-"+what)
			}
			b.ReportMetric(took["look"].Seconds()/took["import"].Seconds(), "look/import")
			b.ReportMetric(0, "ns/op")
		})
	}
}

// weigh starts a measurement and returns a function that ends it: CPU time, total allocations, and the peak memory
// above the amount at the start.
func weigh() func(b *testing.B, what string) {
	cpu := func() float64 {
		runtime.GC() // it writes the figure
		sample := []metrics.Sample{{Name: "/cpu/classes/user:cpu-seconds"}}
		metrics.Read(sample)
		return sample[0].Value.Float64()
	}
	var before, now runtime.MemStats
	used := cpu()
	runtime.ReadMemStats(&before)
	most, done, ended := before.HeapAlloc, make(chan struct{}), make(chan struct{})
	go func() {
		defer close(ended)
		for every := time.NewTicker(20 * time.Millisecond); ; {
			select {
			case <-done:
				every.Stop()
				return
			case <-every.C:
				var m runtime.MemStats
				runtime.ReadMemStats(&m)
				most = max(most, m.HeapAlloc)
			}
		}
	}()
	return func(b *testing.B, what string) {
		close(done)
		<-ended
		runtime.ReadMemStats(&now)
		b.ReportMetric(float64(now.TotalAlloc-before.TotalAlloc)/1e6, "MB-taken-"+what)
		b.ReportMetric(float64(most-before.HeapAlloc)/1e6, "MB-held-"+what)
		b.ReportMetric(cpu()-used, "cpu-s-"+what)
	}
}

// A file that can no longer be read ends its import with the reason, and can be discarded.
func TestAFileDamagedAfterUploadEndsItsImport(t *testing.T) {
	testkit.Each(t, func(t *testing.T, a *testkit.App) {
		admin := a.Staff(t, "admin")
		var up imports.ImportUploaded
		upload(t, admin, "members", "x.csv", csv("Name,Mobile", "Tan,91230001")).Want(200).JSON(&up)
		var key string
		if err := a.DB.SQL().QueryRow("SELECT file_key FROM imports").Scan(&key); err != nil {
			t.Fatal(err)
		}
		broken := []byte("PK\x03\x04 no workbook")
		if err := a.Files.Put(t.Context(), key, bytes.NewReader(broken), int64(len(broken)), "application/octet-stream"); err != nil {
			t.Fatal(err)
		}
		admin.Put("/api/admin/import/"+up.ID+"/columns", map[string]any{"columns": map[string]int{"name": 0}}).Want(200)
		a.Drain(t)
		if v := view(t, admin, up.ID); v.State != "failed" || v.Problem != "sheet-unreadable" {
			t.Errorf("%s %s", v.State, v.Problem)
		}
		admin.Post("/api/admin/import/"+up.ID+"/give-up", map[string]any{}).Want(200)
	})
}

// The separator of a list of two columns is detected, also when its texts contain commas.
func TestTwoColumnListsAreSplitByTheirSeparator(t *testing.T) {
	for _, text := range []string{
		"Name;Mobile\nTan;9123\nLim, Ah Kow;9124\n", "Name\tMobile\nTan\t9123\nLim, Ah Kow\t9124\n", "Name|Mobile\nTan|9123\n\"Lim, Ah Kow\"|9124\n",
		"Name,Mobile\nTan,9123\n\"Lim, Ah Kow\",9124\n", "Name;Mobile\nTan;9123\n\"Lim, Ah Kow\";9124\n\n",
	} {
		sheet, err := bankfile.Cells([]byte(text))
		rows := sheet.Rows
		if err != nil || len(rows) < 3 || fmt.Sprintf("%q", rows[:3]) != `[["Name" "Mobile"] ["Tan" "9123"] ["Lim, Ah Kow" "9124"]]` {
			t.Errorf("%q: %q %v", text, rows, err)
		}
	}
	sheet, err := bankfile.Cells([]byte("Name;Address\nTan;Blk 1, #02-03, Singapore\nLim;Blk 2, #02-03, Singapore\nKoh;Blk 3\n"))
	if rows := sheet.Rows; err != nil || len(rows) != 4 || rows[1][1] != "Blk 1, #02-03, Singapore" {
		t.Errorf("%q %v", sheet.Rows, err)
	}
}

// Excel's day numbers are read as dates once somebody says so for their column, and are shown before.
func TestExcelDayNumbersAreAskedAboutOncePerColumn(t *testing.T) {
	testkit.Each(t, func(t *testing.T, a *testkit.App) {
		admin := a.Staff(t, "admin")
		var up imports.ImportUploaded
		upload(t, admin, "orders", "o.csv", csv("Name,Date,What for,Amount", "Tan,45678,Oil,1.00", "Lim,45679.5,Oil,2.00", "Koh,2025-01-23,Oil,3.00")).Want(200).JSON(&up)
		v := view(t, admin, up.ID)
		if n := v.Columns.DayNumbers; len(n) != 1 || n[0] != (imports.ImportDayNumbers{Column: 1, Rows: 2, First: "45678", Day: "2025-01-21"}) {
			t.Fatalf("%+v", n)
		}
		columns := map[string]any{"columns": map[string]int{"name": 0, "day": 1, "item": 2, "amount": 3}}
		admin.Put("/api/admin/import/"+up.ID+"/columns", columns).Want(200)
		a.Drain(t)
		if v = view(t, admin, up.ID); v.Counts.Unreadable != 2 || v.Counts.Ready != 1 {
			t.Errorf("without a word: %+v", v.Counts)
		}
		columns["dayNumbers"] = []string{"day", "name"}
		admin.Put("/api/admin/import/"+up.ID+"/columns", columns).Want(200)
		a.Drain(t)
		if v = start(t, a, admin, up.ID); v.Made != 3 {
			t.Errorf("%+v", v)
		}
		if n := a.Count(t, "SELECT count(DISTINCT day_at) FROM past_orders WHERE day_at - 1737388800000 IN (0, 86400000, 172800000)"); n != 3 {
			t.Errorf("%d of three days are right", n)
		}
	})
}

// A finished list may be uploaded again, once: whoever uploads its file a third time is led to the list that waits, and
// not to a second copy of it.
func TestAReuploadedFileLeadsToItsWaitingImport(t *testing.T) {
	testkit.Each(t, func(t *testing.T, a *testkit.App) {
		admin := a.Staff(t, "admin")
		for i := range 5 { // whatever the order of the file's rows
			sheet := csv("Name,Mobile", fmt.Sprintf("陳美玲,9123 010%d", i))
			first := bring(t, a, admin, "members", "devotees.csv", sheet)
			start(t, a, admin, first)
			second := bring(t, a, admin, "members", "devotees.csv", sheet)
			if second == first {
				t.Fatal("a list that is done is not shown again")
			}
			var third imports.ImportUploaded
			if upload(t, admin, "members", "devotees.csv", sheet).Want(200).JSON(&third); third.ID != second || !third.Known {
				t.Fatalf("the file is brought a third time: %+v, want %s, which waits", third, second)
			}
		}
	})
}

// Somebody who corrects a number is told when a member has it: the question is about the typed value, which stays and
// can be changed.
func TestAnAnswerAboutATypedNumberKeepsTheNumber(t *testing.T) {
	testkit.Each(t, func(t *testing.T, a *testkit.App) {
		admin := a.Staff(t, "admin")
		a.NewMember(t, "Goh Siew Eng", "+6591230003")
		one := bring(t, a, admin, "lamps", "lamps.csv", csv("Name,Mobile,Lamp,Lit on", "陳美玲,9123 000,Grand lotus lamp,2025-08-15", "王家,9123 0044,Grand lotus lamp,十月三十一 2025"))
		row := func(res *testkit.Response) imports.ImportRow {
			t.Helper()
			var out imports.ImportAnswered
			res.Want(200).JSON(&out)
			return out.Row
		}
		var is imports.ImportRow
		what := func(when, class, text string) {
			t.Helper()
			if is.Class != class || is.Cells["mobile"].Text != text {
				t.Fatalf("%s: %s with %q, want %s with %q\n%+v", when, is.Class, is.Cells["mobile"].Text, class, text, is.Problems)
			}
		}
		is = row(answer(admin, one, "2", "mobile", "set", "9123 0003"))
		what("set to a member's number", "decide", "9123 0003")
		is = row(answer(admin, one, "2", "mobile", "same", ""))
		what("the same person", "ready", "9123 0003")
		is = row(answer(admin, one, "2", "mobile", "other", "9999 9999"))
		what("somebody else", "ready", "9123 0003")
		is = row(answer(admin, one, "2", "mobile", "", ""))
		what("taken back", "unreadable", "9123 000")
		row(answer(admin, one, "2", "mobile", "set", "9123 0003"))
		is = row(answer(admin, one, "2", "mobile", "set", "9123 0004"))
		what("typed anew", "ready", "9123 0004")
		if is = row(answer(admin, one, "3", "from", "set", "九月三十一 2025")); is.Class != "decide" {
			t.Fatalf("a day that is none: %+v", is)
		}
		if is = row(answer(admin, one, "3", "from", "day", "")); is.Class != "ready" || is.Cells["from"].Text != "九月三十一 2025" {
			t.Fatalf("the day that is meant: %+v", is)
		}
	})
}
