package app

import (
	"path/filepath"
	"testing"

	"shanmen/internal/locale"
	"shanmen/internal/redirect"
)

// Two replicas on one database: what one saves the other shows at its next look, and an idle look
// drops no page.
func TestReplicasCatchUpWithContent(t *testing.T) {
	t.Parallel()
	dir := filepath.Join(t.TempDir(), "data")
	a, b := opened(t, dir, true), opened(t, dir, true)
	w := contentWatch{a: b}
	w.look(t.Context())
	save := func(target string) {
		t.Helper()
		if err := a.Redirects.Save(t.Context(), redirect.Entry{Path: "/new", Target: target, Status: 301, Active: true}); err != nil {
			t.Fatal(err)
		}
	}
	for _, target := range []string{"/event", "/about-us"} {
		save(target)
		if to, _ := b.Redirects.Find("/new"); to.Target == target {
			t.Errorf("it knows of %s before it has looked", target)
		}
		version := w.seen
		w.look(t.Context())
		if to, ok := b.Redirects.Find("/new"); !ok || to.Target != target {
			t.Errorf("/new leads to %+v, want %s", to, target)
		}
		if w.seen == version {
			t.Error("the version has not moved")
		}
	}
	edit := locale.Edit{Locale: locale.ZH, Key: "common.cart", Text: "功德车"}
	if err := a.Wording.Save(t.Context(), edit); err != nil {
		t.Fatal(err)
	}
	if got := b.Messages.T(locale.ZH, "common.cart", nil); got == edit.Text {
		t.Error("it knows of the edit before it has looked")
	}
	w.look(t.Context())
	if got := b.Messages.T(locale.ZH, "common.cart", nil); got != edit.Text {
		t.Errorf("the edited sentence is %q", got)
	}
	// The database is gone for a moment: nothing is lost, and it is asked again.
	seen := w.seen
	if err := b.DB.Close(); err != nil {
		t.Fatal(err)
	}
	w.look(t.Context())
	if to, ok := b.Redirects.Find("/new"); !ok || to.Target != "/about-us" || w.seen != seen {
		t.Errorf("without a database: %+v, %v", to, ok)
	}
}
