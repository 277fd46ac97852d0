package site_test

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"shanmen/internal/base/locale"
	"shanmen/internal/base/money"
	"shanmen/internal/offer/content"
	"shanmen/internal/offer/editing"
	"shanmen/internal/offer/words"
	"shanmen/internal/testkit"
)

// In any order of changes, also those that build on earlier ones: the pages that change are invalidated, and the only
// unchanged pages among those invalidated are lists whose cards do not show the change.
func TestCacheTagsAreExactInRandomOrder(t *testing.T) {
	t.Parallel()
	testkit.Each(t, func(t *testing.T, a *testkit.App) {
		const seed, steps = 340, 30
		dice := rand.New(rand.NewPCG(seed, 1))
		editor := a.Staff(t, "editor")
		n, hidden := 0, false
		said := func(what string) string { n++; return fmt.Sprintf("%s %d", what, n) }
		publish := func(kind, key string, fields map[string]string) {
			id := a.Record(t, kind, key)
			editor.Type(id, fields).Want(200)
			editor.Publish(id, "en", "zh").Want(200)
		}
		text := func(kind, key string) func() {
			return func() {
				p := "<p>" + said("t") + "</p>"
				publish(kind, key, map[string]string{"html.en": p, "html.zh": p})
			}
		}
		title := func(kind, key string) func() {
			return func() { publish(kind, key, map[string]string{"title.en": said("T"), "title.zh": said("题")}) }
		}
		question, bottle, rev := faqQuestion(t, a), a.Option(t, "lamp-oil", "bottle"), int64(0)
		home := []string{"/", "/zh"}
		acts := []struct {
			name string
			do   func()
			may  []string // unchanged although invalidated
		}{
			{"text of a page", text("page", "volunteering"), nil},
			{"title of a page", title("page", "volunteering"), nil},
			{"a page goes, or comes back", func() {
				what := map[bool]string{false: "take-away", true: "bring-back"}[hidden]
				hidden = !hidden
				editor.Post("/api/admin/record/"+a.Record(t, "page", "history")+"/"+what, map[string]any{}).Want(200)
			}, nil},
			{"order of pages", func() {
				key := "volunteering"
				editor.Post("/api/admin/record/"+a.Record(t, "page", key)+"/move", map[string]any{"after": ""}).Want(200)
			}, []string{"*"}}, // it may stand there already
			{"a policy", text("policy", "privacy-policy"), nil},
			{"a question", text("question", question), nil},
			{"head of the questions", title("policy", "faq"), nil},
			{"a banner", func() {
				var added editing.Added
				fields := map[string]string{"title.en": said("B"), "title.zh": said("幅"), "type": "101", "art": "lamp"}
				editor.Post("/api/admin/record", map[string]any{"kind": "banner", "key": "", "fields": fields}).Want(200).JSON(&added)
				editor.Publish(added.Record.ID, "en", "zh").Want(200)
				editor.Post("/api/admin/record/"+added.Record.ID+"/take-away", map[string]any{}).Want(200)
			}, home}, // there and gone
			{"a price", func() {
				cents := money.Cents(100 * (10 + n))
				n++
				a.SetPrice(t, bottle, cents)
			}, home},
			{"a phone number", func() {
				n++
				publish("place", "temple", map[string]string{"phone": fmt.Sprintf("6111 %04d", n)})
			}, nil},
			{"words", func() {
				var items []words.LookedWord
				for _, l := range locale.All { // the tag of messages names no language
					var saved words.SavedWord
					body := map[string]any{"key": "event.title", "locale": string(l), "text": said("W"), "base": rev}
					editor.Put("/api/admin/word", body).Want(200).JSON(&saved)
					items = append(items, words.LookedWord{Key: "event.title", Locale: string(l), Rev: saved.Side.Rev})
				}
				rev++
				editor.Post("/api/admin/word/publish", map[string]any{"items": items}).Want(200)
			}, nil},
			{"a draft", func() {
				editor.Type(a.Record(t, "page", "getting-here"), map[string]string{"html.en": "<p>" + said("d") + "</p>"}).Want(200)
			}, nil},
		}
		before := publicPages(t, a)
		for step := range steps {
			act := acts[dice.IntN(len(acts))]
			name := fmt.Sprintf("step %d (seed %d), %s", step, seed, act.name)
			from := version(t, a)
			act.do()
			changes, complete, err := content.ChangesAfter(t.Context(), a.DB.Read(), from, version(t, a))
			if err != nil || !complete {
				t.Fatalf("%s: complete: %v, %v", name, complete, err)
			}
			var tags []string
			for _, c := range changes {
				tags = append(tags, c.Tags...)
			}
			after := publicPages(t, a)
			for path, b := range before {
				marked := slices.ContainsFunc(tags, func(tag string) bool { return slices.Contains(b.uses, tag) })
				differs := after[path].text != b.text
				if differs && !marked {
					t.Errorf("%s (%q): %s differs and is not marked, it uses %q", name, tags, path, b.uses)
				}
				if marked && !differs && !slices.Contains(act.may, path) && !slices.Contains(act.may, "*") {
					t.Errorf("%s (%q): %s is marked and stays as it was", name, tags, path)
				}
			}
			for path := range after {
				if _, there := before[path]; !there && len(tags) == 0 {
					t.Errorf("%s: %s is new, and nothing is marked", name, path)
				}
			}
			before = after
		}
	})
}
