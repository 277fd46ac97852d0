package editing

import (
	"context"
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"time"

	"shanmen/internal/base/locale"
	"shanmen/internal/offer/form"
	"shanmen/internal/platform/db"
)

// formBlocks are the reasons why a form cannot be shown.
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
	// What the checks above do not know is refused by the parser that every form has to pass.
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

// words are needed in both languages; what may be left out is left out in both.
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
