package trail_test

import (
	"bytes"
	"fmt"
	"net/url"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/xuri/excelize/v2"

	"shanmen/internal/base/locale"
	"shanmen/internal/office/trail"
	"shanmen/internal/testkit"
	"shanmen/internal/testkit/officekit"
	"shanmen/internal/testkit/source"
)

// O01: login, failure, role change, price change, confirm and reject, export, content edit: each has a row with who,
// what, before and after, when, from where and by which request.
func TestO01EveryOfficeActionIsAudited(t *testing.T) {
	t.Parallel()
	testkit.Each(t, func(t *testing.T, a *testkit.App) {
		c := a.Member(t)
		_, first := officekit.Transferred(t, a, c)
		_, second := officekit.Transferred(t, a, c)
		admin, treasurer, editor := a.Staff(t, "admin"), a.Staff(t, "treasurer"), a.Staff(t, "editor")
		item := a.Item(t, "lamp-oil", "bottle")
		option := item["optionId"].(string)
		edit := fmt.Sprintf("/api/admin/offering/%s/option/%s", item["offeringId"], option)
		counter := a.UserID(t, "counter")
		history := a.Record(t, "page", "history")
		fail := func(who string) func() *testkit.Response {
			return func() *testkit.Response {
				a.Guest().Post("/api/auth/authentication", map[string]any{"identifier": who, "password": "not this one"}).Want(401)
				return nil
			}
		}
		for _, act := range []struct {
			action, who, subject, field, says string
			do                                func() *testkit.Response
		}{
			{"login", "treasurer@temple.example", "user:" + a.UserID(t, "treasurer"), "secondFactor", " → false", func() *testkit.Response { a.Staff(t, "treasurer"); return nil }},
			{"login.failed", "guest", "user:" + counter, "reason", " → password", fail("counter@temple.example")},
			{"login.failed", "guest", "login", "reason", " → password", fail("stranger@example.com")},
			{"staff.roles", "admin@temple.example", "user:" + counter, "roles", "counter → counter, ritual", func() *testkit.Response {
				return admin.Put("/api/admin/staff/"+counter+"/roles", map[string]any{"roles": []string{"ritual", "counter"}})
			}},
			{"offering.option", "editor@temple.example", "option:" + option, "active", "true → false", func() *testkit.Response { return editor.Put(edit, map[string]any{"active": false}) }},
			{"payment.approve", "treasurer@temple.example", "payment:" + first, "status", "", func() *testkit.Response {
				return treasurer.Approve(first)
			}},
			{"payment.reject", "treasurer@temple.example", "payment:" + second, "reason", "", func() *testkit.Response {
				return treasurer.Reject(second, "unreadable")
			}},
			{"export.audit", "admin@temple.example", "export:audit", "format", " → csv", func() *testkit.Response { return admin.Get("/api/admin/audit/export?format=csv") }},
			{"record.publish", "editor@temple.example", "record:" + history, "version", "", func() *testkit.Response {
				editor.Type(history, map[string]string{"title.zh": "本寺缘起"}).Want(200)
				return editor.Publish(history, "zh")
			}},
			{"setting.change", "admin@temple.example", "setting:invoice-expiry-days", "value", "7 → 10", func() *testkit.Response {
				return admin.Put("/api/admin/setting", map[string]any{"values": map[string]string{"invoice-expiry-days": "10"}})
			}},
		} {
			a.Clock.Advance(time.Second)
			if r := act.do(); r != nil {
				r.Want(200)
			}
			rows := officekit.TrailOf(t, admin, "action="+act.action+"&subject="+url.QueryEscape(act.subject))
			if act.subject == "login" {
				rows = officekit.TrailOf(t, admin, "action="+act.action)
			}
			if len(rows.Items) == 0 {
				t.Errorf("%s: no entry", act.action)
				continue
			}
			row := rows.Items[0]
			who := act.who
			if role, is := strings.CutSuffix(who, "@temple.example"); is {
				who = a.UserID(t, role)
			}
			if row.Person.ID != who || row.Action != act.action || !row.At.Equal(a.Clock.Now()) || row.IP == "" || len(row.RequestID) != 36 {
				t.Errorf("%s: %+v", act.action, row)
			}
			if got := officekit.ChangeOf(row, act.field); got == "" || act.says != "" && got != act.says {
				t.Errorf("%s: %s is %q, want %q", act.action, act.field, got, act.says)
			}
		}
		// What a stranger typed is not stored.
		if n := a.Count(t, "SELECT count(*) FROM audit_entries WHERE subject LIKE '%stranger%' OR before LIKE '%stranger%' OR after LIKE '%stranger%'"); n != 0 {
			t.Error("the trail has a stranger's address")
		}
		// Logins of devotees are not logged.
		if n := a.Count(t, "SELECT count(*) FROM audit_entries WHERE action = 'login' AND actor_id NOT IN (SELECT user_id FROM user_roles)"); n != 0 {
			t.Errorf("%d logins of devotees", n)
		}
	})
}

func TestTheAuditTrailIsSearchable(t *testing.T) {
	t.Parallel()
	testkit.Each(t, func(t *testing.T, a *testkit.App) {
		c := a.Member(t)
		v, paymentID := officekit.Transferred(t, a, c)
		a.Staff(t, "treasurer").Approve(paymentID).Want(200)
		a.Clock.Advance(24 * time.Hour)
		admin := a.Staff(t, "admin")
		approved := func(query string) bool {
			t.Helper()
			return slices.ContainsFunc(officekit.TrailOf(t, admin, query).Items, func(r trail.Row) bool { return r.Action == "payment.approve" })
		}
		treasurer := a.UserID(t, "treasurer")
		var name string
		for _, query := range []string{
			"person=" + treasurer, "person=treasurer%40temple.example", "subject=payment:" + paymentID, "subject=" + v.Number, "subject=" + v.PaymentReference,
			"action=payment.approve", "from=2026-11-21&until=2026-11-21", "", "person=TREASURER%40&action=payment.approve&subject=" + v.Number,
		} {
			if !approved(query) {
				t.Errorf("%q does not find the approval", query)
			}
		}
		for _, query := range []string{
			"person=system", "person=nobody+of+this+name", "subject=user:" + treasurer, "action=payment.reject", "from=2026-11-22", "until=2026-11-20",
			"person=counter%40temple.example&subject=" + v.Number,
		} {
			if approved(query) {
				t.Errorf("%q finds the approval", query)
			}
		}
		for _, row := range officekit.TrailOf(t, admin, "action=payment.approve").Items {
			if name = row.Person.Name; name == "" || row.Subject.Label != v.Number || row.Subject.Kind != "payment" {
				t.Errorf("%+v", row)
			}
		}
		if r := admin.Get("/api/admin/audit?from=yesterday"); r.FieldCodes()["from"] != "day-unreadable" {
			t.Errorf("%d %s", r.Status, r.Body)
		}
	})
}

func TestTheAuditTrailIsKeyPagedWithAnExactTotal(t *testing.T) {
	t.Parallel()
	testkit.Each(t, func(t *testing.T, a *testkit.App) {
		for i := range 57 {
			a.Exec(t, `INSERT INTO audit_entries (id, at, actor_id, action, subject) VALUES ($1, $2, 'system', 'test.act', 'test:x')`,
				fmt.Sprintf("t%03d", i), a.Clock.Now().UnixMilli()+int64(i/3)) // three of each moment
		}
		admin, seen, after := a.Staff(t, "admin"), map[string]bool{}, ""
		last := time.Unix(1<<40, 0)
		for pages := 1; ; pages++ {
			rows := officekit.TrailOf(t, admin, "person=system&action=test.act&limit=20&after="+after)
			if rows.Total != 57 || rows.More {
				t.Fatalf("total %d, more %v", rows.Total, rows.More)
			}
			for _, r := range rows.Items {
				if seen[r.ID] || r.At.After(last) {
					t.Errorf("%s comes twice, or out of order", r.ID)
				}
				seen[r.ID], last = true, r.At
			}
			if after = rows.Next; after == "" {
				if len(seen) != 57 || pages != 3 {
					t.Errorf("%d entries on %d pages", len(seen), pages)
				}
				break
			}
		}
		if r := admin.Get("/api/admin/audit?after=%21%21"); r.FieldCodes()["after"] != "invalid-value" {
			t.Errorf("%d %s", r.Status, r.Body)
		}
	})
}

// I05, for the audit log: input is not interpreted as a formula in a spreadsheet, and Chinese is exported correctly.
func TestI05TheAuditTrailExportContainsNoFormulas(t *testing.T) {
	t.Parallel()
	testkit.Each(t, func(t *testing.T, a *testkit.App) {
		admin := a.Staff(t, "admin")
		footer := `=HYPERLINK("http://evil.example";"福")`
		admin.Put("/api/admin/setting", map[string]any{"values": map[string]string{"invoice-footer-zh": footer}}).Want(200)
		csv := admin.Get("/api/admin/audit/export?format=csv&action=setting.change").Want(200)
		if text := string(csv.Body); !strings.HasPrefix(text, "\ufeff") || !strings.Contains(text, `"'=HYPERLINK`) || strings.Contains(text, `,"=HYPERLINK`) || !strings.Contains(text, "福") {
			t.Errorf("CSV: %s", text)
		}
		if h := csv.Header; h.Get("Content-Disposition") != `attachment; filename="audit-2026-11-21.csv"` || !strings.Contains(h.Get("Cache-Control"), "no-store") {
			t.Errorf("%v", h)
		}
		book, err := excelize.OpenReader(bytes.NewReader(admin.Get("/api/admin/audit/export?format=xlsx&action=setting.change").Want(200).Body))
		if err != nil {
			t.Fatal(err)
		}
		rows, err := book.GetRows(book.GetSheetName(0))
		if err != nil || len(rows) != 2 {
			t.Fatalf("%d rows, %v", len(rows), err)
		}
		if formula, err := book.GetCellFormula(book.GetSheetName(0), "G2"); formula != "" || err != nil || !strings.Contains(strings.Join(rows[1], "|"), "福") {
			t.Errorf("formula %q %v: %v", formula, err, rows[1])
		}
		if r := admin.Get("/api/admin/audit/export?format=exe"); r.Status != 400 {
			t.Errorf("%d", r.Status)
		}
	})
}

// The audit log cannot be changed by the program: no query updates an entry, and only the rules of docs/retention.md
// delete: failed logins after a year, everything after six.
func TestNoStatementChangesTheAuditTrail(t *testing.T) {
	t.Parallel()
	changes := regexp.MustCompile(`(?is)\b(update|delete\s+from|replace\s+into|truncate(\s+table)?)\s+audit_entries\b[^;]*`)
	var found []string
	for _, file := range append(source.Program(t), source.Queries(t)...) {
		for _, m := range changes.FindAllString(string(source.Read(t, file)), -1) {
			found = append(found, file+": "+strings.Join(strings.Fields(m), " "))
		}
	}
	if want := []string{"internal/office/personal/personal.sql: DELETE FROM audit_entries WHERE action = 'login.failed' AND at <= $1", "internal/office/personal/personal.sql: DELETE FROM audit_entries WHERE at < $1"}; !slices.Equal(found, want) {
		t.Error(strings.Join(found, "\n"))
	}
	testkit.Each(t, func(t *testing.T, a *testkit.App) {
		a.Staff(t, "admin")
		if err := a.TryExec(t, "UPDATE audit_entries SET actor_id = 'somebody else'"); err == nil {
			t.Error("the database lets an entry be changed")
		}
	})
}

// Every logged action has a name in both languages.
func TestEveryAuditActionHasALabel(t *testing.T) {
	t.Parallel()
	messages, err := locale.Load()
	if err != nil {
		t.Fatal(err)
	}
	literal := regexp.MustCompile(`(?:Action:\s*|\b(?:action\w*|settingChange|LoginFailure)\s*:?= |\b(?:Note|note\w*|audit\w*)\((?:ctx|audit\.As\([^)\n]*\)), tx, [^"\n]*?)"([a-z-]+\.[a-z-]+)"`)
	seen := map[string]bool{}
	for _, file := range source.Program(t) {
		b := source.Read(t, file)
		if !strings.Contains(string(b), "audit") {
			continue
		}
		for _, m := range literal.FindAllStringSubmatch(string(b), -1) {
			seen[m[1]] = true
			for _, l := range locale.All {
				if !messages.Has(l, "audit.action."+m[1]) {
					t.Errorf("%s: %s has no word for the action %s", file, l, m[1])
				}
			}
		}
	}
	if len(seen) < 115 {
		t.Errorf("only %d actions are found", len(seen))
	}
}

// A colleague sees names in the audit log where the row has ids, for the subject and for the changes.
func TestTheAuditTrailShowsNamesForIDs(t *testing.T) {
	t.Parallel()
	testkit.Each(t, func(t *testing.T, a *testkit.App) {
		a.Staff(t, "counter")
		admin := a.Staff(t, "admin")
		v, paymentID := officekit.Transferred(t, a, a.Member(t))
		clerk := a.UserID(t, "counter")
		hall, shift := "main", ""
		a.Exec(t, "INSERT INTO halls (id, key, title_en, title_zh, created_at) VALUES ('h1', $1, 'Main hall', '大殿', 1)", hall)
		if err := a.DB.SQL().QueryRowContext(t.Context(), "SELECT id FROM shifts WHERE user_id = $1 AND closed_at = 0", clerk).Scan(&shift); err != nil {
			t.Fatal(err)
		}
		record := a.Record(t, "page", "history")
		for i, row := range [][4]string{
			{"shift.close", "shift:" + shift, `{"clerk":"` + clerk + `","float":10000}`, `{"difference":-200}`},
			{"bank.match", "bank-line:gone", "", `{"invoices":["` + v.ID + `"],"payment":"` + paymentID + `"}`},
			{"record.publish", "record:" + record, "", `{"version":3}`},
			{"hall.change", "hall:" + hall, "", ""},
		} {
			a.Exec(t, `INSERT INTO audit_entries (id, at, actor_id, action, subject, before, after) VALUES ($1, $2, $3, $4, $5, $6, $7)`,
				fmt.Sprintf("named%d", i), a.Clock.Now().UnixMilli(), clerk, row[0], row[1], row[2], row[3])
		}
		of := func(action string) trail.Row {
			t.Helper()
			for _, row := range officekit.TrailOf(t, admin, "action="+action).Items {
				if strings.HasPrefix(row.ID, "named") {
					return row
				}
			}
			t.Fatalf("no %s", action)
			return trail.Row{}
		}
		if row := of("shift.close"); row.Subject.Label != row.Person.Name || row.Person.Name == "" || officekit.ChangeOf(row, "clerk") != row.Person.Name+" → " || officekit.ChangeOf(row, "difference") != " → -200" {
			t.Errorf("%+v", row)
		}
		if row := of("bank.match"); row.Subject.Label != "" || officekit.ChangeOf(row, "invoices") != " → "+v.Number || officekit.ChangeOf(row, "payment") != " → "+v.Number {
			t.Errorf("%+v", row)
		}
		if row := of("record.publish"); row.Subject.Label == "" || row.Subject.Label == record {
			t.Errorf("%+v", row)
		}
		if row := of("hall.change"); row.Subject.Label == "" || row.Subject.Label == hall {
			t.Errorf("%+v", row)
		}
	})
}

// Every kind of subject in the audit log has a name in both languages.
func TestEveryAuditSubjectHasALabel(t *testing.T) {
	t.Parallel()
	messages, err := locale.Load()
	if err != nil {
		t.Fatal(err)
	}
	literal := regexp.MustCompile(`\baudit\.Note\([^"\n]*?(?:"[a-z.-]+"[^"\n]*?)?"([a-z-]+):`)
	seen := map[string]bool{}
	for _, file := range source.Program(t) {
		b := source.Read(t, file)
		for _, m := range literal.FindAllStringSubmatch(string(b), -1) {
			seen[m[1]] = true
			for _, l := range locale.All {
				if !messages.Has(l, "audit.kind."+m[1]) {
					t.Errorf("%s: %s has no word for the subject %s", file, l, m[1])
				}
			}
		}
	}
	if len(seen) < 25 {
		t.Errorf("only %d subjects are found", len(seen))
	}
}
