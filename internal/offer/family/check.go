package family

import (
	_ "embed"
	"encoding/json"
	"fmt"
	"strings"
	"time"

	"shanmen/internal/base/fault"
	"shanmen/internal/offer/form"
)

//go:embed living.json
var livingForm []byte

//go:embed departed.json
var departedForm []byte

// definitions are the forms of a person by kind. They are fixed: an order form is filled from their fields by key.
var definitions = map[string]form.Definition{Living: mustParse(livingForm), Departed: mustParse(departedForm)}

func mustParse(raw []byte) form.Definition {
	d, err := form.Parse(raw)
	if err != nil {
		panic(err)
	}
	return d
}

// problems validates an entry with the form of its kind and returns the form's codes. A field of the other kind, such
// as the day of passing of the living, is an unknown field.
func (e Entry) problems(now time.Time) []fault.Field {
	d, ok := definitions[e.Kind]
	if !ok {
		return []fault.Field{{Path: "kind", Code: "not-a-choice"}}
	}
	values := map[string]any{}
	for key, s := range map[string]*string{"name": e.Name, "chineseName": e.ChineseName, "relation": e.Relation, "address": e.Address} {
		if s != nil {
			values[key] = *s
		}
	}
	for key, raw := range map[string]json.RawMessage{"birthDate": e.BirthDate, "passedOn": e.PassedOn} {
		if !isBlank(raw) {
			values[key] = raw
		}
	}
	raw, err := json.Marshal(values)
	if err != nil {
		return []fault.Field{{Code: "invalid-value"}}
	}
	return form.Validate(d, raw, form.Options{Now: now})
}

// date parses a date that problems has accepted.
func (e Entry) date(raw json.RawMessage) (*Date, error) {
	if isBlank(raw) {
		return nil, nil
	}
	var v struct {
		Calendar         string
		Year, Month, Day float64 // 1990.0 counts as 1990, as in a form
		Leap             bool
	}
	if err := json.Unmarshal(raw, &v); err != nil {
		return nil, fmt.Errorf("checked date: %w", err)
	}
	return &Date{v.Calendar, int(v.Year), int(v.Month), int(v.Day), v.Leap}, nil
}

// isBlank: absent, null or blank, as in forms.
func isBlank(raw json.RawMessage) bool {
	var s string
	return len(raw) == 0 || json.Unmarshal(raw, &s) == nil && strings.TrimSpace(s) == ""
}
