package today_test

import (
	"slices"
	"testing"

	todaypage "shanmen/internal/office/today"
	"shanmen/internal/testkit"
	"shanmen/internal/testkit/officekit"
)

// Everybody sees the tasks that their roles allow, and no others.
func TestTodayShowsOpenWorkByRole(t *testing.T) {
	t.Parallel()
	testkit.Each(t, func(t *testing.T, a *testkit.App) {
		today := func(role string) (out todaypage.Today) {
			t.Helper()
			a.Staff(t, role).Get("/api/admin/today").Want(200).JSON(&out)
			return out
		}
		waits := func(o todaypage.Today) (out []string) {
			for _, w := range o.Waiting {
				out = append(out, w.What)
			}
			return out
		}
		others := func(o todaypage.Today) (out []string) {
			for _, w := range o.Others {
				out = append(out, w.What)
			}
			return out
		}
		before := waits(today("treasurer"))
		if slices.Contains(before, "transfers") {
			t.Fatalf("nothing was paid yet: %v", before)
		}
		officekit.Transferred(t, a, a.Member(t))
		a.Staff(t, "editor").Type(a.Record(t, "page", "history"), map[string]string{"html.en": "<p>Another history.</p>"}).Want(200)

		if o := today("treasurer"); !slices.Contains(waits(o), "transfers") || slices.Contains(waits(o), "drafts") || slices.Contains(waits(o), "inbox") {
			t.Errorf("the treasurer: %v", waits(o))
		}
		o := today("editor")
		if !slices.Contains(waits(o), "drafts") || !slices.Contains(waits(o), "older") || slices.Contains(waits(o), "transfers") || len(o.Steps) != 0 {
			t.Errorf("the editor: %+v", o)
		}
		for i := 1; i < len(o.Waiting); i++ {
			if a, b := o.Waiting[i-1].Since, o.Waiting[i].Since; b != nil && (a == nil || a.After(*b)) {
				t.Errorf("the oldest is not the first: %+v", o.Waiting)
			}
		}
		if o := today("admin"); slices.Contains(waits(o), "transfers") || !slices.Contains(others(o), "transfers") || !slices.Contains(others(o), "drafts") || len(o.Steps) != 10 || !o.Steps[0].Done || o.Steps[9].Done {
			t.Errorf("the administrator: %+v", o)
		}
		if o := today("ritual"); len(o.Waiting) != 0 || o.Lunar == "" {
			t.Errorf("the ritual staff: %+v", o)
		}
		a.Guest().Get("/api/admin/today").Want(401)
		a.Member(t).Get("/api/admin/today").Want(403)
	})
}
