package form

import (
	"bytes"
	"encoding/json"
	"maps"
	"math"
	"slices"
	"strconv"
	"time"
	"unicode/utf8"

	"shanmen/internal/base/fault"
	"shanmen/internal/base/lunar"
	"shanmen/internal/base/writing"
)

// Options are what validation needs besides the definition.
type Options struct {
	NameCapacity *int      // of the chosen option: replaces max of the first people field
	Now          time.Time // births must be before it, in Singapore days
}

// MaxBytes limits the values of one form: fifty people with names, births and relations need less. Everything sent is
// stored, including spaces between values.
const MaxBytes = 32 << 10

// maxBlank and maxNumber limit values without content that are stored as sent.
const (
	maxBlank  = 200
	maxNumber = 20
)

// Validate checks values against a definition and returns one Field per wrong value, in definition order, unknown
// fields last. Nothing is cut or normalised: valid values are stored as written. A value of the wrong JSON type is
// invalid-value.
func Validate(d Definition, values json.RawMessage, o Options) []fault.Field {
	c := checker{today: lunar.DayOf(o.Now), capacity: o.NameCapacity}
	if len(values) > MaxBytes {
		c.say("", "too-large", nil)
		return c.found
	}
	if len(bytes.TrimSpace(values)) == 0 {
		values = json.RawMessage("null")
	}
	c.object("", d.Fields, d.RequireOneOf, values)
	return c.found
}

type checker struct {
	today    lunar.Day
	capacity *int // used by the first people field
	found    []fault.Field
}

func (c *checker) say(path, code string, params map[string]any) {
	if len(c.found) == fault.MaxFields {
		return
	}
	c.found = append(c.found, fault.Field{Path: path, Code: code, Params: params})
}

// object checks one set of fields: the form itself, or one person.
func (c *checker) object(path string, fields []Field, oneOf []string, raw json.RawMessage) {
	var values map[string]json.RawMessage
	if json.Unmarshal(raw, &values) != nil {
		c.say(path, "invalid-value", nil)
		return
	}
	filled := map[string]bool{}
	known := map[string]bool{}
	for _, f := range fields {
		known[f.Key] = true
		v := values[f.Key]
		if blank(v) {
			if len(v) > maxBlank { // an empty answer, but it would be stored
				c.say(join(path, f.Key), "too-long", map[string]any{"max": maxBlank})
			}
			v = nil
		}
		filled[f.Key] = v != nil
		c.field(join(path, f.Key), f, v)
	}
	if len(oneOf) > 0 && !slices.ContainsFunc(oneOf, func(k string) bool { return filled[k] }) {
		c.say(join(path, oneOf[0]), "required", nil)
	}
	for _, k := range slices.Sorted(maps.Keys(values)) {
		if !known[k] {
			c.say(join(path, k), "unknown-field", nil)
		}
	}
}

func (c *checker) field(path string, f Field, v json.RawMessage) {
	switch f.Type {
	case People:
		c.people(path, f, v)
		return
	case Consent:
		c.consent(path, f, v)
		return
	}
	if v == nil {
		if f.Required {
			c.say(path, "required", nil)
		}
		return
	}
	switch f.Type {
	case BirthDate:
		c.birthDate(path, f, v)
	case Choice:
		var s string
		if json.Unmarshal(v, &s) != nil || !slices.ContainsFunc(f.Options, func(o Option) bool { return o.Key == s }) {
			c.say(path, "not-a-choice", nil)
		}
	default:
		c.words(path, f, v)
	}
}

func (c *checker) words(path string, f Field, v json.RawMessage) {
	var s string
	if json.Unmarshal(v, &s) != nil {
		c.say(path, "invalid-value", nil)
		return
	}
	n, signs := utf8.RuneCountInString(s), ""
	if f.Type != Text { // names are printed
		signs = writing.Unprintable(s)
	}
	switch {
	case writing.Unreadable(s, f.Type == Text):
		c.say(path, "control-character", nil)
	case signs != "":
		c.say(path, "unprintable-character", map[string]any{"chars": signs})
	case n > f.Longest():
		c.say(path, "too-long", map[string]any{"max": f.Longest()})
	case f.Min != nil && n < *f.Min:
		c.say(path, "too-short", map[string]any{"min": *f.Min})
	}
}

// people checks the count first, and examines no more people than allowed.
func (c *checker) people(path string, f Field, v json.RawMessage) {
	most := *orDefault(f.Max, DefaultPeople)
	if c.capacity != nil {
		most, c.capacity = *c.capacity, nil
	}
	var list []json.RawMessage
	if json.Unmarshal(v, &list) != nil && v != nil {
		c.say(path, "invalid-value", nil)
		return
	}
	fewest := *orDefault(f.Min, 0)
	if f.Required {
		fewest = max(fewest, 1)
	}
	switch {
	case len(list) == 0 && f.Required:
		c.say(path, "required", nil)
	case len(list) == 0: // an empty list answers an optional field
	case len(list) < fewest:
		c.say(path, "too-few", map[string]any{"min": fewest})
	case len(list) > most:
		c.say(path, "too-many", map[string]any{"max": most})
		list = list[:most]
	}
	for i, person := range list {
		c.object(path+"["+strconv.Itoa(i)+"]", f.Fields, f.RequireOneOf, person)
	}
}

func (c *checker) consent(path string, f Field, v json.RawMessage) {
	var yes bool
	if v != nil && json.Unmarshal(v, &yes) != nil {
		c.say(path, "invalid-value", nil)
	} else if f.Required && !yes {
		c.say(path, "consent-required", nil)
	}
}

// aheadYears is how far ahead an offering can be requested.
const aheadYears = 2

func (c *checker) birthDate(path string, f Field, v json.RawMessage) {
	var parts map[string]json.RawMessage
	if json.Unmarshal(v, &parts) != nil || parts == nil {
		c.say(path, "bad-date", nil)
		return
	}
	day, ok := solarDay(parts)
	switch {
	case !ok:
		c.say(path, "bad-date", nil)
	case !f.Ahead && c.today.Until(day) > 0:
		c.say(path, "date-in-future", nil)
	case f.Ahead && c.today.Until(day) < 0:
		c.say(path, "date-in-past", nil)
	case f.Ahead && day.Year > c.today.Year+aheadYears:
		c.say(path, "date-too-far", map[string]any{"year": c.today.Year + aheadYears})
	}
	for _, k := range slices.Sorted(maps.Keys(parts)) {
		if !slices.Contains([]string{"calendar", "year", "month", "day", "leap"}, k) {
			c.say(join(path, k), "unknown-field", nil)
		}
	}
}

// WithoutPast removes dates that have passed meanwhile: an offering ordered again cannot be for them. Everything else
// stays byte for byte.
func WithoutPast(d Definition, values json.RawMessage, now time.Time) json.RawMessage {
	all, today := decode(values), lunar.DayOf(now)
	dropped := false
	for _, f := range d.Fields {
		if !f.Ahead || all[f.Key] == nil {
			continue
		}
		if day, ok := solarDay(decode(all[f.Key])); !ok || today.Until(day) < 0 {
			delete(all, f.Key)
			dropped = true
		}
	}
	if !dropped {
		return values
	}
	out, err := json.Marshal(all)
	if err != nil {
		return values
	}
	return out
}

// solarDay is the solar day of a birth date in either calendar.
func solarDay(parts map[string]json.RawMessage) (lunar.Day, bool) {
	var calendar string
	var leap bool
	y, okY := whole(parts["year"])
	m, okM := whole(parts["month"])
	d, okD := whole(parts["day"])
	if json.Unmarshal(orNull(parts["calendar"]), &calendar) != nil || json.Unmarshal(orNull(parts["leap"]), &leap) != nil || !okY || !okM || !okD {
		return lunar.Day{}, false
	}
	switch {
	case calendar == "lunar":
		return lunar.ToSolar(lunar.Date{Year: y, Month: m, Day: d, Leap: leap})
	case calendar == "solar" && !leap && y >= lunar.FirstYear && y <= lunar.LastYear:
		day := lunar.Day{Year: y, Month: m, Day: d}
		return day, day.Valid()
	}
	return lunar.Day{}, false
}

// whole parses a number without a fraction in any notation: JavaScript may send 1990.0 for 1990.
func whole(raw json.RawMessage) (int, bool) {
	var n *float64
	if len(raw) > maxNumber || json.Unmarshal(orNull(raw), &n) != nil || n == nil || math.Trunc(*n) != *n || math.Abs(*n) > 9999 {
		return 0, false
	}
	return int(*n), true
}

func orNull(raw json.RawMessage) json.RawMessage {
	if raw == nil {
		return json.RawMessage("null")
	}
	return raw
}

// blank: absent, null, or invisible text. Such text is stored unchanged but does not count as an answer.
func blank(raw json.RawMessage) bool {
	if raw == nil || string(bytes.TrimSpace(raw)) == "null" {
		return true
	}
	var s string
	return json.Unmarshal(raw, &s) == nil && !writing.Visible(s) && !writing.Unreadable(s, true)
}

func join(path, key string) string {
	if path == "" {
		return key
	}
	return path + "." + key
}
