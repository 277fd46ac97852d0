package editing_test

import (
	"encoding/json"
	"maps"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"shanmen/internal/offer/editing"
	"shanmen/internal/offer/form"
	"shanmen/internal/testkit"
)

func newest(t *testing.T, a *testkit.App, key string) form.Definition {
	t.Helper()
	d, err := form.Latest(t.Context(), a.DB.Read(), key)
	if err != nil {
		t.Fatal(err)
	}
	return d
}

// Publishing creates a new version and keeps the former ones; a form with unchanged questions creates none. Every
// demonstration form equals its record.
func TestAFormIsPublishedAsANewVersion(t *testing.T) {
	t.Parallel()
	testkit.Each(t, func(t *testing.T, a *testkit.App) {
		editor := a.Staff(t, "editor")
		forms, err := form.Newest(t.Context(), a.DB.Read())
		if err != nil || len(forms) < 5 {
			t.Fatalf("%d forms, %v", len(forms), err)
		}
		var list editing.List
		editor.Get("/api/admin/record?kind=form").Want(200).JSON(&list)
		if len(list.Items) != len(forms) {
			t.Errorf("%d records of %d forms", len(list.Items), len(forms))
		}
		for _, d := range forms {
			o := look(t, editor, a.Record(t, "form", d.Key))
			if diff := cmp.Diff(map[string]string(editing.FormFields(d, o.Record.Title)), o.Fields); diff != "" || d.Version != 1 || o.Record.EN.State != "live" {
				t.Errorf("%s, version %d: %s", d.Key, d.Version, diff)
			}
		}
		id, before := a.Record(t, "form", "lamp"), newest(t, a, "lamp")
		editor.Type(id, map[string]string{
			"ask.hall.type": "choice", "ask.hall.place": "3", "ask.hall.label.en": "Which hall?", "ask.hall.label.zh": "哪一殿？",
			"ask.hall.choice.main.place": "1", "ask.hall.choice.main.label.en": "Main", "ask.hall.choice.main.label.zh": "大殿",
			"ask.wish.required": "yes", "ask.people.each.name.length": "60",
		}).Want(200)
		if newest(t, a, "lamp").Version != 1 {
			t.Fatal("visitors see a draft")
		}
		var c editing.Checked
		editor.Get("/api/admin/record/" + id + "/check?languages=en,zh").Want(200).JSON(&c)
		got := map[string]bool{}
		for _, change := range c.Form.Changes {
			got[change.Path+" "+change.Code] = change.Asks
		}
		if diff := cmp.Diff(map[string]bool{"people.name shorter": true, "wish needed": true, "hall added": false}, got); diff != "" || len(c.Blocks) > 0 {
			t.Errorf("%v %s", c.Blocks, diff)
		}
		if c.Form.Version != 1 || !slices.ContainsFunc(c.Form.Options, func(o form.OptionNames) bool {
			return o.Offering.EN == "Blessing lamp" && o.Option.ZH == "合家灯" && o.Names == 6
		}) {
			t.Errorf("version %d, options %+v", c.Form.Version, c.Form.Options)
		}
		if len(c.Form.Users) == 0 || !slices.Contains(c.Addresses, "/blessing-service/light-lamp") {
			t.Errorf("%+v %v", c.Form.Users, c.Addresses)
		}
		if !slices.ContainsFunc(c.Titles, func(p editing.PageTitle) bool {
			return p.Address == "/blessing-service/light-lamp" && p.Title.EN != "" && p.Title.ZH != ""
		}) {
			t.Errorf("the page of the offering has no name: %v", c.Titles)
		}
		var p editing.Published
		editor.Publish(id, "en", "zh").Want(200).JSON(&p)
		after := newest(t, a, "lamp")
		if after.Version != 2 || len(after.Fields) != 3 || !after.Fields[1].Required || after.Fields[2].Options[0].Label.ZH != "大殿" {
			t.Errorf("%+v", after)
		}
		if kept, err := form.Load(t.Context(), a.DB.Read(), "lamp", 1); err != nil || !cmp.Equal(kept, before) {
			t.Errorf("the first version changed: %v", err)
		}
		editor.Type(id, map[string]string{"title.en": "Lamps of the halls"}).Want(200)
		editor.Publish(id, "en", "zh").Want(200)
		if v := newest(t, a, "lamp").Version; v != 2 {
			t.Errorf("another title made version %d", v)
		}
	})
}

// Undoing a publication creates one more version: none is ever removed.
func TestUndoingAFormPublishingAddsAVersion(t *testing.T) {
	t.Parallel()
	testkit.Each(t, func(t *testing.T, a *testkit.App) {
		editor, id := a.Staff(t, "editor"), a.Record(t, "form", "lamp")
		before := newest(t, a, "lamp")
		editor.Type(id, map[string]string{"ask.wish.label.en": "Your wish", "ask.note.type": "text", "ask.note.place": "9", "ask.note.label.en": "A note", "ask.note.label.zh": "备注"}).Want(200)
		var p editing.Published
		editor.Publish(id, "en", "zh").Want(200).JSON(&p)
		editor.Post("/api/admin/record/"+id+"/take-back", map[string]any{"version": p.Version}).Want(200)
		after := newest(t, a, "lamp")
		if before.Version = 3; !cmp.Equal(before, after) {
			t.Error(cmp.Diff(before, after))
		}
		editor.Publish(id, "en", "zh").Want(200) // the question is restored as it was
	})
}

// What prevents publishing is reported at its field.
func TestFormPublishingErrorsAreReportedAtTheirFields(t *testing.T) {
	t.Parallel()
	testkit.One(t, func(t *testing.T, a *testkit.App) {
		editor := a.Staff(t, "editor")
		many := map[string]string{}
		for i := range 31 {
			at := "ask.q" + strconv.Itoa(i)
			many[at+".type"], many[at+".label.en"], many[at+".label.zh"] = "text", "Q", "问"
		}
		for _, c := range []struct {
			key         string
			fields      map[string]string
			field, code string
		}{
			{"", nil, "ask", "form-asks-nothing"},
			{"", many, "ask", "too-many-questions"},
			{"", map[string]string{"ask.a.type": "text", "ask.a.label.en": "A"}, "ask.a.label.zh", "required"},
			{"", map[string]string{"ask.a.type": "text", "ask.a.label.en": "A", "ask.a.label.zh": "甲", "ask.a.help.zh": "一"}, "ask.a.help.en", "required"},
			{"", map[string]string{"ask.a.type": "choice", "ask.a.label.en": "A", "ask.a.label.zh": "甲"}, "ask.a.type", "choice-needs-answers"},
			{"", map[string]string{"ask.a.type": "choice", "ask.a.label.en": "A", "ask.a.label.zh": "甲", "ask.a.choice.b.place": "1", "ask.a.choice.b.label.en": "B"}, "ask.a.choice.b.label.zh", "required"},
			{"", map[string]string{"ask.a.type": "people", "ask.a.takes": "living", "ask.a.label.en": "A", "ask.a.label.zh": "甲", "ask.a.each.b.type": "text", "ask.a.each.b.label.en": "B", "ask.a.each.b.label.zh": "乙"}, "ask.a.type", "people-without-name"},
			{"", map[string]string{"ask.a.type": "text", "ask.a.label.en": "A", "ask.a.label.zh": "甲", "ask.a.length": "4001"}, "ask.a.length", "out-of-bounds"},
			{"", map[string]string{"ask.a.type": "text", "ask.a.label.en": "A", "ask.a.label.zh": "甲", "ask.a.length": "5", "ask.a.min": "6"}, "ask.a.min", "least-over-most"},
			{"lamp", map[string]string{"ask.wish.type": "consent"}, "ask.wish.type", "question-type-changed"},
			{"lamp", map[string]string{"ask.people.each.relation.type": "text"}, "ask.people.each.relation.type", "question-type-changed"},
			{"contact", map[string]string{"ask.mobile.type": "", "ask.email.type": ""}, "ask", "contact-needs-reply"},
		} {
			var id string
			if c.key == "" {
				var added editing.Added
				editor.Post("/api/admin/record", map[string]any{"kind": "form", "fields": map[string]string{"title.en": "New", "title.zh": "新"}}).Want(200).JSON(&added)
				id = added.Record.ID
			} else {
				id = a.Record(t, "form", c.key)
			}
			if len(c.fields) > 0 {
				editor.Type(id, c.fields).Want(200)
			}
			var checked editing.Checked
			editor.Get("/api/admin/record/" + id + "/check?languages=en,zh").Want(200).JSON(&checked)
			if !slices.ContainsFunc(checked.Blocks, func(f editing.Finding) bool {
				return f.Field == c.field && f.Code == c.code && f.Message != "" && !strings.HasPrefix(f.Message, "fault.")
			}) {
				t.Errorf("%s at %s: %+v", c.code, c.field, checked.Blocks)
			}
			if r := editor.Publish(id, "en", "zh"); r.Code() != "not-publishable" {
				t.Errorf("%s: %d %s", c.code, r.Status, r.Body)
			}
		}
		id := a.Record(t, "form", "lamp")
		for _, name := range []string{"ask.wish", "ask.wish.label", "ask.wish.type.en", "ask.1.type", "ask.wish.choice.a.type", "ask.wish.each.a.each.b.type", "ask.wish.colour"} {
			if r := editor.Type(id, map[string]string{name: "text"}); r.Status != 400 {
				t.Errorf("%s: %d", name, r.Status)
			}
		}
	})
}

// A form that an offering uses cannot be removed, and the refusal lists the offerings; the contact page's form can
// never be removed.
func TestAFormInUseCannotBeRemoved(t *testing.T) {
	t.Parallel()
	testkit.Each(t, func(t *testing.T, a *testkit.App) {
		editor := a.Staff(t, "editor")
		away := func(id string) *testkit.Response {
			return editor.Post("/api/admin/record/"+id+"/take-away", map[string]any{})
		}
		for _, key := range []string{"lamp", "contact"} {
			if r := away(a.Record(t, "form", key)); r.Code() != "still-named" {
				t.Errorf("%s: %d %s", key, r.Status, r.Body)
			}
		}
		var added editing.Added
		editor.Post("/api/admin/record", map[string]any{"kind": "form", "fields": map[string]string{"title.en": "New"}}).Want(200).JSON(&added)
		away(added.Record.ID).Want(200)
	})
}

// A cart item is asked about again only if the new form version rejects its answers; else it keeps its answers with
// their version.
func TestACartIsAskedAgainOnlyIfTheNewFormRefusesIt(t *testing.T) {
	t.Parallel()
	testkit.Each(t, func(t *testing.T, a *testkit.App) {
		editor, id, guest := a.Staff(t, "editor"), a.Record(t, "form", "lamp"), a.Guest()
		guest.Fill(a.Item(t, "light-lamp", "one", "form", map[string]any{"people": []any{map[string]any{"chineseName": "陈美玲"}}})).Want(200)
		type line struct {
			State, Reason string
			FormVersion   int64
		}
		item := func() line {
			var v struct{ Items []line }
			guest.Get("/api/cart/checkout").Want(200).JSON(&v)
			if len(v.Items) != 1 {
				t.Fatalf("%+v", v)
			}
			return v.Items[0]
		}
		question := map[string]string{"ask.note.type": "text", "ask.note.place": "9", "ask.note.label.en": "A note", "ask.note.label.zh": "备注"}
		editor.Type(id, question).Want(200)
		editor.Publish(id, "en", "zh").Want(200)
		if i := item(); i.State != "ok" || i.FormVersion != 1 {
			t.Errorf("an optional question: %+v", i)
		}
		editor.Type(id, map[string]string{"ask.note.required": "yes"}).Want(200)
		var c editing.Checked
		editor.Get("/api/admin/record/" + id + "/check?languages=en,zh").Want(200).JSON(&c)
		if c.Form.Held.Carts != 1 || c.Form.Held.CartsAsked != 1 {
			t.Errorf("%+v", c.Form.Held)
		}
		editor.Publish(id, "en", "zh").Want(200)
		if i := item(); i.State != "unavailable" || i.Reason != "form" {
			t.Errorf("a required question: %+v", i)
		}
	})
}

// The fields of random forms describe them completely: converted back, they give the same form.
func TestFormsRoundTripThroughTheirFields(t *testing.T) {
	t.Parallel()
	testkit.Each(t, func(t *testing.T, a *testkit.App) {
		forms, err := form.Newest(t.Context(), a.DB.Read())
		if err != nil {
			t.Fatal(err)
		}
		editor := a.Staff(t, "editor")
		for _, d := range forms {
			var added editing.Added
			fields := map[string]string(editing.FormFields(d, look(t, editor, a.Record(t, "form", d.Key)).Record.Title))
			editor.Post("/api/admin/record", map[string]any{"kind": "form", "fields": fields}).Want(200).JSON(&added)
			if r := editor.Publish(added.Record.ID, "en", "zh"); r.Status != 200 {
				t.Errorf("%s: %s %v", d.Key, r.Body, slices.Sorted(maps.Keys(fields)))
				continue
			}
			copied := newest(t, a, added.Record.Key)
			copied.Key = d.Key
			was, _ := json.Marshal(d)
			is, _ := json.Marshal(copied)
			if string(was) != string(is) {
				t.Errorf("%s\n%s", was, is)
			}
		}
	})
}
