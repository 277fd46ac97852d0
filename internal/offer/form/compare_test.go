package form_test

import (
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"
	"time"

	"shanmen/internal/base/locale"
	"shanmen/internal/offer/form"
)

// forge makes random forms, changes of them, and answers to them.
type forge struct {
	*rand.Rand
	made int
}

func (g *forge) some(n int) bool { return g.IntN(n) == 0 }

func (g *forge) maybe(most int) *int {
	if g.some(2) {
		return nil
	}
	n := g.IntN(most + 1)
	return &n
}

func (g *forge) key() string {
	g.made++
	return fmt.Sprintf("q%d", g.made)
}

func (g *forge) words() locale.Text { return locale.Text{EN: g.key(), ZH: "问" + g.key()} }

var kindsOfField = []string{form.Text, form.Name, form.ChineseName, form.Relation, form.BirthDate, form.Choice, form.Consent, form.People}

func (g *forge) field(top bool) form.Field {
	f := form.Field{Key: g.key(), Label: g.words(), Required: g.some(3)}
	f.Type = kindsOfField[g.IntN(len(kindsOfField))]
	if !top && f.Type == form.People {
		f.Type = form.Name
	}
	switch f.Type {
	case form.Text, form.Name, form.ChineseName, form.Relation:
		length := 3 + g.IntN(5)
		f.MaxLength, f.Min = &length, g.maybe(3)
	case form.BirthDate:
		f.Ahead = g.some(3)
	case form.People:
		f.Takes, f.Min, f.Max = form.Living, g.maybe(1), nil
		most := 1 + g.IntN(3)
		f.Max = &most
		for range 1 + g.IntN(3) {
			f.Fields = append(f.Fields, g.field(false))
		}
		f.RequireOneOf = g.oneOf(f.Fields)
	}
	if f.Type == form.Choice || f.Type == form.Relation {
		for range 1 + g.IntN(3) {
			f.Options = append(f.Options, form.Option{Key: g.key(), Label: g.words()})
		}
	}
	return f
}

func (g *forge) oneOf(fields []form.Field) (out []string) {
	if g.some(2) {
		return nil
	}
	for _, f := range fields {
		if g.some(2) {
			out = append(out, f.Key)
		}
	}
	return out
}

func (g *forge) form() form.Definition {
	d := form.Definition{Key: "f", Version: 1}
	for range 1 + g.IntN(4) {
		d.Fields = append(d.Fields, g.field(true))
	}
	d.RequireOneOf = g.oneOf(d.Fields)
	return d
}

// change makes one edit to a form that the office could make.
func (g *forge) change(d form.Definition) form.Definition {
	raw, _ := json.Marshal(d)
	var out form.Definition
	_ = json.Unmarshal(raw, &out)
	fields, oneOf, top := &out.Fields, &out.RequireOneOf, true
	if i := g.IntN(len(out.Fields)); out.Fields[i].Type == form.People && g.some(2) {
		fields, oneOf, top = &out.Fields[i].Fields, &out.Fields[i].RequireOneOf, false
	}
	f := &(*fields)[g.IntN(len(*fields))]
	switch g.IntN(11) {
	case 0:
		*fields = slices.Insert(*fields, g.IntN(len(*fields)+1), g.field(top))
	case 1:
		if len(*fields) > 1 {
			*oneOf = slices.DeleteFunc(*oneOf, func(k string) bool { return k == f.Key })
			*fields = slices.DeleteFunc(*fields, func(other form.Field) bool { return other.Key == f.Key })
		}
	case 2:
		f.Required = !f.Required
	case 3:
		f.Label = g.words()
	case 4:
		if f.MaxLength != nil {
			length := max(orZero(f.Min), 1, *f.MaxLength-2+g.IntN(5))
			f.MaxLength = &length
		}
	case 5:
		if f.Min != nil && f.MaxLength != nil {
			f.Min = g.maybe(3)
		}
	case 6:
		if f.Type == form.People {
			most := max(1, orZero(f.Min)) + g.IntN(3)
			f.Max = &most
		}
	case 7:
		if len(f.Options) > 1 {
			f.Options = f.Options[1:]
		}
	case 8:
		if len(f.Options) > 0 {
			f.Options = append(f.Options, form.Option{Key: g.key(), Label: g.words()})
		}
	case 9:
		g.Shuffle(len(*fields), func(i, j int) { (*fields)[i], (*fields)[j] = (*fields)[j], (*fields)[i] })
	case 10:
		*oneOf = g.oneOf(*fields)
	}
	return out
}

func orZero(n *int) int {
	if n == nil {
		return 0
	}
	return *n
}

func (g *forge) answers(fields []form.Field, now time.Time) map[string]any {
	out := map[string]any{}
	for _, f := range fields {
		if !f.Required && g.some(4) {
			continue
		}
		switch f.Type {
		case form.People:
			list := []any{}
			for range max(orZero(f.Min), g.IntN(orZero(f.Max)+1)) {
				list = append(list, g.answers(f.Fields, now))
			}
			out[f.Key] = list
		case form.Choice:
			out[f.Key] = f.Options[g.IntN(len(f.Options))].Key
		case form.Consent:
			out[f.Key] = f.Required || g.some(2)
		case form.BirthDate:
			day := now.AddDate(0, 0, -3)
			if f.Ahead {
				day = now.AddDate(0, 0, 3)
			}
			out[f.Key] = map[string]any{"calendar": "solar", "year": day.Year(), "month": int(day.Month()), "day": day.Day()}
		default:
			letters := []rune("观音菩萨保佑平安")
			n := max(1, orZero(f.Min)) + g.IntN(8)
			out[f.Key] = string(letters[:min(n, f.Longest(), len(letters))])
		}
	}
	return out
}

// Random edits: when a change does not require asking again, the new version accepts each answer that the old one
// accepted. Every kind of change occurs, those that require asking sometimes refuse an answer, and the parser accepts
// each form.
func TestACompatibleFormChangeAcceptsOldAnswers(t *testing.T) {
	t.Parallel()
	g := &forge{Rand: rand.New(rand.NewPCG(7, 13))}
	now := time.Date(2026, 11, 21, 4, 0, 0, 0, time.UTC)
	seen, refused, harmless := map[string]int{}, 0, 0
	for range 6000 {
		before := g.form()
		after := before
		for range 1 + g.IntN(3) {
			after = g.change(after)
		}
		if before.Check() != nil || after.Check() != nil {
			continue // the office's own checks refuse it
		}
		changes := form.Compare(before, after)
		asks := false
		for _, c := range changes {
			seen[c.Code]++
			asks = asks || c.Asks
		}
		for range 8 {
			raw, err := json.Marshal(g.answers(before.Fields, now))
			if err != nil {
				t.Fatal(err)
			}
			var capacity *int64
			if g.some(2) {
				n := int64(1 + g.IntN(4))
				capacity = &n
			}
			if !form.Accepts(before, raw, capacity, now) {
				continue
			}
			switch {
			case form.Accepts(after, raw, capacity, now):
				harmless++
			case asks:
				refused++
			default:
				t.Fatalf("harmless: %+v\nbefore %s\nafter %s\nanswers %s", changes, said(before), said(after), raw)
			}
		}
	}
	if refused < 500 || harmless < 5000 {
		t.Errorf("%d refused, %d accepted: too few to say anything", refused, harmless)
	}
	for _, code := range []string{"words", "order", "added", "added-needed", "removed", "needed", "optional", "longer", "shorter", "least-up", "least-down", "more-people", "fewer-people", "choice-added", "choice-removed", "one-of", "one-of-asked", "places"} {
		if seen[code] == 0 {
			t.Errorf("no change was %s", code)
		}
	}
}

func said(d form.Definition) string {
	raw, _ := json.Marshal(d)
	return string(raw)
}

// Changes that the design calls harmless are classified so, and those that require asking again too.
func TestEachFormChangeIsClassified(t *testing.T) {
	t.Parallel()
	most, more, long, short := 3, 5, 10, 5
	base := form.Definition{Key: "f", Version: 1, Fields: []form.Field{
		{Key: "who", Type: form.People, Takes: form.Living, Max: &most, Label: locale.Text{EN: "Who", ZH: "谁"}, Fields: []form.Field{{Key: "name", Type: form.Name, Label: locale.Text{EN: "Name", ZH: "姓名"}}}},
		{Key: "wish", Type: form.Text, MaxLength: &long, Label: locale.Text{EN: "Wish", ZH: "心愿"}},
		{Key: "hall", Type: form.Choice, Label: locale.Text{EN: "Hall", ZH: "殿"}, Options: []form.Option{{Key: "a", Label: locale.Text{EN: "A", ZH: "甲"}}, {Key: "b", Label: locale.Text{EN: "B", ZH: "乙"}}}},
	}}
	for _, c := range []struct {
		name, path, code string
		asks             bool
		change           func(d *form.Definition)
	}{
		{"an optional question", "new", "added", false, func(d *form.Definition) {
			d.Fields = append(d.Fields, form.Field{Key: "new", Type: form.Text})
		}},
		{"a required question", "who.new", "added-needed", true, func(d *form.Definition) {
			d.Fields[0].Fields = append(d.Fields[0].Fields, form.Field{Key: "new", Type: form.Text, Required: true})
		}},
		{"another label", "wish", "words", false, func(d *form.Definition) { d.Fields[1].Label.EN = "Dedication" }},
		{"a hint", "wish", "words", false, func(d *form.Definition) { d.Fields[1].Help = &locale.Text{EN: "Short", ZH: "短"} }},
		{"the order", "", "order", false, func(d *form.Definition) { d.Fields[1], d.Fields[2] = d.Fields[2], d.Fields[1] }},
		{"longer", "wish", "longer", false, func(d *form.Definition) { d.Fields[1].MaxLength = nil }},
		{"shorter", "wish", "shorter", true, func(d *form.Definition) { d.Fields[1].MaxLength = &short }},
		{"required", "wish", "needed", true, func(d *form.Definition) { d.Fields[1].Required = true }},
		{"a choice more", "hall", "choice-added", false, func(d *form.Definition) {
			d.Fields[2].Options = append(d.Fields[2].Options, form.Option{Key: "c"})
		}},
		{"a choice removed", "hall", "choice-removed", true, func(d *form.Definition) { d.Fields[2].Options = d.Fields[2].Options[:1] }},
		{"more people", "who", "more-people", false, func(d *form.Definition) { d.Fields[0].Max = &more }},
		{"fewer people", "who", "fewer-people", true, func(d *form.Definition) { least := 2; d.Fields[0].Max = &least }},
		{"a question removed", "wish", "removed", true, func(d *form.Definition) { d.Fields = slices.Delete(d.Fields, 1, 2) }},
		{"another type", "wish", "type", true, func(d *form.Definition) { d.Fields[1].Type = form.Name }},
	} {
		t.Run(c.name, func(t *testing.T) {
			after := base
			after.Fields = slices.Clone(base.Fields)
			for i := range after.Fields {
				after.Fields[i].Fields, after.Fields[i].Options = slices.Clone(after.Fields[i].Fields), slices.Clone(after.Fields[i].Options)
			}
			c.change(&after)
			found := form.Compare(base, after)
			if len(found) != 1 || found[0].Path != c.path || found[0].Code != c.code || found[0].Asks != c.asks {
				t.Errorf("%+v", found)
			}
		})
	}
	if found := form.Compare(base, base); len(found) != 0 {
		t.Errorf("nothing changed: %+v", found)
	}
}
