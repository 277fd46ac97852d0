// Package form defines order forms and validates entries. A definition is data: server and browser read the same one,
// and testdata/form-cases.json tests that both give the same results.
//
// awaiting.go stores visitors' messages. suspect.go detects spam by four signs: a filled hidden field, a form sent
// within three seconds, links, and the same typed text for the third time in a week. Spam is stored but causes no
// notice; a message that is spam only by its repeated text is listed on Today until a person decides.
package form

import (
	"bytes"
	"encoding/json"
	"fmt"
	"regexp"
	"slices"

	"shanmen/internal/base/locale"
)

// The types of a field, and the JSON of their values.
const (
	Text        = "text"        // string, possibly several lines
	Name        = "name"        // string in any script
	ChineseName = "chineseName" // string
	Relation    = "relation"    // string; the options are suggestions whose labels are stored
	BirthDate   = "birthDate"   // {calendar: "solar" or "lunar", year, month, day, leap?}
	People      = "people"      // list of objects with the field's own fields
	Choice      = "choice"      // the key of an option
	Consent     = "consent"     // boolean
)

// Who may be in a people field.
const (
	Living   = "living"
	Departed = "departed"
)

// defaultLength is the default maximum length in code points. The browser has the same numbers.
var defaultLength = map[string]int{Text: 500, Name: 80, ChineseName: 40, Relation: 20}

// DefaultPeople is the maximum number of people if neither definition nor option says.
const DefaultPeople = 50

// Definition is one version of a form. It never changes once an entry refers to it.
type Definition struct {
	Key     string  `json:"key"`
	Version int64   `json:"version"`
	Fields  []Field `json:"fields"`
	// RequireOneOf names fields of which at least one is required; the error is reported at the first.
	RequireOneOf []string `json:"requireOneOf,omitempty"`
}

// Field is one question. Its type decides which attributes apply.
type Field struct {
	Key       string       `json:"key"`
	Type      string       `json:"type" enum:"text,name,chineseName,relation,birthDate,people,choice,consent"`
	Label     locale.Text  `json:"label"`
	Help      *locale.Text `json:"help,omitempty"`
	Required  bool         `json:"required,omitempty"`
	Min       *int         `json:"min,omitempty" doc:"For people: the minimum number; for words: the minimum length in code points"`
	Max       *int         `json:"max,omitempty" doc:"For people: the maximum number; an option's nameCapacity overrides it for the first people field"`
	MaxLength *int         `json:"maxLength,omitempty" doc:"In code points"`
	Options   []Option     `json:"options,omitempty" doc:"Options of a choice; suggestions for a relation"`
	Takes     string       `json:"takes,omitempty" enum:"living,departed" doc:"For people, or a single name: whether living or departed"`
	Fields    []Field      `json:"fields,omitempty" doc:"Questions asked per person"`
	// RequireOneOf applies to each person: a Chinese name, an English name, or both.
	RequireOneOf []string `json:"requireOneOf,omitempty" doc:"At least one of these fields is required per person"`
	// Ahead requires a future date, such as the day of an offering.
	Ahead bool `json:"ahead,omitempty" doc:"For birthDate: a day within the next two years instead of a past one"`
}

// Option is one answer of a choice.
type Option struct {
	Key   string      `json:"key"`
	Label locale.Text `json:"label"`
}

var keyPattern = regexp.MustCompile(`^[a-zA-Z][a-zA-Z0-9-]{0,40}$`)

// Parse parses and checks a definition. The error names the wrong field; it is not a fault, because definitions are not
// written by visitors.
func Parse(raw []byte) (Definition, error) {
	var d Definition
	dec := json.NewDecoder(bytes.NewReader(raw))
	dec.DisallowUnknownFields()
	if err := dec.Decode(&d); err != nil {
		return Definition{}, fmt.Errorf("form definition: %w", err)
	}
	if err := d.Check(); err != nil {
		return Definition{}, err
	}
	return d, nil
}

// Check validates a definition.
func (d Definition) Check() error {
	if !keyPattern.MatchString(d.Key) || d.Version < 1 {
		return fmt.Errorf("form definition %q: key and version are needed", d.Key)
	}
	if len(d.Fields) == 0 {
		return fmt.Errorf("form definition %q asks nothing", d.Key)
	}
	return checkFields("form "+d.Key, d.Fields, d.RequireOneOf, true)
}

func checkFields(where string, fields []Field, oneOf []string, top bool) error {
	seen := map[string]bool{}
	for _, f := range fields {
		at := where + "." + f.Key
		if !keyPattern.MatchString(f.Key) || seen[f.Key] {
			return fmt.Errorf("%s: the key is malformed or there twice", at)
		}
		seen[f.Key] = true
		if f.Label.EN == "" || f.Label.ZH == "" {
			return fmt.Errorf("%s: the label lacks a language", at)
		}
		if err := f.check(at, top); err != nil {
			return err
		}
	}
	for _, k := range oneOf {
		if !seen[k] {
			return fmt.Errorf("%s: requireOneOf names %q, which is not there", where, k)
		}
	}
	return nil
}

func (f Field) check(at string, top bool) error {
	words := defaultLength[f.Type] > 0
	switch {
	case !words && !slices.Contains([]string{BirthDate, People, Choice, Consent}, f.Type):
		return fmt.Errorf("%s: %q is no type of field", at, f.Type)
	case f.Type == People && !top:
		return fmt.Errorf("%s: people stand only at the top of a form", at)
	case f.Type == People && (len(f.Fields) == 0 || f.Takes != Living && f.Takes != Departed):
		return fmt.Errorf("%s: people need fields and takes", at)
	case f.Type != People && (len(f.Fields) > 0 || len(f.RequireOneOf) > 0 || f.Max != nil):
		return fmt.Errorf("%s: only people have fields, requireOneOf and max", at)
	case f.Takes != "" && f.Type != People && (!top || f.Type != Name && f.Type != ChineseName || f.Takes != Living && f.Takes != Departed):
		return fmt.Errorf("%s: only people, and a name that stands by itself, have takes", at)
	case f.Type == Choice && len(f.Options) == 0:
		return fmt.Errorf("%s: a choice needs options", at)
	case f.Type != Choice && f.Type != Relation && len(f.Options) > 0:
		return fmt.Errorf("%s: only choice and relation have options", at)
	case f.Ahead && f.Type != BirthDate:
		return fmt.Errorf("%s: only a date lies ahead", at)
	case !words && f.MaxLength != nil:
		return fmt.Errorf("%s: only words have a length", at)
	case !words && f.Type != People && f.Min != nil:
		return fmt.Errorf("%s: only words and people have a min", at)
	case negative(f.Min) || negative(f.Max) || negative(f.MaxLength):
		return fmt.Errorf("%s: a bound is negative", at)
	case words && *orDefault(f.Min, 0) > f.Longest():
		return fmt.Errorf("%s: the shortest is longer than the longest", at)
	case f.Type == People && *orDefault(f.Min, 0) > *orDefault(f.Max, DefaultPeople):
		return fmt.Errorf("%s: the fewest are more than the most", at)
	}
	seen := map[string]bool{}
	for _, o := range f.Options {
		if !keyPattern.MatchString(o.Key) || seen[o.Key] || o.Label.EN == "" || o.Label.ZH == "" {
			return fmt.Errorf("%s: option %q is malformed, there twice or lacks a language", at, o.Key)
		}
		seen[o.Key] = true
	}
	if f.Type == People {
		return checkFields(at, f.Fields, f.RequireOneOf, false)
	}
	return nil
}

// Bounds are the minimum and maximum length of a text, or number of people; 0: no bound.
func (f Field) Bounds() (least, most int) {
	most = f.Longest()
	if f.Type == People {
		most = *orDefault(f.Max, DefaultPeople)
	}
	return *orDefault(f.Min, 0), most
}

// Reachable returns whether a form asks for an e-mail address or mobile number to which the office can answer.
func Reachable(d Definition) bool {
	return slices.ContainsFunc(d.Fields, func(f Field) bool { return f.Type == Text && (f.Key == mobileKey || f.Key == emailKey) })
}

// AsksName returns whether a form asks for a name, of the giver or others.
func AsksName(d Definition) bool {
	asks := false
	walk(d, func(_ string, f Field) { asks = asks || f.Type == Name || f.Type == ChineseName })
	return asks
}

// Known returns whether the program itself uses answers with this key, in any form: to contact the sender, or to group
// people or money. top: the question is on the form, not about each person.
func Known(key string, top bool) bool {
	return key == passedOn || top && slices.Contains([]string{mobileKey, emailKey, nameKey, dedicators, listed, fund}, key)
}

// Longest is the maximum length of a text in code points; 0 for other types.
func (f Field) Longest() int { return *orDefault(f.MaxLength, defaultLength[f.Type]) }

func orDefault[T any](n *T, v T) *T {
	if n == nil {
		return &v
	}
	return n
}

func negative(n *int) bool { return n != nil && *n < 0 }
