package writing

import (
	"encoding/json"
	"os"
	"testing"
)

func TestIdentityNumbersAreFoundAndHidden(t *testing.T) {
	t.Parallel()
	raw, err := os.ReadFile("../../testdata/identity-numbers.json")
	if err != nil {
		t.Fatal(err)
	}
	var cases []struct {
		Text, Hidden string
		Found        bool
	}
	if err := json.Unmarshal(raw, &cases); err != nil || len(cases) < 10 {
		t.Fatal(err)
	}
	for _, c := range cases {
		if HasIdentityNumber(c.Text) != c.Found {
			t.Errorf("%q: found %v", c.Text, !c.Found)
		}
		if !c.Found {
			c.Hidden = c.Text
		}
		if got := HideIdentityNumbers(c.Text); got != c.Hidden {
			t.Errorf("%q becomes %q, want %q", c.Text, got, c.Hidden)
		}
	}
}
