package editing_test

import (
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strings"
	"testing"
	"time"

	"shanmen/internal/offer/editing"
	"shanmen/internal/testkit"
	"shanmen/internal/testkit/bucket"
	"shanmen/internal/testkit/model"
)

// draftModel is the expected state of a page, in maps without a database.
type draftModel struct {
	t  *testing.T
	a  *testkit.App
	id string
	*model.Player
	desks    []*testkit.Client
	seen     []map[string]int64 // for each editor: the revisions that their screen shows
	draft    map[string]string  // field → text
	revs     map[string]int64   // field → revision
	versions map[int64]map[string]string
	newest   int64
	live     map[string]int64 // language → version
	before   map[int64]was    // the state before each manual publication
	waiting  []wait
	away     []wait // the schedules that were set aside when the record was removed
	taken    bool
	typed    []typed
	count    int
}

type was struct {
	live map[string]int64
	at   time.Time
}

type wait struct {
	version   int64
	languages []string
	at        time.Time
}

// typed is a text that was accepted. Somebody who overwrites it after having seen it does so on purpose.
type typed struct {
	field, text string
	replaced    bool
}

var modelFields = []string{"title.en", "title.zh", "html.en", "html.zh"}

func (m *draftModel) say(format string, args ...any) { m.Begin(fmt.Sprintf(format, args...)) }

func (m *draftModel) fail(format string, args ...any) {
	m.t.Helper()
	m.t.Fatalf("%s\nafter\n%s", fmt.Sprintf(format, args...), m.Last())
}

// want compares a response's code with the model's.
func (m *draftModel) want(r *testkit.Response, code string) bool {
	m.t.Helper()
	if r.Code() != code {
		m.fail("%d %s, want code %q", r.Status, r.Body, code)
	}
	return code == ""
}

func (m *draftModel) post(desk int, what string, body map[string]any) *testkit.Response {
	return m.desks[desk].Post("/api/admin/record/"+m.id+"/"+what, body)
}

func (m *draftModel) kept(fields map[string]string) int64 {
	m.newest++
	m.versions[m.newest] = fields
	return m.newest
}

func copied[V any](from map[string]V) map[string]V {
	out := map[string]V{}
	for k, v := range from {
		out[k] = v
	}
	return out
}

func newModel(t *testing.T, a *testkit.App, seed int) *draftModel {
	m := &draftModel{
		t: t, a: a, id: a.Record(t, "page", "abbot"), Player: model.NewPlayer(seed, 1),
		desks: []*testkit.Client{a.Staff(t, "editor"), a.Staff(t, "admin")}, seen: []map[string]int64{{}, {}},
		versions: map[int64]map[string]string{}, before: map[int64]was{},
	}
	o := look(t, m.desks[0], m.id)
	m.draft, m.revs = copied(o.Fields), map[string]int64{}
	for f, r := range o.Revs {
		m.revs[f] = r.Rev
	}
	m.kept(copied(m.draft))
	m.live = map[string]int64{"en": 1, "zh": 1}
	m.look(0)
	m.look(1)
	return m
}

func (m *draftModel) look(desk int) { m.seen[desk] = copied(m.revs) }

// save writes a field on top of what the editor's screen shows, which may be outdated.
func (m *draftModel) save(desk int) {
	field := modelFields[m.IntN(len(modelFields))]
	m.count++
	text := fmt.Sprintf("text %d", m.count)
	if strings.HasPrefix(field, "html") {
		text = "<p>" + text + "</p>"
	}
	m.say("editor %d writes %s over %d: %s", desk, field, m.seen[desk][field], text)
	r := patch(m.desks[desk], m.id, map[string]editing.Typed{field: {Value: text, Base: m.seen[desk][field]}})
	m.want(r, "")
	var s editing.Saved
	r.JSON(&s)
	m.typed = append(m.typed, typed{field: field, text: text})
	if m.seen[desk][field] != m.revs[field] {
		if len(s.Conflicts) != 1 || s.Conflicts[0].Theirs != m.draft[field] {
			m.fail("no conflict: %+v", s)
		}
		if !maps.Equal(m.versions[m.newest], m.draft) {
			m.kept(copied(m.draft)) // deciding for the other text would replace this one
		}
		aside := copied(m.draft)
		aside[field] = text
		m.kept(aside)
		m.seen[desk][field] = s.Conflicts[0].Rev // the screen shows both
		return
	}
	if len(s.Conflicts) != 0 {
		m.fail("a conflict: %+v", s)
	}
	for i := range m.typed[:len(m.typed)-1] {
		if m.typed[i].field == field && m.typed[i].text == m.draft[field] {
			m.typed[i].replaced = true
		}
	}
	m.draft[field], m.revs[field] = text, s.Revs[field].Rev
	m.seen[desk][field] = m.revs[field]
}

func (m *draftModel) languages() []string {
	return [][]string{{"en"}, {"zh"}, {"en", "zh"}}[m.IntN(3)]
}

func (m *draftModel) shown() map[string]string {
	out := map[string]string{}
	for _, f := range modelFields {
		_, l, _ := strings.Cut(f, ".")
		out[f] = m.versions[m.live[l]][f]
	}
	return out
}

func (m *draftModel) differs(languages []string) bool {
	shown := m.shown()
	return slices.ContainsFunc(modelFields, func(f string) bool {
		_, l, _ := strings.Cut(f, ".")
		return slices.Contains(languages, l) && m.draft[f] != shown[f]
	})
}

// expected is why publishing or scheduling the draft is refused.
func (m *draftModel) expected(languages []string) string {
	switch {
	case m.taken:
		return "taken-away"
	case !m.differs(languages):
		return "nothing-to-publish"
	}
	return ""
}

func (m *draftModel) publish(desk int) {
	languages := m.languages()
	m.say("editor %d publishes %v", desk, languages)
	r := m.desks[desk].Publish(m.id, languages...)
	if !m.want(r, m.expected(languages)) {
		return
	}
	var p editing.Published
	r.JSON(&p)
	before := copied(m.live)
	n := m.kept(copied(m.draft))
	if p.Version != n {
		m.fail("version %d, want %d", p.Version, n)
	}
	m.before[n] = was{before, m.a.Clock.Now()}
	for _, l := range languages {
		m.live[l] = n
	}
}

func (m *draftModel) takeBack(desk int) {
	n := max(m.live["en"], m.live["zh"])
	if m.IntN(4) == 0 {
		n = 1 + m.Int64N(m.newest)
	}
	m.say("editor %d takes %d back", desk, n)
	w, by := m.before[n]
	code := ""
	if !by || m.taken || n != max(m.live["en"], m.live["zh"]) || m.a.Clock.Now().After(w.at.Add(editing.TakeBackFor)) {
		code = "too-late-to-take-back"
	}
	if m.want(m.post(desk, "take-back", map[string]any{"version": n}), code) {
		m.live = copied(w.live)
	}
}

func (m *draftModel) restore(desk int) {
	n, languages := 1+m.Int64N(m.newest), m.languages()
	m.say("editor %d brings %d back into the draft, %v", desk, n, languages)
	m.want(m.post(desk, "restore", map[string]any{"version": n, "languages": languages}), "")
	older := m.versions[n]
	m.kept(copied(m.draft))
	for _, f := range modelFields {
		if _, l, _ := strings.Cut(f, "."); slices.Contains(languages, l) {
			m.draft[f] = older[f]
		}
	}
	for f, r := range look(m.t, m.desks[desk], m.id).Revs {
		m.revs[f] = r.Rev
	}
}

func (m *draftModel) schedule(desk int) {
	languages, at := m.languages(), m.a.Clock.Now().Add(time.Duration(1+m.IntN(200))*time.Second)
	m.say("editor %d schedules %v at %v", desk, languages, at.Format(time.TimeOnly))
	rev := look(m.t, m.desks[desk], m.id).Rev
	if !m.want(schedule(m.desks[desk], m.id, rev, at, languages...), m.expected(languages)) {
		return
	}
	var rest []wait
	for _, w := range m.waiting {
		w.languages = slices.DeleteFunc(slices.Clone(w.languages), func(l string) bool { return slices.Contains(languages, l) })
		if len(w.languages) > 0 {
			rest = append(rest, w)
		}
	}
	m.waiting = append(rest, wait{m.kept(copied(m.draft)), languages, at})
}

// pass lets time go by and publishes what is due.
func (m *draftModel) pass(int) {
	d := time.Duration(1+m.IntN(60)) * time.Second
	m.a.Clock.Advance(d)
	m.say("%v go by: it is %v", d, m.a.Clock.Now().Format(time.TimeOnly))
	for _, desk := range m.desks {
		desk.Get("/api/admin/record?kind=policy").Want(200) // their sessions go on
	}
	if err := m.a.Editing.GoOut(m.t.Context()); err != nil {
		m.fail("%v", err)
	}
	slices.SortStableFunc(m.waiting, func(x, y wait) int { return x.at.Compare(y.at) })
	for len(m.waiting) > 0 && !m.waiting[0].at.After(m.a.Clock.Now()) {
		w := m.waiting[0]
		m.waiting = m.waiting[1:]
		shown, out := m.shown(), false
		for _, l := range w.languages {
			if m.live[l] < w.version {
				out = true
				for _, f := range modelFields {
					if strings.HasSuffix(f, "."+l) {
						shown[f] = m.versions[w.version][f]
					}
				}
			}
		}
		if !out {
			continue
		}
		live := copied(m.live)
		n := m.kept(shown)
		for _, l := range w.languages {
			if live[l] < w.version {
				m.live[l] = n
			}
		}
	}
}

func (m *draftModel) takeAway(desk int) {
	m.say("editor %d takes it away", desk)
	m.want(m.post(desk, "take-away", map[string]any{}), "")
	if !m.taken {
		m.taken, m.away, m.waiting = true, m.waiting, nil
	}
}

func (m *draftModel) bringBack(desk int) {
	m.say("editor %d brings it back", desk)
	m.want(m.post(desk, "bring-back", map[string]any{}), "")
	if m.taken {
		m.taken, m.waiting = false, slices.DeleteFunc(m.away, func(w wait) bool { return !w.at.After(m.a.Clock.Now()) })
	}
}

// check compares the program with the model: what visitors see, the draft, and every text that was ever accepted.
func (m *draftModel) check() {
	m.t.Helper()
	var row struct {
		titleEn, titleZh, htmlEn, htmlZh string
		published                        bool
	}
	err := m.a.DB.SQL().QueryRowContext(m.t.Context(), "SELECT title_en, title_zh, html_en, html_zh, published = 1 FROM content_pages WHERE key = 'abbot'").
		Scan(&row.titleEn, &row.titleZh, &row.htmlEn, &row.htmlZh, &row.published)
	if err != nil {
		m.fail("%v", err)
	}
	shown := m.shown()
	if row.titleEn != shown["title.en"] || row.titleZh != shown["title.zh"] || row.htmlEn != shown["html.en"] || row.htmlZh != shown["html.zh"] || row.published == m.taken {
		m.fail("visitors see %+v, want %v, taken away: %v", row, shown, m.taken)
	}
	o := look(m.t, m.desks[0], m.id)
	for _, f := range modelFields {
		if o.Fields[f] != m.draft[f] {
			m.fail("the draft's %s is %q, want %q", f, o.Fields[f], m.draft[f])
		}
	}
	state := func(l string) string {
		if m.differs([]string{l}) {
			return "changed"
		}
		return "live"
	}
	if o.Record.EN.State != state("en") || o.Record.ZH.State != state("zh") {
		m.fail("the states are %s and %s", o.Record.EN.State, o.Record.ZH.State)
	}
	rows, err := m.a.DB.SQL().QueryContext(m.t.Context(), "SELECT fields FROM versions WHERE record_id = $1", m.id)
	if err != nil {
		m.fail("%v", err)
	}
	defer func() { _ = rows.Close() }()
	there := map[string]bool{}
	for rows.Next() {
		var raw string
		fields := map[string]string{}
		if err := rows.Scan(&raw); err != nil {
			m.fail("%v", err)
		}
		if err := json.Unmarshal([]byte(raw), &fields); err != nil {
			m.fail("%v", err)
		}
		for f, text := range fields {
			there[f+text] = true
		}
	}
	if err := rows.Err(); err != nil {
		m.fail("%v", err)
	}
	for _, x := range m.typed {
		if !x.replaced && m.draft[x.field] != x.text && !there[x.field+x.text] {
			m.fail("lost: %s %q", x.field, x.text)
		}
	}
}

// Random actions of two editors and the clock: no accepted text is lost, and visitors see what was published last. So it
// is on both engines, and when each action goes to a random one of two replicas.
func TestRandomEditingMatchesAModel(t *testing.T) {
	t.Parallel()
	model.Seeds(t, model.Number(t, "MODEL_SEQUENCES", 2), func(t *testing.T, seed int) {
		play := func(t *testing.T, a *testkit.App) {
			m := newModel(t, a, seed)
			acts := []func(int){m.save, m.save, m.save, m.look, m.publish, m.publish, m.takeBack, m.restore, m.schedule, m.pass, m.pass, m.takeAway, m.bringBack, m.bringBack}
			for range 60 {
				acts[m.IntN(len(acts))](m.IntN(2))
				m.check()
			}
		}
		testkit.Each(t, play)
		t.Run("replicas", func(t *testing.T) {
			t.Parallel()
			play(t, testkit.NewReplicas(t, bucket.New(t, "temple").URL()))
		})
	})
}
