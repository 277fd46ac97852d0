package words_test

import (
	"net/url"
	"slices"
	"strings"
	"testing"
	"time"

	"shanmen/internal/offer/words"
	audittrail "shanmen/internal/office/trail"
	"shanmen/internal/testkit"
	"shanmen/internal/testkit/mutant"
	"shanmen/internal/testkit/together"
)

func listed(t *testing.T, c *testkit.Client, q string) words.WordList {
	t.Helper()
	var out words.WordList
	c.Get("/api/admin/word?" + q).Want(200).JSON(&out)
	return out
}

func wordOf(t *testing.T, c *testkit.Client, key string) words.Sentence {
	t.Helper()
	for _, s := range listed(t, c, "limit=200&q="+url.QueryEscape(key)).Items {
		if s.Key == key {
			return s
		}
	}
	t.Fatalf("there is no %s", key)
	return words.Sentence{}
}

func write(c *testkit.Client, key, l, text string, base int64) *testkit.Response {
	return c.Put("/api/admin/word", map[string]any{"key": key, "locale": l, "text": text, "base": base})
}

func publish(c *testkit.Client, items ...words.LookedWord) *testkit.Response {
	return c.Post("/api/admin/word/publish", map[string]any{"items": items})
}

// A message is found in Chinese, drafted in both languages, published together, undone, and published for good.
func TestTextsAreDraftedAndPublishedTogether(t *testing.T) {
	t.Parallel()
	testkit.Each(t, func(t *testing.T, a *testkit.App) {
		editor, guest := a.Staff(t, "editor"), a.Guest()
		read := func(l string) string { return string(guest.Get("/_i18n/" + l + "/messages.json").Want(200).Body) }
		was := wordOf(t, editor, "common.cart")
		if was.Sides["en"].Live != "Cart" || was.Sides["en"].Waiting || was.Sides["zh"].Ours {
			t.Fatalf("%+v", was)
		}
		if l := listed(t, editor, "q="+url.QueryEscape("ＣＡＲＴ")); l.Total == 0 || l.Total >= l.Every {
			t.Errorf("full-width capitals find %d of %d", l.Total, l.Every)
		}
		if l := listed(t, editor, "q="+url.QueryEscape(was.Sides["zh"].Live)); l.Total == 0 {
			t.Error("it is not found in Chinese")
		}
		var en, zh words.SavedWord
		write(editor, "common.cart", "en", " Basket ", 0).Want(200).JSON(&en)
		write(editor, "common.cart", "zh", "供养篮", 0).Want(200).JSON(&zh)
		if en.SetAside || en.Side.Rev != 1 || !en.Side.Waiting || en.Side.Draft != "Basket" || en.Side.Live != "Cart" {
			t.Errorf("%+v", en)
		}
		if strings.Contains(read("en"), `"Basket"`) {
			t.Fatal("visitors read a draft")
		}
		if l := listed(t, editor, "filter=waiting"); l.Total != 1 || l.Waiting != 1 || l.Ours != 0 {
			t.Errorf("waiting: %+v", l)
		}
		both := []words.LookedWord{{Key: "common.cart", Locale: "en", Rev: 1}, {Key: "common.cart", Locale: "zh", Rev: 1}}
		var p words.PublishedWords
		publish(editor, both...).Want(200).JSON(&p)
		if !strings.Contains(read("en"), `"Basket"`) || !strings.Contains(read("zh"), `"供养篮"`) || p.Count != 2 {
			t.Errorf("published: %+v", p)
		}
		if r := publish(editor, both...); r.Code() != "draft-changed" {
			t.Errorf("published twice: %d %s", r.Status, r.Body)
		}

		if tags := a.Count(t, "SELECT count(*) FROM content_changes WHERE tag = 'words:common'"); tags != 1 {
			t.Errorf("%d tags", tags)
		}
		editor.Post("/api/admin/word/take-back", map[string]any{"batch": p.Batch}).Want(200)
		if n := a.Count(t, "SELECT count(*) FROM content_changes WHERE tag = 'words:common'"); n != 2 {
			t.Errorf("%d tags after it was taken back", n)
		}
		if strings.Contains(read("en"), `"Basket"`) || strings.Contains(read("zh"), `"供养篮"`) {
			t.Error("taken back, and visitors read it")
		}
		if r := editor.Post("/api/admin/word/take-back", map[string]any{"batch": p.Batch}); r.Code() != "too-late-to-take-back" {
			t.Errorf("taken back twice: %d %s", r.Status, r.Body)
		}
		if l := listed(t, editor, "filter=waiting"); l.Total != 1 {
			t.Errorf("the drafts are gone: %+v", l)
		}
		publish(editor, both...).Want(200).JSON(&p)
		a.Clock.Advance(31 * time.Second)
		if r := editor.Post("/api/admin/word/take-back", map[string]any{"batch": p.Batch}); r.Code() != "too-late-to-take-back" {
			t.Errorf("after half a minute: %d %s", r.Status, r.Body)
		}
		// An empty text restores the program's default.
		write(editor, "common.cart", "en", "", 1).Want(200).JSON(&en)
		publish(editor, words.LookedWord{Key: "common.cart", Locale: "en", Rev: 2}).Want(200)
		if s := wordOf(t, editor, "common.cart").Sides["en"]; s.Live != "Cart" || s.Ours || s.Waiting {
			t.Errorf("%+v", s)
		}
		var h words.WordHistory
		editor.Get("/api/admin/word/history?key=common.cart").Want(200).JSON(&h)
		if len(h.Items) != 7 || h.Items[0].Text != "" || h.Items[0].By == "" {
			t.Errorf("%d: %+v", len(h.Items), h.Items)
		}
		var trail audittrail.Rows
		a.Staff(t, "admin").Get("/api/admin/audit?limit=50").Want(200).JSON(&trail)
		var told []string
		for _, row := range trail.Items {
			for _, c := range row.Changes {
				if strings.HasPrefix(row.Action, "words.") {
					told = append(told, row.Action+" "+c.Field+": "+c.Before+" → "+c.After)
				}
			}
		}
		want := []string{
			"words.publish common.cart (en): Basket → Cart", "words.publish common.cart (en): Cart → Basket", "words.publish common.cart (zh): 供养车 → 供养篮",
			"words.take-back common.cart (en): Basket → Cart", "words.take-back common.cart (zh): 供养篮 → 供养车",
			"words.publish common.cart (en): Cart → Basket", "words.publish common.cart (zh): 供养车 → 供养篮",
		}
		if !slices.Equal(told, want) {
			t.Errorf("the trail tells %q", told)
		}
	})
}

// Of two people who edit one message, one text becomes the draft and the other is kept in the history.
func TestConcurrentTextEditsLoseNothing(t *testing.T) {
	t.Parallel()
	testkit.Each(t, func(t *testing.T, a *testkit.App) {
		first, second := a.Staff(t, "editor"), a.Staff(t, "admin")
		write(first, "common.cart", "en", "Basket", 0).Want(200)
		var mine words.SavedWord
		write(second, "common.cart", "en", "Trolley", 0).Want(200).JSON(&mine)
		if !mine.SetAside || mine.Side.Draft != "Basket" || mine.Side.Rev != 1 {
			t.Errorf("%+v", mine)
		}
		var h words.WordHistory
		first.Get("/api/admin/word/history?key=common.cart").Want(200).JSON(&h)
		if len(h.Items) != 1 || h.Items[0].Text != "Trolley" || h.Items[0].Why != "set-aside" {
			t.Errorf("%+v", h)
		}
		// The same request repeated, as after a lost response, is not a conflict.
		write(first, "common.cart", "en", "Basket", 0).Want(200).JSON(&mine)
		if mine.SetAside {
			t.Error("what stands already is set aside")
		}
	})
}

// A repeated save, as after a lost response, is answered with its own revision, not with a colleague's later one; and a
// text is set aside once.
func TestARepeatedSaveOfATextIsAnsweredAlike(t *testing.T) {
	t.Parallel()
	testkit.Each(t, func(t *testing.T, a *testkit.App) {
		one, two := a.Staff(t, "editor"), a.Staff(t, "admin")
		send := func(c *testkit.Client, key, text string, base int64) (s words.SavedWord) {
			if key != "" {
				c.Header.Set("Idempotency-Key", key)
				defer c.Header.Del("Idempotency-Key")
			}
			write(c, "common.cart", "en", text, base).Want(200).JSON(&s)
			return s
		}
		first := send(one, "save-0001-save-0001", "Basket", 0)
		send(two, "", "Trolley", first.Side.Rev)
		if again := send(one, "save-0001-save-0001", "Basket", 0); again.SetAside || again.Side.Rev != first.Side.Rev {
			t.Errorf("%+v, sent again %+v", first, again)
		}
		for range 2 {
			if s := send(one, "save-0002-save-0002", "Baskets", first.Side.Rev); !s.SetAside || s.Side.Draft != "Trolley" || s.Side.Rev != first.Side.Rev+1 {
				t.Errorf("%+v", s)
			}
		}
		var h words.WordHistory
		one.Get("/api/admin/word/history?key=common.cart").Want(200).JSON(&h)
		if len(h.Items) != 1 || h.Items[0].Text != "Baskets" {
			t.Errorf("%+v", h)
		}
	})
}

func TestEditedTextsAreChecked(t *testing.T) {
	t.Parallel()
	testkit.Each(t, func(t *testing.T, a *testkit.App) {
		editor := a.Staff(t, "editor")
		for _, wrong := range [][3]string{
			{"common.cart", "<b>", "message-markup"}, {"common.cart", "a\u202eb", "control-character"},
			{"common.cart", strings.Repeat("篮", 4001), "too-long"}, {"message.bad-request", "No", "message-placeholders"},
			{"document.page", "x", "message-unknown"}, {"payment.reason.unreadable", "x", "message-unknown"}, {"x.y", "x", "message-unknown"},
		} {
			if r := write(editor, wrong[0], "en", wrong[1], 0); r.FieldCodes()["text"] != wrong[2] {
				t.Errorf("%v: %d %s", wrong, r.Status, r.Body)
			}
		}
		if n := a.Count(t, "SELECT count(*) FROM message_drafts"); n != 0 {
			t.Errorf("%d are kept", n)
		}
		a.Staff(t, "counter").Get("/api/admin/word").Want(403)
	})
}

// A changed default in an update is shown to the office, and the office's own text stays published until somebody
// decides otherwise.
func TestAnUpdatedBuiltInTextIsReportedUnderAnOverride(t *testing.T) {
	t.Parallel()
	testkit.Each(t, func(t *testing.T, a *testkit.App) {
		editor := a.Staff(t, "editor")
		write(editor, "common.cart", "en", "Basket", 0).Want(200)
		publish(editor, words.LookedWord{Key: "common.cart", Locale: "en", Rev: 1}).Want(200)
		a.Exec(t, "UPDATE message_edits SET over = 'My cart' WHERE key = 'common.cart'")
		if l := listed(t, editor, "filter=changed"); l.Total != 1 || l.Items[0].Sides["en"].Over != "My cart" || l.Items[0].Sides["en"].Live != "Basket" {
			t.Errorf("%+v", l)
		}
		keep := func(live, over string) *testkit.Response {
			return editor.Post("/api/admin/word/keep", map[string]any{"key": "common.cart", "locale": "en", "live": live, "over": over})
		}
		// An editor who saw an earlier state of a related message is asked to look again.
		for _, other := range [][2]string{{"Trolley", "Cart"}, {"Basket", "My cart"}, {"Basket", ""}} {
			if r := keep(other[0], other[1]); r.Code() != "draft-changed" {
				t.Errorf("%v: %d %s", other, r.Status, r.Body)
			}
		}
		// A draft that waits is not affected.
		write(editor, "common.cart", "en", "Trolley", 1).Want(200)
		from := a.Count(t, "SELECT count(*) FROM content_changes")
		keep("Basket", "Cart").Want(200)
		if l := listed(t, editor, "filter=changed"); l.Total != 0 || l.Ours != 1 || l.Waiting != 1 {
			t.Errorf("kept: %+v", l)
		}
		if s := wordOf(t, editor, "common.cart").Sides["en"]; s.Live != "Basket" || s.Draft != "Trolley" || s.Over != "" {
			t.Errorf("%+v", s)
		}
		if n := a.Count(t, "SELECT count(*) FROM content_changes"); n != from {
			t.Error("pages are marked, and visitors read what they read before")
		}
		if n := a.Count(t, "SELECT count(*) FROM audit_entries WHERE action = 'words.keep'"); n != 1 {
			t.Errorf("%d entries", n)
		}
	})
}

// After an update changed the default, the office's text can be published again, or the default taken; a text without a
// new variable cannot be kept.
func TestAnUpdatedBuiltInTextCanBeKeptOrOverridden(t *testing.T) {
	t.Parallel()
	testkit.Each(t, func(t *testing.T, a *testkit.App) {
		editor := a.Staff(t, "editor")
		write(editor, "common.cart", "en", "Basket", 0).Want(200)
		publish(editor, words.LookedWord{Key: "common.cart", Locale: "en", Rev: 1}).Want(200)
		a.Exec(t, "UPDATE message_edits SET over = 'My cart' WHERE key = 'common.cart'")
		// The same text, typed and published again.
		write(editor, "common.cart", "en", "Basket", 1).Want(200)
		publish(editor, words.LookedWord{Key: "common.cart", Locale: "en", Rev: 2}).Want(200)
		if l := listed(t, editor, "filter=changed"); l.Total != 0 || l.Ours != 1 {
			t.Errorf("%+v", l)
		}
		a.Exec(t, "UPDATE message_edits SET over = 'My cart' WHERE key = 'common.cart'")
		write(editor, "common.cart", "en", "", 2).Want(200)
		publish(editor, words.LookedWord{Key: "common.cart", Locale: "en", Rev: 3}).Want(200)
		if l := listed(t, editor, "filter=changed"); l.Total != 0 || l.Ours != 0 {
			t.Errorf("the program's own is taken: %+v", l)
		}
		a.Exec(t, "INSERT INTO message_edits (locale, key, text, over, updated_at) VALUES ('en', 'cart.quantity-of', 'Lamps', 'Lamps of old', 0)")
		s := wordOf(t, editor, "cart.quantity-of").Sides["en"]
		if s.Unfit != "message-placeholders" || s.Live != s.BuiltIn || s.Over != "Lamps of old" {
			t.Errorf("%+v", s)
		}
		r := editor.Post("/api/admin/word/keep", map[string]any{"key": "cart.quantity-of", "locale": "en", "live": "Lamps", "over": s.BuiltIn})
		if r.FieldCodes()["text"] != "message-placeholders" {
			t.Errorf("%d %s", r.Status, r.Body)
		}
	})
}

// Several people publish one draft at once: it is published once.
func TestRaceTwoPublishingsOfOneText(t *testing.T) {
	mutant.Declare(t, mutant.Change("MessageDraftOut", "AND waiting = 1", ""))
	testkit.Each(t, func(t *testing.T, a *testkit.App) {
		desks := []*testkit.Client{a.Staff(t, "editor"), a.Staff(t, "admin")}
		write(desks[0], "common.cart", "en", "Basket", 0).Want(200)
		ok := make([]bool, 4)
		together.AtOnce(len(ok), func(i int) {
			r := publish(desks[i%2], words.LookedWord{Key: "common.cart", Locale: "en", Rev: 1})
			if ok[i] = r.Status == 200; !ok[i] && r.Code() != "draft-changed" {
				t.Errorf("%d %s", r.Status, r.Body)
			}
		})
		times := 0
		for _, one := range ok {
			if one {
				times++
			}
		}
		if n := a.Count(t, "SELECT count(*) FROM message_versions"); times != 1 || n != 1 {
			t.Errorf("published %d times, %d versions", times, n)
		}
	})
}

// The count of each area is complete, however few messages are listed; the plural forms of one message count once.
func TestTextsAreCountedByKeyPrefix(t *testing.T) {
	t.Parallel()
	a := testkit.New(t, "sqlite")
	editor := a.Staff(t, "editor")
	short, whole := listed(t, editor, "limit=1"), map[string]int{}
	bases := map[string]bool{}
	for after := ""; ; {
		page := listed(t, editor, "limit=200&after="+url.QueryEscape(after))
		for _, s := range page.Items {
			base := strings.TrimSuffix(strings.TrimSuffix(s.Key, "_one"), "_other")
			if part, _, _ := strings.Cut(base, "."); !bases[base] {
				bases[base] = true
				whole[part]++
			}
		}
		if after = page.Next; after == "" {
			break
		}
	}
	for part, n := range whole {
		if short.Counts[part] != n {
			t.Errorf("%s: %d, want %d", part, short.Counts[part], n)
		}
	}
	if found := listed(t, editor, "q=cart.give-up-text"); found.Counts["cart"] != 1 || len(found.Counts) != 1 {
		t.Errorf("of one sentence: %v", found.Counts)
	}
}
