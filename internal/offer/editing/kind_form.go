package editing

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"maps"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"shanmen/internal/base/fault"
	"shanmen/internal/base/locale"
	"shanmen/internal/offer/editing/firstdraft"
	"shanmen/internal/offer/form"
	"shanmen/internal/platform/db"
	"shanmen/internal/platform/db/query"
)

// KindForm is what an offering asks for.
const KindForm = "form"

// Forms. Each attribute of each question is a field of its own, so that two people who write different questions, or the
// two languages of one, never meet:
//
//	ask.people.type, ask.people.label.en, ask.people.each.name.label.zh, ask.topic.choice.visit.label.en
//
// A question is there while it has a type, an answer of a choice while it has a place.
var formKind = &Kind{
	Name: KindForm, Rank: 8, Both: true, prefix: "form-",
	Fields: []Field{{Name: "title", Each: true, Type: FieldLine, Most: longestTitle, Required: true}},
	live:   liveForms, show: showForm, limits: formBlocks, concerns: formConcerns, effect: formEffect,
	open: formField, lock: lockForm, used: formUsed, copied: copyForm, model: modelForms,
}

func init() { register(formKind) }

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
		"label":    {Each: true, Type: FieldLine, Most: longestLabel},
		"help":     {Each: true, Type: FieldLine, Most: longestHelp},
		"type":     {Type: FieldChoice, Choices: types},
		"place":    {Type: FieldNumber, Most: 9999},
		"required": {Type: FieldYes},
		"ahead":    {Type: FieldYes},
		"min":      {Type: FieldNumber, Most: 9999},
		"max":      {Type: FieldNumber, Most: 9999},
		"length":   {Type: FieldNumber, Most: 9999},
		"takes":    {Type: FieldChoice, Choices: []string{form.Living, form.Departed}},
		"oneof":    {Type: FieldNumber, Most: 9999},
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
		q := form.Field{Key: key, Type: get("type"), Label: textOf(f, at+".label"), Required: get("required") == ticked}
		if help := textOf(f, at+".help"); help != (locale.Text{}) {
			q.Help = &help
		}
		switch q.Type {
		case form.Text, form.Name, form.ChineseName, form.Relation:
			q.Min, q.MaxLength = bound(get("min")), bound(get("length"))
		case form.BirthDate:
			q.Ahead = get("ahead") == ticked
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
			f[at+".required"] = ticked
		}
		if q.Ahead {
			f[at+".ahead"] = ticked
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

// modelForms are drafts of the forms that a new temple begins with.
func modelForms(ctx context.Context, r db.Reader, there []Live) (out []Live, err error) {
	begun, err := r.RecordsOf(ctx, KindForm)
	if err != nil {
		return nil, fmt.Errorf("records: %w", err)
	}
	if first, err := newTemple(ctx, r); err != nil || !first || len(there)+len(begun) > 0 {
		return nil, err
	}
	forms, err := firstdraft.Forms()
	for i, f := range forms {
		out = append(out, Live{Key: f.Asks.Key, Position: int64(i), Fields: FormFields(f.Asks, f.Title), Hidden: true})
	}
	return out, err
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

// formEffect compares the draft of a form with what visitors are asked now.
func formEffect(ctx context.Context, tx *db.Tx, w *work) (*FormEffect, error) {
	d := formOf(w.record.Key, w.fields)
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

// formConcerns are the pages of what asks with the form.
func formConcerns(ctx context.Context, tx *db.Tx, w *work, _ []string) (out []string, err error) {
	key := w.record.Key
	if key == form.Contact {
		out = append(out, "/contact-us")
	}
	users, err := form.Users(ctx, tx.Queries, key)
	if err != nil {
		return nil, err
	}
	users = slices.DeleteFunc(users, func(u form.User) bool { return !u.Published })
	for _, u := range users {
		out = append(out, offeringBase+u.Key)
	}
	for _, u := range users {
		events, err := eventsOf(ctx, tx, u.Key)
		if err != nil {
			return nil, err
		}
		out = append(out, events...)
	}
	return out, nil
}
