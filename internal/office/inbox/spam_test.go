package inbox_test

import (
	"fmt"
	"testing"
	"time"

	"shanmen/internal/testkit"
	"shanmen/internal/testkit/officekit"
)

// enquire submits a form from a separate network.
func enquire(a *testkit.App, form string, values map[string]any, more ...string) {
	body := map[string]any{"form": form, "values": values}
	for i := 0; i+1 < len(more); i += 2 {
		body[more[i]] = more[i+1]
	}
	a.Guest().Post("/api/form/awaiting", body).Want(200)
}

// Identical tick boxes do not make an enquiry spam, and enquiries classified as spam for another reason affect nobody
// else.
func TestSpamIsJudgedByTypedTextOnly(t *testing.T) {
	testkit.Each(t, func(t *testing.T, a *testkit.App) {
		editor := a.Staff(t, "editor")
		family := func(i int, values map[string]any) map[string]any {
			values["name"], values["consent"] = fmt.Sprintf("Family %d", i), true
			values["mobile"], values["email"] = fmt.Sprintf("8123 45%02d", i), fmt.Sprintf("family%d@mail.example", i)
			return values
		}
		const own = "We would like to come and see the hall on a quiet day"
		for _, c := range []struct {
			name string
			send func(i int)
			spam int64
		}{
			{"columbarium, choices alone", func(i int) {
				enquire(a, "columbarium", family(i, map[string]any{"niche": "single", "need": "now", "when": "morning"}))
			}, 0},
			{"permanent tablet, choices alone", func(i int) {
				enquire(a, "permanent-tablet", family(i, map[string]any{"tablet": "couple"}))
			}, 0},
			{"choices and a short word", func(i int) {
				enquire(a, "columbarium", family(i, map[string]any{"niche": "family", "need": "move", "when": "any", "message": "Thank you"}))
			}, 0},
			{"the same words under other choices", func(i int) {
				enquire(a, "columbarium", family(i, map[string]any{"niche": []string{"single", "double", "family", "unsure"}[i%4], "need": "later", "message": own}))
			}, 3},
			{"a common question", func(i int) {
				enquire(a, "contact", family(i, map[string]any{"topic": "visit", "message": "What are your opening hours?"}))
			}, 0},
			{"谢谢", func(i int) {
				enquire(a, "contact", family(i, map[string]any{"topic": "visit", "message": "谢谢！请问中元法会几点开始？"}))
			}, 0},
			{"the same words of Chinese, in other signs", func(i int) {
				text := "请问贵寺的塔位还有没有空位，我们一家人想在星期天上午过来看看，可以吗"
				enquire(a, "contact", family(i, map[string]any{"topic": "visit", "message": fmt.Sprintf("%d %s%s", i, text, []string{"", "?", "？！"}[i%3])}))
			}, 3},
			{"the same words of another width", func(i int) {
				text := []string{"Cheap lamps for every temple of Singapore, ask us now", "Ｃｈｅａｐ ｌａｍｐｓ for every temple of Singapore, ask us now"}[i%2]
				enquire(a, "contact", family(i, map[string]any{"topic": "visit", "message": text}))
			}, 3},
			{"words that a program sent before", func(i int) {
				text := family(i, map[string]any{"topic": "visit", "message": "May we bring our grandmother on Sunday morning?"})
				switch i {
				case 0:
					enquire(a, "contact", text, "website", "x")
				case 1:
					a.Guest().Post("/api/form/awaiting?took=500", map[string]any{"form": "contact", "values": text}).Want(200)
				case 2:
					enquire(a, "contact", text, "website", "y")
				default:
					enquire(a, "contact", text)
				}
			}, 3},
		} {
			before := tab(editor, "spam").Counts.Spam
			for i := range 5 {
				c.send(i)
			}
			if n := tab(editor, "spam").Counts.Spam - before; n != c.spam {
				t.Errorf("%s: %d of 5 are spam, want %d", c.name, n, c.spam)
			}
		}
	})
}

// A member who asks again, days later, is not spam; nor is a guest's enquiry once an attack is a week past.
func TestAMemberWritingAgainIsNotSpam(t *testing.T) {
	testkit.Each(t, func(t *testing.T, a *testkit.App) {
		c := a.Member(t)
		body := map[string]any{"form": "contact", "values": map[string]any{
			"name": "Tan Bee Leng", "mobile": "9123 4567", "topic": "visit", "consent": true, "message": "We have had no answer yet, may we come and see the hall on Sunday?",
		}}
		for range 4 {
			c.Post("/api/form/awaiting", body).Want(200)
			a.Clock.Advance(time.Hour)
		}
		if n := tab(a.Staff(t, "editor"), "spam").Counts.Spam; n != 0 {
			t.Errorf("%d of four are spam", n)
		}
		a.Guest().Post("/api/form/awaiting", body).Want(200)
		if n := tab(a.Staff(t, "editor"), "spam").Counts.Spam; n != 1 {
			t.Errorf("of somebody else %d are spam", n)
		}
		a.Clock.Advance(8 * 24 * time.Hour)
		a.Guest().Post("/api/form/awaiting", body).Want(200)
		if n := tab(a.Staff(t, "editor"), "spam").Counts.Spam; n != 1 {
			t.Errorf("a week later %d are spam", n)
		}
	})
}

// An enquiry that is spam only because of its words waits on the start page until somebody classifies it.
func TestTodayListsMessagesMarkedSpamOnlyBySimilarity(t *testing.T) {
	testkit.Each(t, func(t *testing.T, a *testkit.App) {
		values := func(i int) map[string]any {
			return map[string]any{"name": fmt.Sprintf("Family %d", i), "email": "family@mail.example", "topic": "visit", "message": "May we bring our grandmother on Sunday?", "consent": true}
		}
		enquire(a, "contact", values(0), "website", "x")
		for i := range 4 {
			enquire(a, "contact", values(i+1))
		}
		for _, role := range []string{"editor", "counter"} {
			w := officekit.WaitingFor(officekit.TodayOf(t, a, role), "alike")
			if w == nil || w.Count != 2 || w.Oldest == nil || w.Oldest.Name != "Family 3" || w.Since == nil {
				t.Fatalf("the %s: %+v", role, w)
			}
		}
		if w := officekit.WaitingFor(officekit.TodayOf(t, a, "treasurer"), "alike"); w != nil {
			t.Errorf("the treasurer: %+v", w)
		}
		editor := a.Staff(t, "editor")
		for i, state := range []string{"open", "spam"} {
			w := officekit.WaitingFor(officekit.TodayOf(t, a, "editor"), "alike")
			editor.Put(officekit.EntryPath(w.ID, "state"), map[string]any{"state": state}).Want(200)
			if w := officekit.WaitingFor(officekit.TodayOf(t, a, "editor"), "alike"); i == 0 && (w == nil || w.Count != 1) || i == 1 && w != nil {
				t.Errorf("after %s: %+v", state, w)
			}
		}
		// Once the office has marked such words as not spam, no enquiry with them is.
		enquire(a, "contact", values(5))
		if w := officekit.WaitingFor(officekit.TodayOf(t, a, "editor"), "alike"); w != nil {
			t.Errorf("the words of a message that was released: %+v", w)
		}
		if n := a.Count(t, `SELECT count(*) FROM audit_entries WHERE action = 'message.spam'`); n != 2 {
			t.Errorf("%d entries of the trail", n)
		}
	})
}
