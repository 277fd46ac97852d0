package app_test

import (
	"encoding/json"
	"regexp"
	"testing"

	"shanmen/internal/testkit/source"
)

// code is the form of an enum value in the API: words, a form field, a currency or a number.
var code = regexp.MustCompile(`^([A-Za-z0-9]+(-[a-z0-9]+)*)?$`)

// Go names do not appear in the API's enums: a page compares with a code.
func TestEnumsOfTheContractAreCodes(t *testing.T) {
	raw := source.Read(t, "api/openapi.json")
	var contract any
	if err := json.Unmarshal(raw, &contract); err != nil {
		t.Fatal(err)
	}
	seen := 0
	var walk func(at any, path string)
	walk = func(at any, path string) {
		switch at := at.(type) {
		case []any:
			for _, v := range at {
				walk(v, path)
			}
		case map[string]any:
			for k, v := range at {
				values, is := v.([]any)
				if k != "enum" || !is {
					walk(v, path+"/"+k)
					continue
				}
				for _, one := range values {
					seen++
					if text, is := one.(string); is && !code.MatchString(text) {
						t.Errorf("%s: %q", path, text)
					}
				}
			}
		}
	}
	walk(contract, "")
	if seen < 100 {
		t.Errorf("only %d values were found", seen)
	}
}
