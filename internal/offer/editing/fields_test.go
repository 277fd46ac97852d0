package editing_test

import (
	"encoding/json"
	"maps"
	"net/http"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"shanmen/internal/offer/editing"
	"shanmen/internal/testkit"
)

// invalid are texts that a field type does not accept: typing errors, an incomplete date, or data of an older program.
func invalid(t *testing.T, f editing.Field) []string {
	t.Helper()
	over := strconv.Itoa(f.Most + 1)
	switch f.Type {
	case editing.FieldLine, editing.FieldLines, editing.FieldForm:
		return []string{strings.Repeat("a", f.Most+1)}
	case editing.FieldHTML:
		return []string{"<p>" + strings.Repeat("a", f.Most+1) + "</p>"}
	case editing.FieldPath:
		return []string{"l5", "//other.example", "javascript:alert(1)", "http://other.example"}
	case editing.FieldChoice, editing.FieldYes, editing.FieldChoices:
		return []string{"l5", "no"}
	case editing.FieldNumber:
		return []string{"l5", "5O", "0", "-1", "1.5", "１２", "1 2", over}
	case editing.FieldCents:
		return []string{"l5", "$l5", "5O", "0", "-1", "12.00", "1 2", over}
	case editing.FieldAmounts:
		return []string{"l5", "500 $l5", "$500, l5", "0", "1 2 3 4 5 6 7", "500 " + over}
	case editing.FieldKeys:
		return []string{"A!", "bowl bowl"}
	case editing.FieldLaterPrices:
		return []string{"l5", "2027-01-01", "2027-01-01 -", "2027-01-01 $l5", "- 9800", "2027-02-30 9800", "2027-01-01 0", "2027-01-01 100\n2027-01-01 200"}
	case editing.FieldDay:
		return []string{"l5", "-", "2026-02-30", "0026-12-16", "20266-12-16", "冬至", "冬至 -", "冬至 three", "冬至 121", "13-1 0", "7-31 0", "0-1 0"}
	case editing.FieldOpening:
		return []string{
			"l5", `[{"on":"date","date":"","opens":"07:00","closes":"17:30"}]`, `[{"on":"date","date":"0026-12-16","opens":"07:00","closes":"17:30"}]`, `[{"on":"weekday","days":[],"opens":"07:00","closes":"17:30"}]`,
			`[{"on":"every","opens":"","closes":"17:30"}]`, `[{"on":"lunar-date","month":13,"day":1,"closed":true}]`,
		}
	case editing.FieldEmail:
		return []string{"l5", "temple@", "a b@temple.example"}
	case editing.FieldPhone:
		return []string{"l5", "ask at the desk"}
	case editing.FieldWhatsApp:
		return []string{"l5", "6000 0000", "+65", "+65 6OOO OOOO"}
	case editing.FieldRule:
		return []string{"l5", "{"}
	case editing.FieldPicture, editing.FieldOffering: // the name of another record, existing or not: checked when publishing
		return nil
	}
	t.Errorf("%s: the table has no invalid text of type %s", f.Name, f.Type)
	return nil
}

// nothing are texts without a visible character.
func nothing(f editing.Field) []string {
	switch f.Type {
	case editing.FieldLine, editing.FieldLines, editing.FieldForm:
		return []string{"", " ", "\u3000", "\u200b", "\u3164", "\u2800\u00ad"}
	case editing.FieldHTML:
		return []string{"", "<p> </p>", "<p>\u3164</p><br>", "<h2>&#8203;</h2>"}
	}
	return []string{""}
}

// everyField are publishable records of every kind, with all their fields filled in.
func everyField(t *testing.T, a *testkit.App, editor *testkit.Client) map[string]map[string]editing.Field {
	t.Helper()
	made := func(kind, key string, fields map[string]string) string {
		var added editing.Added
		editor.Post("/api/admin/record", map[string]any{"kind": kind, "key": key, "fields": fields}).Want(200).JSON(&added)
		return added.Record.ID
	}
	page := map[string]string{"title.en": "Title", "title.zh": "标题", "html.en": "<p>Text</p>", "html.zh": "<p>正文</p>"}
	form := map[string]string{"title.en": "Form", "title.zh": "表格", "ask.q.type": "text", "ask.q.label.en": "Q", "ask.q.label.zh": "问"}
	var practice struct{ Record string }
	editor.Post("/api/admin/practice", nil).Want(200).JSON(&practice)
	ids := map[string]string{
		"page": made("page", "fields", page), "policy": a.Record(t, "policy", "privacy-policy"), "question": made("question", "", page),
		"banner": made("banner", "", leaf("101")), "category": made("category", "fields", map[string]string{"title.en": "Category", "title.zh": "类别"}),
		"offering": newOffering(t, a, editor, soup()), "place": a.Record(t, "place", "temple"), "form": made("form", "", form),
		"event": newEvent(t, editor, "fields", eventFields(nil)), "practice": practice.Record,
		"message": made("message", "", map[string]string{"title.en": "Thanks", "title.zh": "多谢", "text.en": "Thank you", "text.zh": "谢谢"}),
	}
	out := map[string]map[string]editing.Field{}
	for _, k := range editing.Kinds() {
		id, ok := ids[k.Name]
		if !ok {
			t.Errorf("the table has no record of kind %s", k.Name)
			continue
		}
		out[id] = map[string]editing.Field{}
		add := func(name string, f editing.Field) {
			if f.Each {
				name += ".zh"
			}
			out[id][name] = f
		}
		for _, f := range k.Fields {
			add(f.Name, f)
		}
		for _, f := range k.Parts {
			add("option.bowl."+f.Name, f)
		}
		if k.Name == editing.KindForm {
			for name, f := range editing.AskFields {
				f.Name = name
				add("ask.q."+name, f)
			}
		}
	}
	return out
}

// An invalid value is refused at its field and not saved; if it reached a draft in another way, it is found before
// publishing and not published.
func TestAnInvalidFieldIsNeitherSavedNorPublished(t *testing.T) {
	t.Parallel()
	testkit.One(t, func(t *testing.T, a *testkit.App) {
		editor := a.Staff(t, "editor")
		count := 0
		for id, fields := range everyField(t, a, editor) {
			kept := look(t, editor, id)
			revs := map[string]editing.Typed{}
			for name := range fields {
				revs[name] = editing.Typed{Base: kept.Revs[name].Rev}
			}
			for _, name := range slices.Sorted(maps.Keys(fields)) {
				for _, text := range invalid(t, fields[name]) {
					count++
					r := editor.Do(http.MethodPatch, "/api/admin/record/"+id, map[string]any{"fields": map[string]editing.Typed{name: {Value: text, Base: revs[name].Base}}})
					if r.Status != 400 || r.FieldCodes()[name] == "" {
						t.Errorf("%s %s: saved as %.60q: %d %.200s", kept.Record.Kind, name, text, r.Status, r.Body)
					}
					if kept.Record.Kind == editing.KindPractice { // it goes nowhere
						continue
					}
					draft := maps.Clone(kept.Fields)
					draft[name] = text
					putDraft(t, a, id, draft)
					var checked editing.Checked
					editor.Get("/api/admin/record/" + id + "/check?languages=en,zh").Want(200).JSON(&checked)
					if !slices.ContainsFunc(checked.Blocks, func(f editing.Finding) bool { return strings.HasPrefix(f.Field, name) && f.Message != "" }) {
						t.Errorf("%s %s: %.60q would go out: %+v", kept.Record.Kind, name, text, checked.Blocks)
					}
					if r := editor.Publish(id, "en", "zh"); r.Status != 400 || r.FieldCodes()[name] == "" {
						t.Errorf("%s %s: %.60q went out: %d", kept.Record.Kind, name, text, r.Status)
					}
					putDraft(t, a, id, kept.Fields)
				}
				if f := fields[name]; f.Required && kept.Record.Kind != editing.KindPractice {
					for _, none := range nothing(f) {
						editor.Type(id, map[string]string{name: none}).Want(200)
						if r := editor.Publish(id, "en", "zh"); r.Status != 400 || r.FieldCodes()[name] == "" {
							t.Errorf("%s: went out with %q for %s: %d", kept.Record.Kind, none, name, r.Status)
						}
					}
					editor.Type(id, map[string]string{name: kept.Fields[name]}).Want(200)
					kept = look(t, editor, id)
					revs[name] = editing.Typed{Base: kept.Revs[name].Rev}
				}
			}
			if now := look(t, editor, id); now.Rev != kept.Rev {
				t.Errorf("%s: something invalid was kept", kept.Record.Kind)
			}
		}
		if count < 200 {
			t.Errorf("only %d invalid states", count)
		}
	})
}

// An invalid value in an older program's version is never published: not by a schedule, after a restore, from a copy,
// or when its record is restored.
func TestAnInvalidVersionIsNeverPublished(t *testing.T) {
	t.Parallel()
	testkit.Each(t, func(t *testing.T, a *testkit.App) {
		editor := a.Staff(t, "editor")
		for field, text := range map[string]string{"option.bowl.price": "l5", "option.bowl.later": "2027-01-01 -", "opens": "冬至 three", "title.zh": ""} {
			key := "soup-" + strings.NewReplacer(".", "-").Replace(field)
			var added editing.Added
			editor.Post("/api/admin/record", map[string]any{"kind": "offering", "key": key, "fields": put(soup(), map[string]string{"category": categoryOf(t, a)})}).Want(200).JSON(&added)
			id := added.Record.ID
			editor.Publish(id, "en", "zh").Want(200)
			act := func(what string, body map[string]any) *testkit.Response {
				return editor.Post("/api/admin/record/"+id+"/"+what, body)
			}
			bad := func(number int64) {
				t.Helper()
				fields := maps.Clone(look(t, editor, id).Fields)
				fields[field] = text
				raw, err := json.Marshal(fields)
				if err != nil {
					t.Fatal(err)
				}
				a.Exec(t, "INSERT INTO versions (record_id, number, fields, matches, why, languages, user_id, at) VALUES ($1, $2, $3, '{}', 'schedule', '', 'system', 0)", id, number, string(raw))
			}
			refused := func(way string, r *testkit.Response) {
				t.Helper()
				if r.Status != 400 || len(r.FieldCodes()) == 0 {
					t.Errorf("%s %q by a %s: %d %s", field, text, way, r.Status, r.Body)
				}
			}
			editor.Type(id, map[string]string{"summary.en": "Scheduled"}).Want(200)
			act("schedule", map[string]any{"languages": []string{"en", "zh"}, "rev": revOf(editor, id), "at": a.Clock.Now().Add(time.Hour).UTC()}).Want(200).JSON(&added)
			bad(90)
			a.Exec(t, "UPDATE schedules SET version = 90 WHERE record_id = $1", id)
			a.Clock.Advance(time.Hour)
			goOut(t, a)
			editor = a.Staff(t, "editor")
			if list := look(t, editor, id).Record.Schedules; len(list) != 1 || list[0].State != "problem" || list[0].Problems[0].Field != field {
				t.Errorf("%s %q by a schedule: %+v", field, text, list)
			}
			act("restore", map[string]any{"version": 90, "languages": []string{"en", "zh"}}).Want(200)
			refused("restore", editor.Publish(id, "en", "zh"))
			act("copy", map[string]any{"key": key + "-again"}).Want(200).JSON(&added)
			if field != "title.zh" { // a copy has a title of its own
				refused("copy", editor.Publish(added.Record.ID, "en", "zh"))
			}
			act("take-away", map[string]any{}).Want(200)
			bad(900)
			a.Exec(t, "UPDATE records SET live_en = 900, live_zh = 900 WHERE id = $1", id)
			refused("bring-back", act("bring-back", map[string]any{}))
		}
	})
}

// putDraft writes a draft as another program may have left it.
func putDraft(t *testing.T, a *testkit.App, id string, fields map[string]string) {
	t.Helper()
	raw, err := json.Marshal(fields)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := a.DB.SQL().ExecContext(t.Context(), "UPDATE drafts SET fields = $1 WHERE record_id = $2", string(raw), id); err != nil {
		t.Fatal(err)
	}
}

// Duplicate entries and invisible characters are removed when saved.
func TestTypedTextIsNormalised(t *testing.T) {
	t.Parallel()
	testkit.One(t, func(t *testing.T, a *testkit.App) {
		editor := a.Staff(t, "editor")
		offering, place := newOffering(t, a, editor, soup()), a.Record(t, "place", "temple")
		for _, c := range []struct{ id, field, typed, kept string }{
			{offering, "option.any.suggestions", "1000 2000 1000", "1000 2000"},
			{offering, "option.bowl.terms", "yearly once once", "once yearly"},
			{offering, "option.any.text.en", "\u3164", ""},
			{place, "opening", `[{"on":"date","date":"2027-02-06","closed":true,"name":{"en":"\u202eYear's end\u200b","zh":"\u3164"}}]`,
				`[{"on":"date","date":"2027-02-06","closed":true,"name":{"en":"Year's end","zh":""}}]`},
		} {
			editor.Type(c.id, map[string]string{c.field: c.typed}).Want(200)
			if got := look(t, editor, c.id).Fields[c.field]; got != c.kept {
				t.Errorf("%s: %q is kept as %q, want %q", c.field, c.typed, got, c.kept)
			}
		}
	})
}

// A reference to a missing record, or a combination that no longer fits, is saved but not published.
func TestBrokenReferencesAreSavedButNotPublished(t *testing.T) {
	t.Parallel()
	testkit.One(t, func(t *testing.T, a *testkit.App) {
		editor := a.Staff(t, "editor")
		var added editing.Added
		editor.Post("/api/admin/record", map[string]any{"kind": "banner", "fields": leaf("101")}).Want(200).JSON(&added)
		banner, offering, event := added.Record.ID, newOffering(t, a, editor, soup()), newEvent(t, editor, "names", eventFields(nil))
		half := func(change func(r map[string]any)) string {
			r := map[string]any{}
			if err := json.Unmarshal([]byte(fortnight(nil)), &r); err != nil {
				t.Fatal(err)
			}
			change(r)
			raw, err := json.Marshal(r)
			if err != nil {
				t.Fatal(err)
			}
			return string(raw)
		}
		for _, c := range []struct {
			id, field, text, blamed string
			beside                  map[string]string
		}{
			{banner, "picture", "gone", "picture", nil},
			{banner, "href", "/about-us/nothing", "href", nil},
			{banner, "closes", "2026-01-01", "closes", map[string]string{"opens": "2026-02-01"}},
			{offering, "picture", "gone", "picture", nil},
			{offering, "category", "nothing", "category", nil},
			{offering, "form", "nothing", "form", nil},
			{offering, "enquiry", "yes", "form", nil},
			{offering, "closes", "2026-01-01", "closes", map[string]string{"opens": "2026-02-01"}},
			{offering, "option.bowl.price", "", "option.bowl.price", nil},
			{offering, "option.bowl.least", "500", "option.bowl.price", nil},
			{offering, "option.any.most", "400", "option.any.most", nil},
			{offering, "option.any.suggestions", "499", "option.any.suggestions", nil},
			{event, "picture", "gone", "picture", nil},
			{event, "offering", "nothing", "offering", nil},
			{event, "rule", half(func(r map[string]any) { r["until"] = "-" }), "rule.until", nil},
			{event, "rule", half(func(r map[string]any) { r["from"] = "" }), "rule.from", nil},
			{event, "rule", half(func(r map[string]any) { r["lunarDays"] = []int{} }), "rule.lunarDays", nil},
			{event, "rule", half(func(r map[string]any) {
				delete(r, "lunarDays")
				delete(r, "leap")
				r["kind"], r["term"], r["offset"] = "term", "冬至", 61 // as the office keeps text that is not a number
			}), "rule.offset", nil},
			{event, "rule", half(func(r map[string]any) {
				r["exceptions"] = []map[string]any{{"day": "2026-11-23", "act": "moved", "to": "-", "note": map[string]string{"en": "", "zh": ""}}}
			}), "rule.exceptions[0].to", nil},
		} {
			was := look(t, editor, c.id).Fields
			fields := put(map[string]string{c.field: c.text}, c.beside)
			editor.Type(c.id, fields).Want(200)
			if r := editor.Publish(c.id, "en", "zh"); r.Status != 400 || r.FieldCodes()[c.blamed] == "" {
				t.Errorf("%s %q: %d %s", c.field, c.text, r.Status, r.Body)
			}
			for name := range fields {
				fields[name] = was[name]
			}
			editor.Type(c.id, fields).Want(200)
		}
		for _, id := range []string{banner, offering, event} { // the same record publishes without that value
			editor.Publish(id, "en", "zh").Want(200)
		}
	})
}
