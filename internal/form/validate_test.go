package form_test

import (
	"encoding/json"
	"os"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"shanmen/internal/form"
)

// TestCases runs the file that the browser's check runs too.
func TestCases(t *testing.T) {
	raw, err := os.ReadFile("../../testdata/form-cases.json")
	if err != nil {
		t.Fatal(err)
	}
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
		if defs[key], err = form.Parse(d); err != nil {
			t.Fatal(err)
		}
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

func TestDefinitionsThatAreRefused(t *testing.T) {
	label := `"label":{"en":"a","zh":"甲"}`
	for name, raw := range map[string]string{
		"no fields":                     `{"key":"x","version":1,"fields":[]}`,
		"no version":                    `{"key":"x","fields":[{"key":"a","type":"text",` + label + `}]}`,
		"an unknown type":               `{"key":"x","version":1,"fields":[{"key":"a","type":"nric",` + label + `}]}`,
		"an unknown attribute":          `{"key":"x","version":1,"fields":[{"key":"a","type":"text","regex":"a",` + label + `}]}`,
		"a key twice":                   `{"key":"x","version":1,"fields":[{"key":"a","type":"text",` + label + `},{"key":"a","type":"text",` + label + `}]}`,
		"a label in one language":       `{"key":"x","version":1,"fields":[{"key":"a","type":"text","label":{"en":"a"}}]}`,
		"a choice without options":      `{"key":"x","version":1,"fields":[{"key":"a","type":"choice",` + label + `}]}`,
		"people without fields":         `{"key":"x","version":1,"fields":[{"key":"a","type":"people","takes":"living",` + label + `}]}`,
		"people among people":           `{"key":"x","version":1,"fields":[{"key":"a","type":"people","takes":"living",` + label + `,"fields":[{"key":"b","type":"people","takes":"living",` + label + `}]}]}`,
		"requireOneOf of what is not":   `{"key":"x","version":1,"fields":[{"key":"a","type":"text",` + label + `}],"requireOneOf":["b"]}`,
		"the fewest more than the most": `{"key":"x","version":1,"fields":[{"key":"a","type":"people","takes":"living","min":3,"max":2,` + label + `,"fields":[{"key":"b","type":"name",` + label + `}]}]}`,
		"a max on words":                `{"key":"x","version":1,"fields":[{"key":"a","type":"text","max":2,` + label + `}]}`,
	} {
		t.Run(name, func(t *testing.T) {
			if _, err := form.Parse([]byte(raw)); err == nil {
				t.Error("it was taken")
			}
		})
	}
}
