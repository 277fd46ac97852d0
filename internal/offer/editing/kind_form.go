package editing

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"

	"shanmen/internal/base/fault"
	"shanmen/internal/base/locale"
	"shanmen/internal/offer/form"
	"shanmen/internal/platform/db"
	"shanmen/internal/platform/db/query"
)

// KindForm is an order form. Each attribute of each question is a field of its own, so that concurrent edits of
// different questions, or of both languages of one, do not conflict:
//
//	ask.people.type, ask.people.label.en, ask.people.each.name.label.zh, ask.topic.choice.visit.label.en
//
// A question exists while it has a type, an answer of a choice while it has a position.
const KindForm = "form"

// The limits of a form.
const (
	mostQuestions = 30
	mostEach      = 12 // questions about each person
	mostChoices   = 60
	mostFields    = 4000 // stored fields of a draft, including those of removed questions
	longestLabel  = 200
	longestHelp   = 300
	longestAnswer = 4000 // maximum answer length that a question may allow
)

const keyShapeOfForm = `[a-zA-Z][a-zA-Z0-9-]{0,40}`

// askName is a parsed field name of a form: question, each, choice, attribute, language.
var askName = regexp.MustCompile(`^ask\.(` + keyShapeOfForm + `)(?:\.each\.(` + keyShapeOfForm + `))?(?:\.choice\.(` + keyShapeOfForm + `))?\.([a-z]+)(?:\.(en|zh))?$`)

var (
	types     = []string{form.Text, form.Name, form.ChineseName, form.Relation, form.BirthDate, form.People, form.Choice, form.Consent}
	askFields = map[string]Field{
		"label":    {Each: true, Type: line, Most: longestLabel},
		"help":     {Each: true, Type: line, Most: longestHelp},
		"type":     {Type: choice, Choices: types},
		"place":    {Type: number, Most: 9999},
		"required": {Type: yes},
		"ahead":    {Type: yes},
		"min":      {Type: number, Most: 9999},
		"max":      {Type: number, Most: 9999},
		"length":   {Type: number, Most: 9999},
		"takes":    {Type: choice, Choices: []string{form.Living, form.Departed}},
		"oneof":    {Type: number, Most: 9999},
	}
)

// formField finds the field of a form's field name.
func formField(name string) (Field, bool) {
	m := askName.FindStringSubmatch(name)
	if m == nil {
		return Field{}, false
	}
	f, ok := askFields[m[4]]
	if !ok || f.Each != (m[5] != "") || m[3] != "" && m[4] != "label" && m[4] != "place" {
		return Field{}, false
	}
	f.Name = strings.TrimSuffix(strings.TrimSuffix(name, "."+English), "."+Chinese)
	return f, true
}

// formOf builds the form from fields. Attributes that do not apply to the type are ignored.
func formOf(key string, f Fields) form.Definition {
	d := form.Definition{Key: key, Version: 1}
	d.Fields, d.RequireOneOf = questions(f, "ask.", true)
	return d
}

// below lists the keys after a prefix, ordered by position.
func below(f Fields, prefix, there string) []string {
	found := map[string]int{}
	for name := range f {
		if rest, ok := strings.CutPrefix(name, prefix); ok {
			if key, attribute, ok := strings.Cut(rest, "."); ok && attribute == there {
				found[key] = numberOf(f[prefix+key+".place"])
			}
		}
	}
	return slices.SortedFunc(maps.Keys(found), func(a, b string) int { return cmp.Or(found[a]-found[b], strings.Compare(a, b)) })
}

func numberOf(text string) int {
	n, _ := strconv.Atoi(text) // a number field is empty or has only digits
	return n
}

func bound(text string) *int {
	if text == "" {
		return nil
	}
	n := numberOf(text)
	return &n
}

func questions(f Fields, prefix string, top bool) (out []form.Field, oneOf []string) {
	for _, key := range below(f, prefix, "type") {
		at := prefix + key
		get := func(attribute string) string { return f[at+"."+attribute] }
		q := form.Field{Key: key, Type: get("type"), Label: textOf(f, at+".label"), Required: get("required") == yes}
		if help := textOf(f, at+".help"); help != (locale.Text{}) {
			q.Help = &help
		}
		switch q.Type {
		case form.Text, form.Name, form.ChineseName, form.Relation:
			q.Min, q.MaxLength = bound(get("min")), bound(get("length"))
		case form.BirthDate:
			q.Ahead = get("ahead") == yes
		case form.People:
			q.Min, q.Max, q.Takes = bound(get("min")), bound(get("max")), get("takes")
			if top {
				q.Fields, q.RequireOneOf = questions(f, at+".each.", false)
			}
		}
		if top && (q.Type == form.Name || q.Type == form.ChineseName) {
			q.Takes = get("takes")
		}
		if q.Type == form.Choice || q.Type == form.Relation {
			for _, answer := range below(f, at+".choice.", "place") {
				q.Options = append(q.Options, form.Option{Key: answer, Label: textOf(f, at+".choice."+answer+".label")})
			}
		}
		out = append(out, q)
		if get("oneof") != "" {
			oneOf = append(oneOf, key)
		}
	}
	slices.SortStableFunc(oneOf, func(a, b string) int { return numberOf(f[prefix+a+".oneof"]) - numberOf(f[prefix+b+".oneof"]) })
	return out, oneOf
}

// FormFields is the inverse of formOf.
func FormFields(d form.Definition, title locale.Text) Fields {
	f := Fields{}
	f.Put("title", title)
	f.ask("ask.", d.Fields, d.RequireOneOf)
	maps.DeleteFunc(f, func(_, text string) bool { return text == "" })
	return f
}

func (f Fields) ask(prefix string, asked []form.Field, oneOf []string) {
	put := func(name string, n *int) {
		if n != nil && *n > 0 {
			f[name] = strconv.Itoa(*n)
		}
	}
	for i, q := range asked {
		at := prefix + q.Key
		f.Put(at+".label", q.Label)
		if q.Help != nil {
			f.Put(at+".help", *q.Help)
		}
		f[at+".type"], f[at+".takes"], f[at+".place"] = q.Type, q.Takes, strconv.Itoa(i+1)
		if q.Required {
			f[at+".required"] = yes
		}
		if q.Ahead {
			f[at+".ahead"] = yes
		}
		put(at+".min", q.Min)
		put(at+".max", q.Max)
		put(at+".length", q.MaxLength)
		if n := slices.Index(oneOf, q.Key); n >= 0 {
			f[at+".oneof"] = strconv.Itoa(n + 1)
		}
		for j, o := range q.Options {
			f.Put(at+".choice."+o.Key+".label", o.Label)
			f[at+".choice."+o.Key+".place"] = strconv.Itoa(j + 1)
		}
		f.ask(at+".each.", q.Fields, q.RequireOneOf)
	}
}

// liveForms names forms by the offerings that use them: an older version gave forms no title.
func liveForms(ctx context.Context, r db.Reader) ([]Live, error) {
	newest, err := form.Newest(ctx, r)
	if err != nil {
		return nil, err
	}
	var out []Live
	for i, d := range newest {
		title := locale.Text{EN: d.Key, ZH: d.Key}
		users, err := form.Users(ctx, r, d.Key)
		if err != nil {
			return nil, err
		}
		if len(users) > 0 {
			title = users[0].Title
		}
		out = append(out, Live{Key: d.Key, Position: int64(i), Fields: FormFields(d, title)})
	}
	return out, nil
}

// showForm creates the form's next version. A removed form is used by nothing, but its versions stay for existing
// answers.
func showForm(ctx context.Context, tx *db.Tx, s Shown) error {
	if s.Hidden {
		return nil
	}
	return form.Renew(ctx, tx, formOf(s.Key, s.Fields), s.Now)
}

// formTarget is a form's name in refs.
func formTarget(key string) string { return "form:" + key }

// lockForm returns whether offerings can use a form, and locks it until the transaction ends, so that it is not removed
// meanwhile.
func lockForm(ctx context.Context, tx *db.Tx, key string) (there bool, err error) {
	record, err := tx.RecordByKey(ctx, query.RecordByKeyParams{Kind: KindForm, Key: key})
	if errors.Is(err, db.ErrNoRows) {
		return false, nil
	}
	if err != nil {
		return false, fmt.Errorf("form %s: %w", key, err)
	}
	if record, err = tx.RecordLock(ctx, record.ID); err != nil {
		return false, fmt.Errorf("form %s: %w", key, err)
	}
	if record.TakenAt > 0 {
		return false, nil
	}
	version, err := form.LatestVersion(ctx, tx.Queries, key)
	return version > 0, err
}

// formUsed lists the reasons why a form cannot be removed.
func formUsed(ctx context.Context, tx *db.Tx, key string) ([]fault.Field, error) {
	if key == form.Contact {
		return []fault.Field{{Path: "form", Code: "form-of-the-program"}}, nil
	}
	users, err := form.Users(ctx, tx.Queries, key)
	var out []fault.Field
	for _, u := range users {
		out = append(out, fault.Field{Path: "offering:" + u.Key, Code: "form-used-by", Params: map[string]any{"title": strings.TrimSpace(u.Title.EN + " " + u.Title.ZH)}})
	}
	return out, err
}

// formBlocks lists the reasons why a form cannot be published.
func formBlocks(ctx context.Context, tx *db.Tx, key string, f Fields, _ time.Time) ([]Finding, error) {
	d := formOf(key, f)
	c := formCheck{fields: f}
	if len(d.Fields) == 0 {
		c.say("ask", "form-asks-nothing", nil)
	}
	c.questions("ask.", d.Fields, mostQuestions)
	if key == form.Contact && !form.Reachable(d) {
		c.say("ask", "contact-needs-reply", nil)
	}
	versions, err := form.Versions(ctx, tx.Queries, key)
	if err != nil {
		return nil, err
	}
	for _, older := range versions {
		for _, path := range form.Conflict(older, d) {
			name := "ask." + strings.Replace(path, ".", ".each.", 1) + ".type"
			if !slices.ContainsFunc(c.found, func(f Finding) bool { return f.Field == name }) {
				c.say(name, "question-type-changed", nil)
			}
		}
	}
	if len(c.found) > 0 {
		return c.found, nil
	}
	// The parser that every form has to pass refuses what the checks above do not cover.
	raw, err := json.Marshal(d)
	if err != nil {
		return nil, fmt.Errorf("form %s: %w", key, err)
	}
	if _, err := form.Parse(raw); err != nil {
		c.say("ask", "form-invalid", nil)
	}
	return c.found, nil
}

type formCheck struct {
	fields Fields
	found  []Finding
}

func (c *formCheck) say(field, code string, params map[string]any) {
	c.found = append(c.found, Finding{Field: field, Code: code, Params: params})
}

// words must be in both languages; an optional text is missing in both.
func (c *formCheck) words(name string, needed bool) {
	t := textOf(c.fields, name)
	for l, text := range map[string]string{English: t.EN, Chinese: t.ZH} {
		if text == "" && (needed || t != (locale.Text{})) {
			c.say(name+"."+l, "required", nil)
		}
	}
}

func (c *formCheck) questions(prefix string, asked []form.Field, most int) {
	if len(asked) > most {
		c.say(strings.TrimSuffix(prefix, "."), "too-many-questions", map[string]any{"max": most})
	}
	for _, q := range asked {
		at := prefix + q.Key
		c.words(at+".label", true)
		c.words(at+".help", false)
		if len(q.Options) > mostChoices {
			c.say(at+".choice", "too-many-choices", map[string]any{"max": mostChoices})
		}
		for _, o := range q.Options {
			c.words(at+".choice."+o.Key+".label", true)
		}
		switch q.Type {
		case form.Choice:
			if len(q.Options) == 0 {
				c.say(at+".type", "choice-needs-answers", nil)
			}
		case form.People:
			c.people(at, q)
		}
		c.bounds(at, q)
	}
}

func (c *formCheck) people(at string, q form.Field) {
	if !strings.HasPrefix(at, "ask.") || strings.Contains(at, ".each.") {
		c.say(at+".type", "not-a-choice", nil)
		return
	}
	if q.Takes == "" {
		c.say(at+".takes", "required", nil)
	}
	if !slices.ContainsFunc(q.Fields, func(f form.Field) bool { return f.Type == form.Name || f.Type == form.ChineseName }) {
		c.say(at+".type", "people-without-name", nil)
	}
	c.questions(at+".each.", q.Fields, mostEach)
}

func (c *formCheck) bounds(at string, q form.Field) {
	least, most := q.Bounds()
	switch {
	case q.MaxLength != nil && (most < 1 || most > longestAnswer):
		c.say(at+".length", "out-of-bounds", map[string]any{"min": 1, "max": longestAnswer})
	case q.Type == form.People && q.Max != nil && (most < 1 || most > form.DefaultPeople):
		c.say(at+".max", "out-of-bounds", map[string]any{"min": 1, "max": form.DefaultPeople})
	case least > most && most > 0:
		c.say(at+".min", "least-over-most", map[string]any{"max": most})
	}
}

// FormEffect is the effect of publishing a form on open carts and existing entries.
type FormEffect struct {
	Version int64         `json:"version" doc:"Form version that visitors fill in now; 0: none"`
	Changes []form.Change `json:"changes"`
	Held    form.Held     `json:"held"`
	Users   []form.User   `json:"users"`
	// Options are the options that a visitor can choose before the form.
	Options []form.OptionNames `json:"options"`
}

// effect compares a form's draft with the published version.
func (w *work) effect(ctx context.Context, tx *db.Tx, seen Fields) (*FormEffect, error) {
	d := formOf(w.record.Key, seen)
	out := &FormEffect{Changes: []form.Change{}}
	versions, err := form.Versions(ctx, tx.Queries, d.Key)
	if err != nil {
		return nil, err
	}
	if len(versions) > 0 {
		out.Version = versions[0].Version
		out.Changes = form.Compare(versions[0], d)
	}
	if out.Held, err = form.HeldBy(ctx, tx.Queries, d, w.now); err != nil {
		return nil, err
	}
	if out.Users, err = form.Users(ctx, tx.Queries, d.Key); err != nil {
		return nil, err
	}
	out.Options, err = form.Offered(ctx, tx.Queries, d.Key)
	return out, err
}
