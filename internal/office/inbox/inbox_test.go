package inbox_test

import (
	"encoding/csv"
	"fmt"
	"net/http"
	"slices"
	"strings"
	"testing"
	"time"

	"shanmen/internal/office/inbox"
	"shanmen/internal/testkit"
	"shanmen/internal/testkit/mutant"
	"shanmen/internal/testkit/officekit"
	"shanmen/internal/testkit/together"
)

func answer(c *testkit.Client, id string, seen int64, text string, done bool) *testkit.Response {
	return c.Post(officekit.EntryPath(id, "answer"), map[string]any{"seen": seen, "body": text, "done": done})
}

type tabs struct {
	Items  []struct{ ID, State, Name, Excerpt string }
	Total  int64
	Counts struct{ Open, Mine, Waiting, Spam int64 }
}

func tab(c *testkit.Client, name string) (out tabs) {
	c.Get("/api/admin/form-entry?tab=" + name).Want(200).JSON(&out)
	return out
}

func TestAMessageIsAnsweredInItsWritersLanguage(t *testing.T) {
	testkit.One(t, func(t *testing.T, a *testkit.App) {
		id := officekit.WriteMessage(t, a, "zh")
		a.Drain(t)
		before := len(a.Mails(t))
		editor, counter := a.Staff(t, "editor"), a.Staff(t, "counter")
		if got := tab(editor, "open"); got.Total != 1 || got.Counts.Open != 1 || got.Items[0].Name != "林国华" || got.Items[0].Excerpt != "请问永久莲位还有位置吗？" {
			t.Errorf("%+v", got)
		}
		e := officekit.EntryOf(t, editor, id)
		if e.Reach != "mail" || e.Locale != "zh" || len(e.Texts) == 0 || !strings.Contains(e.Texts[0].Text.ZH, "林国华") || !strings.Contains(e.Texts[0].Text.EN, "Dear 林国华") {
			t.Errorf("%+v", e)
		}
		// A colleague sees that the message is open on another screen, and an internal note is visible to the office
		// only.
		editor.Post(officekit.EntryPath(id, "claim"), map[string]any{}).Want(200)
		if seen := officekit.EntryOf(t, counter, id); seen.Claimed == "" {
			t.Error("the colleague sees nobody")
		}
		counter.Post(officekit.EntryPath(id, "note"), map[string]any{"body": "Row C by the window"}).Want(200)
		if r := answer(editor, id, e.Rev, "有的。", true); r.Want(400).Code() != "entry-changed" {
			t.Errorf("past a colleague: %s", r.Body)
		}
		e = officekit.EntryOf(t, editor, id)
		answer(editor, id, e.Rev, "有的，欢迎来看。", true).Want(200)
		a.Drain(t)
		if n := len(a.Mails(t)); n != before {
			t.Errorf("%d letters left before their time", n-before)
		}
		a.Clock.Advance(31 * time.Second)
		a.Drain(t)
		mails := a.Mails(t)
		last := mails[len(mails)-1]
		body := testkit.MailText(t, last)
		if len(mails) != before+1 || !strings.Contains(body, "有的，欢迎来看。") || !strings.Contains(body, "此邮件回复您的留言") || strings.Contains(body, "Row C") {
			t.Errorf("%d letters, the last: %s", len(mails)-before, body)
		}
		e = officekit.EntryOf(t, editor, id)
		if e.State != "done" || e.Assignee == nil || len(e.Messages) != 2 || e.Claimed != "" {
			t.Errorf("%+v", e)
		}
		if got := tab(editor, "done"); got.Total != 1 || got.Counts.Open != 0 {
			t.Errorf("%+v", got)
		}
		if n := a.Count(t, `SELECT count(*) FROM audit_entries WHERE action = 'message.answer' AND after NOT LIKE '%欢迎%'`); n != 1 {
			t.Errorf("%d entries of the trail without words", n)
		}
	})
}

func TestAnAnswerCanBeWithdrawnWithin30Seconds(t *testing.T) {
	testkit.Each(t, func(t *testing.T, a *testkit.App) {
		id := officekit.WriteMessage(t, a, "en")
		a.Drain(t)
		before := len(a.Mails(t))
		editor, counter := a.Staff(t, "editor"), a.Staff(t, "counter")
		var acted inbox.EntryActed
		answer(editor, id, 0, "Yes.", false).Want(200).JSON(&acted)
		back := officekit.EntryPath(id, "answer", acted.Message, "take-back")
		if r := counter.Post(back, map[string]any{}); r.Want(400).Code() != "entry-sent" {
			t.Errorf("somebody else's: %s", r.Body)
		}
		editor.Post(back, map[string]any{}).Want(200)
		a.Clock.Advance(10 * time.Minute)
		a.Drain(t)
		if n := len(a.Mails(t)); n != before {
			t.Errorf("%d letters left that were taken back", n-before)
		}
		e := officekit.EntryOf(t, editor, id)
		if e.State != "open" || !e.Messages[0].TakenBack {
			t.Errorf("%+v", e)
		}
		answer(editor, id, e.Rev, "Yes, we do.", false).Want(200).JSON(&acted)
		a.Clock.Advance(30 * time.Second)
		if r := editor.Post(officekit.EntryPath(id, "answer", acted.Message, "take-back"), map[string]any{}); r.Want(400).Code() != "entry-sent" {
			t.Errorf("too late: %s", r.Body)
		}
		a.Drain(t)
		if n := len(a.Mails(t)); n != before+1 {
			t.Errorf("%d letters", n-before)
		}
		if got := tab(editor, "waiting"); got.Total != 1 || got.Counts.Waiting != 1 {
			t.Errorf("%+v", got)
		}
	})
}

func TestAnAnswerToAPhoneNumberIsAnSMSOfTwoParts(t *testing.T) {
	testkit.One(t, func(t *testing.T, a *testkit.App) {
		id := officekit.WriteMessage(t, a, "zh", "email", nil, "mobile", "9123 4567")
		editor := a.Staff(t, "editor")
		if e := officekit.EntryOf(t, editor, id); e.Reach != "sms" || e.Frame.Before == "" {
			t.Errorf("%+v", e)
		}
		r := answer(editor, id, 0, strings.Repeat("莲", 131), true)
		if r.Want(400); !strings.Contains(string(r.Body), "sms-too-long") {
			t.Errorf("%s", r.Body)
		}
		answer(editor, id, 0, strings.Repeat("莲", 130), true).Want(200) // with 清莲寺： two SMS segments of 67 characters
		a.Clock.Advance(time.Minute)
		a.Drain(t)
		if !slices.Contains(a.Texts(t), testkit.Text{To: "+6591234567", Body: "清莲寺：" + strings.Repeat("莲", 130)}) {
			t.Errorf("%+v", a.Texts(t))
		}
		if e := officekit.EntryOf(t, a.Staff(t, "counter"), officekit.WriteMessage(t, a, "en", "email", nil, "mobile", "+41 79 123 45 67")); e.Reach != "none" {
			t.Errorf("%+v", e)
		}
	})
}

func TestSpamIsSeparatedButKept(t *testing.T) {
	testkit.Each(t, func(t *testing.T, a *testkit.App) {
		editor := a.Staff(t, "editor")
		values := func(message string) map[string]any {
			return map[string]any{"name": "Seo", "email": "seo@mail.example", "topic": "visit", "message": message, "consent": true}
		}
		send := func(message string, signs ...string) {
			body := map[string]any{"form": "contact", "values": values(message)}
			query := ""
			for i := 0; i+1 < len(signs); i += 2 {
				if signs[i] == "took" {
					query = "?took=" + signs[i+1]
				} else {
					body[signs[i]] = signs[i+1]
				}
			}
			a.Guest().Post("/api/form/awaiting"+query, body).Want(200)
		}
		send("May we come on Saturday with our children?", "took", "45000")
		send("We make websites", "website", "https://seo.example")
		send("We make better websites", "took", "900")
		send("http://a.example http://b.example http://c.example")
		for i := range 4 { // the third and the fourth
			send(fmt.Sprintf("Offer %d: buy followers for your temple now", i))
		}
		got := tab(editor, "spam")
		if got.Total != 5 || got.Counts.Spam != 5 || got.Counts.Open != 3 {
			t.Fatalf("%+v", got)
		}
		a.Drain(t)
		if n := len(a.Mails(t)); n != 3 {
			t.Errorf("%d letters, want none to spam", n)
		}
		// One click reverses it.
		editor.Put(officekit.EntryPath(got.Items[0].ID, "state"), map[string]any{"state": "open"}).Want(200)
		if got := tab(editor, "spam"); got.Total != 4 {
			t.Errorf("%+v", got)
		}
		if n := a.Count(t, `SELECT count(*) FROM audit_entries WHERE action = 'message.spam'`); n != 1 {
			t.Errorf("%d entries of the trail", n)
		}
	})
}

func TestMessagesAreAssignedOnlyToInboxReaders(t *testing.T) {
	t.Parallel()
	a := testkit.New(t, "sqlite")
	id, editor := officekit.WriteMessage(t, a, "en"), a.Staff(t, "editor")
	editor.Put(officekit.EntryPath(id, "assignee"), map[string]any{"userId": a.UserID(t, "treasurer")}).Want(400)
	editor.Put(officekit.EntryPath(id, "assignee"), map[string]any{"userId": a.UserID(t, "editor")}).Want(200)
	if got := tab(editor, "mine"); got.Total != 1 || got.Counts.Mine != 1 {
		t.Errorf("%+v", got)
	}
	editor.Put(officekit.EntryPath(id, "assignee"), map[string]any{"userId": ""}).Want(200)
	if got := tab(editor, "mine"); got.Total != 0 {
		t.Errorf("%+v", got)
	}
	for _, path := range []string{officekit.EntryPath("nothing"), officekit.EntryPath("nothing", "answer")} {
		if strings.HasSuffix(path, "answer") {
			answer(editor, "nothing", 0, "x", false).Want(404)
		} else {
			editor.Get(path).Want(404)
		}
	}
}

// The download needs the password again, contains no formula, and is not permitted to the counter role.
func TestExportingMessagesNeedsThePassword(t *testing.T) {
	testkit.Each(t, func(t *testing.T, a *testkit.App) {
		id := officekit.WriteMessage(t, a, "en", "name", "=1+1", "message", "@SUM(A1)")
		editor := a.Staff(t, "editor")
		answer(editor, id, 0, "+65 6000 0000", false).Want(200)
		take := func(c *testkit.Client, password, format string) *testkit.Response {
			return c.Post("/api/admin/form-entry-export", map[string]any{"password": password, "format": format, "state": "waiting"})
		}
		take(a.Staff(t, "counter"), "temple-office-2026", "csv").Want(403)
		if r := take(editor, "wrong", "csv").Want(400); !strings.Contains(string(r.Body), "wrong-password") {
			t.Errorf("%s", r.Body)
		}
		r := take(editor, "temple-office-2026", "csv").Want(200)
		rows, err := csv.NewReader(strings.NewReader(strings.TrimPrefix(string(r.Body), "\ufeff"))).ReadAll()
		if err != nil || len(rows) != 2 {
			t.Fatalf("%v %v", rows, err)
		}
		for _, cell := range rows[1] {
			if strings.ContainsAny(cell[:min(1, len(cell))], "=+-@") {
				t.Errorf("a formula: %q", cell)
			}
		}
		if all := strings.Join(rows[1], "|"); !strings.Contains(all, "=1+1") || !strings.Contains(all, "+65 6000 0000") {
			t.Errorf("%s", all)
		}
		if r := take(editor, "temple-office-2026", "xlsx").Want(200); !strings.HasPrefix(string(r.Body), "PK") || r.Header.Get("Cache-Control") != "private, no-store" {
			t.Errorf("%v", r.Header)
		}
		if n := a.Count(t, `SELECT count(*) FROM audit_entries WHERE action = 'export.messages'`); n != 2 {
			t.Errorf("%d entries of the trail", n)
		}
	})
}

// The longest answer is 10,000 characters, whatever their size in bytes; one more is refused at the text field.
func TestAnAnswerHasAtMost10000Characters(t *testing.T) {
	testkit.Each(t, func(t *testing.T, a *testkit.App) {
		editor, id := a.Staff(t, "editor"), officekit.WriteMessage(t, a, "en")
		for _, language := range []string{"en", "zh"} {
			editor.Locale = language
			r := answer(editor, id, 0, strings.Repeat("𠮷", 10_001), true)
			if r.FieldCodes()["body"] != "too-long" || !strings.Contains(string(r.Body), "10000") && !strings.Contains(string(r.Body), "10,000") {
				t.Errorf("in %s: %d %.300s", language, r.Status, r.Body)
			}
		}
		answer(editor, id, 0, strings.Repeat("𠮷", 10_000), true).Want(200)
	})
}

// Of two colleagues who answer the same message at once, one mail is sent; the other is told, and sends nothing unless
// they confirm.
func TestRaceTwoAnswersToOneMessage(t *testing.T) {
	mutant.Declare(t, mutant.NoLock("EntryLock"), mutant.Slow("Entry"))
	testkit.Each(t, func(t *testing.T, a *testkit.App) {
		id := officekit.WriteMessage(t, a, "en")
		a.Drain(t)
		before := len(a.Mails(t))
		who := []*testkit.Client{a.Staff(t, "editor"), a.Staff(t, "counter")}
		status := [2]int{}
		a.Warm(t)
		together.AtOnce(2, func(i int) { status[i] = answer(who[i], id, 0, fmt.Sprintf("Answer %d", i), true).Status })
		a.Clock.Advance(time.Minute)
		a.Drain(t)
		if n := len(a.Mails(t)) - before; n != 1 || status[0]+status[1] != http.StatusOK+http.StatusBadRequest {
			t.Errorf("%d letters, answers %v", n, status)
		}
	})
}
