package writing

import (
	"encoding/json"
	"testing"

	"shanmen/internal/testkit/source"
)

func TestIdentityNumbersAreFoundAndHidden(t *testing.T) {
	t.Parallel()
	raw := source.Read(t, "testdata/identity-numbers.json")
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
