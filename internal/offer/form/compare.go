package form

import (
	"slices"

	"shanmen/internal/base/locale"
)

// The kinds of form changes. The office has a message for each (forms.change-…).
const (
	changeWords       = "words"        // label, help, or answer texts
	changeOrder       = "order"        // of questions or answers
	changeAdded       = "added"        // an optional question was added
	changeAddedNeeded = "added-needed" // a required question was added
	changeRemoved     = "removed"
	changeType        = "type"
	changeNeeded      = "needed"   // a question became required
	changeOptional    = "optional" // a question became optional
	changeLonger      = "longer"
	changeShorter     = "shorter"
	changeLeastUp     = "least-up" // a higher minimum length or number of people
	changeLeastDown   = "least-down"
	changeMoreTaken   = "more-people"
	changeFewerTaken  = "fewer-people"
	changeChoiceNew   = "choice-added"
	changeChoiceGone  = "choice-removed"
	changeOneOf       = "one-of"       // the group of alternative required fields changed
	changeOneOfNeeded = "one-of-asked" // at least one of several fields is now required
	changeDays        = "days"         // dates must now be past instead of future, or the reverse
	changePlaces      = "places"       // the option's name capacity now limits another people field
)

// Change is one difference between two versions of a form.
type Change struct {
	Path  string      `json:"path" doc:"The question's key; people.name for a question asked per person"`
	Label locale.Text `json:"label" doc:"The question's label, in the newer version if it exists there"`
	Code  string      `json:"code" enum:"words,order,added,added-needed,removed,type,needed,optional,longer,shorter,least-up,least-down,more-people,fewer-people,choice-added,choice-removed,one-of,one-of-asked,days,places"`
	Asks  bool        `json:"asks" doc:"The new version may reject answers that the old one accepted, so carts are asked again"`
}

// Compare lists what a newer version of a form changes. Unless a change has Asks set, the newer version accepts every
// value that the older one accepted.
func Compare(before, after Definition) []Change {
	c := comparison{found: []Change{}}
	c.fields("", locale.Text{}, before.Fields, after.Fields, before.RequireOneOf, after.RequireOneOf)
	first := func(fields []Field) (f Field) {
		if i := slices.IndexFunc(fields, func(f Field) bool { return f.Type == People }); i >= 0 {
			f = fields[i]
		}
		return f
	}
	// An option's name capacity replaces the maximum of the first people field only, so a different first field
	// matters.
	if was, is := first(before.Fields), first(after.Fields); was.Key != is.Key && was.Key != "" && is.Key != "" {
		c.say(is.Key, is.Label, changePlaces, true)
	}
	return c.found
}

type comparison struct{ found []Change }

func (c *comparison) say(path string, label locale.Text, code string, asks bool) {
	c.found = append(c.found, Change{path, label, code, asks})
}

func (c *comparison) fields(path string, label locale.Text, before, after []Field, oneBefore, oneAfter []string) {
	var kept, order []string
	for _, old := range before {
		i := slices.IndexFunc(after, func(f Field) bool { return f.Key == old.Key })
		if i < 0 {
			c.say(join(path, old.Key), old.Label, changeRemoved, true)
			continue
		}
		kept = append(kept, old.Key)
		c.field(join(path, old.Key), old, after[i])
	}
	for _, f := range after {
		switch {
		case slices.Contains(kept, f.Key):
			order = append(order, f.Key)
		case f.Required:
			c.say(join(path, f.Key), f.Label, changeAddedNeeded, true)
		default:
			c.say(join(path, f.Key), f.Label, changeAdded, false)
		}
	}
	if !slices.Equal(kept, order) {
		c.say(path, label, changeOrder, false)
	}
	c.oneOf(path, label, oneBefore, oneAfter)
}

func (c *comparison) oneOf(path string, label locale.Text, before, after []string) {
	lost := slices.ContainsFunc(before, func(k string) bool { return !slices.Contains(after, k) })
	switch {
	case slices.Equal(before, after):
	case len(after) > 0 && (len(before) == 0 || lost):
		c.say(path, label, changeOneOfNeeded, true)
	default:
		c.say(path, label, changeOneOf, false)
	}
}

func (c *comparison) field(path string, old, f Field) {
	say := func(code string, asks bool) { c.say(path, f.Label, code, asks) }
	if old.Type != f.Type || old.Takes != f.Takes {
		say(changeType, true)
		return
	}
	if old.Label != f.Label || *orDefault(old.Help, locale.Text{}) != *orDefault(f.Help, locale.Text{}) {
		say(changeWords, false)
	}
	switch {
	case f.Required && !old.Required:
		say(changeNeeded, true)
	case old.Required && !f.Required:
		say(changeOptional, false)
	}
	if old.Ahead != f.Ahead {
		say(changeDays, true)
	}
	compare := func(was, is int, up, down string, upAsks bool) {
		switch {
		case is > was:
			say(up, upAsks)
		case is < was:
			say(down, !upAsks)
		}
	}
	if defaultLength[f.Type] > 0 {
		compare(old.Longest(), f.Longest(), changeLonger, changeShorter, false)
	}
	compare(*orDefault(old.Min, 0), *orDefault(f.Min, 0), changeLeastUp, changeLeastDown, true)
	c.options(path, old, f)
	if f.Type == People {
		compare(*orDefault(old.Max, DefaultPeople), *orDefault(f.Max, DefaultPeople), changeMoreTaken, changeFewerTaken, false)
		c.fields(path, f.Label, old.Fields, f.Fields, old.RequireOneOf, f.RequireOneOf)
	}
}

// options of a relation are suggestions, so handwritten answers stay valid.
func (c *comparison) options(path string, old, f Field) {
	words, kept, order := false, []string{}, []string{}
	for _, o := range old.Options {
		i := slices.IndexFunc(f.Options, func(n Option) bool { return n.Key == o.Key })
		if i < 0 {
			c.say(path, f.Label, changeChoiceGone, f.Type == Choice)
			continue
		}
		kept = append(kept, o.Key)
		words = words || f.Options[i].Label != o.Label
	}
	for _, o := range f.Options {
		if slices.Contains(kept, o.Key) {
			order = append(order, o.Key)
		} else {
			c.say(path, f.Label, changeChoiceNew, false)
		}
	}
	if words {
		c.say(path, f.Label, changeWords, false)
	}
	if !slices.Equal(kept, order) {
		c.say(path, f.Label, changeOrder, false)
	}
}

// Conflict lists questions that an older version asked with another type: stored answers would be misread.
func Conflict(older, d Definition) (paths []string) {
	types := map[string]string{}
	walk(older, func(path string, f Field) { types[path] = f.Type + " " + f.Takes })
	walk(d, func(path string, f Field) {
		if was, ok := types[path]; ok && was != f.Type+" "+f.Takes {
			paths = append(paths, path)
		}
	})
	return paths
}

func walk(d Definition, do func(path string, f Field)) {
	for _, f := range d.Fields {
		do(f.Key, f)
		for _, inner := range f.Fields {
			do(join(f.Key, inner.Key), inner)
		}
	}
}
