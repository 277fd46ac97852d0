package office_test

import (
	"net/http"
	"strings"
	"testing"

	"shanmen/internal/office"
	"shanmen/internal/testkit"
)

type object = map[string]any

func lunarRule(more ...any) object {
	r := object{
		"kind": "lunar-monthly", "lunarDays": []int{1, 15}, "from": "2026-11-21",
		"sessions": []object{{"key": "", "title": object{"en": "", "zh": ""}, "place": object{"en": "", "zh": ""}, "begins": "09:30", "ends": "11:30"}},
	}
	for i := 0; i < len(more); i += 2 {
		r[more[i].(string)] = more[i+1]
	}
	return r
}

func newEvent(key string, rule object, more ...any) object {
	e := object{
		"key": key, "kind": "chanting", "title": object{"en": "Chanting", "zh": "共修"}, "summary": object{"en": "", "zh": ""},
		"place": object{"en": "Main Hall", "zh": "大殿"}, "html": object{"en": "<p>All <script>x</script>welcome</p>", "zh": ""}, "offering": "incense", "published": true, "rule": rule,
	}
	for i := 0; i < len(more); i += 2 {
		e[more[i].(string)] = more[i+1]
	}
	return e
}

func TestTheOfficeMakesAnEventAndChangesItsRule(t *testing.T) {
	testkit.Each(t, func(t *testing.T, a *testkit.App) {
		editor := a.Staff(t, "editor")
		var made office.OfficeEvent
		editor.Post("/api/admin/event", newEvent("evening", lunarRule())).Want(http.StatusOK).JSON(&made)
		if made.Rev != 1 || len(made.Preview.Next) != 12 || made.Preview.Next[0].Day != "2026-11-23" || made.Preview.Next[0].Lunar != "十月十五" || made.Preview.More != 38 {
			t.Errorf("made: %+v", made.Preview)
		}
		if leap := made.Preview.Leap; leap == nil || leap.Name != "闰五月" || leap.From != "2028-06-23" || leap.To != "2028-07-21" || leap.Dates != 2 {
			t.Errorf("its next leap month: %+v", leap)
		}
		if c := made.Preview.Clashes; len(c) == 0 || c[0].Key != "full-moon-chanting" || c[0].Day != "2026-11-23" {
			t.Errorf("it clashes with %+v", c)
		}
		a.Guest().Get("/event/evening").Want(http.StatusOK)

		// Another place, and another time, does not clash.
		var p struct{ Clashes []object }
		ask := object{"id": made.ID, "place": object{"en": "Courtyard 2", "zh": "后院"}, "rule": lunarRule()}
		if editor.Post("/api/admin/event/preview", ask).Want(http.StatusOK).JSON(&p); len(p.Clashes) != 0 {
			t.Errorf("in a place of its own it clashes: %v", p.Clashes)
		}

		path := "/api/admin/event/" + made.ID
		exceptions := []object{{"day": "2027-02-06", "act": "cancelled", "note": object{"en": "", "zh": ""}}}
		change := object{"rev": 1, "rule": lunarRule("exceptions", exceptions)}
		var changed office.OfficeEvent
		editor.Put(path+"/rule", change).Want(http.StatusOK).JSON(&changed)
		if changed.Rev != 2 || changed.Preview.Next[5].Exception != "cancelled" {
			t.Errorf("changed: %+v", changed)
		}
		if r := editor.Put(path+"/rule", change); r.Status != 400 || r.Code() != "rule-changed" {
			t.Errorf("over an older one: %d %s", r.Status, r.Code())
		}
		if r := editor.Put(path+"/rule", object{"rev": 2, "rule": lunarRule("lunarDays", []int{30})}); r.FieldCodes()["rule.short"] != "required" {
			t.Errorf("day 30: %v", r.FieldCodes())
		}
		if r := editor.Put(path+"/rule", object{"rev": 2, "rule": lunarRule("until", "2026-11-22")}); r.FieldCodes()["rule"] != "rule-without-dates" {
			t.Errorf("without a date: %d %v", r.Status, r.FieldCodes())
		}

		words := newEvent("", nil, "title", object{"en": "Evening chanting", "zh": "晚课"})
		delete(words, "key")
		delete(words, "rule")
		editor.Put(path, words).Want(http.StatusOK).JSON(&changed)
		if r := a.Guest().Get("/zh/event/evening").Want(http.StatusOK); !strings.Contains(string(r.Body), "晚课") {
			t.Error("the page has its old title")
		}
		if strings.Contains(changed.HTML.EN, "script") {
			t.Errorf("kept: %s", changed.HTML.EN)
		}
		words["published"] = false
		editor.Put(path, words).Want(http.StatusOK)
		a.Guest().Get("/event/evening").Want(http.StatusNotFound)

		var list office.EventLines
		editor.Get("/api/admin/event").Want(http.StatusOK).JSON(&list)
		found := false
		for i, e := range list.Items {
			found = found || e.Key == "evening" && !e.Published && e.Dates > 0
			if i > 0 && e.Next != nil && list.Items[i-1].Next != nil && e.Next.StartsAt.Before(list.Items[i-1].Next.StartsAt) {
				t.Errorf("%s stands behind %s", e.Key, list.Items[i-1].Key)
			}
		}
		if !found {
			t.Error("the list has no such event")
		}
		if n := a.Count(t, "SELECT count(*) FROM audit_entries WHERE action IN ('event.add', 'event.rule', 'event.edit') AND subject = $1", "event:"+made.ID); n < 4 {
			t.Errorf("%d entries in the trail", n)
		}
	})
}

func TestWhatAnEventRefuses(t *testing.T) {
	testkit.Each(t, func(t *testing.T, a *testkit.App) {
		editor := a.Staff(t, "editor")
		r := editor.Post("/api/admin/event", newEvent("Not an address", lunarRule("from", ""), "title", object{"en": "Chanting", "zh": " "}, "summary", object{"en": strings.Repeat("a", 301), "zh": ""}))
		got := r.FieldCodes()
		for path, want := range map[string]string{"key": "key-shape", "title.zh": "required", "summary.en": "too-long", "rule.from": "required"} {
			if got[path] != want {
				t.Errorf("%s: %q, want %q", path, got[path], want)
			}
		}
		if r := editor.Post("/api/admin/event", newEvent("vesak", lunarRule())); r.FieldCodes()["key"] != "key-taken" {
			t.Errorf("an address that is taken: %v", r.FieldCodes())
		}
		for _, path := range []string{"/api/admin/event/none", "/api/admin/event/none/rule"} {
			body := object{"rev": 1, "rule": lunarRule()}
			if !strings.HasSuffix(path, "rule") {
				body = newEvent("", nil)
				delete(body, "key")
				delete(body, "rule")
			}
			if r := editor.Put(path, body); r.Status != http.StatusNotFound {
				t.Errorf("%s: %d", path, r.Status)
			}
		}
		if r := a.Staff(t, "counter").Get("/api/admin/event"); r.Status != http.StatusForbidden {
			t.Errorf("the counter reads events: %d", r.Status)
		}
	})
}
