package app

import (
	"context"
	"net/http/httptest"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"shanmen/internal/base/locale"
	"shanmen/internal/offer/content"
	"shanmen/internal/offer/redirect"
	"shanmen/internal/platform/db"
)

// With two replicas on one database, the second shows what the first saved after its next poll, and a poll without
// changes drops no cached page.
func TestReplicasSeeEachOthersContentAtTheNextPoll(t *testing.T) {
	t.Parallel()
	dir := filepath.Join(t.TempDir(), "data")
	a, b := opened(t, dir, true), opened(t, dir, true)
	w := contentWatch{a: b}
	w.poll(t.Context())
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
		w.poll(t.Context())
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
	w.poll(t.Context())
	if got := b.Messages.T(locale.ZH, "common.cart", nil); got != edit.Text {
		t.Errorf("the edited sentence is %q", got)
	}
	// The database is unreachable for a moment: no change is missed, and polling continues.
	seen := w.seen
	if err := b.DB.Close(); err != nil {
		t.Fatal(err)
	}
	w.poll(t.Context())
	if to, ok := b.Redirects.Find("/new"); !ok || to.Target != "/about-us" || w.seen != seen {
		t.Errorf("without a database: %+v, %v", to, ok)
	}
}

// Pages may be stale for a moment after a change, but personal pages may not: their data is always fresh, and a newly
// edited reason is read with it.
func TestNoPageIsServedWithOutdatedTexts(t *testing.T) {
	t.Parallel()
	a := opened(t, filepath.Join(t.TempDir(), "data"), true)
	w := contentWatch{a: a}
	w.poll(t.Context())
	page := func(path string) string {
		r := httptest.NewRecorder()
		a.Handler.ServeHTTP(r, httptest.NewRequest("GET", path, nil))
		if r.Code != 200 {
			t.Fatalf("%s: %d", path, r.Code)
		}
		return r.Body.String()
	}
	kept := []string{"/cart", "/_i18n/en/office.json"} // and the messages of the office
	for _, path := range kept {
		if strings.Contains(page(path), "A basket of merit") {
			t.Fatalf("%s has the sentence before it was worded", path)
		}
	}
	if err := a.Wording.Save(t.Context(), locale.Edit{Locale: locale.EN, Key: "common.close", Text: "A basket of merit"}); err != nil {
		t.Fatal(err)
	}
	w.poll(t.Context())
	for _, path := range kept {
		if !strings.Contains(page(path), "A basket of merit") {
			t.Errorf("%s still has the old words", path)
		}
	}
}

// A page that was cached before a replica's jobs started is invalidated like any other.
func TestNoContentChangeIsMissedDuringStartup(t *testing.T) {
	t.Parallel()
	dir := filepath.Join(t.TempDir(), "data")
	a, b := opened(t, dir, true), opened(t, dir, true)
	data := func() string {
		r := httptest.NewRecorder()
		b.Handler.ServeHTTP(r, httptest.NewRequest("GET", "/misc/faq/_payload.json", nil))
		return r.Body.String()
	}
	data()
	err := a.DB.Write(t.Context(), func(ctx context.Context, tx *db.Tx) error {
		return content.Save(ctx, tx, content.NewPage{
			Key: "faq", Kind: content.KindPolicy, Title: locale.Text{EN: "Asked again and again", ZH: "常问"}, HTML: locale.Text{EN: "<p>Here.</p>", ZH: "<p>在此。</p>"},
		}, a.Clock.Now())
	})
	if err != nil {
		t.Fatal(err)
	}
	b.content.poll(t.Context())
	for asked := 0; !strings.Contains(data(), "Asked again and again"); asked++ { // the stale page is served until the new one is rendered
		if time.Sleep(10 * time.Millisecond); asked == 300 {
			t.Fatal("it is still the old page")
		}
	}
}
