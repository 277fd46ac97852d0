package writing_test

import (
	"encoding/json"
	"testing"

	"shanmen/internal/base/writing"
	"shanmen/internal/testkit/source"
)

// Characters of a name that the fonts cannot print are reported as the browser reports them.
func TestUnprintableFindsCharactersThatCannotBePrinted(t *testing.T) {
	t.Parallel()
	raw := source.Read(t, "testdata/unprintable.json")
	var cases []struct{ Name, Unprintable string }
	if err := json.Unmarshal(raw, &cases); err != nil || len(cases) < 20 {
		t.Fatal(err, len(cases))
	}
	for _, c := range cases {
		if got := writing.Unprintable(c.Name); got != c.Unprintable {
			t.Errorf("%q: %q, want %q", c.Name, got, c.Unprintable)
		}
	}
}
