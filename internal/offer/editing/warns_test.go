package editing_test

import (
	"context"
	"slices"
	"testing"

	"shanmen/internal/base/locale"
	"shanmen/internal/offer/editing"
	"shanmen/internal/offer/form"
	"shanmen/internal/platform/db"
	"shanmen/internal/testkit"
)

// warned are the warnings of a publication, as fields with their codes.
func warned(t *testing.T, c *testkit.Client, id string) []string {
	t.Helper()
	var checked editing.Checked
	c.Get("/api/admin/record/" + id + "/check?languages=en,zh").Want(200).JSON(&checked)
	var out []string
	for _, w := range checked.Warnings {
		out = append(out, w.Field+" "+w.Code)
	}
	return slices.Compact(out) // pages are listed one by one
}

// Times in texts that differ from the opening hours are reported before publishing: beside the hours, and on pages.
func TestContradictoryOpeningHoursAreWarnedAbout(t *testing.T) {
	t.Parallel()
	testkit.Each(t, func(t *testing.T, a *testkit.App) {
		editor, id := a.Staff(t, "editor"), a.Record(t, "place", "temple")
		if got := warned(t, editor, id); len(got) != 0 {
			t.Errorf("the demonstration's hours: %q", got)
		}
		editor.Type(id, map[string]string{"opening": `[{"on":"every","opens":"08:00","closes":"17:00","name":{"en":"","zh":""}}]`}).Want(200)
		if got := warned(t, editor, id); !slices.Equal(got, []string{"hours.en hours-differ", "hours.zh hours-differ", "opening hours-on-page"}) {
			t.Errorf("other lines: %q", got)
		}
		editor.Type(id, map[string]string{"hours.en": "8 am to 5 pm", "hours.zh": "上午八时至下午五时"}).Want(200)
		if got := warned(t, editor, id); !slices.Equal(got, []string{"opening hours-on-page"}) {
			t.Errorf("other words too: %q", got)
		}
		editor.Publish(id, "en", "zh").Want(200)
	})
}

// An offering whose form has no name question causes a warning, which does not prevent publishing.
func TestAnOfferingWithoutNamesIsWarnedAbout(t *testing.T) {
	t.Parallel()
	testkit.Each(t, func(t *testing.T, a *testkit.App) {
		editor := a.Staff(t, "editor")
		id := a.Record(t, "offering", "light-lamp")
		if got := warned(t, editor, id); len(got) != 0 {
			t.Errorf("a lamp of the demonstration: %q", got)
		}
		for form, want := range map[string][]string{"": {"form asks-for-no-name"}, "columbarium": nil, "lamp": nil} {
			editor.Type(id, map[string]string{"form": form}).Want(200)
			if got := warned(t, editor, id); !slices.Equal(got, want) {
				t.Errorf("with the form %q: %q", form, got)
			}
		}
		a.Write(t, func(ctx context.Context, tx *db.Tx) error {
			return form.Renew(ctx, tx, form.Definition{Key: "altar-gift", Fields: []form.Field{{Key: "wish", Type: form.Text, Label: locale.Text{EN: "Wish", ZH: "心愿"}}}}, a.Clock.Now())
		})
		editor.Type(id, map[string]string{"form": "altar-gift"}).Want(200)
		if got := warned(t, editor, id); !slices.Equal(got, []string{"form asks-for-no-name"}) {
			t.Errorf("a form without a name: %q", got)
		}
		editor.Publish(id, "en", "zh").Want(200)
	})
}

// Where there is only one category, nobody has to choose it.
func TestANewOfferingGetsTheOnlyCategory(t *testing.T) {
	t.Parallel()
	testkit.Each(t, func(t *testing.T, a *testkit.App) {
		editor := a.Staff(t, "editor")
		category := func(key string) string {
			var out editing.Added
			editor.Post("/api/admin/record", map[string]any{"kind": "offering", "key": key, "fields": map[string]string{"title.en": key}}).Want(200).JSON(&out)
			return look(t, editor, out.Record.ID).Fields["category"]
		}
		if got := category("one-of-many"); got != "" {
			t.Errorf("of several: %q", got)
		}
		a.Exec(t, "UPDATE offerings SET category_id = (SELECT id FROM categories WHERE key = 'lamp')")
		a.Exec(t, "DELETE FROM categories WHERE key <> 'lamp'")
		if got := category("the-only-one"); got != "lamp" {
			t.Errorf("of one: %q", got)
		}
	})
}
