package event_test

import (
	"net/http"
	"testing"

	"shanmen/internal/offer/event"
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

func TestDatesOfAnUnsavedRuleArePreviewed(t *testing.T) {
	testkit.One(t, func(t *testing.T, a *testkit.App) {
		editor := a.Staff(t, "editor")
		ask := func(more ...any) object {
			body := object{"place": object{"en": "Main Hall", "zh": "大殿"}, "rule": lunarRule()}
			for i := 0; i < len(more); i += 2 {
				body[more[i].(string)] = more[i+1]
			}
			return body
		}
		var p event.Preview
		editor.Post("/api/admin/event/preview", ask()).Want(http.StatusOK).JSON(&p)
		if len(p.Next) != 12 || p.Next[0].Day != "2026-11-23" || p.Next[0].Lunar != "十月十五" || p.More != 38 {
			t.Errorf("the next dates: %+v", p)
		}
		if leap := p.Leap; leap == nil || leap.Name != "闰五月" || leap.From != "2028-06-23" || leap.To != "2028-07-21" || leap.Dates != 2 {
			t.Errorf("its next leap month: %+v", leap)
		}
		if c := p.Clashes; len(c) == 0 || c[0].Key != "full-moon-chanting" || c[0].Day != "2026-11-23" {
			t.Errorf("it clashes with %+v", c)
		}
		var all event.Preview
		editor.Post("/api/admin/event/preview", ask("all", true)).Want(http.StatusOK).JSON(&all)
		if len(all.Next) != 50 || all.More != 0 || all.Next[49].Day != p.Until || all.Until != p.Until {
			t.Errorf("all dates: %d, %d more until %s", len(all.Next), all.More, all.Until)
		}
		// An event does not conflict with itself, nor with one in another hall.
		for _, body := range []object{ask("key", "full-moon-chanting"), ask("place", object{"en": "Courtyard 2", "zh": "后院"})} {
			p = event.Preview{}
			editor.Post("/api/admin/event/preview", body).Want(http.StatusOK).JSON(&p)
			for _, c := range p.Clashes {
				if c.Key == "full-moon-chanting" {
					t.Errorf("it clashes with %+v", c)
				}
			}
		}
		if r := editor.Post("/api/admin/event/preview", ask("rule", lunarRule("lunarDays", []int{30}))); r.FieldCodes()["rule.short"] != "required" {
			t.Errorf("day 30: %v", r.FieldCodes())
		}

		var list event.Lines
		editor.Get("/api/admin/event").Want(http.StatusOK).JSON(&list)
		if len(list.Items) == 0 {
			t.Fatal("no events")
		}
		for i, e := range list.Items {
			if i > 0 && e.Next != nil && list.Items[i-1].Next != nil && e.Next.StartsAt.Before(list.Items[i-1].Next.StartsAt) {
				t.Errorf("%s stands behind %s", e.Key, list.Items[i-1].Key)
			}
		}
		if r := a.Staff(t, "counter").Get("/api/admin/event"); r.Status != http.StatusForbidden {
			t.Errorf("the counter reads events: %d", r.Status)
		}
	})
}
