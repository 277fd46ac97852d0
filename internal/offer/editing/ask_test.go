package editing_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/wneessen/go-mail"

	"shanmen/internal/offer/editing"
	"shanmen/internal/office/today"
	"shanmen/internal/testkit"
	"shanmen/internal/testkit/mutant"
	"shanmen/internal/testkit/together"
)

func ask(c *testkit.Client, id, who, language string) *testkit.Response {
	return c.Post("/api/admin/record/"+id+"/ask", map[string]string{"who": who, "language": language})
}

// englishPage is a page without Chinese text.
func englishPage(t *testing.T, c *testkit.Client, key string) string {
	t.Helper()
	var out editing.Added
	c.Post("/api/admin/record", map[string]any{"kind": "page", "key": key, "fields": map[string]string{"title.en": "Volunteering", "html.en": "<p>Hands.</p>"}}).Want(200).JSON(&out)
	c.Publish(out.Record.ID, "en").Want(200)
	return out.Record.ID
}

func writers(t *testing.T, c *testkit.Client, id string) []editing.Person {
	t.Helper()
	var out editing.WriterList
	c.Get("/api/admin/record/" + id + "/ask").Want(200).JSON(&out)
	return out.Items
}

func askedToday(t *testing.T, c *testkit.Client) []today.Asked {
	t.Helper()
	var out today.Today
	c.Get("/api/admin/today").Want(200).JSON(&out)
	return out.Asked
}

// A colleague is asked to translate: the task is on their start page and a message tells them, until the text is
// published or the request is withdrawn.
func TestAColleagueIsAskedToWriteALanguage(t *testing.T) {
	t.Parallel()
	testkit.Each(t, func(t *testing.T, a *testkit.App) {
		editor, admin := a.Staff(t, "editor"), a.Staff(t, "admin")
		id := englishPage(t, editor, "helping-hands")
		a.Staff(t, "counter")
		list := writers(t, editor, id)
		adminID, counterID := a.UserID(t, "admin"), a.UserID(t, "counter")
		if !slices.ContainsFunc(list, func(p editing.Person) bool { return p.ID == adminID && p.Name != "" }) || slices.ContainsFunc(list, func(p editing.Person) bool { return p.ID == counterID }) {
			t.Fatalf("who can write: %+v", list)
		}
		if r := ask(editor, id, counterID, "zh").Want(400); r.FieldCodes()["who"] != "not-a-choice" {
			t.Errorf("%s", r.Body)
		}
		if r := ask(editor, id, adminID, "en").Want(400); r.Code() != "language-on-site" {
			t.Errorf("%s", r.Body)
		}
		ask(a.Staff(t, "counter"), id, adminID, "zh").Want(403)
		ask(editor, "nothing", adminID, "zh").Want(404)
		var out editing.Added
		ask(editor, id, adminID, "zh").Want(200).JSON(&out)
		if k := out.Record.Asked; k == nil || k.Who.ID != adminID || k.By.Name == "" || k.Language != "zh" || !k.At.Equal(a.Clock.Now()) {
			t.Fatalf("asked: %+v", k)
		}
		if r := ask(editor, id, adminID, "zh").Want(400); r.Code() != "already-asked" {
			t.Errorf("%s", r.Body)
		}
		letters := 0
		for _, m := range a.Mails(t) {
			if strings.Contains(m.GetGenHeader(mail.HeaderSubject)[0], "Volunteering") && strings.Contains(m.GetToString()[0], "admin@temple.example") {
				letters++
			}
		}
		if letters != 1 {
			t.Errorf("%d letters", letters)
		}
		if list := askedToday(t, admin); len(list) != 1 || list[0].Record != id || list[0].Language != "zh" || list[0].By == "" {
			t.Errorf("today: %+v", list)
		}
		if list := askedToday(t, editor); len(list) != 0 {
			t.Errorf("who asked finds %+v", list)
		}
		withdraw := func(c *testkit.Client) { c.Post("/api/admin/record/"+id+"/ask/withdraw", nil).Want(200) }
		withdraw(editor)
		withdraw(editor) // pressed twice
		if list := askedToday(t, admin); len(list) != 0 {
			t.Errorf("withdrawn, and still there: %+v", list)
		}
		ask(editor, id, adminID, "zh").Want(200)
		admin.Type(id, map[string]string{"title.zh": "义工", "html.zh": "<p>众手。</p>"}).Want(200)
		if list := askedToday(t, admin); len(list) != 1 {
			t.Errorf("a draft alone ends it: %+v", list)
		}
		var p editing.Published
		admin.Publish(id, "zh").Want(200).JSON(&p)
		if list := askedToday(t, admin); len(list) != 0 || p.Record.Asked != nil {
			t.Errorf("on the site, and still asked: %+v, %+v", list, p.Record.Asked)
		}
		admin.Post("/api/admin/record/"+id+"/take-back", map[string]int64{"version": p.Version}).Want(200)
		if list := askedToday(t, admin); len(list) != 1 {
			t.Errorf("taken back, and no longer asked: %+v", list)
		}
		admin.Post("/api/admin/record/"+id+"/take-away", nil).Want(200)
		if list := askedToday(t, admin); len(list) != 0 {
			t.Errorf("of a page that was taken away: %+v", list)
		}
		if r := ask(editor, id, adminID, "zh").Want(400); r.Code() != "taken-away" {
			t.Errorf("%s", r.Body)
		}
	})
}

// Two people ask for a translation at once: one person is asked, and one message is sent.
func TestRaceTwoAsksForOneLanguage(t *testing.T) {
	mutant.Declare(t, mutant.NoLock("RecordLock"))
	testkit.Each(t, func(t *testing.T, a *testkit.App) {
		desks := []*testkit.Client{a.Staff(t, "editor"), a.Staff(t, "admin")}
		ids := []string{a.UserID(t, "admin"), a.UserID(t, "editor")}
		for round := range 3 {
			id := englishPage(t, desks[0], fmt.Sprintf("volunteers-%d", round))
			codes := make([]string, 2)
			together.AtOnce(2, func(i int) { codes[i] = ask(desks[i], id, ids[i], "zh").Code() })
			slices.Sort(codes)
			if !slices.Equal(codes, []string{"", "already-asked"}) {
				t.Errorf("round %d: %q", round, codes)
			}
		}
	})
}
