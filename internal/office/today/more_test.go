package today_test

import (
	"testing"
	"time"

	"shanmen/internal/base/lunar"
	"shanmen/internal/base/money"
	paymentdesk "shanmen/internal/office/desk"
	todaypage "shanmen/internal/office/today"
	"shanmen/internal/sales/till"
	"shanmen/internal/testkit"
	"shanmen/internal/testkit/officekit"
)

// A cash box with too little waits for the accountant to check it, and for nobody else.
func TestTodayListsAShiftDifferenceUntilReviewed(t *testing.T) {
	t.Parallel()
	testkit.Each(t, func(t *testing.T, a *testkit.App) {
		counter := a.Staff(t, "counter")
		var now till.OpenShift
		counter.Get("/api/admin/shift/current").Want(200).JSON(&now)
		id := now.Shift.ID
		look := "/api/admin/shift/" + id + "/look"
		if r := a.Staff(t, "treasurer").Post(look, nil).Want(400); r.Code() != "no-difference" {
			t.Errorf("an open shift was looked at: %s", r.Code())
		}
		if w := officekit.WaitingFor(officekit.TodayOf(t, a, "treasurer"), "differences"); w != nil {
			t.Fatalf("nothing was closed yet: %+v", w)
		}
		counter.Post("/api/admin/shift/"+id+"/close", map[string]any{"count": []map[string]any{{"value": 1000, "number": 1}}, "explanation": "Gave change twice."}).Want(200)
		w := officekit.WaitingFor(officekit.TodayOf(t, a, "treasurer"), "differences")
		if w == nil || w.Count != 1 || w.ID != id || w.Sum != 1000-now.Shift.Expected || w.Since == nil || w.Oldest == nil || w.Oldest.Name == "" || w.Oldest.Text != "Gave change twice." {
			t.Fatalf("the difference: %+v", w)
		}
		for _, role := range []string{"counter", "editor", "ritual"} {
			if w := officekit.WaitingFor(officekit.TodayOf(t, a, role), "differences"); w != nil {
				t.Errorf("the %s sees the difference: %+v", role, w)
			}
		}
		counter.Post(look, nil).Want(403)
		var report till.ShiftReport
		for range 2 { // twice is once
			a.Staff(t, "treasurer").Post(look, nil).Want(200).JSON(&report)
		}
		if report.Shift.Waits || officekit.WaitingFor(officekit.TodayOf(t, a, "treasurer"), "differences") != nil {
			t.Errorf("it waits still: %+v", report.Shift)
		}
		if n := a.Count(t, "SELECT count(*) FROM audit_entries WHERE action = 'shift.look' AND subject = 'shift:"+id+"'"); n != 1 {
			t.Errorf("the trail has %d entries", n)
		}
		if r := a.Staff(t, "treasurer").Post("/api/admin/shift/none/look", nil); r.Status != 404 {
			t.Errorf("a shift that is not there: %d", r.Status)
		}
	})
}

// A temple that imports no statements is not reminded of them; one whose last statement ended two days ago is.
func TestTodayReportsMissingBankStatements(t *testing.T) {
	t.Parallel()
	testkit.Each(t, func(t *testing.T, a *testkit.App) {
		if w := officekit.WaitingFor(officekit.TodayOf(t, a, "treasurer"), "bank"); w != nil {
			t.Fatalf("no statement was ever uploaded: %+v", w)
		}
		put := func(id string, ago time.Duration) {
			t.Helper()
			a.Exec(t, "INSERT INTO bank_statements (id, name, sha256, state, through_at, uploaded_by, created_at) VALUES ($1, 'july.csv', $2, 'ready', $3, 'x', 1)",
				id, "sha"+id, a.Clock.Now().Add(-ago).UnixMilli())
		}
		put("s1", 73*time.Hour)
		if w := officekit.WaitingFor(officekit.TodayOf(t, a, "treasurer"), "bank"); w == nil || w.Count != 3 {
			t.Errorf("three days behind: %+v", w)
		}
		put("s2", 47*time.Hour)
		if w := officekit.WaitingFor(officekit.TodayOf(t, a, "treasurer"), "bank"); w != nil {
			t.Errorf("the newest is not two days old: %+v", w)
		}
	})
}

// Actions of others are listed for those who may do them too; nobody sees their own.
func TestTodayListsColleaguesActions(t *testing.T) {
	t.Parallel()
	testkit.Each(t, func(t *testing.T, a *testkit.App) {
		id := a.Record(t, "page", "history")
		admin := a.Staff(t, "admin")
		for _, text := range []string{"<p>One.</p>", "<p>Two.</p>"} {
			admin.Type(id, map[string]string{"html.en": text}).Want(200)
			admin.Publish(id, "en").Want(200)
		}
		did := officekit.TodayOf(t, a, "editor").Did
		if len(did) != 1 || did[0].Action != "record.publish" || did[0].Count != 2 || did[0].Record != id || did[0].Title.EN == "" || did[0].By == "" {
			t.Errorf("the editor: %+v", did)
		}
		for _, role := range []string{"admin", "treasurer", "counter", "ritual"} {
			for _, d := range officekit.TodayOf(t, a, role).Did {
				if d.Action == "record.publish" {
					t.Errorf("the %s: %+v", role, d)
				}
			}
		}
	})
}

// Counter staff are reminded of a shift while they have none, and told of cash orders to come.
func TestTodayRemindsTheCounterOfShiftAndCash(t *testing.T) {
	t.Parallel()
	testkit.Each(t, func(t *testing.T, a *testkit.App) {
		var o todaypage.Today
		a.StaffOffShift(t, "counter").Get("/api/admin/today").Want(200).JSON(&o)
		if w := officekit.WaitingFor(o, "shift"); w == nil || w.Count != 1 {
			t.Errorf("no shift is open: %+v", o.Waiting)
		}
		if w := officekit.WaitingFor(o, "cash"); w != nil {
			t.Errorf("nobody brings cash: %+v", w)
		}
		c := a.Member(t)
		c.BuyFor(1000, a.Item(t, "lamp-oil", "bottle"))
		o = officekit.TodayOf(t, a, "counter")
		if w := officekit.WaitingFor(o, "shift"); w != nil {
			t.Errorf("a shift is open: %+v", w)
		}
		if w := officekit.WaitingFor(o, "cash"); w == nil || w.Count != 1 || w.Sum != 1000 || w.Since == nil {
			t.Errorf("the cash: %+v", w)
		}
		for _, role := range []string{"editor", "ritual"} {
			if o := officekit.TodayOf(t, a, role); officekit.WaitingFor(o, "cash") != nil || officekit.WaitingFor(o, "shift") != nil || o.Yesterday != nil {
				t.Errorf("the %s: %+v", role, o)
			}
		}
	})
}

// The treasurer sees yesterday in Singapore time, exact at both ends, and the next document numbers.
func TestTodayShowsYesterdaysFigures(t *testing.T) {
	t.Parallel()
	testkit.Each(t, func(t *testing.T, a *testkit.App) {
		officekit.Transferred(t, a, a.Member(t))
		midnight := lunar.DayOf(a.Clock.Now()).Time(0, 0)
		for _, c := range []struct {
			at   time.Time
			came money.Cents
		}{
			{midnight.AddDate(0, 0, -1).Add(-time.Millisecond), 0}, {midnight.AddDate(0, 0, -1), 700},
			{midnight.Add(-time.Millisecond), 700}, {midnight, 0},
		} {
			a.Exec(t, "UPDATE payments SET status = 'approved', received = 700, decided_at = $1", c.at.UnixMilli())
			y := officekit.TodayOf(t, a, "treasurer").Yesterday
			if y == nil || y.Came != c.came || y.Orders != int64(min(c.came, 1)) || y.Cash != 0 || y.Refunds != 0 || y.NextInvoice == "" || y.NextReceipt == "" {
				t.Errorf("at %v: %+v", c.at, y)
			}
		}
	})
}

// An editor sees the drafts by name, and the pictures without a description in a language.
func TestTodayListsTheEditorsOpenTexts(t *testing.T) {
	t.Parallel()
	testkit.Each(t, func(t *testing.T, a *testkit.App) {
		a.Exec(t, "UPDATE pictures SET alt_en = 'x', alt_zh = 'x'")
		if w := officekit.WaitingFor(officekit.TodayOf(t, a, "editor"), "pictures"); w != nil {
			t.Fatalf("all are described: %+v", w)
		}
		bare := func(id, en, zh string, decorative, gone int) {
			t.Helper()
			a.Exec(t, "INSERT INTO pictures (id, name, sha256, dhash, width, height, alt_en, alt_zh, decorative, gone_at, bytes, added_by, added_at) VALUES ($1, 'a.jpg', $1, 0, 1, 1, $2, $3, $4, $5, 1, 'x', 1000)",
				id, en, zh, decorative, gone)
		}
		bare("p1", "A lamp", "", 0, 0)
		bare("p2", "", "灯", 0, 0)
		bare("p3", "A lamp", "灯", 0, 0)
		bare("p4", "", "", 1, 0)
		bare("p5", "", "", 0, 1)
		a.Staff(t, "editor").Type(a.Record(t, "page", "history"), map[string]string{"title.en": "Another history"}).Want(200)
		o := officekit.TodayOf(t, a, "editor")
		if w := officekit.WaitingFor(o, "pictures"); w == nil || w.Count != 2 {
			t.Errorf("the pictures: %+v", w)
		}
		if w := officekit.WaitingFor(o, "drafts"); w == nil || len(w.Names) != 1 || w.Names[0].EN != "Another history" {
			t.Errorf("the drafts: %+v", w)
		}
		if o.Machine != nil || !o.New {
			t.Errorf("an editor who has just come: %+v", o)
		}
		a.Clock.Advance(7 * 24 * time.Hour)
		if officekit.TodayOf(t, a, "editor").New {
			t.Error("a week is over")
		}
	})
}

// Undecided bank lines, and files whose columns are not set, are listed; the desk's counts include them.
func TestTodayListsUndecidedBankLinesAndFiles(t *testing.T) {
	t.Parallel()
	testkit.Each(t, func(t *testing.T, a *testkit.App) {
		desk := a.Staff(t, "treasurer")
		told := func() map[string]todaypage.Waiting {
			var today todaypage.Today
			desk.Get("/api/admin/today").Want(200).JSON(&today)
			out := map[string]todaypage.Waiting{}
			for _, w := range today.Waiting {
				out[w.What] = w
			}
			return out
		}
		if w := told(); w["bank-lines"].Count+w["bank-files"].Count != 0 {
			t.Errorf("of nothing: %+v", w)
		}
		at := a.Clock.Now().UnixMilli()
		add := func(id, state, problem string, skipped int) {
			t.Helper()
			a.Exec(t, "INSERT INTO bank_statements (id, name, sha256, file_key, state, problem, bank, account, from_at, through_at, skipped, unread, uploaded_by, created_at) VALUES ($1, 'x.csv', $1, 'x', $2, $3, '', '', $4, $4, $5, '[]', 'x', $4)", id, state, problem, at, skipped)
		}
		add("ready", "ready", "", 0)
		for i, class := range []string{"none", "likely", "several", "certain"} {
			a.Exec(t, `INSERT INTO bank_lines (id, statement_id, position, hash, state, class, booked_at, has_time, amount, payer, reference, description, code, raw)
				VALUES ($1, 'ready', $2, $1, 'open', $1, $3, 0, 1000, '', '', 'x', '', '')`, class, i+1, at)
		}
		for i, c := range []struct{ state, problem, why string }{{"unmapped", "", "columns"}, {"failed", "statement-unreadable", "failed"}, {"reading", "statement-file-lost", "lost"}, {"unmapped", "statement-file-lost", "lost"}, {"reading", "", "stopped"}} {
			a.Exec(t, "DELETE FROM bank_statements WHERE id <> 'ready'")
			add("file", c.state, c.problem, 0)
			if f := told()["bank-files"]; f.Count != 1 || f.ID != "file" || f.Lacks != c.why {
				t.Errorf("%d, a file: %+v, want %s", i, f, c.why)
			}
		}
		a.Exec(t, "INSERT INTO outbox (id, kind, args, state, run_at, created_at, attempts, last_error) VALUES ('job', 'bank-work', '{}', 'ready', $1, $1, 0, '')", at)
		a.Exec(t, "UPDATE bank_statements SET job_id = 'job' WHERE id = 'file'")
		if f := told()["bank-files"]; f.Count != 0 {
			t.Errorf("a file that a job reads: %+v", f)
		}
		a.Exec(t, "DELETE FROM outbox WHERE id = 'job'")
		a.Exec(t, "DELETE FROM bank_statements WHERE id = 'file'")
		add("unmapped", "unmapped", "", 0)
		add("failed", "failed", "statement-empty", 3)
		add("rows", "ready", "", 2)
		add("undone", "undone", "", 5)
		w := told()
		if r := w["bank-rows"]; r.Count != 2 || r.ID != "rows" || r.Since == nil {
			t.Errorf("rows: %+v", r)
		}
		if l := w["bank-lines"]; l.Count != 4 || l.Sum != 4000 || l.ID != "ready" {
			t.Errorf("lines: %+v", l)
		}
		if f := w["bank-files"]; f.Count != 2 || f.ID == "" || f.Lacks != "" {
			t.Errorf("files: %+v", f)
		}
		var figures paymentdesk.Figures
		desk.Get("/api/admin/payment/figures").Want(200).JSON(&figures)
		if figures.Undecided.Count != 4 || figures.Undecided.Sum != 4000 || figures.FilesWait != 2 || figures.RowsUnread != 2 {
			t.Errorf("figures: %+v", figures)
		}
		a.Exec(t, "UPDATE bank_statements SET unread_seen_at = 1, unread_seen_by = 'x' WHERE id = 'rows'")
		if r := told()["bank-rows"]; r.Count != 0 {
			t.Errorf("rows that somebody has looked at: %+v", r)
		}
	})
}
