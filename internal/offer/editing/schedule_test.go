package editing_test

import (
	"slices"
	"strings"
	"testing"
	"time"

	"shanmen/internal/offer/editing"
	"shanmen/internal/testkit"
)

func schedule(c *testkit.Client, id string, rev int64, at time.Time, languages ...string) *testkit.Response {
	return c.Post("/api/admin/record/"+id+"/schedule", map[string]any{"languages": languages, "rev": rev, "at": at})
}

func goOut(t *testing.T, a *testkit.App) {
	t.Helper()
	if err := a.Editing.GoOut(t.Context()); err != nil {
		t.Fatal(err)
	}
}

// A scheduled draft is published as it was when scheduled, at its time or late after a stop, and never over something
// newer.
func TestAScheduleWithItsSavedDraftIsPublishedOnTime(t *testing.T) {
	t.Parallel()
	testkit.Each(t, func(t *testing.T, a *testkit.App) {
		editor, id := a.Staff(t, "editor"), a.Record(t, "page", "abbot")
		at := a.Clock.Now().Add(time.Hour)
		shows := func(text string) bool {
			return strings.Contains(string(a.Guest().Get("/about-us/abbot").Want(200).Body), text)
		}
		pass := func(d time.Duration) {
			a.Clock.Advance(d)
			goOut(t, a)
			editor = a.Staff(t, "editor") // whose session has ended meanwhile
		}
		var s editing.Saved
		write := func(text string) {
			editor.Type(id, map[string]string{"html.en": text, "html.zh": "<p>中</p>"}).Want(200).JSON(&s)
		}
		write("<p>Scheduled words</p>")
		for when, code := range map[time.Time]string{a.Clock.Now(): "not-ahead", a.Clock.Now().AddDate(3, 0, 0): "not-ahead"} {
			if r := schedule(editor, id, s.Rev, when, "en"); r.FieldCodes()["at"] != code {
				t.Errorf("%v: %d %s", when, r.Status, r.Body)
			}
		}
		var added editing.Added
		schedule(editor, id, s.Rev, at, "en", "zh").Want(200).JSON(&added)
		if list := added.Record.Schedules; len(list) != 1 || list[0].State != "waiting" || !list[0].At.Equal(at) {
			t.Fatalf("%+v", list)
		}
		broughtBy := func() (out []int) { // the number of languages that each scheduled version published, newest first
			var h editing.History
			editor.Get("/api/admin/record/" + id + "/version").Want(200).JSON(&h)
			for _, v := range h.Items {
				if v.Why == "schedule" {
					out = append(out, len(v.Languages))
				}
			}
			return out
		}
		if got := broughtBy(); !slices.Equal(got, []int{0}) {
			t.Errorf("what only waits came on the site: %v", got)
		}
		write("<p>Written later</p>")
		pass(time.Hour - time.Millisecond)
		if shows("Scheduled words") {
			t.Error("it went out too soon")
		}
		pass(time.Millisecond)
		if !shows("Scheduled words") || look(t, editor, id).Fields["html.en"] != "<p>Written later</p>" {
			t.Error("it goes out as it stood, and the draft stays")
		}
		if n := a.Count(t, "SELECT count(*) FROM audit_entries WHERE action = 'record.go-out' AND actor_id = $1", a.UserID(t, "editor")); n != 1 {
			t.Errorf("%d entries of what went out for the editor", n)
		}
		if got := broughtBy(); !slices.Equal(got, []int{2, 0}) {
			t.Errorf("after it went out: %v", got)
		}

		// A second schedule for one language replaces that part of the first.
		schedule(editor, id, s.Rev, a.Clock.Now().Add(time.Hour), "en", "zh").Want(200)
		write("<p>Newer</p>")
		schedule(editor, id, s.Rev, a.Clock.Now().Add(2*time.Hour), "en").Want(200).JSON(&added)
		if list := added.Record.Schedules; len(list) != 2 || list[0].Languages[0] != "zh" || len(list[0].Languages) != 1 || list[1].Languages[0] != "en" {
			t.Errorf("%+v", list)
		}
		// What somebody publishes meanwhile stays.
		write("<p>By hand</p>")
		editor.Publish(id, "en").Want(200)
		pass(3 * time.Hour)
		if !shows("By hand") {
			t.Error("a schedule went over something newer")
		}
		if n := a.Count(t, "SELECT count(*) FROM schedules WHERE record_id = $1 AND state = 'withdrawn' AND done_at = $2", id, a.Clock.Now().UnixMilli()); n != 1 {
			t.Errorf("%d were passed over", n)
		}
		if n := a.Count(t, "SELECT count(*) FROM schedules WHERE record_id = $1 AND state = 'late'", id); n != 1 {
			t.Errorf("%d are said to be late", n)
		}

		// A due schedule waits while something newer can still be undone, and is published when that is undone.
		write("<p>Tomorrow</p>")
		schedule(editor, id, s.Rev, a.Clock.Now().Add(20*time.Second), "en").Want(200)
		write("<p>Too soon</p>")
		var out editing.Published
		a.Clock.Advance(10 * time.Second)
		editor.Publish(id, "en").Want(200).JSON(&out)
		pass(15 * time.Second)
		if !shows("Too soon") {
			t.Error("a schedule went over something newer")
		}
		editor.Post("/api/admin/record/"+id+"/take-back", map[string]any{"version": out.Version}).Want(200)
		pass(time.Second)
		if !shows("Tomorrow") {
			t.Error("what was taken back kept a schedule from going out")
		}
		write("<p>By hand</p>")
		editor.Publish(id, "en").Want(200)

		// A scheduled draft that no longer passes its checks is not published, and the reason is recorded.
		write(`<p><a href="/about-us/visiting">visiting</a></p>`)
		schedule(editor, id, s.Rev, a.Clock.Now().Add(time.Hour), "en").Want(200).JSON(&added)
		visiting := a.Record(t, "page", "visiting")
		if r := editor.Post("/api/admin/record/"+visiting+"/take-away", map[string]any{}); r.Code() != "still-named" {
			t.Errorf("what is about to be shown leads there: %d %s", r.Status, r.Body)
		}
		a.Exec(t, "UPDATE content_pages SET published = 0 WHERE key = 'visiting'")
		pass(time.Hour)
		list := look(t, editor, id).Record.Schedules
		if len(list) != 1 || list[0].State != "problem" || len(list[0].Problems) != 1 || list[0].Problems[0].Code != "link-leads-nowhere" || !shows("By hand") {
			t.Errorf("%+v", list)
		}
		mails := a.Mails(t)
		if len(mails) != 1 || !strings.Contains(mails[0].GetToString()[0], "editor@temple.example") {
			t.Fatalf("%d mails about the problem", len(mails))
		}
		body := testkit.MailText(t, mails[0])
		if !strings.Contains(body, "The link to /about-us/visiting leads to something") || !strings.Contains(body, "http://temple.example/admin") {
			t.Error(body)
		}
		withdraw := "/api/admin/record/" + id + "/schedule/" + list[0].ID + "/withdraw"
		editor.Post(withdraw, map[string]any{}).Want(200).JSON(&added)
		if r := editor.Post(withdraw, map[string]any{}); len(added.Record.Schedules) != 0 || r.Code() != "schedule-gone" {
			t.Errorf("%+v %s", added, r.Body)
		}
	})
}

// A schedule resumes when its removed record is restored; one that became due meanwhile is reported as not published,
// and one that was withdrawn before stays withdrawn.
func TestSchedulesAreRestoredWithTheirRecord(t *testing.T) {
	t.Parallel()
	testkit.Each(t, func(t *testing.T, a *testkit.App) {
		editor := a.Staff(t, "editor")
		onSite := a.Record(t, "page", "abbot")
		var added editing.Added
		page := map[string]string{"title.en": "New hall", "html.en": "<p>Soon.</p>"}
		editor.Post("/api/admin/record", map[string]any{"kind": "page", "key": "new-hall", "fields": page}).Want(200).JSON(&added)
		draft := added.Record.ID
		for _, id := range []string{onSite, draft} {
			act := func(what string) (out editing.Added) {
				editor.Post("/api/admin/record/"+id+"/"+what, map[string]any{}).Want(200).JSON(&out)
				return out
			}
			put := func(text string, in time.Duration) (out editing.Added) {
				var s editing.Saved
				editor.Type(id, map[string]string{"html.en": text}).Want(200).JSON(&s)
				schedule(editor, id, s.Rev, a.Clock.Now().Add(in), "en").Want(200).JSON(&out)
				return out
			}
			withdrawn := put("<p>Withdrawn</p>", time.Hour).Record.Schedules[0].ID
			act("schedule/" + withdrawn + "/withdraw")
			a.Clock.Advance(time.Second)
			waits := put("<p>In two hours</p>", 2*time.Hour).Record.Schedules[0].ID
			act("take-away")
			for range 60 { // adding versions meanwhile deletes the oldest ones
				body := map[string]editing.Typed{"html.en": {Value: "<p>" + a.Clock.Now().String() + "</p>", Base: 99}}
				a.Clock.Advance(time.Second)
				patch(editor, id, body).Want(200)
			}
			if list := act("bring-back").Record.Schedules; len(list) != 1 || list[0].ID != waits || list[0].State != "waiting" {
				t.Fatalf("%+v", list)
			}
			act("take-away")
			a.Clock.Advance(3 * time.Hour)
			goOut(t, a)
			editor = a.Staff(t, "editor")
			list := act("bring-back").Record.Schedules
			if len(list) != 1 || list[0].ID != waits || list[0].State != "problem" || len(list[0].Problems) != 1 || list[0].Problems[0].Code != "schedule-passed" {
				t.Errorf("%+v", list)
			}
			put("<p>Tomorrow</p>", time.Hour)
			act("take-away")
			act("bring-back")
			a.Clock.Advance(2 * time.Hour)
			goOut(t, a)
			editor = a.Staff(t, "editor")
			key := look(t, editor, id).Record.Key
			if r := a.Guest().Get("/about-us/" + key).Want(200); !strings.Contains(string(r.Body), "Tomorrow") {
				t.Errorf("%s did not go out", key)
			}
		}
	})
}

// Two editors see each other for 45 seconds after their last signal.
func TestTwoEditorsSeeEachOthersPresence(t *testing.T) {
	t.Parallel()
	testkit.Each(t, func(t *testing.T, a *testkit.App) {
		one, two, path := a.Staff(t, "editor"), a.Staff(t, "admin"), "/api/admin/record/"+a.Record(t, "page", "abbot")
		var h editing.Here
		one.Post(path+"/presence", map[string]any{"field": "html.zh"}).Want(200).JSON(&h)
		if len(h.Others) != 0 {
			t.Errorf("%+v", h)
		}
		a.Clock.Advance(editing.PresenceFor - time.Millisecond)
		two.Post(path+"/presence", map[string]any{"field": "html.en"}).Want(200).JSON(&h)
		if len(h.Others) != 1 || h.Others[0].Name != "Editor" || h.Others[0].Field != "html.zh" {
			t.Errorf("%+v", h)
		}
		a.Clock.Advance(time.Millisecond)
		two.Post(path+"/presence", map[string]any{}).Want(200).JSON(&h)
		if len(h.Others) != 0 {
			t.Errorf("%+v", h)
		}
		two.Post(path+"/presence", map[string]any{"leave": true}).Want(200)
		if o := look(t, one, a.Record(t, "page", "abbot")); len(o.Others) != 0 {
			t.Errorf("%+v", o.Others)
		}
		two.Post("/api/admin/record/none/presence", map[string]any{}).Want(404)
	})
}
