package editing_test

import (
	"slices"
	"testing"
	"time"

	"shanmen/internal/offer/editing"
	"shanmen/internal/testkit"
)

// A price that looks like a typing error is published once somebody confirms it, at once or by schedule; a published
// price is not asked about again.
func TestASuspiciousPriceNeedsConfirmation(t *testing.T) {
	t.Parallel()
	testkit.Each(t, func(t *testing.T, a *testkit.App) {
		editor := a.Staff(t, "editor")
		id := newOffering(t, a, editor, soup())
		editor.Publish(id, "en", "zh").Want(200)
		act := func(what string, more map[string]any) *testkit.Response {
			body := map[string]any{"languages": []string{"en", "zh"}, "rev": revOf(editor, id)}
			for name, value := range more {
				body[name] = value
			}
			return editor.Post("/api/admin/record/"+id+"/"+what, body)
		}
		for _, c := range []struct {
			name   string
			fields map[string]string
			doubts []string // field code
		}{
			{"a price that falls a little", map[string]string{"option.bowl.price": "101"}, nil},
			{"a price that falls by nine tenths", map[string]string{"option.bowl.price": "100"}, []string{"option.bowl.price price-falls"}},
			{"the least that somebody may choose", map[string]string{"option.any.least": "50"}, []string{"option.any.least price-falls"}},
			{"a later price that falls", map[string]string{"option.bowl.later": "2027-01-01 100"}, []string{"option.bowl.later price-falls"}},
			{"a later price that is past", map[string]string{"option.bowl.later": "2025-01-01 1200"}, []string{"option.bowl.later later-price-past"}},
			{"a past one that falls too", map[string]string{"option.bowl.later": "2025-01-01 12"}, []string{"option.bowl.later later-price-past", "option.bowl.price price-falls"}},
			{"one that falls from the price before it", map[string]string{"option.bowl.later": "2027-01-01 9000\n2027-06-01 900"}, []string{"option.bowl.later price-falls"}},
			{"a new option", map[string]string{
				"options": "bowl any pot", "option.pot.title.en": "Pot", "option.pot.title.zh": "锅", "option.pot.price": "8800", "option.pot.later": "2027-01-01 880",
				"option.pot.terms": "once", "option.pot.channels": "site",
			}, []string{"option.pot.later price-falls"}},
		} {
			was := look(t, editor, id).Fields
			editor.Type(id, c.fields).Want(200)
			var checked editing.Checked
			editor.Get("/api/admin/record/" + id + "/check?languages=en,zh").Want(200).JSON(&checked)
			got := []string{}
			for _, d := range checked.Doubts {
				got = append(got, d.Field+" "+d.Code)
			}
			if !slices.Equal(got, append([]string{}, c.doubts...)) || len(checked.Blocks) > 0 {
				t.Errorf("%s: %q, want %q; %+v", c.name, got, c.doubts, checked.Blocks)
			}
			for _, what := range []string{"publish", "schedule"} {
				at := map[string]any{}
				if what == "schedule" {
					at["at"] = a.Clock.Now().Add(time.Hour).UTC()
				}
				if r := act(what, at); len(c.doubts) > 0 && (r.Status != 400 || r.Code() != "prices-to-confirm" || len(r.FieldCodes()) == 0) {
					t.Errorf("%s: %s without a word: %d %s", c.name, what, r.Status, r.Body)
				}
				if len(c.doubts) == 0 {
					break // it has gone out
				}
			}
			if len(c.doubts) > 0 {
				at := map[string]any{"confirmed": true, "at": a.Clock.Now().Add(time.Hour).UTC()}
				act("schedule", at).Want(200)
				a.Clock.Advance(2 * time.Hour)
				goOut(t, a)
				editor = a.Staff(t, "editor")
				if shown := look(t, editor, id); shown.Record.EN.State != "live" {
					t.Errorf("%s: it did not go out: %+v", c.name, shown.Record.EN)
				}
			}
			editor.Type(id, map[string]string{"summary.en": c.name}).Want(200)
			act("publish", nil).Want(200) // the same prices once more
			back := map[string]string{}
			for name := range c.fields {
				back[name] = was[name]
			}
			editor.Type(id, back).Want(200)
			act("publish", map[string]any{"confirmed": true}).Want(200)
			a.Clock.Advance(time.Minute)
		}
	})
}

// A schedule is checked against the prices of its day.
func TestAScheduledPriceIsCheckedForItsDate(t *testing.T) {
	t.Parallel()
	testkit.Each(t, func(t *testing.T, a *testkit.App) {
		editor := a.Staff(t, "editor")
		id := newOffering(t, a, editor, soup())
		editor.Publish(id, "en", "zh").Want(200)
		at := a.Clock.Now().AddDate(0, 0, 40).UTC()
		begins := a.Clock.Now().AddDate(0, 0, 20).Format("2006-01-02")
		act := func(confirmed bool) *testkit.Response {
			body := map[string]any{"languages": []string{"en", "zh"}, "rev": revOf(editor, id), "at": at, "confirmed": confirmed}
			return editor.Post("/api/admin/record/"+id+"/schedule", body)
		}
		doubts := func(query string) (out []string) {
			var checked editing.Checked
			editor.Get("/api/admin/record/" + id + "/check?languages=en,zh" + query).Want(200).JSON(&checked)
			for _, d := range checked.Doubts {
				out = append(out, d.Field+" "+d.Code)
			}
			return out
		}
		// Its announced price will apply by the time of publication.
		editor.Type(id, map[string]string{"option.bowl.later": begins + " 1200"}).Want(200)
		want := []string{"option.bowl.later later-price-past"}
		if now, then := doubts(""), doubts("&at="+at.Format(time.RFC3339)); len(now) > 0 || !slices.Equal(then, want) {
			t.Errorf("now %q, then %q", now, then)
		}
		if r := act(false); r.Code() != "prices-to-confirm" || r.FieldCodes()["option.bowl.later"] != "later-price-past" {
			t.Errorf("scheduled without a word: %d %s", r.Status, r.Body)
		}
		if r := editor.Get("/api/admin/record/" + id + "/check?languages=en,zh&at=soon"); r.FieldCodes()["at"] != "bad-date" {
			t.Errorf("%d %s", r.Status, r.Body)
		}
		act(true).Want(200)
	})
}
