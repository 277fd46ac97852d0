package editing_test

import (
	"encoding/json"
	"fmt"
	"maps"
	"math/rand/v2"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"shanmen/internal/offer/editing"
	"shanmen/internal/offer/form"
	"shanmen/internal/testkit"
	"shanmen/internal/testkit/model"
	"shanmen/internal/testkit/mutant"
	"shanmen/internal/testkit/together"
)

func copyOf(editor *testkit.Client, id, key string, fields map[string]string) *testkit.Response {
	return editor.Post("/api/admin/record/"+id+"/copy", map[string]any{"key": key, "fields": fields})
}

// everything is all database rows of a record, its offering and its form: copying changes none of them.
func everything(t *testing.T, a *testkit.App, id, key string) []string {
	t.Helper()
	var out []string
	for _, q := range []string{
		"SELECT r.key || r.title_en || r.title_zh || r.state_en || r.state_zh || r.live_en || ' ' || r.live_zh || ' ' || r.older || ' ' || r.changed_at || ' ' || r.position || d.fields || d.revs || d.matches FROM records r JOIN drafts d ON d.record_id = r.id WHERE r.id = $1",
		"SELECT number || fields || why FROM versions WHERE record_id = $1 ORDER BY number",
		"SELECT slot || ' ' || target FROM refs WHERE owner = $1 ORDER BY slot, target",
		"SELECT o.id || o.title_en || o.published || p.id || p.key || p.title_en || COALESCE(p.remaining, -1) || ' ' || COALESCE(p.price, -1) || p.active || p.listed FROM offerings o JOIN offering_options p ON p.offering_id = o.id WHERE o.key = $1 ORDER BY p.key",
		"SELECT p.key || l.from_at || ' ' || l.price FROM offerings o JOIN offering_options p ON p.offering_id = o.id JOIN option_prices l ON l.option_id = p.id WHERE o.key = $1 ORDER BY p.key, l.from_at",
		"SELECT version || definition FROM forms WHERE key = $1 ORDER BY version",
	} {
		of := id
		if strings.Contains(q, "offerings o") || strings.Contains(q, "FROM forms") {
			of = key
		}
		rows, err := a.DB.SQL().QueryContext(t.Context(), q, of)
		if err != nil {
			t.Fatal(err)
		}
		for rows.Next() {
			var s string
			if err := rows.Scan(&s); err != nil {
				t.Fatal(err)
			}
			out = append(out, s)
		}
		if err := rows.Err(); err != nil {
			t.Fatal(err)
		}
		_ = rows.Close()
	}
	return out
}

// keysIn are the keys of options, questions and answers in field names.
func keysIn(fields map[string]string) map[string]bool {
	out := map[string]bool{}
	for name := range fields {
		words := strings.Split(name, ".")
		for i, w := range words[:len(words)-1] {
			if w == "option" || w == "ask" || w == "each" || w == "choice" {
				out[words[i+1]] = true
			}
		}
	}
	for _, key := range strings.Fields(fields["options"]) {
		out[key] = true
	}
	return out
}

// A copy has no history of its original. It has the same prices, present and announced.
func TestACopiedOfferingHasTodaysPricesAndNoHistory(t *testing.T) {
	t.Parallel()
	testkit.Each(t, func(t *testing.T, a *testkit.App) {
		editor := a.Staff(t, "editor")
		fields := soup()
		fields["options"] = "bowl any gone"
		fields["option.gone.title.en"], fields["option.gone.price"] = "Gone", "100"
		fields["option.gone.title.zh"], fields["option.gone.terms"], fields["option.gone.channels"] = "旧", "once", "site"
		fields["option.bowl.later"] = "2026-12-01 1100\n2027-01-01 1200"
		fields["opens"], fields["closes"] = "2026-01-01", "2026-12-10"
		id := newOffering(t, a, editor, fields)
		editor.Publish(id, "en", "zh").Want(200)
		editor.Type(id, map[string]string{"options": "bowl any", "title.en": "Soup of the day", "title.zh": "今日汤", "summary.en": "A bowl of hot soup."}).Want(200)
		a.Exec(t, "UPDATE offering_options SET remaining = 2 WHERE key = 'bowl'")
		a.Exec(t, "UPDATE offering_options SET remaining = 7 WHERE key = 'any' AND offering_id = (SELECT id FROM offerings WHERE key = 'soup')")
		a.Clock.Set(time.Date(2026, 12, 15, 4, 0, 0, 0, time.UTC))
		editor = a.Staff(t, "editor")
		before := everything(t, a, id, "soup")

		var added, again editing.Added
		body := map[string]any{"key": "soup-2027"}
		editor.Header.Set("Idempotency-Key", "one-press-of-copy")
		editor.Post("/api/admin/record/"+id+"/copy", body).Want(200).JSON(&added)
		editor.Post("/api/admin/record/"+id+"/copy", body).Want(200).JSON(&again)
		editor.Header.Del("Idempotency-Key")
		if added.Record.ID != again.Record.ID || a.Count(t, "SELECT count(*) FROM records WHERE key LIKE 'soup%'") != 2 {
			t.Errorf("two copies of one press: %s, %s", added.Record.ID, again.Record.ID)
		}
		o, was := look(t, editor, added.Record.ID), look(t, editor, id)
		if o.Record.Title.EN != "Soup of the day (copy)" || o.Record.Title.ZH != "今日汤（副本）" || o.Record.EN.OnSite || o.Record.EN.State != "draft" || len(o.Live) > 0 {
			t.Errorf("%+v", o.Record)
		}
		a.Guest().Get("/api/offering/soup-2027").Want(404)
		keys := strings.Fields(o.Fields["options"])
		if len(keys) != 2 {
			t.Fatalf("%q", keys)
		}
		for key := range keysIn(o.Fields) {
			if keysIn(was.Fields)[key] {
				t.Errorf("the key %s is that of an option of the original", key)
			}
		}
		get := func(at int, field string) string { return o.Fields["option."+keys[at]+"."+field] }
		for what, got := range map[string][2]string{
			"the price that has begun":   {get(0, "price"), "1100"},
			"the price that is to come":  {get(0, "later"), "2027-01-01 1200"},
			"how many it began with":     {get(0, "places"), "5"},
			"what is counted by now":     {get(1, "places"), "7"},
			"an amount that is chosen":   {get(1, "suggestions"), "1000 2000"},
			"a day that is over, first":  {o.Fields["opens"], ""},
			"a day that is over, last":   {o.Fields["closes"], ""},
			"the words":                  {o.Fields["summary.en"], "A bowl of hot soup."},
			"its place in the catalogue": {o.Fields["category"], was.Fields["category"]},
		} {
			if got[0] != got[1] {
				t.Errorf("%s: %q, want %q", what, got[0], got[1])
			}
		}
		if o.Record.Older != was.Record.Older || was.Record.Older == 0 {
			t.Errorf("older: %d, of the original %d", o.Record.Older, was.Record.Older)
		}

		// Sales of the copy do not reduce the original's stock.
		editor.Publish(added.Record.ID, "en", "zh").Want(200)
		a.Member(t).Fill(a.Item(t, "soup-2027", keys[0], "quantity", 2)).Want(200)
		editor.Post("/api/admin/record/"+added.Record.ID+"/take-away", map[string]any{}).Want(200)
		if diff := cmp.Diff(before, everything(t, a, id, "soup")); diff != "" {
			t.Error(diff)
		}
		if n := a.Count(t, "SELECT count(*) FROM audit_entries WHERE action = 'record.copy'"); n != 1 {
			t.Errorf("%d lines in the audit trail", n)
		}
	})
}

// A mistake in a copy's input is reported at its field, and nothing is created.
func TestAnInvalidCopyIsRefused(t *testing.T) {
	t.Parallel()
	testkit.Each(t, func(t *testing.T, a *testkit.App) {
		editor := a.Staff(t, "editor")
		id, long := a.Record(t, "offering", "light-lamp"), strings.Repeat("长", 201)
		n := a.Count(t, "SELECT count(*) FROM records")
		for _, c := range []struct{ id, key, title, field, code string }{
			{id, "", "", "key", "required"},
			{id, "A lamp", "", "key", "key-shape"},
			{id, "light-lamp", "", "key", "key-taken"},
			{id, "lamp-2", long, "title.zh", "too-long"},
			{a.Record(t, "page", "abbot"), "abbot-2", "", "", "no-copy"},
			{a.Record(t, "policy", "faq"), "", "", "", "no-copy"},
		} {
			fields := map[string]string{}
			if c.title != "" {
				fields["title.zh"] = c.title
			}
			r := copyOf(editor, c.id, c.key, fields)
			if c.field != "" && r.FieldCodes()[c.field] != c.code || c.field == "" && r.Code() != c.code {
				t.Errorf("%q, %q: %d %s", c.key, c.field, r.Status, r.Body)
			}
		}
		copyOf(editor, "nobody", "x", nil).Want(404)
		for _, role := range []string{"counter", "treasurer", "ritual"} {
			copyOf(a.Staff(t, role), id, "lamp-2", nil).Want(403)
		}
		if got := a.Count(t, "SELECT count(*) FROM records"); got != n {
			t.Errorf("%d records, before %d", got, n)
		}
	})
}

// renamed is a definition with the keys of another one, question by question, where the words are equal.
func renamed(t *testing.T, d, like form.Definition) form.Definition {
	t.Helper()
	keys := map[string]string{}
	var walk func(got, want []form.Field)
	walk = func(got, want []form.Field) {
		if len(got) != len(want) {
			t.Fatalf("%d questions, want %d", len(got), len(want))
		}
		for i := range got {
			keys[got[i].Key] = want[i].Key
			got[i].Key = want[i].Key
			for j := range got[i].Options {
				got[i].Options[j].Key = want[i].Options[j].Key
			}
			walk(got[i].Fields, want[i].Fields)
			for j, key := range got[i].RequireOneOf {
				got[i].RequireOneOf[j] = keys[key]
			}
		}
	}
	walk(d.Fields, like.Fields)
	for j, key := range d.RequireOneOf {
		d.RequireOneOf[j] = keys[key]
	}
	d.Key, d.Version = like.Key, like.Version
	return d
}

// The copy of every demonstration form asks the same questions, with new keys except for those that the program knows.
func TestCopiedFormsAskTheSameQuestions(t *testing.T) {
	t.Parallel()
	testkit.Each(t, func(t *testing.T, a *testkit.App) {
		editor := a.Staff(t, "editor")
		forms, err := form.Newest(t.Context(), a.DB.Read())
		if err != nil || len(forms) < 5 {
			t.Fatal(len(forms), err)
		}
		for _, d := range forms {
			id := a.Record(t, "form", d.Key)
			before := everything(t, a, id, d.Key)
			var added editing.Added
			copyOf(editor, id, "", nil).Want(200).JSON(&added)
			o := look(t, editor, added.Record.ID)
			for key := range keysIn(o.Fields) {
				if keysIn(look(t, editor, id).Fields)[key] && !form.Known(key, true) {
					t.Errorf("%s: the key %s is that of the original", d.Key, key)
				}
			}
			if r := editor.Publish(added.Record.ID, "en", "zh"); r.Status != 200 {
				t.Errorf("%s: %s", d.Key, r.Body)
				continue
			}
			got := newest(t, a, added.Record.Key)
			if form.Reachable(d) != form.Reachable(got) {
				t.Errorf("%s: whoever writes is not reached", d.Key)
			}
			want, _ := json.Marshal(d)
			is, _ := json.Marshal(renamed(t, got, d))
			if string(want) != string(is) {
				t.Errorf("%s\n%s", want, is)
			}
			if diff := cmp.Diff(before, everything(t, a, id, d.Key)); diff != "" {
				t.Errorf("%s: %s", d.Key, diff)
			}
		}
	})
}

// The questions of another form replace those of a draft; the former draft stays as a version.
func TestQuestionsCanBeCopiedFromAnotherForm(t *testing.T) {
	t.Parallel()
	testkit.Each(t, func(t *testing.T, a *testkit.App) {
		editor, lamp, prayer := a.Staff(t, "editor"), a.Record(t, "form", "lamp"), a.Record(t, "form", "prayer")
		take := func(id, from string, rev int64) *testkit.Response {
			return editor.Post("/api/admin/record/"+id+"/questions", map[string]any{"from": from, "rev": rev})
		}
		was, before := look(t, editor, lamp), everything(t, a, prayer, "prayer")
		for _, c := range []struct{ from, field, code string }{
			{lamp, "from", "not-a-choice"}, {a.Record(t, "page", "abbot"), "from", "not-a-choice"},
		} {
			if r := take(lamp, c.from, was.Rev); r.FieldCodes()[c.field] != c.code {
				t.Errorf("%d %s", r.Status, r.Body)
			}
		}
		if r := take(a.Record(t, "page", "abbot"), lamp, 0); r.Code() != "no-copy" {
			t.Errorf("%d %s", r.Status, r.Body)
		}
		if r := take(lamp, prayer, was.Rev+1); r.Code() != "draft-changed" {
			t.Errorf("%d %s", r.Status, r.Body)
		}
		take(lamp, "nobody", was.Rev).Want(404)
		var empty editing.Added
		editor.Post("/api/admin/record", map[string]any{"kind": "form", "fields": map[string]string{"title.en": "Empty"}}).Want(200).JSON(&empty)
		if r := take(lamp, empty.Record.ID, was.Rev); r.FieldCodes()["from"] != "form-asks-nothing" {
			t.Errorf("%d %s", r.Status, r.Body)
		}

		take(lamp, prayer, was.Rev).Want(200)
		now := look(t, editor, lamp)
		if now.Fields["title.en"] != was.Fields["title.en"] {
			t.Errorf("another title: %s", now.Fields["title.en"])
		}
		for key := range keysIn(now.Fields) {
			if (keysIn(was.Fields)[key] || keysIn(look(t, editor, prayer).Fields)[key]) && !form.Known(key, true) {
				t.Errorf("the key %s is used again", key)
			}
		}
		for name := range now.Fields {
			if now.Revs[name].Rev == 0 {
				t.Errorf("%s has no revision: the next to write it would be told of a conflict", name)
			}
		}
		editor.Publish(lamp, "en", "zh").Want(200)
		want, _ := json.Marshal(newest(t, a, "prayer"))
		is, _ := json.Marshal(renamed(t, newest(t, a, "lamp"), newest(t, a, "prayer")))
		if string(want) != string(is) {
			t.Errorf("%s\n%s", want, is)
		}
		if diff := cmp.Diff(before, everything(t, a, prayer, "prayer")); diff != "" {
			t.Error(diff)
		}
		var h editing.History
		editor.Get("/api/admin/record/" + lamp + "/version").Want(200).JSON(&h)
		i := slices.IndexFunc(h.Items, func(v editing.VersionLine) bool { return v.Why == "questions" })
		if i < 0 {
			t.Fatalf("%+v", h.Items)
		}
		editor.Post("/api/admin/record/"+lamp+"/restore", map[string]any{"version": h.Items[i].Number, "languages": []string{"en", "zh"}}).Want(200)
		if diff := cmp.Diff(was.Fields, look(t, editor, lamp).Fields); diff != "" {
			t.Error(diff)
		}

		// A form without questions yet leaves no version.
		take(empty.Record.ID, prayer, look(t, editor, empty.Record.ID).Rev).Want(200)
		if n := a.Count(t, "SELECT count(*) FROM versions WHERE record_id = $1", empty.Record.ID); n != 0 {
			t.Errorf("%d versions", n)
		}
	})
}

// Random drafts: each copy has the same content as its original except for keys, the same prices on every day from
// today, the same missing translations, and shares no key.
func TestRandomCopiesMatchTheirOriginals(t *testing.T) {
	t.Parallel()
	for seed := range model.Number(t, "MODEL_SEQUENCES", 2) {
		t.Run(strconv.Itoa(seed), func(t *testing.T) {
			t.Parallel()
			testkit.Each(t, func(t *testing.T, a *testkit.App) {
				rnd := rand.New(rand.NewPCG(uint64(seed), 9))
				editor := a.Staff(t, "editor")
				today := a.Clock.Now().Add(8 * time.Hour)
				for round := range 8 {
					key := fmt.Sprintf("random-%d", round)
					fields := map[string]string{"title.en": "Random", "title.zh": "随机", "category": categoryOf(t, a)}
					var listed []string
					for n := range rnd.IntN(6) {
						option := fmt.Sprintf("o%d", n)
						at := "option." + option + "."
						fields[at+"title.en"], fields[at+"title.zh"] = fmt.Sprint("Option ", n), fmt.Sprint("选项", n)
						fields[at+"price"] = strconv.Itoa(100 * (1 + rnd.IntN(50)))
						var later []string
						for day := range 4 {
							if rnd.IntN(2) == 0 {
								later = append(later, fmt.Sprintf("%s %d", today.AddDate(0, 0, (day-2)*10).Format(time.DateOnly), 100*(1+rnd.IntN(50))))
							}
						}
						fields[at+"later"] = strings.Join(later, "\n")
						if rnd.IntN(3) > 0 {
							listed = append(listed, option)
						}
					}
					fields["options"] = strings.Join(listed, " ")
					var made, added editing.Added
					editor.Post("/api/admin/record", map[string]any{"kind": "offering", "key": key, "fields": fields}).Want(200).JSON(&made)
					for _, option := range listed {
						if rnd.IntN(2) == 0 {
							editor.Type(made.Record.ID, map[string]string{"option." + option + ".title.en": "Another"}).Want(200)
						}
					}
					copyOf(editor, made.Record.ID, key+"-copy", nil).Want(200).JSON(&added)
					was, is := look(t, editor, made.Record.ID), look(t, editor, added.Record.ID)
					keys := strings.Fields(is.Fields["options"])
					if len(keys) != len(listed) || is.Record.Older != was.Record.Older {
						t.Fatalf("%q of %q, %d older, want %d", keys, listed, is.Record.Older, was.Record.Older)
					}
					for i, option := range listed {
						from, to := "option."+option+".", "option."+keys[i]+"."
						if keysIn(was.Fields)[keys[i]] {
							t.Errorf("the key %s is used again", keys[i])
						}
						for day := range 60 {
							on := today.AddDate(0, 0, day).Format(time.DateOnly)
							if w, g := costs(was.Fields, from, on), costs(is.Fields, to, on); w != g {
								t.Errorf("%s costs %s, the copy %s", on, w, g)
							}
						}
						for _, line := range strings.Split(is.Fields[to+"later"], "\n") {
							if line != "" && line[:10] <= today.Format(time.DateOnly) {
								t.Errorf("a price of the past: %s", line)
							}
						}
						if is.Fields[to+"title.en"] != was.Fields[from+"title.en"] || is.Fields[to+"title.zh"] != was.Fields[from+"title.zh"] {
							t.Errorf("other words: %v", is.Fields)
						}
					}
					if n := len(slices.Collect(maps.Keys(keysIn(is.Fields)))); n != len(listed) {
						t.Errorf("%d options, want %d: what was removed came along", n, len(listed))
					}
				}
			})
		})
	}
}

// costs is the price of an option on a day, according to its fields.
func costs(fields map[string]string, at, day string) string {
	price := fields[at+"price"]
	for _, line := range strings.Split(fields[at+"later"], "\n") {
		if from, cents, ok := strings.Cut(line, " "); ok && from <= day {
			price = cents
		}
	}
	return price
}

// Somebody types while the form's questions are replaced: either the replacement comes after what was typed, which
// becomes a version, or it is refused because the draft has changed.
func TestRaceQuestionsAndSave(t *testing.T) {
	mutant.Declare(t, mutant.NoLock("RecordLock"))
	testkit.Each(t, func(t *testing.T, a *testkit.App) {
		desks, lamp := []*testkit.Client{a.Staff(t, "editor"), a.Staff(t, "admin")}, a.Record(t, "form", "lamp")
		for round := range 4 {
			o := look(t, desks[0], lamp)
			from := a.Record(t, "form", []string{"prayer", "meal"}[round%2])
			title := fmt.Sprintf("Round %d", round)
			codes := make([]string, 2)
			together.AtOnce(2, func(i int) {
				if i == 0 {
					codes[0] = desks[0].Post("/api/admin/record/"+lamp+"/questions", map[string]any{"from": from, "rev": o.Rev}).Code()
					return
				}
				codes[1] = patch(desks[1], lamp, map[string]editing.Typed{"title.en": {Value: title, Base: o.Revs["title.en"].Rev}}).Code()
			})
			now := look(t, desks[0], lamp)
			if codes[1] != "" || now.Fields["title.en"] != title {
				t.Errorf("round %d: %q was written, the draft says %q (%q)", round, title, now.Fields["title.en"], codes)
			}
			if came := !slices.Equal(slices.Sorted(maps.Keys(keysIn(o.Fields))), slices.Sorted(maps.Keys(keysIn(now.Fields)))); came != (codes[0] == "") || codes[0] != "" && codes[0] != "draft-changed" {
				t.Errorf("round %d: %q, and the questions came in: %t", round, codes, came)
			}
		}
	})
}

// Two people press Copy with one address: one gets it.
func TestTwoCopiesCannotTakeTheSameAddress(t *testing.T) {
	t.Parallel()
	testkit.Each(t, func(t *testing.T, a *testkit.App) {
		desks, id := []*testkit.Client{a.Staff(t, "editor"), a.Staff(t, "admin")}, a.Record(t, "offering", "light-lamp")
		answers := make([]*testkit.Response, 4)
		together.AtOnce(4, func(i int) { answers[i] = copyOf(desks[i%2], id, "lamp-2", nil) })
		made := 0
		for _, r := range answers {
			if r.Status == 200 {
				made++
			} else if r.FieldCodes()["key"] != "key-taken" {
				t.Errorf("%d %s", r.Status, r.Body)
			}
		}
		if made != 1 || a.Count(t, "SELECT count(*) FROM records WHERE key = 'lamp-2'") != 1 {
			t.Errorf("%d copies", made)
		}
	})
}
