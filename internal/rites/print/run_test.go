package print_test

import (
	"bytes"
	"math"
	"net/http"
	"slices"
	"strings"
	"testing"
	"time"

	"shanmen/internal/base/money"
	"shanmen/internal/rites/ceremony"
	"shanmen/internal/rites/print"
	"shanmen/internal/sales/invoice"
	"shanmen/internal/testkit"
)

type fields = map[string]any

// solstice is a ceremony with tablets of ancestors.
func solstice(t *testing.T, a *testkit.App) string {
	t.Helper()
	offering := a.Text(t, "SELECT id FROM offerings WHERE key = 'winter-solstice'")
	start := a.Clock.Now().Add(20 * 24 * time.Hour).Truncate(time.Second)
	var v ceremony.CeremonyView
	a.Staff(t, "ritual").Post("/api/admin/ceremony", fields{
		"title": fields{"en": "Winter solstice prayer", "zh": "冬至祭祖法会"}, "gathers": "bought", "script": "hant", "paper": true, "closesAt": start.Add(-6 * 24 * time.Hour),
		"sittings": []fields{{"startsAt": start, "endsAt": start.Add(2 * time.Hour), "place": fields{"en": "Lotus Hall", "zh": "莲池殿"}}},
		"sources":  []fields{{"offeringId": offering, "kind": "ancestors"}},
	}).Want(200).JSON(&v)
	a.Drain(t)
	return v.ID
}

// ordered is an unpaid order of tablets.
func ordered(t *testing.T, a *testkit.App, surnames ...string) *invoice.View {
	t.Helper()
	var items []map[string]any
	for _, s := range surnames {
		items = append(items, a.Item(t, "winter-solstice", "family", "quantity", 1, "form", fields{"surname": s, "dedicators": []fields{{"chineseName": "陈𠮷䶮"}, {"name": "Mary Ouyang"}}}))
	}
	return a.Member(t).BuyFor(money.Cents(5000*len(surnames)), items...)
}

// refund refunds a whole order in cash.
func refund(t *testing.T, a *testkit.App, v *invoice.View) {
	t.Helper()
	a.Staff(t, "counter").Refund(v.ID, money.Cash, v.SubTotal, "asked-by-devotee").Want(200)
}

func entriesOf(t *testing.T, a *testkit.App, list, state string) []ceremony.EntryRow {
	t.Helper()
	var l ceremony.EntryList
	a.Staff(t, "ritual").Get("/api/admin/ceremony/" + list + "/entry?limit=100&state=" + state).Want(200).JSON(&l)
	return l.Items
}

func check(t *testing.T, a *testkit.App, list string) {
	t.Helper()
	for _, e := range entriesOf(t, a, list, "collected") {
		a.Staff(t, "ritual").Post("/api/admin/entry/"+e.ID+"/check", fields{"revision": e.Revision, "right": true}).Want(200)
	}
}

func correct(t *testing.T, a *testkit.App, e ceremony.EntryRow, surname string, right bool) {
	t.Helper()
	e.Text.Surname = surname
	a.Staff(t, "ritual").Post("/api/admin/entry/"+e.ID+"/correct", fields{"revision": e.Revision, "text": e.Text, "reason": "typed-wrong", "right": right}).Want(200)
}

func tablets(list string) fields {
	return fields{"source": "ceremony", "sourceId": list, "kind": "tablet", "layoutKey": "tablet-two", "which": "ready", "sort": "number"}
}

func with(base fields, more ...any) fields {
	out := fields{}
	for k, v := range base {
		out[k] = v
	}
	for i := 0; i+1 < len(more); i += 2 {
		out[more[i].(string)] = more[i+1]
	}
	return out
}

// made is a run that is drawn.
func made(t *testing.T, a *testkit.App, draft fields) print.RunView {
	t.Helper()
	var v print.RunView
	a.Staff(t, "ritual").Post("/api/admin/run", draft).Want(200).JSON(&v)
	a.Drain(t)
	return run(t, a, v.ID)
}

func run(t *testing.T, a *testkit.App, id string) (v print.RunView) {
	t.Helper()
	a.Staff(t, "ritual").Get("/api/admin/run/" + id).Want(200).JSON(&v)
	return v
}

func act(t *testing.T, a *testkit.App, id, what string, body any) *testkit.Response {
	t.Helper()
	return a.Staff(t, "ritual").Post("/api/admin/run/"+id+"/"+what, body)
}

func pieces(t *testing.T, a *testkit.App, id string) []print.RunPiece {
	t.Helper()
	var l print.RunPieceList
	a.Staff(t, "ritual").Get("/api/admin/run/" + id + "/piece?limit=100").Want(200).JSON(&l)
	return l.Items
}

func file(t *testing.T, a *testkit.App, id string) []byte {
	t.Helper()
	return []byte(a.Staff(t, "ritual").Get("/api/admin/run/" + id + "/file.pdf").Want(200).Body)
}

// A run prints what is paid and checked, and nothing else; it counts once its sheets are confirmed as good.
func TestARunPrintsWhatIsPaidAndChecked(t *testing.T) {
	t.Parallel()
	testkit.Each(t, func(t *testing.T, a *testkit.App) {
		list := solstice(t, a)
		if r := a.Staff(t, "ritual").Post("/api/admin/run", tablets(list)).Want(400); r.Code() != "run-nothing" {
			t.Errorf("an empty list: %s", r.Body)
		}
		a.TakeCash(t, ordered(t, a, "欧阳", "林", "黄"))
		check(t, a, list)
		ordered(t, a, "符")                // not paid
		a.TakeCash(t, ordered(t, a, "吴")) // paid, not checked
		var look print.RunLook
		a.Staff(t, "ritual").Post("/api/admin/run/look", tablets(list)).Want(200).JSON(&look)
		if look.Total != 3 || look.Sheets != 2 || look.LeftOutCount != 0 || look.Picture == "" {
			t.Errorf("looked at: %d on %d sheets", look.Total, look.Sheets)
		}
		v := made(t, a, tablets(list))
		sheet := a.Staff(t, "ritual").Get("/api/admin/run/" + v.ID + "/sheet/2").Want(200)
		if w, h := testkit.SVGSize(t, string(sheet.Body)); math.Abs(w/h-210.0/297) > 0.001 || sheet.Header.Get("Content-Type") != "image/svg+xml" {
			t.Errorf("a sheet of %g by %g", w, h)
		}
		a.Staff(t, "ritual").Get("/api/admin/run/" + v.ID + "/sheet/3").Want(404)
		if v.State != "ready" || v.Total != 3 || v.Sheets != 2 || v.Drawn != 2 || v.Counts.Waiting != 3 || v.No != 1 || v.By == "" || !v.HasFile {
			t.Fatalf("%+v", v)
		}
		text := textOf(t, a, v.ID)
		for _, want := range []string{"欧阳門堂上歷代祖先", "林門堂上歷代祖先", "陈𠮷䶮", "Mary Ouyang", "0001 · r1"} {
			if !strings.Contains(text, want) {
				t.Errorf("%s is not in the file: %s", want, text)
			}
		}
		for _, not := range []string{"符門", "吴門"} {
			if strings.Contains(text, not) {
				t.Errorf("%s is printed", not)
			}
		}
		if n := len(entriesOf(t, a, list, "printed")); n != 0 {
			t.Errorf("%d count as printed before somebody said so", n)
		}
		if r := a.Staff(t, "ritual").Post("/api/admin/run", tablets(list)).Want(400); r.Code() != "in-another-run" {
			t.Errorf("a second run of the same: %s", r.Body)
		}
		act(t, a, v.ID, "accept", fields{}).Want(200).JSON(&v)
		if v.State != "accepted" || v.Counts.Good != 3 || v.EndedBy == "" {
			t.Errorf("%+v", v)
		}
		if n := len(entriesOf(t, a, list, "printed")); n != 3 {
			t.Errorf("%d printed", n)
		}
		if r := act(t, a, v.ID, "accept", fields{}).Want(400); r.Code() != "run-accepted" {
			t.Errorf("a second acceptance: %s", r.Body)
		}
		for _, role := range []string{"counter", "treasurer", "editor"} {
			a.Staff(t, role).Get("/api/admin/run/" + v.ID).Want(403)
			a.Staff(t, role).Get("/api/admin/run/" + v.ID + "/file.pdf").Want(403)
		}
	})
}

// Spoiled sheets are printed again, single pieces too; a name corrected meanwhile does not count, and one that was
// refunded has to be taken out.
func TestSpoiledPiecesArePrintedAgain(t *testing.T) {
	t.Parallel()
	testkit.Each(t, func(t *testing.T, a *testkit.App) {
		list := solstice(t, a)
		a.TakeCash(t, ordered(t, a, "欧阳", "林", "黄", "吴", "李"))
		back := ordered(t, a, "符")
		a.TakeCash(t, back)
		check(t, a, list)
		v := made(t, a, tablets(list))
		if v.Sheets != 3 {
			t.Fatalf("%+v", v)
		}
		all := entriesOf(t, a, list, "all")
		correct(t, a, all[2], "王", true) // 黄, on sheet 2
		refund(t, a, back)               // on sheet 3
		for _, wrong := range [][]fields{{{"from": 0, "to": 1}}, {{"from": 2, "to": 4}}, {{"from": 3, "to": 2}}} {
			if r := act(t, a, v.ID, "accept", fields{"spoiled": wrong}).Want(400); len(r.FieldCodes()) != 1 {
				t.Errorf("%v: %s", wrong, r.Body)
			}
		}
		act(t, a, v.ID, "accept", fields{"spoiled": []fields{{"from": 1, "to": 1}}}).Want(200).JSON(&v)
		if c := v.Counts; c.Spoiled != 2 || c.Stale != 1 || c.Withdrawn != 1 || c.Good != 2 || c.Waiting != 0 {
			t.Fatalf("%+v", c)
		}
		var again print.RunView
		act(t, a, v.ID, "reprint", fields{"which": "spoiled"}).Want(200).JSON(&again)
		a.Drain(t)
		if again.Total != 2 || again.Why != "spoiled" || again.No != 2 {
			t.Errorf("spoiled again: %+v", again)
		}
		act(t, a, again.ID, "accept", fields{}).Want(200)
		act(t, a, v.ID, "reprint", fields{"which": "stale"}).Want(200).JSON(&again)
		a.Drain(t)
		if text := textOf(t, a, again.ID); !strings.Contains(text, "王門") || !strings.Contains(text, "0003 · r2") {
			t.Errorf("the corrected name: %s", text)
		}
		act(t, a, again.ID, "accept", fields{}).Want(200)
		// A good sheet was lost.
		if r := act(t, a, v.ID, "reprint", fields{"which": "spoiled"}).Want(400); r.Code() != "run-nothing" {
			t.Errorf("what has a new paper is printed again: %s", r.Body)
		}
		act(t, a, v.ID, "reprint", fields{"which": "chosen", "pieces": []int64{4}, "why": "lost"}).Want(200).JSON(&again)
		a.Drain(t)
		act(t, a, again.ID, "accept", fields{}).Want(200)
		if c := run(t, a, v.ID).Counts; c.Replaced != 4 || c.Good != 1 || c.Withdrawn != 1 {
			t.Errorf("all but one have a later paper: %+v", c)
		}
		if n := len(entriesOf(t, a, list, "printed")); n != 5 {
			t.Errorf("%d printed", n)
		}
	})
}

// A piece refunded or corrected between creating and drawing the run leaves its space empty; the others keep theirs.
func TestRefundedEntriesAreNotDrawn(t *testing.T) {
	t.Parallel()
	testkit.Each(t, func(t *testing.T, a *testkit.App) {
		list := solstice(t, a)
		a.TakeCash(t, ordered(t, a, "欧阳"))
		back := ordered(t, a, "符")
		a.TakeCash(t, back)
		a.TakeCash(t, ordered(t, a, "林", "黄"))
		check(t, a, list)
		var v print.RunView
		a.Staff(t, "ritual").Post("/api/admin/run", tablets(list)).Want(200).JSON(&v)
		before := pieces(t, a, v.ID)
		refund(t, a, back)
		correct(t, a, entriesOf(t, a, list, "all")[2], "王", true)
		a.Drain(t)
		text := textOf(t, a, v.ID)
		if strings.Contains(text, "符") || strings.Contains(text, "黄") || !strings.Contains(text, "欧阳") || !strings.Contains(text, "林") {
			t.Errorf("drawn: %s", text)
		}
		after := pieces(t, a, v.ID)
		for i := range before {
			if before[i].Outcome = after[i].Outcome; before[i] != after[i] {
				t.Errorf("a piece has moved: %+v, %+v", before[i], after[i])
			}
		}
		act(t, a, v.ID, "accept", fields{}).Want(200).JSON(&v)
		if v.Counts.Blank != 2 || v.Counts.Good != 2 {
			t.Errorf("%+v", v.Counts)
		}
		if again := made(t, a, tablets(list)); again.Total != 1 {
			t.Errorf("the corrected one is in the next run: %+v", again)
		}
	})
}

// A run that is drawn again has the same pieces and the same bytes; when it is cancelled, its entries are free again
// and its file is deleted.
func TestARedrawnRunIsIdentical(t *testing.T) {
	t.Parallel()
	testkit.Each(t, func(t *testing.T, a *testkit.App) {
		list := solstice(t, a)
		a.TakeCash(t, ordered(t, a, "欧阳", "林", "黄"))
		check(t, a, list)
		v := made(t, a, tablets(list))
		first, at := file(t, a, v.ID), pieces(t, a, v.ID)
		if r := act(t, a, v.ID, "again", fields{}).Want(400); r.Code() != "run-not-ready" {
			t.Errorf("%s", r.Body)
		}
		a.Clock.Advance(15 * 24 * time.Hour)
		if err := a.Print.Sweep(t.Context()); err != nil {
			t.Fatal(err)
		}
		a.Drain(t)
		if r := a.Staff(t, "ritual").Get("/api/admin/run/" + v.ID + "/file.pdf").Want(400); r.Code() != "run-file-gone" {
			t.Errorf("after 14 days: %s", r.Body)
		}
		act(t, a, v.ID, "again", fields{}).Want(200)
		a.Drain(t)
		if !bytes.Equal(first, file(t, a, v.ID)) || !slices.Equal(at, pieces(t, a, v.ID)) {
			t.Error("begun anew, the run is another one")
		}
		a.Exec(t, "UPDATE print_runs SET state = 'running' WHERE id = $1", v.ID) // as if its replica had died
		if run(t, a, v.ID).Stuck {
			t.Error("stuck at once")
		}
		a.Clock.Advance(time.Minute)
		if !run(t, a, v.ID).Stuck {
			t.Error("nobody is told that it is stuck")
		}
		act(t, a, v.ID, "again", fields{}).Want(200)
		a.Drain(t)
		act(t, a, v.ID, "cancel", fields{}).Want(200).JSON(&v)
		if v.State != "cancelled" || v.HasFile || v.Counts.Dropped != 3 {
			t.Errorf("%+v", v)
		}
		if r := act(t, a, v.ID, "accept", fields{}).Want(400); r.Code() != "run-cancelled" {
			t.Errorf("%s", r.Body)
		}
		a.Drain(t)
		var left int
		err := a.Files.Each(t.Context(), "print/", func(f fileOf) error { left++; return nil })
		if err != nil || left != 0 {
			t.Errorf("%d files are left: %v", left, err)
		}
		if next := made(t, a, tablets(list)); next.Total != 3 || next.No != 2 {
			t.Errorf("%+v", next)
		}
	})
}

// Entries that cannot be printed are listed beforehand, and left out unless boxes are asked for in place of missing
// characters.
func TestUnprintableEntriesAreListedInThePreview(t *testing.T) {
	t.Parallel()
	testkit.Each(t, func(t *testing.T, a *testkit.App) {
		list := solstice(t, a)
		a.TakeCash(t, ordered(t, a, "欧阳", "𤦹", "Bala"))
		long := entriesOf(t, a, list, "all")[2]
		for range 8 {
			long.Text.Dedicators = append(long.Text.Dedicators, ceremony.EntryPerson{Name: "欧阳娜娜"})
		}
		correct(t, a, long, "Bala", false)
		check(t, a, list)
		var look print.RunLook
		small := with(tablets(list), "layoutKey", "tablet-ten")
		a.Staff(t, "ritual").Post("/api/admin/run/look", small).Want(200).JSON(&look)
		if look.Total != 1 || look.LeftOutCount != 2 || look.LeftOut[0].Why != "no-glyph" || look.LeftOut[0].Chars != "𤦹" || look.LeftOut[1].Why != "other-layout" || look.LeftOut[1].Layout == "" {
			t.Fatalf("%+v", look.LeftOut)
		}
		v := made(t, a, with(small, "boxes", true))
		if v.Total != 2 || v.LeftOutCount != 1 {
			t.Errorf("%+v", v)
		}
		if text := textOf(t, a, v.ID); !strings.Contains(text, "U+249B9") {
			t.Errorf("no box: %s", text)
		}
	})
}

// A run whose file cannot be stored reports it, and continues when somebody starts it again.
func TestAFailedRunCanBeRestarted(t *testing.T) {
	t.Parallel()
	testkit.Each(t, func(t *testing.T, a *testkit.App) {
		list := solstice(t, a)
		a.TakeCash(t, ordered(t, a, "欧阳", "林"))
		check(t, a, list)
		files := a.Print.Files
		a.Print.Files = fullDisk{files}
		v := made(t, a, tablets(list))
		if v.State != "failed" || v.Problem != "run-storage" || v.HasFile {
			t.Fatalf("%+v", v)
		}
		at := pieces(t, a, v.ID)
		a.Print.Files = files
		act(t, a, v.ID, "again", fields{}).Want(200)
		a.Drain(t)
		if v = run(t, a, v.ID); v.State != "ready" || !slices.Equal(at, pieces(t, a, v.ID)) {
			t.Errorf("%+v", v)
		}
	})
}

// A name list and an export contain the list's entries; no cell becomes a formula, and the password is required again.
func TestNameListsAndExportsAreComplete(t *testing.T) {
	t.Parallel()
	testkit.Each(t, func(t *testing.T, a *testkit.App) {
		list := solstice(t, a)
		a.TakeCash(t, ordered(t, a, "欧阳", "=1+2"))
		v := made(t, a, fields{"source": "ceremony", "sourceId": list, "kind": "list", "which": "ready", "sort": "place"})
		if v.State != "ready" || v.Total != 2 || v.Sheets != 1 {
			t.Fatalf("%+v", v)
		}
		if text := textOf(t, a, v.ID); !strings.Contains(text, "欧阳") || !strings.Contains(text, "冬至祭祖法会") {
			t.Errorf("list: %s", text)
		}
		if r := act(t, a, v.ID, "accept", fields{}).Want(400); r.Code() != "run-not-ready" {
			t.Errorf("a list is accepted: %s", r.Body)
		}
		c := a.Staff(t, "ritual")
		path := "/api/admin/ceremony/" + list + "/export"
		if r := c.Post(path, fields{"format": "csv", "state": "all", "password": "wrong"}); r.Status == http.StatusOK {
			t.Error("without the password")
		}
		csv := string(c.Post(path, fields{"format": "csv", "state": "all", "password": "temple-office-2026"}).Want(200).Body)
		for _, want := range []string{"欧阳", "'=1+2", "陈𠮷䶮", "Mary Ouyang", "INV-"} {
			if !strings.Contains(csv, want) {
				t.Errorf("%s is not in the file: %s", want, csv)
			}
		}
		if xlsx := c.Post(path, fields{"format": "xlsx", "state": "collected", "password": "temple-office-2026"}).Want(200).Body; !bytes.HasPrefix([]byte(xlsx), []byte("PK")) {
			t.Error("no workbook")
		}
		a.Staff(t, "counter").Post(path, fields{"format": "csv", "state": "all", "password": "temple-office-2026"}).Want(403)
	})
}

// textOf is the text of a run's file without its ruled lines.
func textOf(t *testing.T, a *testkit.App, id string) string {
	t.Helper()
	return strings.ReplaceAll(testkit.PDFText(t, file(t, a, id)), "\n", "")
}
