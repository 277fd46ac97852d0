package editing_test

import (
	"encoding/json"
	"fmt"
	"strconv"
	"strings"
	"testing"
	"time"

	"shanmen/internal/offer/editing"
	"shanmen/internal/offer/event/rule"
	"shanmen/internal/testkit"
)

// TestEveryLimitIsRefusedWithAMessageThatNamesIt tests each limit of the content office at and above its value: above
// it, the field is refused with a message in the office's language that names the limit, and nothing is saved.
func TestEveryLimitIsRefusedWithAMessageThatNamesIt(t *testing.T) {
	t.Parallel()
	testkit.One(t, func(t *testing.T, a *testkit.App) {
		editor := a.Staff(t, "editor")
		made := func(kind, key string, fields map[string]string) string {
			var added editing.Added
			editor.Post("/api/admin/record", map[string]any{"kind": kind, "key": key, "fields": fields}).Want(200).JSON(&added)
			return added.Record.ID
		}
		page, banner := a.Record(t, "page", "abbot"), made("banner", "", nil)
		offering, message := newOffering(t, a, editor, soup()), made("message", "", nil)
		form := made("form", "", map[string]string{"title.en": "Form", "title.zh": "表格"})
		event := newEvent(t, editor, "limits", eventFields(nil))
		text := func(n int) string { return strings.Repeat("莲", n) }
		html := func(n int) string { return "<p>" + text(n-7) + "</p>" }
		words := func(n int) string {
			var out []string
			for i := range n {
				out = append(out, "k"+strconv.Itoa(i))
			}
			return strings.Join(out, " ")
		}
		lines := func(n int) string {
			var out []string
			for i := range n {
				out = append(out, fmt.Sprintf("2027-01-%02d 100", i+1))
			}
			return strings.Join(out, "\n")
		}
		count := func(n int) string { return strconv.Itoa(n) }
		for _, l := range []struct {
			id, field string
			most      int
			value     func(n int) string
			says      string // the limit as the message shows it; "" as the number
		}{
			{page, "title.en", 200, text, ""},
			{page, "title.zh", 200, text, ""},
			{page, "html.zh", 60_000, html, ""},
			{page, "html.en", 40, func(n int) string { return strings.Repeat(`<img src="/media/a">`, n) }, ""},
			{banner, "text.zh", 300, text, ""},
			{banner, "href", 500, func(n int) string { return "/" + strings.Repeat("a", n-1) }, ""},
			{offering, "summary.en", 300, text, ""},
			{offering, "keywords.zh", 300, text, ""},
			{offering, "options", 20, words, ""},
			{offering, "option.bowl.price", 10_000_000, count, "S$100,000"},
			{offering, "option.any.most", 10_000_000, count, "S$100,000"},
			{offering, "option.any.suggestions", 6, func(n int) string { return strings.TrimSpace(strings.Repeat("500 ", n)) }, ""},
			{offering, "option.bowl.later", 12, lines, ""},
			{offering, "option.bowl.names", 200, count, ""},
			{offering, "option.bowl.each", 99, count, ""},
			{message, "text.en", 4_000, text, ""},
			{event, "place.zh", 200, text, ""},
			{form, "title.en", 200, text, ""},
			{form, "ask.a.label.zh", 200, text, ""},
			{a.Record(t, "place", "temple"), "phone", 30, func(n int) string { return "6000 0000" + text(n-9) }, ""},
		} {
			editor.Type(l.id, map[string]string{l.field: l.value(l.most)}).Want(200)
			kept := look(t, editor, l.id)
			for _, language := range []string{"en", "zh"} {
				editor.Locale = language
				r := editor.Type(l.id, map[string]string{l.field: l.value(l.most + 1)})
				said := sentences(r)[l.field]
				says := l.says
				if says == "" {
					says = strconv.Itoa(l.most)
				}
				if r.Status != 400 || !strings.Contains(said, says) || chinese(said) != (language == "zh") {
					t.Errorf("%s above %d in %s: %d %q", l.field, l.most, language, r.Status, said)
				}
			}
			editor.Locale = ""
			if now := look(t, editor, l.id); now.Rev != kept.Rev {
				t.Errorf("%s: something of what is too much was kept", l.field)
			}
		}

		// A limit on several fields together is reported before publishing, and prevents it.
		question := func(at string) map[string]string {
			return map[string]string{at + ".type": "text", at + ".label.en": "Q", at + ".label.zh": "问"}
		}
		group := map[string]string{"ask.g.type": "people", "ask.g.takes": "living", "ask.g.label.en": "G", "ask.g.label.zh": "组"}
		pick := map[string]string{"ask.c.type": "choice", "ask.c.label.en": "C", "ask.c.label.zh": "选"}
		for _, l := range []struct {
			name   string
			most   int
			fields func(n int) map[string]string
		}{
			{"questions", 30, func(n int) map[string]string {
				out := map[string]string{}
				for i := range n {
					put(out, question("ask.q"+strconv.Itoa(i)))
				}
				return out
			}},
			{"of each person", 12, func(n int) map[string]string {
				out := put(map[string]string{}, group)
				for i := range n {
					put(out, question("ask.g.each.f"+strconv.Itoa(i)))
				}
				return out
			}},
			{"answers to choose", 60, func(n int) map[string]string {
				out := put(map[string]string{}, pick)
				for i := range n {
					at := "ask.c.choice.o" + strconv.Itoa(i)
					put(out, map[string]string{at + ".place": strconv.Itoa(i + 1), at + ".label.en": "O", at + ".label.zh": "项"})
				}
				return out
			}},
		} {
			for _, n := range []int{l.most, l.most + 1} {
				id := made("form", "", map[string]string{"title.en": "Form", "title.zh": "表格"})
				editor.Type(id, l.fields(n)).Want(200)
				expectBlock(t, editor, id, l.name, l.most, n > l.most)
			}
		}
		for _, l := range []struct {
			kind string
			most int
		}{{"101", 8}, {"102", 12}} {
			for a.Count(t, "SELECT count(*) FROM banners WHERE published = 1 AND type = "+l.kind) < int64(l.most) {
				editor.Publish(made("banner", "", leaf(l.kind)), "en", "zh").Want(200)
			}
			id := made("banner", "", leaf(l.kind))
			expectBlock(t, editor, id, "banners "+l.kind, l.most, true)
			if r := editor.Publish(id, "en", "zh"); r.Status != 400 {
				t.Errorf("one banner above %d: %d", l.most, r.Status)
			}
		}
		for _, n := range []int{rule.MostDays, rule.MostDays + 1} {
			editor.Type(event, map[string]string{"rule": fortnight(func(r *rule.Rule) {
				first := time.Date(2027, 1, 1, 0, 0, 0, 0, time.UTC)
				r.Kind, r.LunarDays, r.Days = rule.Dates, nil, nil
				for i := range n {
					r.Days = append(r.Days, first.AddDate(0, 0, i).Format(time.DateOnly))
				}
			})}).Want(200)
			expectBlock(t, editor, event, "dates", rule.MostDays, n > rule.MostDays)
		}
		for _, n := range []int{rule.MostSessions, rule.MostSessions + 1} {
			editor.Type(event, map[string]string{"rule": fortnight(func(r *rule.Rule) {
				one := r.Sessions[0]
				r.Sessions = nil
				for i := range n {
					one.Key = "s" + strconv.Itoa(i)
					r.Sessions = append(r.Sessions, one)
				}
			})}).Want(200)
			expectBlock(t, editor, event, "sessions", rule.MostSessions, n > rule.MostSessions)
			// The date list beside the rule shows the same error during editing.
			r := editor.Post("/api/admin/event/preview", map[string]any{
				"rule":  json.RawMessage(look(t, editor, event).Fields["rule"]),
				"place": map[string]string{"en": "Pagoda", "zh": "宝塔"}, "key": "limits",
			})
			if over := n > rule.MostSessions; (r.Status == 400) != over || over && !strings.Contains(sentences(r)["rule.sessions"], strconv.Itoa(rule.MostSessions)) {
				t.Errorf("preview of %d sessions: %d %s", n, r.Status, r.Body)
			}
		}
	})
}

// leaf is a banner of a kind.
func leaf(kind string) map[string]string {
	return map[string]string{"title.en": "Lantern week", "title.zh": "灯会周", "type": kind, "art": "lamp"}
}

func put(into, more map[string]string) map[string]string {
	for name, text := range more {
		into[name] = text
	}
	return into
}

// expectBlock expects a message with the limit in both languages, or none when the limit is kept.
func expectBlock(t *testing.T, c *testkit.Client, id, name string, most int, wanted bool) {
	t.Helper()
	for _, language := range []string{"en", "zh"} {
		c.Locale = language
		var checked editing.Checked
		c.Get("/api/admin/record/" + id + "/check?languages=en,zh").Want(200).JSON(&checked)
		found := false
		for _, b := range checked.Blocks {
			if strings.Contains(b.Message, strconv.Itoa(most)) && chinese(b.Message) == (language == "zh") {
				found = true
			}
		}
		if found != wanted {
			t.Errorf("%s, most %d, in %s: said %v, want %v: %+v", name, most, language, found, wanted, checked.Blocks)
		}
	}
	c.Locale = ""
}

// sentences are the messages of a refusal, by field.
func sentences(r *testkit.Response) map[string]string {
	var p struct {
		Errors []struct{ Field, Title string }
	}
	r.JSON(&p)
	out := map[string]string{}
	for _, e := range p.Errors {
		out[e.Field] = e.Title
	}
	return out
}

func chinese(text string) bool {
	return strings.ContainsFunc(text, func(r rune) bool { return r >= 0x4E00 && r <= 0x9FFF })
}
