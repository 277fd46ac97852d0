package today_test

import (
	"strings"
	"testing"

	"shanmen/internal/testkit"
	"shanmen/internal/testkit/officekit"
)

// Texts are listed by title: the untranslated one with the missing language, and outdated translations.
func TestTodayNamesTextsThatNeedTranslation(t *testing.T) {
	t.Parallel()
	testkit.Each(t, func(t *testing.T, a *testkit.App) {
		a.Exec(t, "UPDATE records SET state_en = 'live', state_zh = 'live', older = 0")
		a.Exec(t, "UPDATE records SET older = 2 WHERE kind = 'page' AND key = 'history'")
		a.Exec(t, "UPDATE records SET state_zh = 'missing' WHERE kind = 'page' AND key = 'abbot'")
		title := func(key string) (en string) {
			t.Helper()
			if err := a.DB.SQL().QueryRowContext(t.Context(), "SELECT title_en FROM records WHERE kind = 'page' AND key = $1", key).Scan(&en); err != nil {
				t.Fatal(err)
			}
			return en
		}
		o := officekit.TodayOf(t, a, "editor")
		if w := officekit.WaitingFor(o, "older"); w == nil || w.Count != 1 || len(w.Names) != 1 || w.Names[0].EN != title("history") || w.Lacks != "" {
			t.Errorf("older: %+v", w)
		}
		if w := officekit.WaitingFor(o, "missing"); w == nil || w.Count != 1 || len(w.Names) != 1 || w.Names[0].EN != title("abbot") || w.Lacks != "zh" {
			t.Errorf("missing: %+v", w)
		}
		a.Exec(t, "UPDATE records SET state_en = 'missing' WHERE kind = 'page' AND key = 'history'")
		if w := officekit.WaitingFor(officekit.TodayOf(t, a, "editor"), "missing"); w == nil || w.Count != 2 || len(w.Names) != 2 || w.Lacks != "" {
			t.Errorf("two that lack one: %+v", w)
		}
	})
}

// The message that waits longest is shown with its sender and beginning, and everybody sees how many are assigned to
// them.
func TestTodayShowsTheOldestUnansweredMessage(t *testing.T) {
	t.Parallel()
	testkit.Each(t, func(t *testing.T, a *testkit.App) {
		if w := officekit.WaitingFor(officekit.TodayOf(t, a, "editor"), "inbox"); w != nil {
			t.Fatalf("nobody has written: %+v", w)
		}
		id := officekit.WriteMessage(t, a, "en")
		officekit.WriteMessage(t, a, "zh")
		a.Exec(t, "UPDATE form_entries SET created_at = created_at - 1000, assignee_id = $1 WHERE id = $2", a.UserID(t, "counter"), id)
		first := officekit.EntryOf(t, a.Staff(t, "editor"), id)
		for role, mine := range map[string]int64{"editor": 0, "counter": 1} {
			w := officekit.WaitingFor(officekit.TodayOf(t, a, role), "inbox")
			if w == nil || w.Count != 2 || w.Mine != mine || w.Oldest == nil || w.Oldest.Name != first.Name || w.Oldest.Text != first.Excerpt || first.Name == "" || first.Excerpt == "" {
				t.Errorf("the %s: %+v", role, w)
			}
		}
	})
}

// A failed message is listed with its recipient and the reason; a transfer whose picture shows too little is counted
// separately.
func TestTodayShowsFailedLettersAndShortTransfers(t *testing.T) {
	t.Parallel()
	testkit.Each(t, func(t *testing.T, a *testkit.App) {
		officekit.Transferred(t, a, a.Member(t))
		if w := officekit.WaitingFor(officekit.TodayOf(t, a, "treasurer"), "transfers"); w == nil || w.Short != 0 {
			t.Errorf("as much as was due: %+v", w)
		}
		a.Exec(t, "UPDATE payments SET declared_amount = amount - 1")
		if w := officekit.WaitingFor(officekit.TodayOf(t, a, "treasurer"), "transfers"); w == nil || w.Short != 1 {
			t.Errorf("a cent less: %+v", w)
		}
		a.Exec(t, `INSERT INTO outbox (id, kind, args, state, run_at, created_at, attempts, last_error, why) VALUES ('x', 'mail', '{"to":"a@b.example","template":"official-receipt"}', 'dead', 1, 1, 5, 'code 550', 'refused')`)
		if w := officekit.WaitingFor(officekit.TodayOf(t, a, "treasurer"), "letters"); w == nil || w.Oldest == nil || w.Oldest.Name != "a@b.example" || w.Oldest.Why != "refused" || w.Oldest.Tries != 5 {
			t.Errorf("the letter: %+v", w)
		}
	})
}

// Everybody of the office sets how they are greeted; only they see it. It is validated as a name, logged, and deleted
// with the account.
func TestStaffChooseTheirGreetingName(t *testing.T) {
	t.Parallel()
	testkit.One(t, func(t *testing.T, a *testkit.App) {
		editor := a.Staff(t, "editor")
		put := func(called string) *testkit.Response {
			return editor.Put("/api/admin/greeting", map[string]any{"called": called})
		}
		if o := officekit.TodayOf(t, a, "editor"); o.Called != "" {
			t.Errorf("before: %q", o.Called)
		}
		var said struct{ Called string }
		if put(" 秀英𠮷 ").Want(200).JSON(&said); said.Called != "秀英𠮷" {
			t.Errorf("%q", said.Called)
		}
		put("秀英𠮷").Want(200) // unchanged: nothing to log
		if o := officekit.TodayOf(t, a, "editor"); o.Called != "秀英𠮷" {
			t.Errorf("after: %q", o.Called)
		}
		if o := officekit.TodayOf(t, a, "admin"); o.Called != "" {
			t.Errorf("the administrator: %q", o.Called)
		}
		for _, c := range []struct{ called, code string }{{strings.Repeat("长", 101), "too-long"}, {"a\u202eb", "control-character"}} {
			if r := put(c.called).Want(400); r.FieldCodes()["called"] != c.code {
				t.Errorf("%q: %s", c.called, r.Body)
			}
		}
		if n := a.Count(t, "SELECT count(*) FROM audit_entries WHERE action = 'staff.greeting'"); n != 1 {
			t.Errorf("%d entries of the trail", n)
		}
		put("").Want(200)
		if o := officekit.TodayOf(t, a, "editor"); o.Called != "" {
			t.Errorf("taken back: %q", o.Called)
		}
		a.Member(t).Put("/api/admin/greeting", map[string]any{"called": "x"}).Want(403)
	})
}
