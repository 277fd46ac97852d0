package form_test

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"shanmen/internal/base/fault"
	"shanmen/internal/offer/form"
	"shanmen/internal/testkit/source"
)

// TestValidationCasesMatchTheBrowsers uses the same file as the browser's validation test.
func TestValidationCasesMatchTheBrowsers(t *testing.T) {
	raw := source.Read(t, "testdata/form-cases.json")
	var file struct {
		Now         time.Time
		Definitions map[string]json.RawMessage
		Cases       []struct {
			Name, Definition string
			Options          struct{ NameCapacity *int }
			Values           json.RawMessage
			Codes            map[string]string
		}
	}
	if err := json.Unmarshal(raw, &file); err != nil {
		t.Fatal(err)
	}
	defs := map[string]form.Definition{}
	for key, d := range file.Definitions {
		parsed, err := form.Parse(d)
		if err != nil {
			t.Fatal(err)
		}
		defs[key] = parsed
	}
	if len(file.Cases) < 40 {
		t.Fatalf("only %d cases", len(file.Cases))
	}
	seen := map[string]bool{}
	for _, c := range file.Cases {
		if seen[c.Name] {
			t.Errorf("two cases are named %q", c.Name)
		}
		seen[c.Name] = true
		t.Run(c.Name, func(t *testing.T) {
			d, ok := defs[c.Definition]
			if !ok {
				t.Fatalf("no definition %q", c.Definition)
			}
			got := map[string]string{}
			for _, f := range form.Validate(d, c.Values, form.Options{NameCapacity: c.Options.NameCapacity, Now: file.Now}) {
				if got[f.Path] != "" {
					t.Errorf("%s is blamed twice", f.Path)
				}
				got[f.Path] = f.Code
			}
			if diff := cmp.Diff(c.Codes, got); diff != "" {
				t.Errorf("codes (-want +got):\n%s", diff)
			}
		})
	}
}

func TestInvalidFormDefinitionsAreRefused(t *testing.T) {
	label := `"label":{"en":"a","zh":"甲"}`
	for name, raw := range map[string]string{
		"no fields":                           `{"key":"x","version":1,"fields":[]}`,
		"no version":                          `{"key":"x","fields":[{"key":"a","type":"text",` + label + `}]}`,
		"an unknown type":                     `{"key":"x","version":1,"fields":[{"key":"a","type":"nric",` + label + `}]}`,
		"an unknown attribute":                `{"key":"x","version":1,"fields":[{"key":"a","type":"text","regex":"a",` + label + `}]}`,
		"a key twice":                         `{"key":"x","version":1,"fields":[{"key":"a","type":"text",` + label + `},{"key":"a","type":"text",` + label + `}]}`,
		"a label in one language":             `{"key":"x","version":1,"fields":[{"key":"a","type":"text","label":{"en":"a"}}]}`,
		"a choice without options":            `{"key":"x","version":1,"fields":[{"key":"a","type":"choice",` + label + `}]}`,
		"people without fields":               `{"key":"x","version":1,"fields":[{"key":"a","type":"people","takes":"living",` + label + `}]}`,
		"people among people":                 `{"key":"x","version":1,"fields":[{"key":"a","type":"people","takes":"living",` + label + `,"fields":[{"key":"b","type":"people","takes":"living",` + label + `}]}]}`,
		"requireOneOf names an unknown field": `{"key":"x","version":1,"fields":[{"key":"a","type":"text",` + label + `}],"requireOneOf":["b"]}`,
		"the minimum above the maximum":       `{"key":"x","version":1,"fields":[{"key":"a","type":"people","takes":"living","min":3,"max":2,` + label + `,"fields":[{"key":"b","type":"name",` + label + `}]}]}`,
		"a maximum number on a text field":    `{"key":"x","version":1,"fields":[{"key":"a","type":"text","max":2,` + label + `}]}`,
	} {
		t.Run(name, func(t *testing.T) {
			if _, err := form.Parse([]byte(raw)); err == nil {
				t.Error("it was taken")
			}
		})
	}
}

// Submitted values are stored as they are, so values without a question are refused, as they would fill the database.
func TestUnknownAnswersAreBoundedToo(t *testing.T) {
	d, err := form.Parse([]byte(`{"key":"f","version":1,"fields":[
		{"key":"note","type":"text","label":{"en":"Note","zh":"备注"}},
		{"key":"wish","type":"choice","label":{"en":"Wish","zh":"愿望"},"options":[{"key":"a","label":{"en":"A","zh":"甲"}}]},
		{"key":"born","type":"birthDate","label":{"en":"Born","zh":"生日"}}]}`))
	if err != nil {
		t.Fatal(err)
	}
	many := func(s string, n int) string { return strings.Repeat(s, n) }
	for name, c := range map[string]struct{ values, path, code string }{
		"OK spaces":        {`{"note":"` + many(" ", 100) + `"}`, "", ""},
		"ErrBlankText":     {`{"note":"` + many(" ", 400) + `"}`, "note", "too-long"},
		"ErrBlankChoice":   {`{"wish":"` + many(" ", 400) + `"}`, "wish", "too-long"},
		"ErrLongNumber":    {`{"born":{"calendar":"solar","year":1990.` + many("0", 400) + `,"month":1,"day":1}}`, "born", "bad-date"},
		"ErrSpacesBetween": {`{"note":` + many(" ", 33<<10) + `"x"}`, "", "too-large"},
	} {
		t.Run(name, func(t *testing.T) {
			got := form.Validate(d, json.RawMessage(c.values), form.Options{Now: time.Date(2026, 11, 21, 4, 0, 0, 0, time.UTC)})
			if c.code == "" && len(got) > 0 || c.code != "" && (len(got) != 1 || got[0].Path != c.path || got[0].Code != c.code) {
				t.Errorf("got %+v", got)
			}
		})
	}
	unknown := map[string]int{}
	for i := range 500 {
		unknown[fmt.Sprint("k", i)] = i
	}
	values, err := json.Marshal(unknown)
	if err != nil {
		t.Fatal(err)
	}
	if got := form.Validate(d, values, form.Options{}); len(got) != fault.MaxFields {
		t.Errorf("%d errors are told", len(got))
	}
}
