package site_test

import (
	"bytes"
	"context"
	"encoding/json"
	"image"
	"image/jpeg"
	"maps"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"testing"
	"time"

	"shanmen/internal/base/fault"
	"shanmen/internal/base/id"
	"shanmen/internal/base/locale"
	"shanmen/internal/base/uses"
	"shanmen/internal/offer/content"
	"shanmen/internal/offer/editing"
	"shanmen/internal/offer/event/rule"
	"shanmen/internal/offer/form"
	"shanmen/internal/offer/offering"
	"shanmen/internal/offer/redirect"
	"shanmen/internal/offer/words"
	"shanmen/internal/platform/db"
	"shanmen/internal/testkit"
)

// built is a public page before rendering, and the tags it used.
type built struct {
	text string
	uses []string
	data string // of its _payload.json

	until time.Time // when it expires by itself; zero: not before midnight
}

// publicPages builds every public page in both languages by its address. Those that do not exist are left out; a page
// left out for any other reason would look changed.
func publicPages(t *testing.T, a *testkit.App) map[string]built {
	t.Helper()
	out := map[string]built{}
	for _, plain := range publicPaths(t, a) {
		for _, l := range locale.All {
			ctx, noted := uses.Collect(db.LongRead(t.Context()))
			d, err := a.HTTP.Public(ctx, l, plain)
			if f, ok := fault.Of(err); ok && f.Kind == fault.KindNotFound {
				continue
			}
			if err != nil {
				t.Fatalf("%s: %v", l.Path(plain), err)
			}
			p, err := a.Site.Page(ctx, d)
			if err != nil {
				t.Fatal(err)
			}
			raw, err := json.Marshal(p.Document)
			if err != nil {
				t.Fatal(err)
			}
			data, err := json.Marshal(d.Data)
			if err != nil {
				t.Fatal(err)
			}
			out[l.Path(plain)] = built{string(p.PayloadJSON) + string(raw), noted.Tags(), string(data), noted.Until()}
		}
	}
	return out
}

func publicPaths(t *testing.T, a *testkit.App) []string {
	t.Helper()
	var paths []string
	for _, p := range a.HTTP.Pages() {
		if p.Indexable() && !strings.Contains(p.Path, ":") {
			paths = append(paths, p.Path)
		}
	}
	pages, err := a.Content.Addresses(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	for _, p := range pages {
		if p.Kind == content.KindAboutUs {
			paths = append(paths, "/about-us/"+p.Key)
		}
	}
	catalogue, err := a.Offerings.Catalogue(t.Context(), locale.EN, offering.Filter{})
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range catalogue.Cards {
		paths = append(paths, "/blessing-service/"+c.Key)
	}
	events, err := a.Events.Addresses(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	for _, e := range events {
		paths = append(paths, "/event/"+e.Key)
	}
	return paths
}

// publicCalls are the calls whose responses are cached beside the pages.
func publicCalls(t *testing.T, a *testkit.App) []string {
	t.Helper()
	calls := []string{"/api/offering", "/api/event", "/api/about-us/title", "/api/content/output/faq", "/api/content/output/getting-here"}
	for _, p := range publicPaths(t, a) {
		if key, ok := strings.CutPrefix(p, "/about-us/"); ok {
			calls = append(calls, "/api/content/output/"+key)
		}
		if strings.HasPrefix(p, "/event/") {
			calls = append(calls, "/api"+p)
		}
		if key, ok := strings.CutPrefix(p, "/blessing-service/"); ok {
			calls = append(calls, "/api/offering/"+key)
		}
	}
	return calls
}

// For every kind of content: the pages that differ after a change are those that its tags invalidate. A page that is
// invalidated but unchanged is listed here with its reason. Cached data without HTML equals freshly read data.
func TestCacheTagsAreExact(t *testing.T) {
	t.Parallel()
	testkit.Each(t, func(t *testing.T, a *testkit.App) {
		now := a.Clock.Now()
		editor := a.Staff(t, "editor")
		act := func(kind, key, what string) func() {
			return func() {
				editor.Post("/api/admin/record/"+a.Record(t, kind, key)+"/"+what, map[string]any{}).Want(200)
			}
		}
		// The affected pages that the office was told before publishing; nil where it did not ask.
		var said []string
		ask := func(id string) {
			var c editing.Checked
			editor.Get("/api/admin/record/" + id + "/check?languages=en,zh").Want(200).JSON(&c)
			said = c.Addresses
		}
		publish := func(kind, key string, fields map[string]string) func() {
			return func() {
				id := a.Record(t, kind, key)
				editor.Type(id, fields).Want(200)
				ask(id)
				editor.Publish(id, "en", "zh").Want(200)
			}
		}
		add := func(kind, key string, fields map[string]string) func() {
			return func() {
				var added editing.Added
				editor.Post("/api/admin/record", map[string]any{"kind": kind, "key": key, "fields": fields}).Want(200).JSON(&added)
				ask(added.Record.ID)
				editor.Publish(added.Record.ID, "en", "zh").Want(200)
			}
		}
		written := func(change func(context.Context, *db.Tx) error) func() { return func() { a.Write(t, change) } }
		text := map[string]string{"html.en": "<p>More.</p>", "html.zh": "<p>更多。</p>"}
		title := map[string]string{"title.en": "Renamed", "title.zh": "改名"}
		lamp := func(fn func(ctx context.Context, tx *db.Tx, id string) error) func(context.Context, *db.Tx) error {
			return func(ctx context.Context, tx *db.Tx) error {
				o, err := tx.OfferingByKey(ctx, "light-lamp")
				if err != nil {
					return err
				}
				return fn(ctx, tx, o.ID)
			}
		}
		bottle := a.Option(t, "lamp-oil", "bottle")
		question := faqQuestion(t, a)
		photo := id.New()
		img := `<p>a</p><img src="/media/` + photo + `">`
		a.Exec(t, `INSERT INTO pictures (id, name, sha256, dhash, width, height, alt_en, alt_zh, bytes, added_by, added_at)
			VALUES ($1, 'roof.jpg', '', 0, 1600, 1200, 'A roof', '屋顶', 1, 'u', 0)`, photo)
		a.Exec(t, `INSERT INTO picture_files (storage_key, picture_id, rev, width, height, format, bytes)
			VALUES ('picture/a.jpg', $1, 1, 0, 1200, 'jpg', 1), ('picture/b.jpg', $1, 1, 1600, 1200, 'jpg', 1)`, photo)
		few := int64(3)
		var batch string
		// In both languages: the tag of messages names none.
		word := func(text string, batch *string) func() {
			return func() {
				var items []words.LookedWord
				for _, l := range locale.All {
					var saved words.SavedWord
					editor.Put("/api/admin/word", map[string]any{"key": "event.title", "locale": string(l), "text": text, "base": 0}).Want(200).JSON(&saved)
					items = append(items, words.LookedWord{Key: "event.title", Locale: string(l), Rev: saved.Side.Rev})
				}
				var p words.PublishedWords
				editor.Post("/api/admin/word/publish", map[string]any{"items": items}).Want(200).JSON(&p)
				*batch = p.Batch
			}
		}
		lists := []string{"/", "/blessing-service", "/zh", "/zh/blessing-service"}
		from, before := version(t, a), publicPages(t, a)
		dataIsNew(t, a, "nothing", before) // from here on everything is cached
		for _, kind := range []struct {
			name   string
			change func()
			same   []string // invalidated, but unchanged: the cards of a list do not show this change
		}{
			{"the text of a page", publish("page", "history", text), nil},
			{"the title of a page", publish("page", "history", title), nil},
			{"the order of pages", func() {
				editor.Post("/api/admin/record/"+a.Record(t, "page", "volunteering")+"/move", map[string]any{"after": ""}).Want(200)
			}, nil},
			{"a page taken away", act("page", "history", "take-away"), nil},
			{"a page brought back", act("page", "history", "bring-back"), nil},
			{"a publishing taken back", func() {
				id := a.Record(t, "page", "history")
				editor.Type(id, map[string]string{"html.zh": "<p>另外。</p>"}).Want(200)
				var p editing.Published
				editor.Publish(id, "zh").Want(200).JSON(&p)
				before = publicPages(t, a)
				dataIsNew(t, a, "what is taken back", before)
				from = version(t, a)
				editor.Post("/api/admin/record/"+id+"/take-back", map[string]any{"version": p.Version}).Want(200)
			}, []string{"/about-us/history"}},
			{"a policy", publish("policy", "privacy-policy", text), nil},
			{"the way to the temple", publish("page", "getting-here", text), nil},
			{"the head of the questions", publish("policy", "faq", title), nil},
			{"a question", publish("question", question, text), nil},
			{"a banner", add("banner", "", map[string]string{"title.en": "New", "title.zh": "新", "type": "101", "art": "lamp"}), nil},
			{"a category", add("category", "new", map[string]string{"title.en": "New", "title.zh": "新"}), []string{"/", "/zh"}},
			{"a category taken away", act("category", "new", "take-away"), []string{"/", "/zh"}},
			{"a price", written(func(ctx context.Context, tx *db.Tx) error { return testkit.SetPrice(ctx, tx, bottle, 100) }), []string{"/", "/zh"}},
			{"places", written(func(ctx context.Context, tx *db.Tx) error { return offering.SetRemaining(ctx, tx, bottle, &few) }), lists},
			{"more places", written(func(ctx context.Context, tx *db.Tx) error { return offering.AddPlaces(ctx, tx, bottle, 2) }), lists},
			{"the last place", written(func(ctx context.Context, tx *db.Tx) error {
				_, _, err := offering.Take(ctx, tx, bottle, 5)
				return err
			}), []string{"/", "/zh"}},
			{"an option", written(func(ctx context.Context, tx *db.Tx) error { return offering.SetActive(ctx, tx, bottle, false) }), []string{"/", "/zh"}},
			{"a form", written(func(ctx context.Context, tx *db.Tx) error {
				return newVersion(ctx, tx, "contact", now)
			}), nil},
			{"the questions of a form", publish("form", "lamp", map[string]string{"ask.wish.label.en": "Your wish", "ask.wish.label.zh": "您的心愿"}), []string{"/event/lantern-night", "/zh/event/lantern-night"}},
			{"the end of booking", written(lamp(func(ctx context.Context, tx *db.Tx, id string) error { return testkit.CloseOffering(ctx, tx, id, now) })), nil},
			{"an offering taken away", written(lamp(func(ctx context.Context, tx *db.Tx, id string) error { return testkit.ShowOffering(ctx, tx, id, false) })), nil},
			{"an event", add("event", "new", map[string]string{
				"title.en": "New", "title.zh": "新", "place.en": "Library", "place.zh": "藏经阁", "kind": "talk", "rule": rule.Once(now.Add(time.Hour), now.Add(2*time.Hour)).JSON(),
			}), nil},
			{"the text of an event", publish("event", "new", text), []string{"/event", "/zh/event", "/", "/zh"}},
			{"a photograph of an event", publish("event", "new", map[string]string{"picture": photo}), []string{"/event", "/zh/event", "/", "/zh"}},
			{"a picture in a text", publish("page", "history", map[string]string{"html.en": img, "html.zh": img}), nil},
			{"the words of a picture", func() {
				body := map[string]any{"altEn": "A roof at dawn", "altZh": "晨光中的屋顶", "decorative": false, "x": 10, "y": 90, "edits": 0}
				editor.Do(http.MethodPatch, "/api/admin/picture/"+photo, body).Want(200)
			}, nil},
			{"another file of a picture", func() { editor.Upload("/api/admin/picture?replaces="+photo, painted(t)).Want(200) }, nil},
			{"an event taken away", act("event", "new", "take-away"), nil},
			{"a setting", written(func(ctx context.Context, tx *db.Tx) error {
				_, err := content.SaveSettings(ctx, tx, now, content.Settings, map[string]string{"paynow-payee": "ANOTHER NAME"})
				return err
			}), nil},
			{"the hours", publish("place", "temple", map[string]string{"opening": `[{"on":"every","opens":"06:00","closes":"18:00","name":{"en":"","zh":""}}]`}), nil},
			{"the temple's facts", publish("place", "temple", map[string]string{"phone": "6111 1111"}), nil},
			{"another address of a page", func() {
				editor.Post("/api/admin/record/"+a.Record(t, "page", "history")+"/address", map[string]any{"key": "our-history"}).Want(200)
			}, nil},
			{"another address of an offering", func() {
				editor.Post("/api/admin/record/"+a.Record(t, "offering", "incense")+"/address", map[string]any{"key": "morning-incense"}).Want(200)
			}, nil},
			{"words of the site", word("Basket", &batch), nil},
			{"words taken back", func() {
				editor.Post("/api/admin/word/take-back", map[string]any{"batch": batch}).Want(200)
			}, nil},
			{"an old address", written(func(ctx context.Context, tx *db.Tx) error {
				return a.Redirects.Put(ctx, tx, redirect.Entry{Path: "/old", Target: "/event", Status: 301, Active: true}, now)
			}), nil},
		} {
			from = version(t, a)
			said = nil
			kind.change()
			changes, complete, err := content.ChangesAfter(t.Context(), a.DB.Read(), from, version(t, a))
			if err != nil || !complete || len(changes) == 0 {
				t.Fatalf("%s: %v, complete: %v, %v", kind.name, changes, complete, err)
			}
			var tags []string
			for _, c := range changes {
				tags = append(tags, c.Tags...)
			}
			after := publicPages(t, a)
			compare(t, kind.name, before, after, tags, kind.same)
			if said != nil {
				compareSaid(t, kind.name, before, after, tags, said)
			}
			dataIsNew(t, a, kind.name, after)
			before = after
		}
		// A change that no page shows invalidates none, and changes none.
		for _, kind := range []struct {
			name   string
			change func()
		}{
			{"a text for answers", add("message", "", map[string]string{"title.en": "Groups", "title.zh": "团体", "text.en": "Welcome.", "text.zh": "欢迎。"})},
			{"the draft of a page", func() { editor.Type(a.Record(t, "page", "volunteering"), text).Want(200) }},
			{"the draft of words", func() {
				editor.Put("/api/admin/word", map[string]any{"key": "event.title", "locale": "zh", "text": "法会", "base": 1}).Want(200)
			}},
		} {
			from = version(t, a)
			kind.change()
			after := publicPages(t, a)
			changes, _, err := content.ChangesAfter(t.Context(), a.DB.Read(), from, version(t, a))
			if err != nil {
				t.Fatal(err)
			}
			var tags []string
			for _, c := range changes {
				tags = append(tags, c.Tags...)
			}
			compare(t, kind.name, before, after, tags, nil)
			before = after
		}
	})
}

// compareSaid asserts that the office was told the invalidated pages, and the new ones.
func compareSaid(t *testing.T, kind string, before, after map[string]built, tags, said []string) {
	t.Helper()
	marked := map[string]bool{}
	for path, b := range after {
		if was, there := before[path]; there {
			b = was
		} else {
			b.uses = tags
		}
		if slices.ContainsFunc(tags, func(tag string) bool { return slices.Contains(b.uses, tag) }) {
			_, plain := locale.SplitPath(path)
			marked[plain] = true
		}
	}
	named := map[string]bool{}
	for _, path := range said {
		if path != "*" {
			named[path] = true
			continue
		}
		for path := range after {
			_, plain := locale.SplitPath(path)
			named[plain] = true
		}
	}
	if !maps.Equal(marked, named) {
		t.Errorf("%s: the office names %q, and marked are %q", kind, slices.Sorted(maps.Keys(named)), slices.Sorted(maps.Keys(marked)))
	}
}

// dataIsNew compares cached data with fresh data: a call with an additional parameter is never cached.
func dataIsNew(t *testing.T, a *testkit.App, kind string, pages map[string]built) {
	t.Helper()
	get := func(url string) string {
		w := httptest.NewRecorder()
		a.Handler.ServeHTTP(w, httptest.NewRequest(http.MethodGet, url, nil))
		return w.Body.String()
	}
	for path, p := range pages {
		if kept := get(strings.TrimSuffix(path, "/") + "/_payload.json"); !strings.Contains(kept, `"data":`+p.data) {
			t.Errorf("%s: the data of %s is kept as\n%s\nand is now\n%s", kind, path, kept, p.data)
		}
	}
	for _, call := range publicCalls(t, a) {
		if kept, now := get(call+"?locale=zh"), get(call+"?locale=zh&anew=1"); kept != now {
			t.Errorf("%s: %s is kept as\n%s\nand is now\n%s", kind, call, kept, now)
		}
	}
}

// compare asserts that the pages that differ are those with invalidated tags, except those that may be unchanged.
func compare(t *testing.T, kind string, before, after map[string]built, tags, same []string) {
	t.Helper()
	var differ, marked []string
	for path, b := range before {
		if after[path].text != b.text {
			differ = append(differ, path)
		}
		if slices.ContainsFunc(tags, func(tag string) bool { return slices.Contains(b.uses, tag) }) {
			marked = append(marked, path)
		}
	}
	slices.Sort(differ)
	slices.Sort(marked)
	for _, path := range differ {
		if !slices.Contains(marked, path) {
			t.Errorf("%s (%q): %s differs and is not marked, it uses %q", kind, tags, path, before[path].uses)
		}
	}
	for _, path := range marked {
		if !slices.Contains(differ, path) && !slices.Contains(same, path) {
			t.Errorf("%s (%q): %s is marked and stays as it was", kind, tags, path)
		}
	}
	for _, path := range same {
		if !slices.Contains(marked, path) || slices.Contains(differ, path) {
			t.Errorf("%s: %s is no exception", kind, path)
		}
	}
}

// For every namespace of messages: the pages that differ when all of it is reworded used its tag.
func TestCacheTagsOfTextsAreExact(t *testing.T) {
	t.Parallel()
	a := testkit.New(t, "sqlite")
	byNamespace := map[string][]locale.Edit{}
	for _, l := range locale.All {
		for key, text := range a.Messages.All(l) {
			namespace, _, _ := strings.Cut(key, ".")
			byNamespace[namespace] = append(byNamespace[namespace], locale.Edit{Locale: l, Key: key, Text: text + " ·"})
		}
	}
	before := publicPages(t, a)
	shown := 0
	for _, namespace := range slices.Sorted(maps.Keys(byNamespace)) {
		if unfit := a.Messages.Overlay(byNamespace[namespace]); len(unfit) > 0 {
			t.Fatalf("%s: %v", namespace, unfit)
		}
		tag := uses.Words(byNamespace[namespace][0].Key)
		after := publicPages(t, a)
		for path, b := range before {
			marked := slices.Contains(b.uses, tag)
			if differs := after[path].text != b.text; differs != marked {
				t.Errorf("%s: %s differs: %v, marked: %v", namespace, path, differs, marked)
			}
			if marked {
				shown++
			}
		}
	}
	if shown == 0 {
		t.Error("no page shows words")
	}
	a.Messages.Overlay(nil)
	from := version(t, a)
	if err := a.Wording.Save(t.Context(), locale.Edit{Locale: locale.ZH, Key: "event.title", Text: "法会"}); err != nil {
		t.Fatal(err)
	}
	changes, complete, err := content.ChangesAfter(t.Context(), a.DB.Read(), from, version(t, a))
	if err != nil || !complete || len(changes) != 1 || !slices.Equal(changes[0].Tags, []string{"words:event"}) {
		t.Errorf("%v, %v, %v", changes, complete, err)
	}
}

func version(t *testing.T, a *testkit.App) int64 {
	t.Helper()
	return a.Count(t, `SELECT CAST(value AS BIGINT) FROM settings WHERE key = 'content-version'`)
}

// painted is a photograph of one colour.
func painted(t *testing.T) testkit.File {
	t.Helper()
	var b bytes.Buffer
	if err := jpeg.Encode(&b, image.NewGray(image.Rect(0, 0, 900, 700)), nil); err != nil {
		t.Fatal(err)
	}
	return testkit.File{Name: "roof.jpg", Data: b.Bytes()}
}

func faqQuestion(t *testing.T, a *testkit.App) string {
	t.Helper()
	rows, err := a.DB.Read().ContentPagesOf(t.Context(), content.KindFAQ)
	if err != nil || len(rows) == 0 {
		t.Fatalf("no question: %v", err)
	}
	return rows[0].Key
}

// newVersion publishes a form with another label.
func newVersion(ctx context.Context, tx *db.Tx, key string, now time.Time) error {
	d, err := form.Latest(ctx, tx, key)
	if err != nil {
		return err
	}
	d.Version++
	d.Fields = slices.Clone(d.Fields)
	d.Fields[0].Label = locale.Text{EN: "Otherwise", ZH: "另名"}
	return form.Put(ctx, tx, d, now)
}
