package today_test

import (
	"slices"
	"testing"
	"time"

	"shanmen/internal/base/lunar"
	"shanmen/internal/office/today"
	"shanmen/internal/testkit"
	"shanmen/internal/testkit/officekit"
)

func otherFor(o today.Today, what string) *today.Waiting {
	return officekit.WaitingFor(today.Today{Waiting: o.Others}, what)
}

// An administrator sees who each task belongs to; unassigned tasks and their own are theirs. Nobody else sees others'
// tasks.
func TestTodayShowsAdministratorsColleaguesOpenWork(t *testing.T) {
	t.Parallel()
	testkit.Each(t, func(t *testing.T, a *testkit.App) {
		officekit.Transferred(t, a, a.Member(t))
		admin, treasurer := a.UserID(t, "admin"), a.UserID(t, "treasurer")
		theirs := func(name string) {
			t.Helper()
			o := officekit.TodayOf(t, a, "admin")
			if w := otherFor(o, "transfers"); w == nil || officekit.WaitingFor(o, "transfers") != nil || !slices.Equal(w.For, []string{"treasurer"}) || w.Sum == 0 {
				t.Errorf("%s: own %+v, others %+v", name, o.Waiting, o.Others)
			}
		}
		own := func(name string) {
			t.Helper()
			o := officekit.TodayOf(t, a, "admin")
			if w := officekit.WaitingFor(o, "transfers"); w == nil || len(w.For) != 0 || otherFor(o, "transfers") != nil {
				t.Errorf("%s: own %+v, others %+v", name, o.Waiting, o.Others)
			}
		}
		theirs("a treasurer is there")
		a.Exec(t, "INSERT INTO user_roles (user_id, role) VALUES ($1, 'treasurer')", admin)
		own("the administrator is a treasurer too")
		a.Exec(t, "DELETE FROM user_roles WHERE user_id = $1 AND role = 'treasurer'", admin)
		a.Exec(t, "UPDATE users SET status = 'disabled' WHERE id = $1", treasurer)
		own("the treasurer is kept out")
		a.Exec(t, "UPDATE users SET status = 'active' WHERE id = $1", treasurer)
		theirs("the treasurer is back")
		for _, role := range []string{"treasurer", "counter", "editor", "ritual"} {
			if o := officekit.TodayOf(t, a, role); len(o.Others) != 0 || officekit.WaitingFor(o, "staff") != nil {
				t.Errorf("the %s: %+v", role, o)
			}
		}
	})
}

// A colleague without a second factor, or who has not accepted the invitation, is listed by name for the administrator;
// a disabled one is not.
func TestTodayListsColleaguesWhoCannotLogInYet(t *testing.T) {
	t.Parallel()
	testkit.Each(t, func(t *testing.T, a *testkit.App) {
		editor, admin := a.UserID(t, "editor"), a.Staff(t, "admin")
		waits := func() *today.Waiting {
			t.Helper()
			var o today.Today
			admin.Get("/api/admin/today").Want(200).JSON(&o)
			return officekit.WaitingFor(o, "staff")
		}
		a.Exec(t, "DELETE FROM totp_secrets")
		a.Exec(t, "DELETE FROM passkeys")
		if w := waits(); w != nil {
			t.Errorf("a demonstration asks for no second step: %+v", w)
		}
		a.Exec(t, "UPDATE sessions SET factor = 1") // who looks has given theirs
		a.Exec(t, "DELETE FROM settings WHERE key = 'demo'")
		before := waits()
		if before == nil || before.Count < 4 || len(before.Names) != 3 || before.Names[0].EN == "" || before.Names[0].ZH == "" {
			t.Fatalf("nobody has a second step: %+v", before)
		}
		for _, c := range []struct {
			what, change string
			fewer        int64
		}{
			{"the editor has one", "INSERT INTO totp_secrets (user_id, secret) VALUES ($1, 'x')", 1},
			{"the editor is invited", "UPDATE users SET password_hash = '' WHERE id = $1", 0},
			{"the editor is kept out", "UPDATE users SET status = 'disabled' WHERE id = $1", 1},
		} {
			a.Exec(t, c.change, editor)
			if w := waits(); w == nil || w.Count != before.Count-c.fewer {
				t.Errorf("%s: %+v of %d", c.what, w, before.Count)
			}
		}
	})
}

// An uploaded list is shown until it is imported or discarded.
func TestTodayListsWaitingImports(t *testing.T) {
	t.Parallel()
	testkit.Each(t, func(t *testing.T, a *testkit.App) {
		for i, c := range []struct {
			state string
			waits bool
		}{{"columns", true}, {"reading", false}, {"ready", true}, {"importing", false}, {"done", false}, {"undone", false}, {"failed", false}, {"gone", false}} {
			a.Exec(t, "DELETE FROM imports")
			a.Exec(t, "INSERT INTO imports (id, kind, name, sha256, file_key, state, header_key, header, columns, remembered, created_by, created_at) VALUES ('i', 'members', 'past.csv', 'x', 'k', $1, 'h', '[]', '[]', 0, 'x', $2)",
				c.state, int64(1000+i))
			w := officekit.WaitingFor(officekit.TodayOf(t, a, "admin"), "imports")
			if (w != nil) != c.waits || w != nil && (w.Count != 1 || w.Names[0].ZH != "past.csv" || w.Since == nil) {
				t.Errorf("%s: %+v", c.state, w)
			}
		}
	})
}

// Everybody sees the events of today and tomorrow, the ritual staff the next three dates, and all see cancelled ones as
// such.
func TestTodayListsTodaysAndTomorrowsEvents(t *testing.T) {
	t.Parallel()
	testkit.Each(t, func(t *testing.T, a *testkit.App) {
		a.Exec(t, "DELETE FROM event_dates")
		var events []string
		rows, err := a.DB.SQL().QueryContext(t.Context(), "SELECT id FROM events WHERE published = 1 ORDER BY id LIMIT 4")
		if err != nil {
			t.Fatal(err)
		}
		for rows.Next() {
			var id string
			if err := rows.Scan(&id); err != nil {
				t.Fatal(err)
			}
			events = append(events, id)
		}
		if err := rows.Err(); err != nil || len(events) < 3 {
			t.Fatalf("the events: %v, %v", events, err)
		}
		midnight := lunar.DayOf(a.Clock.Now()).Time(0, 0)
		held := func(event string, at time.Time, cancelled int) {
			t.Helper()
			a.Exec(t, "INSERT INTO event_dates (event_id, day, uid, starts_at, ends_at, sessions, cancelled, note_en, note_zh, booked, updated_at) VALUES ($1, $2, $3, $4, $5, '', $6, '', '', 0, 1)",
				event, (at.Unix()+8*3600)/86400, event+at.String(), at.UnixMilli(), at.Add(time.Hour).UnixMilli(), cancelled)
		}
		held(events[0], midnight.Add(-2*time.Hour), 0)                  // over
		held(events[0], midnight.AddDate(0, 0, 1), 0)                   // tomorrow, to the minute
		held(events[1], midnight.AddDate(0, 0, 2).Add(-time.Minute), 1) // tomorrow still
		held(events[2], midnight.AddDate(0, 0, 2), 0)                   // no more
		if o := officekit.TodayOf(t, a, "editor"); len(o.Events) != 2 || o.Events[0].Cancelled || !o.Events[1].Cancelled || o.Events[0].Title.EN == "" {
			t.Errorf("the editor: %+v", o.Events)
		}
		if o := officekit.TodayOf(t, a, "ritual"); len(o.Events) != 3 {
			t.Errorf("the ritual staff: %+v", o.Events)
		}
		a.Exec(t, "UPDATE events SET published = 0")
		if o := officekit.TodayOf(t, a, "ritual"); len(o.Events) != 0 {
			t.Errorf("nothing is on the site: %+v", o.Events)
		}
	})
}

// The ritual staff see how many names are paid for, what has to be checked, and which past ceremonies are not marked as
// done.
func TestTodayCountsCeremonyNames(t *testing.T) {
	t.Parallel()
	testkit.Each(t, func(t *testing.T, a *testkit.App) {
		a.Exec(t, "DELETE FROM ceremony_entries")
		a.Exec(t, "DELETE FROM ceremonies")
		now := a.Clock.Now()
		list := func(id string, starts time.Time, closed, done int64) {
			t.Helper()
			a.Exec(t, "INSERT INTO ceremonies (id, key, title_en, title_zh, gathers, script, starts_at, closes_at, closed_at, done_at, created_at) VALUES ($1, $1, 'Prayer', '法会', 'bought', 'hans', $2, $3, $4, $5, 1)",
				id, starts.UnixMilli(), starts.Add(-time.Hour).UnixMilli(), closed, done)
		}
		list("soon", now.Add(48*time.Hour), 0, 0)
		list("shut", now.Add(72*time.Hour), now.UnixMilli(), 0)
		for i, state := range []string{"collected", "checked", "printed", "done", "withdrawn"} {
			for copy := range 2 { // the second has something to check
				a.Exec(t, "INSERT INTO ceremony_entries (id, ceremony_id, no, item_id, copy, sitting, kind, state, original, text, text_hash, marks, created_at, updated_at) VALUES ($1, 'soon', $2, $1, 1, 0, 'ancestors', $3, '{}', '{}', '', $4, 1, 1)",
					state+string(rune('a'+copy)), int64(i*2+copy+1), state, []string{"[]", `["rare"]`}[copy])
			}
		}
		o := officekit.TodayOf(t, a, "ritual")
		if len(o.Gatherings) != 2 || o.Gatherings[0].ID != "soon" || o.Gatherings[0].Names != 8 || o.Gatherings[0].Look != 1 || o.Gatherings[0].ClosesAt == nil || o.Gatherings[1].ClosesAt != nil {
			t.Errorf("the lists: %+v", o.Gatherings)
		}
		if w := officekit.WaitingFor(o, "names"); w == nil || w.Count != 2 || w.ID != "soon" || officekit.WaitingFor(o, "undone") != nil {
			t.Errorf("what waits: %+v", o.Waiting)
		}
		a.Clock.Advance(4 * 24 * time.Hour)
		if w := officekit.WaitingFor(officekit.TodayOf(t, a, "ritual"), "undone"); w == nil || w.Count != 2 || w.Since == nil {
			t.Errorf("both are over: %+v", w)
		}
		a.Exec(t, "UPDATE ceremonies SET done_at = 1 WHERE id = 'soon'")
		if w := officekit.WaitingFor(officekit.TodayOf(t, a, "ritual"), "undone"); w == nil || w.Count != 1 {
			t.Errorf("one is marked: %+v", w)
		}
		a.Clock.Advance(31 * 24 * time.Hour)
		if w := officekit.WaitingFor(officekit.TodayOf(t, a, "ritual"), "undone"); w != nil {
			t.Errorf("nobody is asked for ever: %+v", w)
		}
		for _, role := range []string{"treasurer", "counter", "editor"} {
			if o := officekit.TodayOf(t, a, role); len(o.Gatherings) != 0 {
				t.Errorf("the %s: %+v", role, o.Gatherings)
			}
		}
	})
}

// An offering that closes within two months is shown to the editor, exact to the moment.
func TestTodayListsOfferingsThatCloseSoon(t *testing.T) {
	t.Parallel()
	testkit.Each(t, func(t *testing.T, a *testkit.App) {
		id := a.Record(t, "offering", "winter-solstice")
		closes := func(o today.Today) int {
			return slices.IndexFunc(o.Coming, func(c today.Coming) bool { return c.What == "closes" && c.Record == id })
		}
		for _, c := range []struct {
			in   time.Duration
			told bool
		}{{0, false}, {time.Minute, true}, {60 * 24 * time.Hour, true}, {60*24*time.Hour + time.Minute, false}} {
			a.Exec(t, "UPDATE offerings SET closes_at = $1 WHERE key = 'winter-solstice'", a.Clock.Now().Add(c.in).UnixMilli())
			if o := officekit.TodayOf(t, a, "editor"); (closes(o) >= 0) != c.told {
				t.Errorf("in %v: %+v", c.in, o.Coming)
			}
		}
	})
}
